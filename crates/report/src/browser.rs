//! A Chromium that prints a page to a PDF.

use crate::ReportError;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Programs that are looked for in the folders of `PATH`.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/// What keeps a browser without a window, without a profile of its own, and off the network. Without its sandbox it also runs
/// as root and in a container; it opens nothing but the report.
pub const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND",
];

/// A Chromium that was found.
#[derive(Clone, Debug)]
pub struct Browser {
    program: PathBuf,
}

impl Browser {
    /// The one that is named, or the first in `PATH`.
    ///
    /// # Errors
    /// [`ReportError::NoBrowser`] when there is none.
    pub fn find(named: Option<&Path>) -> Result<Self, ReportError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = match named {
            Some(program) if program.components().count() > 1 => {
                program.is_file().then(|| program.to_owned())
            }
            Some(program) => in_path(&path, program),
            None => NAMES.iter().find_map(|name| in_path(&path, Path::new(name))),
        };
        let program = found.ok_or_else(|| ReportError::NoBrowser {
            named: named.map_or_else(|| "Chromium".into(), |it| it.display().to_string()),
        })?;
        Ok(Self { program })
    }

    /// A command with [`FLAGS`] and a profile in `profile`, without output.
    pub fn command(&self, profile: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Prints a page of the report to a PDF.
    ///
    /// # Errors
    /// [`ReportError`] when the browser does not run or leaves no PDF.
    pub fn print(&self, page: &Path, pdf: &Path) -> Result<(), ReportError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ReportError::Write { path, source }
        };
        let profile = tempfile::tempdir().map_err(failed(pdf))?;
        let page = page.canonicalize().map_err(failed(page))?;
        let made = profile.path().join("report.pdf");
        let mut command = self.command(&profile.path().join("profile"));
        command
            .args(["--no-pdf-header-footer", "--generate-pdf-document-outline"])
            .arg(format!("--print-to-pdf={}", made.display()));
        let status = command.arg(format!("file://{}", page.display())).stdout(Stdio::null()).status();
        let status = status.map_err(failed(&self.program))?;
        if !status.success() || !made.is_file() {
            let (program, status) = (self.program.clone(), status.to_string());
            return Err(ReportError::Browser { program, status });
        }
        if let Some(parent) = pdf.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            std::fs::create_dir_all(parent).map_err(failed(parent))?;
        }
        let packed = profile.path().join("packed.pdf");
        let made = if pack(&made, &packed) { packed } else { made };
        std::fs::copy(&made, pdf).map(drop).map_err(failed(pdf))
    }
}

/// Packs the objects of a PDF with qpdf, where that is installed: most of a report's PDF is the structure of its formulas, which
/// Chromium writes out at length. Says whether it did; the file as it is is as good to read.
fn pack(pdf: &Path, packed: &Path) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(program) = in_path(&path, Path::new("qpdf")) else { return false };
    let mut command = Command::new(program);
    command.args(["--object-streams=generate", "--compress-streams=y"]).args([pdf, packed]);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success()) && packed.is_file()
}

fn in_path(path: &std::ffi::OsStr, name: &Path) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|program| program.is_file())
}
