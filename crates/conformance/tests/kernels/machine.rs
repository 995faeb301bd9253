//! Kernels in `f32`, written apart from the engine: token by token in several orders of summation, and in chunks with cumulative logarithms.

use engine::run::Run;
use engine::scalar::{hadamard, scaled};
use engine::{Fields, Head, Inputs, Program, System};
use tensors::bf16;

/// How the terms of an inner product are added up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Forward,
    Reversed,
    Pairwise,
    Blocked,
}

impl Order {
    pub(crate) const ALL: [Self; 4] = [Self::Forward, Self::Reversed, Self::Pairwise, Self::Blocked];

    pub(crate) fn sum(self, x: &[f32]) -> f32 {
        match self {
            Self::Forward => x.iter().fold(0.0, |a, b| a + b),
            Self::Reversed => x.iter().rev().fold(0.0, |a, b| a + b),
            Self::Pairwise => match x {
                [] => 0.0,
                [one] => *one,
                _ => self.sum(&x[..x.len() / 2]) + self.sum(&x[x.len() / 2..]),
            },
            Self::Blocked => x.chunks(4).map(|c| c.iter().fold(0.0, |a, b| a + b)).fold(0.0, |a, b| a + b),
        }
    }
}

/// Operands of matrix products: as they are, or rounded to bfloat16.
pub(crate) type Operand = fn(f32) -> f32;

pub(crate) fn plain(x: f32) -> f32 {
    x
}

pub(crate) fn narrow(x: f32) -> f32 {
    bf16::from_f32(x).to_f32()
}

/// Token by token.
pub(crate) fn recurrent(program: &Program<f32>, initial: &[f32], order: Order, op: Operand) -> Run<f32> {
    let columns = program.columns;
    let read = |y: &[f32], state: &[f32]| -> Vec<f32> {
        let terms = |c: usize| -> Vec<f32> {
            y.iter().enumerate().map(|(i, y)| op(*y) * op(state[i * columns + c])).collect()
        };
        (0..columns).map(|c| order.sum(&terms(c))).collect()
    };
    let (mut state, mut outputs) = (initial.to_vec(), Vec::new());
    for token in &program.tokens {
        for step in &token.steps {
            let rows: Vec<Vec<f32>> = step
                .updates
                .iter()
                .map(|u| {
                    let taken = read(&u.erase, &state);
                    (0..columns).map(|c| u.value.get(c).copied().unwrap_or(0.0) - taken[c]).collect()
                })
                .collect();
            let mut next = step.carry.apply(&state, columns);
            for (u, row) in step.updates.iter().zip(&rows) {
                for (i, x) in u.write.iter().enumerate() {
                    for (s, r) in next[i * columns..].iter_mut().zip(row) {
                        *s += op(*x) * op(*r);
                    }
                }
            }
            state = next;
        }
        outputs.extend(read(&token.query, &state).iter().map(|o| program.scale * o));
    }
    Run { outputs, state }
}

/// One erase and write of a chunk.
#[derive(Clone, Debug)]
struct Piece {
    /// The step within the chunk.
    step: usize,
    write: Vec<f32>,
    erase: Vec<f32>,
    /// Whether the erase reads the state after the decay of its own step.
    decayed: bool,
    value: Vec<f32>,
}

/// One token of a chunk: its pieces, its query, and its step.
struct Chunk {
    pieces: Vec<Piece>,
    queries: Vec<(usize, Vec<f32>)>,
    /// Cumulative logarithms by step, from a row of zeros before the first; and signs.
    sums: Vec<Vec<f32>>,
    signs: Vec<Vec<f32>>,
}

/// How the chunkwise kernel runs, and what it gets wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) size: usize,
    pub(crate) inverse: bool,
    pub(crate) op: Operand,
    /// Gates of the write's own step count for the write.
    pub(crate) early_gate: bool,
    /// Writes do not decay within their chunk.
    pub(crate) no_decay: bool,
    /// A write reads itself in the triangular system.
    pub(crate) diagonal: bool,
    /// The inverse is taken as I − L.
    pub(crate) first_order: bool,
    /// The initial state is not read by outputs of the first chunk.
    pub(crate) no_start: bool,
}

impl Style {
    pub(crate) fn right(size: usize, inverse: bool, op: Operand) -> Self {
        let (early_gate, no_decay, diagonal, first_order, no_start) = (false, false, false, false, false);
        Self { size, inverse, op, early_gate, no_decay, diagonal, first_order, no_start }
    }
}

fn pieces(system: System, x: &Fields<f32>, step: usize) -> Vec<Piece> {
    let row = |name: &str| x.row(name).to_vec();
    let piece = |write: Vec<f32>, erase: Vec<f32>, decayed: bool, value: Vec<f32>| Piece {
        step,
        write,
        erase,
        decayed,
        value,
    };
    match system {
        System::Gla => vec![piece(row("k"), vec![], true, row("v"))],
        System::DeltaNet | System::Gdn | System::Kda | System::Ckda => {
            vec![piece(scaled(x.one("beta"), x.row("k")), row("k"), true, row("v"))]
        }
        System::Gdn2 => {
            vec![piece(row("k"), hadamard(x.row("b"), x.row("k")), true, hadamard(x.row("w"), x.row("v")))]
        }
        System::Comba | System::CombaDecayed => {
            let decayed = system == System::CombaDecayed;
            vec![piece(scaled(x.one("beta"), x.row("k")), row("p"), decayed, row("v"))]
        }
        System::Dplr | System::Iplr => vec![
            piece(row("b"), scaled(&-1.0, x.row("a")), false, vec![]),
            piece(row("k"), vec![], false, row("v")),
        ],
        System::Rwkv7 => vec![
            piece(hadamard(x.row("kk"), x.row("a")), row("kk"), false, vec![]),
            piece(row("k"), vec![], false, row("v")),
        ],
        System::DeltaProduct => (0..x.rows("k").len())
            .map(|j| {
                let k = &x.rows("k")[j];
                let write = scaled(&x.rows("beta")[j][0], k);
                Piece {
                    step: step + j,
                    write,
                    erase: k.clone(),
                    decayed: true,
                    value: x.rows("v")[j].clone(),
                }
            })
            .collect(),
        System::Mdn => unreachable!("two coupled states have no cumulative logarithm"),
    }
}

/// The logarithms of a token's factors by key channel.
fn logarithms(inputs: &Inputs<f32>, batch: usize, t: usize, head: usize) -> Vec<f32> {
    let k = inputs.dims.k;
    let found = inputs.system.spec().inputs.iter().find_map(|i| Some((i, inputs.tensor(i.log?)?)));
    let Some((input, tensor)) = found else { return vec![0.0; k] };
    let (at, width) = (inputs.offset(input, batch, t, 0, head), inputs.width(input));
    (0..k).map(|i| tensor[at + i % width]).collect()
}

fn sign(inputs: &Inputs<f32>, batch: usize, t: usize, head: usize) -> Vec<f32> {
    let (dims, k) = (inputs.dims, inputs.dims.k);
    let at = ((batch * dims.tokens + t) * dims.value_heads + head) * k;
    inputs.tensor("sign").map_or_else(|| vec![1.0; k], |s| s[at..at + k].to_vec())
}

/// In chunks with cumulative logarithms; `inputs` as they are given, not as factors.
pub(crate) fn chunkwise(inputs: &Inputs<f32>, at: Head, style: Style) -> Run<f32> {
    let factors = inputs.factors();
    let (batch, tokens) = inputs.tokens_of(at.sequence);
    let (mut state, mut outputs) = (inputs.initial(at), Vec::new());
    let all: Vec<usize> = tokens.collect();
    for (n, tokens) in all.chunks(style.size).enumerate() {
        let k = inputs.dims.k;
        let mut chunk =
            Chunk { pieces: vec![], queries: vec![], sums: vec![vec![0.0; k]], signs: vec![vec![1.0; k]] };
        for &t in tokens {
            let fields = factors.fields(batch, t, at.head);
            let new = pieces(inputs.system, &fields, chunk.sums.len());
            let (g, s) = (logarithms(inputs, batch, t, at.head), sign(inputs, batch, t, at.head));
            let steps = new.last().map_or(1, |p| p.step + 1 - chunk.sums.len());
            for j in 0..steps {
                let last = &chunk.sums[chunk.sums.len() - 1];
                let sums = last.iter().zip(&g).map(|(a, b)| if j == 0 { a + b } else { *a }).collect();
                let signs = hadamard(&chunk.signs[chunk.signs.len() - 1], &s);
                chunk.signs.push(if j == 0 { signs } else { chunk.signs[chunk.signs.len() - 1].clone() });
                chunk.sums.push(sums);
            }
            chunk.pieces.extend(new);
            let query = inputs.system.spec().inputs[0].name;
            chunk.queries.push((chunk.sums.len() - 1, fields.row(query).to_vec()));
        }
        state = run_chunk(&chunk, &state, inputs, style, &mut outputs, n == 0);
    }
    Run { outputs, state }
}

fn run_chunk(
    chunk: &Chunk,
    start: &[f32],
    inputs: &Inputs<f32>,
    style: Style,
    outputs: &mut Vec<f32>,
    first: bool,
) -> Vec<f32> {
    let (columns, op) = (inputs.dims.v, style.op);
    let turned = |x: &[f32], step: usize| hadamard(x, &chunk.signs[step]);
    // x ⊙ exp(G[to] − G[from]): formed only for pairs that are wanted.
    let decayed = |x: &[f32], to: usize, from: usize| -> Vec<f32> {
        let difference =
            |i: usize| if style.no_decay && from > 0 { 0.0 } else { chunk.sums[to][i] - chunk.sums[from][i] };
        x.iter().enumerate().map(|(i, x)| x * difference(i).exp()).collect()
    };
    let dot = |a: &[f32], b: &[f32]| -> f32 {
        a.iter().zip(b).map(|(x, y)| op(*x) * op(*y)).fold(0.0, |s, t| s + t)
    };
    let origin = |p: &Piece| if style.early_gate { p.step - 1 } else { p.step };
    let read = |x: &[f32], to: usize| -> Vec<f32> {
        let x = decayed(x, to, 0);
        (0..columns)
            .map(|c| {
                x.iter().enumerate().map(|(i, x)| op(*x) * op(start[i * columns + c])).fold(0.0, |s, t| s + t)
            })
            .collect()
    };
    let writes: Vec<Vec<f32>> = chunk.pieces.iter().map(|p| turned(&p.write, p.step)).collect();
    let count = chunk.pieces.len();
    let (mut lower, mut right) = (vec![vec![0.0_f32; count]; count], Vec::new());
    for (j, p) in chunk.pieces.iter().enumerate() {
        let to = if p.decayed { p.step } else { p.step - 1 };
        let erase = if p.erase.is_empty() { vec![] } else { turned(&p.erase, to) };
        let taken = if erase.is_empty() { vec![0.0; columns] } else { read(&erase, to) };
        right.push(
            (0..columns).map(|c| p.value.get(c).copied().unwrap_or(0.0) - taken[c]).collect::<Vec<f32>>(),
        );
        for (i, earlier) in chunk.pieces.iter().enumerate() {
            if !erase.is_empty() && (earlier.step < p.step || (style.diagonal && i == j)) {
                lower[j][i] = dot(&decayed(&erase, to, origin(earlier).min(to)), &writes[i]);
            }
        }
    }
    let rows = if style.inverse {
        by_inverse(&lower, &right, op, style)
    } else {
        by_substitution(&lower, &right, op)
    };
    for (step, query) in &chunk.queries {
        let query = turned(query, *step);
        let mut out = read(&query, *step);
        if style.no_start && first {
            out.fill(0.0);
        }
        for (i, p) in chunk.pieces.iter().enumerate().filter(|(_, p)| p.step <= *step) {
            let weight = dot(&decayed(&query, *step, origin(p)), &writes[i]);
            for (o, r) in out.iter_mut().zip(&rows[i]) {
                *o += op(weight) * op(*r);
            }
        }
        outputs.extend(out.iter().map(|o| inputs.scale * o));
    }
    let last = chunk.sums.len() - 1;
    let mut state: Vec<f32> =
        start.iter().enumerate().map(|(e, s)| chunk.sums[last][e / columns].exp() * s).collect();
    for (i, p) in chunk.pieces.iter().enumerate() {
        for (c, x) in decayed(&writes[i], last, origin(p)).iter().enumerate() {
            for (s, r) in state[c * columns..].iter_mut().zip(&rows[i]) {
                *s += op(*x) * op(*r);
            }
        }
    }
    state.iter().enumerate().map(|(e, s)| chunk.signs[last][e / columns] * s).collect()
}

fn by_substitution(lower: &[Vec<f32>], right: &[Vec<f32>], op: Operand) -> Vec<Vec<f32>> {
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for (j, u) in right.iter().enumerate() {
        let mut row = u.clone();
        for (l, earlier) in lower[j].iter().zip(&rows) {
            for (r, e) in row.iter_mut().zip(earlier) {
                *r -= op(*l) * op(*e);
            }
        }
        if lower[j][j] != 0.0 {
            row.iter_mut().for_each(|r| *r /= 1.0 + lower[j][j]);
        }
        rows.push(row);
    }
    rows
}

fn by_inverse(lower: &[Vec<f32>], right: &[Vec<f32>], op: Operand, style: Style) -> Vec<Vec<f32>> {
    let n = right.len();
    let mut inverse = vec![vec![0.0_f32; n]; n];
    for j in 0..n {
        for i in 0..j {
            let known = if style.first_order { i + 1..i + 1 } else { i + 1..j };
            let sum = known.fold(lower[j][i], |s, m| s + lower[j][m] * inverse[m][i]);
            inverse[j][i] = -sum;
        }
        inverse[j][j] = 1.0;
    }
    let row = |j: usize| -> Vec<f32> {
        (0..right[0].len())
            .map(|c| (0..=j).map(|i| op(inverse[j][i]) * op(right[i][c])).fold(0.0, |s, t| s + t))
            .collect()
    };
    (0..n).map(row).collect()
}
