// e^x for x ≤ 0 within 4 × 2⁻²⁴ of itself, and 0 below 2⁻¹²⁶·⁵; see exponential.rs. Above 0 it is what it is, up to infinity.
fn bounded_exp(x: f32) -> f32 {
    let n = clamp(floor(x * 1.44269504 + 0.5), -127.0, 128.0);
    // ln 2 in two parts, the first of 12 bits, so that its product with n is exact.
    let r = (x - n * 0.693115234375) - n * 3.1946185e-5;
    let p = 1.0 + r * (1.0 + r * (0.5 + r * (0.166666667 + r * (0.0416666667 + r * (0.00833333333 + r * (0.00138888889 + r * 0.000198412698))))));
    return p * bitcast<f32>(u32(n + 127.0) << 23u);
}
