//! A kernel on a device, held against the reference under the derived bound.
//!
//! For every case the inputs are drawn afresh, the results are filled with NaNs of a telling pattern before the run, and every entry of the outputs and the
//! final states must be within the engine's *certain* a-posteriori bound of the reference, for the roundings that the [`Model`] of the device allows. No
//! tolerance is chosen anywhere. In addition the probes of `conformance::vectors`, inputs for which every correct kernel gives the same bits whatever
//! its order of operations, must come out to the bit.

mod case;
mod judge;
mod line;
mod mutation;
pub mod registry;
pub mod slots;
mod suite;

pub use case::{Content, Shape, draw};
pub use judge::{Reference, Worst, reference};
pub use line::{Judged, Line, Verdict};
pub use mutation::{Mutation, mutations};
pub use suite::{Check, Cut, Planted, Sentries, exact, exact_ways, faults, named, suite};

use crate::chunk::CHUNK;
use crate::device::Device;
use crate::kernel::{Dtype, Kernel, Plan, Way};
use crate::probe::Model;
use crate::recurrent::Options;
use crate::{KernelError, Mode};
use conformance::vectors::{Family, Format, Request, Vector, plans};
use engine::bounds::Form;

/// One way to run one kernel.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// The format of its activations.
    pub dtype: Dtype,
    /// How it is compiled.
    pub mode: Mode,
    /// How it goes through the tokens.
    pub way: Way,
    /// How it is cut; the device's usual plan where it is `None`.
    pub plan: Option<Plan>,
    /// A planted fault.
    pub mutation: Option<&'a Mutation>,
    /// Whether workgroup memory is full of NaNs when it begins.
    pub fill_workgroup: bool,
}

impl<'a> Subject<'a> {
    /// The kernel as it is.
    pub fn new(kernel: &'a Kernel, dtype: Dtype, mode: Mode) -> Self {
        Self { kernel, dtype, mode, way: Way::Recurrent, plan: None, mutation: None, fill_workgroup: false }
    }

    fn run(
        &self,
        device: &Device,
        inputs: &engine::Inputs<f32>,
    ) -> Result<crate::recurrent::Outputs, KernelError> {
        let Self { mode, dtype, way, plan, fill_workgroup, .. } = *self;
        let options = Options { mode, dtype, way, plan, fill_workgroup, ..Options::default() };
        let template = self.kernel.template(way);
        let template = match self.mutation {
            Some(mutation) => mutation.apply(&template)?,
            None => template,
        };
        self.kernel.run_template(device, inputs, &options, &template)
    }

    /// The worst error of one case against its bound.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn case(
        &self,
        device: &Device,
        model: &Model,
        shape: &Shape,
        content: Content,
        seed: u64,
    ) -> Result<Worst, KernelError> {
        let logarithms = self.way == Way::Chunkwise;
        let inputs = draw(self.kernel, shape, content, logarithms, self.dtype, seed)?;
        self.held(device, model, &inputs)
    }

    /// The worst error on some inputs against its bound.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn held(
        &self,
        device: &Device,
        model: &Model,
        inputs: &engine::Inputs<f32>,
    ) -> Result<Worst, KernelError> {
        let results = self.run(device, inputs)?;
        // The kernel's contract begins at what it gets: factors, whose exponentials have a test of their own, or logarithms of which none is infinite.
        let given = self.way.prepared(inputs);
        let reference = match self.way {
            Way::Recurrent => reference(&given, &model.arithmetic, Form::Recurrent),
            Way::Chunkwise => {
                // The kernel itself takes factors below the normal numbers as 0.
                let tiny = model.arithmetic.tiny.max(f64::from(f32::MIN_POSITIVE));
                let arithmetic = engine::bounds::Arithmetic { tiny, ..model.arithmetic };
                reference(&given, &arithmetic, Form::Chunk(CHUNK))
            }
        };
        Ok(reference.judge(&results))
    }

    /// Whether a probe comes out to the bit.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn probe(&self, device: &Device, vector: &Vector) -> Result<bool, KernelError> {
        let inputs = vector.dump().inputs.map(|x| *x as f32);
        let results = self.run(device, &inputs)?;
        let wide = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<_>>();
        let finite = results.outputs.iter().chain(&results.state).all(|x| x.is_finite());
        Ok(finite && vector.accepts(&wide(&results.outputs), &wide(&results.state)))
    }
}

/// The probes that a way of a system takes, of at most `tokens` tokens: chunkwise kernels take gates as logarithms, and have an exponential that is exact at 0 alone.
///
/// # Errors
/// [`KernelError::Inputs`] where one cannot be drawn.
pub fn probes(kernel: &Kernel, way: Way, tokens: usize, seed: u64) -> Result<Vec<Vector>, KernelError> {
    let request = Request {
        system: kernel.system,
        format: Format::F32,
        seed,
        families: vec![Family::Exact],
        max_tokens: tokens,
    };
    let made = plans(&request).iter().map(conformance::vectors::Plan::vector).collect::<Result<Vec<_>, _>>();
    let fits = |vector: &Vector| {
        let inputs = &vector.dump().inputs;
        let factor = |i: &engine::spec::Input| i.log.is_some() && inputs.tensor(i.name).is_some();
        way == Way::Recurrent || !kernel.inputs().iter().any(factor)
    };
    let kept = made.map(|all| all.into_iter().filter(fits).collect());
    kept.map_err(|e| KernelError::Inputs { reason: e.to_string() })
}
