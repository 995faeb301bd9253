//! The theorem graph: what rests on what, in layers from left to right.

use super::Context;
use crate::model::{Run, Strength, Theorem};
use crate::site::Site;
use maud::{Markup, html};
use std::collections::BTreeMap;

const COLUMN: usize = 286;
const ROW: usize = 30;
const BOX: (usize, usize) = (238, 22);
const MARGIN: usize = 8;
/// Space between connected parts.
const GAP: usize = 12;
/// Sweeps over the layers that pull neighbours together.
const SWEEPS: usize = 12;

/// Where a theorem stands: column and row, in units of the grid.
struct Layout {
    /// Position in the registry to (x, y) of the upper left corner.
    places: BTreeMap<usize, (usize, usize)>,
    /// Those that use nothing and are used by nothing, in the order of the registry, below the others.
    alone: Vec<usize>,
    /// Where the lone ones begin.
    alone_from: usize,
    width: usize,
    height: usize,
}

/// The longest chain of uses below a theorem.
fn depth(theorems: &[Theorem], at: usize) -> usize {
    theorems[at].uses.iter().map(|used| 1 + depth(theorems, *used)).max().unwrap_or(0)
}

/// The connected parts, each ascending, in the order of their first theorems.
fn components(theorems: &[Theorem]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; theorems.len()];
    let mut all = Vec::new();
    for start in 0..theorems.len() {
        let mut part = Vec::new();
        let mut left = vec![start];
        while let Some(at) = left.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                part.push(at);
                left.extend(theorems[at].uses.iter().chain(&theorems[at].users));
            }
        }
        part.sort_unstable();
        all.extend((!part.is_empty()).then_some(part));
    }
    all
}

/// Layers by depth; within a layer by the mean place of the neighbours, ties in the order of the registry.
fn layers(theorems: &[Theorem], part: &[usize]) -> Vec<Vec<usize>> {
    let deepest = part.iter().map(|at| depth(theorems, *at)).max().unwrap_or(0);
    let mut layers = vec![Vec::new(); deepest + 1];
    for at in part {
        layers[depth(theorems, *at)].push(*at);
    }
    for sweep in 0..SWEEPS {
        let place: BTreeMap<usize, f64> = layers
            .iter()
            .flat_map(|layer| {
                let middle = layer.len() as f64 / 2.0;
                layer.iter().enumerate().map(move |(row, at)| (*at, row as f64 - middle))
            })
            .collect();
        let mean = |at: usize| {
            let theorem = &theorems[at];
            let neighbours: Vec<f64> = match sweep % 2 {
                0 => theorem.uses.iter().map(|it| place[it]).collect(),
                _ => theorem.users.iter().map(|it| place[it]).collect(),
            };
            if neighbours.is_empty() {
                place[&at]
            } else {
                neighbours.iter().sum::<f64>() / neighbours.len() as f64
            }
        };
        for layer in &mut layers {
            layer.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)).then(a.cmp(b)));
        }
    }
    layers
}

fn layout(run: &Run) -> Layout {
    let theorems = &run.theorems;
    let mut parts = components(theorems);
    // The largest first; equal ones stay in the order of the registry.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let mut places = BTreeMap::new();
    let (mut y, mut columns) = (MARGIN, 1);
    for part in parts.iter().filter(|part| part.len() > 1) {
        let layers = layers(theorems, part);
        columns = columns.max(layers.len());
        let rows = layers.iter().map(Vec::len).max().unwrap_or(0);
        for (column, layer) in layers.iter().enumerate() {
            let above = (rows - layer.len()) * ROW / 2;
            for (row, at) in layer.iter().enumerate() {
                places.insert(*at, (MARGIN + column * COLUMN, y + above + row * ROW));
            }
        }
        y += rows * ROW + GAP;
    }
    let mut alone: Vec<usize> = parts.iter().filter(|part| part.len() == 1).map(|part| part[0]).collect();
    alone.sort_unstable();
    let alone_from = y + 8;
    let columns = columns.max(4);
    for (i, at) in alone.iter().enumerate() {
        places.insert(*at, (MARGIN + (i % columns) * COLUMN, alone_from + 22 + (i / columns) * ROW));
    }
    let height = alone_from + 22 + alone.len().div_ceil(columns) * ROW + MARGIN;
    Layout { places, alone, alone_from, width: (columns - 1) * COLUMN + BOX.0 + 2 * MARGIN, height }
}

/// The graph as a picture, with how to read it.
pub(super) fn figure(context: &Context<'_>, site: Site) -> Markup {
    let run = context.run;
    let Layout { places, alone, alone_from, width, height } = layout(run);
    let edges =
        run.theorems.iter().enumerate().flat_map(|(user, it)| it.uses.iter().map(move |used| (user, *used)));
    let edges: Vec<_> = edges.collect();
    html! {
        p {
            "Lines run from a theorem, on the left, to those that use it, on the right. The fill is the strongest evidence; a bar at the right end marks "
            "theorems for which everything that they use, directly or not, is as strong. The border is the statement: solid for all instances, "
            "dashed for existence, dotted for a conjecture, and thick where the run refuted it or left it open. "
            a href=(if site == Site::Print { "#graph-list".to_owned() } else { site.file("graph.html#graph-list") }) { "The same as a list" } "."
        }
        p.legend {
            @for strength in Strength::ALL { span.key { span class=(format!("swatch {}", strength.name())) {} (strength.name()) } " " }
        }
        div.scroll.graph role="region" aria-label="Theorem graph" tabindex="0" {
            svg.graph viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="group" aria-label=(format!("Theorem graph: {} theorems, {} uses", run.theorems.len(), edges.len())) {
                g.edges aria-hidden="true" { @for (user, used) in &edges {
                    @let (from, to) = (places[used], places[user]);
                    path d=(curve(from, to)) {}
                } }
                @if !alone.is_empty() {
                    text.caption x=(MARGIN) y=(alone_from + 12) { "These use no other theorem, and none uses them" }
                }
                @for (at, (x, y)) in &places { (node(&run.theorems[*at], (*x, *y), site)) }
            }
        }
    }
}

fn curve(from: (usize, usize), to: (usize, usize)) -> String {
    let (x1, y1) = (from.0 + BOX.0, from.1 + BOX.1 / 2);
    let (x2, y2) = (to.0, to.1 + BOX.1 / 2);
    let bend = (x2.saturating_sub(x1) / 2).clamp(24, 60);
    format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2 - bend)
}

fn node(theorem: &Theorem, (x, y): (usize, usize), site: Site) -> Markup {
    let kind = match () {
        () if theorem.is_conjecture() => "conjecture",
        () if theorem.exists() => "exists",
        () => "for-all",
    };
    let failed = if theorem.failed() { " failed" } else { "" };
    let (w, h) = BOX;
    let through = theorem.through && theorem.strength > Strength::None && !theorem.uses.is_empty();
    html! {
        a href=(site.theorem(theorem.claim.id)) aria-label=(label(theorem)) {
            g class=(format!("node {} {kind}{failed}", theorem.strength.name())) {
                title { (label(theorem)) }
                rect x=(x) y=(y) width=(w) height=(h) rx="4" {}
                @if through { rect.through x=(x + w - 5) y=(y + 3) width="2.5" height=(h - 6) {} }
                text x=(x + 7) y=(y + 15) { (theorem.claim.id) }
            }
        }
    }
}

fn label(theorem: &Theorem) -> String {
    format!("{}, {}, {}", theorem.claim.title, theorem.verdict().word, theorem.strength.name())
}

/// The graph, and the same as a list.
pub(super) fn page(context: &Context<'_>, site: Site) -> Markup {
    html! {
        h1 { "Which theorem rests on which" }
        (figure(context, site))
        h2 #graph-list { "The same as a list" }
        (list(context, site))
    }
}

/// Every theorem that uses another, with what it uses.
pub(super) fn list(context: &Context<'_>, site: Site) -> Markup {
    let theorems = &context.run.theorems;
    let link = |at: usize| html! { a href=(site.theorem(theorems[at].claim.id)) { (theorems[at].claim.id) } };
    html! {
        ul.uses {
            @for (at, theorem) in theorems.iter().enumerate().filter(|(_, it)| !it.uses.is_empty()) {
                li {
                    (link(at)) " (" (theorem.strength.name()) ") uses "
                    @for (i, used) in theorem.uses.iter().enumerate() {
                        @if i > 0 { ", " } (link(*used)) " (" (theorems[*used].strength.name()) ")"
                    }
                    @if theorem.through && theorem.strength > Strength::None { "; all that it uses is as strong" }
                    "."
                }
            }
        }
        p { "All other theorems use none." }
    }
}
