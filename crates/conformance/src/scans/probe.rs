//! Exact probes of these systems: inputs for which no operation of any order of summation rounds.
//!
//! A [`Probe`] is a number with the [`Span`] of everything that it was made from. Exponentials are taken of 0 alone, and of numbers of at most −1024, which every
//! format rounds to 0 as a factor of whatever it can hold; quotients by powers of two alone; hyperbolic tangents, sines and sigmoids of 0. Anything else makes a number that is no
//! probe. The run itself covers the recurrence and the skip; every program that it is made of is given to [`Proof`](crate::vectors::proof), which covers chunks, scores formed
//! before gates, and scans in any tree: sums of absolute values of the products of steps, from any token to any other. A step size may be multiplied in sooner or later.

use super::Scan;
use super::given::{Given, Margin};
use super::slips::Twist;
use crate::vectors::proof::{Need, Proof, Span};
use engine::{Carry, Program, Real, Scalar, Step, Token, Update};
use std::cell::RefCell;

/// An argument of an exponential that is 0 in every format, together with the largest factor: $e^{-1024} 2^{53} < 2^{-1075}$.
const VANISHES: f64 = -1024.0;

/// A number of a run that should never round.
#[derive(Clone, Debug)]
struct Probe {
    value: f64,
    span: Span,
    exact: bool,
}

impl Probe {
    fn of(value: f64) -> Self {
        Self { value, span: Span::of(value), exact: true }
    }

    fn never(value: f64) -> Self {
        Self { value, span: Span::zero(), exact: false }
    }

    /// A number that is 0, and not one that has become 0.
    fn nothing(&self) -> bool {
        self.exact && self.span.is_zero()
    }

    fn at_zero(&self, value: f64) -> Self {
        if self.nothing() { Self::of(value) } else { Self::never(value) }
    }
}

impl Scalar for Probe {
    fn from_int(value: i32) -> Self {
        Self::of(f64::from(value))
    }
    fn plus(&self, other: &Self) -> Self {
        let exact = self.exact && other.exact;
        Self { value: self.value + other.value, span: self.span.plus(&other.span), exact }
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negate())
    }
    fn times(&self, other: &Self) -> Self {
        if self.nothing() || other.nothing() {
            return Self::of(0.0);
        }
        let exact = self.exact && other.exact;
        Self { value: self.value * other.value, span: self.span.times(&other.span), exact }
    }
    fn negate(&self) -> Self {
        Self { value: -self.value, ..self.clone() }
    }
}

impl Real for Probe {
    fn over(&self, divisor: &Self) -> Self {
        let inverse = 1.0 / divisor.value;
        let power = divisor.exact && inverse.is_normal() && inverse.to_bits().trailing_zeros() >= 52;
        if power { self.times(&Self::of(inverse)) } else { Self::never(self.value * inverse) }
    }
    fn exp(&self) -> Self {
        if self.exact && self.value <= VANISHES { Self::of(0.0) } else { self.at_zero(1.0) }
    }
    fn sqrt(&self) -> Self {
        Self::never(self.value.sqrt())
    }
    fn softplus(&self) -> Self {
        Self::never(self.value)
    }
    fn sigmoid(&self) -> Self {
        self.at_zero(0.5)
    }
    fn tanh(&self) -> Self {
        self.at_zero(0.0)
    }
    fn sin_cos(&self) -> (Self, Self) {
        (self.at_zero(0.0), self.at_zero(1.0))
    }
    fn pi(&self) -> Self {
        Self::never(std::f64::consts::PI)
    }
    fn sign(&self) -> Self {
        Self::never(self.value.signum())
    }
    fn maximum(&self, other: &Self) -> Self {
        Self::never(self.value.max(other.value))
    }
    fn fraction(&self, numerator: i32, denominator: i32) -> Self {
        Self::from_int(numerator).over(&Self::from_int(denominator))
    }
}

/// With its step size, or without: sizes are ½, 1 and 2.
fn sooner_or_later(x: &Probe) -> Span {
    x.span.hull(&x.span.times(&Span::of(2.0))).hull(&x.span.times(&Span::of(0.5)))
}

fn spans(step: &Step<Probe>, bare: bool) -> Step<Span> {
    let gate = |x: &Probe| if bare { Span::one() } else { x.span.clone() };
    let carry = match &step.carry {
        Carry::Identity => Carry::Identity,
        Carry::Scalar(a) => Carry::Scalar(gate(a)),
        // Of one column alone, as the selective scan is run.
        Carry::Diagonal(a) | Carry::Elementwise(a) => Carry::Diagonal(a.iter().map(gate).collect()),
        Carry::Blocks(blocks) => {
            Carry::Blocks(blocks.iter().map(|b| std::array::from_fn(|i| b[i].span.clone())).collect())
        }
        Carry::Dense(matrix) => Carry::Dense(matrix.iter().map(|x| x.span.clone()).collect()),
    };
    let row = |x: &[Probe]| x.iter().map(sooner_or_later).collect::<Vec<Span>>();
    let plain = |x: &[Probe]| x.iter().map(|x| x.span.clone()).collect();
    let update =
        |u: &Update<Probe>| Update { write: row(&u.write), erase: plain(&u.erase), value: row(&u.value) };
    let add = step.add.as_ref().map(|a| row(a));
    Step { carry, updates: step.updates.iter().map(update).collect(), add }
}

fn token(token: &Token<Probe>, bare: bool) -> Token<Span> {
    let query = token.query.iter().map(|x| x.span.clone()).collect();
    Token { steps: token.steps.iter().map(|s| spans(s, bare)).collect(), query }
}

fn of_program(program: &Program<Probe>, initial: &[Probe]) -> Need {
    let start: Vec<f64> = initial.iter().map(|x| x.value).collect();
    let mut proof = Proof::new(program.rows, program.columns, &start);
    for t in &program.tokens {
        proof.token(&token(t, false), &token(t, true), &program.scale.span);
    }
    proof.need()
}

/// What the intermediates of a run need; `None` where it has one that may round whatever the format.
pub(super) fn need(scan: Scan, given: &Given<f64>) -> Option<Need> {
    let found = RefCell::new(Need { units: 0, lowest: i32::MAX });
    let add = |need: Need| found.replace_with(|old| old.and(need));
    let seen = |program: &Program<Probe>, initial: &[Probe]| {
        add(of_program(program, initial));
    };
    let margin = Margin { seen: &seen, ..Margin::NONE };
    let results = scan.run(&given.map(|x| Probe::of(*x)), Twist::None, &margin);
    for x in results.values().flatten() {
        if !x.exact {
            return None;
        }
        add(Need::of(&x.span));
    }
    Some(found.into_inner())
}
