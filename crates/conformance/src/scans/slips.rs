//! Slips of these systems.

use super::Scan;
use super::given::{Given, Margin, Results};
use engine::systems::linoss::Scheme;

/// One thing done in another way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "`what` of the slip that makes it says what it is")]
pub enum Twist {
    #[default]
    None,
    Tiled,
    NoStep,
    HeldWrite,
    ReadEarly,
    DecayLate,
    CarriedOver,
    NoTanh,
    NoAngleStep,
    NotTurned,
    Halves,
    OnlyNow,
    LambdaSwapped,
    RealOnly,
    Conjugate,
    Doubled,
    Scheme(Scheme),
    NotNormalised,
    ReadoutTransposed,
    ClockLate,
    Unscaled,
}

/// A slip: its key, what the kernel does, and how it is made.
pub(super) struct Slip {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    twist: Twist,
    without: &'static [&'static str],
    /// A tensor whose sign, or whose softplus, is another.
    change: Option<fn(&mut Given<f64>)>,
}

const fn twist(name: &'static str, what: &'static str, twist: Twist) -> Slip {
    Slip { name, what, twist, without: &[], change: None }
}

const fn without(name: &'static str, what: &'static str, without: &'static [&'static str]) -> Slip {
    Slip { name, what, twist: Twist::None, without, change: None }
}

const fn change(name: &'static str, what: &'static str, change: fn(&mut Given<f64>)) -> Slip {
    Slip { name, what, twist: Twist::None, without: &[], change: Some(change) }
}

fn scaled(given: &mut Given<f64>, names: &[&str], factor: f64) {
    for name in names {
        if let Some(tensor) = given.tensors.get_mut(*name) {
            tensor.iter_mut().for_each(|x| *x *= factor);
        }
    }
}

const ALL: &[Slip] = &[
    without("skip-missing", "does not add D times the input", &["D"]),
    without("gate-missing", "does not multiply by the gate silu(z)", &["z", "Z"]),
    without(
        "initial-state-ignored",
        "ignores the initial state",
        &[
            "h0",
            "ssm_state_in",
            "angle_state_in",
            "k_state_in",
            "v_state_in",
            "z_re_in",
            "z_im_in",
            "x_re_in",
            "x_im_in",
            "hk_in",
            "hv_in",
            "lambda_in",
        ],
    ),
    without("bias-missing", "does not add the bias of the step size", &["dt_bias"]),
    without("key-biases-missing", "does not add the biases of queries and keys", &["Q_bias", "K_bias"]),
    without("clock-restarted", "starts the clock, or the angle, from 0", &["lambda_in", "angle_state_in"]),
    without(
        "last-write-forgotten",
        "forgets the last write of the initial state",
        &["k_state_in", "v_state_in"],
    ),
    change("softplus-missing", "takes the raw step size", |g| g.softplus = false),
    change("gate-base-2", "takes exponentials to base 2", |g| {
        scaled(g, &["A", "ADT", "g"], std::f64::consts::LN_2);
    }),
    twist("groups-tiled", "gives head h the group h mod G, not h / (H/G)", Twist::Tiled),
    twist("step-missing", "writes without the step size (of the clock: does not turn)", Twist::NoStep),
    twist("held-write", "holds the input exactly, (e^(dt A) - 1)/A B, in place of dt B", Twist::HeldWrite),
    twist("read-before-update", "reads the state before the update", Twist::ReadEarly),
    twist("decay-after-write", "applies the decay after the write", Twist::DecayLate),
    twist("state-carried-over-sequences", "carries the state over to the next sequence", Twist::CarriedOver),
    twist("angle-without-tanh", "takes the raw angle, without tanh", Twist::NoTanh),
    twist("angle-without-step", "does not multiply the angle by the step size", Twist::NoAngleStep),
    twist("not-turned", "does not turn queries and keys", Twist::NotTurned),
    twist("turned-in-halves", "turns the pairs (i, i + N/2), not (2i, 2i + 1)", Twist::Halves),
    twist("previous-write-missing", "writes the present token with its whole weight", Twist::OnlyNow),
    twist(
        "trapezoid-swapped",
        "swaps the weights of the present and the previous write",
        Twist::LambdaSwapped,
    ),
    twist("imaginary-part-missing", "reads Re(C) Re(x) only", Twist::RealOnly),
    twist("conjugate", "reads with the conjugate of C", Twist::Conjugate),
    twist("doubled", "reads 2 Re(C x)", Twist::Doubled),
    twist("scheme-im", "discretises implicitly", Twist::Scheme(Scheme::Im)),
    twist("scheme-imex", "discretises implicitly-explicitly, without damping", Twist::Scheme(Scheme::Imex)),
    twist("scheme-d-imex1", "discretises as IMEX1", Twist::Scheme(Scheme::DampedImex1)),
    twist("scheme-d-imex2", "discretises as IMEX2", Twist::Scheme(Scheme::DampedImex2)),
    twist("scheme-d-im", "discretises implicitly, with damping", Twist::Scheme(Scheme::DampedIm)),
    twist("scheme-d-ex", "discretises explicitly", Twist::Scheme(Scheme::DampedEx)),
    twist("norm-missing", "does not normalise q and k", Twist::NotNormalised),
    twist("readout-transposed", "transposes the read-out", Twist::ReadoutTransposed),
    twist("clock-late", "reads with the clock of the token before", Twist::ClockLate),
    twist("scale-missing", "does not scale the scores", Twist::Unscaled),
];

/// Every slip that changes anything, with its results in `f64`.
pub(super) fn tried(scan: Scan, given: &Given<f64>) -> Vec<(&'static Slip, Results<f64>)> {
    let right = scan.run(given, Twist::None, &Margin::NONE);
    let run = |slip: &'static Slip| {
        let mut inputs = given.without(slip.without);
        if let Some(change) = slip.change {
            change(&mut inputs);
        }
        let untouched = slip.twist == Twist::None && inputs == *given;
        let results = if untouched { right.clone() } else { scan.run(&inputs, slip.twist, &Margin::NONE) };
        (slip, results)
    };
    // What is not a slip of this system leaves its run as it is.
    ALL.iter().map(run).filter(|(_, results)| *results != right).collect()
}
