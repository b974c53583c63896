#!/bin/sh
# Plays hands side by side with the peer; a number as the argument sets the rounds. With valgrind installed it then
# counts the instructions of a hand of each game and compares them with instructions.txt: more than 3 % above is a
# failure. Counts don't depend on how busy the machine is. `run.sh count` only counts, `run.sh write` writes the counts
# down anew.
set -eu
cd "$(dirname "$0")"
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

hands=2000
new=$(mktemp)
log=$(mktemp)
trap 'rm -f "$new" "$log"' EXIT
worse=0
printf '\n%-22s %12s %12s\n' "instructions a hand" counted "written down"
while read -r game before; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect='*measured*' "$engine" "$game" "$hands" >/dev/null 2>"$log"
    now=$(awk -v hands="$hands" '/Collected/ { printf "%.0f", $4 / hands }' "$log")
    verdict=$(awk -v now="$now" -v before="$before" 'BEGIN { print (now > before * 1.03) ? "WORSE" : "" }')
    printf '%-22s %12s %12s %s\n' "$game" "$now" "$before" "$verdict"
    echo "$game $now" >>"$new"
    [ -z "$verdict" ] || worse=1
done <instructions.txt
if [ "$mode" = write ]; then
    cp "$new" instructions.txt
elif [ "$worse" = 1 ]; then
    echo "some games take more instructions a hand than written down" >&2
    exit 1
fi
