//! The bytes of a member, inflated and counted.

use super::NpzFault;
use super::directory::Member;
use crate::Fault;
use crate::source::Source;
use flate2::read::DeflateDecoder;
use rawzip::{Crc32, RangeReader};
use std::io::{self, Read};

/// The first bytes of a member up to the size that it claims.
pub(super) struct MemberReader<'a> {
    member: &'a Member,
    source: &'a Source,
    bytes: Bytes<'a>,
    checksum: Crc32,
    position: u64,
}

enum Bytes<'a> {
    Stored(RangeReader<&'a Source>),
    Deflated(Box<DeflateDecoder<RangeReader<&'a Source>>>),
}

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(bytes) => bytes.read(buffer),
            Self::Deflated(bytes) => bytes.read(buffer),
        }
    }
}

impl<'a> MemberReader<'a> {
    pub(super) fn new(member: &'a Member, source: &'a Source) -> Self {
        let stored = RangeReader::new(source, member.data.clone());
        let bytes = if member.deflated {
            Bytes::Deflated(Box::new(DeflateDecoder::new(stored)))
        } else {
            Bytes::Stored(stored)
        };
        Self { member, source, bytes, checksum: Crc32::new(), position: 0 }
    }

    pub(super) fn member(&self) -> &'a Member {
        self.member
    }

    /// How many bytes were read or skipped.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Passes over bytes, which must not be more than the member claims to have left. The checksum is then lost.
    pub(super) fn skip(&mut self, count: u64) -> Result<(), Fault> {
        if let Bytes::Stored(bytes) = &mut self.bytes {
            let start = (bytes.position() + count).min(self.member.data.end);
            *bytes = RangeReader::new(self.source, start..self.member.data.end);
            self.position += count;
            return Ok(());
        }
        match io::copy(&mut self.by_ref().take(count), &mut io::sink()) {
            Ok(skipped) if skipped == count => Ok(()),
            Ok(_) => Err(self.short()),
            Err(error) => Err(self.blame(error)),
        }
    }

    /// Nothing is left, and the checksum is the directory's. Every byte must have been read.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        let member = || self.member.name.clone();
        match self.bytes.read(&mut [0]) {
            Ok(0) => {}
            Ok(_) => return Err(NpzFault::Long { member: member(), claimed: self.member.size }.into()),
            Err(error) => return Err(self.blame(error)),
        }
        let (claimed, found) = (self.member.checksum, self.checksum.checksum());
        if claimed != found {
            return Err(NpzFault::Checksum { member: member(), claimed, found }.into());
        }
        Ok(())
    }

    /// The fault behind an error of reading.
    pub(super) fn blame(&self, error: io::Error) -> Fault {
        let member = self.member.name.clone();
        match error.kind() {
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                NpzFault::Inflate { member, message: error.to_string(), offset: self.position }.into()
            }
            io::ErrorKind::UnexpectedEof => self.short(),
            _ => Fault::Io { action: "read the file", error },
        }
    }

    /// The fault of a member that ended too early.
    pub(super) fn short(&self) -> Fault {
        NpzFault::Short { member: self.member.name.clone(), found: self.position, claimed: self.member.size }
            .into()
    }
}

impl Read for MemberReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.member.size.saturating_sub(self.position);
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let count = self.bytes.read(&mut buffer[..most])?;
        self.checksum.update(&buffer[..count]);
        self.position += count as u64;
        Ok(count)
    }
}
