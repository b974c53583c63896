#!/bin/sh
# Schemathesis (PyPI) against the API of a running room: every answer must be as the OpenAPI document says, whatever is
# asked. The first argument is the program; EXAMPLES is how many questions each operation gets.
set -eu
program=$1
venv=${VENV:-target/schemathesis}
here=$(mktemp -d)
if ! [ -x "$venv/bin/schemathesis" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'schemathesis>=4,<5'
fi

"$program" serve --demo --listen 127.0.0.1:0 --set log=error --set house_tournaments=false \
    --set requests_per_second=100000 --set requests_burst=100000 --set guests_per_minute=100000 \
    --set logins_per_minute=100000 --set tables_per_account=1000 --set connections_per_address=100000 >"$here/out" &
room=$!
trap 'kill $room 2>/dev/null; rm -rf "$here"' EXIT
until grep -q http "$here/out"; do sleep 0.1; done
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$here/out" | head -1)

# A session of a guest: cookie and token.
run() {
    curl -s -c "$here/cookies" "$url/api/v1/account" >"$here/account"
    cookie=$(awk '$6 == "cardroom_session" { print $7 }' "$here/cookies")
    csrf=$(sed 's/.*"csrf":"\([0-9a-f]*\)".*/\1/' "$here/account")
    rm "$here/cookies"
    # Told by the names that the document has for them, so that it also asks without them and with wrong ones.
    printf '[auth.openapi]\nsession = { api_key = "%s" }\ncsrf = { api_key = "%s" }\n' "$cookie" "$csrf" >"$here/config"
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
