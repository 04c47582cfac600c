# make play    open a table without Discord, as a web page (FRESH=1 begins anew; SCRIPT=FILE plays a written
#              fight in the terminal, SCRIPT=- reads the keyboard)
# make setup   install everything into .venv (all others do it themselves where it is missing)
# make pictures  take the pictures of the README anew (needs Chromium)
# make test    run the tests, and say at the end what had to be skipped and why
# make check   formatting, lint, types, import contracts (make format puts the first two right where it can)
# make bench   measure, one JSON line per figure (QUICK=1 only sees that it works)
# make lock    compile the lock files anew from requirements/*.in
# make clean   remove what the project made for itself (never .env or a database)
#
# Needs git, Python 3.11 or newer, pip and make. Everything is installed into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup play pictures test check format-check lint types imports format bench lock clean

PYTHON ?= $(shell for p in python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
# Some systems ship Python without the parts that put pip into a new environment: then the system's pip fills it.
INSTALL = if test -x $(VENV)/bin/pip; then set -- $(PY) -m pip; else set -- $(PYTHON) -m pip --python $(PY); fi; \
	"$$@" install --disable-pip-version-check --no-input --require-hashes

SCRIPT ?=
FRESH ?=
TESTS ?=
QUICK ?=

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

setup: $(STAMP)

$(STAMP): requirements/test.txt
	@test -n "$(PYTHON)" || { echo "Skirmish needs Python 3.11 or newer; none was found. Name one: make PYTHON=/path/to/python3"; exit 1; }
	@echo "== Setting up $(VENV) with the packages of requirements/test.txt (once, about a minute)"
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(INSTALL) -r requirements/test.txt
	@touch $@

play: $(STAMP)
	@$(PY) -m bot play $(SCRIPT) $(if $(FRESH),--fresh)

pictures: $(STAMP)
	@echo "== Taking the pictures of docs/pictures"
	@$(PY) -m tests.practice.page.pictures

test: $(STAMP)
	@echo "== Running the tests"
	@$(PY) -m pytest $(if $(NO_SKIPS),--no-skips) $(TESTS)

check: format-check lint types imports

format-check: $(STAMP)
	@echo "== Formatting"
	@$(VENV)/bin/ruff format --check .

lint: $(STAMP)
	@echo "== Lint"
	@$(VENV)/bin/ruff check .

types: $(STAMP)
	@echo "== Types"
	@$(VENV)/bin/mypy

imports: $(STAMP)
	@echo "== Import contracts"
	@$(VENV)/bin/lint-imports --no-logo

format: $(STAMP)
	@$(VENV)/bin/ruff check --fix-only .
	@$(VENV)/bin/ruff format .

bench: $(STAMP)
	@$(PY) -m bench $(if $(QUICK),--quick)

# Universal: one lock file serves every system and Python from 3.11 on. By default no address of an index gets
# into it (a test looks).
LOCK = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate $(if $(UPGRADE),--upgrade)

lock: $(STAMP)
	@echo "== Compiling the lock files (UPGRADE=1 takes newer versions)"
	@$(INSTALL) --quiet -r requirements/lock.txt
	@for name in lock run test; do \
		echo "   requirements/$$name.txt"; \
		$(LOCK) requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

clean:
	@echo "== Removing $(VENV), caches and build files"
	@rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
