#!/bin/sh
# Counts the instructions that each route to a rank takes, and compares them with instructions.txt: more than 3 % above
# is a failure. Counts don't depend on how busy the machine is. `instructions.sh write` writes the counts down anew.
# Valgrind knows AVX2 but not AVX-512, so batches run sixteen hands wide here.
set -eu
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=../target/bench
cargo build --quiet --release --locked --bin instructions

log=$(mktemp)
new=$(mktemp)
trap 'rm -f "$log" "$new"' EXIT
worse=0
printf '%-22s %12s %12s\n' "instructions a hand" counted "written down"
while read -r route before; do
    hands=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect='*instructions::measured*' "$CARGO_TARGET_DIR/release/instructions" "$route" 2>"$log")
    count=$(awk '/Collected/ { print $4 }' "$log")
    now=$(awk -v count="$count" -v hands="$hands" 'BEGIN { printf "%.2f", count / hands }')
    verdict=$(awk -v now="$now" -v before="$before" 'BEGIN { print (now > before * 1.03) ? "WORSE" : "" }')
    printf '%-22s %12s %12s %s\n' "$route" "$now" "$before" "$verdict"
    echo "$route $now" >>"$new"
    [ -z "$verdict" ] || worse=1
done <instructions.txt
if [ "${1:-}" = write ]; then
    cp "$new" instructions.txt
elif [ "$worse" = 1 ]; then
    echo "some routes take more instructions than written down" >&2
    exit 1
fi
