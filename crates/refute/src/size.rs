//! Sizes of matrices as affine functions of the dimension `d`, and what is not known of them yet.

use std::collections::BTreeMap;
use std::fmt;

/// `constant + slope · d`, and unknown sizes with their coefficients while shapes are being worked out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Size {
    pub(crate) constant: i64,
    pub(crate) slope: i64,
    unknown: BTreeMap<usize, i64>,
}

impl Size {
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    pub(crate) fn affine(slope: i64, constant: i64) -> Self {
        Self { constant, slope, unknown: BTreeMap::new() }
    }

    pub(crate) fn is_one(&self) -> bool {
        *self == Self::constant(1)
    }

    /// The size for a dimension; unknown sizes must have been resolved.
    pub(crate) fn at(&self, d: usize) -> usize {
        let d = i64::try_from(d).unwrap_or(i64::MAX);
        usize::try_from(self.constant.saturating_add(self.slope.saturating_mul(d))).unwrap_or(0)
    }

    pub(crate) fn is_known(&self) -> bool {
        self.unknown.is_empty()
    }

    pub(crate) fn plus(&self, other: &Self, factor: i64) -> Self {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        sum.slope += factor * other.slope;
        for (name, coefficient) in &other.unknown {
            *sum.unknown.entry(*name).or_default() += factor * coefficient;
        }
        sum.unknown.retain(|_, coefficient| *coefficient != 0);
        sum
    }
}

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.slope {
            0 => {}
            1 => parts.push("d".to_owned()),
            slope => parts.push(format!("{slope}d")),
        }
        parts.extend(self.unknown.keys().map(|_| "?".to_owned()));
        if self.constant != 0 || parts.is_empty() {
            parts.push(self.constant.to_string());
        }
        out.write_str(&parts.join("+"))
    }
}

/// What has been found out about unknown sizes.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    solved: Vec<Option<Size>>,
}

impl Sizes {
    /// A size that is not known yet.
    pub(crate) fn fresh(&mut self) -> Size {
        self.solved.push(None);
        Size { unknown: BTreeMap::from([(self.solved.len() - 1, 1)]), ..Size::default() }
    }

    /// Gives a size that nothing has fixed the value `d`: the whole of it where it is one unknown, else each part, as of the blocks in
    /// `[a*I, -b*I; I, zeros]`.
    pub(crate) fn settle(&mut self, size: &Size) {
        let (d, size) = (Size::affine(1, 0), self.resolve(size));
        let one = size.unknown.len() == 1 && size.unknown.values().all(|coefficient| coefficient.abs() == 1);
        if one {
            self.unify(&size, &d);
        } else {
            size.unknown.keys().for_each(|name| self.solved[*name] = Some(d.clone()));
        }
    }

    /// The size with everything put in that is known.
    pub(crate) fn resolve(&self, size: &Size) -> Size {
        let mut size = size.clone();
        while let Some((name, coefficient, solution)) = size.unknown.iter().find_map(|(name, coefficient)| {
            self.solved[*name].as_ref().map(|solution| (*name, *coefficient, solution))
        }) {
            size.unknown.remove(&name);
            size = size.plus(solution, coefficient);
        }
        size
    }

    /// Makes two sizes equal; false when they cannot be, for every `d`.
    pub(crate) fn unify(&mut self, a: &Size, b: &Size) -> bool {
        let difference = self.resolve(&a.plus(b, -1));
        if difference == Size::default() {
            return true;
        }
        let solvable = difference.unknown.iter().find(|(_, coefficient)| coefficient.abs() == 1);
        let Some((&name, &coefficient)) = solvable else { return false };
        let mut rest = difference;
        rest.unknown.remove(&name);
        // coefficient · name + rest = 0.
        self.solved[name] = Some(Size::default().plus(&rest, -coefficient));
        true
    }
}
