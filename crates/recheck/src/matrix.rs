//! Matrices as formulas leave them: a diagonal plus a few rank-one terms, or dense.

use crate::limits;
use exact::{IntPoly, Integer, Matrix, Rational, vector};

/// A rational matrix. `Structured` is `Diag(diagonal) + Σ left_r right_rᵀ`; it keeps sums and products of
/// diagonal and rank-one matrices small, so that a certificate of dimension 64 is checked in milliseconds.
#[derive(Clone, Debug)]
pub(crate) enum Mat {
    Structured { diagonal: Vec<Rational>, terms: Vec<(Vec<Rational>, Vec<Rational>)> },
    Dense(Matrix),
}

impl Mat {
    pub(crate) fn diagonal(diagonal: Vec<Rational>) -> Self {
        Self::Structured { diagonal, terms: Vec::new() }
    }

    /// `u vᵀ`; structured when square.
    pub(crate) fn outer(u: &[Rational], v: &[Rational]) -> Self {
        if u.len() == v.len() {
            let diagonal = vec![Rational::new(); u.len()];
            Self::Structured { diagonal, terms: vec![(u.to_vec(), v.to_vec())] }
        } else {
            Self::Dense(Matrix::outer(u, v))
        }
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        match self {
            Self::Structured { diagonal, .. } => (diagonal.len(), diagonal.len()),
            Self::Dense(matrix) => (matrix.rows(), matrix.cols()),
        }
    }

    pub(crate) fn dense(&self) -> Matrix {
        match self {
            Self::Dense(matrix) => matrix.clone(),
            Self::Structured { diagonal, terms } => {
                let n = diagonal.len();
                Matrix::from_fn(n, n, |i, j| {
                    let mut entry = if i == j { diagonal[i].clone() } else { Rational::new() };
                    for (left, right) in terms {
                        entry += Rational::from(&left[i] * &right[j]);
                    }
                    entry
                })
            }
        }
    }

    pub(crate) fn scale(&self, factor: &Rational) -> Self {
        match self {
            Self::Dense(matrix) => Self::Dense(matrix.scale(factor)),
            Self::Structured { diagonal, terms } => Self::Structured {
                diagonal: vector::scale(factor, diagonal),
                terms: terms.iter().map(|(l, r)| (vector::scale(factor, l), r.clone())).collect(),
            },
        }
    }

    pub(crate) fn transpose(&self) -> Self {
        match self {
            Self::Dense(matrix) => Self::Dense(matrix.transpose()),
            Self::Structured { diagonal, terms } => Self::Structured {
                diagonal: diagonal.clone(),
                terms: terms.iter().map(|(l, r)| (r.clone(), l.clone())).collect(),
            },
        }
    }

    /// Sum of two matrices of one shape.
    pub(crate) fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Structured { diagonal: a, terms: s }, Self::Structured { diagonal: b, terms: t }) => {
                Self::Structured {
                    diagonal: a.iter().zip(b).map(|(x, y)| Rational::from(x + y)).collect(),
                    terms: s.iter().chain(t).cloned().collect(),
                }
            }
            _ => Self::Dense(&self.dense() + &other.dense()),
        }
    }

    /// Product of two matrices whose inner sizes agree. With `A = D + Σ l rᵀ`, `B = E + Σ m sᵀ`:
    /// `AB = DE + Σ (D m) sᵀ + Σ l (E r + Σ (r·m) s)ᵀ`.
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let (Self::Structured { diagonal: a, terms: s }, Self::Structured { diagonal: b, terms: t }) =
            (self, other)
        else {
            return Self::Dense(&self.dense() * &other.dense());
        };
        let mut terms: Vec<_> = t.iter().map(|(m, right)| (vector::hadamard(a, m), right.clone())).collect();
        for (left, r) in s {
            let mut right = vector::hadamard(b, r);
            for (m, s) in t {
                let factor = vector::dot(r, m);
                for (entry, value) in right.iter_mut().zip(s) {
                    *entry += Rational::from(&factor * value);
                }
            }
            terms.push((left.clone(), right));
        }
        Self::Structured { diagonal: vector::hadamard(a, b), terms }
    }

    /// The characteristic polynomial of a square matrix (primitive, positive leading coefficient).
    ///
    /// For `D + l rᵀ` by the determinant lemma `∏(z − d_i) − Σ l_i r_i ∏_{j≠i}(z − d_j)`, which holds as a
    /// polynomial identity for all data; otherwise from the dense matrix.
    ///
    /// # Errors
    /// When the dense matrix is beyond the limits.
    pub(crate) fn characteristic_polynomial(&self) -> Result<IntPoly, String> {
        match self {
            Self::Structured { diagonal, terms } if terms.len() <= 1 => {
                let weights = match terms.first() {
                    Some((left, right)) => {
                        left.iter().zip(right).map(|(l, r)| -Rational::from(l * r)).collect()
                    }
                    None => vec![Rational::new(); diagonal.len()],
                };
                secular(diagonal, &weights)
            }
            _ => Ok(limits::dense(&self.dense())?.characteristic_polynomial()),
        }
    }
}

/// The primitive integer multiple of `∏(z − a_i) + Σ_i w_i ∏_{j≠i}(z − a_j)`; the lists have one length.
///
/// # Errors
/// When the numbers over a common denominator are beyond the limits.
pub(crate) fn secular(a: &[Rational], w: &[Rational]) -> Result<IntPoly, String> {
    let q = common_denominator(a);
    limits::secular(a.len(), u64::from(q.significant_bits()))?;
    // In y = q z the gates are integers: ∏(y − q a_i) + Σ (q w_i) ∏_{j≠i}(y − q a_j), times m.
    let poles: Vec<Integer> = a.iter().map(|value| scaled(value, &q)).collect();
    let qw: Vec<Rational> = w.iter().map(|value| Rational::from(value * &q)).collect();
    let m = common_denominator(&qw);
    let longest = poles.iter().map(Integer::significant_bits).max().unwrap_or(0);
    limits::secular(a.len(), u64::from(longest.max(q.significant_bits())) + u64::from(m.significant_bits()))?;
    let mut product = vec![Integer::from(1)];
    let mut sum = vec![Integer::new()];
    for (pole, weight) in poles.iter().zip(&qw) {
        let weight = scaled(weight, &m);
        // sum ← sum · (y − pole) + weight · product, before product ← product · (y − pole).
        multiply_linear(&mut sum, pole);
        for (s, p) in sum.iter_mut().zip(&product) {
            *s += &weight * p;
        }
        multiply_linear(&mut product, pole);
    }
    let mut power = Integer::from(1);
    let coefficients = product.into_iter().zip(sum).map(|(p, s)| {
        let coefficient = (p * &m + s) * &power;
        power *= &q;
        coefficient
    });
    Ok(IntPoly::new(coefficients.collect()).primitive())
}

/// `p ← p · (y − pole)`, coefficients from low to high.
fn multiply_linear(p: &mut Vec<Integer>, pole: &Integer) {
    p.push(Integer::new());
    for k in (0..p.len()).rev() {
        let lower = if k > 0 { p[k - 1].clone() } else { Integer::new() };
        p[k] *= pole;
        p[k] = lower - &p[k];
    }
}

fn common_denominator(values: &[Rational]) -> Integer {
    values.iter().fold(Integer::from(1), |lcm, value| lcm.lcm(value.denom()))
}

/// `value · q`, where `q` is a multiple of the denominator.
fn scaled(value: &Rational, q: &Integer) -> Integer {
    Integer::from(q / value.denom()) * value.numer()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Denominators without a common factor: over a common one each gate has 64 times the bits.
    #[test]
    fn gates_that_are_long_over_a_common_denominator_are_refused_before_the_work() {
        let gate =
            |i: u32| Rational::from((Integer::from(1), Integer::from(Integer::u_pow_u(3 + 2 * i, 4000))));
        let gates: Vec<Rational> = (0..64).map(gate).collect();
        assert!(secular(&gates, &gates).is_err());
        let dyadic = |i: u32| Rational::from((Integer::from(2 * i + 1), Integer::from(1) << 60));
        let gates: Vec<Rational> = (0..64).map(dyadic).collect();
        assert!(secular(&gates, &gates).is_ok());
    }
}
