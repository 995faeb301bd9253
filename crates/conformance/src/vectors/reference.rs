//! The reference results of a case, correctly rounded.

use super::{Format, VectorError};
use crate::Dump;
use crate::reference::assembled;
use enclosure::RealBall;
use exact::Rational;

/// Bits of the first attempt.
const FIRST: u32 = 128;
/// Bits beyond which a number counts as undecidable: more than the digits of any case whose results are rational.
const LAST: u32 = 1 << 17;

/// Correctly rounded results, and how far each is from the exact one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rounded {
    /// The numbers.
    pub(super) values: Vec<f64>,
    /// At least the distance of each from the exact result; 0 where they are the same.
    pub(super) errors: Vec<f64>,
}

/// Outputs and final states, and the bits that settled them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Results {
    pub(super) outputs: Rounded,
    pub(super) state: Rounded,
    pub(super) bits: u32,
}

/// Runs in balls, with twice the bits until both ends of each round to the same number (Ziv's strategy). Sums and products of the inputs alone become
/// single points, so ties are seen and go to even.
pub(super) fn results(dump: &Dump, format: Format, case: &str) -> Result<Results, VectorError> {
    let mut bits = FIRST;
    loop {
        let number = |x: &f64| RealBall::from_f64(bits, *x).unwrap_or_else(|_| RealBall::everything(bits));
        let (outputs, state) = assembled(&dump.prepared(number).factors());
        let rounded = |balls: &[RealBall], format| balls.iter().map(|b| settled(b, format)).collect();
        let outputs: Option<Vec<_>> = rounded(&outputs, format);
        let state: Option<Vec<_>> = rounded(&state, format.of_states());
        if let (Some(outputs), Some(state)) = (outputs, state) {
            return Ok(Results { outputs: split(outputs), state: split(state), bits });
        }
        if bits >= LAST {
            return Err(VectorError::Undecided { case: case.to_owned(), bits });
        }
        bits *= 2;
    }
}

fn split(pairs: Vec<(f64, f64)>) -> Rounded {
    let (values, errors) = pairs.into_iter().unzip();
    Rounded { values, errors }
}

/// The number that every member of a ball rounds to, with the distance of the farthest member.
pub(crate) fn settled(ball: &RealBall, format: Format) -> Option<(f64, f64)> {
    let (low, high) = (ball.lower()?, ball.upper()?);
    let value = format.round(&low);
    let same = value == format.round(&high);
    let exact = Rational::from_f64(value).filter(|_| same)?;
    let distance = Rational::from(&low - &exact).abs().max(Rational::from(&high - &exact).abs());
    // `to_f64` rounds towards zero.
    let above = if distance.is_zero() { 0.0 } else { distance.to_f64().next_up() };
    Some((value, above))
}
