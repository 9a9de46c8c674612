"""Which pages the app shows: those of the folder that it is started for, those of the workbook, and one for each game without a page."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from nbformat import NO_CONVERT, read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ..folders import project_folder
from .app_pages import PAGE, made_pages


class Pages(AsyncLargeFileManager):
    """The pages of a folder. One of the workbook is shown from where it is, unless the folder has a page of its name; so nothing of ours is
    laid into a folder of somebody's.
    """

    async def get(self, path: str, *how: Any, **more: Any) -> Any:
        """A page, or what else is there."""
        name = path.strip("/").removesuffix(PAGE)
        if path.endswith(PAGE) and (page := await self._of_ours(name)):
            about = {"name": f"{name}{PAGE}", "path": f"{name}{PAGE}", "type": "notebook", "format": "json"}
            return {**about, "writable": False, "content": page}
        return await super().get(path, *how, **more)  # type: ignore[no-untyped-call]

    async def _of_ours(self, name: str) -> Any:
        """The page of a name of which the folder has none; ``None`` for another."""
        ours = project_folder("notebooks") / f"{name}{PAGE}"
        if "/" in name or await self.file_exists(f"{name}{PAGE}"):
            return None
        if ours.is_file():
            return read(ours, NO_CONVERT)  # type: ignore[no-untyped-call]
        made = made_pages()
        return page_of_game(name, made[name]) if name in made else None


def page_of_game(stem: str, title: str) -> Any:
    """A page with all checks of a game.

    >>> [cell.source.splitlines()[0] for cell in page_of_game("ford", "The Ford").cells]
    ['# The Ford', 'import rencounter_kit as rk']
    """
    about = (
        f"# {title}\n\nEverything in `{stem}.toml`, a line each: press one, and its panel opens. What you change in the file counts here once this page is "
        "loaded again. *Search* above finds every check and figure by its words, *Your game* says what a file may hold. A page of your own, "
        f"`{stem}.ipynb` beside the file, is shown in place of this one."
    )
    code = f'import rencounter_kit as rk\n\nrk.shelf("{stem}")'
    cells = [new_markdown_cell(about), new_code_cell(code)]  # type: ignore[no-untyped-call]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})  # type: ignore[no-untyped-call]
