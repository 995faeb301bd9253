//! Modulus, angle, exponential and square root.

use super::ball::ComplexBall;
use crate::{EnclosureError, RealBall};
use std::cmp::Ordering;

impl ComplexBall {
    /// The modulus.
    pub fn abs(&self) -> RealBall {
        // A square is never negative and neither is its enclosure, so the fallback is not reached.
        self.norm2().sqrt().unwrap_or_else(|_| self.re.abs() + self.im.abs())
    }

    /// The angle in `(−π, π]`.
    ///
    /// # Errors
    /// As for [`RealBall::atan2`]: a rectangle that contains zero, or points on and below the negative real axis.
    pub fn arg(&self) -> Result<RealBall, EnclosureError> {
        self.im.atan2(&self.re)
    }

    /// The exponential, `exp(re)·(cos im + i·sin im)`.
    #[must_use]
    pub fn exp(&self) -> Self {
        let modulus = self.re.exp();
        let (sin, cos) = self.im.sin_cos();
        Self { re: &modulus * &cos, im: &modulus * &sin }
    }

    /// The principal square root: real part ≥ 0, and imaginary part ≥ 0 where the real part is zero.
    ///
    /// # Errors
    /// [`EnclosureError::DomainUndecided`] for a rectangle across the cut of the principal branch (points on and
    /// below the negative real axis), and for one that contains zero but is not zero exactly.
    pub fn sqrt(&self) -> Result<Self, EnclosureError> {
        let p = self.precision();
        if self.is_exactly_zero() {
            return Ok(Self::from_real(RealBall::zero(p)));
        }
        let half_plane =
            self.half_plane().ok_or_else(|| EnclosureError::domain("square root", self, false))?;
        let modulus = self.abs();
        let two = RealBall::from_integer(p, &2.into());
        // √((|z| ± re)/2) is the absolute value of a part of the root. The sum under the root is never negative,
        // whatever its enclosure says; where it cancels, that part is found from im = 2·Re√z·Im√z instead.
        let part = |sum: RealBall| sum.checked_div(&two)?.sqrt_of_nonnegative();
        if half_plane == HalfPlane::Right {
            let re = part(&modulus + &self.re)?;
            let im = self.im.checked_div(&(&re + &re))?;
            return Ok(Self { re, im });
        }
        let im = part(&modulus - &self.re)?;
        let re = if self.re.sign() == Some(Ordering::Less) {
            self.im.abs().checked_div(&(&im + &im))?
        } else {
            part(&modulus + &self.re)?
        };
        Ok(Self { re, im: if half_plane == HalfPlane::Lower { -im } else { im } })
    }

    /// A half-plane that holds the whole rectangle and on which the principal root is continuous.
    fn half_plane(&self) -> Option<HalfPlane> {
        if self.re.sign() == Some(Ordering::Greater) {
            Some(HalfPlane::Right)
        } else if self.contains_zero() {
            None
        } else if self.im.is_nonnegative() {
            Some(HalfPlane::Upper)
        } else if self.im.sign() == Some(Ordering::Less) {
            Some(HalfPlane::Lower)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum HalfPlane {
    Right,
    Upper,
    Lower,
}
