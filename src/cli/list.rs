//! `eigenclaim list`.

use super::table::Table;
use eigenclaim::formal::Proofs;
use serde_json::json;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Ids, globs such as 'kda/*', or systems; all theorems when none is given
    theorems: Vec<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let claims = eigenclaim::select::select(&arguments.theorems)?;
    let proofs = Proofs::load();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        for claim in claims {
            let statement = (claim.statement)();
            let hypotheses: Vec<_> = statement.hypotheses.iter().map(|(name, _)| *name).collect();
            let traps: Vec<_> = claim.traps.iter().map(|trap| trap.name).collect();
            let symbolic: Vec<_> = theorems::symbolic::of(claim.id).map(|entry| entry.level(claim)).collect();
            let entry = json!({
                "id": claim.id, "title": claim.title, "system": claim.system, "source": claim.source,
                "level": claim.level, "formal": proofs.of(claim), "proofs": claim.formal, "symbolic": symbolic, "hypotheses": hypotheses, "traps": traps, "uses": claim.uses,
            });
            writeln!(out, "{entry}")?;
        }
    } else {
        let mut table = Table::new(&["theorem", "level", "title"]);
        for claim in &claims {
            table.row(vec![claim.id.into(), super::level(claim, &proofs), claim.title.into()]);
        }
        write!(out, "{table}")?;
        writeln!(out, "\n{} theorems. `eigenclaim explain ID` shows one.", claims.len())?;
    }
    Ok(super::exit::HOLDS)
}
