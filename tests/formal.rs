//! Claims and their proofs in Coq name each other, and a proof counts only for the sources that were checked.

use eigenclaim::formal::{self, Exported, Formal, Proofs};
use std::collections::BTreeSet;
use std::path::Path;
use theorems::REGISTRY;

fn exported() -> Vec<Exported> {
    formal::exported(&formal::folder()).unwrap_or_else(|error| panic!("exported.txt: {error}"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_claim_names_its_proofs_and_every_proof_its_claim() {
    let claimed = |claim: &&claim::Claim| -> Vec<(&str, &str)> {
        claim.formal.iter().map(|name| (claim.id, *name)).collect()
    };
    let of_claims: BTreeSet<_> = REGISTRY.iter().flat_map(claimed).collect();
    let exported = exported();
    let of_proofs = exported.iter().filter(|it| it.id != "-").map(|it| (it.id.as_str(), it.name.as_str()));
    assert_eq!(of_claims, of_proofs.collect(), "left: `formal` of the claims; right: proofs/exported.txt");
}

#[test]
fn every_named_proof_is_a_theorem_of_its_file_with_a_frozen_statement() {
    let folder = formal::folder();
    let statements = read(&folder.join("statements.txt"));
    for it in exported() {
        let source = read(&folder.join(format!("{}.v", it.file)));
        let proved = source.lines().any(|line| {
            let mut words = line.split([' ', ':']);
            matches!(words.next(), Some("Theorem" | "Lemma" | "Corollary")) && words.next() == Some(&it.name)
        });
        assert!(proved, "{}.v has no theorem {}", it.file, it.name);
        let heading = format!("\n## {} {}\n", it.name, it.file);
        assert!(statements.contains(&heading), "statements.txt has no {}", it.name);
    }
}

#[test]
fn the_page_shows_the_current_statements() {
    let page = formal::page(&formal::folder()).unwrap_or_else(|error| panic!("{error}"));
    let written = read(&formal::folder().join("THEOREMS.md"));
    assert!(page == written, "proofs/THEOREMS.md is stale: run `make statements` and read the difference");
}

#[test]
fn notes_on_reading_are_about_claims_with_a_proof() {
    for line in read(&formal::folder().join("reading.txt")).lines().filter(|line| !line.starts_with('#')) {
        let id = line.split(": ").next().unwrap_or_default();
        let known = REGISTRY.iter().any(|claim| claim.id == id && !claim.formal.is_empty());
        assert!(known, "reading.txt: `{id}` is no claim with a proof");
    }
}

/// A copy of the sources, and a record that says that all was proved for sources of this hash.
fn copy_with_record(hash: impl Fn(&Path) -> String) -> std::io::Result<(tempfile::TempDir, Proofs)> {
    let copy = tempfile::tempdir()?;
    for entry in std::fs::read_dir(formal::folder())? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            std::fs::copy(&path, copy.path().join(name))?;
        }
    }
    let theorems: Vec<_> = formal::exported(copy.path())?
        .into_iter()
        .map(|it| serde_json::json!({"id": it.id, "name": it.name, "file": it.file}))
        .collect();
    let record = serde_json::json!({
        "schema": "eigenclaim-formal/1", "sources": hash(copy.path()), "coq": "8.16.1", "theorems": theorems,
    });
    let file = copy.path().join("formal.json");
    std::fs::write(&file, record.to_string())?;
    let proofs = Proofs::read(copy.path(), &file);
    Ok((copy, proofs))
}

fn states(proofs: &Proofs) -> BTreeSet<String> {
    REGISTRY.iter().filter_map(|claim| proofs.of(claim)).map(|state| format!("{state:?}")).collect()
}

#[test]
fn a_proof_counts_for_the_sources_that_were_checked_and_no_others() -> std::io::Result<()> {
    let current = |folder: &Path| formal::hash(folder).unwrap_or_default();
    let (copy, proofs) = copy_with_record(current)?;
    assert_eq!(states(&proofs), BTreeSet::from(["Checked".to_owned()]));
    let record = copy.path().join("formal.json");
    for changed in ["Kda.v", "exported.txt", "statements.txt", "check.sh", "_CoqProject"] {
        let path = copy.path().join(changed);
        let content = std::fs::read(&path)?;
        std::fs::write(&path, [content.as_slice(), b"\n"].concat())?;
        let stale = Proofs::read(copy.path(), &record);
        assert_eq!(states(&stale), BTreeSet::from(["NotRun".to_owned()]), "{changed} was changed");
        std::fs::write(&path, content)?;
    }
    std::fs::write(copy.path().join("New.v"), "")?;
    assert_eq!(states(&Proofs::read(copy.path(), &record)), BTreeSet::from(["NotRun".to_owned()]));
    Ok(())
}

#[test]
fn without_a_record_or_with_a_record_of_other_sources_nothing_is_marked() -> std::io::Result<()> {
    let (copy, proofs) = copy_with_record(|_| "0".repeat(64))?;
    assert_eq!(states(&proofs), BTreeSet::from(["NotRun".to_owned()]));
    let none = Proofs::read(copy.path(), &copy.path().join("missing.json"));
    assert_eq!(states(&none), BTreeSet::from(["NotRun".to_owned()]));
    let with_proof = REGISTRY.iter().filter(|claim| none.of(claim) == Some(Formal::NotRun)).count();
    assert_eq!(with_proof, REGISTRY.iter().filter(|claim| !claim.formal.is_empty()).count());
    Ok(())
}

#[test]
fn the_hash_is_the_one_that_sha256sum_computes() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    for name in ["_CoqProject", "check.sh", "exported.txt", "statements.txt", "A.v"] {
        std::fs::write(folder.path().join(name), name)?;
    }
    // cd FOLDER; sha256sum A.v _CoqProject check.sh exported.txt statements.txt | sha256sum
    assert_eq!(
        formal::hash(folder.path())?,
        "e48f5a3d1354b11172f1b89d893fa8bf30aa52a7e2151576880a080da3f5f794"
    );
    Ok(())
}
