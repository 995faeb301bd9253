//! Any bytes are a file of certificates: every line is accepted or refused, nothing panics or hangs.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let summary = recheck::check_reader(bytes, |report| {
        if let Err(error) = &report.verdict {
            assert!(!error.to_string().is_empty());
        }
    });
    assert!(summary.is_ok(), "a buffer in memory can be read");
});
