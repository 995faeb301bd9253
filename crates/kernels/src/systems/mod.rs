//! The kernels, one file each with its WGSL beside it.

pub mod ckda;
pub mod cyfa;
pub mod delta_net;
pub mod dplr;
pub mod gdn;
pub mod gdn2;
pub mod gla;
pub mod kda;
pub mod mdn;
pub mod rwkv7;

use crate::Kernel;

/// All of them.
pub const KERNELS: &[&Kernel] = &[
    &gla::KERNEL,
    &delta_net::KERNEL,
    &gdn::KERNEL,
    &kda::KERNEL,
    &gdn2::KERNEL,
    &ckda::KERNEL,
    &mdn::KERNEL,
    &rwkv7::KERNEL,
    &dplr::KERNEL,
];

/// The kernel of a name; `-` may stand for `_`.
pub fn named(name: &str) -> Option<&'static Kernel> {
    let system = engine::System::named(name)?;
    KERNELS.iter().copied().find(|k| k.system == system)
}
