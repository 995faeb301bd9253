//! Gates, on the host: no exponential of a device is in a kernel's path.

use engine::Inputs;

/// The same inputs with every factor that is given as its logarithm replaced by its exponential, correctly rounded up to one part in $10^8$ of a unit.
///
/// A factor below the smallest normal number, which a device may take as 0, is 0 here already: on every device alike.
pub fn factors(inputs: &Inputs<f32>) -> Inputs<f32> {
    let spec = inputs.system.spec();
    let given = |log: Option<&str>| log.is_some_and(|l| inputs.tensor(l).is_some());
    if !spec.inputs.iter().any(|i| given(i.log)) {
        return inputs.clone();
    }
    let mut out = inputs.map(|x| f64::from(*x)).factors().map(|x| *x as f32);
    for input in spec.inputs.iter().filter(|i| given(i.log)) {
        out.replace(input.name, |_, x| if x.is_subnormal() { 0.0 } else { *x });
    }
    out
}

/// The logarithm of a factor that is 0 in every format, by a margin that no sum of others makes up for.
const OF_NOTHING: f32 = -1024.0;

/// The same inputs with no logarithm of a factor below −1024, so that sums of them are finite: the factor is 0 before and after, and what the logarithms are off by, in sums that do not
/// pass over it, becomes less.
pub(crate) fn bounded_logarithms(inputs: &Inputs<f32>) -> Inputs<f32> {
    let mut out = inputs.clone();
    for log in inputs.system.spec().inputs.iter().filter_map(|i| i.log) {
        out.replace(log, |_, x| x.max(OF_NOTHING));
    }
    out
}

/// One factor from its logarithm, as [`factors`] makes it.
pub(crate) fn factor(log: f32) -> f32 {
    let factor = f64::from(log).exp() as f32;
    if factor.is_subnormal() { 0.0 } else { factor }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enclosure::RealBall;
    use engine::{Dims, System};
    use exact::Rational;

    #[test]
    fn factors_are_the_nearest_numbers_to_the_exponentials() {
        let logs: Vec<f32> = (0..2000).map(|n| -(n as f32) * 0.0431).chain([-87.0, -0.0, -1e-9]).collect();
        let tokens = logs.len();
        let dims = Dims { batch: 1, tokens, key_heads: 1, value_heads: 1, k: 1, v: 1, parts: 1 };
        let mut inputs = Inputs::new(System::Gdn, dims, 1.0).unwrap().with("g", logs.clone()).unwrap();
        for name in ["q", "k", "v", "beta"] {
            inputs = inputs.with(name, vec![0.0; tokens]).unwrap();
        }
        let factors = factors(&inputs);
        for (g, factor) in logs.iter().zip(factors.tensor("alpha").unwrap()) {
            let exact = RealBall::from_f64(120, f64::from(*g)).unwrap().exp();
            let half = f64::from(factor.next_up() - factor) / 2.0 * (1.0 + 1e-7);
            let near = |side: f64| Rational::from_f64(f64::from(*factor) + side * half).unwrap();
            assert!(near(-1.0) <= exact.lower().unwrap() && exact.upper().unwrap() <= near(1.0), "{g}");
        }
    }

    #[test]
    fn what_a_device_may_take_as_zero_is_zero() {
        let dims = Dims { batch: 1, tokens: 3, key_heads: 1, value_heads: 1, k: 1, v: 1, parts: 1 };
        let inputs =
            Inputs::new(System::Gdn, dims, 1.0).unwrap().with("g", vec![-88.0, -1000.0, 0.0]).unwrap();
        let inputs =
            ["q", "k", "v", "beta"].into_iter().fold(inputs, |i, name| i.with(name, vec![0.0; 3]).unwrap());
        assert_eq!(factors(&inputs).tensor("alpha").unwrap(), [0.0, 0.0, 1.0]);
    }
}
