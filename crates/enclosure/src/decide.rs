//! Precision raised until a question is decided.

/// The largest precision, in bits, that [`decide`] will try.
///
/// It bounds the work spent on a question that no precision answers, such as the sign of a difference of two equal
/// numbers. Always at least [`PrecisionLimit::FIRST`], so that at least one attempt is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrecisionLimit(u32);

impl PrecisionLimit {
    /// The precision of the first attempt: 64 bits.
    pub const FIRST: u32 = 64;

    /// A limit of `bits` bits; one below [`FIRST`](Self::FIRST) is raised to it.
    pub const fn new(bits: u32) -> Self {
        Self(if bits < Self::FIRST { Self::FIRST } else { bits })
    }

    /// The limit in bits.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl Default for PrecisionLimit {
    /// 8192 bits, eight attempts. Enough to separate numbers that differ in the 2400th decimal digit.
    fn default() -> Self {
        Self(8192)
    }
}

/// What [`decide`] found.
#[must_use = "an undecided question must not be taken for an answer"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<T> {
    /// The question was answered.
    Decided {
        /// The answer.
        value: T,
        /// The precision, in bits, of the attempt that answered.
        precision: u32,
    },
    /// No attempt up to and including the limit answered. This is not a negative answer.
    Undecided {
        /// The limit that was reached.
        limit: PrecisionLimit,
    },
}

impl<T> Decision<T> {
    /// The answer, if there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Decided { value, .. } => Some(value),
            Self::Undecided { .. } => None,
        }
    }

    /// Whether the question was answered.
    pub fn is_decided(&self) -> bool {
        matches!(self, Self::Decided { .. })
    }

    /// The same decision about a function of the answer.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Decision<U> {
        match self {
            Self::Decided { value, precision } => Decision::Decided { value: f(value), precision },
            Self::Undecided { limit } => Decision::Undecided { limit },
        }
    }
}

/// Asks `f` at 64, 128, 256, … bits until it answers with `Some`, or until it has been asked at `limit`.
///
/// `f` is given the precision to work at and returns `None` when its enclosures are too wide to tell. The last
/// attempt is made at exactly the limit, also where the limit is not a power of two. The doubling makes the whole
/// search cost at most a constant factor more than the successful attempt alone, for any `f` whose cost grows at
/// least linearly with the precision.
///
/// What is guaranteed of the answer is what `f` guarantees of it; `decide` adds only that it stops.
pub fn decide<T>(limit: PrecisionLimit, mut f: impl FnMut(u32) -> Option<T>) -> Decision<T> {
    let mut precision = PrecisionLimit::FIRST;
    loop {
        if let Some(value) = f(precision) {
            return Decision::Decided { value, precision };
        }
        if precision >= limit.bits() {
            return Decision::Undecided { limit };
        }
        precision = precision.saturating_mul(2).min(limit.bits());
    }
}
