//! `spectrum::of` against the dense characteristic polynomial over the rationals: another road to the same numbers.

use exact::{Matrix, Rational};
use spectrum::{IntervalMatrix, Momentum, Number, RankOneStep, Spectrum, dense, of, operator_norm};

/// A small generator of its own (Marsaglia's xorshift), so that failures replay.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 33) % n
    }

    /// In `[0, 1)`, single precision.
    fn unit(&mut self) -> f64 {
        f64::from((self.next() >> 40) as f32 / (1_u64 << 24) as f32)
    }

    fn pick(&mut self, from: &[f64]) -> f64 {
        from[self.below(from.len() as u64) as usize]
    }

    fn gate(&mut self, signed: bool) -> f64 {
        let size = match self.below(4) {
            0 => self.pick(&[0.0, 1.0, 0.5, 0.75, 1e-9, 0.999_999_9_f32.into()]),
            1 => 0.25 * self.below(5) as f64,
            _ => self.unit(),
        };
        if signed && self.below(2) == 0 { -size } else { size }
    }

    fn key(&mut self, d: usize) -> Vec<f64> {
        let raw: Vec<f64> =
            (0..d).map(|_| if self.below(6) == 0 { 0.0 } else { self.unit() - 0.5 }).collect();
        let norm = raw.iter().map(|x| x * x).sum::<f64>().sqrt();
        // Rounded to single precision: the norm is 1 up to about 1e-7, on either side.
        if norm == 0.0 { raw } else { raw.iter().map(|x| f64::from((x / norm) as f32)).collect() }
    }
}

fn numbers(values: &[f64]) -> Vec<Number> {
    values.iter().map(|x| Number::Exact(*x)).collect()
}

/// Holds a certified spectrum against the roots of the dense characteristic polynomial.
fn check(step: &RankOneStep, found: &Spectrum) {
    let matrix: Matrix = step.matrix().expect("exact");
    check_norm(&matrix, operator_norm(step));
    check_spectrum(&matrix, found, step);
}

/// The largest singular value is the root of the largest eigenvalue of `TᵀT`.
fn check_norm(matrix: &Matrix, norm: enclosure::F64Interval) {
    let square = &matrix.transpose() * matrix;
    let roots =
        dense::enclose(&square.characteristic_polynomial(), &(Rational::from(1) >> 100_u32)).expect("real");
    let largest = roots.real.last().expect("not empty");
    let (low, high) = largest.region.ends().expect("real");
    let bound = |x: f64| Rational::from_f64(x).expect("finite").square();
    assert!(bound(norm.lo()) <= *high && *low <= bound(norm.hi()), "{norm} for {matrix:?}");
    // Where everything cancels, a square known to 1e-15 has a root known to 3e-8.
    assert!(norm.width() <= 1e-6, "{norm} is wide: {matrix:?}");
}

fn check_spectrum(matrix: &Matrix, found: &Spectrum, step: &dyn std::fmt::Debug) {
    let d = matrix.rows();
    let polynomial = matrix.characteristic_polynomial();
    let exact = dense::enclose(&polynomial, &(Rational::from(1) >> 100_u32)).expect("a polynomial");
    assert_eq!(found.real.len() + 2 * found.pairs.len() + found.undecided, d, "{step:?}");
    assert_eq!(found.pair_count(), Some(exact.pairs), "{step:?}");
    let ends = exact.real.iter().flat_map(|root| {
        let (low, high) = root.region.ends().expect("real");
        std::iter::repeat_n((low.clone(), high.clone()), root.multiplicity as usize)
    });
    // The k-th smallest eigenvalue is between the k-th smallest of the lower and of the upper ends.
    let mut low: Vec<f64> = found.real.iter().map(|x| x.lo()).collect();
    let mut high: Vec<f64> = found.real.iter().map(|x| x.hi()).collect();
    low.sort_by(f64::total_cmp);
    high.sort_by(f64::total_cmp);
    for (k, (a, b)) in ends.enumerate() {
        let lower = Rational::from_f64(low[k]).expect("finite");
        let upper = Rational::from_f64(high[k]).expect("finite");
        assert!(
            lower <= b && a <= upper,
            "eigenvalue {k} is in [{a}, {b}], not in [{}, {}]: {step:?}",
            low[k],
            high[k]
        );
        assert!(high[k] - low[k] < 1e-9, "[{}, {}] is wide: {step:?}", low[k], high[k]);
    }
    let count = |wanted: std::cmp::Ordering| {
        let signs = exact.real.iter().filter(|root| {
            let (low, high) = root.region.ends().expect("real");
            let sign = if low == high {
                low.cmp0()
            } else if *high <= 0 {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            };
            sign == wanted
        });
        signs.map(|root| root.multiplicity as usize).sum::<usize>()
    };
    let zero = (0..).take_while(|i| polynomial.coefficients()[*i] == 0).count();
    assert_eq!(found.zero, Some(zero), "zero eigenvalues of {step:?}: {found:?}");
    if zero == 0 {
        assert_eq!(found.negative, Some(count(std::cmp::Ordering::Less)), "negative eigenvalues of {step:?}");
    }
    for pair in &found.pairs {
        // The pair's quadratic divides up to rounding: check through the trace and the determinant in low dimension.
        if d == 2 {
            let trace = matrix.trace();
            let twice = pair.re + pair.re;
            assert!(twice.contains(&trace), "{step:?}: real part {}", pair.re);
            let determinant = matrix.determinant();
            assert!((pair.modulus().sqr()).contains(&determinant), "{step:?}");
            assert!(pair.modulus().width() < 1e-9, "{step:?}");
        }
    }
}

#[test]
fn kda_and_complex_kda_agree_with_the_dense_polynomial() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for case in 0..1500 {
        let d = 1 + random.below(7) as usize;
        let gates: Vec<f64> = (0..d).map(|_| random.gate(case % 2 == 0)).collect();
        let strength = match random.below(3) {
            0 => random.pick(&[0.0, 1.0, 2.0, 0.5, 1.5]),
            _ => 2.0 * random.unit(),
        };
        let key = random.key(d);
        let step = RankOneStep::erase(numbers(&gates), Number::Exact(strength), &key);
        check(&step, &of(&step));
    }
}

#[test]
fn gdn2_and_rwkv7_agree_with_the_dense_polynomial() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for case in 0..1500 {
        let d = 1 + random.below(7) as usize;
        let gates: Vec<f64> = (0..d).map(|_| random.gate(false)).collect();
        let key = random.key(d);
        let rates: Vec<f64> = (0..d)
            .map(|_| if random.below(5) == 0 { random.pick(&[0.0, 1.0, 2.0]) } else { 2.0 * random.unit() })
            .collect();
        let erased: Vec<f64> = key.iter().zip(&rates).map(|(k, b)| f64::from((k * b) as f32)).collect();
        let decayed = case % 2 == 0;
        let (left, right) = if decayed { (key, erased) } else { (erased, key) };
        let step = RankOneStep {
            gates: numbers(&gates),
            scale: Number::ONE,
            left: numbers(&left),
            right: numbers(&right),
            decayed,
        };
        check(&step, &of(&step));
    }
}

#[test]
fn a_double_eigenvalue_at_the_edge_of_the_window_is_real_and_defective() {
    // β = 50/49, gates ±1, key (3/5, 4/5) has a real double eigenvalue (it is defective). Its numbers are no binary fractions.
    let fraction = |a: i32, b: i32| Number::rational(Rational::from((a, b)));
    let key = vec![fraction(3, 5), fraction(4, 5)];
    let step = RankOneStep {
        gates: numbers(&[1.0, -1.0]),
        scale: fraction(50, 49),
        left: key.clone(),
        right: key.clone(),
        decayed: true,
    };
    let found = of(&step);
    check(&step, &found);
    assert_eq!(found.pair_count(), Some(0));
    let edge = found.edge.expect("both signs occur");
    assert!(edge.contains(&Rational::new()) && edge.width() < 1e-6, "{edge}");
    // As logarithms with the common factor e^-1 it is decided as well.
    let gates = vec![Number::exp(-1.0), Number::Exp { log: -1.0, negative: true }];
    let scaled = of(&RankOneStep { gates, ..step.clone() });
    assert_eq!((scaled.pair_count(), scaled.real.len()), (Some(0), 2));
    // A little more strength on either side of the edge.
    for (numerator, pairs) in [(50_000_001, 1), (49_999_999, 0)] {
        let step = RankOneStep { scale: fraction(numerator, 49_000_000), ..step.clone() };
        let found = of(&step);
        check(&step, &found);
        let edge = found.edge.expect("both signs occur");
        assert_eq!(
            (found.pair_count(), edge.lo() > 0.0, edge.hi() < 0.0),
            (Some(pairs), pairs == 1, pairs == 0)
        );
    }
}

#[test]
fn a_pair_with_a_tiny_angle_is_found_with_enclosed_gates() {
    // The gates e^-0.5 and −e^-0.5·(1 ± tiny) have no common factor, so that nothing is rational.
    let key = [0.6_f64, 0.8];
    let gates = |log: f64| vec![Number::exp(-0.5), Number::Exp { log, negative: true }];
    let mut decided = [0, 0];
    for n in -40..=40 {
        // The edge of the window for gates ±1 is at 50/49 for the exact key; the rounded key moves it by about 1e-17.
        let strength = 50.0 / 49.0 + f64::from(n) * 2.0_f64.powi(-52);
        let step = RankOneStep::erase(gates(-0.5 - 1e-17 - 2.0_f64.powi(-53)), Number::Exact(strength), &key);
        match of(&step).pair_count() {
            Some(pairs) => decided[pairs] += 1,
            None => panic!("undecided: {step:?}"),
        }
    }
    assert!(decided[0] > 10 && decided[1] > 10, "{decided:?}");
}

#[test]
fn a_double_eigenvalue_that_only_balls_know_stays_undecided() {
    // The same number e^-1 as a function: nothing tells that the two gates have a common factor.
    let opaque = |negative: bool| {
        Number::enclosed(move |bits| {
            let value = enclosure::RealBall::from_integer(bits, &(-1).into()).exp();
            if negative { -value } else { value }
        })
    };
    let fraction = |a: i32, b: i32| Number::rational(Rational::from((a, b)));
    let key = vec![fraction(3, 5), fraction(4, 5)];
    let step = RankOneStep {
        gates: vec![opaque(false), opaque(true)],
        scale: fraction(50, 49),
        left: key.clone(),
        right: key,
        decayed: true,
    };
    let found = of(&step);
    assert_eq!((found.pair_count(), found.undecided), (None, 2));
    assert!(found.radius().hi() >= 0.36 && found.radius().hi().is_finite());
}

#[test]
fn logarithms_and_their_exponentials_agree() {
    let mut random = Random(77);
    for _ in 0..400 {
        let d = 1 + random.below(9) as usize;
        let key = random.key(d);
        let strength = 2.0 * random.unit();
        let logs: Vec<f64> =
            (0..d).map(|_| f64::from(-(random.unit() * random.pick(&[1e-6, 1.0, 20.0])) as f32)).collect();
        let signs: Vec<bool> = (0..d).map(|_| random.below(2) == 0).collect();
        let gates =
            logs.iter().zip(&signs).map(|(log, negative)| Number::Exp { log: *log, negative: *negative });
        let enclosed = of(&RankOneStep::erase(gates.collect(), Number::Exact(strength), &key));
        // Midpoints of the gates: another matrix, within the enclosures.
        let near: Vec<f64> =
            logs.iter().zip(&signs).map(|(g, n)| if *n { -g.exp() } else { g.exp() }).collect();
        let exact = of(&RankOneStep::erase(numbers(&near), Number::Exact(strength), &key));
        assert_eq!(enclosed.pair_count(), exact.pair_count(), "{logs:?} {signs:?} {strength} {key:?}");
        for (a, b) in enclosed.real.iter().zip(&exact.real) {
            assert!((a.midpoint() - b.midpoint()).abs() < 1e-9, "{a} {b}");
        }
    }
}

#[test]
fn momentum_deltanet_agrees_with_the_dense_polynomial() {
    let mut random = Random(4242);
    for case in 0..1200 {
        let d = 1 + random.below(4) as usize;
        let key = random.key(d);
        let mut one = |signed: bool| match random.below(3) {
            0 => random.pick(&[0.0, 1.0, 0.25, 0.5]),
            _ => random.unit() * if signed { 2.0 } else { 1.0 },
        };
        let (alpha, mu, beta, eta) =
            (one(false), if case % 5 == 0 { 0.5 } else { one(false) }, one(false), one(true));
        let r = |x: f64| Rational::from_f64(x).expect("finite");
        let norm2: Rational = key.iter().map(|x| r(*x).square()).sum();
        let step = Momentum {
            channels: d,
            alpha: Number::Exact(alpha),
            mu: Number::Exact(mu),
            beta: Number::Exact(beta),
            eta: Number::Exact(eta),
            norm2: Number::rational(norm2),
            erased: None,
        };
        let matrix = Matrix::from_fn(2 * d, 2 * d, |i, j| {
            let along = |i: usize, j: usize| r(key[i]) * r(key[j]) * r(alpha) * r(eta);
            let identity = if i % d == j % d { Rational::from(1) } else { Rational::new() };
            match (i < d, j < d) {
                (true, true) => identity * r(alpha) - along(i, j) * r(beta),
                (true, false) => -identity * r(beta) * r(mu),
                (false, true) => along(i - d, j),
                (false, false) => identity * r(mu),
            }
        });
        let found = step.spectrum();
        check_spectrum(&matrix, &found, &step);
        check_norm(&matrix, step.operator_norm());
    }
}

#[test]
fn the_edge_of_momentum_is_decided_exactly() {
    // With α = μ the window is 0 < βη‖k‖² < 4: at 4 the double eigenvalue is real.
    let at = |eta: f64, mu: f64| Momentum {
        channels: 3,
        alpha: Number::exp(-0.3),
        mu: Number::exp(mu),
        beta: Number::Exact(2.0),
        eta: Number::Exact(eta),
        norm2: Number::Exact(1.0),
        erased: None,
    };
    let one = 1.0 + f64::EPSILON;
    assert_eq!(at(2.0, -0.3).spectrum().pair_count(), Some(0));
    assert_eq!(at(2.0 / one, -0.3).spectrum().pair_count(), Some(1));
    assert_eq!(at(2.0 * one, -0.3).spectrum().pair_count(), Some(0));
    assert_eq!(at(2.0, -0.3).spectrum().negative, Some(2));
    // Close to it with different gates it is decided too.
    assert_eq!(at(2.0, -0.3 + 1e-15).spectrum().pair_count(), Some(1));
    assert_eq!(at(2.0, -0.3 - 1e-15).spectrum().pair_count(), Some(0));
}

#[test]
fn the_discs_of_a_product_hold_its_exact_eigenvalues() {
    let mut random = Random(991);
    let mut counted = [0; 2];
    for _ in 0..150 {
        let d = 2 + random.below(5) as usize;
        let mut product = IntervalMatrix::identity(d);
        let mut exact = Matrix::identity(d);
        for _ in 0..1 + random.below(5) {
            let gates: Vec<f64> = (0..d).map(|_| 0.25 + 0.75 * random.unit()).collect();
            let step =
                RankOneStep::erase(numbers(&gates), Number::Exact(2.0 * random.unit()), &random.key(d));
            exact = &step.matrix().expect("exact") * &exact;
            product = product.then(&step);
        }
        let found = product.spectrum();
        let polynomial = exact.characteristic_polynomial();
        let roots = dense::enclose(&polynomial, &(Rational::from(1) >> 100_u32)).expect("a polynomial");
        assert_eq!(found.real.len() + 2 * found.pairs.len() + found.undecided, d);
        let Some(pairs) = found.pair_count() else { continue };
        assert_eq!(pairs, roots.pairs, "{exact:?}");
        for (enclosure, root) in found.real.iter().zip(&roots.real) {
            let (low, high) = root.region.ends().expect("real");
            let lower = Rational::from_f64(enclosure.lo()).expect("finite");
            let upper = Rational::from_f64(enclosure.hi()).expect("finite");
            assert!(lower <= *high && *low <= upper, "{enclosure} for [{low}, {high}]");
        }
        counted[usize::from(pairs > 0)] += 1;
        check_norm(&exact, product.operator_norm());
    }
    assert!(counted[0] > 40 && counted[1] > 40, "{counted:?}");
}

#[test]
fn powers_enclose_the_spectral_radius() {
    let mut random = Random(31337);
    for _ in 0..40 {
        let d = 1 + random.below(6) as usize;
        let gates: Vec<f64> = (0..d).map(|_| 0.01 + 0.99 * random.unit()).collect();
        let step = RankOneStep::erase(numbers(&gates), Number::Exact(2.0 * random.unit()), &random.key(d));
        let (matrix, known) = (IntervalMatrix::identity(d).then(&step), of(&step).radius());
        let found = matrix.radius_from_powers(16);
        assert!(found.overlaps(known), "{found} and {known}");
        assert!(found.width() < 1e-3 * known.hi(), "{found} is wide");
    }
}

#[test]
fn a_determinant_of_1e_17_has_its_sign() {
    // 0.6² + 0.8² is not 1 for the floats that these are: at β = 1 the determinant is tiny, and which side of zero it is on is beyond
    // intervals of floats.
    for (key, strength) in [
        ([0.6, 0.8], 1.0),
        ([0.6, 0.8_f64.next_down()], 1.0),
        ([0.28, 0.96], 1.0),
        ([1.0, 2.0_f64.powi(-40)], 1.0),
    ] {
        let step = RankOneStep::erase(numbers(&[0.5, 0.25]), Number::Exact(strength), &key);
        check(&step, &of(&step));
    }
}

#[test]
fn one_gate_for_all_channels_is_decided_whatever_is_erased() {
    // aI − s l rᵀ with l·r = 1 − 2 + 3 = 2, s = 1/4: a twice, and a − 1/2, or a/2.
    for (decayed, last) in [(false, 0.25), (true, 0.375)] {
        let step = RankOneStep {
            gates: numbers(&[0.75; 3]),
            scale: Number::Exact(0.25),
            left: numbers(&[1.0, 2.0, 3.0]),
            right: numbers(&[1.0, -1.0, 1.0]),
            decayed,
        };
        let found = of(&step);
        assert_eq!((found.pair_count(), found.negative, found.zero), (Some(0), Some(0), Some(0)));
        for (x, y) in found.real.iter().zip([last, 0.75, 0.75]) {
            assert!(x.contains_f64(y) && x.width() < 1e-12, "{x} is not {y}");
        }
        // l·r = 0: the gate alone, three times, without a third eigenvector.
        let found = of(&RankOneStep { right: numbers(&[2.0, -1.0, 0.0]), ..step });
        assert_eq!((found.pair_count(), found.real.len()), (Some(0), 3));
    }
}
