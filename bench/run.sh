#!/bin/sh
# Speed beside FLINT, in one run. python-flint goes into a virtual environment of its own, bench/.venv.
set -eu
cd "$(dirname "$0")/.."
if [ ! -x bench/.venv/bin/python ]; then
    python3 -m venv bench/.venv || {
        echo "python3 with venv is needed (Debian and Ubuntu: apt-get install python3-venv)" >&2
        exit 1
    }
fi
bench/.venv/bin/python -c 'import flint' 2>/dev/null || bench/.venv/bin/pip install --quiet python-flint==0.9.0
cargo build --locked --release --quiet -p exact --example descartes_rate
cargo build --locked --release --quiet -p spectrum --example rank_one_rate
status=0
bench/.venv/bin/python bench/rank_one.py target/release/examples/rank_one_rate || status=1
bench/.venv/bin/python bench/descartes.py target/release/examples/descartes_rate --degrees 32 64 96 128 || status=1
exit $status
