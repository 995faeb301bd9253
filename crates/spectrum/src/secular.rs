//! Signs of the secular polynomial without its coefficients.
//!
//! The polynomial is `p(z) = ∏(z − a_i) · s(z)` with `s(z) = 1 + Σ w_i / (z − a_i)`. At a pole its sign is known in
//! closed form, `p(a_i) = w_i ∏_{j≠i}(a_i − a_j)`. Elsewhere `s` is enclosed in outward-rounded `f64` intervals, at
//! `O(n)` operations, where the coefficients would cost `O(n²)` and cancel. What the enclosure leaves open is decided
//! from the coefficients, exactly.

use crate::located::Signs;
use crate::reduced::Reduced;
use enclosure::F64Interval;
use exact::{IntPoly, Rational};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// The polynomial of [`Reduced`], in its scaled variable `y = q z`.
#[derive(Clone, Debug)]
pub(crate) struct Deflated {
    pub(crate) reduced: Reduced,
    /// Poles `a_i` and weights `w_i`, unscaled.
    enclosed: Vec<(F64Interval, F64Interval)>,
    polynomial: OnceCell<IntPoly>,
}

impl Deflated {
    pub(crate) fn new(reduced: Reduced) -> Self {
        let pole = |pole| F64Interval::from_rational(&Rational::from((pole, &reduced.scale)));
        let enclosed = reduced
            .poles
            .iter()
            .zip(&reduced.weights)
            .map(|(p, weight)| (pole(p), F64Interval::from_rational(weight)))
            .collect();
        Self { enclosed, polynomial: OnceCell::new(), reduced }
    }

    /// The coefficients, computed when first needed.
    pub(crate) fn coefficients(&self) -> &IntPoly {
        self.polynomial.get_or_init(|| self.reduced.polynomial())
    }

    /// Sign of `s` at `y / q`, when the intervals decide it.
    fn enclosed_sign(&self, y: &Rational) -> Option<Ordering> {
        let z = F64Interval::from_rational(&Rational::from(y / &self.reduced.scale));
        let mut sum = F64Interval::ONE;
        for (pole, weight) in &self.enclosed {
            sum += weight.checked_div(z - *pole)?;
        }
        sum.sign()
    }

    /// Whether `n |p(c)| ≤ r |p′(c)|` for the polynomial of degree `n` that is left after dividing by `z − root` for
    /// each of `divided`, at `c = x + iy`, all unscaled. `false` when the intervals do not show it.
    ///
    /// With `A = Σ 1/(c − a_i) − Σ 1/(c − root)` the condition reads `n |s| ≤ r |s A + s′|`.
    pub(crate) fn shows_root(&self, divided: &[Rational], c: (&Rational, &Rational), r: &Rational) -> bool {
        self.try_root(divided, c, r).unwrap_or(false)
    }

    fn try_root(&self, divided: &[Rational], (x, y): (&Rational, &Rational), r: &Rational) -> Option<bool> {
        let c = Complex { re: F64Interval::from_rational(x), im: F64Interval::from_rational(y) };
        const ZERO: F64Interval = F64Interval::ZERO;
        let mut value = Complex { re: F64Interval::ONE, im: ZERO };
        let mut slope = Complex { re: ZERO, im: ZERO };
        let mut sum = Complex { re: ZERO, im: ZERO };
        for (pole, weight) in &self.enclosed {
            let inverse = c.minus(*pole).inverse()?;
            let term = inverse.scale(*weight);
            value = value.plus(term);
            slope = slope.plus(term.times(inverse).scale(-F64Interval::ONE));
            sum = sum.plus(inverse);
        }
        for root in divided {
            sum = sum.plus(c.minus(F64Interval::from_rational(root)).inverse()?.scale(-F64Interval::ONE));
        }
        let n = F64Interval::from_rational(&Rational::from(self.reduced.degree() - divided.len()));
        let left = n.sqr() * value.norm2();
        let right = F64Interval::from_rational(r).sqr() * value.times(sum).plus(slope).norm2();
        Some(right.lo() > 0.0 && left.hi() <= right.lo())
    }
}

impl Signs for Deflated {
    fn sign_at(&self, y: &Rational) -> Ordering {
        let poles = &self.reduced.poles;
        let below = poles.partition_point(|pole| *pole < *y);
        let alternate = |sign: Ordering, factors: usize| {
            if factors.is_multiple_of(2) { sign } else { sign.reverse() }
        };
        if poles.get(below).is_some_and(|pole| *pole == *y) {
            return alternate(self.reduced.weights[below].cmp0(), poles.len() - below - 1);
        }
        match self.enclosed_sign(y) {
            Some(sign) => alternate(sign, poles.len() - below),
            None => self.coefficients().sign_at(y),
        }
    }

    fn polynomial(&self) -> IntPoly {
        self.coefficients().clone()
    }
}

/// A rectangle in the complex plane.
#[derive(Clone, Copy)]
struct Complex {
    re: F64Interval,
    im: F64Interval,
}

impl Complex {
    fn minus(self, real: F64Interval) -> Self {
        Self { re: self.re - real, im: self.im }
    }

    fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    fn scale(self, factor: F64Interval) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }

    fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn norm2(self) -> F64Interval {
        self.re.sqr() + self.im.sqr()
    }

    fn inverse(self) -> Option<Self> {
        let norm = self.norm2();
        Some(Self { re: self.re.checked_div(norm)?, im: (-self.im).checked_div(norm)? })
    }
}
