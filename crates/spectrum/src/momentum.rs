//! One transition of Momentum DeltaNet, on the stacked state `(S, M)`.
//!
//! With `κ = ‖k‖²` the transition is `[[αI − βη k pᵀ, −βμ I], [η k pᵀ, μ I]]`, and `p = αk` officially. On the plane of `k` in both
//! halves it is `B = [[α − βη k·p, −βμ], [η k·p, μ]]`, up to a triangular part, and `B_⊥ = [[α, −βμ], [0, μ]]` on every other one:
//! `α` and `μ` are eigenvalues `d − 1` times, and the last two solve `λ² − cλ + αμ = 0` with `c = α + μ − βη k·p`.

use crate::norm::root_of_nonnegative;
use crate::number::Number;
use crate::{Pair, Spectrum, edge};
use enclosure::{F64Interval, RealBall};
use exact::Rational;
use std::cmp::Ordering;

/// One step of a momentum rule with one gate of each kind for the head.
#[derive(Clone, Debug)]
pub struct Momentum {
    /// Number of key channels; the state has twice as many.
    pub channels: usize,
    /// `α`, the decay of `S`.
    pub alpha: Number,
    /// `μ`, the decay of `M`.
    pub mu: Number,
    /// `β`.
    pub beta: Number,
    /// `η`.
    pub eta: Number,
    /// `‖k‖²`.
    pub norm2: Number,
    /// Where `p` is given and not taken as `αk`: `k·p` and an upper bound of `‖p − αk‖`.
    pub erased: Option<(Number, f64)>,
}

impl Momentum {
    /// `βη k·p` without its factor `α` where `p = αk`.
    fn strength(&self, bits: u32) -> RealBall {
        let product = self.beta.ball(bits).with_precision(bits) * self.eta.ball(bits);
        match &self.erased {
            None => product * self.norm2.ball(bits),
            Some((product_kp, _)) => product * product_kp.ball(bits),
        }
    }

    /// Sum and product of the last two eigenvalues.
    fn quadratic(&self, bits: u32) -> (RealBall, RealBall) {
        let (alpha, mu) = (self.alpha.ball(bits), self.mu.ball(bits));
        let erased = match self.erased {
            None => &self.strength(bits) * &alpha,
            Some(_) => self.strength(bits),
        };
        (&alpha + &mu - erased, alpha * mu)
    }

    /// The sign of `c² − 4αμ`; where `α` and `μ` are one logarithm, `c = α(2 − x)` and it is that of `x(x − 4)`.
    fn discriminant_sign(&self) -> Option<Ordering> {
        let exact = |numbers: &[&Number]| numbers.iter().map(|x| x.exact()).collect::<Option<Vec<_>>>();
        if let (Number::Exp { log: a, negative: false }, Number::Exp { log: b, negative: false }, None) =
            (&self.alpha, &self.mu, &self.erased)
            && a == b
            && let Some(factors) = exact(&[&self.beta, &self.eta, &self.norm2])
        {
            let x: Rational = factors.into_iter().product();
            return Some((Rational::from(&x - 4) * x).cmp0());
        }
        let scale = self.erased.as_ref().map_or(&self.norm2, |(product, _)| product);
        if let Some(numbers) = exact(&[&self.alpha, &self.mu, &self.beta, &self.eta, scale]) {
            let [alpha, mu, beta, eta, scale] = <[Rational; 5]>::try_from(numbers).ok()?;
            let mut erased = beta * eta * scale;
            if self.erased.is_none() {
                erased *= &alpha;
            }
            let sum = Rational::from(&alpha + &mu) - erased;
            let discriminant: Rational = sum.square() - alpha * mu * 4;
            return Some(discriminant.cmp0());
        }
        crate::certify::escalate(|bits| {
            let (sum, product) = self.quadratic(bits);
            (sum.sqr() - RealBall::from_integer(bits, &4.into()) * product).sign()
        })
    }

    /// The spectrum, of dimension twice the number of channels.
    pub fn spectrum(&self) -> Spectrum {
        let (alpha, mu) = (self.alpha.interval(), self.mu.interval());
        let coupled = !self.norm2.is_zero() && self.channels > 0;
        let alone = self.channels - usize::from(coupled);
        let mut real = vec![alpha; alone];
        real.extend(vec![mu; alone]);
        let count = |wanted: Ordering| {
            let [a, m] = [&self.alpha, &self.mu].map(Number::sign);
            Some(alone * usize::from(a? == wanted) + alone * usize::from(m? == wanted))
        };
        let mut out = Spectrum {
            dimension: 2 * self.channels,
            real,
            pairs: Vec::new(),
            undecided: 0,
            undecided_bound: 0.0,
            negative: count(Ordering::Less),
            zero: count(Ordering::Equal),
            edge: None,
        };
        if coupled {
            self.add_last_two(&mut out);
        }
        out.real.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
        out
    }

    fn add_last_two(&self, out: &mut Spectrum) {
        const BITS: u32 = 160;
        let half = |x: &RealBall| x * &RealBall::from_rational(BITS, &Rational::from((1, 2)));
        let (sum, product) = self.quadratic(BITS);
        let discriminant = sum.sqr() - RealBall::from_integer(BITS, &4.into()) * &product;
        let interval = F64Interval::from_ball;
        out.edge = Some(edge(interval(&sum), interval(&product)));
        let root = |x: &RealBall| x.sqrt_of_nonnegative().unwrap_or_else(|_| RealBall::everything(BITS));
        match self.discriminant_sign() {
            Some(Ordering::Less) => {
                let im = interval(&half(&root(&-&discriminant)));
                out.pairs.push(Pair { re: interval(&half(&sum)), im });
            }
            Some(Ordering::Equal) => {
                let double = interval(&half(&sum));
                out.real.extend([double; 2]);
                out.edge = Some(F64Interval::ZERO);
                self.count_signs(out, double, double);
            }
            Some(Ordering::Greater) => {
                let root = root(&discriminant);
                // The larger one in absolute value first, the other one from the product, so that nothing cancels.
                let away = if sum.sign() == Some(Ordering::Less) { -&root } else { root };
                let first = half(&(&sum + &away));
                let second = product.checked_div(&first).unwrap_or_else(|_| half(&(&sum - &away)));
                let (first, second) = (interval(&first), interval(&second));
                out.real.extend([first, second]);
                self.count_signs(out, first, second);
            }
            None => {
                out.undecided = 2;
                out.undecided_bound = interval(&root(&product.abs())).hi().max(interval(&sum.abs()).hi());
                (out.negative, out.zero) = (None, None);
            }
        }
    }

    /// Adds the signs of two real eigenvalues whose product has the sign of `αμ`.
    fn count_signs(&self, out: &mut Spectrum, first: F64Interval, second: F64Interval) {
        let product = self.alpha.sign().zip(self.mu.sign()).map(|(a, m)| crate::number::times(a, m));
        let signs = match product {
            Some(Ordering::Equal) => first.sign().or(second.sign()).map(|sign| [sign, Ordering::Equal]),
            Some(product) => first.sign().map(|sign| [sign, crate::number::times(sign, product)]),
            None => None,
        };
        let count = |so_far: Option<usize>, wanted| {
            Some(so_far? + signs?.iter().filter(|sign| **sign == wanted).count())
        };
        out.negative = count(out.negative, Ordering::Less);
        out.zero = count(out.zero, Ordering::Equal);
    }

    /// The operator norm: the larger one of those of the planes, each a 2×2 matrix.
    ///
    /// Where `p` is not `αk` it is moved by at most `‖k‖ ‖p − αk‖ |η| √(1 + β²)`.
    pub fn operator_norm(&self) -> F64Interval {
        let [alpha, mu, beta, eta, norm2] =
            [&self.alpha, &self.mu, &self.beta, &self.eta, &self.norm2].map(Number::interval);
        let feed = -(beta * mu);
        let other = plane([alpha, feed, F64Interval::ZERO, mu]);
        let along = alpha * norm2;
        let with_key = plane([alpha - beta * eta * along, feed, eta * along, mu]);
        let norm = match self.channels {
            0 => return F64Interval::ZERO,
            1 => with_key,
            _ => F64Interval::new(other.lo().max(with_key.lo()), other.hi().max(with_key.hi()))
                .unwrap_or(F64Interval::ENTIRE),
        };
        let Some((_, off)) = self.erased else { return norm };
        let root = root_of_nonnegative;
        let moved = root(norm2) * root(F64Interval::ONE + beta.sqr()) * eta.abs();
        let moved = (moved * F64Interval::new(0.0, off).unwrap_or(F64Interval::ENTIRE)).hi();
        let wide = norm + F64Interval::new(-moved, moved).unwrap_or(F64Interval::ENTIRE);
        F64Interval::new(wide.lo().max(0.0), wide.hi()).unwrap_or(F64Interval::ENTIRE)
    }
}

/// The norm of `[[a, b], [c, d]]`: `σ² = (f + √(f² − 4 det²))/2` with `f` the sum of squares.
fn plane([a, b, c, d]: [F64Interval; 4]) -> F64Interval {
    let f = a.sqr() + b.sqr() + c.sqr() + d.sqr();
    let det = a * d - b * c;
    // (f − 2|det|)(f + 2|det|) is not negative, whatever the rounding says.
    let inner = (f - det.abs() - det.abs()) * (f + det.abs() + det.abs());
    let half = F64Interval::point(0.5).unwrap_or(F64Interval::ONE);
    root_of_nonnegative((f + root_of_nonnegative(inner)) * half)
}
