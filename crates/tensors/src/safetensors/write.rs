//! Files are written to a temporary neighbour that then takes the name.

use super::SafetensorsFault;
use super::header::METADATA;
use crate::{Fault, FileError, Tensor};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Writes a safetensors file in one step: readers see the old content or the new, never a part.
///
/// The bytes depend on the content only, not on the order of `tensors`: the types with wider elements come first, so
/// that every tensor is aligned, and among them the names in order. The format is that of the `safetensors` library.
///
/// # Errors
/// [`FileError`] when a name occurs twice or is the metadata's, or when the file cannot be written; then a file that
/// was there before is as it was.
pub fn write_safetensors(
    path: impl AsRef<Path>,
    tensors: &[(String, Tensor)],
    metadata: &BTreeMap<String, String>,
) -> Result<(), FileError> {
    let path = path.as_ref();
    let written = header(tensors, metadata).and_then(|(header, order)| {
        replace(path, |out| {
            out.write_all(&(header.len() as u64).to_le_bytes())?;
            out.write_all(&header)?;
            order.iter().try_for_each(|(_, tensor)| tensor.data().write(out))
        })
        .map_err(Fault::io("write the file"))
    });
    written.map_err(|fault| FileError { file: path.display().to_string(), fault: Box::new(fault) })
}

#[derive(Serialize)]
struct Info<'a> {
    dtype: &'static str,
    shape: &'a [usize],
    data_offsets: (u64, u64),
}

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("strings, numbers, lists and maps of strings can be written as JSON")
}

type Ordered<'a> = Vec<(&'a str, &'a Tensor)>;

/// The header with its padding, and the tensors in the order of their bytes.
fn header<'a>(
    tensors: &'a [(String, Tensor)],
    metadata: &BTreeMap<String, String>,
) -> Result<(Vec<u8>, Ordered<'a>), Fault> {
    let mut named = BTreeMap::new();
    for (name, tensor) in tensors {
        if name == METADATA {
            return Err(SafetensorsFault::ReservedName { name: METADATA }.into());
        }
        if named.insert(name.as_str(), tensor).is_some() {
            return Err(Fault::DuplicateName { name: name.clone() });
        }
    }
    let mut order: Ordered<'_> = named.into_iter().collect();
    order.sort_by_key(|(_, tensor)| std::cmp::Reverse(tensor.dtype().size()));

    let metadata = (!metadata.is_empty()).then(|| (METADATA, json(metadata)));
    let mut end = 0;
    let entries = order.iter().map(|(name, tensor)| {
        let begin = end;
        end += (tensor.len() * tensor.dtype().size()) as u64;
        let info = Info { dtype: tensor.dtype().name(), shape: tensor.shape(), data_offsets: (begin, end) };
        (*name, json(&info))
    });
    let entries: Vec<String> =
        metadata.into_iter().chain(entries).map(|(key, value)| format!("{}:{value}", json(key))).collect();
    let mut header = format!("{{{}}}", entries.join(",")).into_bytes();
    header.resize(header.len().next_multiple_of(8), b' ');
    if header.len() as u64 > super::MAX_HEADER {
        return Err(SafetensorsFault::HeaderTooLong { length: header.len() as u64 }.into());
    }
    Ok((header, order))
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // A temporary file is private; the result should be as readable as any other file that the user makes.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".tensors-").tempfile_in(directory)?;
    let mut buffered = io::BufWriter::new(&mut file);
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
