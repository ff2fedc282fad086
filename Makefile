# tilewright: every target makes what it needs first, and is quick when run again.
#
#   make demo    the main job on real input; pictures in out/
#   make play    the page in the browser
#   make test    the tests of the library, the command and the page's rules
#   make test-page  the tests that drive a browser, a notebook, a cluster or the formatter, or end processes
#   make test-changed  the tests, of both, that use what differs from main
#   make test-all  the whole suite: also long counts, and many random problems; lists lines that no test reaches
#   make lint    style, types, layers, and what a program can see of the words
#   make docs    the documentation, in docs/_build/html
#   make words   100 sentences drawn at random from all that people read; SEED=... draws others
#   make site    the page as static files, with the docs, in out/site; ADDRESS=... is where they will be
#   make kernels the compiled kernels, in build/kernels
#   make wasm    the kernels of the page as WebAssembly modules, among its files
#   make page    the scripts and styles of the page, by esbuild; without them, its modules are used as they are
#   make bench   the benchmarks, with peers; writes benchmarks/results.md and says what became slower. BENCH=matching runs only this one
#   make dist    wheel and sdist, in dist/, proven in an empty environment
#   make clean   forget what was built

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Every process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help ready demo play site kernels wasm page test test-page test-changed test-all lint docs words bench dist clean
.DELETE_ON_ERROR:

help:
	@sed -n '3,/^$$/s/^# *//p' Makefile

$(VENV)/pyvenv.cfg:
	@$(PYTHON) packaging/pythons.py
	$(PYTHON) -m venv $(VENV)

# pip knows dependency groups since 25.1; a new environment has that of its Python.
$(VENV)/.installed: $(VENV)/pyvenv.cfg pyproject.toml constraints.txt
	$(INSTALL) 'pip>=25.1'
	$(INSTALL) --editable . --group build
	@touch $@

# To compile all modules of these packages takes longer than to compile those that are imported, once, when they are.
$(VENV)/.%: $(VENV)/.installed
	$(INSTALL) --no-compile --group $*
	@touch $@

# What all checks need, with one install: each install looks at all packages again.
CHECKS = test lint docs page jupyter
ready: $(VENV)/.installed
	$(INSTALL) --no-compile $(CHECKS:%=--group %)
	@touch $(CHECKS:%=$(VENV)/.%)

# The demo needs these folders of kernels only; other commands need the rest.
demo: $(VENV)/.installed
	$(BIN)/python -m tilewright.kernels.build cover scan drawing
	$(BIN)/python examples/demo.py
	@echo "Compiling the kernels that other commands need; this takes a minute or two."
	$(BIN)/python -m tilewright.kernels.build all

play: kernels wasm page
	$(BIN)/tilewright play

site: kernels wasm page docs
	$(BIN)/tilewright site out/site $(if $(ADDRESS),--address $(ADDRESS))

# Only what has changed is built; all of it takes a minute on two cores.
kernels: $(VENV)/.installed
	$(BIN)/python -m tilewright.kernels.build

wasm: $(VENV)/.installed
	$(BIN)/python -m tilewright.kernels.build wasm

# This takes less than a second.
page: node_modules/.installed
	$(BIN)/node packaging/page.js

# A process for each core, and one more. The tests of a file stay together: they share what is dear, such as a browser. Long files
# come first (`tests/conftest.py`).
PYTEST = $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

test: $(VENV)/.test $(VENV)/.lint kernels wasm
	$(PYTEST) $(COVERAGE) -m 'not page and not slow'

# JupyterLab and Chromium ask no other host for anything.
test-page: $(VENV)/.test $(VENV)/.jupyter kernels wasm page
	$(PYTEST) $(COVERAGE:%=% --cov-append) -m 'page and not slow'

# Perhaps no test uses what has changed.
test-changed: $(VENV)/.test $(VENV)/.lint $(VENV)/.jupyter kernels wasm page
	files=$$($(BIN)/python tests/changed.py) && { [ -z "$$files" ] || $(PYTEST) -m 'not slow' $$files; }

# A large count takes all cores and most of the memory for itself; the random problems take little. What `make test` tries on some random
# examples is tried on all of them. Lines that neither of the first two reaches are listed.
test-all: COVERAGE = --cov
test-all: test test-page
	$(BIN)/python -m coverage report
	$(PYTEST) -m 'hypothesis and not slow' --hypothesis-profile many
	$(BIN)/python -m pytest -m slow tests --ignore tests/test_agreement.py
	$(PYTEST) --dist worksteal -m slow tests/test_agreement.py

# What builds, formats and checks the page's modules. Node and npm come with Python's packages; no lock file, the versions are exact.
node_modules/.installed: package.json $(VENV)/.page
	$(BIN)/npm install --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

lint: $(VENV)/.lint $(VENV)/.test node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/words check
	$(BIN)/node node_modules/typescript/bin/tsc -p jsconfig.json
	$(BIN)/node node_modules/@biomejs/biome/bin/biome ci --error-on-warnings

docs: $(VENV)/.docs kernels
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

words: $(VENV)/pyvenv.cfg
	@$(BIN)/python .ci/words sample $(if $(SEED),--seed $(SEED))

bench: $(VENV)/.bench kernels
	$(BIN)/python -m benchmarks $(BENCH)

dist: $(VENV)/.dist wasm
	$(BIN)/python .ci/dist

clean:
	rm -rf $(VENV) node_modules docs/_build out build dist src/tilewright/apps/page/built
	find src tests -name __pycache__ -prune -exec rm -rf {} +
