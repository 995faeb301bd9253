//! The kinds of evidence that a certificate may carry. Format and mathematics: `docs/certificate-v1.md`.

use crate::instance::{matrix_json, vector_json};
use exact::{Matrix, Rational, text};
use serde::ser::{Serialize, Serializer};
use serde_json::{Value as Json, json};

/// A disc in the open upper half plane that holds a root: centre `x + iy`, radius below `y`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Real part of the centre.
    pub x: Rational,
    /// Imaginary part of the centre.
    pub y: Rational,
    /// Radius.
    pub radius: Rational,
}

/// Where eigenvalues are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// Rational eigenvalues with (a lower bound of) their multiplicities, ascending.
    pub exact: Vec<(Rational, u32)>,
    /// Open intervals, ascending and disjoint, at whose ends the remaining factor has opposite signs.
    pub intervals: Vec<(Rational, Rational)>,
    /// Disjoint discs, each with a non-real eigenvalue.
    pub discs: Vec<Disc>,
}

/// A positive definite `M` with `M T = Tᵀ M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetrizer {
    /// `M = Diag(…)`.
    Diagonal(Vec<Rational>),
    /// Any symmetric `M`.
    Dense(Matrix),
}

/// Evidence for one line of a conclusion, or for its failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The predicate is decided by evaluating it.
    Compute,
    /// Eigenvalues located by sign changes, exact roots and discs.
    Roots(Located),
    /// The number of non-real pairs, by Sturm's theorem on the square-free factors.
    Sturm,
    /// A symmetrizer: the transition is self-adjoint in an inner product.
    Symmetrizer(Symmetrizer),
    /// An eigenvalue whose algebraic multiplicity exceeds its geometric one.
    Defective(Rational),
    /// The characteristic polynomial has the wrong sign at `1` or at `−1`, so a root lies beyond it.
    SignAtUnit(i32),
    /// An `E` of full column rank with `T E = E S`.
    Intertwiner(Matrix),
    /// The characteristic polynomials differ, so the matrices are not similar.
    CharpolysDiffer,
    /// Fourier vector `j` is an eigenvector with eigenvalue `radius · exp(2πi turns[j])`.
    Fourier {
        /// Common modulus.
        radius: Rational,
        /// Phases in turns, for `j = 0, …, m − 1`.
        turns: Vec<Rational>,
    },
    /// The same on an even number of slots for all Fourier vectors but `m/2`, the alternating one, which is left out.
    FourierNyquist {
        /// Common modulus.
        radius: Rational,
        /// Phases in turns, for `j = 0, …, m − 1` without `m/2`.
        turns: Vec<Rational>,
    },
    /// The clock increment of a shift.
    Clock(Rational),
    /// A read-out `cᵀ Tᵗ s` that comes near to samples.
    ReadOut {
        /// `T`, of at most one pair.
        matrix: Matrix,
        /// `c`.
        read: Vec<Rational>,
        /// `s`.
        start: Vec<Rational>,
    },
    /// Filters and cells that show that no read-out with at most one pair comes near to samples.
    FilterCover {
        /// Coefficients, that of the earliest sample first.
        filters: Vec<Vec<Rational>>,
        /// Cells of the pairs of modulus at most 1: empty where one is halved, 0 where it is left out, else the filter and the
        /// places, all from 1.
        forward: Vec<Vec<u32>>,
        /// The same for the samples in reverse order.
        backward: Vec<Vec<u32>>,
        /// Filter and places against real modes alone.
        real: Vec<u32>,
    },
}

impl Evidence {
    /// The wire form.
    pub fn to_json(&self) -> Json {
        let text = text::format;
        match self {
            Self::Compute => json!({"kind": "compute"}),
            Self::Sturm => json!({"kind": "sturm"}),
            Self::CharpolysDiffer => json!({"kind": "charpolys-differ"}),
            Self::Roots(located) => {
                let exact: Vec<_> = located.exact.iter().map(|(root, m)| json!([text(root), m])).collect();
                let intervals: Vec<_> =
                    located.intervals.iter().map(|(a, b)| json!([text(a), text(b)])).collect();
                let discs: Vec<_> =
                    located.discs.iter().map(|d| json!([text(&d.x), text(&d.y), text(&d.radius)])).collect();
                json!({"kind": "roots", "exact": exact, "intervals": intervals, "discs": discs})
            }
            Self::Symmetrizer(Symmetrizer::Diagonal(m)) => {
                json!({"kind": "symmetrizer", "diagonal": vector_json(m)})
            }
            Self::Symmetrizer(Symmetrizer::Dense(m)) => {
                json!({"kind": "symmetrizer", "matrix": matrix_json(m)})
            }
            Self::Defective(eigenvalue) => json!({"kind": "defective", "eigenvalue": text(eigenvalue)}),
            Self::SignAtUnit(at) => json!({"kind": "sign-at-unit", "at": at.to_string()}),
            Self::Intertwiner(e) => json!({"kind": "intertwiner", "matrix": matrix_json(e)}),
            Self::Fourier { radius, turns } => {
                json!({"kind": "fourier", "radius": text(radius), "turns": vector_json(turns)})
            }
            Self::FourierNyquist { radius, turns } => {
                json!({"kind": "fourier-nyquist", "radius": text(radius), "turns": vector_json(turns)})
            }
            Self::ReadOut { matrix, read, start } => {
                json!({"kind": "read-out", "matrix": matrix_json(matrix), "read": vector_json(read), "start": vector_json(start)})
            }
            Self::FilterCover { filters, forward, backward, real } => {
                let filters: Vec<_> = filters.iter().map(|filter| vector_json(filter)).collect();
                json!({"kind": "filter-cover", "filters": filters, "forward": forward, "backward": backward, "real": real})
            }
            Self::Clock(delta) => json!({"kind": "clock", "delta": text(delta)}),
        }
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
