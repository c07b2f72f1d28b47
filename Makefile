# Two commands do everything from a fresh clone with only make and Python >= 3.11: `make run` and `make test`.
RECENT := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(RECENT)' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable
# Tests start some 300 processes; where PYTHONDONTWRITEBYTECODE is set, each would compile our modules anew.
COMPILED = $(BIN)/python -m compileall -q recto runtime transform

QUICK := -n 2 --dist worksteal -m "not xla and not long" --rows 1 tests benchmarks/tests
MINUTES ?= 10

# Of each Python >= 3.11 that pyenv has or that is on PATH, one: `3.12:/path/to/python`. `make matrix` tests with all.
ABOUT := import sys; print("%d.%d" % sys.version_info[:2], sys.executable, sep=":")
PYTHONS ?= $(shell for p in $${PYENV_ROOT:-$$HOME/.pyenv}/versions/*/bin/python python3.11 python3.12 python3.13 \
	python3.14; do $$p -c '$(RECENT)' 2>/dev/null && $$p -c '$(ABOUT)'; done | sort -t : -k 1,1 -u)
# The versions of jaxlib that each of these runs the tests with; one that the index has not for a Python is left out.
JAXLIBS ?= 0.9.2 0.10.2 0.11.2 0.12.0
# What is run with each pair: the tests of what touches jaxlib; and with each Python the quick tests.
MATRIX ?= -n 2 --dist worksteal --rows 2 -m "xla and not long" \
	tests/runtime tests/lowering tests/devices tests/test_jit.py tests/test_host_calls.py tests/test_programs.py

.PHONY: run test quick matrix lint format hunt foreign jaxlibs bench golden docs site plots notebooks install clean

run: $(VENV)/.installed
	$(BIN)/python examples/digits_mlp.py

test: $(VENV)/.installed
	$(COMPILED)
	$(BIN)/python -m pytest -n 2 --dist worksteal tests benchmarks/tests

quick: $(VENV)/.installed
	$(COMPILED)
	$(BIN)/python -m pytest $(QUICK)

matrix:
	@for each in $(PYTHONS); do \
		set -e; \
		own=$(VENV)/matrix/$${each%%:*}; \
		test -x $$own/bin/python || $${each#*:} -m venv $$own; \
		$$own/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'; \
		echo "== Python $${each%%:*}: quick tests"; \
		$$own/bin/python -m pytest $(QUICK); \
		for jaxlib in $(JAXLIBS); do \
			$$own/bin/python -m pip install --quiet --disable-pip-version-check "jaxlib==$$jaxlib" 2>/dev/null \
				|| { echo "== Python $${each%%:*}, jaxlib $$jaxlib: not in the index"; continue; }; \
			echo "== Python $${each%%:*}, $$($$own/bin/python -m pip freeze | grep '^jaxlib')"; \
			$$own/bin/python -m pytest $(MATRIX); \
		done; \
	done

lint: $(VENV)/.installed-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/basedpyright --pythonpath $(BIN)/python
	$(BIN)/python tests/signatures.py

format: $(VENV)/.installed-lint
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks

hunt: $(VENV)/.installed
	cd tests && ../$(BIN)/python -W ignore -m hunt --minutes $(MINUTES)

# Checkouts of other people's programs, each under the name of its repository (docs/foreign.md).
FOLDER ?= foreign

foreign: $(VENV)/.installed-foreign
	cd tests && ../$(BIN)/python -W ignore -m foreign $(abspath $(FOLDER)) --write ../docs/foreign.md

# Libraries written on JAX, read as they are: each row against JAX itself (docs/libraries.md).
jaxlibs: $(VENV)/.installed-jaxlibs
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/jax_libraries tests/libraries/test_optax.py
	$(BIN)/python -m tests.jax_libraries --write

golden: $(VENV)/.installed
	$(BIN)/python tests/goldens.py

docs: $(VENV)/.installed
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/stubs.py
	$(BIN)/python tests/derivatives/conventions.py
	for page in README.md docs/*.md; do $(BIN)/python tests/doctests.py $$page || exit 1; done   # apart: one extends tables
	$(BIN)/python tests/cli/pages.py docs/cli.md
	$(BIN)/jupytext --quiet --update --to ipynb notebooks/*.py

site: $(VENV)/.installed-docs
	$(BIN)/python docs/build_site.py site

plots: $(VENV)/.installed
	for plot in docs/plots/*.png; do $(BIN)/python examples/$$(basename $$plot .png).py --plot $$plot || exit 1; done

notebooks: $(VENV)/.installed
	$(BIN)/jupytext --quiet --update --to ipynb notebooks/*.py
	$(BIN)/jupyter execute --timeout=300 notebooks/*.ipynb

install: $(VENV)/.installed

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed (set PYTHON=…)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: setup.cfg setup.py pyproject.toml | $(BIN)/python
	$(INSTALL) '.[test]'
	touch $@

$(VENV)/.installed-lint: setup.cfg setup.py pyproject.toml | $(BIN)/python
	$(INSTALL) '.[lint]'
	touch $@

$(VENV)/.installed-foreign: setup.cfg setup.py pyproject.toml | $(BIN)/python
	$(INSTALL) '.[test,foreign]'
	touch $@

$(VENV)/.installed-jaxlibs: setup.cfg setup.py pyproject.toml | $(BIN)/python
	$(INSTALL) '.[test,jaxlibs]'
	touch $@

$(VENV)/.installed-docs: setup.cfg setup.py pyproject.toml | $(BIN)/python
	$(INSTALL) '.[docs]'
	touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(INSTALL) '.[test,bench]'
	touch $@

clean:
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
