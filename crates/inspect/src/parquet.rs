//! Rows as an Apache Parquet file, compressed with Snappy.
//!
//! The columns are those of the CSV file, with their types: text, 64-bit integers, binary64; null where a CSV cell is empty.

use crate::Row;
use crate::columns::{COLUMNS, Cell, EIGENVALUES, Kind, cells, eigenvalues};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows that are held until they are written together: memory does not grow with their number.
const GROUP: usize = 1 << 16;

/// A file that is being written. Without [`close`](Self::close) it has no footer, and cannot be read.
pub struct ParquetRows<W: Write + Send> {
    out: SerializedFileWriter<W>,
    columns: Vec<Column>,
    held: usize,
}

/// The values of a column that are not yet written: those that are there, and for each row whether it has one.
struct Column {
    values: Values,
    there: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Count(Vec<i64>),
    Bound(Vec<f64>),
}

fn refused(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

impl<W: Write + Send> ParquetRows<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn new(out: W, with_eigenvalues: bool) -> io::Result<Self> {
        let last = with_eigenvalues.then_some((EIGENVALUES, Kind::Text));
        let all: Vec<(&str, Kind)> = COLUMNS.iter().copied().chain(last).collect();
        let field = |(name, kind): &(&str, Kind)| match kind {
            Kind::Text => format!("required binary {name} (utf8);"),
            Kind::Count => format!("optional int64 {name};"),
            Kind::Bound => format!("optional double {name};"),
        };
        let fields: Vec<String> = all.iter().map(field).collect();
        let schema =
            parse_message_type(&format!("message rows {{ {} }}", fields.join(" "))).map_err(refused)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let out = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(refused)?;
        let column = |(_, kind): &(&str, Kind)| {
            let values = match kind {
                Kind::Text => Values::Text(Vec::new()),
                Kind::Count => Values::Count(Vec::new()),
                Kind::Bound => Values::Bound(Vec::new()),
            };
            Column { values, there: Vec::new() }
        };
        Ok(Self { out, columns: all.iter().map(column).collect(), held: 0 })
    }

    /// Takes in a row.
    ///
    /// # Errors
    /// When the file refuses.
    pub fn write_row(&mut self, layer: &str, row: &Row) -> io::Result<()> {
        let last = (self.columns.len() > COLUMNS.len()).then(|| Cell::Text(eigenvalues(row)));
        for (column, cell) in self.columns.iter_mut().zip(cells(layer, row).into_iter().chain(last)) {
            column.take(cell);
        }
        self.held += 1;
        if self.held == GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.out.next_row_group().map_err(refused)?;
        for column in &mut self.columns {
            if let Some(mut writer) = group.next_column().map_err(refused)? {
                column.write(&mut writer).map_err(refused)?;
                writer.close().map_err(refused)?;
            }
        }
        group.close().map_err(refused)?;
        self.held = 0;
        Ok(())
    }

    /// Writes what is left, and the footer.
    ///
    /// # Errors
    /// When the file refuses.
    pub fn close(mut self) -> io::Result<()> {
        if self.held > 0 {
            self.write_group()?;
        }
        self.out.close().map(drop).map_err(refused)
    }
}

impl Column {
    fn take(&mut self, cell: Cell) {
        let there = match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(text)) => {
                values.push(text.into_bytes().into());
                true
            }
            (Values::Count(values), Cell::Count(count)) => {
                // A count of tokens or eigenvalues is far from 2^63.
                values.extend(count.map(|count| i64::try_from(count).unwrap_or(i64::MAX)));
                count.is_some()
            }
            (Values::Bound(values), Cell::Bound(bound)) => {
                values.extend(bound);
                bound.is_some()
            }
            _ => unreachable!("cells have the kinds of their columns"),
        };
        self.there.push(i16::from(there));
    }

    fn write(&mut self, out: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let there = std::mem::take(&mut self.there);
        match &mut self.values {
            Values::Text(values) => {
                out.typed::<ByteArrayType>().write_batch(&std::mem::take(values), None, None)?
            }
            Values::Count(values) => {
                out.typed::<Int64Type>().write_batch(&std::mem::take(values), Some(&there), None)?
            }
            Values::Bound(values) => {
                out.typed::<DoubleType>().write_batch(&std::mem::take(values), Some(&there), None)?
            }
        };
        Ok(())
    }
}
