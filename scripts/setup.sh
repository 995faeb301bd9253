#!/bin/sh
# Installs what the build needs and this machine lacks: a C compiler, make and m4 (for the bundled GMP and MPFR).
set -eu

missing=
for tool in cc make m4; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
if ! command -v cargo >/dev/null 2>&1; then
    echo "cargo is missing: install Rust 1.95 or newer from https://rustup.rs" >&2
    exit 1
fi
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1; then
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "missing:$missing. As root, run: apt-get install build-essential m4" >&2
            exit 1
        fi
        as_root=sudo
    fi
    echo "installing build-essential and m4 (missing:$missing)" >&2
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq build-essential m4 >/dev/null
    exit 0
fi

echo "missing:$missing. Install a C compiler, make and m4:" >&2
echo "  Fedora: dnf install gcc make m4" >&2
echo "  Arch:   pacman -S base-devel" >&2
echo "  Alpine: apk add build-base m4" >&2
echo "  macOS:  xcode-select --install" >&2
exit 1
