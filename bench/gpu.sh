#!/bin/sh
# Probes the GPU, checks every kernel on it and measures their speed: results under target/gpu. Less than four minutes after the build; downloads nothing.
# Arguments go to `kernels check`, for instance: sh bench/gpu.sh --kernel gdn
# EIGENCLAIM names a program that was built with the feature `gpu`; without it, it is built from what `cargo fetch` has brought.
set -eu
cd "$(dirname "$0")/.."
out=target/gpu
# Without the layer of Mesa that looks for a display.
export NODEVICE_SELECT=1
mkdir -p "$out"
rm -f "$out/probe.txt" "$out/check.json" "$out/check.xml" "$out/bench.json" "$out/bench.txt"
eigenclaim=${EIGENCLAIM:-}
if [ -z "$eigenclaim" ]; then
    cargo build --offline --locked --release --quiet --features gpu
    eigenclaim=target/release/eigenclaim
fi
"$eigenclaim" kernels list --probe >"$out/probe.txt"
cat "$out/probe.txt"
# After its time each is interrupted, and writes what is finished.
status=0
timeout -s INT 120 "$eigenclaim" kernels check --json "$out/check.json" --junit "$out/check.xml" "$@" || status=$?
bench=0
timeout -s INT 90 "$eigenclaim" kernels bench --json "$out/bench.json" >"$out/bench.txt" || bench=$?
cat "$out/bench.txt"
[ "$status" -ne 124 ] || echo "the check was stopped after two minutes; check.json has what was finished, and says \`skipped\` of the rest"
[ "$bench" -eq 0 ] || echo "the measurement ended with $bench"
echo "results: $out"
[ "$status" -ne 0 ] || status=$bench
exit "$status"
