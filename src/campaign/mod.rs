//! A run of `verify` as a journal: what was asked for, and every finished part of the work, one a line.
//!
//! The journal makes a long run safe and divisible. A part is written down as soon as it is finished, so that an
//! interruption loses nothing that is finished ([`Journal::resume`]); and parts depend on the request alone, so that
//! shards of other processes, each with a journal of its own, come to the results of one run ([`Collection`]).
//! Format: `docs/results-v1.md`.

mod collection;
mod error;
mod header;
mod journal;
mod read;
mod shard;

pub use collection::Collection;
pub use error::CampaignError;
pub use header::Header;
pub use journal::Journal;
pub use shard::Shard;

/// The journal's name in the folder of results.
pub const FILE: &str = "campaign.jsonl";
/// Where an unfinished journal is kept when a new run begins in its folder.
pub const KEPT: &str = "campaign-unfinished.jsonl";
