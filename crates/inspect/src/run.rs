//! A layer from its first to its last token.

use crate::row::Row;
use crate::summary::HeadSummary;
use crate::transition::Hint;
use crate::windows::{Window, WindowSummary, default_count, growth};
use crate::{InspectError, Layer, Transition};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tokens that are read and looked at together.
const CHUNK: usize = 64;
/// Windows with the largest hints of growth that are examined in any case.
const BEST: usize = 8;

/// What is looked at besides single steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Tokens of a window; 0 or 1 for no windows.
    pub window: usize,
    /// Windows that are examined of each head, evenly spread, besides those that look worst; by default up to 256, fewer in
    /// dimensions above 32.
    pub windows: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self { window: 8, windows: None }
    }
}

/// What was found in a layer.
#[derive(Clone, Debug, Serialize)]
pub struct LayerReport {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The system.
    pub system: &'static str,
    /// Entries of the batch.
    pub batch: usize,
    /// Tokens of each.
    pub tokens: usize,
    /// Dimension of the transition.
    pub dimension: usize,
    /// Whether all tokens were looked at.
    pub complete: bool,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// The heads.
    pub heads: Vec<HeadSummary>,
}

impl LayerReport {
    /// Steps and windows of which something is not decided.
    pub fn undecided(&self) -> u64 {
        let window = |w: &WindowSummary| w.rotation_undecided.max(w.expansion_undecided);
        self.heads.iter().map(|head| head.undecided() + head.windows.as_ref().map_or(0, window)).sum()
    }
}

/// Looks at every token of a layer, in order, and hands out the rows: token by token, in each the heads in order.
///
/// Memory does not grow with the number of tokens. When `stop` becomes true the rows so far are complete, and the report says that
/// it is not. `tick` is told the number of rows that were finished.
///
/// # Errors
/// When the file cannot be read, an entry is not finite or out of range, or `sink` fails.
pub fn inspect(
    layer: &Layer,
    options: &Options,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
    sink: &mut dyn FnMut(&Row) -> Result<(), InspectError>,
) -> Result<LayerReport, InspectError> {
    let mut heads: Vec<HeadSummary> = (0..layer.heads).map(HeadSummary::new).collect();
    let mut windows: Vec<Windows> = (0..layer.heads).map(|_| Windows::new(layer, options)).collect();
    let mut complete = true;
    'all: for batch in 0..layer.batch {
        windows.iter_mut().for_each(Windows::restart);
        for from in (0..layer.tokens).step_by(CHUNK) {
            if stop.load(Ordering::Relaxed) {
                complete = false;
                break 'all;
            }
            let to = (from + CHUNK).min(layer.tokens);
            let chunk: Vec<Vec<Arc<Transition>>> = layer
                .read(batch, from, to)?
                .into_iter()
                .map(|token| token.into_iter().map(Arc::new).collect())
                .collect();
            let places: Vec<(usize, usize)> =
                (0..to - from).flat_map(|t| (0..layer.heads).map(move |h| (t, h))).collect();
            let look = |(t, h): &(usize, usize)| Row::new(batch, from + t, *h, &chunk[*t][*h]);
            let rows: Vec<Row> = places.par_iter().map(look).collect();
            for row in &rows {
                sink(row)?;
                heads[row.head].add(row, layer.tokens);
            }
            tick(rows.len() as u64);
            if options.window > 1 {
                for (head, windows) in windows.iter_mut().enumerate() {
                    let column = chunk.iter().zip(from..).map(|(token, t)| (token[head].clone(), t));
                    let real =
                        |t: usize| rows[(t - from) * layer.heads + head].spectrum.pair_count() == Some(0);
                    windows.take(batch, column.map(|(x, t)| (x, t, real(t), layer.starts_at(t))));
                    windows.examine_due(stop);
                }
            }
        }
    }
    if options.window > 1 {
        for (head, mut windows) in heads.iter_mut().zip(windows) {
            windows.examine_best(stop);
            head.windows = Some(windows.summary);
        }
    }
    let mut notes = layer.notes.clone();
    if options.window > 1
        && heads.iter().all(|head| head.windows.as_ref().is_none_or(|windows| windows.all == 0))
    {
        notes.push(format!("no sequence has {} tokens, so no window was looked at", options.window));
    }
    Ok(LayerReport {
        name: layer.name.clone(),
        file: layer.file.file().to_owned(),
        system: layer.system.spec().name,
        batch: layer.batch,
        tokens: layer.tokens,
        dimension: layer.dimension(),
        complete,
        notes,
        heads,
    })
}

/// The steps of a window.
#[derive(Clone)]
struct Candidate {
    batch: usize,
    from: usize,
    steps: Vec<Arc<Transition>>,
    real: bool,
    hint: f64,
}

/// The windows of one head while tokens pass by.
struct Windows {
    length: usize,
    stride: usize,
    summary: WindowSummary,
    recent: VecDeque<(Arc<Transition>, Arc<Hint>, bool)>,
    due: Vec<Candidate>,
    best: Vec<Candidate>,
}

impl Windows {
    fn new(layer: &Layer, options: &Options) -> Self {
        let all = layer.batch * (layer.tokens + 1).saturating_sub(options.window);
        let count = options.windows.unwrap_or_else(|| default_count(layer.dimension())).max(1);
        Self {
            length: options.window,
            stride: all.div_ceil(count).max(1),
            summary: WindowSummary::new(options.window),
            recent: VecDeque::new(),
            due: Vec::new(),
            best: Vec::new(),
        }
    }

    fn restart(&mut self) {
        self.recent.clear();
    }

    /// Takes in tokens: transition, place, whether its spectrum is certainly real, whether a sequence starts.
    fn take(&mut self, batch: usize, tokens: impl Iterator<Item = (Arc<Transition>, usize, bool, bool)>) {
        for (transition, token, real, starts) in tokens {
            if starts {
                self.recent.clear();
            }
            let hint = Arc::new(transition.hint());
            self.recent.push_back((transition, hint, real));
            if self.recent.len() > self.length {
                self.recent.pop_front();
            }
            if self.recent.len() < self.length {
                continue;
            }
            let hints: Vec<&Hint> = self.recent.iter().map(|(_, hint, _)| &**hint).collect();
            let dimension = self.recent[0].0.dimension();
            let candidate = Candidate {
                batch,
                from: token + 1 - self.length,
                steps: self.recent.iter().map(|(transition, ..)| transition.clone()).collect(),
                real: self.recent.iter().all(|(.., real)| *real),
                hint: growth(&hints, dimension),
            };
            if self.summary.all.is_multiple_of(self.stride as u64) {
                self.due.push(candidate);
            } else {
                self.best.push(candidate);
                self.best.sort_by(|a, b| b.hint.total_cmp(&a.hint));
                self.best.truncate(BEST);
            }
            self.summary.all += 1;
        }
    }

    fn examine_due(&mut self, stop: &AtomicBool) {
        let due = std::mem::take(&mut self.due);
        self.examine(&due, stop);
    }

    fn examine_best(&mut self, stop: &AtomicBool) {
        let best = std::mem::take(&mut self.best);
        self.examine(&best, stop);
    }

    fn examine(&mut self, candidates: &[Candidate], stop: &AtomicBool) {
        let look = |candidate: &Candidate| {
            let steps: Vec<&Transition> = candidate.steps.iter().map(|step| &**step).collect();
            let skip = stop.load(Ordering::Relaxed);
            (!skip).then(|| (Window::new(candidate.batch, candidate.from, &steps), candidate.real))
        };
        let found: Vec<_> = candidates.par_iter().map(look).collect();
        for (window, real) in found.into_iter().flatten() {
            self.summary.add(window, real);
        }
    }
}
