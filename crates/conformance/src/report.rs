//! The whole comparison of a dump.

use crate::compare::{Allowance, Compared, compare_case};
use crate::diagnosis::{Diagnosis, diagnose};
use crate::gradients::compare_gradients;
use crate::reference::Reference;
use crate::{Dump, Verdict};
use engine::bounds::Form;

/// The comparison of one run of a dump.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RunReport {
    /// The tensor of outputs.
    pub name: String,
    /// Whether the run starts from the dump's initial state.
    pub from_initial_state: bool,
    /// Tensor by tensor.
    pub tensors: Vec<Compared>,
    /// What was tried to explain it.
    pub diagnosis: Diagnosis,
    /// What it shows: the worst of its tensors, and a bug where a slip explains what is undecided.
    pub verdict: Verdict,
}

/// The comparison of a dump.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Report {
    /// The system.
    pub system: &'static str,
    /// The arithmetic.
    pub arithmetic: &'static str,
    /// Sizes, in words.
    pub shape: String,
    /// What it shows: the worst of its runs.
    pub verdict: Verdict,
    /// Run by run.
    pub runs: Vec<RunReport>,
    /// The gradients of the last run, where the dump has them.
    pub gradients: Vec<Compared>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// Compares every run of a dump with the reference.
///
/// `forms` are the ways to run that the bound covers. `progress` hears what is done next.
pub fn compare(dump: &Dump, forms: &[Form], progress: &dyn Fn(&str)) -> Report {
    let mut runs = Vec::new();
    for (number, case) in dump.cases.iter().enumerate() {
        progress(&format!("{}: reference", case.name));
        let reference = Reference::of(dump, case.from_initial);
        progress(&format!("{}: what rounding explains", case.name));
        let allowance = Allowance::of(dump, case.from_initial, forms);
        let tensors = compare_case(dump, case, &reference, &allowance);
        progress(&format!("{}: slips of convention", case.name));
        let diagnosis = diagnose(dump, number, &reference, &allowance, &tensors);
        let worst = tensors.iter().map(|t| t.verdict).max().unwrap_or(Verdict::Rounding);
        let explained = !diagnosis.explained_by.is_empty();
        let verdict = if worst == Verdict::Undecided && explained { Verdict::Bug } else { worst };
        let (name, from_initial_state) = (case.name.clone(), case.from_initial);
        runs.push(RunReport { name, from_initial_state, tensors, diagnosis, verdict });
    }
    let mut notes = dump.notes.clone();
    if dump.backward.is_some() {
        progress("gradients");
    }
    let gradients = compare_gradients(dump, forms, &mut notes);
    let dims = dump.inputs.dims;
    let shape = format!(
        "batch {}, tokens {}, key heads {}, value heads {}, K {}, V {}, sequences {}",
        dims.batch,
        dims.tokens,
        dims.key_heads,
        dims.value_heads,
        dims.k,
        dims.v,
        dump.inputs.sequences()
    );
    let of_gradients = gradients.iter().map(|t: &Compared| t.verdict);
    let verdict = runs.iter().map(|r| r.verdict).chain(of_gradients).max().unwrap_or(Verdict::Rounding);
    Report {
        system: dump.system.spec().name,
        arithmetic: dump.arithmetic.name,
        shape,
        verdict,
        runs,
        gradients,
        notes,
    }
}
