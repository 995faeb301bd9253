//! Theorems about a transition rule of one's own, outside the registry (`docs/own-theorem.md`).

/// A decay that leaks into the next channel.
pub mod user {
    pub mod kda_products_real;
    pub mod leak_is_stable;
}

/// Every theorem of this crate.
pub static REGISTRY: &[&claim::Claim] = &[&user::leak_is_stable::CLAIM, &user::kda_products_real::CLAIM];
