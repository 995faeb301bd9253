//! From a tensor file to a checked dump.

mod results;

use super::settings::{Beta, Gate};
use super::{Dump, DumpError, Layout, RawGate, Settings};
use engine::bounds::Arithmetic;
use engine::spec::{Input, Scale, Width};
use engine::{Dims, Inputs, System};
use std::collections::BTreeSet;
use std::path::Path;
use tensors::{Dtype, TensorFile};

type Sizes = (usize, usize, usize, usize);

/// A file with its settings, and which of its tensors have been used.
struct Reader<'a> {
    file: &'a TensorFile,
    settings: Settings,
    system: System,
    used: BTreeSet<String>,
    notes: Vec<String>,
    /// Inputs that are stored once for each key head, and needed for each value head.
    shared: Vec<&'static str>,
}

/// A tensor in the file's order.
struct Plain {
    shape: Vec<usize>,
    data: Vec<f64>,
}

impl Dump {
    /// Reads a dump; `settings` go before the file's metadata.
    ///
    /// # Errors
    /// When the file cannot be read, does not fit together, or leaves open what it means.
    pub fn open(path: impl AsRef<Path>, settings: Settings) -> Result<Self, DumpError> {
        Self::from_file(&TensorFile::open(path)?, settings)
    }

    /// Reads the inputs of a run; results in the file are ignored, and the arithmetic need not be known.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_inputs(path: impl AsRef<Path>, settings: Settings) -> Result<Self, DumpError> {
        let settings = Settings { arithmetic: settings.arithmetic.or(Some(&Arithmetic::F64)), ..settings };
        let mut dump = Self::open(path, settings)?;
        (dump.cases, dump.backward) = (Vec::new(), None);
        Ok(dump)
    }

    /// Reads a dump from an opened file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_file(file: &TensorFile, settings: Settings) -> Result<Self, DumpError> {
        let settings = settings.or(Settings::from_metadata(file.metadata())?);
        let notes = Settings::misspelt(file.metadata());
        if let Some(scan) = settings.scan {
            let known = "here, a system of keys and values";
            return Err(DumpError::Metadata { key: "system", value: scan.spec().name.into(), known });
        }
        let Some(system) = settings.system else {
            let why = "every system has inputs of these names".into();
            return Err(DumpError::Unsettled { key: "system", why, flag: "system" });
        };
        let reader = Reader { file, settings, system, used: BTreeSet::new(), notes, shared: Vec::new() };
        reader.dump()
    }
}

impl Reader<'_> {
    /// The file's name for a name of the format.
    fn name(&self, name: &str) -> String {
        self.settings.names.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn has(&self, name: &str) -> bool {
        let name = self.name(name);
        self.file.names().contains(&name.as_str())
    }

    fn shape(&self, name: &str) -> Result<Option<Vec<usize>>, DumpError> {
        Ok(if self.has(name) { Some(self.file.shape(&self.name(name))?) } else { None })
    }

    /// A tensor of numbers, finite unless it is a result of the kernel.
    fn tensor(&mut self, name: &str, result: bool) -> Result<Option<Plain>, DumpError> {
        if !self.has(name) {
            return Ok(None);
        }
        let own = self.name(name);
        let tensor = self.file.read(&own)?;
        self.used.insert(own.clone());
        if let Some((index, value)) = tensor.first_non_finite().filter(|_| !result) {
            return Err(DumpError::NotFinite { name: own, index, value });
        }
        let data = tensor.to_f64().map_err(|source| DumpError::Tensor { name: own, source })?;
        Ok(Some(Plain { shape: tensor.shape().to_vec(), data }))
    }

    fn missing(&self, name: &str) -> DumpError {
        let names = self.file.names().join(", ");
        let hint = format!("; the file has {names} (--map {name}=NAME if one of them is meant)");
        DumpError::Missing { name: name.into(), hint }
    }

    fn query_name(&self) -> &'static str {
        self.system.spec().inputs[0].name
    }

    fn layout(&self) -> Result<Layout, DumpError> {
        if let Some(layout) = self.settings.layout {
            return Ok(layout);
        }
        let query = self.shape(self.query_name())?.ok_or_else(|| self.missing(self.query_name()))?;
        if query.len() == 3 {
            return Ok(Layout::Thd);
        }
        let states = ["h0", "ht", "ht_h0"];
        let mut heads = None;
        for name in states {
            if let Some(shape) = self.shape(name)? {
                heads = heads.or(shape.len().checked_sub(3).map(|axis| shape[axis]));
            }
        }
        let value = self.shape("v")?.ok_or_else(|| self.missing("v"))?;
        match (heads, value.as_slice()) {
            (Some(h), [_, a, b, _]) if *a != h && *b == h && self.system != System::DeltaProduct => {
                Ok(Layout::Bthd)
            }
            (Some(h), [_, a, b, _]) if *a == h && *b != h => Ok(Layout::Bhtd),
            _ => {
                let why = format!("`v` is {value:?}");
                Err(DumpError::Unsettled { key: "layout", why, flag: "layout" })
            }
        }
    }

    fn arithmetic(&self) -> Result<&'static Arithmetic, DumpError> {
        if let Some(arithmetic) = self.settings.arithmetic {
            return Ok(arithmetic);
        }
        let of = ["o", "o_h0", "ht", "ht_h0", "v"].into_iter().find(|n| self.has(n)).unwrap_or("v");
        let dtype = self.file.dtype(&self.name(of))?;
        match dtype {
            Dtype::F64 => Ok(&Arithmetic::F64),
            Dtype::F32 => Ok(&Arithmetic::F32),
            other => {
                let why = format!("`{of}` is {other}");
                Err(DumpError::Unsettled { key: "dtype_of_arithmetic", why, flag: "arithmetic" })
            }
        }
    }

    fn dims(&self, layout: Layout) -> Result<Dims, DumpError> {
        let sizes = |name: &'static str| -> Result<Sizes, DumpError> {
            let shape = self.shape(name)?.ok_or_else(|| self.missing(name))?;
            layout.sizes(&self.name(name), &shape)
        };
        let (batch, tokens, key_heads, k) = sizes(self.query_name())?;
        let (_, value_tokens, value_heads, v) = sizes("v")?;
        for (name, channels) in [(self.query_name(), k), ("v", v)] {
            if channels == 0 {
                let shape = self.shape(name)?.unwrap_or_default();
                return Err(DumpError::Shape {
                    name: self.name(name),
                    shape,
                    wanted: "at least one channel".into(),
                });
            }
        }
        let parts = match self.system {
            System::DeltaProduct if tokens > 0 && value_tokens.is_multiple_of(tokens) => {
                value_tokens / tokens
            }
            _ => 1,
        };
        Ok(Dims { batch, tokens, key_heads, value_heads, k, v, parts })
    }

    fn dump(mut self) -> Result<Dump, DumpError> {
        let (layout, arithmetic) = (self.layout()?, self.arithmetic()?);
        let dims = self.dims(layout)?;
        let scale = self.settings.scale.unwrap_or(match self.system.spec().scale {
            Scale::RootK => 1.0 / (dims.k as f64).sqrt(),
            Scale::One => 1.0,
        });
        let mut inputs = Inputs::new(self.system, dims, scale)?;
        if self.has("cu_seqlens") {
            let own = self.name("cu_seqlens");
            let tensor = self.file.read(&own)?;
            self.used.insert(own.clone());
            let ends = tensor.to_i64().map_err(|source| DumpError::Tensor { name: own, source })?;
            inputs = inputs.with_boundaries(&ends)?;
        }
        let mut raw_gate = None;
        let mut raw_strengths = false;
        for input in self.system.spec().inputs {
            let (name, data) = self.input(input, layout, &inputs, &mut raw_gate)?;
            if matches!(input.name, "beta" | "b" | "w") && self.raw_strength(input) {
                raw_strengths = true;
            }
            inputs = inputs.with(name, data)?;
        }
        if self.system == System::Ckda && inputs.tensor("g").is_some() {
            let signs = self.signs(layout, &inputs)?;
            inputs = inputs.with("sign", signs)?;
        }
        inputs.check()?;
        let cases = self.cases(layout, &mut inputs)?;
        let backward = self.backward(layout, &inputs, raw_gate.as_ref())?;
        let normalise = self.settings.normalise.unwrap_or(false);
        if normalise && self.system == System::Rwkv7 {
            let known = "none for rwkv7, whose `kk` is normalised before it is dumped";
            return Err(DumpError::Metadata {
                key: "qk_l2norm",
                value: "x/sqrt(sum(x^2)+1e-6)".into(),
                known,
            });
        }
        self.note_ignored();
        let raw_beta = raw_strengths.then_some(self.settings.beta.unwrap_or(Beta::Raw));
        let (system, notes, shared) = (self.system, self.notes, self.shared);
        Ok(Dump { system, arithmetic, inputs, raw_gate, raw_beta, shared, normalise, cases, backward, notes })
    }

    fn raw_strength(&self, input: &Input) -> bool {
        let named = matches!(input.name, "beta") || self.system == System::Gdn2;
        named && !matches!(self.settings.beta, None | Some(Beta::AsUsed))
    }

    fn sizes(&self, input: &Input, inputs: &Inputs<f64>) -> Sizes {
        let Dims { batch, tokens, key_heads, value_heads, k, v, parts } = inputs.dims;
        let heads = if input.heads == engine::spec::Heads::Key { key_heads } else { value_heads };
        let width = match input.width {
            Width::One => 1,
            Width::V => v,
            Width::K | Width::OneOrK => k,
        };
        (batch, tokens * if input.parts { parts } else { 1 }, heads, width)
    }

    fn token_tensor(
        &self,
        name: &str,
        plain: Plain,
        layout: Layout,
        want: Sizes,
        narrow: bool,
    ) -> Result<Vec<f64>, DumpError> {
        let sizes = layout.sizes(&self.name(name), &plain.shape)?;
        let narrowed = (want.0, want.1, want.2, 1);
        if sizes != want && !(narrow && sizes == narrowed) {
            let wanted = format!("batch, tokens, heads, channels = {want:?} in the layout {layout:?}");
            return Err(DumpError::Shape { name: self.name(name), shape: plain.shape, wanted });
        }
        Ok(layout.canonical(sizes, plain.data))
    }

    fn input(
        &mut self,
        input: &Input,
        layout: Layout,
        inputs: &Inputs<f64>,
        raw_gate: &mut Option<RawGate>,
    ) -> Result<(&'static str, Vec<f64>), DumpError> {
        let want = self.sizes(input, inputs);
        if let (Some(log), Some(Gate::Safe | Gate::Softplus)) = (input.log, self.settings.gate) {
            if self.system == System::Mdn {
                let known = "natural_log, signed for mdn, which has two gates";
                return Err(DumpError::Metadata { key: "gate", value: "raw".into(), known });
            }
            let gate = self.raw_gate(layout, want)?;
            let values = gate.logarithms(|x| *x);
            *raw_gate = Some(gate);
            return Ok((log, values));
        }
        if input.log.is_some() && self.settings.gate == Some(Gate::None) {
            let width = if input.width == Width::K { want.3 } else { 1 };
            return Ok((input.name, vec![1.0; want.0 * want.1 * want.2 * width]));
        }
        let name = match (input.log, self.settings.gate) {
            (Some(log), Some(Gate::NaturalLog)) => log,
            (Some(_), Some(Gate::Factor)) if self.has(input.name) => input.name,
            (Some(log), _) if self.has(log) => log,
            _ => input.name,
        };
        let missing = self.missing(name);
        let Some(plain) = self.tensor(name, false)? else {
            // A momentum rule's p is αk where it is not given.
            return if self.system == System::Mdn && name == "p" {
                self.decayed_key(layout, inputs)
            } else {
                Err(missing)
            };
        };
        let narrow = input.width == Width::OneOrK;
        let own = self.own_sizes(input, name, &plain, layout, inputs)?;
        let data = self.token_tensor(name, plain, layout, own, narrow)?;
        if own == want {
            return Ok((name, data));
        }
        self.shared.push(input.name);
        self.notes.push(format!(
            "`{}` has one row for each of the {} key heads; value head h takes that of key head h // {}",
            self.name(name),
            own.2,
            want.2 / own.2
        ));
        let width = data.len().checked_div(own.0 * own.1 * own.2).unwrap_or(1).max(1);
        let rows = data.chunks_exact(width).flat_map(|row| std::iter::repeat_n(row, want.2 / own.2));
        Ok((name, rows.flatten().copied().collect()))
    }

    /// The sizes that a tensor should have: those of the value heads, or of the key heads where its shape says so. Values are what makes the value heads.
    fn own_sizes(
        &self,
        input: &Input,
        name: &str,
        plain: &Plain,
        layout: Layout,
        inputs: &Inputs<f64>,
    ) -> Result<Sizes, DumpError> {
        let want = self.sizes(input, inputs);
        let heads = layout.sizes(&self.name(name), &plain.shape)?.2;
        let grouped = input.name != "v" && heads != want.2 && heads == inputs.dims.key_heads;
        Ok(if grouped { (want.0, want.1, heads, want.3) } else { want })
    }

    fn decayed_key(
        &mut self,
        layout: Layout,
        inputs: &Inputs<f64>,
    ) -> Result<(&'static str, Vec<f64>), DumpError> {
        let spec = self.system.spec();
        let find = |name: &str| spec.inputs.iter().find(|i| i.name == name).copied();
        let (Some(alpha), Some(key)) = (find("alpha"), inputs.tensor("k")) else {
            return Err(self.missing("p"));
        };
        let key = key.to_vec();
        let (name, gates) = self.input(&alpha, layout, inputs, &mut None)?;
        let Dims { key_heads, value_heads, k, .. } = inputs.dims;
        if key_heads != value_heads {
            return Err(self.missing("p"));
        }
        self.notes.push("p is not given and taken as alpha times k".into());
        let factor = |g: f64| if name == "alpha" { g } else { g.exp() };
        Ok(("p", key.iter().enumerate().map(|(e, x)| factor(gates[e / k]) * x).collect()))
    }

    fn signs(&mut self, layout: Layout, inputs: &Inputs<f64>) -> Result<Vec<f64>, DumpError> {
        let Dims { batch, tokens, value_heads, k, .. } = inputs.dims;
        let missing = self.missing("sign");
        let plain = self.tensor("sign", false)?.ok_or(missing)?;
        let (shape, want) = (plain.shape.clone(), (batch, tokens, value_heads, k));
        let data = self.token_tensor("sign", plain, layout, want, false)?;
        if let Some(at) = data.iter().position(|x| x.abs() != 1.0) {
            let index = vec![at];
            let why = "a sign is 1 or -1 (index in the order batch, token, head, channel)";
            return Err(DumpError::Value {
                name: format!("{} {shape:?}", self.name("sign")),
                index,
                value: data[at],
                why,
            });
        }
        Ok(data)
    }

    fn raw_gate(&mut self, layout: Layout, want: Sizes) -> Result<RawGate, DumpError> {
        let (_, _, heads, width) = want;
        let missing = ["g_raw", "A_log", "dt_bias"].map(|n| self.missing(n));
        let [no_raw, no_a, no_bias] = missing;
        let plain = self.tensor("g_raw", false)?.ok_or(no_raw)?;
        let raw = self.token_tensor("g_raw", plain, layout, want, true)?;
        let width = if raw.len() == want.0 * want.1 * heads { 1 } else { width };
        let parameter = |name: &str, plain: Plain, count: usize| {
            if plain.data.len() == count {
                return Ok(plain.data);
            }
            Err(DumpError::Shape {
                name: name.into(),
                shape: plain.shape,
                wanted: format!("{count} entries"),
            })
        };
        let a_log = self.tensor("A_log", false)?.ok_or(no_a)?;
        let a_log = parameter("A_log", a_log, heads)?;
        let bias = self.tensor("dt_bias", false)?.ok_or(no_bias)?;
        let bias = parameter("dt_bias", bias, heads * width)?;
        let lower_bound = match self.settings.gate {
            Some(Gate::Safe) => {
                let why = "a safe gate has one".to_owned();
                let unsettled = DumpError::Unsettled { key: "lower_bound", why, flag: "lower-bound" };
                Some(self.settings.lower_bound.ok_or(unsettled)?)
            }
            _ => None,
        };
        let entries = 0..raw.len();
        let a_log = entries.clone().map(|e| a_log[e / width % heads]).collect();
        let bias = entries.map(|e| bias[e % (heads * width)]).collect();
        Ok(RawGate { raw, a_log, bias, lower_bound })
    }

    fn note_ignored(&mut self) {
        let ignored: Vec<&str> = self.file.names().into_iter().filter(|n| !self.used.contains(*n)).collect();
        if !ignored.is_empty() {
            self.notes.push(format!("ignored tensors: {}", ignored.join(", ")));
        }
    }
}
