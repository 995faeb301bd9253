//! No run of Cyclic Flow Attention in a rounding arithmetic is further from the exact one than its bound says.

#[path = "common/slots.rs"]
mod slots;

use enclosure::RealBall;
use engine::bounds::{Arithmetic, HeadBound, SlotArithmetic, slot_bound};
use engine::run::Run;
use engine::systems::cyfa::Sequence;
use exact::Rational;
use proptest::prelude::*;
use slots::{Sizes, draw};

const BITS: u32 = 300;

fn exact(sequence: &Sequence<f64>) -> Run<RealBall> {
    sequence.map(|x| RealBall::from_f64(BITS, *x).expect("finite inputs")).run().0
}

/// The largest ratio of error and bound; the error is taken to the far end of the ball.
fn worst(computed: &[f64], exact: &[RealBall], bound: &[f64]) -> f64 {
    assert!(computed.len() == exact.len() && computed.len() == bound.len());
    let ratio = |((x, ball), bound): ((&f64, &RealBall), &f64)| {
        let x = Rational::from_f64(*x).expect("a finite result");
        let (lo, hi) = (ball.lower().expect("bounded"), ball.upper().expect("bounded"));
        let error = Rational::from(&x - &lo).abs().max(Rational::from(&hi - &x).abs());
        match Rational::from_f64(*bound) {
            Some(b) if b > 0 => (error / b).to_f64(),
            Some(_) if error == 0 => 0.0,
            Some(_) => f64::INFINITY,
            None => 0.0,
        }
    };
    computed.iter().zip(exact).zip(bound).map(ratio).fold(0.0, f64::max)
}

fn ratios(run: &Run<f64>, exact: &Run<RealBall>, bound: &HeadBound) -> [f64; 2] {
    [worst(&run.outputs, &exact.outputs, &bound.outputs), worst(&run.state, &exact.state, &bound.state)]
}

fn wide(run: &Run<f32>) -> Run<f64> {
    let of = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect();
    Run { outputs: of(&run.outputs), state: of(&run.state) }
}

/// What exceeds its bound; `None`: nothing does.
fn excess(sequence: &Sequence<f64>) -> Option<String> {
    let truth = exact(sequence);
    let double = (sequence.run().0, SlotArithmetic::of(&Arithmetic::F64));
    let single = (wide(&sequence.map(|x| *x as f32).run().0), SlotArithmetic::of(&Arithmetic::F32));
    let found = [double, single].map(|(run, given)| {
        let [outputs, state] = ratios(&run, &truth, &slot_bound(sequence, given));
        let name = given.arithmetic.name;
        (outputs > 1.0 || state > 1.0)
            .then(|| format!("{name}: outputs {outputs}, state {state} of the bound"))
    });
    found.into_iter().flatten().next()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_run_exceeds_its_bound(
        half in 0usize..=4, tokens in 1usize..=24, k in 1usize..=6, v in 1usize..=4,
        loud in prop::sample::select(vec![0.0, 0.3, 1.0, 10.0, 1000.0, 1e7]), seed in any::<[u8; 32]>(),
    ) {
        let sequence = draw(Sizes { slots: 2 * half + 1, tokens, k, v }, loud, seed);
        prop_assert_eq!(excess(&sequence), None);
    }

    /// Scores of all slots that are large and nearly equal: their rounding moves the weights.
    #[test]
    fn no_run_exceeds_its_bound_where_scores_have_much_in_common(
        half in 1usize..=4, tokens in 1usize..=8, common in prop::sample::select(vec![1e2, 1e4, 1e6]), seed in any::<[u8; 32]>(),
    ) {
        let m = 2 * half + 1;
        let mut sequence = draw(Sizes { slots: m, tokens, k: 2, v: 2 }, 1.0, seed);
        sequence.initial[..2].iter_mut().for_each(|x| *x = f64::from((common * *x) as f32));
        sequence.readout = engine::identity(m);
        sequence.tokens.iter_mut().for_each(|x| x.alpha = 1.0);
        prop_assert_eq!(excess(&sequence), None);
    }
}

/// What is usual has a bound that says something, and one that no run can reach by a small margin would be of no use.
#[test]
fn the_bound_is_of_use() {
    let sequence = draw(Sizes { slots: 31, tokens: 64, k: 16, v: 8 }, 1.0, [3; 32]);
    let given = SlotArithmetic { phases: Arithmetic::F64.unit, ..SlotArithmetic::of(&Arithmetic::F32) };
    let bound = slot_bound(&sequence, given);
    let size = sequence.run().0.outputs.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let widest = bound.outputs.iter().fold(0.0_f64, |a, b| a.max(*b));
    assert!(widest / size < 1e-3, "{widest} of {size}");
}

/// Each part of the bound is needed: one weight of 1 needs no certainty of its score, and scores that no arithmetic can tell leave the weights open.
#[test]
fn the_ends_of_the_softmax() {
    let open = draw(Sizes { slots: 3, tokens: 4, k: 2, v: 1 }, 1e12, [5; 32]);
    let bound = slot_bound(&open, SlotArithmetic::of(&Arithmetic::F32));
    assert!(bound.outputs.iter().all(|b| b.is_finite()), "weights are between 0 and 1");
    let single = draw(Sizes { slots: 1, tokens: 4, k: 2, v: 1 }, 1e12, [5; 32]);
    let bound = slot_bound(&single, SlotArithmetic::of(&Arithmetic::F32));
    assert!(bound.outputs.iter().all(|b| *b < 1e-4), "one slot has the weight 1 whatever its score");
}
