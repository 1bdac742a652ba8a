# Two commands do everything on a machine with Python (3.11 or later) and make:
#   make rehearse   the real bot in a simulated Discord, in the browser; no token needed
#   make test       all tests

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= auto
ARGS ?=

.PHONY: rehearse test check bench lock clean

rehearse: $(VENV)/.installed
	@$(BIN)/ringmaster rehearse $(ARGS)

test: $(VENV)/.installed
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/python tools/clauses.py

bench: $(VENV)/.installed
	$(BIN)/python tools/bench.py $(ARGS)

# Versions are pinned with hashes, for every supported Python and without an index's address.
lock: $(VENV)/.installed
	$(BIN)/uv pip compile pyproject.toml --extra postgres --extra fast $(LOCKED) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --all-extras $(LOCKED) -o requirements-dev.lock
LOCKED := --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" --quiet

$(VENV)/.installed: requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Ringmaster needs Python 3.11 or later; none was found."; exit 1; }
	@echo "Setting up $(VENV) with $(PYTHON) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
