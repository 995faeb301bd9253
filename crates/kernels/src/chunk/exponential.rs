//! The exponential of the chunkwise kernels, whose error is bounded here and not by a device.
//!
//! $e^x = 2^n e^r$ with $n = \lfloor x / \ln 2 + \frac12 \rfloor$ and $r = x - n \ln 2$. Every operation is a sum or product that rounds once, as written, so these kernels
//! run in strict mode only. In units of $u = 2^{-24}$:
//!
//! * *The argument.* $\ln 2 = h + l$ with $h$ of 12 bits: $n h$ is exact for $|n| \le 128$, and so is $x - n h$ (both are multiples of the last place of the smaller,
//!   and the difference is below it by Sterbenz, or $n = 0$). $n l$ is at most $128 \cdot 3.2 \cdot 10^{-5} = 0.0041$ and off by $0.0041 u$ for its rounding and as
//!   much for that of $l$; the last difference is at most 0.3516 and off by $0.3516 u$. So $r$ is off by at most $0.36 u$, which is a relative $0.36 u$ of $e^r$.
//! * *Truncation.* $|r|^8 / 8! \, (1 + \dots) \le 6 \cdot 10^{-9} = 0.1 u$, relative to $e^r \ge 0.7035$: $0.15 u$.
//! * *Horner's rule.* With $p = 1 + r t$: the last sum rounds by $u$ relative to $p$; $r t$ is at most 0.4214 in size where $r > 0$ and 0.2965 where $r < 0$, and carries the product's
//!   rounding, that of $t = 1 + r t'$, and $|r|\,(\dots)$ of what came before: at most $2.62 u$, that is $1.11 u$ of $p \ge 1$, or $0.78 u$ of $p \ge 0.7035$, which is
//!   $1.11 u$. The coefficients' own roundings are below $0.03 u$.
//! * *The power of two* is exact, and $n = -127$ gives 0, which is off by less than the smallest normal number.
//!
//! Together less than $2.7 u$, within the $4 u$ that `Arithmetic::EXPONENTIAL` of the bounds allows. The logarithms that are summed and subtracted are
//! bounded there too.

/// The function as WGSL.
pub const SOURCE: &str = include_str!("exponential.wgsl");

/// The same operations on the processor, in `f32`.
#[cfg(test)]
fn bounded_exp(x: f32) -> f32 {
    let n = (x * std::f32::consts::LOG2_E + 0.5).floor().clamp(-127.0, 128.0);
    let r = (x - n * 0.693_115_23) - n * 3.194_618_5e-5;
    let rest = [0.008_333_334, 0.041_666_668, 0.166_666_67, 0.5, 1.0, 1.0];
    let top = 0.001_388_888_9 + r * 0.000_198_412_7;
    let p = rest.iter().fold(top, |p: f32, c: &f32| c + r * p);
    p * f32::from_bits(((n + 127.0) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_four_units_for_every_64th_number() {
        let unit = f64::from(f32::EPSILON) / 2.0;
        let mut worst = 0.0_f64;
        for bits in (0x8000_0000_u32..0xc2af_0000).step_by(64) {
            let x = f32::from_bits(bits);
            let exact = f64::from(x).exp();
            worst = worst.max((f64::from(bounded_exp(x)) - exact).abs() / (exact * unit));
        }
        assert!(worst < 2.7, "{worst} units");
        assert!(worst > 0.5, "{worst} units: the test would not see an error");
    }

    #[test]
    fn the_ends() {
        assert_eq!(bounded_exp(0.0), 1.0);
        assert_eq!(bounded_exp(-1000.0), 0.0);
        assert_eq!(bounded_exp(-40.0 * 16.0), 0.0);
        assert!(bounded_exp(-87.0) >= f32::MIN_POSITIVE);
        assert_eq!(bounded_exp(200.0), f32::INFINITY);
    }
}
