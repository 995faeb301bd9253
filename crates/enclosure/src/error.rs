//! Why an enclosure cannot be given.

/// Why an enclosure cannot be given.
///
/// The two domain errors differ in what helps: after [`DomainUndecided`](Self::DomainUndecided) a narrower argument
/// (more bits) may succeed, after [`OutsideDomain`](Self::OutsideDomain) nothing will.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnclosureError {
    /// A constructor was given NaN or an infinity, which is no real number.
    #[error("{value} is not a finite number")]
    NotFinite {
        /// The value as Rust prints it.
        value: String,
    },
    /// The endpoints given to a constructor are in the wrong order.
    #[error("lower endpoint {lower} exceeds upper endpoint {upper}")]
    Reversed {
        /// The endpoint that was given as the lower one.
        lower: String,
        /// The endpoint that was given as the upper one.
        upper: String,
    },
    /// The function is defined on no point of the argument; precision does not help.
    #[error("{function} is not defined anywhere on {argument}")]
    OutsideDomain {
        /// The function that was asked for.
        function: &'static str,
        /// The argument, rounded outward for display.
        argument: String,
    },
    /// The function is undefined (or, for an argument of a complex number, discontinuous) on a part of the argument;
    /// a narrower enclosure of the same number may succeed.
    #[error("{function} is not defined on all of {argument}")]
    DomainUndecided {
        /// The function that was asked for.
        function: &'static str,
        /// The argument, rounded outward for display.
        argument: String,
    },
}

impl EnclosureError {
    /// Whether a narrower enclosure of the same argument, that is more bits, may succeed.
    pub fn may_be_cured_by_precision(&self) -> bool {
        matches!(self, Self::DomainUndecided { .. })
    }

    /// `outside` says that the function is defined on no point of `argument`.
    pub(crate) fn domain(function: &'static str, argument: &dyn std::fmt::Display, outside: bool) -> Self {
        let argument = argument.to_string();
        if outside {
            Self::OutsideDomain { function, argument }
        } else {
            Self::DomainUndecided { function, argument }
        }
    }
}
