#!/bin/sh
# Packs a built program with its manual pages, completions, unit file and documents: a tarball, and a Debian package
# where dpkg-deb is installed. `make dist` builds the program first.
set -eu
cd "$(dirname "$0")/.."

program=${1:-target/release/cardroom}
version=$("$program" --version | cut -d' ' -f2)
arch=$(uname -m)
dist=target/dist
name=cardroom-$version-$arch-linux
root=$dist/$name
# The same commit gives the same archive.
epoch=$(git log -1 --format=%ct 2>/dev/null || date +%s)

rm -rf "$root" "$dist/deb"
install -D -m 0755 "$program" "$root/bin/cardroom"
# Two thirds of the file say where in the sources something is; the names of functions stay.
if command -v strip >/dev/null 2>&1; then
	strip --strip-debug "$root/bin/cardroom"
fi
mkdir -p "$root/share/man/man1"
"$program" man --dir "$root/share/man/man1" >/dev/null
complete() {
	mkdir -p "$(dirname "$root/share/$2")"
	"$program" completions "$1" >"$root/share/$2"
}
complete bash bash-completion/completions/cardroom
complete zsh zsh/site-functions/_cardroom
complete fish fish/vendor_completions.d/cardroom.fish
install -D -m 0644 deploy/cardroom.service "$root/lib/systemd/system/cardroom.service"
install -D -m 0644 deploy/cardroom.toml "$root/etc/cardroom/cardroom.toml"
doc=$root/share/doc/cardroom
mkdir -p "$doc"
cp README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md BENCHES.md LICENSE-MIT LICENSE-APACHE "$doc"
cp -R docs examples tools "$doc"
sh deploy/notices.sh >"$doc/NOTICES"
# What the proof's second verifier is tried on, where the pages and `tools/check_vectors.py` look for it.
mkdir -p "$doc/crates/fair"
cp -R crates/fair/vectors "$doc/crates/fair"
find "$doc" -name '__pycache__' -prune -exec rm -rf {} +
find "$doc" -name 'venv' -prune -exec rm -rf {} +
cp deploy/INSTALL.md "$root"

# A page that links to something which isn't packed is a gap in the list above.
find "$root" -name '*.md' | while read -r page; do
	grep -oE '\]\([^)#]+|src="[^"]+' "$page" | sed 's/^](//; s/^src="//' | grep -v '^[a-z]*:' | while read -r link; do
		[ -e "$(dirname "$page")/$link" ] || { echo "$page links to $link, which isn't packed" >&2; exit 1; }
	done
done

pack() {
	tar --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner -C "$dist" -cf - "$name" | gzip -9n >"$1"
}
pack "$dist/$name.tar.gz"
made="$name.tar.gz"

if command -v dpkg-deb >/dev/null 2>&1; then
	debian=$dist/deb
	mkdir -p "$debian/usr" "$debian/DEBIAN"
	cp -R "$root/bin" "$root/share" "$root/lib" "$debian/usr/"
	cp -R "$root/etc" "$debian/"
	# Under /usr Debian's zsh looks elsewhere than under /usr/local, where the tarball is copied to.
	mv "$debian/usr/share/zsh/site-functions" "$debian/usr/share/zsh/vendor-completions"
	# Where Debian looks for the terms.
	{
		echo "Cardroom is licensed under MIT or Apache-2.0, as you like: LICENSE-MIT and LICENSE-APACHE in this folder."
		echo "Whose work is in the program beside ours, and under which terms: NOTICES."
	} >"$debian/usr/share/doc/cardroom/copyright"
	find "$debian/usr/share/man" -name '*.1' -exec gzip -9n {} +
	# The oldest C library that has everything the program asks for.
	glibc=$(LC_ALL=C grep -ao 'GLIBC_2\.[0-9]*' "$program" | sort -uV | tail -n 1 | cut -d_ -f2)
	deb_arch=$(dpkg --print-architecture)
	cat >"$debian/DEBIAN/control" <<CONTROL
Package: cardroom
Version: $version
Architecture: $deb_arch
Maintainer: The Cardroom maintainers <cardroom@localhost>
Section: games
Priority: optional
Depends: libc6 (>= ${glibc:-2.31})
Recommends: ca-certificates
Description: A card room in one program, for play chips
 Five Card Hold-Out, Five Card Draw and Texas Hold'em in the browser, with
 friends and bots, at ring tables and in tournaments; exact odds, recorded
 hands, and deals that players can check.
CONTROL
	echo /etc/cardroom/cardroom.toml >"$debian/DEBIAN/conffiles"
	# A room that runs goes on with the new program; one whose program goes away is closed first. What it keeps, in
	# /var/lib/cardroom, is nobody's but its host's to remove.
	script() {
		{ echo '#!/bin/sh'; echo 'set -e'; echo '[ -d /run/systemd/system ] || exit 0'; cat; } >"$debian/DEBIAN/$1"
		chmod 0755 "$debian/DEBIAN/$1"
	}
	script postinst <<'SCRIPT'
systemctl daemon-reload
systemctl try-restart cardroom || :
SCRIPT
	script prerm <<'SCRIPT'
if [ "$1" = remove ]; then systemctl disable --now cardroom; fi
SCRIPT
	script postrm <<'SCRIPT'
systemctl daemon-reload
SCRIPT
	deb=cardroom_${version}_$deb_arch.deb
	SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group --build "$debian" "$dist/$deb" >/dev/null
	made="$made $deb"
fi

cd "$dist"
# shellcheck disable=SC2086 # each is a name without blanks
sha256sum $made | tee SHA256SUMS
