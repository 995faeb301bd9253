//! `eigenclaim kernels list`.

use super::super::exit;
use super::super::table::Table;
use super::record::choice;
use ::kernels::check::registry::Named;
use ::kernels::probe::Probe;
use ::kernels::{Device, device};
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Measure what each device's arithmetic does
    #[arg(long)]
    probe: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let adapters = device::adapters();
    let mut out = std::io::stdout().lock();
    if adapters.is_empty() {
        writeln!(
            out,
            "No Vulkan adapter. `sh scripts/setup-kernels.sh` installs Mesa's lavapipe, which needs no GPU."
        )?;
        return Ok(exit::UNDECIDED);
    }
    let names: Vec<&str> = Named::all().iter().map(|k| k.name()).collect();
    writeln!(out, "kernels: {}\n", names.join(", "))?;
    let mut table =
        Table::new(&["adapter", "kind", "driver", "strict", "f16", "subgroup", "buffer", "workgroup"]);
    for about in &adapters {
        let yes = |x: bool| if x { "yes" } else { "no" }.to_owned();
        table.row(vec![
            about.name.clone(),
            about.kind.name().into(),
            about.driver.clone(),
            yes(about.strict),
            yes(about.f16),
            about.subgroup.map_or("varies".into(), |n| n.to_string()),
            format!("{} MiB", about.largest_buffer >> 20),
            format!("{} threads, {} KiB", about.workgroup_threads, about.workgroup_memory >> 10),
        ]);
    }
    writeln!(out, "{table}")?;
    if arguments.probe {
        for about in &adapters {
            let probe = Probe::of(&Device::open(&choice(Some(&about.name)))?)?;
            writeln!(out, "{}", about.name)?;
            let mut table = Table::new(&["measured (errors in units of 2⁻²⁴)", "value"]);
            for (name, value) in probe.figures() {
                table.row(vec![name, value]);
            }
            writeln!(out, "{table}")?;
        }
    }
    Ok(exit::HOLDS)
}
