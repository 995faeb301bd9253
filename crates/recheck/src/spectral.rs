//! Decides one line of a conclusion from its evidence (`docs/certificate-v1.md`, section "Conclusions").

use crate::evaluate::{Scope, application, arguments};
use crate::limits;
use crate::located::{self, Item, Located, number};
use crate::matrix::Mat;
use crate::read_out;
use crate::value::Value;
use exact::{IntPoly, Matrix, Rational};
use serde_json::Value as Json;
use std::cmp::Ordering;

/// Shows that `line` is true (`want`) or false (`!want`), or says why the evidence does not show it.
pub(crate) fn decide(scope: &Scope, line: &Json, evidence: &Json, want: bool) -> Result<(), String> {
    let (operator, list) = application(line)?;
    let evidence = Evidence::read(evidence)?;
    let shown = match operator {
        "real-spectrum" | "pairs-equal" | "pairs-at-most" | "pairs-at-least" => {
            pair_count(scope, operator, list, &evidence)?
        }
        "spectrum-within" => {
            let [t, low, high] = arguments(operator, list)?;
            spectrum_within(scope, t, (&scope.scalar(low)?, &scope.scalar(high)?), &evidence)?
        }
        "eigenvalues-at-least" | "eigenvalues-at-most" | "interlaced" => {
            let [t, v] = arguments(operator, list)?;
            ordered_bounds(scope, operator, t, scope.vector(v)?, &evidence)?
        }
        "eigenvalue-signs" => {
            let [t, negative, zero] = arguments(operator, list)?;
            let t = scope.square_matrix(t)?;
            let located = evidence.roots(&t.characteristic_polynomial()?)?;
            let n = located.degree;
            let claimed = (scope.count(negative, 0, n)?, scope.count(zero, 0, n)?);
            Some(signs(&located)? == claimed)
        }
        "real-diagonalizable" => {
            let [t] = arguments(operator, list)?;
            real_diagonalizable(scope, t, &evidence)?
        }
        "real-eigenvalue-beyond-unit" => {
            let [t] = arguments(operator, list)?;
            beyond_unit(&scope.square_matrix(t)?.characteristic_polynomial()?, &evidence)?
        }
        "similar" => {
            let [t, s] = arguments(operator, list)?;
            let (t, s) = (scope.square_matrix(t)?.dense(), scope.square_matrix(s)?.dense());
            match evidence.kind {
                "charpolys-differ" if t.rows() != s.rows() => Some(false),
                "charpolys-differ" => {
                    let [t, s] = [limits::dense(&t)?, limits::dense(&s)?];
                    (t.characteristic_polynomial() != s.characteristic_polynomial()).then_some(false)
                }
                _ => {
                    let e = evidence.intertwiner(&t, &s)?;
                    (e.rows() == e.cols()).then_some(true)
                }
            }
        }
        "no-embedding" => {
            let [s, t] = arguments(operator, list)?;
            let (s, t) = (scope.square_matrix(s)?, scope.square_matrix(t)?);
            match evidence.kind {
                // T E = E S with E injective makes χ_S divide χ_T.
                "compute" => {
                    (!s.characteristic_polynomial()?.divides(&t.characteristic_polynomial()?)).then_some(true)
                }
                _ => evidence.intertwiner(&t.dense(), &s.dense()).map(|_| Some(false))?,
            }
        }
        "simple-spectrum" => {
            let [t] = arguments(operator, list)?;
            match evidence.kind {
                "compute" => {
                    let polynomial = scope.square_matrix(t)?.characteristic_polynomial()?;
                    Some(limits::polynomial(&polynomial)?.discriminant() != 0)
                }
                _ => {
                    let (radius, mut turns) = evidence.fourier(&scope.value(t)?)?;
                    turns.sort();
                    Some(turns.len() == 1 || (radius != 0 && turns.windows(2).all(|pair| pair[0] != pair[1])))
                }
            }
        }
        "harmonic-phases" => {
            let [t, radius, turns, n] = arguments(operator, list)?;
            harmonic_phases(scope, [t, radius, turns, n], &evidence)?
        }
        "no-shift-carries" => {
            let [m, a, b] = arguments(operator, list)?;
            let (m, phases) =
                (scope.count(m, 1, crate::evaluate::MAX_SIZE)?, [scope.scalar(a)?, scope.scalar(b)?]);
            no_shift_carries(m as u64, phases.map(to_nearest_integer), &evidence)?
        }
        "read-out-misses" => {
            let [y, n, least] = arguments(operator, list)?;
            let n = scope.count(n, 1, crate::evaluate::MAX_SIZE)?;
            read_out_misses(&scope.vector(y)?, n, &scope.scalar(least)?, &evidence)?
        }
        _ => {
            evidence.expect("compute")?;
            Some(scope.truth(line)?)
        }
    };
    match shown {
        Some(truth) if truth == want => Ok(()),
        Some(truth) => Err(format!("`{operator}` is {truth}")),
        None => Err(format!("evidence of kind `{}` does not settle `{operator}`", evidence.kind)),
    }
}

/// `true`, `false`, or not settled by the evidence.
type Shown = Result<Option<bool>, String>;

fn pair_count(scope: &Scope, operator: &str, list: &[Json], evidence: &Evidence<'_>) -> Shown {
    let (t, claimed) = match (operator, list) {
        ("real-spectrum", [t]) => (t, Rational::new()),
        (_, [t, n]) => (t, scope.scalar(n)?),
        _ => return Err(format!("`{operator}` has the wrong number of arguments")),
    };
    let (least, most) = evidence.pair_bounds(&scope.value(t)?)?;
    let (least, most) = (Rational::from(least), Rational::from(most));
    let exactly = if least == most { Some(least == claimed) } else { None };
    Ok(match operator {
        "pairs-at-most" if most <= claimed => Some(true),
        "pairs-at-most" => (least > claimed).then_some(false),
        "pairs-at-least" if least >= claimed => Some(true),
        "pairs-at-least" => (most < claimed).then_some(false),
        _ if claimed < least || claimed > most => Some(false),
        _ => exactly,
    })
}

fn spectrum_within(
    scope: &Scope,
    t: &Json,
    (low, high): (&Rational, &Rational),
    evidence: &Evidence<'_>,
) -> Shown {
    let located = evidence.roots(&scope.square_matrix(t)?.characteristic_polynomial()?)?;
    let outside = located.items.iter().any(|item| item.below(low) || item.above(high));
    if outside || located.discs > 0 {
        return Ok(Some(false));
    }
    let inside = located.items.iter().all(|item| item.low >= *low && item.high <= *high);
    Ok((inside && located.is_complete()).then_some(true))
}

fn ordered_bounds(
    scope: &Scope,
    operator: &str,
    t: &Json,
    mut bounds: Vec<Rational>,
    evidence: &Evidence<'_>,
) -> Shown {
    let located = evidence.roots(&scope.square_matrix(t)?.characteristic_polynomial()?)?;
    if bounds.len() != located.degree {
        return Err(format!(
            "`{operator}` compares {} eigenvalues with {} bounds",
            located.degree,
            bounds.len()
        ));
    }
    if located.discs > 0 {
        return Ok(Some(false));
    }
    if !located.is_complete() {
        return Ok(None);
    }
    bounds.sort();
    let skipped = usize::from(operator == "interlaced");
    let mut compared = located.items.iter().skip(skipped).zip(&bounds);
    let holds = |(item, bound): (&Item, &Rational)| match operator {
        "eigenvalues-at-most" => item.high <= *bound,
        _ => item.low >= *bound,
    };
    let fails = |(item, bound): (&Item, &Rational)| match operator {
        "eigenvalues-at-most" => item.above(bound),
        _ => item.below(bound),
    };
    if compared.clone().all(holds) {
        return Ok(Some(true));
    }
    Ok(compared.any(fails).then_some(false))
}

/// Numbers of negative and of zero eigenvalues.
fn signs(located: &Located) -> Result<(usize, usize), String> {
    if !located.is_complete() {
        return Err("not every eigenvalue is located".into());
    }
    let zero = Rational::new();
    let (mut negative, mut null) = (0, 0);
    for item in &located.items {
        if item.below(&zero) {
            negative += 1;
        } else if item.low == 0 && item.high == 0 {
            null += 1;
        } else if !item.above(&zero) {
            return Err("an interval straddles zero".into());
        }
    }
    Ok((negative, null))
}

fn real_diagonalizable(scope: &Scope, t: &Json, evidence: &Evidence<'_>) -> Shown {
    match evidence.kind {
        "symmetrizer" => {
            let t = scope.square_matrix(t)?;
            let (m, positive) = evidence.symmetrizer(t.shape())?;
            let symmetric = m.mul(&t).dense().is_symmetric();
            Ok((positive && symmetric).then_some(true))
        }
        "defective" => {
            let t = scope.square_matrix(t)?;
            let eigenvalue = evidence.field("eigenvalue")?;
            let n = t.shape().0;
            let shifted = t.add(&Mat::diagonal(vec![-eigenvalue.clone(); n]));
            let geometric = n - limits::dense(&shifted.dense())?.rank();
            let mut rest = t.characteristic_polynomial()?;
            let mut algebraic = 0;
            while rest.divide_linear(&eigenvalue) {
                algebraic += 1;
            }
            Ok((algebraic > geometric).then_some(false))
        }
        _ => {
            let (least, _) = evidence.pair_bounds(&scope.value(t)?)?;
            Ok((least > 0).then_some(false))
        }
    }
}

/// A root beyond 1 or −1, located or from the sign of the characteristic polynomial there; or all roots inside.
fn beyond_unit(polynomial: &IntPoly, evidence: &Evidence<'_>) -> Shown {
    if evidence.kind == "compute" {
        return Ok(limits::polynomial(polynomial)?.schur_stable().then_some(false));
    }
    if evidence.kind == "roots" {
        let located = evidence.roots(polynomial)?;
        let (left, right) = (Rational::from(-1), Rational::from(1));
        return Ok(located.items.iter().any(|item| item.below(&left) || item.above(&right)).then_some(true));
    }
    evidence.expect("sign-at-unit")?;
    let at = evidence.field("at")?;
    let expected = match polynomial.degree() {
        _ if at == 1 => Ordering::Less,
        Some(degree) if at == -1 && degree % 2 == 1 => Ordering::Greater,
        Some(_) if at == -1 => Ordering::Less,
        _ => return Err("`at` should be 1 or -1".into()),
    };
    Ok((polynomial.sign_at(&at) == expected).then_some(true))
}

fn harmonic_phases(scope: &Scope, [t, radius, turns, n]: [&Json; 4], evidence: &Evidence<'_>) -> Shown {
    let (radius, turns) = (scope.scalar(radius)?, scope.scalar(turns)?);
    let (found_radius, found) = evidence.fourier(&scope.value(t)?)?;
    let n = scope.count(n, 0, crate::evaluate::MAX_SIZE)?;
    let present = (1..=n as u64).all(|j| {
        let plus = fraction(Rational::from(&turns * j));
        let minus = fraction(-Rational::from(&turns * j));
        found.contains(&plus) && found.contains(&minus)
    });
    // The eigenvalues are found_radius · exp(2πi found); with another radius, or with radius 0, where phases mean
    // nothing, the same numbers could be written differently.
    Ok((radius == found_radius && (present || radius != 0)).then_some(present))
}

/// Whether no `δ` in (0, 1) makes both `exp(2πi a)` and `exp(2πi b)` eigenvalues of `P(δ)` on `m` slots, `m` odd.
///
/// The eigenvalues are `exp(±2πi jδ/m)`, `0 ≤ j ≤ p = (m−1)/2`, all with `jδ/m < 1/2`; so a phase is present
/// exactly when its distance to the nearest integer is some `jδ/m`.
fn no_shift_carries(m: u64, [a, b]: [Rational; 2], evidence: &Evidence<'_>) -> Shown {
    if m.is_multiple_of(2) {
        return Err("`no-shift-carries` is defined for an odd number of slots".into());
    }
    let p = (m - 1) / 2;
    let present = |phase: &Rational, delta: &Rational| {
        let mode = Rational::from(phase * m) / delta;
        mode.is_integer() && mode <= p
    };
    let carries = |delta: &Rational| *delta > 0 && *delta < 1 && present(&a, delta) && present(&b, delta);
    if evidence.kind == "clock" {
        return Ok(carries(&evidence.field("delta")?).then_some(false));
    }
    evidence.expect("compute")?;
    // A phase 0 is always present; another one is present only for the p clocks δ = m·phase/j.
    let pinned = if a != 0 { &a } else { &b };
    if *pinned == 0 {
        return Ok(Some(false));
    }
    Ok(Some(!(1..=p).any(|j| carries(&(Rational::from(pinned * m) / j)))))
}

/// Whether every real matrix of `n` rows with at most one pair, read by any vector from any start, misses some sample by
/// at least `least`.
fn read_out_misses(y: &[Rational], n: usize, least: &Rational, evidence: &Evidence<'_>) -> Shown {
    if evidence.kind == "read-out" {
        let read_out = (&evidence.matrix()?, &evidence.vector("read")?[..], &evidence.vector("start")?[..]);
        return Ok(read_out::comes_nearer(y, n, least, read_out)?.then_some(false));
    }
    evidence.expect("filter-cover")?;
    read_out::verify_cover(y, n, least, evidence.json).map(|()| Some(true))
}

/// Distance to the nearest integer.
fn to_nearest_integer(turn: Rational) -> Rational {
    let part = fraction(turn);
    let rest = 1 - part.clone();
    part.min(rest)
}

/// The part in [0, 1).
fn fraction(turn: Rational) -> Rational {
    let floor = turn.clone().floor();
    turn - floor
}

/// One piece of evidence, its kind checked to be a text.
struct Evidence<'a> {
    kind: &'a str,
    json: &'a Json,
}

impl<'a> Evidence<'a> {
    fn read(json: &'a Json) -> Result<Self, String> {
        let kind = json.get("kind").and_then(Json::as_str).ok_or("the evidence has no `kind`")?;
        let fields: &[&str] = match kind {
            "compute" | "sturm" | "charpolys-differ" => &[],
            "roots" => &["exact", "intervals", "discs"],
            "symmetrizer" if json.get("matrix").is_some() => &["matrix"],
            "symmetrizer" => &["diagonal"],
            "defective" => &["eigenvalue"],
            "sign-at-unit" => &["at"],
            "intertwiner" => &["matrix"],
            "fourier" | "fourier-nyquist" => &["radius", "turns"],
            "clock" => &["delta"],
            "read-out" => &["matrix", "read", "start"],
            "filter-cover" => &["filters", "forward", "backward", "real"],
            _ => return Err(format!("evidence of unknown kind {}", crate::envelope::shown(kind))),
        };
        let known = |key: &String| key == "kind" || fields.contains(&key.as_str());
        match json.as_object().and_then(|map| map.keys().find(|key| !known(key))) {
            Some(key) => {
                Err(format!("evidence of kind `{kind}` has no field {}", crate::envelope::shown(key)))
            }
            None => Ok(Self { kind, json }),
        }
    }

    fn expect(&self, kind: &str) -> Result<(), String> {
        if self.kind == kind {
            Ok(())
        } else {
            Err(format!("evidence of kind `{}` does not fit here", self.kind))
        }
    }

    fn part(&self, key: &str) -> Result<&'a Json, String> {
        self.json.get(key).ok_or_else(|| format!("the evidence has no `{key}`"))
    }

    fn field(&self, key: &str) -> Result<Rational, String> {
        number(self.part(key)?)
    }

    fn vector(&self, key: &str) -> Result<Vec<Rational>, String> {
        let entries = self.part(key)?.as_array().ok_or_else(|| format!("`{key}` should be a list"))?;
        entries.iter().map(number).collect()
    }

    fn matrix(&self) -> Result<Matrix, String> {
        crate::envelope::matrix(self.part("matrix")?)
    }

    fn roots(&self, polynomial: &IntPoly) -> Result<Located, String> {
        self.expect("roots")?;
        located::verify(polynomial, self.json)
    }

    /// Bounds of the number of non-real pairs of a matrix.
    fn pair_bounds(&self, t: &Value) -> Result<(usize, usize), String> {
        if self.kind == "fourier" {
            let (radius, turns) = self.fourier(t)?;
            let real = |turn: &&Rational| !Rational::from(*turn * 2u32).is_integer();
            let pairs = if radius == 0 { 0 } else { turns.iter().filter(real).count() / 2 };
            return Ok((pairs, pairs));
        }
        if self.kind == "fourier-nyquist" {
            return self.fourier_nyquist(t).map(|pairs| (pairs, pairs));
        }
        let polynomial = match t {
            Value::Enclosed(t) => {
                self.expect("roots")?;
                return Ok(t.locate(self.json)?.pairs());
            }
            Value::Matrix(t) if t.shape().0 == t.shape().1 => t.characteristic_polynomial()?,
            Value::Field(t) if t.rows == t.cols => match t.to_rational() {
                Some(t) => limits::dense(&t)?.characteristic_polynomial(),
                None => return Err(format!("evidence of kind `{}` needs rational entries", self.kind)),
            },
            other => return Err(format!("eigenvalues of {} that is not a square matrix", other.kind())),
        };
        if self.kind == "sturm" {
            let real: usize = limits::polynomial(&polynomial)?
                .square_free_factorization()
                .iter()
                .map(|(factor, multiplicity)| factor.sturm_count_real() * multiplicity)
                .sum();
            let pairs = (polynomial.degree().unwrap_or(0) - real) / 2;
            return Ok((pairs, pairs));
        }
        Ok(self.roots(&polynomial)?.pairs())
    }

    /// The verified radius and phases (in turns, each in [0, 1)) of the Fourier eigenvectors.
    fn fourier(&self, t: &Value) -> Result<(Rational, Vec<Rational>), String> {
        self.expect("fourier")?;
        let (radius, turns) = (self.field("radius")?, self.vector("turns")?);
        let each: Vec<_> = turns.iter().cloned().map(Some).collect();
        verified(t, &radius, &each)?;
        Ok((radius, turns.into_iter().map(fraction).collect()))
    }

    /// The verified number of non-real pairs of a matrix on an even number of slots: all Fourier vectors have the stated
    /// eigenvalues but the alternating one, which is real and so has a real eigenvalue if any.
    fn fourier_nyquist(&self, t: &Value) -> Result<usize, String> {
        let (radius, turns) = (self.field("radius")?, self.vector("turns")?);
        let nyquist = turns.len().div_ceil(2);
        if turns.len().is_multiple_of(2) {
            return Err(
                "the Nyquist vector needs an even number of slots, one more than there are phases".into()
            );
        }
        let mut each: Vec<_> = turns.iter().cloned().map(Some).collect();
        each.insert(nyquist, None);
        verified(t, &radius, &each)?;
        let turning = turns.iter().filter(|turn| !Rational::from(*turn * 2u32).is_integer()).count();
        Ok(if radius == 0 { 0 } else { turning / 2 })
    }

    /// The symmetrizer, and whether it is positive definite.
    fn symmetrizer(&self, shape: (usize, usize)) -> Result<(Mat, bool), String> {
        self.expect("symmetrizer")?;
        let sized = |found: (usize, usize)| {
            if found == shape { Ok(()) } else { Err("the symmetrizer has another size than the transition") }
        };
        if self.json.get("matrix").is_some() {
            let m = self.matrix()?;
            sized((m.rows(), m.cols()))?;
            let positive =
                m.is_symmetric() && limits::dense(&m)?.leading_minors().iter().all(|minor| *minor > 0);
            return Ok((Mat::Dense(m), positive));
        }
        let m = self.vector("diagonal")?;
        sized((m.len(), m.len()))?;
        let positive = m.iter().all(|entry| *entry > 0);
        Ok((Mat::diagonal(m), positive))
    }

    /// A verified `E` of full column rank with `T E = E S`.
    fn intertwiner(&self, t: &Matrix, s: &Matrix) -> Result<Matrix, String> {
        self.expect("intertwiner")?;
        let e = self.matrix()?;
        if (e.rows(), e.cols()) != (t.rows(), s.rows()) {
            return Err("the intertwiner has the wrong shape".into());
        }
        if t * &e != &e * s {
            return Err("the intertwiner does not satisfy T E = E S".into());
        }
        if limits::dense(&e)?.rank() != e.cols() {
            Err("the intertwiner is not injective".into())
        } else {
            Ok(e)
        }
    }
}

/// Refuses Fourier vectors that are not eigenvectors as stated.
fn verified(t: &Value, radius: &Rational, turns: &[Option<Rational>]) -> Result<(), String> {
    let verified = match t {
        Value::Field(t) => t.has_fourier_eigenvectors(radius, turns),
        _ => return Err("Fourier evidence is for matrices over a cyclotomic field".into()),
    };
    match verified {
        Some(true) => Ok(()),
        Some(false) => Err("a Fourier vector is not an eigenvector as stated".into()),
        None => Err("the phases do not fit the matrix, or need a too large field".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whether evidence of kind `roots` shows that `Diag(1/2, 3, −2, 1)` has a real eigenvalue beyond the unit circle.
    fn beyond_by_roots(exact: Json, intervals: Json) -> Result<(), String> {
        let diagonal = [(1, 2), (3, 1), (-2, 1), (1, 1)].map(Rational::from).to_vec();
        let mut scope = Scope::default();
        scope.define("v", Value::Vector(diagonal));
        let line = json!(["real-eigenvalue-beyond-unit", ["diag", "v"]]);
        let evidence = json!({"kind": "roots", "exact": exact, "intervals": intervals, "discs": []});
        decide(&scope, &line, &evidence, true)
    }

    #[test]
    fn a_located_eigenvalue_shows_growth_only_when_it_is_certainly_beyond_the_unit_circle() {
        assert!(beyond_by_roots(json!([["3", 1]]), json!([])).is_ok());
        assert!(beyond_by_roots(json!([["1", 1]]), json!([["1", "4"]])).is_ok(), "open at 1");
        assert!(beyond_by_roots(json!([]), json!([["-3", "-1"]])).is_ok(), "open at -1");
        assert!(beyond_by_roots(json!([["1", 1]]), json!([])).is_err(), "1 is on the circle");
        assert!(beyond_by_roots(json!([["1/2", 1]]), json!([])).is_err(), "1/2 is inside");
        assert!(beyond_by_roots(json!([["1", 1]]), json!([["3/4", "4"]])).is_err(), "reaches inside");
    }
}
