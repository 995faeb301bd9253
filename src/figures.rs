//! The figures of the report.

use report::Figure;

/// All figures, in reading order.
pub fn all() -> Vec<Figure> {
    ::figures::all().into_iter().map(figure).collect()
}

/// Their style sheet.
pub const STYLE: &str = ::figures::STYLE;

fn figure(figure: ::figures::Figure) -> Figure {
    Figure {
        id: figure.id.to_owned(),
        title: figure.title,
        caption: figure.caption,
        description: figure.description,
        theorems: figure.theorems.into_iter().map(str::to_owned).collect(),
        svg: figure.svg,
        header: figure.table.header,
        rows: figure.table.rows,
    }
}
