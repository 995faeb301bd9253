//! The Bernstein form on an interval, with a proved bound of its rounding error.
//!
//! A polynomial of degree $n$ is $P(x) = \sum_j b_j \binom{n}{j} t^j (1-t)^{n-j}$ on an interval, where $t$
//! runs from 0 to 1. The number of sign changes of $b_0, \dots, b_n$ is at least the number of roots in the
//! open interval, and differs from it by an even number (Descartes' rule of signs). Halving the interval
//! averages neighbouring $b_j$, so errors do not grow: a few digits of each $b_j$ usually decide what all
//! digits would. A sign that the error bound leaves open is never guessed.

use std::cmp::Ordering;

use rug::ops::DivRoundingAssign;
use rug::{Complete, Integer, Rational};

use super::IntPoly;
use super::fixed::FixedVec;

/// A polynomial on the interval from $2^s i / 2^d$ to $2^s (i+1) / 2^d$, up to a positive factor.
pub(super) struct Piece {
    /// Approximations of $b_0, \dots, b_n$ in some unit.
    coefficients: FixedVec,
    /// They are all less than this many units away from the exact ones.
    error: u64,
    /// The exact signs of $b_0$ and $b_n$, which are the values at the ends.
    ends: [Ordering; 2],
    /// $i$.
    index: Integer,
    /// $d$.
    depth: u32,
    /// $s$.
    scale: i32,
}

/// What the signs of a piece prove.
pub(super) enum Verdict {
    /// No root in the open interval.
    Empty,
    /// One root in the open interval, and non-zero, opposite signs at its ends.
    Single,
    /// Nothing yet: halve the interval.
    Open,
    /// Nothing, and the approximation is too coarse to go on.
    TooCoarse,
}

impl Piece {
    /// The polynomial on $[0, 2^s]$, computed with about `precision` bits.
    ///
    /// The polynomial must not be zero.
    ///
    /// **Error.** With $Q(t) = \sum_i a_i t^i$ on $[0, 1]$,
    /// $b_j = \sum_{i \le j} a_i \binom{n-i}{j-i} / \binom{n}{j}$. If every $a_i$ is rounded down by less
    /// than a unit, $b_j$ is low by less than
    /// $\sum_{i \le j} \binom{n-i}{j-i} / \binom{n}{j} = \binom{n+1}{j} / \binom{n}{j} = (n+1)/(n+1-j) \le n + 1$
    /// units; rounding the quotient down and dropping low bits add less than one each.
    pub(super) fn new(polynomial: &IntPoly, scale: i32, precision: u32) -> Self {
        let degree = polynomial.coefficients().len() - 1;
        let steps = |i: usize| i64::from(scale) * i as i64;
        let numbered = || polynomial.coefficients().iter().enumerate();
        let size = numbered().map(|(i, c)| bits(c) + steps(i)).max().unwrap_or(0);
        // Bernstein coefficients are often smaller than the power coefficients that cancel in them.
        let unit = size - i64::from(precision) - 2 * degree as i64;
        let mut a: Vec<Integer> = numbered().map(|(i, c)| shifted(c, steps(i) - unit)).collect();
        // b_j binom(n, j) is the coefficient of y^j in (1+y)^n Q(y/(1+y)).
        a.reverse();
        taylor_shift(&mut a);
        a.reverse();
        let mut binomial = Integer::from(1);
        for (j, c) in a.iter_mut().enumerate() {
            c.div_floor_assign(&binomial);
            binomial *= degree - j;
            binomial /= j + 1;
        }
        let excess = a.iter().map(bits).max().unwrap_or(0) - i64::from(precision);
        if excess > 0 {
            a = a.iter().map(|c| shifted(c, -excess)).collect();
        }
        let coefficients = FixedVec::new(&a);
        let error = degree as u64 + 3;
        let end = coefficients
            .sign(degree, error)
            .unwrap_or_else(|| polynomial.sign_at(&power_of_two(i64::from(scale))));
        let ends = [polynomial.coefficients()[0].cmp0(), end];
        Self { coefficients, error, ends, index: Integer::new(), depth: 0, scale }
    }

    /// The end points of the interval.
    pub(super) fn interval(&self) -> (Rational, Rational) {
        let unit = i64::from(self.scale) - i64::from(self.depth);
        let end = |index: &Integer| power_of_two(unit) * index;
        (end(&self.index), end(&(&self.index + 1u32).complete()))
    }

    /// What the signs prove.
    pub(super) fn verdict(&self) -> Verdict {
        let coarse = self.coefficients.bits() <= u64::BITS - self.error.leading_zeros() + 2;
        match self.most_variations() {
            0 => Verdict::Empty,
            1 if self.ends[0] == self.ends[1].reverse() && self.ends[0].is_ne() => Verdict::Single,
            _ if coarse => Verdict::TooCoarse,
            _ => Verdict::Open,
        }
    }

    /// The largest number of sign changes that the known signs allow, or some number above 1 if it is that.
    fn most_variations(&self) -> usize {
        let last = self.coefficients.len() - 1;
        let mut changes = 0;
        let mut unknown = 0;
        let mut before = Ordering::Equal;
        for j in 0..=last {
            let sign = match j {
                0 => Some(self.ends[0]),
                _ if j == last => Some(self.ends[1]),
                _ => self.coefficients.sign(j, self.error),
            };
            match sign {
                None => unknown += 1,
                Some(Ordering::Equal) => {}
                Some(sign) => {
                    // Between known signs the parity of the number of changes is known as well.
                    changes +=
                        unknown + usize::from(before.is_ne() && (unknown % 2 == 0) != (sign == before));
                    (before, unknown) = (sign, 0);
                    if changes > 1 {
                        break;
                    }
                }
            }
        }
        changes + unknown
    }

    /// The two halves of the interval; `polynomial` is the one that the piece was made from.
    pub(super) fn halves(self, polynomial: &IntPoly) -> (Self, Self) {
        let (left, right, roundings) = self.coefficients.halves();
        let error = self.error + roundings;
        let depth = self.depth + 1;
        let index: Integer = self.index << 1;
        let middle = (&index + 1u32).complete();
        let sign = right.sign(0, error).unwrap_or_else(|| {
            let point = power_of_two(i64::from(self.scale) - i64::from(depth)) * &middle;
            polynomial.sign_at(&point)
        });
        let [start, end] = self.ends;
        let scale = self.scale;
        (
            Self { coefficients: left, error, ends: [start, sign], index, depth, scale },
            Self { coefficients: right, error, ends: [sign, end], index: middle, depth, scale },
        )
    }

    /// Whether the polynomial vanishes at the right end.
    pub(super) fn ends_with_root(&self) -> bool {
        self.ends[1].is_eq()
    }
}

/// Replaces the coefficients of $P(x)$ by those of $P(x+1)$.
fn taylor_shift(coefficients: &mut [Integer]) {
    for start in 0..coefficients.len() {
        let mut rest = &mut coefficients[start..];
        while let [lower @ .., above] = rest {
            if let Some(below) = lower.last_mut() {
                *below += &*above;
            }
            rest = lower;
        }
    }
}

/// The product with $2^{\text{count}}$, rounded down.
fn shifted(value: &Integer, count: i64) -> Integer {
    let Ok(magnitude) = u32::try_from(count.unsigned_abs()) else {
        panic!("a shift by {count} bits exceeds the memory");
    };
    if count < 0 { (value >> magnitude).complete() } else { (value << magnitude).complete() }
}

fn bits(value: &Integer) -> i64 {
    i64::from(value.significant_bits())
}

fn power_of_two(exponent: i64) -> Rational {
    let power = shifted(&Integer::from(1), exponent.abs());
    if exponent < 0 { Rational::from((1, power)) } else { Rational::from(power) }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    /// $b_j = \sum_{i \le j} q_i \binom{j}{i} / \binom{n}{i}$ for $\sum_i q_i t^i = P(lo + (hi - lo) t)$.
    fn exact(polynomial: &IntPoly, (lo, hi): &(Rational, Rational)) -> Vec<Rational> {
        let width = Rational::from(hi - lo);
        let n = polynomial.coefficients().len();
        let mut q = vec![Rational::new(); n];
        for c in polynomial.coefficients().iter().rev() {
            for i in (0..n).rev() {
                let below = if i == 0 { Rational::from(c) } else { Rational::from(&q[i - 1] * &width) };
                q[i] = Rational::from(&q[i] * lo) + below;
            }
        }
        let binomial = |n: usize, i: usize| Integer::from(n).binomial(i as u32);
        let term = |j: usize, i: usize| q[i].clone() * Rational::from((binomial(j, i), binomial(n - 1, i)));
        (0..n).map(|j| (0..=j).map(|i| term(j, i)).sum()).collect()
    }

    /// The signs claimed with few bits, along a random path of bisection, are those of the exact
    /// coefficients.
    #[test]
    fn no_sign_is_guessed() {
        fn law(coefficients: Vec<(i8, u8)>, scale: i8, precision: u8, path: Vec<bool>) -> bool {
            let long = |(c, shift): (i8, u8)| Integer::from(c) << u32::from(shift % 30);
            let polynomial = IntPoly::new(coefficients.into_iter().take(12).map(long).collect());
            if polynomial.is_zero() {
                return true;
            }
            let mut piece = Piece::new(&polynomial, i32::from(scale % 4), u32::from(precision % 24));
            for right in path.into_iter().take(6) {
                let (first, second) = piece.halves(&polynomial);
                piece = if right { second } else { first };
                let exact = exact(&polynomial, &piece.interval());
                let claims = (0..exact.len()).map(|j| piece.coefficients.sign(j, piece.error));
                let ends = [exact[0].cmp0(), exact[exact.len() - 1].cmp0()];
                let sound = claims.zip(&exact).all(|(claim, b)| claim.is_none_or(|sign| sign == b.cmp0()));
                if !sound || ends != piece.ends {
                    return false;
                }
                let variations = super::super::sturm::variations(exact.iter().map(Rational::cmp0));
                let proved = match piece.verdict() {
                    Verdict::Empty => variations == 0,
                    Verdict::Single => variations == 1,
                    Verdict::Open | Verdict::TooCoarse => true,
                };
                if !proved {
                    return false;
                }
            }
            true
        }
        let law = law as fn(Vec<(i8, u8)>, i8, u8, Vec<bool>) -> bool;
        QuickCheck::new().rng(Gen::from_size_and_seed(20, 20_261_130)).tests(3000).quickcheck(law);
    }
}
