//! A row as cells of a table, for every format that tables are written in.

use crate::{HalfLife, Row};
use enclosure::F64Interval;

/// What a column holds. An empty cell is undecided, or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, in every row.
    Text,
    /// A whole number from 0.
    Count,
    /// A bound, a binary64; infinite where there is none.
    Bound,
}

/// The columns, in order.
pub const COLUMNS: &[(&str, Kind)] = &[
    ("layer", Kind::Text),
    ("batch", Kind::Count),
    ("token", Kind::Count),
    ("head", Kind::Count),
    ("pairs", Kind::Count),
    ("undecided", Kind::Count),
    ("negative", Kind::Count),
    ("zero", Kind::Count),
    ("modulus_low", Kind::Bound),
    ("modulus_high", Kind::Bound),
    ("angle_low", Kind::Bound),
    ("angle_high", Kind::Bound),
    ("fastest_low", Kind::Bound),
    ("fastest_high", Kind::Bound),
    ("middle_low", Kind::Bound),
    ("middle_high", Kind::Bound),
    ("slowest_low", Kind::Bound),
    ("slowest_high", Kind::Bound),
    ("radius_low", Kind::Bound),
    ("radius_high", Kind::Bound),
    ("norm_low", Kind::Bound),
    ("norm_high", Kind::Bound),
    ("edge_low", Kind::Bound),
    ("edge_high", Kind::Bound),
];

/// The name of the last column, where it is asked for: all eigenvalues as text.
pub const EIGENVALUES: &str = "eigenvalues";

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Of a [`Kind::Text`] column.
    Text(String),
    /// Of a [`Kind::Count`] column.
    Count(Option<u64>),
    /// Of a [`Kind::Bound`] column.
    Bound(Option<f64>),
}

/// The cells of a row, one for each of [`COLUMNS`].
pub fn cells(layer: &str, row: &Row) -> Vec<Cell> {
    let spectrum = &row.spectrum;
    let count = |x: Option<usize>| Cell::Count(x.map(|x| x as u64));
    let both = |x: Option<F64Interval>| [Cell::Bound(x.map(|x| x.lo())), Cell::Bound(x.map(|x| x.hi()))];
    let life = |x: Option<HalfLife>| [Cell::Bound(x.map(|x| x.low)), Cell::Bound(x.map(|x| x.high))];
    let pair = row.leading_pair();
    let lives = row.half_lives();
    let mut cells = vec![
        Cell::Text(layer.to_owned()),
        count(Some(row.batch)),
        count(Some(row.token)),
        count(Some(row.head)),
        count(spectrum.pair_count()),
        count(Some(spectrum.undecided)),
        count(spectrum.negative),
        count(spectrum.zero),
    ];
    cells.extend(both(pair.map(|pair| pair.modulus())));
    cells.extend(both(pair.map(|pair| pair.angle())));
    for which in 0..3 {
        cells.extend(life(lives.map(|lives| lives[which])));
    }
    cells.extend([Some(spectrum.radius()), Some(row.norm), spectrum.edge].into_iter().flat_map(both));
    cells
}

/// Enclosures of all eigenvalues: `low:high` for a real one, `low:high±low:highi` for a pair.
pub fn eigenvalues(row: &Row) -> String {
    let real = row.spectrum.real.iter().map(|x| format!("{:?}:{:?}", x.lo(), x.hi()));
    let pairs = row.spectrum.pairs.iter().map(|pair| {
        let (re, im) = (pair.re, pair.im);
        format!("{:?}:{:?}±{:?}:{:?}i", re.lo(), re.hi(), im.lo(), im.hi())
    });
    real.chain(pairs).collect::<Vec<_>>().join(" ")
}
