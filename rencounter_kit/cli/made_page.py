"""The pages that are made: for a game of one's own without a page, and for a lesson of one's own."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from nbformat import writes
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ..read_file import UnreadError, read_file
from ..rulebook.book import rules
from ..wording import in_markdown
from ..written_file import lay_file
from .own_lesson import title_of

LONGEST_PAGE = 2_000_000  # letters of a notebook that may be one of ours


def page_of_game(stem: str, title: str, another: bool = False) -> Any:
    """A page with all checks of a game. another : is there a notebook of its own that is not shown?

    >>> [cell.source.splitlines()[0] for cell in page_of_game("ford", "The Ford").cells]
    ['# The Ford', '*Run, Run All Cells* in the menu above makes the page live.', 'import rencounter_kit as rk']
    """
    about = (
        f"# {in_markdown(title)}\n\nEverything in `{stem}.toml`, a line each: press one, and its panel opens. What you change in the file counts here once this page is "
        "run again (in the app: loaded again). [every_check](every_check.ipynb) finds every check and figure by its words, [your_game](your_game.ipynb) says what a "
        "file may hold."
    )
    if another:
        about += (
            f"\n\nThe notebook `{stem}.ipynb` beside the file is not shown. A notebook is a program: it can do on this computer whatever you can. To run it all the "
            "same, start the app with `--pages` and its folder as well."
        )
    return _page(about, f'rk.shelf("{stem}")')


def page_of_lesson(file: Path) -> Any:
    """A page that asks the questions of a lesson of one's own, as its file says them whenever the page is run.

    >>> page_of_lesson(Path("mine.toml")).cells[-1].source.splitlines()[-1]
    'rk.panels.lesson("mine.toml")'
    """
    about = (
        f"# {in_markdown(title_of(file))}\n\nThe questions are those of {in_markdown(file.name)}. What you change there counts here once this page is run again (in the "
        "app: loaded again), and where a line of it is wrong, that is said here."
    )
    return _page(about, _asking(file))


def lay_game(page: Path) -> bool:
    """Lay the page of a game into a folder, under the name of the game; nothing where a page of that name is already. Returns whether it was laid."""
    if page.exists():
        return False
    lay_file(page, writes(page_of_game(page.stem, rules(page.stem).title)))  # type: ignore[no-untyped-call]
    return True


def lay_lesson(page: Path, file: Path) -> tuple[Path, bool]:
    """Lay the page of a lesson into a folder, beside one of that name for another lesson; one of this lesson is left as it is. Returns where it
    is, and whether it was laid.
    """
    asking, number, at = json.dumps(_asking(file), ensure_ascii=False)[1:-1], 1, page
    while at.exists():
        with suppress(UnreadError):
            if asking in read_file(at, LONGEST_PAGE):
                return at, False
        number += 1
        at = page.with_stem(f"{page.stem}_{number}")
    lay_file(at, writes(page_of_lesson(file)))  # type: ignore[no-untyped-call]
    return at, True


def _asking(file: Path) -> str:
    return f"rk.panels.lesson({json.dumps(str(file), ensure_ascii=False)})"


def _page(about: str, shows: str) -> Any:
    """A page with words, and what is shown below them."""
    live = new_markdown_cell("*Run, Run All Cells* in the menu above makes the page live.", metadata={"tags": ["run"]})  # type: ignore[no-untyped-call]
    cells = [new_markdown_cell(about), live, new_code_cell(f"import rencounter_kit as rk\n\n{shows}")]  # type: ignore[no-untyped-call]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})  # type: ignore[no-untyped-call]
