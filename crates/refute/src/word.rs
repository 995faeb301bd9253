//! Words: several steps, each with parameters of its own but for the shared ones.

use crate::claim::Claim;
use crate::grid::{Grid, value};
use crate::parameter::{Kind, Parameter};
use crate::point::{self, Point};
use crate::syntax::Relation;
use exact::{Matrix, Rational};

/// How the steps of a word share their free coordinates while it is being optimised.
///
/// Step `i` takes the coordinates of group `group[i]`, moved cyclically by `shift[i]` places along every axis of size `d`.
/// A change of the order of coordinates is a similarity that all steps must share, so words of this kind are not special
/// by themselves; but they have few coordinates, and the best word often is one of them.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    pub(crate) group: Vec<usize>,
    pub(crate) shift: Vec<usize>,
}

impl Template {
    /// Every step by itself.
    pub(crate) fn free(length: usize) -> Self {
        Self { group: (0..length).collect(), shift: vec![0; length] }
    }
}

/// Where the coordinates of each parameter of each step are.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) claim: &'a Claim,
    pub(crate) d: usize,
    pub(crate) length: usize,
    pub(crate) template: Template,
    /// For each group and parameter, the first of its coordinates.
    starts: Vec<Vec<usize>>,
    counts: Vec<usize>,
    /// Lower and upper bound of each coordinate, and the steps that depend on it.
    pub(crate) coordinates: Vec<Coordinate>,
}

/// One free coordinate.
#[derive(Debug, Clone)]
pub(crate) struct Coordinate {
    pub(crate) parameter: usize,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) steps: Vec<usize>,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(claim: &'a Claim, d: usize, template: Template) -> Self {
        let length = template.group.len();
        let groups = template.group.iter().max().map_or(1, |group| group + 1);
        let counts: Vec<usize> =
            claim.parameters.iter().map(|parameter| point::count(parameter, d)).collect();
        let mut coordinates = Vec::new();
        let mut starts: Vec<Vec<usize>> = Vec::new();
        for group in 0..groups {
            let mut of_group = Vec::new();
            for (at, parameter) in claim.parameters.iter().enumerate() {
                if parameter.shared && group > 0 {
                    of_group.push(starts[0][at]);
                    continue;
                }
                of_group.push(coordinates.len());
                let (low, high) = point::bounds(parameter);
                let steps =
                    (0..length).filter(|step| parameter.shared || template.group[*step] == group).collect();
                let coordinate = Coordinate { parameter: at, low, high, steps };
                coordinates.extend(std::iter::repeat_n(coordinate, counts[at]));
            }
            starts.push(of_group);
        }
        Self { claim, d, length, template, starts, counts, coordinates }
    }

    /// The free coordinates of a parameter of a step, moved by the template's shift.
    pub(crate) fn of_step(&self, z: &[f64], step: usize, parameter: usize) -> Vec<f64> {
        let start = self.starts[self.template.group[step]][parameter];
        let x = &z[start..start + self.counts[parameter]];
        let described = &self.claim.parameters[parameter];
        if described.shared { x.to_vec() } else { shifted(described, self.d, x, self.template.shift[step]) }
    }

    /// The transition of a step and by how much it misses the constraints; `None` where it has no value.
    pub(crate) fn step(&self, z: &[f64], step: usize) -> Option<(Grid<f64>, f64)> {
        let of = |(at, parameter)| point::float(parameter, self.d, &self.of_step(z, step, at));
        let parameters = self.claim.parameters.iter().enumerate().map(of).collect::<Option<Vec<_>>>()?;
        let names = self.claim.names(parameters, self.d, 0).ok()?;
        let mut missed = 0.0;
        for constraint in &self.claim.constraints {
            let left = value(&constraint.left, &names, self.d, 0).ok()?.data[0];
            let right = value(&constraint.right, &names, self.d, 0).ok()?.data[0];
            let excess = match constraint.relation {
                Relation::Less | Relation::AtMost => left - right,
                Relation::Greater | Relation::AtLeast => right - left,
            };
            // A little inside, so that a strict inequality survives rounding.
            missed += (excess + 1e-9).max(0.0);
        }
        Some((self.claim.step(&names).clone(), missed))
    }

    /// The exact word closest to `z` within the tolerance.
    pub(crate) fn round(&self, z: &[f64], tolerance: Option<&Rational>) -> Option<Word> {
        let mut points = Vec::new();
        for step in 0..self.length {
            let of = |(at, parameter): (usize, &Parameter)| {
                point::round(parameter, self.d, &self.of_step(z, step, at), tolerance)
            };
            points.push(self.claim.parameters.iter().enumerate().map(of).collect::<Option<Vec<_>>>()?);
        }
        Some(Word { d: self.d, points })
    }
}

/// Whether every parameter that differs between steps can be moved cyclically.
pub(crate) fn can_shift(claim: &Claim) -> bool {
    let movable = |kind| !matches!(kind, Kind::Symmetric | Kind::Orthogonal);
    claim.parameters.iter().all(|parameter| parameter.shared || movable(parameter.kind))
}

fn shifted(parameter: &Parameter, d: usize, x: &[f64], shift: usize) -> Vec<f64> {
    let (rows, cols) = (parameter.rows.at(d), parameter.cols.at(d));
    let along = |size: &crate::size::Size| if size.slope == 1 && size.constant == 0 { shift } else { 0 };
    let (down, right) = (along(&parameter.rows), along(&parameter.cols));
    if down + right == 0 {
        return x.to_vec();
    }
    let at =
        |i: usize, j: usize| x[((i + rows - down % rows) % rows) * cols + (j + cols - right % cols) % cols];
    (0..rows * cols).map(|place| at(place / cols, place % cols)).collect()
}

/// A word with exact parameters: for each step, a value of each parameter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) d: usize,
    pub(crate) points: Vec<Vec<Point>>,
}

impl Word {
    /// The exact steps, when every parameter is within its range and the constraints hold.
    pub(crate) fn steps(&self, claim: &Claim) -> Option<Vec<Matrix>> {
        self.points.iter().map(|points| self.step(claim, points).map(|step| step.matrix())).collect()
    }

    /// Whether the claim says something about this word: every parameter is within its range, the rule has a value, and the
    /// constraints hold.
    pub(crate) fn is_admitted(&self, claim: &Claim) -> bool {
        if claim.enclosed { crate::enclosed::admits(claim, self) } else { self.steps(claim).is_some() }
    }

    fn step(&self, claim: &Claim, points: &[Point]) -> Option<Grid<Rational>> {
        let names = self.admitted(claim, points)?;
        let names = claim.names(names, self.d, 0).ok()?;
        claim.admits(&names, self.d).then(|| claim.step(&names).clone())
    }

    /// The exact values of one step's parameters, each within its range.
    pub(crate) fn admitted(&self, claim: &Claim, points: &[Point]) -> Option<Vec<Grid<Rational>>> {
        let of = |(point, parameter): (&Point, &Parameter)| {
            if point.is_admissible(parameter, self.d) { point.value(parameter, self.d) } else { None }
        };
        points.iter().zip(&claim.parameters).map(of).collect()
    }

    /// Bits of all numbers, the shared ones once.
    pub(crate) fn bits(&self, claim: &Claim) -> u64 {
        let mut sum = 0;
        for (step, points) in self.points.iter().enumerate() {
            for (point, parameter) in points.iter().zip(&claim.parameters) {
                if step == 0 || !parameter.shared {
                    let mut point = point.clone();
                    sum += point
                        .coordinates_mut()
                        .iter()
                        .map(|x| u64::from(crate::fraction::bits(x)))
                        .sum::<u64>();
                }
            }
        }
        sum
    }
}
