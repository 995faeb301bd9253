//! A counterexample as a few lines of NumPy.

use crate::claim::Claim;
use crate::counterexample::Counterexample;
use crate::parameter::Kind;
use crate::property::Property;
use crate::term::{Function, Op, Term};
use serde_json::Value as Json;

/// A script that computes the steps and their product in double precision and prints what is claimed of it.
pub fn numpy(claim: &Claim, found: &Counterexample) -> String {
    let mut lines = vec![
        format!("# {}: {}", claim.name, claim.summary()),
        format!("# Counterexample: {}. Exact parameters; NumPy rounds them.", found.found),
        "import numpy as np".to_owned(),
        String::new(),
        format!("d = {}", found.dimension),
        "sigmoid = lambda x: 1 / (1 + np.exp(-x))".to_owned(),
        "column = lambda entries: np.array(entries, dtype=float).reshape(-1, 1)".to_owned(),
        "steps = []".to_owned(),
    ];
    let python = Python { claim, d: found.dimension };
    for (number, step) in found.steps.iter().enumerate() {
        lines.push(String::new());
        lines.push(format!("# step {}", number + 1));
        for parameter in &claim.parameters {
            let value = step.get(&parameter.name).unwrap_or(&Json::Null);
            let text = match parameter.kind {
                Kind::Scalar => plain(value),
                Kind::Diagonal | Kind::SignDiagonal => format!("np.diag([{}])", list(value)),
                Kind::Vector | Kind::UnitVector | Kind::Ball => format!("column([{}])", list(value)),
                _ => {
                    let rows = value.as_array().into_iter().flatten().map(|row| format!("[{}]", list(row)));
                    format!("np.array([{}], dtype=float)", rows.collect::<Vec<_>>().join(", "))
                }
            };
            lines.push(format!("{} = {text}", name(&parameter.name)));
        }
        for definition in &claim.definitions {
            lines.push(format!("{} = {}", name(&definition.name), python.term(&definition.term)));
        }
        let subject = name(&claim.definitions[claim.subject].name);
        lines.push(format!("steps.append(np.atleast_2d({subject}))"));
    }
    lines.push(String::new());
    if claim.property.is_of_two_steps() {
        lines.push("print('T1 T2 - T2 T1:')\nprint(steps[0] @ steps[1] - steps[1] @ steps[0])".to_owned());
    } else {
        lines.push(
            "P = np.linalg.multi_dot(steps[::-1] + [np.eye(len(steps[0]))] * 2)  # the first step acts first"
                .to_owned(),
        );
        lines.push(match claim.property {
            Property::NormSquared { .. } => "print('norm:', np.linalg.norm(P, 2))".to_owned(),
            Property::Determinant(..) => "print('determinant:', np.linalg.det(P))".to_owned(),
            _ => {
                "w = np.linalg.eigvals(P)\nprint('eigenvalues:', w)\nprint('spectral radius:', abs(w).max())"
                    .to_owned()
            }
        });
    }
    lines.join("\n") + "\n"
}

/// Names are prefixed, so that none is a word of Python.
fn name(name: &str) -> String {
    format!("v_{name}")
}

fn plain(value: &Json) -> String {
    value.as_str().unwrap_or("nan").to_owned()
}

fn list(value: &Json) -> String {
    value.as_array().into_iter().flatten().map(plain).collect::<Vec<_>>().join(", ")
}

struct Python<'a> {
    claim: &'a Claim,
    d: usize,
}

impl Python<'_> {
    fn term(&self, term: &Term) -> String {
        let of = |term: &Term| self.term(term);
        let text = match &term.op {
            Op::Number(constant) => format!("({})", constant.exact),
            Op::Name(at) => match self.claim.parameters.get(*at) {
                Some(parameter) => name(&parameter.name),
                None => name(&self.claim.definitions[at - self.claim.parameters.len()].name),
            },
            Op::Identity => format!("np.eye({})", term.rows.at(self.d)),
            Op::Zeros => format!("np.zeros(({}, {}))", term.rows.at(self.d), term.cols.at(self.d)),
            Op::Add(a, b) => format!("({} + {})", of(a), of(b)),
            Op::Sub(a, b) => format!("({} - {})", of(a), of(b)),
            Op::Negative(a) => format!("(-{})", of(a)),
            Op::Scale(a, b) | Op::Hadamard(a, b) => format!("({} * {})", of(a), of(b)),
            Op::Divide(a, b) => format!("({} / {})", of(a), of(b)),
            Op::Product(a, b) => format!("({} @ {})", of(a), of(b)),
            Op::Power(a, exponent) if term.scalar => format!("({} ** {exponent})", of(a)),
            Op::Power(a, exponent) => format!("np.linalg.matrix_power({}, {exponent})", of(a)),
            Op::Transpose(a) if term.scalar => of(a),
            Op::Transpose(a) => format!("{}.T", of(a)),
            Op::Diag(a) if a.scalar => of(a),
            Op::Diag(a) => format!("np.diagflat({})", of(a)),
            Op::Blocks(rows) => {
                let row =
                    |row: &Vec<Term>| format!("[{}]", row.iter().map(of).collect::<Vec<_>>().join(", "));
                format!("np.block([{}])", rows.iter().map(row).collect::<Vec<_>>().join(", "))
            }
            Op::Apply(function, a) => {
                let function = match function {
                    Function::Exp => "np.exp",
                    Function::Log => "np.log",
                    Function::Sqrt => "np.sqrt",
                    Function::Sin => "np.sin",
                    Function::Cos => "np.cos",
                    Function::Sigmoid => "sigmoid",
                    Function::Tanh => "np.tanh",
                };
                format!("{function}({})", of(a))
            }
        };
        // A row times a column is a number.
        match term.op {
            Op::Product(..) | Op::Blocks(_) if term.scalar => format!("{text}.item()"),
            _ => text,
        }
    }
}
