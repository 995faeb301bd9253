//! Slips in the order of a step.

use super::{Context, Results, Slip, each_head};
use engine::run::Run;
use engine::scalar::{hadamard, scaled};
use engine::step::column_products;
use engine::{Carry, Fields, Step, System, Token, Update};

pub(super) const SLIPS: &[Slip] = &[
    Slip { name: "erase-before-decay", what: "erases from the state before the decay", run: erase_before },
    Slip { name: "erase-after-decay", what: "erases from the decayed state", run: erase_after },
    Slip { name: "decay-after-write", what: "applies the gate after the write", run: decay_after },
    Slip {
        name: "read-before-update",
        what: "reads the state before the update",
        run: |c| Some(read_early(c, false)),
    },
    Slip {
        name: "read-after-decay",
        what: "reads the state after the decay and before the write",
        run: |c| Some(read_early(c, true)),
    },
    Slip { name: "erase-missing", what: "does not erase", run: erase_missing },
    Slip { name: "write-strength-missing", what: "writes the value without its strength", run: write_full },
    Slip { name: "erase-strength-missing", what: "erases without the strength", run: erase_full },
    Slip { name: "write-sign", what: "writes with the wrong sign", run: write_sign },
    Slip { name: "erase-sign", what: "adds what it should erase", run: erase_sign },
    Slip {
        name: "decay-every-part",
        what: "decays before each of the steps of a token",
        run: decay_every_part,
    },
    Slip {
        name: "momentum-before",
        what: "updates the state with the momentum before its own update",
        run: momentum_before,
    },
];

fn decays_first(system: System) -> bool {
    matches!(
        system,
        System::Gdn | System::Kda | System::Gdn2 | System::Ckda | System::DeltaProduct | System::CombaDecayed
    )
}

/// The steps with another erase vector: `f` gets the step's number, its carry and its present erase vector.
fn with_erase(
    c: &Context<'_>,
    f: impl Fn(&Fields<f64>, usize, &Carry<f64>, &Update<f64>) -> Vec<f64> + Sync,
) -> Results {
    let system = c.system();
    c.with_tokens(|fields| {
        let mut token = system.token(fields);
        for (n, step) in token.steps.iter_mut().enumerate() {
            let carry = step.carry.clone();
            for update in step.updates.iter_mut().filter(|u| !u.erase.is_empty()) {
                update.erase = f(fields, n, &carry, update);
            }
        }
        token
    })
}

/// What a system that decays first erases with, before the decay is moved into it.
fn plain_erase(system: System, fields: &Fields<f64>, n: usize) -> Vec<f64> {
    match system {
        System::Gdn2 => hadamard(fields.row("b"), fields.row("k")),
        System::CombaDecayed => fields.row("p").to_vec(),
        System::DeltaProduct => fields.rows("k")[n].clone(),
        _ => fields.row("k").to_vec(),
    }
}

fn erase_before(c: &Context<'_>) -> Option<Results> {
    let system = c.system();
    decays_first(system).then(|| with_erase(c, |fields, n, _, _| plain_erase(system, fields, n)))
}

fn erase_after(c: &Context<'_>) -> Option<Results> {
    matches!(c.system(), System::Comba | System::Dplr | System::Rwkv7).then(|| {
        with_erase(c, |_, _, carry, update| match carry {
            Carry::Scalar(a) => scaled(a, &update.erase),
            Carry::Diagonal(a) => hadamard(a, &update.erase),
            _ => update.erase.clone(),
        })
    })
}

/// First the update of an undecayed state, then the decay.
fn decay_after(c: &Context<'_>) -> Option<Results> {
    let system = c.system();
    if system == System::Mdn || !system.spec().inputs.iter().any(|i| i.log.is_some()) {
        return None;
    }
    Some(c.with_tokens(|fields| {
        let mut token = system.token(fields);
        let first = decays_first(system);
        let mut gate = Carry::Identity;
        for (n, step) in token.steps.iter_mut().enumerate() {
            let carry = std::mem::replace(&mut step.carry, Carry::Identity);
            if n == 0 {
                gate = carry;
            }
            for update in step.updates.iter_mut().filter(|u| first && !u.erase.is_empty()) {
                update.erase = plain_erase(system, fields, n);
            }
        }
        token.steps.push(Step { carry: gate, updates: Vec::new(), add: None });
        token
    }))
}

fn read_early(c: &Context<'_>, decayed: bool) -> Results {
    each_head(&c.inputs, |inputs, at| {
        let program = inputs.program(at);
        let mut state = inputs.initial(at);
        let mut outputs = Vec::new();
        for Token { steps, query } in &program.tokens {
            let seen = match steps.first() {
                Some(step) if decayed => step.carry.apply(&state, program.columns),
                _ => state.clone(),
            };
            outputs.extend(scaled(&program.scale, &column_products(query, &seen, program.columns)));
            state = steps.iter().fold(state, |state, step| step.apply(&state, program.columns));
        }
        Run { outputs, state }
    })
}

fn erases(c: &Context<'_>) -> bool {
    c.system() != System::Gla
}

fn erase_missing(c: &Context<'_>) -> Option<Results> {
    erases(c).then(|| with_erase(c, |_, _, _, update| vec![0.0; update.erase.len()]))
}

fn erase_sign(c: &Context<'_>) -> Option<Results> {
    erases(c).then(|| with_erase(c, |_, _, _, update| scaled(&-1.0, &update.erase)))
}

fn with_updates(c: &Context<'_>, f: impl Fn(&Fields<f64>, usize, &mut Vec<Update<f64>>) + Sync) -> Results {
    let system = c.system();
    c.with_tokens(|fields| {
        let mut token = system.token(fields);
        for (n, step) in token.steps.iter_mut().enumerate() {
            f(fields, n, &mut step.updates);
        }
        token
    })
}

fn write_sign(c: &Context<'_>) -> Option<Results> {
    Some(with_updates(c, |_, _, updates| {
        for update in updates {
            update.value = scaled(&-1.0, &update.value);
        }
    }))
}

fn write_full(c: &Context<'_>) -> Option<Results> {
    has_strength(c).then(|| with_updates(c, |fields, n, updates| split(fields, n, updates, true)))
}

fn erase_full(c: &Context<'_>) -> Option<Results> {
    has_strength(c).then(|| with_updates(c, |fields, n, updates| split(fields, n, updates, false)))
}

/// Whether the key is written along with a strength `beta`.
fn has_strength(c: &Context<'_>) -> bool {
    c.system() != System::Mdn && c.system().spec().inputs.iter().any(|i| i.name == "beta")
}

/// Splits an update into its erase and its write, one of them with the strength and the other without.
fn split(fields: &Fields<f64>, n: usize, updates: &mut Vec<Update<f64>>, of_write: bool) {
    let Some(update) = updates.pop() else { return };
    let full = fields.rows("k")[n].clone();
    let (write, erase) = if of_write { (full, update.write) } else { (update.write, full) };
    updates.push(Update { write: erase, erase: update.erase, value: Vec::new() });
    updates.push(Update::write(write, update.value));
}

fn decay_every_part(c: &Context<'_>) -> Option<Results> {
    (c.system() == System::DeltaProduct && c.inputs.dims.parts > 1).then(|| {
        c.with_tokens(|fields| {
            let parts = 0..fields.rows("k").len();
            let part = |j: usize| {
                Fields::new()
                    .with("q", fields.row("q").to_vec())
                    .with("k", fields.rows("k")[j].clone())
                    .with("v", fields.rows("v")[j].clone())
                    .with("alpha", fields.row("alpha").to_vec())
                    .with("beta", fields.rows("beta")[j].clone())
            };
            let steps = parts.flat_map(|j| System::Gdn.token(&part(j)).steps).collect();
            Token { steps, query: fields.row("q").to_vec() }
        })
    })
}

fn momentum_before(c: &Context<'_>) -> Option<Results> {
    (c.system() == System::Mdn).then(|| {
        c.with_tokens(|fields| {
            let mut token = System::Mdn.token(fields);
            let k = fields.row("k").len();
            let (alpha, beta, mu) = (*fields.one("alpha"), *fields.one("beta"), *fields.one("mu"));
            for step in &mut token.steps {
                // S = αS − βM with the momentum as it was: no decay of it and no write reach S.
                step.carry = Carry::Blocks(vec![[alpha, -beta, 0.0, mu]; k]);
                for update in &mut step.updates {
                    update.write[..k].fill(0.0);
                }
            }
            token
        })
    })
}
