#!/bin/sh
# Probes the GPU, checks every kernel on it and measures their speed: results under target/gpu. A few minutes, most of them the build; downloads nothing.
# Arguments go to `kernels check`, for instance: sh bench/gpu.sh --kernel gdn
set -eu
cd "$(dirname "$0")/.."
out=target/gpu
# Without the layer of Mesa that looks for a display.
export NODEVICE_SELECT=1
mkdir -p "$out"
cargo build --offline --locked --release --quiet --features gpu
eigenclaim=target/release/eigenclaim
"$eigenclaim" kernels list --probe | tee "$out/probe.txt"
status=0
timeout -s INT 120 "$eigenclaim" kernels check --json "$out/check.json" --junit "$out/check.xml" "$@" || status=$?
timeout -s INT 60 "$eigenclaim" kernels bench --json "$out/bench.json" | tee "$out/bench.txt"
echo "results: $out"
exit $status
