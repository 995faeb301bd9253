//! The representation, its invariant, and the content.

use rug::{Complete, Integer, Rational};

/// A polynomial in one variable with integer coefficients.
///
/// The coefficients are stored densely from the constant term upward, without trailing zeros; the zero
/// polynomial has no coefficients and no degree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntPoly {
    coefficients: Vec<Integer>,
}

impl IntPoly {
    /// The polynomial $\sum_i c_i x^i$ for the coefficients $c_0, c_1, \dots$; zeros at the end are dropped.
    #[must_use]
    pub fn new(mut coefficients: Vec<Integer>) -> Self {
        while coefficients.last().is_some_and(Integer::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }

    /// [`IntPoly::new`] for small coefficients.
    #[must_use]
    pub fn from_i64(coefficients: &[i64]) -> Self {
        Self::new(coefficients.iter().map(|&c| Integer::from(c)).collect())
    }

    /// The primitive integer polynomial that is a *positive* rational multiple of $\sum_i c_i x^i$.
    ///
    /// It has the same roots, and the same sign at every real point.
    #[must_use]
    pub fn from_rationals(coefficients: &[Rational]) -> Self {
        let mut common = Integer::from(1);
        for c in coefficients {
            common.lcm_mut(c.denom());
        }
        let scaled = |c: &Rational| c.numer() * common.div_exact_ref(c.denom()).complete();
        Self::new(coefficients.iter().map(scaled).collect()).into_primitive()
    }

    /// The coefficients from the constant term upward; the last one is not zero.
    #[must_use]
    pub fn coefficients(&self) -> &[Integer] {
        &self.coefficients
    }

    /// The coefficients from the constant term upward, by value.
    #[must_use]
    pub fn into_coefficients(self) -> Vec<Integer> {
        self.coefficients
    }

    /// The degree, `None` for the zero polynomial.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// The coefficient of the highest power, `None` for the zero polynomial.
    #[must_use]
    pub fn leading(&self) -> Option<&Integer> {
        self.coefficients.last()
    }

    /// Whether this is the zero polynomial.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The greatest common divisor of the coefficients: positive, or 0 for the zero polynomial.
    #[must_use]
    pub fn content(&self) -> Integer {
        let mut content = Integer::new();
        // The ends are the likeliest to be coprime at once, and a gcd with 1 is free.
        for c in self.coefficients.iter().rev() {
            if content == 1 {
                break;
            }
            content.gcd_mut(c);
        }
        content
    }

    /// The polynomial divided by its [`content`](Self::content). The signs are kept; zero stays zero.
    #[must_use]
    pub fn primitive(&self) -> Self {
        self.clone().into_primitive()
    }

    /// [`primitive`](Self::primitive) without a copy.
    pub(super) fn into_primitive(mut self) -> Self {
        let content = self.content();
        if content > 1 {
            for c in &mut self.coefficients {
                c.div_exact_mut(&content);
            }
        }
        self
    }

    /// The primitive multiple with a positive leading coefficient; zero stays zero.
    pub(super) fn into_normal(self) -> Self {
        let primitive = self.into_primitive();
        if primitive.leading().is_some_and(Integer::is_negative) { -&primitive } else { primitive }
    }
}
