//! Products of the transitions of neighbouring tokens.

use crate::Transition;
use crate::reduced::reduced;
use crate::summary::bounds;
use crate::transition::Hint;
use enclosure::F64Interval;
use serde::Serialize;
use spectrum::IntervalMatrix;

/// Powers up to `2^16`: their roots tell the spectral radius to a factor `n^(1/65536)`.
const SQUARINGS: u32 = 16;

/// Modes of a smaller modulus are not counted as rotations of a window: after it, less than a millionth of them is left.
pub const NEGLIGIBLE: f64 = 1e-6;

/// A product of the transitions of a window of tokens of one head.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Window {
    /// Entry of the batch.
    pub batch: usize,
    /// The first token.
    pub from: usize,
    /// The token after the last one.
    pub to: usize,
    /// The spectral radius of the product of all its transitions.
    #[serde(serialize_with = "bounds")]
    pub radius: F64Interval,
    /// Certain pairs that are not real, of modulus at least [`NEGLIGIBLE`].
    pub pairs: usize,
    /// Eigenvalues of which it is not decided whether they are real.
    pub undecided: usize,
    /// An upper bound of the absolute value of these, and of pairs of which it is not certain that they count.
    pub undecided_below: f64,
}

impl Window {
    /// Multiplies the transitions, the first token's first, and looks at the product.
    pub fn new(batch: usize, from: usize, transitions: &[&Transition]) -> Self {
        let n = transitions.first().map_or(0, |t| t.dimension());
        let whole = || (transitions.iter().fold(IntervalMatrix::identity(n), |p, t| t.after(p)), Vec::new());
        let (product, scalars) = reduced(transitions).unwrap_or_else(whole);
        let spectrum = product.spectrum();
        let mut radius = spectrum.radius();
        if spectrum.undecided > 0 {
            // What the discs leave open about the growth, powers tell.
            radius = radius.intersect(product.radius_from_powers(SQUARINGS)).unwrap_or(radius);
        }
        for scalar in scalars.iter().map(|x| x.abs()) {
            let larger = F64Interval::new(radius.lo().max(scalar.lo()), radius.hi().max(scalar.hi()));
            radius = larger.unwrap_or(radius);
        }
        if radius.lo() <= 1.0 && radius.hi() > 1.0 && transitions.iter().all(|step| step.contracts()) {
            // A product of contractions is one; an eigenvalue may be exactly 1, which the discs do not show.
            radius = F64Interval::new(radius.lo(), 1.0).unwrap_or(radius);
        }
        let moduli: Vec<F64Interval> = spectrum.pairs.iter().map(spectrum::Pair::modulus).collect();
        let pairs = moduli.iter().filter(|modulus| modulus.lo() >= NEGLIGIBLE).count();
        let beside = moduli.iter().filter(|modulus| modulus.lo() < NEGLIGIBLE).map(|modulus| modulus.hi());
        let undecided_below = beside.fold(spectrum.undecided_bound.min(radius.hi()), f64::max);
        Self {
            batch,
            from,
            to: from + transitions.len(),
            radius,
            pairs,
            undecided: spectrum.undecided,
            undecided_below,
        }
    }

    /// Whether the product has a spectral radius above 1, when certain.
    pub fn expands(&self) -> Option<bool> {
        if self.radius.lo() > 1.0 {
            Some(true)
        } else if self.radius.hi() <= 1.0 {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the product has a pair that is not real, of modulus at least [`NEGLIGIBLE`], when certain.
    pub fn rotates(&self) -> Option<bool> {
        if self.pairs > 0 {
            Some(true)
        } else if self.undecided_below < NEGLIGIBLE {
            Some(false)
        } else {
            None
        }
    }
}

/// The windows of a head.
#[derive(Clone, Debug, Serialize)]
pub struct WindowSummary {
    /// Tokens of a window.
    pub length: usize,
    /// Windows that there are.
    pub all: u64,
    /// Windows that were examined.
    pub examined: u64,
    /// Those whose product certainly has a pair that is not real, of modulus at least [`NEGLIGIBLE`].
    pub rotating: u64,
    /// Those of which that is not decided: all pairs that they may have are of modulus at most `undecided_below`.
    pub rotation_undecided: u64,
    /// The largest modulus that an undecided eigenvalue may have.
    pub undecided_below: f64,
    /// Those whose steps all have a real spectrum, and whose product rotates.
    pub rotating_though_no_step_does: u64,
    /// Those whose product certainly has a spectral radius above 1: repeated, they blow the state up.
    pub expanding: u64,
    /// Those of which that is not decided.
    pub expansion_undecided: u64,
    /// The one with the largest certain lower bound of the spectral radius.
    pub worst: Option<Window>,
}

impl WindowSummary {
    pub(crate) fn new(length: usize) -> Self {
        Self {
            length,
            all: 0,
            examined: 0,
            rotating: 0,
            rotation_undecided: 0,
            undecided_below: 0.0,
            rotating_though_no_step_does: 0,
            expanding: 0,
            expansion_undecided: 0,
            worst: None,
        }
    }

    pub(crate) fn add(&mut self, window: Window, steps_are_real: bool) {
        self.examined += 1;
        self.rotating += u64::from(window.rotates() == Some(true));
        self.rotating_though_no_step_does += u64::from(window.rotates() == Some(true) && steps_are_real);
        if window.rotates().is_none() {
            self.rotation_undecided += 1;
            self.undecided_below = self.undecided_below.max(window.undecided_below);
        }
        self.expanding += u64::from(window.expands() == Some(true));
        self.expansion_undecided += u64::from(window.expands().is_none());
        if self.worst.is_none_or(|worst| window.radius.lo() > worst.radius.lo()) {
            self.worst = Some(window);
        }
    }
}

/// About the spectral radius of a product, by repeated application to a vector: a hint.
pub(crate) fn growth(steps: &[&Hint], dimension: usize) -> f64 {
    const ROUNDS: i32 = 12;
    // Any vector that is not special; deterministic, so that runs repeat.
    let mut x: Vec<f64> = (0..dimension).map(|i| (1.0 + 0.37 * i as f64).sin() + 0.5).collect();
    let mut logarithm = 0.0;
    for round in 0..2 * ROUNDS {
        for step in steps {
            step.apply(&mut x);
        }
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !(norm > 0.0 && norm.is_finite()) {
            return 0.0;
        }
        x.iter_mut().for_each(|x| *x /= norm);
        if round >= ROUNDS {
            logarithm += norm.ln();
        }
    }
    (logarithm / f64::from(ROUNDS)).exp()
}

/// How many windows of a head are examined by default: fewer in high dimension, where each costs more.
pub(crate) fn default_count(dimension: usize) -> usize {
    let d = dimension.max(1) as f64;
    (256.0 * (32.0 / d).powi(3)).clamp(16.0, 256.0) as usize
}
