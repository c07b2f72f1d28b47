# Two commands do everything from a fresh clone with Python >= 3.11: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

$(VENV)/.installed: setup.cfg setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

.PHONY: install test quick clean
install: $(VENV)/.installed

test: install
	$(BIN)/python -m pytest -n 2 tests

clean:
	rm -rf $(VENV) build dist *.egg-info
