//! `eigenclaim merge`.

use super::verdicts::Verdicts;
use eigenclaim::campaign::{Collection, Header};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folders that shards of one run were written to (`verify --shard I/N --out DIR`)
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where the results of the whole are written
    #[arg(long, value_name = "DIR", default_value = "target/eigenclaim")]
    out: PathBuf,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
    /// Put together what there is, although parts are missing; such a result is marked partial, and is undecided
    #[arg(long)]
    allow_missing: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let collection = Collection::read(&arguments.folders)?;
    let missing = collection.missing();
    if let (Some((theorem, part)), false) = (missing.first(), arguments.allow_missing) {
        let Header { theorems, .. } = &collection.header;
        anyhow::bail!(
            "{} of {} parts are missing, the first is part {part} of {}: give the folders of all shards, finish them \
             with --resume, or say --allow-missing",
            missing.len(),
            collection.header.parts().len(),
            theorems[*theorem]
        );
    }
    drop(collection);
    let verdicts = Verdicts::write(&arguments.folders, &arguments.out)?;
    super::ignore_broken_pipe(verdicts.print(&arguments.out, None))?;
    Ok(verdicts.exit_code(arguments.allow_undecided))
}
