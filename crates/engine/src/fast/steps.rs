//! The steps of some tokens of a head in flat arrays: rows of the tensors where they can be read as they are, and buffers that are
//! reused from block to block where something has to be multiplied first.
//!
//! The products are those of the [systems](crate::systems), rounded in the same places.

use super::lanes::Lanes;
use crate::inputs::{Head, Inputs};
use crate::systems::System;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// The tensors of a run, every factor as a factor.
pub(super) struct Tensors<'a, F> {
    pub(super) inputs: &'a Inputs<F>,
    exponentials: BTreeMap<&'static str, Vec<F>>,
}

impl<'a, F: Lanes> Tensors<'a, F> {
    pub(super) fn new(inputs: &'a Inputs<F>) -> Self {
        let given = |name| inputs.tensor(name).is_some();
        let logs = inputs.system.spec().inputs.iter().filter(|i| !given(i.name));
        let exponential = |log| {
            let log: &[F] = inputs.tensor(log)?;
            Some(log.par_iter().with_min_len(1024).map(F::exp).collect())
        };
        let exponentials = logs.filter_map(|i| Some((i.name, exponential(i.log?)?))).collect();
        Self { inputs, exponentials }
    }

    /// The rows of an input from a token on, one for each token (or part) of a head.
    ///
    /// # Panics
    /// When the input is missing.
    fn view(&self, name: &'static str, at: Head, token: usize) -> View<'_, F> {
        let input = self.inputs.system.spec().inputs.iter().find(|i| i.name == name);
        let tensor = self.exponentials.get(name).map(Vec::as_slice).or_else(|| self.inputs.tensor(name));
        let (Some(input), Some(tensor)) = (input, tensor) else { panic!("`{name}` is not given") };
        let batch = self.inputs.tokens_of(at.sequence).0;
        let start = self.inputs.offset(input, batch, token, 0, at.head);
        let stride = self.inputs.offset(input, 0, 0, 1, 0) - self.inputs.offset(input, 0, 0, 0, 0);
        View { data: &tensor[start.min(tensor.len())..], stride, width: self.inputs.width(input) }
    }
}

/// Rows of equal width in some tensor or buffer.
#[derive(Clone, Copy)]
pub(super) struct View<'a, F> {
    data: &'a [F],
    stride: usize,
    width: usize,
}

impl<'a, F> View<'a, F> {
    #[inline(always)]
    pub(super) fn row(&self, n: usize) -> &'a [F] {
        &self.data[n * self.stride..][..self.width]
    }
}

/// What a state is multiplied by.
#[derive(Clone, Copy)]
pub(super) enum Gates<'a, F> {
    /// Nothing.
    One,
    /// One number for each step.
    Scalar(View<'a, F>),
    /// One number for each step and row.
    Diagonal(View<'a, F>),
    /// For each step, the block of two stacked matrices.
    Pair(&'a [[F; 4]]),
}

/// $S \mapsto B S + x_0 (w_0 + S^\top \bar y) ^\top + x_1 w_1^\top$ for each step, and a query for each token.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a, F> {
    /// How many steps there are.
    pub(super) count: usize,
    /// Steps of a token; its query reads after the last one.
    pub(super) parts: usize,
    /// $B$.
    pub(super) gates: Gates<'a, F>,
    /// $\bar y = -y$, where the state is erased from.
    pub(super) erase: Option<View<'a, F>>,
    /// $x_0$.
    pub(super) write: View<'a, F>,
    /// $w_0$.
    pub(super) value: Option<View<'a, F>>,
    /// $x_1$ and $w_1$.
    pub(super) second: Option<(View<'a, F>, View<'a, F>)>,
    /// $q$, for each token.
    pub(super) query: View<'a, F>,
}

/// Buffers of [`Source::steps`].
#[derive(Default)]
pub(super) struct Buffers<F> {
    gates: Vec<F>,
    blocks: Vec<[F; 4]>,
    erase: Vec<F>,
    write: Vec<F>,
    value: Vec<F>,
}

impl<F> Buffers<F> {
    pub(super) const fn new() -> Self {
        Self {
            gates: Vec::new(),
            blocks: Vec::new(),
            erase: Vec::new(),
            write: Vec::new(),
            value: Vec::new(),
        }
    }
}

/// The product of the factors, row by row and from the last one on; a factor of width 1 multiplies the whole row.
#[inline(always)]
fn product<'b, F: Lanes, const M: usize>(
    out: &'b mut Vec<F>,
    count: usize,
    width: usize,
    minus: bool,
    factors: [View<'_, F>; M],
) -> View<'b, F> {
    out.resize(count * width, F::zero());
    for (n, row) in out.chunks_exact_mut(width.max(1)).enumerate() {
        match factors[M - 1].row(n) {
            [x] => row.fill(*x),
            x => row.copy_from_slice(x),
        }
        for factor in factors[..M - 1].iter().rev() {
            match factor.row(n) {
                [a] => row.iter_mut().for_each(|x| *x = a.times(x)),
                a => row.iter_mut().zip(a).for_each(|(x, a)| *x = a.times(x)),
            }
        }
        if minus {
            row.iter_mut().for_each(|x| *x = x.negate());
        }
    }
    View { data: out, stride: width, width }
}

/// One sequence of one head.
#[derive(Clone, Copy)]
pub(super) struct Source<'a, F> {
    pub(super) tensors: &'a Tensors<'a, F>,
    pub(super) at: Head,
}

impl<'a, F: Lanes> Source<'a, F> {
    /// The steps of some tokens.
    ///
    /// # Panics
    /// When an input is missing.
    #[inline(always)]
    pub(super) fn steps<'b>(&self, tokens: Range<usize>, buffers: &'b mut Buffers<F>) -> Steps<'b, F>
    where
        'a: 'b,
    {
        let Self { tensors, at } = *self;
        let (system, dims) = (tensors.inputs.system, tensors.inputs.dims);
        let (k, v, count) = (dims.k, dims.v, tokens.len());
        let view = |name| tensors.view(name, at, tokens.start);
        let gates = |alpha: View<'a, F>| {
            if alpha.width == k { Gates::Diagonal(alpha) } else { Gates::Scalar(alpha) }
        };
        let Buffers { gates: gate_rows, blocks, erase, write, value } = buffers;
        let plain = |gates, query| Steps {
            count,
            parts: 1,
            gates,
            erase: None,
            write: view("k"),
            value: Some(view("v")),
            second: None,
            query: view(query),
        };
        match system {
            System::Gla => plain(gates(view("alpha")), "q"),
            System::DeltaNet => Steps {
                erase: Some(product(erase, count, k, true, [view("k")])),
                write: product(write, count, k, false, [view("beta"), view("k")]),
                ..plain(Gates::One, "q")
            },
            System::Gdn | System::Kda | System::Ckda => Steps {
                erase: Some(product(erase, count, k, true, [view("alpha"), view("k")])),
                write: product(write, count, k, false, [view("beta"), view("k")]),
                ..plain(gates(view("alpha")), "q")
            },
            System::Gdn2 => Steps {
                erase: Some(product(erase, count, k, true, [view("alpha"), view("b"), view("k")])),
                value: Some(product(value, count, v, false, [view("w"), view("v")])),
                ..plain(gates(view("alpha")), "q")
            },
            System::Comba => Steps {
                erase: Some(product(erase, count, k, true, [view("p")])),
                write: product(write, count, k, false, [view("beta"), view("k")]),
                ..plain(gates(view("alpha")), "q")
            },
            System::CombaDecayed => Steps {
                erase: Some(product(erase, count, k, true, [view("alpha"), view("p")])),
                write: product(write, count, k, false, [view("beta"), view("k")]),
                ..plain(gates(view("alpha")), "q")
            },
            System::Rwkv7 => Steps {
                erase: Some(product(erase, count, k, true, [view("kk")])),
                write: product(write, count, k, false, [view("kk"), view("a")]),
                value: None,
                second: Some((view("k"), view("v"))),
                ..plain(gates(view("alpha")), "r")
            },
            System::Dplr | System::Iplr => Steps {
                erase: Some(view("a")),
                write: view("b"),
                value: None,
                second: Some((view("k"), view("v"))),
                ..plain(if system == System::Iplr { Gates::One } else { gates(view("alpha")) }, "q")
            },
            System::DeltaProduct => {
                // One decay in the first part of a token.
                let (parts, alpha) = (dims.parts, view("alpha"));
                gate_rows.clear();
                gate_rows.resize(count * parts, F::one());
                for (n, gates) in gate_rows.chunks_exact_mut(parts).enumerate() {
                    gates[0] = alpha.row(n)[0];
                }
                let alpha = View { data: gate_rows, stride: 1, width: 1 };
                let count = count * parts;
                Steps {
                    count,
                    parts,
                    erase: Some(product(erase, count, k, true, [alpha, view("k")])),
                    write: product(write, count, k, false, [view("beta"), view("k")]),
                    ..plain(Gates::Scalar(alpha), "q")
                }
            }
            System::Mdn => {
                let (alpha, mu) = (view("alpha"), view("mu"));
                let (beta, eta, key) = (view("beta"), view("eta"), view("k"));
                blocks.clear();
                write.resize(count * 2 * k, F::zero());
                for (n, row) in write.chunks_exact_mut((2 * k).max(1)).enumerate() {
                    let (alpha, mu, beta, eta) =
                        (alpha.row(n)[0], mu.row(n)[0], beta.row(n)[0], eta.row(n)[0]);
                    blocks.push([alpha, beta.times(&mu).negate(), F::zero(), mu]);
                    let (into_state, into_momentum) = row.split_at_mut(k);
                    for ((s, m), x) in into_state.iter_mut().zip(into_momentum).zip(key.row(n)) {
                        *m = eta.negate().times(x);
                        *s = beta.negate().times(m);
                    }
                }
                Steps {
                    erase: Some(product(erase, count, k, true, [view("p")])),
                    write: View { data: write, stride: 2 * k, width: 2 * k },
                    ..plain(Gates::Pair(blocks), "q")
                }
            }
        }
    }
}

impl<'a, F: Lanes> Steps<'a, F> {
    /// The gates as rows, one number for each row of the state.
    #[inline(always)]
    pub(super) fn gate_rows<'b>(&self, rows: usize, buffer: &'b mut Vec<F>) -> View<'b, F>
    where
        'a: 'b,
    {
        match self.gates {
            Gates::Diagonal(gates) => gates,
            Gates::Scalar(gates) => product(buffer, self.count, rows, false, [gates]),
            Gates::One => {
                buffer.clear();
                buffer.resize(rows, F::one());
                View { data: buffer, stride: 0, width: rows }
            }
            Gates::Pair(_) => View { data: &[], stride: 0, width: 0 },
        }
    }

    /// The same with one update for each step: the second one becomes a step of its own, which only writes.
    #[inline(always)]
    pub(super) fn single<'b>(self, rows: usize, columns: usize, buffers: &'b mut Buffers<F>) -> Steps<'b, F>
    where
        'a: 'b,
    {
        let Some((write, value)) = self.second else { return self };
        let count = 2 * self.count;
        let Buffers { gates: gate_rows, erase: erases, write: writes, value: values, .. } = buffers;
        let interleaved =
            |out: &mut Vec<F>, width: usize, rest: F, first: Option<View<F>>, second: Option<View<F>>| {
                out.clear();
                out.resize(count * width, rest);
                for (n, pair) in out.chunks_exact_mut((2 * width).max(1)).enumerate() {
                    let (odd, even) = pair.split_at_mut(width);
                    if let Some(first) = first {
                        odd.copy_from_slice(first.row(n));
                    }
                    if let Some(second) = second {
                        even.copy_from_slice(second.row(n));
                    }
                }
            };
        let gates = match self.gates {
            Gates::One | Gates::Pair(_) => self.gates,
            Gates::Scalar(gates) => {
                interleaved(gate_rows, 1, F::one(), Some(gates), None);
                Gates::Scalar(View { data: gate_rows, stride: 1, width: 1 })
            }
            Gates::Diagonal(gates) => {
                interleaved(gate_rows, rows, F::one(), Some(gates), None);
                Gates::Diagonal(View { data: gate_rows, stride: rows, width: rows })
            }
        };
        interleaved(erases, rows, F::zero(), self.erase, None);
        interleaved(writes, rows, F::zero(), Some(self.write), Some(write));
        interleaved(values, columns, F::zero(), self.value, Some(value));
        Steps {
            count,
            parts: 2 * self.parts,
            gates,
            erase: Some(View { data: erases, stride: rows, width: rows }),
            write: View { data: writes, stride: rows, width: rows },
            value: Some(View { data: values, stride: columns, width: columns }),
            second: None,
            query: self.query,
        }
    }
}
