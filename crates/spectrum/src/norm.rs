//! The operator norm of a step of diagonal plus rank one, enclosed in `O(d)` operations.
//!
//! With `l` and `r` so that `T = D − l rᵀ`, `TᵀT = D² + U C Uᵀ` for `U = [D l, r]` and `C = [[0, −1], [−1, lᵀl]]`. Let `M = t I − D²`.
//! Haynsworth's inertia additivity, applied to `[[C⁻¹, Uᵀ], [U, M]]` by either corner, gives
//!
//! `#{σ² > t} = n₋(M) + n₋(G) − n₋(C⁻¹)`, `G = C⁻¹ − Uᵀ M⁻¹ U = −[[lᵀl + A, 1 + B], [1 + B, E]]`
//!
//! with `A = Σ (a l)²/(t − a²)`, `B = Σ a l r/(t − a²)`, `E = Σ r²/(t − a²)`, and `n₋(C⁻¹) = 1` as `det C = −1`. So two points at which
//! the signs of a 2×2 matrix are certain enclose the largest singular value.

use crate::step::RankOneStep;
use enclosure::F64Interval;
use std::cmp::Ordering;

/// Sizes up to which squares of products neither overflow nor vanish.
const COMFORTABLE: f64 = 1e70;

/// Two to the power of `exponent`, which is within ±1000.
pub(crate) fn power_of_two(exponent: i32) -> F64Interval {
    F64Interval::point(2.0_f64.powi(exponent)).unwrap_or(F64Interval::ENTIRE)
}

/// The exponent of a power of two near the largest of these sizes, where that is far from 1; else 0. Products with powers of
/// two are exact but for underflow and overflow, which intervals enclose.
pub(crate) fn exponent_of(sizes: impl Iterator<Item = F64Interval>) -> i32 {
    let largest = sizes.map(|x| x.abs().hi()).fold(0.0, f64::max);
    if largest == 0.0 || (1.0 / COMFORTABLE..=COMFORTABLE).contains(&largest) {
        return 0;
    }
    (largest.min(f64::MAX).log2() as i32).clamp(-1000, 1000)
}

struct Parts {
    gate: Vec<F64Interval>,
    left: Vec<F64Interval>,
    right: Vec<F64Interval>,
    left_norm2: F64Interval,
    right_norm2: F64Interval,
}

impl Parts {
    fn new(step: &RankOneStep) -> Self {
        let gate: Vec<F64Interval> = step.gates.iter().map(crate::Number::interval).collect();
        let scale = step.scale.interval();
        let left: Vec<F64Interval> = step.left.iter().map(|x| x.interval() * scale).collect();
        let decay = |(i, x): (usize, &crate::Number)| {
            if step.decayed { x.interval() * gate[i] } else { x.interval() }
        };
        let right: Vec<F64Interval> = step.right.iter().enumerate().map(decay).collect();
        Self::of(gate, left, right)
    }

    fn of(gate: Vec<F64Interval>, left: Vec<F64Interval>, right: Vec<F64Interval>) -> Self {
        let norm2 = |x: &[F64Interval]| x.iter().fold(F64Interval::ZERO, |sum, x| sum + x.sqr());
        let (left_norm2, right_norm2) = (norm2(&left), norm2(&right));
        Self { gate, left, right, left_norm2, right_norm2 }
    }

    /// Vectors of a comfortable size, and the exponents of the two powers of two by whose product the transition was divided:
    /// `D − l rᵀ = 2^(m+n) (D/2^(m+n) − (l/2^m)(r/2^n)ᵀ)`.
    fn scaled(self) -> (Self, [i32; 2]) {
        let m = exponent_of(self.left.iter().copied());
        // What is small in all stays so: the gates are not made large for its sake.
        let n = exponent_of(self.right.iter().copied()).max(-m);
        if (m, n) == (0, 0) {
            return (self, [0, 0]);
        }
        let by = |x: &[F64Interval], exponent: i32| {
            x.iter().map(|x| *x * power_of_two(-exponent)).collect::<Vec<_>>()
        };
        let gate = by(&by(&self.gate, m), n);
        (Self::of(gate, by(&self.left, m), by(&self.right, n)), [m, n])
    }

    /// Number of singular values above `√t`, when certain.
    ///
    /// `A E − B²` would cancel where one pole dominates, in particular for `D l ∥ r` (an erase along one key), where it is zero. It
    /// is `A E′ − B′²` for `r′ = r − c D l` with any `c`, and `c = r_i / (a l)_i` of the dominating pole leaves nothing to cancel; then
    /// `(lᵀl + A) E − (1 + B)² = lᵀl E′ + 2 (c lᵀl − 1) B′ + c (c lᵀl − 2) A − 1 + A E′ − B′²`.
    fn count_above(&self, t: f64, c: f64) -> Option<usize> {
        let (t, c) = (F64Interval::point(t).ok()?, F64Interval::point(c).ok()?);
        let (mut a, mut b, mut e, mut e_whole) =
            (F64Interval::ZERO, F64Interval::ZERO, F64Interval::ZERO, F64Interval::ZERO);
        let mut negative = 0;
        for ((gate, left), right) in self.gate.iter().zip(&self.left).zip(&self.right) {
            let m = t - gate.sqr();
            negative += usize::from(m.sign()? == Ordering::Less);
            let decayed = *gate * *left;
            let rest = *right - c * decayed;
            a += decayed.sqr().checked_div(m)?;
            b += (decayed * rest).checked_div(m)?;
            e += rest.sqr().checked_div(m)?;
            e_whole += right.sqr().checked_div(m)?;
        }
        // −G = [[lᵀl + A, 1 + B], [1 + B, E]] has as many positive eigenvalues as G has negative ones.
        let l = self.left_norm2;
        let two = F64Interval::ONE + F64Interval::ONE;
        let determinant =
            l * e + two * (c * l - F64Interval::ONE) * b + c * (c * l - two) * a - F64Interval::ONE + a * e
                - b.sqr();
        let positive = match determinant.sign()? {
            Ordering::Less => 1,
            Ordering::Greater if (l + a + e_whole).sign()? == Ordering::Greater => 2,
            Ordering::Greater => 0,
            Ordering::Equal => return None,
        };
        (negative + positive).checked_sub(1)
    }
}

/// The same in double precision, as a hint.
struct Hint {
    squares: Vec<f64>,
    /// `a l` and `r`.
    parts: Vec<[f64; 2]>,
    left_norm2: f64,
}

impl Hint {
    fn is_above(&self, t: f64) -> bool {
        let c = self.ratio(t);
        let l = self.left_norm2;
        let (mut a, mut b, mut e, mut e_whole, mut negative) = (0.0, 0.0, 0.0, 0.0, 0);
        for (square, [al, r]) in self.squares.iter().zip(&self.parts) {
            let m = t - square;
            let inverse = 1.0 / m;
            negative += i32::from(m < 0.0);
            let rest = r - c * al;
            a += al * al * inverse;
            b += al * rest * inverse;
            e += rest * rest * inverse;
            e_whole += r * r * inverse;
        }
        let determinant = l * e + 2.0 * (c * l - 1.0) * b + c * (c * l - 2.0) * a - 1.0 + a * e - b * b;
        let positive = if determinant < 0.0 {
            1
        } else if l + a + e_whole > 0.0 {
            2
        } else {
            0
        };
        negative + positive > 1
    }

    /// `r / (a l)` of the pole that dominates at `t`.
    fn ratio(&self, t: f64) -> f64 {
        let weight = |i: &usize| (self.parts[*i][0].powi(2) / (t - self.squares[*i])).abs();
        let most = (0..self.parts.len()).max_by(|i, j| weight(i).total_cmp(&weight(j)));
        let ratio = most.map_or(0.0, |i| self.parts[i][1] / self.parts[i][0]);
        // Where gates vanish beside the rest, so does A E − B², and the squares of such a ratio would overflow.
        if ratio.abs() <= COMFORTABLE { ratio } else { 0.0 }
    }
}

/// The square root of a number that is not negative, whatever the rounding of its enclosure says.
pub(crate) fn root_of_nonnegative(x: F64Interval) -> F64Interval {
    let clamped = F64Interval::new(x.lo().max(0.0), x.hi().max(0.0));
    clamped.ok().and_then(F64Interval::sqrt).unwrap_or(F64Interval::ENTIRE)
}

/// The operator norm (largest singular value) of a step, enclosed.
///
/// ```
/// use spectrum::{Number, RankOneStep, operator_norm};
///
/// // I − 2 k kᵀ along a unit vector is a reflection.
/// let step = RankOneStep::erase(vec![Number::ONE, Number::ONE], Number::Exact(2.0), &[1.0, 0.0]);
/// let norm = operator_norm(&step);
/// assert!(norm.contains_f64(1.0) && norm.width() < 1e-9);
/// ```
pub fn operator_norm(step: &RankOneStep) -> F64Interval {
    let (parts, [m, n]) = Parts::new(step).scaled();
    let norm = norm_of(step, &parts);
    if (m, n) == (0, 0) {
        return norm;
    }
    let norm = norm * power_of_two(m) * power_of_two(n);
    // Rounding outward may have passed zero.
    if norm.lo() < 0.0 { norm.abs() } else { norm }
}

/// The norm of the transition with these parts, that of the step up to a factor.
fn norm_of(step: &RankOneStep, parts: &Parts) -> F64Interval {
    let mut squares: Vec<F64Interval> = parts.gate.iter().map(|x| x.sqr()).collect();
    squares.sort_by(|a, b| b.midpoint().total_cmp(&a.midpoint()));
    let Some(largest) = squares.first().copied() else { return F64Interval::ZERO };
    let coupling = root_of_nonnegative(parts.left_norm2 * parts.right_norm2);
    let gate = root_of_nonnegative(largest);
    let erases = |i: usize| !(step.right[i].is_zero() || (step.decayed && step.gates[i].is_zero()));
    let couples = (0..step.dimension()).any(erases) && !step.left.iter().all(crate::Number::is_zero);
    if !couples || step.scale.is_zero() {
        return gate;
    }
    let whole = F64Interval::new(0.0, (gate + coupling).hi()).unwrap_or(F64Interval::ENTIRE).sqr();
    let hint = Hint {
        squares: parts.gate.iter().map(|x| x.midpoint() * x.midpoint()).collect(),
        parts: (0..parts.gate.len())
            .map(|i| [parts.gate[i].midpoint() * parts.left[i].midpoint(), parts.right[i].midpoint()])
            .collect(),
        left_norm2: parts.left_norm2.midpoint(),
    };
    // C has one positive and one negative eigenvalue, so the largest singular value is at least the second largest gate.
    let (mut low, mut high) = (squares.get(1).map_or(0.0, |x| x.lo()), whole.hi());
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if hint.is_above(middle) { low = middle } else { high = middle }
    }
    let (mut found_low, mut found_high) = (squares.get(1).map_or(0.0, |x| x.lo()), whole.hi());
    let (mut lower, mut upper) = (false, false);
    for exponent in [-47, -43, -38, -32, -24, -14] {
        let reach = high * 2.0_f64.powi(exponent) + whole.hi() * 2.0_f64.powi(2 * exponent);
        if !lower && parts.count_above(high - reach, hint.ratio(high - reach)).is_some_and(|count| count > 0)
        {
            (found_low, lower) = (found_low.max(high - reach), true);
        }
        if !upper && parts.count_above(high + reach, hint.ratio(high + reach)) == Some(0) {
            (found_high, upper) = (found_high.min(high + reach), true);
        }
    }
    F64Interval::new(found_low, found_high).ok().and_then(F64Interval::sqrt).unwrap_or(F64Interval::ENTIRE)
}
