//! The files that `eigenclaim inspect` writes a row to for each token and head.

use super::inspect::Arguments;
use ::inspect::{Row, csv};
use anyhow::Context;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// A file of rows. It is called `….part` until the run ends or is interrupted, so that a run that fails leaves an earlier file as it
/// was, and its own rows beside it.
pub(super) struct Rows {
    form: Form,
    path: PathBuf,
    /// The name until then; none for what is no file, such as a pipe.
    unfinished: Option<PathBuf>,
}

enum Form {
    Csv {
        out: BufWriter<File>,
        eigenvalues: bool,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<::inspect::ParquetRows<BufWriter<File>>>),
}

impl Form {
    fn end(self) -> io::Result<()> {
        match self {
            Self::Csv { mut out, .. } => out.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(out) => out.close(),
        }
    }
}

/// The files that were asked for.
pub(super) fn tables(arguments: &Arguments) -> anyhow::Result<Vec<Rows>> {
    let eigenvalues = arguments.eigenvalues;
    let csv = |path: &PathBuf| {
        Rows::open(path, |mut out| {
            csv::write_header(&mut out, eigenvalues)?;
            Ok(Form::Csv { out, eigenvalues })
        })
    };
    #[cfg(feature = "parquet")]
    let parquet = |path: &PathBuf| {
        Rows::open(path, |out| Ok(Form::Parquet(Box::new(::inspect::ParquetRows::new(out, eigenvalues)?))))
    };
    #[cfg(not(feature = "parquet"))]
    let parquet = |_: &PathBuf| {
        anyhow::bail!(
            "this program was built without Parquet; build it with: cargo build --release --features parquet"
        )
    };
    arguments.csv.iter().map(csv).chain(arguments.parquet.iter().map(parquet)).collect()
}

impl Rows {
    fn open(path: &Path, begin: impl FnOnce(BufWriter<File>) -> io::Result<Form>) -> anyhow::Result<Self> {
        let through = path.symlink_metadata().is_ok_and(|found| !found.file_type().is_file());
        let unfinished = (!through).then(|| {
            let mut name = path.as_os_str().to_owned();
            name.push(".part");
            PathBuf::from(name)
        });
        let target = unfinished.as_deref().unwrap_or(path);
        let form = File::create(target).and_then(|file| begin(BufWriter::new(file)));
        let form = form.with_context(|| format!("cannot write {}", target.display()))?;
        Ok(Self { form, path: path.to_owned(), unfinished })
    }

    pub(super) fn write(&mut self, layer: &str, row: &Row) -> io::Result<()> {
        match &mut self.form {
            Form::Csv { out, eigenvalues } => csv::write_row(out, layer, row, *eigenvalues),
            #[cfg(feature = "parquet")]
            Form::Parquet(out) => out.write_row(layer, row),
        }
    }

    /// Ends the file, and gives it its name.
    pub(super) fn keep(self) -> anyhow::Result<()> {
        let renamed = self.form.end().and_then(|()| match &self.unfinished {
            Some(unfinished) => std::fs::rename(unfinished, &self.path),
            None => Ok(()),
        });
        renamed.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Ends the file of a run that failed; it stays where it is.
    pub(super) fn leave(self) -> anyhow::Result<()> {
        self.form.end().with_context(|| format!("cannot write {}", self.path.display()))
    }
}
