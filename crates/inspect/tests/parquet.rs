//! A Parquet file says what the CSV file says.
#![cfg(feature = "parquet")]

use ::inspect::columns::COLUMNS;
use ::inspect::{Layer, Options, ParquetRows, Reading, csv, inspect};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::sync::atomic::AtomicBool;

#[test]
fn every_cell_is_that_of_the_csv_file() {
    let layer = format!("{}/../../tests/data/dumps/ckda_mod3_s0_L0.safetensors", env!("CARGO_MANIFEST_DIR"));
    let layer = Layer::open(layer, &Reading::default()).expect("a layer");
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut rows = ParquetRows::new(file.reopen().expect("a file"), true).expect("begun");
    let mut text = Vec::new();
    csv::write_header(&mut text, true).expect("written");
    let options = Options { window: 0, windows: None };
    inspect(&layer, &options, &AtomicBool::new(false), &|_| (), &mut |row| {
        csv::write_row(&mut text, "a layer", row, true).expect("written");
        rows.write_row("a layer", row).expect("written");
        Ok(())
    })
    .expect("inspected");
    rows.close().expect("closed");
    let text = String::from_utf8(text).expect("text");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("names").split(',').collect();
    assert_eq!(names.len(), COLUMNS.len() + 1);
    let reader = SerializedFileReader::new(file.reopen().expect("a file")).expect("a Parquet file");
    let mut seen = 0;
    for (row, line) in reader.get_row_iter(None).expect("rows").zip(lines.by_ref()) {
        let row = row.expect("a row");
        let cells: Vec<(String, String)> = row
            .get_column_iter()
            .map(|(name, field)| {
                let cell = match field {
                    Field::Null => String::new(),
                    Field::Str(text) => text.clone(),
                    Field::Long(count) => count.to_string(),
                    Field::Double(bound) => format!("{bound:?}"),
                    other => panic!("{other:?}"),
                };
                (name.clone(), cell)
            })
            .collect();
        let expected: Vec<(String, String)> = names
            .iter()
            .zip(line.split(','))
            .map(|(name, cell)| ((*name).to_owned(), cell.to_owned()))
            .collect();
        assert_eq!(cells, expected);
        seen += 1;
    }
    assert_eq!((seen, lines.count()), (layer.rows(), 0));
    assert!(text.contains(",,"), "some cells are empty");
}
