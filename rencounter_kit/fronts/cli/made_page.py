"""The pages that are made, for a game and for a lesson of one's own, and how a page of ours is told from a
stranger's.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from nbformat import writes
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import lay_file
from ...engine.words.wording import in_markdown
from ...workbook.rulebook.book import rules
from ...workbook.rulebook.library import game
from .own_game import starter_text
from .own_lesson import title_of

PAGE = ".ipynb"
LONGEST_PAGE = 2_000_000  # letters of a notebook that may be one of ours
A_PROGRAM = "A notebook is a program: it can do on this computer whatever you can."
IN_APP = "start the app with `--pages` and its folder as well"  # how the owner runs a notebook that is not ours
IN_LAB = "open it from the list of files"
NOT_OURS = "not one of our pages, left as it is"
_LIVE = (  # JupyterLab lets a button in a text give one of its commands
    '<button data-commandlinker-command="notebook:run-all-cells" data-commandlinker-args="{}">Run this page</button> '
    "starts it; so does *Run, Run All Cells* in the menu above."
)
_FORMAT = 4  # of notebooks; in others the code stands elsewhere
_WORDS = ("markdown", "raw")  # cells that run nothing


def same_code(there: str, ours: str) -> bool:
    """Has a notebook the code of one of ours, and nothing that is shown below it? Its words may be others.

    >>> page = writes(page_of_game("ford", "The Ford"))
    >>> same_code(page.replace("# The Ford", "# Our ford"), page), same_code(page.replace("rk.shelf", "rk.panel"), page)
    (True, False)
    """
    code = _code(there)
    return code is not None and code == _code(ours)


def has_another_page(stem: str) -> bool:
    """Does a notebook called after a game lie beside its file, other than the one that ``rencounter new``
    lays there?
    """
    page = game(stem).file.with_suffix(PAGE)
    return page.exists() and not _is_page(page, starter_text(stem, PAGE))


def page_of_game(stem: str, title: str, way: str = "") -> Any:
    """A page with all checks of a game.

    way : where a notebook of the game is passed over, how its owner runs it all the same.

    >>> [cell.source.splitlines()[0][-31:] for cell in page_of_game("ford", "The Ford").cells]
    ['# The Ford', 'n All Cells* in the menu above.', 'import rencounter_kit as rk']
    """
    about = (
        f"# {in_markdown(title)}\n\nEverything in `{stem}.toml`, a line each: press one to open its panel. "
        f"After you change the file, run this page again "
        "(in the app: reload it). [every_check](every_check.ipynb) finds every check and figure by its "
        "words, [your_game](your_game.ipynb) says what a "
        "file may hold."
    )
    if way:
        about += (
            f"\n\nThe notebook `{stem}{PAGE}` beside the file is not shown. {A_PROGRAM} To run it all the same, {way}."
        )
    return _page(about, f'import rencounter_kit as rk\n\nrk.shelf("{stem}")')


def page_of_lesson(file: Path) -> Any:
    """A page that asks the questions of a lesson of one's own, as its file says them whenever the page is run.

    >>> page_of_lesson(Path("mine.toml")).cells[-1].source.splitlines()[-1]
    'lesson("mine.toml")'
    """
    about = (
        f"# {in_markdown(title_of(file))}\n\nThe questions are those of {in_markdown(file.name)}. After "
        f"you change the file, run this page again "
        "(in the app: reload it). If a line of it is wrong, you see it here."
    )
    return _page(about, _asking(file))


def lay_game(folder: Path, stem: str) -> tuple[Path, list[str]]:
    """The page of a game that Lab opens: the one beside its file if ``rencounter new`` laid it there, else one that is
    made, in a folder. Returns it, and a line for each page laid or passed over.
    """
    file = game(stem).file
    if not (another := has_another_page(stem)) and file.with_suffix(PAGE).exists():
        return file.with_suffix(PAGE), []
    page, lines = _lay(folder / f"{stem}{PAGE}", page_of_game(stem, rules(stem).title, IN_LAB if another else ""))
    return page, [*([f"{stem}{PAGE} beside {file.name}: {NOT_OURS}"] if another else []), *lines]


def lay_lesson(page: Path, file: Path) -> tuple[Path, list[str]]:
    """The page of a lesson, made under that name or the next that is free. Returns it, and a line for each page laid or
    passed over.
    """
    return _lay(page, page_of_lesson(file))


def _lay(page: Path, content: Any) -> tuple[Path, list[str]]:
    """Lay a page that is made, beside whatever else has its name; one with its code is left as it is, with the words
    that it has.
    """
    text, at, lines = writes(content), page, list[str]()  # type: ignore[no-untyped-call]
    while at.exists():
        if _is_page(at, text):
            return at, lines
        lines.append(f"{at.name}: {NOT_OURS}")
        at = page.with_stem(f"{page.stem}_{len(lines) + 1}")
    lay_file(at, text)
    return at, [*lines, f"{at.name}: new"]


def _is_page(file: Path, ours: str) -> bool:
    """Is a file this page of ours? A link is none: what is saved would go where it leads."""
    with suppress(UnreadError):
        return not file.is_symlink() and same_code(read_file(file, LONGEST_PAGE), ours)
    return False


def _code(text: str) -> list[str] | None:
    """The code of a notebook, cell by cell; nothing where that is not all that it might do."""
    with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
        page = json.loads(text)
        cells = [cell for cell in page["cells"] if cell["cell_type"] not in _WORDS]
        code = ["".join(cell["source"]) for cell in cells]
        widgets = page["metadata"].get("widgets") or any(cell["outputs"] for cell in cells)
        if page["nbformat"] == _FORMAT and not widgets and all(cell["cell_type"] == "code" for cell in cells):
            return [source for source in code if source.strip()]
    return None


def _asking(file: Path) -> str:
    return f"from rencounter_kit.panels import lesson\n\nlesson({json.dumps(str(file), ensure_ascii=False)})"


def _page(about: str, shows: str) -> Any:
    """A page with words, and what is shown below them."""
    live = new_markdown_cell(_LIVE, metadata={"tags": ["run"]})  # type: ignore[no-untyped-call]
    cells = [new_markdown_cell(about), live, new_code_cell(shows)]  # type: ignore[no-untyped-call]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})  # type: ignore[no-untyped-call]
