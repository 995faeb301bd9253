//! What can go wrong between a kernel and a device.

/// Why a kernel gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// There is no Vulkan device, or none of that name.
    #[error("no Vulkan adapter{}", .wanted.as_ref().map(|n| format!(" whose name contains `{n}`")).unwrap_or_default())]
    NoAdapter {
        /// The name that was asked for.
        wanted: Option<String>,
    },
    /// The adapter gave no device.
    #[error("`{adapter}` gives no device: {reason}")]
    NoDevice {
        /// The adapter.
        adapter: String,
        /// What it said.
        reason: String,
    },
    /// The device cannot do what was asked of it.
    #[error("the device has no {what}")]
    Unsupported {
        /// What it lacks.
        what: String,
    },
    /// The inputs are not the kernel's, or not complete.
    #[error("inputs: {reason}")]
    Inputs {
        /// What is wrong with them.
        reason: String,
    },
    /// The device has not enough memory.
    #[error("the device is out of memory in {place}")]
    OutOfMemory {
        /// What it was doing.
        place: &'static str,
    },
    /// The device was lost: reset, removed or destroyed.
    #[error("the device was lost: {reason}")]
    Lost {
        /// What the driver said.
        reason: String,
    },
    /// A single sequence, head and token does not fit the device's buffers.
    #[error("one token of one head needs a buffer of {bytes} bytes, the device allows {limit}")]
    TooLarge {
        /// What is needed.
        bytes: u64,
        /// What is allowed.
        limit: u64,
    },
    /// A kernel's source cannot be put together or compiled.
    #[error("shader source: {what}")]
    Source {
        /// What is wrong.
        what: String,
    },
    /// The driver or its interface refused a call.
    #[error("{place}: {reason}")]
    Refused {
        /// What was being done.
        place: &'static str,
        /// What was said.
        reason: String,
    },
}
