//! The directory of the archive and the checks on what it says.

use super::member::MemberReader;
use super::{MAX_INFLATION, NpzFault};
use crate::Fault;
use crate::source::Source;
use rawzip::{
    CompressionMethod, ErrorKind, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ZipArchive, ZipArchiveEntryWayfinder,
    ZipLocator,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// A member whose bytes lie between the start of the file and the directory.
#[derive(Debug)]
pub(super) struct Member {
    /// As in the archive.
    pub(super) name: String,
    pub(super) deflated: bool,
    /// Where the local header begins, from the start of the file. The stored bytes follow it.
    header: u64,
    /// Where the stored bytes are, from the start of the file.
    pub(super) data: Range<u64>,
    /// The size of the array with its header, as the directory claims; at most what the stored bytes can give.
    pub(super) size: u64,
    pub(super) checksum: u32,
}

impl Member {
    /// How many bytes the member takes in the file.
    pub(super) fn stored(&self) -> u64 {
        self.data.end - self.data.start
    }

    pub(super) fn reader<'a>(&'a self, source: &'a Source) -> MemberReader<'a> {
        MemberReader::new(self, source)
    }
}

/// An entry of the directory, before its place in the file is looked at.
struct Listed {
    name: String,
    deflated: bool,
    header: u64,
    checksum: u32,
    place: ZipArchiveEntryWayfinder,
}

/// The members by the names of their arrays.
pub(super) fn read(source: Source) -> Result<(Source, BTreeMap<String, Member>), Fault> {
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let length = source.length();
    let archive = ZipLocator::new()
        .locate_in_reader(source, &mut buffer, length)
        .map_err(|(_, error)| directory_fault(error))?;
    if archive.end_offset() != length {
        let message = format!("ends at byte {}, the file at byte {length}", archive.end_offset());
        return Err(NpzFault::Directory { message }.into());
    }
    let listed = list(&archive, &mut buffer)?;
    let mut members = BTreeMap::new();
    for entry in listed {
        let (array, member) = locate(&archive, entry, &mut buffer)?;
        if members.insert(array.clone(), member).is_some() {
            return Err(Fault::DuplicateName { name: array });
        }
    }
    check_disjoint(&members)?;
    Ok((archive.into_inner(), members))
}

fn directory_fault(error: rawzip::Error) -> Fault {
    match error.into_kind() {
        ErrorKind::IO(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            Fault::Io { action: "read the zip directory", error }
        }
        kind => NpzFault::Directory { message: kind.to_string().to_lowercase() }.into(),
    }
}

fn list(archive: &ZipArchive<Source>, buffer: &mut [u8]) -> Result<Vec<Listed>, Fault> {
    let mut listed = Vec::new();
    let mut entries = archive.entries(buffer);
    while let Some(entry) = entries.next_entry().map_err(directory_fault)? {
        let Ok(name) = str::from_utf8(entry.file_path().as_ref()).map(str::to_owned) else {
            return Err(NpzFault::NameNotUtf8 { offset: entry.central_directory_offset() }.into());
        };
        if !name.ends_with(".npy") {
            return Err(NpzFault::NotNpy { member: name }.into());
        }
        let flags = entry.flags();
        if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
            return Err(NpzFault::Encrypted { member: name }.into());
        }
        let deflated = match entry.compression_method() {
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            method => return Err(NpzFault::Method { member: name, method: method.as_u16() }.into()),
        };
        let (header, checksum, place) = (entry.local_header_offset(), entry.crc32(), entry.wayfinder());
        listed.push(Listed { name, deflated, header, checksum, place });
    }
    let (claimed, found) = (archive.entries_hint(), listed.len() as u64);
    if claimed != found {
        return Err(NpzFault::EntryCount { claimed, found }.into());
    }
    Ok(listed)
}

/// The entry with its place, which its local header and its claimed sizes must agree with.
fn locate(archive: &ZipArchive<Source>, entry: Listed, buffer: &mut [u8]) -> Result<(String, Member), Fault> {
    let Listed { name, deflated, header: offset, checksum, place } = entry;
    let local = |message: String| NpzFault::LocalHeader { member: name.clone(), offset, message };
    let limit = archive.directory_offset();
    if offset >= limit {
        return Err(local(format!("the zip directory begins before it, at byte {limit}")).into());
    }
    let found = archive.get_entry(place).map_err(|error| local(error.to_string().to_lowercase()))?;
    let header = found.local_header(buffer).map_err(|error| local(error.to_string().to_lowercase()))?;
    if header.file_path().as_ref() != name.as_bytes() {
        let other = String::from_utf8_lossy(header.file_path().as_ref()).into_owned();
        return Err(local(format!("names the member `{other}`")).into());
    }
    if (header.compression_method() == CompressionMethod::DEFLATE) != deflated {
        return Err(
            local(format!("has the compression method {}", header.compression_method().as_u16())).into()
        );
    }
    let (begin, end) = found.compressed_data_range();
    if end > limit {
        return Err(NpzFault::DataOutOfRange { member: name, begin, end, limit }.into());
    }
    let (claimed, compressed) = (place.uncompressed_size_hint(), end - begin);
    if claimed > compressed.saturating_mul(if deflated { MAX_INFLATION } else { 1 }) {
        return Err(NpzFault::Bomb { member: name, claimed, compressed }.into());
    }
    let array = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
    Ok((array, Member { name, deflated, header: offset, data: begin..end, size: claimed, checksum }))
}

fn check_disjoint(members: &BTreeMap<String, Member>) -> Result<(), NpzFault> {
    let mut order: Vec<&Member> = members.values().collect();
    order.sort_by_key(|member| member.header);
    for pair in order.windows(2) {
        if let [first, second] = pair
            && second.header < first.data.end
        {
            return Err(NpzFault::Overlap {
                first: first.name.clone(),
                second: second.name.clone(),
                offset: second.header,
            });
        }
    }
    Ok(())
}
