#!/bin/sh
# Counts the instructions that each route to a rank takes, and compares them with instructions.txt; `instructions.sh
# write` writes them down anew. Valgrind knows AVX2 but not AVX-512, so batches run sixteen hands wide here.
set -eu
cd "$(dirname "$0")"
. ./compare.sh
export CARGO_TARGET_DIR=../target/bench
cargo build --quiet --release --locked --bin instructions

# The program prints how many hands it ranked.
count() {
    hands=$(counted '*instructions::measured*' "$CARGO_TARGET_DIR/release/instructions" "$1")
    awk -v hands="$hands" '/Collected/ { printf "%.2f", $4 / hands }' "$log"
}
compare "$@"
