//! One token after the other, in tiles: for each step one pass that reads what is erased, and one that carries, writes and reads the
//! output.

use super::kernel::{advance, advance_pair, read};
use super::lanes::{Lanes, Row, load, splat, store};
use super::steps::{Buffers, Gates, Source, Steps, View};
use super::tile::{Tile, WIDEST, tiles, unpacked};
use crate::run::Run;
use pulp::{Simd, WithSimd};
use std::ops::Range;

/// Tokens that are prepared at a time: little enough for the second-level cache, enough to pay for loading each tile.
const BLOCK: usize = 32;

/// Some columns of one sequence and head.
pub(super) struct Task<'a, F> {
    pub(super) source: Source<'a, F>,
    pub(super) columns: Range<usize>,
}

impl<F: Lanes> WithSimd for Task<'_, F> {
    type Output = Run<F>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Run<F> {
        let (inputs, at) = (self.source.tensors.inputs, self.source.at);
        let (rows, width) = (inputs.rows(), self.columns.len());
        let tokens = inputs.tokens_of(at.sequence).1;
        let mut tiles = tiles::<S, F>(WIDEST, &inputs.initial(at), inputs.dims.v, self.columns.clone(), rows);
        let mut outputs = vec![F::zero(); tokens.len() * width];
        let (mut buffers, mut gate_buffer) = (Buffers::new(), Vec::new());
        for (number, start) in tokens.clone().step_by(BLOCK).enumerate() {
            let steps = self.source.steps(start..tokens.end.min(start + BLOCK), &mut buffers);
            let block = Block {
                gates: steps.gate_rows(rows, &mut gate_buffer),
                steps,
                first_column: self.columns.start,
                width,
                scale: inputs.scale,
            };
            let outputs = &mut outputs[number * BLOCK * width..];
            for tile in &mut tiles {
                match tile.vectors {
                    2 => block.run::<S, 2>(simd, tile, outputs),
                    _ => block.run::<S, 4>(simd, tile, outputs),
                }
            }
        }
        Run { outputs, state: unpacked::<S, F>(&tiles, rows, width) }
    }
}

struct Block<'a, F> {
    steps: Steps<'a, F>,
    gates: View<'a, F>,
    first_column: usize,
    width: usize,
    scale: F,
}

impl<F: Lanes> Block<'_, F> {
    /// Takes a tile through the steps; `outputs` are the rows of the block's tokens.
    #[inline(always)]
    fn run<S: Simd, const N: usize>(&self, simd: S, tile: &mut Tile<F>, outputs: &mut [F]) {
        let Steps { count, parts, gates, erase, write, value, second, query } = self.steps;
        let columns = tile.columns.start + self.first_column..tile.columns.end + self.first_column;
        let state = tile.state.rows_mut::<S, N>();
        let scale = F::splat(simd, self.scale);
        let (mut token, mut part) = (0, 0);
        for n in 0..count {
            part += 1;
            let last = part == parts;
            let mut w = match value {
                Some(value) => load::<S, F, N>(simd, &value.row(n)[columns.clone()]),
                None => splat::<S, F, N>(simd, F::zero()),
            };
            if let Some(erase) = erase {
                // The erase vector of two stacked matrices covers the upper one.
                let y = erase.row(n);
                w = read::<S, F, N>(simd, y, &state[..y.len()], w);
            }
            let (a, x, q) = (self.gates.row(n), write.row(n), query.row(token));
            let mut out: Row<S, F, N> = match (gates, second) {
                (Gates::Pair(blocks), _) => advance_pair::<S, F, N>(simd, state, blocks[n], x, w, q),
                (_, Some((second, value))) => {
                    let v = load::<S, F, N>(simd, &value.row(n)[columns.clone()]);
                    advance::<S, F, N, 2, true>(simd, state, a, [x, second.row(n)], [w, v], q)
                }
                (_, None) if last => advance::<S, F, N, 1, true>(simd, state, a, [x], [w], q),
                (_, None) => advance::<S, F, N, 1, false>(simd, state, a, [x], [w], q),
            };
            if last {
                for o in &mut out {
                    *o = F::mul(simd, scale, *o);
                }
                let start = token * self.width;
                let row = &mut outputs[start..start + self.width];
                store::<S, F, N>(&out, &mut row[tile.columns.clone()]);
                (token, part) = (token + 1, 0);
            }
        }
    }
}
