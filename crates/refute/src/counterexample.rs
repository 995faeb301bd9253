//! A counterexample: exact parameters, what they show, and how to check it.

use crate::claim::Claim;
use crate::decide::Broken;
use crate::fault::Fault;
use crate::statement;
use crate::word::Word;
use exact::Rational;
use serde_json::{Map, Value as Json, json};

/// Exact parameters for which the claim is false.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The dimension.
    pub dimension: usize,
    /// Parameters of each step, the first step first, as certificates write them; shared ones are in every step.
    pub steps: Vec<Map<String, Json>>,
    /// What is the case, in words.
    pub found: String,
    /// The certificate line, and the statement table entry that it is held against; `None` where the vocabulary of
    /// certificates has no word for it, such as missing eigenvectors of an irrational eigenvalue.
    pub certificate: Option<Certificate>,
    /// Why there is no certificate.
    pub uncertified: Option<String>,
    /// The exact steps as matrices, where they are rational.
    pub(crate) matrices: Option<Vec<exact::Matrix>>,
}

/// A certificate of a refutation.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// One line of JSON without its line break, in the role "counterexample".
    pub line: String,
    /// The statement table with the one entry that it names.
    pub statements: Json,
}

impl Counterexample {
    pub(crate) fn new(claim: &Claim, word: &Word, broken: Broken) -> Result<Self, Fault> {
        let mut steps = Vec::new();
        for points in &word.points {
            let mut values = Map::new();
            for (point, parameter) in points.iter().zip(&claim.parameters) {
                let json =
                    point.json(parameter, word.d).ok_or_else(|| Fault::new("a parameter has no value"))?;
                values.insert(parameter.name.clone(), json);
            }
            steps.push(values);
        }
        let (certificate, uncertified) = match statement::certify(claim, word, &broken) {
            Ok(certified) => {
                let statements = json!([certified.entry]);
                (Some(Certificate { line: certified.line.to_string(), statements }), None)
            }
            Err(reason) => (None, Some(reason.to_string())),
        };
        let matrices = if claim.enclosed { None } else { word.steps(claim) };
        Ok(Self { dimension: word.d, steps, found: broken.found, certificate, uncertified, matrices })
    }

    /// How many steps the word has.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// The product of the steps, where it is rational.
    pub fn product(&self) -> Option<Vec<Vec<Rational>>> {
        let (first, rest) = self.matrices.as_ref()?.split_first()?;
        let product = rest.iter().fold(first.clone(), |product, step| step * &product);
        Some((0..product.rows()).map(|i| product.row(i).to_vec()).collect())
    }
}
