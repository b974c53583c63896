#!/bin/sh
# Does systemd accept the unit file, and does the file allow every system call that the program makes in a room that is
# opened, asked and closed? `make test` runs it on the program that the tests built.
set -eu
cd "$(dirname "$0")/.."

program=$1
unit=deploy/cardroom.service
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

systemd-analyze verify "$unit"

# All calls of the named sets and calls, a set's own sets included.
calls() {
	for name in "$@"; do
		case $name in
		# shellcheck disable=SC2046 # one name a word
		@*) (calls $(systemd-analyze syscall-filter "$name" | sed -n 's/^ *\([a-z@][a-z0-9_@-]*\)$/\1/p' | grep -vx -- "$name")) ;;
		*) echo "$name" ;;
		esac
	done
}

# As systemd reads them: the first line allows, one with a tilde takes away, and one without gives back.
: >"$work/allowed"
sed -n 's/^SystemCallFilter=//p' "$unit" >"$work/filters"
while read -r filter; do
	# shellcheck disable=SC2086 # one name a word
	calls ${filter#\~} | sort -u >"$work/named"
	case $filter in
	\~*) sort -u "$work/allowed" | comm -23 - "$work/named" >"$work/next" ;;
	*) sort -u "$work/allowed" "$work/named" >"$work/next" ;;
	esac
	mv "$work/next" "$work/allowed"
done <"$work/filters"

: >"$work/said"
# In the background, so that the room can be asked while it is open; SIGTERM closes it, as systemctl stop does.
# shellcheck disable=SC2016 # expanded by the shell that becomes the program
strace -f -qq -o "$work/trace" sh -c 'echo $$ >"$1/pid"; exec "$2" serve --json --data "$1/data" --listen 127.0.0.1:0 \
	--operator-listen 127.0.0.1:0' room "$work" "$program" >"$work/said" 2>"$work/log" &
tracer=$!
until operator=$(sed -n 's/.*"operator":"http:\/\/\([^"]*\)".*/\1/p' "$work/said" | grep .); do
	kill -0 "$tracer" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
	sleep 0.2
done
"$program" operate --at "$operator" audit >/dev/null
"$program" backup --data "$work/data" "$work/backup" >/dev/null
# Long enough for the house's bots to have played.
sleep 3
kill -TERM "$(cat "$work/pid")"
wait "$tracer"

sed -n 's/^[0-9]* *\([a-z][a-z0-9_]*\)(.*/\1/p' "$work/trace" | sort -u >"$work/made"
# SQLite gives its files to the database's owner, if it runs as root; the service doesn't.
[ "$(id -u)" != 0 ] || sed -i '/^fchown$/d' "$work/made"
if refused=$(comm -23 "$work/made" "$work/allowed" | grep .); then
	echo "$unit forbids what the program does:" $refused >&2
	exit 1
fi
echo "$unit allows the $(grep -c . "$work/made") system calls that the program makes"
