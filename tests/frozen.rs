//! Frozen certificates: good ones stay accepted, bad ones stay refused, each for its own reason.

use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.sort();
    assert!(!files.is_empty(), "no frozen certificates in {}", root.display());
    files
}

/// The verdicts on the lines of a file: what is certified, or why it is refused.
fn verdicts(path: &Path) -> Vec<Result<recheck::Accepted, String>> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut verdicts = Vec::new();
    let summary = recheck::check_reader(bytes.as_slice(), |report| {
        verdicts.push(match &report.verdict {
            Ok(accepted) => Ok(accepted.clone()),
            Err(error) => Err(error.to_string()),
        });
    });
    assert!(summary.is_ok(), "a buffer in memory can be read");
    verdicts
}

#[test]
fn good_certificates_stay_accepted() {
    for path in files("good") {
        let verdicts = verdicts(&path);
        assert!(!verdicts.is_empty(), "{} is empty", path.display());
        for (line, verdict) in verdicts.iter().enumerate() {
            assert!(verdict.is_ok(), "{}:{}: {verdict:?}", path.display(), line + 1);
        }
    }
}

/// Each file is one attack; the reason is part of what is frozen, so that none is refused by accident.
#[test]
fn bad_certificates_stay_refused_for_their_own_reason() {
    let mut reasons = String::new();
    for path in files("bad") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for verdict in verdicts(&path) {
            match verdict {
                Ok(accepted) => panic!("{name} is accepted: {accepted:?}"),
                Err(reason) => reasons.push_str(&format!("{name}: {reason}\n")),
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("refused", reasons));
}
