//! The expression language as text: what may be written, before names and shapes are looked at.
//!
//! ```text
//! comparison = sum ("<=" | "<" | ">=" | ">") sum
//! sum        = product (("+" | "-") product)*
//! product    = factor (("*" | ".*" | "/") factor)*
//! factor     = "-"* primary ("'" | "^" ["-"] integer)*
//! primary    = number | name | name "(" sum ("," sum)* ")" | "(" sum ")" | "[" row (";" row)* "]"
//! row        = sum ("," sum)*
//! ```
//!
//! The parser is `winnow`: it is what the reader of TOML is built on, so it brings nothing new into the tree, and its
//! located input gives the place of every node.

use crate::fault::Fault;
use exact::{Integer, Rational};
use std::ops::Range;
use winnow::combinator::{alt, cut_err, opt, peek, preceded, repeat, separated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, one_of, take_while};

/// Longest expression, in bytes.
pub(crate) const MAX_LENGTH: usize = 4_096;
/// Deepest nesting of brackets.
const MAX_NESTING: usize = 48;
/// Most operators, names and numbers of one expression.
const MAX_NODES: usize = 600;
/// Most digits of one number.
const MAX_DIGITS: usize = 60;

type Input<'a> = LocatingSlice<&'a str>;
type Parsed<T> = Result<T, ErrMode<ContextError>>;

/// An expression as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    /// Where it stands, in bytes of the expression.
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Number(Rational),
    Name(String),
    Call(String, Vec<Ast>),
    Binary(Binary, Box<Ast>, Box<Ast>),
    Negative(Box<Ast>),
    Transpose(Box<Ast>),
    Power(Box<Ast>, i64),
    Blocks(Vec<Vec<Ast>>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Hadamard,
    Divide,
}

/// How two scalars are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Relation {
    /// `<`
    #[serde(rename = "<")]
    Less,
    /// `<=`
    #[serde(rename = "<=")]
    AtMost,
    /// `>`
    #[serde(rename = ">")]
    Greater,
    /// `>=`
    #[serde(rename = ">=")]
    AtLeast,
}

impl Relation {
    /// Whether it holds between two numbers.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// Reads an expression; `base` is where it begins in `source`, the text that faults are shown in.
pub(crate) fn expression(text: &str, source: &str, base: usize) -> Result<Ast, Fault> {
    bounded(text, source, base)?;
    let parsed = (sum, space).map(|(ast, ())| ast).parse(LocatingSlice::new(text));
    parsed.map_err(|error| fault(text, source, base, error.offset(), error.inner())).and_then(|ast| {
        if count(&ast) > MAX_NODES {
            return Err(Fault::at(source, base..base + text.len(), format!("more than {MAX_NODES} parts")));
        }
        Ok(ast)
    })
}

/// Reads a comparison of two expressions.
pub(crate) fn comparison(text: &str, source: &str, base: usize) -> Result<(Ast, Relation, Ast), Fault> {
    bounded(text, source, base)?;
    let sides = (sum, cut_err(preceded(space, relation)), cut_err(sum), space);
    let parsed = sides.map(|(left, relation, right, ())| (left, relation, right));
    let mut parsed = parsed;
    parsed
        .parse(LocatingSlice::new(text))
        .map_err(|error| fault(text, source, base, error.offset(), error.inner()))
}

fn bounded(text: &str, source: &str, base: usize) -> Result<(), Fault> {
    if text.len() > MAX_LENGTH {
        let message = format!("an expression of {} bytes is longer than {MAX_LENGTH}", text.len());
        return Err(Fault::at(source, base..base + 1, message));
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Err(Fault::at(
                source,
                base + at..base + at + 1,
                format!("nested deeper than {MAX_NESTING}"),
            ));
        }
    }
    Ok(())
}

fn fault(text: &str, source: &str, base: usize, offset: usize, error: &ContextError) -> Fault {
    let expected = error.context().find_map(|context| match context {
        StrContext::Expected(StrContextValue::Description(what)) => Some(*what),
        _ => None,
    });
    let rest = text.get(offset..).unwrap_or_default();
    let found = match rest.chars().next() {
        None => "the expression ends here".to_owned(),
        Some(c) => format!("unexpected `{}`", c.escape_default()),
    };
    let expected = expected.unwrap_or("an operator or the end");
    let width = rest.chars().next().map_or(1, char::len_utf8);
    Fault::at(source, base + offset..base + offset + width, format!("{found}: {expected} is expected"))
}

fn count(ast: &Ast) -> usize {
    1 + match &ast.node {
        Node::Number(_) | Node::Name(_) => 0,
        Node::Call(_, parts) => parts.iter().map(count).sum(),
        Node::Binary(_, a, b) => count(a) + count(b),
        Node::Negative(a) | Node::Transpose(a) | Node::Power(a, _) => count(a),
        Node::Blocks(rows) => rows.iter().flatten().map(count).sum(),
    }
}

fn space(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace).void().parse_next(input)
}

fn described(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

/// A sign after optional space.
fn sign<'a>(symbol: &'static str) -> impl Parser<Input<'a>, &'a str, ErrMode<ContextError>> {
    preceded(space, symbol)
}

fn relation(input: &mut Input<'_>) -> Parsed<Relation> {
    alt((
        "<=".value(Relation::AtMost),
        "<".value(Relation::Less),
        ">=".value(Relation::AtLeast),
        ">".value(Relation::Greater),
    ))
    .context(described("one of <=, <, >=, >"))
    .parse_next(input)
}

fn binary(operator: Binary, left: Ast, right: Ast) -> Ast {
    let span = left.span.start..right.span.end;
    Ast { node: Node::Binary(operator, Box::new(left), Box::new(right)), span }
}

fn sum(input: &mut Input<'_>) -> Parsed<Ast> {
    let mut left = product(input)?;
    while let Some(operator) = opt(alt((sign("+"), sign("-")))).parse_next(input)? {
        let right = cut_err(product).parse_next(input)?;
        let operator = if operator == "+" { Binary::Add } else { Binary::Subtract };
        left = binary(operator, left, right);
    }
    Ok(left)
}

fn product(input: &mut Input<'_>) -> Parsed<Ast> {
    let mut left = factor(input)?;
    while let Some(operator) = opt(alt((sign(".*"), sign("*"), sign("/")))).parse_next(input)? {
        let right = cut_err(factor).parse_next(input)?;
        let operator = match operator {
            "*" => Binary::Multiply,
            ".*" => Binary::Hadamard,
            _ => Binary::Divide,
        };
        left = binary(operator, left, right);
    }
    Ok(left)
}

fn factor(input: &mut Input<'_>) -> Parsed<Ast> {
    space(input)?;
    let start = input.current_token_start();
    let minus: usize = repeat(0.., (one_of('-'), space).void()).parse_next(input)?;
    let mut ast = if minus > 0 { cut_err(primary).parse_next(input)? } else { primary(input)? };
    loop {
        let suffix = opt(alt((sign("'"), sign("^")))).parse_next(input)?;
        let node = match suffix {
            None => break,
            Some("'") => Node::Transpose(Box::new(ast)),
            Some(_) => Node::Power(Box::new(ast), cut_err(exponent).parse_next(input)?),
        };
        ast = Ast { node, span: start..input.previous_token_end() };
    }
    if minus % 2 == 1 {
        ast = Ast { span: start..ast.span.end, node: Node::Negative(Box::new(ast)) };
    }
    Ok(ast)
}

fn exponent(input: &mut Input<'_>) -> Parsed<i64> {
    let digits = take_while(1..=4, |c: char| c.is_ascii_digit());
    (space, opt('-'), digits)
        .map(|(_, minus, digits): (_, _, &str)| {
            let value = digits.bytes().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
            if minus.is_some() { -value } else { value }
        })
        .context(described("a whole number of at most four digits"))
        .parse_next(input)
}

fn primary(input: &mut Input<'_>) -> Parsed<Ast> {
    space(input)?;
    let start = input.current_token_start();
    let next = opt(peek(any)).parse_next(input)?;
    let node = match next {
        Some('(') => {
            any.void().parse_next(input)?;
            let inner = cut_err(sum).parse_next(input)?;
            cut_err(sign(")")).context(described("an operator or `)`")).parse_next(input)?;
            inner.node
        }
        Some('[') => {
            any.void().parse_next(input)?;
            let rows = separated(1.., block_row, sign(";")).parse_next(input)?;
            cut_err(sign("]")).context(described("an operator, `,`, `;` or `]`")).parse_next(input)?;
            Node::Blocks(rows)
        }
        Some(c) if c.is_ascii_digit() => Node::Number(number(input)?),
        Some(c) if c.is_alphabetic() || c == '_' => {
            let name = take_while(1.., |c: char| c.is_alphanumeric() || c == '_').parse_next(input)?;
            match opt(sign("(")).parse_next(input)? {
                None => Node::Name(name.to_owned()),
                Some(_) => {
                    let parts = separated(1.., cut_err(sum), sign(",")).parse_next(input)?;
                    cut_err(sign(")")).context(described("an operator, `,` or `)`")).parse_next(input)?;
                    Node::Call(name.to_owned(), parts)
                }
            }
        }
        _ => {
            return winnow::combinator::fail
                .context(described("a number, a name, `(` or `[`"))
                .parse_next(input);
        }
    };
    Ok(Ast { node, span: start..input.previous_token_end() })
}

fn block_row(input: &mut Input<'_>) -> Parsed<Vec<Ast>> {
    separated(1.., cut_err(sum), sign(",")).parse_next(input)
}

/// `12`, `0.98`: the number that is written, exactly.
fn number(input: &mut Input<'_>) -> Parsed<Rational> {
    let digits = || take_while(1..=MAX_DIGITS, |c: char| c.is_ascii_digit());
    (digits(), opt(preceded('.', cut_err(digits().context(described("a digit"))))))
        .map(|(whole, part): (&str, Option<&str>)| {
            let part = part.unwrap_or_default();
            let numerator = format!("{whole}{part}").parse::<Integer>().unwrap_or_default();
            let power = u32::try_from(part.len()).unwrap_or(0);
            Rational::from((numerator, Integer::from(Integer::u_pow_u(10, power))))
        })
        .parse_next(input)
}
