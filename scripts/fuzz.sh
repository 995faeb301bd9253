#!/bin/sh
# Runs each fuzz target for a number of seconds (default 60), from its seed corpus, on the stable toolchain.
set -eu
seconds=${1:-60}
cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked --quiet
cd fuzz
for target in recheck_bytes root_count safetensors_bytes npz_bytes dump_bytes; do
    mkdir -p "corpus/$target"
    cargo fuzz run -s none "$target" "corpus/$target" "seeds/$target" -- -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048
done
