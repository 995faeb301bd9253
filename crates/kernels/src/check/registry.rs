//! Everything that can be checked, whatever kind of kernel it is of.

use super::{Check, Sentries, Verdict, Worst, exact, exact_ways, faults, named, slots, suite};
use crate::device::Device;
use crate::kernel::{Dtype, Kernel};
use crate::probe::Probe;
use crate::systems::{self, cyfa};
use crate::{KERNELS, KernelError, Mode, Way, check::Shape};

/// The kernel of a name.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// One recurrence.
    Recurrence(&'static Kernel),
    /// Cyclic Flow Attention: two recurrences with a read-out between them.
    Cyfa,
}

impl Named {
    /// All of them.
    pub fn all() -> Vec<Self> {
        KERNELS.iter().map(|k| Self::Recurrence(k)).chain([Self::Cyfa]).collect()
    }

    /// The kernel of a name; `-` may stand for `_`.
    pub fn of(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case(cyfa::NAME) {
            return Some(Self::Cyfa);
        }
        systems::named(name).map(Self::Recurrence)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recurrence(kernel) => kernel.name(),
            Self::Cyfa => cyfa::NAME,
        }
    }
}

/// Runs a line of the suite.
type Judge =
    Box<dyn Fn(&Device, &Probe, u64, u64) -> Result<(Verdict, Option<Worst>), KernelError> + Send + Sync>;
/// Looks for something wrong, and says what.
type Look = Box<dyn Fn(&Device, &Probe, u64) -> Result<Option<String>, KernelError> + Send + Sync>;

/// A line of the suite.
pub struct Line {
    /// The kernel, without the way.
    pub kernel: &'static str,
    /// The kernel in its way.
    pub way: String,
    /// kernel/shape/dtype/mode.
    pub name: String,
    /// Its sizes.
    pub shape: Shape,
    /// The format of the activations.
    pub dtype: Dtype,
    /// How it is compiled.
    pub mode: Mode,
    judge: Judge,
}

impl Line {
    /// Runs `cases` cases of each content.
    ///
    /// # Errors
    /// [`KernelError`]: the device failed, which is no verdict.
    pub fn run(
        &self,
        device: &Device,
        probe: &Probe,
        cases: u64,
        seed: u64,
    ) -> Result<(Verdict, Option<Worst>), KernelError> {
        (self.judge)(device, probe, cases, seed)
    }
}

/// The exact probes of a kernel in one way and mode.
pub struct Exact {
    /// The kernel, without the way.
    pub kernel: &'static str,
    /// The kernel in its way.
    pub way: String,
    /// How it is compiled.
    pub mode: Mode,
    look: Look,
}

impl Exact {
    /// The first probe that is not equal.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn run(&self, device: &Device, probe: &Probe, seed: u64) -> Result<Option<String>, KernelError> {
        (self.look)(device, probe, seed)
    }
}

/// A planted fault.
pub struct Fault {
    /// The kernel, without the way.
    pub kernel: &'static str,
    /// The kernel in its way.
    pub way: String,
    /// What is wrong.
    pub name: String,
    look: Look,
}

impl Fault {
    /// What sees it, in words; `None`: it survives.
    ///
    /// # Errors
    /// [`KernelError`]: a fault that is not planted, or does not compile.
    pub fn see(&self, device: &Device, probe: &Probe) -> Result<Option<String>, KernelError> {
        (self.look)(device, probe, 0)
    }
}

/// Every line of the suite for some kernels.
pub fn lines(kernels: &[Named]) -> Vec<Line> {
    let of = |kernel: &Named| -> Vec<Line> {
        match kernel {
            Named::Recurrence(kernel) => suite(&[kernel]).into_iter().map(Line::from).collect(),
            Named::Cyfa => slots::suite().into_iter().map(Line::from).collect(),
        }
    };
    kernels.iter().flat_map(of).collect()
}

impl From<Check> for Line {
    fn from(check: Check) -> Self {
        Self {
            kernel: check.kernel.name(),
            way: named(check.kernel, check.way),
            name: check.name(),
            shape: check.shape.clone(),
            dtype: check.dtype,
            mode: check.mode,
            judge: Box::new(move |device, probe, cases, seed| check.run(device, probe, cases, seed)),
        }
    }
}

impl From<slots::SlotCheck> for Line {
    fn from(check: slots::SlotCheck) -> Self {
        Self {
            kernel: cyfa::NAME,
            way: cyfa::NAME.to_owned(),
            name: check.name(),
            shape: check.shape.clone(),
            dtype: check.dtype,
            mode: check.mode,
            judge: Box::new(move |device, probe, cases, seed| check.run(device, probe, cases, seed)),
        }
    }
}

/// The exact probes of some kernels, of at most `tokens` tokens.
pub fn exacts(kernels: &[Named], modes: &[Mode], tokens: usize) -> Vec<Exact> {
    let of = |kernel: &Named| -> Vec<Exact> {
        match kernel {
            Named::Recurrence(kernel) => {
                let exact = |(kernel, way, mode): (&'static Kernel, Way, Mode)| Exact {
                    kernel: kernel.name(),
                    way: named(kernel, way),
                    mode,
                    look: Box::new(move |device, _, seed| exact(device, kernel, way, mode, tokens, seed)),
                };
                exact_ways(&[kernel]).into_iter().map(exact).collect()
            }
            Named::Cyfa => {
                let exact = |mode: Mode| Exact {
                    kernel: cyfa::NAME,
                    way: cyfa::NAME.to_owned(),
                    mode,
                    look: Box::new(move |device, _, seed| slots::exact(device, mode, tokens, seed)),
                };
                Mode::ALL.map(exact).into()
            }
        }
    };
    kernels.iter().flat_map(of).filter(|exact| modes.contains(&exact.mode)).collect()
}

/// The planted faults of some kernels.
pub fn planted(kernels: &[Named]) -> Vec<Fault> {
    let of = |kernel: &Named| -> Vec<Fault> {
        match kernel {
            Named::Recurrence(kernel) => {
                let fault = |(kernel, way, mutation): super::Planted| Fault {
                    kernel: kernel.name(),
                    way: named(kernel, way),
                    name: mutation.name.to_owned(),
                    look: Box::new(move |device, probe, _| {
                        Sentries::of(device, kernel, way, probe).see(device, &mutation)
                    }),
                };
                faults(&[kernel]).into_iter().map(fault).collect()
            }
            Named::Cyfa => {
                let fault = |fault: slots::Fault| Fault {
                    kernel: cyfa::NAME,
                    way: cyfa::NAME.to_owned(),
                    name: fault.name.clone(),
                    look: Box::new(move |device, probe, _| slots::seen(device, probe, Some(&fault))),
                };
                slots::faults().into_iter().map(fault).collect()
            }
        }
    };
    kernels.iter().flat_map(of).collect()
}
