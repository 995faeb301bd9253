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
/// Windows that are collected, of all heads, before they are examined together: one of a chunk would leave other threads idle.
const TOGETHER: usize = 64;

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
/// it is not. `tick` is told the number of rows that were handed out. `sink` is called from one thread at a time, in the order of the rows.
///
/// # Errors
/// When the file cannot be read, an entry is not finite or out of range, or `sink` fails.
pub fn inspect(
    layer: &Layer,
    options: &Options,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
    sink: &mut (dyn FnMut(&Row) -> Result<(), InspectError> + Send),
) -> Result<LayerReport, InspectError> {
    let mut heads: Vec<HeadSummary> = (0..layer.heads).map(HeadSummary::new).collect();
    let mut windows: Vec<Windows> = (0..layer.heads).map(|_| Windows::new(layer, options)).collect();
    let mut complete = true;
    let mut places =
        (0..layer.batch).flat_map(|batch| (0..layer.tokens).step_by(CHUNK).map(move |from| (batch, from)));
    let mut current = Chunk::read(layer, places.next())?;
    let mut finished: Vec<Row> = Vec::new();
    let mut unread = None;
    // While a chunk is looked at, by as many threads as are free, one of them hands out the rows of the chunk before and reads the
    // next one: neither can be divided, and both would leave the others idle.
    while current.is_some() || !finished.is_empty() {
        let stopped = stop.load(Ordering::Relaxed);
        if stopped && current.take().is_some() {
            complete = false;
        }
        let next = if stopped { None } else { places.next() };
        let hand_out = || {
            for row in &finished {
                sink(row)?;
                heads[row.head].add(row, layer.tokens);
            }
            Ok::<_, InspectError>(Chunk::read(layer, next))
        };
        let look = || current.as_ref().map(|chunk| chunk.look(layer, options, &mut windows, stop));
        let (handed_out, rows) = rayon::join(hand_out, look);
        let read = handed_out?;
        tick(finished.len() as u64);
        finished = rows.unwrap_or_default();
        current = read.unwrap_or_else(|error| {
            unread = Some(error);
            None
        });
    }
    if let Some(error) = unread {
        return Err(error);
    }
    if options.window > 1 {
        examine(&mut windows, |windows| &mut windows.due, stop);
        examine(&mut windows, |windows| &mut windows.best, stop);
        for (head, windows) in heads.iter_mut().zip(windows) {
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

/// Tokens that are looked at together, and for each of them the transitions of all heads.
struct Chunk {
    batch: usize,
    from: usize,
    tokens: Vec<Vec<Arc<Transition>>>,
}

impl Chunk {
    fn read(layer: &Layer, place: Option<(usize, usize)>) -> Result<Option<Self>, InspectError> {
        let Some((batch, from)) = place else { return Ok(None) };
        let tokens = layer.read(batch, from, (from + CHUNK).min(layer.tokens))?;
        let shared = |token: Vec<Transition>| token.into_iter().map(Arc::new).collect();
        Ok(Some(Self { batch, from, tokens: tokens.into_iter().map(shared).collect() }))
    }

    /// The rows, token by token, and the windows that end in it.
    fn look(&self, layer: &Layer, options: &Options, windows: &mut [Windows], stop: &AtomicBool) -> Vec<Row> {
        let Self { batch, from, tokens } = self;
        let places: Vec<(usize, usize)> =
            (0..tokens.len()).flat_map(|t| (0..layer.heads).map(move |h| (t, h))).collect();
        let look = |(t, h): &(usize, usize)| Row::new(*batch, from + t, *h, &tokens[*t][*h]);
        let rows: Vec<Row> = places.par_iter().map(look).collect();
        if options.window > 1 {
            let take = |(head, windows): (usize, &mut Windows)| {
                if *from == 0 {
                    windows.restart();
                }
                let column = tokens.iter().zip(*from..).map(|(token, t)| (token[head].clone(), t));
                let real = |t: usize| rows[(t - from) * layer.heads + head].spectrum.pair_count() == Some(0);
                windows.take(*batch, column.map(|(x, t)| (x, t, real(t), layer.starts_at(t))));
            };
            windows.par_iter_mut().enumerate().for_each(take);
            if windows.iter().map(|windows| windows.due.len()).sum::<usize>() >= TOGETHER {
                examine(windows, |windows| &mut windows.due, stop);
            }
        }
        rows
    }
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
}

/// Examines candidates of all heads side by side, in an order that does not depend on the number of threads.
fn examine(windows: &mut [Windows], which: impl Fn(&mut Windows) -> &mut Vec<Candidate>, stop: &AtomicBool) {
    let candidates: Vec<(usize, Candidate)> = windows
        .iter_mut()
        .enumerate()
        .flat_map(|(head, windows)| {
            std::mem::take(which(windows)).into_iter().map(move |found| (head, found))
        })
        .collect();
    let look = |(head, candidate): &(usize, Candidate)| {
        let steps: Vec<&Transition> = candidate.steps.iter().map(|step| &**step).collect();
        let skip = stop.load(Ordering::Relaxed);
        (!skip).then(|| (*head, Window::new(candidate.batch, candidate.from, &steps), candidate.real))
    };
    // One by one: a window of a high dimension takes as long as many rows.
    let found: Vec<_> = candidates.par_iter().with_max_len(1).map(look).collect();
    for (head, window, real) in found.into_iter().flatten() {
        windows[head].summary.add(window, real);
    }
}
