//! # LinOSS and D-LinOSS: discretised oscillators
//!
//! $\ddot x = -A x - G \dot x + B u$, one oscillator for each channel, state $(z, x)$ with $z = \dot x$; complex, kept as two columns (real, imaginary).
//! Each [`Scheme`] is a 2×2 matrix $M$ and a write $(f_z, f_x)$ times $B u$:
//!
//! | scheme | $S$ | $M$ | write |
//! |---|---|---|---|
//! | LinOSS IM | $1 + \Delta^2 A$ | $[[1, -\Delta A], [\Delta, 1]] / S$ | $(\Delta, \Delta^2) / S$ |
//! | LinOSS IMEX | | $[[1, -\Delta A], [\Delta, 1 - \Delta^2 A]]$ | $(\Delta, \Delta^2)$ |
//! | D-LinOSS IMEX1 | $1 + \Delta G$ | $[[1, -\Delta A], [\Delta, S - \Delta^2 A]] / S$ | $(\Delta, \Delta^2) / S$ |
//! | D-LinOSS IMEX2 | | $[[1 - \Delta G, -\Delta A], [\Delta (1 - \Delta G), 1 - \Delta^2 A]]$ | $(\Delta, \Delta^2)$ |
//! | D-LinOSS IM | $1 + \Delta G + \Delta^2 A$ | $[[1, -\Delta A], [\Delta, 1 + \Delta G]] / S$ | $(\Delta, \Delta^2) / S$ |
//! | D-LinOSS EX | | $[[1 - \Delta G, -\Delta A], [\Delta, 1]]$ | $(\Delta, 0)$ |
//!
//! $y = \mathrm{Re}(C x) + D \odot u$. Officially $A = \mathrm{relu} \ge 0$, $\Delta = \sigma \in (0, 1)$, $G = \mathrm{relu} \ge 0$; IMEX1 clamps $A$, see [`projected`].
//!
//! Source: Rusch, Rus, *Oscillatory State-Space Models*; tk-rusch/linoss and jaredbmit/damped-linoss `models/LinOSS.py`.

use crate::program::{Program, Token};
use crate::scalar::{Real, Scalar, dot};
use crate::step::{Carry, Step};

/// How the oscillator is discretised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// LinOSS, implicit.
    Im,
    /// LinOSS, implicit-explicit (symplectic).
    Imex,
    /// D-LinOSS, implicit in the damping (the default).
    DampedImex1,
    /// D-LinOSS, explicit in the damping.
    DampedImex2,
    /// D-LinOSS, implicit.
    DampedIm,
    /// D-LinOSS, explicit.
    DampedEx,
}

/// One channel: $A$, $G$ (0 for LinOSS) and $\Delta$.
#[derive(Clone, Debug, PartialEq)]
pub struct Oscillator<S> {
    /// The squared frequency $A$.
    pub a: S,
    /// The damping $G$.
    pub g: S,
    /// The step $\Delta$.
    pub dt: S,
}

/// $M$ row-major and the write $(f_z, f_x)$, both times $S$, with $S$: `(matrix, write, divisor)`. Free of division.
pub fn scheme<S: Scalar>(scheme: Scheme, o: &Oscillator<S>) -> ([S; 4], [S; 2], S) {
    let one = S::one();
    let (da, dg) = (o.dt.times(&o.a), o.dt.times(&o.g));
    let dda = o.dt.times(&da);
    let square = o.dt.times(&o.dt);
    let (minus_da, kept) = (da.negate(), one.minus(&dg));
    let both = [o.dt.clone(), square];
    match scheme {
        Scheme::Im => ([one.clone(), minus_da, o.dt.clone(), one.clone()], both, one.plus(&dda)),
        Scheme::Imex => ([one.clone(), minus_da, o.dt.clone(), one.minus(&dda)], both, one),
        Scheme::DampedImex1 => {
            let s = one.plus(&dg);
            ([one, minus_da, o.dt.clone(), s.minus(&dda)], both, s)
        }
        Scheme::DampedImex2 => ([kept.clone(), minus_da, o.dt.times(&kept), one.minus(&dda)], both, one),
        Scheme::DampedIm => {
            let s = one.plus(&dg).plus(&dda);
            ([one.clone(), minus_da, o.dt.clone(), one.plus(&dg)], both, s)
        }
        Scheme::DampedEx => ([kept, minus_da, o.dt.clone(), one.clone()], [o.dt.clone(), S::zero()], one),
    }
}

/// The program for inputs `bu[t][p]` = $(B u_t)_p$ as (real, imaginary). The state has rows $z_1 \dots z_P, x_1 \dots x_P$; outputs are
/// read by [`read`], not by the program.
pub fn program<S: Real>(kind: Scheme, channels: &[Oscillator<S>], bu: &[Vec<(S, S)>]) -> Program<S> {
    let (mut blocks, mut writes) = (Vec::new(), Vec::new());
    for channel in channels {
        let (matrix, write, divisor) = scheme(kind, channel);
        blocks.push(matrix.map(|m| m.over(&divisor)));
        writes.push(write.map(|f| f.over(&divisor)));
    }
    let rows = 2 * channels.len();
    let tokens = bu.iter().map(|input| {
        let row = |r: usize| {
            let (re, im) = &input[r % channels.len()];
            let factor = &writes[r % channels.len()][r / channels.len()];
            [factor.times(re), factor.times(im)]
        };
        let step = Step {
            carry: Carry::Blocks(blocks.clone()),
            updates: Vec::new(),
            add: Some((0..rows).flat_map(row).collect()),
        };
        Token::single(step, vec![S::zero(); rows])
    });
    Program { rows, columns: 2, scale: S::one(), tokens: tokens.collect() }
}

/// $\mathrm{Re}(C x)$ for a state of the program; `c_re` and `c_im` are `[H × P]`, row-major.
pub fn read<S: Scalar>(state: &[S], c_re: &[S], c_im: &[S]) -> Vec<S> {
    let position = &state[state.len() / 2..];
    let part = |offset: usize| position.iter().skip(offset).step_by(2).cloned().collect::<Vec<S>>();
    let (re, im) = (part(0), part(1));
    let rows = c_re.chunks_exact(re.len()).zip(c_im.chunks_exact(re.len()));
    rows.map(|(a, b)| dot(a, &re).minus(&dot(b, &im))).collect()
}

/// $A$ clamped to $[(2 + \Delta G - 2\sqrt{1 + \Delta G})/\Delta^2,\ (2 + \Delta G + 2\sqrt{1 + \Delta G})/\Delta^2]$: the official projection of IMEX1, the closed
/// region where the eigenvalues are non-real or a real double root.
pub fn projected<S: Real>(o: &Oscillator<S>) -> S {
    let dg = o.dt.times(&o.g);
    let middle = S::from_int(2).plus(&dg);
    let spread = S::from_int(2).times(&S::one().plus(&dg).sqrt());
    let square = o.dt.times(&o.dt);
    let (low, high) = (middle.minus(&spread).over(&square), middle.plus(&spread).over(&square));
    o.a.maximum(&low).minimum(&high)
}
