#!/bin/sh
# Formatting, lints, documentation, licences. Warnings are errors.
set -eu

# rustfmt by file: it does not follow modules that a macro declares, as the registry's are.
git ls-files '*.rs' | xargs rustfmt --check --edition 2024
cargo clippy --locked --workspace --all-targets --all-features --quiet -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
cargo deny --version >/dev/null 2>&1 || cargo install cargo-deny --locked --quiet
cargo deny --locked check licenses bans sources
