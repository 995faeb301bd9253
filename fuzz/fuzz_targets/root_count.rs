//! Descartes, Sturm and the signs at the gates agree on the real roots of a diagonal plus rank one.
//!
//! Five bytes make one coordinate: gate numerator and denominator, two weight factors, a repetition flag.
#![no_main]

use exact::Rational;
use spectrum::RankOne;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (mut gates, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
    for chunk in bytes.chunks_exact(5).take(10) {
        let fraction =
            |numerator: u8, denominator: u8| Rational::from((numerator as i8, (denominator % 16) + 1));
        let gate = match gates.last() {
            Some(previous) if chunk[4] % 4 == 0 => Rational::clone(previous),
            _ => fraction(chunk[0], chunk[1]),
        };
        gates.push(gate);
        left.push(fraction(chunk[2], 0));
        right.push(fraction(chunk[3], chunk[4]));
    }
    if gates.is_empty() {
        return;
    }
    let step = RankOne::new(gates, left, right);
    let polynomial = step.characteristic_polynomial();
    assert_eq!(polynomial, step.matrix().characteristic_polynomial(), "structured and dense");

    assert_eq!(polynomial.real_root_count(), polynomial.sturm_count_real(), "Descartes and Sturm");
    let d = step.dimension();
    let pairs = polynomial.non_real_pairs();
    let located = step.locate(&[]);
    assert!(located.real() + 2 * pairs <= d, "signs show more real roots than there are");
    if let Some(located) = step.locate_pair() {
        assert!(located.real() + 2 * located.discs.len() <= d);
        assert!(
            located.real() <= d - 2 * pairs && located.discs.len() <= pairs,
            "signs and discs against Sturm"
        );
        if located.real() + 2 * located.discs.len() == d {
            assert_eq!(located.discs.len(), pairs);
        }
    }
});
