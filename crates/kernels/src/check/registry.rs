//! Everything that can be checked, whatever kind of kernel it is of.

use super::suite::ways;
use super::{Line, Sentries, exact, exact_ways, faults, named, slots, suite};
use crate::device::Device;
use crate::draw::Draw;
use crate::kernel::Kernel;
use crate::probe::Probe;
use crate::systems::{self, cyfa};
use crate::{KERNELS, KernelError, Mode, Way};
use std::collections::BTreeMap;

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

/// Looks for something wrong, and says what.
type Look = Box<dyn Fn(&Device, &Probe, u64) -> Result<Option<String>, KernelError> + Send + Sync>;

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
    /// kernel/exact-probes/f32/mode.
    pub fn name(&self) -> String {
        format!("{}/exact-probes/f32/{}", self.way, self.mode.name())
    }

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
    /// kernel/planted/fault.
    pub fn full_name(&self) -> String {
        format!("{}/planted/{}", self.way, self.name)
    }

    /// What sees it, in words; `None`: it survives.
    ///
    /// # Errors
    /// [`KernelError`]: a fault that is not planted, or does not compile.
    pub fn see(&self, device: &Device, probe: &Probe) -> Result<Option<String>, KernelError> {
        (self.look)(device, probe, 0)
    }
}

/// Every line of the suite for some kernels.
pub fn lines(kernels: &[Named]) -> Vec<Box<dyn Line>> {
    let of = |kernel: &Named| -> Vec<Box<dyn Line>> {
        match kernel {
            Named::Recurrence(kernel) => boxed(suite(&[kernel])),
            Named::Cyfa => boxed(slots::suite()),
        }
    };
    kernels.iter().flat_map(of).collect()
}

fn boxed(lines: Vec<impl Line + 'static>) -> Vec<Box<dyn Line>> {
    lines.into_iter().map(|line| Box::new(line) as Box<dyn Line>).collect()
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

/// In how many kernels a fault is planted that many have.
const PLACES: usize = 3;

/// Some of the faults, in their order: all that one kernel alone has, and of one that several have (of those of the skeletons, by name and way) three, drawn by the seed. Most of the time of a
/// check goes into compiling broken shaders.
pub fn drawn(faults: Vec<Fault>, seed: u64) -> Vec<Fault> {
    let rank = |fault: &Fault| Draw::new(seed, &fault.full_name()).uniform();
    let mut same: BTreeMap<(bool, String), Vec<(f64, usize)>> = BTreeMap::new();
    for (n, fault) in faults.iter().enumerate() {
        let name = fault.name.rsplit('/').next().unwrap_or_default().to_owned();
        same.entry((fault.way.ends_with("-chunk"), name)).or_default().push((rank(fault), n));
    }
    let mut kept = vec![false; faults.len()];
    for mut places in same.into_values() {
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.into_iter().take(PLACES).for_each(|(_, n)| kept[n] = true);
    }
    faults.into_iter().zip(kept).filter_map(|(fault, kept)| kept.then_some(fault)).collect()
}

/// Each way of some kernels without a fault, before the cases that see faults: nothing must be seen.
pub fn sound(kernels: &[Named]) -> Vec<Fault> {
    let of = |kernel: &Named| -> Vec<Fault> {
        let fault = |kernel, way, look| Fault { kernel, way, name: "nothing".into(), look };
        match *kernel {
            Named::Recurrence(kernel) => {
                let of = |way: Way| {
                    let look: Look = Box::new(move |device, probe, _| {
                        Sentries::of(device, kernel, way, probe).see_nothing(device)
                    });
                    fault(kernel.name(), named(kernel, way), look)
                };
                ways(kernel).iter().map(|way| of(*way)).collect()
            }
            Named::Cyfa => {
                let look: Look = Box::new(|device, probe, _| slots::seen(device, probe, None));
                vec![fault(cyfa::NAME, cyfa::NAME.to_owned(), look)]
            }
        }
    };
    kernels.iter().flat_map(of).collect()
}
