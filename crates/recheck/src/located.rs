//! Evidence of kind `roots`: where the roots of a polynomial are.

use exact::{IntPoly, Rational, text};
use serde_json::Value as Json;
use std::cmp::Ordering;

/// Longest number, in bytes.
const MAX_NUMBER: usize = 16_384;

/// A real root, or an open interval that holds an odd number of them.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) low: Rational,
    pub(crate) high: Rational,
}

impl Item {
    fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// The root is certainly below `bound`.
    pub(crate) fn below(&self, bound: &Rational) -> bool {
        if self.is_exact() { self.high < *bound } else { self.high <= *bound }
    }

    /// The root is certainly above `bound`.
    pub(crate) fn above(&self, bound: &Rational) -> bool {
        if self.is_exact() { self.low > *bound } else { self.low >= *bound }
    }
}

/// Verified locations: each item holds a root of its own (counted with multiplicity), ascending.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) items: Vec<Item>,
    pub(crate) discs: usize,
    pub(crate) degree: usize,
}

impl Located {
    /// Every root is one of the items, so each interval holds exactly one.
    pub(crate) fn is_complete(&self) -> bool {
        self.items.len() == self.degree
    }

    /// Bounds of the number of non-real pairs.
    pub(crate) fn pairs(&self) -> (usize, usize) {
        (self.discs, (self.degree - self.items.len()) / 2)
    }
}

/// Verifies `exact`, `intervals` and `discs` against a non-zero polynomial.
pub(crate) fn verify(polynomial: &IntPoly, evidence: &Json) -> Result<Located, String> {
    let degree = polynomial.degree().ok_or("the polynomial is zero")?;
    let mut rest = polynomial.clone();
    let mut items = Vec::new();
    let mut roots: Vec<Rational> = Vec::new();
    for entry in list(evidence, "exact")? {
        let [root, multiplicity] = parts::<2>(entry)?;
        let root = number(root)?;
        let multiplicity = multiplicity.as_u64().filter(|m| (1..=degree as u64).contains(m));
        let multiplicity = multiplicity.ok_or("a multiplicity is not a whole number from 1 to the degree")?;
        if roots.last().is_some_and(|last| *last >= root) {
            return Err(format!("exact roots do not ascend at {}", text::format(&root)));
        }
        for _ in 0..multiplicity {
            if !rest.divide_linear(&root) {
                return Err(format!("{} is not a root of multiplicity {multiplicity}", text::format(&root)));
            }
            items.push(Item { low: root.clone(), high: root.clone() });
        }
        roots.push(root);
    }
    let mut last: Option<(Rational, Ordering)> = None;
    for entry in list(evidence, "intervals")? {
        let [low, high] = parts::<2>(entry)?;
        let (low, high) = (number(low)?, number(high)?);
        let named = format!("interval ({}, {})", text::format(&low), text::format(&high));
        if low >= high {
            return Err(format!("{named} is empty"));
        }
        let sign_low = match last {
            Some((end, _)) if end > low => return Err(format!("{named} overlaps the one before")),
            Some((end, sign)) if end == low => sign,
            _ => rest.sign_at(&low),
        };
        let sign_high = rest.sign_at(&high);
        if sign_low == Ordering::Equal || sign_high != sign_low.reverse() {
            return Err(format!("{named} shows no change of sign"));
        }
        if roots.iter().any(|root| low < *root && *root < high) {
            return Err(format!("{named} has an exact root inside"));
        }
        last = Some((high.clone(), sign_high));
        items.push(Item { low, high });
    }
    let discs = verify_discs(&rest, list(evidence, "discs")?)?;
    // Exact roots are never inside an interval, so sorting by the lower end, then the upper, is the true order.
    items.sort_by(|a, b| a.low.cmp(&b.low).then_with(|| a.high.cmp(&b.high)));
    if items.len() + 2 * discs > degree {
        return Err("more roots than the degree".into());
    }
    Ok(Located { items, discs, degree })
}

/// Each disc `|z − c| ≤ r` lies above the real axis and has a root of `p`, since `n |p(c)| ≤ r |p′(c)|` with
/// `n = deg p`; disjoint discs have different roots.
fn verify_discs(p: &IntPoly, discs: &[Json]) -> Result<usize, String> {
    let Some(degree @ 1..) = p.degree() else {
        return if discs.is_empty() { Ok(0) } else { Err("no root is left for a disc".into()) };
    };
    if 2 * discs.len() > degree {
        return Err("more discs than half the degree that is left".into());
    }
    let derivative = p.derivative();
    let n = Rational::from(degree);
    let mut seen: Vec<[Rational; 3]> = Vec::new();
    for entry in discs {
        let [x, y, r] = parts::<3>(entry)?;
        let [x, y, r] = [number(x)?, number(y)?, number(r)?];
        if !(r > 0 && r < y) {
            return Err("a disc does not lie in the open upper half plane".into());
        }
        let value = modulus_squared(p, &x, &y);
        let slope = modulus_squared(&derivative, &x, &y);
        if slope == 0 || n.clone().square() * value > r.clone().square() * slope {
            return Err("a disc is too small to be sure of a root".into());
        }
        for [x2, y2, r2] in &seen {
            let distance = Rational::from(&x - x2).square() + Rational::from(&y - y2).square();
            if distance <= Rational::from(&r + r2).square() {
                return Err("two discs overlap".into());
            }
        }
        seen.push([x, y, r]);
    }
    Ok(seen.len())
}

/// `|p(x + iy)|²`.
fn modulus_squared(p: &IntPoly, x: &Rational, y: &Rational) -> Rational {
    // p is not zero. Over the common denominator q of x and y the point is (a + ib)/q; Horner in integers keeps q^n p.
    let q = x.denom().clone().lcm(y.denom());
    let a = x.numer() * exact::Integer::from(&q / x.denom());
    let b = y.numer() * exact::Integer::from(&q / y.denom());
    let (mut re, mut im) = (exact::Integer::new(), exact::Integer::new());
    let mut power = exact::Integer::from(1);
    for coefficient in p.coefficients().iter().rev() {
        let next = exact::Integer::from(&re * &a) - exact::Integer::from(&im * &b);
        im = exact::Integer::from(&re * &b) + im * &a;
        re = next + exact::Integer::from(coefficient * &power);
        power *= &q;
    }
    // After n + 1 coefficients, power = q^(n+1) and re + i im = q^n p.
    let scale = power / q;
    Rational::from((re.square() + im.square(), scale.square()))
}

pub(crate) fn list<'a>(evidence: &'a Json, key: &str) -> Result<&'a [Json], String> {
    let list = evidence.get(key).and_then(Json::as_array);
    list.map(Vec::as_slice).ok_or_else(|| format!("`{key}` should be a list"))
}

pub(crate) fn parts<const N: usize>(entry: &Json) -> Result<&[Json; N], String> {
    let parts = entry.as_array().and_then(|parts| parts.as_slice().try_into().ok());
    parts.ok_or_else(|| format!("a list of {N} is expected"))
}

/// A canonical rational in a text of at most [`MAX_NUMBER`] bytes.
pub(crate) fn number(json: &Json) -> Result<Rational, String> {
    let word = json.as_str().ok_or("a number should be a text such as \"-3/5\"")?;
    if word.len() > MAX_NUMBER {
        return Err(format!("a number of {} bytes is longer than {MAX_NUMBER}", word.len()));
    }
    text::parse(word).map_err(|error| error.to_string())
}
