# make run       build Bond, make a demo program, serve it and say how to sign in
# make test      everything that must hold before a change goes in
# make bench     the measurements README.md speaks of
# make generate  write the files that are made from the declarations
# make dist      the executable to ship, in dist/

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# Outside the work tree, so that a fresh clone finds what was built before: compiling the bundled DuckDB takes
# about 25 minutes on two cores, once.
export CARGO_TARGET_DIR ?= $(HOME)/.cache/bond/target
CARGO ?= cargo
DATA_DIR ?= bond-data
BOND := $(CARGO_TARGET_DIR)/release/bond
PACKAGES := ui/node_modules/.package-lock.json
LOGS := $(CARGO_TARGET_DIR)/test-logs

.PHONY: run build test check-rust check-page check-generated end-to-end bench generate dist clean

run: build
	exec $(BOND) demo --data-dir $(DATA_DIR)

build: $(PACKAGES)
	$(CARGO) build --release --locked --bin bond

# npm writes this file when it has installed everything.
$(PACKAGES): ui/package.json ui/package-lock.json
	npm ci --prefix ui --no-audit --no-fund
	touch $@

# One after the other: each step uses all cores. The last line of the output is the sum of all tests.
test: $(PACKAGES)
	rm -rf $(LOGS) && mkdir -p $(LOGS)
	$(MAKE) --no-print-directory check-rust
	$(MAKE) --no-print-directory check-page
	$(MAKE) --no-print-directory check-generated
	$(MAKE) --no-print-directory end-to-end
	@node .ci/count.mjs $(LOGS)

# Only the one profile, so that clippy, the tests and the executable share one build of DuckDB.
check-rust: $(PACKAGES)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --all-targets -- -D warnings
	mkdir -p $(LOGS)
	$(CARGO) test --release --locked 2>&1 | tee $(LOGS)/cargo.log

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
		echo "Generated files were out of date. They are written anew: look at them (git diff) and keep them." >&2; \
		exit 1; \
	fi

end-to-end: build
	mkdir -p $(LOGS)
	chromium=$$(.ci/chromium); \
	cd ui && E2E_BOND=$(BOND) E2E_CHROMIUM=$$chromium PLAYWRIGHT_JSON_OUTPUT_FILE=$(LOGS)/playwright.json \
		npx --no-install playwright test --reporter=list,json

bench: $(PACKAGES)
	$(CARGO) bench --locked --bench bond

generate:
	$(CARGO) run --release --locked --bin bond-generate

dist: $(PACKAGES)
	$(CARGO) build --profile dist --locked --bin bond
	mkdir -p dist
	cp $(CARGO_TARGET_DIR)/dist/bond dist/bond
	@ls -l dist/bond

clean:
	rm -rf ui/dist ui/page-metafile.json dist
