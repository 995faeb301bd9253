//! A layer: one file, opened and understood, whose transitions are read a few tokens at a time.

use crate::InspectError;
use crate::gates::{Gates, Strengths};
use crate::tensor::{Allowed, Sizes, TokenTensor};
use crate::transition::Transition;
use conformance::{DumpError, Gate, Layout, Settings};
use engine::System;
use exact::Rational;
use spectrum::{Momentum, Number, RankOneStep};
use std::path::Path;
use tensors::TensorFile;

/// How a layer is to be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// What the caller says of the file, before what its metadata says.
    pub settings: Settings,
    /// Compute the gates from raw activations although ready gates are there.
    pub raw: bool,
    /// Accept gates and strengths outside of the system's ranges.
    pub any_range: bool,
}

/// A layer of a model: the gates, keys and strengths of every token, behind a file.
#[derive(Debug)]
pub struct Layer {
    pub(crate) file: TensorFile,
    /// A short name: that of the file, without its folder and ending.
    pub name: String,
    /// The system.
    pub system: System,
    /// What a reader should know: what was ignored, what was assumed.
    pub notes: Vec<String>,
    /// Entries of the batch.
    pub batch: usize,
    /// Tokens of a batch entry.
    pub tokens: usize,
    /// Heads: those of the gates and values, where there are more of them than of the keys.
    pub heads: usize,
    /// Key channels: the dimension of the transition, or half of it for a momentum rule.
    pub channels: usize,
    /// Where packed sequences start, in tokens; `[0]` without them.
    starts: Vec<usize>,
    normalise: bool,
    parts: Parts,
}

/// The tensors that make the transitions.
#[derive(Debug)]
enum Parts {
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

#[derive(Debug)]
enum MomentumGates {
    Ready { alpha: Gates, mu: Gates, beta: TokenTensor, eta: TokenTensor },
    Raw(Box<crate::gates::RawMomentum>),
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

fn layout(file: &TensorFile, settings: &Settings, system: System) -> Result<Layout, InspectError> {
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

impl Layer {
    /// Opens a file and finds the tensors that make its transitions.
    ///
    /// # Errors
    /// When the file cannot be read, does not fit together, or leaves open what it means.
    pub fn open(path: impl AsRef<Path>, reading: &Reading) -> Result<Self, InspectError> {
        let path = path.as_ref();
        let name =
            path.file_stem().map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into_owned());
        Self::from_file(TensorFile::open(path)?, &name, reading)
    }

    /// The same for an opened file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_file(file: TensorFile, name: &str, reading: &Reading) -> Result<Self, InspectError> {
        let said = file.metadata().get("system").map(String::as_str);
        let elsewhere = ["mamba1", "mamba2", "mamba3", "linoss", "d_linoss", "cyfa"];
        if let (None, Some(said)) = (reading.settings.system, said)
            && elsewhere.contains(&said.replace('-', "_").as_str())
        {
            let why = "its state is not erased along keys; inspect reads gates, keys and strengths";
            return Err(InspectError::Unsupported { system: said.to_owned(), why });
        }
        let settings = reading.settings.clone().or(Settings::from_metadata(file.metadata())?);
        if file.names().is_empty() {
            return Err(InspectError::Empty { what: file.file().to_owned(), of: "tensors" });
        }
        let Some(system) = settings.system else {
            let why = "several systems have inputs of these names".into();
            return Err(DumpError::Unsettled { key: "system", why, flag: "system" }.into());
        };
        let layout = layout(&file, &settings, system)?;
        let (raw, any_range) = (reading.raw, reading.any_range);
        let mut open =
            Opening { file: &file, settings: &settings, system, layout, raw, any_range, used: Vec::new() };
        let (parts, sizes, key_heads) = parts(&mut open)?;
        let starts = boundaries(&mut open, sizes)?;
        let used = std::mem::take(&mut open.used);
        let ignored: Vec<&str> = file.names().into_iter().filter(|n| !used.iter().any(|u| u == n)).collect();
        let mut notes = Vec::new();
        if !ignored.is_empty() {
            notes.push(format!("ignored tensors: {}", ignored.join(", ")));
        }
        if sizes.heads != key_heads {
            notes.push(format!("{} heads share {key_heads} key heads", sizes.heads));
        }
        let normalise = settings.normalise.unwrap_or(false);
        Ok(Self {
            name: name.to_owned(),
            system,
            notes,
            batch: sizes.batch,
            tokens: sizes.tokens,
            heads: sizes.heads,
            channels: sizes.width,
            starts,
            normalise,
            parts,
            file,
        })
    }

    /// The path as it was given.
    pub fn file_name(&self) -> &str {
        self.file.file()
    }

    /// Dimension of the transition.
    pub fn dimension(&self) -> usize {
        self.channels * self.system.spec().stacked
    }

    /// The number of transitions.
    pub fn rows(&self) -> usize {
        self.batch * self.tokens * self.heads
    }

    /// Whether a sequence starts at the token.
    pub fn starts_at(&self, token: usize) -> bool {
        self.starts.contains(&token)
    }

    /// The transitions of tokens `from..to` of a batch entry, for each token those of all heads.
    ///
    /// # Errors
    /// When the file cannot be read, or an entry is not finite or out of range.
    pub fn read(&self, batch: usize, from: usize, to: usize) -> Result<Vec<Vec<Transition>>, InspectError> {
        let file = &self.file;
        let (heads, d) = (self.heads, self.channels);
        let get = |tensor: &TokenTensor, scale: usize| tensor.read(file, batch, from * scale, to * scale);
        let row = |data: &[f64], tensor: &TokenTensor, token: usize, head: usize| -> Vec<f64> {
            let key_heads = tensor.sizes.heads;
            let at = (token * key_heads + head / (heads / key_heads)) * tensor.sizes.width;
            data[at..at + tensor.sizes.width].to_vec()
        };
        let exact = |row: Vec<f64>| row.into_iter().map(Number::Exact).collect::<Vec<_>>();
        let each = |make: &dyn Fn(usize, usize) -> Transition| {
            (0..to - from).map(|t| (0..heads).map(|h| make(t, h)).collect()).collect::<Vec<Vec<_>>>()
        };
        Ok(match &self.parts {
            Parts::Diagonal { gates } => {
                let gates = gates.read(file, batch, from, to)?;
                let nothing = vec![Number::ZERO; d];
                each(&|t, h| {
                    let (left, right) = (nothing.clone(), nothing.clone());
                    let gates = gates.channels(t, h, d);
                    Transition::RankOne(RankOneStep {
                        gates,
                        scale: Number::ZERO,
                        left,
                        right,
                        decayed: true,
                    })
                })
            }
            Parts::Erase { gates, key, strength, rows } => {
                let gates = gates.read(file, batch, from, to)?;
                let (keys, strengths) =
                    (get(key, *rows)?, strength.read(file, batch, from * rows, to * rows)?);
                each(&|t, h| {
                    let step = |part: usize| {
                        let key = row(&keys, key, t * rows + part, h);
                        let scale = self.normalised(strengths.one(t * rows + part, h), &key);
                        let gates = if part == 0 { gates.channels(t, h, d) } else { vec![Number::ONE; d] };
                        let key = exact(key);
                        RankOneStep { gates, scale, left: key.clone(), right: key, decayed: true }
                    };
                    match rows {
                        1 => Transition::RankOne(step(0)),
                        _ => Transition::Product((0..*rows).map(step).collect()),
                    }
                })
            }
            Parts::Channelwise { gates, key, strength } => {
                let gates = gates.read(file, batch, from, to)?;
                let (keys, strengths) = (get(key, 1)?, strength.read(file, batch, from, to)?);
                each(&|t, h| {
                    let key = row(&keys, key, t, h);
                    let scale = self.normalised(Number::ONE, &key);
                    let right = (0..d).map(|i| strengths.times(t, h, i, key[i])).collect();
                    let gates = gates.channels(t, h, d);
                    Transition::RankOne(RankOneStep { gates, scale, left: exact(key), right, decayed: true })
                })
            }
            Parts::Removal { gates, key, rate } => {
                let gates = gates.read(file, batch, from, to)?;
                let (keys, rates) = (get(key, 1)?, get(rate, 1)?);
                each(&|t, h| {
                    let (key, rate) = (row(&keys, key, t, h), row(&rates, rate, t, h));
                    let left = key.iter().zip(&rate).map(|(k, a)| product(*k, *a)).collect();
                    let gates = gates.channels(t, h, d);
                    let step =
                        RankOneStep { gates, scale: Number::ONE, left, right: exact(key), decayed: false };
                    Transition::RankOne(step)
                })
            }
            Parts::LowRank { gates, read, write, strength, sign, decayed } => {
                let gates = gates.read(file, batch, from, to)?;
                let (reads, writes) = (get(read, 1)?, get(write, 1)?);
                let strengths = strength.read(file, batch, from, to)?;
                each(&|t, h| {
                    let left =
                        row(&writes, write, t, h).into_iter().map(|x| Number::Exact(sign * x)).collect();
                    let right = exact(row(&reads, read, t, h));
                    let (gates, scale) = (gates.channels(t, h, d), strengths.one(t, h));
                    Transition::RankOne(RankOneStep { gates, scale, left, right, decayed: *decayed })
                })
            }
            Parts::Momentum { key, p, gates } => {
                let keys = get(key, 1)?;
                let given = p.as_ref().map(|p| get(p, 1)).transpose()?;
                let gates = gates.read(file, batch, from, to)?;
                each(&|t, h| {
                    let key_row = row(&keys, key, t, h);
                    let [alpha, mu, beta, eta] = gates(t, h);
                    let p = p.as_ref().zip(given.as_ref()).map(|(p, given)| row(given, p, t, h));
                    let norm2 = squared_norm(&key_row);
                    let norm2 = match self.normalise {
                        true => &norm2 / (norm2.clone() + epsilon()),
                        false => norm2,
                    };
                    let erased = p.as_ref().map(|p| crate::transition::erased(&key_row, p, &alpha));
                    let norm2 = Number::rational(norm2);
                    let step = Momentum { channels: d, alpha, mu, beta, eta, norm2, erased };
                    Transition::Momentum { step, key: key_row, p }
                })
            }
        })
    }

    /// The strength of an erase along a key that the kernel normalises: `k kᵀ / (‖k‖² + ε)`.
    fn normalised(&self, strength: Number, key: &[f64]) -> Number {
        if !self.normalise {
            return strength;
        }
        let factor = Rational::from(1) / (squared_norm(key) + epsilon());
        match strength.exact() {
            Some(strength) => Number::rational(strength * factor),
            None => Number::enclosed(move |bits| {
                strength.ball(bits) * enclosure::RealBall::from_rational(bits, &factor)
            }),
        }
    }
}

/// The ε of the normalisation of keys.
fn epsilon() -> Rational {
    Rational::from((1, 1_000_000))
}

fn squared_norm(key: &[f64]) -> Rational {
    key.iter().filter_map(|x| Rational::from_f64(*x)).map(|x| x.square()).sum()
}

/// The product of two numbers: exact as a float where both have 24 bits, and a rational otherwise.
pub(crate) fn product(a: f64, b: f64) -> Number {
    let single = |x: f64| f64::from(x as f32) == x && (x == 0.0 || x.abs() > 1e-30);
    if single(a) && single(b) {
        return Number::Exact(a * b);
    }
    match (Rational::from_f64(a), Rational::from_f64(b)) {
        (Some(a), Some(b)) => Number::rational(a * b),
        _ => Number::Exact(f64::NAN),
    }
}

fn boundaries(open: &mut Opening<'_>, sizes: Sizes) -> Result<Vec<usize>, InspectError> {
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
fn parts(open: &mut Opening<'_>) -> Result<(Parts, Sizes, usize), InspectError> {
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
            let sizes = Sizes { tokens, ..agree(&key, &[strength.sizes()], gates.sizes(), rows)? };
            let heads = key.sizes.heads;
            Ok((Parts::Erase { gates, key, strength, rows }, sizes, heads))
        }
        System::Gdn2 => {
            let key = open.tensor("k", Allowed::ANY)?;
            let strength = Strengths::open(open, "b", STRENGTH)?;
            let gates = Gates::open(open, Some(&key))?;
            let sizes = agree(&key, &[strength.sizes()], gates.sizes(), 1)?;
            let heads = key.sizes.heads;
            Ok((Parts::Channelwise { gates, key, strength }, sizes, heads))
        }
        System::Rwkv7 => {
            let key = open.tensor("kk", Allowed::ANY)?;
            let rate = open.tensor("a", UNIT)?;
            let gates = Gates::open(open, Some(&key))?;
            let sizes = agree(&key, &[Some(rate.sizes)], gates.sizes(), 1)?;
            let heads = key.sizes.heads;
            Ok((Parts::Removal { gates, key, rate }, sizes, heads))
        }
        System::Dplr | System::Iplr => {
            let (read, write) = (open.tensor("a", Allowed::ANY)?, open.tensor("b", Allowed::ANY)?);
            let gates =
                if open.system == System::Iplr { Gates::One } else { Gates::open(open, Some(&read))? };
            let sizes = agree(&read, &[Some(write.sizes)], gates.sizes(), 1)?;
            let heads = read.sizes.heads;
            let strength = Strengths::One;
            Ok((Parts::LowRank { gates, read, write, strength, sign: -1.0, decayed: false }, sizes, heads))
        }
        System::Comba | System::CombaDecayed => {
            let (write, read) = (open.tensor("k", Allowed::ANY)?, open.tensor("p", Allowed::ANY)?);
            let strength = Strengths::open(open, "beta", STRENGTH)?;
            let gates = Gates::open(open, Some(&write))?;
            let sizes = agree(&write, &[Some(read.sizes), strength.sizes()], gates.sizes(), 1)?;
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
                MomentumGates::Raw(Box::new(crate::gates::RawMomentum::open(open)?))
            };
            let mut others: Vec<Option<Sizes>> = vec![p.as_ref().map(|p| p.sizes)];
            match &gates {
                MomentumGates::Ready { alpha, mu, beta, eta } => {
                    others.extend([alpha.sizes(), mu.sizes(), Some(beta.sizes), Some(eta.sizes)]);
                }
                MomentumGates::Raw(raw) => others.extend(raw.sizes().map(Some)),
            }
            let sizes = agree(&key, &others, None, 1)?;
            if open.settings.normalise == Some(true) {
                let known = "none for mdn here: keys as the recurrence uses them";
                let value = "x/sqrt(sum(x^2)+1e-6)".to_owned();
                return Err(DumpError::Metadata { key: "qk_l2norm", value, known }.into());
            }
            let heads = key.sizes.heads;
            Ok((Parts::Momentum { key, p, gates }, sizes, heads))
        }
    }
}

/// The common sizes, with the largest number of heads: `others` have the key's tokens, `gates` one for `rows` of them.
fn agree(
    key: &TokenTensor,
    others: &[Option<Sizes>],
    gates: Option<Sizes>,
    rows: usize,
) -> Result<Sizes, InspectError> {
    let mut sizes = key.sizes;
    for other in others.iter().flatten().chain(&gates) {
        sizes.heads = sizes.heads.max(other.heads);
    }
    let fits = |other: &Sizes, tokens: usize| {
        other.batch == sizes.batch
            && other.tokens == tokens
            && sizes.heads.is_multiple_of(other.heads)
            && (other.width == 1 || other.width == sizes.width)
    };
    let tokens = key.sizes.tokens;
    let sound = others.iter().flatten().all(|other| fits(other, tokens))
        && gates.iter().all(|gates| fits(gates, tokens / rows))
        && sizes.heads.is_multiple_of(key.sizes.heads);
    if sound {
        return Ok(sizes);
    }
    let given: Vec<String> = others
        .iter()
        .flatten()
        .chain(&gates)
        .map(|s| format!("{} × {} × {} × {}", s.batch, s.tokens, s.heads, s.width))
        .collect();
    Err(key.misfit(format!(
        "batch × tokens × heads × channels that fit the other tensors' {}",
        given.join(", ")
    )))
}

impl MomentumGates {
    fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<Box<dyn Fn(usize, usize) -> [Number; 4]>, InspectError> {
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
