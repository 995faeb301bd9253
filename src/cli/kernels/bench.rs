//! `eigenclaim kernels bench`.

use super::super::table::Table;
use super::super::{exit, ignore_broken_pipe, note};
use super::check::kernel;
use super::record::{self, choice};
use ::kernels::bench::{Rate, copy_bandwidth, shapes, slots};
use ::kernels::check::registry::Named;
use ::kernels::device::AdapterKind;
use ::kernels::{Device, Dtype, Mode};
use anyhow::Context;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only this kernel; may be given several times
    #[arg(long, value_name = "KERNEL", value_parser = kernel)]
    kernel: Vec<Named>,
    /// A part of the adapter's name, or `software`; the fastest kind where it is left out
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Let the driver contract products and sums
    #[arg(long)]
    plain: bool,
    /// Milliseconds for each kernel and shape
    #[arg(long, value_name = "MS", default_value_t = 300)]
    budget: u64,
    /// Write the figures as JSON (docs/kernels.md)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let device = Device::open(&choice(arguments.adapter.as_deref()))?;
    let mode = if arguments.plain || !device.about().strict { Mode::Plain } else { Mode::Strict };
    let copy = copy_bandwidth(&device)?;
    let kernels = if arguments.kernel.is_empty() { Named::all() } else { arguments.kernel.clone() };
    let budget = Duration::from_millis(arguments.budget);
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed)).context("cannot listen for interruptions")?;
    let mut rates = Vec::new();
    for kernel in &kernels {
        for shape in shapes(&device) {
            if STOP.load(Ordering::Relaxed) {
                continue;
            }
            note(format_args!("{} {} …", kernel.name(), shape.name()));
            let rate = match kernel {
                Named::Recurrence(kernel) => kernel.rate(&device, &shape, Dtype::F32, mode, budget)?,
                Named::Cyfa => slots(&device, &shape, Dtype::F32, mode, budget)?,
            };
            rates.push((kernel.name(), rate));
        }
    }
    if let Some(path) = &arguments.json {
        let rates: Vec<Json> = rates.iter().map(|(kernel, rate)| figures(kernel, rate, copy)).collect();
        let all = json!({
            "schema": "eigenclaim-kernels-bench/1",
            "version": env!("CARGO_PKG_VERSION"),
            "adapter": record::adapter(&device),
            "mode": mode.name(),
            "copy_bytes_per_second": copy,
            "rates": rates,
        });
        record::write(path, &format!("{all:#}\n"))?;
    }
    ignore_broken_pipe(print(&device, mode, copy, &rates))?;
    Ok(if STOP.load(Ordering::Relaxed) { exit::INTERRUPTED } else { exit::HOLDS })
}

fn figures(kernel: &str, rate: &Rate, copy: f64) -> Json {
    let shape = &rate.shape;
    json!({
        "kernel": kernel,
        "shape": {
            "batch": shape.batch,
            "time": shape.time,
            "heads": shape.heads,
            "keys": shape.keys,
            "values": shape.values,
        },
        "seconds": rate.seconds,
        "tokens_per_second": rate.tokens,
        "bytes_per_second": rate.bytes,
        "operations_per_second": rate.operations,
        "share_of_copy_bandwidth": rate.bytes / copy,
        "seconds_of_the_engine": rate.engine,
        "processor_seconds": rate.processor.map(|[own, _]| own),
        "processor_seconds_of_the_engine": rate.processor.map(|[_, engine]| engine),
    })
}

fn print(device: &Device, mode: Mode, copy: f64, rates: &[(&str, Rate)]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let about = device.about();
    writeln!(
        out,
        "{} ({}), {} mode, copies {:.1} GB/s\n",
        about.name,
        about.driver,
        mode.name(),
        copy * 1e-9
    )?;
    // Where the device is the processor, core is compared with core.
    let software = about.kind == AdapterKind::Software;
    let last = if software { "processor time / the engine's" } else { "time / engine on the processor" };
    let mut table = Table::new(&["kernel", "shape", "tokens/s", "GB/s", "of the copy", "GFLOP/s", last]);
    for (kernel, rate) in rates {
        let ratio = match rate.processor {
            Some([own, engine]) if software => own / engine,
            _ => rate.seconds / rate.engine,
        };
        table.row(vec![
            (*kernel).into(),
            rate.shape.name(),
            format!("{:.3e}", rate.tokens),
            format!("{:.2}", rate.bytes * 1e-9),
            format!("{:.0} %", 100.0 * rate.bytes / copy),
            format!("{:.2}", rate.operations * 1e-9),
            format!("{ratio:.2}"),
        ]);
    }
    writeln!(out, "{table}")?;
    Ok(())
}
