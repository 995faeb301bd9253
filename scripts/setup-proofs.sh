#!/bin/sh
# Installs what `proofs/check.sh` needs and this machine lacks: Coq, and MathComp with its real closed fields.
# Exit codes: 0 it is there, 2 it is not and could not be installed.
set -eu

packages="coq libcoq-stdlib libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra libcoq-mathcomp-field libcoq-mathcomp-real-closed"

usable() {
    command -v coqc >/dev/null 2>&1 && command -v coqchk >/dev/null 2>&1 || return 1
    probe=$(mktemp -d)
    echo 'From mathcomp Require Import all_ssreflect all_algebra all_field complex.' >"$probe/probe.v"
    (cd "$probe" && coqc -q probe.v >/dev/null 2>&1) && found=0 || found=1
    rm -rf "$probe"
    return $found
}

if usable; then exit 0; fi

if command -v apt-get >/dev/null 2>&1; then
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Coq or MathComp is missing. As root, run: apt-get install $packages" >&2
            exit 2
        fi
        as_root=sudo
    fi
    echo "installing $packages (about 1 GB)" >&2
    export DEBIAN_FRONTEND=noninteractive
    if $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $packages >/dev/null &&
        usable; then
        exit 0
    fi
    echo "apt-get could not install Coq with MathComp" >&2
    exit 2
fi

echo "Coq or MathComp is missing. Install Coq 8.16 with MathComp 1.15 (ssreflect, algebra, field) and" >&2
echo "mathcomp-real-closed 1.1.3, for instance with opam (https://coq.inria.fr/opam-using.html)." >&2
exit 2
