//! Fractions of polynomials in the parameters, and how much work a line may ask for.

use exact::{MultiPoly, Rational};
use std::cell::Cell;

/// Largest number of products of two terms in one product of polynomials.
const MAX_PRODUCT: u64 = 1 << 20;
/// Bound of the sum of `products of terms · (1 + bits / 64)` over a line, with `bits` that of the largest coefficients.
const MAX_WORK: u64 = 1 << 22;
/// Largest degree of a polynomial.
const MAX_DEGREE: u64 = 1 << 10;
/// Largest number of bits of a coefficient.
const MAX_BITS: u64 = 1 << 14;
/// What the body of a loop costs whatever it yields.
const BODY: u64 = 1 << 6;

/// What a line has cost so far. Every product of polynomials goes through here and is refused before it is begun.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    spent: Cell<u64>,
}

impl Budget {
    fn charge(&self, work: u64) -> Result<(), String> {
        let spent = self.spent.get().saturating_add(work);
        self.spent.set(spent);
        if spent <= MAX_WORK {
            Ok(())
        } else {
            Err("its polynomials are more than this checker works on".into())
        }
    }

    /// Charges the body of a loop.
    pub(crate) fn body(&self) -> Result<(), String> {
        self.charge(BODY)
    }

    /// Charges work on this many numbers.
    pub(crate) fn cells(&self, count: usize) -> Result<(), String> {
        self.charge(count as u64)
    }

    pub(crate) fn plus(&self, a: &MultiPoly, b: &MultiPoly) -> Result<MultiPoly, String> {
        self.charge((a.len() + b.len()) as u64)?;
        Ok(a.plus(b))
    }

    pub(crate) fn times(&self, a: &MultiPoly, b: &MultiPoly) -> Result<MultiPoly, String> {
        let largest = |p: &MultiPoly| p.coefficients().map(crate::limits::bits).max().unwrap_or(0);
        let bits = largest(a) + largest(b);
        let products = a.len() as u64 * b.len() as u64;
        if products > MAX_PRODUCT || bits > MAX_BITS || a.degree() + b.degree() > MAX_DEGREE {
            return Err(format!(
                "a product of polynomials of {} and {} terms with coefficients of {bits} bits is more than this checker \
                 works on",
                a.len(),
                b.len()
            ));
        }
        self.charge(products.saturating_mul(1 + bits / 64))?;
        Ok(a.times(b))
    }

    /// One step of a division, as [`MultiPoly::division_step`] has it.
    pub(crate) fn division_step(
        &self,
        dividend: &MultiPoly,
        divisor: &MultiPoly,
        number: u32,
    ) -> Result<Option<MultiPoly>, String> {
        let leading = dividend.coefficient_of(number, dividend.degree_in(number));
        // The step multiplies these two; the degree of the result is at most the sum.
        let bits = |p: &MultiPoly| p.coefficients().map(crate::limits::bits).max().unwrap_or(0);
        let products = leading.len() as u64 * divisor.len() as u64;
        if products > MAX_PRODUCT
            || bits(dividend) + bits(divisor) > MAX_BITS
            || dividend.degree() + divisor.degree() > MAX_DEGREE
        {
            return Err("a division by a hypothesis is more than this checker works on".into());
        }
        // Dividend and result are gone through several times.
        self.charge(products.saturating_add(4 * dividend.len() as u64))?;
        Ok(dividend.division_step(divisor, number))
    }
}

/// A fraction of polynomials. It is never cancelled, so it has a value wherever every division on the way had one; a
/// numerator 0 is the fraction 0.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    pub(crate) top: MultiPoly,
    /// Not the polynomial 0; `None` for 1.
    pub(crate) bottom: Option<MultiPoly>,
}

impl From<MultiPoly> for Fraction {
    fn from(top: MultiPoly) -> Self {
        Self { top, bottom: None }
    }
}

impl From<Rational> for Fraction {
    fn from(value: Rational) -> Self {
        MultiPoly::from(value).into()
    }
}

impl Fraction {
    /// How many terms are stored for it.
    pub(crate) fn stored(&self) -> usize {
        self.top.len() + self.bottom.as_ref().map_or(0, MultiPoly::len)
    }

    pub(crate) fn zero() -> Self {
        Rational::new().into()
    }

    pub(crate) fn one() -> Self {
        Rational::from(1).into()
    }

    /// Its value when it depends on no parameter.
    pub(crate) fn as_constant(&self) -> Option<Rational> {
        if self.bottom.is_none() { self.top.as_constant() } else { None }
    }

    pub(crate) fn plus(&self, other: &Self, budget: &Budget) -> Result<Self, String> {
        // A fraction that is 0 need not carry its bottom along.
        if self.top.is_zero() {
            return Ok(other.clone());
        }
        if other.top.is_zero() {
            return Ok(self.clone());
        }
        if self.bottom == other.bottom {
            return Ok(Self { top: budget.plus(&self.top, &other.top)?, bottom: self.bottom.clone() });
        }
        let one = MultiPoly::from(Rational::from(1));
        let (p, q) = (self.bottom.as_ref().unwrap_or(&one), other.bottom.as_ref().unwrap_or(&one));
        let top = budget.plus(&budget.times(&self.top, q)?, &budget.times(&other.top, p)?)?;
        Ok(Self { top, bottom: Some(budget.times(p, q)?) })
    }

    pub(crate) fn negated(&self) -> Self {
        Self { top: self.top.scaled(&Rational::from(-1)), bottom: self.bottom.clone() }
    }

    pub(crate) fn minus(&self, other: &Self, budget: &Budget) -> Result<Self, String> {
        self.plus(&other.negated(), budget)
    }

    pub(crate) fn times(&self, other: &Self, budget: &Budget) -> Result<Self, String> {
        if self.top.is_zero() || other.top.is_zero() {
            return Ok(Self::zero());
        }
        let bottom = match (&self.bottom, &other.bottom) {
            (None, None) => None,
            (Some(one), None) | (None, Some(one)) => Some(one.clone()),
            (Some(p), Some(q)) => Some(budget.times(p, q)?),
        };
        Ok(Self { top: budget.times(&self.top, &other.top)?, bottom })
    }

    /// One divided by it.
    pub(crate) fn reciprocal(&self) -> Result<Self, String> {
        if self.top.is_zero() {
            return Err("division by zero".into());
        }
        if let Some(value) = self.as_constant() {
            return Ok(Self::from(value.recip()));
        }
        let one = || MultiPoly::from(Rational::from(1));
        Ok(Self { top: self.bottom.clone().unwrap_or_else(one), bottom: Some(self.top.clone()) })
    }
}

/// The sum of products of two lists of one length.
pub(crate) fn dot<'a>(
    u: impl IntoIterator<Item = &'a Fraction>,
    v: impl IntoIterator<Item = &'a Fraction>,
    budget: &Budget,
) -> Result<Fraction, String> {
    let pairs = u.into_iter().zip(v);
    pairs.into_iter().try_fold(Fraction::zero(), |sum, (a, b)| sum.plus(&a.times(b, budget)?, budget))
}
