//! Isolation of the real roots.

use std::cmp::Ordering;

use rug::{Integer, Rational};

use super::IntPoly;
use super::bernstein::{Piece, Verdict};
use super::sturm::variations;

/// The bits to begin with. They are doubled whenever they do not suffice, so this decides the time alone; a
/// spectrum spread over the unit interval needs a little more than two bits for each degree.
const FIRST_BITS: u32 = 64;
const FIRST_BITS_PER_DEGREE: u32 = 2;

/// The place of one real root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RootInterval {
    /// The root itself.
    Exact(Rational),
    /// The only root in an open interval, the ends of which are not roots.
    Open {
        /// The lower end.
        lo: Rational,
        /// The upper end.
        hi: Rational,
    },
}

impl RootInterval {
    /// The lower end, or the root itself.
    #[must_use]
    pub fn lo(&self) -> &Rational {
        match self {
            Self::Exact(root) => root,
            Self::Open { lo, .. } => lo,
        }
    }

    /// The upper end, or the root itself.
    #[must_use]
    pub fn hi(&self) -> &Rational {
        match self {
            Self::Exact(root) => root,
            Self::Open { hi, .. } => hi,
        }
    }

    /// The interval mirrored at zero.
    fn mirrored(self) -> Self {
        match self {
            Self::Exact(root) => Self::Exact(-root),
            Self::Open { lo, hi } => Self::Open { lo: -hi, hi: -lo },
        }
    }
}

impl IntPoly {
    /// The distinct real roots in ascending order, one item for each, the intervals disjoint.
    ///
    /// An item is either a root that is a dyadic rational, or an open interval with dyadic ends at which the
    /// [square-free part](Self::square_free_part) has opposite signs, neither of them zero, and which
    /// contains one root.
    ///
    /// **Method.** Both half lines are bisected until Descartes' rule of signs, read off the Bernstein form,
    /// leaves at most one root in each interval. The Bernstein coefficients are carried with as many bits as
    /// prove needed.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn isolate_real_roots(&self) -> Vec<RootInterval> {
        assert!(!self.is_zero(), "the zero polynomial has every number as a root");
        let polynomial = self.square_free_part();
        let mut roots = positive_roots(&polynomial.mirrored());
        roots = roots.into_iter().rev().map(RootInterval::mirrored).collect();
        if polynomial.coefficients()[0].is_zero() {
            roots.push(RootInterval::Exact(Rational::new()));
        }
        roots.append(&mut positive_roots(&polynomial));
        roots
    }

    /// The same root in an interval of at most the given width, or exactly.
    ///
    /// # Panics
    ///
    /// If `width` is not positive, or if the interval is open and the [square-free
    /// part](Self::square_free_part) of this polynomial does not have opposite signs at its ends.
    #[must_use]
    pub fn refine(&self, interval: &RootInterval, width: &Rational) -> RootInterval {
        assert!(width.is_positive(), "an interval cannot have the width {width}");
        let RootInterval::Open { mut lo, mut hi } = interval.clone() else {
            return interval.clone();
        };
        let polynomial = self.square_free_part();
        let sign = polynomial.sign_at(&lo);
        assert!(
            sign.is_ne() && polynomial.sign_at(&hi) == sign.reverse(),
            "no change of sign between {lo} and {hi}"
        );
        while Rational::from(&hi - &lo) > *width {
            let middle = Rational::from(&lo + &hi) / 2;
            match polynomial.sign_at(&middle) {
                Ordering::Equal => return RootInterval::Exact(middle),
                s if s == sign => lo = middle,
                _ => hi = middle,
            }
        }
        RootInterval::Open { lo, hi }
    }

    /// $P(-x)$.
    fn mirrored(&self) -> Self {
        let mut coefficients = self.coefficients().to_vec();
        for c in coefficients.iter_mut().skip(1).step_by(2) {
            *c *= -1;
        }
        Self::new(coefficients)
    }
}

/// The positive roots of a square-free polynomial, not zero, as in [`IntPoly::isolate_real_roots`].
fn positive_roots(polynomial: &IntPoly) -> Vec<RootInterval> {
    let signs = || polynomial.coefficients().iter().map(Integer::cmp0);
    if variations(signs()) == 0 {
        return Vec::new();
    }
    let degree = polynomial.coefficients().len() as u32 - 1;
    let mut precision = FIRST_BITS + FIRST_BITS_PER_DEGREE * degree;
    let mut scale = root_bound(polynomial);
    // When all roots lie in the unit disc, |a_i / a_n| ≤ n^(n-i), and the bound cannot be far above n.
    let unit_disc = 1..=(u32::BITS - degree.leading_zeros() + 3).cast_signed();
    if unit_disc.contains(&scale) && none_above_one(polynomial, precision) {
        scale = 0;
    }
    loop {
        if let Some(roots) = bisect(polynomial, Piece::new(polynomial, scale, precision)) {
            return roots;
        }
        precision *= 2;
    }
}

/// The roots in a half-open interval that does not contain its lower end; nothing when the precision does not
/// suffice.
fn bisect(polynomial: &IntPoly, whole: Piece) -> Option<Vec<RootInterval>> {
    let mut roots = Vec::new();
    // The pieces on the stack lie from right to left.
    let mut stack = vec![whole];
    while let Some(piece) = stack.pop() {
        let ends_with_root = piece.ends_with_root();
        match piece.verdict() {
            Verdict::TooCoarse => return None,
            Verdict::Empty => {}
            Verdict::Single => {
                let (lo, hi) = piece.interval();
                roots.push(RootInterval::Open { lo, hi });
            }
            Verdict::Open => {
                let (left, right) = piece.halves(polynomial);
                stack.push(right);
                stack.push(left);
                continue;
            }
        }
        if ends_with_root {
            roots.push(RootInterval::Exact(piece.interval().1));
        }
    }
    Some(roots)
}

/// A proof that no root is greater than 1, if there is one that is cheap: $x^n P(1/x)$ has no sign change on
/// (0, 1).
fn none_above_one(polynomial: &IntPoly, precision: u32) -> bool {
    let mut reversed = polynomial.coefficients().to_vec();
    reversed.reverse();
    matches!(Piece::new(&IntPoly::new(reversed), 0, precision).verdict(), Verdict::Empty)
}

/// An $s$ such that all positive roots are less than $2^s$.
///
/// They are at most $2 \max |a_i / a_n|^{1/(n-i)}$ over the $a_i$ of a sign other than that of the leading
/// coefficient $a_n$ (J. B. Kioustelidis, *Bounds for positive roots of polynomials*, 1986).
fn root_bound(polynomial: &IntPoly) -> i32 {
    let bits = |c: &Integer| i64::from(c.significant_bits());
    let Some((leading, rest)) = polynomial.coefficients().split_last() else { return 0 };
    let opposite = leading.cmp0().reverse();
    let exponents = rest.iter().rev().zip(1..).filter(|(c, _)| c.cmp0() == opposite).map(|(c, distance)| {
        let quotient = bits(c) - bits(leading) + 1;
        quotient.div_euclid(distance) + i64::from(quotient.rem_euclid(distance) != 0)
    });
    let Ok(scale) = i32::try_from(exponents.max().map_or(0, |exponent| exponent + 1)) else {
        panic!("the coefficients exceed the memory");
    };
    scale
}
