//! A page for people: self-contained, without scripts, light and dark, every picture with its finding in words and its numbers in text.

use crate::summary::{HeadSummary, in_tokens};
use crate::{LayerReport, Sketch, Window};
use std::fmt::Write as _;

const STYLE: &str = "
:root{color-scheme:light dark;--text:#1b1b1b;--soft:#555;--back:#fdfdfc;--line:#d5d5d0;--bar:#31587f}
@media (prefers-color-scheme:dark){:root{--text:#e8e8e4;--soft:#a8a8a2;--back:#17181a;--line:#3a3b3d;--bar:#8fb4d9}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back);max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}h3{font-size:1.05rem}
figure{margin:1.2rem 0}figcaption,caption{text-align:left;color:var(--text);margin-bottom:.4rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.88rem;margin-bottom:1.4rem}th,td{padding:.25rem .55rem;border:1px solid var(--line);text-align:right}
th{font-weight:600}td.name,th.name{text-align:left}.none{color:var(--soft)}summary{cursor:pointer;color:var(--soft)}
svg{max-width:100%;height:auto}svg text{fill:var(--text);font:11px system-ui,sans-serif}.bar{fill:var(--bar)}.warn{font-weight:700}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
";

/// Edges of the histogram of half-lives, in tokens.
const HALF_LIVES: [f64; 11] = [0.0, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1e3, 1e4, f64::INFINITY];

/// The page of some layers.
pub fn page(reports: &[LayerReport]) -> String {
    let mut out = String::new();
    let title = match reports {
        [one] => format!("What the transitions of {} do", one.name),
        many => format!("What the transitions of {} layers do", many.len()),
    };
    let title = escape(&title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<p>{}</p>\n",
        escape(&headline(reports))
    );
    maps(&mut out, reports);
    for report in reports {
        layer(&mut out, report);
    }
    out.push_str(
        "<footer>Pair counts, signs, norms, radii and windows are certified: they hold for every number within the enclosures of the \
         inputs. Quantiles and histograms are statistics of the enclosures' midpoints. Made by eigenclaim inspect.</footer>\n\
         </body>\n</html>\n",
    );
    out
}

/// Text with the five special characters replaced.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

fn headline(reports: &[LayerReport]) -> String {
    let heads = || reports.iter().flat_map(|report| &report.heads);
    let sum = |part: fn(&HeadSummary) -> u64| heads().map(part).sum::<u64>();
    let (steps, rotating, negative) = (sum(|h| h.steps), sum(|h| h.rotating), sum(|h| h.negative));
    let expanding = sum(|h| h.windows.as_ref().map_or(0, |w| w.expanding));
    let undecided: u64 = reports.iter().map(LayerReport::undecided).sum();
    let mut text = format!("{rotating} of {steps} steps rotate, {negative} have a negative eigenvalue");
    let _ = match expanding {
        0 => write!(text, "; no examined window is shown to expand"),
        1 => write!(text, "; one examined window expands when it is repeated"),
        n => write!(text, "; {n} examined windows expand when they are repeated"),
    };
    let _ = match undecided {
        0 => write!(text, ". Everything is decided."),
        n => write!(text, ". {n} steps or windows are undecided."),
    };
    if reports.iter().any(|report| !report.complete) {
        text.push_str(" The run was interrupted: not all tokens were looked at.");
    }
    text
}

/// How a value is written.
type Show = fn(f64) -> String;
/// The place of a value in the colours, from 0 to 1.
type Place = fn(f64) -> f64;

/// A quantity of a head: what it is called, its value, how it is written, and its place between 0 and 1 in the colours.
struct Quantity {
    name: &'static str,
    most: &'static str,
    value: fn(&HeadSummary) -> Option<f64>,
    show: Show,
    place: Place,
}

fn percent(x: f64) -> String {
    format!("{:.1} %", 100.0 * x)
}

const QUANTITIES: [Quantity; 5] = [
    Quantity {
        name: "Share of steps that rotate (have a pair that is not real)",
        most: "rotates most",
        value: |h| Some(h.rotating as f64 / h.steps.max(1) as f64),
        show: percent,
        place: |x| x,
    },
    Quantity {
        name: "Share of steps with a negative eigenvalue",
        most: "has most of them",
        value: |h| Some(h.negative as f64 / h.steps.max(1) as f64),
        show: percent,
        place: |x| x,
    },
    Quantity {
        name: "Half-life of the slowest real mode in tokens, median over the steps",
        most: "remembers longest",
        value: |h| h.slowest.quantile(0.5),
        show: |x| in_tokens(Some(x)),
        place: |x| (x.max(1e-2).log2() + 7.0) / 27.0,
    },
    Quantity {
        name: "Largest operator norm of a step, upper bound",
        most: "has the largest",
        value: |h| h.worst_norm.map(|x| x.value.hi()),
        show: |x| format!("{x:.4}"),
        place: |x| (x - 0.8) / 0.6,
    },
    Quantity {
        name: "Spectral radius of the worst window, certified lower bound",
        most: "has the worst window",
        value: |h| h.windows.as_ref()?.worst.map(|w| w.radius.lo()),
        show: |x| format!("{x:.5}"),
        place: |x| (x - 0.5) / 0.6,
    },
];

/// Heads × layers: a table whose cells are coloured, so that the numbers are there as text.
fn maps(out: &mut String, reports: &[LayerReport]) {
    let columns = reports.iter().map(|report| report.heads.len()).max().unwrap_or(0);
    out.push_str("<h2>Heads and layers</h2>\n");
    for quantity in &QUANTITIES {
        let values = || {
            let of = |report: &LayerReport| {
                let name = report.name.clone();
                let heads = report.heads.iter().filter_map(|h| Some((h.head, (quantity.value)(h)?)));
                heads.map(|(head, x)| (x, name.clone(), head)).collect::<Vec<_>>()
            };
            reports.iter().flat_map(of)
        };
        let Some((value, name, head)) = values().max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        let finding = if value == 0.0 {
            "none in any head".to_owned()
        } else {
            format!("head {head} of {name} {}: {}", quantity.most, (quantity.show)(value))
        };
        let _ = write!(
            out,
            "<div class=\"scroll\"><table>\n<caption>{}: {}.</caption>\n<tr><th class=\"name\">layer</th>",
            quantity.name,
            escape(&finding)
        );
        (0..columns).for_each(|head| {
            let _ = write!(out, "<th scope=\"col\">head {head}</th>");
        });
        out.push_str("</tr>\n");
        for report in reports {
            let _ = write!(out, "<tr><th class=\"name\" scope=\"row\">{}</th>", escape(&report.name));
            for head in 0..columns {
                match report.heads.get(head).and_then(quantity.value) {
                    Some(x) => {
                        let (back, text) = colour((quantity.place)(x));
                        let shown = (quantity.show)(x);
                        let _ = write!(out, "<td style=\"background:{back};color:{text}\">{shown}</td>");
                    }
                    None => out.push_str("<td class=\"none\">–</td>"),
                }
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table></div>\n");
    }
}

/// The cividis colours (Nuñez, Anderton, Renslow 2018), which readers with colour vision deficiency see alike, and black or white
/// for text on them.
fn colour(place: f64) -> (String, &'static str) {
    const STOPS: [[f64; 3]; 6] = [
        [0.0, 32.0, 77.0],
        [49.0, 68.0, 107.0],
        [102.0, 105.0, 112.0],
        [149.0, 143.0, 120.0],
        [203.0, 186.0, 105.0],
        [255.0, 234.0, 70.0],
    ];
    let at = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) } * 5.0;
    let low = (at.floor() as usize).min(4);
    let mix =
        |i: usize| (STOPS[low][i] + (at - low as f64) * (STOPS[low + 1][i] - STOPS[low][i])).round() as u8;
    (format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2)), if at < 2.6 { "#fff" } else { "#000" })
}

fn layer(out: &mut String, report: &LayerReport) {
    let LayerReport { name, system, batch, tokens, dimension, heads, .. } = report;
    let _ = writeln!(
        out,
        "<h2>{}</h2>\n<p>{system}; {batch} × {tokens} tokens, {} heads, transitions of dimension {dimension}.</p>",
        escape(name),
        heads.len()
    );
    let merged = |part: fn(&HeadSummary) -> &Sketch, empty: Sketch| {
        heads.iter().fold(empty, |mut all, head| {
            all.merge(part(head));
            all
        })
    };
    let half_lives = merged(|h| &h.half_life, Sketch::logarithmic());
    if half_lives.count() > 0 {
        let short = |x: f64| if x >= 1000.0 { format!("{}k", x / 1000.0) } else { x.to_string() };
        let labels: Vec<String> = HALF_LIVES
            .windows(2)
            .map(|edge| match (edge[0], edge[1]) {
                (low, high) if high.is_infinite() => format!("≥ {}", short(low)),
                (0.0, high) => format!("< {}", short(high)),
                (low, high) => format!("{}–{}", short(low), short(high)),
            })
            .collect();
        let middle = in_tokens(half_lives.quantile(0.5));
        let finding = format!("Half-lives of real modes, in tokens: half of them are below {middle}");
        histogram(out, &finding, &labels, &half_lives.shares(&HALF_LIVES));
    }
    let angles = merged(|h| &h.angle, Sketch::linear(0.1));
    if angles.count() > 0 {
        let edges: Vec<f64> = (0..=12).map(|i| f64::from(i) * 15.0).collect();
        let labels: Vec<String> = edges.windows(2).map(|e| format!("{:.0}–{:.0}°", e[0], e[1])).collect();
        let middle = angles.quantile(0.5).unwrap_or(0.0);
        let finding = format!("Angles of {} pairs: the median is {middle:.1}° a token", angles.count());
        histogram(out, &finding, &labels, &angles.shares(&edges));
    }
    time_map(out, report);
    windows(out, report);
}

fn histogram(out: &mut String, finding: &str, labels: &[String], shares: &[f64]) {
    let (width, height, base) = (56, 120.0, 140.0);
    let largest = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let all = labels.len() * width;
    let finding = escape(finding);
    let _ = write!(
        out,
        "<figure>\n<figcaption>{finding}.</figcaption>\n<svg viewBox=\"0 0 {all} 165\" width=\"{all}\" height=\"165\" role=\"img\" \
         aria-label=\"{finding}\">\n"
    );
    for (i, (label, share)) in labels.iter().zip(shares).enumerate() {
        let (x, tall) = (i * width, height * share / largest);
        let middle = x + width / 2;
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{tall:.1}\"/><text x=\"{middle}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{}</text><text x=\"{middle}\" y=\"158\" text-anchor=\"middle\">{}</text>",
            x + 4,
            base - tall,
            width - 8,
            base - tall - 4.0,
            percent(*share),
            escape(label)
        );
    }
    out.push_str("</svg>\n<details><summary>The same as a table</summary><table><tr>");
    labels.iter().for_each(|label| {
        let _ = write!(out, "<th>{}</th>", escape(label));
    });
    out.push_str("</tr><tr>");
    shares.iter().for_each(|share| {
        let _ = write!(out, "<td>{}</td>", percent(*share));
    });
    out.push_str("</tr></table></details>\n</figure>\n");
}

/// Time × head: the share of steps that rotate where some do, else the share with a negative eigenvalue, else half-lives.
fn time_map(out: &mut String, report: &LayerReport) {
    type Value = fn(&crate::TimeBin) -> f64;
    type Look = (&'static str, Value, Show, Place);
    let any = |part: fn(&HeadSummary) -> u64| report.heads.iter().any(|head| part(head) > 0);
    let (what, value, show, place): Look = if any(|h| h.rotating) {
        ("Share of steps that rotate", |b| b.rotating as f64 / b.steps.max(1) as f64, percent, |x| x)
    } else if any(|h| h.negative) {
        (
            "Share of steps with a negative eigenvalue",
            |b| b.negative as f64 / b.steps.max(1) as f64,
            percent,
            |x| x,
        )
    } else {
        let value: Value = |b| (b.half_life_log2 / b.steps.max(1) as f64).exp2();
        let place: Place = |x| (x.max(1e-2).log2() + 7.0) / 27.0;
        ("Half-life of the slowest real mode in tokens, geometric mean", value, |x| in_tokens(Some(x)), place)
    };
    let used: Vec<usize> =
        (0..crate::TIME_BINS).filter(|i| report.heads.iter().any(|head| head.time[*i].steps > 0)).collect();
    let cells = report.heads.iter().flat_map(|h| used.iter().map(move |i| (h.head, *i, value(&h.time[*i]))));
    let Some((head, bin, most)) = cells.max_by(|a, b| a.2.total_cmp(&b.2)) else { return };
    let token = |bin: usize| (bin * report.tokens).div_ceil(crate::TIME_BINS);
    let finding = escape(&format!(
        "{what}, by time (left to right) and head: largest in head {head} from token {}, {}",
        token(bin),
        show(most)
    ));
    let (cell, row) = (12, 18);
    let (width, height) = (70 + used.len() * cell, report.heads.len() * row + 20);
    let _ = write!(
        out,
        "<figure>\n<figcaption>{finding}.</figcaption>\n<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{finding}\">\n"
    );
    for (at, head) in report.heads.iter().enumerate() {
        let y = at * row;
        let _ = writeln!(out, "<text x=\"0\" y=\"{}\">head {}</text>", y + 13, head.head);
        for (column, bin) in used.iter().enumerate() {
            let x = value(&head.time[*bin]);
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"{cell}\" height=\"{}\" fill=\"{}\"><title>head {}, from token {}: {}</title></rect>",
                70 + column * cell,
                row - 2,
                colour(place(x)).0,
                head.head,
                token(*bin),
                show(x)
            );
        }
        out.push('\n');
    }
    let _ = write!(
        out,
        "<text x=\"70\" y=\"{0}\">token 0</text><text x=\"{width}\" y=\"{0}\" text-anchor=\"end\">{1}</text>\n</svg>\n\
         <details><summary>The same as a table</summary><div class=\"scroll\"><table><tr><th>from token</th>",
        height - 5,
        report.tokens
    );
    used.iter().for_each(|bin| {
        let _ = write!(out, "<th>{}</th>", token(*bin));
    });
    for head in &report.heads {
        let _ = write!(out, "</tr>\n<tr><th>head {}</th>", head.head);
        used.iter().for_each(|bin| {
            let _ = write!(out, "<td>{}</td>", show(value(&head.time[*bin])));
        });
    }
    out.push_str("</tr></table></div></details>\n</figure>\n");
}

fn windows(out: &mut String, report: &LayerReport) {
    let shown: Vec<(usize, &crate::WindowSummary, Window)> = report
        .heads
        .iter()
        .filter_map(|h| h.windows.as_ref().and_then(|w| Some((h.head, w, w.worst?))))
        .collect();
    let Some((head, first, worst)) = shown.iter().max_by(|a, b| a.2.radius.lo().total_cmp(&b.2.radius.lo()))
    else {
        return;
    };
    let verdict = match worst.expands() {
        Some(true) => "it expands: repeating this word blows the state up",
        Some(false) => "it does not expand",
        None => "whether it expands is undecided",
    };
    let _ = write!(
        out,
        "<div class=\"scroll\"><table>\n<caption>Products over windows of {} tokens: the worst is tokens {}–{} of head {head}, {verdict}.\
         </caption>\n<tr><th>head</th><th>windows</th><th>examined</th><th>rotate</th><th>though no step does</th>\
         <th>rotation undecided</th><th>expand</th><th>expansion undecided</th><th>worst word</th><th>its spectral radius</th></tr>\n",
        first.length,
        worst.from,
        worst.to - 1
    );
    for (head, summary, worst) in &shown {
        let class = if worst.expands() == Some(true) { " class=\"warn\"" } else { "" };
        let _ = writeln!(
            out,
            "<tr><th>{head}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td{class}>{}</td><td>{}</td>\
             <td>{}–{}</td><td{class}>{}</td></tr>",
            summary.all,
            summary.examined,
            summary.rotating,
            summary.rotating_though_no_step_does,
            summary.rotation_undecided,
            summary.expanding,
            summary.expansion_undecided,
            worst.from,
            worst.to - 1,
            worst.radius
        );
    }
    out.push_str("</table></div>\n");
}
