//! The numbers on which a device is probed.

use crate::draw::Draw;

/// Random ones of each kind.
const RANDOM: usize = 4096;
/// Corners, each against each.
const CORNERS: [f32; 14] = [
    1.0,
    -1.0,
    3.0,
    1.0 / 3.0,
    0.1,
    1.0 + f32::EPSILON,
    1.0 - f32::EPSILON / 2.0,
    16_777_216.0,
    f32::MIN_POSITIVE,
    1.5 * f32::MIN_POSITIVE,
    0.5 * f32::MIN_POSITIVE,
    -0.25 * f32::MIN_POSITIVE,
    1.4e-45,
    1e-20,
];

/// The numbers $a$, $b$, $c$; $c$ is near $-ab$ for some, where contraction shows most, and a moderate logarithm for others.
pub(super) fn draw() -> [Vec<f32>; 3] {
    let mut draw = Draw::new(0, "probe");
    let mut out = [Vec::new(), Vec::new(), Vec::new()];
    let mut push = |a: f32, b: f32, c: f32| {
        for (list, x) in out.iter_mut().zip([a, b, c]) {
            list.push(x);
        }
    };
    for a in CORNERS {
        for b in CORNERS {
            push(a, b, -(a * b));
        }
    }
    for n in 0..RANDOM {
        // All exponents of a moderate range, or close ones, where sums cancel.
        let span = if n % 2 == 0 { 40.0 } else { 2.0 };
        let mut number = || {
            let size = (draw.uniform() * 2.0 - 1.0) * span;
            let sign = if draw.uniform() < 0.5 { -1.0 } else { 1.0 };
            (sign * size.exp2() * (1.0 + draw.uniform())) as f32
        };
        let (a, b) = (number(), number());
        let c = if n % 4 < 2 { -(a * b) } else { (draw.uniform() * -80.0) as f32 };
        push(a, b, c);
    }
    out
}
