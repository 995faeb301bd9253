//! The parts of one run, put together.

use super::error::io_error;
use super::read::{Read, part_at};
use super::{CampaignError, FILE, Header, Shard};
use claim::{Claim, TheoremResult};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The parts of one run, in one journal or in those of its shards.
#[derive(Debug)]
pub struct Collection {
    /// What was asked for; the shard is the whole.
    pub header: Header,
    files: Vec<(PathBuf, BufReader<File>)>,
    parts: BTreeMap<(usize, u64), (usize, u64)>,
}

impl Collection {
    /// Reads the journals in `folders`.
    ///
    /// # Errors
    /// [`CampaignError`] when one cannot be read, is damaged, or is of another request than the first one, or when
    /// a part is in two of them.
    pub fn read(folders: &[PathBuf]) -> Result<Self, CampaignError> {
        let mut collection: Option<Self> = None;
        for folder in folders {
            let path = folder.join(FILE);
            let read = Read::of(&path)?;
            let file = BufReader::new(File::open(&path).map_err(io_error("open", &path))?);
            let into = collection.get_or_insert_with(|| Self {
                header: Header { shard: Shard::WHOLE, ..read.header.clone() },
                files: Vec::new(),
                parts: BTreeMap::new(),
            });
            if let Some(difference) = into.header.difference(&read.header) {
                return Err(CampaignError::Other { path, difference });
            }
            for ((theorem, number), offset) in read.parts {
                if let Some((other, _)) = into.parts.insert((theorem, number), (into.files.len(), offset)) {
                    let theorem = into.header.theorems[theorem].clone();
                    let first = into.files[other].0.clone();
                    return Err(CampaignError::Twice { theorem, number, first, second: path });
                }
            }
            into.files.push((path, file));
        }
        collection.ok_or_else(|| io_error("read", Path::new(FILE))(io::ErrorKind::NotFound.into()))
    }

    /// How many parts the journals have.
    pub fn finished(&self) -> usize {
        self.parts.len()
    }

    /// The parts of the whole that no journal has, as indices of theorems and numbers of parts.
    pub fn missing(&self) -> Vec<(usize, u64)> {
        self.header.parts().into_iter().filter(|part| !self.parts.contains_key(part)).collect()
    }

    /// The results of the theorems of which some part is finished, in the order of the registry, without their
    /// certificates; `certificate` is given each of these in order.
    ///
    /// # Errors
    /// [`CampaignError`] when a journal cannot be read again, or `certificate` fails.
    pub fn results(
        &mut self,
        certificate: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<Vec<(&'static Claim, TheoremResult)>, CampaignError> {
        let claims = self.header.claims()?;
        let numbers = self.header.options().parts();
        let mut results = Vec::new();
        for (index, claim) in claims.into_iter().enumerate() {
            let mut failed = None;
            let mut any = false;
            let parts = numbers.clone().map(|number| {
                let &(file, offset) = self.parts.get(&(index, number))?;
                let (path, reader) = &mut self.files[file];
                let done = part_at(path, reader, offset).and_then(|mut part| {
                    let mut lines = std::mem::take(&mut part.certificates).into_iter();
                    lines
                        .try_for_each(|line| certificate(&line))
                        .map_err(io_error("write certificates of", path))?;
                    Ok(part)
                });
                any = true;
                done.map_err(|error| failed = Some(error)).ok()
            });
            let result = TheoremResult::of(claim, parts);
            match failed {
                Some(error) => return Err(error),
                None if any => results.push((claim, result)),
                None => {}
            }
        }
        Ok(results)
    }
}
