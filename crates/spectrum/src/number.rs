//! A real number that can be enclosed as narrowly as asked.

use enclosure::{F64Interval, RealBall};
use exact::Rational;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A real number, known exactly or through enclosures of any precision.
///
/// ```
/// use spectrum::Number;
///
/// let gate = Number::exp(-0.25);
/// assert!(gate.interval().contains_f64(0.7788007830714049));
/// assert!(gate.ball(200).upper().unwrap() < 1);
/// ```
#[derive(Clone)]
pub enum Number {
    /// The finite number itself.
    Exact(f64),
    /// A rational.
    Rational(Arc<Rational>),
    /// `±e^log`, with a finite `log`: a gate that is stored as its natural logarithm.
    Exp {
        /// The natural logarithm of the absolute value.
        log: f64,
        /// Whether the sign is minus.
        negative: bool,
    },
    /// A number that the function encloses at any number of bits, in balls that shrink to a point.
    Enclosed(Arc<dyn Fn(u32) -> RealBall + Send + Sync>),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self::Exact(0.0);
    /// One.
    pub const ONE: Self = Self::Exact(1.0);

    /// `e^log`.
    pub fn exp(log: f64) -> Self {
        Self::Exp { log, negative: false }
    }

    /// A rational.
    pub fn rational(value: Rational) -> Self {
        Self::Rational(Arc::new(value))
    }

    /// A number that `function` encloses.
    pub fn enclosed(function: impl Fn(u32) -> RealBall + Send + Sync + 'static) -> Self {
        Self::Enclosed(Arc::new(function))
    }

    /// The number, where it is known as a rational.
    pub fn exact(&self) -> Option<Rational> {
        match self {
            Self::Exact(value) => Rational::from_f64(*value),
            Self::Rational(value) => Some((**value).clone()),
            Self::Exp { log, negative } if *log == 0.0 => {
                Some(Rational::from(if *negative { -1 } else { 1 }))
            }
            Self::Exp { .. } | Self::Enclosed(_) => None,
        }
    }

    /// An interval around it, a few units in the last place wide at most unless it is of the kind [`Self::Enclosed`].
    ///
    /// All reals when the number is not finite, which no constructor of this crate makes.
    pub fn interval(&self) -> F64Interval {
        match self {
            Self::Exact(value) => F64Interval::point(*value).unwrap_or(F64Interval::ENTIRE),
            Self::Rational(value) => F64Interval::from_rational(value),
            Self::Exp { log, negative } => {
                let size = F64Interval::point(*log).map_or(F64Interval::ENTIRE, F64Interval::exp);
                if *negative { -size } else { size }
            }
            Self::Enclosed(function) => F64Interval::from_ball(&function(96)),
        }
    }

    /// A ball around it, computed with `bits` bits.
    pub fn ball(&self, bits: u32) -> RealBall {
        let everything = || RealBall::everything(bits);
        match self {
            Self::Exact(value) => RealBall::from_f64(bits.max(64), *value).unwrap_or_else(|_| everything()),
            Self::Rational(value) => RealBall::from_rational(bits, value),
            Self::Exp { log, negative } => {
                let size =
                    RealBall::from_f64(bits.max(64), *log).map_or_else(|_| everything(), |log| log.exp());
                if *negative { -size } else { size }
            }
            Self::Enclosed(function) => function(bits),
        }
    }

    /// The sign; `None` when the number is of the kind [`Self::Enclosed`] and its ball of 96 bits contains zero.
    pub fn sign(&self) -> Option<Ordering> {
        match self {
            Self::Exact(value) => value.partial_cmp(&0.0),
            Self::Rational(value) => Some(value.cmp0()),
            Self::Exp { negative, .. } => Some(if *negative { Ordering::Less } else { Ordering::Greater }),
            Self::Enclosed(function) => function(96).sign(),
        }
    }

    /// Whether the two are certainly the same number, by how they are given; `false` says nothing.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a == b,
            (Self::Rational(a), Self::Rational(b)) => a == b,
            (Self::Exp { log: a, negative: s }, Self::Exp { log: b, negative: t }) => a == b && s == t,
            (Self::Enclosed(a), Self::Enclosed(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Whether it is the number zero, known exactly.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Exact(value) => *value == 0.0,
            Self::Rational(value) => value.is_zero(),
            Self::Exp { .. } | Self::Enclosed(_) => false,
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(value) => write!(f, "{value:?}"),
            Self::Rational(value) => write!(f, "{value}"),
            Self::Exp { log, negative } => write!(f, "{}exp({log:?})", if *negative { "-" } else { "" }),
            Self::Enclosed(_) => write!(f, "{}", self.interval()),
        }
    }
}

/// The product of two signs.
pub(crate) fn times(a: Ordering, b: Ordering) -> Ordering {
    match a {
        Ordering::Equal => Ordering::Equal,
        Ordering::Greater => b,
        Ordering::Less => b.reverse(),
    }
}
