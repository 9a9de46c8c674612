"""Which pages the app shows: the notebooks that its owner has named, those of the workbook, and one for each game and
each lesson of one's own that has none there.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from nbconvert.filters.markdown_mistune import IPythonRenderer
from nbformat import NO_CONVERT, read
from voila.exporter import VoilaMarkdownRenderer

from ...engine.files.folders import project_folder
from .app_pages import own_games
from .made_page import IN_APP, PAGE, has_another_page, page_of_game, page_of_lesson
from .own_lesson import own_lessons


class PageText(VoilaMarkdownRenderer):  # type: ignore[misc]
    """The text of a page, with the pictures that are in it; Voila's own asks ``Pages`` for each, and cannot wait."""

    def image(self, text: str, url: str, title: str | None = None) -> Any:
        """A picture, as HTML."""
        return IPythonRenderer.image(self, text, url, title)


class Pages(AsyncLargeFileManager):
    """The pages of a folder. One of the workbook is shown from where it is, unless the folder has a page of its name;
    so nothing of ours is laid into a folder of somebody's, and no notebook that lies beside a game is run.
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
        lessons, own = own_lessons(), own_games()
        if name in lessons:
            return page_of_lesson(lessons[name])
        return page_of_game(name, own[name], IN_APP if has_another_page(name) else "") if name in own else None
