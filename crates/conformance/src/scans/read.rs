//! From a tensor file to the inputs and results of one of these systems.

use super::given::Given;
use super::{Scan, TensorSpec};
use crate::dump::{DumpError, Gate, Settings};
use engine::bounds::Arithmetic;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tensors::{Dtype, TensorFile};

/// The results of one run of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanCase {
    /// The name of its first tensor, as in the file.
    pub name: String,
    /// The results, under the names of the format.
    pub tensors: BTreeMap<&'static str, Vec<f64>>,
    /// Whether it starts from the file's initial state.
    pub from_initial: bool,
}

/// A file of one of these systems, read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanDump {
    /// The system.
    pub scan: Scan,
    /// The arithmetic that the kernel is allowed.
    pub arithmetic: &'static Arithmetic,
    /// The inputs, with what is given of an initial state.
    pub given: Given<f64>,
    /// The results.
    pub cases: Vec<ScanCase>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

struct Reader<'a> {
    file: &'a TensorFile,
    settings: Settings,
    used: BTreeSet<String>,
    sizes: BTreeMap<char, usize>,
}

impl Reader<'_> {
    fn name(&self, name: &str) -> String {
        self.settings.names.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn has(&self, name: &str) -> bool {
        self.file.names().contains(&self.name(name).as_str())
    }

    fn missing(&self, name: &str) -> DumpError {
        let names = self.file.names().join(", ");
        let hint = format!("; the file has {names} (--map {name}=NAME if one of them is meant)");
        DumpError::Missing { name: name.into(), hint }
    }

    /// A tensor under `name` with the axes of `spec`, which are bound to its sizes where they are new.
    fn tensor(&mut self, name: &str, axes: &str, result: bool) -> Result<Option<Vec<f64>>, DumpError> {
        if !self.has(name) {
            return Ok(None);
        }
        let own = self.name(name);
        let tensor = self.file.read(&own)?;
        self.used.insert(own.clone());
        let given = tensor.shape().to_vec();
        // A file of one sequence may lack the leading axis.
        let lacks = given.len() + 1 == axes.len() && axes.starts_with(['B', 'S']);
        let shape = if lacks { [vec![1], given.clone()].concat() } else { given.clone() };
        let fits = shape.len() == axes.len()
            && axes
                .chars()
                .zip(&shape)
                .all(|(axis, size)| self.sizes.get(&axis).is_none_or(|known| known == size));
        if !fits {
            let axis = |axis: char| match self.sizes.get(&axis) {
                Some(size) => format!("{axis} = {size}"),
                None => axis.to_string(),
            };
            let wanted = axes.chars().map(axis).collect::<Vec<_>>().join(", ");
            return Err(DumpError::Shape { name: own, shape: given, wanted: format!("[{wanted}]") });
        }
        for (axis, size) in axes.chars().zip(shape) {
            if size == 0 && !matches!(axis, 'T' | 'B' | 'S' | 'R') {
                let wanted = format!("at least one of axis {axis}");
                return Err(DumpError::Shape { name: own, shape: given, wanted });
            }
            self.sizes.insert(axis, size);
        }
        if let Some((index, value)) = tensor.first_non_finite().filter(|_| !result) {
            return Err(DumpError::NotFinite { name: own, index, value });
        }
        tensor.to_f64().map(Some).map_err(|source| DumpError::Tensor { name: own, source })
    }

    fn inputs(
        &mut self,
        specs: &[TensorSpec],
        into: &mut BTreeMap<&'static str, Vec<f64>>,
    ) -> Result<(), DumpError> {
        for spec in specs {
            match self.tensor(spec.name, spec.axes, false)? {
                Some(data) => {
                    into.insert(spec.name, data);
                }
                None if spec.needed => return Err(self.missing(spec.name)),
                None => {}
            }
        }
        Ok(())
    }

    fn size(&self, axis: char) -> usize {
        self.sizes.get(&axis).copied().unwrap_or(0)
    }

    /// Sizes that have to fit each other.
    fn check(&self, scan: Scan) -> Result<(), DumpError> {
        let fail = |name: &str, why: String| {
            let shape = self.file.shape(&self.name(name)).unwrap_or_default();
            Err(DumpError::Shape { name: self.name(name), shape, wanted: why })
        };
        let (heads, groups) = (self.size('H'), self.size('G'));
        match scan {
            Scan::Mamba2 | Scan::Mamba3 if groups == 0 || !heads.is_multiple_of(groups) => {
                let name = if scan == Scan::Mamba2 { "B" } else { "Q" };
                fail(name, format!("groups (axis G) that divide the {heads} heads"))
            }
            Scan::Mamba3 if 2 * self.size('R') > self.size('N') => {
                fail("Angles", format!("at most one angle for each pair of the {} channels", self.size('N')))
            }
            Scan::Cyfa if self.size('C').is_multiple_of(2) => {
                fail("readout", "an odd number of slots".into())
            }
            _ => Ok(()),
        }
    }

    fn sequences(&mut self, scan: Scan) -> Result<Vec<(usize, std::ops::Range<usize>)>, DumpError> {
        let (batch, tokens) = (self.size('B'), self.size('T'));
        if !self.has("cu_seqlens") {
            return Ok((0..batch).map(|b| (b, 0..tokens)).collect());
        }
        if !scan.spec().packed {
            let wanted = format!("none: {} takes no packed sequences", scan.spec().name);
            let shape = self.file.shape(&self.name("cu_seqlens"))?;
            return Err(DumpError::Shape { name: self.name("cu_seqlens"), shape, wanted });
        }
        let own = self.name("cu_seqlens");
        let tensor = self.file.read(&own)?;
        self.used.insert(own.clone());
        let ends = tensor.to_i64().map_err(|source| DumpError::Tensor { name: own, source })?;
        let fail = |reason: String| {
            Err(DumpError::Inputs(engine::InputError::Boundaries { boundaries: ends.clone(), reason }))
        };
        if batch != 1 {
            return fail(format!("packed sequences have one batch entry, not {batch}"));
        }
        let sizes: Option<Vec<usize>> = ends.iter().map(|e| usize::try_from(*e).ok()).collect();
        let Some(sizes) = sizes.filter(|s| s.first() == Some(&0) && s.last() == Some(&tokens)) else {
            return fail(format!("they must run from 0 to the number of tokens, {tokens}"));
        };
        if let Some(at) = sizes.windows(2).position(|w| w[1] < w[0]) {
            return fail(format!("entry {} goes back", at + 1));
        }
        Ok(sizes.windows(2).map(|w| (0, w[0]..w[1])).collect())
    }

    fn arithmetic(&self, scan: Scan) -> Result<&'static Arithmetic, DumpError> {
        if let Some(arithmetic) = self.settings.arithmetic {
            return Ok(arithmetic);
        }
        let first = scan.spec().results[0].name;
        let of = [first.to_owned(), format!("{first}_h0"), scan.spec().inputs[0].name.to_owned()];
        let of = of.into_iter().find(|n| self.has(n)).unwrap_or_default();
        match self.file.dtype(&self.name(&of))? {
            Dtype::F64 => Ok(&Arithmetic::F64),
            Dtype::F32 => Ok(&Arithmetic::F32),
            other => {
                let why = format!("`{of}` is {other}");
                Err(DumpError::Unsettled { key: "dtype_of_arithmetic", why, flag: "arithmetic" })
            }
        }
    }

    fn dump(mut self, scan: Scan, mut notes: Vec<String>) -> Result<ScanDump, DumpError> {
        let spec = scan.spec();
        let softplus = match self.settings.gate {
            None | Some(Gate::NaturalLog) => false,
            Some(Gate::Softplus) if matches!(scan, Scan::Mamba1 | Scan::Mamba2) => true,
            Some(_) => {
                let known = "natural_log; softplus for mamba1 and mamba2, whose `dt` is then raw";
                return Err(DumpError::Metadata { key: "gate", value: "another".into(), known });
            }
        };
        let mut tensors = BTreeMap::new();
        self.inputs(spec.inputs, &mut tensors)?;
        let sequences = self.sequences(scan)?;
        self.sizes.insert('S', sequences.len());
        self.inputs(spec.initial, &mut tensors)?;
        self.check(scan)?;
        let starts = spec.initial.iter().any(|s| tensors.contains_key(s.name));
        let both = spec.results.iter().any(|r| self.has(&format!("{}_h0", r.name)));
        let mut cases = Vec::new();
        for suffix in ["", "_h0"] {
            let mut found = BTreeMap::new();
            for result in spec.results {
                let name = format!("{}{suffix}", result.name);
                if let Some(data) = self.tensor(&name, result.axes, true)? {
                    found.insert(result.name, data);
                }
            }
            if !suffix.is_empty() && !starts && !found.is_empty() {
                return Err(self.missing(spec.initial[0].name));
            }
            if !found.is_empty() {
                let name = self.name(&format!("{}{suffix}", spec.results[0].name));
                let from_initial = starts && (!suffix.is_empty() || !both);
                cases.push(ScanCase { name, tensors: found, from_initial });
            }
        }
        let (arithmetic, sizes) = (self.arithmetic(scan)?, self.sizes.clone());
        if scan == Scan::Cyfa && self.sizes.get(&'M').is_some_and(|m| *m != self.size('C') + 1) {
            let shape = self.file.shape(&self.name("readout")).unwrap_or_default();
            let wanted = format!("[H, M - 1, M - 1] for states of M = {} rows", self.size('M'));
            return Err(DumpError::Shape { name: self.name("readout"), shape, wanted });
        }
        let ignored: Vec<&str> = self.file.names().into_iter().filter(|n| !self.used.contains(*n)).collect();
        if !ignored.is_empty() {
            notes.push(format!("ignored tensors: {}", ignored.join(", ")));
        }
        let given = Given { sizes, tensors, sequences, softplus };
        Ok(ScanDump { scan, arithmetic, given, cases, notes })
    }
}

impl ScanDump {
    /// Reads a file whose system is one of these; `settings` go before the file's metadata. `None`: its system is another, or not named.
    ///
    /// # Errors
    /// When the file cannot be read, does not fit together, or leaves open what it means.
    pub fn open(path: impl AsRef<Path>, settings: Settings) -> Result<Option<Self>, DumpError> {
        let file = TensorFile::open(path)?;
        let settings = settings.or(Settings::from_metadata(file.metadata())?);
        let Some(scan) = settings.scan else { return Ok(None) };
        let notes = Settings::misspelt(file.metadata());
        let reader = Reader { file: &file, settings, used: BTreeSet::new(), sizes: BTreeMap::new() };
        reader.dump(scan, notes).map(Some)
    }

    /// The axes of a result and their sizes.
    pub fn shape(&self, result: &TensorSpec) -> Vec<usize> {
        let size = |axis| match axis {
            // Rows of CyFA's states, where no state is given.
            'M' => self.given.size('C') + 1,
            'S' => self.given.sequences.len(),
            axis => self.given.size(axis),
        };
        result.axes.chars().map(size).collect()
    }
}
