//! Every property and every kind of parameter reaches a certificate that the independent checker accepts, about the very
//! product that was found, and whose hypotheses confine every parameter.

use refute::{Claim, Counterexample, Options, Outcome, search};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// Parameters (and constraints), transition, claim: all false.
const FALSE: &[(&str, &str, &str)] = &[
    (
        "a = { kind = \"diagonal\", range = \"[-1, 1]\" }",
        "T = \"a\"",
        "property = \"positive-spectrum\"\ndimension = 2",
    ),
    (
        "a = { kind = \"diagonal\", range = \"[0, 1]\" }",
        "T = \"a\"",
        "property = \"positive-spectrum\"\ndimension = 2",
    ),
    (
        "a = { kind = \"matrix\", range = \"[-2, 2)\" }",
        "T = \"a\"",
        "property = \"positive-spectrum\"\ndimension = \"2..3\"",
    ),
    (
        "a = { kind = \"symmetric\", range = \"(-3, 3)\" }\nq = { kind = \"orthogonal\" }",
        "T = \"q' * a * q\"",
        "property = \"no-negative-eigenvalue\"\ndimension = \"1..3\"",
    ),
    (
        "signs = { kind = \"sign-diagonal\" }\nk = { kind = \"ball\" }",
        "T = \"signs - k*k'/2\"",
        "property = \"determinant >= 0\"\ndimension = \"1..3\"",
    ),
    (
        "q = { kind = \"orthogonal\", shared = true }\na = { kind = \"vector\", range = \"[0, 1]\" }",
        "D = \"diag(a)\"\nT = \"q * D * q'\"",
        "property = \"determinant < 1\"\nword-length = 3\ndimension = \"2..3\"",
    ),
    (
        "a = { kind = \"matrix\", range = \"[0, 1]\", rows = 3, cols = \"2d\" }\nv = { kind = \"vector\", range = \"(0, 1)\", size = 3 }",
        "G = \"[a, v, 0*a]\"\nT = \"G * G' - v*v' - 3^-1 * I + zeros\"",
        "property = \"norm < 1/4\"\ndimension = \"1..2\"",
    ),
    (
        "x = { kind = \"scalar\", range = \"[-2, 2]\" }\ny = { value = \"x^2 / (1 + x^2)\", range = \"[1/3, 1]\" }",
        "T = \"[y, -x, 0; x, y, 0; 0, 1, -y]\"",
        "property = \"spectral-radius < 2\"\ndimension = 1",
    ),
    (
        "x = { kind = \"scalar\", range = \"[-2, 2]\" }\nk = { kind = \"unit-vector\" }\nr = { value = \"(k .* k)' * k\" }",
        "T = \"[x, r; k'*k, dot(k, 2*k)]\"",
        "property = \"norm-squared <= 7\"\ndimension = 2",
    ),
    (
        "g = { kind = \"scalar\", range = \"(0, 1)\", shared = true }\nk = { kind = \"unit-vector\" }\n[constraints]\nc = \"g * 2 <= 1\"\nd0 = \"k'*k > g\"",
        "T = \"outer(k, hadamard(k, k)) + (I - k*k')^2 * g\"",
        "property = \"products-real\"\nword-length = 3\ndimension = \"2..3\"",
    ),
    (
        "a = { kind = \"matrix\", range = \"[-1, 1]\" }\nv = { kind = \"vector\", range = \"[1/2, 1)\" }",
        "T = \"a - v * (v' * a) + [v'; v'*a]' * [v'; v']/3\"",
        "property = \"pairs < 1\"\nword-length = 2\ndimension = 2",
    ),
    (
        "k = { kind = \"unit-vector\" }\nT_1 = { kind = \"scalar\", range = \"[1/2, 1]\" }\nP = { kind = \"scalar\", range = \"[0, 1]\", shared = true }",
        "T = \"T_1 * I - P * k*k'\"",
        "property = \"commutes\"\ndimension = 2",
    ),
    (
        "a = { kind = \"diagonal\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\" }\nb = { kind = \"scalar\", range = \"[0, 2]\" }",
        "H = \"I - b * k*k'\"\nT = \"H * a\"",
        "property = \"similar-to-symmetric\"\nword-length = 2\ndimension = \"2..3\"",
    ),
];

/// The same with functions, whose values are enclosed.
const ENCLOSED: &[(&str, &str, &str)] = &[
    (
        "x = { kind = \"vector\", range = \"[-3, 3]\" }\nk = { kind = \"unit-vector\" }\ny = { kind = \"scalar\", range = \"[-3, 3]\" }",
        "T = \"(I - 2*sigmoid(y) * k*k') * diag(tanh(x))\"",
        "property = \"real-spectrum\"\ndimension = \"1..4\"",
    ),
    (
        "x = { kind = \"scalar\", range = \"[0, 1]\" }",
        "R = \"[cos(x), -sin(x); sin(x), cos(x)]\"\nT = \"[R, zeros; zeros, exp(x/3) * R']\"",
        "property = \"pairs <= 1\"\ndimension = 1",
    ),
    (
        "x = { kind = \"scalar\", range = \"[0, 1]\" }",
        "T = \"[cos(x), -sin(x); sin(x), cos(x)] * exp(x/3)\"",
        "property = \"spectral-radius <= 5/4\"\ndimension = 1",
    ),
    (
        "x = { kind = \"vector\", range = \"[-2, 2]\" }\nk = { kind = \"ball\" }",
        "T = \"diag(exp(x)) - k*k'\"",
        "property = \"spectral-radius < 2\"\nword-length = 2\ndimension = \"2..3\"",
    ),
    (
        "x = { kind = \"vector\", range = \"[-4, 4]\" }\nk = { kind = \"unit-vector\" }",
        "T = \"I - k * (sigmoid(x) .* k)'\"",
        "property = \"norm <= 1\"\ndimension = \"1..3\"",
    ),
    (
        "x = { kind = \"vector\", range = \"[1, 4]\" }",
        "T = \"diag(sqrt(x)) + outer(log(x), x)/8\"",
        "property = \"norm < 2\"\ndimension = \"1..2\"",
    ),
    (
        "x = { kind = \"vector\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\", shared = true }",
        "T = \"diag(exp(x)) * (I - k*k'/2)\"",
        "property = \"commutes\"\ndimension = \"2..3\"",
    ),
    (
        "x = { kind = \"scalar\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\" }",
        "T = \"I - exp(x) * k*k'\"",
        "property = \"determinant > -1/2\"\ndimension = \"1..3\"",
    ),
    (
        "x = { kind = \"scalar\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\" }",
        "T = \"[1, 0, 0; 0, cos(x) - 3/4, 0; 0, dot(k, k), 1/2]\"",
        "property = \"no-negative-eigenvalue\"\ndimension = 1",
    ),
    (
        "x = { kind = \"vector\", range = \"[-1, 1]\" }",
        "T = \"diag(sin(x))\"",
        "property = \"positive-spectrum\"\ndimension = 2",
    ),
    (
        "x = { kind = \"vector\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\" }",
        "T = \"(I - 3/2*k*k') * diag(tanh(x/2 - x .* x))\"",
        "property = \"similar-to-symmetric\"\ndimension = \"2..3\"",
    ),
];

fn claim(parameters: &str, transition: &str, claim: &str) -> Claim {
    let (parameters, constraints) = parameters.split_once("[constraints]").unwrap_or((parameters, ""));
    format!("[parameters]\n{parameters}\n[constraints]{constraints}\n[transition]\n{transition}\n[claim]\nname = \"test\"\n{claim}\n")
        .parse()
        .unwrap_or_else(|fault| panic!("{fault}"))
}

fn refuted(claim: &Claim) -> Counterexample {
    let options = Options { seed: 0, time: Duration::from_secs(300), most_starts: Some(4000) };
    let report = search(claim, &options).unwrap_or_else(|fault| panic!("{fault}"));
    match report.outcome {
        Outcome::Refuted(found) => *found,
        other => panic!("{}: {other:?}", claim.summary()),
    }
}

fn check(line: &Json, table: &Json) -> Result<recheck::Accepted, recheck::RecheckError> {
    let own =
        recheck::OwnStatements::read(&table.to_string()).unwrap_or_else(|error| panic!("{error}: {table}"));
    recheck::check_line_with(&line.to_string(), Some(&own))
}

#[test]
fn every_property_and_kind_reaches_an_accepted_certificate_about_the_same_product() {
    for (parameters, transition, conclusion) in FALSE {
        let claim = claim(parameters, transition, conclusion);
        let found = refuted(&claim);
        let certificate =
            found.certificate.as_ref().unwrap_or_else(|| panic!("{transition}: {:?}", found.uncertified));
        let line: Json = serde_json::from_str(&certificate.line).expect("JSON");
        let theorem = "user/test".to_owned();
        match check(&line, &certificate.statements) {
            Ok(accepted) => assert_eq!(accepted, recheck::Accepted::Counterexample { theorem }),
            Err(reason) => panic!("{transition}: {reason}: {line}"),
        }
        same_product(&claim, &found, line.clone(), &certificate.statements);
        every_parameter_is_confined(&line, &certificate.statements);
    }
}

#[test]
fn claims_with_functions_reach_accepted_certificates_too() {
    for (parameters, transition, conclusion) in ENCLOSED {
        let claim = claim(parameters, transition, conclusion);
        let found = refuted(&claim);
        let certificate =
            found.certificate.as_ref().unwrap_or_else(|| panic!("{transition}: {:?}", found.uncertified));
        let line: Json = serde_json::from_str(&certificate.line).expect("JSON");
        let theorem = "user/test".to_owned();
        match check(&line, &certificate.statements) {
            Ok(accepted) => assert_eq!(accepted, recheck::Accepted::Counterexample { theorem }),
            Err(reason) => panic!("{transition}: {reason}: {line}"),
        }
        every_parameter_is_confined(&line, &certificate.statements);
        // The same line does not show that the statement holds, nor anything with another scale, vector or disc.
        let mut holds = line.clone();
        holds.as_object_mut().expect("an object").remove("fails");
        assert!(check(&holds, &certificate.statements).is_err(), "{transition}");
        let mut wrong = line.clone();
        if line["instance"].get("s").is_some() {
            wrong["instance"]["s"] =
                json!(if line["conclusion"].to_string().contains("determinant") { "-1000" } else { "1000" });
        } else if let Some(vector) = line["instance"]["v"].as_array() {
            wrong["instance"]["v"] = vector.iter().map(|_| json!("0")).collect();
        } else if let Some(discs) = line["evidence"][0]["discs"].as_array() {
            let moved = discs.iter().map(|disc| json!([disc[0], "1000", disc[2]]));
            wrong["evidence"][0]["discs"] = moved.collect();
        } else {
            wrong["evidence"][0] = json!({"kind": "sturm"});
        }
        assert!(check(&wrong, &certificate.statements).is_err(), "{transition}: {wrong}");
    }
}

/// The checker's own evaluation of the statement gives, entry by entry, the product that this crate decided.
fn same_product(claim: &Claim, found: &Counterexample, mut line: Json, statements: &Json) {
    let Some(product) = found.product().filter(|_| !matches!(claim.property, refute::Property::Commutes))
    else {
        return;
    };
    let transition = line["transition"].as_object().expect("definitions");
    let name = transition.keys().next_back().expect("a definition").clone();
    let rows =
        |row: &Vec<exact::Rational>| row.iter().map(|x| json!(exact::text::format(x))).collect::<Json>();
    line["instance"]["expected"] = product.iter().map(rows).collect();
    line["parameters"]["expected"] = json!(["side", "side"]);
    line["conclusion"] = json!([["eq", name, "expected"]]);
    line["evidence"] = json!([{"kind": "compute"}]);
    line.as_object_mut().expect("an object").remove("fails");
    let mut table = statements.clone();
    for part in ["parameters", "conclusion"] {
        table[0]["statement"][part] = line[part].clone();
    }
    let accepted = check(&line, &table);
    assert!(
        matches!(accepted, Ok(recheck::Accepted::Holds { .. })),
        "{}: {accepted:?}: {line}",
        claim.summary()
    );
}

/// No parameter may be 7, whatever its kind: the hypotheses of the statement are those of the claim.
fn every_parameter_is_confined(line: &Json, statements: &Json) {
    fn sevens(value: &Json) -> Json {
        match value {
            Json::Array(parts) => parts.iter().map(sevens).collect(),
            _ => json!("7"),
        }
    }
    for (name, shape) in line["parameters"].as_object().expect("parameters") {
        if *shape == json!(["side"]) {
            continue; // any vector
        }
        let mut changed = line.clone();
        // The number that a bound is held against is confined on one side only.
        changed["instance"][name] =
            if name.as_str() == "s" { json!("-7/8") } else { sevens(&line["instance"][name]) };
        if name == "s" && line["hypotheses"]["beyond"][1] == "s" {
            changed["instance"][name] = json!("7");
        }
        let refused = check(&changed, statements).expect_err(name);
        assert!(refused.to_string().contains("does not satisfy hypothesis"), "{name}: {refused}");
    }
}
