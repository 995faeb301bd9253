//! What the theorems about conjugate pairs share: counts, and the momentum step.

use crate::support::roots;
use claim::{Evidence, Expr, Outcome, expr};
use exact::strategies::{closed, small_fraction, unit_key, vector_of};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;
use spectrum::{Located, RankOne, dense};

/// Bounds of the number of non-real pairs, and the evidence for both.
pub(crate) struct Pairs {
    pub(crate) least: usize,
    pub(crate) most: usize,
    pub(crate) evidence: Evidence,
}

impl Pairs {
    fn located(located: Located, degree: usize) -> Self {
        let (least, most) = (located.discs.len(), (degree - located.real()) / 2);
        Self { least, most, evidence: roots(located) }
    }

    fn counted(polynomial: &IntPoly) -> Self {
        let pairs = dense::pairs(polynomial);
        Self { least: pairs, most: pairs, evidence: Evidence::Sturm }
    }

    /// Of an erase step: all eigenvalues by their places, or where that gives out in moderate dimension, the count.
    pub(crate) fn of_step(step: &RankOne) -> Self {
        const LARGEST_COUNTED: usize = 24;
        let d = step.dimension();
        match step.locate_pair() {
            Some(located) => Self::located(located, d),
            None if d <= LARGEST_COUNTED => Self::counted(&step.characteristic_polynomial()),
            None => Self::located(step.locate(&[]), d),
        }
    }

    /// Of a polynomial, given numbers that may be multiple roots.
    pub(crate) fn of_polynomial(polynomial: &IntPoly, known: &[Rational]) -> Self {
        let mut rest = polynomial.clone();
        let mut exact: Vec<(Rational, u32)> = Vec::new();
        for root in known {
            let mut multiplicity = 0;
            while rest.divide_linear(root) {
                multiplicity += 1;
            }
            if multiplicity > 0 {
                exact.push((root.clone(), multiplicity));
            }
        }
        match dense::locate(&rest, known) {
            Some(mut located) => {
                located.exact.append(&mut exact);
                located.exact.sort();
                Self::located(located, polynomial.degree().unwrap_or(0))
            }
            None => Self::counted(polynomial),
        }
    }

    /// The line of a conclusion that says there is at most one.
    pub(crate) fn at_most_one(self) -> Outcome {
        if self.most <= 1 {
            Outcome::Holds(vec![self.evidence])
        } else if self.least > 1 {
            let found = format!("at least {}", self.least);
            Outcome::Refuted { conclusion: 0, expected: "at most one non-real pair".into(), found }
        } else {
            Outcome::Undecided(format!("between {} and {} non-real pairs", self.least, self.most))
        }
    }
}

/// Any number: mostly from −1 to 2, small fractions, zero among them.
pub(crate) fn scalar() -> BoxedStrategy<Rational> {
    prop_oneof![2 => small_fraction(4), 2 => closed(-1, 2), 1 => closed(0, 1)].boxed()
}

/// Gates of both signs: from −1 to 1, small fractions with zero among them, or the values ±1, ±1/2, 0 repeated.
pub(crate) fn signed_gates(d: usize) -> BoxedStrategy<Vec<Rational>> {
    let coarse = (-2_i64..=2).prop_map(|n| Rational::from((n, 2))).boxed();
    let coarse = proptest::collection::vec(coarse, d);
    prop_oneof![3 => vector_of(closed(-1, 1), d), 1 => vector_of(small_fraction(4), d), 1 => coarse].boxed()
}

/// A key of any length: a unit key, or one of small fractions with zero among them.
pub(crate) fn free_key(d: usize) -> BoxedStrategy<Vec<Rational>> {
    prop_oneof![3 => unit_key(d), 1 => vector_of(small_fraction(4), d)].boxed()
}

/// The momentum step in the order (s, m): `m ← M m + η P A s`, then `s ← A s − β m`, with the parameters `beta` and
/// `eta`, gates `A`, momenta `M` and coupling `P`.
pub(crate) fn momentum_formula(gates: &Expr, momenta: &Expr, coupling: &Expr) -> Expr {
    let write = || expr::p("eta") * coupling.clone() * gates.clone();
    let kept = gates.clone() - expr::p("beta") * write();
    expr::block(kept, -(expr::p("beta") * momenta.clone()), write(), momenta.clone())
}

/// The momentum step with diagonal gates, applied to each axis vector as the recurrence is written.
pub(crate) fn momentum_step(
    (alpha, mu): (&[Rational], &[Rational]),
    (beta, eta): (&Rational, &Rational),
    coupling: &Matrix,
) -> Matrix {
    let d = alpha.len();
    let column = |j: usize| {
        let unit = |i: usize| Rational::from(u32::from(i == j));
        let s: Vec<Rational> = (0..d).map(|i| unit(i) * &alpha[i]).collect();
        let read = coupling.mul_vec(&s);
        let m: Vec<Rational> =
            (0..d).map(|i| unit(d + i) * &mu[i] + Rational::from(eta * &read[i])).collect();
        let s = s.into_iter().zip(&m).map(|(s, m)| s - Rational::from(beta * m));
        s.chain(m.iter().cloned()).collect::<Vec<_>>()
    };
    let columns: Vec<Vec<Rational>> = (0..2 * d).map(column).collect();
    Matrix::from_fn(2 * d, 2 * d, |i, j| columns[j][i].clone())
}
