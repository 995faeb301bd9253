//! Certificates that were tampered with.

use crate::Failed;

/// What must be refused: copies of a line, each with what was done to it.
pub(crate) fn tampered(line: &str, other: &str) -> Result<Vec<(&'static str, String)>, Failed> {
    let original: serde_json::Value = serde_json::from_str(line)?;
    let mut changed = Vec::new();
    let mut change = |what, edit: &dyn Fn(&mut serde_json::Value)| {
        let mut copy = original.clone();
        edit(&mut copy);
        changed.push((what, copy.to_string()));
    };
    change("it names another theorem", &|line| line["theorem"] = other.into());
    change("its version is 2", &|line| line["version"] = 2.into());
    change("its evidence is gone", &|line| line["evidence"] = serde_json::json!([]));
    change("its conclusion is gone", &|line| line["conclusion"] = serde_json::json!([]));
    change("it has an unknown field", &|line| line["note"] = "".into());
    change("its evidence is of an unknown kind", &|line| line["evidence"][0]["kind"] = "trust".into());
    change("a parameter is not canonical", &|line| {
        if let Some(instance) = line["instance"].as_object_mut() {
            instance.values_mut().for_each(|value| *value = "2/4".into());
        }
    });
    if original["evidence"][0]["intervals"].as_array().is_some_and(|intervals| !intervals.is_empty()) {
        change("an interval is given twice", &|line| {
            let first = line["evidence"][0]["intervals"][0].clone();
            if let Some(intervals) = line["evidence"][0]["intervals"].as_array_mut() {
                intervals.insert(0, first);
            }
        });
    }
    changed.push(("it is cut off", line[..line.len() - 1].to_owned()));
    Ok(changed)
}
