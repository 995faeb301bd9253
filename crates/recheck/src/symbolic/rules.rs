//! Hypotheses that are equations, as rules that eliminate indeterminates.

use super::fraction::Budget;
use exact::{MultiPoly, Rational};

/// Polynomials that are zero by hypothesis, each monic in an indeterminate of its own, in the order of elimination.
#[derive(Debug, Default)]
pub(crate) struct Rules(Vec<(u32, MultiPoly)>);

impl Rules {
    /// Takes each equation that is monic, up to a number, in the first indeterminate of `order` that occurs in it; for each
    /// indeterminate the first such equation. Any choice is sound, since fewer equations only prove less.
    pub(crate) fn new(equations: &[MultiPoly], order: &[u32]) -> Self {
        let mut rules: Vec<(usize, u32, MultiPoly)> = Vec::new();
        for equation in equations {
            let Some(at) = order.iter().position(|number| equation.degree_in(*number) > 0) else { continue };
            let number = order[at];
            let leading = equation.coefficient_of(number, equation.degree_in(number)).as_constant();
            let taken = rules.iter().any(|(_, other, _)| *other == number);
            if let (Some(leading), false) = (leading, taken) {
                rules.push((at, number, equation.scaled(&Rational::from(leading.recip_ref()))));
            }
        }
        rules.sort_by_key(|(at, ..)| *at);
        Self(rules.into_iter().map(|(_, number, rule)| (number, rule)).collect())
    }

    /// What is left of a polynomial after multiples of the rules were subtracted. If nothing is left, it is zero for all
    /// values that satisfy the hypotheses. A rule holds no indeterminate that is eliminated before its own, so one pass
    /// is enough, and each division ends since its power falls.
    pub(crate) fn reduce(&self, polynomial: MultiPoly, budget: &Budget) -> Result<MultiPoly, String> {
        let mut rest = polynomial;
        for (number, rule) in &self.0 {
            while let Some(next) = budget.division_step(&rest, rule, *number)? {
                rest = next;
            }
        }
        Ok(rest)
    }
}
