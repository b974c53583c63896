#!/bin/sh
# Measures the ranking of hands side by side with the peers, in both builds; a number as the argument sets the rounds.
# With valgrind installed it then counts instructions, which don't depend on how busy the machine is.
set -eu
cd "$(dirname "$0")"

case "$(uname -m)" in
x86_64)
    echo "## x86-64-v3"
    echo
    RUSTFLAGS="-C target-cpu=x86-64-v3" CARGO_TARGET_DIR=../target/bench-v3 \
        cargo run --quiet --release --locked --bin cardroom-bench -- "$@"
    ;;
esac
echo "## portable"
echo
CARGO_TARGET_DIR=../target/bench cargo run --quiet --release --locked --bin cardroom-bench -- "$@"
echo "## odds, portable"
echo
CARGO_TARGET_DIR=../target/bench cargo run --quiet --release --locked --bin odds
if command -v valgrind >/dev/null; then
    sh instructions.sh
fi
echo
echo "## the engine"
echo
sh engine/run.sh
