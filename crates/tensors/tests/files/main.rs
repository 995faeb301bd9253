//! Files that must be read, files that must be refused, and files that were damaged at random.

#![expect(clippy::unwrap_used, reason = "a helper that panics fails its test")]

mod bytes;
mod golden;
mod in_memory;
mod mutation;
mod npz;
mod npz_arrays;
mod npz_hostile;
mod paths;
mod safetensors_hostile;
mod write;

use std::path::{Path, PathBuf};
use tensors::{Tensor, TensorFile};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn open(name: &str) -> TensorFile {
    TensorFile::open(data(name)).unwrap()
}

fn doubles(file: &TensorFile, name: &str) -> Vec<f64> {
    file.read(name).unwrap().to_f64().unwrap()
}

/// The elements with the sign of zeros and the payload of NaNs.
fn bits(tensor: &Tensor) -> Vec<u64> {
    tensor.to_f64().unwrap().into_iter().map(f64::to_bits).collect()
}

/// Why a file of these bytes is refused when it is opened.
#[track_caller]
fn refusal(bytes: Vec<u8>) -> String {
    let error = TensorFile::from_bytes(bytes).expect_err("the file was opened").to_string();
    error.strip_prefix("<memory>: ").expect("the error names the file").to_owned()
}

/// Why a tensor is refused in a file that is opened.
#[track_caller]
fn read_refusal(bytes: Vec<u8>, name: &str) -> String {
    let file = TensorFile::from_bytes(bytes).expect("the directory is sound");
    let error = file.read(name).expect_err("the tensor was read").to_string();
    error.strip_prefix("<memory>: ").expect("the error names the file").to_owned()
}
