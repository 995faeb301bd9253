// Copies a buffer: the bandwidth against which kernels are measured.
@group(0) @binding(0) var<storage, read> from_here: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> to_there: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = id.x; i < arrayLength(&from_here); i += 64 * groups.x) {
        to_there[i] = from_here[i];
    }
}
