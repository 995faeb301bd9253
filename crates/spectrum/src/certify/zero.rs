//! The sign of the secular function at zero, `s(0) = 1 − Σ w_i / a_i`: that of the determinant over that of the gates' product.

use super::poles::Poles;
use super::{escalate, weight_ball};
use crate::step::RankOneStep;
use enclosure::{F64Interval, RealBall};
use exact::Rational;
use std::cmp::Ordering;

/// The sign of `s(0)`, where no pole is zero. Where the erase reads the decayed state it is `1 − scale · Σ left_i right_i` and does
/// not depend on the gates, so that it is decided exactly for exact keys and strengths.
pub(super) fn sign_at_zero(step: &RankOneStep, poles: &Poles) -> Option<Ordering> {
    if step.decayed {
        let scale = step.scale.interval();
        let sum = poles.channel.iter().fold(F64Interval::ZERO, |sum, &i| sum + step.coupling(i, scale));
        if let Some(sign) = (F64Interval::ONE - sum).sign() {
            return Some(sign);
        }
        if let Some(sum) = step.exact_coupling() {
            return Some(Rational::from(1).cmp(&sum));
        }
    } else {
        if let Some(sign) = poles.sign_at(0.0) {
            return Some(sign);
        }
        if let Some(exact) = step.exact() {
            let mut sum = Rational::from(1);
            let weights = exact.weights();
            for &i in &poles.channel {
                if exact.gates()[i].is_zero() {
                    return None;
                }
                sum -= Rational::from(&weights[i] / &exact.gates()[i]);
            }
            return Some(sum.cmp0());
        }
    }
    escalate(|bits| {
        let mut sum = RealBall::one(bits);
        for &i in &poles.channel {
            let term = if step.decayed {
                step.coupling_ball(i, bits)
            } else {
                weight_ball(step, i, bits).checked_div(&step.gates[i].ball(bits)).ok()?
            };
            sum -= &term;
        }
        sum.sign()
    })
}
