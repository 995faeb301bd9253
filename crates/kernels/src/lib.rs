//! The recurrences as WGSL kernels for any Vulkan device, each held against the reference under the engine's derived rounding bound.
//!
//! A [`Kernel`] is one recurrence as five functions ([`systems`], one file each). Two skeletons run it: token by token ([`recurrent`]) and in chunks ([`chunk`]). [`compose`] puts a
//! skeleton, the functions and the sizes together; [`spirv`] compiles the result and forbids contraction in strict mode; [`device`] runs it. [`probe`] measures what a device's
//! arithmetic does, and says which roundings a bound has to allow; [`check`] draws inputs, runs, and judges.
//!
//! ```no_run
//! use kernels::{AdapterChoice, Device, Options};
//! # fn run(inputs: &engine::Inputs<f32>) -> Result<(), kernels::KernelError> {
//! let device = Device::open(&AdapterChoice::Best)?;
//! let results = kernels::systems::gdn::KERNEL.run(&device, inputs, &Options::default())?;
//! # Ok(())
//! # }
//! ```

pub mod bench;
pub mod check;
pub mod chunk;
pub mod compose;
pub mod device;
mod draw;
mod error;
mod gates;
pub mod kernel;
pub mod probe;
pub mod recurrent;
pub mod slots;
pub mod spirv;
pub mod systems;

pub use device::{AdapterChoice, Device, Devices};
pub use error::KernelError;
pub use gates::factors;
pub use kernel::{Dtype, Kernel, Plan, Way};
pub use recurrent::{Options, Outputs, Resident};
pub use spirv::Mode;
pub use systems::KERNELS;
