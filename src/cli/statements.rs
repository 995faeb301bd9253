//! `eigenclaim statements`: the statement table, for `make statements`.

use std::io::Write;

pub(super) fn run() -> anyhow::Result<u8> {
    std::io::stdout().write_all(eigenclaim::statement_table()?.as_bytes())?;
    Ok(super::exit::HOLDS)
}
