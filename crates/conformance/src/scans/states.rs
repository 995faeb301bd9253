//! The states after every token: a run that is stopped and begun again at each of them.

use super::TensorSpec;
use super::given::Margin;
use super::read::ScanDump;
use super::slips::Twist;

/// The states after every token, under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct States {
    /// `states_NAME` for the final state `NAME`; `states` where there is but one.
    pub name: String,
    /// The axes of the final state, with the tokens after the batch; packed sequences lie behind each other.
    pub shape: Vec<usize>,
    /// The values, in `f64`, row-major.
    pub values: Vec<f64>,
}

impl ScanDump {
    /// The states after every token. An angle counts on from the initial one, and is not reduced.
    pub fn states(&self) -> Vec<States> {
        let finals = &self.scan.spec().results[1..];
        let [batch, tokens] = ['B', 'T'].map(|axis| self.given.size(axis));
        let empty = |result: &'static TensorSpec| {
            let entry = &self.shape(result)[1..];
            let name = if finals.len() == 1 { "states".into() } else { format!("states_{}", result.name) };
            let values = vec![0.0; batch * tokens * entry.iter().product::<usize>()];
            States { name, shape: [&[batch, tokens], entry].concat(), values }
        };
        let mut out: Vec<States> = finals.iter().map(empty).collect();
        let mut given = self.given.clone();
        let longest = self.given.sequences.iter().map(|(_, range)| range.len()).max().unwrap_or(0);
        for n in 0..longest {
            // Of sequences that are over, an empty part, which leaves the state as it is.
            let part = |(batch, range): &(usize, std::ops::Range<usize>)| {
                (*batch, (range.start + n).min(range.end)..(range.start + n + 1).min(range.end))
            };
            given.sequences = self.given.sequences.iter().map(part).collect();
            let mut results = self.scan.run(&given, Twist::None, &Margin::NONE);
            for (result, states) in finals.iter().zip(&mut out) {
                let data = results.remove(result.name).unwrap_or_default();
                let width = states.shape[2..].iter().product::<usize>().max(1);
                for (row, (batch, range)) in data.chunks_exact(width).zip(&given.sequences) {
                    if !range.is_empty() {
                        let place = (batch * tokens + range.start) * width;
                        states.values[place..place + width].copy_from_slice(row);
                    }
                }
                given.tensors.insert(self.scan.start_of(result.name), data);
            }
        }
        out
    }
}
