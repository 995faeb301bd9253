//! Bounds of the work that one line may ask for, checked before the work is begun.
//!
//! They leave a wide margin above what the theorems need and keep a line within seconds and some hundred megabytes.

use exact::{IntPoly, Integer, Matrix, Rational};

/// Largest size of a dense matrix whose rank, minors or characteristic polynomial are computed.
const MAX_DENSE: usize = 64;
/// Bound of `n³ · bits` for those, `bits` being the largest size of an entry.
const MAX_DENSE_WORK: u64 = 1 << 27;
/// Bound of `n³ · bits` for an instance, `n` being its largest size and `bits` that of its largest number.
const MAX_INSTANCE_WORK: u64 = 1 << 32;
/// Bound of `degree² · bits` for a polynomial whose roots are counted, or tested against the unit circle.
const MAX_COUNT_WORK: u64 = 1 << 24;

/// Bits of numerator and denominator together.
pub(crate) fn bits(value: &Rational) -> u64 {
    u64::from(value.numer().significant_bits()) + u64::from(value.denom().significant_bits())
}

/// Refuses an instance that is too large.
pub(crate) fn instance(size: usize, bits: u64) -> Result<(), String> {
    within("an instance", size, 3, bits, MAX_INSTANCE_WORK)
}

/// Refuses a dense matrix that is too large for elimination.
pub(crate) fn dense(matrix: &Matrix) -> Result<&Matrix, String> {
    let size = matrix.rows().max(matrix.cols());
    if size > MAX_DENSE {
        return Err(format!("a dense matrix of size {size} is above {MAX_DENSE}"));
    }
    let bits = matrix.entries().iter().map(bits).max().unwrap_or(0);
    within("a dense matrix", size, 3, bits, MAX_DENSE_WORK).map(|()| matrix)
}

/// Refuses a polynomial whose remainder sequences would be too large.
pub(crate) fn polynomial(polynomial: &IntPoly) -> Result<&IntPoly, String> {
    let size = |c: &Integer| u64::from(c.significant_bits());
    let bits = polynomial.coefficients().iter().map(size).max().unwrap_or(0);
    let degree = polynomial.degree().unwrap_or(0);
    within("a polynomial whose roots are counted", degree, 2, bits, MAX_COUNT_WORK).map(|()| polynomial)
}

fn within(what: &str, size: usize, power: u32, bits: u64, limit: u64) -> Result<(), String> {
    let work = (size as u64).checked_pow(power).and_then(|work| work.checked_mul(bits));
    if work.is_some_and(|work| work <= limit) {
        Ok(())
    } else {
        Err(format!("{what} of size {size} with numbers of {bits} bits is more than this checker works on"))
    }
}
