//! Holds results of these systems against the reference, under the bound of their arithmetic; and runs them as an oracle.

use super::counted::Counted;
use super::given::{Given, Margin, Results};
use super::read::{ScanCase, ScanDump};
use super::slips::{self, Twist};
use super::{Scan, TensorSpec, linoss};
use crate::compare::{Columns, Compared, Place, compared, ratio};
use crate::diagnosis::{Diagnosis, Explanation};
use crate::reference::{BITS, Values, precise};
use crate::report::{Report, RunReport};
use crate::{DumpError, Verdict};
use enclosure::RealBall;
use engine::Real;
use engine::bounds::{Arithmetic, Form, Roundings};
use std::f64::consts::TAU;

/// Chunks that the bound covers by default: those of 256 tokens and of every number that divides it.
const CHUNK: usize = 256;

fn ball(x: &f64) -> RealBall {
    RealBall::from_f64(BITS, *x).unwrap_or_else(|_| RealBall::everything(BITS))
}

impl ScanDump {
    /// The inputs of a run, with or without the initial state.
    fn inputs(&self, from_initial: bool) -> Given<f64> {
        let names: Vec<&str> = self.scan.spec().initial.iter().map(|s| s.name).collect();
        if from_initial { self.given.clone() } else { self.given.without(&names) }
    }

    /// The results of a right kernel, enclosed, from the initial state where there is one.
    pub fn oracle(&self) -> Vec<(&'static TensorSpec, Values)> {
        self.enclosed(BITS).into_iter().map(|(spec, values)| (spec, Values::Ball(values))).collect()
    }

    /// The same in balls of so many bits.
    pub(super) fn enclosed(&self, bits: u32) -> Vec<(&'static TensorSpec, Vec<RealBall>)> {
        let number = |x: &f64| RealBall::from_f64(bits, *x).unwrap_or_else(|_| RealBall::everything(bits));
        let mut results = self.scan.run(&self.given.map(number), Twist::None, &Margin::NONE);
        let take = |spec: &'static TensorSpec| {
            let values = results.remove(spec.name).unwrap_or_default();
            let angle = spec.name == "angle_state";
            (spec, if angle { values.iter().map(reduced).collect() } else { values })
        };
        self.scan.spec().results.iter().map(take).collect()
    }

    /// The results in `f64`; without a rounding where the inputs are a probe's.
    pub(super) fn in_double(&self) -> Results<f64> {
        self.reference(&self.given)
    }

    fn reference(&self, given: &Given<f64>) -> Results<f64> {
        self.scan.run(given, Twist::None, &Margin::NONE)
    }
}

/// An angle modulo 2π, in [0, 2π).
fn reduced(angle: &RealBall) -> RealBall {
    use engine::Scalar;
    let turns = angle.midpoint().map_or(0.0, |m| (m.to_f64() / TAU).floor());
    let whole = Real::pi(angle).times(&ball(&(2.0 * turns)));
    angle.minus(&whole)
}

/// What rounding explains of each result.
fn bound<const LIKELY: bool>(
    scan: Scan,
    given: &Given<f64>,
    arithmetic: &Arithmetic,
    roundings: Roundings,
    chunks: &[usize],
) -> Results<f64> {
    if let Scan::Oscillators(scheme) = scan {
        return linoss::bound(scheme, given, arithmetic, roundings);
    }
    let tokens = given.size('T') as f64;
    let mut out: Results<f64> = Results::new();
    for chunk in chunks {
        let widen = |x: Counted<LIKELY>, units: f64| x.widened(units);
        let size = |x: &Counted<LIKELY>| x.mass();
        let operand = |x: Counted<LIKELY>, n: f64| x.widened(n * arithmetic.operand / arithmetic.unit);
        let margin =
            Margin { chunk: *chunk, widen: &widen, size: &size, operand: &operand, seen: &|_, _| () };
        let results = scan.run(&given.map(|x| Counted::<LIKELY>::exact(*x)), Twist::None, &margin);
        for (name, values) in results {
            let one = |x: &Counted<LIKELY>| {
                let factor = match roundings {
                    Roundings::Adversarial => 1.0,
                    Roundings::Repeating { lambda } | Roundings::Independent { lambda } => lambda,
                };
                let error = x.error(factor, arithmetic.unit);
                // An angle is reduced modulo 2π in every token: two roundings of at most 4π.
                let turned = if name == "angle_state" { 26.0 * tokens * arithmetic.unit } else { 0.0 };
                let floor = arithmetic.tiny * (x.most() + 2.0) * (1.0 + x.mass());
                let total = error + turned + floor;
                total
                    + if name == scan.spec().results[0].name {
                        arithmetic.rounded(x.mass() + total)
                    } else {
                        0.0
                    }
            };
            let values: Vec<f64> = values.iter().map(one).collect();
            match out.get_mut(name) {
                None => {
                    out.insert(name, values);
                }
                Some(all) => all.iter_mut().zip(values).for_each(|(a, b)| *a = a.max(b)),
            }
        }
    }
    out
}

/// The chunks that a bound covers where nothing else is asked for.
pub(super) fn default_chunks() -> Vec<usize> {
    vec![CHUNK]
}

/// What a right kernel may certainly be off, result by result.
pub(super) fn bounds_of(dump: &ScanDump, given: &Given<f64>, chunks: &[usize]) -> Results<f64> {
    bound::<false>(dump.scan, given, dump.arithmetic, Roundings::Adversarial, chunks)
}

fn places(dump: &ScanDump, spec: &TensorSpec) -> Vec<Place> {
    let shape = dump.shape(spec);
    let count: usize = shape.iter().product();
    let place = |flat: usize| {
        let mut place = Place { sequence: 0, token: None, head: 0, row: None, channel: 0 };
        let mut rest = flat;
        let axes: Vec<char> = spec.axes.chars().collect();
        for (axis, size) in axes.into_iter().zip(&shape).rev() {
            let i = rest % (*size).max(1);
            rest /= (*size).max(1);
            match axis {
                'B' | 'S' => place.sequence = i,
                'T' => place.token = Some(i),
                'H' => place.head = i,
                'N' | 'M' | 'K' => place.row = Some(i),
                _ => place.channel = i,
            }
        }
        // Of packed sequences the token counts from the start of its own.
        if let Some(t) = place.token {
            let within = |(batch, range): &&(usize, std::ops::Range<usize>)| {
                *batch == place.sequence && range.contains(&t)
            };
            if let Some(n) = dump.given.sequences.iter().position(|s| within(&s)) {
                place.token = Some(t - dump.given.sequences[n].1.start);
                place.sequence = n;
            }
        }
        place
    };
    (0..count).map(place).collect()
}

/// The distance of two angles.
pub(super) fn apart(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.is_finite() { (difference - TAU * (difference / TAU).round()).abs() } else { f64::INFINITY }
}

fn diagnose(
    dump: &ScanDump,
    case: &ScanCase,
    given: &Given<f64>,
    allowed: &Results<f64>,
    broken: bool,
) -> Diagnosis {
    let right = dump.reference(given);
    let mut explained: Vec<Explanation> = Vec::new();
    let mut not_separable = Vec::new();
    for (slip, results) in slips::tried(dump.scan, given) {
        let (mut explains, mut separable, mut left, mut all) = (true, false, 0.0, 0.0);
        for (name, computed) in &case.tensors {
            let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            // A slipped run that is larger than the right one rounds as much more.
            let growth = largest(&results[name]) / largest(&right[name]).max(f64::MIN_POSITIVE);
            let angle = *name == "angle_state";
            let far = |a: f64, b: f64| if angle { apart(a, b) } else { (a - b).abs() };
            let rows = computed.iter().zip(&right[name]).zip(&results[name]).zip(&allowed[name]);
            for (((c, r), s), a) in rows {
                let tolerance = growth.max(1.0) * a + dump.arithmetic.output * s.abs();
                explains &= ratio(far(*c, *s), tolerance) <= 1.0;
                separable |= ratio(far(*r, *s), tolerance) > 1.0;
                let size = a.max(f64::MIN_POSITIVE);
                left += (far(*c, *s) / size).powi(2);
                all += (far(*c, *r) / size).powi(2);
            }
        }
        if !separable {
            not_separable.push(slip.name);
        } else if broken && explains {
            let unexplained = if left == 0.0 { 0.0 } else { (left / all).sqrt() };
            explained.push(Explanation { slip: slip.name, what: slip.what, unexplained });
        }
    }
    explained.sort_by(|a, b| a.unexplained.total_cmp(&b.unexplained));
    Diagnosis { explained_by: explained, closest: None, looks: Vec::new(), not_separable, tried_on: None }
}

/// Compares every run of a file with the reference.
///
/// # Errors
/// When there is no bound for its arithmetic.
pub fn compare_scan(dump: &ScanDump, forms: &[Form]) -> Result<Report, DumpError> {
    let mut chunks: Vec<usize> = forms.iter().map(|f| f.tokens()).filter(|n| *n > 64).collect();
    chunks.push(if forms == [Form::Recurrent] { 1 } else { CHUNK });
    let spec = dump.scan.spec();
    let mut runs = Vec::new();
    for case in &dump.cases {
        let given = dump.inputs(case.from_initial);
        let rounded = dump.reference(&given);
        let exact =
            precise(dump.arithmetic).then(|| dump.scan.run(&given.map(ball), Twist::None, &Margin::NONE));
        let count = case.tensors.values().map(Vec::len).sum();
        let possible = bounds_of(dump, &given, &chunks);
        let mut likely = bound::<true>(dump.scan, &given, dump.arithmetic, Roundings::likely(count), &chunks);
        for (name, values) in &mut likely {
            values.iter_mut().zip(&possible[name]).for_each(|(l, p)| *l = l.min(*p));
        }
        let mut tensors: Vec<Compared> = Vec::new();
        for result in spec.results {
            let Some(computed) = case.tensors.get(result.name) else { continue };
            let values = match &exact {
                Some(balls) => Values::Ball(balls[result.name].clone()),
                None => Values::Double(rounded[result.name].clone()),
            };
            let expected = values.rounded();
            let errors = if result.name == "angle_state" {
                // 2π itself is off by 3·10⁻¹⁶, for each of the whole turns.
                let turns = |e: &f64| 3e-16 * (1.0 + e.abs());
                expected.iter().zip(computed).map(|(e, c)| (apart(*e, *c) - turns(e)).max(0.0)).collect()
            } else {
                values.errors(computed)
            };
            let columns = Columns {
                places: &places(dump, result),
                computed,
                expected: &expected,
                errors: &errors,
                likely: &likely[result.name],
                possible: &possible[result.name],
            };
            let name = case.name.replacen(spec.results[0].name, result.name, 1);
            tensors.push(compared(&name, &columns));
        }
        let worst = tensors.iter().map(|t| t.verdict).max().unwrap_or(Verdict::Rounding);
        let diagnosis = diagnose(dump, case, &given, &possible, worst != Verdict::Rounding);
        let explained = !diagnosis.explained_by.is_empty();
        let verdict = if worst == Verdict::Undecided && explained { Verdict::Bug } else { worst };
        let (name, from_initial_state) = (case.name.clone(), case.from_initial);
        runs.push(RunReport { name, from_initial_state, tensors, diagnosis, verdict });
    }
    let sizes: Vec<String> =
        dump.given.sizes.iter().filter(|(a, _)| **a != 'S').map(|(axis, n)| format!("{axis} {n}")).collect();
    Ok(Report {
        system: spec.name,
        arithmetic: dump.arithmetic.name,
        shape: format!("{}, sequences {}", sizes.join(", "), dump.given.sequences.len()),
        verdict: runs.iter().map(|r: &RunReport| r.verdict).max().unwrap_or(Verdict::Rounding),
        runs,
        gradients: Vec::new(),
        notes: dump.notes.clone(),
    })
}
