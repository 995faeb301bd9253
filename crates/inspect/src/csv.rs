//! Rows as comma-separated values.

use crate::Row;
use crate::columns::{COLUMNS, Cell, EIGENVALUES, cells, eigenvalues};
use std::io::{self, Write};

/// Writes the line of names; the last one only with eigenvalues.
///
/// # Errors
/// When `out` refuses.
pub fn write_header(out: &mut dyn Write, with_eigenvalues: bool) -> io::Result<()> {
    let names = COLUMNS.iter().map(|(name, _)| *name).chain(with_eigenvalues.then_some(EIGENVALUES));
    writeln!(out, "{}", names.collect::<Vec<_>>().join(","))
}

/// Writes a row. Numbers are printed so that reading them back gives the same binary64.
///
/// # Errors
/// When `out` refuses.
pub fn write_row(out: &mut dyn Write, layer: &str, row: &Row, with_eigenvalues: bool) -> io::Result<()> {
    let text = |cell: Cell| match cell {
        Cell::Text(text) => quoted(&text),
        Cell::Count(count) => count.map_or_else(String::new, |count| count.to_string()),
        Cell::Bound(bound) => bound.map_or_else(String::new, |bound| format!("{bound:?}")),
    };
    let cells = cells(layer, row).into_iter().map(text).chain(with_eigenvalues.then(|| eigenvalues(row)));
    writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))
}

/// A cell that may contain anything.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
