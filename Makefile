# Every way to run, check and measure Cardroom; `make` alone lists them.
#
# Each target is complete on a fresh machine with Rust and make: what else it needs it installs, or names.

CARGO ?= cargo
# How long each fuzz target runs.
FUZZ_SECONDS ?= 60
# Where `make play` listens, as LISTEN=0.0.0.0:7777; on this machine alone unless given.
LISTEN ?=
# Where cargo puts what it builds, from here and from web/.
BUILT = $(or $(CARGO_TARGET_DIR),target)
BUILT_FROM_WEB = $(if $(filter /%,$(BUILT)),$(BUILT),../$(BUILT))
# The program as the tests build it: a build by itself would have other features, and compile everything again.
PROGRAM = $(CARGO) test --no-run --locked --workspace --test binary
# The program as people run it, which says the commit it was built from: that of a checkout, not of one around a tarball.
COMMIT = $(if $(wildcard .git),$(shell git describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null))
RELEASE = BUILT_FROM=$(COMMIT) $(CARGO) build --release --locked --package cardroom-cli
# How many times larger than in `make test` the randomised tests are.
SOAK ?= 100

.NOTPARALLEL:
.DEFAULT_GOAL := help

.PHONY: help
help: ## show this list
	@echo "Cardroom. Usage: make TARGET"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s%s\n", $$1, $$2 }' Makefile
	@echo
	@echo "make test is made of these, each of which can be run alone:"
	@echo
	@awk -F ':.*#: ' '/^[a-z-]+:.*#: / { printf "  %-13s%s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Settings: FUZZ_SECONDS=$(FUZZ_SECONDS) for each fuzz target, SOAK=$(SOAK) times the tests' size,"
	@echo "LISTEN=ADDRESS:PORT for play."

.PHONY: play
play: built-with web-build ## build everything and open the card room in a browser's reach
	$(RELEASE)
	$(BUILT)/release/cardroom serve $(if $(LISTEN),--listen $(LISTEN))

# Said before anything is built, because what is missing would otherwise be missed minutes later.
.PHONY: built-with
built-with:
	@command -v $(CARGO) >/dev/null 2>&1 || { echo "Rust 1.95 or newer is needed: https://rustup.rs" >&2; exit 1; }
	@command -v cc >/dev/null 2>&1 || { echo "A C compiler is needed, for SQLite: on Debian, apt install build-essential" >&2; exit 1; }

.PHONY: test
test: built-with installed format lint test-web test-rust unit-file test-browser test-docs docs no-std deny-if-any ## everything a change has to pass; CI runs this
	@echo "make test: all passed"

.PHONY: bench
bench: installed ## measure speed side by side with the best peers, see BENCHES.md
	sh bench/run.sh
	$(CARGO) bench --package cardroom-history --bench replay --locked
	$(CARGO) bench --package cardroom-room --bench apply --locked
	$(CARGO) bench --package cardroom-store --bench store --locked
	$(CARGO) bench --package cardroom-server --bench load --locked

.PHONY: soak
soak: installed ## the randomised tests, SOAK times larger and with fresh seeds
	SOAK=$(SOAK) $(CARGO) test --workspace --locked --no-fail-fast soak -- --nocapture

.PHONY: fuzz
fuzz: ## throw FUZZ_SECONDS of hostile input at every parser
	sh fuzz/run.sh $(FUZZ_SECONDS)

.PHONY: deny
deny: ## licences and sources of dependencies; installs cargo-deny first, which takes minutes
	$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny
	@$(MAKE) --no-print-directory deny-if-any

# The store is tested on a PostgreSQL server of the tests' own, and watched at its system calls.
.PHONY: installed
installed: #: what the tests need beside Rust: PostgreSQL's server programs and strace
	@missing=; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="postgresql"; \
	command -v strace >/dev/null 2>&1 || missing="$$missing strace"; \
	if [ -n "$$missing" ]; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		echo "installing:$$missing"; \
		$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $$missing || { \
			echo "the tests of the store need these; install them by hand: $$missing" >&2; exit 1; }; \
	fi

.PHONY: format
format: #: is everything formatted?
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) fmt --manifest-path bench/Cargo.toml --check
	$(CARGO) fmt --manifest-path bench/engine/Cargo.toml --check

# The fuzz targets are checked here with the stable compiler, so that they can't rot between fuzz runs; nothing is linked,
# so the fuzzer itself needn't be compiled. The benches aren't: they would need the peers, which `make test` neither
# downloads nor compiles; `make bench` builds them.
.PHONY: lint
lint: #: clippy, warnings denied
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	CUSTOM_LIBFUZZER_PATH=unlinked/libfuzzer.a $(CARGO) clippy --manifest-path fuzz/Cargo.toml --target-dir $(BUILT) -- -D warnings

.PHONY: test-rust
test-rust: #: all tests, by cargo-nextest where it is installed
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		set -x; $(CARGO) nextest run --workspace --locked --no-fail-fast; \
	else \
		set -x; $(CARGO) test --workspace --locked --lib --bins --tests --no-fail-fast; \
	fi

.PHONY: test-docs
test-docs: #: the examples in the documentation
	$(CARGO) test --workspace --locked --doc

.PHONY: docs
docs: #: the documentation, warnings denied
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --locked --no-deps

.PHONY: no-std
no-std: #: `cards` without the standard library
	$(CARGO) clippy --package cardroom-cards --no-default-features --locked -- -D warnings

# Advisories are left out: their database is fetched, and a test must not need a network. The crates of other systems are
# looked at too, and are not here after a build; fetched once, they stay.
.PHONY: deny-if-any
deny-if-any: #: licences and sources of dependencies, where cargo-deny is installed
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
		set -ex; $(CARGO) fetch --locked --quiet; \
		$(CARGO) deny --offline check --hide-inclusion-graph licenses bans sources; \
	else \
		echo "deny: skipped, cargo-deny is not installed (make deny installs it)"; \
	fi

.PHONY: unit-file
unit-file: installed #: the service's unit file and what it allows the program, where systemd-analyze is installed
	@if command -v systemd-analyze >/dev/null 2>&1; then \
		set -ex; $(PROGRAM); sh deploy/check_unit.sh $(BUILT)/debug/cardroom; \
	else \
		echo "unit-file: skipped, systemd-analyze is not installed"; \
	fi

.PHONY: web-build
web-build: #: the web client, to be embedded in the program
	@sh web/ready.sh
	@$(MAKE) --no-print-directory web/dist/index.html

# Only where something is newer: a page built anew would have the whole program built anew. Folders count, for files that
# went.
web/dist/index.html: $(shell find web/src web/public) $(wildcard web/*.html web/*.json web/*.js web/*.ts)
	cd web && npm run build

.PHONY: test-web
test-web: web-build #: the web client: format, types, tests
	cd web && npm run check && npm test

# All of them, or those named: `make test-browser BROWSER_TESTS='back people'`. In `make test` they come after the Rust
# tests, whose program they take.
BROWSER_TESTS ?=
.PHONY: test-browser
test-browser: web-build #: real Chromium plays against the real program
	sh web/ready.sh browser
	$(PROGRAM)
	cd web && CARDROOM=$(BUILT_FROM_WEB)/debug/cardroom npm run test:browser -- $(BROWSER_TESTS)

.PHONY: measure-web
measure-web: web-build ## how quick the page is in real Chromium, see BENCHES.md
	sh web/ready.sh browser
	$(RELEASE)
	cd web && CARDROOM=$(BUILT_FROM_WEB)/release/cardroom npm run measure

.PHONY: schemathesis
schemathesis: ## ask the running API whatever schemathesis (PyPI, in a venv) can think of
	$(PROGRAM)
	sh crates/server/tests/schemathesis.sh $(BUILT)/debug/cardroom

.PHONY: dist
dist: built-with web-build ## a tarball and a Debian package with manual pages, completions and unit file, into target/dist
	$(RELEASE)
	sh deploy/dist.sh $(BUILT)/release/cardroom

.PHONY: example
example: ## the Python bot (websockets from PyPI, in a venv) plays 100 hands of each game against the house
	$(PROGRAM)
	sh examples/python/play_all.sh $(BUILT)/debug/cardroom

.PHONY: screenshots
screenshots: web-build ## pictures of every page from a real room, into web/screenshots
	sh web/ready.sh browser
	$(PROGRAM)
	cd web && CARDROOM=$(BUILT_FROM_WEB)/debug/cardroom npm run screenshots

# All of it from nothing: what comes out is what is committed, byte for byte.
.PHONY: charts
charts: ## make the charts of what to hold anew, their figures and their page; takes 25 minutes of one core
	$(RELEASE)
	sh crates/odds/charts/make.sh $(BUILT)/release/cardroom

.PHONY: types
types: ## write the web client's TypeScript types anew from the protocol
	UPDATE_TYPES=1 $(CARGO) test --package cardroom-protocol --locked --test typescript
