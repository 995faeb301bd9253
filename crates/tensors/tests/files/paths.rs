//! What is not a file, and how much of a file is read.

use crate::bytes::with_tensors;
use crate::data;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use tensors::{Fault, TensorFile};

fn open_error(path: &Path) -> (String, Fault) {
    let error = TensorFile::open(path).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
    (message, *error.fault)
}

#[test]
fn a_path_that_leads_nowhere_is_refused() {
    let (message, fault) = open_error(Path::new("/nowhere/at.safetensors"));
    assert!(message.contains("cannot open the file: "), "{message}");
    assert!(matches!(fault, Fault::Io { error, .. } if error.kind() == std::io::ErrorKind::NotFound));
}

#[test]
fn a_directory_is_refused() {
    let (message, fault) = open_error(&data(""));
    assert!(message.ends_with("is a directory, not a file"), "{message}");
    assert!(matches!(fault, Fault::NotAFile { .. }));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_refused_unread() {
    let (message, fault) = open_error(Path::new("/dev/zero"));
    assert!(message.ends_with("is a device, a pipe or a socket, not a file"), "{message}");
    assert!(matches!(fault, Fault::NotAFile { .. }));
}

#[test]
fn a_single_array_of_numpy_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    std::fs::write(&path, b"\x93NUMPY\x01\x00\x76\x00{'descr'").unwrap();
    assert!(open_error(&path).0.contains("a single .npy array without a name"));
}

#[test]
fn a_missing_tensor_is_named() {
    for name in ["ckda_B1H2T7K4V3.safetensors", "plain.npz"] {
        let file = TensorFile::open(data(name)).unwrap();
        let expected = format!("{}: has no tensor `missing`", data(name).display());
        assert_eq!(file.shape("missing").unwrap_err().to_string(), expected);
        assert_eq!(file.read("missing").unwrap_err().to_string(), expected);
        assert_eq!(file.rows("missing", 0..1).unwrap_err().to_string(), expected);
    }
}

#[test]
fn rows_are_read_without_the_rest_of_the_tensor() {
    const LENGTH: u64 = 1 << 42;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.safetensors");
    let header = with_tensors(&[("q", "U8", "[1099511627776,4]", &format!("[0,{LENGTH}]"))], &[]);
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(&header).unwrap();
    if file.set_len(header.len() as u64 + LENGTH).is_err() {
        return; // The file system has no files of this size.
    }
    file.seek(SeekFrom::End(-4)).unwrap();
    file.write_all(&[1, 2, 3, 4]).unwrap();
    let rows = TensorFile::open(&path).unwrap().rows("q", (1 << 40) - 2..1 << 40).unwrap();
    assert_eq!(rows.shape(), [2, 4]);
    assert_eq!(rows.to_i64().unwrap(), [0, 0, 0, 0, 1, 2, 3, 4]);
    let elements = TensorFile::open(&path).unwrap().elements("q", (1 << 42) - 3..1 << 42).unwrap();
    assert_eq!(elements.to_i64().unwrap(), [2, 3, 4]);
    assert!(TensorFile::open(&path).unwrap().elements("q", (1 << 42) - 3..(1 << 42) + 1).is_err());
}

#[test]
fn a_file_that_shrinks_while_it_is_open_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shrinks.safetensors");
    std::fs::write(&path, with_tensors(&[("q", "F64", "[4]", "[0,32]")], &[0; 32])).unwrap();
    let open = TensorFile::open(&path).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_len(path.metadata().unwrap().len() - 8).unwrap();
    let message = open.read("q").unwrap_err().to_string();
    assert!(message.contains("cannot read the file: "), "{message}");
    assert!(open.rows("q", 0..3).is_ok());
}
