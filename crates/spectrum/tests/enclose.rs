//! `RankOne::enclose` and `dense::enclose` against the dense characteristic polynomial, Sturm's theorem, polynomials
//! with known roots, and the closed form in two dimensions. `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the test.

use exact::strategies::{closed, small_fraction, unit_key, vector_of};
use exact::{IntPoly, Rational};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use spectrum::{Disc, Enclosure, RankOne, Region, dense};
use std::cmp::Ordering;

type Vector = Vec<Rational>;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

fn instances<T: std::fmt::Debug>(
    default: u64,
    strategy: impl Fn(usize) -> BoxedStrategy<T>,
) -> impl Iterator<Item = T> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&environment("EIGENCLAIM_SEED", 1).to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..environment("EIGENCLAIM_CASES", default) as usize)
        .map(move |case| strategy(case).new_tree(&mut runner).expect("the strategy builds").current())
}

fn widths() -> [Rational; 3] {
    [10, 60, 200].map(|bits| Rational::from(1) >> bits)
}

/// Compares `enclose` with the polynomial on instances of dimension 1 to 9 in turn, and with `dense::enclose`.
/// Returns how many have all eigenvalues real, how many have a pair, and how many are undecided.
fn compare(cases: u64, strategy: impl Fn(usize) -> BoxedStrategy<RankOne>) -> [usize; 3] {
    let mut counts = [0; 3];
    for step in instances(cases, |case| strategy(1 + case % 9)) {
        let polynomial = step.matrix().characteristic_polynomial();
        let mut with_pair = None;
        for width in widths() {
            let Some(enclosures) = step.enclose(&width) else {
                assert_eq!(step.locate_pair(), None, "{step:?}");
                continue;
            };
            verify(&enclosures, &polynomial, &width);
            let pairs = enclosures.iter().filter(|e| e.region.ends().is_none()).count();
            with_pair = Some(pairs > 0);
            let total: usize = enclosures.iter().map(|e| e.multiplicity as usize).sum();
            assert_eq!(total + pairs, step.dimension(), "{step:?}\n{enclosures:?}");
            let by_factors = dense::enclose(&polynomial, &width).expect("not zero");
            verify(&by_factors.real, &polynomial, &width);
            assert_eq!(by_factors.pairs, pairs);
            assert_eq!(by_factors.real.len() + pairs, enclosures.len());
            for (a, b) in enclosures.iter().zip(&by_factors.real) {
                let [(a0, a1), (b0, b1)] = [a, b].map(|enclosure| enclosure.region.ends().expect("real"));
                assert!(a.multiplicity == b.multiplicity && a0 <= b1 && b0 <= a1, "{a:?} {b:?}");
            }
        }
        counts[with_pair.map_or(2, usize::from)] += 1;
    }
    counts
}

/// Checks every enclosure from the polynomial alone.
fn verify(enclosures: &[Enclosure], polynomial: &IntPoly, width: &Rational) {
    let square_free = polynomial.square_free_part();
    let factors = polynomial.square_free_factorization();
    for enclosure in enclosures {
        assert!(enclosure.multiplicity > 0 && enclosure.region.width() <= *width, "{enclosure:?} {width}");
        match &enclosure.region {
            Region::Exact(root) => {
                let mut rest = polynomial.clone();
                (0..enclosure.multiplicity).for_each(|_| assert!(rest.divide_linear(root), "{enclosure:?}"));
                assert!(!rest.divide_linear(root), "{enclosure:?}");
            }
            Region::Interval { low, high } => {
                let counts = factors.iter().map(|(factor, m)| (count(factor, low, high), *m));
                let holders: Vec<_> = counts.filter(|(count, _)| *count > 0).collect();
                assert_eq!(holders, [(1, enclosure.multiplicity as usize)], "{enclosure:?} {polynomial:?}");
            }
            Region::Disc(disc) => {
                assert_eq!(enclosure.multiplicity, 1);
                // Without the exact roots the criterion is sharper; they are not near the disc.
                let mut rest = square_free.clone();
                let ends = enclosures.iter().filter_map(|other| other.region.ends());
                ends.filter(|(low, high)| low == high).for_each(|(root, _)| {
                    rest.divide_linear(root);
                });
                assert!(shows_root(&rest, disc) || shows_root(&square_free, disc), "{disc:?}");
            }
        }
    }
    let real: Vec<_> = enclosures.iter().filter_map(|enclosure| enclosure.region.ends()).collect();
    assert!(enclosures[real.len()..].iter().all(|enclosure| enclosure.region.ends().is_none()));
    for pair in real.windows(2) {
        assert!(pair[0].1 <= pair[1].0 && pair[0] != pair[1], "{pair:?}");
    }
}

/// The number of roots of a square-free polynomial in an open interval.
fn count(square_free: &IntPoly, low: &Rational, high: &Rational) -> usize {
    square_free.sturm_count(low, high) - usize::from(square_free.sign_at(high) == Ordering::Equal)
}

/// A root in the disc, and the disc in the upper half plane: `n |p| ≤ r |p′|` and `r < y`.
fn shows_root(p: &IntPoly, disc: &Disc) -> bool {
    let squared = |p: &IntPoly| {
        let (mut re, mut im) = (Rational::new(), Rational::new());
        for coefficient in p.coefficients().iter().rev() {
            let next = Rational::from(&re * &disc.x) - Rational::from(&im * &disc.y) + coefficient;
            im = re * &disc.y + im * &disc.x;
            re = next;
        }
        re.square() + im.square()
    };
    let n = p.degree().expect("not zero") as u64;
    let slope = squared(&p.derivative());
    let within = squared(p) * (n * n) <= disc.radius.clone().square() * &slope;
    slope > 0 && within && disc.radius > 0 && disc.radius < disc.y
}

fn erase(
    gates: BoxedStrategy<Vector>,
    beta: BoxedStrategy<Rational>,
    key: BoxedStrategy<Vector>,
) -> BoxedStrategy<RankOne> {
    (gates, beta, key).prop_map(|(gates, beta, key)| RankOne::erase(&beta, &key, &key, &gates)).boxed()
}

fn coarse(values: &'static [(i64, i64)]) -> BoxedStrategy<Rational> {
    proptest::sample::select(values).prop_map(Rational::from).boxed()
}

#[test]
fn kda_steps_have_a_real_spectrum() {
    let [real, pair, beyond] = compare(60, |d| erase(vector_of(closed(0, 1), d), closed(0, 1), unit_key(d)));
    assert!(real > 0 && pair == 0 && beyond == 0, "{real} {pair} {beyond}");
}

#[test]
fn signed_gates_with_and_without_a_pair() {
    let strategy = |d| erase(vector_of(closed(-3, 3), d), closed(1, 4), vector_of(small_fraction(9), d));
    let [real, pair, beyond] = compare(60, strategy);
    assert!(real > 5 && pair > 5 && beyond == 0, "{real} {pair} {beyond}");
}

#[test]
fn repeated_and_zero_gates_zero_coordinates() {
    let gate = || coarse(&[(-1, 1), (-1, 2), (0, 1), (1, 2), (1, 1)]);
    let entry = || coarse(&[(0, 1), (0, 1), (1, 2), (-1, 2), (1, 1)]);
    let beta = || coarse(&[(0, 1), (1, 2), (1, 1), (3, 2), (2, 1), (4, 1), (-1, 1)]);
    let [real, pair, _] = compare(60, |d| erase(vector_of(gate(), d), beta(), vector_of(entry(), d)));
    assert!(real > 5 && pair > 2, "{real} {pair}");
}

#[test]
fn nearly_equal_gates_and_tiny_coordinates() {
    let cluster = || (coarse(&[(-1, 1), (0, 1), (1, 2)]), -3i64..=3, 40u32..200);
    let near = || cluster().prop_map(|(gate, units, bits)| gate + (Rational::from(units) >> bits)).boxed();
    let bits = || prop_oneof![2 => Just(0u32), 1 => 1u32..120];
    let tiny = || (small_fraction(5), bits()).prop_map(|(x, bits)| x >> bits).boxed();
    let [real, pair, _] = compare(40, |d| erase(vector_of(near(), d), closed(0, 3), vector_of(tiny(), d)));
    assert!(real > 5 && pair > 2, "{real} {pair}");
}

#[test]
fn scales_beyond_the_range_of_floating_point() {
    let strategy = |d| {
        let plain = (vector_of(closed(-1, 1), d), closed(1, 2), unit_key(d), -1200i32..1200);
        let scaled = plain.prop_map(|(gates, beta, key, bits)| {
            RankOne::erase(&beta, &key, &key, &gates.into_iter().map(|gate| gate << bits).collect::<Vector>())
        });
        scaled.boxed()
    };
    let [real, pair, beyond] = compare(20, strategy);
    assert!(real > 0 && pair > 0 && beyond == 0, "{real} {pair} {beyond}");
}

#[test]
fn unrelated_keys() {
    let key = |d| vector_of(small_fraction(6), d);
    let all = |d| (vector_of(closed(-2, 2), d), key(d), key(d));
    let strategy = |d| all(d).prop_map(|(gates, left, right)| RankOne::new(gates, left, right)).boxed();
    let [real, pair, _] = compare(60, strategy);
    assert!(real > 5 && pair > 2, "{real} {pair}");
}

/// Two eigenvalues at a distance of down to 2^-60, real or not, or a double one.
#[test]
fn edge_of_the_window() {
    let shift = || (-1i64..=1, 8u32..120).prop_map(|(n, e)| Rational::from(n) >> e);
    let strategy = |d| {
        (vector_of(closed(-1, 1), d), shift(), closed(1, 3))
            .prop_map(|(gates, shift, scale)| {
                let beta = Rational::from((50, 49)) + &shift;
                let gates: Vector =
                    [1, -1].map(|sign| Rational::from(&scale * sign)).into_iter().chain(gates).collect();
                let mut key = vec![shift; gates.len()];
                (key[0], key[1]) = (Rational::from((3, 5)), Rational::from((4, 5)));
                RankOne::erase(&beta, &key, &key, &gates)
            })
            .boxed()
    };
    let [real, pair, beyond] = compare(60, strategy);
    assert!(real > 5 && pair > 5 && beyond == 0, "{real} {pair} {beyond}");
}

/// With gates `(ρ, −ρ)` and a unit key at the angle `θ`, trace `−β ρ cos 2θ` and determinant `(β − 1) ρ²`.
#[test]
fn the_disc_holds_the_root_of_the_closed_form() {
    let mut discs = 0;
    let strategy = |_| (closed(0, 2), closed(1, 3), -20i64..20).boxed();
    for (beta, rho, slope) in instances(200, strategy) {
        let slope = Rational::from((slope, 7));
        let norm = slope.clone().square() + 1u32;
        let [cosine, sine] = [Rational::from(2) - &norm, slope * 2u32].map(|side| side / &norm);
        let double = cosine.clone().square() - sine.clone().square();
        let key = [cosine, sine];
        let step = RankOne::erase(&beta, &key, &key, &[rho.clone(), Rational::from(-&rho)]);
        let half_trace = -double * &beta * &rho / 2u32;
        let squared_height = Rational::from(&beta - 1u32) * rho.square() - half_trace.clone().square();
        for width in widths() {
            let enclosures = step.enclose(&width).expect("at most one pair");
            let last = enclosures.last().map(|enclosure| &enclosure.region);
            assert_eq!(matches!(last, Some(Region::Disc(_))), squared_height > 0, "{step:?}");
            let Some(Region::Disc(disc)) = last else { continue };
            assert!(Rational::from(&disc.radius * 2) <= width && disc.radius < disc.y);
            // (x − t)² + (y − h)² ≤ r² without the root h.
            let left: Rational =
                (half_trace.clone() - &disc.x).square() + disc.y.clone().square() + &squared_height
                    - disc.radius.clone().square();
            let right = disc.y.clone().square() * &squared_height * 4u32;
            assert!(left <= 0 || left.square() <= right, "{disc:?} {step:?}");
            discs += 1;
        }
    }
    assert!(discs > 100, "{discs}");
}

/// `∏ (z − a)^m`, `(z² − 2)^i`, `(z² + 1)^j` and `(z² − 2z + 5)^k`.
#[test]
fn known_factors_are_recovered() {
    let roots = || proptest::collection::btree_map(small_fraction(12), 1u32..4, 0..5);
    let strategy = |_| (roots(), 0u32..4, 0usize..3, 0usize..2).boxed();
    for (roots, of_two, of_i, of_other) in instances(60, strategy) {
        let mut polynomial = IntPoly::from_i64(&[3]);
        let mut times = |factor: IntPoly, count: usize| {
            (0..count).for_each(|_| polynomial = &polynomial * &factor);
        };
        for (root, m) in &roots {
            times(IntPoly::from_rationals(&[Rational::from(-root), Rational::from(1)]), *m as usize);
        }
        times(IntPoly::from_i64(&[-2, 0, 1]), of_two as usize);
        times(IntPoly::from_i64(&[1, 0, 1]), of_i);
        times(IntPoly::from_i64(&[5, -2, 1]), of_other);
        for width in widths() {
            let enclosed = dense::enclose(&polynomial, &width).expect("not zero");
            verify(&enclosed.real, &polynomial, &width);
            assert_eq!(enclosed.pairs, of_i + of_other);
            let around = |known: &dyn Fn(&Rational) -> Ordering| -> Vec<u32> {
                let beside = |(low, high): (&Rational, &Rational)| known(low) == known(high).reverse();
                let at = |e: &&Enclosure| e.region.ends().is_some_and(beside);
                enclosed.real.iter().filter(at).map(|e| e.multiplicity).collect()
            };
            let two = Rational::from(2);
            let irrational = if of_two > 0 { 2 } else { 0 };
            assert_eq!(enclosed.real.len(), roots.len() + irrational);
            assert_eq!(around(&|end| end.clone().square().cmp(&two)), vec![of_two; irrational]);
            assert!(roots.iter().all(|(root, m)| around(&|end| end.cmp(root)) == [*m]), "{enclosed:?}");
        }
    }
}

#[test]
fn midpoints_that_are_roots_are_exact() {
    // (z − 4)(z − 2)(z + 2) + w₁ (z − 2)(z + 2) + … = (z − 3)(z − 1)(z + 1).
    let gates = [4, 2, -2].map(Rational::from);
    let weight = |i: usize| {
        let a = &gates[i];
        let value: Rational = [3, 1, -1].iter().map(|root| Rational::from(a - *root)).product();
        value / (0..3).filter(|j| *j != i).map(|j| Rational::from(a - &gates[j])).product::<Rational>()
    };
    let step = RankOne::new(gates.to_vec(), (0..3).map(weight).collect(), vec![Rational::from(1); 3]);
    let enclosures = step.enclose(&widths()[2]).expect("all real");
    let exact = |root: i32| Enclosure { multiplicity: 1, region: Region::Exact(Rational::from(root)) };
    assert_eq!(enclosures, [-1, 1, 3].map(exact));
}

#[test]
fn a_width_that_is_not_positive_and_the_zero_polynomial_have_no_answer() {
    let [half, one] = [Rational::from((1, 2)), Rational::from(1)];
    let step = RankOne::new(vec![half, one.clone()], vec![one.clone(); 2], vec![one.clone(); 2]);
    for width in [Rational::new(), -one.clone()] {
        assert_eq!(step.enclose(&width), None);
        assert_eq!(dense::enclose(&step.characteristic_polynomial(), &width), None);
    }
    assert_eq!(dense::enclose(&IntPoly::default(), &one), None);
    assert!(step.enclose(&one).is_some());
}
