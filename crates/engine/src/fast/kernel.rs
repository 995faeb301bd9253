//! The inner loops. A tile is a column block of a state: `rows` rows of `N` vectors, one after the other.
//!
//! The long loops are functions of their own ([`apart`]). Sums start from the true
//! identity $-0$ where they are split, so that even the sign of a zero does not depend on the order of exact sums.

use super::lanes::{Lanes, Row, numbers, numbers_mut, splat, vectors, vectors_mut};
use pulp::{Simd, WithSimd};

/// Runs a loop with the processor's instructions, and not inlined: within its caller the compiler runs out of registers for its sums.
#[inline(never)]
fn apart<S: Simd, Op: WithSimd>(simd: S, op: Op) -> Op::Output {
    simd.vectorize(op)
}

/// $\text{start} + \sum_i y_i\, \text{tile}_i$.
///
/// A multiply-add takes about four cycles and two start in each, so eight sums are kept: `R` rows of `N` vectors.
#[inline(always)]
fn read_by<S: Simd, F: Lanes, const N: usize, const R: usize>(
    simd: S,
    y: &[F],
    tile: &[Row<S, F, N>],
    start: Row<S, F, N>,
) -> Row<S, F, N> {
    let mut sums = [splat::<S, F, N>(simd, F::zero().negate()); R];
    sums[0] = start;
    let ((ys, y_rest), (rows, rows_rest)) = (y.as_chunks::<R>(), tile.as_chunks::<R>());
    for (y, row) in ys.iter().zip(rows) {
        for r in 0..R {
            let y = F::splat(simd, y[r]);
            for n in 0..N {
                sums[r][n] = F::mul_add(simd, y, row[r][n], sums[r][n]);
            }
        }
    }
    let mut sum = sums[0];
    for other in &sums[1..] {
        for n in 0..N {
            sum[n] = F::add(simd, sum[n], other[n]);
        }
    }
    for (y, row) in y_rest.iter().zip(rows_rest) {
        let y = F::splat(simd, *y);
        for n in 0..N {
            sum[n] = F::mul_add(simd, y, row[n], sum[n]);
        }
    }
    sum
}

struct Read<'a, F, const N: usize> {
    y: &'a [F],
    tile: &'a [F],
    row: &'a mut [F],
}

impl<F: Lanes, const N: usize> WithSimd for Read<'_, F, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let tile = vectors::<S, F>(self.tile).as_chunks::<N>().0;
        let row = &mut vectors_mut::<S, F>(self.row).as_chunks_mut::<N>().0[0];
        *row = if N < 4 {
            read_by::<S, F, N, 4>(simd, self.y, tile, *row)
        } else {
            read_by::<S, F, N, 2>(simd, self.y, tile, *row)
        };
    }
}

/// $\text{start} + y^\top\, \text{tile}$.
#[inline(always)]
pub(super) fn read<S: Simd, F: Lanes, const N: usize>(
    simd: S,
    y: &[F],
    tile: &[Row<S, F, N>],
    start: Row<S, F, N>,
) -> Row<S, F, N> {
    let mut row = start;
    let (tile, numbers) = (numbers::<S, F>(tile.as_flattened()), numbers_mut::<S, F>(&mut row));
    let read = Read::<F, N> { y, tile, row: numbers };
    if N < 4 {
        simd.vectorize(read)
    } else {
        apart(simd, read)
    }
    row
}

struct Advance<'a, F, const N: usize, const U: usize, const READ: bool> {
    tile: &'a mut [F],
    gates: &'a [F],
    writes: [&'a [F]; U],
    w: &'a [F],
    query: &'a [F],
    out: &'a mut [F],
}

impl<F: Lanes, const N: usize, const U: usize, const READ: bool> WithSimd for Advance<'_, F, N, U, READ> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let tile = vectors_mut::<S, F>(self.tile).as_chunks_mut::<N>().0;
        let rows = tile.len();
        let gates = &self.gates[..rows];
        let mut x = self.writes;
        for x in &mut x {
            *x = &x[..rows];
        }
        let query = if READ { &self.query[..rows] } else { gates };
        let w = vectors::<S, F>(self.w).as_chunks::<N>().0.as_chunks::<U>().0[0];
        let mut out = splat::<S, F, N>(simd, F::zero());
        for (i, row) in tile.iter_mut().enumerate() {
            let a = F::splat(simd, gates[i]);
            let mut next = *row;
            for s in &mut next {
                *s = F::mul(simd, a, *s);
            }
            for u in 0..U {
                let x = F::splat(simd, x[u][i]);
                for n in 0..N {
                    next[n] = F::mul_add(simd, x, w[u][n], next[n]);
                }
            }
            *row = next;
            if READ {
                let q = F::splat(simd, query[i]);
                for n in 0..N {
                    out[n] = F::mul_add(simd, q, next[n], out[n]);
                }
            }
        }
        vectors_mut::<S, F>(self.out).copy_from_slice(&out);
    }
}

/// $\text{tile}_i \leftarrow a_i\, \text{tile}_i + \sum_u x_{u,i}\, w_u$, and then $q^\top\, \text{tile}$ where `READ`.
#[inline(always)]
pub(super) fn advance<S: Simd, F: Lanes, const N: usize, const U: usize, const READ: bool>(
    simd: S,
    tile: &mut [Row<S, F, N>],
    gates: &[F],
    writes: [&[F]; U],
    w: [Row<S, F, N>; U],
    query: &[F],
) -> Row<S, F, N> {
    let mut out = splat::<S, F, N>(simd, F::zero());
    apart(
        simd,
        Advance::<F, N, U, READ> {
            tile: numbers_mut::<S, F>(tile.as_flattened_mut()),
            gates,
            writes,
            w: numbers::<S, F>(w.as_flattened()),
            query,
            out: numbers_mut::<S, F>(&mut out),
        },
    );
    out
}

struct AdvancePair<'a, F, const N: usize> {
    tile: &'a mut [F],
    block: [F; 4],
    x: &'a [F],
    w: &'a [F],
    query: &'a [F],
    out: &'a mut [F],
}

impl<F: Lanes, const N: usize> WithSimd for AdvancePair<'_, F, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let tile = vectors_mut::<S, F>(self.tile).as_chunks_mut::<N>().0;
        let half = tile.len() / 2;
        let (top, bottom) = tile.split_at_mut(half);
        let (x_top, x_bottom) = self.x.split_at(half);
        let [a, b, c, d] = self.block;
        let (a, b, c, d) = (F::splat(simd, a), F::splat(simd, b), F::splat(simd, c), F::splat(simd, d));
        let w = vectors::<S, F>(self.w).as_chunks::<N>().0[0];
        let mut out = splat::<S, F, N>(simd, F::zero());
        for ((((s, m), x), y), q) in top.iter_mut().zip(bottom).zip(x_top).zip(x_bottom).zip(self.query) {
            let (x, y, q) = (F::splat(simd, *x), F::splat(simd, *y), F::splat(simd, *q));
            for n in 0..N {
                let next = F::mul_add(simd, b, m[n], F::mul(simd, a, s[n]));
                let momentum = F::mul_add(simd, d, m[n], F::mul(simd, c, s[n]));
                let next = F::mul_add(simd, x, w[n], next);
                s[n] = next;
                m[n] = F::mul_add(simd, y, w[n], momentum);
                out[n] = F::mul_add(simd, q, next, out[n]);
            }
        }
        vectors_mut::<S, F>(self.out).copy_from_slice(&out);
    }
}

/// [`advance`] for a state of two stacked matrices under the block `[a, b, c, d]`, written by `x` (both halves, one after the other) and
/// read from the upper one.
#[inline(always)]
pub(super) fn advance_pair<S: Simd, F: Lanes, const N: usize>(
    simd: S,
    tile: &mut [Row<S, F, N>],
    block: [F; 4],
    x: &[F],
    w: Row<S, F, N>,
    query: &[F],
) -> Row<S, F, N> {
    let mut out = splat::<S, F, N>(simd, F::zero());
    apart(
        simd,
        AdvancePair::<F, N> {
            tile: numbers_mut::<S, F>(tile.as_flattened_mut()),
            block,
            x,
            w: numbers::<S, F>(&w),
            query,
            out: numbers_mut::<S, F>(&mut out),
        },
    );
    out
}

struct Product<'a, F, const N: usize, const M: usize> {
    a: [&'a [F]; M],
    tile: &'a [F],
    stride: usize,
    sums: &'a mut [F],
}

impl<F: Lanes, const N: usize, const M: usize> WithSimd for Product<'_, F, N, M> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let length = self.a[0].len();
        let mut a = self.a;
        for a in &mut a {
            *a = &a[..length];
        }
        let out = &mut vectors_mut::<S, F>(self.sums).as_chunks_mut::<N>().0.as_chunks_mut::<M>().0[0];
        let mut sums = *out;
        for (k, row) in vectors::<S, F>(self.tile).chunks(self.stride.max(1)).take(length).enumerate() {
            let row = &row[..N];
            for m in 0..M {
                let x = F::splat(simd, a[m][k]);
                for n in 0..N {
                    sums[m][n] = F::mul_add(simd, x, row[n], sums[m][n]);
                }
            }
        }
        *out = sums;
    }
}

/// `M` rows of a matrix product at once: $\text{start}_m + a_m^\top\, B$, where $B$ is the first `N` vectors of rows that are `stride` vectors
/// apart in `tile`.
#[inline(always)]
pub(super) fn product<S: Simd, F: Lanes, const N: usize, const M: usize>(
    simd: S,
    a: [&[F]; M],
    tile: &[F::Vector<S>],
    stride: usize,
    start: [Row<S, F, N>; M],
) -> [Row<S, F, N>; M] {
    let mut sums = start;
    let (tile, out) = (numbers::<S, F>(tile), numbers_mut::<S, F>(sums.as_flattened_mut()));
    simd.vectorize(Product::<F, N, M> { a, tile, stride, sums: out });
    sums
}
