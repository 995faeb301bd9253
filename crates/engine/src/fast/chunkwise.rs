//! The chunkwise form in tiles. The formulas are those of [`run::chunkwise`](crate::run::chunkwise()); $\bar y = -y$.
//!
//! Once for each chunk: the weights $\bar y_j^\top \Gamma x_i$ and $q_t^\top \Gamma x_i$ of the writes in the erasures and the outputs, the rows
//! $\Gamma^\top \bar y_j$ and $\Gamma^\top q_t$ that read the state before the chunk, and the writes carried to its end. Then for each tile two products
//! with the state, the forward substitution, the outputs and the new state.
//!
//! The weights need $\Gamma$ between any two steps. With one gate for each step that is a number, multiplied up along the rows of
//! the weights. With one for each channel, blocks of two vectors of steps are run like a small recurrence whose state are the carried
//! writes; earlier writes are carried to the block's start and meet it in a matrix product. Nothing is divided, and no
//! exponential of a positive number occurs.

use super::kernel::{advance, product, read};
use super::lanes::{Aligned, Lanes, Row, lanes, load, splat, store, vectors as as_vectors, vectors_mut};
use super::steps::{Buffers, Gates, Source, Steps, View};
use super::tile::{Tile, tiles, unpacked};
use crate::run::Run;
use pulp::{Simd, WithSimd};
use std::ops::Range;

/// Vectors of a row, of tiles as of the blocks of steps whose weights are found one by one.
const N: usize = 2;

/// Rows of a matrix product at once: with two vectors a row twelve sums, the most for the registers of AVX2.
const M: usize = 6;

/// Some columns of one sequence and head, in chunks of `chunk` tokens.
pub(super) struct Task<'a, F> {
    pub(super) source: Source<'a, F>,
    pub(super) columns: Range<usize>,
    pub(super) chunk: usize,
}

impl<F: Lanes> WithSimd for Task<'_, F> {
    type Output = Run<F>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Run<F> {
        let (inputs, at) = (self.source.tensors.inputs, self.source.at);
        let (rows, width) = (inputs.rows(), self.columns.len());
        let tokens = inputs.tokens_of(at.sequence).1;
        let mut tiles = tiles::<S, F>(N, &inputs.initial(at), inputs.dims.v, self.columns.clone(), rows);
        let mut outputs = vec![F::zero(); tokens.len() * width];
        let (mut buffers, mut more) = (Buffers::new(), Buffers::new());
        let mut chunk = Chunk::new();
        for start in tokens.clone().step_by(self.chunk) {
            let range = start..tokens.end.min(start.saturating_add(self.chunk));
            let outputs = &mut outputs[(start - tokens.start) * width..][..range.len() * width];
            let steps = self.source.steps(range, &mut buffers).single(rows, inputs.dims.v, &mut more);
            chunk.prepare(simd, &steps, rows);
            for tile in &mut tiles {
                let place = Place { first: self.columns.start, width, scale: inputs.scale };
                chunk.run::<S>(simd, &steps, tile, &place, outputs);
            }
        }
        Run { outputs, state: unpacked::<S, F>(&tiles, rows, width) }
    }
}

/// Where a task's columns lie, and the factor of the outputs.
struct Place<F> {
    first: usize,
    width: usize,
    scale: F,
}

/// What all columns of a chunk share.
struct Chunk<F> {
    /// Vectors of a row of weights.
    vectors: usize,
    /// The writes carried to the end of the chunk, `[rows, steps]`.
    writes: Aligned<F>,
    /// $\bar y_j^\top \Gamma x_i$, `[steps, steps]`; entries from the diagonal on mean nothing.
    erased: Aligned<F>,
    /// $q_t^\top \Gamma x_i$, `[tokens, steps]`; entries after the token mean nothing.
    queried: Aligned<F>,
    /// $\Gamma^\top \bar y_j$ from the start of the chunk, `[steps, rows]`.
    erase: Vec<F>,
    /// $\Gamma^\top q_t$ from the start of the chunk, `[tokens, rows]`.
    query: Vec<F>,
    /// $\Gamma$ of the whole chunk, `[rows]`.
    carried: Vec<F>,
    /// $w_j$ in a tile.
    written: Aligned<F>,
}

impl<F: Lanes> Chunk<F> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            vectors: 0,
            writes: Aligned::new(),
            erased: Aligned::new(),
            queried: Aligned::new(),
            erase: Vec::new(),
            query: Vec::new(),
            carried: Vec::new(),
            written: Aligned::new(),
        }
    }

    #[inline(always)]
    fn prepare<S: Simd>(&mut self, simd: S, steps: &Steps<'_, F>, rows: usize) {
        let (count, tokens) = (steps.count, steps.count / steps.parts);
        self.vectors = count.div_ceil(N * lanes::<S, F>()) * N;
        let stride = self.vectors * lanes::<S, F>();
        self.writes.clear(rows * stride);
        self.erased.clear(count * stride);
        self.queried.clear(tokens * stride);
        self.erase.resize(count * rows, F::zero());
        self.query.resize(tokens * rows, F::zero());
        self.carried.clear();
        self.carried.resize(rows, F::one());
        match steps.gates {
            Gates::Diagonal(gates) => self.channels(simd, steps, gates, rows),
            Gates::Scalar(gates) => self.numbers(simd, steps, |n| gates.row(n)[0], rows),
            Gates::One | Gates::Pair(_) => self.numbers(simd, steps, |_| F::one(), rows),
        }
    }

    /// One gate for each step.
    #[inline(always)]
    fn numbers<S: Simd>(&mut self, simd: S, steps: &Steps<'_, F>, gate: impl Fn(usize) -> F, rows: usize) {
        let (count, parts, vectors) = (steps.count, steps.parts, self.vectors);
        let stride = vectors * lanes::<S, F>();
        let writes = self.writes.numbers_mut();
        for n in 0..count {
            for (column, x) in writes.chunks_exact_mut(stride).zip(steps.write.row(n)) {
                column[n] = *x;
            }
        }
        for n in 0..count {
            if let Some(erase) = steps.erase {
                self.erase[n * rows..(n + 1) * rows].copy_from_slice(erase.row(n));
            }
            if (n + 1).is_multiple_of(parts) {
                let token = n / parts;
                self.query[token * rows..(token + 1) * rows].copy_from_slice(steps.query.row(token));
            }
        }
        if steps.erase.is_some() {
            products::<S, F>(
                simd,
                &self.erase,
                rows,
                self.writes.numbers(),
                vectors,
                0..vectors,
                self.erased.numbers_mut(),
                0,
            );
        }
        products::<S, F>(
            simd,
            &self.query,
            rows,
            self.writes.numbers(),
            vectors,
            0..vectors,
            self.queried.numbers_mut(),
            0,
        );
        // The decay from after step i to now, and from the start.
        let (mut decay, mut whole) = (vec![F::one(); stride], F::one());
        let erased = self.erased.numbers_mut();
        let queried = self.queried.numbers_mut();
        for n in 0..count {
            for (x, d) in erased[n * stride..][..n].iter_mut().zip(&decay) {
                *x = x.times(d);
            }
            scale(&mut self.erase[n * rows..(n + 1) * rows], whole);
            let a = gate(n);
            scale(&mut decay[..n], a);
            whole = whole.times(&a);
            if (n + 1).is_multiple_of(parts) {
                let token = n / parts;
                for (x, d) in queried[token * stride..][..=n].iter_mut().zip(&decay) {
                    *x = x.times(d);
                }
                scale(&mut self.query[token * rows..(token + 1) * rows], whole);
            }
        }
        self.carried.fill(whole);
        for row in self.writes.numbers_mut().chunks_exact_mut(stride) {
            for (x, d) in row[..count].iter_mut().zip(&decay) {
                *x = x.times(d);
            }
        }
    }

    /// One gate for each step and channel.
    #[inline(always)]
    fn channels<S: Simd>(&mut self, simd: S, steps: &Steps<'_, F>, gates: View<'_, F>, rows: usize) {
        let (count, parts, vectors) = (steps.count, steps.parts, self.vectors);
        let (block, stride) = (N * lanes::<S, F>(), vectors * lanes::<S, F>());
        let zero = splat::<S, F, N>(simd, F::zero());
        let mut inner = Aligned::<F>::new();
        let mut within = vec![F::one(); rows];
        // ȳ and q as the block's start sees them.
        let (mut erase, mut query) = (Vec::new(), Vec::new());
        for (number, start) in (0..count).step_by(block).enumerate() {
            let end = count.min(start + block);
            let first = N * number;
            inner.clear(rows * block);
            let inner = inner.rows_mut::<S, N>();
            within.fill(F::one());
            erase.clear();
            query.clear();
            for n in start..end {
                let gate = gates.row(n);
                if let Some(y) = steps.erase {
                    let row = read::<S, F, N>(simd, y.row(n), inner, zero);
                    store(&row, &mut self.erased.numbers_mut()[n * stride + number * block..][..block]);
                    extend_products(&mut erase, y.row(n), &within);
                    let out = &mut self.erase[n * rows..(n + 1) * rows];
                    multiply(out, y.row(n), &self.carried);
                }
                let mut here = [F::zero(); 64];
                here[n - start] = F::one();
                let here = load::<S, F, N>(simd, &here[..block]);
                let x = steps.write.row(n);
                let last = (n + 1).is_multiple_of(parts);
                let q = if last { steps.query.row(n / parts) } else { x };
                let row = advance::<S, F, N, 1, true>(simd, inner, gate, [x], [here], q);
                for (c, a) in self.carried.iter_mut().zip(gate) {
                    *c = a.times(c);
                }
                for (c, a) in within.iter_mut().zip(gate) {
                    *c = a.times(c);
                }
                if last {
                    let token = n / parts;
                    store(&row, &mut self.queried.numbers_mut()[token * stride + number * block..][..block]);
                    extend_products(&mut query, q, &within);
                    multiply(&mut self.query[token * rows..(token + 1) * rows], q, &self.carried);
                }
            }
            if first > 0 {
                if steps.erase.is_some() {
                    products::<S, F>(
                        simd,
                        &erase,
                        rows,
                        self.writes.numbers(),
                        vectors,
                        0..first,
                        self.erased.numbers_mut(),
                        start,
                    );
                }
                // The first token that ends in this block.
                let token = start / parts;
                products::<S, F>(
                    simd,
                    &query,
                    rows,
                    self.writes.numbers(),
                    vectors,
                    0..first,
                    self.queried.numbers_mut(),
                    token,
                );
            }
            let writes = vectors_mut::<S, F>(self.writes.numbers_mut()).chunks_exact_mut(vectors);
            for ((row, a), inner) in writes.zip(&within).zip(inner.iter()) {
                let a = F::splat(simd, *a);
                for x in &mut row[..first] {
                    *x = F::mul(simd, a, *x);
                }
                row[first..first + N].copy_from_slice(inner);
            }
        }
    }

    /// Takes a tile through the chunk; `outputs` are the rows of its tokens.
    #[inline(always)]
    fn run<S: Simd>(
        &mut self,
        simd: S,
        steps: &Steps<'_, F>,
        tile: &mut Tile<F>,
        place: &Place<F>,
        outputs: &mut [F],
    ) {
        let rows = self.carried.len();
        let stride = self.vectors * lanes::<S, F>();
        let columns = tile.columns.start + place.first..tile.columns.end + place.first;
        let state = tile.state.rows_mut::<S, N>();
        let zero = splat::<S, F, N>(simd, F::zero());
        self.written.clear(steps.count * N * lanes::<S, F>());
        let written = self.written.rows_mut::<S, N>();
        for (n, row) in written.iter_mut().enumerate() {
            *row = match steps.value {
                Some(value) => load::<S, F, N>(simd, &value.row(n)[columns.clone()]),
                None => zero,
            };
        }
        if steps.erase.is_some() {
            accumulate::<S, F>(simd, &self.erase, rows, rows, state, written);
            let weights = self.erased.numbers();
            for n in 0..steps.count {
                let (before, now) = written.split_at_mut(n);
                now[0] = read::<S, F, N>(simd, &weights[n * stride..][..n], before, now[0]);
            }
        }
        let tokens = steps.count / steps.parts;
        let mut read_out = vec![zero; tokens];
        accumulate::<S, F>(simd, &self.query, rows, rows, state, &mut read_out);
        let weights = self.queried.numbers();
        let scale = F::splat(simd, place.scale);
        for (token, start) in read_out.into_iter().enumerate() {
            let end = (token + 1) * steps.parts;
            let mut out = read::<S, F, N>(simd, &weights[token * stride..][..end], &written[..end], start);
            for o in &mut out {
                *o = F::mul(simd, scale, *o);
            }
            let row = &mut outputs[token * place.width..(token + 1) * place.width];
            store::<S, F, N>(&out, &mut row[tile.columns.clone()]);
        }
        for (row, a) in state.iter_mut().zip(&self.carried) {
            let a = F::splat(simd, *a);
            for s in row {
                *s = F::mul(simd, a, *s);
            }
        }
        accumulate::<S, F>(simd, self.writes.numbers(), stride, steps.count, written, state);
    }
}

#[inline(always)]
fn scale<F: Lanes>(row: &mut [F], a: F) {
    for x in row {
        *x = x.times(&a);
    }
}

#[inline(always)]
fn multiply<F: Lanes>(out: &mut [F], a: &[F], b: &[F]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = a.times(b);
    }
}

#[inline(always)]
fn extend_products<F: Lanes>(out: &mut Vec<F>, a: &[F], b: &[F]) {
    out.extend(a.iter().zip(b).map(|(a, b)| a.times(b)));
}

/// $\text{out} \leftarrow \text{out} + A\, \text{tile}$ for a matrix $A$ of `width` columns and rows `stride` apart.
#[inline(always)]
fn accumulate<S: Simd, F: Lanes>(
    simd: S,
    a: &[F],
    stride: usize,
    width: usize,
    tile: &[Row<S, F, N>],
    out: &mut [Row<S, F, N>],
) {
    let (groups, rest) = out.as_chunks_mut::<M>();
    let done = groups.len() * M;
    for (g, group) in groups.iter_mut().enumerate() {
        let mut rows: [&[F]; M] = [&[]; M];
        for (m, row) in rows.iter_mut().enumerate() {
            *row = &a[(g * M + m) * stride..][..width];
        }
        *group = product::<S, F, N, M>(simd, rows, tile.as_flattened(), N, *group);
    }
    for (r, row) in rest.iter_mut().enumerate() {
        *row = read::<S, F, N>(simd, &a[(done + r) * stride..][..width], tile, *row);
    }
}

/// The columns `columns` (vectors, a multiple of [`N`]) of $A\, B$ for a matrix $A$ with rows of `width` numbers and $B$ with rows of
/// `vectors` vectors, into the rows of `out` from `first` on.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "two matrices and the part of a third")]
fn products<S: Simd, F: Lanes>(
    simd: S,
    a: &[F],
    width: usize,
    b: &[F],
    vectors: usize,
    columns: Range<usize>,
    out: &mut [F],
    first: usize,
) {
    let (b, out) = (as_vectors::<S, F>(b), vectors_mut::<S, F>(out));
    let zero = splat::<S, F, N>(simd, F::zero());
    let count = a.len().checked_div(width).unwrap_or(0);
    let row = |n: usize| &a[n * width..(n + 1) * width];
    for column in columns.step_by(N) {
        let tile = &b[column..];
        for group in (0..count).step_by(M) {
            let mut rows = [row(group); M];
            let here = M.min(count - group);
            for (m, r) in rows.iter_mut().enumerate().take(here) {
                *r = row(group + m);
            }
            let sums = product::<S, F, N, M>(simd, rows, tile, vectors, [zero; M]);
            for (m, sum) in sums.iter().enumerate().take(here) {
                out[(first + group + m) * vectors + column..][..N].copy_from_slice(sum);
            }
        }
    }
}
