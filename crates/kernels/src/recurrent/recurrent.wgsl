// One token after the other. What a token does to one entry of the state stands in the kernel's own file, as functions of
//   x  the row's numbers (key, query, gate …), g  the token's numbers (strength …), c  the column's numbers (value …):
// carried (decay), found (what the erase vector reads), residual (what is written), written, shown (what the query reads).
//
// A workgroup takes $LANES * $COLUMNS columns of one head of one sequence. Thread (part, lane) holds rows part * $ROWS … of $COLUMNS neighbouring columns
// in registers through all tokens; rows beyond $K are zero and stay so.
$PROLOGUE
$STATE
//: inline
$RECURRENCE
//: end

//: if SPLIT
var<workgroup> partial: array<Columns, $PARTS * $LANES>;
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
    let first_column = (group.x % params.tiles * $LANES + lane) * $COLUMNS;
    let first_row = part * $ROWS;
    let some_column = first_column < $V;
    let safe_column = select(0u, first_column, some_column);
    let at_state = (sequence * params.heads + head) * $STACKED * $MATRIX + safe_column / $COLUMNS;
    let span = sequences[sequence];

    // Every index is a number here, so that the entries are registers: compilers put an array that is indexed by a variable into memory.
    var held: array<State, $ROWS>;
//: for i in ROWS
    held[$i] = load_state(at_state + min(first_row + $i, $K - 1) * $STRIDE, first_row + $i < $K && some_column && params.from_initial != 0u);
//: end
//: for x in inputs
    let base_of_$x = base_$x(head);
    let stride_of_$x = stride_$x();
//: end
    let all_heads = params.heads;
    let scale = params.scale;
//: for x in rows
    var own_$x: array<vec4<f32>, $LOADS>;
//: end
    for (var token = span.x; token < span.y; token++) {
        let g = Gates(
            0.0,
//: for x in gates
            quad_$x(base_of_$x + token * stride_of_$x).x,
//: end
        );
        let c = Column(
//: for x in columns
            columns_of(quad_$x(base_of_$x + token * stride_of_$x + safe_column / 4u), safe_column),
//: end
        );
//: for n in LOADS
        {
//: if SUBGROUPS
            // Every lane loads a few of the part's rows; a row's number is taken from the lane that has it.
            let quad = first_row / 4u + $n * $LANES + lane;
            let mine = $n * $LANES + lane < $ROWS / 4u && quad < $QUADS;
//: end
//: unless SUBGROUPS
            let quad = first_row / 4u + $n;
            let mine = quad < $QUADS;
//: end
//: for x in rows
            own_$x[$n] = select(vec4<f32>(), quad_$x(base_of_$x + token * stride_of_$x + min(quad, $QUADS - 1)), mine);
//: end
        }
//: end
//: if ERASES
        var f = Columns();
//: for i in ROWS
        {
            const i = u32($i);
            let x = Row(
//: for x in rows
//: if SUBGROUPS
                subgroupShuffle(own_$x[i / 4u / $LANES][i % 4u], i / 4u % $LANES),
//: end
//: unless SUBGROUPS
                own_$x[i / 4u][i % 4u],
//: end
//: end
            );
            held[i] = @carried(x, g, held[i]);
            f += @found(x, g, held[i]);
        }
//: end
//: if SPLIT
        partial[part * $LANES + lane] = f;
        workgroupBarrier();
        f = Columns();
//: for p in PARTS
        f += partial[$p * $LANES + lane];
//: end
        workgroupBarrier();
//: end
//: end
//: unless ERASES
        let f = Columns();
//: end
        let r = @residual(g, c, f);
        var o = Columns();
//: for i in ROWS
        {
            const i = u32($i);
            let x = Row(
//: for x in rows
//: if SUBGROUPS
                subgroupShuffle(own_$x[i / 4u / $LANES][i % 4u], i / 4u % $LANES),
//: end
//: unless SUBGROUPS
                own_$x[i / 4u][i % 4u],
//: end
//: end
            );
//: unless ERASES
            held[i] = @carried(x, g, held[i]);
//: end
            held[i] = @written(x, g, c, held[i], r);
            o += @shown(x, held[i]);
        }
//: end
//: if SPLIT
        partial[part * $LANES + lane] = o;
        workgroupBarrier();
        o = Columns();
//: for p in PARTS
        o += partial[$p * $LANES + lane];
//: end
        workgroupBarrier();
//: end
        if (part == 0u && some_column) {
            let shown_now = scale * o;
            outputs[(token * all_heads + head) * $STRIDE + safe_column / $COLUMNS] = stored(shown_now);
        }
    }

//: unless WHOLE
//: for i in ROWS
    if (first_row + $i < $K && some_column) {
        store_state(at_state + (first_row + $i) * $STRIDE, held[$i]);
    }
//: end
//: end
//: if WHOLE
    if (some_column) {
//: for i in ROWS
        store_state(at_state + (first_row + $i) * $STRIDE, held[$i]);
//: end
    }
//: end
}
