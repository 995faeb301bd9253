//! Floating-point suggestions. Nothing here is proof.

use num_complex::Complex64;

/// A root of the secular function `1 + Σ w_i / (z − a_i)` between two neighbouring poles, by bisection.
pub(crate) fn root_between(poles: &[f64], weights: &[f64], low: f64, high: f64, sign_low: bool) -> f64 {
    let (mut low, mut high) = (low, high);
    // The sign of the polynomial alternates with the number of poles above; between neighbours the secular
    // function has the polynomial's sign up to a constant, so `sign_low` says how it looks next to `low`.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if (secular(poles, weights, middle) > 0.0) == sign_low { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Four partial sums, so that the divisions run in parallel.
fn secular(poles: &[f64], weights: &[f64], z: f64) -> f64 {
    let (pole_blocks, weight_blocks) = (poles.chunks_exact(4), weights.chunks_exact(4));
    let rest = pole_blocks.remainder().iter().zip(weight_blocks.remainder());
    let rest: f64 = rest.map(|(pole, weight)| weight / (z - pole)).sum();
    let mut sums = [0.0; 4];
    for (pole, weight) in pole_blocks.zip(weight_blocks) {
        for lane in 0..4 {
            sums[lane] += weight[lane] / (z - pole[lane]);
        }
    }
    1.0 + rest + sums.iter().sum::<f64>()
}

/// Newton's method for a complex root of `∏(z − a_i) · (1 + Σ w_i / (z − a_i))` from a starting point.
pub(crate) fn newton(poles: &[f64], weights: &[f64], start: Complex64) -> Complex64 {
    let mut z = start;
    for _ in 0..12 {
        let (mut poles_sum, mut value, mut slope) = (Complex64::ZERO, Complex64::ONE, Complex64::ZERO);
        for (pole, weight) in poles.iter().zip(weights) {
            let inverse = (z - pole).inv();
            poles_sum += inverse;
            value += inverse * *weight;
            slope -= inverse * inverse * *weight;
        }
        let step = value / (poles_sum * value + slope);
        if !step.is_finite() {
            break;
        }
        z -= step;
        if step.norm() <= 1e-15 * z.norm() {
            break;
        }
    }
    z
}
