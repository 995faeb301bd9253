//! Chunk forms of systems with one erase and write a token, as formulas of a statement.

use crate::sequence::{Inputs, lower, outputs, product, state_after, tokens};
use claim::expr::*;
use claim::{Expr, Shape, Statement};

/// The pieces of a chunk form; tokens are called `t` and `s`, with `s` before `t`.
pub(crate) struct Chunk {
    /// What the tokens in a range of indices, both ends included, do to a vector or a matrix: a factor.
    pub(crate) kept: fn(Expr, Expr) -> Expr,
    /// The vector with which token `t` reads what it erases.
    pub(crate) erase: fn() -> Expr,
    /// Token `t` reads what it erases after the gates of the tokens up to this one.
    pub(crate) read_after: fn() -> Expr,
    /// The vector along which token `s` writes.
    pub(crate) write: fn() -> Expr,
    /// Of what token `s` writes, the gates from this token on take their part.
    pub(crate) decays_from: fn() -> Expr,
    /// The values, one row for each token.
    pub(crate) value: fn() -> Expr,
    /// Whether what is erased at the beginning includes the initial state.
    pub(crate) erases_initial: bool,
    /// Whether an output includes the token's own write.
    pub(crate) reads_own: bool,
}

/// No gates.
pub(crate) fn ungated(_: Expr, _: Expr) -> Expr {
    int(1)
}

/// A gate for each head.
pub(crate) fn head_gates(from: Expr, to: Expr) -> Expr {
    product("alpha", from, to)
}

/// A gate for each channel.
pub(crate) fn channel_gates(from: Expr, to: Expr) -> Expr {
    let none = constant(len(row("alpha", 1)), 1);
    diag(iterate("decay", none, "r", from, to, hadamard("decay", row("alpha", "r"))))
}

impl Chunk {
    /// KDA with the given gates: $k$ reads the decayed state, $\beta k$ writes.
    pub(crate) fn delta(kept: fn(Expr, Expr) -> Expr) -> Self {
        Self {
            kept,
            erase: || row("k", "t"),
            read_after: || p("t"),
            write: || entry("beta", "s") * row("k", "s"),
            decays_from: || p("s") + 1,
            value: || p("v"),
            erases_initial: true,
            reads_own: true,
        }
    }

    /// Every token's vector after the gates up to token `to`, as rows, times the initial state.
    fn of_initial(&self, to: Expr, vector: Expr) -> Expr {
        rows("t", tokens(), (self.kept)(int(1), to) * vector) * "S0"
    }

    /// `(I + L) W = U − Ŷ S₀`.
    pub(crate) fn solves(&self) -> Expr {
        let kept = (self.kept)((self.decays_from)(), (self.read_after)());
        let l = lower(true, dot((self.erase)(), kept * (self.write)()));
        let initial = self.of_initial((self.read_after)(), (self.erase)());
        let right = if self.erases_initial { (self.value)() - initial } else { (self.value)() };
        eq((eye(tokens()) + l) * "W", right)
    }

    /// The outputs, from the written rows.
    pub(crate) fn outputs(&self, written: &'static str) -> Expr {
        let kept = (self.kept)((self.decays_from)(), p("t"));
        let shares = lower(!self.reads_own, dot(row("q", "t"), kept * (self.write)()));
        self.of_initial(p("t"), row("q", "t")) + shares * written
    }

    /// The final state, from the written rows.
    pub(crate) fn state(&self, written: &'static str) -> Expr {
        let kept = (self.kept)((self.decays_from)(), tokens()) * (self.write)();
        (self.kept)(int(1), tokens()) * p("S0") + transpose(rows("s", tokens(), kept)) * written
    }

    /// The statement that this is the chunk form of a system with the given step.
    pub(crate) fn statement(&self, inputs: Inputs, step: Expr) -> Statement {
        let mut parameters = inputs.parameters();
        parameters.push(("W", Shape::Matrix("n", "e")));
        Statement {
            parameters,
            hypotheses: vec![("rows-solve", self.solves())],
            transition: vec![],
            conclusion: vec![
                eq(outputs("S0", step.clone()), self.outputs("W")),
                eq(state_after(tokens(), "S0", step), self.state("W")),
            ],
        }
    }
}
