//! Every theorem of this crate under the project's harness.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    harness::main(own_crate::REGISTRY, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")))
}
