//! How far a product is from breaking a property, in double precision: what the search climbs.

use crate::grid::Grid;
use crate::property::Property;
use crate::spectral;
use crate::syntax::Relation;
use num_complex::Complex64;

/// Above this a point counts as a suspicion that exact arithmetic should look at. It filters rounding noise and decides
/// nothing.
pub(crate) const SUSPICION: f64 = 1e-9;

/// [`SUSPICION`] for a property: below 0 where the bound itself is excluded, since it may be attained without being passed.
pub(crate) fn suspicion(property: &Property) -> f64 {
    if property.is_strict() { -1e-6 } else { SUSPICION }
}

/// Positive where the steps seem to break the property, negative by how much they seem to be away from it.
pub(crate) fn violation(property: &Property, steps: &[&Grid<f64>]) -> Option<f64> {
    if let (Property::Commutes, [first, second]) = (property, steps) {
        let (ab, ba) = (first.times(second), second.times(first));
        let largest = ab.data.iter().zip(&ba.data).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        return largest.is_finite().then_some(largest);
    }
    let (first, rest) = steps.split_first()?;
    let mut product = (*first).clone();
    for step in rest {
        product = step.times(&product);
    }
    let dense = product.dense();
    let eigenvalues = || spectral::eigenvalues(&dense);
    let value = match property {
        Property::PairsAtMost(most) => pairs_beyond(&eigenvalues()?, *most),
        Property::SimilarToSymmetric => pairs_beyond(&eigenvalues()?, 0),
        Property::SpectralRadius { bound, .. } => {
            let radius = eigenvalues()?.iter().map(|z| z.norm()).fold(0.0, f64::max);
            // The growth of one step, so that words of different lengths compare.
            let steps = steps.len() as f64;
            radius.powf(1.0 / steps) - bound.to_f64().powf(1.0 / steps)
        }
        Property::NormSquared { bound, .. } => spectral::largest_singular(&dense)?.powi(2) - bound.to_f64(),
        Property::PositiveSpectrum => {
            let all = eigenvalues()?;
            let lowest = all.iter().map(|z| -z.re).fold(f64::NEG_INFINITY, f64::max);
            pairs_beyond(&all, 0).max(lowest)
        }
        Property::NoNegativeEigenvalue => {
            let all = eigenvalues()?;
            let largest = all.iter().map(|z| z.norm()).fold(0.0, f64::max);
            // A complex eigenvalue counts by how far it is from the negative axis.
            let towards = |z: &Complex64| -z.re - 4.0 * z.im.abs();
            let real = all.iter().map(towards).fold(f64::NEG_INFINITY, f64::max);
            real / largest.max(1e-12)
        }
        Property::Commutes => return None,
        Property::Determinant(relation, bound) => {
            let difference = dense.determinant() - bound.to_f64();
            match relation {
                Relation::Less | Relation::AtMost => difference,
                Relation::Greater | Relation::AtLeast => -difference,
            }
        }
    };
    value.is_finite().then_some(value)
}

/// How far the spectrum is from more than `most` pairs.
///
/// Of two eigenvalues that are or could become a pair, `−(λ₁ − λ₂)²/4` is the square of the imaginary part or minus that
/// of half the gap: smooth where the two meet, unlike the imaginary part itself. It is taken relative to their moduli, and
/// the value is that of the pair that is the last one needed, with a little of the others.
fn pairs_beyond(eigenvalues: &[Complex64], most: usize) -> f64 {
    let largest = eigenvalues.iter().map(|z| z.norm_sqr()).fold(0.0, f64::max);
    let floor = 1e-8 * largest + 1e-300;
    let mut real: Vec<f64> = Vec::new();
    let mut marks: Vec<f64> = Vec::new();
    for z in eigenvalues {
        if z.im == 0.0 {
            real.push(z.re);
        } else if z.im > 0.0 {
            marks.push(z.im * z.im / (z.norm_sqr() + floor));
        }
    }
    real.sort_by(f64::total_cmp);
    let gap = |a: f64, b: f64| -(a - b).powi(2) / (2.0 * (a * a + b * b) + floor);
    while marks.len() <= most {
        // The closest two neighbours that are left.
        let best =
            real.windows(2).map(|pair| gap(pair[0], pair[1])).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((at, mark)) = best else { return -10.0 };
        marks.push(mark);
        real.drain(at..at + 2);
    }
    marks.sort_by(|a, b| b.total_cmp(a));
    marks[most] + 0.05 * marks[..most].iter().filter(|mark| **mark < 0.0).sum::<f64>()
}
