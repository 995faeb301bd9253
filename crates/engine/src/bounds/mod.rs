//! How far a correct implementation may be from the exact result: bounds that are derived, for a stated arithmetic.
//!
//! The bound is *a posteriori*: it is computed along the run, from the inputs, and covers every order of summation and every way to associate
//! the factors of a product. It is the largest of the bounds of several [`Form`]s of the run (token by token, chunkwise by forward substitution,
//! chunkwise with an explicit inverse).
//!
//! # Model
//! Every operation of the [`Arithmetic`] is off by a relative $\theta$, $|\theta| \le u$, or by an absolute `tiny` where it underflows;
//! $\gamma_n = n u / (1 - n u)$ bounds the effect of $n$ of them (Higham, *Accuracy and Stability of Numerical Algorithms*, ch. 3). An entry of
//! $x$, $y$, $w$, $q$ is made of its inputs by at most [`Arithmetic::VECTOR`] roundings. A factor $\alpha = e^g$ is off by a relative
//! $(4 + 5|g|)u$: the exponential by 4 units, its argument by the rounding of $g / \ln 2$ for a base-2 exponential.
//!
//! # Derivation
//! Let $\hat w_s$ be the rows that the machine writes and $\hat S_s = B_s \hat S_{s-1} + \sum x_s \hat w_s^\top$ *exactly*: the implied state. Then
//! $\hat w_s = u_s - \hat S_{s-1}^\top y_s + \varepsilon_s$, so the error $E_s = \hat S_s - S_s$ obeys, with the exact transition $T_s$,
//!
//! $$E_s = T_s E_{s-1} + x_s \varepsilon_s^\top.$$
//!
//! *The local error.* Let $A_s$ be the sum of the absolute values of the terms that make up $\hat S_s$ since the segment began: $A_s = |B_s| A_{s-1} +
//! |x_s| |\hat w_s|^\top$, with $A = |\hat S|$ where a segment begins. A segment is one step of the recurrent form, and a chunk of the chunkwise form,
//! where $\hat S$ is a sum that is never formed. With $n$ steps since the segment began,
//!
//! $$|\varepsilon_s| \le \gamma_{K + 2n + c}\,(|u_s| + A_{s-1}^\top |y_s|) + A_{s-1}^\top (\eta_s \odot |y_s|),$$
//!
//! where $\eta_s$ bounds the relative error of the product of the factors since the segment began, by channel: with logarithms summed from the segment's
//! start, $(4 + (n + 4) \sum |g| + \sum d) u$, where the implementation computes the logarithms itself to within $d u$. Where the operands of matrix products are rounded to a narrower format with unit $u_b$, the first factor
//! gains $4 u_b$ (both operands of a product, and a product of products).
//!
//! *At random.* No partial sum of the terms of $u - \hat S^\top y$, in any order and however they are grouped, exceeds $M = \max(P, N)$, the larger of the sums of
//! their positive and of their negative ones. The variance is at most $u^2$ times the sum of the squares of all results that are rounded; each
//! term is in at most $D = K + 2n + c$ of them, so that it is at most $D M A$; and there are no more additions than terms.
//!
//! *Underflows.* A partial product that underflows is off by `tiny`, and what it is multiplied by afterwards multiplies that: an entry of the state of any
//! size where a vector's entry underflowed (GDN2's $b_i k_i$ before it meets $S_i$), the vectors where a decay did. With $\varphi$ the product of the largest
//! entries of the inputs, each at least 1, and $U$ formed like $A$ but with every factor taken as at least 1, the terms of $u - \hat S^\top y$ are together off by at most $c\, \varphi\,
//! \mathrm{tiny}\,(1 + K m + \sum_i U_i)$, and an entry of the state by $c\, \varphi\, \mathrm{tiny}\,(m + U)$, where $m$ is the number of terms of an entry (1 and those written since the segment began) and
//! $c = 10 + 2n$ the number of products in one. Sums do not underflow.
//!
//! *Own factors.* Where the implementation computes its logarithms itself, $\hat\alpha = (1 + d) \odot \alpha$ is the same wherever its arguments are, so
//! $(\hat T_s - T_s) \hat S_{s-1}$ is no matter of chance, and added to $E_s$ in the worst direction of all steps and channels for every assumption on
//! roundings. For independent ones, $r$ equal factors have equal errors in their exponentials, and count as $\sqrt r$ each.
//!
//! *At the end of a segment* the state is formed: each entry is off by $\gamma_{2n + 6} A + \eta \odot A$, and by $2 u_b A$.
//!
//! *An output* is off by $s\,(|q^\top E_s| + \gamma_{K + 2n + c} |q|^\top A_s + (\eta \odot |q|)^\top A_s)$, and the rounding to its format.
//!
//! *With an explicit inverse* $(I + L)^{-1}$ of the chunk's triangular system, the rows are off by $\Delta$,
//! $|\Delta| \le |(I+L)^{-1}| (\gamma |\hat u| + \gamma |L|_{abs} M) + \gamma M$, $M = |(I+L)^{-1}| |\hat u|$, $|\hat u| = |u| + A^\top |y|$, where
//! $|L|_{abs}$ are the sums of absolute values of which $L$ is made; they reach outputs and state through the carries alone.
//!
//! # Gradients
//! The backward pass is a run of the same form, from the last token to the first, with $B^\top$ for $B$ and $x$, $y$ in each other's place; its state, the
//! cotangent, has a bound in the same way. A gradient is a sum of products of entries of the two states, of inputs and of cotangents: its error is that
//! of the entries, to first and second order, and $\gamma_n$ times the sum of the absolute values of its terms. Gradients by logarithms may also be
//! taken as sums over all later tokens, $\sum_{t' \ge t} (q \odot \bar q - k \odot \bar k + \dots)$, as public kernels do; the error of that sum is allowed.
//!
//! # Growth
//! Errors of all columns lie in one ellipsoid, $E_s e_j e_j^\top E_s^\top \preceq P_s$, propagated by the **actual** products of the steps,
//! $P_s = (1 + 1/c)\, T_s P_{s-1} T_s^\top + (1 + c)\,Q_s$, for any $c > 0$, with $Q_s \succeq (x_s \varepsilon_j)(x_s\varepsilon_j)^\top$; $c$ is chosen to make the trace smallest, so that $\sqrt{\operatorname{tr} P}$ grows by at most
//! $\sqrt{\operatorname{tr} Q_s}$ beyond what $T_s$ does. Families with $\lVert T \rVert_2 \le 1$ (DeltaNet, Gated DeltaNet, KDA, CKDA with
//! $\beta\lVert k \rVert^2 \le 2$, GLA) never amplify: the bound grows at most linearly in $T$ and levels off where gates are below 1. Where single
//! steps expand (Gated DeltaNet-2, RWKV-7, Momentum DeltaNet), the bound grows with the norm of the products that the run really has, not with the
//! product of their norms.
//!
//! The bound itself is computed in `f64`; what that loses is covered by a slack in every step.

mod arithmetic;
mod ellipsoid;
mod form;
mod gradient;
mod head;
mod inverse;
mod partial;
mod slots;
mod tracked;

pub use arithmetic::{Arithmetic, Roundings};
pub use form::Form;
pub use gradient::gradient_bounds;
pub use head::{Assumptions, HeadBound, Logarithm, Logarithms, bound};
pub use slots::{SlotArithmetic, slot_bound};

use crate::inputs::{Head, Inputs};
use rayon::prelude::*;

/// What an implementation computes from raw activations before the recurrence begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preparation {
    /// Roundings of the entries of queries, keys and strengths beyond [`Arithmetic::VECTOR`].
    pub vectors: f64,
    /// For each entry of the tensor of logarithms: how far the implementation's own may be off, in units (an absolute error, over $u$). `None`: they
    /// are given.
    pub logarithms: Option<Vec<f64>>,
}

impl Preparation {
    /// The roundings of $x / \sqrt{\lVert x \rVert^2 + \varepsilon}$ for `channels` channels: half of those of the sum of squares, the root, the quotient and
    /// the product.
    pub fn normalisation(channels: usize) -> f64 {
        channels as f64 / 2.0 + 4.0
    }
}

/// A bound of the product of any entries of a head's inputs, one of each, and the scale: at least 1.
fn largest_product(factors: &Inputs<f64>, at: Head) -> f64 {
    let (batch, tokens) = factors.tokens_of(at.sequence);
    let most = |input: &crate::spec::Input| {
        let Some(tensor) = factors.tensor(input.name) else { return 1.0 };
        let width = factors.width(input);
        let row = |t: usize| {
            (0..factors.dims.parts.max(1)).flat_map(move |part| {
                let start = factors.offset(input, batch, t, part, at.head);
                tensor.get(start..start + width).unwrap_or_default()
            })
        };
        tokens.clone().flat_map(row).fold(1.0, |m: f64, x| m.max(x.abs()))
    };
    factors.system.spec().inputs.iter().map(most).product::<f64>() * factors.scale.abs().max(1.0)
}

/// The bounds of every sequence and head of a run, the largest over `forms`.
///
/// `inputs` hold the exact values of what the implementation was given, prepared exactly; factors that it got or computed as logarithms as
/// logarithms, since their exponential is then its own.
///
/// # Panics
/// As [`Inputs::program`].
pub fn bounds(
    inputs: &Inputs<f64>,
    arithmetic: &Arithmetic,
    roundings: Roundings,
    forms: &[Form],
    preparation: &Preparation,
) -> Vec<(Head, HeadBound)> {
    let factors = inputs.factors();
    let one = |at: Head| {
        let program = factors.program(at);
        let logarithms = Logarithms::of(inputs, at, preparation.logarithms.as_deref());
        let initial = factors.initial(at);
        let all = forms
            .iter()
            .map(|form| {
                let largest = largest_product(&factors, at);
                Assumptions { arithmetic, roundings, form: *form, preparation: preparation.vectors, largest }
            })
            .map(|given| bound(&program, &logarithms, &initial, given));
        (at, all.reduce(HeadBound::larger).unwrap_or_else(|| HeadBound::zero(&program)))
    };
    inputs.all_heads().into_par_iter().map(one).collect()
}
