//! Planted faults: named substitutions in a kernel's WGSL, each of which the check must see.

use crate::KernelError;
use crate::kernel::{Kernel, Way};
use engine::System;
use engine::spec::{Heads, Width};

/// A planted fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Its name.
    pub name: &'static str,
    /// Whether it shows only where rows are cut into parts.
    pub split: bool,
    /// Whether it shows only where inputs and initial states lie in textures.
    pub textures: bool,
    /// Texts and what stands in their place, everywhere.
    pub changes: Vec<(String, String)>,
}

impl Mutation {
    pub(super) fn new(name: &'static str, changes: &[(&str, &str)]) -> Self {
        let changes = changes.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        Self { name, split: false, textures: false, changes }
    }

    fn in_parts(self) -> Self {
        Self { split: true, ..self }
    }

    fn in_textures(self) -> Self {
        Self { textures: true, ..self }
    }

    /// The source with the fault.
    ///
    /// # Errors
    /// [`KernelError::Source`] where a text to be changed is not there: the fault would not be planted.
    pub fn apply(&self, source: &str) -> Result<String, KernelError> {
        let mut out = source.to_owned();
        for (from, to) in &self.changes {
            if !out.contains(from) {
                let what = format!("mutation `{}`: the source has no `{from}`", self.name);
                return Err(KernelError::Source { what });
            }
            out = out.replace(from, to);
        }
        Ok(out)
    }
}

const DECAYS_ROWS: &str = "-> State { return x.alpha * s; }";
const DECAYS: &str = "-> State { return g.alpha * s; }";
const KEEPS: &str = "-> State { return s; }";

/// The faults of a kernel in one of its ways.
pub fn mutations(kernel: &Kernel, way: Way) -> Vec<Mutation> {
    match way {
        Way::Recurrent => recurrent(kernel),
        Way::Chunkwise => chunkwise(kernel),
    }
}

fn chunkwise(kernel: &Kernel) -> Vec<Mutation> {
    let mut all = vec![
        Mutation::new("missing-scale", &[("params.scale * ", "")]),
        Mutation::new("tile-off-by-one", &[("+ lane;\n    let safe", "+ lane + 1;\n    let safe")]),
        Mutation::new("no-barrier", &[("workgroupBarrier();", "")]),
        Mutation::new(
            "no-barrier-after-the-sums",
            &[("block);\n            workgroupBarrier();", "block);")],
        ),
        Mutation::new(
            "no-barrier-after-the-weights",
            &[(
                "            // Before the next block is loaded, and before the weights are read.\n            workgroupBarrier();\n",
                "",
            )],
        ),
        Mutation::new(
            "no-barrier-after-the-update",
            &[(
                "            }\n            workgroupBarrier();\n        }\n    }",
                "            }\n        }\n    }",
            )],
        ),
        Mutation::new(
            "state-not-carried-over",
            &[("exp(last) * final_state[at]", "exp(last) * select(0.0, final_state[at], first == span.x)")],
        ),
        Mutation::new("state-not-decayed", &[("var s = bounded_exp(last) * ", "var s = ")]),
        Mutation::new(
            "writes-not-decayed",
            &[("bounded_exp(last - sums[i * ", "bounded_exp(0.0 * sums[i * ")],
        ),
        Mutation::new(
            "exp-before-mask",
            // Masked by a factor of 0, and summed over the whole chunk, as a product of matrices is.
            &[
                ("if (i <= j && j < count) {", "if (j < count && i < count) {"),
                (
                    "see += reads[j * $BLOCK + b] * entry;",
                    "see += select(0.0, 1.0, i <= j) * (reads[j * $BLOCK + b] * entry);",
                ),
                (
                    "            o += seen[j * $CHUNK + j] * r;\n",
                    "            o += seen[j * $CHUNK + j] * r;\n            for (var i = j + 1; i < count; i++) { o += seen[j * $CHUNK + i]; }\n",
                ),
            ],
        ),
        Mutation::new(
            "decay-divided-out",
            &[(
                "bounded_exp(sums[j * $BLOCK + b] - sums[i * $BLOCK + b])",
                "bounded_exp(sums[j * $BLOCK + b]) * bounded_exp(-sums[i * $BLOCK + b])",
            )],
        ),
        Mutation::new(
            "weights-not-cleared",
            &[("            erased[pair] = 0.0;\n            seen[pair] = 0.0;\n", "")],
        ),
        Mutation::new(
            "only-the-first-block",
            &[(
                "erased[pair] += select(0.0, erase, i < j);\n                    seen[pair] += see;",
                "if (block == 0u) { erased[pair] += select(0.0, erase, i < j); seen[pair] += see; }",
            )],
        ),
        Mutation::new(
            "decay-of-one-token-less",
            &[(
                "let last = sums[(count - 1) * $BLOCK + b];",
                "let last = sums[max(count, 2u) * $BLOCK - 2u * $BLOCK + b];",
            )],
        ),
        Mutation::new(
            "initial-state-of-another-head",
            &[(
                "(sequence * params.heads + head) * $K",
                "(sequence * params.heads + params.heads - 1u - head) * $K",
            )],
        ),
        Mutation::new(
            "values-of-the-first-token",
            &[("column_of(first + j, head, safe)", "column_of(first, head, safe)")],
        ),
        Mutation::new("gate-floor", &[("sum += $LOGARITHM;", "sum += max($LOGARITHM, -5.0);")]),
        Mutation::new(
            "state-in-16-bits",
            &[(
                "                    final_state[at] = s;",
                "                    final_state[at] = quantizeToF16(s);",
            )],
        ),
        Mutation::new("diagonal-not-seen", &[("            o += seen[j * $CHUNK + j] * r;\n", "")]),
        Mutation::new(
            "inputs-of-the-token-before",
            &[("let token = first + j;", "let token = max(first + j, 1u) - 1;")],
        ),
        Mutation::new(
            "sum-after-store",
            &[
                ("            sums[at] = sum;\n", ""),
                (
                    "            sum += $LOGARITHM",
                    "            sums[j * $BLOCK + b] = sum;\n            sum += $LOGARITHM",
                ),
            ],
        ),
        Mutation::new("packed-boundaries-ignored", &[("sequences[sequence]", "sequences[0]")]),
        Mutation::new("initial-state-ignored", &[("params.from_initial != 0u", "false")]),
        Mutation::new("tail-dropped", &[("first < span.y; first", "first + $CHUNK - 1 < span.y; first")]),
        Mutation::new("tail-not-masked", &[("min(u32($CHUNK), span.y - first)", "u32($CHUNK)")]),
        Mutation::new(
            "group-mapping",
            &[("return head / params.group;", "return head % (params.heads / params.group);")],
        ),
    ];
    if matches!(kernel.system, System::Gdn | System::Kda) {
        let late = ("gates_of(first + j, head)", "gates_of(first, head)");
        all.push(Mutation::new("gates-of-the-first-token", &[late]));
    }
    if kernel.erases {
        all.push(Mutation::new(
            "system-not-solved",
            &[("            f += erased[", "            f += 0.0 * erased[")],
        ));
        all.push(Mutation::new("substitution-off-by-one", &[("i < j; i++", "i + 1 < j; i++")]));
        all.push(Mutation::new(
            "reads-the-decayed-twice",
            &[(
                "let entry = bounded_exp(sums[j * $BLOCK + b]) * final_state",
                "let entry = bounded_exp(2.0 * sums[j * $BLOCK + b]) * final_state",
            )],
        ));
    }
    all
}

fn recurrent(kernel: &Kernel) -> Vec<Mutation> {
    let mut all = of_skeleton(kernel);
    all.extend(of_system(kernel));
    all
}

/// The faults of the skeleton, whatever the recurrence.
pub(super) fn of_skeleton(kernel: &Kernel) -> Vec<Mutation> {
    let mut all = vec![
        Mutation::new("missing-scale", &[("= scale * o", "= o")]),
        Mutation::new(
            "tile-off-by-one",
            &[("* $LANES + lane) * $COLUMNS", "* $LANES + lane + 1) * $COLUMNS")],
        ),
        Mutation::new("tiles-overlap", &[("group.x % params.tiles * ", "group.x % params.tiles / 2 * ")]),
        Mutation::new("initial-state-ignored", &[("params.from_initial != 0u", "false")]),
        Mutation::new("first-token-skipped", &[("var token = span.x;", "var token = span.x + 1;")]),
        Mutation::new("last-token-skipped", &[("token < span.y;", "token + 1 < span.y;")]),
        Mutation::new("packed-boundaries-ignored", &[("sequences[sequence]", "sequences[0]")]),
        Mutation::new(
            "state-of-another-head",
            &[("(sequence * params.heads + head)", "(sequence * params.heads + params.heads - 1 - head)")],
        ),
        Mutation::new("no-barrier", &[("workgroupBarrier();", "")]).in_parts(),
        Mutation::new("unmasked-tail", &[("quad < $QUADS;", "true;")]).in_parts(),
        Mutation::new("parts-left-out", &[("o += partial", "o += select(1.0, 0.0, $p == 1) * partial")])
            .in_parts(),
        Mutation::new("read-before-write", &[("        partial[part * $LANES + lane] = o;\n", "")])
            .in_parts(),
        Mutation::new("rows-of-the-next-lane", &[("i / 4u % $LANES)", "(i / 4u + 1u) % $LANES)")]),
        Mutation::new("rows-reversed", &[("[i % 4u]", "[3u - i % 4u]")]),
        Mutation::new(
            "last-row-not-loaded",
            &[(
                "first_row + $i < $K && some_column && params",
                "first_row + $i + 1u < $K && some_column && params",
            )],
        ),
        Mutation::new(
            "last-row-not-stored",
            &[("if (first_row + $i < $K &&", "if (first_row + $i + 1u < $K &&")],
        ),
        Mutation::new(
            "last-columns-dropped",
            &[("= first_column < $V;", "= first_column + $COLUMNS <= $V;")],
        ),
        Mutation::new(
            "values-of-the-token-before",
            &[("token * stride_of_$x + safe", "(max(token, 1u) - 1u) * stride_of_$x + safe")],
        ),
        Mutation::new(
            "values-of-another-column",
            &[("safe_column / 4u), safe_column)", "safe_column / 4u), safe_column ^ $COLUMNS)")],
        ),
        Mutation::new(
            "key-heads-not-grouped",
            &[("return head / params.group;", "return min(head, params.heads / params.group - 1u);")],
        ),
        Mutation::new(
            "only-the-first-initial-state",
            &[("params.from_initial != 0u", "params.from_initial != 0u && sequence == 0u")],
        ),
        Mutation::new(
            "outputs-of-heads-reversed",
            &[("outputs[(token * all_heads + head)", "outputs[(token * all_heads + all_heads - 1u - head)")],
        ),
        Mutation::new("scale-squared", &[("scale * o", "scale * scale * o")]),
        Mutation::new("output-in-16-bits", &[("scale * o;", "quantizeToF16(scale * o);")]),
        Mutation::new(
            "sum-in-16-bits",
            &[("o += @shown(x, held[i]);", "o = quantizeToF16(o + @shown(x, held[i]));")],
        ),
        Mutation::new(
            "read-out-before-the-write",
            &[(
                "            held[i] = @written(x, g, c, held[i], r);\n            o += @shown(x, held[i]);",
                "            o += @shown(x, held[i]);\n            held[i] = @written(x, g, c, held[i], r);",
            )],
        ),
    ];
    all.extend([
        Mutation::new("rows-of-a-texture-ignored", &[("at / $TEXELS", "0u * at")]).in_textures(),
        Mutation::new("rows-of-the-states-texture-ignored", &[("quad / $INITIAL_TEXELS", "0u * quad")])
            .in_textures(),
        Mutation::new("whole-rows-unmasked", &[("    if (some_column) {", "    if (true) {")]),
        Mutation::new(
            "row-of-the-state-not-stored",
            &[(
                "        store_state(at_state + (first_row + $i)",
                "        store_state(at_state + (first_row + max($i, 1))",
            )],
        ),
    ]);
    let spec = kernel.system.spec();
    if spec.inputs.iter().any(|i| i.heads == Heads::Key) {
        all.push(Mutation::new(
            "group-mapping",
            &[("return head / params.group;", "return head % (params.heads / params.group);")],
        ));
    }
    all.push(Mutation::new(
        "rows-of-the-token-before",
        &[("token * stride_of_$x + min(quad", "(max(token, 1u) - 1u) * stride_of_$x + min(quad")],
    ));
    if spec.inputs.iter().any(|i| i.width == Width::One) {
        let late = ("token * stride_of_$x).x", "(max(token, 1u) - 1u) * stride_of_$x).x");
        all.push(Mutation::new("gates-of-the-token-before", &[late]));
    }
    if kernel.erases {
        // Without an erase only the output's sum is shared, which one part alone writes.
        let second = ("//: end\n        workgroupBarrier();", "//: end");
        all.push(Mutation::new("one-barrier-of-two", &[second]).in_parts());
    }
    all
}

fn of_system(kernel: &Kernel) -> Vec<Mutation> {
    let written = "return s + x.k * r; }";
    let beta = "return g.beta * (c.v - f); }";
    let strength = Mutation::new("strength-missing", &[(beta, "return c.v - f; }")]);
    let unerased = Mutation::new("write-strength-missing", &[(beta, "return c.v - g.beta * f; }")]);
    let narrow = |from: &str, value: &str| {
        let to = format!("return quantizeToF16({value}); }}");
        Mutation::new("state-in-16-bits", &[(from, &to)])
    };
    let order = |decay: &str, factor: &str| {
        let to = format!("return {factor} * s + x.k * r; }}");
        Mutation::new("erase-before-decay", &[(decay, KEEPS), (written, &to)])
    };
    let late = |decay: &str, factor: &str| {
        let to = format!("return {factor} * (s + x.k * r); }}");
        Mutation::new("decay-after-write", &[(decay, KEEPS), (written, &to)])
    };
    match kernel.system {
        System::Gla => vec![late(DECAYS_ROWS, "x.alpha"), narrow(written, "s + x.k * r")],
        System::DeltaNet => vec![strength, unerased, narrow(written, "s + x.k * r")],
        System::Gdn => vec![
            order(DECAYS, "g.alpha"),
            late(DECAYS, "g.alpha"),
            strength,
            unerased,
            narrow(written, "s + x.k * r"),
        ],
        System::Kda | System::Ckda => vec![
            order(DECAYS_ROWS, "x.alpha"),
            late(DECAYS_ROWS, "x.alpha"),
            strength,
            unerased,
            narrow(written, "s + x.k * r"),
        ],
        System::Gdn2 => vec![
            order(DECAYS_ROWS, "x.alpha"),
            late(DECAYS_ROWS, "x.alpha"),
            Mutation::new("erase-gate-missing", &[("(x.b * x.k) * s", "x.k * s")]),
            Mutation::new("write-gate-missing", &[("c.w * c.v - f", "c.v - f")]),
            narrow(written, "s + x.k * r"),
        ],
        System::Rwkv7 => vec![
            Mutation::new("erase-after-decay", &[(KEEPS, DECAYS_ROWS), ("(x.alpha * s + ", "(s + ")]),
            Mutation::new("rate-missing", &[("(x.a * x.kk) * r", "x.kk * r")]),
            Mutation::new("sign-of-the-removal", &[("return -f; }", "return f; }")]),
        ],
        System::Dplr => vec![
            Mutation::new("erase-after-decay", &[(KEEPS, DECAYS_ROWS), ("(x.alpha * s + ", "(s + ")]),
            Mutation::new(
                "vectors-swapped",
                &[("return x.a * s; }", "return x.b * s; }"), ("x.b * r", "x.a * r")],
            ),
        ],
        System::Mdn => vec![
            Mutation::new("momentum-before-update", &[("g.beta * @momentum(x, g, s.y, r)", "g.beta * s.y")]),
            Mutation::new("step-size-missing", &[("(g.eta * x.k) * r", "x.k * r")]),
            Mutation::new("reads-along-the-key", &[("return x.p * s.x; }", "return x.k * s.x; }")]),
        ],
        _ => Vec::new(),
    }
}
