//! `results.sarif`: what does not hold, located at the theorem's file.

use serde_json::{Value as Json, json};

/// The results as SARIF 2.1.0 (OASIS standard): a rule for each theorem, a result for each that does not hold. Refuted
/// and broken are errors, undecided is a warning.
pub fn sarif(results: &Json) -> Json {
    let theorems = || results["theorems"].as_array().into_iter().flatten();
    let rules: Vec<_> = theorems()
        .map(|theorem| json!({"id": theorem["id"], "shortDescription": {"text": theorem["title"]}}))
        .collect();
    let found: Vec<_> = theorems()
        .enumerate()
        .filter(|(_, theorem)| theorem["verdict"] != "holds")
        .map(|(rule, theorem)| {
            let level = if theorem["verdict"] == "undecided" { "warning" } else { "error" };
            let text = format!("{}: {}", text(&theorem["verdict"]), reason(results, theorem));
            json!({
                "ruleId": theorem["id"],
                "ruleIndex": rule,
                "level": level,
                "message": {"text": text},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": theorem["file"], "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 1},
                }}],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "eigenclaim", "version": results["version"], "rules": rules}},
            "results": found,
        }],
    })
}

fn reason(results: &Json, theorem: &Json) -> String {
    let failure = &theorem["failure"];
    if failure.is_null() {
        return theorem["undecided_reason"].as_str().unwrap_or("not every instance was tried").to_owned();
    }
    let replay = super::replay(text(&theorem["id"]), super::request_of(results), text(&failure["case"]));
    format!(
        "expected {}; found {}. Instance: {}. Replay: {replay}",
        text(&failure["expected"]),
        text(&failure["found"]),
        text(&failure["instance"]).replace('\n', "; ")
    )
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}
