//! Faults planted in the kernels and the tables of Cyclic Flow Attention.

use crate::KernelError;
use crate::check::mutation::{Mutation, of_skeleton};
use crate::slots::{Clock, Convention, SlotInputs, Tables, Templates};
use crate::systems::cyfa::{SCORES, VALUES};
use half::f16;
use std::f64::consts::PI;

/// A planted fault.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its name: the kernel or table, and what is wrong with it.
    pub name: String,
    /// In the source of the keys' recurrence, of the read-out, of the values' recurrence.
    changes: [Option<Mutation>; 3],
    /// The tables of a run.
    pub tables: fn(&SlotInputs) -> Tables,
}

impl Fault {
    /// The sources with the fault.
    ///
    /// # Errors
    /// [`KernelError::Source`] where a text to be changed is not there.
    pub fn apply(&self, templates: Templates) -> Result<Templates, KernelError> {
        let planted = |change: &Option<Mutation>, source: String| match change {
            Some(mutation) => mutation.apply(&source),
            None => Ok(source),
        };
        let [scores, read_out, values] = &self.changes;
        Ok(Templates {
            scores: planted(scores, templates.scores)?,
            read_out: planted(read_out, templates.read_out)?,
            values: planted(values, templates.values)?,
        })
    }

    /// Whether it shows only where rows are cut into parts.
    pub fn in_parts(&self) -> bool {
        self.changes.iter().flatten().any(|m| m.split)
    }

    /// Whether it shows only where inputs and initial states lie in textures.
    pub fn in_textures(&self) -> bool {
        self.changes.iter().flatten().any(|m| m.textures)
    }

    fn host(name: &str, tables: fn(&SlotInputs) -> Tables) -> Self {
        Self { name: format!("host/{name}"), changes: [None, None, None], tables }
    }
}

/// Faults of a recurrence: those of the skeleton, and of what a token does.
fn of_state() -> Vec<Mutation> {
    let carried = "return g.alpha * s; }";
    let written = "return s + x.k * r; }";
    vec![
        Mutation::new("decay-missing", &[(carried, "return s; }")]),
        Mutation::new("state-not-carried", &[(carried, "return 0.0 * s; }")]),
        Mutation::new(
            "decay-after-write",
            &[(carried, "return s; }"), (written, "return g.alpha * (s + x.k * r); }")],
        ),
        Mutation::new("strength-missing", &[("return g.beta * c.v; }", "return c.v; }")]),
        Mutation::new("state-in-16-bits", &[(written, "return quantizeToF16(s + x.k * r); }")]),
    ]
}

fn of_read_out() -> Vec<Mutation> {
    let last = "min(j, count - 1)";
    vec![
        Mutation::new(
            "turn-of-the-token-before",
            &[(
                "let at = ((first + min(j, count - 1)) * params.heads + head) * $N + pair;\n        let c = turns[at];\n        let s = turns[at + 1];",
                "let at = ((first + min(j, count - 1)) * params.heads + head) * $N + pair;\n        let early = ((max(first + min(j, count - 1), 1u) - 1) * params.heads + head) * $N + pair;\n        let c = turns[early];\n        let s = turns[early + 1];",
            )],
        ),
        Mutation::new("scores-of-the-first-token", &[(last, "0u")]),
        Mutation::new(
            "scores-turned-back",
            &[
                ("c * scores[at] - s * scores[at + 1]", "c * scores[at] + s * scores[at + 1]"),
                ("s * scores[at] + c * scores[at + 1]", "c * scores[at + 1] - s * scores[at]"),
            ],
        ),
        Mutation::new(
            "scores-not-turned",
            &[
                ("c * scores[at] - s * scores[at + 1]", "scores[at]"),
                ("s * scores[at] + c * scores[at + 1]", "scores[at + 1]"),
            ],
        ),
        Mutation::new("read-out-not-turned-back", &[("(c * a + s * b)", "a"), ("(c * b - s * a)", "b")]),
        Mutation::new("wrong-slot", &[("n * $M + i]", "n * $M + (i + 1) % $M]")]),
        Mutation::new(
            "last-slot-dropped",
            &[(
                "for (var i = 0u; i < $M; i++) {\n            sum",
                "for (var i = 0u; i + 1 < $M; i++) {\n            sum",
            )],
        ),
        Mutation::new(
            "first-slot-twice",
            &[(
                "let entry = matrix[at_matrix + $M * $N + i * $N + n];",
                "let entry = matrix[at_matrix + $M * $N + max(i, 1u) * $N + n];",
            )],
        ),
        Mutation::new("without-the-maximum", &[("weights[e] - totals[e / $M]", "weights[e]")]),
        Mutation::new(
            "maximum-of-the-first-slots",
            &[("for (var i = 1u; i < $M; i++) {", "for (var i = 1u; i < $M / 2; i++) {")],
        ),
        Mutation::new("not-normalised", &[(" / totals[j]", "")]),
        Mutation::new("sum-of-another-token", &[(" / totals[j]", " / totals[0]")]),
        Mutation::new("matrix-of-the-first-head", &[("let at_matrix = head * 2", "let at_matrix = 0u * 2")]),
        Mutation::new("matrix-once-more-transposed", &[("n * $M + i]", "$M * $N + n * $M + i]")]),
        Mutation::new(
            "scores-of-another-head",
            &[(
                "params.heads + head) * $N + pair;\n        let c = turns[at];\n        let s = turns[at + 1];\n        let a",
                "params.heads + params.heads - 1 - head) * $N + pair;\n        let c = turns[at];\n        let s = turns[at + 1];\n        let a",
            )],
        ),
        Mutation::new(
            "tail-dropped",
            &[(
                "let count = min(u32($TILE), params.rows - first);",
                "let count = (params.rows - first) / $TILE * $TILE;",
            )],
        ),
        Mutation::new("no-barrier", &[("workgroupBarrier();", "")]),
        Mutation::new(
            "logarithm-of-two-of-three-digits",
            &[("0.693115234375", "0.693"), (" - n * 3.1946185e-5", "")],
        ),
        Mutation::new(
            "exponential-of-base-two",
            &[
                ("x * 1.44269504", "x"),
                ("x - n * 0.693115234375", "(x - n) * 0.693147181"),
                (" - n * 3.1946185e-5", ""),
            ],
        ),
        Mutation::new(
            "polynomial-cut-short",
            &[
                ("var p = kept(0.00138888889 + r * 0.000198412698);", "var p = 0.0;"),
                ("p = kept(0.00833333333 + r * p);", ""),
                ("p = kept(0.0416666667 + r * p);", ""),
            ],
        ),
    ]
}

fn of_tables() -> Vec<Fault> {
    fn with(turn: fn(usize, usize, Clock) -> f64, atom: fn(usize, usize, Clock) -> f64) -> Convention {
        Convention { turn, atom }
    }
    fn phase(m: usize, n: usize, clock: f64) -> f64 {
        PI * (2.0 * n as f64 / m as f64) * clock
    }
    fn right(m: usize, n: usize, clock: Clock) -> f64 {
        phase(m, n, clock.now)
    }
    fn more(m: usize, n: usize, clock: Clock) -> f64 {
        phase(m + 1, n, clock.now)
    }
    fn narrow(x: &mut [f32]) {
        x.iter_mut().for_each(|x| *x = f16::from_f32(*x).to_f32());
    }
    let of = |name, tables| Fault::host(name, tables);
    vec![
        of("clock-off-by-one", |i| Tables::with(i, with(|m, n, c| phase(m, n, c.now + 1.0), right))),
        of("clock-of-the-writes-off-by-one", |i| {
            Tables::with(i, with(right, |m, n, c| phase(m, n, c.now + 1.0)))
        }),
        of("read-before-the-shift", |i| Tables::with(i, with(|m, n, c| phase(m, n, c.before), right))),
        of("written-before-the-shift", |i| Tables::with(i, with(right, |m, n, c| phase(m, n, c.before)))),
        of("initial-clock-ignored", |i| {
            let late = |m, n, c: Clock| phase(m, n, c.now - c.start);
            Tables::with(i, with(late, late))
        }),
        of("phases-of-one-slot-more", |i| Tables::with(i, with(more, more))),
        of("phases-of-one-slot-more-when-read", |i| Tables::with(i, with(more, right))),
        of("frequency-off-by-one", |i| {
            let next = |m, n, c: Clock| phase(m, n + 1, c.now);
            Tables::with(i, with(next, next))
        }),
        of("read-out-matrix-missing", |i| {
            let mut other = i.clone();
            let size = i.slots * i.slots;
            for (e, x) in other.readout.iter_mut().enumerate() {
                *x = if e % size / i.slots == e % i.slots { 1.0 } else { 0.0 };
            }
            Tables::of(&other)
        }),
        of("read-out-matrix-transposed", |i| {
            let mut other = i.clone();
            let (m, size) = (i.slots, i.slots * i.slots);
            for (e, x) in other.readout.iter_mut().enumerate() {
                *x = i.readout[e / size * size + e % m * m + e % size / m];
            }
            Tables::of(&other)
        }),
        of("turns-in-16-bits", |i| {
            let mut tables = Tables::of(i);
            narrow(&mut tables.turns);
            tables
        }),
        of("atoms-in-16-bits", |i| {
            let mut tables = Tables::of(i);
            narrow(&mut tables.atoms);
            tables
        }),
    ]
}

/// All of them.
pub fn faults() -> Vec<Fault> {
    let planted = |place: usize, mutation: Mutation| {
        let name = format!("{}/{}", ["scores", "read-out", "values"][place], mutation.name);
        let mut changes = [None, None, None];
        changes[place] = Some(mutation);
        Fault { name, changes, tables: Tables::of }
    };
    // The scale of the values' recurrence is 1, every head has its own queries there and inputs lie in buffers: no faults.
    let none = |m: &Mutation| {
        let scale = matches!(m.name, "missing-scale" | "scale-squared");
        let heads = matches!(m.name, "group-mapping" | "key-heads-not-grouped");
        scale || heads || m.name == "rows-of-a-texture-ignored"
    };
    // All rows of coordinates are of the state, unless they are cut into parts.
    let whole = |m: Mutation| Mutation { split: m.split || m.name == "last-row-not-stored", ..m };
    // Rows of coordinates are whole vectors of four.
    let scores = of_skeleton(&SCORES)
        .into_iter()
        .filter(|m| m.name != "last-columns-dropped")
        .chain(of_state())
        .map(|m| (0, m));
    let read_out = of_read_out().into_iter().map(|m| (1, m));
    let values =
        of_skeleton(&VALUES).into_iter().chain(of_state()).filter(|m| !none(m)).map(|m| (2, whole(m)));
    let all = scores.chain(read_out).chain(values).map(|(place, mutation)| planted(place, mutation));
    all.chain(of_tables()).collect()
}
