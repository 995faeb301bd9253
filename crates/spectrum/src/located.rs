//! Where eigenvalues are.

use exact::{IntPoly, Rational};
use std::cmp::Ordering;

/// A disc in the open upper half plane that holds an eigenvalue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Real part of the centre.
    pub x: Rational,
    /// Imaginary part of the centre.
    pub y: Rational,
    /// Radius, smaller than `y`.
    pub radius: Rational,
}

/// Eigenvalues located with proof.
///
/// The characteristic polynomial is `∏ (z − exact)^multiplicity · rest`, `rest` changes sign over every interval,
/// and has a root in every disc; intervals are open, ascending and disjoint, with no exact root inside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// Rational eigenvalues with multiplicities, ascending.
    pub exact: Vec<(Rational, u32)>,
    /// Open intervals, each with an eigenvalue.
    pub intervals: Vec<(Rational, Rational)>,
    /// Discs, each with a non-real eigenvalue.
    pub discs: Vec<Disc>,
}

impl Located {
    /// Number of real eigenvalues found, with multiplicity.
    pub fn real(&self) -> usize {
        self.exact.iter().map(|(_, multiplicity)| *multiplicity as usize).sum::<usize>()
            + self.intervals.len()
    }

    /// The real eigenvalues found, ascending, each as the ends of where it is; equal ends for an exact one.
    pub fn ascending(&self) -> Vec<(Rational, Rational)> {
        let exact = self.exact.iter().flat_map(|(root, multiplicity)| {
            std::iter::repeat_n((root.clone(), root.clone()), *multiplicity as usize)
        });
        let mut items: Vec<_> = exact.chain(self.intervals.iter().cloned()).collect();
        items.sort();
        items
    }

    /// Number of certainly negative, zero, and certainly positive real eigenvalues found.
    pub fn signs(&self) -> [usize; 3] {
        let mut signs = [0; 3];
        for (low, high) in self.ascending() {
            let class = match (low.cmp0(), high.cmp0()) {
                (Ordering::Equal, Ordering::Equal) => Some(1),
                (_, Ordering::Less | Ordering::Equal) => Some(0),
                (Ordering::Greater | Ordering::Equal, _) => Some(2),
                _ => None,
            };
            if let Some(class) = class {
                signs[class] += 1;
            }
        }
        signs
    }

    /// Adds one more rational eigenvalue.
    pub(crate) fn add_exact(&mut self, root: Rational) {
        match self.exact.binary_search_by(|(known, _)| known.cmp(&root)) {
            Ok(at) => self.exact[at].1 += 1,
            Err(at) => self.exact.insert(at, (root, 1)),
        }
    }
}

/// A polynomial whose signs may be had without its coefficients.
pub(crate) trait Signs {
    /// The sign at a point.
    fn sign_at(&self, point: &Rational) -> Ordering;
    /// The polynomial, to divide exact roots out.
    fn polynomial(&self) -> IntPoly;
}

impl Signs for IntPoly {
    fn sign_at(&self, point: &Rational) -> Ordering {
        self.sign_at(point)
    }

    fn polynomial(&self) -> IntPoly {
        self.clone()
    }
}

/// Locates roots by signs at `points` (in any order, repetitions allowed), beside what `found` has already divided
/// out. Points that are roots become exact roots and are divided out as well.
///
/// Returns what is left of the polynomial, if something was divided out.
pub(crate) fn by_signs(
    polynomial: &impl Signs,
    points: Vec<Rational>,
    found: &mut Located,
) -> Option<IntPoly> {
    let mut points = points;
    points.extend(found.exact.iter().map(|(root, _)| root.clone()));
    points.sort();
    points.dedup();
    let mut signs: Vec<Ordering> = points.iter().map(|point| polynomial.sign_at(point)).collect();
    let mut rest = None;
    for (at, point) in points.iter().enumerate() {
        if signs[at] != Ordering::Equal {
            continue;
        }
        let rest = rest.get_or_insert_with(|| polynomial.polynomial());
        while rest.divide_linear(point) {
            found.add_exact(point.clone());
            // Dividing by (z − point) turns the signs on its left; at the point itself it is asked anew.
            signs[..at].iter_mut().for_each(|sign| *sign = sign.reverse());
        }
        signs[at] = rest.sign_at(point);
    }
    let at_points = points.windows(2).zip(signs.windows(2));
    found.intervals.extend(
        at_points
            .filter(|(_, signs)| signs[0] == signs[1].reverse() && signs[0] != Ordering::Equal)
            .map(|(ends, _)| (ends[0].clone(), ends[1].clone())),
    );
    found.intervals.sort();
    rest
}
