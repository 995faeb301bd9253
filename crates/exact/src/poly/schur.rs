//! Stability in discrete time: are all roots in the open unit disc?

use rug::{Complete, Integer};

use super::IntPoly;

/// The bits to begin with; they are doubled whenever they do not suffice.
const FIRST_BITS: u64 = 64;
const FIRST_BITS_PER_DEGREE: u64 = 4;

impl IntPoly {
    /// Whether every complex root lies strictly inside the unit circle.
    ///
    /// Roots on the circle make it false. A constant other than zero has no roots, so the answer is true;
    /// every number is a root of the zero polynomial, so the answer is false.
    ///
    /// **Method** (Schur–Cohn). Let $P = \sum_{i \le n} a_i z^i$, $n \ge 1$, and $P^*(z) = z^n P(1/z)$. Then
    /// $P$ is stable if and only if $|a_0| < |a_n|$ and $Q(z) = (a_n P(z) - a_0 P^*(z))/z$, of degree
    /// $n - 1$, is stable. Indeed $|a_0/a_n|$ is the product of the moduli of the roots, and on the circle
    /// $|P^*| = |P|$, so $P$ and $Q$ vanish at the same points of the circle; when there are none, $zQ$ and
    /// $P$ have equally many roots inside by Rouché's theorem.
    ///
    /// The recursion runs with rounded coefficients and a bound of their error first, which decides almost
    /// always, and in integers when it does not. A common factor of $P$ and $P^*$, which every root on the
    /// circle gives rise to, is looked for before: its roots are on the circle or come in pairs $r, 1/r$, so
    /// $P$ is not stable.
    #[must_use]
    pub fn schur_stable(&self) -> bool {
        let Some(degree) = self.degree() else {
            return false;
        };
        if self.coefficients()[0].cmp_abs(&self.coefficients()[degree]).is_ge() {
            return degree == 0;
        }
        let reversed = Self::new(self.coefficients().iter().rev().cloned().collect());
        if self.gcd(&reversed).degree() > Some(0) {
            return false;
        }
        let size = self.coefficients().iter().map(|c| u64::from(c.significant_bits())).max().unwrap_or(0);
        let mut precision = FIRST_BITS + FIRST_BITS_PER_DEGREE * degree as u64;
        while precision < size * degree as u64 {
            if let Some(stable) = decide_rounded(self.coefficients(), precision) {
                return stable;
            }
            precision *= 2;
        }
        decide_exactly(self.coefficients().to_vec())
    }
}

/// The recursion with about `precision` bits; nothing when they leave a comparison open.
///
/// The coefficients of every $Q$ are known up to a factor, and to within `error` units. If $|a_i| \le M$ and
/// the errors are at most $e$, those of $a_n a_i - a_0 a_{n-i}$ are at most $2e(2M + e)$.
fn decide_rounded(coefficients: &[Integer], precision: u64) -> Option<bool> {
    let mut a = coefficients.to_vec();
    let mut error = Integer::new();
    loop {
        let excess = round(&mut a, precision);
        error >>= excess;
        error += 2;
        let (Some(first), Some(leading)) = (a.first(), a.last()) else { return None };
        if a.len() == 1 {
            return Some(true);
        }
        let gap = leading.clone().abs() - first.clone().abs();
        if gap.cmp_abs(&(&error * 2u32).complete()).is_le() {
            return None;
        }
        if gap.is_negative() {
            return Some(false);
        }
        let largest = Integer::from(1) << precision as u32;
        error = ((largest << 1u32) + &error) * &error * 2;
        a = transform(&a);
    }
}

/// Drops low bits until `precision` are left in the largest coefficient, and says how many were dropped.
fn round(a: &mut [Integer], precision: u64) -> u32 {
    let size = a.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let excess = u64::from(size).saturating_sub(precision) as u32;
    for c in a {
        *c >>= excess;
    }
    excess
}

/// The recursion in integers.
///
/// The coefficients of the $k$-th polynomial, divided as below, are minors of order $2k$ of the Sylvester
/// matrix of $P$ and $P^*$. By the identity of Desnanot and Jacobi the leading coefficient of the one before
/// the last divides the next.
fn decide_exactly(mut a: Vec<Integer>) -> bool {
    let mut divisor = Integer::from(1);
    let mut next_divisor = Integer::from(1);
    while let [first, .., leading] = &a[..] {
        if first.cmp_abs(leading).is_ge() {
            return false;
        }
        a = transform(&a);
        for c in &mut a {
            c.div_exact_mut(&divisor);
        }
        divisor = std::mem::replace(&mut next_divisor, a.last().cloned().unwrap_or_default());
    }
    true
}

/// $(a_n P(z) - a_0 P^*(z))/z$.
fn transform(a: &[Integer]) -> Vec<Integer> {
    let (Some(first), Some(leading)) = (a.first(), a.last()) else { return Vec::new() };
    let pairs = a.iter().skip(1).zip(a.iter().rev().skip(1));
    pairs.map(|(c, mirrored)| (leading * c).complete() - first * mirrored).collect()
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    fn check(law: fn(Vec<i8>) -> bool) {
        QuickCheck::new().rng(Gen::from_size_and_seed(9, 20_261_130)).tests(3000).quickcheck(law);
    }

    /// Coefficients with a leading one that is large enough for the recursion to go on now and then.
    fn integers(coefficients: &[i8]) -> Vec<Integer> {
        let leading = coefficients.iter().take(2).map(|&c| i64::from(c) * 3).sum::<i64>() | 1;
        let rest = coefficients.iter().map(|&c| Integer::from(c));
        rest.chain([Integer::from(leading)]).collect()
    }

    #[test]
    fn the_divisions_are_exact_and_change_nothing() {
        check(|coefficients| {
            let a = integers(&coefficients);
            let mut undivided = a.clone();
            let naive = loop {
                match &undivided[..] {
                    [first, .., leading] if first.cmp_abs(leading).is_ge() => break false,
                    [_, _, ..] => undivided = transform(&undivided),
                    _ => break true,
                }
            };
            decide_exactly(a) == naive
        });
    }

    #[test]
    fn rounding_never_decides_otherwise() {
        check(|coefficients| {
            let a = integers(&coefficients);
            let exact = decide_exactly(a.clone());
            let decided = (2..40).filter_map(|precision| decide_rounded(&a, precision));
            decided.into_iter().all(|stable| stable == exact)
                && decide_rounded(&a, 2000).is_none_or(|s| s == exact)
        });
    }
}
