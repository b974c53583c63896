#!/bin/sh
# Makes the charts of all six games, the figures about them and what `docs/` shows of them. The argument is the program.
set -eu
cardroom=$(realpath "$1")
cd "$(dirname "$0")"

games="holdout holdout-hilo holdout-low draw draw27 drawa5"
for game in $games; do
    "$cardroom" charts --game $game --make .
done
for game in $games; do
    for opponents in 1 2 3 4 5 6 7 8; do
        "$cardroom" charts --from . --game $game --opponents $opponents --check --samples 64 --seed 1 --json
    done
done >deviations.new
mv deviations.new deviations.jsonl
"$cardroom" charts --from . --page deviations.jsonl >../../../docs/hold-charts.md
"$cardroom" charts --from . --game holdout --opponents 3 --svg >../../../docs/hold-chart.svg
