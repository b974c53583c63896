#!/bin/sh
# Prints whose work is in the built program and under which terms: the crates, and what the page is made of. Packages of
# the program carry it along, as those terms ask.
set -eu
cd "$(dirname "$0")/.."

# Which texts were printed, by their sums, and with whose work.
printed=$(mktemp -d)
trap 'rm -rf "$printed"' EXIT

# A heading, and the texts in a folder that tell the terms, each printed once.
notice() {
	printf '\n%s\n%s, %s\n' "--------------------------------------------------------------------------------" "$1" "$2"
	for text in "$3"/LICEN[CS]E* "$3"/COPYING* "$3"/NOTICE*; do
		[ -f "$text" ] || continue
		first=$printed/$(cksum <"$text" | tr ' ' -)
		if [ -f "$first" ]; then
			printf '\n%s: as with %s\n' "$(basename "$text")" "$(cat "$first")"
		else
			echo "$1" >"$first"
			printf '\n%s:\n\n' "$(basename "$text")"
			cat "$text"
		fi
	done
}

echo "Cardroom contains the work of others, each part under its own terms."

sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
cargo tree --locked --package cardroom-cli --edges normal --prefix none --format '{p}|{l}' | grep -v '(/\|(\*)' | sort -u |
	while IFS='|' read -r crate terms; do
		name=${crate%% *} version=${crate#* v}
		version=${version%% *}
		for folder in "$sources"/*/"$name-$version"; do
			notice "$name $version" "$terms" "$folder"
		done
	done

# What the page is built with stays behind, but for Svelte's own part; the rest is what package.json calls dependencies.
for package in svelte $(sed -n '/"dependencies"/,/}/s/^ *"\([^"]*\)": "[^"]*",\{0,1\}$/\1/p' web/package.json); do
	terms=$(sed -n 's/^ *"license": "\([^"]*\)".*/\1/p' "web/node_modules/$package/package.json")
	notice "$package" "$terms" "web/node_modules/$package"
done
