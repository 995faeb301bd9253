//! The JSON of the header, with every key kept, so that none can hide another.

use super::{LENGTH_BYTES, SafetensorsFault};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The key of the strings that belong to the whole file.
pub(super) const METADATA: &str = "__metadata__";

/// The header as it is written.
pub(super) struct Header {
    /// More than one when the key is repeated.
    pub(super) metadata: Vec<Vec<(String, String)>>,
    pub(super) tensors: Vec<(String, RawEntry)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEntry {
    pub(super) dtype: String,
    pub(super) shape: Vec<usize>,
    pub(super) data_offsets: (u64, u64),
}

struct Pairs<V>(Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<V> {
            type Value = Pairs<V>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HeaderVisitor;

        impl<'de> Visitor<'de> for HeaderVisitor {
            type Value = Header;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut header = Header { metadata: Vec::new(), tensors: Vec::new() };
                while let Some(key) = map.next_key::<String>()? {
                    if key == METADATA {
                        header.metadata.push(map.next_value::<Pairs<String>>()?.0);
                    } else {
                        header.tensors.push((key, map.next_value()?));
                    }
                }
                Ok(header)
            }
        }

        deserializer.deserialize_map(HeaderVisitor)
    }
}

/// The header from its bytes, which follow those of its length.
pub(super) fn parse(bytes: Vec<u8>) -> Result<Header, SafetensorsFault> {
    let text = String::from_utf8(bytes).map_err(|error| SafetensorsFault::HeaderNotUtf8 {
        offset: LENGTH_BYTES + error.utf8_error().valid_up_to() as u64,
    })?;
    serde_json::from_str(&text).map_err(|error| {
        let before =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let within = before + error.column().saturating_sub(1);
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        SafetensorsFault::HeaderJson {
            message: message.strip_suffix(&place).unwrap_or(&message).to_owned(),
            offset: LENGTH_BYTES + within as u64,
        }
    })
}
