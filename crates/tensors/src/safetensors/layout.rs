//! The checks that turn what the header says into places in the file.

use super::SafetensorsFault;
use super::header::{Header, METADATA};
use crate::{Dtype, Fault, shape};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::ops::Range;

/// A tensor that lies within the data part.
#[derive(Debug)]
pub(super) struct Entry {
    /// Or how the file spells a type that is not supported.
    pub(super) dtype: Result<Dtype, String>,
    pub(super) shape: Vec<usize>,
    /// From the start of the data part.
    pub(super) offsets: Range<u64>,
}

type Checked = (BTreeMap<String, String>, BTreeMap<String, Entry>);

/// Names are distinct, and the tensors fill the `available` bytes of the data part, each once.
pub(super) fn check(header: Header, available: u64) -> Result<Checked, Fault> {
    if header.metadata.len() > 1 {
        return Err(Fault::DuplicateName { name: METADATA.to_owned() });
    }
    let metadata = distinct(header.metadata.into_iter().flatten())?;
    let tensors = distinct(header.tensors)?
        .into_iter()
        .map(|(name, raw)| {
            let (begin, end) = raw.data_offsets;
            let entry = Entry {
                dtype: Dtype::from_name(&raw.dtype).ok_or(raw.dtype),
                shape: raw.shape,
                offsets: begin..end,
            };
            check_entry(&name, &entry, available)?;
            Ok((name, entry))
        })
        .collect::<Result<BTreeMap<_, _>, Fault>>()?;
    check_tiling(&tensors, available)?;
    Ok((metadata, tensors))
}

fn distinct<V>(pairs: impl IntoIterator<Item = (String, V)>) -> Result<BTreeMap<String, V>, Fault> {
    let mut map = BTreeMap::new();
    for (name, value) in pairs {
        match map.entry(name) {
            Slot::Vacant(slot) => drop(slot.insert(value)),
            Slot::Occupied(slot) => return Err(Fault::DuplicateName { name: slot.key().clone() }),
        }
    }
    Ok(map)
}

fn check_entry(name: &str, entry: &Entry, available: u64) -> Result<(), Fault> {
    let tensor = || name.to_owned();
    let Range { start: begin, end } = entry.offsets;
    if begin > end {
        return Err(SafetensorsFault::OffsetsReversed { tensor: tensor(), begin, end }.into());
    }
    if end > available {
        return Err(SafetensorsFault::OffsetsOutOfRange { tensor: tensor(), begin, end, available }.into());
    }
    let Some(elements) = shape::elements(&entry.shape) else {
        return Err(Fault::ShapeOverflow { tensor: tensor(), shape: entry.shape.clone() });
    };
    if let Ok(dtype) = entry.dtype {
        let (expected, found) = ((elements * dtype.size()) as u64, end - begin);
        if expected != found {
            let shape = entry.shape.clone();
            return Err(SafetensorsFault::Length { tensor: tensor(), dtype, shape, expected, found }.into());
        }
    }
    Ok(())
}

fn check_tiling(tensors: &BTreeMap<String, Entry>, available: u64) -> Result<(), SafetensorsFault> {
    let mut order: Vec<_> = tensors.iter().map(|(name, entry)| (name, &entry.offsets)).collect();
    order.sort_by_key(|(_, offsets)| (offsets.start, offsets.end));
    let (mut covered, mut last) = (0, None);
    for (name, offsets) in order {
        if offsets.start > covered {
            return Err(SafetensorsFault::Gap { begin: covered, end: offsets.start });
        }
        if let Some(first) = last
            && offsets.start < covered
        {
            return Err(SafetensorsFault::Overlap {
                first: String::clone(first),
                second: name.clone(),
                offset: offsets.start,
            });
        }
        (covered, last) = (offsets.end, Some(name));
    }
    if covered < available {
        return Err(SafetensorsFault::Gap { begin: covered, end: available });
    }
    Ok(())
}
