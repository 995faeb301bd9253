//! Where the bytes come from.

use crate::Fault;
use rawzip::{FileReader, ReaderAt};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Bytes that can be read at any offset, and how many there are.
#[derive(Debug)]
pub(crate) struct Source {
    bytes: Bytes,
    length: u64,
}

#[derive(Debug)]
enum Bytes {
    File(FileReader),
    Memory(Vec<u8>),
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, Fault> {
        // Looked at before it is opened: to open a pipe would wait for its writer.
        let kind = fs::metadata(path).map_err(Fault::io("open the file"))?;
        if kind.is_dir() {
            return Err(Fault::NotAFile { what: "a directory" });
        }
        if !kind.is_file() {
            return Err(Fault::NotAFile { what: "a device, a pipe or a socket" });
        }
        let file = File::open(path).map_err(Fault::io("open the file"))?;
        let length = file.metadata().map_err(Fault::io("open the file"))?.len();
        Ok(Self { bytes: Bytes::File(file.into()), length })
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len() as u64, bytes: Bytes::Memory(bytes) }
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The first bytes, at most `N`.
    pub(crate) fn prefix<const N: usize>(&self) -> Result<Vec<u8>, Fault> {
        let mut bytes = vec![0; self.length.min(N as u64) as usize];
        self.read_exact_at(&mut bytes, 0).map_err(Fault::io("read the file"))?;
        Ok(bytes)
    }
}

impl ReaderAt for Source {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match &self.bytes {
            Bytes::File(file) => file.read_at(buffer, offset),
            Bytes::Memory(bytes) => {
                let rest =
                    usize::try_from(offset).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
        }
    }
}
