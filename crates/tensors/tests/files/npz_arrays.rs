//! Array headers, right and wrong.

use crate::bytes::{Member, header, npy, zip};
use crate::read_refusal;
use tensors::{Tensor, TensorFile};

fn archive(array: &[u8]) -> Vec<u8> {
    zip(&[Member::stored("a.npy", array)])
}

fn read(array: &[u8]) -> Tensor {
    TensorFile::from_bytes(archive(array)).unwrap().read("a").unwrap()
}

#[test]
fn headers_of_every_version_and_spelling_are_read() {
    let expected = Tensor::new(vec![3], vec![7_u8, 8, 9]).unwrap();
    assert_eq!(read(&npy(&header("|u1", "(3,)"), &[7, 8, 9])), expected);
    let spelled = "  { \"shape\":(3 ,) ,'fortran_order':True,\t'descr' : '|u1'}   \n";
    assert_eq!(read(&npy(spelled, &[7, 8, 9])), expected);
    for version in [2, 3] {
        let text = header("|u1", "(3,)");
        let length = u32::try_from(text.len()).unwrap().to_le_bytes();
        let array = [b"\x93NUMPY", &[version, 0][..], &length, text.as_bytes(), &[7, 8, 9]].concat();
        assert_eq!(read(&array), expected);
    }
    assert_eq!(read(&npy(&header("|u1", "(1, 3)"), &[7, 8, 9])).shape(), [1, 3]);
    assert_eq!(read(&npy(&header("|u1", "()"), &[7])).shape(), [0_usize; 0]);
    assert_eq!(read(&npy(&header("|u1", "(2, 0,)"), &[])).shape(), [2, 0]);
}

#[test]
fn a_member_that_begins_otherwise_is_refused() {
    assert_eq!(
        read_refusal(archive(b"\x80\x04pickle"), "a"),
        "member `a.npy` does not begin with the signature of .npy"
    );
    assert_eq!(read_refusal(archive(b""), "a"), "member `a.npy` ends after 0 of its 0 bytes");
    let mut array = npy(&header("|u1", "(1,)"), &[7]);
    array[6] = 4;
    assert_eq!(
        read_refusal(archive(&array), "a"),
        "member `a.npy` has version 4.0 of .npy; 1.0, 2.0 and 3.0 are read"
    );
    array[6] = 1;
    array[7] = 1;
    assert_eq!(
        read_refusal(archive(&array), "a"),
        "member `a.npy` has version 1.1 of .npy; 1.0, 2.0 and 3.0 are read"
    );
}

#[test]
fn every_truncated_array_is_refused() {
    let array = npy(&header("<f8", "(2,)"), &[0; 16]);
    for length in 0..array.len() {
        let message = read_refusal(archive(&array[..length]), "a");
        assert!(message.starts_with("member `a.npy` "), "{length}: {message}");
    }
}

#[test]
fn a_header_longer_than_the_limit_is_refused_before_space_is_made() {
    for length in [10_001, u32::MAX] {
        let array = [b"\x93NUMPY\x02\x00", &length.to_le_bytes()[..], b"{'descr'"].concat();
        let expected = format!(
            "member `a.npy` has an array header of {length} bytes, more than the 10000 that are read"
        );
        assert_eq!(read_refusal(archive(&array), "a"), expected);
    }
}

#[test]
fn malformed_headers_are_refused_at_their_byte() {
    let good = "'descr': '|u1', 'fortran_order': False, 'shape': (1,)";
    for (text, message, offset) in [
        (String::new(), "expected a dictionary", 10),
        ("[1]".into(), "expected a dictionary", 10),
        (format!("{{{good}"), "expected `,` or `}`", 64),
        (format!("{{{good}}} x"), "expected the end of the header", 66),
        (format!("{{{good}, 'shape': (1,)}}"), "repeated key", 66),
        (format!("{{{good}, 'descr': '|u1'}}"), "repeated key", 66),
        (format!("{{{good}, 'fortran_order': True}}"), "repeated key", 66),
        (format!("{{{good}, 'strides': (1,)}}"), "unknown key", 66),
        ("{'descr': '|u1', 'fortran_order': False}".into(), "no key `shape`", 50),
        ("{'descr': '|u1', 'shape': ()}".into(), "no key `fortran_order`", 39),
        ("{'fortran_order': False, 'shape': ()}".into(), "no key `descr`", 47),
        ("{'descr': 'u1".into(), "string without an end", 23),
        ("{'descr': '\\x75'}".into(), "escape in a string", 21),
        ("{'descr' '|u1'}".into(), "expected `:`", 19),
        ("{'descr': None}".into(), "expected a string", 20),
        ("{'descr': [('a', '<f8')".into(), "list without an end", 33),
        ("{'fortran_order': 0}".into(), "expected True or False", 28),
        ("{'shape': [1]}".into(), "expected a tuple", 20),
        ("{'shape': (1)}".into(), "expected `,`", 22),
        ("{'shape': (1 2)}".into(), "expected `,`", 23),
        ("{'shape': (-1,)}".into(), "expected an extent", 21),
        ("{'shape': (1, 2".into(), "expected `,` or `)`", 25),
        ("{'shape': (18446744073709551616,)}".into(), "extent is too large", 21),
        (format!("{{{good}}}").replace("|u1", "\u{fffd}").replace(' ', "  "), "unsupported", 0),
    ] {
        let refused = read_refusal(archive(&npy(&text, &[7])), "a");
        if message == "unsupported" {
            assert_eq!(refused, "tensor `a` has elements of the unsupported type \u{fffd}");
        } else {
            assert_eq!(
                refused,
                format!("member `a.npy`: array header: {message} at byte {offset} of the member")
            );
        }
    }
    let mut array = npy(&header("|u1", "(1,)"), &[7]);
    array[21] = 0xff;
    let expected = "member `a.npy`: array header: string is not UTF-8 at byte 21 of the member";
    assert_eq!(read_refusal(archive(&array), "a"), expected);
}

#[test]
fn a_shape_that_overflows_is_refused() {
    for shape in ["(4294967296, 4294967296)", "(1152921504606846976,)", "(0, 18446744073709551615, 2)"] {
        let message = read_refusal(archive(&npy(&header("|u1", shape), &[])), "a");
        assert!(message.ends_with("has more elements than can be addressed"), "{message}");
    }
}

#[test]
fn a_shape_that_does_not_fit_the_member_is_refused_before_space_is_made() {
    for (shape, spelled, takes) in
        [("(2,)", "[2]", 16), ("(4,)", "[4]", 32), ("(1125899906842624,)", "[1125899906842624]", 1_u64 << 53)]
    {
        let text = header("<f8", shape);
        let (claimed, expected) = (10 + text.len() + 24, 10 + text.len() as u64 + takes);
        let archive = archive(&npy(&text, &[0; 24]));
        let message = format!(
            "member `a.npy` has {claimed} bytes; F64 of shape {spelled} takes {expected} with its header"
        );
        assert_eq!(read_refusal(archive.clone(), "a"), message);
        let file = TensorFile::from_bytes(archive).unwrap();
        assert_eq!(file.shape("a").unwrap_err().to_string(), format!("<memory>: {message}"));
    }
}

#[test]
fn object_arrays_and_types_without_a_byte_order_are_refused() {
    for descriptor in ["|O", "<O", ">O"] {
        let message = read_refusal(archive(&npy(&header(descriptor, "(1,)"), b"\x80\x04.")), "a");
        assert_eq!(message, "member `a.npy` holds pickled Python objects, which are never read");
    }
    for descriptor in ["f8", "=f8", "|f8", "<f16", "<u8", "<i2", "", "<", "é8"] {
        let message = read_refusal(archive(&npy(&header(descriptor, "(1,)"), &[0; 8])), "a");
        assert_eq!(message, format!("tensor `a` has elements of the unsupported type {descriptor}"));
    }
}

#[test]
fn a_structured_type_is_named_as_a_whole() {
    let fields = "[('a', [('x', '<f4'), ('y]', '<f4')]), ('b', '<f8', (2,))]";
    let text = format!("{{'descr': {fields}, 'fortran_order': False, 'shape': (1,), }}");
    let expected = format!("tensor `a` has elements of the unsupported type {fields}");
    assert_eq!(read_refusal(archive(&npy(&text, &[0; 24])), "a"), expected);
}

#[test]
fn a_byte_that_is_no_boolean_is_refused() {
    let array = archive(&npy(&header("|b1", "(3,)"), &[1, 0, 7]));
    let expected = "tensor `a`: byte 7 at element 2 is no boolean, which is 0 or 1";
    assert_eq!(read_refusal(array.clone(), "a"), expected);
    let file = TensorFile::from_bytes(array).unwrap();
    assert!(file.rows("a", 0..2).is_ok());
    assert_eq!(file.rows("a", 1..3).unwrap_err().to_string(), format!("<memory>: {expected}"));
}

#[test]
fn thousands_of_unit_extents_cost_nothing() {
    let shape = format!("({}3000, 2000, {})", "1,".repeat(100), "1,".repeat(4800));
    let text = format!("{{'descr': '|u1', 'fortran_order': True, 'shape': {shape}}}");
    let elements: Vec<u8> = (0..6_000_000_u32).map(|element| (element % 251) as u8).collect();
    let archive = archive(&npy(&text, &elements));
    let start = std::time::Instant::now();
    let found = TensorFile::from_bytes(archive).unwrap().read("a").unwrap().to_i64().unwrap();
    // Milliseconds; walking every extent for every element takes minutes.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(found[1], i64::from(elements[3000]));
    assert_eq!(found[2000], i64::from(elements[1]));
}
