//! The files, and how their numbers are held against exact ones.

use crate::running::{Running, far};
use std::path::PathBuf;
use tensors::TensorFile;

/// The path of a golden file.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/golden")
        .join(format!("{name}.safetensors"))
}

/// A golden file.
pub(crate) struct Golden {
    name: String,
    file: TensorFile,
}

impl Golden {
    pub(crate) fn open(name: &str) -> Self {
        Self { name: name.into(), file: TensorFile::open(path(name)).expect("a golden file") }
    }

    pub(crate) fn shape(&self, tensor: &str) -> Vec<usize> {
        self.file.shape(tensor).expect("a tensor of the file")
    }

    pub(crate) fn numbers(&self, tensor: &str) -> Vec<f64> {
        self.file.read(tensor).expect("a tensor of the file").to_f64().expect("numbers")
    }

    /// The numbers as exact inputs.
    pub(crate) fn exact(&self, tensor: &str) -> Vec<Running> {
        self.numbers(tensor).into_iter().map(Running::input).collect()
    }

    /// The file's tensor is what was computed, up to what the computation in `f64` may have lost.
    pub(crate) fn agrees(&self, tensor: &str, values: &[Running]) {
        within(&format!("{} {tensor}", self.name), &self.numbers(tensor), values);
    }
}

/// Every number is within its bound.
pub(crate) fn within(what: &str, numbers: &[f64], values: &[Running]) {
    assert_eq!(numbers.len(), values.len(), "{what}: sizes differ");
    for (i, (number, value)) in numbers.iter().zip(values).enumerate() {
        let (error, allowed) = (far(*number, value.exact()), value.error());
        assert!(
            error <= allowed,
            "{what}, entry {i}: {number} is off by {error}, and rounding explains {allowed}"
        );
    }
}

/// Some number is out of its bound.
pub(crate) fn beyond(numbers: &[f64], values: &[Running]) -> bool {
    numbers.iter().zip(values).any(|(number, value)| far(*number, value.exact()) > value.error())
}
