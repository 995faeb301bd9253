//! The search: which words are tried, and what came of it.

use crate::claim::Claim;
use crate::climb;
use crate::clock::Clock;
use crate::counterexample::Counterexample;
use crate::decide::Broken;
use crate::defect;
use crate::fault::Fault;
use crate::objective::suspicion;
use crate::property::Property;
use crate::random::Random;
use crate::shrink;
use crate::word::{Layout, Word};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Starts that are tried together; the first of them that succeeds counts.
const BATCH: u64 = 8;
/// From where on an enclosure that does not tell makes the search undecided. Below it stand the claims that are true with
/// equality somewhere, such as a norm that reaches its bound, where doubles are off by rounding.
const CLEAR_SUSPICION: f64 = 1e-6;
/// Time for deciding the last suspicions, and for making a counterexample simpler, beyond the budget if need be.
const GRACE: Duration = Duration::from_secs(8);

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// Seed of all random numbers. The same seed tries the same starts in the same order; only how many of them fit into
    /// the time depends on the machine.
    pub seed: u64,
    /// For how long to search.
    pub time: Duration,
    /// Most starts, for a search that is to be the same on every machine.
    pub most_starts: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, time: Duration::from_secs(60), most_starts: None }
    }
}

/// Told how a search goes, and asked whether to stop.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Called after each batch with the number of starts so far and the place of the last ones.
    pub tick: &'a dyn Fn(u64, &Place),
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
}

/// Words of one length in one dimension, and how they were searched.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Place {
    /// The dimension.
    pub dimension: usize,
    /// Number of steps.
    pub length: usize,
    /// How many starts were climbed from.
    pub starts: u64,
    /// How often the violation was evaluated, in doubles.
    pub evaluations: u64,
    /// How many words were looked at exactly.
    pub exact_checks: u64,
    /// The largest violation that was seen, in doubles: a hint of how close the claim is to being false, and no more.
    pub closest: Option<f64>,
    /// Suspicions that were not decided: the enclosures were too wide to tell, or the time was over.
    pub undecided: u64,
    /// Whether exact parameters were met of which the claim says something: within their ranges, satisfying all constraints,
    /// and giving the rule a value.
    pub admitted: bool,
}

/// What a search found.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The claim is false.
    Refuted(Box<Counterexample>),
    /// No counterexample was met. This is not a proof.
    Held,
    /// No counterexample was met, but there are suspicions that could not be decided, or nothing was tried.
    Undecided(String),
}

/// A search and its outcome.
#[derive(Debug, Clone)]
pub struct Report {
    /// What was found.
    pub outcome: Outcome,
    /// Where was searched.
    pub places: Vec<Place>,
    /// The seed.
    pub seed: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it was stopped from outside.
    pub interrupted: bool,
}

/// Searches a counterexample to a claim.
///
/// The search is heuristic, the verdict is not: a counterexample is decided in exact arithmetic (or enclosures that hold
/// for all values, where the claim uses functions such as `exp`).
///
/// # Errors
/// [`Fault`] when a counterexample was found but cannot be put into words, which is a defect of this program.
///
/// ```
/// use refute::{Claim, Options, Outcome, search};
///
/// // Signed gates and an erase beyond 1 rotate (CKDA); is the claim that they do not refuted?
/// let claim: Claim = r#"
/// [parameters]
/// alpha = { kind = "diagonal", range = "[-1, 1]" }
/// k     = { kind = "unit-vector" }
/// beta  = { kind = "scalar", range = "[0, 2]" }
/// [transition]
/// T = "(I - beta * k*k') * alpha"
/// [claim]
/// property = "real-spectrum"
/// dimension = 2
/// "#.parse()?;
/// let report = search(&claim, &Options::default())?;
/// let Outcome::Refuted(counterexample) = report.outcome else { panic!("it is false") };
/// assert_eq!(counterexample.dimension, 2);
/// assert!(counterexample.certificate.is_some());
/// # Ok::<(), refute::Fault>(())
/// ```
pub fn search(claim: &Claim, options: &Options) -> Result<Report, Fault> {
    search_with(claim, options, Progress { tick: &|_, _| (), stop: &AtomicBool::new(false) })
}

/// [`search`], telling how it goes, and stopping when told to.
///
/// # Errors
/// As [`search`].
pub fn search_with(claim: &Claim, options: &Options, progress: Progress<'_>) -> Result<Report, Fault> {
    let begin = Instant::now();
    let deadline = begin + options.time;
    let mut hunt = Hunt { claim, options, progress, deadline, cells: cells(claim), starts: 0 };
    let found = hunt.run();
    let stopped = progress.stop.load(Ordering::Relaxed);
    let outcome = match found {
        Some((word, broken)) => {
            let (word, broken) = hunt.smaller(word, broken);
            let clock = Clock { deadline: Instant::now() + GRACE, stop: progress.stop };
            let (word, broken) = shrink::simplify(claim, word, broken, clock);
            Outcome::Refuted(Box::new(Counterexample::new(claim, &word, broken)?))
        }
        None => hunt.without_counterexample(),
    };
    let places = hunt.cells.into_iter().map(|cell| cell.place).collect();
    Ok(Report { outcome, places, seed: options.seed, elapsed: begin.elapsed(), interrupted: stopped })
}

/// Whether a counterexample is met, without making it simple; nothing when stopped before one was.
pub(crate) fn is_refuted(claim: &Claim, options: &Options, progress: Progress<'_>) -> Option<bool> {
    let deadline = Instant::now() + options.time;
    let found = Hunt { claim, options, progress, deadline, cells: cells(claim), starts: 0 }.run().is_some();
    (found || !progress.stop.load(Ordering::Relaxed)).then_some(found)
}

struct Cell {
    place: Place,
    /// Work of one start, and of all so far, in rough units that do not depend on the machine.
    cost: f64,
    spent: f64,
}

/// Every dimension with every length, the small ones first.
fn cells(claim: &Claim) -> Vec<Cell> {
    let lengths = if claim.property.is_of_two_steps() { 2..=2 } else { 1..=claim.word_length };
    let mut cells: Vec<Cell> = Vec::new();
    for dimension in claim.dimensions.clone() {
        for length in lengths.clone() {
            let coordinates = claim
                .parameters
                .iter()
                .map(|parameter| crate::point::count(parameter, dimension))
                .sum::<usize>();
            let size = claim.definitions[claim.subject].term.rows.at(dimension) as f64;
            let coordinates = (coordinates * length).max(1) as f64;
            // Differences in every coordinate, each with an eigenvalue problem and a product.
            let cost = coordinates * (size * size * size + 20.0 + 4.0 * length as f64 * size * size);
            let place = Place {
                dimension,
                length,
                starts: 0,
                evaluations: 0,
                exact_checks: 0,
                closest: None,
                undecided: 0,
                admitted: false,
            };
            cells.push(Cell { place, cost, spent: 0.0 });
        }
    }
    cells.sort_by_key(|cell| (cell.place.length + cell.place.dimension, cell.place.length));
    cells
}

struct Hunt<'a> {
    claim: &'a Claim,
    options: &'a Options,
    progress: Progress<'a>,
    deadline: Instant,
    cells: Vec<Cell>,
    starts: u64,
}

/// What one start came to.
struct Tried {
    evaluations: u64,
    exact_checks: u64,
    value: Option<f64>,
    undecided: bool,
    admitted: bool,
    found: Option<(Word, Broken)>,
}

impl Hunt<'_> {
    fn is_over(&self) -> bool {
        self.progress.stop.load(Ordering::Relaxed)
            || Instant::now() >= self.deadline
            || self.options.most_starts.is_some_and(|most| self.starts >= most)
    }

    /// Gives each cell the same share of work, until something is found or the budget is spent.
    fn run(&mut self) -> Option<(Word, Broken)> {
        while !self.is_over() {
            let least = |a: &(usize, &Cell), b: &(usize, &Cell)| a.1.spent.total_cmp(&b.1.spent);
            let (at, _) = self.cells.iter().enumerate().min_by(least)?;
            if let Some(found) = self.batch(at) {
                return Some(found);
            }
        }
        None
    }

    /// One batch of starts in a cell; the first success in their order.
    fn batch(&mut self, at: usize) -> Option<(Word, Broken)> {
        let cell = &self.cells[at];
        let (dimension, length, first) = (cell.place.dimension, cell.place.length, cell.place.starts);
        let (claim, options) = (self.claim, self.options);
        let clock = Clock { deadline: self.deadline, stop: self.progress.stop };
        let admitted = cell.place.admitted;
        let one = |start| {
            let begin = || attempt(claim, options.seed, (dimension, length, start), admitted, clock);
            (!clock.is_over()).then(begin)
        };
        let tried: Vec<Option<Tried>> = (first..first + BATCH).into_par_iter().map(one).collect();
        let cell = &mut self.cells[at];
        cell.spent += cell.cost * BATCH as f64;
        let mut found = None;
        for tried in tried.into_iter().flatten() {
            let place = &mut cell.place;
            place.starts += 1;
            self.starts += 1;
            place.evaluations += tried.evaluations;
            place.exact_checks += tried.exact_checks;
            place.undecided += u64::from(tried.undecided);
            place.admitted |= tried.admitted;
            if let Some(value) = tried.value {
                place.closest = Some(place.closest.map_or(value, |closest| closest.max(value)));
            }
            if found.is_none() {
                found = tried.found;
            }
        }
        (self.progress.tick)(self.starts, &cell.place);
        found
    }

    /// Looks for a counterexample of fewer steps or a smaller dimension, a little longer than the search did.
    fn smaller(&mut self, mut word: Word, mut broken: Broken) -> (Word, Broken) {
        const BATCHES: u64 = 12;
        for at in 0..self.cells.len() {
            let (d, length) = (self.cells[at].place.dimension, self.cells[at].place.length);
            if d > word.d || length > word.points.len() || (d, length) == (word.d, word.points.len()) {
                continue;
            }
            for _ in 0..BATCHES {
                if self.is_over() {
                    return (word, broken);
                }
                if let Some(found) = self.batch(at) {
                    (word, broken) = found;
                    break;
                }
            }
        }
        (word, broken)
    }

    fn without_counterexample(&self) -> Outcome {
        let undecided: u64 = self.cells.iter().map(|cell| cell.place.undecided).sum();
        let closest = self.cells.iter().filter_map(|cell| cell.place.closest).reduce(f64::max);
        let message = if undecided > 0 {
            format!("{undecided} suspicion(s) that the enclosures, or the time, were not enough to decide")
        } else if self.starts == 0 {
            "nothing was tried: no time".into()
        } else if self.cells.iter().any(|cell| cell.place.admitted) {
            return Outcome::Held;
        } else if closest.is_none() {
            "nothing was tried: the rule has no value where it was evaluated (division by 0, or a root or logarithm of a \
             negative number)"
                .into()
        } else if closest <= Some(climb::OUTSIDE) {
            "nothing was tried: no parameters that satisfy all constraints were met".into()
        } else {
            "no exact parameters were met that satisfy all constraints and give the rule a value".into()
        };
        Outcome::Undecided(message)
    }
}

/// Climbs from one start; what depends on nothing but its arguments.
fn attempt(
    claim: &Claim,
    seed: u64,
    (dimension, length, start): (usize, usize, u64),
    admitted: bool,
    clock: Clock<'_>,
) -> Tried {
    let mut random = Random::new(seed, &[dimension as u64, length as u64, start]);
    let template = climb::template(claim, dimension, length, &mut random);
    let layout = Layout::new(claim, dimension, template);
    let bounds = climb::inner_bounds(&layout, &mut random);
    let z = climb::start(&layout, &bounds, &mut random);
    let is_admitted = |z: &[f64]| layout.round(z, None).is_some_and(|word| word.is_admitted(claim));
    let mut tried = Tried {
        evaluations: 0,
        exact_checks: 0,
        value: None,
        undecided: false,
        admitted: admitted || is_admitted(&z),
        found: None,
    };
    // It takes as long as many climbs, so not every start pays for it.
    if claim.property == Property::SimilarToSymmetric && !claim.enclosed && start.is_multiple_of(4) {
        tried.found = defect::find(&layout, &z, &mut tried.exact_checks, clock);
        if tried.found.is_some() {
            return tried;
        }
    }
    let Some(summit) = climb::climb(&layout, z, &bounds, clock) else { return tried };
    tried.evaluations = summit.evaluations;
    tried.value = Some(summit.value);
    tried.admitted = tried.admitted || is_admitted(&summit.z);
    if summit.value > suspicion(&claim.property) {
        let clock = Clock { deadline: clock.deadline + GRACE, ..clock };
        tried.found = shrink::certify(&layout, &summit.z, &mut tried.exact_checks, clock);
        let clear = tried.found.is_none() && summit.value > CLEAR_SUSPICION;
        tried.undecided = clear && (claim.enclosed || clock.is_over());
    }
    tried
}
