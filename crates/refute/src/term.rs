//! Expressions whose names and shapes have been checked.

use crate::fault::Fault;
use crate::size::{Size, Sizes};
use crate::syntax::{Ast, Binary, Node};
use exact::Rational;

/// Largest exponent of a power, in modulus.
const MAX_EXPONENT: i64 = 64;

/// A rational constant, with its nearest double.
#[derive(Debug, Clone)]
pub(crate) struct Constant {
    pub(crate) exact: Rational,
    pub(crate) float: f64,
}

impl From<Rational> for Constant {
    fn from(exact: Rational) -> Self {
        let float = exact.to_f64();
        Self { exact, float }
    }
}

/// A function of real numbers whose values are enclosed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Exp,
    Log,
    Sqrt,
    Sin,
    Cos,
    Sigmoid,
    Tanh,
}

impl Function {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "exp" => Self::Exp,
            "log" => Self::Log,
            "sqrt" => Self::Sqrt,
            "sin" => Self::Sin,
            "cos" => Self::Cos,
            "sigmoid" => Self::Sigmoid,
            "tanh" => Self::Tanh,
            _ => return None,
        })
    }
}

/// A checked expression: every value is a matrix; a scalar is 1 × 1, a vector a column.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    pub(crate) op: Op,
    pub(crate) rows: Size,
    pub(crate) cols: Size,
    /// Whether it is a number that may multiply anything.
    pub(crate) scalar: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Op {
    Number(Constant),
    /// A parameter or definition, by its number.
    Name(usize),
    Identity,
    Zeros,
    Add(Box<Term>, Box<Term>),
    Sub(Box<Term>, Box<Term>),
    Negative(Box<Term>),
    /// Scalar times anything.
    Scale(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    Hadamard(Box<Term>, Box<Term>),
    /// Anything divided by a scalar.
    Divide(Box<Term>, Box<Term>),
    Power(Box<Term>, i64),
    Transpose(Box<Term>),
    Diag(Box<Term>),
    Blocks(Vec<Vec<Term>>),
    Apply(Function, Box<Term>),
}

impl Term {
    /// Whether some value in it is irrational in general, so that it has to be enclosed.
    pub(crate) fn is_enclosed(&self) -> bool {
        matches!(self.op, Op::Apply(..)) || self.parts().into_iter().any(Self::is_enclosed)
    }

    fn parts(&self) -> Vec<&Term> {
        match &self.op {
            Op::Number(_) | Op::Name(_) | Op::Identity | Op::Zeros => Vec::new(),
            Op::Add(a, b)
            | Op::Sub(a, b)
            | Op::Scale(a, b)
            | Op::Product(a, b)
            | Op::Hadamard(a, b)
            | Op::Divide(a, b) => vec![a, b],
            Op::Negative(a) | Op::Power(a, _) | Op::Transpose(a) | Op::Diag(a) | Op::Apply(_, a) => vec![a],
            Op::Blocks(rows) => rows.iter().flatten().collect(),
        }
    }

    fn resolve(&mut self, sizes: &Sizes) {
        (self.rows, self.cols) = (sizes.resolve(&self.rows), sizes.resolve(&self.cols));
        match &mut self.op {
            Op::Number(_) | Op::Name(_) | Op::Identity | Op::Zeros => {}
            Op::Add(a, b)
            | Op::Sub(a, b)
            | Op::Scale(a, b)
            | Op::Product(a, b)
            | Op::Hadamard(a, b)
            | Op::Divide(a, b) => {
                a.resolve(sizes);
                b.resolve(sizes);
            }
            Op::Negative(a) | Op::Power(a, _) | Op::Transpose(a) | Op::Diag(a) | Op::Apply(_, a) => {
                a.resolve(sizes)
            }
            Op::Blocks(rows) => rows.iter_mut().flatten().for_each(|part| part.resolve(sizes)),
        }
    }
}

/// A name that an expression may use: its shape, and whether it is a scalar.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) rows: Size,
    pub(crate) cols: Size,
}

/// Checks names and shapes of an expression that begins at byte `base` of `source`.
pub(crate) fn check(ast: &Ast, names: &[Named], source: &str, base: usize) -> Result<Term, Fault> {
    let mut checker = Checker { names, source, base, sizes: Sizes::default() };
    let mut term = checker.term(ast)?;
    for size in [term.rows.clone(), term.cols.clone()] {
        // What nothing fixes, as in `a*I`, has the dimension's size.
        checker.sizes.settle(&size);
    }
    term.resolve(&checker.sizes);
    checker.known(ast, &term)?;
    Ok(term)
}

struct Checker<'a> {
    names: &'a [Named],
    source: &'a str,
    base: usize,
    sizes: Sizes,
}

impl Checker<'_> {
    fn fault(&self, ast: &Ast, message: impl Into<String>) -> Fault {
        Fault::at(self.source, self.base + ast.span.start..self.base + ast.span.end, message)
    }

    /// What a term is, in words.
    fn shape(&self, term: &Term) -> String {
        let (rows, cols) = (self.sizes.resolve(&term.rows), self.sizes.resolve(&term.cols));
        if term.scalar {
            "a scalar".into()
        } else if cols.is_one() {
            format!("a vector of {rows} entries")
        } else if rows.is_one() {
            format!("a row of {cols} entries")
        } else {
            format!("a {rows} × {cols} matrix")
        }
    }

    fn known(&self, ast: &Ast, term: &Term) -> Result<(), Fault> {
        let unknown = |term: &Term| !(term.rows.is_known() && term.cols.is_known());
        fn any(term: &Term, unknown: &dyn Fn(&Term) -> bool) -> bool {
            unknown(term) || term.parts().into_iter().any(|part| any(part, unknown))
        }
        if any(term, &unknown) {
            return Err(
                self.fault(ast, "the size of an `I` or `zeros` in it cannot be told; nothing fixes it")
            );
        }
        Ok(())
    }

    fn matrix(&self, op: Op, rows: Size, cols: Size) -> Term {
        let one = self.sizes.resolve(&rows).is_one() && self.sizes.resolve(&cols).is_one();
        Term { op, rows, cols, scalar: one }
    }

    fn scalar(&self, op: Op) -> Term {
        Term { op, rows: Size::constant(1), cols: Size::constant(1), scalar: true }
    }

    fn term(&mut self, ast: &Ast) -> Result<Term, Fault> {
        match &ast.node {
            Node::Number(value) => Ok(self.scalar(Op::Number(value.clone().into()))),
            Node::Name(name) => self.name(ast, name),
            Node::Call(name, parts) => self.call(ast, name, parts),
            Node::Binary(operator, a, b) => {
                let (left, right) = (self.term(a)?, self.term(b)?);
                self.binary(ast, *operator, left, right)
            }
            Node::Negative(a) => {
                let a = self.term(a)?;
                let (rows, cols, scalar) = (a.rows.clone(), a.cols.clone(), a.scalar);
                Ok(Term { op: Op::Negative(Box::new(a)), rows, cols, scalar })
            }
            Node::Transpose(a) => {
                let a = self.term(a)?;
                let (rows, cols, scalar) = (a.cols.clone(), a.rows.clone(), a.scalar);
                Ok(Term { op: Op::Transpose(Box::new(a)), rows, cols, scalar })
            }
            Node::Power(a, exponent) => self.power(ast, a, *exponent),
            Node::Blocks(rows) => self.blocks(ast, rows),
        }
    }

    fn name(&mut self, ast: &Ast, name: &str) -> Result<Term, Fault> {
        if let Some(at) = self.names.iter().position(|known| known.name == name) {
            let known = &self.names[at];
            return Ok(self.matrix(Op::Name(at), known.rows.clone(), known.cols.clone()));
        }
        match name {
            "I" => {
                let size = self.sizes.fresh();
                Ok(Term { op: Op::Identity, rows: size.clone(), cols: size, scalar: false })
            }
            "zeros" => {
                let (rows, cols) = (self.sizes.fresh(), self.sizes.fresh());
                Ok(Term { op: Op::Zeros, rows, cols, scalar: false })
            }
            "NaN" | "nan" | "inf" | "infinity" => {
                Err(self.fault(ast, format!("`{name}` is not a number here")))
            }
            _ => {
                let known: Vec<_> = self.names.iter().map(|known| known.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                Err(self.fault(ast, format!("`{name}` is not defined (defined here: {known}; I, zeros)")))
            }
        }
    }

    fn call(&mut self, ast: &Ast, name: &str, parts: &[Ast]) -> Result<Term, Fault> {
        let wanted = match name {
            "dot" | "hadamard" | "outer" => 2,
            "diag" => 1,
            _ if Function::named(name).is_some() => 1,
            _ => {
                let all = "diag, dot, hadamard, outer, exp, log, sqrt, sin, cos, sigmoid, tanh";
                return Err(self.fault(ast, format!("`{name}` is not a function (there are {all})")));
            }
        };
        if parts.len() != wanted {
            let message = format!("`{name}` takes {wanted} argument(s), found {}", parts.len());
            return Err(self.fault(ast, message));
        }
        let first = self.term(&parts[0])?;
        if wanted == 2 {
            let second = self.term(&parts[1])?;
            for (part, term) in parts.iter().zip([&first, &second]) {
                self.column(part, term, name)?;
            }
            return match name {
                "hadamard" => self.binary(ast, Binary::Hadamard, first, second),
                _ => {
                    let turned = |a: Term| {
                        let (rows, cols, scalar) = (a.cols.clone(), a.rows.clone(), a.scalar);
                        Term { op: Op::Transpose(Box::new(a)), rows, cols, scalar }
                    };
                    let (left, right) =
                        if name == "dot" { (turned(first), second) } else { (first, turned(second)) };
                    self.binary(ast, Binary::Multiply, left, right)
                }
            };
        }
        self.column(&parts[0], &first, name)?;
        match Function::named(name) {
            Some(function) => {
                let (rows, cols, scalar) = (first.rows.clone(), first.cols.clone(), first.scalar);
                Ok(Term { op: Op::Apply(function, Box::new(first)), rows, cols, scalar })
            }
            None => {
                let size = first.rows.clone();
                Ok(self.matrix(Op::Diag(Box::new(first)), size.clone(), size))
            }
        }
    }

    fn column(&self, ast: &Ast, term: &Term, name: &str) -> Result<(), Fault> {
        if term.scalar || self.sizes.resolve(&term.cols).is_one() {
            return Ok(());
        }
        let shape = self.shape(term);
        Err(self.fault(ast, format!("`{name}` is for scalars and vectors; this is {shape}")))
    }

    fn binary(&mut self, ast: &Ast, operator: Binary, a: Term, b: Term) -> Result<Term, Fault> {
        let shapes = (self.shape(&a), self.shape(&b));
        let wrong = |what: &str| format!("{what} {} and {}", shapes.0, shapes.1);
        match operator {
            Binary::Add | Binary::Subtract | Binary::Hadamard => {
                let fits = a.scalar == b.scalar
                    && self.sizes.unify(&a.rows, &b.rows)
                    && self.sizes.unify(&a.cols, &b.cols);
                if !fits {
                    let what = match operator {
                        Binary::Add => "cannot add",
                        Binary::Subtract => "cannot subtract",
                        _ => "no entrywise product of",
                    };
                    let hint = if a.scalar != b.scalar && operator != Binary::Hadamard {
                        "; a multiple of the identity is written c*I"
                    } else {
                        ""
                    };
                    return Err(self.fault(ast, wrong(what) + hint));
                }
                let (rows, cols, scalar) = (a.rows.clone(), a.cols.clone(), a.scalar);
                if operator == Binary::Hadamard && !scalar && !self.sizes.resolve(&cols).is_one() {
                    return Err(self.fault(ast, wrong("entrywise products are for vectors, not for")));
                }
                let (a, b) = (Box::new(a), Box::new(b));
                let op = match operator {
                    Binary::Add => Op::Add(a, b),
                    Binary::Subtract => Op::Sub(a, b),
                    _ if scalar => Op::Scale(a, b),
                    _ => Op::Hadamard(a, b),
                };
                Ok(Term { op, rows, cols, scalar })
            }
            Binary::Multiply if a.scalar || b.scalar => {
                let (scale, of) = if a.scalar { (a, b) } else { (b, a) };
                let (rows, cols, scalar) = (of.rows.clone(), of.cols.clone(), of.scalar);
                Ok(Term { op: Op::Scale(Box::new(scale), Box::new(of)), rows, cols, scalar })
            }
            Binary::Multiply => {
                if !self.sizes.unify(&a.cols, &b.rows) {
                    return Err(self.fault(ast, wrong("inner sizes differ: cannot multiply")));
                }
                let (rows, cols) = (a.rows.clone(), b.cols.clone());
                Ok(self.matrix(Op::Product(Box::new(a), Box::new(b)), rows, cols))
            }
            Binary::Divide if b.scalar => {
                let (rows, cols, scalar) = (a.rows.clone(), a.cols.clone(), a.scalar);
                Ok(Term { op: Op::Divide(Box::new(a), Box::new(b)), rows, cols, scalar })
            }
            Binary::Divide => {
                Err(self.fault(ast, wrong("only a scalar divides, not") + ": found in this order"))
            }
        }
    }

    fn power(&mut self, ast: &Ast, base: &Ast, exponent: i64) -> Result<Term, Fault> {
        let a = self.term(base)?;
        if exponent.abs() > MAX_EXPONENT {
            return Err(self.fault(ast, format!("the exponent is beyond {MAX_EXPONENT}")));
        }
        if !a.scalar {
            if !self.sizes.unify(&a.rows, &a.cols) {
                let shape = self.shape(&a);
                return Err(self.fault(base, format!("only a square matrix has powers; this is {shape}")));
            }
            if exponent < 0 {
                return Err(self.fault(ast, "a matrix has no negative powers here"));
            }
        }
        let (rows, cols, scalar) = (a.rows.clone(), a.cols.clone(), a.scalar);
        Ok(Term { op: Op::Power(Box::new(a), exponent), rows, cols, scalar })
    }

    fn blocks(&mut self, ast: &Ast, rows: &[Vec<Ast>]) -> Result<Term, Fault> {
        let width = rows.first().map_or(0, Vec::len);
        let mut grid: Vec<Vec<Term>> = Vec::new();
        for row in rows {
            if row.len() != width {
                let message = format!("a row of {} blocks below one of {width}", row.len());
                return Err(self.fault(row.first().unwrap_or(ast), message));
            }
            let mut terms: Vec<Term> = Vec::new();
            for (at, part) in row.iter().enumerate() {
                let term = self.term(part)?;
                let beside = terms.first().is_none_or(|first| self.sizes.unify(&first.rows, &term.rows));
                let below = grid.first().is_none_or(|top| self.sizes.unify(&top[at].cols, &term.cols));
                if !(beside && below) {
                    let neighbour = if beside { grid.first().map(|top| &top[at]) } else { terms.first() };
                    let neighbour = neighbour.map_or(String::new(), |term| self.shape(term));
                    let place = if beside { "below" } else { "beside" };
                    let message = format!("{} does not fit {place} {neighbour}", self.shape(&term));
                    return Err(self.fault(part, message));
                }
                terms.push(term);
            }
            grid.push(terms);
        }
        let total =
            |parts: Vec<&Size>| parts.into_iter().fold(Size::default(), |sum, part| sum.plus(part, 1));
        let height = total(grid.iter().map(|row| &row[0].rows).collect());
        let width = total(grid[0].iter().map(|part| &part.cols).collect());
        Ok(self.matrix(Op::Blocks(grid), height, width))
    }
}
