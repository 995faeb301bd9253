//! Systems that are no matrix recurrences of keys and values: Mamba-1, -2 and -3, LinOSS and D-LinOSS, Cyclic Flow Attention.
//!
//! Their tensors have names and axes of their own, those of the public code. [`Spec`] lists them; a [`ScanDump`] is a file read by it.

mod compare;
mod counted;
mod cyfa;
mod generate;
mod given;
mod linoss;
mod mamba;
mod mamba3;
mod probe;
mod read;
mod slips;
mod states;
#[cfg(test)]
mod tests;
pub mod vectors;

pub use compare::compare_scan;
pub use generate::SizeError;
pub use given::{Given, Results};
pub use read::ScanDump;
pub use slips::Twist;
pub use states::States;

use engine::Real;
use engine::systems::linoss::Scheme;

/// One tensor: its name, its axes (one letter each), and whether it has to be there.
///
/// A leading `B` may be missing in a file, and is then 1. `S` counts sequences: the packed ones, or `B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// Its name.
    pub name: &'static str,
    /// Its axes.
    pub axes: &'static str,
    /// Whether a run needs it.
    pub needed: bool,
}

/// What a system takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The inputs.
    pub inputs: &'static [TensorSpec],
    /// The inputs that are an initial state.
    pub initial: &'static [TensorSpec],
    /// Outputs first, then what is left at the end.
    pub results: &'static [TensorSpec],
    /// Whether sequences may be packed.
    pub packed: bool,
}

/// One of these systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The selective scan.
    Mamba1,
    /// State-space duality.
    Mamba2,
    /// Mamba-3, single input and single output.
    Mamba3,
    /// LinOSS or D-LinOSS.
    Oscillators(Scheme),
    /// Cyclic Flow Attention.
    Cyfa,
}

const fn needed(name: &'static str, axes: &'static str) -> TensorSpec {
    TensorSpec { name, axes, needed: true }
}

const fn optional(name: &'static str, axes: &'static str) -> TensorSpec {
    TensorSpec { name, axes, needed: false }
}

impl Scan {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Mamba1,
        Self::Mamba2,
        Self::Mamba3,
        Self::Oscillators(Scheme::Im),
        Self::Oscillators(Scheme::Imex),
        Self::Oscillators(Scheme::DampedImex1),
        Self::Oscillators(Scheme::DampedImex2),
        Self::Oscillators(Scheme::DampedIm),
        Self::Oscillators(Scheme::DampedEx),
        Self::Cyfa,
    ];

    /// The system of a name; `-` may stand for `_`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace('-', "_");
        let name = if name == "linoss" { "linoss_im".to_owned() } else { name };
        Self::ALL.iter().copied().find(|scan| scan.spec().name == name)
    }

    /// The input that begins from what a run leaves behind under the name of a result.
    fn start_of(self, result: &str) -> &'static str {
        let mut starts = self.spec().initial.iter().map(|s| s.name);
        starts.find(|name| *name == "h0" || name.strip_suffix("_in") == Some(result)).unwrap_or("h0")
    }

    /// What it takes and gives.
    pub fn spec(self) -> &'static Spec {
        match self {
            Self::Mamba1 => &mamba::FIRST,
            Self::Mamba2 => &mamba::SECOND,
            Self::Mamba3 => &mamba3::SPEC,
            Self::Oscillators(scheme) => linoss::spec(scheme),
            Self::Cyfa => &cyfa::SPEC,
        }
    }

    /// The results of some inputs.
    pub(crate) fn run<S: Real>(
        self,
        given: &Given<S>,
        twist: Twist,
        margin: &given::Margin<'_, S>,
    ) -> Results<S> {
        match self {
            Self::Mamba1 => mamba::first(given, twist, margin),
            Self::Mamba2 => mamba::second(given, twist, margin),
            Self::Mamba3 => mamba3::run(given, twist, margin),
            Self::Oscillators(scheme) => linoss::run(scheme, given, twist, margin),
            Self::Cyfa => cyfa::run(given, twist, margin),
        }
    }
}
