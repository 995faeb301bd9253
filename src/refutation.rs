//! What `eigenclaim refute` writes: the report as JSON (`docs/refute.md`), and the files of a counterexample.

use refute::{Boundary, Claim, Counterexample, Kind, Outcome, Report};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// The files of a counterexample.
#[derive(Debug)]
pub struct Files {
    /// The certificate, one line.
    pub certificate: Option<PathBuf>,
    /// The statement table that it is held against.
    pub statements: Option<PathBuf>,
    /// Why there is no certificate; empty where there is one.
    pub uncertified: String,
    /// The NumPy script.
    pub snippet: PathBuf,
    /// The skeleton of a theorem.
    pub theorem: Option<PathBuf>,
}

/// Why the files of a counterexample could not be made.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file could not be written.
    #[error("cannot write {path}")]
    Io {
        /// The file.
        path: String,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The independent checker cannot read the statement.
    #[error("the checker refuses the statement of the counterexample")]
    Statement(#[from] recheck::StatementsError),
}

/// Writes the certificate (when the independent checker accepts it), the snippet and the skeleton into a folder.
///
/// # Errors
/// [`WriteError`]
pub fn write(folder: &Path, claim: &Claim, found: &Counterexample) -> Result<Files, WriteError> {
    let put = |name: String, text: &str| {
        let path = folder.join(&name);
        let io = |source| WriteError::Io { path: path.display().to_string(), source };
        crate::results::replace(folder, &name, |out| out.write_all(text.as_bytes())).map_err(io)?;
        Ok::<_, WriteError>(path)
    };
    let mut files = Files {
        certificate: None,
        statements: None,
        uncertified: found.uncertified.clone().unwrap_or_default(),
        snippet: put(format!("{}.py", claim.name), &refute::numpy(claim, found))?,
        theorem: None,
    };
    if let Some(certificate) = &found.certificate {
        let table = format!("{:#}\n", certificate.statements);
        let own = recheck::OwnStatements::read(&table)?;
        match recheck::check_line_with(&certificate.line, Some(&own)) {
            Ok(_) => {
                files.certificate =
                    Some(put(format!("{}.jsonl", claim.name), &format!("{}\n", certificate.line))?);
                files.statements = Some(put(format!("{}.statements.json", claim.name), &table)?);
            }
            Err(reason) => files.uncertified = format!("the checker refuses it: {reason}"),
        }
    }
    let file = claim.name.replace('-', "_");
    if let Some(text) = refute::theorem(claim, found, "user", &file) {
        files.theorem = Some(put(format!("{file}.rs"), &text)?);
    }
    Ok(files)
}

/// "2 steps in dimension 3".
pub fn size(found: &Counterexample) -> String {
    let steps = if found.length() == 1 { "1 step".to_owned() } else { format!("{} steps", found.length()) };
    format!("{steps} in dimension {}", found.dimension)
}

fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(parts) => format!("({})", parts.iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The parameters, one step after the other, the shared ones once.
pub fn parameters(claim: &Claim, found: &Counterexample) -> String {
    let mut lines = Vec::new();
    let value = |step: usize, name: &str| found.steps[step].get(name).map(shown).unwrap_or_default();
    let marked = |kind: Kind| if kind == Kind::Diagonal { "Diag" } else { "" };
    for parameter in claim.parameters.iter().filter(|parameter| parameter.shared && found.length() > 1) {
        lines.push(format!(
            "  all steps  {} = {}{}",
            parameter.name,
            marked(parameter.kind),
            value(0, &parameter.name)
        ));
    }
    for step in 0..found.length() {
        let own = claim.parameters.iter().filter(|parameter| !parameter.shared || found.length() == 1);
        for (at, parameter) in own.enumerate() {
            let head = match at {
                0 if found.length() > 1 => format!("step {}", step + 1),
                _ => String::new(),
            };
            let value = value(step, &parameter.name);
            lines.push(format!("  {head:<9}  {} = {}{value}", parameter.name, marked(parameter.kind)));
        }
    }
    lines.join("\n")
}

/// The product as decimals, for a first look.
pub fn numbers(found: &Counterexample) -> Vec<String> {
    const LARGEST: usize = 6;
    let Some(product) = found.product().filter(|product| product.len() <= LARGEST) else { return Vec::new() };
    let mut lines =
        vec![if found.length() == 1 { "The step, about:" } else { "The product, about:" }.to_owned()];
    for row in product {
        let entries: Vec<_> = row.iter().map(|entry| format!("{:>10.5}", entry.to_f64())).collect();
        lines.push(format!("  {}", entries.join(" ")));
    }
    lines
}

/// Where was searched, a line for each dimension and length that was.
pub fn table(report: &Report) -> String {
    let mut lines = vec!["   d  steps  starts  evaluations  exact checks  closest".to_owned()];
    for place in report.places.iter().filter(|place| place.starts > 0) {
        let closest = place.closest.filter(|closest| *closest > -9.0);
        let closest = closest.map_or_else(|| "–".to_owned(), |closest| format!("{closest:+.1e}"));
        lines.push(format!(
            "{:>4}  {:>5}  {:>6}  {:>11}  {:>12}  {closest}",
            place.dimension, place.length, place.starts, place.evaluations, place.exact_checks
        ));
    }
    let never = report.places.iter().filter(|place| place.starts == 0).count();
    if never > 0 {
        lines.push(format!("Not reached: {never} further pair(s) of dimension and number of steps."));
    }
    let outside = report.places.iter().filter(|place| place.starts > 0 && !place.admitted).count();
    if outside > 0 && matches!(report.outcome, Outcome::Held) {
        lines.push(format!(
            "In {outside} of these no parameters were met of which the claim says something: it was not tried there."
        ));
    }
    lines.join("\n") + "\n"
}

/// The report as JSON.
pub fn json(claim: &Claim, report: &Report, boundaries: &[Boundary], files: Option<&Files>) -> Json {
    let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let (verdict, reason) = match &report.outcome {
        Outcome::Refuted(_) => ("refuted", None),
        Outcome::Held => ("held", None),
        Outcome::Undecided(reason) => ("undecided", Some(reason.clone())),
    };
    let counterexample = match &report.outcome {
        Outcome::Refuted(found) => json!({
            "dimension": found.dimension,
            "steps": found.steps,
            "found": found.found,
            "certified": files.is_some_and(|files| files.certificate.is_some()),
        }),
        _ => Json::Null,
    };
    json!({
        "schema": "eigenclaim-refute-1",
        "claim": claim.name,
        "summary": claim.summary(),
        "verdict": verdict,
        "proof": verdict == "refuted",
        "reason": reason,
        "counterexample": counterexample,
        "seed": report.seed,
        "seconds": report.elapsed.as_secs_f64(),
        "interrupted": report.interrupted,
        "searched": report.places,
        "boundaries": boundaries.iter().map(Boundary::json).collect::<Vec<_>>(),
        "files": files.map(|files| json!({
            "certificate": path(&files.certificate),
            "statements": path(&files.statements),
            "uncertified": files.uncertified,
            "snippet": files.snippet.display().to_string(),
            "theorem": path(&files.theorem),
        })),
    })
}
