// What recurrent and chunkwise kernels have in common: parameters, buffers, and how an input is read.
//: unless TEXELS
//: if F16
enable f16;
//: end
//: end

struct Params {
    heads: u32, group: u32, tiles: u32, from_initial: u32, scale: f32, tokens: u32, none_0: u32, none_1: u32,
//: for x in inputs
    at_$x: u32,
//: end
}

// $COLUMNS neighbouring columns of a row.
//: if ONE
alias Columns = f32;
//: end
//: unless ONE
alias Columns = vec$COLUMNS<f32>;
//: end

// Rows of inputs begin at a vector of four, those of states and results at a multiple of Columns: the host fills them up with zeros.
@group(0) @binding(0) var<uniform> params: Params;
//: unless TEXELS
@group(0) @binding(1) var<storage, read> narrow: array<vec4<$REAL>>;
@group(0) @binding(2) var<storage, read> wide: array<vec4<f32>>;
//: end
//: if TEXELS
@group(0) @binding(1) var narrow: texture_2d<f32>;
@group(0) @binding(2) var wide: texture_2d<f32>;
//: end
@group(0) @binding(3) var<storage, read> sequences: array<vec2<u32>>;
//: unless INITIAL_TEXELS
@group(0) @binding(4) var<storage, read> initial: array<Columns>;
fn initial_at(at: u32) -> Columns { return initial[at]; }
//: end
//: if INITIAL_TEXELS
@group(0) @binding(4) var initial: texture_2d<f32>;
fn initial_at(at: u32) -> Columns {
    let quad = at * $COLUMNS / 4u;
    return columns_of(textureLoad(initial, vec2<u32>(quad % $INITIAL_TEXELS, quad / $INITIAL_TEXELS), 0), at * $COLUMNS);
}
//: end
@group(0) @binding(5) var<storage, read_write> outputs: array<Stored>;
@group(0) @binding(6) var<storage, read_write> final_state: array<Stored>;

// Columns as they are written: as they are, or each two as one integer.
//: unless PAIRS
alias Stored = Columns;
fn stored(x: Columns) -> Stored { return x; }
//: end
//: if PAIRS
fn pair_of(x: vec2<u32>) -> u64 { return u64(x.x) | (u64(x.y) << 32u); }
//: if TWO
alias Stored = u64;
fn stored(x: Columns) -> Stored { return pair_of(bitcast<vec2<u32>>(x)); }
//: end
//: if FOUR
alias Stored = vec2<u64>;
fn stored(x: Columns) -> Stored { let bits = bitcast<vec4<u32>>(x); return Stored(pair_of(bits.xy), pair_of(bits.zw)); }
//: end
//: end

// The numbers of a token that a row, all rows or a column of the state need.
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
    $x: Columns,
//: end
}

// Where an input's row of a head begins, in vectors of four: base + token * stride. Buffers are [token, head], as models have them; textures [head, token], so that a
// workgroup reads one stretch.
//: for x in inputs
//: unless TEXELS
fn base_$x(head: u32) -> u32 { return params.at_$x + $x_head * $x_quads; }
fn stride_$x() -> u32 { return $x_heads * $x_quads; }
fn quad_$x(at: u32) -> vec4<f32> { return vec4<f32>($x_buffer[at]); }
//: end
//: if TEXELS
fn base_$x(head: u32) -> u32 { return params.at_$x + $x_head * params.tokens * $x_quads; }
fn stride_$x() -> u32 { return $x_quads; }
fn quad_$x(at: u32) -> vec4<f32> { return textureLoad($x_buffer, vec2<u32>(at % $TEXELS, at / $TEXELS), 0); }
//: end
fn load_$x(token: u32, head: u32, i: u32) -> f32 { return quad_$x(base_$x(head) + token * stride_$x() + i / 4u)[i % 4u]; }
//: end

fn key_head(head: u32) -> u32 { return head / params.group; }

// The columns from `column` on, of the four numbers that they lie in.
//: if ONE
fn columns_of(quad: vec4<f32>, column: u32) -> Columns { return quad[column % 4u]; }
//: end
//: if TWO
fn columns_of(quad: vec4<f32>, column: u32) -> Columns { return select(quad.xy, quad.zw, column % 4u == 2u); }
//: end
//: if FOUR
fn columns_of(quad: vec4<f32>, column: u32) -> Columns { return quad; }
//: end
