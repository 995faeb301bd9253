//! The outcome of a theorem's instances, and shares of a whole, as bars.

use maud::{Markup, html};

/// A part of a bar: its class, its name, its size.
pub(super) struct Segment<'a> {
    pub(super) class: &'a str,
    pub(super) name: String,
    pub(super) count: u64,
}

const WIDTH: f64 = 720.0;

/// A bar of segments in proportion, with its text.
pub(super) fn bar(segments: &[Segment<'_>], label: &str) -> Markup {
    let all: u64 = segments.iter().map(|segment| segment.count).sum();
    let shown: Vec<&Segment<'_>> = segments.iter().filter(|segment| segment.count > 0).collect();
    let words: Vec<String> = shown.iter().map(|it| format!("{} {}", it.count, it.name)).collect();
    let mut x = 0.0;
    let mut places = Vec::new();
    for segment in &shown {
        let width = WIDTH * segment.count as f64 / all.max(1) as f64;
        places.push((segment, x, width));
        x += width;
    }
    html! {
        figure.bar {
            svg viewBox="0 0 720 22" role="img" aria-label=(format!("{label}: {}", words.join(", "))) preserveAspectRatio="none" {
                @if all == 0 { rect.empty x="0.5" y="0.5" width="719" height="21" {} }
                @for (segment, x, width) in &places {
                    rect class=(segment.class) x=(format!("{x:.2}")) y="0" width=(format!("{width:.2}")) height="22" {
                        title { (segment.count) " " (segment.name) }
                    }
                }
            }
            figcaption {
                @if all == 0 { "Nothing was tried." }
                @for (i, segment) in shown.iter().enumerate() {
                    @if i > 0 { " " }
                    span.key { span class=(format!("swatch {}", segment.class)) {} (super::grouped(segment.count)) " " (segment.name) }
                }
            }
        }
    }
}
