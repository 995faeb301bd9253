//! The proofs in Coq: which theorems have one, and whether it was checked on the sources that are here.

use claim::Claim;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Names the record of the last check, in place of `target/eigenclaim/formal.json` of the repository.
pub const RECORD_VARIABLE: &str = "EIGENCLAIM_FORMAL";

/// What is known of a theorem's proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formal {
    /// `proofs/check.sh` accepted the proof, on these very sources.
    Checked,
    /// There is a proof; it was not checked on these sources.
    NotRun,
}

/// A line of `proofs/exported.txt`: a theorem of Coq and what it proves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Exported {
    /// The id of a claim, or `-` for a general tool.
    pub id: String,
    /// The name in Coq.
    pub name: String,
    /// The file, without `.v`.
    pub file: String,
}

/// The record that `proofs/check.sh` leaves when everything is proved.
#[derive(Debug, Deserialize)]
struct Record {
    schema: String,
    sources: String,
    theorems: BTreeSet<Exported>,
}

/// The proofs that were checked on the sources that are here: all, or none.
#[derive(Debug, Default)]
pub struct Proofs {
    checked: BTreeSet<Exported>,
}

/// The folder of the proofs in the repository that this program was built from.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs")
}

/// The theorems of `exported.txt`, in its order.
///
/// # Errors
/// [`io::Error`] when the file cannot be read, or a line is not an id, a name and a file.
pub fn exported(folder: &Path) -> io::Result<Vec<Exported>> {
    let text = std::fs::read_to_string(folder.join("exported.txt"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
            [id, name, file] => Ok(Exported { id: id.into(), name: name.into(), file: file.into() }),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, format!("exported.txt: `{line}`"))),
        })
        .collect()
}

/// The hash of everything that the check depends on: SHA-256 of the lines that `sha256sum` prints for the files.
///
/// # Errors
/// [`io::Error`] when a file is missing or cannot be read.
pub fn hash(folder: &Path) -> io::Result<String> {
    let mut names: BTreeSet<String> =
        ["_CoqProject", "check.sh", "exported.txt", "statements.txt"].map(str::to_owned).into();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".v") {
            names.insert(name);
        }
    }
    let mut lines = String::new();
    for name in names {
        lines += &format!("{}  {name}\n", sha256(&std::fs::read(folder.join(&name))?));
    }
    Ok(sha256(lines.as_bytes()))
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

impl Proofs {
    /// What the record of this repository says, or the one that [`RECORD_VARIABLE`] names.
    pub fn load() -> Self {
        let record = std::env::var_os(RECORD_VARIABLE).map(PathBuf::from);
        let record = record
            .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/eigenclaim/formal.json"));
        Self::read(&folder(), &record)
    }

    /// What `record` says of the sources in `folder`: nothing, when it is missing or speaks of other sources.
    pub fn read(folder: &Path, record: &Path) -> Self {
        let read = || -> Option<Self> {
            let record: Record = serde_json::from_slice(&std::fs::read(record).ok()?).ok()?;
            let current = record.schema == "eigenclaim-formal/1" && record.sources == hash(folder).ok()?;
            current.then_some(Self { checked: record.theorems })
        };
        read().unwrap_or_default()
    }

    /// What is known of the proof of a claim; nothing when it has none.
    pub fn of(&self, claim: &Claim) -> Option<Formal> {
        let checked = |name: &&str| self.checked.iter().any(|it| it.id == claim.id && it.name == **name);
        match claim.formal {
            [] => None,
            names if names.iter().all(checked) => Some(Formal::Checked),
            _ => Some(Formal::NotRun),
        }
    }
}

/// `proofs/THEOREMS.md`: for each claim with a proof, the statement that is decided and the one that is proved.
///
/// # Errors
/// [`io::Error`] when a file of the folder cannot be read, or lacks a theorem.
pub fn page(folder: &Path) -> io::Result<String> {
    let exported = exported(folder)?;
    let statements = std::fs::read_to_string(folder.join("statements.txt"))?;
    let reading = std::fs::read_to_string(folder.join("reading.txt"))?;
    let mut page = String::from(INTRODUCTION);
    for claim in theorems::REGISTRY.iter().filter(|claim| !claim.formal.is_empty()) {
        page += &format!("\n## {}\n\n{}.\n\nDecided on instances:\n\n```text\n", claim.id, claim.title);
        let statement = (claim.statement)();
        page += &format!("parameters {}\n", statement_parameters(claim)?);
        for line in crate::vocabulary::lines(&statement)? {
            page += &format!("{line}\n");
        }
        page += "```\n\nProved for all instances:\n";
        page += &blocks(&statements, exported.iter().filter(|it| it.id == claim.id))?;
        let prefix = format!("{}: ", claim.id);
        if let Some(note) = reading.lines().find_map(|line| line.strip_prefix(prefix.as_str())) {
            page += &format!("\nHow the two meet: {note}\n");
        }
    }
    page += "\n## General tools\n\nTheorems that the proofs above rest on.\n";
    page += &blocks(&statements, exported.iter().filter(|it| it.id == "-"))?;
    Ok(page)
}

fn statement_parameters(claim: &Claim) -> io::Result<String> {
    Ok(serde_json::to_string(&claim.table_entry()["statement"]["parameters"])?)
}

const INTRODUCTION: &str = "\
# What is decided on instances, and what is proved

Generated by `make statements`; do not edit. For each claim that has a proof in Coq: its statement in the vocabulary of
certificates ([certificate-v1.md](../docs/certificate-v1.md)), and the statement of its proof as Coq prints it. How to read
the latter: [formal.md](../docs/formal.md). The definitions (`spectrum`, `pairs`, `real_spectrum`, …) are in
[statements.txt](statements.txt).
";

fn blocks<'a>(statements: &str, theorems: impl Iterator<Item = &'a Exported>) -> io::Result<String> {
    let mut text = String::new();
    for it in theorems {
        let heading = format!("\n## {} {}\n", it.name, it.file);
        let missing =
            || io::Error::new(io::ErrorKind::InvalidData, format!("statements.txt has no `{}`", it.name));
        let (_, after) = statements.split_once(&heading).ok_or_else(missing)?;
        let statement = after.split("\n## ").next().unwrap_or(after).trim_end();
        text += &format!("\n`{}.v`\n\n```coq\n{statement}\n```\n", it.file);
    }
    Ok(text)
}
