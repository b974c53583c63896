#!/bin/sh
# Runs every fuzz target for some seconds each, from the committed seeds and whatever earlier runs found.
# usage: fuzz/run.sh [SECONDS]
set -eu
cd "$(dirname "$0")"
seconds=${1:-60}

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "fuzz: needs a nightly compiler (rustup toolchain install nightly)" >&2
    exit 1
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
    cargo install --locked cargo-fuzz
fi

cd ..
for target in $(cargo +nightly fuzz list); do
    echo "fuzz: $target, $seconds seconds"
    mkdir -p "fuzz/corpus/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -print_final_stats=1
done
