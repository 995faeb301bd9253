//! The front page: the verdict at a glance.

use super::bar::{Segment, bar};
use super::{Context, atlas, chip, graph, grouped, topic, verdict};
use crate::ReportError;
use crate::model::{Strength, Theorem};
use crate::site::Site;
use maud::{Markup, html};

pub(super) fn front(context: &Context<'_>, site: Site) -> Result<Markup, ReportError> {
    let run = context.run;
    let tried: Vec<&Theorem> = run.proper().filter(|it| it.entry.is_some()).collect();
    let holds = tried.iter().filter(|it| it.verdict().key == "holds").count();
    let failed: Vec<(usize, &Theorem)> =
        run.theorems.iter().enumerate().filter(|(_, it)| it.failed()).collect();
    let instances: u64 = tried.iter().filter_map(|it| it.entry.as_ref()).map(|it| it.instances.holds).sum();
    let whole = holds == tried.len() && failed.is_empty() && !run.results.partial;
    let conjectures: Vec<&Theorem> = run.theorems.iter().filter(|it| it.is_conjecture()).collect();
    let levels: Vec<(Strength, usize)> = Strength::ALL
        .into_iter()
        .map(|strength| (strength, tried.iter().filter(|it| it.strength == strength).count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let segments: Vec<Segment<'_>> = levels
        .iter()
        .map(|(strength, count)| Segment {
            class: strength.name(),
            name: strength.name().into(),
            count: *count as u64,
        })
        .collect();
    Ok(html! {
        section class=(if failed.is_empty() { "hero" } else { "hero failing" }) {
            h1 {
                @if whole { "All " (holds) " theorems hold" } @else { (holds) " of " (tried.len()) " theorems hold" }
            }
            p.lead {
                "Statements about the state dynamics of sequence models, decided on " strong { (grouped(instances)) " instances" }
                " in exact or rigorously enclosed arithmetic. Each instance left a certificate that a small independent checker accepted."
                @if !conjectures.is_empty() {
                    " " (conjectures.len()) " conjecture" @if conjectures.len() > 1 { "s" } " "
                    a href="#conjectures" { @if conjectures.len() > 1 { "stand" } @else { "stands" } " apart" } "."
                }
            }
            @if run.results.partial { p.warning { "The run is partial: it ended before every instance was tried." } }
            (bar(&segments, "Theorems by their strongest evidence"))
            p.small {
                @for (i, (strength, _)) in levels.iter().enumerate() {
                    @if i > 0 { "; " } b { (strength.name()) } ": " (strength.meaning())
                }
                ". " a href=(site.page("how-to-read")) { "How to read this" } "."
            }
        }
        @if !failed.is_empty() { (failures(context, &failed, site)) }
        (this_run(context))
        (list(context, site))
        @if !conjectures.is_empty() {
            section #conjectures {
                h2 { "Open: believed, not proved" }
                p { "A search for a counterexample, which counts in none of the numbers above." }
                ul.plain { @for it in conjectures { li { (verdict(it)) " " a href=(site.theorem(it.claim.id)) { (it.claim.title) } " " code.id { (it.claim.id) } } } }
            }
        }
        @if site == Site::Top {
            section #atlas { h2 { "Atlas: what each system can and cannot do" } (atlas::table(site)) }
            section #graph { h2 { "Which theorem rests on which" } (graph::figure(context, site)) }
        }
        (super::extras::section(context)?)
    })
}

/// What does not hold, before everything else, with what replays it.
fn failures(context: &Context<'_>, failed: &[(usize, &Theorem)], site: Site) -> Markup {
    html! {
        section.failures #failures {
            h2 { "What does not hold" }
            @for (_, theorem) in failed { article.failure {
                h3 { (verdict(theorem)) " " a href=(site.theorem(theorem.claim.id)) { (theorem.claim.title) } }
                (failure(context, theorem))
            } }
        }
    }
}

/// Why a theorem does not hold, and the command that shows it again.
pub(super) fn failure(context: &Context<'_>, theorem: &Theorem) -> Markup {
    let Some(entry) = &theorem.entry else { return html! {} };
    let replay = |case: &str| (context.inputs.replay)(theorem.claim.id, context.run.request(), case);
    html! {
        @if let Some(failure) = &entry.failure {
            dl.failure {
                dt { "Expected" } dd { (failure.expected) }
                dt { "Found" } dd { (failure.found) }
                dt { "Instance " (failure.case) } dd { pre { (failure.instance) } }
                dt { "See it again" } dd { pre.command { code { (replay(&failure.case)) } } }
                dt { "File" } dd { code { (file(theorem)) } }
            }
        } @else if let Some(reason) = &entry.undecided_reason {
            p { (entry.instances.undecided) " instances are undecided, the first because " (reason) "." }
            pre.command { code { (replay("")) } }
        } @else {
            p { "The verdict is " (entry.verdict) "." }
            pre.command { code { (replay("")) } }
        }
    }
}

/// The theorem's file, from the root of the repository.
pub(super) fn file(theorem: &Theorem) -> String {
    format!("theorems/src/{}.rs", theorem.claim.id.replace('-', "_"))
}

fn this_run(context: &Context<'_>) -> Markup {
    let results = &context.run.results;
    html! {
        section #run {
            h2 { "This run" }
            dl.facts {
                div { dt { "version" } dd { (results.version) } }
                div { dt { "seed" } dd { (results.seed) } }
                div { dt { "cases a theorem" } dd { (grouped(results.cases)) } }
                div { dt { "dimension" } dd { "at most " (results.max_dimension) } }
            }
            p { "The same command gives the same results, byte for byte, on any machine:" }
            pre.command { code { (context.run.command()) } }
            p { "and " code { "eigenclaim recheck certificates.jsonl" } " runs the checker alone over what it wrote." }
        }
    }
}

fn list(context: &Context<'_>, site: Site) -> Markup {
    let mut topics: Vec<&str> = Vec::new();
    for theorem in &context.run.theorems {
        if topics.last() != Some(&theorem.topic()) {
            topics.push(theorem.topic());
        }
    }
    let of = |key: &str| context.run.theorems.iter().filter(move |it| it.topic() == key).collect::<Vec<_>>();
    let slug = |key: &str| format!("topic-{key}");
    html! {
        section #theorems {
            h2 { "The theorems" }
            @if site == Site::Top {
                nav.topics aria-label="Topics" { @for key in &topics { a href=(format!("#{}", slug(key))) { (key) } " " } }
            }
            @for key in &topics {
                h3 id=(slug(key)) { (topic(key)) }
                table.theorems {
                    thead { tr { th scope="col" { "verdict" } th scope="col" { "theorem" } th scope="col" { "evidence" } th.number scope="col" { "instances" } } }
                    tbody { @for it in of(key) { tr {
                        td { (verdict(it)) }
                        td { a href=(site.theorem(it.claim.id)) { (it.claim.title) } " " code.id { (it.claim.id) } }
                        td { (chip(it.strength)) }
                        td.number { (it.entry.as_ref().map(|entry| grouped(entry.instances.holds)).unwrap_or_else(|| "–".into())) }
                    } } }
                }
            }
        }
    }
}
