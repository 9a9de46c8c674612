"""Every page runs from top to bottom and claims what is so, here in this Python; ``make test-long`` gives each one of its own."""

import json
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def code_of(page):
    """The code of its cells, in order."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.usefixtures("no_page_stays")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_runs(page):
    names = {"__name__": page.stem}
    for number, code in enumerate(code_of(page), 1):
        exec(compile(code, f"{page.name}, cell {number}", "exec"), names)
