"""The page that is made for a game of one's own without a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ..rulebook.book import rules


def page_of_game(stem: str, title: str) -> Any:
    """A page with all checks of a game.

    >>> [cell.source.splitlines()[0] for cell in page_of_game("ford", "The Ford").cells]
    ['# The Ford', '*Run, Run All Cells* in the menu above makes the page live.', 'import rencounter_kit as rk']
    """
    about = (
        f"# {title}\n\nEverything in `{stem}.toml`, a line each: press one, and its panel opens. What you change in the file counts here once this page is "
        "run again (in the app: loaded again). [every_check](every_check.ipynb) finds every check and figure by its words, [your_game](your_game.ipynb) says what a "
        f"file may hold. A page of your own, `{stem}.ipynb` beside the file, is shown in place of this one."
    )
    live = new_markdown_cell("*Run, Run All Cells* in the menu above makes the page live.", metadata={"tags": ["run"]})  # type: ignore[no-untyped-call]
    code = f'import rencounter_kit as rk\n\nrk.shelf("{stem}")'
    cells = [new_markdown_cell(about), live, new_code_cell(code)]  # type: ignore[no-untyped-call]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})  # type: ignore[no-untyped-call]


def lay_made(page: Path) -> bool:
    """Lay it into a folder, under the name of the game; nothing where a page of that name is already. Returns whether it was laid."""
    if page.exists():
        return False
    write(page_of_game(page.stem, rules(page.stem).title), page)  # type: ignore[no-untyped-call]
    return True
