//! Tensor files: safetensors read and written, npz read. Whatever the bytes, the answer is a tensor or an error that
//! names the file, the tensor and the place; never a panic.
//!
//! **Memory.** Nothing is allocated in proportion to a number in the file before that number is checked against the
//! size of the file: a safetensors header and tensor lie within the file, a member of an npz archive is at most
//! [`MAX_INFLATION`] times what is stored.
//!
//! **Strictness.** A safetensors file is accepted only when its tensors tile the data part: no gaps, no overlaps, no
//! trailing bytes, no key twice. An npz archive is accepted only when it holds arrays and nothing else, under
//! distinct names, in disjoint parts of the file. Arrays of Python objects are refused; nothing is ever unpickled.
//! A tensor of an unsupported type does not spoil its neighbours: the error comes when it is asked for.
//!
//! ```
//! use std::collections::BTreeMap;
//! use tensors::{Dtype, Tensor, TensorFile, write_safetensors};
//!
//! let path = std::env::temp_dir().join(format!("tensors-doc-{}.safetensors", std::process::id()));
//! let gates = Tensor::new(vec![3, 2], vec![0.0_f32, -0.5, -1.0, -2.0, -0.25, 0.0])?;
//! let metadata = BTreeMap::from([("gate".to_owned(), "natural_log".to_owned())]);
//! write_safetensors(&path, &[("g".to_owned(), gates)], &metadata)?;
//!
//! let file = TensorFile::open(&path)?;
//! assert_eq!(file.metadata()["gate"], "natural_log");
//! assert_eq!((file.shape("g")?, file.dtype("g")?), (vec![3, 2], Dtype::F32));
//! assert_eq!(file.rows("g", 1..2)?.to_f64()?, [-1.0, -2.0]);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod decode;
mod dtype;
mod error;
mod file;
mod npz;
mod safetensors;
mod shape;
mod source;
mod tensor;

pub use data::Data;
pub use dtype::Dtype;
pub use error::{Fault, FileError, TensorError};
pub use file::TensorFile;
pub use half::{bf16, f16};
pub use npz::{MAX_INFLATION, NpzFault};
pub use safetensors::{MAX_HEADER, SafetensorsFault, write_safetensors};
pub use tensor::Tensor;
