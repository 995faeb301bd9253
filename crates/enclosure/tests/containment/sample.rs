//! Random numbers, balls and intervals, biased to corners, with points inside them.

use enclosure::{F64Interval, RealBall};
use quickcheck::{Arbitrary, Gen};
use rug::{Integer, Rational};

/// A number of bits for a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(pub(crate) u32);

impl Arbitrary for Bits {
    fn arbitrary(g: &mut Gen) -> Self {
        let usual = *g.choose(&[2, 3, 24, 53, 64, 113]).expect("not empty");
        Self(if bool::arbitrary(g) { usual } else { 2 + u32::arbitrary(g) % 160 })
    }
}

/// `2^exponent`.
pub(crate) fn power_of_two(exponent: i32) -> Rational {
    let one = Rational::from(1);
    if exponent < 0 { one >> exponent.unsigned_abs() } else { one << exponent.unsigned_abs() }
}

/// A rational: zero, a small integer, a simple fraction, one with many bits, or with a large exponent.
#[derive(Clone, Debug)]
pub(crate) struct Number(pub(crate) Rational);

impl Arbitrary for Number {
    fn arbitrary(g: &mut Gen) -> Self {
        let small = Rational::from(i8::arbitrary(g));
        let bits = Rational::from((i64::arbitrary(g), Integer::from(u32::arbitrary(g)) + 1u32));
        Self(match u8::arbitrary(g) % 8 {
            0 => Rational::new(),
            1 => Rational::from(i8::arbitrary(g).signum()),
            2 => small,
            3 => small / (1 + i32::from(u8::arbitrary(g) % 12)),
            4 => bits,
            5 => bits * power_of_two(i32::from(i8::arbitrary(g)) * 3),
            6 => small + power_of_two(-i32::from(u8::arbitrary(g))),
            _ => bits >> 40u32,
        })
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let simpler = [self.0.clone().trunc(), self.0.clone() / 2u32.pow(16)].map(Rational::trunc);
        let shorter = move |x: &Self| x.0.numer().significant_bits() + x.0.denom().significant_bits();
        let bits = shorter(self);
        Box::new(simpler.into_iter().map(Self).filter(move |x| shorter(x) < bits))
    }
}

/// The single members of a failing sample: shrinking keeps the set and finds the point that fails.
pub(crate) fn single<T: Clone>(points: &[T]) -> Vec<Vec<T>> {
    if points.len() < 2 { Vec::new() } else { points.iter().map(|x| vec![x.clone()]).collect() }
}

/// A number of magnitude at most [`MODERATE`], where the power series are short.
#[derive(Clone, Debug)]
pub(crate) struct Moderate(pub(crate) Rational);

/// The bound on the magnitude of a [`Moderate`] number.
pub(crate) const MODERATE: u32 = 30;

impl Arbitrary for Moderate {
    fn arbitrary(g: &mut Gen) -> Self {
        loop {
            let Number(x) = Number::arbitrary(g);
            if *x.as_abs() <= MODERATE {
                return Self(x);
            }
        }
    }
}

/// A ball and some of its members.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) ball: RealBall,
    pub(crate) points: Vec<Rational>,
}

/// `[start, ∞)`: an exponential that overflows is unbounded above.
fn half_line(bits: u32, start: &Rational) -> RealBall {
    let unbounded = RealBall::from_rational(bits, &power_of_two(60)).exp();
    assert!(unbounded.upper().is_none());
    let ball = unbounded.hull(&RealBall::from_rational(bits, start));
    assert!(ball.contains(start), "the largest float has an exponent too large for a rational");
    ball
}

impl Sample {
    /// The ball between two numbers: as given, a point, an ulp wide, or with an end at zero.
    fn between(g: &mut Gen, a: Rational, b: Rational) -> Self {
        let Bits(bits) = Bits::arbitrary(g);
        let (a, b) = match u8::arbitrary(g) % 8 {
            0 => (a.clone(), a),
            1 | 2 => (a.clone(), a.clone() + a.abs() * power_of_two(-i32::from(u8::arbitrary(g)))),
            3 => (Rational::new(), b),
            _ => (a, b),
        };
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let ball = RealBall::from_bounds(bits, &a, &b).expect("ordered");
        let (lower, upper) = (ball.lower().expect("bounded"), ball.upper().expect("bounded"));
        let width = Rational::from(&upper - &lower);
        let mut points = vec![lower.clone(), Rational::from(&lower + &upper) / 2, upper, a, b];
        points.extend((0..3).map(|_| Rational::from(u32::arbitrary(g)) / u32::MAX * &width + &lower));
        Self { ball, points }
    }

    fn unbounded(g: &mut Gen, start: &Rational) -> Self {
        let Bits(bits) = Bits::arbitrary(g);
        let ball = half_line(bits, start);
        let lower = ball.lower().expect("bounded below");
        let mut points: Vec<_> = [0, 1, 70, 3000].map(|far| &lower + power_of_two(far)).into();
        points.push(lower);
        if bool::arbitrary(g) {
            Self { ball: -ball, points: points.into_iter().map(|x| -x).collect() }
        } else if bool::arbitrary(g) {
            let both = points.iter().map(|x| Rational::from(-x)).chain(points.iter().cloned()).collect();
            Self { ball: ball.hull(&-&ball), points: both }
        } else {
            Self { ball, points }
        }
    }
}

impl Arbitrary for Sample {
    fn arbitrary(g: &mut Gen) -> Self {
        let (Number(a), Number(b)) = (Number::arbitrary(g), Number::arbitrary(g));
        if u8::arbitrary(g).is_multiple_of(8) { Self::unbounded(g, &a) } else { Self::between(g, a, b) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let ball = self.ball.clone();
        Box::new(single(&self.points).into_iter().map(move |points| Self { ball: ball.clone(), points }))
    }
}

/// A bounded sample with ends of moderate size.
#[derive(Clone, Debug)]
pub(crate) struct ModerateSample(pub(crate) Sample);

impl Arbitrary for ModerateSample {
    fn arbitrary(g: &mut Gen) -> Self {
        loop {
            let (Moderate(a), Moderate(b)) = (Moderate::arbitrary(g), Moderate::arbitrary(g));
            let sample = Sample::between(g, a, b);
            if sample.points.iter().all(|x| *x.as_abs() <= MODERATE) {
                return Self(sample);
            }
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

/// A finite `f64`, biased to zeros, subnormals, the ends of the range and small integers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finite(pub(crate) f64);

impl Arbitrary for Finite {
    fn arbitrary(g: &mut Gen) -> Self {
        let corners = [0.0, -0.0, 5e-324, -5e-324, f64::MIN_POSITIVE, f64::MAX, f64::MIN, 1.0, -1.0];
        let sign = if bool::arbitrary(g) { 1.0 } else { -1.0 };
        let value = match u8::arbitrary(g) % 6 {
            0 => *g.choose(&corners).expect("not empty"),
            1 => sign * f64::from_bits(u64::arbitrary(g) >> (12 + u32::arbitrary(g) % 52)),
            2 => f64::from(i8::arbitrary(g)),
            3 => sign * f64::from_bits(f64::MAX.to_bits() - u64::arbitrary(g) % (1 << 56)),
            4 => f64::from(i32::arbitrary(g)) / f64::from(u8::arbitrary(g).max(1)),
            _ => f64::from_bits(u64::arbitrary(g)),
        };
        Self(if value.is_finite() { value } else { 0.5 })
    }
}

/// An interval and some of its members.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) interval: F64Interval,
    pub(crate) points: Vec<Rational>,
}

impl Arbitrary for Span {
    fn arbitrary(g: &mut Gen) -> Self {
        let (Finite(a), Finite(b)) = (Finite::arbitrary(g), Finite::arbitrary(g));
        let b = match u8::arbitrary(g) % 4 {
            0 => a,
            1 => a.next_up().min(f64::MAX),
            _ => b,
        };
        let (lo, hi) = if a <= b { (a, b) } else { (b, a) };
        let interval = F64Interval::new(lo, hi).expect("finite and ordered");
        let exact = |x: f64| Rational::from_f64(x).expect("finite");
        let (lower, upper) = (exact(lo), exact(hi));
        let part = Rational::from(u32::arbitrary(g)) / u32::MAX;
        let inside = Rational::from(&upper - &lower) * part + &lower;
        let middle = Rational::from(&lower + &upper) / 2;
        let far = &upper + power_of_two(2000);
        let mut points = vec![lower, middle, inside, upper];
        match u8::arbitrary(g) % 16 {
            0 => {
                points.push(far);
                Self { interval: interval.hull(unbounded_above()), points }
            }
            1 => {
                points.push(-far);
                Self { interval: interval.hull(-unbounded_above()), points }
            }
            2 => {
                points.extend([Rational::from(-&far), far]);
                Self { interval: F64Interval::ENTIRE, points }
            }
            _ => Self { interval, points },
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let interval = self.interval;
        Box::new(single(&self.points).into_iter().map(move |points| Self { interval, points }))
    }
}

fn unbounded_above() -> F64Interval {
    let largest = F64Interval::point(f64::MAX).expect("finite");
    let sum = largest + largest;
    assert!(sum.hi() == f64::INFINITY);
    sum
}
