//! Golden vectors, whose values were looked up with the Python library.

use crate::{bits, data, doubles, open};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tensors::{Data, Dtype, Tensor, TensorFile, bf16, write_safetensors};

#[test]
fn golden_values_are_those_of_the_python_library() {
    let file = open("ckda_B1H2T7K4V3.safetensors");
    assert_eq!(file.shape("o").unwrap(), [1, 7, 2, 3]);
    assert_eq!(file.dtype("o").unwrap(), Dtype::F64);
    let outputs = doubles(&file, "o");
    let ends = (outputs[0].to_bits(), outputs[41].to_bits());
    assert_eq!(ends, (0x3fd1_a8ef_4637_d40a, 0xbfb1_a6a0_585b_abc3));

    let file = open("kda_varlen_H2T25K8V6.safetensors");
    assert_eq!(file.read("cu_seqlens").unwrap().to_i64().unwrap(), [0, 1, 8, 8, 25]);
    assert_eq!(file.metadata()["op"], "kda varlen");
    assert_eq!(file.names(), ["beta", "cu_seqlens", "g", "h0", "ht_h0", "k", "o_h0", "q", "v"]);
}

#[test]
fn numpy_bfloat16_is_read() {
    let file = open("bf16.safetensors");
    assert_eq!(file.metadata()["quote"], "\"ü\n");
    assert_eq!((file.shape("q").unwrap(), file.dtype("q").unwrap()), (vec![3, 2], Dtype::BF16));
    let expected =
        [1.0, -2.5, 3.00405527047391e38, 9.183549615799121e-41, 0.333984375, -0.0].map(f64::to_bits);
    let q = file.read("q").unwrap();
    assert_eq!(bits(&q), expected);
    assert!(matches!(q.data(), Data::BF16(elements) if elements[0] == bf16::ONE));
    assert_eq!(doubles(&file, "k"), [-0.5, -0.25, 0.0, 0.25, 0.5, 0.75]);
    assert_eq!(file.read("flags").unwrap().data(), &Data::Bool(vec![true, false]));
}

#[test]
fn an_unsupported_type_is_named_and_spoils_nothing_else() {
    let file = open("bf16.safetensors");
    assert_eq!(file.shape("odd").unwrap(), [2]);
    for error in
        [file.dtype("odd").unwrap_err(), file.read("odd").unwrap_err(), file.rows("odd", 0..1).unwrap_err()]
    {
        let expected = format!(
            "{}: tensor `odd` has elements of the unsupported type U16",
            data("bf16.safetensors").display()
        );
        assert_eq!(error.to_string(), expected);
    }
}

/// The golden files of the repository's tests, and those in the folder that `EIGENCLAIM_GOLDEN` names.
fn golden_files() -> Vec<PathBuf> {
    let mut files = vec![data("ckda_B1H2T7K4V3.safetensors"), data("kda_varlen_H2T25K8V6.safetensors")];
    if let Some(folder) = std::env::var_os("EIGENCLAIM_GOLDEN") {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|end| end == "safetensors")));
    }
    files
}

fn contents(file: &TensorFile) -> Vec<(String, Tensor)> {
    file.names().into_iter().map(|name| (name.to_owned(), file.read(name).unwrap())).collect()
}

#[test]
fn golden_files_survive_being_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    for path in golden_files() {
        let original = TensorFile::open(&path).unwrap();
        let copy = folder.path().join("copy.safetensors");
        write_safetensors(&copy, &contents(&original), original.metadata()).unwrap();
        let read = TensorFile::open(&copy).unwrap();
        assert_eq!(read.metadata(), original.metadata(), "{}", path.display());
        assert_eq!(contents(&read), contents(&original), "{}", path.display());
    }
}

#[test]
fn rows_are_those_of_the_whole_tensor() {
    for path in golden_files() {
        let file = TensorFile::open(&path).unwrap();
        for name in file.names() {
            let whole = file.read(name).unwrap();
            let rows = whole.shape()[0];
            for range in [0..rows, 0..0, 0..1, rows / 2..rows, rows - 1..rows] {
                assert_eq!(file.rows(name, range.clone()).unwrap(), whole.rows(range).unwrap(), "{name}");
            }
        }
    }
}

#[test]
fn the_rust_library_reads_the_same() {
    for path in golden_files() {
        let bytes = std::fs::read(&path).unwrap();
        let theirs = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        let ours = TensorFile::open(&path).unwrap();
        let views: BTreeMap<String, _> = theirs.tensors().into_iter().collect();
        assert_eq!(views.keys().collect::<Vec<_>>(), ours.names());
        for (name, view) in views {
            let tensor = ours.read(&name).unwrap();
            assert_eq!(tensor.shape(), view.shape());
            let words = view.data().as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            match tensor.data() {
                Data::F64(elements) => {
                    assert!(elements.iter().map(|element| element.to_bits()).eq(words), "{name}")
                }
                Data::I64(elements) => {
                    assert!(elements.iter().map(|&element| element as u64).eq(words), "{name}")
                }
                other => panic!("`{name}` is of type {}", other.dtype()),
            }
        }
    }
}
