# tilewright: every target makes what it needs first, and is quick when run again.
#
#   make demo    the main job on real input; pictures in out/
#   make play    the page in the browser
#   make test    the test suite
#   make known   the published counts that take long
#   make lint    style, types, and the layers of the house
#   make docs    the documentation, in docs/_build/html
#   make bench   the benchmarks, with peers; writes docs/benchmarks.md
#   make clean   forget what was built

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help demo play test known lint docs bench clean
.DELETE_ON_ERROR:

help:
	@sed -n '3,10s/^# *//p' Makefile

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "tilewright needs Python 3.11 or newer; say which with: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.%: $(VENV)/.installed
	$(INSTALL) --editable '.[$*]'
	@touch $@

demo: $(VENV)/.installed
	$(BIN)/python examples/demo.py

play: $(VENV)/.web
	$(BIN)/tilewright play

test: $(VENV)/.test $(VENV)/.lint
	$(BIN)/python -m pytest -m 'not slow'

known: $(VENV)/.test
	$(BIN)/python -m pytest -m slow tests

lint: $(VENV)/.lint $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.docs
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) docs/_build out build
	find src tests -name __pycache__ -prune -exec rm -rf {} +
