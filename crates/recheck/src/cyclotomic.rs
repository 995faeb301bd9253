//! Cyclotomic fields, as far as Fourier shifts need them.
//!
//! A number is a rational combination of powers of `ζ = exp(2πi/N)`, kept as exponent → coefficient. Many
//! combinations mean the same number; [`is_zero`] decides.

use crate::limits;
use exact::{Integer, Matrix, Rational};
use std::collections::BTreeMap;

/// Largest order `N` of a root of unity that is worked with.
pub(crate) const MAX_ORDER: u32 = 2_000;
/// Most bits that the coefficients of a matrix may take after scaling.
const MAX_BITS: u64 = 1 << 28;

/// A combination of powers of `ζ_N`; the order `N` is kept by the matrix that the number belongs to.
pub(crate) type Number = BTreeMap<u32, Rational>;

/// A matrix over `Q(ζ_N)`, row-major.
#[derive(Clone, Debug)]
pub(crate) struct FieldMatrix {
    pub(crate) order: u32,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) entries: Vec<Number>,
}

/// `Σ coefficient · ζ^exponent`, into `into`.
pub(crate) fn accumulate(into: &mut Number, exponent: u32, coefficient: Rational) {
    if coefficient.is_zero() {
        return;
    }
    let entry = into.entry(exponent).or_default();
    *entry += coefficient;
    if entry.is_zero() {
        into.remove(&exponent);
    }
}

/// Whether the number is zero in `Q(ζ_N)`.
///
/// `f(ζ) = 0` for the primitive `N`-th root exactly when `f(x) · ∏_{p | N prime} (x^{N/p} − 1)` is zero modulo
/// `x^N − 1`: at a primitive root no factor of the product vanishes, at every other `N`-th root one does.
pub(crate) fn is_zero(number: &Number, order: u32) -> bool {
    let n = order as usize;
    let mut dense = vec![Rational::new(); n];
    for (exponent, coefficient) in number {
        dense[*exponent as usize] += coefficient;
    }
    for p in prime_divisors(order) {
        let shift = n / p as usize;
        let shifted: Vec<Rational> = (0..n).map(|k| dense[(k + n - shift) % n].clone() - &dense[k]).collect();
        dense = shifted;
    }
    dense.iter().all(Rational::is_zero)
}

/// The rational number that `number` is, if it is one: its trace over `Q`, divided by the degree, is the only
/// candidate. The trace of `ζ^k` divided by the degree is `μ(n)/φ(n)`, `n = N / gcd(k, N)`.
pub(crate) fn as_rational(number: &Number, order: u32) -> Option<Rational> {
    let mut mean = Rational::new();
    for (&exponent, coefficient) in number {
        let n = order / gcd(exponent, order);
        let primes = prime_divisors(n);
        let square_free = primes.iter().all(|p| !(n / p).is_multiple_of(*p));
        if square_free {
            let phi = primes.iter().fold(1, |product, p| product * (p - 1));
            let sign = if primes.len().is_multiple_of(2) { 1 } else { -1 };
            mean += Rational::from((sign, phi)) * coefficient;
        }
    }
    let mut difference = number.clone();
    accumulate(&mut difference, 0, -mean.clone());
    is_zero(&difference, order).then_some(mean)
}

impl FieldMatrix {
    /// A rational matrix.
    pub(crate) fn rational(matrix: &Matrix) -> Self {
        let entries = matrix.entries().iter().map(|value| {
            let mut number = Number::new();
            accumulate(&mut number, 0, value.clone());
            number
        });
        Self { order: 1, rows: matrix.rows(), cols: matrix.cols(), entries: entries.collect() }
    }

    /// The same matrix over the field of a multiple of its order.
    pub(crate) fn over(&self, order: u32) -> Self {
        let factor = order / self.order;
        let lift = |number: &Number| number.iter().map(|(k, c)| (k * factor, c.clone())).collect();
        Self { order, rows: self.rows, cols: self.cols, entries: self.entries.iter().map(lift).collect() }
    }

    /// Both matrices over one field, if its order is within [`MAX_ORDER`].
    fn common(&self, other: &Self) -> Option<(Self, Self)> {
        let order = lcm(self.order, other.order)?;
        Some((self.over(order), other.over(order)))
    }

    /// Sum of matrices of one shape; `None` when the common field would be too large.
    pub(crate) fn add(&self, other: &Self) -> Option<Self> {
        let (mut sum, b) = self.common(other)?;
        for (x, y) in sum.entries.iter_mut().zip(&b.entries) {
            for (k, c) in y {
                accumulate(x, *k, c.clone());
            }
        }
        Some(sum)
    }

    /// Product, of matrices whose inner sizes agree; `None` when the common field would be too large.
    pub(crate) fn mul(&self, other: &Self) -> Option<Self> {
        let (a, b) = self.common(other)?;
        let order = a.order;
        let mut entries = vec![Number::new(); a.rows * b.cols];
        for i in 0..a.rows {
            for j in 0..b.cols {
                let entry = &mut entries[i * b.cols + j];
                for l in 0..a.cols {
                    for (s, x) in &a.entries[i * a.cols + l] {
                        for (t, y) in &b.entries[l * b.cols + j] {
                            accumulate(entry, (s + t) % order, Rational::from(x * y));
                        }
                    }
                }
            }
        }
        Some(Self { order, rows: a.rows, cols: b.cols, entries })
    }

    /// The matrix times a number; `None` when it would be too large.
    pub(crate) fn scale(&self, factor: &Rational) -> Option<Self> {
        let terms: usize = self.entries.iter().map(Number::len).sum();
        if (terms as u64).saturating_mul(limits::bits(factor)) > MAX_BITS {
            return None;
        }
        let entries = self.entries.iter().map(|number| {
            let mut scaled = Number::new();
            for (k, c) in number {
                accumulate(&mut scaled, *k, Rational::from(c * factor));
            }
            scaled
        });
        Some(Self { entries: entries.collect(), ..*self })
    }

    pub(crate) fn transpose(&self) -> Self {
        let entries =
            (0..self.cols).flat_map(|j| (0..self.rows).map(move |i| self.entries[i * self.cols + j].clone()));
        Self { order: self.order, rows: self.cols, cols: self.rows, entries: entries.collect() }
    }

    /// Equality; `None` when the common field would be too large to decide it.
    pub(crate) fn equals(&self, other: &Self) -> Option<bool> {
        if (self.rows, self.cols) != (other.rows, other.cols) {
            return Some(false);
        }
        let (a, b) = self.common(other)?;
        let equal = a.entries.iter().zip(&b.entries).all(|(x, y)| {
            let mut difference = x.clone();
            for (k, c) in y {
                accumulate(&mut difference, *k, -c.clone());
            }
            is_zero(&difference, a.order)
        });
        Some(equal)
    }

    /// The matrix with rational entries that this is, if it is one.
    pub(crate) fn to_rational(&self) -> Option<Matrix> {
        let entries: Option<Vec<Rational>> =
            self.entries.iter().map(|number| as_rational(number, self.order)).collect();
        let entries = entries?;
        Some(Matrix::from_fn(self.rows, self.cols, |i, j| entries[i * self.cols + j].clone()))
    }

    /// Whether, for every `j`, the vector `(exp(2πi jl/m))_l` is an eigenvector with eigenvalue
    /// `radius · exp(2πi turns[j])`, or with any one where `turns[j]` is `None`; `None` when the field needed would be too
    /// large or the shapes differ.
    ///
    /// These vectors are independent (Vandermonde), so a `true` determines the whole spectrum but for what is left open.
    pub(crate) fn has_fourier_eigenvectors(
        &self,
        radius: &Rational,
        turns: &[Option<Rational>],
    ) -> Option<bool> {
        let m = u32::try_from(self.rows).ok()?;
        if self.cols != self.rows || turns.len() != self.rows || m == 0 {
            return None;
        }
        let mut order = lcm(self.order, m)?;
        for turn in turns.iter().flatten() {
            order = lcm(order, turn.denom().to_u32()?)?;
        }
        let matrix = self.over(order);
        let step = u64::from(order / m);
        let exponent = |k: u64| (k % u64::from(order)) as u32;
        for (j, turn) in turns.iter().enumerate() {
            let image = |i: usize| {
                let mut sum = Number::new();
                for l in 0..matrix.cols {
                    for (k, c) in &matrix.entries[i * matrix.cols + l] {
                        accumulate(&mut sum, exponent(u64::from(*k) + (j * l) as u64 * step), c.clone());
                    }
                }
                sum
            };
            let eigenvalue = match turn {
                Some(turn) => Number::from([(turn_exponent(turn, order), radius.clone())]),
                // The entry 0 of every Fourier vector is 1.
                None => image(0),
            };
            for i in 0..matrix.rows {
                let mut residual = image(i);
                for (k, c) in &eigenvalue {
                    let at = exponent(u64::from(*k) + (j * i) as u64 * step);
                    accumulate(&mut residual, at, -c.clone());
                }
                if !is_zero(&residual, order) {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}

/// `exp(2πi turn)` as a power of `ζ_order`; the order is a multiple of the turn's denominator.
fn turn_exponent(turn: &Rational, order: u32) -> u32 {
    let scaled = Integer::from(turn.numer() * (order / turn.denom().to_u32().unwrap_or(1)));
    scaled.mod_u(order)
}

/// `cos(2π turn)` times `factor`, added to `into`.
fn add_cosine(into: &mut Number, turn: &Rational, order: u32, factor: &Rational) {
    let k = turn_exponent(turn, order);
    let half = Rational::from(factor / 2);
    accumulate(into, k, half.clone());
    accumulate(into, (order - k) % order, half);
}

/// `sin(2π turn)` added to `into`; the order is a multiple of 4. `sin x = cos(x − π/2)`.
fn add_sine(into: &mut Number, turn: &Rational, order: u32) {
    add_cosine(into, &(turn.clone() - Rational::from((1, 4))), order, &Rational::from(1));
}

/// The Fourier fractional shift on `m` slots: entry `(i, l)` is `D(i − l − δ)` with
/// `D(x) = (1 + 2 Σ_{1 ≤ j < m/2} cos(2πjx/m) [+ cos(πx) if m is even]) / m`.
pub(crate) fn shift(m: u32, delta: &Rational) -> Option<FieldMatrix> {
    let order = lcm(lcm(m, 2)?.checked_mul(delta.denom().to_u32()?)?, 1)?;
    let size = m as usize;
    let kernel = |offset: i64| {
        let x = Rational::from(offset) - delta;
        let unit = Rational::from((1, m));
        let mut number = Number::new();
        accumulate(&mut number, 0, unit.clone());
        for j in 1..m.div_ceil(2) {
            add_cosine(&mut number, &(Rational::from((j, m)) * &x), order, &(unit.clone() * 2));
        }
        if m.is_multiple_of(2) {
            add_cosine(&mut number, &(x / 2), order, &unit);
        }
        number
    };
    let kernels: Vec<Number> = (1 - i64::from(m)..i64::from(m)).map(kernel).collect();
    let entries =
        (0..size).flat_map(|i| (0..size).map(move |l| i + size - 1 - l)).map(|at| kernels[at].clone());
    Some(FieldMatrix { order, rows: size, cols: size, entries: entries.collect() })
}

/// Columns `1, cos(ω₁l), sin(ω₁l), …, cos(ω_pl), sin(ω_pl)` over slots `l`, `m = 2p + 1` odd.
pub(crate) fn fourier_basis(m: u32) -> Option<FieldMatrix> {
    let order = lcm(m, 4)?;
    let size = m as usize;
    let mut entries = vec![Number::new(); size * size];
    for l in 0..m {
        let row = l as usize * size;
        accumulate(&mut entries[row], 0, Rational::from(1));
        for j in 1..=(m - 1) / 2 {
            let turn = Rational::from((j * l, m));
            add_cosine(&mut entries[row + 2 * j as usize - 1], &turn, order, &Rational::from(1));
            add_sine(&mut entries[row + 2 * j as usize], &turn, order);
        }
    }
    Some(FieldMatrix { order, rows: size, cols: size, entries })
}

/// `1 ⊕ R(ω₁δ) ⊕ … ⊕ R(ω_pδ)` with `R(θ) = [[cos θ, −sin θ], [sin θ, cos θ]]`, `m = 2p + 1` odd.
pub(crate) fn fourier_rotations(m: u32, delta: &Rational) -> Option<FieldMatrix> {
    let order = lcm(m.checked_mul(delta.denom().to_u32()?)?, 4)?;
    let size = m as usize;
    let mut entries = vec![Number::new(); size * size];
    accumulate(&mut entries[0], 0, Rational::from(1));
    for j in 1..=(m - 1) / 2 {
        let turn = Rational::from((j, m)) * delta;
        let (c, s) = (2 * j as usize - 1, 2 * j as usize);
        add_cosine(&mut entries[c * size + c], &turn, order, &Rational::from(1));
        add_cosine(&mut entries[s * size + s], &turn, order, &Rational::from(1));
        add_sine(&mut entries[s * size + c], &turn, order);
        add_sine(&mut entries[c * size + s], &-turn, order);
    }
    Some(FieldMatrix { order, rows: size, cols: size, entries })
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Least common multiple, if it is within [`MAX_ORDER`].
fn lcm(a: u32, b: u32) -> Option<u32> {
    (a / gcd(a, b)).checked_mul(b).filter(|&order| order <= MAX_ORDER)
}

fn prime_divisors(mut n: u32) -> Vec<u32> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_all_roots_of_unity_is_zero_and_no_proper_part_of_a_prime_order_is() {
        for order in [2, 3, 4, 5, 6, 12, 30] {
            let all: Number = (0..order).map(|k| (k, Rational::from(1))).collect();
            assert!(is_zero(&all, order), "order {order}");
        }
        let part: Number = (0..6).map(|k| (k, Rational::from(1))).collect();
        assert!(!is_zero(&part, 7));
    }

    #[test]
    fn half_shift_of_three_slots_is_rational() {
        let shift = shift(3, &Rational::from((1, 2))).and_then(|s| s.to_rational()).unwrap();
        for i in 0..3 {
            for l in 0..3 {
                let expected = match (3 + i - l) % 3 {
                    0 | 1 => (2, 3),
                    _ => (-1, 3),
                };
                assert_eq!(shift[(i, l)], Rational::from(expected), "entry {i}, {l}");
            }
        }
    }

    #[test]
    fn whole_shift_moves_slot_zero_to_slot_one() {
        for m in [3, 4, 5] {
            let shift = shift(m, &Rational::from(1)).and_then(|s| s.to_rational()).unwrap();
            let m = m as usize;
            let permutation = Matrix::from_fn(m, m, |i, l| Rational::from(u8::from(i == (l + 1) % m)));
            assert_eq!(shift, permutation);
        }
    }
}
