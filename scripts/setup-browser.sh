#!/bin/sh
# Installs what prints the report to a PDF and tests it in a browser: Chromium, and a font with a MATH table, without which
# roots and large brackets do not grow with what they hold, and qpdf, which packs the PDF. Neither `make verify` nor `make test` needs it.
# Exit codes: 0 it is there, 2 it is not and could not be installed.
set -eu

packages="chromium fonts-texgyre-math qpdf"

browser() {
    command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
        command -v google-chrome >/dev/null 2>&1
}

if browser; then exit 0; fi

if command -v apt-get >/dev/null 2>&1; then
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Chromium is missing. As root, run: apt-get install $packages" >&2
            exit 2
        fi
        as_root=sudo
    fi
    echo "installing $packages (about 400 MB)" >&2
    export DEBIAN_FRONTEND=noninteractive
    if $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $packages >/dev/null &&
        browser; then
        exit 0
    fi
    echo "apt-get could not install Chromium" >&2
    exit 2
fi

echo "Chromium is missing. Install it, or name another one: eigenclaim report --pdf FILE --chromium PROGRAM" >&2
exit 2
