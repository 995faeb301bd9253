//! Finished results: written to their folder, printed for a person, turned into an exit code. `verify` and `merge`
//! share it, so that a merged run reads like a single one.

use super::exit;
use super::table::Table;
use anyhow::Context;
use claim::{Claim, Quantifier, TheoremResult, Verdict};
use eigenclaim::campaign::{Collection, Header};
use eigenclaim::formal::{Formal, Proofs};
use eigenclaim::results::{self, Request};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a run came to.
pub(super) struct Verdicts {
    header: Header,
    done: Vec<(&'static Claim, TheoremResult)>,
    proofs: Proofs,
    partial: bool,
}

impl Verdicts {
    /// Puts the parts in the journals of `folders` together, and writes results and certificates to `out`.
    pub(super) fn write(folders: &[PathBuf], out: &Path) -> anyhow::Result<Self> {
        let mut collection = Collection::read(folders)?;
        let partial = !collection.missing().is_empty();
        let mut done = Ok(Vec::new());
        results::replace(out, "certificates.jsonl", |file| {
            done = collection.results(&mut |line| writeln!(file, "{line}"));
            Ok(())
        })
        .with_context(|| format!("cannot write certificates to {}", out.display()))?;
        let (done, header, proofs) = (done?, collection.header, Proofs::load());
        let request = Request {
            seed: header.seed,
            cases: header.cases,
            max_dimension: header.max_dimension,
            only_case: header.only_case,
        };
        let text = |name: &str, text: String| {
            results::replace(out, name, |file| file.write_all(text.as_bytes()))
                .with_context(|| format!("cannot write {}", out.join(name).display()))
        };
        let json = results::results(request, partial, &done, &proofs);
        text("timings.json", format!("{:#}\n", results::timings(&done)))?;
        text("junit.xml", results::junit(&json, &done)?)?;
        text("results.sarif", format!("{:#}\n", results::sarif(&json)))?;
        text("summary.md", results::markdown(&json))?;
        text("results.json", format!("{json:#}\n"))?;
        Ok(Self { header, done, proofs, partial })
    }

    /// The table, each failure with its replay, the count, and where the files are.
    pub(super) fn print(&self, out: &Path, elapsed: Option<Duration>) -> anyhow::Result<()> {
        let (done, asked) = (&self.done, self.header.theorems.len());
        let mut stdout = std::io::stdout().lock();
        let mut table = Table::new(&["theorem", "verdict", "instances", "dimensions", "needed", "time"]);
        done.iter().for_each(|(claim, result)| table.row(row(claim, result, &self.proofs)));
        writeln!(stdout, "{table}")?;
        for (claim, result) in done {
            self.explain_failure(&mut stdout, claim, result)?;
        }
        let count = |verdict| done.iter().filter(|(_, result)| result.verdict == verdict).count();
        let of_theorems = || done.iter().filter(|(claim, _)| !conjecture(claim));
        let instances: u64 = of_theorems().map(|(_, result)| result.holds).sum();
        let holding = of_theorems().filter(|(_, result)| result.verdict == Verdict::Holds).count();
        let open = done.len() - of_theorems().count();
        write!(stdout, "{holding} of {} theorems hold on {instances} instances", asked - open)?;
        for (verdict, name) in
            [(Verdict::Refuted, "refuted"), (Verdict::Undecided, "undecided"), (Verdict::Broken, "broken")]
        {
            if count(verdict) > 0 {
                write!(stdout, ", {} {name}", count(verdict))?;
            }
        }
        let any_failed = count(Verdict::Refuted) + count(Verdict::Broken) > 0;
        if done.len() < asked {
            write!(stdout, ", {} not run", asked - done.len())?;
        }
        let accepted = if any_failed || instances == 0 {
            ""
        } else {
            "; the independent checker accepted every certificate"
        };
        let time = elapsed.map(|time| format!(" {:.1} s", time.as_secs_f64())).unwrap_or_default();
        writeln!(stdout, "{accepted}.{time}")?;
        if open > 0 {
            let searched = done.iter().filter(|(claim, _)| conjecture(claim));
            let searched: u64 = searched.map(|(_, result)| result.holds).sum();
            let noun = if open == 1 { "conjecture" } else { "conjectures" };
            writeln!(stdout, "Open: {open} {noun}, no proof; {searched} instances agree and do not count")?;
        }
        self.print_proofs(&mut stdout)?;
        let file = out.join("certificates.jsonl");
        writeln!(stdout, "Results: {}", out.join("results.json").display())?;
        writeln!(stdout, "Check them yourself: eigenclaim recheck {}", file.display())?;
        Ok(())
    }

    fn print_proofs(&self, out: &mut impl Write) -> std::io::Result<()> {
        let proved = |state| self.done.iter().filter(|(it, _)| self.proofs.of(it) == Some(state)).count();
        let (checked, not_run) = (proved(Formal::Checked), proved(Formal::NotRun));
        if checked > 0 {
            writeln!(out, "Proofs: Coq accepted those of {checked} theorems, on these sources")?;
        }
        if not_run > 0 {
            writeln!(
                out,
                "Proofs: {not_run} theorems have one in Coq, not checked on these sources: make prove"
            )?;
        }
        Ok(())
    }

    fn explain_failure(
        &self,
        out: &mut impl Write,
        claim: &Claim,
        result: &TheoremResult,
    ) -> std::io::Result<()> {
        if let (count @ 1.., Some(reason)) = (result.undecided.0, &result.undecided.1) {
            writeln!(out, "{}: {count} undecided, the first because {reason}\n", claim.id)?;
        }
        let Some(failure) = &result.failure else { return Ok(()) };
        let what = if result.verdict == Verdict::Refuted { "is refuted" } else { "could not be verified" };
        writeln!(out, "{} {what}, case {}, shrunk to", claim.id, failure.case)?;
        writeln!(out, "    {}", failure.instance.replace('\n', "\n    "))?;
        writeln!(out, "  expected: {}\n  found:    {}", failure.expected, failure.found)?;
        if result.verdict == Verdict::Refuted {
            let confirmed = match failure.certificate {
                Some(_) => "the independent checker confirms it",
                None => "the independent checker could not decide it from the instance alone",
            };
            writeln!(out, "  checker:  {confirmed}")?;
        }
        let request = (self.header.seed, self.header.max_dimension);
        writeln!(out, "  replay:   {}\n", results::replay(claim.id, request, &failure.case))
    }

    pub(super) fn exit_code(&self, allow_undecided: bool) -> u8 {
        let any = |wanted: &[Verdict]| self.done.iter().any(|(_, result)| wanted.contains(&result.verdict));
        if any(&[Verdict::Refuted, Verdict::Broken]) {
            exit::REFUTED
        } else if (any(&[Verdict::Undecided]) || self.partial) && !allow_undecided {
            exit::UNDECIDED
        } else {
            exit::HOLDS
        }
    }
}

fn conjecture(claim: &Claim) -> bool {
    matches!(claim.quantifier, Quantifier::Conjecture)
}

fn row(claim: &Claim, result: &TheoremResult, proofs: &Proofs) -> Vec<String> {
    let mut verdict = match result.verdict {
        Verdict::Holds if conjecture(claim) => "open",
        Verdict::Holds => "holds",
        Verdict::Refuted => "REFUTED",
        Verdict::Undecided => "undecided",
        Verdict::Broken => "BROKEN",
    }
    .to_owned();
    if result.partial {
        verdict.push_str(" (partial)");
    }
    let mut instances = format!("{} {}", result.holds, super::level(claim, proofs));
    if conjecture(claim) {
        instances = format!("{} agree", result.holds);
    }
    if matches!(claim.quantifier, Quantifier::Exists(_)) {
        instances = format!("witness + {} of {}", result.holds, result.holds + result.passed_over);
        if proofs.of(claim) == Some(Formal::Checked) {
            instances.push_str(", formal");
        }
    }
    if result.undecided.0 > 0 {
        instances.push_str(&format!(", {} undecided", result.undecided.0));
    }
    let dimensions = match (result.dimensions.keys().next(), result.dimensions.keys().next_back()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}–{high}"),
        _ => "–".into(),
    };
    let shown = |prefix: &str| {
        let mut names: Vec<_> = result
            .witnesses
            .iter()
            .filter(|w| w.shown && w.name.starts_with(prefix))
            .map(|w| &w.name)
            .collect();
        names.dedup();
        names.len()
    };
    let hypotheses = (claim.statement)().hypotheses.len();
    let mut needed = match (claim.quantifier, hypotheses) {
        (Quantifier::Exists(_), _) => "exists".into(),
        (_, 0) => "no hypothesis".into(),
        (_, n) => format!("{} of {n}", shown("drops ")),
    };
    if !claim.traps.is_empty() {
        needed.push_str(&format!(
            ", {} trap{}",
            shown("trap "),
            if claim.traps.len() == 1 { "" } else { "s" }
        ));
    }
    let time = format!("{:.2} s", result.elapsed.as_secs_f64());
    vec![claim.id.into(), verdict, instances, dimensions, needed, time]
}
