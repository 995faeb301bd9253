//! `eigenclaim explain ID`.

use eigenclaim::formal::{Formal, Proofs};
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Id of the theorem, as `eigenclaim list` shows it
    theorem: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let claims = eigenclaim::select::select(std::slice::from_ref(&arguments.theorem))?;
    let [claim] = claims[..] else {
        anyhow::bail!("`{}` names {} theorems; give the id of one", arguments.theorem, claims.len());
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}\n{}\n", claim.id, "=".repeat(claim.id.len()))?;
    writeln!(out, "{}\n", claim.prose())?;
    if matches!(claim.quantifier, claim::Quantifier::Conjecture) {
        writeln!(out, "Open: a conjecture, searched for a counterexample and not proved.\n")?;
    }
    writeln!(out, "Source: {}", claim.source)?;
    if !claim.uses.is_empty() {
        writeln!(out, "Uses: {}", claim.uses.join(", "))?;
    }
    let statement = (claim.statement)();
    writeln!(out, "\nIn the vocabulary of certificates:")?;
    for line in eigenclaim::vocabulary::lines(&statement)? {
        writeln!(out, "  {line}")?;
    }
    if let Some(state) = Proofs::load().of(claim) {
        let state = match state {
            Formal::Checked => "checked on these sources",
            Formal::NotRun => "not checked on these sources: make prove",
        };
        writeln!(out, "\nProved in Coq ({state}): {}", claim.formal.join(", "))?;
    }
    for entry in theorems::symbolic::of(claim.id) {
        let lines: Vec<_> = entry.lines.iter().map(|line| line.line.to_string()).collect();
        writeln!(
            out,
            "\nDecided for all parameter values, {}: conclusion {} (from 0)",
            entry.level(claim),
            lines.join(", ")
        )?;
    }
    for sharp in claim.sharpness {
        let (instance, evidence) = (sharp.witness)();
        let indented = instance.to_string().replace('\n', "\n    ");
        writeln!(
            out,
            "\nWithout {} it fails ({}):\n    {indented}",
            sharp.drops,
            evidence.to_json()["kind"]
        )?;
    }
    for trap in claim.traps {
        let indented = (trap.witness)().0.to_string().replace('\n', "\n    ");
        writeln!(out, "\nThe false statement {} is refuted by:\n    {indented}", trap.name)?;
    }
    writeln!(out, "\nVerify it: eigenclaim verify {}", claim.id)?;
    Ok(super::exit::HOLDS)
}
