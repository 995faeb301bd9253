//! Exact probes: inputs drawn token by token, each kept only if every intermediate of the run so far stays representable.

use super::Format;
use super::draft::Draft;
use super::draw::Draw;
use super::plan::{Family, Fault, Plan, Recipe, Request, dims};
use super::proof::{Proof, Span, is_strength, may_come_later, width_of};
use engine::spec::{Heads, Input};
use engine::{Dims, Fields, Scalar, System, Token};
use std::collections::BTreeMap;

/// A size of probes.
#[derive(Debug)]
pub(super) struct Size {
    name: &'static str,
    /// Batch, tokens, key heads, value heads, K, V; K is a power of 4, so that the scale is a power of 2.
    sizes: [usize; 6],
    boundaries: &'static [i64],
    initial: bool,
    catches: &'static [Fault],
}

const fn fault(name: &'static str, what: &'static str) -> Fault {
    Fault { name, what }
}

/// To be seen where values have more bits than the next narrower format.
const STATE_NARROW: Fault = fault("state-narrow", "keeps the state in fewer bits than the format");
/// Not to be seen where nothing decays.
const UPDATE_ORDER: Fault = fault("update-order", "decays, erases and writes in another order");

const SIZES: &[Size] = &[
    Size {
        name: "1",
        sizes: [1, 1, 1, 1, 1, 1],
        boundaries: &[],
        initial: true,
        catches: &[fault("read-before-update", "reads the state before the token's own update")],
    },
    Size {
        name: "16",
        sizes: [1, 16, 1, 1, 4, 3],
        boundaries: &[],
        initial: true,
        catches: &[UPDATE_ORDER, fault("scale-missing", "does not scale the query")],
    },
    Size {
        name: "63",
        sizes: [1, 63, 1, 1, 4, 4],
        boundaries: &[],
        initial: true,
        catches: &[
            fault("tail-chunk-dropped", "drops or spoils the tokens after the last full chunk"),
            fault("state-transposed", "takes or gives the state as [V, K]"),
        ],
    },
    Size {
        name: "batch",
        sizes: [2, 33, 2, 4, 4, 2],
        boundaries: &[],
        initial: false,
        catches: &[
            fault("batch-mixed", "mixes the entries of a batch"),
            fault("heads-tiled", "gives value head h the key head h mod H"),
        ],
    },
    Size {
        name: "packed",
        sizes: [1, 70, 1, 2, 4, 3],
        boundaries: &[0, 1, 1, 41, 70],
        initial: true,
        catches: &[fault("stale-packed-state", "begins a packed sequence from the state of the one before")],
    },
    Size {
        name: "256",
        sizes: [1, 256, 1, 1, 16, 8],
        boundaries: &[],
        initial: false,
        catches: &[fault("chunk-carry", "carries the state wrongly from chunk to chunk")],
    },
    Size {
        name: "4096",
        sizes: [1, 4096, 1, 1, 16, 8],
        boundaries: &[],
        initial: false,
        catches: &[fault("long-run", "goes wrong after many chunks"), STATE_NARROW],
    },
];

/// The probes of a set: with gates as factors, and with gates whose logarithm is 0.
pub(super) fn plans(request: &Request) -> Vec<Plan> {
    let has_gates = request.system.spec().inputs.iter().any(|i| i.log.is_some());
    let kinds: &[(&str, bool)] =
        if has_gates { &[("factors", true), ("log0", false)] } else { &[("ungated", false)] };
    let plan = |kind: &(&str, bool), size: &'static Size| Plan {
        id: format!("exact-{}-{}", kind.0, size.name),
        family: Family::Exact,
        catches: size.catches.iter().filter(|f| seen(f, kind.1, request.format)).copied().collect(),
        pair: None,
        dims: dims(request.system, size.sizes),
        request: request.clone(),
        recipe: Recipe::Probe { size, gated: kind.1 },
    };
    kinds.iter().flat_map(|kind| SIZES.iter().map(move |size| plan(kind, size))).collect()
}

fn seen(fault: &Fault, gated: bool, format: Format) -> bool {
    (gated || *fault != UPDATE_ORDER) && (largest_value(format) > 2 || *fault != STATE_NARROW)
}

/// The largest value: of f32 and f64 with more bits than bfloat16 and f32 have, so that a narrower state shows.
fn largest_value(format: Format) -> usize {
    match format {
        Format::Bf16 | Format::F16 => 2,
        Format::F32 => (1 << 9) - 1,
        Format::F64 => (1 << 25) - 1,
    }
}

/// Random candidates for each token; then one that leaves the state alone and reads one channel, then one that does nothing.
const ATTEMPTS: usize = 12;

/// One token of all heads: for each input, parts by heads by width.
type Row = BTreeMap<&'static str, Vec<f64>>;

struct Drawer<'a> {
    system: System,
    dims: Dims,
    gated: bool,
    largest: usize,
    draw: &'a mut Draw,
}

/// Draws a probe.
pub(super) fn draft(
    system: System,
    format: Format,
    dims: Dims,
    size: &Size,
    gated: bool,
    draw: &mut Draw,
) -> Draft {
    let mut draft = Draft::new(system, format, dims);
    if !size.boundaries.is_empty() {
        draft.boundaries = Some(size.boundaries.to_vec());
    }
    if size.initial {
        let entry =
            |draw: &mut Draw| if draw.chance(0.6) { draw.one_of(&[-2.0, -1.0, 1.0, 2.0]) } else { 0.0 };
        draft.set_initial((0..draft.state_len()).map(|_| entry(draw)).collect());
    }
    let mut drawer = Drawer { system, dims, gated, largest: largest_value(format), draw };
    let state = draft.rows() * dims.v;
    let initial = draft.initial.clone().unwrap_or_else(|| vec![0.0; draft.state_len()]);
    let proof_of = |sequence: usize, head: usize| {
        let at = (sequence * dims.value_heads + head) * state;
        Proof::new(draft.rows(), dims.v, &initial[at..at + state])
    };
    let scale = Span::of(draft.scale);
    let mut rows: Vec<Row> = Vec::new();
    for sequence in 0..draft.sequences() {
        let tokens = match &draft.boundaries {
            Some(b) => (b[sequence + 1] - b[sequence]) as usize,
            None => dims.tokens,
        };
        let mut proofs: Vec<Proof> = (0..dims.value_heads).map(|h| proof_of(sequence, h)).collect();
        for t in 0..tokens {
            rows.push(drawer.token(&mut proofs, &scale, allowed_bits(format, t, tokens)));
        }
    }
    for input in system.spec().inputs {
        let data: Vec<f64> = rows.iter().flat_map(|row| row[input.name].clone()).collect();
        if input.log.is_none() || gated {
            draft.set(input, input.name, data);
        } else if let Some(log) = input.log {
            if system == System::Ckda {
                draft.set(input, "sign", data.clone());
            }
            draft.set(input, log, vec![0.0; data.len()]);
        }
    }
    draft
}

/// Half of the format's bits at the start and all at the end, so that late tokens have something left to write with.
fn allowed_bits(format: Format, token: usize, tokens: usize) -> u32 {
    let p = format.significant_bits() as usize;
    (p.div_ceil(2) + (p / 2) * (token + 1) / tokens) as u32
}

impl Drawer<'_> {
    /// Draws a token that keeps every head within `bits`, and takes it into the proofs.
    fn token(&mut self, proofs: &mut [Proof], scale: &Span, bits: u32) -> Row {
        for attempt in 0..=ATTEMPTS + 1 {
            let row = self.candidate(attempt);
            let mut next = proofs.to_vec();
            for (head, proof) in next.iter_mut().enumerate() {
                let (token, bare) = (self.spans(&row, head, false), self.spans(&row, head, true));
                proof.token(&token, &bare, scale);
            }
            // The finest digit is far above the smallest normal number of f32 as long as all are within so few bits, but not of f16.
            if next.iter().all(|p| p.need().within(bits, Format::F16.lowest_exponent())) {
                proofs.clone_from_slice(&next);
                return row;
            }
        }
        panic!("a token that does nothing needs no more bits than the ones before");
    }

    fn candidate(&mut self, attempt: usize) -> Row {
        let Dims { key_heads, value_heads, k, v, parts, .. } = self.dims;
        let mut row = Row::new();
        for input in self.system.spec().inputs {
            let heads = if input.heads == Heads::Key { key_heads } else { value_heads };
            let count = heads * if input.parts { parts } else { 1 };
            let width = width_of(input.width, k, v);
            let data = (0..count).flat_map(|_| self.entries(input, width, attempt)).collect();
            row.insert(input.name, data);
        }
        row
    }

    fn entries(&mut self, input: &Input, width: usize, attempt: usize) -> Vec<f64> {
        let calm = attempt as f64 / ATTEMPTS as f64;
        let (idle, silent) = (attempt >= ATTEMPTS, attempt > ATTEMPTS);
        let signed = self.system == System::Ckda;
        let draw = &mut *self.draw;
        if input.log.is_some() {
            let gate = |draw: &mut Draw| match (self.gated && !idle, signed && !idle) {
                (true, true) if draw.chance(0.3) => draw.one_of(&[-1.0, -1.0, -0.5, -0.25]),
                (true, _) if draw.chance(0.1 + 0.5 * calm) => 0.0,
                (true, _) if draw.chance(0.25) => draw.one_of(&[0.5, 0.5, 0.25]),
                (false, true) if draw.chance(0.3) => -1.0,
                _ => 1.0,
            };
            return (0..width).map(|_| gate(draw)).collect();
        }
        if is_strength(self.system, input.name) {
            let strength = |draw: &mut Draw| {
                if idle || draw.chance(0.1) { 0.0 } else { draw.one_of(&[0.5, 1.0, 1.0, 1.0, 2.0]) }
            };
            return (0..width).map(|_| strength(draw)).collect();
        }
        match input.name {
            "v" if idle => vec![0.0; width],
            "v" => {
                let largest = self.largest;
                (0..width).map(|_| draw.below(2 * largest + 1) as f64 - largest as f64).collect()
            }
            "q" | "r" => {
                let count = if idle { 1 } else { 1 + draw.below(3) };
                sparse(draw, width, if silent { 0 } else { count }, &[-2.0, -1.0, 1.0, 1.0, 2.0])
            }
            _ => {
                let few = usize::from(!idle && !draw.chance(0.7 * calm));
                let count = few * if draw.chance(0.3 * (1.0 - calm)) { 2 } else { 1 };
                let sizes: &[f64] = if calm > 0.4 { &[1.0, -1.0] } else { &[1.0, 1.0, -1.0, -1.0, 2.0, 0.5] };
                sparse(draw, width, count, sizes)
            }
        }
    }

    /// The token of a value head, for the proof.
    fn spans(&self, row: &Row, head: usize, bare: bool) -> Token<Span> {
        let Dims { key_heads, value_heads, k, v, parts, .. } = self.dims;
        let mut fields = Fields::new();
        for input in self.system.spec().inputs {
            let width = width_of(input.width, k, v);
            let (heads, own) = match input.heads {
                Heads::Key => (key_heads, self.dims.key_head(head)),
                Heads::Value => (value_heads, head),
            };
            let span = |x: &f64| {
                if may_come_later(self.system, input.name) {
                    Span::of(*x).hull(&Span::one())
                } else if bare && input.log.is_some() {
                    Span::one()
                } else {
                    Span::of(*x)
                }
            };
            let part = |part: usize| {
                let at = (part * heads + own) * width;
                row[input.name][at..at + width].iter().map(span).collect()
            };
            let parts = if input.parts { parts } else { 1 };
            fields = fields.with_rows(input.name, (0..parts).map(part).collect());
        }
        self.system.token(&fields)
    }
}

/// A vector with up to `count` entries from `sizes` and zeros.
fn sparse(draw: &mut Draw, width: usize, count: usize, sizes: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; width];
    for _ in 0..count {
        out[draw.below(width)] = draw.one_of(sizes);
    }
    out
}
