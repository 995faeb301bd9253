//! Files made by hand, so that any part of them can be wrong.

use std::io::Write;

/// A safetensors file of a header and a data part.
pub(crate) fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
}

/// The same with tensors given as `"name":[dtype, shape, offsets]`.
pub(crate) fn with_tensors(tensors: &[(&str, &str, &str, &str)], data: &[u8]) -> Vec<u8> {
    let entries: Vec<String> = tensors
        .iter()
        .map(|(name, dtype, shape, offsets)| {
            format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}"#)
        })
        .collect();
    safetensors(&format!("{{{}}}", entries.join(",")), data)
}

/// An array of a header and elements.
pub(crate) fn npy(header: &str, elements: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap();
    [b"\x93NUMPY\x01\x00", &length.to_le_bytes()[..], header.as_bytes(), elements].concat()
}

pub(crate) fn header(descriptor: &str, shape: &str) -> String {
    format!("{{'descr': '{descriptor}', 'fortran_order': False, 'shape': {shape}, }}\n")
}

pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A member of a zip archive, true or not.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: Vec<u8>,
    pub(crate) local_name: Vec<u8>,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) local_method: u16,
    pub(crate) stored: Vec<u8>,
    pub(crate) claimed_stored: u32,
    pub(crate) claimed: u32,
    pub(crate) checksum: u32,
    /// Where the directory places the local header, when not where it is.
    pub(crate) offset: Option<u32>,
}

impl Member {
    pub(crate) fn stored(name: &str, bytes: &[u8]) -> Self {
        Self {
            name: name.into(),
            local_name: name.into(),
            flags: 0,
            method: 0,
            local_method: 0,
            stored: bytes.to_vec(),
            claimed_stored: bytes.len() as u32,
            claimed: bytes.len() as u32,
            checksum: rawzip::crc32(bytes),
            offset: None,
        }
    }

    pub(crate) fn deflated(name: &str, bytes: &[u8]) -> Self {
        let stored = deflate(bytes);
        Self {
            method: 8,
            local_method: 8,
            claimed_stored: stored.len() as u32,
            stored,
            ..Self::stored(name, bytes)
        }
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn u16(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn u32(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend(bytes);
        self
    }
}

/// The archive of the members.
pub(crate) fn zip(members: &[Member]) -> Vec<u8> {
    zip_claiming(members, members.len() as u16)
}

/// The archive of the members, with an end record that claims another number of them.
pub(crate) fn zip_claiming(members: &[Member], count: u16) -> Vec<u8> {
    let mut out = Writer(Vec::new());
    let mut offsets = Vec::new();
    for member in members {
        offsets.push(out.0.len() as u32);
        out.u32(0x0403_4b50).u16(20).u16(member.flags).u16(member.local_method).u32(0);
        out.u32(member.checksum).u32(member.claimed_stored).u32(member.claimed);
        out.u16(member.local_name.len() as u16).u16(0).bytes(&member.local_name).bytes(&member.stored);
    }
    let directory = out.0.len() as u32;
    for (member, at) in members.iter().zip(offsets) {
        out.u32(0x0201_4b50).u16(20).u16(20).u16(member.flags).u16(member.method).u32(0);
        out.u32(member.checksum).u32(member.claimed_stored).u32(member.claimed);
        out.u16(member.name.len() as u16).u16(0).u16(0).u16(0).u16(0).u32(0);
        out.u32(member.offset.unwrap_or(at)).bytes(&member.name);
    }
    let length = out.0.len() as u32 - directory;
    out.u32(0x0605_4b50).u16(0).u16(0).u16(count).u16(count).u32(length).u32(directory).u16(0);
    out.0
}
