//! What is checked: kernels, shapes, formats, modes; and whether planted faults are seen.

use super::{Content, Line, Mutation, Shape, Subject, Worst, mutations, probes};
use crate::chunk;
use crate::device::Device;
use crate::kernel::{Dtype, Kernel, Plan, Way};
use crate::probe::{Model, Probe};
use crate::{KERNELS, KernelError, Mode};

/// How the work is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// As the device's usual plan says.
    Usual,
    /// Rows in three parts, whose sums meet in workgroup memory, and one column to a thread; that memory is full of NaNs when it begins.
    Parts,
    /// Two columns to a thread, and inputs in buffers, as on a GPU.
    Pairs,
    /// As the usual plan says, in workgroup memory that is full of NaNs when it begins.
    Filled,
    /// Without subgroups: every thread loads what it needs, from buffers.
    Alone,
    /// With inputs in buffers, as on a GPU.
    Buffers,
}

impl Cut {
    /// What it adds to the name of a check.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::Parts => "/rows-in-parts",
            Self::Pairs => "/rows-in-parts-of-two-columns",
            Self::Filled => "/memory-full-of-nans",
            Self::Alone => "/no-subgroups",
            Self::Buffers => "/in-buffers",
        }
    }

    /// The plan; `None` for the device's usual one.
    pub(super) fn plan(self, device: &Device, keys: usize, values: usize) -> Option<Plan> {
        let usual = Plan::of(device.about(), keys, values);
        match self {
            Self::Usual | Self::Filled => None,
            Self::Parts => Some(Plan { columns: 1, ..usual.with_parts(3) }),
            Self::Pairs => Some(Plan { columns: 2, ..usual.with_parts(3).in_buffers() }),
            Self::Alone => Some(usual.without_subgroups().in_buffers()),
            Self::Buffers => Some(usual.in_buffers()),
        }
    }
}

/// One line of the suite.
#[derive(Clone, Debug)]
pub struct Check {
    /// The kernel.
    pub kernel: &'static Kernel,
    /// Its sizes.
    pub shape: Shape,
    /// The format of the activations.
    pub dtype: Dtype,
    /// How it is compiled.
    pub mode: Mode,
    /// How it goes through the tokens.
    pub way: Way,
    /// How it is cut.
    pub cut: Cut,
}

pub(super) const TIMES: [usize; 4] = [1, 63, 65, 130];
pub(super) const KEYS: [usize; 3] = [3, 33, 100];
pub(super) const VALUES: [usize; 2] = [5, 60];
/// Formats and modes.
pub(super) const KINDS: [(Dtype, Mode); 4] = [
    (Dtype::F16, Mode::Plain),
    (Dtype::F32, Mode::Strict),
    (Dtype::F16, Mode::Strict),
    (Dtype::F32, Mode::Plain),
];

/// All of the key and value channels.
pub(super) fn sizes() -> impl Iterator<Item = (usize, usize)> {
    KEYS.into_iter().flat_map(|keys| VALUES.map(|values| (keys, values)))
}

/// Every check of some kernels (of all where there are none).
///
/// All of `T ∈ {1, 63, 65, 130}`, `K ∈ {3, 33, 100}`, `V ∈ {5, 60}` for each kernel, with formats and modes spread over the sizes, and all formats and modes for packed sequences,
/// some of them empty, under grouped heads.
pub fn suite(kernels: &[&'static Kernel]) -> Vec<Check> {
    let kernels = if kernels.is_empty() { KERNELS } else { kernels };
    let mut out = Vec::new();
    for kernel in kernels {
        let mut add = |shape: Shape, dtype, mode, cut| {
            let way = Way::Recurrent;
            out.push(Check { kernel, shape, dtype, mode, way, cut });
        };
        // One format and mode for a size, another one for the next size and the next kernel: a shader takes longer to compile than to run.
        let place = KERNELS.iter().position(|k| k.system == kernel.system).unwrap_or(0);
        for time in TIMES {
            for (n, (keys, values)) in sizes().enumerate() {
                let (dtype, mode) = KINDS[(n + place) % KINDS.len()];
                let shape = Shape { heads: 1 + usize::from(time < 65), ..Shape::single(time, keys, values) };
                let batch = if time == 1 { 3 } else { 1 };
                add(Shape { batch, ..shape }, dtype, mode, Cut::Usual);
            }
        }
        for dtype in Dtype::ALL {
            for mode in Mode::ALL {
                add(packed(12, 20), dtype, mode, Cut::Usual);
            }
        }
        add(packed(12, 20), Dtype::F32, Mode::Strict, Cut::Parts);
        add(packed(12, 20), Dtype::F32, Mode::Strict, Cut::Pairs);
        add(packed(12, 20), Dtype::F32, Mode::Strict, Cut::Alone);
        add(packed(12, 20), Dtype::F16, Mode::Strict, Cut::Buffers);
        if chunk::has(kernel) {
            let mut add = |shape: Shape, dtype, cut| {
                let (way, mode) = (Way::Chunkwise, Mode::Strict);
                out.push(Check { kernel, shape, dtype, mode, way, cut });
            };
            for time in TIMES {
                for keys in KEYS {
                    let values = if (time + keys) % 2 == 0 { 5 } else { 20 };
                    add(Shape::single(time, keys, values), Dtype::F32, Cut::Usual);
                }
            }
            // The most key channels, many columns, and lengths off the chunk.
            add(Shape::single(39, 256, 60), Dtype::F32, Cut::Usual);
            add(Shape::single(17, 100, 60), Dtype::F16, Cut::Usual);
            add(packed(12, 20), Dtype::F32, Cut::Filled);
            add(packed(12, 20), Dtype::F16, Cut::Buffers);
            add(packed(12, 20), Dtype::F16, Cut::Usual);
        }
    }
    out
}

/// Packed sequences, the first, a middle and the last one empty, and grouped heads.
pub(super) fn packed(keys: usize, values: usize) -> Shape {
    let boundaries = vec![0, 0, 7, 7, 40, 41, 41];
    Shape { batch: 1, time: 41, key_heads: 2, heads: 4, keys, values, packed: Some(boundaries) }
}

/// The name of a kernel in one of its ways.
pub fn named(kernel: &Kernel, way: Way) -> String {
    match way {
        Way::Recurrent => kernel.name().to_owned(),
        Way::Chunkwise => format!("{}-chunk", kernel.name()),
    }
}

impl Check {
    fn subject(&self, device: &Device) -> Subject<'static> {
        let plan = self.cut.plan(device, self.shape.keys, self.shape.values);
        let fill_workgroup = matches!(self.cut, Cut::Parts | Cut::Filled);
        Subject { plan, way: self.way, fill_workgroup, ..Subject::new(self.kernel, self.dtype, self.mode) }
    }
}

impl Line for Check {
    fn kernel(&self) -> &'static str {
        self.kernel.name()
    }

    fn way(&self) -> String {
        named(self.kernel, self.way)
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn cut(&self) -> Cut {
        self.cut
    }

    fn case(
        &self,
        device: &Device,
        model: &Model,
        content: Content,
        seed: u64,
    ) -> Result<Worst, KernelError> {
        self.subject(device).case(device, model, &self.shape, content, seed)
    }
}

/// The kernels (all where there are none) with the ways and modes in which exact probes are run.
pub fn exact_ways(kernels: &[&'static Kernel]) -> Vec<(&'static Kernel, Way, Mode)> {
    let kernels = if kernels.is_empty() { KERNELS } else { kernels };
    let of = |kernel: &&'static Kernel| {
        let kernel = *kernel;
        let recurrent = Mode::ALL.map(|mode| (kernel, Way::Recurrent, mode));
        let chunkwise = chunk::has(kernel).then_some((kernel, Way::Chunkwise, Mode::Strict));
        recurrent.into_iter().chain(chunkwise)
    };
    kernels.iter().flat_map(of).collect()
}

/// Whether every exact probe of a kernel comes out to the bit; the name of the first that does not.
///
/// # Errors
/// [`KernelError`].
pub fn exact(
    device: &Device,
    kernel: &Kernel,
    way: Way,
    mode: Mode,
    tokens: usize,
    seed: u64,
) -> Result<Option<String>, KernelError> {
    let subject = Subject { way, ..Subject::new(kernel, Dtype::F32, mode) };
    for vector in probes(kernel, way, tokens, seed)? {
        if !subject.probe(device, &vector)? {
            return Ok(Some(vector.plan().id.clone()));
        }
    }
    Ok(None)
}

/// The cases before which a planted fault must show itself: a few small shapes, cut in the ways that there are, and the short exact probes.
pub struct Sentries {
    kernel: &'static Kernel,
    way: Way,
    model: Model,
    mode: Mode,
}

impl Sentries {
    /// Those of a kernel on a device.
    pub fn of(device: &Device, kernel: &'static Kernel, way: Way, probe: &Probe) -> Self {
        let mode = if device.about().strict { Mode::Strict } else { Mode::Plain };
        Self { kernel, way, model: probe.model(mode), mode }
    }

    /// What they see in the kernel itself: nothing, or they would be of no use.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn see_nothing(&self, device: &Device) -> Result<Option<String>, KernelError> {
        Ok(self.seen(device, None, false)?.or(self.seen(device, None, true)?))
    }

    /// What sees the fault, in words; `None`: it survives.
    ///
    /// # Errors
    /// [`KernelError`]: a mutation that is not planted, or does not compile.
    pub fn see(&self, device: &Device, mutation: &Mutation) -> Result<Option<String>, KernelError> {
        self.seen(device, Some(mutation), mutation.split)
    }

    fn seen(
        &self,
        device: &Device,
        mutation: Option<&Mutation>,
        split: bool,
    ) -> Result<Option<String>, KernelError> {
        for columns in if self.way == Way::Recurrent { &[1, 4][..] } else { &[1] } {
            let seen = self.seen_in(device, mutation, split, *columns)?;
            if seen.is_some() {
                return Ok(seen);
            }
        }
        Ok(None)
    }

    /// With so many columns to a thread.
    fn seen_in(
        &self,
        device: &Device,
        mutation: Option<&Mutation>,
        split: bool,
        columns: usize,
    ) -> Result<Option<String>, KernelError> {
        let usual = Plan::of(device.about(), 7, 19);
        // Chunkwise kernels need more than a subgroup in a workgroup, or a missing barrier cannot show.
        let lanes = if self.way == Way::Chunkwise { 2 * usual.lanes } else { usual.lanes };
        // 7 rows in 3 parts of 4 leave one row and one part over.
        let textures = mutation.is_some_and(|m| m.textures);
        let (texels, state_texels) = (usual.texels || textures, usual.state_texels || textures);
        let plan = Plan { lanes, columns, parts: if split { 3 } else { 1 }, texels, state_texels, ..usual };
        let usual = Subject::new(self.kernel, Dtype::F32, self.mode);
        let subject = Subject { plan: Some(plan), mutation, way: self.way, fill_workgroup: true, ..usual };
        // Sequences of more than two chunks, of none, and of a part of one.
        let packed = match self.way {
            Way::Recurrent => vec![0, 9, 9, 20],
            Way::Chunkwise => vec![0, 37, 37, 42],
        };
        let shape = Shape {
            batch: 1,
            time: packed.last().map_or(0, |end| *end as usize),
            key_heads: 2,
            heads: 4,
            // More than one block of channels, where they pass in blocks.
            keys: match (self.way, columns) {
                (Way::Chunkwise, _) => chunk::BLOCK + 3,
                (Way::Recurrent, 1) => 7,
                // No thread has rows beyond the state.
                (Way::Recurrent, _) => 8,
            },
            // Several tiles, the last one with columns over, and more than one row of a texture.
            values: match (self.way, columns) {
                (Way::Chunkwise, _) => 2 * plan.lanes + 3,
                (Way::Recurrent, 1) => 6 * plan.lanes + 3,
                (Way::Recurrent, _) => columns * plan.lanes + 22,
            },
            packed: Some(packed),
        };
        for content in Content::ALL {
            let worst = subject.case(device, &self.model, &shape, content, 0)?;
            if let Some(seen) = worst.beyond(content) {
                return Ok(Some(seen));
            }
        }
        if self.way == Way::Recurrent {
            for vector in probes(self.kernel, self.way, 16, 0)? {
                if !subject.probe(device, &vector)? {
                    return Ok(Some(format!("the exact probe {}", vector.plan().id)));
                }
            }
        }
        Ok(None)
    }
}

/// The ways that a kernel has.
pub(super) fn ways(kernel: &Kernel) -> &'static [Way] {
    if chunk::has(kernel) { &[Way::Recurrent, Way::Chunkwise] } else { &[Way::Recurrent] }
}

/// A fault of a kernel in one of its ways.
pub type Planted = (&'static Kernel, Way, Mutation);

/// The faults of some kernels (of all where there are none), by kernel, way and mutation.
pub fn faults(kernels: &[&'static Kernel]) -> Vec<Planted> {
    let kernels = if kernels.is_empty() { KERNELS } else { kernels };
    let of = |kernel: &'static Kernel| {
        let all =
            |way: &Way| mutations(kernel, *way).into_iter().map(|m| (kernel, *way, m)).collect::<Vec<_>>();
        ways(kernel).iter().flat_map(all).collect::<Vec<_>>()
    };
    kernels.iter().flat_map(|k| of(k)).collect()
}
