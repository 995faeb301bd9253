//! One named test for each kernel, shape, format and mode; without a Vulkan adapter they are ignored, never passed.
//!
//! They stand in this crate and not beside the other tests, because the command line's package builds without the GPU stack.

use kernels::check::registry::{self, Fault, Named};
use kernels::check::{Content, Judged, Shape, Subject, Verdict, draw, named, slots};
use kernels::probe::Probe;
use kernels::systems::{gdn, gla, kda, mdn};
use kernels::{AdapterChoice, Device, Devices, Dtype, KERNELS, KernelError, Mode, Options, Way};
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
    for (kernel, way, shape) in ends() {
        let name = format!("{}/at-the-ends/{}", named(kernel, way), shape.name());
        let own = name.clone();
        let test = move |f: &'static Fixture| {
            f.devices.with(&own, |device| at_an_end(device, &f.probe, kernel, way, &shape))
        };
        trials.push(trial(name, Box::new(test)));
    }
    for (kernel, way) in
        [(&gla::KERNEL, Way::Recurrent), (&gdn::KERNEL, Way::Recurrent), (&gdn::KERNEL, Way::Chunkwise)]
    {
        let name = format!("{}/numbers-at-the-ends-of-binary16", named(kernel, way));
        trials.push(trial(name, Box::new(move |f| numbers_at_the_ends(f, kernel, way))));
    }
    for (kernel, way) in
        [(&gdn::KERNEL, Way::Recurrent), (&gla::KERNEL, Way::Chunkwise), (&kda::KERNEL, Way::Chunkwise)]
    {
        let name = format!("{}/gates-that-forget-everything", named(kernel, way));
        trials.push(trial(name, Box::new(move |f| forgets(f, kernel, way))));
    }
    trials.push(trial("device/infinities-and-nans-are-refused".into(), Box::new(no_numbers)));
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

/// Shapes beyond those of the suite.
fn ends() -> Vec<(&'static kernels::Kernel, Way, Shape)> {
    let packed = |boundaries: Vec<i64>, keys, values| Shape {
        time: boundaries.last().map_or(0, |end| *end as usize),
        packed: Some(boundaries),
        ..Shape::single(0, keys, values)
    };
    let none = Shape { batch: 2, heads: 2, ..Shape::single(0, 4, 6) };
    let mut out = vec![
        (&gdn::KERNEL, Way::Recurrent, Shape::single(2, 255, 257)),
        (&gla::KERNEL, Way::Recurrent, Shape::single(2, 256, 256)),
        (&kda::KERNEL, Way::Chunkwise, Shape::single(18, 255, 257)),
    ];
    for (kernel, way) in
        [(&gdn::KERNEL, Way::Recurrent), (&mdn::KERNEL, Way::Recurrent), (&gdn::KERNEL, Way::Chunkwise)]
    {
        let shapes = [
            Shape::single(3, 1, 1),
            Shape { batch: 0, ..none.clone() },
            Shape { key_heads: 1, heads: 0, ..none.clone() },
            none.clone(),
            packed(vec![0, 0, 0, 0], 4, 6),
            packed((0..=65).collect(), 4, 6),
        ];
        out.extend(shapes.map(|shape| (kernel, way, shape)));
    }
    out
}

fn at_an_end(
    device: &Device,
    probe: &Probe,
    kernel: &'static kernels::Kernel,
    way: Way,
    shape: &Shape,
) -> Result<(), Failed> {
    let subject = Subject { way, ..Subject::new(kernel, Dtype::F32, Mode::Strict) };
    for content in Content::ALL {
        let worst = subject.case(device, &probe.model(Mode::Strict), shape, content, SEED).map_err(said)?;
        if worst.ratio > 1.0 {
            return Err(format!("{}: {worst:?}", content.name()).into());
        }
    }
    Ok(())
}

/// binary16 activations among which are subnormal ones and the largest.
fn numbers_at_the_ends(fixture: &Fixture, kernel: &'static kernels::Kernel, way: Way) -> Result<(), Failed> {
    let device = fixture.devices.first();
    if !device.about().f16 {
        return Ok(());
    }
    let shape = Shape { heads: 2, ..Shape::single(20, 6, 9) };
    let mut inputs =
        draw(kernel, &shape, Content::Usual, way == Way::Chunkwise, Dtype::F16, SEED).map_err(said)?;
    let least = 2.0_f32.powi(-24);
    for (name, ends) in
        [("q", [65504.0, 3.0 * least, 1.0]), ("k", [least, 1.0, 0.25]), ("v", [-65504.0, 1.0, -least])]
    {
        inputs.replace(name, |i, x| if i % 5 < 3 { ends[i % 5] } else { *x });
    }
    let subject = Subject { way, ..Subject::new(kernel, Dtype::F16, Mode::Strict) };
    let worst = subject.held(device, &fixture.probe.model(Mode::Strict), &inputs).map_err(said)?;
    if worst.ratio > 1.0 { Err(format!("{worst:?}").into()) } else { Ok(()) }
}

/// Logarithms of −∞, and ones whose sum is beyond the format.
fn forgets(fixture: &Fixture, kernel: &'static kernels::Kernel, way: Way) -> Result<(), Failed> {
    let device = fixture.devices.first();
    let shape = Shape { heads: 2, ..Shape::single(37, 6, 9) };
    let mut inputs = draw(kernel, &shape, Content::Usual, true, Dtype::F32, SEED).map_err(said)?;
    inputs.replace("g", |i, g| [f32::NEG_INFINITY, f32::MIN, *g, *g, *g, *g, *g][i % 7]);
    let subject = Subject { way, ..Subject::new(kernel, Dtype::F32, Mode::Strict) };
    let worst = subject.held(device, &fixture.probe.model(Mode::Strict), &inputs).map_err(said)?;
    if worst.ratio > 1.0 { Err(format!("{worst:?}").into()) } else { Ok(()) }
}

fn no_numbers(fixture: &Fixture) -> Result<(), Failed> {
    let device = fixture.devices.first();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for name in ["q", "beta"] {
            let mut inputs = packed(&gdn::KERNEL)?;
            inputs.replace(name, |i, x| if i == 7 { bad } else { *x });
            match gdn::KERNEL.run(device, &inputs, &Options { mode: Mode::Plain, ..Options::default() }) {
                Err(KernelError::Inputs { reason }) if reason.contains(name) => {}
                other => return Err(format!("{bad} in {name}: {other:?}").into()),
            }
        }
        let shape = Shape::single(5, 3, 3);
        let mut inputs = slots::draw(&shape, 3, Content::Usual, Dtype::F32, SEED);
        inputs.delta[2] = bad;
        match kernels::slots::run(device, &inputs, &Options { mode: Mode::Plain, ..Options::default() }) {
            Err(KernelError::Inputs { .. }) => {}
            other => return Err(format!("{bad} in a shift: {other:?}").into()),
        }
    }
    Ok(())
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
