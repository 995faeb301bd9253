//! Corners: one case for each fault that kernels have been seen to have.

use super::draft::{Draft, Raw};
use super::draw::Draw;
use super::plan::{Family, Fault, Pair, Plan, Recipe, Request, dims};
use super::proof::is_strength;
use super::random;
use engine::System;

/// A corner: what it catches, and its inputs; `None` for a system that cannot have the fault.
struct Corner {
    id: &'static str,
    catches: &'static [Fault],
    draft: fn(&Setting<'_>) -> Option<Draft>,
    /// The other case of a pair, and the first tokens that both have in common.
    pair: Option<(&'static str, usize)>,
}

struct Setting<'a> {
    request: &'a Request,
    id: &'static str,
}

impl Setting<'_> {
    fn system(&self) -> System {
        self.request.system
    }

    fn draw(&self, id: &str) -> Draw {
        Draw::of(self.request.seed, id)
    }

    /// Random inputs: batch, tokens, key heads, value heads, K, V.
    fn random(&self, sizes: [usize; 6]) -> Draft {
        let Request { system, format, .. } = *self.request;
        let draw = &mut self.draw(self.id);
        random::draft(system, format, dims(system, sizes), 0.7, draw)
    }

    /// The same with a random initial state.
    fn random_from_state(&self, sizes: [usize; 6]) -> Draft {
        let mut draft = self.random(sizes);
        self.initial(&mut draft);
        draft
    }

    fn initial(&self, draft: &mut Draft) {
        random::initial(draft, &mut self.draw(&format!("{} h0", self.id)));
    }

    fn packed(&self, sizes: [usize; 6], boundaries: &[i64]) -> Draft {
        let mut draft = self.random(sizes);
        draft.boundaries = Some(boundaries.to_vec());
        self.initial(&mut draft);
        draft
    }
}

fn logs(system: System) -> impl Iterator<Item = &'static str> {
    system.spec().inputs.iter().filter_map(|i| i.log)
}

fn strengths(system: System) -> impl Iterator<Item = &'static str> {
    system.spec().inputs.iter().map(|i| i.name).filter(move |n| is_strength(system, n))
}

fn gated(s: &Setting<'_>) -> Option<()> {
    logs(s.system()).next().map(|_| ())
}

fn set_all(draft: &mut Draft, names: impl Iterator<Item = &'static str>, value: f64) {
    for name in names {
        draft.change(name, |_, _| value);
    }
}

/// Keys along the first channel, of this size: `k`, and what erases with it.
fn keys_along_first(draft: &mut Draft, size: f64) {
    let system = draft.system;
    for name in ["k", "kk", "p"] {
        draft.change(name, |at, _| if at.channel == 0 { size } else { 0.0 });
    }
    if matches!(system, System::Dplr | System::Iplr) {
        draft.change("a", |at, _| if at.channel == 0 { -size } else { 0.0 });
        draft.change("b", |at, _| if at.channel == 0 { size } else { 0.0 });
    }
}

const fn fault(name: &'static str, what: &'static str) -> Fault {
    Fault { name, what }
}

const CORNERS: &[Corner] = &[
    Corner {
        id: "decay-1e-12",
        catches: &[fault(
            "inverse-decay-overflows",
            "divides by the product of the gates of a chunk, or takes exp(G_i - G_j) before masking: 0 times infinity",
        )],
        draft: |s| {
            gated(s)?;
            let mut draft = s.random_from_state([1, 70, 1, 1, 4, 3]);
            set_all(&mut draft, logs(s.system()), 1e-12_f64.ln());
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "log-decay-zero",
        catches: &[fault(
            "gate-not-one",
            "does not take a logarithm of 0 as no decay: must equal the ungated rule",
        )],
        draft: |s| {
            gated(s)?;
            let mut draft = s.random_from_state([1, 20, 1, 1, 4, 3]);
            set_all(&mut draft, logs(s.system()), 0.0);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "last-gate-a",
        catches: &[LOOK_AHEAD],
        draft: |s| last_gate(s, 0.0),
        pair: Some(("last-gate-b", 19)),
    },
    Corner {
        id: "last-gate-b",
        catches: &[LOOK_AHEAD],
        draft: |s| last_gate(s, -3.0),
        pair: Some(("last-gate-a", 19)),
    },
    Corner {
        id: "decay-then-erase",
        catches: &[fault(
            "erase-order",
            "erases from the state before the decay where the rule erases after, or the reverse",
        )],
        draft: |s| {
            gated(s)?;
            let mut draft = s.random([1, 1, 1, 1, 1, 1]);
            set_all(&mut draft, logs(s.system()), 0.5_f64.ln());
            set_all(&mut draft, strengths(s.system()), 1.0);
            keys_along_first(&mut draft, 1.0);
            draft.change("sign", |_, _| 1.0);
            draft.change("v", |_, _| 0.0);
            set_all(&mut draft, ["q", "r"].into_iter(), 1.0);
            draft.set_initial(vec![4.0; draft.state_len()]);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "key-2-0",
        catches: &[
            fault("key-normalised", "normalises a key that is given as it is to be used"),
            fault("query-normalised", "normalises a query that is given as it is to be used"),
        ],
        draft: |s| {
            let mut draft = s.random_from_state([1, 3, 1, 1, 2, 3]);
            set_all(&mut draft, logs(s.system()), 0.0);
            set_all(&mut draft, strengths(s.system()), 1.0);
            draft.change("sign", |_, _| 1.0);
            keys_along_first(&mut draft, 2.0);
            set_all(&mut draft, ["q", "r"].into_iter(), 3.0);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "tail-63",
        catches: &[
            fault("tail-chunk-dropped", "drops the tokens after the last full chunk of 64"),
            fault("tail-padding-decays", "lets the padding of the last chunk decay or write"),
        ],
        draft: |s| Some(s.random_from_state([1, 63, 1, 1, 4, 3])),
        pair: None,
    },
    Corner {
        id: "tail-65",
        catches: &[
            fault("tail-chunk-dropped", "drops the tokens after the last full chunk of 64"),
            fault("chunk-carry", "carries the state wrongly into the second chunk"),
        ],
        draft: |s| Some(s.random([1, 65, 1, 1, 4, 3])),
        pair: None,
    },
    Corner {
        id: "state-square",
        catches: &[
            fault(
                "initial-state-transposed",
                "takes the initial state as [V, K], which K = V hides from shapes",
            ),
            fault("final-state-transposed", "gives the final state as [V, K]"),
            fault("initial-state-ignored", "begins from zero"),
        ],
        draft: |s| Some(s.random_from_state([1, 5, 1, 1, 4, 4])),
        pair: None,
    },
    Corner {
        id: "packed-0-1-2",
        catches: &[fault("stale-packed-state", "lets the second packed sequence see the first")],
        draft: |s| Some(s.packed([1, 2, 1, 1, 4, 3], &[0, 1, 2])),
        pair: None,
    },
    Corner {
        id: "packed-4-4",
        catches: &[fault(
            "one-final-state",
            "gives one final state for two packed sequences, or the same twice",
        )],
        draft: |s| {
            let mut draft = s.random([1, 8, 1, 1, 4, 3]);
            draft.boundaries = Some(vec![0, 4, 8]);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "packed-empty",
        catches: &[fault(
            "empty-sequence",
            "mishandles an empty sequence: its final state is its initial one",
        )],
        draft: |s| Some(s.packed([1, 5, 1, 1, 4, 3], &[0, 3, 3, 5])),
        pair: None,
    },
    Corner {
        id: "small-writes",
        catches: &[fault(
            "state-narrow",
            "keeps the state in fewer bits than it should: eight writes of 1e-3 into a state of 1 vanish",
        )],
        draft: |s| Some(small_writes(s)),
        pair: None,
    },
    Corner {
        id: "grouped-heads",
        catches: &[
            fault("heads-tiled", "gives value head h the key head h mod H: 1,2,1,2 and not 1,1,2,2"),
            fault("first-head-for-all", "uses the first key head for all value heads"),
        ],
        draft: |s| Some(s.random([1, 6, 2, 4, 4, 3])),
        pair: None,
    },
    Corner {
        id: "batch-2",
        catches: &[fault("batch-mixed", "lets one batch entry see the state or the inputs of another")],
        draft: |s| Some(s.random_from_state([2, 5, 2, 2, 4, 3])),
        pair: None,
    },
    Corner {
        id: "safe-gate",
        catches: &[fault(
            "softplus-for-safe-gate",
            "computes max(-exp(A) softplus(x + b), lb), and not lb sigmoid(exp(A)(x + b))",
        )],
        draft: |s| {
            if s.system() != System::Kda {
                return None;
            }
            raw_gate(s, Some(-5.0))
        },
        pair: None,
    },
    Corner {
        id: "softplus-gate",
        catches: &[
            fault("safe-gate-for-softplus", "computes the bounded gate, and not -exp(A) softplus(x + b)"),
            fault("bias-ignored", "leaves dt_bias out"),
        ],
        draft: |s| match s.system() {
            System::Gdn | System::Kda | System::Gdn2 => raw_gate(s, None),
            _ => None,
        },
        pair: None,
    },
    Corner {
        id: "value-channel-1",
        catches: &[fault("one-value-channel", "needs more than one value channel")],
        draft: |s| Some(s.random_from_state([1, 9, 1, 1, 4, 1])),
        pair: None,
    },
    Corner {
        id: "key-channels-5",
        catches: &[
            fault("channels-dropped", "loses channels where K is no power of 2"),
            fault("scale-of-padding", "scales by the padded number of channels"),
        ],
        draft: |s| Some(s.random_from_state([1, 17, 1, 1, 5, 3])),
        pair: None,
    },
    Corner {
        id: "strength-0-and-2",
        catches: &[fault("beta-clamped", "clamps beta to 1")],
        draft: |s| {
            strengths(s.system()).next()?;
            let mut draft = s.random_from_state([1, 6, 1, 1, 4, 3]);
            for name in strengths(s.system()) {
                // A write gate stays within 1.
                let most = if name == "w" { 1.0 } else { 2.0 };
                draft.change(name, |at, _| if at.token % 2 == 0 { 0.0 } else { most });
            }
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "strength-0",
        catches: &[fault("beta-offset", "writes although beta is 0, as with log(beta + 1e-6)")],
        draft: |s| {
            strengths(s.system()).next()?;
            let mut draft = s.random([1, 6, 1, 1, 4, 3]);
            set_all(&mut draft, strengths(s.system()), 0.0);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "zero-key",
        catches: &[fault("zero-key-divides", "divides by the norm of a key that is zero")],
        draft: |s| {
            let mut draft = s.random_from_state([1, 4, 1, 1, 4, 3]);
            for name in ["k", "kk", "p", "q", "r", "a", "b"] {
                if !is_strength(s.system(), name) {
                    draft.change(name, |at, x| if at.token == 1 { 0.0 } else { x });
                }
            }
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "one-token",
        catches: &[
            fault("read-before-update", "reads the state before the token's own update"),
            fault("scale-missing", "does not scale the query"),
        ],
        draft: |s| Some(s.random([1, 1, 1, 1, 4, 3])),
        pair: None,
    },
    Corner {
        id: "signed-gate",
        catches: &[fault("gate-sign-lost", "uses the magnitude of a negative gate")],
        draft: |s| {
            if s.system() != System::Ckda {
                return None;
            }
            let mut draft = s.random_from_state([1, 7, 1, 1, 4, 3]);
            draft.change("sign", |_, _| -1.0);
            set_all(&mut draft, logs(s.system()), 0.0);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "write-gate",
        catches: &[fault("write-doubled", "doubles the write gate with the erase gate")],
        draft: |s| {
            if s.system() != System::Gdn2 {
                return None;
            }
            let mut draft = s.random_from_state([1, 6, 1, 1, 4, 3]);
            draft.change("b", |_, _| 2.0);
            draft.change("w", |_, _| 1.0);
            Some(draft)
        },
        pair: None,
    },
    Corner {
        id: "gate-once-a-token",
        catches: &[fault(
            "gate-for-each-part",
            "decays before each of the token's delta steps, and not once",
        )],
        draft: |s| {
            if s.system() != System::DeltaProduct {
                return None;
            }
            let Request { system, format, .. } = *s.request;
            let mut dims = dims(system, [1, 5, 1, 1, 4, 3]);
            dims.parts = 3;
            let draw = &mut s.draw(s.id);
            let mut draft = random::draft(system, format, dims, 1.0, draw);
            s.initial(&mut draft);
            Some(draft)
        },
        pair: None,
    },
];

const LOOK_AHEAD: Fault = Fault {
    name: "look-ahead-gate",
    what: "lets the last gate reach earlier outputs, which must be the same bits in both cases of the pair",
};

fn last_gate(s: &Setting<'_>, by: f64) -> Option<Draft> {
    gated(s)?;
    let same = Setting { request: s.request, id: "last-gate" };
    let mut draft = same.random_from_state([1, 20, 1, 1, 4, 3]);
    for name in logs(s.system()) {
        draft.change(name, |at, x| if at.token == 19 { x + by } else { x });
    }
    Some(draft)
}

/// A state of 1 in its first row, and writes of $10^{-3}$ there.
fn small_writes(s: &Setting<'_>) -> Draft {
    let mut draft = s.random([1, 8, 1, 1, 4, 3]);
    let system = s.system();
    set_all(&mut draft, logs(system), 0.0);
    draft.change("sign", |_, _| 1.0);
    keys_along_first(&mut draft, 1.0);
    set_all(&mut draft, ["q", "r"].into_iter(), 1.0);
    let erases = system != System::Gla;
    // With an erase of strength 1e-3, a value of 2 lifts a state of 1 by 1e-3; without, a value of 1e-3 does.
    match system {
        System::Rwkv7 | System::Dplr | System::Iplr => {
            set_all(&mut draft, ["a", "b"].into_iter().filter(|_| system == System::Rwkv7), 1e-3);
            if system != System::Rwkv7 {
                draft.change("b", |at, _| if at.channel == 0 { 1e-3 } else { 0.0 });
            }
            // What is erased is 1e-3 of the state, so that 2e-3 are written for a rise of 1e-3.
            draft.change("v", |_, _| 2e-3);
        }
        System::Mdn => {
            set_all(&mut draft, ["eta"].into_iter(), 1e-3);
            set_all(&mut draft, ["beta"].into_iter(), 1.0);
            set_all(&mut draft, ["log_mu"].into_iter(), -8.0);
            draft.change("v", |_, _| 2.0);
        }
        _ if erases => {
            set_all(&mut draft, strengths(system), 1e-3);
            // A write gate of 1e-3 as well, where there is one.
            draft.change("v", |_, _| 2.0);
        }
        _ => draft.change("v", |_, _| 1e-3),
    }
    let columns = draft.dims.v;
    draft.set_initial((0..draft.state_len()).map(|e| if e < columns { 1.0 } else { 0.0 }).collect());
    draft
}

/// Raw activations with two heads of different parameters; the first one is 0 with `A_log` 0, where the safe gate is half its bound.
fn raw_gate(s: &Setting<'_>, lower_bound: Option<f64>) -> Option<Draft> {
    let mut draft = s.random_from_state([1, 6, 2, 2, 4, 3]);
    let gate = draft.input("g")?;
    let len = draft.len(&gate);
    draft.remove("g");
    let states = s.request.format.of_states();
    let draw = &mut s.draw(&format!("{} raw", s.id));
    let mut uniform = |n: usize| (0..n).map(|_| states.nearest(draw.uniform(-2.0, 2.0))).collect::<Vec<_>>();
    let (mut raw, mut a_log, mut bias) = (uniform(len), uniform(2), uniform(2 * len / 12));
    (raw[0], a_log[0], bias[0]) = (0.0, 0.0, 0.0);
    draft.raw = Some(Raw { raw, a_log, bias, lower_bound });
    Some(draft)
}

/// The corners of a set.
pub(super) fn plans(request: &Request) -> Vec<Plan> {
    let plan = |corner: &Corner| {
        let draft = (corner.draft)(&Setting { request, id: corner.id })?;
        Some(Plan {
            id: format!("corner-{}", corner.id),
            family: Family::Corners,
            catches: corner.catches.to_vec(),
            pair: corner
                .pair
                .map(|(with, tokens)| Pair { with: format!("corner-{with}"), identical_tokens: tokens }),
            dims: draft.dims,
            request: request.clone(),
            recipe: Recipe::Corner(Box::new(draft)),
        })
    };
    CORNERS.iter().filter_map(plan).collect()
}
