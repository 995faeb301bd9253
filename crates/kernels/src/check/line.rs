//! A line of the suite, whatever kind of kernel it is of.

use super::{Content, Cut, Shape, Worst};
use crate::device::Device;
use crate::kernel::Dtype;
use crate::probe::{Model, Probe};
use crate::{KernelError, Mode};

/// What came of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every entry of every case is within its bound.
    Holds,
    /// Some entry is not.
    Refuted,
    /// The device lacks what is needed, in words.
    Skipped(String),
}

impl Verdict {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Skipped(_) => "skipped",
        }
    }
}

/// What came of a line, and the worst of its cases.
pub type Judged = Result<(Verdict, Option<Worst>), KernelError>;

/// A kernel with a shape, a format and a mode.
pub trait Line: Send + Sync {
    /// The kernel, without the way.
    fn kernel(&self) -> &'static str;

    /// The kernel in its way.
    fn way(&self) -> String;

    /// Its sizes.
    fn shape(&self) -> &Shape;

    /// Further sizes, for the name.
    fn suffix(&self) -> String {
        String::new()
    }

    /// The format of the activations.
    fn dtype(&self) -> Dtype;

    /// How it is compiled.
    fn mode(&self) -> Mode;

    /// How the work is cut.
    fn cut(&self) -> Cut;

    /// Runs one case.
    ///
    /// # Errors
    /// [`KernelError`].
    fn case(&self, device: &Device, model: &Model, content: Content, seed: u64)
    -> Result<Worst, KernelError>;

    /// kernel/shape/dtype/mode, and the cut where it is not the usual one.
    fn name(&self) -> String {
        let (way, shape, more) = (self.way(), self.shape().name(), self.suffix());
        format!("{way}/{shape}{more}/{}/{}{}", self.dtype().name(), self.mode().name(), self.cut().suffix())
    }

    /// The same for lines whose shaders are.
    fn shader(&self) -> String {
        let Shape { keys, values, .. } = self.shape();
        let (way, more, cut) = (self.way(), self.suffix(), self.cut().suffix());
        format!("{way}/{keys}/{values}{more}/{}/{}{cut}", self.dtype().name(), self.mode().name())
    }

    /// Runs `cases` cases of each content.
    ///
    /// # Errors
    /// [`KernelError`]: the device failed, which is no verdict.
    fn run(&self, device: &Device, probe: &Probe, cases: u64, seed: u64) -> Judged {
        if let Some(reason) = lacks(device, self.dtype(), self.mode()) {
            return Ok((Verdict::Skipped(reason.into()), None));
        }
        let model = probe.model(self.mode());
        let mut worst: Option<Worst> = None;
        for case in 0..cases {
            for content in Content::ALL {
                let next = self.case(device, &model, content, seed.wrapping_add(case))?;
                if worst.as_ref().is_none_or(|w| next.ratio > w.ratio) {
                    worst = Some(next);
                }
            }
        }
        let holds = worst.as_ref().is_some_and(|w| w.ratio <= 1.0);
        Ok((if holds { Verdict::Holds } else { Verdict::Refuted }, worst))
    }
}

/// Why the device cannot run a line.
fn lacks(device: &Device, dtype: Dtype, mode: Mode) -> Option<&'static str> {
    if dtype == Dtype::F16 && !device.about().f16 {
        return Some("no binary16 in shaders");
    }
    (mode == Mode::Strict && !device.about().strict).then_some("no strict mode")
}
