#!/bin/sh
# True claims attacked for SECONDS each (default 600), which must hold, and Gated DeltaNet-2 under a ceiling of 0.87, which must not;
# each with the processor time it got. Names of other claims of examples/claims may follow.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-600}
[ "$#" -eq 0 ] || shift
[ "$#" -gt 0 ] || set -- gdn2-ceiling-87 gdn2-real-spectrum ckda-at-most-one-pair mdn-at-most-one-pair delta-net-two-steps-real \
    kda-products-contract kda-real-spectrum gdn2-erase-norm
cargo build --locked --release --quiet -p refute --example campaign
for claim in "$@"; do
    bash -c "time target/release/examples/campaign $seconds 7 $claim"
done
