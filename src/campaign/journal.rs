//! A journal that is being written.

use super::error::io_error;
use super::read::Read;
use super::{CampaignError, FILE, Header, KEPT};
use claim::Part;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Begins a journal in `folder`. One that is there already and is not finished is kept as [`KEPT`]; the second
    /// value says whether that was so.
    ///
    /// # Errors
    /// [`CampaignError`] when the folder cannot be written, or another run is writing there.
    pub fn begin(folder: &Path, header: &Header) -> Result<(Self, bool), CampaignError> {
        let path = folder.join(FILE);
        let mut file = open_locked(&path)?;
        let unfinished = Read::of(&path).is_ok_and(|read| !read.parts.is_empty() && !read.is_finished());
        if unfinished {
            // The lock stays with the open file, whatever its name; the new one is locked before it is written.
            std::fs::rename(&path, folder.join(KEPT)).map_err(io_error("rename", &path))?;
            file = open_locked(&path)?;
        }
        file.set_len(0).map_err(io_error("empty", &path))?;
        file.seek(SeekFrom::Start(0)).map_err(io_error("write", &path))?;
        let journal = Self { path, file: Mutex::new(file) };
        journal.line(header)?;
        Ok((journal, unfinished))
    }

    /// Goes on with the journal in `folder`, and says which parts it has. What a crash left of a last line is cut
    /// off. Where there is none, it is begun.
    ///
    /// # Errors
    /// [`CampaignError`] when the journal is of another request, damaged, in use, or cannot be read or written.
    pub fn resume(folder: &Path, header: &Header) -> Result<(Self, BTreeSet<(usize, u64)>), CampaignError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Self::begin(folder, header).map(|(journal, _)| (journal, BTreeSet::new()));
        }
        let mut file = open_locked(&path)?;
        let read = Read::of(&path)?;
        if let Some(difference) = header.difference(&read.header) {
            return Err(CampaignError::Other { path, difference });
        }
        if header.shard != read.header.shard {
            let difference =
                format!("it is shard {}, and this run is shard {}", read.header.shard, header.shard);
            return Err(CampaignError::Other { path, difference });
        }
        file.set_len(read.end).map_err(io_error("shorten", &path))?;
        file.seek(SeekFrom::Start(read.end)).map_err(io_error("write", &path))?;
        Ok((Self { path, file: Mutex::new(file) }, read.parts.into_keys().collect()))
    }

    /// Writes down a finished part.
    ///
    /// # Errors
    /// [`CampaignError::Io`]; the journal then ends before this part.
    pub fn add(&self, part: &Part) -> Result<(), CampaignError> {
        self.line(part)
    }

    fn line(&self, record: &impl Serialize) -> Result<(), CampaignError> {
        let mut line =
            serde_json::to_vec(record).map_err(|error| io_error("write", &self.path)(error.into()))?;
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // One call for a line: a process that is killed leaves whole lines, or a last one without its end.
        file.write_all(&line).map_err(io_error("write", &self.path))
    }
}

fn open_locked(path: &Path) -> Result<File, CampaignError> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = open.map_err(io_error("open", path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(CampaignError::Busy { path: path.to_owned() }),
        // A file system without locks: two runs into one folder are then up to the person.
        Err(std::fs::TryLockError::Error(_)) => Ok(file),
    }
}
