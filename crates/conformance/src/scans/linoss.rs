//! LinOSS and D-LinOSS from their tensors, and what rounding explains for them.
//!
//! # Bound
//! One oscillator is $s_t = M s_{t-1} + f b_t$ with a constant $2 \times 2$ matrix, $b = B u$, run token by token or by an associative scan, which
//! multiplies powers of $M$. Sums of absolute values grow with $|M|^t$, where $M^t$ stays bounded; so this bound is by norms. Let $a_k = \lVert M^k
//! \rVert_F$ (computed), $a = \max_{k \le T} a_k$, $S = (1 + a) \max_t \lVert s_t \rVert_F$, which bounds the state that any run of tokens makes from zero, since
//! $s_{(i, j]} = s_j - M^{j - i} s_i$. The result of tokens $(i, j]$ is made of those of $(i, m]$ and $(m, j]$, as $M^{j-m} s_{(i,m]} + s_{(m,j]}$
//! and $M^{j-m} M^{m-i}$. To first order the error of $s_t$ is the sum of what is lost in each such node, carried on exactly:
//!
//! * the state of a node ending at token $e$: at most $\gamma_4 (a + 1) S$, carried by $M^{t-e}$;
//! * a product of powers ending there: $\gamma_2 a^2$, carried by $M^{t - e}$, and by at most $a$ and $S$ on its right: $\gamma_2 a^3 S$;
//! * the entries of $M$ themselves, the same in every step, off by $\gamma_8 |M|_{abs}$ (sums of the absolute values of what they are made of): they meet the whole
//!   state before the token, $\gamma_8 \lVert |M|_{abs} \rVert_F\, S$, once for each token, however the run is split;
//! * $f b_e$: $\gamma_{H + 10} \lVert f \rVert \beta$ with $\beta \ge |B| |u_e|$; and $(2 u_b + u_b^2) \lVert f \rVert \beta$ where the operands of matrix products are
//!   rounded with a unit $u_b$, as the products with $B$ and $C$ are (those of the scan are products of single numbers).
//!
//! At most $L$ nodes end at a token: 1 token by token, $2 \lceil \log_2 T \rceil + 2$ in a balanced scan. With $h = \sum_{k \le T} a_k$ the error is at most
//! $h\,[L (\gamma_4 (a + 1) S + \gamma_2 a^3 S) + \gamma_8 \lVert |M|_{abs} \rVert_F S + \gamma_{H+10} \lVert f \rVert \beta]$; terms of higher order are allowed for by a
//! factor, and where they are no longer small there is no bound. For independent roundings nodes add up as squares; the entries of $M$, which repeat,
//! do not.

use super::counted::Counted;
use super::given::{Given, Margin, Results};
use super::slips::Twist;
use super::{Spec, TensorSpec, needed, optional};
use engine::bounds::{Arithmetic, Roundings};
use engine::run::trace;
use engine::scalar::dot;
use engine::systems::linoss::{self, Oscillator, Scheme};
use engine::{Real, Scalar};

const PLAIN: &[TensorSpec] = &[
    needed("u", "BTF"),
    needed("A", "P"),
    needed("dt", "P"),
    needed("B_re", "PF"),
    needed("B_im", "PF"),
    needed("C_re", "FP"),
    needed("C_im", "FP"),
    optional("D", "F"),
];
const DAMPED: &[TensorSpec] = &[
    needed("u", "BTF"),
    needed("A", "P"),
    needed("G", "P"),
    needed("dt", "P"),
    needed("B_re", "PF"),
    needed("B_im", "PF"),
    needed("C_re", "FP"),
    needed("C_im", "FP"),
    optional("D", "F"),
];
const INITIAL: &[TensorSpec] = &[
    optional("z_re_in", "BP"),
    optional("z_im_in", "BP"),
    optional("x_re_in", "BP"),
    optional("x_im_in", "BP"),
];
const RESULTS: &[TensorSpec] = &[
    needed("y", "BTF"),
    needed("z_re", "BP"),
    needed("z_im", "BP"),
    needed("x_re", "BP"),
    needed("x_im", "BP"),
];

const fn of(name: &'static str, title: &'static str, inputs: &'static [TensorSpec]) -> Spec {
    Spec { name, title, inputs, initial: INITIAL, results: RESULTS, packed: false }
}

const IM: Spec = of("linoss_im", "LinOSS, implicit", PLAIN);
const IMEX: Spec = of("linoss_imex", "LinOSS, implicit-explicit", PLAIN);
const DAMPED_IMEX1: Spec = of("d_linoss_imex1", "D-LinOSS, implicit in the damping", DAMPED);
const DAMPED_IMEX2: Spec = of("d_linoss_imex2", "D-LinOSS, explicit in the damping", DAMPED);
const DAMPED_IM: Spec = of("d_linoss_im", "D-LinOSS, implicit", DAMPED);
const DAMPED_EX: Spec = of("d_linoss_ex", "D-LinOSS, explicit", DAMPED);

pub(super) fn spec(scheme: Scheme) -> &'static Spec {
    match scheme {
        Scheme::Im => &IM,
        Scheme::Imex => &IMEX,
        Scheme::DampedImex1 => &DAMPED_IMEX1,
        Scheme::DampedImex2 => &DAMPED_IMEX2,
        Scheme::DampedIm => &DAMPED_IM,
        Scheme::DampedEx => &DAMPED_EX,
    }
}

fn oscillators<S: Real>(given: &Given<S>) -> Vec<Oscillator<S>> {
    let (a, dt) = (given.tensor("A"), given.tensor("dt"));
    let damping = |p: usize| given.maybe("G").map_or_else(S::zero, |g| g[p].clone());
    (0..given.size('P')).map(|p| Oscillator { a: a[p].clone(), g: damping(p), dt: dt[p].clone() }).collect()
}

/// $B u_t$ of a token, as (real, imaginary).
fn driven<S: Real>(given: &Given<S>, u: &[S]) -> Vec<(S, S)> {
    let width = given.size('F').max(1);
    let rows = given.tensor("B_re").chunks_exact(width).zip(given.tensor("B_im").chunks_exact(width));
    rows.map(|(re, im)| (dot(re, u), dot(im, u))).collect()
}

const PARTS: [[&str; 2]; 2] = [["z_re", "z_im"], ["x_re", "x_im"]];
const STARTS: [[&str; 2]; 2] = [["z_re_in", "z_im_in"], ["x_re_in", "x_im_in"]];

/// The initial state of a batch entry, rows $z$ and then $x$, columns (real, imaginary).
fn initial<S: Scalar>(given: &Given<S>, batch: usize) -> Vec<S> {
    let p = given.size('P');
    let entry = |e: usize| {
        let name = STARTS[e / 2 / p.max(1)][e % 2];
        given.maybe(name).map_or_else(S::zero, |x| x[batch * p + e / 2 % p].clone())
    };
    (0..4 * p).map(entry).collect()
}

pub(super) fn run<S: Real>(
    scheme: Scheme,
    given: &Given<S>,
    twist: Twist,
    margin: &Margin<'_, S>,
) -> Results<S> {
    // Operands of the products with B and C; the scan itself has none.
    let mut given = given.clone();
    for name in ["B_re", "B_im", "C_re", "C_im"] {
        if let Some(tensor) = given.tensors.get_mut(name) {
            *tensor = margin.operands(std::mem::take(tensor), 1.0);
        }
    }
    let given = &given;
    let [tokens, features, p] = ['T', 'F', 'P'].map(|axis| given.size(axis));
    let scheme = if let Twist::Scheme(other) = twist { other } else { scheme };
    let u = given.tensor("u");
    let (c_re, mut c_im) = (given.tensor("C_re").to_vec(), given.tensor("C_im").to_vec());
    match twist {
        Twist::RealOnly => c_im.iter_mut().for_each(|x| *x = S::zero()),
        Twist::Conjugate => c_im.iter_mut().for_each(|x| *x = x.negate()),
        _ => {}
    }
    let channels = oscillators(given);
    let mut outputs = vec![S::zero(); u.len()];
    let mut ends = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    for (batch, range) in &given.sequences {
        let row = |t: usize| &u[(batch * tokens + t) * features..][..features];
        let bu: Vec<_> =
            range.clone().map(|t| driven(given, &margin.operands(row(t).to_vec(), 1.0))).collect();
        let (program, start) = (linoss::program(scheme, &channels, &bu), initial(given, *batch));
        (margin.seen)(&program, &start);
        let states = trace(&program, &start).states;
        for (n, t) in range.clone().enumerate() {
            let state = &states[if twist == Twist::ReadEarly { n } else { n + 1 }];
            let state = margin.operands(state.clone(), 1.0);
            for (f, y) in linoss::read(&state, &c_re, &c_im).into_iter().enumerate() {
                let y = if twist == Twist::Doubled { y.plus(&y) } else { y };
                let skip = given.maybe("D").map(|d| d[f].times(&row(t)[f]));
                outputs[(batch * tokens + t) * features + f] = skip.map_or_else(|| y.clone(), |s| y.plus(&s));
            }
        }
        let last = &states[bu.len()];
        for (half, columns) in ends.iter_mut().enumerate() {
            for (column, out) in columns.iter_mut().enumerate() {
                out.extend((0..p).map(|i| last[2 * (half * p + i) + column].clone()));
            }
        }
    }
    let mut out = Results::from([("y", outputs)]);
    for (names, values) in PARTS.into_iter().zip(ends) {
        out.extend(names.into_iter().zip(values));
    }
    out
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

fn product(a: &[f64; 4], b: &[f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
    ]
}

/// What two roundings of operands do to a product.
fn operands(arithmetic: &Arithmetic) -> f64 {
    arithmetic.operand * (2.0 + arithmetic.operand)
}

/// Upper bounds of $a_k = \lVert M^k \rVert_F$ for $k \le n$, from powers $\hat P_k$ computed in `f64` of a computed $M$, whose entries are off by $\gamma_8$ of
/// `absolute`; `None` where they say nothing.
///
/// $\hat P_k = M \hat P_{k-1} + \delta_k$ with $\lVert \delta_k \rVert \le g\,\hat a_{k-1}$, $g = \gamma_2 \lVert M \rVert_F + \gamma_8\,\mathtt{absolute}$ (of `f64`), so that
/// $M^k = \hat P_k - \sum_j M^{k-j} \delta_j$ and, with $a = \max a_k$ and $\hat h = \sum \hat a_k$, $a_k \le \hat a_k + a\, g \hat h$. Hence $a \le \hat a / (1 - g \hat h)$
/// and $a_k \le \hat a_k + \hat a\,g \hat h / (1 - g \hat h)$. A computed norm is off by $\gamma_6$, and by the root of what its squares lose where they underflow.
pub(super) fn power_norms(matrix: &[f64; 4], absolute: f64, n: usize) -> Option<Vec<f64>> {
    let gamma = |n| Arithmetic::F64.gamma(n);
    let upper = |x: f64| (x + 2.0 * f64::MIN_POSITIVE.sqrt()) * (1.0 + gamma(8.0));
    let (mut power, mut sizes) = ([1.0, 0.0, 0.0, 1.0], Vec::with_capacity(n + 1));
    for _ in 0..=n {
        sizes.push(upper(norm(&power)));
        power = product(matrix, &power);
    }
    let largest = sizes.iter().fold(0.0, |a: f64, s| a.max(*s));
    let sum: f64 = sizes.iter().sum::<f64>() * (1.0 + gamma(n as f64 + 2.0));
    let share = upper((gamma(2.0) * norm(matrix) + gamma(8.0) * absolute) * sum);
    if share.is_nan() || share >= 0.5 {
        return None;
    }
    let slack = upper(largest * share / (1.0 - share));
    Some(sizes.into_iter().map(|s| upper(s + slack)).collect())
}

/// The error of the state of one oscillator at the end of `tokens` tokens at most.
fn state_bound(
    scheme: Scheme,
    o: &Oscillator<f64>,
    (tokens, inputs): (usize, usize),
    (largest, drive): (f64, f64),
    arithmetic: &Arithmetic,
    roundings: Roundings,
) -> f64 {
    let (matrix, write, divisor) = linoss::scheme(scheme, o);
    let matrix = matrix.map(|m| m / divisor);
    // Masses: the sums of the absolute values of what an entry is made of. A divisor of terms of both signs is less exact by as much.
    let counted = |x: f64| Counted::<false>::exact(x);
    let sizes = Oscillator { a: counted(o.a), g: counted(o.g), dt: counted(o.dt) };
    let (absolute, _, whole) = linoss::scheme(scheme, &sizes);
    let spread = (whole.mass() / divisor.abs()).max(1.0);
    let absolute = spread * norm(&absolute.map(|m| m.mass() / divisor));
    let write = norm(&write.map(|w| w / divisor));
    let Some(sizes) = power_norms(&matrix, absolute, tokens) else { return f64::INFINITY };
    let sum: f64 = sizes.iter().sum();
    let squares: f64 = sizes.iter().map(|s| s * s).sum();
    let a = sizes.iter().fold(0.0, |a: f64, s| a.max(*s));
    let nodes = 2.0 * (tokens.max(1) as f64).log2().ceil() + 2.0;
    let state = (1.0 + a) * largest;
    let relative = |n: f64| roundings.bound(arithmetic, n);
    let local = relative(4.0) * (a + 1.0) * state + relative(2.0) * a.powi(3) * state;
    let independent = matches!(roundings, Roundings::Independent { .. });
    let nodes = if independent { (nodes * squares).sqrt() } else { nodes * sum };
    let repeated = sum * arithmetic.gamma(8.0) * absolute * state;
    let driven = sum * (relative(inputs as f64 + 10.0) + operands(arithmetic)) * write * drive;
    let first = nodes * local + repeated + driven;
    // Of higher order: the same once more of the error itself.
    let share = sum * (arithmetic.gamma(8.0) * absolute + arithmetic.gamma(6.0) * (a + 1.0)) * (1.0 + a);
    if share < 0.25 { first * (1.0 + 2.0 * share) + arithmetic.tiny * sum } else { f64::INFINITY }
}

/// What rounding explains of each result, in its shape.
pub(super) fn bound(
    scheme: Scheme,
    given: &Given<f64>,
    arithmetic: &Arithmetic,
    roundings: Roundings,
) -> Results<f64> {
    let [tokens, features, p] = ['T', 'F', 'P'].map(|axis| given.size(axis));
    let (u, channels) = (given.tensor("u"), oscillators(given));
    let sizes = given.map(|x| x.abs());
    let (c_re, c_im) = (sizes.tensor("C_re"), sizes.tensor("C_im"));
    let mut outputs = vec![0.0; u.len()];
    let mut ends = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    for (batch, range) in &given.sequences {
        let row = |t: usize| &u[(batch * tokens + t) * features..][..features];
        let bu: Vec<_> = range.clone().map(|t| driven(given, row(t))).collect();
        let states = trace(&linoss::program(scheme, &channels, &bu), &initial(given, *batch)).states;
        let drives: Vec<Vec<(f64, f64)>> = range
            .clone()
            .map(|t| driven(&sizes, &row(t).iter().map(|x| x.abs()).collect::<Vec<_>>()))
            .collect();
        let errors: Vec<f64> = (0..p)
            .map(|i| {
                let part = |s: &Vec<f64>| norm(&[s[2 * i], s[2 * i + 1], s[2 * (p + i)], s[2 * (p + i) + 1]]);
                let largest = states.iter().map(part).fold(0.0, f64::max);
                let drive = drives.iter().map(|d| norm(&[d[i].0, d[i].1])).fold(0.0, f64::max);
                let sizes = (range.len(), features);
                state_bound(scheme, &channels[i], sizes, (largest, drive), arithmetic, roundings)
            })
            .collect();
        let read = roundings.bound(arithmetic, 2.0 * p as f64 + 4.0) + operands(arithmetic);
        for (n, t) in range.clone().enumerate() {
            for f in 0..features {
                let (mut error, mut mass, mut y) = (0.0, 0.0, 0.0);
                for i in 0..p {
                    let (re, im) = (states[n + 1][2 * (p + i)], states[n + 1][2 * (p + i) + 1]);
                    let (a, b) = (c_re[f * p + i], c_im[f * p + i]);
                    error += (a + b) * errors[i];
                    mass += a * re.abs() + b * im.abs();
                    y += given.tensor("C_re")[f * p + i] * re - given.tensor("C_im")[f * p + i] * im;
                }
                let skip = given.maybe("D").map_or(0.0, |d| d[f] * row(t)[f]);
                let own = error + read * (mass + error + skip.abs());
                let total = own + arithmetic.rounded((y + skip).abs() + own) + arithmetic.tiny;
                outputs[(batch * tokens + t) * features + f] = total;
            }
        }
        for columns in &mut ends {
            for out in columns {
                out.extend_from_slice(&errors);
            }
        }
    }
    let mut out = Results::from([("y", outputs)]);
    for (names, values) in PARTS.into_iter().zip(ends) {
        out.extend(names.into_iter().zip(values));
    }
    out
}
