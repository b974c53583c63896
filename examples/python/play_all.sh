#!/bin/sh
# Opens a room of its own and has the bot play HANDS hands of every game against the house's bots, in which nobody
# waits. The records that it saves are played again by the program, which is the first argument.
set -eu
program=$1
here=$(dirname "$0")
venv=${VENV:-target/examples}
work=$(mktemp -d)
: >"$work/out"
if ! [ -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
fi

"$program" serve --demo --listen 127.0.0.1:0 --set log=error --set bots_think=false --set pause_seconds=0 \
    --set messages_per_second=1000 --set messages_burst=1000 --set requests_per_second=1000 --set house_tables=false \
    --set house_tournaments=false >"$work/out" &
room=$!
trap 'kill $room 2>/dev/null; rm -rf "$work"' EXIT
until grep -q http "$work/out"; do sleep 0.1; done
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$work/out" | head -1)
"$venv/bin/python" "$here/bot.py" "$url" --game all --hands "${HANDS:-100}" --save "$work/hands"
"$program" replay --check "$work/hands"
