//! A journal as it was found.

use super::error::io_error;
use super::header::SCHEMA;
use super::{CampaignError, Header};
use claim::Part;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// A journal: where each part stands in the file.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) header: Header,
    /// From index of the theorem and number of the part to the offset of its line.
    pub(super) parts: BTreeMap<(usize, u64), u64>,
    /// Where the last whole line ends.
    pub(super) end: u64,
}

impl Read {
    pub(super) fn of(path: &Path) -> Result<Self, CampaignError> {
        let mut file = BufReader::new(File::open(path).map_err(io_error("open", path))?);
        let malformed =
            |line, reason: String| CampaignError::Malformed { path: path.to_owned(), line, reason };
        let mut text = Vec::new();
        let mut next = |text: &mut Vec<u8>| {
            text.clear();
            file.read_until(b'\n', text).map_err(io_error("read", path))
        };
        let mut end = next(&mut text)? as u64;
        let header: Header =
            serde_json::from_slice(&text).map_err(|error| malformed(1, error.to_string()))?;
        if header.schema != SCHEMA || text.last() != Some(&b'\n') {
            return Err(malformed(1, format!("it does not begin with `{SCHEMA}`")));
        }
        let mine: BTreeSet<_> = header.parts().into_iter().collect();
        let mut parts = BTreeMap::new();
        for line in 2.. {
            let length = next(&mut text)? as u64;
            if text.last() != Some(&b'\n') {
                break;
            }
            let part: Part =
                serde_json::from_slice(&text).map_err(|error| malformed(line, error.to_string()))?;
            let theorem = header.theorems.iter().position(|id| *id == part.theorem);
            match theorem.map(|theorem| (theorem, part.number)) {
                Some(key) if mine.contains(&key) => {
                    if parts.insert(key, end).is_some() {
                        return Err(malformed(line, "the part is there already".into()));
                    }
                }
                _ => return Err(malformed(line, "the part is not one of this run".into())),
            }
            end += length;
        }
        Ok(Self { header, parts, end })
    }

    pub(super) fn is_finished(&self) -> bool {
        self.parts.len() == self.header.parts().len()
    }
}

/// The part whose line begins at `offset`.
pub(super) fn part_at(path: &Path, reader: &mut BufReader<File>, offset: u64) -> Result<Part, CampaignError> {
    let mut line = Vec::new();
    let read = reader.seek(SeekFrom::Start(offset)).and_then(|_| reader.read_until(b'\n', &mut line));
    read.map_err(io_error("read", path))?;
    serde_json::from_slice(&line).map_err(|error| io_error("read", path)(error.into()))
}
