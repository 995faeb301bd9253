//! What is kept of the rows of a head, in memory that does not grow with their number.

use crate::row::Row;
use crate::sketch::Sketch;
use crate::windows::WindowSummary;
use enclosure::F64Interval;
use serde::{Serialize, Serializer};

/// Time bins of the heat maps.
pub const TIME_BINS: usize = 64;

/// An enclosure as it is written: `[low, high]`, null where unbounded.
pub(crate) fn bounds<S: Serializer>(x: &F64Interval, out: S) -> Result<S::Ok, S::Error> {
    let finite = |x: f64| x.is_finite().then_some(x);
    [finite(x.lo()), finite(x.hi())].serialize(out)
}

fn optional_bounds<S: Serializer>(x: &Option<Extreme>, out: S) -> Result<S::Ok, S::Error> {
    x.serialize(out)
}

/// An extreme value, and where it was.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Extreme {
    /// The value, enclosed.
    #[serde(serialize_with = "bounds")]
    pub value: F64Interval,
    /// Entry of the batch.
    pub batch: usize,
    /// The token.
    pub token: usize,
}

/// A part of the time axis.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct TimeBin {
    /// Steps in it.
    pub steps: u64,
    /// Steps with a pair.
    pub rotating: u64,
    /// Steps with a negative eigenvalue.
    pub negative: u64,
    /// Sum over the steps of the base-2 logarithm of the slowest real mode's half-life, bounded by ±20.
    pub half_life_log2: f64,
    /// The largest norm, its upper bound.
    pub norm: f64,
}

/// All steps of a head.
#[derive(Clone, Debug, Serialize)]
pub struct HeadSummary {
    /// The head.
    pub head: usize,
    /// Steps looked at.
    pub steps: u64,
    /// Steps with at least one pair that is not real.
    pub rotating: u64,
    /// Steps of which something is not decided, or has no bound.
    undecided: u64,
    /// Steps of which the number of pairs is not decided.
    pub pairs_undecided: u64,
    /// Steps with a negative eigenvalue.
    pub negative: u64,
    /// Steps of which the sign of some eigenvalue is not decided.
    pub signs_undecided: u64,
    /// Steps of which the norm, an eigenvalue or the edge is beyond the range of a binary64, so that its enclosure has an end missing.
    pub unbounded: u64,
    /// Steps with an eigenvalue that is exactly zero.
    pub singular: u64,
    /// The largest number of pairs of a step.
    pub most_pairs: usize,
    /// Angles of pairs in degrees.
    pub angle: Sketch,
    /// Moduli of pairs.
    pub modulus: Sketch,
    /// Half-lives of all real modes in tokens.
    pub half_life: Sketch,
    /// Half-lives of the slowest real mode of each step.
    pub slowest: Sketch,
    /// Distances from the edge of the rotating set.
    pub edge: Sketch,
    /// The largest distance from the edge: the step that rotates most clearly, or came closest to it.
    #[serde(serialize_with = "optional_bounds")]
    pub most_inside: Option<Extreme>,
    /// The pair with the largest modulus.
    #[serde(serialize_with = "optional_bounds")]
    pub strongest_pair: Option<Extreme>,
    /// The largest operator norm.
    #[serde(serialize_with = "optional_bounds")]
    pub worst_norm: Option<Extreme>,
    /// The largest spectral radius.
    #[serde(serialize_with = "optional_bounds")]
    pub worst_radius: Option<Extreme>,
    /// Products over windows.
    pub windows: Option<WindowSummary>,
    /// The steps by time.
    pub time: Vec<TimeBin>,
}

impl HeadSummary {
    pub(crate) fn new(head: usize) -> Self {
        Self {
            head,
            steps: 0,
            rotating: 0,
            undecided: 0,
            pairs_undecided: 0,
            negative: 0,
            signs_undecided: 0,
            unbounded: 0,
            singular: 0,
            most_pairs: 0,
            angle: Sketch::linear(0.1),
            modulus: Sketch::logarithmic(),
            half_life: Sketch::logarithmic(),
            slowest: Sketch::logarithmic(),
            edge: Sketch::linear(0.002),
            most_inside: None,
            strongest_pair: None,
            worst_norm: None,
            worst_radius: None,
            windows: None,
            time: vec![TimeBin::default(); TIME_BINS],
        }
    }

    /// Steps of which something is not decided, or has no bound.
    pub fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Takes in a row, of a sequence of `tokens` tokens.
    pub(crate) fn add(&mut self, row: &Row, tokens: usize) {
        self.steps += 1;
        let spectrum = &row.spectrum;
        let rotates = !spectrum.pairs.is_empty();
        self.rotating += u64::from(rotates);
        self.pairs_undecided += u64::from(spectrum.pair_count().is_none());
        self.most_pairs = self.most_pairs.max(spectrum.pairs.len());
        let negative = match spectrum.negative {
            Some(count) => count > 0,
            None => spectrum.real.iter().any(|x| x.hi() < 0.0),
        };
        self.negative += u64::from(negative);
        self.signs_undecided += u64::from(spectrum.negative.is_none() || spectrum.zero.is_none());
        self.unbounded += u64::from(!row.is_bounded());
        self.undecided += u64::from(!row.is_decided());
        self.singular += u64::from(spectrum.zero.is_some_and(|count| count > 0));
        for pair in &spectrum.pairs {
            self.angle.add(pair.angle().midpoint().to_degrees());
            self.modulus.add(pair.modulus().midpoint());
        }
        let half_life = |x: f64| if x >= 1.0 { f64::INFINITY } else { std::f64::consts::LN_2 / -x.ln() };
        let mut slowest = None;
        for real in &spectrum.real {
            let modulus = real.abs().midpoint();
            self.half_life.add(half_life(modulus));
            slowest = Some(f64::max(slowest.unwrap_or(0.0), modulus));
        }
        if let Some(slowest) = slowest {
            self.slowest.add(half_life(slowest));
        }
        if let Some(edge) = spectrum.edge {
            self.edge.add(edge.midpoint());
            keep(&mut self.most_inside, edge, row, |new, old| new.midpoint() > old.midpoint());
        }
        let larger = |new: F64Interval, old: F64Interval| new.hi() > old.hi();
        if let Some(pair) = row.leading_pair() {
            keep(&mut self.strongest_pair, pair.modulus(), row, larger);
        }
        keep(&mut self.worst_norm, row.norm, row, larger);
        keep(&mut self.worst_radius, spectrum.radius(), row, larger);
        let bin = &mut self.time[row.token * TIME_BINS / tokens.max(1)];
        bin.steps += 1;
        bin.rotating += u64::from(rotates);
        bin.negative += u64::from(negative);
        bin.norm = bin.norm.max(row.norm.hi());
        bin.half_life_log2 += slowest.map_or(-20.0, |x| half_life(x).log2().clamp(-20.0, 20.0));
    }
}

fn keep(
    slot: &mut Option<Extreme>,
    value: F64Interval,
    row: &Row,
    better: impl Fn(F64Interval, F64Interval) -> bool,
) {
    if slot.is_none_or(|old| better(value, old.value)) {
        *slot = Some(Extreme { value, batch: row.batch, token: row.token });
    }
}

/// A half-life in words: tokens, or `∞`.
pub fn in_tokens(half_life: Option<f64>) -> String {
    match half_life {
        None => "–".into(),
        Some(x) if x == f64::INFINITY => "∞".into(),
        Some(x) if x >= 1e4 => format!("{x:.1e}"),
        Some(x) if x >= 100.0 => format!("{x:.0}"),
        Some(x) if x >= 0.1 => format!("{x:.2}"),
        Some(x) => format!("{x:.0e}"),
    }
}
