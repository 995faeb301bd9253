//! Runs a theorem: draws instances, checks them, has every certificate audited, shrinks what fails.

use crate::{Claim, Evidence, Instance, Line, Margin, Nearest, Outcome, Part, Quantifier, Role};
use exact::Rational;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Confirms certificates independently of the code that made them.
pub trait Auditor: Sync {
    /// Whether the line is sound: its statement is the theorem's, the instance is within its hypotheses, and
    /// the evidence proves what the line says. The number says how near the instance came to failing; none where the conclusion
    /// compares no numbers, and of lines that are no instance's.
    ///
    /// # Errors
    /// [`AuditError`] with the reason.
    fn audit(&self, line: &str) -> Result<Option<Rational>, AuditError>;

    /// Whether the line's instance is within the hypotheses; the evidence is not looked at.
    ///
    /// # Errors
    /// [`AuditError`] with the reason.
    fn within_hypotheses(&self, line: &str) -> Result<(), AuditError>;
}

/// Why an auditor does not accept a line.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AuditError {
    /// The instance breaks a hypothesis.
    #[error("the instance is outside the domain: {0}")]
    OutsideDomain(String),
    /// The line does not prove what it says.
    #[error("the certificate is refused: {0}")]
    Refused(String),
}

/// How much to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Instances a theorem.
    pub cases: u64,
    /// Seed of the whole run.
    pub seed: u64,
    /// Cap on the dimension, within each theorem's own range.
    pub max_dimension: usize,
    /// Run only this instance.
    pub only_case: Option<u64>,
    /// No new instance is begun after this moment.
    pub deadline: Option<Instant>,
    /// Certificates are kept of the instances with smaller numbers than this, of the only case, and of witnesses.
    pub keep: usize,
}

/// Told of every finished instance, and asked whether to go on.
pub struct Progress<'a> {
    /// Called once for each finished instance.
    pub tick: &'a (dyn Fn() + Sync),
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
}

/// The verdict on a theorem in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every instance was decided and holds, and every witness does what it should.
    Holds,
    /// Some instance within the hypotheses contradicts the conclusion.
    Refuted,
    /// Nothing contradicts the theorem, but some instance stayed undecided, or none was run.
    Undecided,
    /// The run is at fault: a domain left its hypotheses, a certificate was refused, or a witness failed.
    Broken,
}

/// What went wrong first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// Number of the instance, or the name of the witness.
    pub case: String,
    /// The shrunk instance, in readable fractions.
    pub instance: String,
    /// The shrunk instance in the wire form.
    pub wire: serde_json::Value,
    /// What should have been the case.
    pub expected: String,
    /// What is.
    pub found: String,
    /// For a refutation that the auditor confirms: its certificate.
    pub certificate: Option<String>,
}

/// A hypothesis or trap and whether its witness does what it should.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WitnessResult {
    /// `drops <hypothesis>`, `trap <name>` or `witness`.
    pub name: String,
    /// Whether the auditor accepted its certificate.
    pub shown: bool,
    /// The instance, in readable fractions.
    pub instance: String,
}

/// What one run found out about a theorem.
#[derive(Clone, Debug)]
pub struct TheoremResult {
    /// The theorem's id.
    pub id: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// Instances decided and holding, with an accepted certificate.
    pub holds: u64,
    /// Instances that stayed undecided, with the reason of the first.
    pub undecided: (u64, Option<String>),
    /// For an existence theorem: drawn instances that are no examples.
    pub passed_over: u64,
    /// Instances by dimension.
    pub dimensions: BTreeMap<usize, u64>,
    /// The instance that came nearest to failing, where the conclusion compares numbers.
    pub nearest: Option<Nearest>,
    /// Hypotheses shown needed, traps refuted.
    pub witnesses: Vec<WitnessResult>,
    /// The first failure.
    pub failure: Option<Failure>,
    /// Certificate lines: witnesses first, then instances in order.
    pub certificates: Vec<String>,
    /// Whether the run ended before all instances were tried.
    pub partial: bool,
    /// Time spent on its parts, added up; never part of results that must be reproducible.
    pub elapsed: Duration,
}

/// Decides `claim` on `options.cases` instances.
///
/// Instance `i` depends on the seed, the theorem's id, `i` and the cap on the dimension alone, so neither the
/// number of threads nor the order of theorems changes a result.
pub fn run(
    claim: &Claim,
    options: &Options,
    auditor: &dyn Auditor,
    progress: &Progress<'_>,
) -> TheoremResult {
    let numbers: Vec<u64> = options.parts().collect();
    let parts: Vec<Option<Part>> =
        numbers.into_par_iter().map(|number| run_part(claim, options, auditor, progress, number)).collect();
    TheoremResult::of(claim, parts)
}

enum Case {
    Holds { dimension: usize, line: String, margin: Option<Rational> },
    NotAnExample { dimension: usize },
    Undecided { dimension: usize, reason: String },
    Failed { verdict: Verdict, failure: Box<Failure> },
}

/// Does one part of a theorem's work: its witnesses (part 0), or a block of instances. `None` when it was stopped, or
/// the deadline came, before its end.
pub fn run_part(
    claim: &Claim,
    options: &Options,
    auditor: &dyn Auditor,
    progress: &Progress<'_>,
    number: u64,
) -> Option<Part> {
    let start = Instant::now();
    let mut part = Part { theorem: claim.id.into(), number, ..Part::default() };
    if number == 0 {
        if progress.stop.load(Ordering::Relaxed) {
            return None;
        }
        run_witnesses(claim, auditor, &mut part);
    }
    for case in options.cases_of(number) {
        let late = options.deadline.is_some_and(|end| Instant::now() >= end);
        if late || progress.stop.load(Ordering::Relaxed) {
            return None;
        }
        let keep = case < options.keep as u64 || options.only_case.is_some();
        count(case, run_case(claim, options, auditor, case), keep, &mut part);
        (progress.tick)();
    }
    part.seconds = start.elapsed().as_secs_f64();
    Some(part)
}

/// Enters one instance into the part; instances come in order.
fn count(number: u64, case: Case, keep: bool, part: &mut Part) {
    let dimension = match &case {
        Case::Holds { dimension, .. }
        | Case::NotAnExample { dimension }
        | Case::Undecided { dimension, .. } => Some(*dimension),
        Case::Failed { .. } => None,
    };
    if let Some(dimension) = dimension {
        *part.dimensions.entry(dimension).or_default() += 1;
    }
    match case {
        Case::Holds { line, margin, .. } => {
            part.holds += 1;
            part.nearer(margin.map(|margin| Nearest { margin: Margin::of(&margin), case: number }));
            if keep {
                part.certificates.push(line);
            }
        }
        Case::NotAnExample { .. } => part.passed_over += 1,
        Case::Undecided { reason, .. } => {
            part.undecided += 1;
            part.undecided_reason.get_or_insert(reason);
        }
        Case::Failed { verdict, failure } => fail(part, verdict, *failure),
    }
}

fn fail(part: &mut Part, verdict: Verdict, failure: Failure) {
    part.failure.get_or_insert((verdict, failure));
}

fn run_witnesses(claim: &Claim, auditor: &dyn Auditor, part: &mut Part) {
    let mut show = |name: String, line: &Line<'_>| {
        let text = line.to_string();
        let verdict = auditor.audit(&text);
        part.witnesses.push(WitnessResult {
            name: name.clone(),
            shown: verdict.is_ok(),
            instance: line.instance.to_string(),
        });
        match verdict {
            Ok(_) => part.certificates.push(text),
            Err(error) => fail(
                part,
                Verdict::Broken,
                Failure {
                    case: name,
                    instance: line.instance.to_string(),
                    wire: serde_json::json!(line.instance),
                    expected: "a certificate that the checker accepts".into(),
                    found: error.to_string(),
                    certificate: None,
                },
            ),
        }
    };
    for sharp in claim.sharpness {
        let (instance, evidence) = (sharp.witness)();
        let mut line = claim.line(&instance, vec![evidence]);
        line.role = Role::Drops(sharp.drops, sharp.fails);
        show(format!("drops {}", sharp.drops), &line);
    }
    for trap in claim.traps {
        let (instance, evidence) = (trap.witness)();
        let role = Role::Trap(trap.name, trap.fails);
        let evidence = vec![evidence];
        let line =
            Line { theorem: claim.id, role, instance: &instance, statement: (trap.statement)(), evidence };
        show(format!("trap {}", trap.name), &line);
    }
    if let Quantifier::Exists(witness) = claim.quantifier {
        let instance = witness();
        // Without evidence the line is refused, and the refusal says what the check found.
        let evidence = match (claim.check)(&instance) {
            Outcome::Holds(evidence) => evidence,
            Outcome::Refuted { .. } | Outcome::Undecided(_) => Vec::new(),
        };
        show("witness".into(), &claim.line(&instance, evidence));
    }
}

fn run_case(claim: &Claim, options: &Options, auditor: &dyn Auditor, case: u64) -> Case {
    let dimension = dimension_of(claim, options, case);
    let mut tree = tree(claim, options.seed, case, dimension);
    let instance = tree.current();
    match decide(claim, &instance, auditor) {
        Decision::Holds(line, margin) => Case::Holds { dimension, line, margin },
        Decision::NotAnExample => Case::NotAnExample { dimension },
        Decision::Undecided(reason) => Case::Undecided { dimension, reason },
        Decision::Failed(failed) => {
            let (instance, failed) = shrink(claim, options, auditor, case, (dimension, &mut tree, failed));
            let failure = Failure {
                case: case.to_string(),
                instance: instance.to_string(),
                certificate: failed.conclusion.and_then(|line| confirm(claim, &instance, line, auditor)),
                wire: serde_json::json!(instance),
                expected: failed.expected,
                found: failed.found,
            };
            Case::Failed { verdict: failed.verdict, failure: Box::new(failure) }
        }
    }
}

/// The certificate of a refutation, if the auditor can decide the line of the conclusion by itself.
fn confirm(claim: &Claim, instance: &Instance, conclusion: usize, auditor: &dyn Auditor) -> Option<String> {
    [Evidence::Compute, Evidence::Sturm].into_iter().find_map(|evidence| {
        let mut line = claim.line(instance, vec![evidence]);
        line.role = Role::Counterexample(conclusion);
        let text = line.to_string();
        auditor.audit(&text).is_ok().then_some(text)
    })
}

struct Failed {
    verdict: Verdict,
    conclusion: Option<usize>,
    expected: String,
    found: String,
}

enum Decision {
    Holds(String, Option<Rational>),
    NotAnExample,
    Undecided(String),
    Failed(Failed),
}

fn decide(claim: &Claim, instance: &Instance, auditor: &dyn Auditor) -> Decision {
    let broken = |error: AuditError| {
        Decision::Failed(Failed {
            verdict: Verdict::Broken,
            conclusion: None,
            expected: "a certificate that the checker accepts".into(),
            found: error.to_string(),
        })
    };
    let within = || auditor.within_hypotheses(&claim.line(instance, Vec::<Evidence>::new()).to_string());
    match (claim.check)(instance) {
        Outcome::Holds(evidence) => {
            let line = claim.line(instance, evidence).to_string();
            match auditor.audit(&line) {
                Ok(margin) => Decision::Holds(line, margin),
                Err(error) => broken(error),
            }
        }
        Outcome::Undecided(reason) => match within() {
            Ok(()) => Decision::Undecided(reason),
            Err(error) => broken(error),
        },
        Outcome::Refuted { conclusion, expected, found } => match (within(), claim.quantifier) {
            (Err(error), _) => broken(error),
            (Ok(()), Quantifier::Exists(_)) => Decision::NotAnExample,
            (Ok(()), Quantifier::ForAll | Quantifier::Conjecture) => Decision::Failed(Failed {
                verdict: Verdict::Refuted,
                conclusion: Some(conclusion),
                expected,
                found,
            }),
        },
    }
}

type Tree = Box<dyn ValueTree<Value = Instance>>;

/// Looks for the same failure in smaller dimensions, then walks the shrink tree towards simpler fractions.
fn shrink(
    claim: &Claim,
    options: &Options,
    auditor: &dyn Auditor,
    case: u64,
    (dimension, tree_at_failure, failed): (usize, &mut Tree, Failed),
) -> (Instance, Failed) {
    const TRIES_PER_DIMENSION: u64 = 64;
    const STEPS: usize = 4_000;
    let same = |instance: &Instance| match decide(claim, instance, auditor) {
        Decision::Failed(other)
            if (other.verdict, other.conclusion) == (failed.verdict, failed.conclusion) =>
        {
            Some(other)
        }
        _ => None,
    };
    let smaller = (claim.dimensions.0..dimension)
        .flat_map(|d| (0..TRIES_PER_DIMENSION).map(move |attempt| (d, attempt)))
        .find_map(|(d, attempt)| {
            let smaller = tree(claim, options.seed, case ^ (attempt + 1) << 32, d);
            same(&smaller.current()).map(|found| (smaller, found))
        });
    let mut found_smaller;
    let (tree, mut best) = match smaller {
        Some((tree, found)) => {
            found_smaller = tree;
            (&mut found_smaller, found)
        }
        None => match same(&tree_at_failure.current()) {
            Some(found) => (tree_at_failure, found),
            None => panic!("instance {case} of {} does not fail twice in the same way", claim.id),
        },
    };
    let mut instance = tree.current();
    let mut steps = 0;
    while steps < STEPS && tree.simplify() {
        loop {
            steps += 1;
            if let Some(found) = same(&tree.current()) {
                (instance, best) = (tree.current(), found);
                break;
            }
            if steps >= STEPS || !tree.complicate() {
                break;
            }
        }
    }
    (instance, best)
}

/// Half of the instances are of small dimension, the others spread over the whole range.
fn dimension_of(claim: &Claim, options: &Options, case: u64) -> usize {
    const SMALL: usize = 6;
    let (low, high) = claim.dimensions;
    let high = high.min(options.max_dimension).max(low);
    let mixed = mix(options.seed ^ mix(case));
    let top = if mixed.is_multiple_of(2) { high.min(low.max(SMALL)) } else { high };
    low + (mix(mixed) % (top - low + 1) as u64) as usize
}

fn tree(claim: &Claim, seed: u64, case: u64, dimension: usize) -> Tree {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &audit_seed(seed, claim.id, case, dimension));
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    match (claim.domain)(dimension).new_tree(&mut runner) {
        Ok(tree) => Box::new(tree),
        Err(reason) => {
            panic!("the domain of {} builds no instance of dimension {dimension}: {reason}", claim.id)
        }
    }
}

/// Instance `case` of a theorem, as [`run`] draws it.
pub fn sample(claim: &Claim, options: &Options, case: u64) -> Instance {
    tree(claim, options.seed, case, dimension_of(claim, options, case)).current()
}

/// The 32 seed bytes of an instance's generator: an injective encoding of seed, case and dimension beside a hash
/// of the theorem's id.
pub fn audit_seed(seed: u64, id: &str, case: u64, dimension: usize) -> [u8; 32] {
    let id = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip([seed, id, case, dimension as u64]) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The finaliser of SplitMix64, a bijection that scatters consecutive numbers.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
