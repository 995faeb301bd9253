//! Diagonal plus rank one.

use crate::located::{Signs, by_signs};
use crate::pair::{self, Missing};
use crate::reduced::Reduced;
use crate::secular::Deflated;
use crate::{Enclosure, Located};
use exact::{IntPoly, Matrix, Rational};
use std::cmp::Ordering;

/// The transition `T = Diag(gates) − left rightᵀ`, `d × d`.
///
/// Its characteristic polynomial is `∏(z − a_i) + Σ_i w_i ∏_{j≠i}(z − a_j)` with `w_i = left_i right_i` (matrix
/// determinant lemma); it depends on the two vectors through the weights `w` alone.
#[derive(Clone, Debug)]
pub struct RankOne {
    gates: Vec<Rational>,
    left: Vec<Rational>,
    right: Vec<Rational>,
}

impl RankOne {
    /// `Diag(gates) − left rightᵀ`.
    ///
    /// # Panics
    /// Unless the three vectors have one length.
    pub fn new(gates: Vec<Rational>, left: Vec<Rational>, right: Vec<Rational>) -> Self {
        assert!(
            gates.len() == left.len() && gates.len() == right.len(),
            "a diagonal of {} gates with vectors of {} and {} entries",
            gates.len(),
            left.len(),
            right.len()
        );
        Self { gates, left, right }
    }

    /// The erase step `(I − strength write eraseᵀ) Diag(gates)`: decay first, then erase along `erase`.
    ///
    /// # Panics
    /// Unless the three vectors have one length.
    pub fn erase(strength: &Rational, write: &[Rational], erase: &[Rational], gates: &[Rational]) -> Self {
        let left = write.iter().map(|value| Rational::from(value * strength)).collect();
        let right = erase.iter().zip(gates).map(|(value, gate)| Rational::from(value * gate)).collect();
        Self::new(gates.to_vec(), left, right)
    }

    /// Dimension `d`.
    pub fn dimension(&self) -> usize {
        self.gates.len()
    }

    /// The gates, the diagonal part.
    pub fn gates(&self) -> &[Rational] {
        &self.gates
    }

    /// The weights `w_i = left_i right_i`.
    pub fn weights(&self) -> Vec<Rational> {
        self.left.iter().zip(&self.right).map(|(l, r)| Rational::from(l * r)).collect()
    }

    /// The dense matrix.
    pub fn matrix(&self) -> Matrix {
        let d = self.dimension();
        Matrix::from_fn(d, d, |i, j| {
            let erased = -Rational::from(&self.left[i] * &self.right[j]);
            if i == j { erased + &self.gates[i] } else { erased }
        })
    }

    /// `det(zI − T)` in `O(d²)` operations (the primitive integer multiple).
    pub fn characteristic_polynomial(&self) -> IntPoly {
        let (reduced, deflated) = Reduced::new(&self.gates, &self.weights());
        let mut power = exact::Integer::from(1);
        let coefficients = reduced.polynomial().into_coefficients().into_iter().map(|coefficient| {
            let unscaled = coefficient * &power;
            power *= &reduced.scale;
            unscaled
        });
        let mut polynomial = IntPoly::new(coefficients.collect());
        for (root, multiplicity) in deflated {
            let factor = IntPoly::from_rationals(&[-root, Rational::from(1)]);
            for _ in 0..multiplicity {
                polynomial = &polynomial * &factor;
            }
        }
        polynomial.primitive()
    }

    /// The characteristic polynomial, deflated and ready for its roots to be located.
    pub fn secular(&self) -> Secular {
        let (reduced, deflated) = Reduced::new(&self.gates, &self.weights());
        Secular { polynomial: Deflated::new(reduced), deflated }
    }

    /// [`Secular::locate`].
    pub fn locate(&self, points: &[Rational]) -> Located {
        self.secular().locate(points)
    }

    /// [`Secular::locate_pair`].
    pub fn locate_pair(&self) -> Option<Located> {
        self.secular().locate_pair()
    }

    /// [`Secular::enclose`].
    pub fn enclose(&self, width: &Rational) -> Option<Vec<Enclosure>> {
        self.secular().enclose(width)
    }
}

/// The characteristic polynomial of a [`RankOne`]: gates that are eigenvalues whatever the rest is, and the
/// polynomial of the rest, whose poles are the remaining gates.
#[derive(Clone, Debug)]
pub struct Secular {
    polynomial: Deflated,
    deflated: Vec<(Rational, u32)>,
}

impl Secular {
    /// Locates real eigenvalues by the signs of the characteristic polynomial at the gates, at a bound of the
    /// spectral radius, and at `points`.
    ///
    /// Nothing about the spectrum is assumed: what is returned is what the signs prove. When all weights are
    /// positive, or all negative, that is the whole spectrum.
    pub fn locate(&self, points: &[Rational]) -> Located {
        self.locate_with_rest(points).0
    }

    /// Locates every eigenvalue when at most one pair is not real: like [`Self::locate`], and where real roots are
    /// missing, these as well, or all but two and a disc in the upper half plane.
    ///
    /// `None` when there are two pairs or more, or an irrational multiple root, which signs cannot show; the caller
    /// then counts by other means. Neither happens with weights whose signs change at most once from gate to gate in
    /// ascending order, in particular for an erase step whose two keys are one.
    pub fn locate_pair(&self) -> Option<Located> {
        self.locate_pair_with_rest().map(|(located, _)| located)
    }

    /// [`Self::locate_pair`], with what the signs in the intervals are read from.
    pub(crate) fn locate_pair_with_rest(&self) -> Option<(Located, Search<'_>)> {
        let (mut located, search) = self.locate_with_rest(&[]);
        match search.missing(&located) {
            0 => return Some((located, search)),
            2 => match pair::guess(&located, &search) {
                Missing::Pair(disc) => {
                    located.discs.push(disc);
                    return Some((located, search));
                }
                Missing::Real(points) => {
                    let (located, search) = self.locate_with_rest(&points);
                    if search.missing(&located) == 0 {
                        return Some((located, search));
                    }
                }
                Missing::Unknown => {}
            },
            _ => {}
        }
        let (mut located, search) = self.locate_with_rest(&pair::separators(&search));
        match search.missing(&located) {
            0 => {}
            2 => located.discs.push(pair::compute(&search)?),
            _ => return None,
        }
        Some((located, search))
    }

    fn locate_with_rest(&self, points: &[Rational]) -> (Located, Search<'_>) {
        let reduced = &self.polynomial.reduced;
        let scale = Rational::from(&reduced.scale);
        let mut at: Vec<Rational> = reduced.poles.iter().map(Rational::from).collect();
        match reduced.degree() {
            0 => {}
            // One weight is left: its root is rational.
            1 => at.push(&reduced.poles[0] - Rational::from(&reduced.weights[0] * &scale)),
            _ => {
                let bound = spectral_radius_bound(reduced) * &scale;
                at.extend([-bound.clone(), bound]);
            }
        }
        let elsewhere = points.iter().chain(self.deflated.iter().map(|(root, _)| root));
        at.extend(elsewhere.map(|point| Rational::from(point * &scale)));
        let mut scaled = Located::default();
        let rest = by_signs(&self.polynomial, at, &mut scaled);
        let unscale = |value: Rational| value / &scale;
        let mut located = Located {
            exact: self.deflated.clone(),
            intervals: scaled
                .intervals
                .into_iter()
                .map(|(low, high)| (unscale(low), unscale(high)))
                .collect(),
            discs: Vec::new(),
        };
        let mut divided = Vec::new();
        for (root, multiplicity) in scaled.exact {
            let root = unscale(root);
            for _ in 0..multiplicity {
                located.add_exact(root.clone());
                divided.push(root.clone());
            }
        }
        (located, Search { polynomial: &self.polynomial, rest, divided })
    }
}

/// What is left to look for after the signs at the gates.
pub(crate) struct Search<'a> {
    pub(crate) polynomial: &'a Deflated,
    /// The factor of the scaled polynomial that is left, if exact roots were divided out.
    rest: Option<IntPoly>,
    /// The exact roots that were divided out, unscaled, with repetitions.
    pub(crate) divided: Vec<Rational>,
}

impl Search<'_> {
    /// The factor of the scaled polynomial that is left after exact roots were divided out.
    pub(crate) fn rest(&self) -> &IntPoly {
        self.rest.as_ref().unwrap_or_else(|| self.polynomial.coefficients())
    }

    /// The sign of the remaining factor at an unscaled point.
    pub(crate) fn sign_at(&self, point: &Rational) -> Ordering {
        let scaled = Rational::from(point * &self.reduced().scale);
        match &self.rest {
            Some(rest) => rest.sign_at(&scaled),
            None => self.polynomial.sign_at(&scaled),
        }
    }

    /// Poles, weights and scale of the polynomial.
    pub(crate) fn reduced(&self) -> &Reduced {
        &self.polynomial.reduced
    }

    /// Number of roots of the remaining factor beside those in the intervals.
    fn missing(&self, located: &Located) -> usize {
        self.reduced().degree() - self.divided.len() - located.intervals.len()
    }
}

/// `|λ| ≤ max |a_i| + Σ |w_i|`: Gershgorin's columns for `Diag(a) − w 1ᵀ`, which has the same polynomial.
fn spectral_radius_bound(reduced: &Reduced) -> Rational {
    let pole =
        reduced.poles.iter().map(|pole| exact::Integer::from(pole.abs_ref())).max().unwrap_or_default();
    let weights: Rational = reduced.weights.iter().map(|weight| Rational::from(weight.abs_ref())).sum();
    Rational::from((pole, reduced.scale.clone())) + weights + 1
}
