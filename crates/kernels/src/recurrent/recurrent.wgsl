// One token after the other. What a token does to one entry of the state stands in the kernel's own file, as functions of
//   x  the row's numbers (key, query, gate …), g  the token's numbers (strength …), c  the column's numbers (value …):
// carried (decay), found (what the erase vector reads), residual (what is written), written, shown (what the query reads).
//
// A workgroup takes $LANES * $COLUMNS columns of one head of one sequence. Thread (part, lane) holds rows part * $ROWS … of the columns
// lane, lane + $LANES, … in registers through all tokens; rows beyond $K are zero and stay so.
//: if F16
enable f16;
//: end

struct Params {
    heads: u32, group: u32, tiles: u32, from_initial: u32, scale: f32, none_0: u32, none_1: u32, none_2: u32,
//: for x in inputs
    at_$x: u32,
//: end
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> narrow: array<$REAL>;
@group(0) @binding(2) var<storage, read> wide: array<f32>;
@group(0) @binding(3) var<storage, read> sequences: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> initial: array<f32>;
@group(0) @binding(5) var<storage, read_write> outputs: array<f32>;
@group(0) @binding(6) var<storage, read_write> final_state: array<f32>;

struct Row {
//: for x in rows
    $x: f32,
//: end
}
struct Gates {
    none: f32,
//: for x in gates
    $x: f32,
//: end
}
struct Column {
//: for x in columns
    $x: f32,
//: end
}

//: for x in inputs
fn load_$x(token: u32, head: u32, i: u32) -> f32 {
    return f32($x_buffer[params.at_$x + (token * $x_heads + $x_head) * $x_width + i]);
}
//: end

fn key_head(head: u32) -> u32 { return head / params.group; }

$STATE
//: inline
$RECURRENCE
//: end

//: if SPLIT
var<workgroup> partial: array<f32, $PARTS * $COLUMNS * $LANES>;
//: end

@compute @workgroup_size($THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
//: if SUBGROUPS
    @builtin(subgroup_id) part: u32,
    @builtin(subgroup_invocation_id) lane: u32,
//: end
//: unless SUBGROUPS
    @builtin(local_invocation_index) thread: u32,
//: end
) {
//: unless SUBGROUPS
    let part = thread / $LANES;
    let lane = thread % $LANES;
//: end
    let head = group.x / params.tiles;
    let sequence = group.y;
    let first_column = group.x % params.tiles * $LANES * $COLUMNS + lane;
    let first_row = part * $ROWS;
    let at_state = (sequence * params.heads + head) * $STACKED * $K * $V;
    let span = sequences[sequence];

//: for j in COLUMNS
    let column_$j = first_column + $j * $LANES;
//: end
    // A row and a column at a time: compilers take time with the square of the number of branches.
    var held: array<State, $ENTRIES>;
    for (var n = 0u; n < $ENTRIES; n++) {
        let row = first_row + n / $COLUMNS;
        let column = first_column + n % $COLUMNS * $LANES;
        let inside = row < $K && column < $V && params.from_initial != 0u;
        let at = select(0u, at_state + row * $V + column, inside);
        held[n] = select(State(), load_state(at), inside);
    }
//: for x in rows
//: if SUBGROUPS
    var own_$x: array<f32, $LOADS>;
//: end
//: unless SUBGROUPS
    var all_$x: array<f32, $ROWS>;
//: end
//: end
    for (var token = span.x; token < span.y; token++) {
        let g = Gates(
            0.0,
//: for x in gates
            load_$x(token, head, 0u),
//: end
        );
//: for j in COLUMNS
        let safe_$j = min(column_$j, $V - 1);
        let c_$j = Column(
//: for x in columns
            load_$x(token, head, safe_$j),
//: end
        );
        var f_$j = 0.0;
        var o_$j = 0.0;
//: end
//: if SUBGROUPS
//: for x in rows
        // Every lane loads a few of the part's rows; a row's number is taken from the lane that has it.
        for (var n = 0u; n < $LOADS; n++) {
            let row = first_row + n * $LANES + lane;
            own_$x[n] = select(0.0, load_$x(token, head, min(row, $K - 1)), row < $K);
        }
//: end
//: end
//: unless SUBGROUPS
        for (var n = 0u; n < $ROWS; n++) {
            let row = first_row + n;
//: for x in rows
            all_$x[n] = select(0.0, load_$x(token, head, min(row, $K - 1)), row < $K);
//: end
        }
//: end
//: if ERASES
//: for n in TIMES
//: if UNROLLED
        {
            const i = u32($n);
//: end
//: unless UNROLLED
        for (var i = 0u; i < $ROWS; i++) {
//: end
            let x = Row(
//: for x in rows
//: if SUBGROUPS
                subgroupBroadcast(own_$x[i / $LANES], i % $LANES),
//: end
//: unless SUBGROUPS
                all_$x[i],
//: end
//: end
            );
//: for j in COLUMNS
            held[i * $COLUMNS + $j] = @carried(x, g, held[i * $COLUMNS + $j]);
            f_$j += @found(x, g, held[i * $COLUMNS + $j]);
//: end
        }
//: end
//: if SPLIT
//: for j in COLUMNS
        partial[(part * $COLUMNS + $j) * $LANES + lane] = f_$j;
//: end
        workgroupBarrier();
//: for j in COLUMNS
        f_$j = 0.0;
//: for p in PARTS
        f_$j += partial[($p * $COLUMNS + $j) * $LANES + lane];
//: end
//: end
        workgroupBarrier();
//: end
//: end
//: for j in COLUMNS
        let r_$j = @residual(g, c_$j, f_$j);
//: end
//: for n in TIMES
//: if UNROLLED
        {
            const i = u32($n);
//: end
//: unless UNROLLED
        for (var i = 0u; i < $ROWS; i++) {
//: end
            let x = Row(
//: for x in rows
//: if SUBGROUPS
                subgroupBroadcast(own_$x[i / $LANES], i % $LANES),
//: end
//: unless SUBGROUPS
                all_$x[i],
//: end
//: end
            );
//: for j in COLUMNS
//: unless ERASES
            held[i * $COLUMNS + $j] = @carried(x, g, held[i * $COLUMNS + $j]);
//: end
            held[i * $COLUMNS + $j] = @written(x, g, c_$j, held[i * $COLUMNS + $j], r_$j);
            o_$j += @shown(x, held[i * $COLUMNS + $j]);
//: end
        }
//: end
//: if SPLIT
//: for j in COLUMNS
        partial[(part * $COLUMNS + $j) * $LANES + lane] = o_$j;
//: end
        workgroupBarrier();
//: for j in COLUMNS
        o_$j = 0.0;
//: for p in PARTS
        o_$j += partial[($p * $COLUMNS + $j) * $LANES + lane];
//: end
//: end
        workgroupBarrier();
//: end
//: for j in COLUMNS
        if (part == 0u && column_$j < $V) {
            outputs[(token * params.heads + head) * $V + column_$j] = params.scale * o_$j;
        }
//: end
    }

    for (var n = 0u; n < $ENTRIES; n++) {
        let row = first_row + n / $COLUMNS;
        let column = first_column + n % $COLUMNS * $LANES;
        if (row < $K && column < $V) {
            store_state(at_state + row * $V + column, held[n]);
        }
    }
}
