//! What `check` and `bench` write.

use ::kernels::probe::Probe;
use ::kernels::{AdapterChoice, Device};
use anyhow::Context;
use serde_json::{Value as Json, json};
use std::path::Path;

/// The adapter of a name; of `EIGENCLAIM_ADAPTER`, or the best, where none is given.
pub(super) fn choice(name: Option<&str>) -> AdapterChoice {
    name.map_or_else(AdapterChoice::from_environment, AdapterChoice::of)
}

/// The adapter, as it is written.
pub(super) fn adapter(device: &Device) -> Json {
    let about = device.about();
    json!({"name": about.name, "driver": about.driver, "kind": about.kind.name()})
}

/// The probe, as it is written.
pub(super) fn probe(probe: &Probe) -> Json {
    probe.figures().into_iter().map(|(name, value)| (name, Json::String(value))).collect()
}

/// A ratio as a decimal text, so that an infinite one is one too.
pub(super) fn decimal(x: f64) -> String {
    if x.is_finite() { format!("{x:.6}") } else { "inf".into() }
}

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let place = || format!("cannot write {}", path.display());
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(place)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).with_context(place)?;
    file.persist(path).with_context(place)?;
    Ok(())
}
