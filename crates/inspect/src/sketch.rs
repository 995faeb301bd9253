//! Distributions in bounded memory.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A histogram over bins of a fixed kind, from which quantiles are read to the width of a bin.
///
/// It takes midpoints of enclosures: a statistic of what was found, unlike the certain values of rows.
#[derive(Clone, Debug)]
pub struct Sketch {
    scale: Scale,
    bins: BTreeMap<i32, u64>,
    count: u64,
    infinite: u64,
}

#[derive(Clone, Copy, Debug)]
enum Scale {
    /// So many bins for every factor of two.
    Log(f64),
    /// Bins of this width.
    Linear(f64),
}

impl Sketch {
    /// Of positive numbers, to about 1 %.
    pub fn logarithmic() -> Self {
        Self { scale: Scale::Log(64.0), bins: BTreeMap::new(), count: 0, infinite: 0 }
    }

    /// To the width of a bin.
    pub fn linear(width: f64) -> Self {
        Self { scale: Scale::Linear(width), bins: BTreeMap::new(), count: 0, infinite: 0 }
    }

    /// Takes in a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        if value == f64::INFINITY {
            self.infinite += 1;
            return;
        }
        let bin = match self.scale {
            Scale::Log(per_octave) => (value.max(f64::MIN_POSITIVE).log2() * per_octave).floor(),
            Scale::Linear(width) => (value / width).floor(),
        };
        *self.bins.entry(bin as i32).or_default() += 1;
    }

    /// Numbers taken in.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The middle of the bin of the number that a share `q` of all numbers does not exceed; infinite where it is, `None` without numbers.
    pub fn quantile(&self, q: f64) -> Option<f64> {
        let rank = ((self.count as f64 * q).ceil() as u64).clamp(1, self.count.max(1));
        if self.count == 0 {
            return None;
        }
        let mut seen = 0;
        for (bin, count) in &self.bins {
            seen += count;
            if seen >= rank {
                let middle = f64::from(*bin) + 0.5;
                return Some(match self.scale {
                    Scale::Log(per_octave) => (middle / per_octave).exp2(),
                    Scale::Linear(width) => middle * width,
                });
            }
        }
        Some(f64::INFINITY)
    }

    /// The share of numbers in each of the intervals between neighbouring `edges`, numbers outside counted in the first and last one.
    pub fn shares(&self, edges: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; edges.len().saturating_sub(1)];
        let Some(last) = out.len().checked_sub(1) else { return out };
        let mut put = |value: f64, count: u64| {
            let at = edges[1..=last].iter().take_while(|edge| **edge <= value).count();
            out[at] += count as f64;
        };
        for (bin, count) in &self.bins {
            let middle = f64::from(*bin) + 0.5;
            let value = match self.scale {
                Scale::Log(per_octave) => (middle / per_octave).exp2(),
                Scale::Linear(width) => middle * width,
            };
            put(value, *count);
        }
        put(f64::INFINITY, self.infinite);
        out.iter_mut().for_each(|share| *share /= self.count.max(1) as f64);
        out
    }

    /// Takes in all numbers of another sketch of the same kind.
    pub fn merge(&mut self, other: &Self) {
        for (bin, count) in &other.bins {
            *self.bins.entry(*bin).or_default() += count;
        }
        self.count += other.count;
        self.infinite += other.infinite;
    }
}

impl Serialize for Sketch {
    /// The quantiles 5, 25, 50, 75, 95 %; null where infinite or without numbers.
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let quantile = |q: f64| self.quantile(q).filter(|x| x.is_finite());
        let shown: BTreeMap<&str, Option<f64>> =
            [("p05", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95)]
                .into_iter()
                .map(|(name, q)| (name, quantile(q)))
                .collect();
        shown.serialize(out)
    }
}
