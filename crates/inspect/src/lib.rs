//! A certified look at the gates and keys of a trained model.
//!
//! A [`Layer`] is a tensor file with gates, keys and strengths; it gives [`Transition`]s. [`inspect`] goes through its tokens and
//! hands out a [`Row`] for every token and head, with the number of pairs that are not real, enclosures of all eigenvalues, the
//! operator norm and the distance from the edge of rotation, and a [`LayerReport`] with products over windows. What the enclosures do
//! not decide is counted as undecided; nothing is decided by comparing floating-point numbers.
//!
//! ```
//! use inspect::{Layer, Options, Reading, inspect};
//! use std::collections::BTreeMap;
//! use std::sync::atomic::AtomicBool;
//! use tensors::{Tensor, TensorFile, write_safetensors};
//!
//! // Two tokens of one head of Complex KDA, two channels: the first step rotates, the second does not.
//! let folder = std::env::temp_dir().join(format!("inspect-doc-{}.safetensors", std::process::id()));
//! let h = std::f32::consts::FRAC_1_SQRT_2;
//! let tensors = [
//!     ("k".to_owned(), Tensor::new(vec![2, 1, 2], vec![h, h, 1.0, 0.0])?),
//!     ("alpha".to_owned(), Tensor::new(vec![2, 1, 2], vec![0.9_f32, -0.9, 0.9, -0.9])?),
//!     ("beta".to_owned(), Tensor::new(vec![2, 1], vec![1.9_f32, 1.9])?),
//! ];
//! let metadata = BTreeMap::from([("system", "ckda"), ("gate", "signed"), ("layout", "THD")]);
//! let metadata = metadata.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
//! write_safetensors(&folder, &tensors, &metadata)?;
//!
//! let layer = Layer::open(&folder, &Reading::default())?;
//! let mut pairs = Vec::new();
//! let report = inspect(&layer, &Options::default(), &AtomicBool::new(false), &|_| (), &mut |row| {
//!     pairs.push(row.spectrum.pair_count());
//!     Ok(())
//! })?;
//! assert_eq!(pairs, [Some(1), Some(0)]);
//! assert_eq!((report.heads[0].rotating, report.undecided()), (1, 0));
//! # std::fs::remove_file(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod columns;
pub mod csv;
mod error;
mod gates;
pub mod html;
mod layer;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod reduced;
mod row;
mod run;
mod sketch;
mod summary;
mod tensor;
mod transition;
mod windows;

pub use error::InspectError;
pub use layer::{Layer, Reading};
#[cfg(feature = "parquet")]
pub use parquet::ParquetRows;
pub use row::{HalfLife, Row};
pub use run::{LayerReport, Options, inspect};
pub use sketch::Sketch;
pub use summary::{Extreme, HeadSummary, TIME_BINS, TimeBin, in_tokens};
pub use transition::Transition;
pub use windows::{NEGLIGIBLE, Window, WindowSummary};
