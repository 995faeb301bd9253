//! The secular function `s(z) = 1 + Σ w_i / (z − a_i)` of enclosed poles and weights, in `f64` intervals.

use crate::step::RankOneStep;
use enclosure::F64Interval;
use num_complex::Complex64;
use std::cmp::Ordering;

/// Poles with their weights, ascending by midpoint, none with a weight that is exactly zero.
pub(super) struct Poles {
    pub(super) pole: Vec<F64Interval>,
    pub(super) weight: Vec<F64Interval>,
    /// The channel of each pole.
    pub(super) channel: Vec<usize>,
    /// Midpoints, for hints.
    pub(super) mid: Vec<f64>,
    pub(super) weight_mid: Vec<f64>,
    /// Enclosures of the order statistics of the poles: the i-th smallest is in `[low[i], high[i]]`.
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
    /// The largest width of a pole.
    width: f64,
}

impl Poles {
    /// Those of the channels of a step whose weight is not exactly zero.
    pub(super) fn new(step: &RankOneStep, channels: &[usize]) -> Self {
        let scale = step.scale.interval();
        let mut all: Vec<(F64Interval, F64Interval, usize)> = channels
            .iter()
            .map(|&i| {
                let gate = step.gates[i].interval();
                let coupling = step.coupling(i, scale);
                (gate, if step.decayed { coupling * gate } else { coupling }, i)
            })
            .collect();
        all.sort_by(|a, b| a.0.midpoint().total_cmp(&b.0.midpoint()));
        let pole: Vec<F64Interval> = all.iter().map(|entry| entry.0).collect();
        let weight: Vec<F64Interval> = all.iter().map(|entry| entry.1).collect();
        let sorted = |end: fn(&F64Interval) -> f64| {
            let mut ends: Vec<f64> = pole.iter().map(end).collect();
            ends.sort_by(f64::total_cmp);
            ends
        };
        Self {
            channel: all.iter().map(|entry| entry.2).collect(),
            mid: pole.iter().map(|x| x.midpoint()).collect(),
            weight_mid: weight.iter().map(|x| x.midpoint()).collect(),
            low: sorted(|x| x.lo()),
            high: sorted(|x| x.hi()),
            width: pole.iter().map(|x| x.hi() - x.lo()).fold(0.0, f64::max),
            pole,
            weight,
        }
    }

    /// The same for `−T`: poles and weights change sign.
    pub(super) fn mirrored(&self) -> Self {
        let flip = |values: &[F64Interval]| values.iter().rev().map(|x| -*x).collect();
        let flip_f64 = |values: &[f64]| values.iter().rev().map(|x| -*x).collect();
        Self {
            pole: flip(&self.pole),
            weight: flip(&self.weight),
            channel: self.channel.iter().rev().copied().collect(),
            mid: flip_f64(&self.mid),
            weight_mid: flip_f64(&self.weight_mid),
            low: flip_f64(&self.high),
            high: flip_f64(&self.low),
            width: self.width,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.pole.len()
    }

    /// The sign of `s` at a point, the same for all members of the enclosures; `None` when it is not certain, or the point is
    /// in the enclosure of a pole.
    pub(super) fn sign_at(&self, z: f64) -> Option<Ordering> {
        let (mut low, mut high) = (1.0_f64, 1.0_f64);
        for (pole, weight) in self.pole.iter().zip(&self.weight) {
            let (near, far) = ((z - pole.hi()).next_down(), (z - pole.lo()).next_up());
            let (a, b) = (weight.lo(), weight.hi());
            // The quotient is monotone in both arguments on either side of the pole.
            let (quotient_low, quotient_high) = if near > 0.0 {
                (a / if a >= 0.0 { far } else { near }, b / if b >= 0.0 { near } else { far })
            } else if far < 0.0 {
                (b / if b >= 0.0 { far } else { near }, a / if a >= 0.0 { near } else { far })
            } else {
                return None;
            };
            low = (low + quotient_low.next_down()).next_down();
            high = (high + quotient_high.next_up()).next_up();
        }
        if low > 0.0 {
            Some(Ordering::Greater)
        } else if high < 0.0 {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// About where `s` has its zero in the gap before pole `split` (of the poles before which there are `split`), which is within
    /// `(low, high)`, and about how far off the enclosures may put it. `left` is the sign of `s` at the left end.
    pub(super) fn hint(&self, split: usize, low: f64, high: f64, left: Ordering) -> (f64, f64) {
        let (mut low, mut high) = (low, high);
        let mut z = 0.5 * (low + high);
        let mut uncertainty = 0.0;
        for _ in 0..64 {
            let at = self.evaluate(split, z);
            let slope = (at.left_slope + at.right_slope).abs();
            let rounding = 0.5 * f64::EPSILON * (self.len() as f64 / 2.0 + 8.0) * at.size;
            uncertainty = rounding / slope + self.width + f64::EPSILON * z.abs();
            if at.value.abs() <= f64::EPSILON * at.size {
                break;
            }
            if (at.value > 0.0) == (left == Ordering::Greater) {
                low = z;
            } else {
                high = z;
            }
            let next = z + self.step(split, z, &at);
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            let moved = (next - z).abs();
            z = next;
            if moved <= f64::EPSILON * z.abs() || low >= high {
                break;
            }
        }
        (z, if uncertainty.is_finite() { uncertainty } else { self.width })
    }

    /// The step to the zero of `c + A/(z − a) + B/(z − b)`, which at `z` agrees with `s` in value and in the slopes of its parts
    /// left and right (the "middle way" of secular equations; R.-C. Li, LAPACK Working Note 89).
    fn step(&self, split: usize, z: f64, at: &Evaluated) -> f64 {
        let left = split.checked_sub(1).map(|i| z - self.mid[i]);
        let right = self.mid.get(split).map(|pole| z - pole);
        match (left, right) {
            (Some(a), Some(b)) => {
                let (wa, wb) = (-at.left_slope * a * a, -at.right_slope * b * b);
                let c = at.value - wa / a - wb / b;
                let (p, r) = (c * (a + b) + wa + wb, at.value * a * b);
                let root = (p * p - 4.0 * c * r).max(0.0).sqrt();
                -2.0 * r / (p + root.copysign(p))
            }
            (Some(d), None) => -at.value * d / (at.value + at.left_slope * d),
            (None, Some(d)) => -at.value * d / (at.value + at.right_slope * d),
            (None, None) => 0.0,
        }
    }

    fn evaluate(&self, split: usize, z: f64) -> Evaluated {
        let part = |poles: &[f64], weights: &[f64]| {
            let mut sums = [[0.0; 4]; 3];
            let (pole_blocks, weight_blocks) = (poles.chunks_exact(4), weights.chunks_exact(4));
            let rest = pole_blocks.remainder().iter().zip(weight_blocks.remainder());
            for (lane, (pole, weight)) in rest.enumerate() {
                let inverse = 1.0 / (z - pole);
                let term = weight * inverse;
                sums[0][lane] = term;
                sums[1][lane] = term.abs();
                sums[2][lane] = -term * inverse;
            }
            for (pole, weight) in pole_blocks.zip(weight_blocks) {
                for lane in 0..4 {
                    let inverse = 1.0 / (z - pole[lane]);
                    let term = weight[lane] * inverse;
                    sums[0][lane] += term;
                    sums[1][lane] += term.abs();
                    sums[2][lane] -= term * inverse;
                }
            }
            sums.map(|lanes| lanes.iter().sum::<f64>())
        };
        let [left, left_size, left_slope] = part(&self.mid[..split], &self.weight_mid[..split]);
        let [right, right_size, right_slope] = part(&self.mid[split..], &self.weight_mid[split..]);
        Evaluated { value: 1.0 + left + right, size: 1.0 + left_size + right_size, left_slope, right_slope }
    }

    /// The zero of `s` near `hint` between two ends, each the end of a pole's enclosure or a bound, with the sign `left` of `s`
    /// on its left side and the other sign on its right: as narrow as the signs show it.
    pub(super) fn bracket(
        &self,
        (hint, uncertainty): (f64, f64),
        (low, high): (f64, f64),
        left: Ordering,
    ) -> F64Interval {
        let mut found = (low, high);
        for factor in [1.0, 6.0, 64.0, 4096.0] {
            let reach = factor * uncertainty + f64::EPSILON * hint.abs();
            for z in [hint - reach, hint + reach] {
                let useful = z > found.0 && z < found.1;
                let wanted = if z < hint { found.0 == low } else { found.1 == high };
                if !useful || !wanted {
                    continue;
                }
                match self.sign_at(z) {
                    Some(sign) if sign == left => found.0 = z,
                    Some(_) => found.1 = z,
                    None => {}
                }
            }
            if found.0 > low && found.1 < high {
                break;
            }
        }
        F64Interval::new(found.0, found.1).unwrap_or(F64Interval::ENTIRE)
    }

    /// Newton's method for a complex zero, as a hint.
    pub(super) fn newton(&self, start: Complex64) -> Complex64 {
        crate::hint::newton(&self.mid, &self.weight_mid, start)
    }
}

struct Evaluated {
    value: f64,
    /// The sum of the absolute values of the terms.
    size: f64,
    /// The derivative of the terms left of the gap, and right of it.
    left_slope: f64,
    right_slope: f64,
}
