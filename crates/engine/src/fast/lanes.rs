//! Vectors of `f32` or `f64` on whatever the processor has.

use crate::scalar::Real;
use pulp::Simd;
use pulp::bytemuck::{Pod, cast_slice, cast_slice_mut};

/// `f32` or `f64`.
pub trait Lanes: Real + Copy + Pod {
    /// As many numbers as fit into a register.
    type Vector<S: Simd>: Pod + Send + Sync;
    /// The same number in every lane.
    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;
    /// $a + b$.
    fn add<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// $a b$.
    fn mul<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// $a b + c$, rounded once where the processor can.
    fn mul_add<S: Simd>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
}

macro_rules! lanes {
    ($type:ident, $vector:ident, $splat:ident, $add:ident, $mul:ident, $mul_add:ident) => {
        impl Lanes for $type {
            type Vector<S: Simd> = S::$vector;
            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: Self) -> S::$vector {
                simd.$splat(x)
            }
            #[inline(always)]
            fn add<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$add(a, b)
            }
            #[inline(always)]
            fn mul<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$mul(a, b)
            }
            #[inline(always)]
            fn mul_add<S: Simd>(simd: S, a: S::$vector, b: S::$vector, c: S::$vector) -> S::$vector {
                simd.$mul_add(a, b, c)
            }
        }
    };
}

lanes!(f32, f32s, splat_f32s, add_f32s, mul_f32s, mul_add_e_f32s);
lanes!(f64, f64s, splat_f64s, add_f64s, mul_f64s, mul_add_e_f64s);

/// `N` vectors side by side: one row of a tile.
pub(super) type Row<S, F, const N: usize> = [<F as Lanes>::Vector<S>; N];

/// Numbers in a vector.
#[inline(always)]
pub(super) const fn lanes<S: Simd, F: Lanes>() -> usize {
    size_of::<F::Vector<S>>() / size_of::<F>()
}

/// A row of one number.
#[inline(always)]
pub(super) fn splat<S: Simd, F: Lanes, const N: usize>(simd: S, x: F) -> Row<S, F, N> {
    [F::splat(simd, x); N]
}

/// Numbers as vectors, which have the alignment of a number.
#[inline(always)]
pub(super) fn vectors<S: Simd, F: Lanes>(numbers: &[F]) -> &[F::Vector<S>] {
    cast_slice(numbers)
}

/// Numbers as vectors, to be written.
#[inline(always)]
pub(super) fn vectors_mut<S: Simd, F: Lanes>(numbers: &mut [F]) -> &mut [F::Vector<S>] {
    cast_slice_mut(numbers)
}

/// The numbers of some vectors.
#[inline(always)]
pub(super) fn numbers<S: Simd, F: Lanes>(vectors: &[F::Vector<S>]) -> &[F] {
    cast_slice(vectors)
}

/// The numbers of some vectors, to be written.
#[inline(always)]
pub(super) fn numbers_mut<S: Simd, F: Lanes>(vectors: &mut [F::Vector<S>]) -> &mut [F] {
    cast_slice_mut(vectors)
}

/// Zeros from the start of a cache line on: a vector across two lines costs as much as two.
#[derive(Default)]
pub(super) struct Aligned<F> {
    data: Vec<F>,
    start: usize,
    length: usize,
}

/// Bytes of a cache line.
const LINE: usize = 64;

impl<F: Lanes> Aligned<F> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { data: Vec::new(), start: 0, length: 0 }
    }

    /// As many zeros.
    #[inline(always)]
    pub(super) fn clear(&mut self, length: usize) {
        let spare = LINE / size_of::<F>();
        self.data.clear();
        self.data.resize(length + spare, F::zero());
        self.start = self.data.as_ptr().align_offset(LINE).min(spare);
        self.length = length;
    }

    #[inline(always)]
    pub(super) fn numbers(&self) -> &[F] {
        &self.data[self.start..][..self.length]
    }

    #[inline(always)]
    pub(super) fn numbers_mut(&mut self) -> &mut [F] {
        &mut self.data[self.start..][..self.length]
    }

    #[inline(always)]
    pub(super) fn rows_mut<S: Simd, const N: usize>(&mut self) -> &mut [Row<S, F, N>] {
        vectors_mut::<S, F>(self.numbers_mut()).as_chunks_mut::<N>().0
    }
}

/// A row of up to `N` vectors of numbers, the rest 0.
#[inline(always)]
pub(super) fn load<S: Simd, F: Lanes, const N: usize>(simd: S, from: &[F]) -> Row<S, F, N> {
    if from.len() == N * lanes::<S, F>() {
        return vectors::<S, F>(from).as_chunks::<N>().0[0];
    }
    let mut row = splat::<S, F, N>(simd, F::zero());
    numbers_mut::<S, F>(&mut row)[..from.len()].copy_from_slice(from);
    row
}

/// The first numbers of a row.
#[inline(always)]
pub(super) fn store<S: Simd, F: Lanes, const N: usize>(row: &Row<S, F, N>, to: &mut [F]) {
    if to.len() == N * lanes::<S, F>() {
        vectors_mut::<S, F>(to).copy_from_slice(row);
    } else {
        to.copy_from_slice(&numbers::<S, F>(row)[..to.len()]);
    }
}
