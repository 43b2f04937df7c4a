# Needs only make and Python 3.11 or newer. `make help` lists the targets.

PYTHON ?= python3
EXTRAS ?= all,bench,screen
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.rootmem-core
READY := $(VENV)/.rootmem-ready
DOCS := $(VENV)/.rootmem-docs
CONSTRAINTS := $(wildcard constraints.txt)
INSTALL := $(BIN)/python -m pip install --quiet $(if $(CONSTRAINTS),-c $(CONSTRAINTS))
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.PHONY: help venv try test check bench docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## everything into .venv: the package, its extras, the developers' tools

# Each is done once, and again when the dependencies change. What people run to look at rootmem
# needs the package alone.
$(CORE): pyproject.toml $(CONSTRAINTS)
	@python="$(BIN)/python"; test -x "$$python" || python="$(PYTHON)"; \
	"$$python" -c '$(NEW_ENOUGH)' || { \
	  echo "rootmem needs Python 3.11 or newer, and $$python is $$("$$python" -V 2>&1)." >&2; \
	  echo "Name another one, as in: make venv PYTHON=python3.12" >&2; \
	  test "$$python" = "$(PYTHON)" || echo "(and remove $(VENV) first)" >&2; \
	  exit 1; }
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	@touch $(CORE)

# pip is renewed first, because dependency groups need pip 25.1.
$(READY): $(CORE)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(INSTALL) --editable '.[$(EXTRAS)]' --group dev
	@touch $(READY)

$(DOCS): $(READY)
	$(INSTALL) --group docs
	@touch $(DOCS)

try: $(CORE) ## see it work on a small invented life: no key, no network
	@$(BIN)/rootmem try $(ARGS)

test: $(READY) ## run the tests (ARGS="-k name" for some of them)
	$(BIN)/pytest $(ARGS)

check: $(READY) ## style, types, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: $(READY) ## measure the engine (ARGS="--only recall --json", say)
	$(BIN)/python -m benchmarks.engine $(ARGS)

docs: $(DOCS) ## write the command line's reference anew, and build the pages into site/
	COLUMNS=100 $(BIN)/typer rootmem.cli.app utils docs --name rootmem \
	  --output docs/reference/command-line.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

clean: ## remove what tools left behind; .venv stays
	rm -rf build dist site .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests benchmarks -name __pycache__ -type d -exec rm -rf {} +
