//! Whether a matrix has a real logarithm, decided from its invariant factors (`docs/certificate-v1.md`, section
//! "Logarithms").

use crate::evaluate::{EvalError, Scope, arguments};
use crate::limits;
use exact::{Complete, IntPoly, Integer, Matrix, Rational};
use serde_json::Value as Json;

/// Largest size of a matrix whose invariant factors are computed.
const MAX_SIZE: usize = 16;
/// Bound of `n⁵ · bits` for them.
const MAX_WORK: u64 = 1 << 28;

impl Scope {
    /// `real-logarithm`, `principal-logarithm`, `unique-logarithm`.
    pub(crate) fn logarithm(&self, operator: &str, list: &[Json]) -> Result<bool, EvalError> {
        let [t] = arguments(operator, list)?;
        let t = self.square_matrix(t)?;
        if operator != "unique-logarithm" {
            let polynomial = t.characteristic_polynomial()?;
            if polynomial.sign_at(&Rational::new()).is_eq() {
                return Ok(false);
            }
            if !has_negative_root(&polynomial)? {
                return Ok(true);
            }
            if operator == "principal-logarithm" {
                return Ok(false);
            }
        }
        let factors = invariant_factors(&t.dense())?;
        if operator == "unique-logarithm" { unique(&factors) } else { paired(&factors) }
    }
}

/// Whether the invariant factors, largest first, pair off at every negative root.
fn paired(factors: &[IntPoly]) -> Result<bool, String> {
    for pair in factors.chunks(2) {
        let quotient = match pair {
            [larger, smaller] => quotient(larger, smaller)?,
            _ => pair[0].clone(),
        };
        if has_negative_root(&quotient)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all eigenvalues are real and positive, and no two Jordan blocks of one eigenvalue have the same size.
fn unique(factors: &[IntPoly]) -> Result<bool, String> {
    for factor in factors {
        let square_free = limits::polynomial(factor)?.square_free_part();
        let positive = square_free.sturm_count(&Rational::new(), &root_bound(&square_free));
        if Some(positive) != square_free.degree() {
            return Ok(false);
        }
    }
    for pair in factors.windows(2) {
        if !pair[1].square_free_part().divides(&quotient(&pair[0], &pair[1])?) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn quotient(larger: &IntPoly, smaller: &IntPoly) -> Result<IntPoly, String> {
    larger.exact_quotient(smaller).ok_or_else(|| "invariant factors do not divide each other".into())
}

/// Whether a polynomial other than 0 has a root below 0; 0 itself is not a root.
fn has_negative_root(polynomial: &IntPoly) -> Result<bool, String> {
    let polynomial = limits::polynomial(polynomial)?;
    Ok(polynomial.sturm_count(&-root_bound(polynomial), &Rational::new()) > 0)
}

/// A number above the modulus of every root: 1 plus the largest ratio to the leading coefficient (Cauchy).
fn root_bound(polynomial: &IntPoly) -> Rational {
    let Some((leading, rest)) = polynomial.coefficients().split_last() else {
        return Rational::from(1);
    };
    let largest = rest.iter().map(|c| Integer::from(c.abs_ref())).max().unwrap_or_default();
    Rational::from((largest, leading.clone().abs())) + 1u32
}

/// The invariant factors other than 1 of `zI − q T`, largest first, where `q > 0` is the common denominator of `T`: the
/// roots are `q` times the eigenvalues, so of the same sign and of the same Jordan structure.
fn invariant_factors(t: &Matrix) -> Result<Vec<IntPoly>, String> {
    let n = t.rows();
    if n > MAX_SIZE {
        return Err(format!("a matrix of size {n} is above {MAX_SIZE}, the limit for logarithms"));
    }
    let denominator = t.entries().iter().fold(Integer::from(1), |lcm, entry| lcm.lcm(entry.denom()));
    let mut rest = t.scale(&Rational::from(denominator));
    let bits = rest.entries().iter().map(limits::bits).max().unwrap_or(0);
    if (n as u64).pow(5).checked_mul(bits).is_none_or(|work| work > MAX_WORK) {
        return Err(format!(
            "a matrix of size {n} with integers of {bits} bits is more than this checker takes logarithms of"
        ));
    }
    let mut factors = Vec::new();
    while rest.rows() > 0 {
        let (factor, space) = maximal_cyclic_space(&rest)?;
        rest = space.quotient(&rest);
        factors.push(factor);
    }
    Ok(factors)
}

/// The minimal polynomial, and the space of a vector that no smaller polynomial annihilates.
fn maximal_cyclic_space(t: &Matrix) -> Result<(IntPoly, CyclicSpace), String> {
    let n = t.rows();
    let unit = |i: usize| (0..n).map(|j| Rational::from(u32::from(i == j))).collect::<Vec<_>>();
    let mut minimal = IntPoly::from_i64(&[1]);
    for i in 0..n {
        let (_, annihilator) = CyclicSpace::of(t, unit(i));
        let new = quotient(&annihilator, &minimal.gcd(&annihilator))?;
        minimal = &minimal * &new;
    }
    // The vectors on the moment curve that some proper divisor annihilates lie in at most n proper subspaces, each of
    // which meets the curve in fewer than n points.
    for x in 0..=n * n {
        let point = (0..n as u32).map(|e| Rational::from(Integer::u_pow_u(x as u32, e).complete())).collect();
        let (space, annihilator) = CyclicSpace::of(t, point);
        if annihilator.degree() == minimal.degree() {
            return Ok((annihilator, space));
        }
    }
    Err("no vector of the moment curve has the minimal polynomial as its annihilator".into())
}

/// The span of `v, Tv, T²v, …`, as rows in echelon form: row `r` has a 1 in column `pivots[r]`, where the rows after it
/// have 0.
struct CyclicSpace {
    rows: Vec<Vec<Rational>>,
    pivots: Vec<usize>,
}

impl CyclicSpace {
    /// The space of `v ≠ 0`, and the monic polynomial of least degree with `p(T) v = 0`, up to a positive factor.
    fn of(t: &Matrix, v: Vec<Rational>) -> (Self, IntPoly) {
        let mut space = Self { rows: Vec::new(), pivots: Vec::new() };
        // Each row is a polynomial in T, applied to v: `polynomials[r]`, coefficients from low to high.
        let mut polynomials: Vec<Vec<Rational>> = Vec::new();
        let mut next = v;
        loop {
            let mut polynomial = vec![Rational::new(); polynomials.len()];
            polynomial.push(Rational::from(1));
            let mut row = next.clone();
            for (r, factor) in space.reduce(&mut row).into_iter().enumerate() {
                for (c, p) in polynomial.iter_mut().zip(&polynomials[r]) {
                    *c -= Rational::from(&factor * p);
                }
            }
            let Some(pivot) = row.iter().position(|x| !x.is_zero()) else {
                return (space, IntPoly::from_rationals(&polynomial));
            };
            let inverse = Rational::from(row[pivot].recip_ref());
            space.rows.push(exact::vector::scale(&inverse, &row));
            space.pivots.push(pivot);
            polynomials.push(exact::vector::scale(&inverse, &polynomial));
            next = t.mul_vec(&next);
        }
    }

    /// Subtracts multiples of the rows until all pivot columns are 0; the multiples.
    fn reduce(&self, vector: &mut [Rational]) -> Vec<Rational> {
        let each = self.rows.iter().zip(&self.pivots).map(|(row, pivot)| {
            let factor = vector[*pivot].clone();
            for (x, r) in vector.iter_mut().zip(row) {
                *x -= Rational::from(&factor * r);
            }
            factor
        });
        each.collect()
    }

    /// What `t` does modulo this invariant space, in the basis of the unit vectors of the columns without a pivot.
    fn quotient(&self, t: &Matrix) -> Matrix {
        let n = t.rows();
        let free: Vec<usize> = (0..n).filter(|i| !self.pivots.contains(i)).collect();
        let columns: Vec<Vec<Rational>> = free
            .iter()
            .map(|j| {
                let mut column: Vec<Rational> = (0..n).map(|i| t[(i, *j)].clone()).collect();
                self.reduce(&mut column);
                column
            })
            .collect();
        Matrix::from_fn(free.len(), free.len(), |i, j| columns[j][free[i]].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Jordan blocks `(eigenvalue, size)` in another basis: columns 1, …, of a unit triangular matrix of small integers.
    fn jordan(blocks: &[(i64, usize)]) -> Matrix {
        let mut matrix = Matrix::zeros(0, 0);
        for (eigenvalue, size) in blocks {
            matrix = matrix.direct_sum(&Matrix::from_fn(*size, *size, |i, j| match j.checked_sub(i) {
                Some(0) => Rational::from(*eigenvalue),
                Some(1) => Rational::from(1),
                _ => Rational::new(),
            }));
        }
        let n = matrix.rows();
        let basis = Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Less => Rational::new(),
            std::cmp::Ordering::Equal => Rational::from(1),
            std::cmp::Ordering::Greater => Rational::from((i * 3 + j * 5) as i64 % 4 - 1),
        });
        let Some(inverse) = basis.inverse() else { panic!("a unit triangular matrix has an inverse") };
        &(&basis * &matrix) * &inverse
    }

    fn decide(operator: &str, t: Matrix) -> Result<bool, EvalError> {
        let mut scope = Scope::default();
        scope.define("T", crate::value::Value::Matrix(crate::matrix::Mat::Dense(t)));
        scope.truth(&json!([operator, "T"]))
    }

    /// `(real, principal, unique)`.
    fn all(t: &Matrix) -> [bool; 3] {
        ["real-logarithm", "principal-logarithm", "unique-logarithm"]
            .map(|operator| decide(operator, t.clone()).unwrap_or_else(|error| panic!("{error}")))
    }

    #[test]
    fn jordan_blocks_of_negative_eigenvalues_must_pair_off_by_size() {
        for (blocks, real) in [
            (vec![(-1, 1)], false),
            (vec![(-1, 1), (-1, 1)], true),
            (vec![(-1, 1), (-2, 1)], false),
            (vec![(-1, 2)], false),
            (vec![(-1, 2), (-1, 1), (-1, 1)], false),
            (vec![(-1, 2), (-1, 2), (-1, 1), (-1, 1)], true),
            (vec![(-1, 3), (-1, 1)], false),
            (vec![(-1, 3), (-1, 2), (-1, 2), (-1, 3)], true),
            (vec![(-1, 3), (-1, 2), (-1, 1)], false),
            (vec![(-1, 1), (-1, 1), (-1, 1)], false),
            (vec![(-1, 2), (-1, 2), (-3, 1), (-3, 1), (2, 3)], true),
            (vec![(-1, 2), (-1, 2), (-3, 1), (2, 3)], false),
            (vec![(-1, 1), (-1, 1), (-3, 2), (-3, 2)], true),
            // One invariant factor has roots of which some pair off here and others there.
            (vec![(-1, 1), (-1, 1), (-2, 1), (5, 2)], false),
            (vec![(0, 1), (2, 1)], false),
            (vec![(0, 1), (0, 1)], false),
        ] {
            assert_eq!(all(&jordan(&blocks))[0], real, "{blocks:?}");
            assert_eq!(all(&jordan(&blocks))[1..], [false, false], "{blocks:?}");
        }
    }

    #[test]
    fn positive_eigenvalues_have_one_logarithm_when_no_block_is_there_twice() {
        for (blocks, unique) in [
            (vec![(1, 1)], true),
            (vec![(1, 1), (1, 1)], false),
            (vec![(1, 1), (1, 2)], true),
            (vec![(1, 2), (1, 2), (1, 1)], false),
            (vec![(2, 2), (1, 2), (3, 1)], true),
            (vec![(1, 1), (2, 1), (2, 1)], false),
        ] {
            assert_eq!(all(&jordan(&blocks)), [true, true, unique], "{blocks:?}");
        }
        // A quarter turn has the principal logarithm π/2 J, and others.
        let turn = Matrix::from_fn(2, 2, |i, j| Rational::from(i as i64 - j as i64));
        assert_eq!(all(&turn), [true, true, false]);
    }

    #[test]
    fn irrational_eigenvalues_count_as_well() {
        // z² + 3z + 1 has two negative roots; once is too few, twice is right, a Jordan block of it is too few.
        let companion = Matrix::from_fn(2, 2, |i, j| Rational::from([[0, -1], [1, -3]][i][j]));
        let twice = companion.direct_sum(&companion);
        let mut block = twice.clone();
        *block.get_mut(0, 2) = Rational::from(1);
        *block.get_mut(1, 3) = Rational::from(1);
        assert_eq!(all(&companion), [false; 3]);
        assert_eq!(all(&twice), [true, false, false]);
        assert_eq!(all(&block), [false; 3]);
    }

    #[test]
    fn what_is_too_large_is_an_error() {
        assert!(decide("real-logarithm", Matrix::identity(17).scale(&Rational::from(-1))).is_err());
        let huge = Rational::from(-1) << 100_000;
        assert!(decide("real-logarithm", Matrix::identity(8).scale(&huge)).is_err());
        assert!(decide("real-logarithm", Matrix::zeros(2, 3)).is_err());
    }
}
