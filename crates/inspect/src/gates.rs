//! Gates and strengths: ready ones, as factors or logarithms, or raw activations with the official parametrisation.

use crate::InspectError;
use crate::layer::product;
use crate::parts::{Opening, is_raw};
use crate::tensor::{Allowed, Sizes, TokenTensor};
use conformance::{Beta, DumpError, Gate};
use enclosure::RealBall;
use engine::System;
use engine::systems::{ckda, gates as official, mdn};
use spectrum::Number;
use tensors::TensorFile;

const LOG: Allowed = Allowed::new(f64::NEG_INFINITY, 0.0, "(-inf, 0], the logarithms of gates up to 1");
const FACTOR: Allowed = Allowed::new(0.0, 1.0, "[0, 1]");
const SIGNED: Allowed = Allowed::new(-1.0, 1.0, "[-1, 1]");

fn ball(bits: u32, value: f64) -> RealBall {
    RealBall::from_f64(bits.max(64), value)
        .unwrap_or_else(|_| RealBall::everything(bits))
        .with_precision(bits.max(64))
}

/// Where gates come from.
#[derive(Debug)]
pub(crate) enum Gates {
    /// There are none: all are 1.
    One,
    Factor(TokenTensor),
    Log(TokenTensor),
    /// A logarithm of the absolute value, and a sign.
    Signed(TokenTensor, TokenTensor),
    Raw(Raw),
}

/// Raw activations with their parameters.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    tensor: TokenTensor,
    form: Form,
    /// For each head.
    a_log: Vec<f64>,
    /// For each head and channel.
    bias: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Softplus,
    Safe(f64),
    Signed,
}

impl Gates {
    /// The decay gates of the system; without a tensor of that kind, an error, or 1 for systems that have none.
    pub(crate) fn open(open: &mut Opening<'_>, key: Option<&TokenTensor>) -> Result<Self, InspectError> {
        let (plain, log) = match open.system {
            System::DeltaNet | System::Iplr => return Ok(Self::One),
            System::Rwkv7 => ("alpha", "w"),
            _ => ("alpha", "g"),
        };
        let setting = open.settings.gate;
        if setting == Some(Gate::None) {
            return Ok(Self::One);
        }
        let raw_name = ["g_raw", "f_raw", "a_raw"].into_iter().find(|name| open.has(name));
        let wants_raw = open.raw || is_raw(setting) || !(open.has(plain) || open.has(log));
        if let (true, Some(name), true) = (wants_raw, raw_name, open.system != System::Rwkv7) {
            return Raw::open(open, name, key).map(Self::Raw);
        }
        if open.system == System::DeltaProduct && !open.has(plain) && !open.has(log) {
            return Ok(Self::One);
        }
        let signed = open.system == System::Ckda;
        if signed && !open.has(plain) && open.has(log) {
            let size = open.tensor(log, LOG)?;
            let sign = open.tensor("sign", SIGNED)?;
            if sign.sizes != size.sizes {
                return Err(sign.misfit(format!("{:?}, as `{}`", size.shape, size.name)));
            }
            return Ok(Self::Signed(size, sign));
        }
        Self::factor(open, plain, log, if signed { SIGNED } else { FACTOR })
    }

    /// A factor, given as it is or as its logarithm.
    pub(crate) fn factor(
        open: &mut Opening<'_>,
        plain: &str,
        log: &str,
        allowed: Allowed,
    ) -> Result<Self, InspectError> {
        let as_log = match open.settings.gate {
            Some(Gate::NaturalLog) => true,
            Some(Gate::Factor) => !open.has(plain),
            _ => open.has(log) || !open.has(plain),
        };
        if as_log {
            open.tensor(log, LOG).map(Self::Log)
        } else {
            open.tensor(plain, allowed).map(Self::Factor)
        }
    }

    /// The sizes of the tensor; `None` where there is none.
    pub(crate) fn sizes(&self) -> Option<Sizes> {
        match self {
            Self::One => None,
            Self::Factor(tensor) | Self::Log(tensor) | Self::Signed(tensor, _) => Some(tensor.sizes),
            Self::Raw(raw) => Some(raw.tensor.sizes),
        }
    }

    pub(crate) fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<Read, InspectError> {
        let Some(Sizes { heads, width, .. }) = self.sizes() else {
            return Ok(Read { numbers: vec![Number::ONE], heads: 0, width: 1, group: 1 });
        };
        let numbers = match self {
            Self::One => Vec::new(),
            Self::Factor(tensor) => {
                tensor.read(file, batch, from, to)?.into_iter().map(Number::Exact).collect()
            }
            Self::Log(tensor) => tensor.read(file, batch, from, to)?.into_iter().map(Number::exp).collect(),
            Self::Signed(tensor, sign) => {
                let (logs, signs) = (tensor.read(file, batch, from, to)?, sign.read(file, batch, from, to)?);
                if let Some(at) = signs.iter().position(|x| x.abs() != 1.0) {
                    let index = vec![from + at / (heads * width), at / width % heads, at % width];
                    let (value, range) = (signs[at], "{-1, 1} (place: token, head, channel)");
                    return Err(InspectError::Range {
                        name: sign.name.clone(),
                        index,
                        value,
                        range,
                        hint: "",
                    });
                }
                logs.iter()
                    .zip(&signs)
                    .map(|(log, sign)| Number::Exp { log: *log, negative: *sign < 0.0 })
                    .collect()
            }
            Self::Raw(raw) => raw.read(file, batch, from, to)?,
        };
        Ok(Read { numbers, heads, width, group: 1 })
    }
}

/// Numbers in the order token, head, channel.
pub(crate) struct Read {
    numbers: Vec<Number>,
    /// 0 where one number stands for all.
    heads: usize,
    width: usize,
    /// Heads of the layer that share one of these.
    group: usize,
}

impl Read {
    /// The same for a layer of so many heads, of which neighbours share numbers.
    pub(crate) fn shared(self, heads: usize) -> Self {
        Self { group: (heads / self.heads.max(1)).max(1), ..self }
    }

    fn place(&self, token: usize, head: usize) -> usize {
        if self.heads == 0 { 0 } else { (token * self.heads + head / self.group) * self.width }
    }

    pub(crate) fn one(&self, token: usize, head: usize) -> Number {
        self.numbers[self.place(token, head)].clone()
    }

    /// The gates of all channels; one gate stands for all of them.
    pub(crate) fn channels(&self, token: usize, head: usize, d: usize) -> Vec<Number> {
        if self.width == 1 {
            return vec![self.one(token, head); d];
        }
        let at = self.place(token, head);
        self.numbers[at..at + self.width].to_vec()
    }

    /// The product of a strength with a number.
    pub(crate) fn times(&self, token: usize, head: usize, channel: usize, factor: f64) -> Number {
        let at = self.place(token, head) + if self.width == 1 { 0 } else { channel };
        match &self.numbers[at] {
            Number::Exact(value) => product(*value, factor),
            other => {
                let other = other.clone();
                Number::enclosed(move |bits| other.ball(bits) * ball(bits, factor))
            }
        }
    }
}

impl Raw {
    fn open(open: &mut Opening<'_>, name: &str, key: Option<&TokenTensor>) -> Result<Self, InspectError> {
        let tensor = open.tensor(name, Allowed::ANY)?;
        let Sizes { heads, width, .. } = tensor.sizes;
        if key.is_some_and(|key| width != 1 && width != key.sizes.width) {
            return Err(tensor.misfit("one number for each head, or one for each key channel".into()));
        }
        let form = match (open.system, open.settings.gate, open.settings.lower_bound) {
            (System::Ckda, ..) => Form::Signed,
            (_, Some(Gate::Safe), None) => {
                let why = "a safe gate has one".to_owned();
                return Err(DumpError::Unsettled { key: "lower_bound", why, flag: "lower-bound" }.into());
            }
            (_, Some(Gate::Softplus), _) | (_, _, None) => Form::Softplus,
            (_, _, Some(lower)) => Form::Safe(lower),
        };
        if let System::Gla | System::Dplr | System::Comba | System::CombaDecayed = open.system {
            let why = "its raw gates have no parametrisation that is known here; give ready gates";
            return Err(InspectError::Unsupported { system: open.system.spec().name.to_owned(), why });
        }
        let (a_log, bias) = (open.parameter("A_log", heads)?, open.parameter("dt_bias", heads * width)?);
        Ok(Self { tensor, form, a_log, bias })
    }

    fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<Vec<Number>, InspectError> {
        let Sizes { heads, width, .. } = self.tensor.sizes;
        let raw = self.tensor.read(file, batch, from, to)?;
        let number = |(at, x): (usize, f64)| {
            let (a, bias, form) =
                (self.a_log[at / width % heads], self.bias[at % (heads * width)], self.form);
            Number::enclosed(move |bits| {
                // The functions lose a few bits; the caller's precision is what comes out.
                let bits = bits + 32;
                let (x, bias, a) = (ball(bits, x), ball(bits, bias), ball(bits, a));
                match form {
                    Form::Softplus => official::softplus_decay(&x, &bias, &a).exp(),
                    Form::Safe(lower) => official::bounded_decay(&x, &bias, &a, &ball(bits, lower)).exp(),
                    Form::Signed => {
                        let (sign, size) = ckda::signed_gate(&(a.exp() * (x + bias)));
                        sign * size
                    }
                }
            })
        };
        Ok(raw.into_iter().enumerate().map(number).collect())
    }
}

/// Where erase strengths come from.
#[derive(Debug)]
pub(crate) enum Strengths {
    One,
    Used(TokenTensor),
    Raw { tensor: TokenTensor, doubled: bool },
}

impl Strengths {
    pub(crate) fn open(open: &mut Opening<'_>, name: &str, allowed: Allowed) -> Result<Self, InspectError> {
        let setting = open.settings.beta;
        let raw_setting = matches!(setting, Some(Beta::Raw | Beta::RawDoubled));
        let wanted_raw = open.raw || raw_setting || !open.has(name);
        if !(wanted_raw && (open.has("b_raw") || raw_setting)) {
            return open.tensor(name, allowed).map(Self::Used);
        }
        let doubled = match setting {
            Some(Beta::Raw) => false,
            Some(Beta::RawDoubled) => true,
            _ => {
                let why = "`b_raw` is before the sigmoid, which some models double".to_owned();
                return Err(DumpError::Unsettled { key: "beta", why, flag: "beta raw or raw_doubled" }.into());
            }
        };
        let from = if open.has("b_raw") { "b_raw" } else { name };
        Ok(Self::Raw { tensor: open.tensor(from, Allowed::ANY)?, doubled })
    }

    pub(crate) fn sizes(&self) -> Option<Sizes> {
        match self {
            Self::One => None,
            Self::Used(tensor) | Self::Raw { tensor, .. } => Some(tensor.sizes),
        }
    }

    pub(crate) fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<Read, InspectError> {
        let Some(Sizes { heads, width, .. }) = self.sizes() else {
            return Ok(Read { numbers: vec![Number::ONE], heads: 0, width: 1, group: 1 });
        };
        let numbers = match self {
            Self::One => Vec::new(),
            Self::Used(tensor) => {
                tensor.read(file, batch, from, to)?.into_iter().map(Number::Exact).collect()
            }
            Self::Raw { tensor, doubled } => {
                let doubled = *doubled;
                let number =
                    |x: f64| Number::enclosed(move |bits| official::strength(&ball(bits + 32, x), doubled));
                tensor.read(file, batch, from, to)?.into_iter().map(number).collect()
            }
        };
        Ok(Read { numbers, heads, width, group: 1 })
    }
}

/// From token and head to `α, μ, β, η`.
pub(crate) type FourGates = Box<dyn Fn(usize, usize) -> [Number; 4]>;

/// The raw activations of a momentum rule.
#[derive(Debug)]
pub(crate) struct RawMomentum {
    a: TokenTensor,
    b: TokenTensor,
    m: TokenTensor,
    e: TokenTensor,
    /// `A_log`, `dt_bias`, `Mu_log`, `mu_bias`, `log_factor`, each one for a head.
    parameters: [Vec<f64>; 5],
    doubled: bool,
}

impl RawMomentum {
    pub(crate) fn open(open: &mut Opening<'_>) -> Result<Self, InspectError> {
        let any = Allowed::ANY;
        let (a, b) = (open.tensor("a_raw", any)?, open.tensor("b_raw", any)?);
        let (m, e) = (open.tensor("m_raw", any)?, open.tensor("e_raw", any)?);
        let heads = a.sizes.heads;
        let mut parameters: [Vec<f64>; 5] = Default::default();
        for (slot, name) in parameters.iter_mut().zip(["A_log", "dt_bias", "Mu_log", "mu_bias", "log_factor"])
        {
            *slot = open.parameter(name, heads)?;
        }
        let doubled = match open.settings.beta {
            Some(Beta::RawDoubled) => true,
            Some(Beta::Raw) => false,
            _ => {
                let why = "`b_raw` is before the sigmoid, which some models double".to_owned();
                return Err(DumpError::Unsettled { key: "beta", why, flag: "beta raw or raw_doubled" }.into());
            }
        };
        Ok(Self { a, b, m, e, parameters, doubled })
    }

    pub(crate) fn sizes(&self) -> [Sizes; 4] {
        [self.a.sizes, self.b.sizes, self.m.sizes, self.e.sizes]
    }

    pub(crate) fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<FourGates, InspectError> {
        let heads = self.a.sizes.heads;
        let read = |tensor: &TokenTensor| tensor.read(file, batch, from, to);
        let [a, b, m, e] = [read(&self.a)?, read(&self.b)?, read(&self.m)?, read(&self.e)?];
        let (parameters, doubled) = (self.parameters.clone(), self.doubled);
        Ok(Box::new(move |t, h| {
            let at = t * heads + h;
            let given = [a[at], b[at], m[at], e[at]];
            let own: [f64; 5] = std::array::from_fn(|i| parameters[i][h]);
            let gates = move |bits: u32| {
                let x = |value: f64| ball(bits + 32, value);
                mdn::gates(&mdn::Raw {
                    a: x(given[0]),
                    b: x(given[1]),
                    m: x(given[2]),
                    e: x(given[3]),
                    a_log: x(own[0]),
                    dt_bias: x(own[1]),
                    mu_log: x(own[2]),
                    mu_bias: x(own[3]),
                    log_factor: x(own[4]),
                    negative_eigenvalues: doubled,
                })
            };
            [
                Number::enclosed(move |bits| gates(bits).alpha),
                Number::enclosed(move |bits| gates(bits).mu),
                Number::enclosed(move |bits| gates(bits).beta),
                Number::enclosed(move |bits| gates(bits).eta),
            ]
        }))
    }
}
