//! Printing, rounded outward.

use super::ball::RealBall;
use rug::Float;
use rug::float::Round;
use std::fmt;

/// Significant decimal digits where the format asks for none: as many as identify an `f64`.
const DIGITS: usize = 17;

fn decimal(x: &Float, digits: usize, round: Round) -> String {
    let text = x.to_string_radix_round(10, Some(digits), round);
    let (mantissa, exponent) = text.split_once('e').map_or((text.as_str(), None), |(m, e)| (m, Some(e)));
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    exponent.map_or_else(|| mantissa.to_owned(), |e| format!("{mantissa}e{e}"))
}

impl fmt::Display for RealBall {
    /// `[lower, upper]` in decimal, each rounded outward, so that what is printed encloses the number too. `{:.n}`
    /// gives `n` significant digits; the default is 17. The decimals are for people; [`RealBall::lower`] and
    /// [`RealBall::upper`] are exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(DIGITS).max(1);
        let lower = decimal(self.lo(), digits, Round::Down);
        let upper = decimal(self.hi(), digits, Round::Up);
        write!(f, "[{lower}, {upper}]")
    }
}
