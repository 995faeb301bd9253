//! `RankOne::locate_pair` against Sturm's theorem on the dense characteristic polynomial, on instances of every
//! degenerate kind. `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the test.

use exact::strategies::{closed, small_fraction, unit_key, vector_of};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use spectrum::{Located, RankOne};
use std::cmp::Ordering;

type Vector = Vec<Rational>;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

/// Compares `locate_pair` with Sturm's count on instances of dimension 1 to 12 in turn. It must decide each, but those
/// with two pairs or with an irrational multiple root.
fn compare(kind: &str, strategy: impl Fn(usize) -> BoxedStrategy<RankOne>) {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&environment("EIGENCLAIM_SEED", 1).to_le_bytes());
    bytes[8..16].copy_from_slice(&(kind.len() as u64).to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let cases = environment("EIGENCLAIM_CASES", 600) as usize;
    let (mut beyond, mut with_pair) = (0, 0);
    for case in 0..cases {
        let step = strategy(1 + case % 12).new_tree(&mut runner).expect("the strategy builds").current();
        let polynomial = step.matrix().characteristic_polynomial();
        assert_eq!(polynomial, step.characteristic_polynomial(), "{step:?}");
        let pairs = sturm_pairs(&polynomial);
        match step.locate_pair() {
            None => {
                assert!(pairs > 1 || has_irrational_multiple_root(&polynomial), "undecided: {step:?}");
                beyond += 1;
            }
            Some(located) => {
                verify(&located, &polynomial, &step);
                assert_eq!(located.discs.len(), pairs, "{step:?}\n{located:?}");
                assert_eq!(located.real() + 2 * pairs, step.dimension(), "{step:?}\n{located:?}");
                with_pair += usize::from(pairs > 0);
            }
        }
        let by_signs = step.locate(&[]);
        verify(&by_signs, &polynomial, &step);
        assert!(by_signs.real() + 2 * pairs <= step.dimension(), "{step:?}\n{by_signs:?}");
    }
    assert!(10 * with_pair > cases, "{kind}: {with_pair} of {cases} instances have a pair");
    assert!(2 * beyond < cases, "{kind}: {beyond} of {cases} instances are beyond the method");
}

fn has_irrational_multiple_root(polynomial: &IntPoly) -> bool {
    let factors = polynomial.square_free_factorization();
    factors.iter().any(|(factor, m)| *m > 1 && factor.degree() > Some(1) && factor.sturm_count_real() > 0)
}

fn sturm_pairs(polynomial: &IntPoly) -> usize {
    let factors = polynomial.square_free_factorization();
    let real: usize = factors.iter().map(|(factor, m)| factor.sturm_count_real() * m).sum();
    (polynomial.degree().expect("not zero") - real) / 2
}

/// Checks every location from the polynomial alone.
fn verify(located: &Located, polynomial: &IntPoly, step: &RankOne) {
    let mut rest = polynomial.clone();
    for (root, multiplicity) in &located.exact {
        for _ in 0..*multiplicity {
            assert!(rest.divide_linear(root), "{root} is no root of multiplicity {multiplicity}: {step:?}");
        }
    }
    assert!(located.exact.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(located.intervals.windows(2).all(|pair| pair[0].1 <= pair[1].0));
    for (low, high) in &located.intervals {
        let (below, above) = (rest.sign_at(low), rest.sign_at(high));
        assert!(low < high && below != Ordering::Equal && below == above.reverse(), "{low} {high}: {step:?}");
        assert!(!located.exact.iter().any(|(root, _)| low < root && root < high), "{step:?}");
    }
    for disc in &located.discs {
        assert!(disc.radius > 0 && disc.radius < disc.y);
        let squared = |p: &IntPoly| {
            let (mut re, mut im) = (Rational::new(), Rational::new());
            for coefficient in p.coefficients().iter().rev() {
                let next = Rational::from(&re * &disc.x) - Rational::from(&im * &disc.y) + coefficient;
                im = re * &disc.y + im * &disc.x;
                re = next;
            }
            re.square() + im.square()
        };
        let n = rest.degree().expect("not zero") as u64;
        let slope = squared(&rest.derivative());
        assert!(slope > 0 && squared(&rest) * (n * n) <= slope * disc.radius.clone().square(), "{step:?}");
    }
}

fn erase(
    gates: BoxedStrategy<Vector>,
    beta: BoxedStrategy<Rational>,
    key: BoxedStrategy<Vector>,
) -> BoxedStrategy<RankOne> {
    (gates, beta, key).prop_map(|(gates, beta, key)| RankOne::erase(&beta, &key, &key, &gates)).boxed()
}

/// One of few values, so that gates repeat, vanish and cancel.
fn coarse(values: &'static [(i64, i64)]) -> BoxedStrategy<Rational> {
    proptest::sample::select(values).prop_map(Rational::from).boxed()
}

#[test]
fn signed_gates_and_unit_keys() {
    let strategy = |d| erase(vector_of(closed(-1, 1), d), closed(0, 2), unit_key(d));
    compare("signed gates, unit keys", strategy);
}

#[test]
fn oscillating_steps_of_any_size() {
    let strategy = |d| erase(vector_of(closed(-3, 3), d), closed(1, 4), vector_of(small_fraction(9), d));
    compare("wide gates, any keys", strategy);
}

#[test]
fn repeated_and_zero_gates_zero_coordinates() {
    let gate = || coarse(&[(-1, 1), (-1, 2), (0, 1), (1, 2), (1, 1)]);
    let entry = || coarse(&[(0, 1), (0, 1), (1, 2), (-1, 2), (1, 1)]);
    let beta = || coarse(&[(0, 1), (1, 2), (1, 1), (3, 2), (2, 1), (4, 1), (-1, 1)]);
    let strategy = |d| {
        let vector = |entry| proptest::collection::vec(entry, d).boxed();
        erase(vector(gate()), beta(), vector(entry()))
    };
    compare("repeated gates", strategy);
}

#[test]
fn nearly_equal_gates_and_tiny_coordinates() {
    let near = || {
        (coarse(&[(-1, 1), (0, 1), (1, 2)]), -3i64..=3, 40u32..200)
            .prop_map(|(gate, units, bits)| gate + (Rational::from(units) >> bits))
            .boxed()
    };
    let bits = || prop_oneof![2 => Just(0u32), 1 => 1u32..120];
    let tiny = || (small_fraction(5), bits()).prop_map(|(x, bits)| x >> bits).boxed();
    let strategy = |d| {
        let vector = |entry| proptest::collection::vec(entry, d).boxed();
        erase(vector(near()), closed(0, 3), vector(tiny()))
    };
    compare("clusters", strategy);
}

#[test]
fn gates_beyond_the_range_of_floating_point() {
    let strategy = |d| {
        let plain = (vector_of(closed(-1, 1), d), closed(1, 2), unit_key(d), -1200i32..1200);
        plain
            .prop_map(|(gates, beta, key, bits)| {
                let gates: Vector = gates.into_iter().map(|gate| gate << bits).collect();
                RankOne::erase(&beta, &key, &key, &gates)
            })
            .boxed()
    };
    compare("extreme scales", strategy);
}

/// Weights with `f(root) = f′(root) = … = 0` to the given order, `f(z) = 1 + Σ w_i / (z − a_i)`, moved by `shift`.
fn with_multiple_root(
    gates: &[Rational],
    mut weights: Vector,
    order: usize,
    shift: Rational,
) -> Option<RankOne> {
    let d = gates.len();
    let root = Rational::from((3, 7));
    let power = |i: usize, e: usize| {
        let inverse = Rational::from(&root - &gates[i]).recip();
        (0..e).fold(Rational::from(1), |product, _| product * &inverse)
    };
    let matrix = Matrix::from_fn(order, order, |e, j| power(d - order + j, e + 1));
    let right: Vector = (0..order)
        .map(|e| {
            let known: Rational = (0..d - order).map(|i| &weights[i] * power(i, e + 1)).sum();
            -known - i32::from(e == 0)
        })
        .collect();
    weights.truncate(d - order);
    weights.extend(matrix.solve(&right)?);
    weights[0] += shift;
    Some(RankOne::new(gates.to_vec(), weights, vec![Rational::from(1); d]))
}

/// Double and triple roots, and what is left of them at a distance of down to 2^-300, on either side.
fn multiple_roots(d: usize, order: usize) -> BoxedStrategy<RankOne> {
    let gates = proptest::collection::btree_set(-40i64..40, d + order)
        .prop_map(|set| set.into_iter().map(|n| Rational::from((n, 20))).collect::<Vector>());
    let weights = proptest::collection::vec(small_fraction(12), d + order);
    let shift =
        prop_oneof![Just(Rational::new()), (-1i64..=1, 10u32..300).prop_map(|(n, e)| Rational::from(n) >> e)];
    (gates, weights, shift, any::<prop::sample::Index>())
        .prop_map(move |(mut gates, weights, shift, start)| {
            let n = gates.len();
            gates.rotate_left(start.index(n));
            with_multiple_root(&gates, weights, order, shift).expect("distinct gates give a regular system")
        })
        .boxed()
}

#[test]
fn double_roots_and_their_neighbourhood() {
    compare("double roots", |d| multiple_roots(d.min(9), 2));
}

#[test]
fn triple_roots_and_their_neighbourhood() {
    compare("triple roots", |d| multiple_roots(d.min(9), 3));
}

/// Unit keys on the edge of the oscillation window in two dimensions: a double eigenvalue, the step is defective.
#[test]
fn edge_of_the_window() {
    let strategy = |d: usize| {
        let shift = prop_oneof![1 => Just(Rational::new()), 3 => (-1i64..=1, 8u32..120).prop_map(|(n, e)| Rational::from(n) >> e)];
        (vector_of(closed(-1, 1), d), shift, closed(1, 3))
            .prop_map(move |(gates, shift, scale)| {
                // (β, α, k) with gates (1, −1), key (3/5, 4/5), then other gates without weight or with a little.
                let beta = Rational::from((50, 49)) + &shift;
                let gates: Vector =
                    [1, -1].map(|sign| Rational::from(&scale * sign)).into_iter().chain(gates).collect();
                let mut key = vec![shift; gates.len()];
                (key[0], key[1]) = (Rational::from((3, 5)), Rational::from((4, 5)));
                RankOne::erase(&beta, &key, &key, &gates)
            })
            .boxed()
    };
    compare("edge of the window", strategy);
}

/// Two unrelated keys: any spectrum can occur.
#[test]
fn unrelated_keys() {
    let strategy = |d| {
        (vector_of(closed(-2, 2), d), vector_of(small_fraction(6), d), vector_of(small_fraction(6), d))
            .prop_map(|(gates, left, right)| RankOne::new(gates, left, right))
            .boxed()
    };
    compare("unrelated keys", strategy);
}
