//! Signs of polynomials on boxes, by Bernstein coefficients.

use super::fraction::Budget;
use exact::{MultiPoly, Rational};

/// Largest number of coefficients of a tensor.
const MAX_CELLS: usize = 1 << 15;
/// Largest number of halvings along one path.
const MAX_DEPTH: usize = 40;

/// The closed box in which the indeterminates lie: number, low end, high end.
pub(crate) type Sides = Vec<(u32, Rational, Rational)>;

/// Shows that the polynomial is positive on the whole box, or says why it does not show it.
///
/// In the Bernstein basis of a box a polynomial is a convex combination of its coefficients at every point of the box, so it
/// is positive there when all of them are. A box on which some are not is halved; one at a corner of which the polynomial,
/// whose values at the corners are the coefficients there, is not positive ends the search.
pub(crate) fn positive(polynomial: &MultiPoly, sides: &Sides, budget: &Budget) -> Result<(), String> {
    if let Some(number) =
        polynomial.indeterminates().into_iter().find(|n| !sides.iter().any(|side| side.0 == *n))
    {
        return Err(format!("the hypotheses give indeterminate {number} no bounds"));
    }
    let sides: Vec<_> = sides.iter().filter(|side| polynomial.degree_in(side.0) > 0).collect();
    let mut tensor = Tensor::of(polynomial, &sides)?;
    for (axis, (_, low, high)) in sides.iter().enumerate() {
        budget.cells(tensor.cells.len() * tensor.lengths[axis])?;
        tensor.along(axis, |line| to_bernstein(line, low, high));
    }
    let mut open = vec![(tensor, 0)];
    while let Some((tensor, depth)) = open.pop() {
        if tensor.cells.iter().all(|cell| *cell > 0) {
            continue;
        }
        if tensor.corners().any(|corner| *corner <= 0) {
            return Err("it is not positive at a point of the box".into());
        }
        // The side along which the coefficients differ most; any other would do.
        let axis = (0..sides.len()).max_by_key(|axis| tensor.spread(*axis));
        let Some(axis) = axis.filter(|_| depth < MAX_DEPTH) else {
            return Err("the box was halved too often".into());
        };
        budget.cells(2 * tensor.cells.len() * tensor.lengths[axis])?;
        let mut left = tensor.clone();
        left.along(axis, |line| halve(line, false));
        let mut right = tensor;
        right.along(axis, |line| halve(line, true));
        open.extend([(left, depth + 1), (right, depth + 1)]);
    }
    Ok(())
}

/// Coefficients, the last axis fastest.
#[derive(Clone)]
struct Tensor {
    /// Degree plus one along each axis.
    lengths: Vec<usize>,
    cells: Vec<Rational>,
}

impl Tensor {
    /// The coefficients of the powers.
    fn of(polynomial: &MultiPoly, sides: &[&(u32, Rational, Rational)]) -> Result<Self, String> {
        let lengths: Vec<usize> =
            sides.iter().map(|side| polynomial.degree_in(side.0) as usize + 1).collect();
        let size = lengths.iter().try_fold(1_usize, |size, length| size.checked_mul(*length));
        let size = size
            .filter(|size| *size <= MAX_CELLS)
            .ok_or("more Bernstein coefficients than this checker works on")?;
        let mut cells = vec![Rational::new(); size];
        for (exponents, coefficient) in polynomial.terms() {
            let exponent =
                |number: u32| exponents.iter().find(|(n, _)| *n == number).map_or(0, |(_, e)| *e as usize);
            let at = sides.iter().zip(&lengths).fold(0, |at, (side, length)| at * length + exponent(side.0));
            cells[at] = coefficient.clone();
        }
        Ok(Self { lengths, cells })
    }

    /// Replaces every line of cells along an axis.
    fn along(&mut self, axis: usize, change: impl Fn(&mut [Rational])) {
        let length = self.lengths[axis];
        let stride: usize = self.lengths[axis + 1..].iter().product();
        let starts =
            (0..self.cells.len()).filter(|at| (at / stride).is_multiple_of(length)).collect::<Vec<_>>();
        for start in starts {
            let mut line: Vec<Rational> =
                (0..length).map(|i| std::mem::take(&mut self.cells[start + i * stride])).collect();
            change(&mut line);
            for (i, cell) in line.into_iter().enumerate() {
                self.cells[start + i * stride] = cell;
            }
        }
    }

    /// The largest difference of neighbours along an axis.
    fn spread(&self, axis: usize) -> Rational {
        let length = self.lengths[axis];
        let stride: usize = self.lengths[axis + 1..].iter().product();
        let neighbours = (0..self.cells.len()).filter(|at| at / stride % length + 1 < length);
        let difference = |at: usize| Rational::from(&self.cells[at + stride] - &self.cells[at]).abs();
        neighbours.map(difference).max().unwrap_or_default()
    }

    /// The coefficients that are values of the polynomial.
    fn corners(&self) -> impl Iterator<Item = &Rational> {
        let is_corner = move |at: usize| {
            let mut rest = at;
            self.lengths.iter().rev().all(|length| {
                let place = rest % length;
                rest /= length;
                place == 0 || place + 1 == *length
            })
        };
        self.cells.iter().enumerate().filter(move |(at, _)| is_corner(*at)).map(|(_, cell)| cell)
    }
}

/// From coefficients of the powers of `x` to Bernstein coefficients on `[low, high]`: first of the powers of
/// `t = (x − low)/(high − low)`, then `b_i = Σ_{j ≤ i} (i choose j) / (n choose j) c_j`.
fn to_bernstein(line: &mut [Rational], low: &Rational, high: &Rational) {
    let n = line.len() - 1;
    // Horner: p(low + y), then y = width · t.
    for from in 0..n {
        for i in (from..n).rev() {
            let carried = Rational::from(&line[i + 1] * low);
            line[i] += carried;
        }
    }
    let width = Rational::from(high - low);
    let mut scale = Rational::from(1);
    for (j, c) in line.iter_mut().enumerate() {
        *c *= &scale;
        scale *= &width;
        // Divided by (n choose j) …
        *c /= Rational::from(exact::Integer::from(n).binomial(j as u32));
    }
    // … then summed with (i choose j): n rounds of b_i ← b_i + b_{i−1}.
    for from in 1..=n {
        for i in (from..=n).rev() {
            let carried = line[i - 1].clone();
            line[i] += carried;
        }
    }
}

/// The Bernstein coefficients on the left or right half, by de Casteljau's rule.
fn halve(line: &mut [Rational], right: bool) {
    if right {
        line.reverse();
    }
    let n = line.len() - 1;
    for from in 1..=n {
        for i in (from..=n).rev() {
            let sum = Rational::from(&line[i - 1] + &line[i]);
            line[i] = sum / 2;
        }
    }
    if right {
        line.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[(i64, u32, u32)]) -> MultiPoly {
        let power = |number, exponent| {
            (0..exponent)
                .fold(MultiPoly::from(Rational::from(1)), |p, _| p.times(&MultiPoly::indeterminate(number)))
        };
        coefficients.iter().fold(MultiPoly::default(), |sum, (c, x, y)| {
            sum.plus(&power(0, *x).times(&power(1, *y)).scaled(&Rational::from(*c)))
        })
    }

    fn sides(ends: &[(i64, i64)]) -> Sides {
        ends.iter()
            .enumerate()
            .map(|(n, (a, b))| (n as u32, Rational::from((*a, 4)), Rational::from((*b, 4))))
            .collect()
    }

    #[test]
    fn coefficients_at_the_corners_are_values_and_halving_keeps_the_polynomial() {
        let p = polynomial(&[(3, 2, 1), (-5, 1, 3), (2, 0, 0), (-1, 3, 0)]);
        let sides = sides(&[(-3, 5), (1, 7)]);
        let borrowed: Vec<_> = sides.iter().collect();
        let Ok(mut tensor) = Tensor::of(&p, &borrowed) else { panic!("it is small") };
        for (axis, side) in sides.iter().enumerate() {
            tensor.along(axis, |line| to_bernstein(line, &side.1, &side.2));
        }
        let value = |x: &Rational, y: &Rational| p.evaluate(&[x.clone(), y.clone()]);
        let ends = |n: usize| [&sides[n].1, &sides[n].2];
        let values: Vec<_> = ends(0).iter().flat_map(|x| ends(1).map(|y| value(x, y))).collect();
        assert_eq!(tensor.corners().cloned().collect::<Vec<_>>(), values);
        let middle: Rational = Rational::from(&sides[0].1 + &sides[0].2) / 2;
        let mut half = tensor.clone();
        half.along(0, |line| halve(line, false));
        let expected = [&sides[0].1, &middle].map(|x| ends(1).map(|y| value(x, y))).concat();
        assert_eq!(half.corners().cloned().collect::<Vec<_>>(), expected);
        tensor.along(0, |line| halve(line, true));
        let expected = [&middle, &sides[0].2].map(|x| ends(1).map(|y| value(x, y))).concat();
        assert_eq!(tensor.corners().cloned().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_polynomial_is_positive_on_a_box_or_not() {
        let budget = Budget::default();
        // (x − y)² + 1/… is positive, (x − y)² is zero on the diagonal, x y − 1 changes sign.
        let square = polynomial(&[(1, 2, 0), (-2, 1, 1), (1, 0, 2)]);
        let tiny = square.plus(&MultiPoly::from(Rational::from((1, 1000))));
        let unit = sides(&[(0, 4), (0, 4)]);
        assert!(positive(&tiny, &unit, &budget).is_ok());
        assert!(positive(&square, &unit, &budget).is_err());
        let product = polynomial(&[(1, 1, 1), (-1, 0, 0)]);
        assert!(positive(&product, &unit, &budget).is_err());
        assert!(positive(&product, &sides(&[(5, 8), (4, 8)]), &budget).is_ok());
        assert!(positive(&product, &sides(&[(4, 8), (4, 8)]), &budget).is_err(), "0 at the corner");
        assert!(positive(&product, &sides(&[(5, 8)]), &budget).is_err(), "a side without bounds");
        assert!(positive(&MultiPoly::default(), &unit, &budget).is_err(), "0");
        assert!(positive(&MultiPoly::from(Rational::from(1)), &vec![], &budget).is_ok(), "1");
    }
}
