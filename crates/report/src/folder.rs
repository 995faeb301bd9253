//! Writes a report into its folder, whole or not at all.

use crate::ReportError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Marks a folder as a report, and lists its files.
pub(crate) const MARKER: &str = "report.json";
const SCHEMA: &str = "eigenclaim-report/1";

/// `report.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Marker {
    schema: String,
    version: String,
    seed: u64,
    files: BTreeSet<String>,
}

impl Marker {
    pub(crate) fn new(version: &str, seed: u64, files: &[(String, String)]) -> Self {
        let files = files.iter().map(|(name, _)| name.clone()).collect();
        Self { schema: SCHEMA.into(), version: version.into(), seed, files }
    }
}

/// Replaces the report in `folder`, or makes the folder; readers see the old files or the new ones.
///
/// # Errors
/// [`ReportError::NotAReport`] when the folder holds anything but a report, [`ReportError::Write`] when it cannot be written.
pub fn write(folder: &Path, files: &[(String, String)]) -> Result<(), ReportError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ReportError::Write { path, source }
    };
    replaceable(folder)?;
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(parent).map_err(failed(parent))?;
    let new = tempfile::Builder::new().prefix(".report-").tempdir_in(parent).map_err(failed(parent))?;
    let made = new.path().join("new");
    for (name, text) in files {
        let path = made.join(name);
        let directory = path.parent().unwrap_or(&made);
        std::fs::create_dir_all(directory).map_err(failed(directory))?;
        std::fs::write(&path, text).map_err(failed(&path))?;
    }
    let old = new.path().join("old");
    let existed = folder.exists();
    if existed {
        std::fs::rename(folder, &old).map_err(failed(folder))?;
    }
    std::fs::rename(&made, folder).map_err(|source| {
        if existed {
            // Best effort: the old report goes back to its place.
            let _ = std::fs::rename(&old, folder);
        }
        ReportError::Write { path: folder.into(), source }
    })
}

/// A folder that is not there, is empty, or holds a report and nothing else.
fn replaceable(folder: &Path) -> Result<(), ReportError> {
    let failed = |source| ReportError::Read { path: folder.into(), source };
    if !folder.exists() {
        return Ok(());
    }
    let mut found = Vec::new();
    walk(folder, Path::new(""), &mut found).map_err(failed)?;
    let not_a_report = |path: PathBuf| Err(ReportError::NotAReport { path });
    if found.is_empty() {
        return Ok(());
    }
    let marker = std::fs::read_to_string(folder.join(MARKER)).ok();
    let marker: Option<Marker> = marker.and_then(|text| serde_json::from_str(&text).ok());
    match marker.filter(|marker| marker.schema == SCHEMA) {
        None => not_a_report(folder.into()),
        Some(marker) => match found.into_iter().find(|name| name != MARKER && !marker.files.contains(name)) {
            Some(foreign) => not_a_report(folder.join(foreign)),
            None => Ok(()),
        },
    }
}

/// All files below a folder, by their paths from it with `/`.
fn walk(folder: &Path, below: &Path, found: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            walk(folder, &path, found)?;
        } else {
            let parts: Vec<_> = path.components().map(|it| it.as_os_str().to_string_lossy()).collect();
            found.push(parts.join("/"));
        }
    }
    Ok(())
}
