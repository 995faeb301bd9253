//! What a kernel is.

use crate::KernelError;
use crate::compose::{Entry, Names};
use crate::device::{About, AdapterKind};
use engine::System;
use engine::spec::{Heads, Input, Width};

/// The most key channels.
pub const MOST_KEYS: usize = 256;

/// Numbers of a vector as it lies in the buffers of inputs: each row of an input is filled up to whole ones.
pub(crate) const QUAD: usize = 4;

/// A recurrence as WGSL: its functions, and what they take.
///
/// The numbers of a token come from the system's own specification: an input with one number for each key channel is a field of `Row`, one with one
/// for each value channel a field of `Column`, a single number a field of `Gates`.
#[derive(Debug)]
pub struct Kernel {
    /// The system whose recurrence it computes; the kernel has its name.
    pub system: System,
    /// The type `State` of an entry, with the functions that load and store one.
    pub state: &'static str,
    /// The functions `carried`, `found`, `residual`, `written` and `shown`.
    pub recurrence: &'static str,
    /// Whether the state is read before it is written: `found` is not 0.
    pub erases: bool,
    /// The inputs that may be binary16: what a model computes as activations. Gates and strengths are always binary32.
    pub narrow: &'static [&'static str],
}

/// The format of a kernel's activations; gates, state and results are binary32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// binary32.
    F32,
    /// binary16.
    F16,
}

impl Dtype {
    /// Both.
    pub const ALL: [Self; 2] = [Self::F32, Self::F16];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
        }
    }
}

impl Kernel {
    /// Its name: that of its system.
    pub fn name(&self) -> &'static str {
        self.system.spec().name
    }

    pub(crate) fn inputs(&self) -> &'static [Input] {
        self.system.spec().inputs
    }

    pub(crate) fn is_narrow(&self, input: &Input) -> bool {
        self.narrow.contains(&input.name)
    }

    /// The inputs of one width, as a list of the skeleton.
    pub(crate) fn entries(&self, keys: usize, values: usize, fits: impl Fn(Width) -> bool) -> Vec<Entry> {
        let field = |input: &&Input| {
            let buffer = if self.is_narrow(input) { "narrow" } else { "wide" };
            let (heads, head) = match input.heads {
                Heads::Key => ("(params.heads / params.group)", "key_head(head)"),
                Heads::Value => ("params.heads", "head"),
            };
            let width = match input.width {
                Width::One => 1,
                Width::V => values,
                Width::K | Width::OneOrK => keys,
            };
            let quads = width.div_ceil(QUAD).to_string();
            let fields = [("buffer", buffer), ("heads", heads), ("head", head), ("quads", &quads)];
            (input.name.to_owned(), fields.map(|(name, value)| (name, value.to_owned())).to_vec())
        };
        self.inputs().iter().filter(|i| fits(i.width)).map(|i| field(&i)).collect()
    }
}

/// What recurrent and chunkwise kernels have in common.
pub(crate) const PROLOGUE: &str = include_str!("prologue.wgsl");

impl Kernel {
    /// The names of the [prologue](PROLOGUE), for a plan.
    pub(crate) fn names(&self, dtype: Dtype, keys: usize, values: usize, plan: Plan) -> Names {
        let columns = plan.columns;
        let mut names = Names::default();
        names.set("K", keys);
        names.set("V", values);
        names.set("COLUMNS", columns);
        // As a condition, and as the number of texels in a row.
        names.set("TEXELS", if plan.texels { TEXELS } else { 0 });
        names.set("INITIAL_TEXELS", if plan.state_texels { TEXELS } else { 0 });
        names.set("PAIRS", if plan.pairs { columns / 2 } else { 0 });
        for (name, number) in [("ONE", 1), ("TWO", 2), ("FOUR", 4)] {
            names.set(name, u8::from(columns == number));
        }
        // Rows of states and results, and a state, in Columns; a row of key channels in vectors of four.
        names.set("STRIDE", values.div_ceil(columns));
        names.set("MATRIX", keys * values.div_ceil(columns));
        names.set("QUADS", keys.div_ceil(QUAD));
        names.set("F16", u8::from(dtype == Dtype::F16));
        names.set("REAL", dtype.name());
        names.list("inputs", self.entries(keys, values, |_| true));
        names.list("rows", self.entries(keys, values, |w| matches!(w, Width::K | Width::OneOrK)));
        names.list("gates", self.entries(keys, values, |w| w == Width::One));
        names.list("columns", self.entries(keys, values, |w| w == Width::V));
        names
    }
}

/// How a kernel goes through the tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// One after the other.
    #[default]
    Recurrent,
    /// In chunks; see [`crate::chunk`].
    Chunkwise,
}

impl Way {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recurrent => "recurrent",
            Self::Chunkwise => "chunkwise",
        }
    }
}

/// How the work of a head is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Threads side by side, each with its own columns: a subgroup, where the device has such.
    pub lanes: usize,
    /// Neighbouring columns of a thread: 1, 2 or 4.
    pub columns: usize,
    /// Into how many threads the rows of a column are cut.
    pub parts: usize,
    /// Whether rows are handed from lane to lane.
    pub subgroups: bool,
    /// Whether inputs lie in textures, which lavapipe reads a register at a time and buffers a number at a time; in buffers otherwise.
    pub texels: bool,
    /// Whether initial states lie in textures.
    pub state_texels: bool,
    /// Whether results are written two numbers at a time, as 64-bit integers: lavapipe takes as long for one number.
    pub pairs: bool,
}

/// Texels of a row of a texture.
pub(crate) const TEXELS: usize = 1024;

impl Plan {
    /// The usual plan for a device: on the processor, where a subgroup is a vector register and the rest lies in its cache, up to 64 rows of four columns to a thread; on a GPU at
    /// most 32 rows of two.
    pub fn of(about: &About, keys: usize, values: usize) -> Self {
        let software = about.kind == AdapterKind::Software;
        let lanes = about.subgroup.unwrap_or(if software { 8 } else { 32 });
        let (most_columns, most_rows) = if software { (4, 64) } else { (2, 32) };
        let most_parts = (about.workgroup_threads / lanes).clamp(1, 8);
        let parts = keys.div_ceil(most_rows).clamp(1, most_parts);
        let enough = |columns: &usize| lanes * columns >= values;
        let columns =
            [1, 2, 4].into_iter().filter(|c| *c <= most_columns).find(enough).unwrap_or(most_columns);
        Self {
            lanes,
            columns,
            parts,
            subgroups: about.subgroup.is_some(),
            texels: software,
            state_texels: software,
            pairs: software && about.int64,
        }
    }

    /// The rows of a thread: whole vectors of an input.
    pub(crate) fn rows(&self, keys: usize) -> usize {
        keys.div_ceil(self.parts).next_multiple_of(QUAD)
    }

    /// The same with rows cut into `parts`.
    #[must_use]
    pub fn with_parts(self, parts: usize) -> Self {
        Self { parts, ..self }
    }

    /// The same with everything in buffers, as on a GPU.
    #[must_use]
    pub fn in_buffers(self) -> Self {
        Self { state_texels: false, pairs: false, ..self.inputs_in_buffers() }
    }

    /// The same with inputs in buffers.
    #[must_use]
    pub fn inputs_in_buffers(self) -> Self {
        Self { texels: false, ..self }
    }

    /// The same without subgroups.
    #[must_use]
    pub fn without_subgroups(self) -> Self {
        Self { subgroups: false, ..self }
    }

    /// Tiles of columns.
    pub(crate) fn tiles(&self, values: usize) -> usize {
        values.div_ceil(self.lanes * self.columns).max(1)
    }
}

/// `value` as a number of the device's.
pub(crate) fn word(value: usize) -> Result<u32, KernelError> {
    u32::try_from(value).map_err(|_| KernelError::Inputs { reason: format!("{value} is beyond 32 bits") })
}
