//! What the theorems about logarithms share: Culver's condition from ranks of powers, and equivalences.
//!
//! The checker uses invariant factors; here the sizes of Jordan blocks are counted by ranks, so neither can hide a fault of
//! the other.

use claim::Outcome;
use exact::poly::RootInterval;
use exact::{IntPoly, Matrix, Rational};

/// Whether a real matrix has the exponential `t`; `None` when negative irrational eigenvalues of one multiplicity have
/// different Jordan blocks, which ranks do not tell apart.
pub(crate) fn real(t: &Matrix) -> Option<bool> {
    let polynomial = t.characteristic_polynomial();
    if polynomial.sign_at(&Rational::new()).is_eq() {
        return Some(false);
    }
    let mut exists = Some(true);
    for (mut factor, multiplicity) in polynomial.square_free_factorization() {
        for root in rational_roots(&factor) {
            factor.divide_linear(&root);
            if root < 0 {
                let shifted = t - &Matrix::identity(t.rows()).scale(&root);
                exists = both(exists, pairs_off(&shifted, 1, multiplicity));
            }
        }
        if !negative_roots(&factor).is_empty() {
            let degree = factor.degree().unwrap_or(0);
            exists = both(exists, pairs_off(&evaluate(&factor, t), degree, multiplicity));
        }
    }
    exists
}

/// Whether no eigenvalue is real and at most 0.
pub(crate) fn principal(t: &Matrix) -> bool {
    let polynomial = t.characteristic_polynomial();
    polynomial.sign_at(&Rational::new()).is_ne() && negative_roots(&polynomial).is_empty()
}

/// Whether exactly one real matrix has the exponential `t`; `None` where irrational eigenvalues of one multiplicity differ.
///
/// All eigenvalues have to be positive, and no two blocks of one of them of the same size.
pub(crate) fn unique(t: &Matrix) -> Option<bool> {
    let polynomial = t.characteristic_polynomial();
    if !principal(t) || polynomial.real_roots_with_multiplicity() < t.rows() {
        return Some(false);
    }
    let mut only = Some(true);
    for (mut factor, multiplicity) in polynomial.square_free_factorization() {
        for root in rational_roots(&factor) {
            factor.divide_linear(&root);
            let blocks = blocks(&(t - &Matrix::identity(t.rows()).scale(&root)), multiplicity);
            only = both(only, Some(blocks.iter().all(|count| *count <= 1)));
        }
        if factor.degree() > Some(0) {
            let blocks = blocks(&evaluate(&factor, t), multiplicity);
            let each = factor.degree().unwrap_or(0);
            // As many blocks of the whole size as there are eigenvalues leave no room for others.
            only = both(only, (blocks[multiplicity - 1] == each).then_some(true));
        }
    }
    only
}

/// False beats unknown: one bad eigenvalue is enough.
fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether the Jordan blocks of `degree` eigenvalues, the kernels of the powers of `nilpotent`, pair off by size.
fn pairs_off(nilpotent: &Matrix, degree: usize, multiplicity: usize) -> Option<bool> {
    if !multiplicity.is_multiple_of(2) {
        // The sizes add up to an odd number for each of the eigenvalues.
        return Some(false);
    }
    let blocks = blocks(nilpotent, multiplicity);
    if degree == 1 {
        return Some(blocks.iter().all(|count| count.is_multiple_of(2)));
    }
    if blocks[multiplicity - 1] == degree {
        // One block of the whole size for each of the eigenvalues.
        return Some(false);
    }
    // Two blocks of size 1 for each of them.
    (multiplicity == 2 && blocks[0] == 2 * degree).then_some(true)
}

/// How many Jordan blocks of sizes 1, …, `largest` the kernels of the powers show, over all eigenvalues that `nilpotent`
/// annihilates.
fn blocks(nilpotent: &Matrix, largest: usize) -> Vec<usize> {
    let n = nilpotent.rows();
    let mut kernels = vec![0];
    let mut power = Matrix::identity(n);
    for _ in 0..=largest {
        power = &power * nilpotent;
        kernels.push(n - power.rank());
    }
    kernels.windows(3).map(|k| 2 * k[1] - k[0] - k[2]).collect()
}

fn evaluate(polynomial: &IntPoly, t: &Matrix) -> Matrix {
    let n = t.rows();
    polynomial
        .coefficients()
        .iter()
        .rev()
        .fold(Matrix::zeros(n, n), |value, c| &(&value * t) + &Matrix::identity(n).scale(&Rational::from(c)))
}

fn negative_roots(polynomial: &IntPoly) -> Vec<RootInterval> {
    let mut roots = if polynomial.degree() > Some(0) { polynomial.isolate_real_roots() } else { Vec::new() };
    roots.retain(|root| *root.lo() < 0);
    roots
}

/// The rational roots. Their denominators divide the leading coefficient `c`: in an interval shorter than `1/c` there is at
/// most one multiple of `1/c`.
fn rational_roots(polynomial: &IntPoly) -> Vec<Rational> {
    let Some(leading) = polynomial.leading() else { return Vec::new() };
    let leading = Rational::from(leading);
    let width = Rational::from(leading.recip_ref()).abs() / 4u32;
    let rational = |root: RootInterval| match polynomial.refine(&root, &width) {
        RootInterval::Exact(root) => Some(root),
        RootInterval::Open { lo, hi } => {
            let next = (Rational::from(&lo * &leading).floor() + 1u32) / &leading;
            (next < hi && polynomial.sign_at(&next).is_eq()).then_some(next)
        }
    };
    polynomial.isolate_real_roots().into_iter().filter_map(rational).collect()
}

/// Decides lines that are equivalences: each a name, whether the one side is true, whether the other is. Evidence for each,
/// or the first that fails.
pub(crate) fn agree(lines: &[(&str, Option<bool>, bool)]) -> Outcome {
    for (conclusion, (name, found, expected)) in lines.iter().enumerate() {
        match found {
            None => return Outcome::Undecided(format!("{name} is not settled by ranks")),
            Some(found) if found != expected => {
                return Outcome::Refuted {
                    conclusion,
                    expected: format!("{name} to be {expected}"),
                    found: format!("it is {found}"),
                };
            }
            Some(_) => {}
        }
    }
    Outcome::Holds(vec![claim::Evidence::Compute; lines.len()])
}

/// Lines that are decided one by one: what each says, whether it is so, and its evidence.
pub(crate) fn lines(lines: Vec<(&str, bool, claim::Evidence)>) -> Outcome {
    match lines.iter().position(|(_, holds, _)| !holds) {
        None => Outcome::Holds(lines.into_iter().map(|(_, _, evidence)| evidence).collect()),
        Some(conclusion) => Outcome::Refuted {
            conclusion,
            expected: lines[conclusion].0.into(),
            found: "it is not so".into(),
        },
    }
}
