//! Sparse polynomials over the rationals in any number of indeterminates.
//!
//! Only ring arithmetic and division by a polynomial that is monic in one indeterminate: what it takes to decide
//! whether an expression is zero for all values of its parameters. There is no greatest common divisor and no
//! factorisation. The cost of a product is the product of the numbers of terms; callers that take foreign input bound it
//! before they multiply.

use rug::{Complete, Rational};
use std::collections::BTreeMap;

/// A product of powers of indeterminates: number of the indeterminate and exponent, ascending, no exponent 0.
type Monomial = Box<[(u32, u32)]>;

/// A polynomial; the indeterminates are numbered from 0. Equal polynomials compare equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MultiPoly {
    /// Never a coefficient 0.
    terms: BTreeMap<Monomial, Rational>,
}

impl From<Rational> for MultiPoly {
    fn from(value: Rational) -> Self {
        let mut terms = BTreeMap::new();
        if !value.is_zero() {
            terms.insert(Monomial::default(), value);
        }
        Self { terms }
    }
}

impl MultiPoly {
    /// The indeterminate with this number.
    pub fn indeterminate(number: u32) -> Self {
        Self { terms: BTreeMap::from([(Monomial::from([(number, 1)]), Rational::from(1))]) }
    }

    /// Whether it is the polynomial 0, that is: 0 for all values of the indeterminates.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value when no indeterminate occurs.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms.len() {
            0 => Some(Rational::new()),
            1 => self.terms.get(&Monomial::default()).cloned(),
            _ => None,
        }
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is no term: the same as [`Self::is_zero`].
    pub fn is_empty(&self) -> bool {
        self.is_zero()
    }

    /// The largest sum of exponents of a term; 0 for the polynomial 0.
    pub fn degree(&self) -> u64 {
        let degree = |monomial: &Monomial| monomial.iter().map(|(_, exponent)| u64::from(*exponent)).sum();
        self.terms.keys().map(degree).max().unwrap_or(0)
    }

    /// Each term: numbers and exponents of its indeterminates, ascending, and its coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[(u32, u32)], &Rational)> {
        self.terms.iter().map(|(monomial, coefficient)| (&**monomial, coefficient))
    }

    /// The coefficients.
    pub fn coefficients(&self) -> impl Iterator<Item = &Rational> {
        self.terms.values()
    }

    /// The numbers of the indeterminates that occur, ascending.
    pub fn indeterminates(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            self.terms.keys().flat_map(|monomial| monomial.iter().map(|(number, _)| *number)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            sum.add_term(monomial.clone(), coefficient.clone());
        }
        sum
    }

    /// The multiple by a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::default();
        }
        let terms = self.terms.iter().map(|(monomial, c)| (monomial.clone(), (c * factor).complete()));
        Self { terms: terms.collect() }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.add_term(product_of(a, b), (x * y).complete());
            }
        }
        product
    }

    /// The highest power of the indeterminate that occurs.
    pub fn degree_in(&self, number: u32) -> u32 {
        self.terms.keys().map(|monomial| exponent_of(monomial, number)).max().unwrap_or(0)
    }

    /// The coefficient of the power of the indeterminate: a polynomial in the others.
    #[must_use]
    pub fn coefficient_of(&self, number: u32, power: u32) -> Self {
        let of = self.terms.iter().filter(|(monomial, _)| exponent_of(monomial, number) == power);
        let rest = |monomial: &Monomial| monomial.iter().copied().filter(|(n, _)| *n != number).collect();
        Self { terms: of.map(|(monomial, c)| (rest(monomial), c.clone())).collect() }
    }

    /// One step of the division by `divisor`, which has the degree `e` and the leading coefficient 1 in the
    /// indeterminate: what is left after a multiple of `divisor` was subtracted that cancels the highest power of it.
    /// `None` when this power is below `e`, so that the division is over.
    pub fn division_step(&self, divisor: &Self, number: u32) -> Option<Self> {
        let (degree, e) = (self.degree_in(number), divisor.degree_in(number));
        if e == 0 || degree < e {
            return None;
        }
        let shift = Self { terms: BTreeMap::from([(power(number, degree - e), Rational::from(-1))]) };
        Some(self.plus(&self.coefficient_of(number, degree).times(&shift).times(divisor)))
    }

    /// The value, given one number for each indeterminate.
    ///
    /// # Panics
    /// When an indeterminate that occurs has no number.
    pub fn evaluate(&self, values: &[Rational]) -> Rational {
        let mut sum = Rational::new();
        for (monomial, coefficient) in &self.terms {
            let mut term = coefficient.clone();
            for (number, exponent) in monomial {
                for _ in 0..*exponent {
                    term *= &values[*number as usize];
                }
            }
            sum += term;
        }
        sum
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        use std::collections::btree_map::Entry;
        match self.terms.entry(monomial) {
            Entry::Vacant(place) => {
                if !coefficient.is_zero() {
                    place.insert(coefficient);
                }
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() += coefficient;
                if place.get().is_zero() {
                    place.remove();
                }
            }
        }
    }
}

fn power(number: u32, exponent: u32) -> Monomial {
    if exponent == 0 { Monomial::default() } else { Monomial::from([(number, exponent)]) }
}

fn exponent_of(monomial: &Monomial, number: u32) -> u32 {
    monomial.binary_search_by_key(&number, |(n, _)| *n).map_or(0, |at| monomial[at].1)
}

/// Merges two ascending lists.
fn product_of(a: &Monomial, b: &Monomial) -> Monomial {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while let (Some(&(m, x)), Some(&(n, y))) = (a.get(i), b.get(j)) {
        merged.push(match m.cmp(&n) {
            std::cmp::Ordering::Less => (m, x),
            std::cmp::Ordering::Greater => (n, y),
            std::cmp::Ordering::Equal => (m, x + y),
        });
        i += usize::from(m <= n);
        j += usize::from(n <= m);
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged.into()
}
