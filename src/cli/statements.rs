//! `eigenclaim statements` and `eigenclaim proofs`: what `make statements` writes.

use std::io::Write;

pub(super) fn run() -> anyhow::Result<u8> {
    std::io::stdout().write_all(eigenclaim::statement_table()?.as_bytes())?;
    Ok(super::exit::HOLDS)
}

/// The page that shows what is decided on instances beside what is proved.
pub(super) fn proofs() -> anyhow::Result<u8> {
    let folder = eigenclaim::formal::folder();
    std::io::stdout().write_all(eigenclaim::formal::page(&folder)?.as_bytes())?;
    Ok(super::exit::HOLDS)
}
