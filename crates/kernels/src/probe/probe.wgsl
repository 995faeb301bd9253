// One operation of each kind on the numbers a, b, c of a thread. Results: see `Operation` in mod.rs.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&samples) / 3;
    let i = id.x;
    if (i >= n) {
        return;
    }
    let a = samples[i];
    let b = samples[n + i];
    let c = samples[2 * n + i];
    results[i] = a + b;
    results[n + i] = a - b;
    results[2 * n + i] = a * b;
    results[3 * n + i] = a / b;
    results[4 * n + i] = sqrt(abs(a));
    results[5 * n + i] = a * b + c;
    results[6 * n + i] = fma(a, b, c);
    let sum = a + b;
    let other = sum - a;
    results[7 * n + i] = (a - (sum - other)) + (b - other);
    results[8 * n + i] = exp(c);
}
