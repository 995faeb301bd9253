//! safetensors files that must be refused, each for its own reason.

use crate::bytes::{safetensors, with_tensors};
use crate::{read_refusal, refusal};
use tensors::TensorFile;

#[test]
fn a_file_too_short_for_a_length_is_refused() {
    assert_eq!(refusal(vec![]), "ends after 0 bytes, within the 8 bytes of the header's length");
    assert_eq!(refusal(vec![2; 7]), "ends after 7 bytes, within the 8 bytes of the header's length");
}

#[test]
fn a_header_longer_than_the_file_is_refused_before_space_is_made() {
    let mut bytes = with_tensors(&[("q", "F64", "[1]", "[0,8]")], &[0; 8]);
    for length in [u64::MAX, 1 << 62, 1 << 50, bytes.len() as u64 - 7] {
        bytes[..8].copy_from_slice(&length.to_le_bytes());
        let available = bytes.len() - 8;
        let expected = format!(
            "claims a header of {length} bytes at byte 8, where {available} follow: truncated, or no safetensors file"
        );
        assert_eq!(refusal(bytes.clone()), expected);
    }
}

#[test]
fn a_header_longer_than_the_limit_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.safetensors");
    std::fs::write(&path, 100_000_001_u64.to_le_bytes()).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_len(200_000_000).unwrap();
    let message = TensorFile::open(&path).unwrap_err().to_string();
    assert!(
        message.ends_with("has a header of 100000001 bytes at byte 8, more than the 100000000 that are read")
    );
}

#[test]
fn every_truncation_is_refused() {
    let bytes = with_tensors(&[("q", "F64", "[2]", "[0,16]"), ("k", "F32", "[1,2]", "[16,24]")], &[0; 24]);
    assert!(TensorFile::from_bytes(bytes.clone()).is_ok());
    for length in 0..bytes.len() {
        refusal(bytes[..length].to_vec());
    }
}

#[test]
fn a_header_that_is_no_text_is_refused_at_its_byte() {
    let mut bytes = safetensors("{\"abc\"", &[]);
    bytes[11] = 0xff;
    assert_eq!(refusal(bytes), "header: not UTF-8 at byte 11");
}

#[test]
fn malformed_json_is_refused_at_its_byte() {
    for (header, expected) in [
        ("", "header: EOF while parsing a value at byte 8"),
        ("[]", "header: invalid type: sequence, expected an object of tensors at byte 8"),
        ("{\"a\" 1}", "header: expected `:` at byte 13"),
        ("{\n\n\"a\" 1}", "header: expected `:` at byte 15"),
        ("{} x", "header: trailing characters at byte 11"),
        ("{\"a\":{\"dtype\":\"U8\",\"shape\":[]}}", "header: missing field `data_offsets` at byte 37"),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[-1],\"data_offsets\":[0,0]}}",
            "header: invalid value: integer `-1`, expected usize at byte 37",
        ),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[1.5],\"data_offsets\":[0,0]}}",
            "header: invalid type: floating point `1.5`, expected usize at byte 38",
        ),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[36893488147419103232],\"data_offsets\":[0,0]}}",
            "header: invalid type: floating point `3.6893488147419103e+19`, expected usize at byte 55",
        ),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1,2]}}",
            "header: trailing characters at byte 58",
        ),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0]}}",
            "header: invalid length 1, expected a tuple of size 2 at byte 55",
        ),
        (
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,0],\"quant\":1}}",
            "header: unknown field `quant`, expected one of `dtype`, `shape`, `data_offsets` at byte 65",
        ),
        ("{\"__metadata__\":{\"a\":1}}", "header: invalid type: integer `1`, expected a string at byte 29"),
        ("{\"__metadata__\":null}", "header: invalid type: null, expected an object at byte 27"),
    ] {
        assert_eq!(refusal(safetensors(header, &[])), expected, "{header}");
    }
    let deep = format!("{{\"a\":{}", "[".repeat(100_000));
    assert!(refusal(safetensors(&deep, &[])).starts_with("header: "));
}

#[test]
fn repeated_keys_are_refused() {
    let twice = with_tensors(
        &[("q", "U8", "[1]", "[0,1]"), ("k", "U8", "[1]", "[1,2]"), ("q", "U8", "[1]", "[1,2]")],
        &[0; 2],
    );
    assert_eq!(refusal(twice), "`q` occurs twice");
    // A key does not hide its twin behind another spelling.
    let escaped = with_tensors(&[("q", "U8", "[1]", "[0,1]"), ("\\u0071", "U8", "[1]", "[0,1]")], &[0]);
    assert_eq!(refusal(escaped), "`q` occurs twice");
    let metadata = r#"{"__metadata__":{"scale":"1","scale":"2"}}"#;
    assert_eq!(refusal(safetensors(metadata, &[])), "`scale` occurs twice");
    let metadata = r#"{"__metadata__":{"a":"1"},"__metadata__":{"b":"2"}}"#;
    assert_eq!(refusal(safetensors(metadata, &[])), "`__metadata__` occurs twice");
    let field = r#"{"q":{"dtype":"U8","shape":[1],"shape":[1],"data_offsets":[0,1]}}"#;
    assert_eq!(refusal(safetensors(field, &[0])), "header: duplicate field `shape` at byte 45");
}

#[test]
fn offsets_outside_of_the_data_are_refused() {
    let reversed = with_tensors(&[("q", "U8", "[4]", "[4,0]")], &[0; 4]);
    assert_eq!(refusal(reversed), "tensor `q`: data offsets [4, 0] are in the wrong order");
    let beyond = with_tensors(&[("q", "U8", "[5]", "[0,5]")], &[0; 4]);
    assert_eq!(refusal(beyond), "tensor `q`: data offsets [0, 5] exceed the 4 bytes of the data part");
    let far = with_tensors(&[("q", "U8", "[1]", "[18446744073709551614,18446744073709551615]")], &[0; 4]);
    assert_eq!(
        refusal(far),
        "tensor `q`: data offsets [18446744073709551614, 18446744073709551615] exceed the 4 bytes of the data part"
    );
}

#[test]
fn tensors_that_do_not_tile_the_data_are_refused() {
    let overlap = with_tensors(&[("q", "U8", "[4]", "[0,4]"), ("k", "U8", "[4]", "[3,7]")], &[0; 7]);
    assert_eq!(refusal(overlap), "tensors `q` and `k` overlap at data offset 3");
    let same = with_tensors(&[("q", "U8", "[4]", "[0,4]"), ("k", "U8", "[4]", "[0,4]")], &[0; 4]);
    assert_eq!(refusal(same), "tensors `k` and `q` overlap at data offset 0");
    let inner = with_tensors(&[("q", "U8", "[4]", "[0,4]"), ("k", "U8", "[0]", "[2,2]")], &[0; 4]);
    assert_eq!(refusal(inner), "tensors `q` and `k` overlap at data offset 2");
    let hole = with_tensors(&[("q", "U8", "[2]", "[0,2]"), ("k", "U8", "[2]", "[3,5]")], &[0; 5]);
    assert_eq!(refusal(hole), "data offsets [2, 3] belong to no tensor");
    let trailing = with_tensors(&[("q", "U8", "[2]", "[0,2]")], &[0; 5]);
    assert_eq!(refusal(trailing), "data offsets [2, 5] belong to no tensor");
    assert_eq!(refusal(safetensors("{}", &[7])), "data offsets [0, 1] belong to no tensor");
}

#[test]
fn a_shape_that_overflows_is_refused() {
    for shape in ["[4294967296,4294967296]", "[1152921504606846976]", "[0,18446744073709551615,2]"] {
        let bytes = with_tensors(&[("q", "U8", shape, "[0,0]")], &[]);
        let shape = shape.replace(',', ", ");
        assert_eq!(
            refusal(bytes),
            format!("tensor `q`: shape {shape} has more elements than can be addressed")
        );
    }
    // Types of an unknown size as well.
    let bytes = with_tensors(&[("q", "X9", "[4294967296,4294967296]", "[0,0]")], &[]);
    assert!(refusal(bytes).ends_with("has more elements than can be addressed"));
}

#[test]
fn a_shape_that_does_not_fit_the_bytes_is_refused() {
    let bytes = with_tensors(&[("q", "F32", "[2,2]", "[0,12]")], &[0; 12]);
    assert_eq!(refusal(bytes), "tensor `q`: F32 of shape [2, 2] takes 16 bytes, its data offsets give 12");
    let bytes = with_tensors(&[("q", "BF16", "[2,0]", "[0,4]")], &[0; 4]);
    assert_eq!(refusal(bytes), "tensor `q`: BF16 of shape [2, 0] takes 0 bytes, its data offsets give 4");
    let bytes = with_tensors(&[("q", "F64", "[]", "[0,0]")], &[]);
    assert_eq!(refusal(bytes), "tensor `q`: F64 of shape [] takes 8 bytes, its data offsets give 0");
}

#[test]
fn an_unsupported_type_is_named_when_it_is_read() {
    let bytes = with_tensors(&[("q", "F8_E4M3", "[2]", "[0,2]")], &[0; 2]);
    assert_eq!(read_refusal(bytes, "q"), "tensor `q` has elements of the unsupported type F8_E4M3");
}

#[test]
fn a_byte_that_is_no_boolean_is_refused() {
    let bytes = with_tensors(&[("m", "BOOL", "[2,2]", "[0,4]")], &[0, 1, 0, 2]);
    let expected = "tensor `m`: byte 2 at element 3 is no boolean, which is 0 or 1";
    assert_eq!(read_refusal(bytes.clone(), "m"), expected);
    let file = TensorFile::from_bytes(bytes).unwrap();
    assert!(file.rows("m", 0..1).is_ok());
    assert_eq!(file.rows("m", 1..2).unwrap_err().to_string(), format!("<memory>: {expected}"));
}

#[test]
fn rows_outside_of_the_leading_axis_are_refused() {
    let bytes = with_tensors(&[("q", "U8", "[3]", "[0,3]"), ("s", "U8", "[]", "[3,4]")], &[0; 4]);
    let file = TensorFile::from_bytes(bytes).unwrap();
    let message = |name: &str, range| file.rows(name, range).unwrap_err().to_string();
    let rows = "are not within the leading axis of shape";
    assert_eq!(message("q", 2..4), format!("<memory>: tensor `q`: rows 2..4 {rows} [3]"));
    assert_eq!(
        message("q", usize::MAX..usize::MAX),
        format!("<memory>: tensor `q`: rows {0}..{0} {rows} [3]", usize::MAX)
    );
    assert_eq!(message("s", 0..1), format!("<memory>: tensor `s`: rows 0..1 {rows} []"));
    #[expect(clippy::reversed_empty_ranges, reason = "the range that must be refused")]
    let reversed = message("q", 2..1);
    assert_eq!(reversed, format!("<memory>: tensor `q`: rows 2..1 {rows} [3]"));
}

#[test]
fn empty_tensors_and_tensors_without_axes_are_read() {
    let tensors = [
        ("s", "U8", "[]", "[0,1]"),
        ("between", "F64", "[0,3]", "[1,1]"),
        ("t", "U8", "[1,1]", "[1,2]"),
        ("last", "BF16", "[7,0]", "[2,2]"),
    ];
    let file = TensorFile::from_bytes(with_tensors(&tensors, &[5, 6])).unwrap();
    assert_eq!(file.read("s").unwrap().to_i64().unwrap(), [5]);
    assert_eq!(file.read("t").unwrap().to_i64().unwrap(), [6]);
    assert!(file.read("between").unwrap().is_empty());
    assert_eq!(file.rows("last", 2..5).unwrap().shape(), [3, 0]);
    let none = TensorFile::from_bytes(safetensors("{}   ", &[])).unwrap();
    assert!(none.names().is_empty() && none.metadata().is_empty());
}
