//! What a number of clean instances says about the sampler that drew them.

use statrs::distribution::{Beta, ContinuousCDF};

/// The upper 95 % limit of Clopper and Pearson for the probability of a failure, after `failures` in `trials` independent
/// trials: the largest `p` for which so few are not less likely than 5 %. 1 when everything failed or nothing was tried.
pub(crate) fn upper_limit(failures: u64, trials: u64) -> f64 {
    if failures >= trials {
        return 1.0;
    }
    // P(X ≤ k) for X ~ Binomial(n, p) is P(Y > p) for Y ~ Beta(k + 1, n − k).
    match Beta::new(failures as f64 + 1.0, (trials - failures) as f64) {
        Ok(beta) => beta.inverse_cdf(0.95),
        Err(_) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(failures: u64, trials: u64, p: f64) -> f64 {
        let mut term = (1.0 - p).powi(trials as i32);
        let mut sum = term;
        for k in 0..failures {
            term *= (trials - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
            sum += term;
        }
        sum
    }

    #[test]
    fn the_limit_is_where_so_few_failures_have_five_percent() {
        for (failures, trials) in [(0, 1), (0, 10), (0, 256), (1, 256), (3, 20), (0, 10_000), (9, 10)] {
            let p = upper_limit(failures, trials);
            let probability = at_most(failures, trials, p);
            assert!((probability - 0.05).abs() < 1e-6, "{failures} of {trials}: {p}, {probability}");
        }
    }

    #[test]
    fn no_failures_have_the_closed_form() {
        assert!((upper_limit(0, 256) - (1.0 - 0.05_f64.powf(1.0 / 256.0))).abs() < 1e-9);
        assert_eq!(upper_limit(0, 0), 1.0);
        assert_eq!(upper_limit(5, 5), 1.0);
    }
}
