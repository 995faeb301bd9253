//! Which cases a set has.

use super::draft::Draft;
use super::draw::Draw;
use super::{Format, VectorError, corners, probes, random};
use engine::{Dims, System};

/// The families of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Every intermediate is representable: results are compared for equality.
    Exact,
    /// One case for each fault.
    Corners,
    /// Random inputs of the sizes of real runs.
    Random,
}

/// A fault that a case is there to catch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its key, in kebab case.
    pub name: &'static str,
    /// What a kernel with the fault does.
    pub what: &'static str,
}

/// Two cases whose results must agree in part, to the last bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The other case.
    pub with: String,
    /// The outputs of so many first tokens must be identical.
    pub identical_tokens: usize,
}

/// What a set is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The system.
    pub system: System,
    /// The format of inputs and outputs.
    pub format: Format,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// The families; all where it is empty.
    pub families: Vec<Family>,
    /// The longest case.
    pub max_tokens: usize,
}

/// One case, not yet computed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name, and that of its file.
    pub id: String,
    /// Its family.
    pub family: Family,
    /// The faults that it is there to catch, the first above all.
    pub catches: Vec<Fault>,
    /// The case that it is a pair with.
    pub pair: Option<Pair>,
    /// The sizes.
    pub dims: Dims,
    pub(super) request: Request,
    pub(super) recipe: Recipe,
}

/// How the inputs are made.
#[derive(Clone, Debug)]
pub(super) enum Recipe {
    Probe { size: &'static probes::Size, gated: bool },
    Corner(Box<Draft>),
    Random { most: f64, initial: bool },
}

impl Family {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Exact, Self::Corners, Self::Random];

    /// Its key.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Corners => "corners",
            Self::Random => "random",
        }
    }

    /// The family of a key.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|f| f.name() == name)
    }
}

impl Plan {
    /// A random case of any sizes, with an initial state; logarithms of gates are uniform in $[-1, 0]$.
    ///
    /// # Errors
    /// When a size is 0, the key heads do not divide the value heads, or a tensor would have more than $2^{26}$ entries.
    pub fn generated(system: System, format: Format, dims: Dims, seed: u64) -> Result<Self, VectorError> {
        const MOST: usize = 1 << 26;
        let Dims { batch, tokens, key_heads, value_heads, k, v, parts } = dims;
        let sizes = [batch, tokens, key_heads, value_heads, k, v, parts];
        if sizes.contains(&0) || value_heads % key_heads.max(1) != 0 {
            return Err(VectorError::Sizes {
                reason: "sizes are at least 1, and value heads a multiple of key heads",
            });
        }
        let product =
            |factors: &[usize]| factors.iter().try_fold(1_usize, |all, factor| all.checked_mul(*factor));
        let largest = [
            product(&[batch, tokens, parts, value_heads, k.max(v)]),
            product(&[batch, value_heads, k, v, 2]),
        ];
        if largest.iter().any(|size| size.is_none_or(|size| size > MOST)) {
            return Err(VectorError::Sizes { reason: "a tensor would have more than 2^26 entries" });
        }
        let request = Request { system, format, seed, families: Vec::new(), max_tokens: tokens };
        let recipe = Recipe::Random { most: 1.0, initial: true };
        let id = format!("generated-{tokens}");
        Ok(Self { id, family: Family::Random, catches: vec![ROUNDING], pair: None, dims, request, recipe })
    }

    /// The name of the case's file.
    pub fn file(&self) -> String {
        format!("{}.safetensors", self.id)
    }

    pub(super) fn draft(&self) -> Draft {
        let Request { system, format, seed, .. } = self.request;
        match &self.recipe {
            Recipe::Probe { size, gated } => {
                probes::draft(system, format, self.dims, size, *gated, &mut Draw::of(seed, &self.id))
            }
            Recipe::Corner(draft) => (**draft).clone(),
            Recipe::Random { most, initial } => {
                let mut draw = Draw::of(seed, &self.id);
                let mut draft = random::draft(system, format, self.dims, *most, &mut draw);
                if *initial {
                    random::initial(&mut draft, &mut draw);
                }
                draft
            }
        }
    }
}

/// Sizes of the random cases: batch, tokens, key heads, value heads, K, V; the largest $|\ln\alpha|$, and whether there is an initial state.
const RANDOM: &[([usize; 6], f64, bool)] = &[
    ([1, 7, 1, 1, 4, 3], 2.0, false),
    ([2, 33, 2, 2, 8, 8], 0.5, true),
    ([1, 130, 2, 4, 16, 24], 1.5, true),
    ([1, 512, 1, 1, 32, 32], 0.2, false),
    ([1, 4096, 1, 1, 16, 16], 0.1, true),
];

const ROUNDING: Fault = Fault {
    name: "more-than-rounding",
    what: "is off by more than its arithmetic explains, at sizes of real runs",
};

/// The cases of a set, in order.
pub fn plans(request: &Request) -> Vec<Plan> {
    let wanted = |family| request.families.is_empty() || request.families.contains(&family);
    let mut out = Vec::new();
    if wanted(Family::Exact) {
        out.extend(probes::plans(request));
    }
    if wanted(Family::Corners) {
        out.extend(corners::plans(request));
    }
    if wanted(Family::Random) {
        out.extend(RANDOM.iter().map(|(sizes, most, initial)| random_plan(request, *sizes, *most, *initial)));
    }
    out.retain(|plan| plan.dims.tokens <= request.max_tokens);
    out
}

fn random_plan(request: &Request, sizes: [usize; 6], most: f64, initial: bool) -> Plan {
    let dims = dims(request.system, sizes);
    Plan {
        id: format!("random-{}", dims.tokens),
        family: Family::Random,
        catches: vec![ROUNDING],
        pair: None,
        dims,
        request: request.clone(),
        recipe: Recipe::Random { most, initial },
    }
}

/// Batch, tokens, key heads, value heads, K, V; two parts for DeltaProduct.
pub(super) fn dims(system: System, sizes: [usize; 6]) -> Dims {
    let [batch, tokens, key_heads, value_heads, k, v] = sizes;
    let parts = if system == System::DeltaProduct { 2 } else { 1 };
    Dims { batch, tokens, key_heads, value_heads, k, v, parts }
}
