//! Evidence `sturm`: the number of real roots by the signs of a chain of remainders.

use super::{Speller, monic, sign};
use crate::{ReportError, tex};
use exact::{IntPoly, Rational};
use maud::{Markup, html};
use serde_json::Value as Json;

/// The chain of a square-free polynomial, each member up to a positive factor.
pub(super) fn chain(p: &IntPoly) -> Vec<IntPoly> {
    let mut chain = vec![p.clone(), p.derivative().primitive()];
    while let [.., a, b] = chain.as_slice() {
        if b.degree().unwrap_or(0) == 0 {
            break;
        }
        let rest = negative_remainder(a, b);
        if rest.is_zero() {
            break;
        }
        chain.push(rest);
    }
    chain
}

/// `−(a mod b)` up to a positive factor.
fn negative_remainder(a: &IntPoly, b: &IntPoly) -> IntPoly {
    let mut rest: Vec<Rational> = a.coefficients().iter().map(Rational::from).collect();
    let divisor: Vec<Rational> = b.coefficients().iter().map(Rational::from).collect();
    while rest.len() >= divisor.len() && !rest.is_empty() {
        let factor = Rational::from(&rest[rest.len() - 1] / &divisor[divisor.len() - 1]);
        let shift = rest.len() - divisor.len();
        for (i, c) in divisor.iter().enumerate() {
            rest[shift + i] -= Rational::from(&factor * c);
        }
        rest.pop();
    }
    let negated: Vec<Rational> = rest.into_iter().map(|c| -c).collect();
    IntPoly::from_rationals(&negated)
}

/// Signs at −∞ and at +∞.
fn ends(p: &IntPoly) -> (Rational, Rational) {
    let leading = p.leading().map(Rational::from).unwrap_or_default();
    let odd = p.degree().unwrap_or(0) % 2 == 1;
    (if odd { -leading.clone() } else { leading.clone() }, leading)
}

fn changes(signs: impl Iterator<Item = Rational>) -> usize {
    let signs: Vec<_> = signs.filter(|x| !x.is_zero()).collect();
    signs.windows(2).filter(|pair| pair[0].cmp0() != pair[1].cmp0()).count()
}

impl Speller {
    pub(super) fn sturm(&self, line: &Json) -> Result<Markup, ReportError> {
        let Some((polynomial, reads)) = self.characteristic(&line[1]) else {
            return Ok(html! { p { "The real eigenvalues are counted by Sturm's theorem." } });
        };
        let degree = polynomial.len().saturating_sub(1);
        let factors = IntPoly::from_rationals(&polynomial).square_free_factorization();
        let mut real = 0;
        let mut tables = Vec::new();
        for (factor, multiplicity) in factors.iter().filter(|(factor, _)| factor.degree() > Some(0)) {
            let chain = chain(factor);
            let count = changes(chain.iter().map(|p| ends(p).0)) - changes(chain.iter().map(|p| ends(p).1));
            real += count * multiplicity;
            tables.push((chain, *multiplicity, count));
        }
        let pairs = (degree - real) / 2;
        let several = tables.len() > 1 || tables.iter().any(|(_, multiplicity, _)| *multiplicity > 1);
        Ok(html! {
            p.scroll { (self.math(&reads)?) }
            @if several { p { "It has repeated roots; its square-free factors are counted one by one." } }
            @for (chain, multiplicity, count) in &tables {
                @if several {
                    p.scroll { "Factor, " (multiplicity) " times: " (self.math(&tex::polynomial(&monic(&chain[0])))?) }
                }
                (self.chain_table(chain)?)
                p {
                    "Changes of sign at " (self.math("-\\infty")?) " minus those at " (self.math("+\\infty")?) ": "
                    (changes(chain.iter().map(|p| ends(p).0))) " − " (changes(chain.iter().map(|p| ends(p).1)))
                    " = " (count) " different real root" @if *count != 1 { "s" } "."
                }
            }
            p {
                (real) " of the " (degree) " eigenvalues " @if real == 1 { "is" } @else { "are" } " real, so there "
                @if pairs == 1 { "is 1 non-real pair" } @else { "are " (pairs) " non-real pairs" }
                @if let Some(claimed) = line.get(2).and_then(|n| self.value(n)) { "; claimed: " (self.math(&claimed)?) }
                "."
            }
        })
    }

    fn chain_table(&self, chain: &[IntPoly]) -> Result<Markup, ReportError> {
        Ok(html! {
            p { "Sturm's chain: the polynomial, its derivative, and the negative remainders, each up to a positive factor, with its sign at both ends:" }
            div.scroll { table.numbers {
                thead { tr {
                    th scope="col" { "member" } th scope="col" { "at " (self.math("-\\infty")?) } th scope="col" { "at " (self.math("+\\infty")?) }
                } }
                tbody { @for member in chain {
                    @let (left, right) = ends(member);
                    @let coefficients: Vec<Rational> = member.coefficients().iter().map(Rational::from).collect();
                    tr { td { (self.math(&tex::polynomial(&coefficients))?) } td { (sign(&left)) } td { (sign(&right)) } }
                } }
            } }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_counts_real_roots() {
        for (coefficients, real) in
            [(&[-1, 0, 1][..], 2), (&[1, 0, 1], 0), (&[0, -1, 0, 1], 3), (&[6, -5, 1], 2), (&[1, 1, 1, 1], 1)]
        {
            let chain = chain(&IntPoly::from_i64(coefficients));
            let count = changes(chain.iter().map(|p| ends(p).0)) - changes(chain.iter().map(|p| ends(p).1));
            assert_eq!(count, real, "{coefficients:?}");
        }
    }
}
