//! A layer: one file, opened and understood, whose transitions are read a few tokens at a time.

use crate::InspectError;
use crate::parts::{Opening, Parts, boundaries, layout, parts};
use crate::tensor::TokenTensor;
use crate::transition::Transition;
use conformance::{DumpError, Settings};
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
        let mut notes = Settings::misspelt(file.metadata());
        let assumed = assumed(&settings, &parts);
        if !assumed.is_empty() {
            notes.push(format!("assumed, since neither flags nor metadata say: {}", assumed.join(", ")));
        }
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
                let gates = gates.read(file, batch, from, to)?.shared(heads);
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
                let gates = gates.read(file, batch, from, to)?.shared(heads);
                let (keys, strengths) =
                    (get(key, *rows)?, strength.read(file, batch, from * rows, to * rows)?.shared(heads));
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
                let gates = gates.read(file, batch, from, to)?.shared(heads);
                let (keys, strengths) = (get(key, 1)?, strength.read(file, batch, from, to)?.shared(heads));
                each(&|t, h| {
                    let key = row(&keys, key, t, h);
                    let scale = self.normalised(Number::ONE, &key);
                    let right = (0..d).map(|i| strengths.times(t, h, i, key[i])).collect();
                    let gates = gates.channels(t, h, d);
                    Transition::RankOne(RankOneStep { gates, scale, left: exact(key), right, decayed: true })
                })
            }
            Parts::Removal { gates, key, rate } => {
                let gates = gates.read(file, batch, from, to)?.shared(heads);
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
                let gates = gates.read(file, batch, from, to)?.shared(heads);
                let (reads, writes) = (get(read, 1)?, get(write, 1)?);
                let strengths = strength.read(file, batch, from, to)?.shared(heads);
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
                    let factor = self.normalised(Number::ONE, &key_row);
                    Transition::Momentum { step, key: key_row, factor, p }
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

/// Settings that are taken as what they mostly are, where nobody said.
fn assumed(settings: &Settings, parts: &Parts) -> Vec<&'static str> {
    let all = [
        (settings.normalise.is_none() && parts.has_key(), "qk_l2norm none"),
        (settings.beta.is_none() && parts.has_ready_strength(), "beta as_used"),
        (settings.gate.is_none() && parts.has_logarithms(), "gate natural_log"),
    ];
    all.into_iter().filter(|(is_assumed, _)| *is_assumed).map(|(_, setting)| setting).collect()
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
