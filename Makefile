# Everything runs in .venv, which is made once and anew when pyproject.toml changes.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: demo clients environments extension test check tables bench matches accuracy lint lint-ruff lint-mypy lint-pyright lint-imports conformance fuzz proof wheel studio studio-page

# The system's Python, where it is new enough and makes environments: distributions build theirs with profile-guided
# optimization, and one that was built without takes a sixth to a third more time for tests and matches.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
  && echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
# Nothing here may wait for an answer.
export PIP_NO_INPUT := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Hundreds of tests start a Python of their own, which would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

LINTS := lint-ruff lint-mypy lint-pyright lint-imports
CLIENTS := clients tests/packages/.gdtoolkit/installed \
  $(addsuffix /node_modules/.package-lock.json, tests/hosts tests/packages editors/vscode editors/studio)
# Several targets side by side; each tells what it found when it is done.
AT_ONCE := $(MAKE) --no-print-directory --jobs=4 --output-sync=target --keep-going

# One game is checked and played.
demo: .venv/installed
	$(BIN)/cardwright check content/dungeon_command
	$(BIN)/cardwright play dungeon_command duel --agents greedy --seed 2 | tail -n 30

# All of it; pytest's closing line is the last. What the tests need is installed while the linters run.
test:
	$(AT_ONCE) $(LINTS) $(CLIENTS)
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests

# The quick loop: no type checkers, and of three folders the tests that take less than half a second each.
check: .venv/developing
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow" tests/unit tests/golden tests/house

# The parser's tables, after a change of the grammar.
tables: .venv/developing
	$(BIN)/python -m pytest -q tests/house/test_tables.py --update-golden

# Whole games watched at every decision: 2,000 of Dungeon Command, 500 of Middara and of Descent, 200 of Warhammer,
# 1,000 of D&D Miniatures.
matches: .venv/developing
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/content/test_dungeon_command_matches.py --matches 2000
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/content/test_middara_encounters.py tests/content/test_middara_adventures.py --encounters 500
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/content/test_descent.py tests/content/test_warhammer_battles.py --matches 2000
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/content/test_ddm_battles.py --battles 1000

# Two hundred matches of each playable game in every engine: the long form of what `test` does with a few.
conformance: .venv/developing
	MATCHES=200 $(BIN)/python -m pytest -q -n auto --dist worksteal tests/conformance/test_engines.py

# Environments by the tests of the libraries that take them: whole matches, the long form of what `test` does with a few steps.
environments: .venv/developing
	MATCHES=5 $(BIN)/python -m pytest -q -n auto --dist worksteal tests/envs

# Changed games, read, built, played and exported for MINUTES; what fails is kept in build/fuzz, made small.
MINUTES ?= 60
SEED ?= 1
fuzz: .venv/developing
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) --seed $(SEED)

# The wheel in an empty environment of each version of Python that it is for.
wheel: .venv/developing
	for version in 3.11 3.12 3.13; do WHEEL_PYTHON=python$$version $(BIN)/python -m pytest -q tests/packages/test_wheel.py; done

# What notices each change of a game, kept beside it in proof.txt: only what has changed since is tried again.
PROVEN ?= ddm descent dungeon_command middara warhammer
proof: .venv/developing
	for game in $(PROVEN); do $(BIN)/cardwright mutate content/$$game --write --fail-under 0 | tail -n 2; done

bench: .venv/developing
	for bench in benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python "$$bench"; done

# How many mistakes made by rule in the content are found.
accuracy: .venv/developing
	$(BIN)/python benchmarks/accuracy.py

lint:
	$(AT_ONCE) $(LINTS)

lint-ruff: .venv/developing
	$(BIN)/ruff check .

lint-mypy: .venv/developing
	$(BIN)/mypy

lint-pyright: .venv/developing
	$(BIN)/pyright --pythonpath $(BIN)/python

lint-imports: .venv/developing
	$(BIN)/lint-imports

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -e .
	touch $@

# All at once, and nothing compiled that is not imported: 26 s, where one after the other takes 50.
.venv/developing: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile -e '.[dev]'
	touch .venv/installed $@

# What runs exported games in their hosts' own language; Node comes with the machine.
tests/hosts/node_modules/.package-lock.json: tests/hosts/package-lock.json
	cd tests/hosts && npm ci --silent --no-audit --no-fund
	touch $@

# What takes exported packages: compilers, bundlers, engines. None of them needs a script of its own to be installed.
tests/packages/node_modules/.package-lock.json: tests/packages/package-lock.json
	cd tests/packages && npm ci --silent --no-audit --no-fund --ignore-scripts
	touch $@

# What reads GDScript; it wants an older Lark than ours, so it has an environment of its own.
tests/packages/.gdtoolkit/installed:
	$(PYTHON) -m venv tests/packages/.gdtoolkit
	tests/packages/.gdtoolkit/bin/python -m pip install --quiet gdtoolkit==4.5.0
	touch $@

# A browser, LuaRocks and Mono, which take exported packages.
clients:
	command -v luarocks >/dev/null && command -v mcs >/dev/null && \
	command -v chromium-headless-shell chromium google-chrome >/dev/null || { \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
	  chromium-headless-shell luarocks mono-mcs libmono-system-numerics4.0-cil; }

# The libraries of the extension for Visual Studio Code, and what packs it.
editors/vscode/node_modules/.package-lock.json: editors/vscode/package-lock.json
	cd editors/vscode && npm ci --silent --no-audit --no-fund
	touch $@

# The page of the studio, which is kept in the Python package as it is built.
editors/studio/node_modules/.package-lock.json: editors/studio/package-lock.json
	cd editors/studio && npm ci --silent --no-audit --no-fund --ignore-scripts
	touch $@

studio-page: editors/studio/node_modules/.package-lock.json
	cd editors/studio && npm run --silent build

# The studio, with a game of this repository.
studio: .venv/developing
	$(BIN)/cardwright studio content/dungeon_command

extension: editors/vscode/node_modules/.package-lock.json
	cd editors/vscode && npm run --silent package
