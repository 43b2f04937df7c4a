# Needs only make and Python 3.11 or newer. `make help` lists the targets.

PYTHON ?= python3
EXTRAS ?= all,bench
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.rootmem-ready
CONSTRAINTS := $(wildcard constraints.txt)
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.PHONY: help venv try test check bench docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## everything into .venv: the package, its extras, the developers' tools

# Done once, and again when the dependencies change. pip is renewed first, because dependency
# groups need pip 25.1.
$(READY): pyproject.toml $(CONSTRAINTS)
	@python="$(BIN)/python"; test -x "$$python" || python="$(PYTHON)"; \
	"$$python" -c '$(NEW_ENOUGH)' || { \
	  echo "rootmem needs Python 3.11 or newer, and $$python is $$("$$python" -V 2>&1)." >&2; \
	  echo "Name another one, as in: make venv PYTHON=python3.12" >&2; \
	  test "$$python" = "$(PYTHON)" || echo "(and remove $(VENV) first)" >&2; \
	  exit 1; }
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet $(if $(CONSTRAINTS),-c $(CONSTRAINTS)) \
	  --editable '.[$(EXTRAS)]' --group dev
	@touch $(READY)

try: $(READY) ## see it work on a small invented life: no key, no network
	@$(BIN)/rootmem try $(ARGS)

test: $(READY) ## run the tests (ARGS="-k name" for some of them)
	$(BIN)/pytest $(ARGS)

check: $(READY) ## style, types, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: $(READY) ## measure how fast recall is
	$(BIN)/python benchmarks/recall_speed.py $(ARGS)

docs: $(READY) ## write the reference of the command line anew
	@mkdir -p docs
	COLUMNS=100 $(BIN)/typer rootmem.cli.app utils docs --name rootmem --output docs/command-line.md

clean: ## remove what tools left behind; .venv stays
	rm -rf build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests benchmarks -name __pycache__ -type d -exec rm -rf {} +
