//! `summary.md`: a page for a CI job.

use serde_json::Value as Json;
use std::fmt::Write as _;

/// The results as Markdown: the verdict, what does not hold with its replay, then all theorems, folded.
pub fn markdown(results: &Json) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut page, results);
    page
}

fn write(page: &mut String, results: &Json) -> std::fmt::Result {
    let summary = &results["summary"];
    let count = |verdict: &str| summary[verdict].as_u64().unwrap_or(0);
    let theorems = results["theorems"].as_array().map(Vec::as_slice).unwrap_or_default();
    let instances: u64 = theorems.iter().filter_map(|it| it["instances"]["holds"].as_u64()).sum();
    let all = count("theorems");
    let headline = if count("holds") == all && results["partial"] == false {
        format!("All {all} theorems hold")
    } else {
        format!("{} of {all} theorems hold", count("holds"))
    };
    writeln!(page, "# eigenclaim: {headline}\n")?;
    let partial = if results["partial"] == true { " The run is partial." } else { "" };
    writeln!(
        page,
        "{instances} instances, each with a certificate that the independent checker accepted. {} refuted, {} \
         undecided, {} broken.{partial}\n",
        count("refuted"),
        count("undecided"),
        count("broken")
    )?;
    writeln!(
        page,
        "Version {}, seed {}, {} cases a theorem, dimension at most {}.\n",
        text(&results["version"]),
        results["seed"],
        results["cases"],
        results["max_dimension"]
    )?;
    for theorem in theorems.iter().filter(|theorem| theorem["verdict"] != "holds") {
        let (id, title) = (text(&theorem["id"]), text(&theorem["title"]));
        writeln!(page, "## {} `{id}`\n\n{title}.\n", text(&theorem["verdict"]))?;
        if let Some(reason) = theorem["undecided_reason"].as_str() {
            writeln!(page, "{} undecided, the first because {reason}.\n", theorem["instances"]["undecided"])?;
        }
        let failure = &theorem["failure"];
        if failure.is_object() {
            let (expected, found) = (text(&failure["expected"]), text(&failure["found"]));
            writeln!(
                page,
                "* expected: {expected}\n* found: {found}\n* file: `{}`\n",
                text(&theorem["file"])
            )?;
            let case = text(&failure["case"]);
            let replay = super::replay(id, super::request_of(results), case);
            writeln!(page, "```text\n{}\n\n{replay}\n```\n", text(&failure["instance"]))?;
        }
    }
    writeln!(page, "<details><summary>All theorems</summary>\n")?;
    writeln!(page, "| theorem | verdict | instances | level | witnesses |\n|---|---|---:|---|---:|")?;
    for theorem in theorems {
        let formal = if theorem["formal"] == "checked" { ", formal" } else { "" };
        let witnesses = theorem["witnesses"].as_array().map(Vec::as_slice).unwrap_or_default();
        let shown = witnesses.iter().filter(|witness| witness["shown"] == true).count();
        writeln!(
            page,
            "| `{}` | {} | {} | {}{formal} | {shown} |",
            text(&theorem["id"]),
            text(&theorem["verdict"]),
            theorem["instances"]["holds"],
            text(&theorem["level"])
        )?;
    }
    writeln!(page, "\n</details>")
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}
