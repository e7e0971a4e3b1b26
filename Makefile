# Everything here sets itself up: Python 3.11 or later, git and make are enough.
#   make run    play a game (GAME=name picks one; with no terminal every seat is a bot)
#   make test   all that has to hold: style, types, the shipped games, the tests, a bounded soak

GAME ?= pig
SOAK_SECONDS ?= 30
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WARM := $(VENV)/.warm
SOURCES := $(wildcard dsl/*.lark dsl/*.py dsl/*/*.py interpreter/*.py interpreter/*/*.py gdl/*.py gdl/cli/*.py gdl/table/*.py)

.PHONY: run test setup style types games unit soak docs clean
.DEFAULT_GOAL := test

run: $(WARM)
	@$(BIN)/gdl run $(GAME)

test: style types games unit soak

setup: $(WARM)

# Made again when pyproject.toml changes; otherwise it costs nothing.
$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "gdl needs Python 3.11 or later (with venv) on the PATH, or: make PYTHON=/path/to/python3"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

# What an installed package has: bytecode, and the tables of the parser. Without them each start pays for both.
$(WARM): $(READY) $(SOURCES)
	@$(BIN)/python -m compileall -q dsl interpreter gdl
	@$(BIN)/python -c "from gdl.dsl.parse.tables import tables; tables()"
	@touch $@

style: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

games: $(WARM)
	$(BIN)/gdl lint --strict gamedefs
	$(BIN)/gdl fmt --check gamedefs
	$(BIN)/gdl test gamedefs

unit: $(WARM)
	$(BIN)/pytest -n 2 -m "not soak"

soak: $(WARM)
	GDL_SOAK_SECONDS=$(SOAK_SECONDS) $(BIN)/pytest -n 2 -m soak || test $$? -eq 5

# The documents that are made from the code (a test compares them).
docs: $(READY)
	$(BIN)/python -m gdl.cli.reference > docs/cli.md

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
