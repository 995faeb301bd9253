//! What the theorems about memory share: tokens $S \mapsto A_t S + k_t v_t^\top$ with $A_t = \mathrm{Diag}(\alpha_t) + b_t a_t^\top$.
//!
//! GLA, DeltaNet, Gated DeltaNet, KDA, Gated DeltaNet-2 and RWKV-7 are of this form.

use crate::sequence::{matrix, program};
use claim::expr::*;
use claim::{Expr, Instance};
use engine::{Program, System};
use exact::{Matrix, Rational};

/// $A$ at the token `t`.
pub(crate) fn transition(t: &'static str) -> Expr {
    diag(row("alpha", t)) + outer(row("b", t), row("a", t))
}

/// $A$ at the token `t` of the second trajectory.
pub(crate) fn other_transition(t: &'static str) -> Expr {
    diag(row("alpha2", t)) + outer(row("b2", t), row("a2", t))
}

/// One token in terms of the state `S` and the token `t`.
pub(crate) fn step() -> Expr {
    transition("t") * "S" + outer(row("k", "t"), row("v", "t"))
}

/// One token of the second trajectory.
pub(crate) fn other_step() -> Expr {
    other_transition("t") * "S" + outer(row("k2", "t"), row("v2", "t"))
}

/// `A_to ⋯ A_from` times a state.
pub(crate) fn carried(from: impl Into<Expr>, to: impl Into<Expr>, state: impl Into<Expr>) -> Expr {
    iterate("C", state, "r", from, to, transition("r") * "C")
}

/// The two trajectories have the same transitions.
pub(crate) fn same_transitions() -> Expr {
    all_of(vec![eq("alpha", "alpha2"), eq("a", "a2"), eq("b", "b2")])
}

/// The engine's program of the trajectory; `second` for that of the names with 2.
pub(crate) fn trajectory(i: &Instance, second: bool) -> Program<Rational> {
    if !second {
        return program(System::Dplr, i);
    }
    let names = [("q", "q2"), ("k", "k2"), ("v", "v2"), ("a", "a2"), ("b", "b2"), ("alpha", "alpha2")];
    let renamed = names.iter().fold(i.clone(), |renamed, (name, from)| match i.get(from) {
        Some(value) => renamed.with(name, value.clone()),
        None => renamed,
    });
    program(System::Dplr, &renamed)
}

/// `A_last ⋯ A_first` times a state, tokens counted from 0, by the dense matrices of the engine's transitions.
pub(crate) fn moved(program: &Program<Rational>, tokens: std::ops::Range<usize>, state: &Matrix) -> Matrix {
    program.tokens[tokens].iter().fold(state.clone(), |state, token| match token.transition(program.rows) {
        Some(transition) => &matrix(&transition, program.rows) * &state,
        None => panic!("a token of this form has a matrix"),
    })
}

/// Entries of a difference.
pub(crate) fn difference(left: &[Rational], right: &[Rational]) -> Vec<Rational> {
    left.iter().zip(right).map(|(a, b)| Rational::from(a - b)).collect()
}
