//! WGSL to SPIR-V, and the decoration that forbids contraction.
//!
//! A SPIR-V compiler may contract $ab + c$ into one rounding and reorder sums, unless a result is decorated `NoContraction` (SPIR-V specification, 3.20).
//! The writer of naga decorates nothing, so [`no_contraction`] adds the decoration to every arithmetic result.

use crate::KernelError;

/// How a shader is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Every arithmetic result is decorated `NoContraction`: each operation rounds once, in the order that is written.
    Strict,
    /// The driver may contract products and sums and reorder them.
    Plain,
}

impl Mode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Plain];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Plain => "plain",
        }
    }
}

/// Words of a module's header.
const HEADER: usize = 5;
const OP_DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;
/// `OpTypeVoid` … `OpTypeForwardPointer`.
const TYPES: std::ops::RangeInclusive<u32> = 19..=39;
/// `OpFNegate`, `OpFAdd`, `OpFSub`, `OpFMul`, `OpFDiv`, `OpFRem`, `OpFMod`, `OpVectorTimesScalar` … `OpOuterProduct`, `OpDot`.
const ARITHMETIC: [u32; 14] = [127, 129, 131, 133, 136, 140, 141, 142, 143, 144, 145, 146, 147, 148];

/// Compiles WGSL.
///
/// # Errors
/// [`KernelError::Source`] with the place in the source.
pub fn compile(source: &str, mode: Mode) -> Result<Vec<u32>, KernelError> {
    use naga::back::spv;
    use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
    let fault = |what: String| KernelError::Source { what };
    let module = naga::front::wgsl::parse_str(source).map_err(|e| fault(e.emit_to_string(source)))?;
    let capabilities = naga::valid::Capabilities::SUBGROUP
        | naga::valid::Capabilities::SHADER_FLOAT16
        | naga::valid::Capabilities::SHADER_INT64
        | naga::valid::Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    let mut validator = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities);
    validator
        .subgroup_stages(naga::valid::ShaderStages::COMPUTE)
        .subgroup_operations(naga::valid::SubgroupOperationSet::all());
    let info = validator.validate(&module).map_err(|e| fault(e.emit_to_string(source)))?;
    // Buffers: the device's robust access is on. Private and workgroup arrays: clamped where an index is not constant.
    let bounds_check_policies = BoundsCheckPolicies {
        index: BoundsCheckPolicy::Restrict,
        buffer: BoundsCheckPolicy::Unchecked,
        ..BoundsCheckPolicies::default()
    };
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies,
        force_loop_bounding: false,
        // As for local variables: the sources write before they read, which `Options::fill_workgroup` is there to check.
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..spv::Options::default()
    };
    let words = spv::write_vec(&module, &info, &options, None).map_err(|e| fault(e.to_string()))?;
    let words = without_zeros(&words).ok_or_else(|| fault("not a SPIR-V module".into()))?;
    match mode {
        Mode::Plain => Ok(words),
        Mode::Strict => no_contraction(&words).ok_or_else(|| fault("not a SPIR-V module".into())),
    }
}

const OP_CONSTANT_NULL: u32 = 46;
const OP_VARIABLE: u32 = 59;
const FUNCTION_STORAGE: u32 = 7;

/// The module without the zeros that WGSL puts into local variables; `None` where it is no module.
///
/// Drivers that run on the processor take time with the square of the size of an array that is filled by constants: seconds for a column of a state. The sources of
/// this crate write every local variable that has no initial value before they read it.
fn without_zeros(words: &[u32]) -> Option<Vec<u32>> {
    let all = instructions(words)?;
    let zeros: std::collections::HashSet<u32> =
        all.iter().filter(|(op, _)| *op == OP_CONSTANT_NULL).map(|(_, words)| words[2]).collect();
    let mut out = words[..HEADER].to_vec();
    for (op, words) in all {
        match words {
            [_, kind, id, FUNCTION_STORAGE, zero] if op == OP_VARIABLE && zeros.contains(zero) => {
                out.extend([(4 << 16) | OP_VARIABLE, *kind, *id, FUNCTION_STORAGE]);
            }
            words => out.extend_from_slice(words),
        }
    }
    Some(out)
}

/// The instructions of a module: opcode and words.
fn instructions(words: &[u32]) -> Option<Vec<(u32, &[u32])>> {
    let (mut at, mut out) = (HEADER, Vec::new());
    while at < words.len() {
        let length = (words[at] >> 16) as usize;
        out.push((words[at] & 0xffff, words.get(at..at + length).filter(|w| !w.is_empty())?));
        at += length;
    }
    Some(out)
}

/// The module with every arithmetic result decorated; `None` where it is none.
pub fn no_contraction(words: &[u32]) -> Option<Vec<u32>> {
    let all = instructions(words)?;
    let results = all.iter().filter(|(op, _)| ARITHMETIC.contains(op)).map(|(_, words)| words[2]);
    let decorations = results.flat_map(|id| [(3 << 16) | OP_DECORATE, id, NO_CONTRACTION]);
    // Annotations stand before the first type.
    let before = all.iter().take_while(|(op, _)| !TYPES.contains(op)).map(|(_, words)| words.len());
    let place = HEADER + before.sum::<usize>();
    let mut out = words[..place].to_vec();
    out.extend(decorations);
    out.extend_from_slice(&words[place..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(1) fn main() { x[0] = x[1] * x[2] + x[3]; x[4] = -x[5] / x[6]; }";

    fn decorated(words: &[u32]) -> usize {
        let all = instructions(words).unwrap();
        all.iter().filter(|(op, w)| *op == OP_DECORATE && w[2] == NO_CONTRACTION).count()
    }

    #[test]
    fn strict_decorates_every_operation_before_the_types() {
        let words = compile(SOURCE, Mode::Strict).unwrap();
        assert_eq!(decorated(&words), 4, "a product, a sum, a negation, a quotient");
        let all = instructions(&words).unwrap();
        let last = all.iter().rposition(|(op, _)| *op == OP_DECORATE).unwrap();
        let first = all.iter().position(|(op, _)| TYPES.contains(op)).unwrap();
        assert!(last < first);
        assert_eq!(decorated(&compile(SOURCE, Mode::Plain).unwrap()), 0);
    }

    #[test]
    fn faults_name_the_place() {
        let error = compile("fn main() { let x: f32 = 1u; }", Mode::Plain).unwrap_err();
        assert!(error.to_string().contains("wgsl:1:"), "{error}");
        assert!(no_contraction(&[0; 6]).is_none());
    }
}
