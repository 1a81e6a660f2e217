# make run            build Bond, make a demo program, serve it and print how to sign in
# make dev            the same, rebuilt and restarted whenever a file changes
# make check          after each change: format, types, lint, the unit tests of what changed
# make test           everything that must hold before a change goes in
# make generate       write the files generated from the declarations
# make bench          the measurements in README.md; SECTIONS="explain insights" chooses some
# make bench-growth   how times grow with the program, for docs/performance.md
# make bench-scale    the same program with and without ClickHouse servers, for docs/scale.md
# make unused         find unused crates, packages, files and exports
# make audit          check licences, bans and known advisories of crates and packages
# make release        give what is committed a version: make release VERSION=0.2.0
# make dist           the executable to ship and its packages, in dist/; as root, DIST_DEBIAN=bookworm builds for Debian 12;
#                     DIST_TARGET=windows makes dist/windows/bond.exe and its zip file, DIST_TARGET=arm64 those of ARM Linux
# make package        only the packages, of the executable DIST_BINARY
# make test-package   install the packages in a clean Debian, as root
# make test-windows   dist/windows/bond.exe under Wine: its zip file, one round of use, and the HTTP tests that start an executable
# make soak           the long rounds of the tests that kill processes, cut the power, damage files and fill disks; two hours or more
# make release-check  the HTTP and end-to-end tests with that executable, and the test of the packages
#
# .ci/cargo decides whether DuckDB is linked or compiled; BOND_DUCKDB=bundled always compiles it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

CARGO := .ci/cargo
export CARGO_TARGET_DIR := $(shell .ci/cargo --target-dir)
DATA_DIR ?= bond-data
BOND := $(CARGO_TARGET_DIR)/release/bond
# `make test` does not optimize Bond's own crate: to compile it optimized takes longer than all tests gain from it.
# Its crates of others, DuckDB among them, are those of `make run`.
AS_TESTED := --config profile.release.package.bond.opt-level=0
BUILT =
PACKAGES := ui/node_modules/.package-lock.json
LOGS := $(CARGO_TARGET_DIR)/test-logs

# DuckDB compiled into the executable takes 25 to 45 minutes on two cores, once in each profile and version.
DIST_PROFILE ?= dist
# A Debian release to build in; by default, this machine.
DIST_DEBIAN ?=
# Another system to build for: windows or arm64 (.ci/cross).
DIST_TARGET ?=
DIST_OUTPUT := $(CARGO_TARGET_DIR)$(DIST_DEBIAN:%=/%)
DIST_FOLDER := $(DIST_OUTPUT)/$(DIST_PROFILE)
DIST_BINARY ?= dist/bond
DIST_CARGO = CARGO_TARGET_DIR=$(DIST_OUTPUT) $(DIST_DEBIAN:%=.ci/in-debian %) env BOND_DUCKDB=bundled BOND_COMMIT=$(COMMIT) $(CARGO)
# The commit that `bond --version` names; with changes that are not committed none.
COMMIT = $(shell git diff --quiet HEAD 2>/dev/null && git rev-parse --short=8 HEAD)
DIST_DUCKDB := $(DIST_FOLDER)/.duckdb-version
DUCKDB_VERSION = $(shell sed -n '/^name = "libduckdb-sys"$$/{n;s/^version = "\(.*\)"$$/\1/p}' Cargo.lock)

.PHONY: run dev build check soak test check-rust check-page check-generated end-to-end contract unused audit bench bench-page \
	bench-growth bench-scale generate release dist package test-package test-windows dist-is-warm release-check clean

run: build
	exec $(BOND) demo --data-dir $(DATA_DIR)

dev: $(PACKAGES)
	exec node .ci/dev.mjs $(BOND) $(DATA_DIR)

build: $(PACKAGES)
	$(CARGO) build --release --locked $(BUILT) --bin bond

# npm writes this file when it has installed everything.
$(PACKAGES): ui/package.json ui/package-lock.json
	npm ci --prefix ui --no-audit --no-fund
	touch $@

check: $(PACKAGES)
	@.ci/check

# One after another: each step uses all cores. The last line of the output is the total of all tests.
test: $(PACKAGES)
	rm -rf $(LOGS) && mkdir -p $(LOGS)
	$(MAKE) --no-print-directory check-rust
	$(MAKE) --no-print-directory check-page
	$(MAKE) --no-print-directory check-generated
	$(MAKE) --no-print-directory unused
	$(MAKE) --no-print-directory audit
	$(MAKE) --no-print-directory end-to-end contract BUILT='$(AS_TESTED)'
	@node .ci/count.mjs $(LOGS)

# One profile only, so that clippy, the tests and the executable share the compiled crates. A test that hangs is named
# in the output before the time is up. Three tests for two cores: many wait for a process, a disk or a clock.
check-rust: $(PACKAGES)
	cargo fmt --all --check
	$(CARGO) clippy --release --locked $(AS_TESTED) --all-targets -- -D warnings
	mkdir -p $(LOGS)
	$(CARGO) test --release --locked $(AS_TESTED) --no-run
	RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$(($$(nproc) * 3 / 2))} timeout 45m $(CARGO) test --release --locked $(AS_TESTED) --no-fail-fast 2>&1 | tee $(LOGS)/cargo.log

check-page: $(PACKAGES)
	npm --prefix ui run typecheck
	npm --prefix ui run lint
	npm --prefix ui run budgets
	mkdir -p $(LOGS)
	cd ui && npx --no-install vitest run --reporter=default --reporter=json --outputFile.json=$(LOGS)/vitest.json

check-generated:
	@before=$$(.ci/generated-state); \
	$(MAKE) --no-print-directory generate; \
	if [ "$$before" != "$$(.ci/generated-state)" ]; then \
		echo "Generated files were out of date. They have been rewritten: review them (git diff) and commit them." >&2; \
		exit 1; \
	fi

# With the executable E2E_BOND; E2E_ALL=1 adds the tests that only releases need (ui/playwright.config.ts).
E2E_BOND ?= $(BOND)
end-to-end: $(if $(filter $(BOND),$(E2E_BOND)),build)
	mkdir -p $(LOGS)
	chromium=$$(.ci/chromium); \
	cd ui && E2E_BOND=$(abspath $(E2E_BOND)) E2E_ALL=$(E2E_ALL) E2E_CHROMIUM=$$chromium PLAYWRIGHT_JSON_OUTPUT_FILE=$(LOGS)/playwright.json \
		npx --no-install playwright test --reporter=list,json

# Whether every call's answer is as the OpenAPI document describes it.
contract: build
	mkdir -p $(LOGS)
	if [ -x .ci/contract ]; then .ci/contract $(BOND) 2>&1 | tee $(LOGS)/contract.log; fi

unused: $(PACKAGES)
	tools=$$(.ci/tools); \
	if [ -n "$$tools" ]; then $$tools/cargo-shear --deny-warnings; else echo "SKIPPED: cargo-shear (it cannot be fetched)"; fi
	npm --prefix ui run unused

audit: $(PACKAGES)
	.ci/audit

# SECTIONS names some of the measurements (src/bench/main.rs); that of the page belongs to all of them.
bench: $(PACKAGES)
	$(CARGO) bench --profile release --locked --bench bond -- $(SECTIONS)
	$(if $(SECTIONS),,$(MAKE) --no-print-directory bench-page)

# The page in Chromium, with as many members as the other measurements.
bench-page: build
	chromium=$$(.ci/chromium); \
	cd ui && E2E_BOND=$(BOND) E2E_CHROMIUM=$$chromium E2E_MEMBERS=$${BOND_BENCH_MEMBERS:-1000000} \
		npx --no-install playwright test -c bench --reporter=line

# src/bench/growth.rs lists the settings.
GROWTH ?= $(CARGO_TARGET_DIR)/growth.json
bench-growth: $(PACKAGES)
	BOND_BENCH_GROWTH_FILE=$(abspath $(GROWTH)) $(CARGO) bench --profile release --locked --bench bond -- growth
	node .ci/growth-chart.mjs $(GROWTH)

# src/bench/scale.rs lists the settings.
bench-scale: $(PACKAGES)
	BOND_BENCH_SCALE_FILE=$(abspath docs/scale.md) $(CARGO) bench --profile release --locked --bench bond -- scale

generate:
	$(CARGO) run --release --locked $(AS_TESTED) --bin bond-generate
	cd ui && node names.mjs

ifeq ($(DIST_TARGET),)
dist: $(PACKAGES)
	$(DIST_CARGO) build --profile $(DIST_PROFILE) --locked --bin bond
	echo $(DUCKDB_VERSION) > $(DIST_DUCKDB)
	mkdir -p dist
	cp $(DIST_FOLDER)/bond dist/bond
	$(MAKE) --no-print-directory package DIST_BINARY=dist/bond
else
DIST_NAME := bond$(if $(filter windows,$(DIST_TARGET)),.exe)
dist: $(PACKAGES)
	BOND_TARGET=$(DIST_TARGET) BOND_DUCKDB=bundled BOND_COMMIT=$(COMMIT) $(CARGO) build --profile $(DIST_PROFILE) --locked --bin bond
	mkdir -p dist/$(DIST_TARGET)
	cp $(CARGO_TARGET_DIR)/$$(.ci/cross triple $(DIST_TARGET))/$(DIST_PROFILE)/$(DIST_NAME) dist/$(DIST_TARGET)/
	$(MAKE) --no-print-directory package DIST_BINARY=dist/$(DIST_TARGET)/$(DIST_NAME)
endif

package: $(PACKAGES)
	.ci/package $(DIST_BINARY)

test-package:
	.ci/test-package

test-windows: $(PACKAGES)
	BOND_COMMIT=$(COMMIT) .ci/test-windows

# Whether the DuckDB of `make dist` is compiled already.
dist-is-warm:
	@if [ -n "$(DIST_TARGET)" ]; then .ci/cross is-warm $(DIST_TARGET); \
	elif [ "$$(cat $(DIST_DUCKDB) 2>/dev/null)" = "$(DUCKDB_VERSION)" ]; then echo yes; else echo no; fi

# SEED chooses other random numbers; a seed that finds a fault becomes a test. After a test that fails the others go on.
SOAK := kills::=500 kept_numbers::=100 agents::=2 checkpoints::=100 loads::a_load_that_was_committed=50 damage::=200 accounts_and_data::damaged=40 \
	processes::=50 small_disks::=100 full_servers::=50 clusters::losses=20 clusters::=2 engines::=2 power::=60 \
	faulty_disks::=60 aborts::=20 backup::=200 hostile::=10 fuzz::=40 golden::=2 erasure::=2 explain::=2 \
	retention::=2 reported::=2 accounts_and_data::=2 insights::=2 brute_force::=25 readers::=1000 scope::=40 small_groups::=2 small_groups::no_hidden=200 queries::=1000 \
	network::=2 network::slow_clients=500 overload::=50 stopping::=50 soak::=60 \
	alerts::=2 data_calls::=2 doctor::=2 egress::=2 exports::=2 languages::=2 loads::=2 receipts::=2 signals::=2
soak: $(PACKAGES)
	$(CARGO) test --release --locked --no-run --test http
	export TEST_SEED=$${SEED:-$$RANDOM}; echo "seed $$TEST_SEED"; \
	passed=0; failed=(); \
	TEST_ROUNDS=2 $(CARGO) test --release --locked --lib || failed+=(lib); \
	for test in $(SOAK); do \
		if TEST_ROUNDS=$${test#*=} $(CARGO) test --release --locked --test http -- "$${test%=*}" --nocapture; then \
			passed=$$((passed + 1)); \
		else \
			failed+=("$$test"); echo "FAIL $$test"; \
		fi; \
	done; \
	echo "seed $$TEST_SEED: $$passed passed, $${#failed[@]} failed $${failed[*]}"; \
	[ $${#failed[@]} = 0 ]

# With another value Windows is left out: its DuckDB takes an hour of processor time, once.
WITH_WINDOWS ?= yes
release-check: dist
	$(DIST_CARGO) test --profile $(DIST_PROFILE) --locked --test http
	$(MAKE) --no-print-directory end-to-end E2E_BOND=dist/bond E2E_ALL=1
	$(MAKE) --no-print-directory test-package
	$(if $(filter yes,$(WITH_WINDOWS)),$(MAKE) --no-print-directory dist DIST_TARGET=windows && $(MAKE) --no-print-directory test-windows)

release:
	node .ci/release.mjs $(VERSION)

clean:
	rm -rf ui/dist ui/page-metafile.json dist
