//! What the theorems about sequences share: tokens as rows, runs as a statement says them, and as the engine does.
//!
//! In a statement row `t` of a matrix, or entry `t` of a vector, belongs to token `t`, from 1. `n` is the number of
//! tokens, `d` the number of key channels (rows of the state), `e` the number of value channels (columns).

use claim::expr::*;
use claim::{Evidence, Expr, Instance, Outcome, Parameter, Shape, Value};
use engine::{Fields, Program, System, run};
use exact::strategies::{closed, small_fraction};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// The inputs of a token by their width, and what else has one row for each token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    /// One number for each key channel.
    pub(crate) keys: &'static [&'static str],
    /// One number for each value channel.
    pub(crate) values: &'static [&'static str],
    /// One number.
    pub(crate) numbers: &'static [&'static str],
    /// Initial states.
    pub(crate) states: &'static [&'static str],
}

impl Inputs {
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        let named =
            |names: &'static [&'static str], shape: Shape| names.iter().map(move |n| (*n, shape.clone()));
        named(self.keys, Shape::Matrix("n", "d"))
            .chain(named(self.values, Shape::Matrix("n", "e")))
            .chain(named(self.numbers, Shape::Vector("n")))
            .chain(named(self.states, Shape::Matrix("d", "e")))
            .collect()
    }

    /// Up to `longest` tokens of `d` key channels and up to `d` value channels, any numbers: gates may be 0 or negative.
    pub(crate) fn draw(self, d: usize, longest: usize) -> BoxedStrategy<Instance> {
        (1..=longest, 1..=d.clamp(1, 4))
            .prop_flat_map(move |(n, e)| {
                let cells = (self.keys.len() * n + self.states.len() * e) * d;
                let cells = cells + (self.values.len() * e + self.numbers.len()) * n;
                (Just((n, e)), prop::collection::vec(number(), cells))
            })
            .prop_map(move |((n, e), cells)| {
                let mut cells = cells.into_iter();
                let mut matrix = |rows: usize, cols: usize| {
                    let entries: Vec<Rational> = cells.by_ref().take(rows * cols).collect();
                    Matrix::from_fn(rows, cols, |i, j| entries[i * cols + j].clone())
                };
                let mut i = Instance::new();
                for name in self.keys {
                    i = i.with(name, matrix(n, d));
                }
                for name in self.values {
                    i = i.with(name, matrix(n, e));
                }
                for name in self.numbers {
                    i = i.with(name, matrix(1, n).row(0).to_vec());
                }
                self.states.iter().fold(i, |i, name| i.with(name, matrix(d, e)))
            })
            .boxed()
    }

    /// One token of one channel, with 1 everywhere.
    pub(crate) fn ones(&self) -> Instance {
        let matrices = [self.keys, self.values, self.states].concat();
        let i = matrices.iter().fold(Instance::new(), |i, name| i.with(name, [[(1, 1)]]));
        self.numbers.iter().fold(i, |i, name| i.with(name, [(1, 1)]))
    }
}

/// Any number; fractions of the unit interval with its ends in a part of the samples.
pub(crate) fn number() -> BoxedStrategy<Rational> {
    prop_oneof![6 => small_fraction(4), 1 => closed(0, 1)].boxed()
}

/// The number of tokens.
pub(crate) fn tokens() -> Expr {
    height("k")
}

/// The state after the tokens from 1 to `last`: it begins as `start`, and `step` is the next one in terms of the state
/// `S` and the token `t`.
pub(crate) fn state_after(last: impl Into<Expr>, start: impl Into<Expr>, step: Expr) -> Expr {
    iterate("S", start, "t", 1, last, step)
}

/// The outputs $S_t^\top q_t$, one row for each token.
pub(crate) fn outputs(start: impl Into<Expr>, step: Expr) -> Expr {
    rows("u", tokens(), transpose(state_after("u", start, step)) * row("q", "u"))
}

/// `factor_to ⋯ factor_from` for a gate of one number each; 1 for no token.
pub(crate) fn product(gate: &'static str, from: impl Into<Expr>, to: impl Into<Expr>) -> Expr {
    iterate("decay", 1, "r", from, to, p("decay") * entry(gate, "r"))
}

/// The matrix with the entry `body`, in terms of `t` and `s`, where `t` is after `s` (or the same token, unless
/// `strict`), and 0 elsewhere.
pub(crate) fn lower(strict: bool, body: Expr) -> Expr {
    let inside = if strict { lt("s", "t") } else { le("s", "t") };
    rows("t", tokens(), entries("s", tokens(), select(inside, body, 0)))
}

/// The engine's program of an instance, with scale 1.
pub(crate) fn program(system: System, i: &Instance) -> Program<Rational> {
    let count = i.matrix("k").rows();
    let token = |t: usize| {
        let fields = system.spec().inputs.iter().fold(Fields::new(), |fields, input| {
            let row = match i.get(input.name) {
                Some(Value::Matrix(rows)) => rows.row(t).to_vec(),
                Some(Value::Vector(numbers)) => vec![numbers[t].clone()],
                other => panic!("`{}` should have something for each token, found {other:?}", input.name),
            };
            fields.with(input.name, row)
        });
        system.token(&fields)
    };
    let (rows, columns) = (i.matrix("k").cols() * system.spec().stacked, i.matrix("v").cols());
    Program { rows, columns, scale: Rational::from(1), tokens: (0..count).map(token).collect() }
}

/// A matrix from the engine's row-major list.
pub(crate) fn matrix(entries: &[Rational], columns: usize) -> Matrix {
    Matrix::from_fn(entries.len() / columns, columns, |i, j| entries[i * columns + j].clone())
}

/// One token as a chunk form sees it, by the theorem's own formula: the engine has no part in it.
pub(crate) struct Piece {
    /// What happens to the old state before anything is erased or written.
    pub(crate) carry: Matrix,
    /// Where a row is written, with what the state before the token is read to be erased, and what is written new.
    pub(crate) updates: Vec<[Vec<Rational>; 3]>,
    /// With what the state after the token is read.
    pub(crate) query: Vec<Rational>,
}

impl Piece {
    /// A gate for each channel, then one update that reads with `erase` what the gates leave.
    pub(crate) fn gated(gates: &[Rational], update: [Vec<Rational>; 3], query: Vec<Rational>) -> Self {
        let [write, erase, value] = update;
        let updates = vec![[write, vector::hadamard(gates, &erase), value]];
        Self { carry: Matrix::diagonal(gates), updates, query }
    }
}

/// Row `t`, from 0, of a parameter.
pub(crate) fn of_token(i: &Instance, name: &str, t: usize) -> Vec<Rational> {
    i.matrix(name).row(t).to_vec()
}

/// The piece of a token, counted from 0.
type Pieces = fn(&Instance, usize) -> Piece;

/// A run all at once: what every update writes, outputs and final state, from products of carries instead of states.
struct Chunk {
    /// The row that update `u` of token `t` writes, `[t][u]`.
    written: Vec<Vec<Vec<Rational>>>,
    outputs: Vec<Rational>,
    state: Vec<Rational>,
}

/// The chunk form of some tokens, by forward substitution.
fn chunk(pieces: &[Piece], initial: &Matrix) -> Chunk {
    let unit = Matrix::identity(initial.rows());
    // passed[s][t − s] carries a state from after the first s tokens to after the first t.
    let passed: Vec<Vec<Matrix>> = (0..=pieces.len())
        .map(|s| {
            let mut products = vec![unit.clone()];
            for piece in &pieces[s..] {
                products.push(&piece.carry * &products[products.len() - 1]);
            }
            products
        })
        .collect();
    let mut written: Vec<Vec<Vec<Rational>>> = Vec::new();
    // What is read with y from the state after t tokens, when this much is written.
    let read = |written: &[Vec<Vec<Rational>>], y: &[Rational], t: usize| {
        let mut sum = (&passed[0][t] * initial).transpose().mul_vec(y);
        for (s, piece) in pieces[..t].iter().enumerate() {
            for ([write, _, _], row) in piece.updates.iter().zip(&written[s]) {
                let share = vector::dot(y, &passed[s + 1][t - s - 1].mul_vec(write));
                sum.iter_mut().zip(row).for_each(|(sum, w)| *sum += Rational::from(&share * w));
            }
        }
        sum
    };
    for (t, piece) in pieces.iter().enumerate() {
        let row = |[_, erase, value]: &[Vec<Rational>; 3]| {
            let erased = read(&written, erase, t);
            value.iter().zip(&erased).map(|(v, erased)| Rational::from(v - erased)).collect()
        };
        let rows = piece.updates.iter().map(row).collect();
        written.push(rows);
    }
    let outputs =
        pieces.iter().enumerate().flat_map(|(t, piece)| read(&written, &piece.query, t + 1)).collect();
    let state = (0..unit.rows()).flat_map(|i| read(&written, unit.row(i), pieces.len())).collect();
    Chunk { written, outputs, state }
}

fn pieces(i: &Instance, piece: Pieces) -> Vec<Piece> {
    (0..i.matrix("k").rows()).map(|t| piece(i, t)).collect()
}

/// The instance with `W`, the rows that the first update of each token writes, from the initial state `start`.
pub(crate) fn with_written(i: Instance, start: &Matrix, piece: Pieces) -> Instance {
    let rows: Vec<Vec<Rational>> = chunk(&pieces(&i, piece), start)
        .written
        .into_iter()
        .map(|mut updates| updates.swap_remove(0))
        .collect();
    i.with("W", Matrix::from_fn(rows.len(), start.cols(), |t, c| rows[t][c].clone()))
}

/// Compares the engine's recurrence with the chunk form: outputs are line 0, the final state line 1.
pub(crate) fn compare_with_chunk(system: System, i: &Instance, start: &Matrix, piece: Pieces) -> Outcome {
    let run = run::recurrent(&program(system, i), start.entries());
    let chunk = chunk(&pieces(i, piece), start);
    agree(&[("outputs", &run.outputs, &chunk.outputs), ("final states", &run.state, &chunk.state)])
}

/// Holds when the two lists of every line are equal.
pub(crate) fn agree(lines: &[(&str, &[Rational], &[Rational])]) -> Outcome {
    for (conclusion, (what, left, right)) in lines.iter().enumerate() {
        if left != right {
            let differ = left.iter().zip(*right).find(|(a, b)| a != b);
            return Outcome::Refuted {
                conclusion,
                expected: format!("equal {what}"),
                found: differ.map_or("of different lengths".into(), |(a, b)| format!("{a} and {b}")),
            };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; lines.len()])
}
