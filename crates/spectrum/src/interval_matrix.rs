//! Any real matrix with enclosed entries: its spectrum by approximate eigenvectors and Gershgorin's discs.
//!
//! Let `V`, `Λ` be approximate eigenvectors and eigenvalues and `W ≈ V⁻¹`, all exact floating-point matrices. With
//! `f = ‖I − WV‖_∞ < 1` both `W` and `V` are invertible, `V⁻¹ = (I − (I − WV))⁻¹ W`, and `T` is similar to
//! `Λ + V⁻¹(TV − VΛ)`, whose second part is `X = E + F (I − F)⁻¹ E` for `E = W(TV − VΛ)`, `F = I − WV`. The absolute row
//! sum of row `i` of `X` is at most `r_i = ‖E_i‖₁ + ‖F_i‖₁ ‖E‖_∞ / (1 − f)`. By Gershgorin the eigenvalues are in the discs about
//! `λ_i` of radius `r_i`, and each connected set of `m` discs has exactly `m` of them. A disc that stands alone with its centre on the
//! real line has a real one, as the spectrum is symmetric.
//!
//! **Rounding.** A sum of `n` products in any order is off by at most `γ_n Σ|a||b|` with `γ_n = n u/(1 − n u)`, `u = 2⁻⁵³`
//! (Higham, *Accuracy and Stability of Numerical Algorithms*, 3.5), plus underflow. Sums of non-negative terms that serve as bounds are enlarged by
//! a factor `1 + 2⁻³⁸`, which covers their own rounding for dimensions up to 4096.

use crate::norm::{exponent_of, power_of_two};
use crate::{Pair, RankOneStep, Spectrum};
use enclosure::F64Interval;
use nalgebra::{Complex, DMatrix, Schur, SymmetricEigen};

/// The largest dimension.
const LARGEST: usize = 2048;
/// Covers the rounding of a sum of non-negative terms.
const SLACK: f64 = 1.0 + 1.0 / (1_u64 << 38) as f64;
/// More than what underflow can add to a sum of products of so many terms.
const UNDERFLOW: f64 = 1e-300;

type ComplexMatrix = DMatrix<Complex<f64>>;

/// A square matrix of enclosed real numbers, row-major.
#[derive(Clone, Debug)]
pub struct IntervalMatrix {
    n: usize,
    entries: Vec<F64Interval>,
}

impl IntervalMatrix {
    /// The identity.
    pub fn identity(n: usize) -> Self {
        let entry = |e: usize| if e / n == e % n { F64Interval::ONE } else { F64Interval::ZERO };
        Self { n, entries: (0..n * n).map(entry).collect() }
    }

    /// Number of rows.
    pub fn dimension(&self) -> usize {
        self.n
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[F64Interval] {
        &self.entries[i * self.n..(i + 1) * self.n]
    }

    /// The matrix `(Diag(gates) − left rightᵀ)` times this one.
    pub fn then(self, step: &RankOneStep) -> Self {
        let scale = step.scale.interval();
        let gates: Vec<F64Interval> = step.gates.iter().map(crate::Number::interval).collect();
        let left: Vec<F64Interval> = step.left.iter().map(|x| x.interval() * scale).collect();
        let right = step.right.iter().map(crate::Number::interval);
        let right: Vec<F64Interval> =
            right.zip(&gates).map(|(x, gate)| if step.decayed { x * *gate } else { x }).collect();
        self.then_rank_one(&gates, &left, &right)
    }

    /// The same from enclosed vectors, `(Diag(gates) − left rightᵀ)` times this matrix.
    ///
    /// # Panics
    /// Unless the vectors have as many entries as there are rows.
    #[must_use]
    pub fn then_rank_one(
        mut self,
        gates: &[F64Interval],
        left: &[F64Interval],
        right: &[F64Interval],
    ) -> Self {
        let n = self.n;
        assert!([gates, left, right].iter().all(|x| x.len() == n), "vectors do not match {n} rows");
        let mut read = vec![F64Interval::ZERO; n];
        for (row, factor) in self.entries.chunks_exact(n).zip(right) {
            for (sum, entry) in read.iter_mut().zip(row) {
                *sum += *factor * *entry;
            }
        }
        for ((row, gate), factor) in self.entries.chunks_exact_mut(n).zip(gates).zip(left) {
            for (entry, read) in row.iter_mut().zip(&read) {
                *entry = *gate * *entry - *factor * *read;
            }
        }
        self
    }

    /// A step of a momentum rule times this matrix, of twice as many rows as `key` has entries:
    /// `M ← μM + η k (pᵀS)`, `S ← αS − βM`.
    ///
    /// # Panics
    /// Unless key and `p` have half as many entries as there are rows.
    pub fn then_momentum(
        mut self,
        [alpha, mu, beta, eta]: [F64Interval; 4],
        key: &[F64Interval],
        p: &[F64Interval],
    ) -> Self {
        let (n, d) = (self.n, self.n / 2);
        assert!(key.len() == d && p.len() == d && 2 * d == n, "a key of {} entries for {n} rows", key.len());
        let mut read = vec![F64Interval::ZERO; n];
        for (row, factor) in self.entries.chunks_exact(n).zip(p) {
            for (sum, entry) in read.iter_mut().zip(row) {
                *sum += *factor * *entry;
            }
        }
        let (state, momentum) = self.entries.split_at_mut(d * n);
        for (i, (s, m)) in state.iter_mut().zip(momentum).enumerate() {
            *m = mu * *m + eta * key[i / n] * read[i % n];
            *s = alpha * *s - beta * *m;
        }
        self
    }

    /// The transpose times the matrix.
    pub fn gram(&self) -> Self {
        let n = self.n;
        let mut entries = vec![F64Interval::ZERO; n * n];
        for row in self.entries.chunks_exact(n) {
            for (i, x) in row.iter().enumerate() {
                for (sum, y) in entries[i * n..(i + 1) * n].iter_mut().zip(row) {
                    *sum += *x * *y;
                }
            }
        }
        Self { n, entries }
    }

    /// The largest absolute row sum: a bound of the spectral radius.
    pub fn row_sum_bound(&self) -> f64 {
        let sum = |row: &[F64Interval]| row.iter().fold(F64Interval::ZERO, |sum, x| sum + x.abs()).hi();
        self.entries.chunks_exact(self.n.max(1)).map(sum).fold(0.0, f64::max)
    }

    /// The operator norm, from the spectrum of [`Self::gram`].
    pub fn operator_norm(&self) -> F64Interval {
        let exponent = exponent_of(self.entries.iter().copied());
        if exponent == 0 {
            return self.norm_of_comfortable_size();
        }
        let entries = self.entries.iter().map(|x| *x * power_of_two(-exponent)).collect();
        Self { n: self.n, entries }.norm_of_comfortable_size() * power_of_two(exponent)
    }

    fn norm_of_comfortable_size(&self) -> F64Interval {
        let gram = self.gram();
        let norm = crate::norm::root_of_nonnegative(gram.spectrum().radius());
        if norm.width() <= 1e-9 * norm.hi() {
            return norm;
        }
        // Discs of a cluster leave the lower end open; ‖Tx‖/‖x‖ is one for any x, and close for an approximate singular vector.
        let n = self.n;
        let middle = DMatrix::from_row_iterator(n, n, gram.entries.iter().map(|x| x.midpoint()));
        let Some(eigen) = SymmetricEigen::try_new(middle, f64::EPSILON, 200 * n.max(10)) else { return norm };
        let at = (0..n).max_by(|i, j| eigen.eigenvalues[*i].total_cmp(&eigen.eigenvalues[*j])).unwrap_or(0);
        let vector = eigen.eigenvectors.column(at);
        let Ok(x) = vector.iter().map(|x| F64Interval::point(*x)).collect::<Result<Vec<_>, _>>() else {
            return norm;
        };
        let square = |x: &[F64Interval]| x.iter().fold(F64Interval::ZERO, |sum, x| sum + x.sqr());
        let row = |i: usize| self.row(i).iter().zip(&x).fold(F64Interval::ZERO, |sum, (a, x)| sum + *a * *x);
        let image: Vec<F64Interval> = (0..n).map(row).collect();
        let ratio = square(&image).checked_div(square(&x));
        let low = ratio.map_or(0.0, |ratio| crate::norm::root_of_nonnegative(ratio).lo());
        F64Interval::new(norm.lo().max(low).min(norm.hi()), norm.hi()).unwrap_or(norm)
    }

    /// The product with another matrix of the same dimension.
    fn times(&self, other: &Self) -> Self {
        let n = self.n;
        let mut entries = vec![F64Interval::ZERO; n * n];
        for (i, row) in self.entries.chunks_exact(n).enumerate() {
            for (x, other_row) in row.iter().zip(other.entries.chunks_exact(n)) {
                for (sum, y) in entries[i * n..(i + 1) * n].iter_mut().zip(other_row) {
                    *sum += *x * *y;
                }
            }
        }
        Self { n, entries }
    }

    /// The spectral radius without eigenvectors, from powers `P^k` with `k = 2, 4, …, 2^squarings`:
    /// `(|tr P^k| / n)^(1/k) ≤ ρ(P) ≤ ‖P^k‖_∞^(1/k)`.
    pub fn radius_from_powers(&self, squarings: u32) -> F64Interval {
        if self.n == 0 {
            return F64Interval::ZERO;
        }
        let (mut low, mut high) = (0.0_f64, self.row_sum_bound());
        // power · 2^shift is P^k.
        let (mut power, mut shift) = (self.clone(), 0_i64);
        for k in 1..=squarings {
            power = power.times(&power);
            shift *= 2;
            let size = power.row_sum_bound();
            if !size.is_finite() {
                break;
            }
            if size == 0.0 {
                return F64Interval::new(low, low.max(f64::MIN_POSITIVE)).unwrap_or(F64Interval::ENTIRE);
            }
            // A power of two near the size; scaling by it is exact but for underflow, which the outward product covers.
            let exponent = (size.log2().floor() as i64).clamp(-1000, 1000);
            let factor = F64Interval::point(2.0_f64.powi(-(exponent as i32))).unwrap_or(F64Interval::ONE);
            power.entries.iter_mut().for_each(|x| *x *= factor);
            shift += exponent;
            let trace = (0..self.n).fold(F64Interval::ZERO, |sum, i| sum + power.row(i)[i]).abs();
            let count = F64Interval::point(self.n as f64).unwrap_or(F64Interval::ONE);
            let lower = trace.checked_div(count).map_or(0.0, |x| x.lo());
            let upper = power.row_sum_bound();
            // 2^(shift/2^k), from shift = whole · 2^k + rest.
            let whole = shift >> k;
            let rest = (shift - (whole << k)) as f64 / 2.0_f64.powi(k as i32);
            let root = |x: f64| {
                let mut x = F64Interval::point(x.max(0.0)).unwrap_or(F64Interval::ENTIRE);
                (0..k).for_each(|_| x = crate::norm::root_of_nonnegative(x));
                let ln2 = F64Interval::new(std::f64::consts::LN_2, std::f64::consts::LN_2.next_up());
                let two = (ln2.unwrap_or(F64Interval::ENTIRE)
                    * F64Interval::point(rest).unwrap_or(F64Interval::ENTIRE))
                .exp();
                let whole = F64Interval::point(2.0_f64.powi(whole.clamp(-1020, 1020) as i32))
                    .unwrap_or(F64Interval::ONE);
                x * two * whole
            };
            if whole.abs() < 1000 {
                low = low.max(root(lower).lo());
                high = high.min(root(upper).hi());
            }
        }
        F64Interval::new(low.min(high), high).unwrap_or(F64Interval::ENTIRE)
    }

    /// The spectrum, as far as the discs tell. What they do not is counted as undecided.
    ///
    /// Where eigenvectors of a cluster of eigenvalues are nearly parallel, a second attempt leaves small couplings within the cluster
    /// alone, so that at least the eigenvalues outside of it are told apart; of the two results, that with the smaller bound of
    /// what is undecided counts.
    pub fn spectrum(&self) -> Spectrum {
        if self.n == 0 || self.n > LARGEST {
            return self.unknown();
        }
        let attempt = |coupling| self.discs(coupling).map(|discs| self.read(&discs));
        let mut best = attempt(0.0).unwrap_or_else(|| self.unknown());
        for coupling in [1e-12, 1e-8] {
            if best.undecided == 0 {
                break;
            }
            if let Some(other) =
                attempt(coupling).filter(|other| other.undecided_bound < best.undecided_bound)
            {
                best = other;
            }
        }
        best
    }

    fn unknown(&self) -> Spectrum {
        Spectrum {
            dimension: self.n,
            real: Vec::new(),
            pairs: Vec::new(),
            undecided: self.n,
            undecided_bound: self.row_sum_bound(),
            negative: None,
            zero: None,
            edge: None,
        }
    }

    /// Centres and radii, with eigenvectors that leave couplings up to `coupling` of close eigenvalues alone.
    fn discs(&self, coupling: f64) -> Option<Vec<(Complex<f64>, f64)>> {
        let n = self.n;
        let middle = DMatrix::from_row_iterator(n, n, self.entries.iter().map(|x| x.midpoint()));
        let radius = self.entries.iter().map(|x| {
            let middle = x.midpoint();
            (x.hi() - middle).max(middle - x.lo()).next_up()
        });
        let radius = DMatrix::from_row_iterator(n, n, radius);
        if !middle.iter().chain(radius.iter()).all(|x| x.is_finite()) {
            return None;
        }
        let (values, vectors) = eigenvectors(&middle, coupling)?;
        let inverse = vectors.clone().lu().try_inverse()?;
        let part = |m: &ComplexMatrix| (m.map(|z| z.re), m.map(|z| z.im));
        let ((vr, vi), (wr, wi)) = (part(&vectors), part(&inverse));
        let absolute = |m: &DMatrix<f64>| m.map(f64::abs);
        let (v_size, w_size) = (absolute(&vr) + absolute(&vi), absolute(&wr) + absolute(&wi));
        let unit = 0.5 * f64::EPSILON;
        let gamma = |terms: usize| {
            let x = terms as f64 * unit;
            x / (1.0 - x) * SLACK
        };
        // The residual TV − VΛ: real and imaginary part, and a bound of what each is off by.
        let mut residual = (&middle * &vr, &middle * &vi);
        let mut off = absolute(&middle) * &v_size;
        for j in 0..n {
            let value = values[j];
            let size = value.re.abs() + value.im.abs();
            for i in 0..n {
                residual.0[(i, j)] -= vr[(i, j)] * value.re - vi[(i, j)] * value.im;
                residual.1[(i, j)] -= vr[(i, j)] * value.im + vi[(i, j)] * value.re;
                off[(i, j)] += v_size[(i, j)] * size;
            }
        }
        off = off * (gamma(n + 4) * SLACK) + &radius * &v_size * SLACK;
        let residual_size = absolute(&residual.0) + absolute(&residual.1);
        let e_parts = [&wr * &residual.0 - &wi * &residual.1, &wr * &residual.1 + &wi * &residual.0];
        // Each part is a sum of 2n products; real and imaginary part are bounded together, hence the 2.
        let e = absolute(&e_parts[0])
            + absolute(&e_parts[1])
            + &w_size * (&residual_size * (2.0 * gamma(2 * n + 2)) + off * 2.0) * SLACK;
        let f_parts = [&wr * &vr - &wi * &vi, &wr * &vi + &wi * &vr];
        let f_off = &w_size * &v_size * (2.0 * gamma(2 * n + 3));
        let f = absolute(&(DMatrix::identity(n, n) - &f_parts[0])) + absolute(&f_parts[1]) + f_off;
        let sum = |m: &DMatrix<f64>, i: usize| {
            let floor = 4.0 * n as f64 * UNDERFLOW;
            m.row(i).iter().sum::<f64>() * SLACK * SLACK * (1.0 + 4.0 * f64::EPSILON) + floor
        };
        let f_rows: Vec<f64> = (0..n).map(|i| sum(&f, i)).collect();
        let e_rows: Vec<f64> = (0..n).map(|i| sum(&e, i)).collect();
        let largest = |rows: &[f64]| rows.iter().copied().fold(0.0, f64::max);
        let (f_norm, e_norm) = (largest(&f_rows), largest(&e_rows));
        if !(f_norm < 0.5 && e_norm.is_finite()) {
            return None;
        }
        let disc = |i: usize| {
            let radius = (e_rows[i] + f_rows[i] * e_norm / (1.0 - f_norm)) * SLACK;
            (values[i], radius)
        };
        Some((0..n).map(disc).collect())
    }

    fn read(&self, discs: &[(Complex<f64>, f64)]) -> Spectrum {
        let n = discs.len();
        let mut cluster: Vec<usize> = (0..n).collect();
        fn root(cluster: &mut [usize], mut i: usize) -> usize {
            while cluster[i] != i {
                cluster[i] = cluster[cluster[i]];
                i = cluster[i];
            }
            i
        }
        for i in 0..n {
            for j in 0..i {
                let distance = (discs[i].0 - discs[j].0).norm();
                if distance <= (discs[i].1 + discs[j].1) * SLACK + distance * (SLACK - 1.0) {
                    let (a, b) = (root(&mut cluster, i), root(&mut cluster, j));
                    cluster[a] = b;
                }
            }
        }
        let mut out = Spectrum {
            dimension: n,
            real: Vec::new(),
            pairs: Vec::new(),
            undecided: 0,
            undecided_bound: 0.0,
            negative: Some(0),
            zero: Some(0),
            edge: None,
        };
        let mut below = 0;
        for representative in 0..n {
            if root(&mut cluster, representative) != representative {
                continue;
            }
            let members: Vec<usize> = (0..n).filter(|i| root(&mut cluster, *i) == representative).collect();
            let touches = |i: &usize| discs[*i].0.im.abs() <= discs[*i].1 * SLACK;
            let around = |centre: f64, radius: f64| {
                F64Interval::new((centre - radius).next_down(), (centre + radius).next_up())
                    .unwrap_or(F64Interval::ENTIRE)
            };
            let hull = |part: fn(&Complex<f64>) -> f64| {
                let all = members.iter().map(|i| around(part(&discs[*i].0), discs[*i].1));
                all.reduce(F64Interval::hull).unwrap_or(F64Interval::ENTIRE)
            };
            let (re, im) = (hull(|z| z.re), hull(|z| z.im));
            if !members.iter().any(touches) {
                if im.lo() > 0.0 {
                    out.pairs.extend(members.iter().map(|_| Pair { re, im }));
                } else {
                    below += members.len();
                }
            } else if members.len() == 1 && discs[representative].0.im == 0.0 {
                out.real.push(re);
            } else {
                out.undecided += members.len();
                let modulus = crate::norm::root_of_nonnegative(re.sqr() + im.sqr());
                out.undecided_bound = out.undecided_bound.max(modulus.hi());
            }
        }
        if below != out.pairs.len() {
            return self.unknown();
        }
        let certain = out.undecided == 0 && out.real.iter().all(|x| !x.contains_zero());
        out.negative = certain.then(|| out.real.iter().filter(|x| x.hi() < 0.0).count());
        out.zero = certain.then_some(0);
        out.real.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
        out
    }
}

/// Approximate eigenvalues and eigenvectors: the Schur form, and back substitution in it, which leaves out what would couple
/// eigenvalues that are closer than a thousand times `coupling` by no more than `coupling`, both relative to the matrix. Values next to
/// the real line are moved onto it.
fn eigenvectors(matrix: &DMatrix<f64>, coupling: f64) -> Option<(Vec<Complex<f64>>, ComplexMatrix)> {
    let n = matrix.nrows();
    let complex = matrix.map(|x| Complex::new(x, 0.0));
    let (q, t) = Schur::try_new(complex, f64::EPSILON, 200 * n.max(10))?.unpack();
    let size = t.iter().map(|z| z.norm()).fold(0.0, f64::max);
    let mut vectors = DMatrix::zeros(n, n);
    for k in 0..n {
        vectors[(k, k)] = Complex::new(1.0, 0.0);
        for i in (0..k).rev() {
            let mut sum = Complex::new(0.0, 0.0);
            for j in i + 1..=k {
                sum += t[(i, j)] * vectors[(j, k)];
            }
            let mut difference = t[(k, k)] - t[(i, i)];
            if difference.norm() <= 1e3 * coupling * size && sum.norm() <= coupling * size {
                continue;
            }
            if difference.norm() < f64::EPSILON * size {
                difference = Complex::new(f64::EPSILON * size + f64::MIN_POSITIVE, 0.0);
            }
            vectors[(i, k)] = sum / difference;
        }
    }
    let mut vectors = q * vectors;
    for mut column in vectors.column_iter_mut() {
        let norm = column.norm();
        if norm > 0.0 {
            column.unscale_mut(norm);
        }
    }
    let snap = |z: Complex<f64>| if z.im.abs() <= 1e-13 * size { Complex::new(z.re, 0.0) } else { z };
    Some(((0..n).map(|k| snap(t[(k, k)])).collect(), vectors))
}
