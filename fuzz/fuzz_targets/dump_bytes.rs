//! Any tensor file is a dump, compared without a panic, or refused. The first byte chooses the system, the second the layouts.
#![no_main]

use conformance::{Dump, Layout, Settings, StateLayout, compare};
use engine::System;
use engine::bounds::{Arithmetic, Form};
use tensors::TensorFile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [system, layouts, file @ ..] = bytes else { return };
    let Ok(file) = TensorFile::from_bytes(file.to_vec()) else { return };
    let settings = Settings {
        system: Some(System::ALL[*system as usize % System::ALL.len()]),
        arithmetic: Some(&Arithmetic::F32),
        layout: [Some(Layout::Bthd), Some(Layout::Bhtd), Some(Layout::Thd), None][*layouts as usize % 4],
        state_layout: StateLayout::named(if *layouts < 128 { "BHKV" } else { "BHVK" }),
        ..Settings::default()
    };
    match Dump::from_file(&file, settings) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(dump) => {
            let report = compare(&dump, &[Form::Recurrent], &|_| {});
            assert_eq!(report.runs.len(), dump.cases.len());
        }
    }
});
