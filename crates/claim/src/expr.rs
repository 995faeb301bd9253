//! The closed vocabulary in which statements are written.
//!
//! An expression is a number, a name, or an operator applied to expressions. On the wire it is JSON in prefix
//! form: `["mul","beta",["outer","k","k"]]`. The meaning of every operator is in `docs/certificate-v1.md`; the
//! functions here only build the tree, so that a theorem file reads like the formula:
//!
//! ```
//! use claim::expr::*;
//! let step = (eye(len("k")) - p("beta") * outer("k", "k")) * diag("alpha");
//! assert_eq!(
//!     serde_json::to_string(&step).unwrap(),
//!     r#"["mul",["sub",["eye",["len","k"]],["mul","beta",["outer","k","k"]]],["diag","alpha"]]"#
//! );
//! ```

use exact::Rational;
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A term or a predicate of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A rational constant.
    Number(Rational),
    /// A parameter of the instance, or a name defined under `transition`.
    Name(&'static str),
    /// An operator of the vocabulary and its arguments.
    Apply(&'static str, Vec<Expr>),
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(value) => serializer.serialize_str(&exact::text::format(value)),
            Self::Name(name) => serializer.serialize_str(name),
            Self::Apply(operator, arguments) => {
                let mut seq = serializer.serialize_seq(Some(1 + arguments.len()))?;
                seq.serialize_element(operator)?;
                for argument in arguments {
                    seq.serialize_element(argument)?;
                }
                seq.end()
            }
        }
    }
}

impl From<&'static str> for Expr {
    fn from(name: &'static str) -> Self {
        Self::Name(name)
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Self::Number(Rational::from(value))
    }
}

impl From<(i64, i64)> for Expr {
    fn from(value: (i64, i64)) -> Self {
        Self::Number(Rational::from(value))
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $name:literal),*) => {$(
        impl std::ops::$trait<Expr> for i64 {
            type Output = Expr;
            fn $method(self, right: Expr) -> Expr {
                Expr::from(self).$method(right)
            }
        }
        impl<R: Into<Expr>> std::ops::$trait<R> for Expr {
            type Output = Expr;
            fn $method(self, right: R) -> Expr {
                Expr::Apply($name, vec![self, right.into()])
            }
        }
    )*};
}
operators!(Add add "add", Sub sub "sub", Mul mul "mul", Div div "div");

impl std::ops::Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        Expr::Apply("neg", vec![self])
    }
}

/// The parameter or definition called `name`.
pub fn p(name: &'static str) -> Expr {
    Expr::Name(name)
}

/// The number π, enclosed.
pub fn pi() -> Expr {
    Expr::Apply("pi", vec![])
}

/// The integer `value`.
pub fn int(value: i64) -> Expr {
    value.into()
}

macro_rules! builders {
    ($($(#[$doc:meta])* $function:ident = $name:literal ( $($argument:ident),* );)*) => {$(
        $(#[$doc])*
        pub fn $function($($argument: impl Into<Expr>),*) -> Expr {
            Expr::Apply($name, vec![$($argument.into()),*])
        }
    )*};
}

builders! {
    /// Number of entries of a vector.
    len = "len"(v);
    /// Determinant of a square matrix.
    determinant = "determinant"(a);
    /// Number of rows of a matrix.
    height = "height"(a);
    /// Repeated replacement: `name` is `start`, then `body` for `index` from `from` to `to`, in which both names may be used.
    iterate = "iterate"(name, start, index, from, to, body);
    /// The matrix whose row `index` (from 1 to `n`) is the vector `body`, in which `index` may be used.
    rows = "rows"(index, n, body);
    /// The vector whose entry `index` (from 1 to `n`) is the scalar `body`, in which `index` may be used.
    entries = "entries"(index, n, body);
    /// Identity matrix of the given size.
    eye = "eye"(n);
    /// Diagonal matrix.
    diag = "diag"(v);
    /// The matrix `u vᵀ`.
    outer = "outer"(u, v);
    /// Transpose.
    transpose = "transpose"(a);
    /// Direct sum of two square matrices.
    direct_sum = "direct-sum"(a, b);
    /// The rows of `a`, then those of `b`.
    stack = "stack"(a, b);
    /// The 2 × 2 block matrix `[[a, b], [c, d]]`.
    block = "block"(a, b, c, d);
    /// The `n`-fold direct sum of a matrix with itself; `n ≥ 0`.
    copies = "copies"(n, a);
    /// The rotation whose half-angle has tangent `t`.
    rotation = "rotation"(t);
    /// Inner product.
    dot = "dot"(u, v);
    /// Entrywise product.
    hadamard = "hadamard"(u, v);
    /// The constant vector of length `n`.
    constant = "constant"(n, value);
    /// Row `i` (from 1) of a matrix, as a vector.
    row = "row"(a, i);
    /// Entry `i` (from 1) of a vector.
    entry = "entry"(v, i);
    /// Smallest entry.
    min = "min"(v);
    /// Largest entry.
    max = "max"(v);
    /// Square of a scalar.
    square = "square"(a);
    /// `a` where the predicate is true, `b` where it is false.
    select = "if"(predicate, a, b);
    /// How many eigenvalues of a symmetric matrix are positive, with multiplicity.
    positive_eigenvalues = "positive-eigenvalues"(a);
    /// How many eigenvalues of a symmetric matrix are negative, with multiplicity.
    negative_eigenvalues = "negative-eigenvalues"(a);
    /// The characteristic polynomial `det(zI − T)`.
    charpoly = "charpoly"(t);
    /// The monic polynomial `∏(z − a_i) + Σ_i w_i ∏_{j≠i}(z − a_j)`.
    secular = "secular"(a, w);
    /// The monic quadratic `z² − trace z + determinant`.
    quadratic = "quadratic"(trace, determinant);
    /// The coefficients of a monic polynomial of degree `n` as a vector of `n + 1` entries, the constant term first.
    coefficients = "coefficients"(polynomial);
    /// The value of a polynomial at a scalar.
    at = "at"(polynomial, x);
    /// The Fourier fractional shift on `m` slots.
    shift = "shift"(m, delta);
    /// The unnormalised real Fourier basis on `m` slots, `m` odd.
    fourier_basis = "fourier-basis"(m);
    /// `1 ⊕ R(ω₁δ) ⊕ … ⊕ R(ω_pδ)`, `ω_j = 2πj/m`, `m = 2p + 1`.
    fourier_rotations = "fourier-rotations"(m, delta);

    /// `exp` of a scalar, or of a small square matrix; enclosed, as are the functions that follow.
    exp = "exp"(x);
    /// Natural logarithm of a scalar.
    log = "log"(x);
    /// Square root of a scalar.
    sqrt = "sqrt"(x);
    /// Sine of a scalar.
    sin = "sin"(x);
    /// Cosine of a scalar.
    cos = "cos"(x);
    /// The direct sum of the rotations by `v_i` whole turns.
    turns = "turns"(v);
    /// `Σ v_i²`.
    sum_of_squares = "sum-of-squares"(v);

    /// `a < b`.
    lt = "lt"(a, b);
    /// `a ≤ b`.
    le = "le"(a, b);
    /// `a = b`, for any two values of one kind.
    eq = "eq"(a, b);
    /// `a ≠ b`.
    ne = "ne"(a, b);
    /// Every entry is smaller than `s`.
    all_lt = "all-lt"(v, s);
    /// Every entry is at most `s`.
    all_le = "all-le"(v, s);
    /// Every entry is larger than `s`.
    all_gt = "all-gt"(v, s);
    /// Every entry is at least `s`.
    all_ge = "all-ge"(v, s);
    /// All entries are equal.
    all_equal = "all-equal"(v);
    /// Negation.
    not = "not"(a);
    /// The scalar is an odd integer.
    odd = "odd"(m);
    /// The columns are linearly independent.
    full_column_rank = "full-column-rank"(e);
    /// Symmetric, without negative eigenvalues.
    positive_semidefinite = "positive-semidefinite"(a);
    /// `(√|a| − √|b|)² < w < (√|a| + √|b|)²`.
    in_root_window = "in-root-window"(w, a, b);

    /// Every eigenvalue is real.
    real_spectrum = "real-spectrum"(t);
    /// There is a basis of real eigenvectors.
    real_diagonalizable = "real-diagonalizable"(t);
    /// Every eigenvalue is real and in `[lo, hi]`.
    spectrum_within = "spectrum-within"(t, lo, hi);
    /// The spectrum is real and the `j`-th smallest eigenvalue is at least the `j`-th smallest entry, for all `j`.
    eigenvalues_at_least = "eigenvalues-at-least"(t, v);
    /// The spectrum is real and the `j`-th smallest eigenvalue is at most the `j`-th smallest entry, for all `j`.
    eigenvalues_at_most = "eigenvalues-at-most"(t, v);
    /// The spectrum is real and the `j`-th smallest eigenvalue is at least the `(j−1)`-th smallest entry, `j ≥ 2`.
    interlaced = "interlaced"(t, v);
    /// Number of non-real conjugate pairs, with multiplicity, is `n`.
    pairs_equal = "pairs-equal"(t, n);
    /// Number of non-real conjugate pairs, with multiplicity, is at most `n`.
    pairs_at_most = "pairs-at-most"(t, n);
    /// Number of non-real conjugate pairs, with multiplicity, is at least `n`.
    pairs_at_least = "pairs-at-least"(t, n);
    /// The spectrum is real, with `negative` negative and `zero` zero eigenvalues (with multiplicity).
    eigenvalue_signs = "eigenvalue-signs"(t, negative, zero);
    /// Every eigenvalue has modulus below 1.
    schur_stable = "schur-stable"(t);
    /// Some real eigenvalue has modulus above 1.
    real_eigenvalue_beyond_unit = "real-eigenvalue-beyond-unit"(t);
    /// Some real matrix has the exponential `T`.
    real_logarithm = "real-logarithm"(t);
    /// Exactly one real matrix has the exponential `T`.
    unique_logarithm = "unique-logarithm"(t);
    /// No eigenvalue is real and at most 0: there is a real logarithm with eigenvalues in the strip `|Im| < π`.
    principal_logarithm = "principal-logarithm"(t);
    /// The polynomial `a` divides the polynomial `b` over the rationals.
    divides = "divides"(a, b);
    /// No real `E` of full column rank has `T E = E S`.
    no_embedding = "no-embedding"(s, t);
    /// `T = E S E⁻¹` for some invertible rational `E`.
    similar = "similar"(t, s);
    /// All eigenvalues are different.
    simple_spectrum = "simple-spectrum"(t);
    /// `radius · exp(±2πi j turns)` are eigenvalues for `j = 1, …, n`.
    harmonic_phases = "harmonic-phases"(t, radius, turns, n);
    /// Every real matrix of `n` rows with at most one pair, read by any vector from any start, misses some sample of `y` by
    /// at least `least`.
    read_out_misses = "read-out-misses"(y, n, least);
    /// No `δ` in (0, 1) gives `P(δ)` on `m` slots (`m` odd) both `exp(2πi a)` and `exp(2πi b)` as eigenvalues.
    no_shift_carries = "no-shift-carries"(m, a, b);
}

/// Both predicates are true, or both are false.
pub fn equivalent(a: Expr, b: Expr) -> Expr {
    any_of(vec![all_of(vec![a.clone(), b.clone()]), all_of(vec![not(a), not(b)])])
}

/// Disjunction of any number of predicates.
pub fn any_of(predicates: Vec<Expr>) -> Expr {
    Expr::Apply("any", predicates)
}

/// Conjunction of any number of predicates.
pub fn all_of(predicates: Vec<Expr>) -> Expr {
    Expr::Apply("all", predicates)
}
