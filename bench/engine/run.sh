#!/bin/sh
# Plays hands side by side with the peer; a number as the argument sets the rounds. With valgrind installed it then
# counts the instructions of a hand of each game and compares them with instructions.txt. `run.sh count` only counts,
# `run.sh write` writes the counts down anew.
set -eu
cd "$(dirname "$0")"
. ../compare.sh
export CARGO_TARGET_DIR=../../target/bench-engine
# rs_poker's arena asks for an unstable feature; this lets it, and nothing else, have it from a stable compiler.
export RUSTC_BOOTSTRAP=rs_poker
cargo build --quiet --release --locked
engine=$CARGO_TARGET_DIR/release/cardroom-bench-engine
mode=${1:-200}
case "$mode" in
count | write) ;;
*) "$engine" "$mode" ;;
esac
command -v valgrind >/dev/null || exit 0

count() {
    hands=2000
    counted '*measured*' "$engine" "$1" "$hands" >/dev/null
    awk -v hands="$hands" '/Collected/ { printf "%.0f", $4 / hands }' "$log"
}
echo
compare "$mode"
