//! What a dump says of itself in its metadata, and what the caller says instead.

use super::error::DumpError;
use super::layout::{Layout, StateLayout};
use crate::scans::Scan;
use engine::System;
use engine::bounds::Arithmetic;
use std::collections::BTreeMap;

/// How gates are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// As natural logarithms.
    NaturalLog,
    /// As factors, signed or not.
    Factor,
    /// Raw, for $\ell\,\sigma(e^A (x + b))$ in the kernel.
    Safe,
    /// Raw, for $-e^A\,\mathrm{softplus}(x + b)$ in the kernel.
    Softplus,
    /// There are none.
    None,
}

/// How strengths are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beta {
    /// As the recurrence uses them, doubled where they are doubled.
    AsUsed,
    /// Before the sigmoid.
    Raw,
    /// Before the sigmoid, which is doubled.
    RawDoubled,
}

/// What is known of a dump besides its tensors. Everything is optional; the caller's settings go before the file's metadata.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The system, where it is a matrix recurrence.
    pub system: Option<System>,
    /// The system, where it is another.
    pub scan: Option<Scan>,
    /// The kernel's arithmetic.
    pub arithmetic: Option<&'static Arithmetic>,
    /// The axes of the token tensors.
    pub layout: Option<Layout>,
    /// The axes of the states.
    pub state_layout: Option<StateLayout>,
    /// The factor of the outputs.
    pub scale: Option<f64>,
    /// Whether the kernel normalises queries and keys.
    pub normalise: Option<bool>,
    /// How gates are given.
    pub gate: Option<Gate>,
    /// The lower bound of a safe gate.
    pub lower_bound: Option<f64>,
    /// How strengths are given.
    pub beta: Option<Beta>,
    /// The file's names for the names of the format.
    pub names: BTreeMap<String, String>,
}

/// The keys that are read.
const KEYS: [&str; 9] = [
    "system",
    "dtype_of_arithmetic",
    "layout",
    "state_layout",
    "scale",
    "lower_bound",
    "qk_l2norm",
    "gate",
    "beta",
];

fn value<T>(
    key: &'static str,
    text: &str,
    parsed: Option<T>,
    known: &'static str,
) -> Result<Option<T>, DumpError> {
    match parsed {
        Some(value) => Ok(Some(value)),
        None => Err(DumpError::Metadata { key, value: text.into(), known }),
    }
}

impl Settings {
    /// Those of a file's metadata.
    ///
    /// # Errors
    /// When a known key has an unknown value. Unknown keys are no errors.
    pub fn from_metadata(metadata: &BTreeMap<String, String>) -> Result<Self, DumpError> {
        let mut settings = Self::default();
        for (key, text) in metadata {
            settings.set(key, text)?;
        }
        Ok(settings)
    }

    /// A note for each key of the metadata that looks like a misspelling of one that would be read.
    pub fn misspelt(metadata: &BTreeMap<String, String>) -> Vec<String> {
        let bare = |key: &str| key.to_lowercase().replace(['_', '-', ' '], "");
        let meant = |key: &String| {
            KEYS.iter().find(|known| *known != key && strsim::osa_distance(&bare(key), &bare(known)) <= 1)
        };
        let note = |(key, known)| format!("the metadata's `{key}` is ignored; is `{known}` meant?");
        metadata.keys().filter_map(|key| Some((key, meant(key)?))).map(note).collect()
    }

    /// Takes in one key of the format; other keys are ignored.
    ///
    /// # Errors
    /// When the value is not one of the key's.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), DumpError> {
        let number = |key| {
            text.parse::<f64>().ok().filter(|x| x.is_finite()).map_or_else(
                || Err(DumpError::Metadata { key, value: text.into(), known: "a finite number" }),
                |x| Ok(Some(x)),
            )
        };
        match key {
            "system" => {
                self.scan = Scan::named(text);
                self.system = System::named(text);
                if self.scan.is_none() {
                    let known = "a system of `eigenclaim run --list`";
                    self.system = value("system", text, self.system, known)?;
                }
            }
            "dtype_of_arithmetic" => {
                let known = "f64, f32, bf16_io_f32_state, f16_io_f32_state, bf16_dot_f32_state";
                self.arithmetic = value("dtype_of_arithmetic", text, Arithmetic::named(text), known)?;
            }
            "layout" => self.layout = value("layout", text, Layout::named(text), "BTHD, BHTD, THD")?,
            "state_layout" => {
                let known = "BHKV, BHVK, NHKV, NHVK, 2BHKV, 2BHVK";
                self.state_layout = value("state_layout", text, StateLayout::named(text), known)?;
            }
            "scale" => self.scale = number("scale")?,
            "lower_bound" => {
                let bound = number("lower_bound")?;
                let known = "a negative number, which bounds logarithms of decays";
                self.lower_bound = value("lower_bound", text, bound.filter(|bound| *bound < 0.0), known)?;
            }
            "qk_l2norm" => {
                let spaceless: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                let parsed = match spaceless.as_str() {
                    "none" | "" => Some(false),
                    "x/sqrt(sum(x^2)+1e-6)" | "true" => Some(true),
                    _ => None,
                };
                self.normalise = value("qk_l2norm", text, parsed, "none, x/sqrt(sum(x^2)+1e-6)")?;
            }
            "gate" => {
                let parsed = match text {
                    "natural_log" => Some(Gate::NaturalLog),
                    "signed" | "factor" => Some(Gate::Factor),
                    "safe_gate" => Some(Gate::Safe),
                    "softplus" => Some(Gate::Softplus),
                    "none" => Some(Gate::None),
                    _ => None,
                };
                self.gate = value("gate", text, parsed, "natural_log, signed, safe_gate, softplus, none")?;
            }
            "beta" => {
                let parsed = match text {
                    "as_used" => Some(Beta::AsUsed),
                    "raw" => Some(Beta::Raw),
                    "raw_doubled" => Some(Beta::RawDoubled),
                    _ => None,
                };
                self.beta = value("beta", text, parsed, "as_used, raw, raw_doubled")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// These settings, completed by those of `file` where they say nothing.
    pub fn or(mut self, file: Self) -> Self {
        self.names.extend(file.names);
        // A caller's system of either kind goes before the file's.
        let own = self.system.is_some() || self.scan.is_some();
        Self {
            system: if own { self.system } else { file.system },
            scan: if own { self.scan } else { file.scan },
            arithmetic: self.arithmetic.or(file.arithmetic),
            layout: self.layout.or(file.layout),
            state_layout: self.state_layout.or(file.state_layout),
            scale: self.scale.or(file.scale),
            normalise: self.normalise.or(file.normalise),
            gate: self.gate.or(file.gate),
            lower_bound: self.lower_bound.or(file.lower_bound),
            beta: self.beta.or(file.beta),
            names: self.names,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_key_is_noted_and_other_keys_are_not() {
        let keys = ["lower_bounds", "Layout", "qk-l2norm", "gate", "gate_formula", "steps", "state", "betta"];
        let metadata = keys.map(|key| (key.to_owned(), String::new())).into();
        let notes = Settings::misspelt(&metadata);
        assert_eq!(notes.len(), 4, "{notes:?}");
        for (key, meant) in [
            ("lower_bounds", "lower_bound"),
            ("Layout", "layout"),
            ("qk-l2norm", "qk_l2norm"),
            ("betta", "beta"),
        ] {
            let note = format!("the metadata's `{key}` is ignored; is `{meant}` meant?");
            assert!(notes.contains(&note), "{notes:?}");
        }
    }
}
