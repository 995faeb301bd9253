// Chunks of $CHUNK tokens. The functions of the recurrence are those of the recurrent kernel; with the cumulative logarithms of the gates since the chunk began,
// G_s, and D(i → j) = exp(G_j − G_i) by channel, the rows that are written solve the unit lower triangular system
//   r_j = residual(found(D(0 → j) S) + Σ_{i<j} found(D(i → j) x_i) r_i),   x_i what the recurrence writes for a row of 1,
// and the outputs are shown(D(0 → j) S) + Σ_{i≤j} shown(D(i → j) x_i) r_i.
//
// A workgroup takes $LANES columns of one head of one sequence, a column to a thread. Channels pass in blocks of $BLOCK.
$PROLOGUE
$STATE
$RECURRENCE

fn gates_of(token: u32, head: u32) -> Gates {
    var g: Gates;
//: for x in gates
    g.$x = load_$x(token, head, 0);
//: end
    return g;
}

fn column_of(token: u32, head: u32, column: u32) -> Column {
    var c: Column;
//: for x in columns
    c.$x = load_$x(token, head, column);
//: end
    return c;
}

$EXPONENTIAL

// G_s by token and channel of the block.
var<workgroup> sums: array<f32, $CHUNK * $BLOCK>;
// The weights of earlier rows in a row, and in an output.
var<workgroup> erased: array<f32, $CHUNK * $CHUNK>;
var<workgroup> seen: array<f32, $CHUNK * $CHUNK>;
// The rows that are written, and what erase and query vectors find in the state of the chunk's start, by token and column.
var<workgroup> rows: array<f32, $CHUNK * $LANES>;
var<workgroup> found_in_state: array<f32, $CHUNK * $LANES>;
var<workgroup> shown_of_state: array<f32, $CHUNK * $LANES>;

// What a token's row erases, writes and reads, by token and channel of the block.
var<workgroup> erases: array<f32, $CHUNK * $BLOCK>;
var<workgroup> writes: array<f32, $CHUNK * $BLOCK>;
var<workgroup> reads: array<f32, $CHUNK * $BLOCK>;

// Fills the arrays of a block of channels, a channel to a thread.
fn load_block(lane: u32, first: u32, count: u32, head: u32, block: u32) {
    for (var b = lane; b < $BLOCK; b += $LANES) {
        let channel = min(block + b, $K - 1);
        var sum = 0.0;
        for (var j = 0u; j < count; j++) {
            let token = first + j;
            let g = Gates(
                0.0,
//: for x in gates
                load_$x(token, head, 0),
//: end
            );
            let x = Row(
//: for x in rows
                load_$x(token, head, channel),
//: end
            );
            sum += $LOGARITHM;
            let at = j * $BLOCK + b;
            sums[at] = sum;
            erases[at] = found(x, g, 1.0);
            writes[at] = written(x, g, Column(), 0.0, 1.0);
            reads[at] = shown(x, 1.0);
        }
    }
}

@compute @workgroup_size($LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let head = group.x / params.tiles;
    let sequence = group.y;
    let column = group.x % params.tiles * $LANES + lane;
    let safe = min(column, $V - 1);
    let at_state = (sequence * params.heads + head) * $K * $V + safe;
    let span = sequences[sequence];
    // The channels, as a number that no compiler knows: it would write the loops over blocks out, and take twice as long.
    let keys = $K + params.none_0;

    // The state lies in its place among the results; a thread sees its own column alone.
    if (column < $V) {
        for (var i = 0u; i < $K; i++) {
            final_state[at_state + i * $V] = select(0.0, initial_at(at_state + i * $V), params.from_initial != 0u);
        }
    }

    for (var first = span.x; first < span.y; first += $CHUNK) {
        let count = min(u32($CHUNK), span.y - first);
        for (var j = 0u; j < count; j++) {
            found_in_state[j * $LANES + lane] = 0.0;
            shown_of_state[j * $LANES + lane] = 0.0;
        }
        for (var pair = lane; pair < $CHUNK * $CHUNK; pair += $LANES) {
            erased[pair] = 0.0;
            seen[pair] = 0.0;
        }
        for (var block = 0u; block < keys; block += $BLOCK) {
            let channels = min(u32($BLOCK), $K - block);
            load_block(lane, first, count, head, block);
            workgroupBarrier();
            for (var pair = lane; pair < $CHUNK * $CHUNK; pair += $LANES) {
                let j = pair / $CHUNK;
                let i = pair % $CHUNK;
                // Masked before the exponential: a difference of the wrong sign never reaches it.
                if (i <= j && j < count) {
                    var erase = 0.0;
                    var see = 0.0;
                    for (var b = 0u; b < channels; b++) {
                        let decay = bounded_exp(sums[j * $BLOCK + b] - sums[i * $BLOCK + b]);
                        let entry = decay * writes[i * $BLOCK + b];
                        erase += erases[j * $BLOCK + b] * entry;
                        see += reads[j * $BLOCK + b] * entry;
                    }
                    erased[pair] += select(0.0, erase, i < j);
                    seen[pair] += see;
                }
            }
            for (var j = 0u; j < count; j++) {
                var f = 0.0;
                var o = 0.0;
                for (var b = 0u; b < channels; b++) {
                    let entry = bounded_exp(sums[j * $BLOCK + b]) * final_state[at_state + (block + b) * $V];
                    f += erases[j * $BLOCK + b] * entry;
                    o += reads[j * $BLOCK + b] * entry;
                }
                found_in_state[j * $LANES + lane] += f;
                shown_of_state[j * $LANES + lane] += o;
            }
            // Before the next block is loaded, and before the weights are read.
            workgroupBarrier();
        }

        // Forward substitution, and the outputs.
        for (var j = 0u; j < count; j++) {
            var f = found_in_state[j * $LANES + lane];
            var o = shown_of_state[j * $LANES + lane];
            for (var i = 0u; i < j; i++) {
                f += erased[j * $CHUNK + i] * rows[i * $LANES + lane];
                o += seen[j * $CHUNK + i] * rows[i * $LANES + lane];
            }
            let r = residual(gates_of(first + j, head), column_of(first + j, head, safe), f);
            rows[j * $LANES + lane] = r;
            o += seen[j * $CHUNK + j] * r;
            if (column < $V) {
                outputs[((first + j) * params.heads + head) * $V + column] = params.scale * o;
            }
        }

        // The state at the end of the chunk.
        for (var block = 0u; block < keys; block += $BLOCK) {
            let channels = min(u32($BLOCK), $K - block);
            load_block(lane, first, count, head, block);
            workgroupBarrier();
            for (var b = 0u; b < channels; b++) {
                let last = sums[(count - 1) * $BLOCK + b];
                let at = at_state + (block + b) * $V;
                var s = bounded_exp(last) * final_state[at];
                for (var i = 0u; i < count; i++) {
                    s += (bounded_exp(last - sums[i * $BLOCK + b]) * writes[i * $BLOCK + b]) * rows[i * $LANES + lane];
                }
                if (column < $V) {
                    final_state[at] = s;
                }
            }
            workgroupBarrier();
        }
    }
}
