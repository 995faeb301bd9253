//! A cross-check by an SMT solver: the signs of the characteristic polynomial at the gates, for all real parameters.
//!
//! `kda/spectrum-bounds` and `ckda/at-most-one-pair` rest on these signs. Each test asks `z3` for parameters that break them;
//! there must be none, and there must be some as soon as the claim is spoilt. Without `z3` the tests are ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use std::io::Write;
use std::process::{Command, Stdio};

fn main() {
    let arguments = Arguments::from_args();
    let found = Command::new("z3").arg("--version").output().is_ok_and(|out| out.status.success());
    let trials = questions().into_iter().map(|(name, script, expected)| {
        let shown = if found { name } else { format!("{name} (skipped: z3 not found)") };
        Trial::test(shown, move || ask(&script, expected)).with_ignored_flag(!found)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Name, script, answer.
fn questions() -> Vec<(String, String, &'static str)> {
    let mut questions = Vec::new();
    for d in 2..=6 {
        questions.push((
            format!("kda/signs-alternate/d={d}"),
            script(d, Gates::Positive, Claim::Alternate),
            "unsat",
        ));
    }
    for d in 3..=5 {
        let right = script(d, Gates::Signed, Claim::AlternateOnEitherSide);
        questions.push((format!("ckda/signs-alternate-on-either-side-of-zero/d={d}"), right, "unsat"));
    }
    // Spoilt claims: signed gates in KDA's, and alternation across zero in CKDA's.
    questions.push(("kda/spoilt/signed-gates".into(), script(3, Gates::Signed, Claim::Alternate), "sat"));
    questions.push((
        "kda/spoilt/weak-erase".into(),
        script(3, Gates::Any, Claim::AlternateOnEitherSide),
        "sat",
    ));
    questions
}

#[derive(Clone, Copy)]
enum Gates {
    /// Ascending from above 0.
    Positive,
    /// Ascending, none of them 0.
    Signed,
    /// Ascending, and the strength may be negative or 0.
    Any,
}

#[derive(Clone, Copy)]
enum Claim {
    /// Opposite signs at neighbouring gates.
    Alternate,
    /// The same, where the two gates have one sign.
    AlternateOnEitherSide,
}

/// SMT-LIB 2, logic QF_NRA: are there gates `a`, squares `q` of key entries and a strength `b` that break the claim?
fn script(d: usize, gates: Gates, claim: Claim) -> String {
    let mut lines = vec!["(set-logic QF_NRA)".to_owned()];
    let names = (1..=d).flat_map(|i| [format!("a{i}"), format!("q{i}")]).chain(["b".to_owned()]);
    lines.extend(names.map(|name| format!("(declare-const {name} Real)")));
    lines.extend((1..d).map(|i| format!("(assert (< a{i} a{}))", i + 1)));
    lines.extend((1..=d).map(|i| format!("(assert (> q{i} 0))")));
    match gates {
        Gates::Positive => lines.extend(["(assert (> a1 0))".to_owned(), "(assert (> b 0))".to_owned()]),
        Gates::Signed => {
            lines.extend((1..=d).map(|i| format!("(assert (not (= a{i} 0)))")));
            lines.push("(assert (> b 0))".to_owned());
        }
        Gates::Any => lines.extend((1..=d).map(|i| format!("(assert (not (= a{i} 0)))"))),
    }
    let broken = (1..d).map(|j| {
        let opposite = format!("(< (* {} {}) 0)", value(d, j), value(d, j + 1));
        match claim {
            Claim::Alternate => format!("(not {opposite})"),
            Claim::AlternateOnEitherSide => format!("(and (> (* a{j} a{}) 0) (not {opposite}))", j + 1),
        }
    });
    lines.push(format!("(assert (or {}))", broken.collect::<Vec<_>>().join(" ")));
    lines.push("(check-sat)".to_owned());
    lines.join("\n")
}

/// `∏(z − a_i) + b Σ_i a_i q_i ∏_{l ≠ i}(z − a_l)` at `z = a_j`, as it is written: nothing is cancelled beforehand.
fn value(d: usize, j: usize) -> String {
    let product = |skip: usize| {
        let factors = (1..=d).filter(|i| *i != skip).map(|i| format!("(- a{j} a{i})"));
        format!("(* 1 {})", factors.collect::<Vec<_>>().join(" "))
    };
    let terms = (1..=d).map(|i| format!("(* b a{i} q{i} {})", product(i)));
    format!("(+ {} {})", product(0), terms.collect::<Vec<_>>().join(" "))
}

fn ask(script: &str, expected: &str) -> Result<(), Failed> {
    let mut solver =
        Command::new("z3").args(["-in", "-T:60"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    solver.stdin.take().ok_or("z3 has no input")?.write_all(script.as_bytes())?;
    let output = solver.wait_with_output()?;
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if answer == expected {
        Ok(())
    } else {
        Err(format!("z3 says `{answer}`, not `{expected}`:\n{script}").into())
    }
}
