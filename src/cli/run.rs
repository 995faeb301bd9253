//! `eigenclaim run FILE --out FILE`: the engine as an oracle.

use super::dump_options::DumpOptions;
use super::exit;
use anyhow::Context;
use conformance::scans::{Scan, ScanDump, TensorSpec};
use conformance::vectors::{Format, Plan};
use conformance::{Dump, Settings, Values};
use engine::bounds::Arithmetic;
use engine::{Dims, System};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use tensors::{Tensor, bf16, f16, write_safetensors};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A tensor file with the inputs, in the format of dumps
    #[arg(required_unless_present_any = ["list", "generate"])]
    inputs: Option<PathBuf>,
    /// Run on random inputs of these sizes, such as T=128,H=2,K=64,V=64 (also B, and HV for value heads; 1 by default; for systems with axes of their own these, see --list), and
    /// write the inputs and the derived bounds as well
    #[arg(long, value_name = "SIZES", conflicts_with_all = ["inputs", "states"], value_parser = sizes, requires = "system")]
    generate: Option<Sizes>,
    /// Seed of generated inputs
    #[arg(long, default_value_t = 0, requires = "generate")]
    seed: u64,
    /// Where o and ht are written (safetensors)
    #[arg(long, required_unless_present = "list")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: DumpOptions,
    /// The type of the results, the enclosed values rounded once; with --generate of the inputs, too
    #[arg(long, value_enum, default_value_t = Dtype::F64)]
    dtype: Dtype,
    /// Also write the state after every token (large)
    #[arg(long)]
    states: bool,
    /// List the systems with their inputs
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Dtype {
    F64,
    F32,
    F16,
    Bf16,
}

impl Dtype {
    fn format(self) -> Format {
        match self {
            Self::F64 => Format::F64,
            Self::F32 => Format::F32,
            Self::F16 => Format::F16,
            Self::Bf16 => Format::Bf16,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    if arguments.list {
        super::ignore_broken_pipe(list())?;
        return Ok(exit::HOLDS);
    }
    if let (Some(sizes), Some(out)) = (&arguments.generate, &arguments.out) {
        return generate(arguments, sizes, out);
    }
    let (Some(path), Some(out)) = (&arguments.inputs, &arguments.out) else {
        anyhow::bail!("nothing to run")
    };
    let named = path.display();
    let settings = arguments.options.settings()?;
    // The arithmetic is of no concern here.
    let any = Settings { arithmetic: Some(&Arithmetic::F64), ..settings.clone() };
    if let Some(dump) = ScanDump::open(path, any).with_context(|| format!("{named}"))? {
        return run_scan(arguments, &dump, out);
    }
    let dump = Dump::open_inputs(path, settings).with_context(|| format!("{named}"))?;
    let results = conformance::oracle(&dump, arguments.states);
    let dims = dump.inputs.dims;
    let (sequences, rows) = (dump.inputs.sequences(), dump.inputs.rows());
    let of = |shape: Vec<usize>, values: &Values| {
        tensor(shape, &values.nearest(arguments.dtype.format()), arguments.dtype)
    };
    let mut tensors = vec![
        ("o".to_owned(), of(vec![dims.batch, dims.tokens, dims.value_heads, dims.v], &results.outputs)?),
        ("ht".to_owned(), of(vec![sequences, dims.value_heads, rows, dims.v], &results.state)?),
    ];
    if let Some(states) = &results.states {
        let shape = vec![dims.batch, dims.tokens, dims.value_heads, rows, dims.v];
        tensors.push(("states".to_owned(), of(shape, states)?));
    }
    let metadata = BTreeMap::from([
        ("system".to_owned(), dump.system.spec().name.to_owned()),
        ("layout".to_owned(), "BTHD".to_owned()),
        ("state_layout".to_owned(), "BHKV".to_owned()),
        ("scale".to_owned(), format!("{:?}", dump.inputs.scale)),
        ("source".to_owned(), format!("eigenclaim {}", env!("CARGO_PKG_VERSION"))),
    ]);
    write_safetensors(out, &tensors, &metadata).with_context(|| format!("{}", out.display()))?;
    let said = writeln!(
        std::io::stdout().lock(),
        "{}: {} sequences, {} tokens, {} heads, state {} × {}; o and ht written to {}",
        dump.system.spec().title,
        sequences,
        dims.tokens,
        dims.value_heads,
        rows,
        dims.v,
        out.display()
    );
    super::ignore_broken_pipe(said.map_err(Into::into))?;
    Ok(exit::HOLDS)
}

/// One of the systems with tensors of their own.
fn run_scan(arguments: &Arguments, dump: &ScanDump, out: &Path) -> anyhow::Result<u8> {
    let spec = dump.scan.spec();
    let mut tensors = Vec::new();
    for (result, values) in dump.oracle() {
        let values = values.nearest(arguments.dtype.format());
        tensors.push((result.name.to_owned(), tensor(dump.shape(result), &values, arguments.dtype)?));
    }
    for states in if arguments.states { dump.states() } else { Vec::new() } {
        let values = Values::Double(states.values).nearest(arguments.dtype.format());
        tensors.push((states.name, tensor(states.shape, &values, arguments.dtype)?));
    }
    let metadata = BTreeMap::from([
        ("system".to_owned(), spec.name.to_owned()),
        ("source".to_owned(), format!("eigenclaim {}", env!("CARGO_PKG_VERSION"))),
    ]);
    write_safetensors(out, &tensors, &metadata).with_context(|| format!("{}", out.display()))?;
    let names: Vec<&str> = tensors.iter().map(|(name, _)| name.as_str()).collect();
    let said = writeln!(
        std::io::stdout().lock(),
        "{}: {} sequences, {} tokens; {} written to {}",
        spec.title,
        dump.given.sequences.len(),
        dump.given.size('T'),
        names.join(", "),
        out.display()
    );
    super::ignore_broken_pipe(said.map_err(Into::into))?;
    Ok(exit::HOLDS)
}

/// Sizes as `T=128,H=2,K=64,V=64`.
#[derive(Clone, Debug)]
struct Sizes(BTreeMap<String, usize>);

fn sizes(text: &str) -> Result<Sizes, String> {
    let mut given = BTreeMap::new();
    for part in text.split(',') {
        let (name, size) = part.split_once('=').ok_or_else(|| format!("{part:?} is not NAME=SIZE"))?;
        let size: usize = size.trim().parse().map_err(|error| format!("{part:?}: {error}"))?;
        let name = name.trim().to_uppercase();
        if given.insert(name, size).is_some() {
            return Err(format!("{part:?} comes twice"));
        }
    }
    Ok(Sizes(given))
}

impl Sizes {
    /// Those of a system of keys and values.
    fn dims(&self, system: System) -> anyhow::Result<Dims> {
        if let Some(name) = self.0.keys().find(|n| !["B", "T", "H", "HV", "K", "V"].contains(&n.as_str())) {
            anyhow::bail!("{name:?} is not one of B, T, H, HV, K, V");
        }
        let size = |name: &str| self.0.get(name).copied();
        let needed = |name: &str| size(name).with_context(|| format!("{name} is missing"));
        let key_heads = size("H").unwrap_or(1);
        Ok(Dims {
            batch: size("B").unwrap_or(1),
            tokens: needed("T")?,
            key_heads,
            value_heads: size("HV").unwrap_or(key_heads),
            k: needed("K")?,
            v: needed("V")?,
            // Two erase steps a token, as the official layer has them by default.
            parts: if system == System::DeltaProduct { 2 } else { 1 },
        })
    }

    /// Those of a system with axes of its own, of one letter each.
    fn axes(&self) -> anyhow::Result<BTreeMap<char, usize>> {
        let axis = |(name, size): (&String, &usize)| match name.chars().collect::<Vec<_>>()[..] {
            [axis] => Ok((axis, *size)),
            _ => anyhow::bail!("{name:?} is not one letter"),
        };
        self.0.iter().map(axis).collect()
    }
}

/// Inputs of one of the systems with tensors of their own.
fn generate_scan(arguments: &Arguments, scan: Scan, sizes: &Sizes, out: &Path) -> anyhow::Result<u8> {
    let format = arguments.dtype.format();
    let dump = ScanDump::generated(scan, &sizes.axes()?, format, arguments.seed)?;
    let tensors = dump.tensors(format);
    let metadata = BTreeMap::from([
        ("system".to_owned(), scan.spec().name.to_owned()),
        ("dtype_of_arithmetic".to_owned(), format.arithmetic().name.to_owned()),
        ("source".to_owned(), format!("eigenclaim {}", env!("CARGO_PKG_VERSION"))),
    ]);
    write_safetensors(out, &tensors, &metadata).with_context(|| format!("{}", out.display()))?;
    let names: Vec<&str> = tensors.iter().map(|(name, _)| name.as_str()).collect();
    let said = writeln!(
        std::io::stdout().lock(),
        "{}, seed {}: {} written to {}",
        scan.spec().title,
        arguments.seed,
        names.join(", "),
        out.display()
    );
    super::ignore_broken_pipe(said.map_err(Into::into))?;
    Ok(exit::HOLDS)
}

fn generate(arguments: &Arguments, sizes: &Sizes, out: &Path) -> anyhow::Result<u8> {
    let settings = arguments.options.settings()?;
    if let Some(scan) = settings.scan {
        if settings != (Settings { scan: Some(scan), ..Settings::default() }) {
            anyhow::bail!("of the settings of dumps only --system goes with --generate");
        }
        return generate_scan(arguments, scan, sizes, out);
    }
    let system = settings.system.context("--generate needs --system")?;
    if settings != (Settings { system: Some(system), ..Settings::default() }) {
        anyhow::bail!("of the settings of dumps only --system goes with --generate");
    }
    let dims = sizes.dims(system)?;
    let plan = Plan::generated(system, arguments.dtype.format(), dims, arguments.seed)?;
    let vector = plan.vector()?;
    write_safetensors(out, &vector.tensors(), &vector.metadata())
        .with_context(|| format!("{}", out.display()))?;
    let names: Vec<String> = vector.tensors().into_iter().map(|(name, _)| name).collect();
    let said = writeln!(
        std::io::stdout().lock(),
        "{}, seed {}: {} written to {}\nlargest bound of an output: {:.1e}",
        system.spec().title,
        arguments.seed,
        names.join(", "),
        out.display(),
        vector.largest_bound()
    );
    super::ignore_broken_pipe(said.map_err(Into::into))?;
    Ok(exit::HOLDS)
}

/// `values` are already those of the type.
fn tensor(shape: Vec<usize>, values: &[f64], dtype: Dtype) -> anyhow::Result<Tensor> {
    Ok(match dtype {
        Dtype::F64 => Tensor::new(shape, values.to_vec())?,
        Dtype::F32 => Tensor::new(shape, values.iter().map(|x| *x as f32).collect::<Vec<_>>())?,
        Dtype::F16 => Tensor::new(shape, values.iter().map(|x| f16::from_f64(*x)).collect::<Vec<_>>())?,
        Dtype::Bf16 => Tensor::new(shape, values.iter().map(|x| bf16::from_f64(*x)).collect::<Vec<_>>())?,
    })
}

fn list() -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    for system in System::ALL {
        let spec = system.spec();
        let names = [&[spec.name], spec.aliases].concat().join(", ");
        writeln!(out, "{names}\n    {}", spec.title)?;
        let inputs = spec.inputs.iter().map(|i| match i.log {
            Some(log) => format!("{} (or its logarithm {log})", i.name),
            None => i.name.to_owned(),
        });
        writeln!(out, "    inputs: {}", inputs.collect::<Vec<_>>().join(", "))?;
        for range in spec.ranges {
            writeln!(
                out,
                "    {}: article {}; official code {}",
                range.parameter, range.article, range.official
            )?;
        }
    }
    for scan in Scan::ALL {
        let spec = scan.spec();
        writeln!(out, "{}\n    {}", spec.name, spec.title)?;
        let name = |t: &TensorSpec| format!("{}{} [{}]", t.name, if t.needed { "" } else { "?" }, t.axes);
        let names = |all: &[TensorSpec]| all.iter().map(name).collect::<Vec<_>>().join(", ");
        writeln!(out, "    inputs: {}", names(spec.inputs))?;
        writeln!(out, "    initial state: {}", names(spec.initial))?;
        writeln!(out, "    results: {}", names(spec.results))?;
    }
    Ok(())
}
