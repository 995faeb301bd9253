//! Figures of the theorems as SVG, drawn from certified data.
//!
//! Every mark is an exact rational or the middle of an enclosure that settles its place to a twentieth of a unit of the picture; a number
//! that is not settled is not drawn, and the picture says so (its root has `data-left-out`, the number of points left out). Which of two
//! classes a point belongs to (real or rotating, reachable or not) is decided with certainty. Floating point only suggests parameters, which are
//! rounded to fractions first.
//!
//! **Bytes.** Numbers come from rational arithmetic and from balls, which are rounded correctly and so alike on every machine, or from
//! enclosures in `f64` (the clouds, the LinOSS steps), whose last bits may differ between machines but which are some 10⁹ times narrower
//! than what is written, a hundredth of a unit. Nothing is in hash order, nothing depends on the time.
//!
//! **Without colour.** Classes differ in shape as well as in colour (the palette is that of Okabe and Ito, adapted to dark pages): dots and
//! ticks are real, diamonds rotate, open squares are on an edge; curves differ in their dashes and carry their names.
//!
//! ```
//! let figures = figures::all();
//! assert!(figures.iter().all(|figure| figure.svg.contains("data-left-out=\"0\"")));
//! ```

mod ckda_window;
mod clouds;
mod cyfa_phases;
mod demo;
mod discretised;
mod families;
mod half_life;
mod interlacing;
mod mdn_window;
mod place;
mod products;
mod rates;
mod sample;
mod slots;
mod svg;
mod switching;

/// The rules for the classes that the pictures use; a page that shows them includes this once.
///
/// Colours are variables with values for light pages, dark pages (`prefers-color-scheme`) and print. Pictures scale with the page, up to 36
/// rem.
pub const STYLE: &str = include_str!("style.css");

/// A picture with its finding in words and its numbers in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is called in addresses: lower case, with hyphens, unique.
    pub id: &'static str,
    /// What is shown.
    pub title: String,
    /// The finding, in plain text.
    pub caption: String,
    /// The picture in words, for those who do not see it: axes, classes, where things are, how points were chosen.
    pub description: String,
    /// The theorems that it illustrates, by their ids.
    pub theorems: Vec<&'static str>,
    /// The picture: one `svg` element, to be placed in a page with [`STYLE`].
    pub svg: String,
    /// Its numbers.
    pub table: Table,
}

/// The numbers of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the columns are, with units.
    pub header: Vec<String>,
    /// The cells, as many in each row as the header has. Decimals are rounded correctly to the digits shown, fractions are exact.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(header: &[&str]) -> Self {
        Self { header: header.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }
}

/// A certified floor of the error of every single oscillator against the two of [`two_oscillators`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Number of samples, from step 0 on.
    pub samples: usize,
    /// The largest error over them is at least this fraction, whatever is read linearly from one pair; the largest sample is 2.
    pub error: (i64, i64),
    /// The theorem that says so.
    pub theorem: &'static str,
}

/// The floors of single oscillators (two modes, no others) that theorems certify and [`all`] shows, beside that of the figure itself.
pub const FLOORS: &[Floor] = &[
    Floor { samples: 8, error: (1, 20), theorem: "embedding/read-out-floor" },
    Floor { samples: 16, error: (17, 25), theorem: "embedding/read-out-floor" },
];

/// The figure of two rotations beside one oscillator, with floors that theorems certify beside its own, which is that of a recurrence of
/// order two.
pub fn two_oscillators(floors: &[Floor]) -> Figure {
    demo::figure(floors)
}

/// All figures, in reading order. Takes a second or less; equal in every call.
pub fn all() -> Vec<Figure> {
    vec![
        clouds::figure(),
        interlacing::figure(),
        half_life::figure(),
        ckda_window::figure(),
        mdn_window::figure(),
        products::figure(),
        cyfa_phases::figure(),
        slots::figure(),
        two_oscillators(FLOORS),
        switching::figure(),
        rates::figure(),
        discretised::figure(),
    ]
}
