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
/// Bound of the sum of `BODY + cells · n · bits` over all bodies of loops that are evaluated for a line: each yields that
/// many numbers of that many bits, `n` being the largest size of the instance.
const MAX_LOOP_WORK: u64 = 1 << 32;
/// Bound of `n³ · bits²` for the polynomial of `n` gates that are integers of `bits` bits over a common denominator.
const MAX_SECULAR_WORK: u64 = 1 << 44;
/// What a body costs whatever it yields.
const BODY: u64 = 1 << 14;
/// Largest number that the body of a loop may yield, in bits: so what the next body begins with is small enough.
const MAX_LOOP_BITS: u64 = 1 << 20;

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

/// Refuses the polynomial of `n` gates and weights that are long over a common denominator: its coefficients have up to
/// `n · bits`, and `n²` products of one with a gate are formed.
pub(crate) fn secular(size: usize, bits: u64) -> Result<(), String> {
    let squared = bits.saturating_mul(bits);
    within("a polynomial of gates over a common denominator", size, 3, squared, MAX_SECULAR_WORK)
}

/// What the bodies of loops have cost with one more of them, or a refusal.
pub(crate) fn bodies(before: u64, size: usize, cells: usize, bits: u64) -> Result<u64, String> {
    if bits > MAX_LOOP_BITS {
        return Err(format!("a loop yields numbers of {bits} bits, more than this checker works on"));
    }
    let (size, cells) = (size.max(1) as u64, cells.max(1) as u64);
    let work = cells.checked_mul(size).and_then(|work| work.checked_mul(bits.max(1)));
    let work = work.and_then(|work| work.checked_add(before + BODY)).filter(|work| *work <= MAX_LOOP_WORK);
    work.ok_or_else(|| "the bodies of its loops are more than this checker works on".into())
}

/// Refuses the value of a polynomial of large degree at a long number: `degree² · bits` as for roots that are counted.
pub(crate) fn polynomial_at(polynomial: &IntPoly, x: &Rational) -> Result<(), String> {
    let degree = polynomial.degree().unwrap_or(0);
    within("the value of a polynomial", degree, 2, bits(x), MAX_COUNT_WORK)
}

fn within(what: &str, size: usize, power: u32, bits: u64, limit: u64) -> Result<(), String> {
    let work = (size as u64).checked_pow(power).and_then(|work| work.checked_mul(bits));
    if work.is_some_and(|work| work <= limit) {
        Ok(())
    } else {
        Err(format!("{what} of size {size} with numbers of {bits} bits is more than this checker works on"))
    }
}
