//! Holds a dump against the reference, under the bound of its arithmetic.

use crate::reference::Reference;
use crate::{Dump, Verdict};
use engine::bounds::{Form, HeadBound, Roundings, bounds};
use engine::{Head, Inputs};

/// What rounding explains, in the shape of the results: for roundings that do not repeat, and for roundings that may.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowance {
    /// For independent roundings.
    pub likely: Shaped,
    /// For roundings that every step may repeat.
    pub possible: Shaped,
}

/// One number for each output and each entry of the final states.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    /// `[batch, tokens, value heads, V]`.
    pub outputs: Vec<f64>,
    /// `[sequences, value heads, rows, V]`.
    pub state: Vec<f64>,
}

/// Where a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Place {
    /// The batch entry, or the packed sequence.
    pub sequence: usize,
    /// The token within the sequence; `None` for a final state.
    pub token: Option<usize>,
    /// The value head.
    pub head: usize,
    /// The row of a state.
    pub row: Option<usize>,
    /// The value channel.
    pub channel: usize,
}

/// One result with its error.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Point {
    /// Where it is.
    pub place: Place,
    /// What the kernel gave.
    pub computed: f64,
    /// What it should give.
    pub expected: f64,
    /// The difference.
    pub error: f64,
    /// What repeated roundings explain.
    pub allowed: f64,
    /// The error over what independent roundings explain.
    pub likely_ratio: f64,
    /// The error over what repeated roundings explain.
    pub possible_ratio: f64,
}

/// The comparison of one sequence and head.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct HeadRow {
    /// The sequence.
    pub sequence: usize,
    /// The value head.
    pub head: usize,
    /// The largest error over what independent roundings explain.
    pub likely_ratio: f64,
    /// The largest error over what repeated roundings explain.
    pub possible_ratio: f64,
    /// The first token whose output is beyond what repeated roundings explain.
    pub first_broken: Option<usize>,
}

/// The comparison of one tensor.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Compared {
    /// The tensor's name in the dump.
    pub name: String,
    /// What it shows.
    pub verdict: Verdict,
    /// The worst result; `None` when there are none.
    pub worst: Option<Point>,
    /// The first result, in order of tokens, that is beyond what repeated roundings explain.
    pub first_broken: Option<Point>,
    /// Head by head.
    pub heads: Vec<HeadRow>,
}

impl Allowance {
    /// What rounding explains for the runs of a dump.
    pub fn of(dump: &Dump, from_initial: bool, forms: &[Form]) -> Self {
        let mut inputs = dump.prepared(|x| *x);
        if !from_initial {
            inputs.set_initial(None);
        }
        Self::of_inputs(dump, &inputs, forms)
    }

    /// What rounding explains for prepared inputs in a dump's arithmetic.
    pub(crate) fn of_inputs(dump: &Dump, inputs: &Inputs<f64>, forms: &[Form]) -> Self {
        let dims = inputs.dims;
        let outputs = dims.batch * dims.tokens * dims.value_heads * dims.v;
        let count = outputs + inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
        let preparation = dump.preparation();
        let of = |roundings| {
            let all = bounds(inputs, dump.arithmetic, roundings, forms, &preparation);
            Shaped::assembled(inputs, all)
        };
        Self { likely: of(Roundings::likely(count)), possible: of(Roundings::possible(count)) }
    }
}

impl Shaped {
    fn assembled(inputs: &Inputs<f64>, bounds: Vec<(Head, HeadBound)>) -> Self {
        let dims = inputs.dims;
        let mut outputs = vec![0.0; dims.batch * dims.tokens * dims.value_heads * dims.v];
        let mut state = Vec::new();
        for (at, bound) in bounds {
            let (batch, tokens) = inputs.tokens_of(at.sequence);
            for (t, row) in tokens.zip(bound.outputs.chunks_exact(dims.v.max(1))) {
                let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
                outputs[start..start + dims.v].copy_from_slice(row);
            }
            state.extend(bound.state);
        }
        Self { outputs, state }
    }
}

/// The error over what is allowed; nothing is infinitely much over nothing.
pub(crate) fn ratio(error: f64, allowed: f64) -> f64 {
    if error == 0.0 {
        0.0
    } else if allowed.is_nan() || allowed.is_infinite() {
        if error.is_finite() { 0.0 } else { f64::INFINITY }
    } else {
        error / allowed
    }
}

fn verdict(likely: f64, possible: f64) -> Verdict {
    if possible > 1.0 {
        Verdict::Bug
    } else if likely > 1.0 {
        Verdict::Undecided
    } else {
        Verdict::Rounding
    }
}

/// The places of the outputs in the order of their tensor.
fn output_places(inputs: &Inputs<f64>) -> Vec<Place> {
    let dims = inputs.dims;
    let mut owner = vec![(0, 0); dims.batch * dims.tokens];
    for sequence in 0..inputs.sequences() {
        let (batch, tokens) = inputs.tokens_of(sequence);
        for (n, t) in tokens.enumerate() {
            owner[batch * dims.tokens + t] = (sequence, n);
        }
    }
    let mut places = Vec::new();
    for (sequence, token) in owner {
        for head in 0..dims.value_heads {
            places.extend((0..dims.v).map(|channel| Place {
                sequence,
                token: Some(token),
                head,
                row: None,
                channel,
            }));
        }
    }
    places
}

pub(crate) fn state_places(inputs: &Inputs<f64>) -> Vec<Place> {
    let (dims, rows) = (inputs.dims, inputs.rows());
    let mut places = Vec::new();
    for Head { sequence, head } in inputs.all_heads() {
        for row in 0..rows {
            let place = |channel| Place { sequence, token: None, head, row: Some(row), channel };
            places.extend((0..dims.v).map(place));
        }
    }
    places
}

pub(crate) struct Columns<'a> {
    pub(crate) places: &'a [Place],
    pub(crate) computed: &'a [f64],
    pub(crate) expected: &'a [f64],
    pub(crate) errors: &'a [f64],
    pub(crate) likely: &'a [f64],
    pub(crate) possible: &'a [f64],
}

pub(crate) fn compared(name: &str, c: &Columns<'_>) -> Compared {
    let point = |i: usize| Point {
        place: c.places[i],
        computed: c.computed[i],
        expected: c.expected[i],
        error: c.errors[i],
        allowed: c.possible[i],
        likely_ratio: ratio(c.errors[i], c.likely[i]),
        possible_ratio: ratio(c.errors[i], c.possible[i]),
    };
    let (mut heads, mut worst): (Vec<HeadRow>, Option<Point>) = (Vec::new(), None);
    let mut first_broken: Option<Point> = None;
    for i in 0..c.places.len() {
        let p = point(i);
        let Place { sequence, head, token, .. } = p.place;
        let at = heads.iter().position(|h| (h.sequence, h.head) == (sequence, head)).unwrap_or(heads.len());
        if at == heads.len() {
            heads.push(HeadRow {
                sequence,
                head,
                likely_ratio: 0.0,
                possible_ratio: 0.0,
                first_broken: None,
            });
        }
        let row = &mut heads[at];
        row.likely_ratio = row.likely_ratio.max(p.likely_ratio);
        row.possible_ratio = row.possible_ratio.max(p.possible_ratio);
        let broken = p.possible_ratio > 1.0;
        if broken {
            row.first_broken = match (row.first_broken, token) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        if worst.is_none_or(|w| p.possible_ratio > w.possible_ratio) {
            worst = Some(p);
        }
        if broken && first_broken.is_none_or(|f| token < f.place.token) {
            first_broken = Some(p);
        }
    }
    let largest = |f: fn(&HeadRow) -> f64| heads.iter().map(f).fold(0.0, f64::max);
    let verdict = verdict(largest(|h| h.likely_ratio), largest(|h| h.possible_ratio));
    heads.sort_by_key(|h| (h.sequence, h.head));
    Compared { name: name.into(), verdict, worst, first_broken, heads }
}

/// Compares the outputs and the final state of one run of a dump.
pub(crate) fn compare_case(
    dump: &Dump,
    case: &crate::Case,
    reference: &Reference,
    allowance: &Allowance,
) -> Vec<Compared> {
    let mut out = Vec::new();
    let sides = [
        (&case.outputs, case.name.clone(), &reference.outputs, true),
        (&case.state, case.name.replacen('o', "ht", 1), &reference.state, false),
    ];
    for (computed, name, values, is_output) in sides {
        let Some(computed) = computed else { continue };
        let of = |shaped: &Shaped| if is_output { shaped.outputs.clone() } else { shaped.state.clone() };
        let (expected, mut errors, possible) =
            (values.rounded(), values.errors(computed), of(&allowance.possible));
        if is_output {
            let limit = dump.arithmetic.output_limit;
            for (i, error) in errors.iter_mut().enumerate() {
                // A result too large for the format is rightly infinite.
                let overflows = expected[i].abs() + possible[i] >= limit && computed[i].is_infinite();
                if overflows && computed[i].signum() == expected[i].signum() {
                    *error = 0.0;
                }
            }
        }
        let columns = Columns {
            places: &if is_output { output_places(&dump.inputs) } else { state_places(&dump.inputs) },
            computed,
            expected: &expected,
            errors: &errors,
            likely: &of(&allowance.likely),
            possible: &possible,
        };
        out.push(compared(&name, &columns));
    }
    out
}
