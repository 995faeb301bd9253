//! One named test for each kernel, shape, format and mode; without a Vulkan adapter they are ignored, never passed.
//!
//! They stand in this crate and not beside the other tests, because the command line's package builds without the GPU stack.

use kernels::check::registry::{self, Fault, Named};
use kernels::check::{Content, Judged, Shape, Verdict, draw, slots};
use kernels::probe::Probe;
use kernels::{AdapterChoice, Device, Devices, Dtype, KERNELS, KernelError, Mode, Options};
use libtest_mimic::{Arguments, Failed, Trial};

struct Fixture {
    devices: Devices,
    probe: Probe,
}

const SEED: u64 = 1;

fn main() {
    let arguments = Arguments::from_args();
    let fixture: Result<&'static Fixture, KernelError> = open().map(|f| &*Box::leak(Box::new(f)));
    let word = fixture.as_ref().err().map(|e| format!("skipped: {e}"));
    let trial = |name: String, test: Box<dyn FnOnce(&'static Fixture) -> Result<(), Failed> + Send>| {
        let fixture = fixture.as_ref().ok().copied();
        let run = move || test(fixture.ok_or("no device")?);
        Trial::test(name, run).with_kind(word.clone().unwrap_or_default()).with_ignored_flag(word.is_some())
    };
    let kernels = Named::all();
    let mut trials = Vec::new();
    for line in registry::lines(&kernels) {
        let name = line.name();
        let test = move |f: &'static Fixture| {
            judged(f.devices.with(&line.shader(), |device| line.run(device, &f.probe, 1, SEED)))
        };
        trials.push(trial(name, Box::new(test)));
    }
    for exact in registry::exacts(&kernels, &Mode::ALL, 70) {
        let name = exact.name();
        let test = move |f: &'static Fixture| {
            equal(f.devices.with(&exact.name(), |device| exact.run(device, &f.probe, SEED)))
        };
        trials.push(trial(name, Box::new(test)));
    }
    for nothing in registry::sound(&kernels) {
        let name = nothing.full_name();
        let test = move |f: &'static Fixture| match see(f, &nothing)? {
            None => Ok(()),
            Some(what) => Err(what.into()),
        };
        trials.push(trial(name, Box::new(test)));
    }
    for fault in registry::planted(&kernels) {
        let name = fault.full_name();
        let test = move |f: &'static Fixture| match see(f, &fault)? {
            Some(_) => Ok(()),
            None => Err(format!("`{}` survives the check", fault.name).into()),
        };
        trials.push(trial(name, Box::new(test)));
    }
    trials.push(trial("device/split-runs-of-cyfa-give-the-same-bits".into(), Box::new(|_| slot_splits())));
    trials.push(trial("device/split-runs-give-the-same-bits".into(), Box::new(|_| splits())));
    trials.push(trial("device/a-lost-device-is-an-error".into(), Box::new(|_| loss())));
    trials.push(trial("device/wrong-inputs-are-errors".into(), Box::new(wrong_inputs)));
    libtest_mimic::run(&arguments, trials).exit();
}

fn said(error: KernelError) -> Failed {
    error.to_string().into()
}

fn packed(kernel: &kernels::Kernel) -> Result<engine::Inputs<f32>, Failed> {
    let shape = Shape { packed: Some(vec![0, 9, 9, 30]), heads: 4, key_heads: 2, ..Shape::single(30, 6, 9) };
    draw(kernel, &shape, Content::Usual, false, Dtype::F32, SEED).map_err(said)
}

/// A run in parts, down to single tokens of single heads, is the same run.
fn splits() -> Result<(), Failed> {
    let mut device = Device::open(&AdapterChoice::from_environment()).map_err(said)?;
    for kernel in KERNELS {
        let inputs = packed(kernel)?;
        let options = Options { mode: Mode::Plain, ..Options::default() };
        let whole = kernel.run(&device, &inputs, &options).map_err(said)?;
        // Two heads of a group with states of 6 × 10 numbers (rows are filled up), or of twice as many, are what a part has at least.
        device.limit_buffers(960);
        if kernel.run(&device, &inputs, &options).map_err(said)? != whole {
            return Err(format!("{} is another in parts", kernel.name()).into());
        }
    }
    device.limit_buffers(64);
    let inputs = packed(KERNELS[0])?;
    match KERNELS[0].run(&device, &inputs, &Options { mode: Mode::Plain, ..Options::default() }) {
        Err(KernelError::TooLarge { .. }) => Ok(()),
        other => Err(format!("a limit of 64 bytes: {other:?}").into()),
    }
}

/// As [`splits`]; the clock of a part goes on where that of the last one stopped.
fn slot_splits() -> Result<(), Failed> {
    let mut device = Device::open(&AdapterChoice::from_environment()).map_err(said)?;
    let shape = Shape { packed: Some(vec![0, 9, 9, 30]), heads: 4, key_heads: 2, ..Shape::single(30, 6, 9) };
    let inputs = slots::draw(&shape, 5, Content::Usual, Dtype::F32, SEED);
    let options = Options { mode: Mode::Plain, ..Options::default() };
    let whole = kernels::slots::run(&device, &inputs, &options).map_err(said)?;
    for limit in [4000, 1000] {
        device.limit_buffers(limit);
        if kernels::slots::run(&device, &inputs, &options).map_err(said)? != whole {
            return Err(format!("another in parts of {limit} bytes").into());
        }
    }
    device.limit_buffers(64);
    match kernels::slots::run(&device, &inputs, &options) {
        Err(KernelError::TooLarge { .. }) => {}
        other => return Err(format!("a limit of 64 bytes: {other:?}").into()),
    }
    let even = kernels::slots::SlotInputs { slots: 4, ..inputs };
    match kernels::slots::run(&device, &even, &options) {
        Err(KernelError::Inputs { .. }) => Ok(()),
        other => Err(format!("an even number of slots: {other:?}").into()),
    }
}

fn loss() -> Result<(), Failed> {
    let device = Device::open(&AdapterChoice::from_environment()).map_err(said)?;
    device.destroy();
    let inputs = packed(KERNELS[0])?;
    match KERNELS[0].run(&device, &inputs, &Options { mode: Mode::Plain, ..Options::default() }) {
        Err(KernelError::Lost { .. }) => Ok(()),
        other => Err(format!("after the loss: {other:?}").into()),
    }
}

fn wrong_inputs(fixture: &Fixture) -> Result<(), Failed> {
    let inputs = packed(KERNELS[0])?;
    match KERNELS[1].run(fixture.devices.first(), &inputs, &Options::default()) {
        Err(KernelError::Inputs { .. }) => {}
        other => return Err(format!("inputs of another system: {other:?}").into()),
    }
    let narrow = Options { dtype: Dtype::F16, ..Options::default() };
    match KERNELS[0].run(fixture.devices.first(), &inputs, &narrow) {
        Err(KernelError::Inputs { .. } | KernelError::Unsupported { .. }) => Ok(()),
        other => Err(format!("numbers that are no binary16 numbers: {other:?}").into()),
    }
}

fn open() -> Result<Fixture, KernelError> {
    let devices = Devices::open(&AdapterChoice::from_environment())?;
    let probe = Probe::of(devices.first())?;
    Ok(Fixture { devices, probe })
}

fn see(fixture: &Fixture, fault: &Fault) -> Result<Option<String>, Failed> {
    fixture.devices.with(&fault.full_name(), |device| fault.see(device, &fixture.probe)).map_err(said)
}

fn judged(result: Judged) -> Result<(), Failed> {
    match result.map_err(said)? {
        (Verdict::Holds, _) => Ok(()),
        (Verdict::Skipped(why), _) => Err(why.into()),
        (Verdict::Refuted, worst) => Err(format!("{worst:?}").into()),
    }
}

fn equal(failed: Result<Option<String>, KernelError>) -> Result<(), Failed> {
    match failed.map_err(said)? {
        None => Ok(()),
        Some(probe) => Err(format!("{probe} is not equal").into()),
    }
}
