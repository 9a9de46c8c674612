# make lab    open the pages in JupyterLab        make lint    style, types, pages without outputs
# make test   all tests in one run                make format  put the style right
# make bench  how fast it is                      make clean   remove what these made
#
# The first call makes .venv and installs into it; after that nothing is downloaded until pyproject.toml changes.

BIN := .venv/bin
READY := .venv/.ready
STRIP := $(BIN)/python -m nbstripout --keep-id --extra-keys metadata.language_info.version

# A copied or moved folder must not run the package of the old place.
MOVED := $(shell [ "$$(cat $(READY) 2>/dev/null)" = "$$PWD" ] || echo moved)

.PHONY: lab test lint format bench clean moved

# The checkout's own pages; without a screen the address is printed instead.
lab: $(READY)
	$(BIN)/python -m rencounter_kit.cli lab notebooks

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(STRIP) --verify notebooks/*.ipynb

format: $(READY)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .
	$(STRIP) notebooks/*.ipynb

bench: $(READY)
	$(BIN)/python tests/benchmarks/run.py

clean:
	rm -rf .venv .pytest_cache .ruff_cache .mypy_cache .hypothesis build dist
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
