//! A set of vectors in a folder.

use super::{Format, Plan, Request, Vector, VectorError};
use crate::scans::vectors::{ScanPlan, ScanRequest, ScanVector};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use tensors::{TensorFile, write_safetensors};

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";

/// What the files say in their metadata, by which they are known again.
pub(crate) const MADE_BY: &str = "eigenclaim vectors";

const SCHEMA: &str = "eigenclaim-vectors/1";

/// A set under way: vectors are written as they come, the manifest at the end.
#[derive(Debug)]
pub struct Set {
    folder: PathBuf,
    header: Json,
    entries: Vec<Json>,
}

impl Set {
    /// Begins a set in a folder, which is made where it is missing. Nothing in it is deleted; files of an earlier set that have a planned name are
    /// replaced, others only with `force`.
    ///
    /// # Errors
    /// [`VectorError::Foreign`], [`VectorError::Io`].
    pub fn begin(folder: &Path, request: &Request, plans: &[Plan], force: bool) -> Result<Self, VectorError> {
        let Request { system, format, seed, max_tokens, .. } = request;
        let header = header(system.spec().name, *format, *seed, *max_tokens);
        Self::of(folder, header, plans.iter().map(Plan::file).collect(), force)
    }

    /// The same for a system with tensors of its own. The manifest says so where there are no exact probes.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn begin_scan(
        folder: &Path,
        request: &ScanRequest,
        plans: &[ScanPlan],
        force: bool,
    ) -> Result<Self, VectorError> {
        let ScanRequest { scan, format, seed, max_tokens, .. } = request;
        let mut header = header(scan.spec().name, *format, *seed, *max_tokens);
        header["exact_probes"] = json!(scan.probes());
        Self::of(folder, header, plans.iter().map(ScanPlan::file).collect(), force)
    }

    fn of(folder: &Path, header: Json, files: Vec<String>, force: bool) -> Result<Self, VectorError> {
        let path = folder.to_path_buf();
        std::fs::create_dir_all(folder).map_err(|source| VectorError::Io { path: path.clone(), source })?;
        let files = files.into_iter().chain([MANIFEST.to_owned()]);
        for path in files.map(|f| folder.join(f)).filter(|_| !force) {
            let ours = if path.ends_with(MANIFEST) { is_manifest(&path) } else { is_vector(&path) };
            // A link that leads nowhere is there as well.
            if path.symlink_metadata().is_ok() && !ours {
                return Err(VectorError::Foreign { path });
            }
        }
        Ok(Self { folder: path, header, entries: Vec::new() })
    }

    /// Writes a vector.
    ///
    /// # Errors
    /// [`VectorError::Write`].
    pub fn write(&mut self, vector: &Vector) -> Result<(), VectorError> {
        let path = self.folder.join(vector.plan().file());
        write_safetensors(path, &vector.tensors(), &vector.metadata())?;
        self.entries.push(vector.entry());
        Ok(())
    }

    /// Writes a vector of a system with tensors of its own.
    ///
    /// # Errors
    /// [`VectorError::Write`].
    pub fn write_scan(&mut self, vector: &ScanVector) -> Result<(), VectorError> {
        let path = self.folder.join(vector.plan().file());
        write_safetensors(path, &vector.tensors(), &vector.metadata())?;
        self.entries.push(vector.entry());
        Ok(())
    }

    /// Writes the manifest, in one step.
    ///
    /// # Errors
    /// [`VectorError::Io`].
    pub fn finish(self) -> Result<PathBuf, VectorError> {
        let mut manifest = self.header;
        manifest["cases"] = json!(self.entries);
        let path = self.folder.join(MANIFEST);
        replace(&path, &format!("{manifest:#}\n"))
            .map_err(|source| VectorError::Io { path: path.clone(), source })?;
        Ok(path)
    }
}

fn header(system: &str, format: Format, seed: u64, max_tokens: usize) -> Json {
    json!({
        "schema": SCHEMA,
        "made_by": MADE_BY,
        "version": env!("CARGO_PKG_VERSION"),
        "system": system,
        "dtype": format.name(),
        "dtype_of_arithmetic": format.arithmetic().name,
        "state_dtype": format.of_states().name(),
        "seed": seed,
        "max_tokens": max_tokens,
    })
}

/// Readers see the old content or the new, never a part.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let temporary = path.with_extension(format!("json.{}", std::process::id()));
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn is_vector(path: &Path) -> bool {
    TensorFile::open(path).is_ok_and(|f| f.metadata().get("made_by").is_some_and(|m| m == MADE_BY))
}

fn is_manifest(path: &Path) -> bool {
    let json = std::fs::read(path).ok().and_then(|b| serde_json::from_slice::<Json>(&b).ok());
    json.is_some_and(|j| j["made_by"] == MADE_BY)
}
