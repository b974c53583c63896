#!/bin/sh
# Makes the web client's tools ready, or says what is missing. `sh ready.sh browser` sees to Chromium as well.
set -eu
cd "$(dirname "$0")"

if ! command -v node >/dev/null 2>&1; then
    echo "Node.js 20.19 or newer is needed to build the web client: https://nodejs.org" >&2
    exit 1
fi
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || {
    echo "Node.js $(node --version) is too old to build the web client: 20.19 or newer is needed." >&2
    exit 1
}

# node_modules/.package-lock.json is written last, so it tells whether what is installed is what is locked.
# `npm ci` would refuse a lock file that leaves out other platforms' binaries; `install` takes the versions from it.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm install --no-save --no-audit --no-fund
    touch node_modules/.package-lock.json
fi

if [ "${1:-}" = browser ] && [ -z "${CHROMIUM:-}" ] && ! command -v chromium >/dev/null 2>&1 &&
    ! command -v chromium-browser >/dev/null 2>&1 && ! command -v google-chrome >/dev/null 2>&1; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "installing: chromium"
    { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium; } || {
        echo "Chromium is needed for the browser tests: install it, or say where it is with CHROMIUM=/path." >&2
        exit 1
    }
fi
