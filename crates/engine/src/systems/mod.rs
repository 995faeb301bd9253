//! The systems, one file each: what a token does to the state, with its source.
//!
//! [`System`] lists those whose state is a matrix that is erased from and written to by keys; they share one form of input. The
//! others have inputs of their own and make their [`Program`](crate::program::Program) themselves: [`mamba1`], [`mamba2`],
//! [`mamba3`], [`linoss`], [`cyfa`].

pub mod ckda;
pub mod comba;
pub mod cyfa;
pub mod delta_net;
pub mod delta_product;
pub mod dplr;
pub mod gates;
pub mod gdn;
pub mod gdn2;
pub mod gla;
pub mod iplr;
pub mod kda;
pub mod linoss;
pub mod mamba1;
pub mod mamba2;
pub mod mamba3;
pub mod mdn;
pub mod rwkv7;

use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::Scalar;
use crate::spec::Spec;

macro_rules! systems {
    ($($(#[$doc:meta])* $variant:ident = $spec:path, $token:path;)*) => {
        /// A system whose state is a matrix, or two stacked ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum System {
            $($(#[$doc])* $variant,)*
        }

        impl System {
            /// All of them, in the article's reading order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// What it is called, takes and keeps.
            pub fn spec(self) -> &'static Spec {
                match self {
                    $(Self::$variant => const { &$spec },)*
                }
            }

            /// What one token does.
            pub fn token<S: Scalar>(self, fields: &Fields<S>) -> Token<S> {
                match self {
                    $(Self::$variant => $token(fields),)*
                }
            }
        }
    };
}

systems! {
    /// Gated linear attention.
    Gla = gla::SPEC, gla::token;
    /// DeltaNet.
    DeltaNet = delta_net::SPEC, delta_net::token;
    /// Gated DeltaNet.
    Gdn = gdn::SPEC, gdn::token;
    /// Kimi Delta Attention.
    Kda = kda::SPEC, kda::token;
    /// Gated DeltaNet-2.
    Gdn2 = gdn2::SPEC, gdn2::token;
    /// Complex KDA.
    Ckda = ckda::SPEC, ckda::token;
    /// Momentum DeltaNet.
    Mdn = mdn::SPEC, mdn::token;
    /// RWKV-7.
    Rwkv7 = rwkv7::SPEC, rwkv7::token;
    /// Diagonal plus low rank.
    Dplr = dplr::SPEC, dplr::token;
    /// Identity plus low rank.
    Iplr = iplr::SPEC, iplr::token;
    /// Gated DeltaProduct.
    DeltaProduct = delta_product::SPEC, delta_product::token;
    /// Comba, erased before the decay.
    Comba = comba::SPEC, comba::token;
    /// Comba, erased after the decay.
    CombaDecayed = comba::DECAYED, comba::token_decayed;
}

impl System {
    /// The system of a name or alias; `-` may stand for `_`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace('-', "_");
        let called =
            |s: &Self| s.spec().name == name || s.spec().aliases.iter().any(|a| a.replace('-', "_") == name);
        Self::ALL.iter().copied().find(called)
    }
}
