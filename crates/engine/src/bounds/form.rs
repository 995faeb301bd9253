//! The ways to run a program that a bound covers.

/// How an implementation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Token by token.
    Recurrent,
    /// In chunks of so many tokens from the start of a sequence, by forward substitution.
    Chunk(usize),
    /// In chunks of so many tokens, with the explicit inverse of the triangular system.
    Inverse(usize),
}

impl Form {
    /// The forms of public kernels: token by token, chunks of 16 and 64 by substitution, chunks of 64 with the inverse. Those of sizes between lie
    /// between.
    pub const COMMON: &[Self] = &[Self::Recurrent, Self::Chunk(16), Self::Chunk(64), Self::Inverse(64)];

    /// Tokens of a segment, at the end of which the state is formed.
    pub fn tokens(self) -> usize {
        match self {
            Self::Recurrent => 1,
            Self::Chunk(n) | Self::Inverse(n) => n.max(1),
        }
    }
}
