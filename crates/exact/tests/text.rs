//! The text form of rationals: one spelling for each number.

use std::time::{Duration, Instant};

use exact::text::{MAX_LEN, TextError, format, parse};
use exact::{Integer, Rational};
use quickcheck::{Gen, QuickCheck};

fn check<L: quickcheck::Testable>(cases: u64, law: L) {
    QuickCheck::new().rng(Gen::from_size_and_seed(60, 20_261_130)).tests(cases).quickcheck(law);
}

#[test]
fn every_rational_is_read_back() {
    fn law(numerator: i128, denominator: u64, power: u8) -> bool {
        let denominator = Integer::from(denominator).max(Integer::from(1)) << u32::from(power);
        let value = Rational::from((numerator, denominator));
        parse(&format(&value)) == Ok(value)
    }
    check(2000, law as fn(i128, u64, u8) -> bool);
    for (numerator, denominator) in [(0, 1), (-1, 1), (1, 2), (-7, 3), (10, 1)] {
        let value = Rational::from((numerator, denominator));
        assert_eq!(parse(&format(&value)), Ok(value));
    }
}

#[test]
fn a_text_that_is_read_is_the_one_that_is_written() {
    fn law(symbols: Vec<u8>) -> bool {
        let text: String =
            symbols.into_iter().map(|s| char::from(b"0123456789-/-/012 +"[usize::from(s) % 19])).collect();
        parse(&text).ok().is_none_or(|value| format(&value) == text)
    }
    check(20_000, law as fn(Vec<u8>) -> bool);
    fn short(a: u8, b: u8, c: u8, d: u8) -> bool {
        let symbols = b"0124-/";
        let text: String = [a, b, c, d].iter().map(|&s| char::from(symbols[usize::from(s) % 6])).collect();
        parse(&text).ok().is_none_or(|value| format(&value) == text)
    }
    check(5000, short as fn(u8, u8, u8, u8) -> bool);
}

#[test]
fn other_spellings_are_refused() {
    let refused = [
        "2/4", "1/1", "0/1", "0/2", "-0", "-0/3", "+1", "01", "-01", "00", " 1", "1 ", "1\n", "1/0", "1/-2",
        "-1/-2", "1/+2", "1/02", "--1", "-", "/", "1/", "/2", "-/2", "1//2", "1/2/3", "1.5", "1e3", "0x1",
        "1_000", "٣", "１", "1/２", "−1", "½", "\u{0}1", "inf", "nan",
    ];
    for text in refused {
        assert!(matches!(parse(text), Err(TextError::NotCanonical { .. })), "{text:?}");
    }
    assert_eq!(parse(""), Err(TextError::Empty));
}

#[test]
fn a_long_text_is_refused_without_being_read() {
    let start = Instant::now();
    for text in ["7".repeat(10_000_000), "é".repeat(5_000_000)] {
        assert!(matches!(parse(&text), Err(TextError::TooLong { len: 10_000_000, .. })));
    }
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(parse(&"7".repeat(MAX_LEN)).is_ok());
    assert!(matches!(parse(&"7".repeat(MAX_LEN + 1)), Err(TextError::TooLong { .. })));
}

#[test]
fn messages_name_the_reason_and_the_shortened_text() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(message(""), "empty text is not a rational");
    assert_eq!(message("2/4"), r#"not a canonical rational (not in lowest terms): "2/4""#);
    assert_eq!(
        message("1\u{1b}[31m"),
        r#"not a canonical rational (only ASCII digits, one leading minus and one slash are allowed): "1\u{1b}[31m""#
    );
    let long = message(&"8".repeat(MAX_LEN + 1));
    assert!(
        long.starts_with("100001 bytes are too many") && long.ends_with("8\"…") && long.len() < 150,
        "{long}"
    );
}
