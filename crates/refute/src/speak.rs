//! Terms of the claim language in the vocabulary of certificates, which knows scalars, vectors and matrices but no rows.

use crate::claim::Claim;
use crate::parameter::{Kind, Parameter};
use crate::size::Size;
use crate::term::{Function, Op, Term};
use exact::{Rational, text};
use serde_json::{Map, Value as Json, json};

/// Why the vocabulary cannot say it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the vocabulary of certificates has no word for {0}")]
pub(crate) struct Unsayable(pub(crate) &'static str);

/// What kind of value a term of the vocabulary has; a row is given by the vector that it is the transpose of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Scalar,
    Column,
    Row,
    Matrix,
}

pub(crate) type Said = Result<(Form, Json), Unsayable>;

pub(crate) fn number(value: &Rational) -> Json {
    text::format(value).into()
}

/// The names of a claim in one step of a word.
pub(crate) struct Speaker<'a> {
    pub(crate) claim: &'a Claim,
    /// For each parameter and definition its name in this step.
    pub(crate) names: Vec<String>,
    /// A term for the dimension.
    pub(crate) d: Json,
}

impl Speaker<'_> {
    /// A size, by the term for the dimension.
    pub(crate) fn size(&self, size: &Size) -> Json {
        if size.slope == 0 {
            return size.constant.to_string().into();
        }
        let multiple =
            if size.slope == 1 { self.d.clone() } else { json!(["mul", size.slope.to_string(), self.d]) };
        if size.constant == 0 { multiple } else { json!(["add", multiple, size.constant.to_string()]) }
    }

    /// A term of the hypotheses, with definitions written out.
    pub(crate) fn expanded(&self, term: Json, transition: &Map<String, Json>) -> Json {
        match term {
            Json::String(name) => match transition.get(&name) {
                Some(meaning) => self.expanded(meaning.clone(), transition),
                None => Json::String(name),
            },
            Json::Array(parts) => {
                let mut parts = parts.into_iter();
                let operator = parts.next().unwrap_or_default();
                std::iter::once(operator).chain(parts.map(|part| self.expanded(part, transition))).collect()
            }
            other => other,
        }
    }

    fn form_of_name(&self, at: usize) -> Form {
        if let Some(parameter) = self.claim.parameters.get(at) {
            return match parameter.kind {
                Kind::Scalar => Form::Scalar,
                Kind::Vector | Kind::UnitVector | Kind::Ball => Form::Column,
                _ => Form::Matrix,
            };
        }
        form_of(&self.claim.definitions[at - self.claim.parameters.len()].term, self)
    }

    /// A term as the vocabulary has it.
    pub(crate) fn say(&self, term: &Term) -> Said {
        Ok(match &term.op {
            Op::Number(constant) => (Form::Scalar, number(&constant.exact)),
            Op::Name(at) => {
                let name = Json::from(self.names[*at].clone());
                let diagonal =
                    |parameter: &Parameter| matches!(parameter.kind, Kind::Diagonal | Kind::SignDiagonal);
                match self.claim.parameters.get(*at).is_some_and(diagonal) {
                    true => (Form::Matrix, json!(["diag", name])),
                    false => (self.form_of_name(*at), name),
                }
            }
            Op::Identity => (Form::Matrix, json!(["eye", self.size(&term.rows)])),
            Op::Zeros => {
                let of = |size: &Size, value: &str| json!(["constant", self.size(size), value]);
                (Form::Matrix, json!(["outer", of(&term.rows, "0"), of(&term.cols, "0")]))
            }
            Op::Add(a, b) => self.entrywise("add", a, b)?,
            Op::Sub(a, b) => self.entrywise("sub", a, b)?,
            Op::Hadamard(a, b) => self.entrywise("hadamard", a, b)?,
            Op::Negative(a) => {
                let (form, a) = self.say(a)?;
                (form, json!(["neg", a]))
            }
            Op::Scale(a, b) => {
                let ((_, a), (form, b)) = (self.say(a)?, self.say(b)?);
                (form, json!(["mul", a, b]))
            }
            Op::Divide(a, b) => {
                let ((form, a), (_, b)) = (self.say(a)?, self.say(b)?);
                (form, json!(["div", a, b]))
            }
            Op::Product(a, b) => self.product(a, b)?,
            Op::Power(a, exponent) => self.power(a, *exponent)?,
            Op::Transpose(a) => match self.say(a)? {
                (Form::Scalar, a) => (Form::Scalar, a),
                (Form::Column, a) => (Form::Row, a),
                (Form::Row, a) => (Form::Column, a),
                (Form::Matrix, a) => (Form::Matrix, json!(["transpose", a])),
            },
            Op::Diag(a) => match self.say(a)? {
                (Form::Column, a) => (Form::Matrix, json!(["diag", a])),
                (Form::Scalar, a) => (Form::Scalar, a),
                _ => return Err(Unsayable("this `diag`")),
            },
            Op::Blocks(rows) => self.blocks(rows, term)?,
            Op::Apply(function, a) => match self.say(a)? {
                (Form::Scalar, a) => (Form::Scalar, applied(*function, a)),
                (Form::Column, a) => {
                    let index = self.index(&a);
                    let entry = applied(*function, json!(["entry", a, index]));
                    (Form::Column, json!(["entries", index, ["len", a], entry]))
                }
                _ => return Err(Unsayable("a function of this")),
            },
        })
    }

    /// A name for an index that means nothing in a term yet.
    fn index(&self, term: &Json) -> String {
        let mut index = "entry_of_it".to_owned();
        let within = term.to_string();
        while self.names.contains(&index) || within.contains(&index) {
            index.push('_');
        }
        index
    }

    fn entrywise(&self, operator: &str, a: &Term, b: &Term) -> Said {
        let ((form, left), (other, right)) = (self.say(a)?, self.say(b)?);
        if form == other {
            return Ok((form, json!([operator, left, right])));
        }
        let [left, right] = [(form, left), (other, right)].map(|(form, term)| as_matrix(form, term));
        Ok((Form::Matrix, json!([operator, left, right])))
    }

    fn product(&self, a: &Term, b: &Term) -> Said {
        let ((left, a), (right, b)) = (self.say(a)?, self.say(b)?);
        Ok(match (left, right) {
            (Form::Column, Form::Row) => (Form::Matrix, json!(["outer", a, b])),
            (Form::Row, Form::Column) => (Form::Scalar, json!(["dot", a, b])),
            (Form::Matrix, Form::Column) => (Form::Column, json!(["mul", a, b])),
            (Form::Row, Form::Matrix) => (Form::Row, json!(["mul", ["transpose", b], a])),
            (Form::Matrix, Form::Matrix) => (Form::Matrix, json!(["mul", a, b])),
            _ => return Err(Unsayable("this product")),
        })
    }

    fn power(&self, a: &Term, exponent: i64) -> Said {
        let (form, base) = self.say(a)?;
        let one = match form {
            Form::Matrix => json!(["eye", self.size(&a.rows)]),
            _ => json!("1"),
        };
        let count = exponent.unsigned_abs();
        let mut power = if count == 0 { one } else { base.clone() };
        for _ in 1..count {
            power = json!(["mul", power, base]);
        }
        Ok((form, if exponent < 0 { json!(["div", "1", power]) } else { power }))
    }

    fn blocks(&self, rows: &[Vec<Term>], term: &Term) -> Said {
        let part = |part: &Term| self.say(part).map(|(form, said)| as_matrix(form, said));
        let grid =
            rows.iter().map(|row| row.iter().map(part).collect()).collect::<Result<Vec<Vec<_>>, _>>()?;
        let turned = |a: &Json| json!(["transpose", a]);
        let whole = match grid.as_slice() {
            [top, bottom] if top.len() == 2 => json!(["block", top[0], top[1], bottom[0], bottom[1]]),
            _ => {
                let beside = |row: &Vec<Json>| {
                    row[1..].iter().fold(row[0].clone(), |sum, next| {
                        json!(["transpose", ["stack", turned(&sum), turned(next)]])
                    })
                };
                let strips: Vec<Json> = grid.iter().map(beside).collect();
                strips[1..].iter().fold(strips[0].clone(), |sum, next| json!(["stack", sum, next]))
            }
        };
        Ok(match (term.rows.is_one(), term.cols.is_one()) {
            (true, true) => (Form::Scalar, json!(["entry", ["row", whole, "1"], "1"])),
            (false, true) => (Form::Column, json!(["row", ["transpose", whole], "1"])),
            (true, false) => (Form::Row, json!(["row", whole, "1"])),
            (false, false) => (Form::Matrix, whole),
        })
    }
}

/// A function of a scalar: `σ(x) = 1/(1 + e^−x)`, `tanh x = 2 σ(2x) − 1`.
fn applied(function: Function, x: Json) -> Json {
    let sigmoid = |numerator: &str, minus: Json| json!(["div", numerator, ["add", "1", ["exp", minus]]]);
    match function {
        Function::Exp => json!(["exp", x]),
        Function::Log => json!(["log", x]),
        Function::Sqrt => json!(["sqrt", x]),
        Function::Sin => json!(["sin", x]),
        Function::Cos => json!(["cos", x]),
        Function::Sigmoid => sigmoid("1", json!(["neg", x])),
        Function::Tanh => json!(["sub", sigmoid("2", json!(["mul", "-2", x])), "1"]),
    }
}

fn form_of(term: &Term, speaker: &Speaker<'_>) -> Form {
    speaker.say(term).map_or(Form::Matrix, |(form, _)| form)
}

fn as_matrix(form: Form, term: Json) -> Json {
    let one = || json!(["constant", "1", "1"]);
    match form {
        Form::Matrix => term,
        Form::Scalar => json!(["mul", term, ["eye", "1"]]),
        Form::Column => json!(["outer", term, one()]),
        Form::Row => json!(["outer", one(), term]),
    }
}
