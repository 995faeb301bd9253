//! Files that are written.

use crate::{bits, data};
use std::collections::BTreeMap;
use std::path::Path;
use tensors::{Data, Fault, SafetensorsFault, Tensor, TensorFile, bf16, f16, write_safetensors};

fn samples() -> Vec<(String, Tensor)> {
    let f16s: Vec<f16> = [0x0001, 0x8000, 0x7e01].into_iter().map(f16::from_bits).collect();
    let bf16s: Vec<bf16> = [0x0001, 0x8000, 0x7f80].into_iter().map(bf16::from_bits).collect();
    let tensors: [(&str, Vec<usize>, Data); 10] = [
        ("bool", vec![3], vec![true, false, true].into()),
        ("u8", vec![3, 1], vec![0_u8, 7, 255].into()),
        ("bf16", vec![3], bf16s.into()),
        ("f16", vec![1, 3], f16s.into()),
        ("i32", vec![2], vec![i32::MIN, i32::MAX].into()),
        ("f32", vec![3], vec![f32::MIN_POSITIVE, -0.0, f32::NAN].into()),
        ("i64", vec![2], vec![i64::MIN, i64::MAX].into()),
        ("f64", vec![2, 2], vec![5e-324, -0.0, f64::INFINITY, 1.0 / 3.0].into()),
        ("empty", vec![0, 9], Vec::<f64>::new().into()),
        ("scalar \"ü\"\n", vec![], vec![1_u8].into()),
    ];
    tensors
        .into_iter()
        .map(|(name, shape, data)| (name.to_owned(), Tensor::new(shape, data).unwrap()))
        .collect()
}

fn metadata() -> BTreeMap<String, String> {
    [("system", "kda"), ("note", "\"quoted\" \u{1} ü")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
}

fn written(path: &Path, tensors: &[(String, Tensor)]) -> Vec<u8> {
    write_safetensors(path, tensors, &metadata()).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn every_type_survives_being_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.safetensors");
    written(&path, &samples());
    let file = TensorFile::open(&path).unwrap();
    assert_eq!(file.names().len(), samples().len());
    assert_eq!(file.metadata(), &metadata());
    for (name, tensor) in samples() {
        let read = file.read(&name).unwrap();
        assert_eq!((read.shape(), read.dtype()), (tensor.shape(), tensor.dtype()), "{name}");
        if tensor.dtype().is_float() {
            assert_eq!(bits(&read), bits(&tensor), "{name}");
        } else {
            assert_eq!(read, tensor, "{name}");
        }
    }
}

#[test]
fn the_rust_library_accepts_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(&folder.path().join("all.safetensors"), &samples());
    let (length, library) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
    assert_eq!(length % 8, 0, "the data part is aligned");
    let theirs: BTreeMap<String, String> = library.metadata().clone().unwrap().into_iter().collect();
    assert_eq!(theirs, metadata());
    let read = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    for (name, tensor) in samples() {
        let view = read.tensor(&name).unwrap();
        assert_eq!(view.shape(), tensor.shape());
        assert_eq!(format!("{:?}", view.dtype()).to_uppercase(), tensor.dtype().name());
        let offset = view.data().as_ptr() as usize - bytes.as_ptr() as usize;
        assert!(tensor.is_empty() || offset.is_multiple_of(tensor.dtype().size()), "`{name}` is aligned");
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_order_of_the_tensors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.safetensors");
    let mut tensors = samples();
    let first = written(&path, &tensors);
    tensors.reverse();
    assert_eq!(written(&path, &tensors), first);
    tensors.swap(1, 5);
    assert_eq!(written(&path, &tensors), first);
    let header = String::from_utf8_lossy(&first[8..]);
    let places: Vec<usize> =
        ["__metadata__", "empty", "f64", "i64", "f32", "i32", "bf16", "f16", "bool", "scalar", "u8"]
            .iter()
            .map(|name| header.find(&format!("\"{name}")).unwrap())
            .collect();
    assert!(places.is_sorted(), "{header}");
}

#[test]
fn what_cannot_be_written_leaves_the_old_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.safetensors");
    std::fs::write(&path, "old").unwrap();
    let tensor = || Tensor::new(vec![1], vec![1.0]).unwrap();
    let twice = [("q".to_owned(), tensor()), ("q".to_owned(), tensor())];
    let error = write_safetensors(&path, &twice, &metadata()).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: `q` occurs twice", path.display()));
    let reserved = [("__metadata__".to_owned(), tensor())];
    let error = write_safetensors(&path, &reserved, &metadata()).unwrap_err();
    assert!(matches!(*error.fault, Fault::Safetensors(SafetensorsFault::ReservedName { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_file_is_replaced_and_not_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.safetensors");
    std::fs::copy(data("ckda_B1H2T7K4V3.safetensors"), &path).unwrap();
    let old = TensorFile::open(&path).unwrap();
    written(&path, &samples());
    assert!(old.read("o").is_ok(), "who has the old file open still reads it");
    assert_eq!(TensorFile::open(&path).unwrap().names().len(), samples().len());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn a_written_file_is_as_readable_as_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
    written(&ours, &samples());
    std::fs::write(&other, "").unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&other));
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let error = write_safetensors("/nowhere/at/all.safetensors", &samples(), &metadata()).unwrap_err();
    assert!(error.to_string().starts_with("/nowhere/at/all.safetensors: cannot write the file: "), "{error}");
    assert!(matches!(*error.fault, Fault::Io { .. }));
}
