// The read-out of $TILE tokens of one head: y = Qᵀ Gᵀ softmax(G Q c), where c are the scores by coordinate, Q turns each pair of coordinates by the
// clock, and G is the read-out matrix by slot and coordinate. Pair 0 is the constant and a coordinate that nothing reads; its turn is none.
//
// A workgroup takes $TILE tokens, so that an entry of G that was loaded serves all of them; a thread takes every $THREADS-th slot or coordinate.
struct Params { heads: u32, rows: u32, at_queries: u32, nothing: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> scores: array<f32>;
@group(0) @binding(2) var<storage, read> turns: array<f32>;
@group(0) @binding(3) var<storage, read> matrix: array<f32>;
@group(0) @binding(4) var<storage, read_write> queries: array<f32>;

var<workgroup> coordinates: array<f32, $TILE * $N>;
var<workgroup> weights: array<f32, $TILE * $M>;
var<workgroup> totals: array<f32, $TILE>;

// The number itself; as no compiler knows that `nothing` is 0, none moves an operation across.
fn kept(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ params.nothing); }

// e^x for x ≤ 0 within 4 × 2⁻²⁴ of itself, and 0 below 2⁻¹²⁶·⁵; see cyfa.rs.
fn bounded_exp(exponent: f32) -> f32 {
    let x = kept(exponent);
    let n = clamp(floor(x * 1.44269504 + 0.5), -127.0, 128.0);
    let r = kept(kept(x - n * 0.693115234375) - n * 3.1946185e-5);
    var p = kept(0.00138888889 + r * 0.000198412698);
    p = kept(0.00833333333 + r * p);
    p = kept(0.0416666667 + r * p);
    p = kept(0.166666667 + r * p);
    p = kept(0.5 + r * p);
    p = kept(1.0 + r * p);
    p = kept(1.0 + r * p);
    return p * bitcast<f32>(u32(n + 127.0) << 23u);
}

@compute @workgroup_size($THREADS)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let head = group.x;
    let first = group.y * $TILE;
    let count = min(u32($TILE), params.rows - first);
    let at_matrix = head * 2 * $M * $N;

    // Q c.
    for (var e = thread; e < $TILE * $PAIRS; e += $THREADS) {
        let j = e / $PAIRS;
        let pair = 2 * (e % $PAIRS);
        let at = ((first + min(j, count - 1)) * params.heads + head) * $N + pair;
        let c = turns[at];
        let s = turns[at + 1];
        coordinates[j * $N + pair] = c * scores[at] - s * scores[at + 1];
        coordinates[j * $N + pair + 1] = s * scores[at] + c * scores[at + 1];
    }
    workgroupBarrier();
    // x = G Q c, from the transpose of G, which threads side by side read side by side.
    for (var i = thread; i < $M; i += $THREADS) {
//: for j in TILE
        var x_$j = 0.0;
//: end
        for (var n = 0u; n < $N; n++) {
            let entry = matrix[at_matrix + n * $M + i];
//: for j in TILE
            x_$j += entry * coordinates[$j * $N + n];
//: end
        }
//: for j in TILE
        weights[$j * $M + i] = x_$j;
//: end
    }
    workgroupBarrier();
    for (var j = thread; j < $TILE; j += $THREADS) {
        var top = weights[j * $M];
        for (var i = 1u; i < $M; i++) {
            top = max(top, weights[j * $M + i]);
        }
        totals[j] = top;
    }
    workgroupBarrier();
    for (var e = thread; e < $TILE * $M; e += $THREADS) {
        weights[e] = bounded_exp(weights[e] - totals[e / $M]);
    }
    workgroupBarrier();
    for (var j = thread; j < $TILE; j += $THREADS) {
        var sum = 0.0;
        for (var i = 0u; i < $M; i++) {
            sum += weights[j * $M + i];
        }
        totals[j] = sum;
    }
    // Gᵀ times the exponentials; coordinates are free again.
    for (var n = thread; n < $N; n += $THREADS) {
//: for j in TILE
        var b_$j = 0.0;
//: end
        for (var i = 0u; i < $M; i++) {
            let entry = matrix[at_matrix + $M * $N + i * $N + n];
//: for j in TILE
            b_$j += entry * weights[$j * $M + i];
//: end
        }
//: for j in TILE
        coordinates[$j * $N + n] = b_$j;
//: end
    }
    workgroupBarrier();
    // y = Qᵀ of that, over the sum.
    for (var e = thread; e < count * $PAIRS; e += $THREADS) {
        let j = e / $PAIRS;
        let pair = 2 * (e % $PAIRS);
        let at = ((first + j) * params.heads + head) * $N + pair;
        let c = turns[at];
        let s = turns[at + 1];
        let a = coordinates[j * $N + pair];
        let b = coordinates[j * $N + pair + 1];
        queries[params.at_queries + at] = (c * a + s * b) / totals[j];
        queries[params.at_queries + at + 1] = (c * b - s * a) / totals[j];
    }
}
