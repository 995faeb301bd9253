#!/bin/sh
# Speed beside FLA's naive PyTorch, in one run. PyTorch and FLA (5 GB) go into a virtual environment of their own.
set -eu
cd "$(dirname "$0")/../.."
venv=target/bench-venv
if [ ! -x $venv/bin/python ]; then
    python3 -m venv $venv || {
        echo "python3 with venv is needed (Debian and Ubuntu: apt-get install python3-venv)" >&2
        exit 1
    }
fi
$venv/bin/python -c 'import torch, einops, importlib.util, sys; sys.exit(importlib.util.find_spec("fla") is None)' 2>/dev/null ||
    $venv/bin/pip install --quiet numpy torch==2.15.0 fla-core==0.6.0
cargo build --locked --release --quiet -p engine --example engine_rate
exec $venv/bin/python bench/engine/beside_fla.py "${CARGO_TARGET_DIR:-target}/release/examples/engine_rate"
