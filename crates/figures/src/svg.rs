//! A small writer of SVG: the few elements that the figures need, in a fixed order and with numbers of fixed form, so that equal
//! figures are equal bytes.
//!
//! A crate for this would bring attribute maps and its own printing of floats; what is needed here is some text between tags.

use crate::place::{Axis, Enclosed, Pixel};
use std::fmt::Write as _;

/// Width of every picture. Narrow, so that text of [13 units](crate::STYLE) stays readable on a phone.
pub(crate) const WIDTH: i64 = 480;

/// Text with the characters of markup replaced.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// The shape of a mark: figures never tell classes apart by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A filled disc.
    Dot,
    /// A filled diamond.
    Diamond,
    /// An open square.
    Square,
    /// A short vertical line.
    Tick,
    /// An oblique cross.
    Cross,
}

impl Shape {
    /// The outline about a point.
    fn outline(self, x: Pixel, y: Pixel) -> String {
        match self {
            // One arc that ends a hundredth of a pixel before its start: half the length of two halves.
            Self::Dot => format!("M{} {y}a2 2 0 1 0 0-.01z", x.plus(-2)),
            Self::Diamond => format!("M{x} {}l3 3-3 3-3-3z", y.plus(-3)),
            Self::Square => format!("M{} {}h6v6h-6z", x.plus(-3), y.plus(-3)),
            Self::Tick => format!("M{x} {}v10", y.plus(-5)),
            Self::Cross => format!("M{} {}l8 8m0-8l-8 8", x.plus(-4), y.plus(-4)),
        }
    }

    /// The class of its style.
    fn class(self) -> &'static str {
        match self {
            Self::Dot | Self::Diamond => "fg-solid",
            Self::Square | Self::Tick | Self::Cross => "fg-open",
        }
    }
}

/// Two axes.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The horizontal one.
    pub(crate) x: Axis,
    /// The vertical one.
    pub(crate) y: Axis,
}

impl Panel {
    fn place(&self, x: &Enclosed, y: &Enclosed) -> Option<(Pixel, Pixel)> {
        self.x.place(x).zip(self.y.place(y))
    }
}

/// Marks of one shape and colour.
#[derive(Debug)]
pub(crate) struct Marks {
    shape: Shape,
    colour: &'static str,
    path: String,
    drawn: usize,
    left_out: usize,
}

impl Marks {
    /// None yet; the colour is a class.
    pub(crate) fn new(shape: Shape, colour: &'static str) -> Self {
        Self { shape, colour, path: String::new(), drawn: 0, left_out: 0 }
    }

    /// A mark at a point, if it is decided where.
    pub(crate) fn at(&mut self, panel: &Panel, x: impl Into<Enclosed>, y: impl Into<Enclosed>) {
        match panel.place(&x.into(), &y.into()) {
            Some((x, y)) => {
                self.path.push_str(&self.shape.outline(x, y));
                self.drawn += 1;
            }
            None => self.left_out += 1,
        }
    }
}

/// A line through points, in the order in which they are given.
#[derive(Debug, Default)]
pub(crate) struct Curve {
    path: String,
    left_out: usize,
}

impl Curve {
    /// No point yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// On to a point, if it is decided where.
    pub(crate) fn to(&mut self, panel: &Panel, x: impl Into<Enclosed>, y: impl Into<Enclosed>) {
        match panel.place(&x.into(), &y.into()) {
            Some((x, y)) => {
                let pen = if self.path.is_empty() { 'M' } else { 'L' };
                let _ = write!(self.path, "{pen}{x} {y}");
            }
            None => self.left_out += 1,
        }
    }
}

/// A picture as it grows.
#[derive(Debug)]
pub(crate) struct Svg {
    id: &'static str,
    height: i64,
    body: String,
    left_out: usize,
}

impl Svg {
    /// An empty picture; `id` is unique among the figures.
    pub(crate) fn new(id: &'static str, height: i64) -> Self {
        Self { id, height, body: String::new(), left_out: 0 }
    }

    /// A text.
    pub(crate) fn text(
        &mut self,
        (x, y): (impl Into<Pixel>, impl Into<Pixel>),
        anchor: Anchor,
        class: &str,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, text) = (x.into(), y.into(), escaped(text));
        let _ = writeln!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>");
    }

    /// A line.
    pub(crate) fn line(&mut self, class: &str, from: [impl Into<Pixel>; 2], to: [impl Into<Pixel>; 2]) {
        let ([x1, y1], [x2, y2]) = (from.map(Into::into), to.map(Into::into));
        self.path(class, &format!("M{x1} {y1}L{x2} {y2}"));
    }

    /// A path.
    pub(crate) fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// A rectangle.
    pub(crate) fn rectangle(&mut self, class: &str, [x, y, width, height]: [i64; 4]) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// So many more points that are not decided and hence not drawn.
    pub(crate) fn leave_out(&mut self, points: usize) {
        self.left_out += points;
    }

    /// All marks, as one path.
    pub(crate) fn marks(&mut self, marks: &Marks) {
        self.left_out += marks.left_out;
        let class = format!("{} {}", marks.shape.class(), marks.colour);
        if !marks.path.is_empty() {
            let _ = writeln!(
                self.body,
                "<path class=\"{class}\" data-marks=\"{}\" d=\"{}\"/>",
                marks.drawn, marks.path
            );
        }
    }

    /// A curve; `class` says how it is stroked.
    pub(crate) fn curve(&mut self, class: &str, curve: &Curve) {
        self.left_out += curve.left_out;
        self.path(class, &curve.path);
    }

    /// An entry of a legend: a mark, and its text beside it.
    pub(crate) fn legend(&mut self, (x, y): (i64, i64), shape: Shape, colour: &str, text: &str) {
        let outline = shape.outline(x.into(), (y - 4).into());
        self.path(&format!("{} {colour}", shape.class()), &outline);
        self.text((x + 9, y), Anchor::Start, "fg-t", text);
    }

    /// An entry of a legend: a piece of a line, and its text beside it.
    pub(crate) fn line_legend(&mut self, (x, y): (i64, i64), class: &str, text: &str) {
        self.line(class, [x - 6, y - 4], [x + 18, y - 4]);
        self.text((x + 23, y), Anchor::Start, "fg-t", text);
    }

    /// The frame of a panel.
    pub(crate) fn frame(&mut self, panel: &Panel) {
        let ((x1, x2), (y2, y1)) = (panel.x.ends(), panel.y.ends());
        self.rectangle("fg-frame", [x1, y1, x2 - x1, y2 - y1]);
    }

    /// Ticks and their labels below a panel.
    pub(crate) fn x_ticks(&mut self, panel: &Panel, ticks: &[((i64, i64), &str)]) {
        let bottom = panel.y.ends().0;
        for (value, label) in ticks {
            if let Some(x) = panel.x.place(&exact::Rational::from(*value).into()) {
                self.line("fg-axis", [x, bottom.into()], [x, Pixel::from(bottom + 4)]);
                self.text((x, bottom + 17), Anchor::Middle, "fg-t", label);
            }
        }
    }

    /// Ticks and their labels left of a panel.
    pub(crate) fn y_ticks(&mut self, panel: &Panel, ticks: &[((i64, i64), &str)]) {
        let left = panel.x.ends().0;
        for (value, label) in ticks {
            if let Some(y) = panel.y.place(&exact::Rational::from(*value).into()) {
                self.line("fg-axis", [Pixel::from(left - 4), y], [left.into(), y]);
                self.text((left - 7, y.plus(4)), Anchor::End, "fg-t", label);
            }
        }
    }

    /// The picture with its title and its text equivalent. What could not be drawn is said.
    pub(crate) fn finish(mut self, title: &str, description: &str) -> String {
        let (id, mut height) = (self.id, self.height);
        if self.left_out > 0 {
            let said = format!("{} points are not decided and not drawn", self.left_out);
            self.text((WIDTH / 2, height + 14), Anchor::Middle, "fg-t", &said);
            height += 24;
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fg\" role=\"img\" viewBox=\"0 0 {WIDTH} \
             {height}\" aria-labelledby=\"figure-{id}-title figure-{id}-desc\" \
             data-left-out=\"{}\">\n<title id=\"figure-{id}-title\">{}</title>\n<desc \
             id=\"figure-{id}-desc\">{}</desc>\n{}</svg>\n",
            self.left_out,
            escaped(title),
            escaped(description),
            self.body
        )
    }
}
