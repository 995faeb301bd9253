//! One token's transition, whatever the system, and what is certain about it.

use enclosure::{F64Interval, RealBall};
use exact::Rational;
use spectrum::{IntervalMatrix, Momentum, Number, RankOneStep, Spectrum};

/// One token's transition.
#[derive(Clone, Debug)]
pub enum Transition {
    /// Diagonal plus rank one.
    RankOne(RankOneStep),
    /// Several steps, the first one first.
    Product(Vec<RankOneStep>),
    /// A momentum rule on a state of two stacked matrices.
    Momentum {
        /// Its numbers.
        step: Momentum,
        /// The key.
        key: Vec<f64>,
        /// The factor of `k kᵀ`: 1, or `1/(‖k‖² + ε)` for a key that the kernel normalises.
        factor: Number,
        /// `p`, where it is given and not `αk`.
        p: Option<Vec<f64>>,
    },
}

impl Transition {
    /// Dimension of the state's columns.
    pub fn dimension(&self) -> usize {
        match self {
            Self::RankOne(step) => step.dimension(),
            Self::Product(steps) => steps.first().map_or(0, RankOneStep::dimension),
            Self::Momentum { step, .. } => 2 * step.channels,
        }
    }

    /// The transition times a matrix, enclosed.
    pub fn after(&self, matrix: IntervalMatrix) -> IntervalMatrix {
        match self {
            Self::RankOne(step) => matrix.then(step),
            Self::Product(steps) => steps.iter().fold(matrix, IntervalMatrix::then),
            Self::Momentum { step, key, factor, p } => {
                let gates = [&step.alpha, &step.mu, &step.beta, &step.eta].map(Number::interval);
                let factor = factor.interval();
                let point = |x: &f64| F64Interval::point(*x).unwrap_or(F64Interval::ENTIRE);
                let key: Vec<F64Interval> = key.iter().map(point).collect();
                let p = match p {
                    Some(p) => p.iter().map(point).collect(),
                    None => key.iter().map(|k| gates[0] * factor * *k).collect::<Vec<_>>(),
                };
                matrix.then_momentum(gates, &key, &p)
            }
        }
    }

    /// The transition times a vector, in double precision: a hint.
    pub fn apply(&self, x: &mut [f64]) {
        match self {
            Self::RankOne(step) => Hint::new(step).apply(x),
            Self::Product(steps) => steps.iter().for_each(|step| Hint::new(step).apply(x)),
            Self::Momentum { .. } => self.hint().apply(x),
        }
    }

    /// Numbers in double precision for [`Hint::apply`].
    pub(crate) fn hint(&self) -> Hint {
        match self {
            Self::RankOne(step) => Hint::new(step),
            Self::Product(steps) => Hint::Several(steps.iter().map(Hint::new).collect()),
            Self::Momentum { step, key, factor, p } => {
                let gates = [&step.alpha, &step.mu, &step.beta, &step.eta].map(|x| x.interval().midpoint());
                let factor = factor.interval().midpoint();
                let p = p.clone().unwrap_or_else(|| key.iter().map(|k| gates[0] * factor * k).collect());
                Hint::Momentum { gates, key: key.clone(), p }
            }
        }
    }

    /// The spectrum, certified.
    pub fn spectrum(&self) -> Spectrum {
        match self {
            Self::RankOne(step) => {
                let found = spectrum::of(step);
                // Weights of mixed signs: any number of pairs.
                if found.undecided > 2 {
                    self.after(IntervalMatrix::identity(step.dimension())).spectrum()
                } else {
                    found
                }
            }
            Self::Product(_) => crate::reduced::spectrum(self)
                .unwrap_or_else(|| self.after(IntervalMatrix::identity(self.dimension())).spectrum()),
            Self::Momentum { step, .. } => step.spectrum(),
        }
    }

    /// Whether the operator norm is certainly at most 1, also where it is exactly 1 and no enclosure shows it: with gates in `[−1, 1]`
    /// and an erase `I − s k kᵀ`, `0 ≤ s ‖k‖² ≤ 2`.
    pub fn contracts(&self) -> bool {
        let one_key = |step: &RankOneStep| {
            let key = step.left.iter().zip(&step.right).map(|(left, right)| match (left, right) {
                (Number::Exact(a), Number::Exact(b)) if a == b => Rational::from_f64(*a),
                _ => None,
            });
            let norm2: Option<Rational> = key.map(|k| k.map(|k| k.square())).sum();
            norm2.is_some_and(|norm2| {
                let bound = match step.scale.exact() {
                    Some(scale) => scale >= 0 && scale * norm2 <= 2,
                    None => {
                        let erased = step.scale.ball(128) * RealBall::from_rational(128, &norm2);
                        erased.lower().is_some_and(|x| x >= 0) && erased.upper().is_some_and(|x| x <= 2)
                    }
                };
                step.decayed && bound && step.gates.iter().all(within_one)
            })
        };
        let contracts = |step: &RankOneStep| one_key(step) || spectrum::operator_norm(step).hi() <= 1.0;
        match self {
            Self::RankOne(step) => contracts(step),
            Self::Product(steps) => steps.iter().all(contracts),
            Self::Momentum { step, .. } => step.operator_norm().hi() <= 1.0,
        }
    }

    /// The operator norm, enclosed.
    pub fn operator_norm(&self) -> F64Interval {
        match self {
            Self::RankOne(step) => spectrum::operator_norm(step),
            Self::Product(_) => self.after(IntervalMatrix::identity(self.dimension())).operator_norm(),
            Self::Momentum { step, .. } => step.operator_norm(),
        }
    }
}

/// Whether a gate is certainly in `[−1, 1]`.
fn within_one(gate: &Number) -> bool {
    match gate {
        Number::Exact(value) => value.abs() <= 1.0,
        Number::Exp { log, .. } => *log <= 0.0,
        other => other.ball(128).abs().upper().is_some_and(|upper| upper <= 1),
    }
}

/// A transition in double precision.
pub(crate) enum Hint {
    RankOne { gates: Vec<f64>, left: Vec<f64>, right: Vec<f64> },
    Several(Vec<Hint>),
    Momentum { gates: [f64; 4], key: Vec<f64>, p: Vec<f64> },
}

impl Hint {
    fn new(step: &RankOneStep) -> Self {
        let middle = |x: &Number| x.interval().midpoint();
        let scale = middle(&step.scale);
        let gates: Vec<f64> = step.gates.iter().map(middle).collect();
        let right = step.right.iter().zip(&gates);
        let right = right.map(|(x, gate)| middle(x) * if step.decayed { *gate } else { 1.0 }).collect();
        Self::RankOne { left: step.left.iter().map(|x| middle(x) * scale).collect(), gates, right }
    }

    pub(crate) fn apply(&self, x: &mut [f64]) {
        match self {
            Self::RankOne { gates, left, right } => {
                let read: f64 = right.iter().zip(&*x).map(|(r, x)| r * x).sum();
                for ((x, gate), left) in x.iter_mut().zip(gates).zip(left) {
                    *x = gate * *x - left * read;
                }
            }
            Self::Several(steps) => steps.iter().for_each(|step| step.apply(x)),
            Self::Momentum { gates: [alpha, mu, beta, eta], key, p } => {
                let (state, momentum) = x.split_at_mut(key.len());
                let read: f64 = p.iter().zip(&*state).map(|(p, x)| p * x).sum();
                for ((s, m), k) in state.iter_mut().zip(momentum).zip(key) {
                    *m = mu * *m + eta * k * read;
                    *s = alpha * *s - beta * *m;
                }
            }
        }
    }
}

/// `k·p`, and an upper bound of `‖p − αk‖`.
pub(crate) fn erased(key: &[f64], p: &[f64], alpha: &Number) -> (Number, f64) {
    let rational = |x: f64| Rational::from_f64(x).unwrap_or_default();
    let product: Rational = key.iter().zip(p).map(|(k, p)| rational(*k) * rational(*p)).sum();
    let point = |x: f64| F64Interval::point(x).unwrap_or(F64Interval::ENTIRE);
    let alpha = alpha.interval();
    let square =
        key.iter().zip(p).fold(F64Interval::ZERO, |sum, (k, p)| sum + (point(*p) - alpha * point(*k)).sqr());
    (Number::rational(product), square.hi().max(0.0).sqrt().next_up())
}
