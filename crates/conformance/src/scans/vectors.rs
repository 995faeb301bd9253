//! Conformance vectors of these systems: exact probes, corners, random cases, as for the systems of keys and values.

use super::compare::{bounds_of, default_chunks};
use super::generate::narrow;
use super::probe;
use super::read::ScanDump;
use super::{Scan, TensorSpec};
use crate::reference::BITS;
use crate::vectors::draw::Draw;
use crate::vectors::proof::Need;
use crate::vectors::reference::settled;
use crate::vectors::set::MADE_BY;
use crate::vectors::{Comparison, Family, Fault, Format, VectorError};
use enclosure::RealBall;
use engine::systems::linoss::Scheme;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use tensors::Tensor;

/// What a set is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanRequest {
    /// The system.
    pub scan: Scan,
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
pub struct ScanPlan {
    /// Its name, and that of its file.
    pub id: String,
    /// Its family.
    pub family: Family,
    /// The faults that it is there to catch, the first above all.
    pub catches: Vec<Fault>,
    format: Format,
    dump: ScanDump,
    /// For a probe what its intermediates need.
    need: Option<Need>,
}

/// One vector, computed.
#[derive(Clone, Debug)]
pub struct ScanVector {
    plan: ScanPlan,
    /// The results, correctly rounded, with the bound of each number.
    results: Vec<(&'static TensorSpec, Vec<f64>, Vec<f64>)>,
    /// The precision that settled them.
    bits: u32,
}

/// Bits beyond which a number counts as undecidable.
const LAST: u32 = 1 << 14;

const fn fault(name: &'static str, what: &'static str) -> Fault {
    Fault { name, what }
}

const ROUNDING: Fault =
    fault("more-than-rounding", "is off by more than its arithmetic explains, at sizes of real runs");
const LATE: Fault = fault("read-before-update", "reads the state before the token's own update");
const ORDER: Fault = fault("update-order", "decays and writes in another order");
const TAIL: Fault = fault("tail-chunk-dropped", "drops or spoils the tokens after the last full chunk");
const CHUNKS: Fault = fault("chunk-carry", "carries the state wrongly from chunk to chunk");
const GROUPS: Fault = fault("groups-tiled", "gives head h the group h mod G, not h / (H/G)");
const BATCH: Fault = fault("batch-mixed", "lets one batch entry see the state or the inputs of another");
const IGNORED: Fault = fault("initial-state-ignored", "begins from zero");
const OVERFLOW: Fault = fault(
    "inverse-decay-overflows",
    "divides by the product of the gates of a chunk, or takes exp(G_i - G_j) before masking: 0 times infinity",
);
const UNGATED: Fault = fault("gate-not-one", "does not take a logarithm of 0 as no decay");
const NARROW: Fault = fault(
    "state-narrow",
    "keeps the state in fewer bits than it should: eight small writes into a state of 1 vanish",
);
const PACKED: Fault = fault("stale-packed-state", "lets the second packed sequence see the first");
const SOFTPLUS: Fault = fault("softplus-missing", "takes raw step sizes, or leaves their bias out");

impl Scan {
    /// What a set has of exact probes, in words: which, or why there are none.
    pub fn probes(self) -> &'static str {
        match self {
            Self::Cyfa => {
                "none: the read-out is a softmax, whose exponentials are numbers of no format except for equal scores"
            }
            Self::Mamba3 => "yes, with angles of 0; turns are in the corners and random cases alone",
            Self::Oscillators(_) => {
                "yes, of few tokens: sums of the absolute values of an oscillator grow where its states do not"
            }
            _ => "yes",
        }
    }

    fn small(self) -> BTreeMap<char, usize> {
        let sizes: &[(char, usize)] = match self {
            Self::Mamba1 => &[('D', 3), ('N', 4)],
            Self::Mamba2 => &[('H', 4), ('P', 3), ('G', 2), ('N', 4)],
            Self::Mamba3 => &[('H', 2), ('P', 3), ('N', 5), ('R', 2)],
            Self::Oscillators(_) => &[('F', 3), ('P', 3)],
            Self::Cyfa => &[('H', 2), ('K', 4), ('V', 3), ('C', 5)],
        };
        sizes.iter().copied().collect()
    }
}

fn drawn(request: &ScanRequest, tokens: usize, more: &[(char, usize)], id: &str) -> ScanDump {
    let mut sizes = request.scan.small();
    sizes.insert('T', tokens);
    sizes.extend(more.iter().copied());
    let seed = request.seed ^ id.bytes().fold(0, |h: u64, b| h.wrapping_mul(0x0100_0000_01b3) ^ u64::from(b));
    ScanDump::generated(request.scan, &sizes, request.format, seed).expect("sizes of a case fit")
}

/// Replaces a tensor's entries where it is there; `f` gets the entry's index.
fn set(dump: &mut ScanDump, name: &str, mut f: impl FnMut(usize, f64) -> f64) {
    if let Some(tensor) = dump.given.tensors.get_mut(name) {
        tensor.iter_mut().enumerate().for_each(|(i, x)| *x = f(i, *x));
    }
}

/// Without the tensors that are in no probe, or in no corner that needs them.
fn without(dump: &mut ScanDump, names: &[&str]) {
    dump.given = dump.given.without(names);
}

/// The inputs of a probe; the higher the level, the fewer are not 0.
fn probe_draft(request: &ScanRequest, tokens: usize, level: u32) -> ScanDump {
    let id = format!("exact-{tokens}-{level}");
    let mut dump = drawn(request, tokens, &[], &id);
    without(&mut dump, &["z", "Z"]);
    let narrow = request.format == Format::Bf16;
    let chance = 0.5_f64.powi(i32::try_from(level).unwrap_or(0));
    let scan = request.scan;
    let names: Vec<&'static str> = dump.given.tensors.keys().copied().collect();
    for name in names {
        let draw = &mut Draw::of(request.seed, &format!("{id} {name}"));
        let oscillators = matches!(scan, Scan::Oscillators(_));
        set(&mut dump, name, |i, _| match name {
            // Oscillators of the squared frequencies 0 and 4, damped or not, so that divisors are powers of 2.
            "A" if oscillators => [0.0, 4.0, 0.0][i % 3],
            "G" => [0.0, 0.0, 2.0][i % 3],
            "dt" if oscillators => 0.5,
            "A" => draw.one_of(&[0.0, -2048.0]),
            "ADT" => draw.one_of(&[0.0, 0.0, 0.0, -2048.0]),
            "dt" | "DT" => draw.one_of(&[0.5, 1.0, 2.0]),
            "Trap" | "Angles" | "angle_state_in" | "Q_bias" | "K_bias" => 0.0,
            "x" | "V" | "u" if !draw.chance(chance) => 0.0,
            "x" | "V" | "u" | "h0" | "ssm_state_in" if !narrow && level < 4 => {
                draw.one_of(&[-2.0, -1.0, 1.0, 2.0])
            }
            "D" => draw.one_of(&[0.0, 1.0]),
            _ if !draw.chance(0.5 * chance.max(0.25)) => 0.0,
            _ => draw.one_of(&[-1.0, 1.0]),
        });
    }
    dump
}

fn probes(request: &ScanRequest) -> Vec<ScanPlan> {
    let sizes: &[(usize, &[Fault])] = match request.scan {
        Scan::Cyfa => &[],
        Scan::Oscillators(_) => &[(1, &[LATE]), (4, &[ORDER, IGNORED]), (16, &[CHUNKS])],
        _ => &[(1, &[LATE]), (16, &[ORDER, IGNORED, GROUPS]), (63, &[TAIL]), (256, &[CHUNKS])],
    };
    let plan = |(tokens, catches): &(usize, &[Fault])| {
        let (bits, lowest) = (request.format.significant_bits(), request.format.lowest_exponent());
        let found = (0..8).find_map(|level| {
            let dump = probe_draft(request, *tokens, level);
            let need = probe::need(request.scan, &dump.given)?;
            need.within(bits, lowest).then_some((dump, need))
        });
        let (dump, need) = found?;
        let grouped = request.scan == Scan::Mamba2;
        Some(ScanPlan {
            id: format!("exact-{tokens}"),
            family: Family::Exact,
            catches: catches.iter().filter(|f| grouped || **f != GROUPS).copied().collect(),
            format: request.format,
            dump,
            need: Some(need),
        })
    };
    sizes.iter().filter_map(plan).collect()
}

/// A corner: its name, its tokens, other sizes, what it catches, and what is particular about it; `false` for a system that cannot have the fault.
type Corner = (&'static str, usize, &'static [(char, usize)], &'static [Fault], fn(&mut ScanDump) -> bool);

fn logarithm(dump: &mut ScanDump, to: f64) -> bool {
    match dump.scan {
        Scan::Mamba1 | Scan::Mamba2 => {
            set(dump, "dt", |_, _| 1.0);
            set(dump, "A", |_, _| to);
        }
        Scan::Mamba3 => set(dump, "ADT", |_, _| to),
        Scan::Cyfa => set(dump, "g", |_, _| to),
        Scan::Oscillators(_) => return false,
    }
    true
}

fn mamba(dump: &ScanDump) -> bool {
    matches!(dump.scan, Scan::Mamba1 | Scan::Mamba2)
}

const CORNERS: &[Corner] = &[
    ("one-token", 1, &[], &[LATE], |_| true),
    ("decay-1e-12", 70, &[], &[OVERFLOW], |d| {
        let log = f64::from(1e-12_f32.ln());
        d.scan != Scan::Cyfa && logarithm(d, log)
    }),
    ("log-decay-zero", 9, &[], &[UNGATED], |d| logarithm(d, 0.0)),
    ("tail-63", 63, &[], &[TAIL], |d| d.scan != Scan::Cyfa),
    ("tail-65", 65, &[], &[TAIL, CHUNKS], |d| d.scan != Scan::Cyfa),
    ("batch-2", 5, &[('B', 2)], &[BATCH, IGNORED], |_| true),
    ("grouped-heads", 6, &[('H', 4), ('G', 2)], &[GROUPS], |d| matches!(d.scan, Scan::Mamba2 | Scan::Mamba3)),
    (
        "state-square",
        5,
        &[('N', 4), ('P', 4), ('D', 4)],
        &[
            fault(
                "initial-state-transposed",
                "takes or gives the state with its axes exchanged, which equal sizes hide",
            ),
            IGNORED,
        ],
        |d| matches!(d.scan, Scan::Mamba1 | Scan::Mamba2 | Scan::Mamba3),
    ),
    (
        "packed-1-0-4",
        5,
        &[],
        &[
            PACKED,
            fault("empty-sequence", "mishandles an empty sequence: its final state is its initial one"),
        ],
        |d| {
            if d.scan != Scan::Mamba2 {
                return false;
            }
            d.given.sequences = vec![(0, 0..1), (0, 1..1), (0, 1..5)];
            let start = d.given.tensor("h0").to_vec();
            let states = [1.0, 0.5, -0.25].iter().flat_map(|f| start.iter().map(move |x| f * x)).collect();
            d.given.tensors.insert("h0", states);
            true
        },
    ),
    ("small-writes", 8, &[], &[NARROW], |d| {
        let one = |d: &mut ScanDump, names: &[&str], to: f64| names.iter().for_each(|n| set(d, n, |_, _| to));
        if !matches!(d.scan, Scan::Mamba1 | Scan::Mamba2) {
            return false;
        }
        logarithm(d, 0.0);
        without(d, &["z", "D"]);
        one(d, &["B", "C", "h0"], 1.0);
        let small = d.arithmetic.output.max(1e-3).log2().floor().exp2();
        one(d, &["x"], small / 16.0);
        true
    }),
    ("softplus", 6, &[], &[SOFTPLUS], |d| {
        if !mamba(d) {
            return false;
        }
        let heads = d.given.size(if d.scan == Scan::Mamba1 { 'D' } else { 'H' });
        set(d, "dt", |i, x| f64::from((8.0 * x) as f32) - if i % 3 == 0 { 6.0 } else { 2.0 });
        d.given.tensors.insert("dt_bias", (0..heads).map(|h| [0.5, -1.5][h % 2]).collect());
        d.given.softplus = true;
        true
    }),
    (
        "unturned-channels",
        12,
        &[('N', 6), ('R', 1)],
        &[
            fault("angles-padded", "turns channels beyond the angles"),
            fault("turned-in-halves", "turns the pairs (i, i + N/2), not (2i, 2i + 1)"),
        ],
        |d| d.scan == Scan::Mamba3,
    ),
    (
        "skip-and-gate",
        4,
        &[],
        &[
            fault("skip-missing", "does not add D times the input"),
            fault("gate-missing", "does not multiply by the gate silu(z)"),
        ],
        |d| d.given.maybe("D").is_some(),
    ),
    (
        "complex-read-out",
        7,
        &[],
        &[
            fault("conjugate", "reads with the conjugate of C"),
            fault("imaginary-part-missing", "reads Re(C) Re(x) only"),
        ],
        |d| matches!(d.scan, Scan::Oscillators(_)),
    ),
    ("undamped", 64, &[], &[fault("scheme", "discretises in another way: energy is lost or gained")], |d| {
        set(d, "G", |_, _| 0.0);
        // The explicit scheme blows up without damping.
        matches!(d.scan, Scan::Oscillators(s) if s != Scheme::DampedEx)
    }),
    ("clock", 9, &[], &[fault("clock-late", "reads with the clock of the token before")], |d| {
        d.scan == Scan::Cyfa
    }),
    ("one-slot", 4, &[('C', 1)], &[fault("one-slot", "needs more than one slot")], |d| d.scan == Scan::Cyfa),
];

fn corners(request: &ScanRequest) -> Vec<ScanPlan> {
    let plan = |(name, tokens, more, catches, change): &Corner| {
        let axes: String = request.scan.spec().inputs.iter().map(|t| t.axes).collect();
        let known: Vec<(char, usize)> =
            more.iter().filter(|(axis, _)| axes.contains(*axis)).copied().collect();
        let mut dump = drawn(request, *tokens, &known, name);
        change(&mut dump).then(|| ScanPlan {
            id: format!("corner-{name}"),
            family: Family::Corners,
            catches: catches.to_vec(),
            format: request.format,
            dump,
            need: None,
        })
    };
    CORNERS.iter().filter_map(plan).collect()
}

fn random(request: &ScanRequest) -> Vec<ScanPlan> {
    type Sizes = (usize, &'static [(char, usize)]);
    let sizes: &[Sizes] = match request.scan {
        Scan::Cyfa => &[(7, &[]), (33, &[('B', 2)]), (130, &[('K', 8), ('V', 6), ('C', 7)])],
        Scan::Oscillators(_) => &[(7, &[]), (130, &[('B', 2), ('P', 8)]), (1024, &[('P', 8)])],
        Scan::Mamba1 => &[(7, &[]), (130, &[('B', 2), ('D', 8)]), (4096, &[('D', 4), ('N', 8)])],
        _ => &[(7, &[]), (130, &[('B', 2), ('P', 8)]), (4096, &[('H', 2), ('G', 1), ('P', 4), ('N', 8)])],
    };
    let plan = |(tokens, more): &Sizes| {
        let id = format!("random-{tokens}");
        let axes: String = request.scan.spec().inputs.iter().map(|t| t.axes).collect();
        let known: Vec<(char, usize)> = more.iter().filter(|(a, _)| axes.contains(*a)).copied().collect();
        let dump = drawn(request, *tokens, &known, &id);
        let (format, need) = (request.format, None);
        ScanPlan { id, family: Family::Random, catches: vec![ROUNDING], format, dump, need }
    };
    sizes.iter().filter(|(tokens, _)| *tokens <= request.max_tokens).map(plan).collect()
}

/// The cases of a set, in order.
pub fn plans(request: &ScanRequest) -> Vec<ScanPlan> {
    let wanted = |family| request.families.is_empty() || request.families.contains(&family);
    let mut out = Vec::new();
    if wanted(Family::Exact) {
        out.extend(probes(request));
    }
    if wanted(Family::Corners) {
        out.extend(corners(request));
    }
    if wanted(Family::Random) {
        out.extend(random(request));
    }
    out.retain(|plan| plan.tokens() <= request.max_tokens);
    out
}

impl ScanPlan {
    /// The name of the case's file.
    pub fn file(&self) -> String {
        format!("{}.safetensors", self.id)
    }

    /// The tokens.
    pub fn tokens(&self) -> usize {
        self.dump.given.size('T')
    }

    /// The sizes of all axes, in words.
    pub fn sizes(&self) -> String {
        let axes = self.shape().into_iter().filter(|(axis, _)| *axis != 'T');
        axes.map(|(axis, n)| format!("{axis} {n}")).collect::<Vec<_>>().join(", ")
    }

    fn shape(&self) -> BTreeMap<char, usize> {
        let spec = self.dump.scan.spec();
        let inputs = spec.inputs.iter().filter(|t| self.dump.given.maybe(t.name).is_some());
        let axes: String = inputs.chain(spec.results).map(|t| t.axes).collect();
        self.dump.given.sizes.iter().filter(|(a, _)| axes.contains(**a)).map(|(a, n)| (*a, *n)).collect()
    }

    /// Computes the vector.
    ///
    /// # Errors
    /// [`VectorError::Undecided`].
    pub fn vector(&self) -> Result<ScanVector, VectorError> {
        if self.need.is_some() {
            // No operation rounds, in `f64` least of all, and a factor of exp(-1024) is 0.
            let mut all = self.dump.in_double();
            let exact = |spec: &'static TensorSpec| {
                let values = all.remove(spec.name).unwrap_or_default();
                let bounds = vec![0.0; values.len()];
                (spec, values, bounds)
            };
            let results = self.dump.scan.spec().results.iter().map(exact).collect();
            return Ok(ScanVector { plan: self.clone(), results, bits: 53 });
        }
        let bounds = bounds_of(&self.dump, &self.dump.given, &default_chunks());
        let mut bits = BITS;
        loop {
            let rounded = |(n, (spec, balls)): (usize, (&'static TensorSpec, Vec<RealBall>))| {
                let format = if n == 0 { self.format } else { self.format.of_states() };
                let settled: Option<Vec<(f64, f64)>> = balls.iter().map(|b| settled(b, format)).collect();
                let (values, errors): (Vec<f64>, Vec<f64>) = settled?.into_iter().unzip();
                let within = |(b, e): (&f64, f64)| if e == 0.0 { *b } else { (b + e).next_up() };
                let bound = bounds[spec.name].iter().zip(errors).map(within).collect();
                Some((spec, values, bound))
            };
            let results: Option<Vec<_>> =
                self.dump.enclosed(bits).into_iter().enumerate().map(rounded).collect();
            match results {
                Some(results) => return Ok(ScanVector { plan: self.clone(), results, bits }),
                None if bits >= LAST => {
                    return Err(VectorError::Undecided { case: self.id.clone(), bits });
                }
                None => bits *= 2,
            }
        }
    }
}

impl ScanVector {
    /// What it is for.
    pub fn plan(&self) -> &ScanPlan {
        &self.plan
    }

    /// The inputs, as a dump without results.
    pub fn dump(&self) -> &ScanDump {
        &self.plan.dump
    }

    /// How results are held against it.
    pub fn comparison(&self) -> Comparison {
        if self.plan.need.is_some() { Comparison::Equal } else { Comparison::WithinBound }
    }

    /// The reference and the bounds of a result.
    ///
    /// # Panics
    /// When the system has no such result.
    pub fn result(&self, name: &str) -> (&[f64], &[f64]) {
        match self.results.iter().find(|(spec, ..)| spec.name == name) {
            Some((_, values, bounds)) => (values, bounds),
            None => panic!("there is no result `{name}`"),
        }
    }

    /// The largest bound of an output; 0 for a probe.
    pub fn largest_bound(&self) -> f64 {
        self.results.first().map_or(0.0, |(_, _, b)| b.iter().fold(0.0, |m: f64, x| m.max(*x)))
    }

    fn inputs(&self) -> impl Iterator<Item = &'static TensorSpec> {
        let spec = self.plan.dump.scan.spec();
        spec.inputs.iter().chain(spec.initial).filter(|t| self.plan.dump.given.maybe(t.name).is_some())
    }

    fn packed(&self) -> bool {
        self.plan.dump.given.sequences.len() != self.plan.dump.given.size('B')
    }

    /// The file's tensors.
    pub fn tensors(&self) -> Vec<(String, Tensor)> {
        let (dump, format) = (&self.plan.dump, self.plan.format);
        let states = format.of_states();
        let mut out = Vec::new();
        for t in self.inputs() {
            let format = if narrow(t) { format } else { states };
            out.push((t.name.to_owned(), format.tensor(dump.shape(t), dump.given.tensor(t.name))));
        }
        if self.packed() {
            let ends = dump.given.sequences.iter().map(|(_, range)| range.end as i64);
            let ends: Vec<i64> = std::iter::once(0).chain(ends).collect();
            let tensor = Tensor::new(vec![ends.len()], ends).expect("a vector has the length of its shape");
            out.push(("cu_seqlens".into(), tensor));
        }
        for (n, (spec, values, bounds)) in self.results.iter().enumerate() {
            let format = if n == 0 { format } else { states };
            out.push((spec.name.to_owned(), format.tensor(dump.shape(spec), values)));
            out.push((format!("bound_{}", spec.name), Format::F64.tensor(dump.shape(spec), bounds)));
        }
        out
    }

    fn gate(&self) -> &'static str {
        if self.plan.dump.given.softplus { "softplus" } else { "natural_log" }
    }

    /// The file's metadata: those of the dump format, and `made_by` and `case`.
    pub fn metadata(&self) -> BTreeMap<String, String> {
        let of = [
            ("system", self.plan.dump.scan.spec().name),
            ("dtype_of_arithmetic", self.plan.dump.arithmetic.name),
            ("gate", self.gate()),
            ("made_by", MADE_BY),
            ("case", &self.plan.id),
        ];
        of.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
    }

    /// The manifest's entry.
    pub(crate) fn entry(&self) -> Json {
        let plan = &self.plan;
        let faults: Vec<Json> =
            plan.catches.iter().map(|f| json!({"fault": f.name, "what": f.what})).collect();
        let shape: BTreeMap<String, usize> =
            plan.shape().into_iter().map(|(axis, n)| (axis.to_string(), n)).collect();
        let mut inputs: Vec<&str> = self.inputs().map(|t| t.name).collect();
        if self.packed() {
            inputs.push("cu_seqlens");
        }
        json!({
            "id": plan.id,
            "file": plan.file(),
            "family": plan.family.name(),
            "catches": faults,
            "comparison": match self.comparison() {
                Comparison::Equal => "equal",
                Comparison::WithinBound => "within_bound",
            },
            "shape": shape,
            "gate": self.gate(),
            "packed": self.packed(),
            "inputs": inputs,
            "results": self.results.iter().map(|(spec, ..)| spec.name).collect::<Vec<_>>(),
            "exact": plan.need.map(|n| json!({
                "needed_bits": n.bits(), "available_bits": plan.format.significant_bits(), "finest_exponent": n.lowest,
            })),
            "reference_bits": self.bits,
            "largest_bound": self.largest_bound(),
        })
    }
}
