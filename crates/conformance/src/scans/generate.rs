//! Inputs at random, with the results of the reference and their bounds.

use super::compare::{bounds_of, default_chunks};
use super::given::Given;
use super::read::ScanDump;
use super::{Scan, TensorSpec};
use crate::vectors::Format;
use crate::vectors::draw::Draw;
use engine::systems::linoss::Scheme;
use std::collections::{BTreeMap, BTreeSet};
use tensors::Tensor;

/// A size that is missing, or that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SizeError(String);

/// Entries of a tensor at most.
const MOST: usize = 1 << 26;

fn range(scan: Scan, name: &str) -> (f64, f64) {
    let oscillators = matches!(scan, Scan::Oscillators(_));
    let explicit = scan == Scan::Oscillators(Scheme::DampedEx);
    match name {
        // An explicit scheme is stable where its damping is more than the step times the squared frequency.
        "A" if explicit => (0.0, 0.5),
        "G" if explicit => (0.5, 1.0),
        "dt" if explicit => (0.05, 0.5),
        "A" if oscillators => (0.0, 2.0),
        "A" => (-1.5, -0.05),
        "dt" if oscillators => (0.05, 0.95),
        "dt" | "DT" => (0.02, 0.5),
        "ADT" | "g" => (-1.0, 0.0),
        "Trap" => (-2.0, 2.0),
        "beta" => (0.05, 0.95),
        "G" | "delta" | "lambda_in" => (0.0, 1.0),
        "q_norm_weight" | "k_norm_weight" => (0.5, 1.5),
        _ => (-1.0, 1.0),
    }
}

impl ScanDump {
    /// Inputs of these sizes at random, an initial state included; the same seed gives the same numbers on every machine.
    ///
    /// # Errors
    /// When the size of an axis is missing or does not fit.
    pub fn generated(
        scan: Scan,
        given: &BTreeMap<char, usize>,
        format: Format,
        seed: u64,
    ) -> Result<Self, SizeError> {
        let spec = scan.spec();
        let all = || spec.inputs.iter().chain(spec.initial);
        let mut sizes = given.clone();
        for one in ['B', 'H', 'G'] {
            sizes.entry(one).or_insert(1);
        }
        sizes.insert('S', sizes[&'B']);
        let n = sizes.get(&'N').copied().unwrap_or(0);
        sizes.entry('R').or_insert(n / 2);
        let m = sizes.get(&'C').copied().unwrap_or(0) + 1;
        sizes.insert('M', m);
        let axes: BTreeSet<char> = all().flat_map(|t| t.axes.chars()).collect();
        if let Some(unknown) = given.keys().find(|axis| !axes.contains(axis)) {
            let known: Vec<String> =
                axes.iter().filter(|a| !['S', 'M'].contains(a)).map(char::to_string).collect();
            return Err(SizeError(format!(
                "{} has no axis {unknown}; it has {}",
                spec.name,
                known.join(", ")
            )));
        }
        for axis in axes {
            match sizes.get(&axis) {
                None => return Err(SizeError(format!("{axis} is missing"))),
                Some(0) if !['T', 'B', 'S', 'R'].contains(&axis) => {
                    return Err(SizeError(format!("{axis} is 0")));
                }
                Some(_) => {}
            }
        }
        let size = |axis: char| sizes.get(&axis).copied().unwrap_or(0);
        if matches!(scan, Scan::Mamba2 | Scan::Mamba3) && !size('H').is_multiple_of(size('G')) {
            return Err(SizeError(format!("G = {} does not divide H = {}", size('G'), size('H'))));
        }
        if scan == Scan::Mamba3 && 2 * size('R') > size('N') {
            return Err(SizeError(format!("R = {} angles for N = {} channels", size('R'), size('N'))));
        }
        if scan == Scan::Cyfa && size('C').is_multiple_of(2) {
            return Err(SizeError(format!("C = {} slots: the number is odd", size('C'))));
        }
        for t in all().chain(spec.results) {
            let entries = t.axes.chars().try_fold(1_usize, |n, axis| n.checked_mul(size(axis)));
            if entries.is_none_or(|n| n > MOST) {
                return Err(SizeError(format!("`{}` has more than 2^26 entries", t.name)));
            }
        }
        let states = format.of_states();
        let tensor = |t: &TensorSpec| {
            let count = t.axes.chars().map(size).product::<usize>();
            let mut draw = Draw::of(seed, &format!("{} {}", spec.name, t.name));
            let (low, high) = range(scan, t.name);
            let format = if narrow(t) { format } else { states };
            (t.name, (0..count).map(|_| format.nearest(draw.uniform(low, high))).collect())
        };
        let tensors = all().filter(|t| t.name != "dt_bias").map(tensor).collect();
        let sequences = (0..size('B')).map(|b| (b, 0..size('T'))).collect();
        let given = Given { sizes, tensors, sequences, softplus: false };
        Ok(Self { scan, arithmetic: format.arithmetic(), given, cases: Vec::new(), notes: Vec::new() })
    }

    /// The inputs, the results of the reference rounded once, and for each of these how far a right kernel may be off it.
    pub fn tensors(&self, format: Format) -> Vec<(String, Tensor)> {
        let spec = self.scan.spec();
        let mut out = Vec::new();
        let states = format.of_states();
        for t in spec.inputs.iter().chain(spec.initial) {
            let Some(data) = self.given.maybe(t.name) else { continue };
            let format = if narrow(t) { format } else { states };
            out.push((t.name.to_owned(), format.tensor(self.shape(t), data)));
        }
        let bounds = bounds_of(self, &self.given, &default_chunks());
        for (n, (result, values)) in self.oracle().into_iter().enumerate() {
            let format = if n == 0 { format } else { states };
            let rounded = values.nearest(format);
            let distance = values.errors(&rounded);
            let shape = self.shape(result);
            let bound = bounds[result.name].iter().zip(distance).map(|(b, d)| (b + d) * (1.0 + f64::EPSILON));
            out.push((result.name.to_owned(), format.tensor(shape.clone(), &rounded)));
            out.push((
                format!("bound_{}", result.name),
                Format::F64.tensor(shape, &bound.collect::<Vec<_>>()),
            ));
        }
        out
    }
}

/// Tensors of tokens that a kernel gets in its narrow format: neither step sizes, gates and parameters nor states.
pub(super) fn narrow(t: &TensorSpec) -> bool {
    t.axes.contains('T') && !matches!(t.name, "dt" | "DT" | "ADT" | "g")
}
