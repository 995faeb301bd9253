//! proptest strategies for rationals, vectors and unit keys.
//!
//! Each strategy builds values of its domain, it never filters, and everything it shrinks to is in the domain
//! as well. What is drawn is biased to the corners of the domain: end points and their neighbourhood,
//! repeated and zero entries, axis vectors. A number shrinks to the first fraction on its Stern–Brocot path
//! that keeps the failure, so that what is reported is easy to read, such as $\beta = 1/2$ and $k = (3/5,
//! 4/5)$.

use std::fmt;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;
use rug::{Integer, Rational};

use crate::vector::unit_vector;

/// Rationals of either sign and of any size: mostly small fractions, also dyadic numbers and fractions with
/// numerators and denominators up to $2^{64}$. Shrinks to 0.
pub fn rational() -> BoxedStrategy<Rational> {
    let dyadic = (any::<i32>(), -60..=60).prop_map(|(m, e)| Rational::from(m) << e);
    let wide = (any::<i64>(), 1..=u64::MAX).prop_map(Rational::from);
    readable(prop_oneof![4 => small_fraction(12), 1 => dyadic, 1 => wide], |_| true)
}

/// Fractions with numerator at most `max_den` in absolute value and denominator at most `max_den`. Shrinks to
/// 0.
///
/// # Panics
/// When `max_den` is 0.
pub fn small_fraction(max_den: u32) -> BoxedStrategy<Rational> {
    assert!(max_den > 0, "a denominator of at most 0");
    let bound = i64::from(max_den);
    let fraction = (-bound..=bound, 1..=bound).prop_map(Rational::from);
    readable(fraction, move |x| *x.numer().as_abs() <= bound && *x.denom() <= bound)
}

/// The dyadic numbers $m / 2^{53}$ strictly between 0 and 1: as many bits as a double-precision gate has.
/// Shrinks to 1/2.
pub fn rational53() -> BoxedStrategy<Rational> {
    const HALF: i64 = 1 << 52;
    (1 - HALF..HALF).prop_map(|offset| Rational::from(HALF + offset) >> 53).boxed()
}

/// Numbers strictly between 0 and 1, as [`open`] draws them. Shrinks to 1/2.
pub fn unit_interval_open() -> BoxedStrategy<Rational> {
    open(0, 1)
}

/// Numbers from 0 to 1, as [`closed`] draws them. Shrinks to 0.
pub fn unit_interval_closed() -> BoxedStrategy<Rational> {
    closed(0, 1)
}

/// Numbers strictly between `low` and `high`; many are simple fractions of the way, many within $2^{-60}$ of
/// the way of an end point. Shrinks to the simplest number of the interval.
///
/// # Panics
/// Unless `low < high`.
pub fn open(low: impl Into<Rational>, high: impl Into<Rational>) -> BoxedStrategy<Rational> {
    let (low, high) = interval(low, high);
    readable(stretched(&low, &high), move |x| low < *x && *x < high)
}

/// Numbers from `low` to `high`; two in five are end points, the others are drawn as by [`open`]. Shrinks to
/// the simplest number of the interval.
///
/// # Panics
/// Unless `low < high`.
pub fn closed(low: impl Into<Rational>, high: impl Into<Rational>) -> BoxedStrategy<Rational> {
    let (low, high) = interval(low, high);
    let draw = prop_oneof![3 => stretched(&low, &high), 1 => Just(low.clone()), 1 => Just(high.clone())];
    readable(draw, move |x| low <= *x && *x <= high)
}

/// `d` entries drawn from `entry`. As corners, all entries are equal, or some are.
pub fn vector_of(entry: BoxedStrategy<Rational>, d: usize) -> BoxedStrategy<Vec<Rational>> {
    if d < 2 {
        return prop::collection::vec(entry, d).boxed();
    }
    let equal = entry.clone().prop_map(move |value| vec![value; d]);
    let independent = prop::collection::vec(entry, d);
    let repeated = (independent.clone(), prop::collection::vec(0..d, d))
        .prop_map(|(values, choice)| choice.into_iter().map(|i| values[i].clone()).collect::<Vec<_>>());
    prop_oneof![1 => equal, 1 => repeated, 3 => independent].boxed()
}

/// `d` gates from `low` to `high`, end points included: [`vector_of`] entries of [`closed`].
///
/// # Panics
/// Unless `low < high`.
pub fn gates(d: usize, low: impl Into<Rational>, high: impl Into<Rational>) -> BoxedStrategy<Vec<Rational>> {
    vector_of(closed(low, high), d)
}

/// Keys in $\mathbb{Q}^d$ with $\lVert k \rVert = 1$ exactly.
///
/// Each is ± a [`unit_vector`] with its coordinates rotated. Corners: the axes; two non-zero coordinates,
/// such as (3/5, 4/5); many zero coordinates; all parameters equal, such as (1, 2, 2)/3; all coordinates
/// equal, where $d$ is a square. The others have small fractions or 53-bit dyadic numbers as parameters.
/// Shrinks to few and small parameters.
///
/// # Panics
/// When `d` is 0.
pub fn unit_key(d: usize) -> BoxedStrategy<Vec<Rational>> {
    assert!(d > 0, "a key of dimension 0 has norm 0");
    (parameters(d - 1), 0..d, any::<bool>())
        .prop_map(|(parameters, shift, negative)| {
            let mut key = unit_vector(&parameters);
            key.rotate_right(shift);
            if negative { key.into_iter().map(|x| -x).collect() } else { key }
        })
        .boxed()
}

/// `n` stereographic parameters.
fn parameters(n: usize) -> BoxedStrategy<Vec<Rational>> {
    let zeros = vec![Rational::new(); n];
    if n == 0 {
        return Just(zeros).boxed();
    }
    let one = {
        let zeros = zeros.clone();
        (0..n, small_fraction(8)).prop_map(move |(i, t)| {
            let mut parameters = zeros.clone();
            parameters[i] = t;
            parameters
        })
    };
    let sparse = prop::collection::vec(prop_oneof![Just(Rational::new()), small_fraction(8)], n);
    let dense = vector_of(small_fraction(8), n);
    let signed53 = (rational53(), any::<bool>()).prop_map(|(t, negative)| if negative { -t } else { t });
    let wide = prop::collection::vec(readable(signed53, |_| true), n);
    prop_oneof![
        1 => Just(zeros),
        2 => one,
        1 => Just(equal_coordinates(n)),
        2 => sparse,
        3 => dense,
        2 => wide,
    ]
    .boxed()
}

/// `n` equal parameters. Where $n + 1 = r^2$, they are those of the vector with all coordinates $1/r$: by
/// $t_i = k_i / (1 + k_0)$ each is $1/(r + 1)$. Elsewhere they are the same with $r$ rounded down, so that
/// all coordinates but the first are equal.
fn equal_coordinates(n: usize) -> Vec<Rational> {
    let root = Integer::from(n + 1).sqrt();
    vec![Rational::from((1, root + 1)); n]
}

fn interval(low: impl Into<Rational>, high: impl Into<Rational>) -> (Rational, Rational) {
    let (low, high) = (low.into(), high.into());
    assert!(low < high, "no numbers between {low} and {high}");
    (low, high)
}

/// Numbers strictly between `low` and `high`.
fn stretched(low: &Rational, high: &Rational) -> impl Strategy<Value = Rational> + use<> {
    let ratio = |largest: u32| {
        (1..=largest, 1..=largest).prop_map(|(a, b)| Rational::from((a, u64::from(a) + u64::from(b))))
    };
    let near_an_end = (1u32..=60, any::<bool>()).prop_map(|(e, upper)| {
        let small = Rational::from(1) >> e;
        if upper { 1 - small } else { small }
    });
    let (low, length) = (low.clone(), Rational::from(high - low));
    prop_oneof![4 => ratio(8), 2 => near_an_end, 1 => ratio(u32::MAX), 1 => rational53()]
        .prop_map(move |t| t * &length + &low)
}

/// Draws from `draw` and shrinks along the Stern–Brocot path, leaving out numbers that are not `inside` the
/// domain.
fn readable(
    draw: impl Strategy<Value = Rational> + 'static,
    inside: impl Fn(&Rational) -> bool + 'static,
) -> BoxedStrategy<Rational> {
    Readable { draw: draw.boxed(), inside: Arc::new(inside) }.boxed()
}

struct Readable {
    draw: BoxedStrategy<Rational>,
    inside: Arc<dyn Fn(&Rational) -> bool>,
}

impl fmt::Debug for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Readable").field("draw", &self.draw).finish_non_exhaustive()
    }
}

impl Strategy for Readable {
    type Tree = SimplerFractions;
    type Value = Rational;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let drawn = self.draw.new_tree(runner)?.current();
        let mut candidates = path_to(&drawn);
        candidates.retain(|x| (self.inside)(x) && *x != drawn);
        candidates.truncate(MAX_CANDIDATES);
        candidates.push(drawn);
        let failing = candidates.len() - 1;
        Ok(SimplerFractions { candidates, current: failing, failing, untried: 0 })
    }
}

/// How many simpler fractions are tried. More of them would use up proptest's budget of shrinking steps on
/// one entry of a vector.
const MAX_CANDIDATES: usize = 16;

/// A number after simpler ones that might replace it. They are tried in order, once each.
#[derive(Debug)]
struct SimplerFractions {
    candidates: Vec<Rational>,
    current: usize,
    /// The simplest candidate that is known to keep the failure.
    failing: usize,
    untried: usize,
}

impl SimplerFractions {
    /// Moves to the next candidate that is simpler than the failing one, or else to the failing one.
    fn advance(&mut self) {
        self.current = self.untried.min(self.failing);
        self.untried += 1;
    }
}

impl ValueTree for SimplerFractions {
    type Value = Rational;

    fn current(&self) -> Rational {
        self.candidates[self.current].clone()
    }

    fn simplify(&mut self) -> bool {
        self.failing = self.current;
        self.advance();
        self.current < self.failing
    }

    fn complicate(&mut self) -> bool {
        if self.current == self.failing {
            return false;
        }
        self.advance();
        true
    }
}

/// Fractions from 0 to `x` of increasing numerator and denominator: those on the path to `x` in the
/// Stern–Brocot tree after 1, 2, 4, … steps in one direction and before each turn. They are the convergents
/// of the continued fraction of `x`, and mediants between them.
fn path_to(x: &Rational) -> Vec<Rational> {
    let mut path = vec![Rational::new()];
    let (mut before, mut last) = ((Integer::from(0), Integer::from(1)), (Integer::from(1), Integer::from(0)));
    let (mut numerator, mut denominator) = (Integer::from(x.numer().abs_ref()), x.denom().clone());
    while !denominator.is_zero() {
        let (quotient, remainder) = numerator.div_rem_floor(denominator.clone());
        let after = |steps: &Integer| {
            (Integer::from(&last.0 * steps) + &before.0, Integer::from(&last.1 * steps) + &before.1)
        };
        let mut steps = Integer::from(1);
        while steps < quotient {
            path.push(Rational::from(after(&steps)));
            steps <<= 1;
        }
        let turn = after(&quotient);
        if !quotient.is_zero() {
            path.push(Rational::from(turn.clone()));
        }
        before = std::mem::replace(&mut last, turn);
        (numerator, denominator) = (denominator, remainder);
    }
    if x.is_negative() {
        path.iter_mut().for_each(|fraction| *fraction = -std::mem::take(fraction));
    }
    path
}
