//! The secular polynomial of a diagonal plus rank one, deflated.

use exact::{IntPoly, Integer, Rational, SubFrom};

/// The deflated secular polynomial in the scaled variable `y = q z`, in which the poles are integers:
/// a positive multiple of `∏(y − p_i) + Σ_i c_i ∏_{j≠i}(y − p_j)` with distinct poles and non-zero weights.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    /// The scale `q > 0`.
    pub(crate) scale: Integer,
    /// Distinct poles `p_i`, ascending.
    pub(crate) poles: Vec<Integer>,
    /// Weights `w_i` of the unscaled polynomial (`c_i = q w_i`), none zero.
    pub(crate) weights: Vec<Rational>,
}

impl Reduced {
    /// Deflates `∏(z − a_i) + Σ w_i ∏_{j≠i}(z − a_j)`: a gate of multiplicity `r` is a root of multiplicity at
    /// least `r − 1`, and `r` when its weights cancel. These roots are returned with their multiplicities.
    pub(crate) fn new(gates: &[Rational], weights: &[Rational]) -> (Self, Vec<(Rational, u32)>) {
        let mut order: Vec<usize> = (0..gates.len()).collect();
        order.sort_by(|&i, &j| gates[i].cmp(&gates[j]));
        let mut deflated = Vec::new();
        let mut kept: Vec<(Rational, Rational)> = Vec::new();
        for group in order.chunk_by(|&i, &j| gates[i] == gates[j]) {
            let gate = &gates[group[0]];
            let weight: Rational = group.iter().map(|&i| &weights[i]).sum();
            let multiplicity = group.len() as u32 - u32::from(!weight.is_zero());
            if multiplicity > 0 {
                deflated.push((gate.clone(), multiplicity));
            }
            if !weight.is_zero() {
                kept.push((gate.clone(), weight));
            }
        }
        let scale = kept.iter().fold(Integer::from(1), |lcm, (gate, _)| lcm.lcm(gate.denom()));
        let poles =
            kept.iter().map(|(gate, _)| Integer::from(&scale / gate.denom()) * gate.numer()).collect();
        let weights = kept.into_iter().map(|(_, weight)| weight).collect();
        (Self { scale, poles, weights }, deflated)
    }

    /// Degree of the polynomial.
    pub(crate) fn degree(&self) -> usize {
        self.poles.len()
    }

    /// The polynomial in `y`, by multiplying in one pole at a time: `O(n²)` operations.
    pub(crate) fn polynomial(&self) -> IntPoly {
        let scaled: Vec<Rational> =
            self.weights.iter().map(|weight| Rational::from(weight * &self.scale)).collect();
        let m = scaled.iter().fold(Integer::from(1), |lcm, weight| lcm.lcm(weight.denom()));
        let n = self.degree();
        let mut product = Vec::with_capacity(n + 1);
        let mut sum = Vec::with_capacity(n + 1);
        product.push(Integer::from(1));
        sum.push(Integer::new());
        // Invariant: product = ∏(y − p_j), sum = m Σ c_i ∏_{j≠i}(y − p_j), over the poles taken in so far.
        for (pole, weight) in self.poles.iter().zip(&scaled) {
            let c = Integer::from(&m / weight.denom()) * weight.numer();
            multiply_linear(&mut sum, pole);
            for (s, p) in sum.iter_mut().zip(&product) {
                *s += &c * p;
            }
            multiply_linear(&mut product, pole);
        }
        for (p, s) in product.iter_mut().zip(&sum) {
            *p *= &m;
            *p += s;
        }
        IntPoly::new(product)
    }
}

/// `p ← p · (y − pole)`, coefficients from low to high, in place.
fn multiply_linear(p: &mut Vec<Integer>, pole: &Integer) {
    let top = p.last().cloned().unwrap_or_default();
    for k in (1..p.len()).rev() {
        let (lower, upper) = p.split_at_mut(k);
        upper[0] *= pole;
        upper[0].sub_from(&lower[k - 1]);
    }
    if let Some(constant) = p.first_mut() {
        *constant *= pole;
        *constant *= -1;
    }
    p.push(top);
}
