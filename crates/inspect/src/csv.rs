//! Rows as comma-separated values.

use crate::{HalfLife, Row};
use enclosure::F64Interval;
use std::io::{self, Write};

/// The names of the columns; the last one only with eigenvalues.
pub const COLUMNS: &[&str] = &[
    "layer",
    "batch",
    "token",
    "head",
    "pairs",
    "undecided",
    "negative",
    "zero",
    "modulus_low",
    "modulus_high",
    "angle_low",
    "angle_high",
    "fastest_low",
    "fastest_high",
    "middle_low",
    "middle_high",
    "slowest_low",
    "slowest_high",
    "radius_low",
    "radius_high",
    "norm_low",
    "norm_high",
    "edge_low",
    "edge_high",
];

/// Writes the line of names.
///
/// # Errors
/// When `out` refuses.
pub fn write_header(out: &mut dyn Write, eigenvalues: bool) -> io::Result<()> {
    write!(out, "{}", COLUMNS.join(","))?;
    writeln!(out, "{}", if eigenvalues { ",eigenvalues" } else { "" })
}

/// Writes a row. Numbers are printed so that reading them back gives the same binary64; an empty cell is undecided, or not there.
///
/// # Errors
/// When `out` refuses.
pub fn write_row(out: &mut dyn Write, layer: &str, row: &Row, eigenvalues: bool) -> io::Result<()> {
    let spectrum = &row.spectrum;
    let count = |x: Option<usize>| x.map_or_else(String::new, |x| x.to_string());
    let both =
        |x: Option<F64Interval>| x.map_or_else(|| ",".to_owned(), |x| format!("{:?},{:?}", x.lo(), x.hi()));
    let half_life =
        |x: Option<HalfLife>| x.map_or_else(|| ",".to_owned(), |x| format!("{:?},{:?}", x.low, x.high));
    let pair = row.leading_pair();
    let lives = row.half_lives();
    write!(
        out,
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        quoted(layer),
        row.batch,
        row.token,
        row.head,
        count(spectrum.pair_count()),
        spectrum.undecided,
        count(spectrum.negative),
        count(spectrum.zero),
        both(pair.map(|pair| pair.modulus())),
        both(pair.map(|pair| pair.angle())),
        half_life(lives.map(|x| x[0])),
        half_life(lives.map(|x| x[1])),
        half_life(lives.map(|x| x[2])),
        both(Some(spectrum.radius())),
        both(Some(row.norm)),
        both(spectrum.edge),
    )?;
    if eigenvalues {
        let real = spectrum.real.iter().map(|x| format!("{:?}:{:?}", x.lo(), x.hi()));
        let pairs = spectrum.pairs.iter().map(|pair| {
            let (re, im) = (pair.re, pair.im);
            format!("{:?}:{:?}±{:?}:{:?}i", re.lo(), re.hi(), im.lo(), im.hi())
        });
        write!(out, ",{}", real.chain(pairs).collect::<Vec<_>>().join(" "))?;
    }
    writeln!(out)
}

/// A cell that may contain anything.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
