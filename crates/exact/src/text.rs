//! The text form of rationals in certificates: exactly one spelling for each number.
//!
//! A rational is written `p/q` in lowest terms with `q ≥ 2`, or `p` when it is an integer. The grammar is
//!
//! ```text
//! rational = integer | integer "/" natural
//! integer  = "0" | ["-"] natural
//! natural  = nonzero *digit
//! ```
//!
//! over ASCII, with the side conditions that the denominator is not `1` and shares no factor with the numerator.
//! Every other spelling is refused rather than normalised, so that equal numbers have equal bytes.

use rug::{Integer, Rational};

/// The longest text, in bytes, that [`parse`] reads. It bounds the work that an unchecked certificate can
/// cause.
pub const MAX_LEN: usize = 100_000;

/// How many characters of a refused text an error message repeats.
const SHOWN: usize = 40;

/// Why a text is not the canonical form of a rational.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// There is no text at all.
    #[error("empty text is not a rational")]
    Empty,
    /// The text has more than [`MAX_LEN`] bytes.
    #[error("{len} bytes are too many for a rational, at most {MAX_LEN} are read: {shown}")]
    TooLong {
        /// Length of the text in bytes.
        len: usize,
        /// The beginning of the text, quoted and escaped.
        shown: String,
    },
    /// The text does not follow the grammar, or spells its number in another way than [`format()`] does.
    #[error("not a canonical rational ({reason}): {shown}")]
    NotCanonical {
        /// What is wrong with it.
        reason: &'static str,
        /// The beginning of the text, quoted and escaped.
        shown: String,
    },
}

/// The canonical text of `value`: `p/q` in lowest terms, or `p` when `q = 1`.
///
/// [`parse`] reads it back, unless it is longer than [`MAX_LEN`].
#[must_use]
pub fn format(value: &Rational) -> String {
    value.to_string()
}

/// Reads the canonical text of a rational.
///
/// The text is checked before a number is built from it; the cost is bounded by [`MAX_LEN`].
///
/// # Errors
///
/// [`TextError`] when the text is empty, too long, or not exactly what [`format()`] would write.
pub fn parse(text: &str) -> Result<Rational, TextError> {
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    if text.len() > MAX_LEN {
        return Err(TextError::TooLong { len: text.len(), shown: shorten(text) });
    }
    canonical(text).map_err(|reason| TextError::NotCanonical { reason, shown: shorten(text) })
}

/// The number, or the reason why the text is not its canonical form.
fn canonical(text: &str) -> Result<Rational, &'static str> {
    let (numerator, denominator) = match text.split_once('/') {
        Some((numerator, denominator)) => (numerator, Some(denominator)),
        None => (text, None),
    };
    let (negative, magnitude) = match numerator.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, numerator),
    };
    let mut numerator = natural(magnitude)?;
    if negative {
        if numerator.is_zero() {
            return Err("zero has no sign");
        }
        numerator = -numerator;
    }
    let Some(denominator) = denominator else {
        return Ok(Rational::from(numerator));
    };
    let denominator = natural(denominator)?;
    if denominator < 2 {
        return Err("the denominator must be at least 2");
    }
    let value = Rational::from((&numerator, &denominator));
    if *value.denom() != denominator {
        return Err("not in lowest terms");
    }
    Ok(value)
}

/// `"0"`, or digits of which the first is not `0`.
fn natural(digits: &str) -> Result<Integer, &'static str> {
    if digits.is_empty() {
        return Err("a number is missing");
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("only ASCII digits, one leading minus and one slash are allowed");
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return Err("leading zero");
    }
    digits.parse().map_err(|_| "not an integer")
}

/// The first characters of a text, quoted, escaped, and marked when something is left out.
fn shorten(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(SHOWN).collect();
    let mut shown = format!("{start:?}");
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
