//! The page of a theorem.

use super::bar::{Segment, bar};
use super::{Context, chip, front, grouped, topic, verdict};
use crate::choice::{Origin, READABLE_DIMENSION};
use crate::model::{Strength, Theorem, below};
use crate::results::{Entry, Nearest};
use crate::site::Site;
use crate::spell::{Speller, sentence};
use crate::statistics::upper_limit;
use crate::tex::{Names, said};
use crate::{ReportError, prose};
use claim::{Line, Role, Statement};
use maud::{Markup, PreEscaped, html};
use serde_json::json;

/// Bytes of the longest certificate that a page repeats in its wire form.
const LONGEST_LINE: usize = 1_500;

/// The certificates of a theorem, checked and ready to be put into words.
pub(super) struct Spelled {
    certificate: Option<Speller>,
    /// The refutation's own one; nothing where the checker does not confirm it.
    refutation: Option<Speller>,
    sharpness: Vec<Result<Speller, ReportError>>,
    traps: Vec<Result<Speller, ReportError>>,
}

impl Spelled {
    /// # Errors
    /// [`ReportError::Refused`] when the certificate that is to be spelled out is refused. A refused witness is kept: the run may
    /// be broken, and its page says so.
    pub(super) fn of(theorem: &Theorem) -> Result<Self, ReportError> {
        let claim = theorem.claim;
        let names = || Names::of(&(claim.statement)());
        let chosen = theorem.chosen.as_ref().map(|chosen| Speller::new(&chosen.line, names(), claim.id));
        let failure = theorem.entry.as_ref().and_then(|entry| entry.failure.as_ref());
        let counterexample = failure.and_then(|failure| failure.certificate.as_deref());
        let witness = |role,
                       statement: Statement,
                       (instance, evidence): (claim::Instance, claim::Evidence)| {
            let names = Names::of(&statement);
            let line =
                Line { theorem: claim.id, role, instance: &instance, statement, evidence: vec![evidence] };
            Speller::new(&line.to_string(), names, claim.id)
        };
        let sharp =
            |it: &claim::Sharp| witness(Role::Drops(it.drops, it.fails), (claim.statement)(), (it.witness)());
        let trap =
            |it: &claim::Trap| witness(Role::Trap(it.name, it.fails), (it.statement)(), (it.witness)());
        Ok(Self {
            certificate: chosen.transpose()?,
            refutation: counterexample.and_then(|line| Speller::new(line, names(), claim.id).ok()),
            sharpness: claim.sharpness.iter().map(sharp).collect(),
            traps: claim.traps.iter().map(trap).collect(),
        })
    }
}

pub(super) fn page(
    context: &Context<'_>,
    at: usize,
    spelled: &Spelled,
    site: Site,
) -> Result<Markup, ReportError> {
    let theorem = &context.run.theorems[at];
    let claim = theorem.claim;
    Ok(html! {
        @if site == Site::Theorem { p.crumbs { a href=(site.page("index")) { "Results" } " › " a href=(format!("{}#topic-{}", site.page("index"), theorem.topic())) { (topic(theorem.topic())) } } }
        article.theorem id=[(site == Site::Print).then(|| site.theorem(claim.id).trim_start_matches('#').to_owned())] {
            (head(theorem))
            @if theorem.failed() { section.failures { h2 { "What does not hold" } (front::failure(context, theorem)) (refutation(theorem, spelled, site)?) } }
            (text(theorem, site)?)
            (evidence(context, theorem, site)?)
            @if let Some(speller) = &spelled.certificate { (certificate(context, theorem, speller, site)?) }
            (needed(theorem, spelled, site)?)
            (relations(context, at, site))
            (again(context, theorem, site))
        }
        @if site == Site::Theorem { (neighbours(context, at, site)) }
    })
}

fn head(theorem: &Theorem) -> Markup {
    let claim = theorem.claim;
    html! {
        header.title {
            p.id { code { (claim.id) } @if !claim.system.is_empty() { " · system " (claim.system) } }
            h1 { (claim.title) }
            p.verdicts { (verdict(theorem)) " " (chip(theorem.strength)) " " span.summary { (summary(theorem)) } }
        }
    }
}

/// The evidence in one sentence.
fn summary(theorem: &Theorem) -> String {
    let Some(entry) = &theorem.entry else { return "This run did not try it.".into() };
    let Entry { instances, witnesses, .. } = entry;
    let needed =
        theorem.claim.sharpness.iter().map(|it| it.drops).collect::<std::collections::BTreeSet<_>>().len();
    let refuted = witnesses.iter().filter(|it| it.name.starts_with("trap ") && it.shown).count();
    let mut parts = vec![match () {
        () if theorem.is_conjecture() => {
            format!("{} instances agree, and there is no proof", grouped(instances.holds))
        }
        () if theorem.exists() => {
            format!(
                "a certified example, and {} more among {}",
                grouped(instances.holds),
                grouped(instances.holds + instances.passed_over)
            )
        }
        () => format!("{} instances hold", grouped(instances.holds)),
    }];
    if instances.undecided > 0 {
        parts.push(format!("{} undecided", grouped(instances.undecided)));
    }
    if theorem.formally_checked() {
        parts.push("proved in Coq for all of them".into());
    }
    if needed > 0 {
        parts.push(format!("{needed} hypothes{} shown to be needed", if needed == 1 { "is" } else { "es" }));
    }
    if refuted > 0 {
        parts.push(format!("{refuted} false neighbour{} refuted", if refuted == 1 { "" } else { "s" }));
    }
    parts.join("; ") + "."
}

/// Statement, proof idea, and what else the prose says.
fn text(theorem: &Theorem, site: Site) -> Result<Markup, ReportError> {
    let claim = theorem.claim;
    let quantifier = match () {
        () if theorem.is_conjecture() => "a conjecture about every instance within the hypotheses",
        () if theorem.exists() => "an existence statement: some instance does it",
        () => "a statement about every instance within the hypotheses",
    };
    let parts = prose::parts(&claim.prose());
    let heading = |name: &str| match name {
        "Why" => "Proof idea".to_owned(),
        other => other.to_owned(),
    };
    Ok(html! {
        @for part in &parts {
            @let slug = part.name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
            section class=[(part.name == "Statement").then_some("statement")] id=(site.anchor(claim.id, &slug)) {
                h2 { (heading(&part.name)) }
                (prose::markdown(&part.text, site, claim.id)?)
                @if part.name == "Statement" {
                    p.small { "This is " (quantifier) ". Source: " (claim.source) "." }
                }
            }
        }
    })
}

fn evidence(context: &Context<'_>, theorem: &Theorem, site: Site) -> Result<Markup, ReportError> {
    let claim = theorem.claim;
    let Some(entry) = &theorem.entry else { return Ok(html! {}) };
    let Entry { instances, dimensions, .. } = entry;
    let refuted = u64::from(entry.failure.as_ref().is_some_and(|it| it.case.parse::<u64>().is_ok()));
    let passed = if theorem.exists() { "passed over (no examples)" } else { "passed over" };
    let failed = if entry.verdict == "refuted" { "refuted" } else { "broken" };
    let segments = [
        Segment { class: "holds", name: "hold".into(), count: instances.holds },
        Segment { class: "refuted", name: failed.into(), count: refuted },
        Segment { class: "undecided", name: "undecided".into(), count: instances.undecided },
        Segment { class: "passed", name: passed.into(), count: instances.passed_over },
    ];
    let range = match (dimensions.keys().next(), dimensions.keys().next_back()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        _ => "–".into(),
    };
    let exact = theorem.levels().first().cloned().unwrap_or_default();
    Ok(html! {
        section id=(site.anchor(claim.id, "evidence")) {
            h2 { "Evidence" }
            (bar(&segments, "Instances"))
            table.evidence {
                thead { tr { th scope="col" { "level" } th scope="col" { "what was shown" } } }
                tbody {
                    tr {
                        th scope="row" { (exact) }
                        td {
                            (grouped(instances.holds)) " instances of dimension " (range) ", each with a certificate that the independent checker accepted"
                            @if entry.partial { "; the run ended before all were tried" } "."
                            @if let Some(nearest) = &entry.nearest { (worst(context, theorem, nearest)) }
                            @if dimensions.len() > 1 { details open[site == Site::Print] { summary { "How many of each dimension" } p.small {
                                @for (i, (dimension, count)) in dimensions.iter().enumerate() { @if i > 0 { ", " } (dimension) ": " (count) }
                            } } }
                        }
                    }
                    @for it in theorems::symbolic::of(claim.id) {
                        tr {
                            th scope="row" { @if it.is_whole(claim) { "symbolic" } @else { "symbolic in part" } }
                            td {
                                "With every parameter an indeterminate, the checker decided "
                                @if it.is_whole(claim) { "the whole conclusion" } @else { "line" @if it.lines.len() > 1 { "s" } " " (list(it.lines.iter().map(|line| (line.line + 1).to_string()))) " of the conclusion" }
                                " for all values" @if !it.range().is_empty() { " at the sizes " (it.range()) } "."
                            }
                        }
                    }
                    @if !claim.formal.is_empty() {
                        tr {
                            th scope="row" { "formal" }
                            td {
                                "Proved in Coq for all sizes and parameters"
                                @if theorem.formally_checked() { ", and the proof was checked on these sources: " } @else { "; this run did not check the proof (" code { "make prove" } "): " }
                                (list(claim.formal.iter().map(|name| (*name).to_owned())))
                                ". Both statements side by side: " code { "proofs/THEOREMS.md" } "."
                            }
                        }
                    }
                }
            }
            (limit(context, theorem, entry))
        }
    })
}

/// How near the nearest instance came to failing.
fn worst(context: &Context<'_>, theorem: &Theorem, nearest: &Nearest) -> Markup {
    let results = &context.run.results;
    let command = (context.inputs.replay)(
        theorem.claim.id,
        (results.seed, results.max_dimension),
        &nearest.case.to_string(),
    );
    html! {
        " Worst margin: " strong { (decimal(&nearest.margin)) }
        @if nearest.margin == "0" { " (a bound is attained, or enclosures do not tell it apart)" }
        ", by instance " (nearest.case) " (" code { (command) } "): the smallest slack of the inequalities between numbers in the conclusion, relative to sizes above 1."
    }
}

/// `3.07e-5` as a product.
fn decimal(margin: &str) -> Markup {
    match margin.split_once('e') {
        None => html! { (margin) },
        Some((digits, "0")) => html! { (digits) },
        Some((digits, exponent)) => html! { (digits) " · 10" sup { (exponent.replace('-', "−")) } },
    }
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// What the instances say about the sampler; not where a proof is the main evidence, and not of existence.
fn limit(context: &Context<'_>, theorem: &Theorem, entry: &Entry) -> Markup {
    let trials = entry.instances.holds + entry.instances.undecided;
    if theorem.strength == Strength::Formal || theorem.exists() || entry.failure.is_some() || trials == 0 {
        return html! {};
    }
    let percent = 100.0 * upper_limit(entry.instances.undecided, trials);
    html! {
        p.small {
            "What this number says: the " (grouped(trials)) " instances are drawn one by one by this theorem's sampler (seed " (context.run.results.seed)
            "), which prefers corners. If they are independent draws, then with 95 % confidence at most " (format!("{percent:.2}"))
            " % of what this sampler draws "
            @if entry.instances.undecided > 0 { "fails or stays undecided" } @else { "fails" }
            " (Clopper and Pearson, one-sided). It says nothing about instances that are drawn in another way, and it is no proof."
        }
    }
}

fn certificate(
    context: &Context<'_>,
    theorem: &Theorem,
    speller: &Speller,
    site: Site,
) -> Result<Markup, ReportError> {
    let claim = theorem.claim;
    let Some(chosen) = &theorem.chosen else { return Ok(html! {}) };
    let seed = context.run.results.seed;
    let command = |case: u64| {
        format!("eigenclaim verify {} --seed {seed} --max-dim {READABLE_DIMENSION} --case {case}", claim.id)
    };
    Ok(html! {
        section.certificate id=(site.anchor(claim.id, "certificate")) {
            h2 { "One certificate, step by step" }
            p {
                @match chosen.origin {
                    Origin::Witness => "The example that proves the statement.",
                    Origin::File => "A small one of this run's certificates.",
                    Origin::Drawn(_) => "A small instance of the same sampler, chosen to be readable.",
                }
                " Every number can be redone by hand; the values are the checker's own."
            }
            (speller.steps()?)
            details open[site == Site::Print] {
                summary { "The line itself" }
                @if chosen.line.len() <= LONGEST_LINE {
                    p { "Save it as a file with a line break at the end, and " code { "eigenclaim recheck FILE" } " checks it again." }
                    pre.line { code { (unquoted(&chosen.line)) } }
                } @else {
                    p { "It has " (grouped(chosen.line.len() as u64)) " bytes; " code { "eigenclaim recheck FILE" } " checks the file that it is in." }
                }
                @match chosen.origin {
                    Origin::Witness => { p { "The line of the witness in " code { "certificates.jsonl" } ", as this writes it:" } pre.command { code { (command(0)) } } },
                    Origin::File => { p { "It is a line of this run's " code { "certificates.jsonl" } "." } },
                    Origin::Drawn(case) => { p { "It is what this writes to " code { "certificates.jsonl" } ":" } pre.command { code { (command(case)) } } },
                }
            }
        }
    })
}

/// Text as it is between tags: quotation marks, of which a certificate is full, stay one byte long.
fn unquoted(text: &str) -> PreEscaped<String> {
    PreEscaped(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}

/// The refutation's own certificate, where the checker confirms it.
fn refutation(theorem: &Theorem, spelled: &Spelled, site: Site) -> Result<Markup, ReportError> {
    let failure = theorem.entry.as_ref().and_then(|entry| entry.failure.as_ref());
    let stated = failure.is_some_and(|failure| failure.certificate.is_some());
    Ok(match &spelled.refutation {
        Some(speller) => html! { h3 { "The checker confirms it" } (speller.counterexample(site)?) },
        None if stated => {
            html! { p { "The results carry a certificate of this, which the checker does not accept here." } }
        }
        None => html! {},
    })
}

/// Each hypothesis with its counterexample, and the false neighbours.
fn needed(theorem: &Theorem, spelled: &Spelled, site: Site) -> Result<Markup, ReportError> {
    let claim = theorem.claim;
    let statement = (claim.statement)();
    let names = Names::of(&statement);
    let shown = |name: &str| {
        theorem
            .entry
            .as_ref()
            .is_some_and(|entry| entry.witnesses.iter().any(|it| it.name == name && it.shown))
    };
    let counterexample = |speller: &Result<Speller, ReportError>| match speller {
        Ok(speller) => speller.counterexample(site),
        Err(error) => Ok(html! { p.warning { "The checker refuses this witness: " (error) } }),
    };
    let of = |name: &'static str| {
        claim.sharpness.iter().zip(&spelled.sharpness).filter(move |(sharp, _)| sharp.drops == name)
    };
    Ok(html! {
        @if !statement.hypotheses.is_empty() {
            section id=(site.anchor(claim.id, "hypotheses")) {
                h2 { "Hypotheses, and why none can go" }
                @for (name, predicate) in &statement.hypotheses {
                    article.hypothesis {
                        h3 { code { (name) } }
                        div.claimed { (sentence(&said(&json!(predicate), &names), claim.id)?) }
                        @for (_, speller) in of(name) {
                            div.counterexample {
                                p { strong { "Without it the conclusion fails" } @if !shown(&format!("drops {name}")) { " (not shown by this run)" } ", for" }
                                (counterexample(speller)?)
                            }
                        }
                    }
                }
            }
        }
        @if !claim.traps.is_empty() {
            section id=(site.anchor(claim.id, "traps")) {
                h2 { "False neighbours" }
                p { "Statements that are easily taken for the theorem, and are false." }
                @for (trap, speller) in claim.traps.iter().zip(&spelled.traps) {
                    @let statement = (trap.statement)();
                    @let names = Names::of(&statement);
                    article.hypothesis {
                        h3 { code { (trap.name) } @if !shown(&format!("trap {}", trap.name)) { " (not shown by this run)" } }
                        @if !statement.hypotheses.is_empty() {
                            p { "If" }
                            ul.parts { @for (_, predicate) in &statement.hypotheses { li { (sentence(&said(&json!(predicate), &names), claim.id)?) } } }
                            p { "then" }
                        }
                        ul.parts { @for line in &statement.conclusion { li { (sentence(&said(&json!(line), &names), claim.id)?) } } }
                        div.counterexample {
                            p { strong { "Refuted" } " by" }
                            (counterexample(speller)?)
                        }
                    }
                }
            }
        }
    })
}

fn relations(context: &Context<'_>, at: usize, site: Site) -> Markup {
    let theorems = &context.run.theorems;
    let theorem = &theorems[at];
    let figures: Vec<_> = context
        .inputs
        .figures
        .iter()
        .filter(|it| it.theorems.iter().any(|id| *id == theorem.claim.id))
        .collect();
    let items = |places: &[usize]| {
        html! {
            ul.plain { @for place in places { @let it = &theorems[*place]; li { (chip(it.strength)) " " a href=(site.theorem(it.claim.id)) { (it.claim.title) } " " code.id { (it.claim.id) } } } }
        }
    };
    html! {
        @if !figures.is_empty() && site == Site::Theorem {
            section {
                h2 { "In a picture" }
                ul.plain { @for figure in figures {
                    li { a href=(format!("{}#figure-{}", site.page("figures"), figure.id)) { (figure.title) } ". " (figure.caption) }
                } }
            }
        }
        section id=(site.anchor(theorem.claim.id, "uses")) {
            h2 { "Where it stands" }
            @if theorem.uses.is_empty() { p { "It uses no other theorem." } } @else {
                p {
                    "It uses"
                    @if below(theorems, at).len() > theorem.uses.len() { " (with what these use, " (below(theorems, at).len()) " theorems)" } ":"
                }
                (items(&theorem.uses))
            }
            @if theorem.users.is_empty() { p { "No other theorem uses it." } } @else { p { "Used by:" } (items(&theorem.users)) }
        }
    }
}

fn again(context: &Context<'_>, theorem: &Theorem, site: Site) -> Markup {
    let claim = theorem.claim;
    let results = &context.run.results;
    html! {
        section id=(site.anchor(claim.id, "again")) {
            h2 { "Check it yourself" }
            pre.command { code { "eigenclaim verify " (claim.id) " --seed " (results.seed) " --cases " (results.cases) " --max-dim " (results.max_dimension) } }
            p { "The theorem is one file, to be read from top to bottom: " code { (front::file(theorem)) } "." }
        }
    }
}

fn neighbours(context: &Context<'_>, at: usize, site: Site) -> Markup {
    let theorems = &context.run.theorems;
    html! {
        nav.neighbours aria-label="Neighbouring theorems" {
            @if let Some(before) = at.checked_sub(1).map(|at| theorems[at].claim) { a rel="prev" href=(site.theorem(before.id)) { "← " (before.title) } } @else { span {} }
            @if let Some(after) = theorems.get(at + 1).map(|it| it.claim) { a rel="next" href=(site.theorem(after.id)) { (after.title) " →" } }
        }
    }
}
