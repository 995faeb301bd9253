//! Numbers of real and of complex roots.

use super::IntPoly;

impl IntPoly {
    /// The number of distinct real roots, by Descartes' rule of signs with bisection.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn real_root_count(&self) -> usize {
        self.isolate_real_roots().len()
    }

    /// The number of real roots, counted with multiplicity.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn real_roots_with_multiplicity(&self) -> usize {
        assert!(!self.is_zero(), "the zero polynomial has every number as a root");
        let factors = self.square_free_factorization();
        factors.iter().map(|(factor, multiplicity)| multiplicity * factor.real_root_count()).sum()
    }

    /// The number of pairs of conjugate roots that are not real, counted with multiplicity.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn non_real_pairs(&self) -> usize {
        let real = self.real_roots_with_multiplicity();
        (self.degree().unwrap_or(0) - real) / 2
    }
}
