//! Shares of a run.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of several shares of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether the part that is number `position` of all falls to this share: every `count`-th one does.
    pub(super) fn owns(self, position: usize) -> bool {
        position as u64 % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is not a whole number"));
        let (index, count) = text.split_once('/').ok_or("a shard is written i/n, as in 2/8")?;
        let (index, count) = (number(index)?, number(count)?);
        if (1..=100_000).contains(&count) && (1..=count).contains(&index) {
            Ok(Self { index, count })
        } else {
            Err("a shard i/n has 1 <= i <= n, and n is at most 100000".into())
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
