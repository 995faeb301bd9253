#!/bin/sh
# Certified spectra beside numpy's eigenvalues, in one run. numpy goes into a virtual environment of its own, bench/.venv.
set -eu
cd "$(dirname "$0")/.."
if [ ! -x bench/.venv/bin/python ]; then
    python3 -m venv bench/.venv || {
        echo "python3 with venv is needed (Debian and Ubuntu: apt-get install python3-venv)" >&2
        exit 1
    }
fi
bench/.venv/bin/python -c 'import numpy' 2>/dev/null || bench/.venv/bin/pip install --quiet numpy==2.3.5
cargo build --locked --release --quiet -p spectrum --example spectrum_rate -p inspect --example inspect_rate
status=0
bench/.venv/bin/python bench/spectrum_rate.py target/release/examples/spectrum_rate "$@" || status=$?
# How a whole run grows with threads, beside what the machine gives to threads.
bench/.venv/bin/python bench/inspect_scaling.py target/release/examples/inspect_rate
exit "$status"
