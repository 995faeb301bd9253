//! What is wrong with a claim, and where.

use std::fmt;
use std::ops::Range;

/// Why a claim cannot be searched: a message, and the place in the claim file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// What is wrong, as a fragment.
    pub message: String,
    /// Where, if it is a matter of one place.
    pub place: Option<Place>,
}

/// A place in the text of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Number of the line, from 1.
    pub line: usize,
    /// Number of the first character in it, from 1.
    pub column: usize,
    /// How many characters are meant.
    pub width: usize,
    /// The line itself.
    pub text: String,
}

impl Place {
    /// The place of a range of bytes of `source`, of its first line only.
    pub(crate) fn of(source: &str, range: Range<usize>) -> Self {
        let start = (0..=range.start.min(source.len())).rev().find(|at| source.is_char_boundary(*at));
        let start = start.unwrap_or(0);
        let begin = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[start..].find('\n').map_or(source.len(), |at| start + at);
        let last = (start..=range.end.clamp(start, end)).rev().find(|at| source.is_char_boundary(*at));
        Self {
            line: source[..begin].matches('\n').count() + 1,
            column: source[begin..start].chars().count() + 1,
            width: source[start..last.unwrap_or(start)].chars().count().max(1),
            text: source[begin..end].trim_end_matches('\r').to_owned(),
        }
    }
}

impl Fault {
    pub(crate) fn at(source: &str, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Some(Place::of(source, range)) }
    }

    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }
}

impl fmt::Display for Fault {
    /// The message; below it the line, with carets under what is meant.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return out.write_str(&self.message) };
        let Place { line, column, width, text } = place;
        let shown = |c: char| if c == '\t' { '\t' } else { ' ' };
        let margin: String = text.chars().take(column - 1).map(shown).collect();
        let carets = "^".repeat((*width).min(text.chars().count().saturating_sub(column - 1)).max(1));
        write!(out, "line {line}, column {column}: {}\n  {text}\n  {margin}{carets}", self.message)
    }
}
