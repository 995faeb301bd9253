//! How near the nearest instance of a run came to failing.

use exact::{Integer, Rational};
use serde::{Deserialize, Serialize};

/// Significant digits of a margin's text.
const DIGITS: usize = 3;

/// The smallest margin that the auditor saw, and the instance that has it; the first of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nearest {
    /// The margin, rounded down to three digits: `0`, or `"3.07e-5"`.
    pub margin: Margin,
    /// Number of the instance.
    pub case: u64,
}

/// A number that is not negative, rounded down to three significant decimal digits.
#[derive(Clone, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Margin(Rational);

/// Why a text is no margin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no margin: `0`, or three digits and an exponent as in `3.07e-5`")]
pub struct MarginError(String);

impl Margin {
    /// Rounds down; what is negative is taken as zero.
    pub fn of(value: &Rational) -> Self {
        if *value <= 0 {
            return Self(Rational::new());
        }
        let (digits, exponent) = scientific(value);
        Self(Rational::from(digits) * power(exponent))
    }

    /// Whether the bound is attained.
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

/// `10^exponent`.
fn power(exponent: i64) -> Rational {
    let size = Rational::from(Integer::from(Integer::u_pow_u(
        10,
        u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX),
    )));
    if exponent < 0 { size.recip() } else { size }
}

/// Three digits `d` and an exponent `e` with `d · 10^e ≤ value < (d + 1) · 10^e`, for a positive value.
fn scientific(value: &Rational) -> (Integer, i64) {
    // Digits of the numerator less those of the denominator: right, or one too many.
    let length = |x: &Integer| x.to_string().len() as i64;
    let mut exponent = length(value.numer()) - length(value.denom()) - DIGITS as i64;
    loop {
        let digits = (value * power(-exponent)).floor().into_numer_denom().0;
        if length(&digits) <= DIGITS as i64 {
            return (digits, exponent);
        }
        exponent += 1;
    }
}

impl std::fmt::Display for Margin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let (digits, exponent) = scientific(&self.0);
        let digits = digits.to_string();
        let (first, rest) = digits.split_at(1);
        write!(f, "{first}.{rest}e{}", exponent + DIGITS as i64 - 1)
    }
}

impl From<Margin> for String {
    fn from(margin: Margin) -> Self {
        margin.to_string()
    }
}

impl TryFrom<String> for Margin {
    type Error = MarginError;

    fn try_from(text: String) -> Result<Self, MarginError> {
        let read = || {
            let (digits, exponent) = text.split_once('e')?;
            let digits: Integer = digits.replacen('.', "", 1).parse().ok()?;
            let exponent: i16 = exponent.parse().ok()?;
            Some(Self(Rational::from(digits) * power(i64::from(exponent) + 1 - DIGITS as i64)))
        };
        let margin = if text == "0" { Some(Self(Rational::new())) } else { read() };
        // Only the one spelling that this crate writes.
        margin.filter(|margin| margin.to_string() == text).ok_or(MarginError(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(n: i64, d: i64) -> String {
        Margin::of(&Rational::from((n, d))).to_string()
    }

    #[test]
    fn margins_are_rounded_down_to_three_digits() {
        assert_eq!(text(0, 1), "0");
        assert_eq!(text(-1, 3), "0");
        assert_eq!(text(1, 1), "1.00e0");
        assert_eq!(text(2, 3), "6.66e-1");
        assert_eq!(text(999_999, 1_000_000), "9.99e-1");
        assert_eq!(text(1, 1_000), "1.00e-3");
        assert_eq!(text(1, 1_001), "9.99e-4");
        assert_eq!(text(123_456, 1), "1.23e5");
        assert_eq!(text(1_000_000, 1), "1.00e6");
    }

    #[test]
    fn a_margin_is_read_back_as_it_was_written() {
        for (n, d) in [(0, 1), (1, 7), (99_999, 100_000), (10, 1), (3, 1_i64 << 40)] {
            let margin = Margin::of(&Rational::from((n, d)));
            assert!(margin.0 <= Rational::from((n, d)));
            assert_eq!(Margin::try_from(margin.to_string()), Ok(margin));
        }
        for wrong in
            ["", "1", "e", "1.0e0", "1.00e", "-1.00e0", "1.00e99999", "01.0e0", "1.00E0", "0e0", "NaN"]
        {
            assert!(Margin::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
