//! What the words of the report mean, for somebody who sees it for the first time.

use super::{Context, chip};
use crate::model::Strength;
use crate::site::Site;
use crate::{ReportError, tex};
use maud::{Markup, html};

pub(super) fn guide(context: &Context<'_>, site: Site) -> Result<Markup, ReportError> {
    let math = |text: &str| tex::inline(text, "how to read this");
    let example = context
        .run
        .theorems
        .iter()
        .find(|it| it.claim.id == "kda/real-spectrum")
        .or(context.run.theorems.first());
    Ok(html! {
        h1 { "How to read this" }
        p.lead {
            "In five minutes: take one theorem, read its statement, redo its certificate by hand, and say what the evidence covers and what not."
            @if let Some(it) = example { " A good one to begin with is " a href=(site.theorem(it.claim.id)) { (it.claim.title) } "." }
        }
        section {
            h2 { "What was done" }
            p {
                "Each theorem is about the transition " (math("T")?) " of a sequence model: the matrix that carries its state from one token to the next. "
                "For each theorem the program drew instances (numbers for every parameter, as fractions), decided whether the conclusion is true for each, "
                "and wrote a certificate. A second, small program that shares no code with the first read every certificate and accepted it, or the instance did not count. "
                "No tolerance is used anywhere: numbers are fractions, or intervals that are rounded outwards."
            }
        }
        section {
            h2 { "Verdicts" }
            dl.answers {
                dt { span.verdict.holds { "✓ holds" } } dd { "Every instance was decided and is true, with an accepted certificate; every counterexample to a dropped hypothesis was accepted too." }
                dt { span.verdict.refuted { "✗ refuted" } } dd { "An instance within the hypotheses contradicts the conclusion. It is shown, shrunk to simple fractions, with the command that shows it again." }
                dt { span.verdict.undecided { "? undecided" } } dd { "Nothing contradicts the theorem, but some instance could not be decided. It never counts as holding." }
                dt { span.verdict.broken { "! broken" } } dd { "The run itself is at fault: the sampler left the hypotheses, or the checker refused a certificate." }
                dt { span.verdict.open { "? open" } } dd { "A conjecture: believed, searched for a counterexample, not proved. It counts nowhere." }
            }
        }
        section {
            h2 { "How strong evidence is" }
            dl.answers { @for strength in Strength::ALL { dt { (chip(strength)) } dd { (strength.meaning()) "." } } }
            p {
                "Instances, even many, are no proof for all sizes and parameters: why the statement is true in general is the proof idea on its page, "
                "and for " (chip(Strength::Formal)) " theorems a proof that Coq checked."
            }
        }
        section {
            h2 { "What a number of instances says" }
            p {
                "If a share " (math("p")?) " of what a sampler draws were counterexamples, " (math("n")?) " independent draws would all be clean with probability "
                (math("(1 - p)^n")?) ". Clopper and Pearson's upper limit is the " (math("p")?) " for which this is 5 %: a larger one would show itself with more than 95 %. "
                "It is a statement about this sampler, which prefers corners (equal gates, zeros, values next to a bound), and about nothing else."
            }
        }
        section {
            h2 { "Hypotheses and false neighbours" }
            p {
                "A theorem is only as good as its hypotheses. For each there is an exact instance that breaks this one and satisfies all others, and for which the conclusion is false: "
                "so it cannot be dropped. A false neighbour is a statement that is easily taken for the theorem; it is refuted in the same way."
            }
        }
        section {
            h2 { "How a certificate shows something" }
            p { "A certificate has the instance and, for each line of the conclusion, a piece of evidence that the checker verifies by itself:" }
            dl.answers {
                dt { "roots" } dd { "A polynomial with opposite signs at two points has a root between them. As many disjoint intervals (and exact roots) as the degree are the whole spectrum, and it is real." }
                dt { "discs" } dd { "If " (math("n\\,|p(c)| \\le r\\,|p'(c)|")?) ", a polynomial of degree " (math("n")?) " has a root within " (math("r")?) " of " (math("c")?) ". A disc above the real axis holds one that is not real." }
                dt { "sturm" } dd { "Sturm's theorem counts real roots by changes of sign in a chain of remainders." }
                dt { "symmetrizer" } dd { "A positive definite " (math("M")?) " with " (math("MT")?) " symmetric makes " (math("T")?) " self-adjoint in another inner product: real eigenvalues and a basis of eigenvectors." }
                dt { "fourier" } dd { "The Fourier vectors are eigenvectors, exactly, in a field of roots of unity; so the eigenvalues are all known." }
                dt { "intertwiner" } dd { "An " (math("E")?) " of full column rank with " (math("TE = ES")?) " puts " (math("S")?) " inside " (math("T")?) "." }
                dt { "compute" } dd { "Both sides are computed and compared." }
            }
            p { "The full format, precise enough to write another checker from it, is " code { "docs/certificate-v1.md" } "." }
        }
        section {
            h2 { "Notation" }
            ul.values {
                li { (math("\\chi_T(z) = \\det(zI - T)")?) ", the characteristic polynomial; its roots are the eigenvalues." }
                li { "A " em { "pair" } " is two conjugate eigenvalues that are not real: an oscillation." }
                li { (math("u \\odot v")?) " is the product entry by entry, " (math("u\\,v^{\\top}")?) " the matrix of all products, " (math("A \\oplus B")?) " two blocks on the diagonal." }
                li { (math("\\left[\\,x_t\\,\\right]_{t = 1, \\dots, n}")?) " is the list (or the matrix with the rows) " (math("x_1, \\dots, x_n")?) "." }
                li { (math("\\left\\{ x := a;\\;x := f(x) \\text{ for } t = 1, \\dots, n \\right\\}")?) " is the last " (math("x")?) " of a recurrence: it begins as " (math("a")?) " and is replaced once for each " (math("t")?) "." }
                li { (math("P_m(\\delta)")?) " is the Fourier shift of " (math("m")?) " slots by " (math("\\delta")?) ", " (math("\\Phi_m")?) " the real Fourier basis, " (math("F_m(\\delta)")?) " the rotations that the shift becomes in it." }
                li { (math("n_+(A), n_-(A)")?) " count the positive and the negative eigenvalues of a symmetric matrix." }
                li { (math("\\approx")?) " marks a number that is shown rounded, because it is irrational or long; the checker works with the number itself." }
            }
        }
        section {
            h2 { "What has to be trusted" }
            p {
                "The checker and its table of statements, exact arithmetic on GMP, and the Rust compiler. Not the samplers, not the program that found the evidence, and no floating point. "
                "That a statement in prose and the one in the table mean the same is for people to see: each page shows both."
            }
        }
    })
}
