//! What a comparison shows.

/// What a comparison shows. The later, the worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every difference is within what rounding explains.
    Rounding,
    /// A difference is more than independent roundings explain, and within what roundings that repeat in every step could.
    Undecided,
    /// A difference is more than rounding explains.
    Bug,
}
