//! Which tensors of a file make the transitions of a system.

use crate::InspectError;
use crate::gates::{FourGates, Gates, RawMomentum, Strengths};
use crate::tensor::{Allowed, Sizes, TokenTensor};
use conformance::{DumpError, Gate, Layout, Settings};
use engine::System;
use spectrum::Number;
use tensors::TensorFile;

/// The tensors that make the transitions.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each layer")]
pub(crate) enum Parts {
    Diagonal {
        gates: Gates,
    },
    Erase {
        gates: Gates,
        key: TokenTensor,
        strength: Strengths,
        rows: usize,
    },
    Channelwise {
        gates: Gates,
        key: TokenTensor,
        strength: Strengths,
    },
    Removal {
        gates: Gates,
        key: TokenTensor,
        rate: TokenTensor,
    },
    LowRank {
        gates: Gates,
        read: TokenTensor,
        write: TokenTensor,
        strength: Strengths,
        sign: f64,
        decayed: bool,
    },
    Momentum {
        key: TokenTensor,
        p: Option<TokenTensor>,
        gates: MomentumGates,
    },
}

impl Parts {
    /// Whether there is a key that a kernel may normalise.
    pub(crate) fn has_key(&self) -> bool {
        matches!(self, Self::Erase { .. } | Self::Channelwise { .. } | Self::Momentum { .. })
    }

    /// Whether erase strengths are read as they are.
    pub(crate) fn has_ready_strength(&self) -> bool {
        match self {
            Self::Erase { strength, .. }
            | Self::Channelwise { strength, .. }
            | Self::LowRank { strength, .. } => {
                matches!(strength, Strengths::Used(_))
            }
            Self::Momentum { gates, .. } => matches!(gates, MomentumGates::Ready { .. }),
            Self::Diagonal { .. } | Self::Removal { .. } => false,
        }
    }

    /// Whether some gates are read as logarithms.
    pub(crate) fn has_logarithms(&self) -> bool {
        let log = |gates: &Gates| matches!(gates, Gates::Log(_) | Gates::Signed(..));
        match self {
            Self::Diagonal { gates }
            | Self::Erase { gates, .. }
            | Self::Channelwise { gates, .. }
            | Self::Removal { gates, .. }
            | Self::LowRank { gates, .. } => log(gates),
            Self::Momentum { gates: MomentumGates::Ready { alpha, mu, .. }, .. } => log(alpha) || log(mu),
            Self::Momentum { .. } => false,
        }
    }
}

/// The four gates of a momentum rule.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each layer")]
pub(crate) enum MomentumGates {
    Ready { alpha: Gates, mu: Gates, beta: TokenTensor, eta: TokenTensor },
    Raw(Box<RawMomentum>),
}

/// What is known while a file is being understood.
pub(crate) struct Opening<'a> {
    pub(crate) file: &'a TensorFile,
    pub(crate) settings: &'a Settings,
    pub(crate) system: System,
    pub(crate) layout: Layout,
    pub(crate) raw: bool,
    pub(crate) any_range: bool,
    pub(crate) used: Vec<String>,
}

impl Opening<'_> {
    /// The file's name for a name of the format.
    pub(crate) fn own(&self, name: &str) -> String {
        self.settings.names.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        let own = self.own(name);
        self.file.names().contains(&own.as_str())
    }

    pub(crate) fn missing(&self, name: &str) -> InspectError {
        let names = self.file.names().join(", ");
        let hint = format!("; the file has {names} (--map {name}=NAME if one of them is meant)");
        InspectError::Dump(DumpError::Missing { name: name.to_owned(), hint })
    }

    pub(crate) fn tensor(&mut self, name: &str, allowed: Allowed) -> Result<TokenTensor, InspectError> {
        if !self.has(name) {
            return Err(self.missing(name));
        }
        let own = self.own(name);
        self.used.push(own.clone());
        let allowed = if self.any_range { Allowed::ANY } else { allowed };
        TokenTensor::new(self.file, &own, self.layout, allowed)
    }

    /// A parameter of the layer, of so many entries, under its name or behind `param.`.
    pub(crate) fn parameter(&mut self, name: &str, count: usize) -> Result<Vec<f64>, InspectError> {
        let prefixed = format!("param.{name}");
        let name = if self.has(name) { name } else { prefixed.as_str() };
        if !self.has(name) {
            return Err(self.missing(name));
        }
        let own = self.own(name);
        self.used.push(own.clone());
        let tensor = self.file.read(&own)?;
        if let Some((index, value)) = tensor.first_non_finite() {
            return Err(InspectError::NotFinite { name: own, index, value });
        }
        if tensor.len() != count {
            let wanted = format!("{count} entries");
            return Err(DumpError::Shape { name: own, shape: tensor.shape().to_vec(), wanted }.into());
        }
        tensor.to_f64().map_err(|source| InspectError::Tensor { name: own, source })
    }
}

const STRENGTH: Allowed = Allowed::new(0.0, 2.0, "[0, 2]");
const UNIT: Allowed = Allowed::new(0.0, 1.0, "[0, 1]");

pub(crate) fn layout(file: &TensorFile, settings: &Settings, system: System) -> Result<Layout, InspectError> {
    if let Some(layout) = settings.layout {
        return Ok(layout);
    }
    let key = key_name(system);
    let own = settings.names.get(key).cloned().unwrap_or_else(|| key.to_owned());
    let axes = if file.names().contains(&own.as_str()) { file.shape(&own)?.len() } else { 0 };
    if axes == 3 {
        return Ok(Layout::Thd);
    }
    let why = format!("`{own}` has {axes} axes");
    Err(DumpError::Unsettled { key: "layout", why, flag: "layout" }.into())
}

fn key_name(system: System) -> &'static str {
    match system {
        System::Rwkv7 => "kk",
        System::Dplr | System::Iplr => "a",
        System::Gla => "g",
        _ => "k",
    }
}

pub(crate) fn boundaries(open: &mut Opening<'_>, sizes: Sizes) -> Result<Vec<usize>, InspectError> {
    if !open.has("cu_seqlens") {
        return Ok(vec![0]);
    }
    let own = open.own("cu_seqlens");
    open.used.push(own.clone());
    let tensor = open.file.read(&own)?;
    let ends = tensor.to_i64().map_err(|source| InspectError::Tensor { name: own.clone(), source })?;
    let sound = ends.first() == Some(&0)
        && ends.last() == i64::try_from(sizes.tokens).ok().as_ref()
        && ends.windows(2).all(|pair| pair[0] <= pair[1]);
    if !sound || sizes.batch != 1 {
        let wanted = format!("boundaries from 0 to {} that do not go back, for a batch of one", sizes.tokens);
        return Err(DumpError::Shape { name: own, shape: tensor.shape().to_vec(), wanted }.into());
    }
    Ok(ends.iter().filter_map(|end| usize::try_from(*end).ok()).collect())
}

/// The tensors of the system, the sizes of the layer, and the number of key heads.
pub(crate) fn parts(open: &mut Opening<'_>) -> Result<(Parts, Sizes, usize), InspectError> {
    match open.system {
        System::Gla => {
            let gates = Gates::open(open, None)?;
            let Some(sizes) = gates.sizes() else { return Err(open.missing("g")) };
            Ok((Parts::Diagonal { gates }, sizes, sizes.heads))
        }
        System::DeltaNet | System::Gdn | System::Kda | System::Ckda | System::DeltaProduct => {
            let key = open.tensor("k", Allowed::ANY)?;
            let strength = Strengths::open(open, "beta", STRENGTH)?;
            let gates = Gates::open(open, Some(&key))?;
            let (tokens, rows) = match (open.system, gates.sizes()) {
                (System::DeltaProduct, Some(sizes)) => (sizes.tokens, key.sizes.tokens / sizes.tokens),
                (System::DeltaProduct, None) => {
                    let query = open.tensor("q", Allowed::ANY)?;
                    (query.sizes.tokens, key.sizes.tokens / query.sizes.tokens)
                }
                _ => (key.sizes.tokens, 1),
            };
            if rows == 0 || tokens * rows != key.sizes.tokens {
                return Err(key.misfit(format!("a multiple of {tokens} tokens")));
            }
            let sizes =
                Sizes { tokens, ..agree(&key, &[(strength.sizes(), Wide::One)], gates.sizes(), rows)? };
            let heads = key.sizes.heads;
            Ok((Parts::Erase { gates, key, strength, rows }, sizes, heads))
        }
        System::Gdn2 => {
            let key = open.tensor("k", Allowed::ANY)?;
            let strength = Strengths::open(open, "b", STRENGTH)?;
            let gates = Gates::open(open, Some(&key))?;
            let sizes = agree(&key, &[(strength.sizes(), Wide::Either)], gates.sizes(), 1)?;
            let heads = key.sizes.heads;
            Ok((Parts::Channelwise { gates, key, strength }, sizes, heads))
        }
        System::Rwkv7 => {
            let key = open.tensor("kk", Allowed::ANY)?;
            let rate = open.tensor("a", UNIT)?;
            let gates = Gates::open(open, Some(&key))?;
            let sizes = agree(&key, &[(Some(rate.sizes), Wide::Channels)], gates.sizes(), 1)?;
            let heads = key.sizes.heads;
            Ok((Parts::Removal { gates, key, rate }, sizes, heads))
        }
        System::Dplr | System::Iplr => {
            let (read, write) = (open.tensor("a", Allowed::ANY)?, open.tensor("b", Allowed::ANY)?);
            let gates =
                if open.system == System::Iplr { Gates::One } else { Gates::open(open, Some(&read))? };
            let sizes = agree(&read, &[(Some(write.sizes), Wide::Channels)], gates.sizes(), 1)?;
            let heads = read.sizes.heads;
            let strength = Strengths::One;
            Ok((Parts::LowRank { gates, read, write, strength, sign: -1.0, decayed: false }, sizes, heads))
        }
        System::Comba | System::CombaDecayed => {
            let (write, read) = (open.tensor("k", Allowed::ANY)?, open.tensor("p", Allowed::ANY)?);
            let strength = Strengths::open(open, "beta", STRENGTH)?;
            let gates = Gates::open(open, Some(&write))?;
            let sizes = agree(
                &write,
                &[(Some(read.sizes), Wide::Channels), (strength.sizes(), Wide::One)],
                gates.sizes(),
                1,
            )?;
            let heads = write.sizes.heads;
            let decayed = open.system == System::CombaDecayed;
            Ok((Parts::LowRank { gates, read, write, strength, sign: 1.0, decayed }, sizes, heads))
        }
        System::Mdn => {
            let key = open.tensor("k", Allowed::ANY)?;
            let ready = !open.raw && (open.has("log_alpha") || open.has("alpha") || !open.has("a_raw"));
            let p = if open.has("p") { Some(open.tensor("p", Allowed::ANY)?) } else { None };
            let gates = if ready {
                let alpha = Gates::factor(open, "alpha", "log_alpha", UNIT)?;
                let mu = Gates::factor(open, "mu", "log_mu", UNIT)?;
                let (beta, eta) = (open.tensor("beta", STRENGTH)?, open.tensor("eta", STRENGTH)?);
                MomentumGates::Ready { alpha, mu, beta, eta }
            } else {
                MomentumGates::Raw(Box::new(RawMomentum::open(open)?))
            };
            let mut others = vec![(p.as_ref().map(|p| p.sizes), Wide::Channels)];
            match &gates {
                MomentumGates::Ready { alpha, mu, beta, eta } => {
                    let sizes = [alpha.sizes(), mu.sizes(), Some(beta.sizes), Some(eta.sizes)];
                    others.extend(sizes.map(|sizes| (sizes, Wide::One)));
                }
                MomentumGates::Raw(raw) => others.extend(raw.sizes().map(|sizes| (Some(sizes), Wide::One))),
            }
            let sizes = agree(&key, &others, None, 1)?;
            if others[1..].iter().flat_map(|(other, _)| other).any(|other| other.heads != sizes.heads) {
                return Err(key.misfit("gates with one number for each of the same heads".into()));
            }
            if open.settings.normalise == Some(true) && p.is_some() {
                let known = "none for mdn where `p` is given: keys as the recurrence uses them";
                let value = "x/sqrt(sum(x^2)+1e-6)".to_owned();
                return Err(DumpError::Metadata { key: "qk_l2norm", value, known }.into());
            }
            let heads = key.sizes.heads;
            Ok((Parts::Momentum { key, p, gates }, sizes, heads))
        }
    }
}

/// How many numbers a tensor has for each token and head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wide {
    One,
    Channels,
    Either,
}

/// The common sizes, with the largest number of heads: `others` have the key's tokens, `gates` one for `rows` of them.
fn agree(
    key: &TokenTensor,
    others: &[(Option<Sizes>, Wide)],
    gates: Option<Sizes>,
    rows: usize,
) -> Result<Sizes, InspectError> {
    let mut sizes = key.sizes;
    let given = || others.iter().filter_map(|(size, wide)| Some(((*size)?, *wide, key.sizes.tokens)));
    let all = || given().chain(gates.map(|gates| (gates, Wide::Either, key.sizes.tokens / rows)));
    for (other, ..) in all() {
        sizes.heads = sizes.heads.max(other.heads);
    }
    let fits = |(other, wide, tokens): (Sizes, Wide, usize)| {
        let width = match wide {
            Wide::One => other.width == 1,
            Wide::Channels => other.width == sizes.width,
            Wide::Either => other.width == 1 || other.width == sizes.width,
        };
        width
            && other.batch == sizes.batch
            && other.tokens == tokens
            && sizes.heads.is_multiple_of(other.heads)
    };
    if all().all(fits) && sizes.heads.is_multiple_of(key.sizes.heads) {
        return Ok(sizes);
    }
    let given: Vec<String> =
        all().map(|(s, ..)| format!("{} × {} × {} × {}", s.batch, s.tokens, s.heads, s.width)).collect();
    Err(key.misfit(format!(
        "batch × tokens × heads × channels that fit the other tensors' {}",
        given.join(", ")
    )))
}

impl MomentumGates {
    pub(crate) fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<FourGates, InspectError> {
        Ok(match self {
            Self::Ready { alpha, mu, beta, eta } => {
                let (alpha, mu) = (alpha.read(file, batch, from, to)?, mu.read(file, batch, from, to)?);
                let heads = beta.sizes.heads;
                let (beta, eta) = (beta.read(file, batch, from, to)?, eta.read(file, batch, from, to)?);
                Box::new(move |t, h| {
                    let strength = |data: &[f64]| Number::Exact(data[t * heads + h]);
                    [alpha.one(t, h), mu.one(t, h), strength(&beta), strength(&eta)]
                })
            }
            Self::Raw(raw) => raw.read(file, batch, from, to)?,
        })
    }
}

/// Whether the gates are asked for in a form that is computed from raw activations.
pub(crate) fn is_raw(gate: Option<Gate>) -> bool {
    matches!(gate, Some(Gate::Safe | Gate::Softplus))
}
