//! Weights of one sign: a real spectrum that interlaces the gates.
//!
//! For weights `w_i > 0` the transition has the characteristic polynomial of the symmetric matrix `Diag(a) − u uᵀ` with
//! `u_i = √w_i`. Its eigenvalues interlace: `λ_(1) ≤ a_(1) ≤ λ_(2) ≤ a_(2) ≤ …`, and by its inertia
//! the number of eigenvalues below `z`, no gate, is the number of gates below `z`, plus one when `s(z) < 0`. So inside a gap `s(z) > 0`
//! says that the gap's eigenvalue is above `z`, and `s(z) < 0` that it is below.

use super::poles::Poles;
use super::zero::sign_at_zero;
use super::{Spectrum, bound};
use crate::step::RankOneStep;
use enclosure::F64Interval;
use std::cmp::Ordering;

/// The spectrum for weights that are all positive in `poles`; with `mirrored` they are those of `−T`.
pub(super) fn spectrum(step: &RankOneStep, poles: &Poles, mirrored: bool) -> Spectrum {
    let n = poles.len();
    let mut real: Vec<F64Interval> = (0..n).map(|i| eigenvalue(poles, i)).collect();
    let (negative, zero) = signs(step, poles, mirrored);
    if mirrored {
        real = real.iter().rev().map(|x| -*x).collect();
    }
    Spectrum {
        dimension: n,
        real,
        pairs: Vec::new(),
        undecided: 0,
        undecided_bound: 0.0,
        negative,
        zero,
        edge: None,
    }
}

/// The eigenvalue between the gates `i − 1` and `i`, in ascending order.
fn eigenvalue(poles: &Poles, i: usize) -> F64Interval {
    let upper = poles.low[i];
    let lower = match i.checked_sub(1) {
        Some(before) => poles.high[before],
        None => -bound(poles),
    };
    let ends = (if i == 0 { lower } else { poles.low[i - 1] }, poles.high[i]);
    if lower >= upper {
        return F64Interval::new(ends.0, ends.1).unwrap_or(F64Interval::ENTIRE);
    }
    let hint = poles.hint(i, lower, upper, Ordering::Greater);
    let found = poles.bracket(hint, (lower, upper), Ordering::Greater);
    // An end that the signs did not move is that of a gate, which may be anywhere in its enclosure.
    let low = if found.lo() == lower { ends.0 } else { found.lo() };
    let high = if found.hi() == upper { ends.1 } else { found.hi() };
    F64Interval::new(low, high).unwrap_or(F64Interval::ENTIRE)
}

/// The numbers of negative and of zero eigenvalues, from the inertia at zero.
fn signs(step: &RankOneStep, poles: &Poles, mirrored: bool) -> (Option<usize>, Option<usize>) {
    let signs: Option<Vec<Ordering>> = poles.channel.iter().map(|&i| step.gates[i].sign()).collect();
    let Some(signs) = signs else { return (None, None) };
    let below = signs.iter().filter(|sign| **sign == Ordering::Less).count();
    let at = signs.iter().filter(|sign| **sign == Ordering::Equal).count();
    let above = signs.len() - below - at;
    if at > 0 {
        // With m zero gates, m − 1 eigenvalues are zero, one is strictly below them and one strictly above or absent: in the
        // mirrored case the other way round.
        return if mirrored { (Some(below), Some(at - 1)) } else { (Some(below + 1), Some(at - 1)) };
    }
    let Some(sign) = sign_at_zero(step, poles) else { return (None, None) };
    let one = |is: bool| usize::from(is);
    let zero = one(sign == Ordering::Equal);
    if mirrored {
        // −T has `above` gates below zero; its eigenvalues below zero are those of T above zero.
        let positive = above + one(sign == Ordering::Less);
        (Some(signs.len() - positive - zero), Some(zero))
    } else {
        (Some(below + one(sign == Ordering::Less)), Some(zero))
    }
}
