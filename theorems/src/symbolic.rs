//! Which theorems are polynomial identities, or inequalities on a box, and up to which sizes the checker shows it for all parameter values.
//!
//! The statement is the theorem's own; the table only says which of its lines are identities, and which hypotheses of the
//! form `eq` they use, by the parameters that these eliminate. The sizes are what is cheap, not where it ends.

use claim::{Symbolic, Universal, Why};

/// The lines, each an identity without any hypothesis.
const fn free<const N: usize>(lines: [usize; N]) -> [Universal; N] {
    using(lines, &[])
}

/// The lines, each an identity once hypotheses have eliminated the parameters.
const fn using<const N: usize>(lines: [usize; N], eliminate: &'static [&'static str]) -> [Universal; N] {
    shown(lines, Why::Identity(eliminate))
}

/// The lines, each for this reason.
const fn shown<const N: usize>(lines: [usize; N], why: Why) -> [Universal; N] {
    let mut universal = [Universal { line: 0, why }; N];
    let mut at = 0;
    while at < N {
        universal[at].line = lines[at];
        at += 1;
    }
    universal
}

const fn entry(
    theorem: &'static str,
    sizes: &'static [(&'static str, usize, usize)],
    lines: &'static [Universal],
) -> Symbolic {
    Symbolic { theorem, sizes, fixed: &[], lines }
}

/// Tokens, key channels, value channels.
const RUN: &[(&str, usize, usize)] = &[("n", 1, 4), ("d", 1, 3), ("e", 1, 2)];
/// Where the polynomials are larger.
const SHORT_RUN: &[(&str, usize, usize)] = &[("n", 1, 3), ("d", 1, 3), ("e", 1, 2)];

/// Every theorem with symbolic lines, in reading order.
pub static TABLE: &[Symbolic] = &[
    entry("gla/chunk-form", RUN, &free([0, 1])),
    entry("delta-net/rewrite", &[("d", 1, 6), ("e", 1, 2)], &using([0, 1], &["k"])),
    entry("delta-net/interference", &[("d", 1, 6), ("e", 1, 2)], &using([0, 2, 3], &["k"])),
    entry("delta-net/step-contracts", &[("d", 1, 6)], &free([2])),
    entry("delta-net/chunk-form", RUN, &using([0, 1], &["W"])),
    Symbolic {
        theorem: "delta-net/triangular-inverse",
        sizes: &[("n", 1, 4)],
        fixed: &[("r", 2)],
        lines: &using([0], &["L"]),
    },
    entry("gdn/chunk-form", RUN, &using([0, 1], &["W"])),
    entry("kda/chunk-form", RUN, &using([0, 1], &["W"])),
    entry("gdn2/reductions", SHORT_RUN, &using([0, 1, 2, 3, 4, 5], &["b", "w"])),
    entry("gdn2/self-adjoint", &[("d", 1, 8)], &free([0, 1, 2])),
    entry("gdn2/chunk-form", RUN, &using([0, 1], &["W"])),
    entry("ckda/characteristic-polynomial", &[("d", 1, 7)], &free([0])),
    entry("ckda/values-at-gates", &[("d", 1, 6)], &free([0, 1])),
    entry("ckda/window", &[], &free([1])),
    Symbolic {
        theorem: "ckda/rotating-key",
        sizes: &[("d", 2, 4)],
        fixed: &[("i", 1), ("j", 2)],
        lines: &free([1, 2, 3]),
    },
    entry("ckda/sign-gauge", SHORT_RUN, &using([0, 1], &["sign"])),
    entry("ckda/chunk-form", RUN, &using([0, 1], &["W"])),
    entry("mdn/characteristic-polynomial", &[("d", 1, 3)], &free([0])),
    entry("mdn/pair-window", &[("d", 1, 5)], &using([1], &["k"])),
    entry("mdn/channel-wise-pairs", &[("d", 1, 3)], &free([1])),
    entry("mdn/two-frequencies-dual", &[], &shown([0, 1, 2, 3, 4, 5], Why::Bernstein)),
    entry("mdn/chunk-form", SHORT_RUN, &using([0, 1], &["W"])),
    entry("dplr/chunk-form", RUN, &using([0, 1], &["W"])),
    entry(
        "mamba3/frame-change",
        &[("n", 1, 3), ("d", 2, 4), ("p", 1, 1), ("e", 1, 2)],
        &using([0, 1], &["c"]),
    ),
    entry("memory/contributions", RUN, &free([0, 1])),
    entry("memory/state-swap", SHORT_RUN, &using([0, 1], &["q2", "k2", "a2", "b2", "alpha2", "v2"])),
    entry("memory/write-swap", RUN, &using([0], &["a2", "b2", "alpha2"])),
    Symbolic {
        theorem: "memory/write-swap",
        sizes: &[("n", 2, 4), ("d", 1, 3), ("e", 1, 2)],
        fixed: &[("j", 2)],
        lines: &free([1]),
    },
    entry("delta-product/product-of-modes", &[("d", 1, 3), ("n", 1, 2)], &free([0])),
    entry("embedding/error-of-a-recurrence", &[("n", 1, 3), ("m", 2, 5)], &free([0])),
];

/// The entries of a theorem.
pub fn of(theorem: &str) -> impl Iterator<Item = &'static Symbolic> {
    TABLE.iter().filter(move |entry| entry.theorem == theorem)
}
