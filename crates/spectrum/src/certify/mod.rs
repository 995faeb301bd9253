//! The spectrum of a transition whose numbers are known exactly or enclosed: every statement holds for all members of the
//! enclosures.

mod balls;
mod definite;
mod poles;
mod signed;
mod zero;

use crate::number::Number;
use crate::step::RankOneStep;
use enclosure::{F64Interval, RealBall};
use exact::Rational;
use poles::Poles;
use std::cmp::Ordering;

/// Bits up to which balls are tried where intervals do not decide.
pub(crate) const LIMIT: u32 = 2048;

/// A conjugate pair of eigenvalues that are not real.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The real part.
    pub re: F64Interval,
    /// The imaginary part of the upper one, positive.
    pub im: F64Interval,
}

impl Pair {
    /// The absolute value.
    pub fn modulus(&self) -> F64Interval {
        (self.re.sqr() + self.im.sqr()).sqrt().unwrap_or(F64Interval::ENTIRE)
    }

    /// The argument, in `(0, π)`, in radians.
    pub fn angle(&self) -> F64Interval {
        let (re, im) = (self.re.to_ball(96), self.im.to_ball(96));
        im.atan2(&re).map_or(F64Interval::ENTIRE, |angle| F64Interval::from_ball(&angle))
    }
}

/// The spectrum of one transition, certified.
///
/// `real`, `pairs` (each counts twice) and `undecided` add up to the dimension. Eigenvalues are counted with multiplicity.
#[derive(Clone, Debug)]
pub struct Spectrum {
    /// Dimension of the state.
    pub dimension: usize,
    /// Enclosures of the real eigenvalues, ascending by midpoint. Neighbours may touch or overlap where gates coincide.
    pub real: Vec<F64Interval>,
    /// The conjugate pairs that are not real.
    pub pairs: Vec<Pair>,
    /// Eigenvalues of which it is not decided whether they are real.
    pub undecided: usize,
    /// A bound of the absolute value of the undecided ones; 0 where there are none.
    pub undecided_bound: f64,
    /// Number of negative eigenvalues; `None` when not decided.
    pub negative: Option<usize>,
    /// Number of eigenvalues that are exactly zero; `None` when not decided.
    pub zero: Option<usize>,
    /// Signed distance from the edge of the set of rotating transitions: see [`edge`]. `None` where no key and no strength
    /// could make the transition rotate, or where it is not defined.
    pub edge: Option<F64Interval>,
}

impl Spectrum {
    /// Number of conjugate pairs that are not real; `None` when it is not decided.
    pub fn pair_count(&self) -> Option<usize> {
        (self.undecided == 0).then_some(self.pairs.len())
    }

    /// The spectral radius.
    pub fn radius(&self) -> F64Interval {
        let all = self.real.iter().map(|x| x.abs()).chain(self.pairs.iter().map(Pair::modulus));
        let (low, high) =
            all.fold((0.0_f64, self.undecided_bound), |(low, high), x| (low.max(x.lo()), high.max(x.hi())));
        if high.is_finite() {
            F64Interval::new(low, high).unwrap_or(F64Interval::ENTIRE)
        } else {
            F64Interval::ENTIRE
        }
    }

    /// The same for `factor · T` with a positive factor.
    fn scaled(mut self, factor: F64Interval) -> Self {
        self.real.iter_mut().for_each(|x| *x *= factor);
        for pair in &mut self.pairs {
            *pair = Pair { re: pair.re * factor, im: pair.im * factor };
        }
        self.undecided_bound = (self.undecided_bound * factor.hi()).next_up();
        self.edge = self.edge.map(|edge| edge * factor);
        self
    }
}

/// The signed distance from the edge of the rotating set, of the two eigenvalues `λ₁, λ₂` that can meet and leave the real line:
/// with `c = λ₁ + λ₂` and `q = λ₁ λ₂`, the number `2 √q − |c|`, and `−2 √−q − |c|` for `q < 0`.
///
/// It is positive exactly when the two are a pair, and zero exactly when they are a real double eigenvalue (or both zero). For Complex
/// KDA in two dimensions with gates `a > 0 > −b` and key `(cos φ, sin φ)`, the step rotates exactly when
/// `(√a − √((β−1)b))² < β(a+b)cos²φ < (√a + √((β−1)b))²`, and as `c = a + (β−1)b − β(a+b)cos²φ` and `q = (β−1)ab`, this number is the
/// distance of `β(a+b)cos²φ` from the nearer end of that window. For Momentum DeltaNet with `q = αμ` and
/// `c = α + μ − αβη‖k‖²` it is that of `αβη‖k‖²` from the nearer end of `((√α − √μ)², (√α + √μ)²)`.
pub fn edge(sum: F64Interval, product: F64Interval) -> F64Interval {
    let root = |x: f64| -> (f64, f64) {
        let size = x.abs().sqrt();
        let (low, high) = (size.next_down().max(0.0), size.next_up());
        if x >= 0.0 { (low, high) } else { (-high, -low) }
    };
    let (low, high) = (root(product.lo()).0, root(product.hi()).1);
    let root = F64Interval::new(low, high).unwrap_or(F64Interval::ENTIRE);
    root + root - sum.abs()
}

/// The spectrum of a step of diagonal plus rank one, from its numbers.
///
/// With weights `w_i = scale · left_i right_i (gate_i)` that are all of one sign the spectrum is real, and the eigenvalues interlace
/// the gates; with weights that are negative below some point and positive above it (Complex KDA) at most one pair is not real, and
/// whether there is one is decided by signs or by a disc, in `f64` intervals and then in balls of up to 2048 bits, for exactly known
/// numbers in rationals. Other sign patterns are left undecided.
///
/// ```
/// use spectrum::{Number, RankOneStep};
///
/// // Gates e^-0.1 and -e^-0.1, a key at 45 degrees, strength 1.9: it rotates.
/// let gates = vec![Number::exp(-0.1), Number::Exp { log: -0.1, negative: true }];
/// let key = [std::f64::consts::FRAC_1_SQRT_2; 2];
/// let step = RankOneStep::erase(gates, Number::Exact(1.9), &key);
/// let spectrum = spectrum::of(&step);
/// assert_eq!((spectrum.pair_count(), spectrum.negative), (Some(1), Some(0)));
/// let angle = spectrum.pairs[0].angle();
/// assert!(angle.lo() > 1.57 && angle.hi() < 1.58);
///
/// // With positive gates, never: two real eigenvalues, one of them negative.
/// let step = RankOneStep::erase(vec![Number::exp(-0.1), Number::exp(-0.3)], Number::Exact(1.9), &key);
/// assert_eq!((spectrum::of(&step).pair_count(), spectrum::of(&step).negative), (Some(0), Some(1)));
/// ```
pub fn of(step: &RankOneStep) -> Spectrum {
    if let Some((exact, factor)) = without_common_factor(step) {
        return of(&exact).scaled(factor);
    }
    let mut fixed = Vec::new();
    let mut coupled = Vec::new();
    for i in 0..step.dimension() {
        if step.weight_sign(i) == Some(Ordering::Equal) { fixed.push(i) } else { coupled.push(i) }
    }
    let poles = Poles::new(step, &coupled);
    let signs: Vec<Option<Ordering>> = poles.channel.iter().map(|&i| step.weight_sign(i)).collect();
    let is = |sign: &Option<Ordering>, wanted| *sign == Some(wanted);
    let rest = if signs.iter().all(|sign| is(sign, Ordering::Greater)) {
        definite::spectrum(step, &poles, false)
    } else if signs.iter().all(|sign| is(sign, Ordering::Less)) {
        definite::spectrum(step, &poles.mirrored(), true)
    } else {
        let split = signs.iter().take_while(|sign| is(sign, Ordering::Less)).count();
        let ordered = signs[split..].iter().all(|sign| is(sign, Ordering::Greater));
        // Which poles are below the change of sign must be certain.
        if ordered
            && poles.high[split - usize::from(split > 0)..split].iter().all(|end| *end < poles.low[split])
        {
            signed::spectrum(step, &poles, split)
        } else if let Some(whole) = with_one_gate(step) {
            return whole;
        } else {
            unknown(&poles)
        }
    };
    with_fixed(rest, step, &fixed)
}

/// Where all gates are `±e^g` with one `g` and the erase reads the decayed state, the transition is `e^g` times one with gates ±1,
/// of which everything can be decided exactly.
fn without_common_factor(step: &RankOneStep) -> Option<(RankOneStep, F64Interval)> {
    let Some(Number::Exp { log: common, .. }) = step.gates.first() else { return None };
    if *common == 0.0 || !step.decayed {
        return None;
    }
    let gate = |gate: &Number| match gate {
        Number::Exp { log, negative } if log == common => {
            Some(Number::Exact(if *negative { -1.0 } else { 1.0 }))
        }
        _ => None,
    };
    let gates = step.gates.iter().map(gate).collect::<Option<Vec<_>>>()?;
    Some((RankOneStep { gates, ..step.clone() }, Number::exp(*common).interval()))
}

/// Where all gates are one number `a` and the vectors are known exactly: `aI − s l rᵀ` has the eigenvalue `a` in all dimensions but
/// one, and `a − s l·r` (`a(1 − s l·r)`), whatever the signs of the products `l_i r_i`, as when keys and what is erased differ (Comba).
fn with_one_gate(step: &RankOneStep) -> Option<Spectrum> {
    let (first, rest) = step.gates.split_first()?;
    if rest.is_empty() || !rest.iter().all(|gate| gate.is_same(first)) {
        return None;
    }
    let products = step.left.iter().zip(&step.right).map(|(l, r)| Some(l.exact()? * r.exact()?));
    let weight: Rational = products.sum::<Option<Rational>>()?;
    let one = RankOneStep {
        gates: vec![first.clone()],
        scale: step.scale.clone(),
        left: vec![Number::rational(weight)],
        right: vec![Number::ONE],
        decayed: step.decayed,
    };
    let others: Vec<usize> = (1..step.dimension()).collect();
    Some(with_fixed(of(&one), step, &others))
}

/// Adds the gates that are eigenvalues whatever the rest is.
fn with_fixed(mut rest: Spectrum, step: &RankOneStep, fixed: &[usize]) -> Spectrum {
    rest.dimension += fixed.len();
    for &i in fixed {
        rest.real.push(step.gates[i].interval());
        let sign = step.gates[i].sign();
        let count = |so_far: Option<usize>, counted| Some(so_far? + usize::from(sign? == counted));
        rest.negative = count(rest.negative, Ordering::Less);
        rest.zero = count(rest.zero, Ordering::Equal);
    }
    rest.real.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
    rest
}

/// Nothing but a bound, `|λ| ≤ max |a_i| + Σ |w_i|`: Gershgorin's columns for `Diag(a) − w 1ᵀ`, which has the same polynomial.
fn unknown(poles: &Poles) -> Spectrum {
    Spectrum {
        dimension: poles.len(),
        real: Vec::new(),
        pairs: Vec::new(),
        undecided: poles.len(),
        undecided_bound: bound(poles),
        negative: None,
        zero: None,
        edge: None,
    }
}

fn bound(poles: &Poles) -> f64 {
    let pole = poles.pole.iter().map(|x| x.abs().hi()).fold(0.0, f64::max);
    let weight = poles.weight.iter().fold(F64Interval::ZERO, |sum, x| sum + x.abs());
    (pole + weight.hi()).next_up()
}

/// Tries `question` in balls of 128, 256, … bits, up to the limit.
pub(crate) fn escalate<T>(mut question: impl FnMut(u32) -> Option<T>) -> Option<T> {
    let mut bits = 128;
    while bits <= LIMIT {
        if let Some(answer) = question(bits) {
            return Some(answer);
        }
        bits *= 2;
    }
    None
}

/// The weight of a channel in a ball.
fn weight_ball(step: &RankOneStep, i: usize, bits: u32) -> RealBall {
    let coupling = step.coupling_ball(i, bits);
    if step.decayed { coupling * step.gates[i].ball(bits) } else { coupling }
}
