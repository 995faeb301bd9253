//! Which instance of a theorem is spelled out: a small one with readable fractions that is no corner.

use claim::{Claim, Options, Outcome, Quantifier};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Cap on the dimension of an instance that is drawn to be read.
pub(crate) const READABLE_DIMENSION: usize = 3;
/// How many of them are looked at.
const DRAWN: u64 = 48;
/// Longer lines of a file are not for reading.
const LONGEST_LINE: usize = 16_384;

/// A certificate to be read.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The line.
    pub(crate) line: String,
    pub(crate) origin: Origin,
}

/// Where a certificate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The witness of an existence theorem, as its file states it.
    Witness,
    /// A line of `certificates.jsonl`.
    File,
    /// The instance with this number under the run's seed and [`READABLE_DIMENSION`].
    Drawn(u64),
}

/// The lines of `certificates.jsonl` that speak of an instance that holds, by theorem.
pub(crate) fn by_theorem(certificates: &str) -> BTreeMap<String, Vec<&str>> {
    let mut lines: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for line in certificates.lines().filter(|line| line.len() <= LONGEST_LINE) {
        let Ok(Json::Object(json)) = serde_json::from_str(line) else { continue };
        let other_role = ["drops", "trap", "fails", "symbolic"].iter().any(|role| json.contains_key(*role));
        if let (Some(Json::String(theorem)), false) = (json.get("theorem"), other_role) {
            lines.entry(theorem.clone()).or_default().push(line);
        }
    }
    lines
}

/// How hard an instance is to read, and how little it shows: its length, and a price for 0 and 1 and for dimension 1.
fn price(instance: &Json) -> usize {
    fn walk(json: &Json, words: &mut (usize, usize)) -> usize {
        match json {
            Json::String(word) => {
                words.0 += 1;
                words.1 += usize::from(matches!(word.as_str(), "0" | "1" | "-1"));
                word.len() + 3
            }
            Json::Array(parts) => parts.iter().map(|part| walk(part, words)).sum(),
            Json::Object(map) => map.values().map(|part| walk(part, words)).sum(),
            _ => 0,
        }
    }
    let mut words = (0, 0);
    let length = walk(instance, &mut words);
    let largest =
        instance.as_object().into_iter().flatten().filter_map(|(_, it)| Some(it.as_array()?.len())).max();
    let flat = if largest == Some(1) { 60 } else { 0 };
    length + flat + 80 * words.1 / words.0.max(1)
}

/// The instance to be spelled out, with its certificate; nothing when none is to be had.
pub(crate) fn choose(claim: &Claim, seed: u64, lines: &[&str]) -> Option<Chosen> {
    let certify = |instance: &claim::Instance| match (claim.check)(instance) {
        Outcome::Holds(evidence) => Some(claim.line(instance, evidence).to_string()),
        Outcome::Refuted { .. } | Outcome::Undecided(_) => None,
    };
    if let Quantifier::Exists(witness) = claim.quantifier {
        return certify(&witness()).map(|line| Chosen { line, origin: Origin::Witness });
    }
    let of_file = lines.iter().filter_map(|line| {
        let json: Json = serde_json::from_str(line).ok()?;
        Some((price(&json["instance"]), *line))
    });
    let of_file = of_file.min_by_key(|(price, _)| *price);
    let (cases, max_dimension) = (DRAWN, READABLE_DIMENSION);
    let options = Options { cases, seed, max_dimension, only_case: None, deadline: None, keep: 0 };
    let mut drawn: Vec<_> = (0..DRAWN)
        .map(|case| {
            let instance = claim::sample(claim, &options, case);
            (price(&serde_json::json!(instance)), case, instance)
        })
        .filter(|(price, ..)| of_file.is_none_or(|(best, _)| *price < best))
        .collect();
    drawn.sort_by_key(|(price, case, _)| (*price, *case));
    let certified = |(_, case, instance): &(usize, u64, claim::Instance)| {
        certify(instance).map(|line| Chosen { line, origin: Origin::Drawn(*case) })
    };
    let of_file = of_file.map(|(_, line)| Chosen { line: line.to_owned(), origin: Origin::File });
    drawn.iter().take(4).find_map(certified).or(of_file)
}
