//! Roots, exponential and logarithm: monotone functions, so the image of a ball is the ball of the images of its
//! endpoints.

use super::ball::{RealBall, down, up};
use crate::EnclosureError;
use rug::Float;

impl RealBall {
    /// The square root, the tightest at its precision.
    ///
    /// A ball that touches zero from above has a root that does too.
    ///
    /// # Errors
    /// A ball with a negative member: [`EnclosureError::OutsideDomain`] when all are, otherwise
    /// [`EnclosureError::DomainUndecided`]. For a number that is known to be ≥ 0 by other means, see
    /// [`sqrt_of_nonnegative`](Self::sqrt_of_nonnegative).
    pub fn sqrt(&self) -> Result<Self, EnclosureError> {
        if *self.lo() < 0 {
            return Err(EnclosureError::domain("square root", self, *self.hi() < 0));
        }
        self.sqrt_of_nonnegative()
    }

    /// The square root of a number of which the caller knows that it is not negative, although its enclosure may be
    /// so in part: an enclosure of the roots of all members `x ≥ 0`.
    ///
    /// # Errors
    /// [`EnclosureError::OutsideDomain`] when no member is ≥ 0, which contradicts what the caller knows.
    pub fn sqrt_of_nonnegative(&self) -> Result<Self, EnclosureError> {
        let p = self.precision();
        if *self.hi() < 0 {
            return Err(EnclosureError::domain("square root", self, true));
        }
        let lo = if *self.lo() > 0 { down(p, self.lo().sqrt_ref()) } else { Float::new(p) };
        Ok(Self::from_endpoints(lo, up(p, self.hi().sqrt_ref())))
    }

    /// The exponential, the tightest at its precision.
    ///
    /// Beyond MPFR's range (about `exp(±7·10⁸)`) the upper endpoint is +∞ and the lower one the largest finite
    /// float, or the lower endpoint is zero and the upper one the smallest positive float; so an exponential that
    /// underflows has no certain sign in the ball.
    #[must_use]
    pub fn exp(&self) -> Self {
        let p = self.precision();
        Self::from_endpoints(down(p, self.lo().exp_ref()), up(p, self.hi().exp_ref()))
    }

    /// The natural logarithm, the tightest at its precision.
    ///
    /// # Errors
    /// A ball with a member ≤ 0, hence also one that touches zero: [`EnclosureError::OutsideDomain`] when all members
    /// are ≤ 0, otherwise [`EnclosureError::DomainUndecided`]. No half-line `[−∞, log hi]` is returned: it would
    /// answer nothing that the error does not.
    pub fn log(&self) -> Result<Self, EnclosureError> {
        let p = self.precision();
        if *self.lo() <= 0 {
            return Err(EnclosureError::domain("logarithm", self, *self.hi() <= 0));
        }
        Ok(Self::from_endpoints(down(p, self.lo().ln_ref()), up(p, self.hi().ln_ref())))
    }
}
