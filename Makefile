# make app    the pages live, without their code  make pocket  one file for a browser, rencounter.html
# make lab    open the pages in JupyterLab        make lint    style, types, pages without outputs
# make test   the tests in one run                make site    all for any web space, _site
# make bench  how fast it is                      make format  put the style right
# make package       wheel and source archive, dist, each installed away from here and tried
# make clean  remove what these made
# make test-browser  the pages, the app and the pocket edition in Chromium, as a person uses them
# make test-pages    each page from top to bottom in a Python of its own
# make test-long     many more situations of each check, where make test tries a few, and what takes long in a browser
# make test-lite     every page of the site in a browser; LITE_PYODIDE=FOLDER names Python for the browser with its libraries
# make test-lowest   tests with the lowest versions of the libraries that pyproject.toml allows
# make test-slowed   the pages in a browser, with the browser and the Python behind them four times slower
#
# The first call makes .venv and installs into it; after that nothing is downloaded until pyproject.toml changes.

BIN := .venv/bin
READY := .venv/.ready
# For style and script; it comes for Linux on x86-64 alone.
BIOME = $(if $(wildcard $(BIN)/biome),cd rencounter_kit && $(abspath $(BIN))/biome,@echo Left out, since Biome is not installed: biome)
STRIP := $(BIN)/python -m nbstripout --keep-id --extra-keys metadata.language_info.version

# What Python compiles once is kept: tests of the command line and of pages begin a Python of their own.
unexport PYTHONDONTWRITEBYTECODE

# Two processes, a file each at a time; more would want more memory. The files stay in their order.
SIDE_BY_SIDE := -n 2 --no-loadscope-reorder

# Where more is tried than make test does; of these files too only what tries more, and what is marked as long.
LONG_TESTS := bad_input batches book branches cache chain checks cli comparison contract data dist documents effects extremes \
    flow formula generated_lines hostile_lines hostile_rules inverse lanternfall laws layers lesson more_of_one_thing no_effect \
    only_with pages panels plain_walk procedures read_again roll search sensitivity shapley simulation space sweep verify \
    work workshop writing your_dice

# What the large libraries can break, without what takes long. The lowest NumPy and SciPy have no wheels for Python 3.13.
LOWEST := .venv/lowest
LOWEST_TESTS := chain chances charts formula notation tail_probability sweep tree_panel
LOWEST_PYTHON = $(shell for name in python3.11 python3.12 python3; do \
    $$name -c 'import ensurepip, sys; sys.exit(sys.version_info[:2] not in [(3, 11), (3, 12)])' >/dev/null 2>&1 \
    && echo $$name && break; done)

# A copied or moved folder must not run the package of the old place.
MOVED := $(shell [ "$$(cat $(READY) 2>/dev/null)" = "$$PWD" ] || echo moved)

.PHONY: app lab pocket site package test test-browser test-pages test-long test-lite test-lowest test-slowed lint format bench clean moved

# The checkout's own pages; without a screen the address is printed instead.
app: $(READY)
	$(BIN)/python -m rencounter_kit.fronts.cli app

lab: $(READY)
	$(BIN)/python -m rencounter_kit.fronts.cli lab notebooks

# Python for the browser comes by npm, once, and is kept; PYODIDE=FOLDER names another.
pocket: $(READY)
	$(BIN)/python -m rencounter_kit.fronts.cli pocket -o rencounter.html $(if $(PYODIDE),--pyodide "$(PYODIDE)")

# Odds, handouts and the pocket edition, and in a folder below them the full workbook: JupyterLite comes by pip into an environment
# of its own, and Python for the browser from where its pages would look for it.
site: $(READY)
	$(BIN)/python -m rencounter_kit.fronts.cli lite -o _site/workbook $(if $(PYODIDE),--pyodide "$(PYODIDE)")
	$(BIN)/python -m rencounter_kit.fronts.cli site _site

# The wheel is made from the source archive, so that holds all that it takes; in both is the pocket edition, made already.
package: $(READY)
	rm -rf dist rencounter_kit/fronts/pocket/body
	$(BIN)/python -m rencounter_kit.fronts.pocket.build $(if $(PYODIDE),"$(PYODIDE)")
	$(BIN)/python -m build --no-isolation .
	$(BIN)/python tests/project/installed.py dist

test: $(READY)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "not long" --ignore=tests/browser

# Two browsers, a file each at a time.
test-browser: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not long" tests/browser

# The cells of a page are run by one process; what they print is not compared.
test-pages: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile -p nbval --nbval-lax --nbval-current-env --nbval-cell-timeout=300 notebooks

test-long: $(READY)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --hypothesis-profile=long tests/browser $(LONG_TESTS:%=tests/*/test_%.py)

# Page by page, so that two processes share them.
test-lite: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal -x --hypothesis-profile=long tests/browser/test_lite.py

test-lowest: $(READY)
	@set -e; python=$(LOWEST_PYTHON); \
	if [ -z "$$python" ]; then \
	    echo "Left out: the lowest versions of the libraries need Python 3.11 or 3.12 with its venv module."; \
	    exit; \
	fi; \
	if ! [ $(LOWEST)/.ready -nt $(READY) ]; then \
	    echo "Installing the lowest versions into $(LOWEST) with $$($$python --version)."; \
	    $$python -m venv --clear $(LOWEST); \
	    $(BIN)/python -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]).replace(">=", "=="))' >$(LOWEST)/constraints.txt; \
	    cat $(LOWEST)/constraints.txt; \
	    $(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -c $(LOWEST)/constraints.txt -e '.[test]'; \
	    touch $(LOWEST)/.ready; \
	fi; \
	$(LOWEST)/bin/python -m pytest -q --disable-warnings $(SIDE_BY_SIDE) $(LOWEST_TESTS:%=tests/*/test_%.py)

test-slowed: $(READY)
	$(BIN)/python -m pytest tests/browser --slowed=4 --timeout=1200

lint: $(READY)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIOME) check --error-on-warnings
	$(STRIP) --verify notebooks/*.ipynb

format: $(READY)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .
	$(BIOME) check --write
	$(STRIP) notebooks/*.ipynb

bench: $(READY)
	$(BIN)/python tests/benchmarks/run.py

clean:
	rm -rf .venv .pytest_cache .ruff_cache .mypy_cache .hypothesis _site build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml $(MOVED)
	@python=; \
	for name in python3.13 python3.12 python3.11 python3; do \
	    if $$name -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        python=$$name; break; \
	    fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Python 3.11 or newer with its venv module is needed (on Debian and Ubuntu: the package python3-venv)." >&2; \
	    exit 1; \
	fi; \
	echo "Installing into .venv with $$($$python --version); this is done once and takes a minute."; \
	rm -f $(READY); \
	$$python -m venv $(if $(MOVED),--clear) .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@printf '%s\n' "$$PWD" >$(READY)
