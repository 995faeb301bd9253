//! Archives as numpy makes them; `data/make_fixtures.py` makes these.

use crate::{bits, data, doubles, open};
use tensors::{Data, Dtype, Tensor};

const SIXTHS: [f64; 6] = [-0.5, -0.25, 0.0, 0.25, 0.5, 0.75];

fn whole(name: &str, tensor: &str) -> Tensor {
    open(name).read(tensor).unwrap()
}

#[test]
fn every_supported_type_is_read() {
    let file = open("plain.npz");
    assert_eq!(file.names(), ["bool", "empty", "f32", "f64", "i32", "i64", "scalar", "u8"]);
    assert!(file.metadata().is_empty());
    for (name, dtype) in [("f64", Dtype::F64), ("f32", Dtype::F32)] {
        assert_eq!((file.shape(name).unwrap(), file.dtype(name).unwrap()), (vec![2, 3], dtype));
        assert_eq!(doubles(&file, name), SIXTHS);
    }
    assert_eq!(file.read("i64").unwrap().to_i64().unwrap(), [-(1 << 62), 0, 5]);
    assert_eq!(file.read("i32").unwrap(), Tensor::new(vec![2, 1], vec![-7_i32, 8]).unwrap());
    assert_eq!(file.read("u8").unwrap().to_i64().unwrap(), [0, 255]);
    assert_eq!(file.read("bool").unwrap().data(), &Data::Bool(vec![true, false]));
    assert_eq!(file.read("scalar").unwrap(), Tensor::new(vec![], vec![2.5]).unwrap());
    assert_eq!(file.read("empty").unwrap().shape(), [0, 4]);
}

#[test]
fn halves_are_read_exactly() {
    let half = whole("f16.npz", "half");
    assert_eq!(half.dtype(), Dtype::F16);
    let values = bits(&half);
    let expected = [1.0, -0.0, 65504.0, 2_f64.powi(-24), f64::INFINITY, f64::NEG_INFINITY].map(f64::to_bits);
    assert_eq!(values[..6], expected);
    assert!(f64::from_bits(values[6]).is_nan());
    assert_eq!(f64::from_bits(values[7]), 0.333251953125);
    assert_eq!(half.first_non_finite(), Some((vec![4], f64::INFINITY)));
}

#[test]
fn compressed_members_are_inflated() {
    let file = open("compressed.npz");
    let ramp: Vec<f64> = (0..600).map(f64::from).collect();
    assert_eq!(doubles(&file, "ramp"), ramp);
    assert_eq!(file.rows("ramp", 40..43).unwrap(), Tensor::new(vec![3, 6], ramp[240..258].to_vec()).unwrap());
    assert_eq!(file.read("zeros").unwrap(), Tensor::new(vec![64, 64], vec![0.0; 4096]).unwrap());
}

#[test]
fn column_major_arrays_become_row_major() {
    let file = open("fortran.npz");
    let cube: Vec<f64> = (0..24).map(f64::from).collect();
    assert_eq!(file.read("cube").unwrap(), Tensor::new(vec![2, 3, 4], cube.clone()).unwrap());
    assert_eq!(file.rows("cube", 1..2).unwrap(), Tensor::new(vec![1, 3, 4], cube[12..].to_vec()).unwrap());
    assert_eq!(doubles(&file, "line"), [0.0, 1.0, 2.0]);
}

#[test]
fn big_endian_arrays_are_read() {
    let file = open("big_endian.npz");
    for name in ["f64", "f32", "f16"] {
        assert_eq!(doubles(&file, name), SIXTHS, "{name}");
        assert_eq!(file.rows(name, 1..2).unwrap().to_f64().unwrap(), SIXTHS[3..], "{name}");
    }
    assert_eq!(file.read("i32").unwrap().to_i64().unwrap(), [-7, 1 << 20]);
    assert_eq!(file.read("i64").unwrap().to_i64().unwrap(), [-7, 1 << 40]);
}

#[test]
fn pickled_objects_are_refused_and_spoil_nothing_else() {
    let file = open("object.npz");
    assert_eq!(file.names(), ["good", "objects"]);
    assert_eq!(doubles(&file, "good"), [1.0, 2.0]);
    let expected = format!(
        "{}: member `objects.npy` holds pickled Python objects, which are never read",
        data("object.npz").display()
    );
    assert_eq!(file.dtype("objects").unwrap_err().to_string(), expected);
    assert_eq!(file.read("objects").unwrap_err().to_string(), expected);
    assert_eq!(file.rows("objects", 0..1).unwrap_err().to_string(), expected);
}

#[test]
fn unsupported_types_are_named_and_spoil_nothing_else() {
    let file = open("unsupported.npz");
    assert_eq!(doubles(&file, "good"), SIXTHS);
    for (name, dtype) in
        [("c16", "<c16"), ("bf16", "<V2"), ("text", "<U2"), ("fields", "[('x', '<i4'), ('y', '<f8')]")]
    {
        let expected = format!("tensor `{name}` has elements of the unsupported type {dtype}");
        let message = file.read(name).unwrap_err().to_string();
        assert!(message.ends_with(&expected), "{message}");
    }
}

#[test]
fn rows_are_those_of_the_whole_array() {
    for name in ["plain.npz", "compressed.npz", "fortran.npz", "big_endian.npz"] {
        let file = open(name);
        for tensor in file.names() {
            let whole = file.read(tensor).unwrap();
            let Some(&rows) = whole.shape().first() else {
                assert!(file.rows(tensor, 0..1).is_err());
                continue;
            };
            for start in 0..=rows.min(4) {
                for end in start..=rows {
                    let part = file.rows(tensor, start..end).unwrap();
                    assert_eq!(part, whole.rows(start..end).unwrap(), "{name} {tensor} {start}..{end}");
                }
            }
            assert!(file.rows(tensor, 0..rows + 1).is_err());
        }
    }
}

#[test]
fn elements_are_those_of_the_whole_array_whatever_the_axes() {
    let golden = ["plain.npz", "compressed.npz", "fortran.npz", "big_endian.npz"].map(open);
    for file in &golden {
        for tensor in file.names() {
            let whole = file.read(tensor).unwrap();
            let count = whole.len();
            for start in 0..=count.min(5) {
                for end in start..=count {
                    let part = file.elements(tensor, start..end).unwrap();
                    assert_eq!(part.shape(), [end - start]);
                    let expected = tensors::Tensor::new(vec![count], whole.data().clone()).unwrap();
                    assert_eq!(part, expected.rows(start..end).unwrap(), "{tensor} {start}..{end}");
                }
            }
            assert!(file.elements(tensor, 0..count + 1).is_err());
        }
    }
}
