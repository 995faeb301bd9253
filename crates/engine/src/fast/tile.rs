//! Column blocks of a state.

use super::lanes::{Aligned, Lanes, lanes};
use pulp::Simd;
use std::ops::Range;

/// Bytes of a tile at the most: three quarters of the smallest first-level cache in use (32 KiB), the rest for the rows of a step.
const TILE_BYTES: usize = 24 << 10;

/// Vectors of a row at the most, in the recurrent form. A row of four keeps the four products, the four written numbers and the operands of a step in the
/// sixteen registers of AVX2.
pub(super) const WIDEST: usize = 4;

/// Some columns of a state, packed: each row is `vectors` vectors.
pub(super) struct Tile<F> {
    /// The columns, counted from the first one of the task.
    pub(super) columns: Range<usize>,
    /// 4 or 2.
    pub(super) vectors: usize,
    pub(super) state: Aligned<F>,
}

/// The columns of a state in tiles of up to `widest` vectors (2 or 4).
#[inline(always)]
pub(super) fn tiles<S: Simd, F: Lanes>(
    widest: usize,
    state: &[F],
    stride: usize,
    columns: Range<usize>,
    rows: usize,
) -> Vec<Tile<F>> {
    let fits = |vectors: usize| rows * vectors * size_of::<F::Vector<S>>() <= TILE_BYTES;
    let mut tiles = Vec::new();
    let mut start = columns.start;
    while start < columns.end {
        let rest = columns.end - start;
        let narrow = !fits(widest) || rest <= 2 * lanes::<S, F>();
        let vectors = if narrow { 2 } else { widest };
        let width = rest.min(vectors * lanes::<S, F>());
        let (mut packed, length) = (Aligned::new(), vectors * lanes::<S, F>());
        packed.clear(rows * length);
        let rows = packed.numbers_mut().chunks_exact_mut(length);
        for (to, from) in rows.zip(state.chunks_exact(stride.max(1))) {
            to[..width].copy_from_slice(&from[start..start + width]);
        }
        let from = start - columns.start;
        tiles.push(Tile { columns: from..from + width, vectors, state: packed });
        start += width;
    }
    tiles
}

/// The states of tiles as one matrix of `columns` columns.
#[inline(always)]
pub(super) fn unpacked<S: Simd, F: Lanes>(tiles: &[Tile<F>], rows: usize, columns: usize) -> Vec<F> {
    let mut out = vec![F::zero(); rows * columns];
    for tile in tiles {
        let packed = tile.state.numbers().chunks_exact(tile.vectors * lanes::<S, F>());
        for (to, from) in out.chunks_exact_mut(columns).zip(packed) {
            to[tile.columns.clone()].copy_from_slice(&from[..tile.columns.len()]);
        }
    }
    out
}
