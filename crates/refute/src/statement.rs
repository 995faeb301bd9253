//! A claim about words of one length, in the vocabulary of certificates (`docs/certificate-v1.md`).
//!
//! The certificate vocabulary has no loop over a claim's "every word of at most $N$ steps", so a statement is about words of
//! exactly $l$ steps, with the parameters of step $i$ named `…_i`; the claim is the conjunction over $l \le N$, and a
//! counterexample to one of its parts refutes it. Where a property bounds something for which the vocabulary has no word of
//! its own, the statement says the same of every number beyond the bound:
//!
//! | property of $P$ | conclusion |
//! |---|---|
//! | spectral radius $\le r$ | for every $s > r$: $P/s$ is `schur-stable` |
//! | spectral radius $< r$ | $P/r$ is `schur-stable` |
//! | squared norm $\le c$ | $cI - P^\top P$ is `positive-semidefinite` (and of full column rank, for $<$) |
//! | no negative eigenvalue | for every $s < 0$: $\det(P - sI) > 0$ |
//! | all eigenvalues real and positive | `real-spectrum`, and for every $s \le 0$: $\det(P - sI) > 0$ |
//!
//! Where functions such as `exp` are in the rule, $P$ is enclosed, and symmetry and equality, which no enclosure shows, are said
//! with vectors:
//!
//! | property of an enclosed $P$ | conclusion |
//! |---|---|
//! | squared norm $\le c$ ($< c$) | for every vector $v$ (not 0): $\lVert Pv \rVert^2 \le c \lVert v \rVert^2$ ($<$) |
//! | two steps commute | for every vector $v$: $\lVert (T_1 T_2 - T_2 T_1) v \rVert^2 \le 0$ |
//!
//! The lines with determinants hold because $\det(P - sI)$ is positive for $s$ far to the left, vanishes exactly at real eigenvalues, and is
//! continuous.

use crate::claim::Claim;
use crate::decide::Broken;
use crate::parameter::{Kind, Parameter, Range};
use crate::property::Property;
use crate::size::Size;
use crate::speak::{Speaker, Unsayable, number};
use crate::syntax::Relation;
use crate::word::Word;
use exact::Rational;
use serde_json::{Map, Value as Json, json};

/// A statement and the counterexample to it.
#[derive(Debug, Clone)]
pub(crate) struct Certified {
    /// The entry of a statement table.
    pub(crate) entry: Json,
    /// The certificate line.
    pub(crate) line: Json,
}

/// The statement about words as long as `word`, and the line that says that `word` refutes it.
pub(crate) fn certify(claim: &Claim, word: &Word, broken: &Broken) -> Result<Certified, Unsayable> {
    let evidence = broken.evidence.clone().ok_or(Unsayable("what is wrong here"))?;
    let length = word.points.len();
    let names = step_names(claim, length);
    let mut parameters = Map::new();
    let mut hypotheses = Map::new();
    let mut transition = Map::new();
    let mut instance = Map::new();
    let d = dimension_term(claim, &names[0]).unwrap_or_else(|| word.d.to_string().into());
    if d.is_array() {
        let (low, high) = (claim.dimensions.start().to_string(), claim.dimensions.end().to_string());
        hypotheses.insert("dimension".into(), json!(["all", ["le", low, d], ["le", d, high]]));
    }
    for (step, of_step) in names.iter().enumerate() {
        let speaker = Speaker { claim, names: of_step.clone(), d: d.clone() };
        for (at, parameter) in claim.parameters.iter().enumerate() {
            if step > 0 && parameter.shared {
                continue;
            }
            let name = &of_step[at];
            let value = word.points[step][at].json(parameter, word.d).ok_or(Unsayable("this value"))?;
            instance.insert(name.clone(), value);
            parameters.insert(name.clone(), shape(parameter));
            speaker.confine(parameter, name, &mut hypotheses);
        }
        for (at, definition) in claim.definitions.iter().enumerate() {
            let (_, said) = speaker.say(&definition.term)?;
            transition.insert(of_step[claim.parameters.len() + at].clone(), said);
        }
        for constraint in &claim.constraints {
            let (left, right) = (speaker.say(&constraint.left)?.1, speaker.say(&constraint.right)?.1);
            // Hypotheses may only name parameters.
            let expand = |term| speaker.expanded(term, &transition);
            let name = if length == 1 {
                constraint.name.clone()
            } else {
                format!("{}_{}", constraint.name, step + 1)
            };
            hypotheses.insert(name, compare(constraint.relation, expand(left), expand(right)));
        }
    }
    let subject = claim.parameters.len() + claim.subject;
    let step_matrix = |of_step: &Vec<String>| {
        let scalar = claim.definitions[claim.subject].term.scalar;
        if scalar { json!(["mul", of_step[subject], ["eye", "1"]]) } else { of_step[subject].clone().into() }
    };
    let steps: Vec<Json> = names.iter().map(step_matrix).collect();
    let mut product = steps[0].clone();
    if claim.property.is_of_two_steps() {
        product = Json::Null;
    } else if length > 1 || product.is_array() {
        let name = fresh("P", &names, &[]);
        let all = steps[1..].iter().fold(steps[0].clone(), |product, step| json!(["mul", step, product]));
        transition.insert(name.clone(), all);
        product = name.into();
    }
    let scale = fresh("s", &names, &["P"]);
    let vector = fresh("v", &names, &["P", "s"]);
    let said = claim.enclosed.then(|| of_vectors(&claim.property, &product, &steps, &vector)).flatten();
    if let Some((_, beside)) = &said {
        parameters.insert(vector.clone(), json!(["side"]));
        if let Some(beside) = beside {
            hypotheses.insert("not-zero".into(), beside.clone());
        }
        let entries = broken.vector.as_ref().ok_or(Unsayable("what is wrong here"))?;
        instance.insert(vector, entries.iter().map(number).collect());
    }
    let (conclusion, beyond) = match said {
        Some((line, _)) => (json!([line]), None),
        None => conclusion(&claim.property, &product, &steps, &scale),
    };
    if let Some(beyond) = beyond {
        parameters.insert(scale.clone(), json!([]));
        hypotheses.insert("beyond".into(), beyond);
        instance.insert(scale, number(broken.scale.as_ref().unwrap_or(&Rational::new())));
    }
    let statement = json!({
        "parameters": parameters, "hypotheses": hypotheses, "transition": transition, "conclusion": conclusion
    });
    let theorem = format!("user/{}", claim.name);
    let mut line = json!({"version": 1, "theorem": theorem, "fails": broken.line, "instance": instance});
    if let (Json::Object(line), Json::Object(statement)) = (&mut line, &statement) {
        line.extend(statement.clone());
        line.insert("evidence".into(), json!([evidence]));
    }
    let entry = json!({"theorem": theorem, "quantifier": "for-all", "statement": statement, "traps": {}});
    Ok(Certified { entry, line })
}

/// Names of parameters and definitions in each step; the shared ones keep theirs.
fn step_names(claim: &Claim, length: usize) -> Vec<Vec<String>> {
    let all: Vec<(&str, bool)> = claim
        .parameters
        .iter()
        .map(|parameter| (parameter.name.as_str(), parameter.shared || length == 1))
        .chain(claim.definitions.iter().map(|definition| (definition.name.as_str(), length == 1)))
        .collect();
    let with = |between: &str| {
        let of = |step: usize| {
            let named = all.iter().map(|(name, plain)| {
                if *plain { (*name).to_owned() } else { format!("{name}{between}{}", step + 1) }
            });
            named.collect::<Vec<_>>()
        };
        (0..length).map(of).collect::<Vec<_>>()
    };
    let mut between = "_".to_owned();
    loop {
        let names = with(&between);
        let clash = all.iter().any(|(name, plain)| {
            !plain
                && all
                    .iter()
                    .any(|(other, _)| *other != *name && other.starts_with(&format!("{name}{between}")))
        });
        if !clash {
            return names;
        }
        between.push('_');
    }
}

fn fresh(wanted: &str, names: &[Vec<String>], taken: &[&str]) -> String {
    let mut name = wanted.to_owned();
    while names.iter().flatten().any(|known| *known == name) || taken.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The size of something that is as large as the dimension.
fn dimension_term(claim: &Claim, names: &[String]) -> Option<Json> {
    let d = Size::affine(1, 0);
    claim.parameters.iter().zip(names).find_map(|(parameter, name)| {
        if parameter.rows != d || parameter.kind == Kind::Scalar {
            return None;
        }
        Some(if parameter.kind.is_dense() { json!(["height", name]) } else { json!(["len", name]) })
    })
}

fn shape(parameter: &Parameter) -> Json {
    let letter = |size: &Size| if *size == Size::affine(1, 0) { "d".to_owned() } else { format!("n{size}") };
    match parameter.kind {
        Kind::Scalar => json!([]),
        _ if parameter.kind.is_dense() => json!([letter(&parameter.rows), letter(&parameter.cols)]),
        _ => json!([letter(&parameter.rows)]),
    }
}

fn compare(relation: Relation, left: Json, right: Json) -> Json {
    match relation {
        Relation::Less => json!(["lt", left, right]),
        Relation::AtMost => json!(["le", left, right]),
        Relation::Greater => json!(["lt", right, left]),
        Relation::AtLeast => json!(["le", right, left]),
    }
}

fn conclusion(property: &Property, p: &Json, steps: &[Json], scale: &str) -> (Json, Option<Json>) {
    let shifted = json!(["determinant", ["sub", p, ["mul", scale, ["eye", ["height", p]]]]]);
    match property {
        Property::PairsAtMost(0) => (json!([["real-spectrum", p]]), None),
        Property::PairsAtMost(most) => (json!([["pairs-at-most", p, most.to_string()]]), None),
        Property::SpectralRadius { bound, strict: true } => {
            (json!([["schur-stable", ["div", p, number(bound)]]]), None)
        }
        Property::SpectralRadius { bound, strict: false } => {
            (json!([["schur-stable", ["div", p, scale]]]), Some(json!(["lt", number(bound), scale])))
        }
        Property::NormSquared { bound, strict } => {
            let gram = json!(["mul", ["transpose", p], p]);
            let defect = json!(["sub", ["mul", number(bound), ["eye", ["height", p]]], gram]);
            let semidefinite = json!(["positive-semidefinite", defect]);
            let line = if *strict {
                json!(["all", semidefinite, ["full-column-rank", defect]])
            } else {
                semidefinite
            };
            (json!([line]), None)
        }
        Property::SimilarToSymmetric => (json!([["real-diagonalizable", p]]), None),
        Property::Commutes => {
            let (a, b) = (&steps[0], &steps[steps.len() - 1]);
            (json!([["eq", ["mul", a, b], ["mul", b, a]]]), None)
        }
        Property::PositiveSpectrum => {
            (json!([["real-spectrum", p], ["lt", "0", shifted]]), Some(json!(["le", scale, "0"])))
        }
        Property::NoNegativeEigenvalue => (json!([["lt", "0", shifted]]), Some(json!(["lt", scale, "0"]))),
        Property::Determinant(relation, bound) => {
            (json!([compare(*relation, json!(["determinant", p]), number(bound))]), None)
        }
    }
}

/// What is said of an enclosed product with all vectors `v`, and what confines these; `None` for other properties.
fn of_vectors(property: &Property, p: &Json, steps: &[Json], v: &str) -> Option<(Json, Option<Json>)> {
    let size = |matrix: Json| json!(["sum-of-squares", ["mul", matrix, v]]);
    match property {
        Property::NormSquared { bound, strict } => {
            let bound = json!(["mul", number(bound), ["dot", v, v]]);
            let line = json!([if *strict { "lt" } else { "le" }, size(p.clone()), bound]);
            Some((line, strict.then(|| json!(["lt", "0", ["dot", v, v]]))))
        }
        Property::Commutes => {
            let (a, b) = (&steps[0], &steps[steps.len() - 1]);
            Some((json!(["le", size(json!(["sub", ["mul", a, b], ["mul", b, a]])), "0"]), None))
        }
        _ => None,
    }
}

impl Speaker<'_> {
    /// What confines a parameter, as hypotheses.
    fn confine(&self, parameter: &Parameter, name: &str, hypotheses: &mut Map<String, Json>) {
        let mut parts: Vec<Json> = Vec::new();
        let mut sized = |size: &Size, found: Json| {
            if *size != Size::affine(1, 0) {
                parts.push(json!(["eq", found, self.size(size)]));
            }
        };
        match parameter.kind {
            Kind::Scalar => {}
            _ if parameter.kind.is_dense() => {
                sized(&parameter.rows, json!(["height", name]));
                sized(&parameter.cols, json!(["height", ["transpose", name]]));
            }
            _ => sized(&parameter.rows, json!(["len", name])),
        }
        let within = |range: &Range, of: Json, all: bool| {
            let (low, high) = (number(&range.low), number(&range.high));
            if all {
                let above = if range.low_closed { "all-ge" } else { "all-gt" };
                let below = if range.high_closed { "all-le" } else { "all-lt" };
                json!(["all", [above, of, low], [below, of, high]])
            } else {
                let above = if range.low_closed { "le" } else { "lt" };
                let below = if range.high_closed { "le" } else { "lt" };
                json!(["all", [above, low, of], [below, of, high]])
            }
        };
        let square = || json!(["dot", name, name]);
        match (parameter.kind, &parameter.range) {
            (Kind::Scalar, Some(range)) => parts.push(within(range, name.into(), false)),
            (Kind::Matrix | Kind::Symmetric, Some(range)) => {
                // The smallest and the largest entries of the rows, as vectors.
                let of_rows = |operator: &str| {
                    json!(["entries", "row_of_it", ["height", name], [operator, ["row", name, "row_of_it"]]])
                };
                parts.push(within(range, of_rows("min"), true));
                parts.push(within(range, of_rows("max"), true));
                if parameter.kind == Kind::Symmetric {
                    parts.push(json!(["eq", name, ["transpose", name]]));
                }
            }
            (Kind::Vector | Kind::Diagonal, Some(range)) => parts.push(within(range, name.into(), true)),
            (Kind::UnitVector, _) => parts.push(json!(["eq", square(), "1"])),
            (Kind::Ball, _) => parts.push(json!(["le", square(), "1"])),
            (Kind::Orthogonal, _) => {
                parts.push(json!(["eq", ["mul", ["transpose", name], name], ["eye", ["height", name]]]));
            }
            (Kind::SignDiagonal, _) => {
                parts.push(json!(["eq", ["hadamard", name, name], ["constant", ["len", name], "1"]]));
            }
            _ => {}
        }
        match parts.len() {
            0 => {}
            1 => drop(hypotheses.insert(name.to_owned(), parts.remove(0))),
            _ => {
                let mut all = vec![json!("all")];
                all.append(&mut parts);
                hypotheses.insert(name.to_owned(), all.into());
            }
        }
    }
}
