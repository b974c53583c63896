#!/bin/sh
# Schemathesis (PyPI) against the API of a running room: every answer must be as the OpenAPI document says, whatever is
# asked. The first argument is the program; EXAMPLES is how many questions each operation gets.
set -eu
program=$1
venv=${VENV:-target/schemathesis}
here=$(mktemp -d)
if ! "$venv/bin/python" -c 'import schemathesis, websockets' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'schemathesis>=4,<5' websockets
fi

"$program" serve --demo --listen 127.0.0.1:0 --set log=error --set house_tables=false --set house_tournaments=false \
    --set bots_think=false --set pause_seconds=0 \
    --set requests_per_second=100000 --set requests_burst=100000 --set guests_per_minute=100000 \
    --set logins_per_minute=100000 --set tables_per_account=1000 --set connections_per_address=100000 >"$here/out" &
room=$!
trap 'kill $room 2>/dev/null; rm -rf "$here"' EXIT
until grep -q http "$here/out"; do sleep 0.1; done
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$here/out" | head -1)

# The first table, and three hands that are over.
"$venv/bin/python" examples/python/bot.py "$url" --game holdem --hands 3
tournament='{"spread":{"game":"holdem","limit":"no","min_bet":10},"kind":"scheduled","starts_in":3600,"most":9,"entry":0}'

# A session of a guest, who holds a tournament: cookie and token.
run() {
    curl -s -c "$here/cookies" "$url/api/v1/account" >"$here/account"
    cookie=$(awk '$6 == "cardroom_session" { print $7 }' "$here/cookies")
    csrf=$(sed 's/.*"csrf":"\([0-9a-f]*\)".*/\1/' "$here/account")
    rm "$here/cookies"
    held=$(curl -s -H "Cookie: cardroom_session=$cookie" -H "X-CSRF-Token: $csrf" --json "$tournament" \
        "$url/api/v1/tournaments" | sed 's/.*"tournament":\([0-9]*\).*/\1/')
    # Told by the names that the document has for them, so that it also asks without them and with wrong ones.
    # Every other question is about something that is there.
    cat >"$here/config" <<-CONFIG
	[auth.openapi]
	session = { api_key = "$cookie" }
	csrf = { api_key = "$csrf" }
	[dictionaries]
	tournaments = { values = [$held] }
	tables = { values = [1] }
	hands = { values = [1, 2, 3] }
	[parameters]
	"path.tournament" = { dictionary = "tournaments", probability = 0.5 }
	"path.table" = { dictionary = "tables", probability = 0.5 }
	"path.hand" = { dictionary = "hands", probability = 0.5 }
	CONFIG
    "$venv/bin/schemathesis" --config-file "$here/config" run "$url/api/v1/openapi.json" \
        --max-examples "${EXAMPLES:-30}" --checks all --phases examples,coverage,fuzzing --suppress-health-check all \
        --no-color "$@"
}
# Each of those that end the session gets one of its own.
ends='logout account account/claim account/sessions/{session} account/limits'
failed=0
run --exclude-path-regex "^/api/v1/(logout|account|account/claim|account/sessions/.*|account/limits)$" || failed=1
for end in $ends; do
    run --include-path "/api/v1/$end" || failed=1
done
exit $failed
