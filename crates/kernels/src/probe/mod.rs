//! What a device's arithmetic does, measured, and the rounding model that follows.
//!
//! Vulkan asks for correctly rounded sums, differences and products, 2.5 units in the last place for quotients, and leaves contraction, subnormal numbers
//! and the order of operations to the device unless a shader says otherwise (Vulkan specification, *Precision and Operation of SPIR-V Instructions*). The
//! probe looks at what a device does on samples. Samples show a fault, never its absence; so the [`Model`] takes what Vulkan promises where
//! the samples agree with it, and something larger where they do not.

mod samples;

use crate::device::{Binding, Device};
use crate::{KernelError, Mode};
use engine::bounds::Arithmetic;

const SOURCE: &str = include_str!("probe.wgsl");
/// Unit roundoff of binary32, $2^{-24}$.
const UNIT: f64 = Arithmetic::F32.unit;
/// The smallest normal number of binary32.
const NORMAL: f32 = f32::MIN_POSITIVE;
/// The smallest positive number of binary32.
const LEAST: f64 = 1.401_298_464_324_817e-45;

/// What one mode of compilation does.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The mode.
    pub mode: Mode,
    /// The largest relative error of sums, differences and products with a normal result, in units of $2^{-24}$; correctly rounded ones have at most 1.
    pub basic: f64,
    /// The same of quotients.
    pub division: f64,
    /// The same of square roots.
    pub root: f64,
    /// The same of the device's exponential, which no kernel uses.
    pub exponential: f64,
    /// Whether $ab + c$ was rounded once in some sample.
    pub contracts: bool,
    /// Whether `fma` rounds once in all samples.
    pub fused: bool,
    /// Whether the error of a sum by Knuth's TwoSum is exact in all samples: operations are done as they are written.
    pub two_sum: bool,
    /// Whether subnormal results, and subnormal operands, are kept in all samples.
    pub subnormals: bool,
}

/// Both modes of a device; strict only where it has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// One for each mode.
    pub modes: Vec<Measured>,
}

/// The roundings that a kernel's bound allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// For the bounds of the engine.
    pub arithmetic: Arithmetic,
    /// Relative error of a quotient, in units of the arithmetic.
    pub division: f64,
    /// What it rests on, in words.
    pub reason: String,
}

impl Probe {
    /// Measures a device.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn of(device: &Device) -> Result<Self, KernelError> {
        let wanted = Mode::ALL.into_iter().filter(|m| *m == Mode::Plain || device.about().strict);
        Ok(Self { modes: wanted.map(|mode| measure(device, mode)).collect::<Result<_, _>>()? })
    }

    /// What a mode does.
    pub fn mode(&self, mode: Mode) -> Option<&Measured> {
        self.modes.iter().find(|m| m.mode == mode)
    }

    /// The model of a mode, from what was measured in it; of Vulkan's promises where it was not measured.
    pub fn model(&self, mode: Mode) -> Model {
        let Some(measured) = self.mode(mode) else {
            return Model { arithmetic: Arithmetic::F32, division: 5.0, reason: "not measured".into() };
        };
        measured.model()
    }

    /// The figures by name, for a report.
    pub fn figures(&self) -> Vec<(String, String)> {
        self.modes.iter().flat_map(Measured::figures).collect()
    }
}

impl Measured {
    /// The model that the measurements allow.
    pub fn model(&self) -> Model {
        // What exceeds the promise once may exceed it by more elsewhere: the next power of two above twice what was seen.
        let units = |seen: f64, promised: f64| {
            if seen <= promised { promised } else { (2.0 * seen).log2().ceil().exp2() }
        };
        let basic = units(self.basic, 1.0);
        let tiny = if self.subnormals { LEAST } else { f64::from(NORMAL) };
        let arithmetic = Arithmetic { unit: UNIT * basic, tiny, ..Arithmetic::F32 };
        let sums = if basic > 1.0 {
            format!("sums and products off by up to {basic} × 2⁻²⁴, more than Vulkan allows")
        } else {
            "sums and products round correctly".to_owned()
        };
        let order = if self.two_sum { "as written" } else { "in any order" };
        let small = if self.subnormals { "are kept" } else { "may be 0" };
        let reason = format!("{sums}; operations {order}; subnormal numbers {small}");
        Model { arithmetic, division: units(self.division, 5.0) / basic, reason }
    }

    fn figures(&self) -> Vec<(String, String)> {
        let name = |what: &str| format!("{}.{what}", self.mode.name());
        let yes = |x: bool| if x { "yes" } else { "no" }.to_owned();
        vec![
            (name("basic_error"), format!("{:.3}", self.basic)),
            (name("division_error"), format!("{:.3}", self.division)),
            (name("root_error"), format!("{:.3}", self.root)),
            (name("exponential_error"), format!("{:.3}", self.exponential)),
            (name("contracts"), yes(self.contracts)),
            (name("fma_rounds_once"), yes(self.fused)),
            (name("two_sum_exact"), yes(self.two_sum)),
            (name("subnormals_kept"), yes(self.subnormals)),
            (name("model"), self.model().reason),
        ]
    }
}

/// The relative error in units; 0 where the exact result is below the normal numbers or not finite.
fn relative(got: f32, exact: f64) -> f64 {
    if exact.abs() < f64::from(NORMAL) || exact.abs() > f64::from(f32::MAX) {
        return 0.0;
    }
    let error = (f64::from(got) - exact).abs() / (exact.abs() * UNIT);
    if error.is_nan() { f64::INFINITY } else { error }
}

fn measure(device: &Device, mode: Mode) -> Result<Measured, KernelError> {
    let [a, b, c] = samples::draw();
    let n = a.len();
    let shader = device.shader(SOURCE, mode, &[Binding::Read, Binding::Write])?;
    let samples = device.upload(&[&a[..], &b, &c].concat())?;
    let poison = device.upload(&vec![0x7fc0_dead_u32; 9 * n])?;
    let groups = [crate::kernel::word(n.div_ceil(64))?, 1, 1];
    device.dispatch(&shader, &[&samples, &poison], groups, 1)?;
    let results: Vec<f32> = device.download(&poison, 9 * n)?.into_iter().map(f32::from_bits).collect();
    let of = |operation: usize| &results[operation * n..(operation + 1) * n];
    let wide = |x: &[f32], i: usize| f64::from(x[i]);
    let worst = |operation: usize, exact: &dyn Fn(usize) -> f64| {
        (0..n).map(|i| relative(of(operation)[i], exact(i))).fold(0.0, f64::max)
    };
    let basic = [
        worst(0, &|i| wide(&a, i) + wide(&b, i)),
        worst(1, &|i| wide(&a, i) - wide(&b, i)),
        worst(2, &|i| wide(&a, i) * wide(&b, i)),
    ];
    let same = |x: f32, y: f32| x.to_bits() == y.to_bits() || x == y;
    let split = |i: usize| a[i] * b[i] + c[i];
    let fused = |i: usize| a[i].mul_add(b[i], c[i]);
    let (mut contracts, mut once) = (false, true);
    for i in (0..n).filter(|i| !same(split(*i), fused(*i)) && fused(*i).abs() >= NORMAL) {
        contracts |= !same(of(5)[i], split(i));
        once &= same(of(6)[i], fused(i));
    }
    // The error of a sum is a number of the format. From the larger operand on, binary64 computes it without rounding.
    let error = |i: usize| {
        let (large, small) = if a[i].abs() >= b[i].abs() { (a[i], b[i]) } else { (b[i], a[i]) };
        (f64::from(large) - f64::from(a[i] + b[i])) + f64::from(small)
    };
    let normal = |x: f64| x == 0.0 || x.abs() >= f64::from(NORMAL);
    let summed = (0..n).filter(|i| (a[*i] + b[*i]).is_finite() && normal(error(*i)));
    let two_sum = summed.clone().all(|i| f64::from(of(7)[i]) == error(i));
    let small = |x: f32| x.is_subnormal();
    let kept = (0..n)
        .filter(|i| small(a[*i]) || small(a[*i] + b[*i]) || small(a[*i] * b[*i]))
        .all(|i| same(of(0)[i], a[i] + b[i]) && same(of(1)[i], a[i] - b[i]) && same(of(2)[i], a[i] * b[i]));
    Ok(Measured {
        mode,
        basic: basic.into_iter().fold(0.0, f64::max),
        division: worst(3, &|i| wide(&a, i) / wide(&b, i)),
        root: worst(4, &|i| wide(&a, i).abs().sqrt()),
        exponential: worst(8, &|i| wide(&c, i).exp()),
        contracts,
        fused: once,
        two_sum,
        subnormals: kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        Measured {
            mode: Mode::Strict,
            basic: 1.0,
            division: 1.0,
            root: 1.0,
            exponential: 1.0,
            contracts: false,
            fused: true,
            two_sum: true,
            subnormals: true,
        }
    }

    #[test]
    fn what_a_device_gets_wrong_widens_the_model() {
        let right = measured().model();
        assert_eq!(right.arithmetic.unit, UNIT);
        let flushing = Measured { subnormals: false, ..measured() }.model();
        assert_eq!(flushing.arithmetic.tiny, f64::from(NORMAL));
        assert!(right.arithmetic.tiny < flushing.arithmetic.tiny);
        let sloppy = Measured { basic: 1.5, division: 7.0, ..measured() }.model();
        assert_eq!(sloppy.arithmetic.unit, 4.0 * UNIT);
        assert_eq!(sloppy.division, 4.0, "16 units of the promised size are 4 of four times that");
    }

    #[test]
    fn a_nan_is_an_infinite_error() {
        assert_eq!(relative(f32::NAN, 1.0), f64::INFINITY);
        assert_eq!(relative(1.0, 1.0), 0.0);
    }
}
