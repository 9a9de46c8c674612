"""What the app's server lets in: pages opened by a person, so many at a time, and no address that Voila
stumbles over.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

from jupyter_server.auth.identity import PasswordIdentityProvider, User
from jupyter_server.base.call_context import CallContext
from jupyter_server.base.handlers import JupyterHandler, Template404
from jupyter_server.serverapp import ServerApp
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler, authenticated
from traitlets import Integer
from voila.static_file_handler import TemplateStaticFileHandler

from ...engine.words.errors import RuleError
from ...workbook.mechanics.address import IN_FORCE, TOKEN
from ..pocket.build import body
from .app_left import ConnectedPage, EndedPage, RunningPage
from .one_ahead import OneAhead

_PAGES = "voila/render/"
_LEFT = "rencounter-everywhere"  # the cookie in which a page that is left says what held there


class FewKernels(OneAhead):
    """Starts a Python for each page that is opened, until there are as many as ``limit``; then those of pages that were
    left without a word, as on a telephone, are given up.
    """

    limit = Integer(12, config=True, help="Pages that may be open at a time, each with a Python of its own.")
    opening = Integer(20, config=True, help="Seconds that a page may take until it is connected to its Python.")

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.left = set[str]()  # whose pages have said that they are

    async def _async_start_kernel(self, **how: Any) -> str:
        if len(self) >= self.limit and (left := self._left_longest()):
            await self.shutdown_kernel(left)  # type: ignore[no-untyped-call]
        if len(self) >= self.limit:
            raise HTTPError(
                503,
                f"Up to {self.limit} pages of the app can be open at once, and all are in use. Close one, and "
                f"reload this page.",
            )
        started = str(await super()._async_start_kernel(**how))
        if asking := CallContext.get(CallContext.JUPYTER_HANDLER):
            IOLoop.current().call_later(self.opening, self._end_if_left, started, asking)
        return started

    start_kernel = _async_start_kernel  # as Jupyter's own does

    async def end(self, kernel_id: str) -> None:
        """End the Python of a page that is left, unless it has ended; there is nothing that it would keep."""
        if kernel_id in self and kernel_id not in self.left:
            self.left.add(kernel_id)
            RunningPage.forget(kernel_id)
            await self.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]

    async def _async_shutdown_all(self, now: bool = True) -> None:
        await super()._async_shutdown_all(now=True)

    shutdown_all = _async_shutdown_all

    async def _end_if_left(self, kernel_id: str, asking: RequestHandler) -> None:
        """End it where its page was left before it knew of it, and so could not say so."""
        is_closed = asking.request.connection.stream.closed()  # type: ignore[union-attr]
        if is_closed and kernel_id in self and not self._kernel_connections.get(kernel_id):
            await self.end(kernel_id)

    def _left_longest(self) -> str | None:
        """The Python that no page is connected to for the longest time, unless its page may just be opening."""
        silent = [kernel for kernel in self.list_kernels() if not kernel["connections"]]
        if not silent:
            return None
        left = min(silent, key=itemgetter("last_activity"))
        waits = datetime.now(UTC) - datetime.fromisoformat(left["last_activity"])
        return str(left["id"]) if waits > timedelta(seconds=self.opening) else None


class Doorkeeper(PasswordIdentityProvider):
    """Knows who may open a page by the token of the link or by the cookie that was made of it."""

    async def _get_user(self, handler: RequestHandler) -> User | None:
        user = await super()._get_user(handler)
        if handler.request.path.startswith(f"{handler.settings['base_url']}{_PAGES}"):
            # Browsers say for what they ask: a page in a picture, a frame or a script is opened by nobody.
            if handler.request.headers.get("Sec-Fetch-Dest", "document") != "document":
                handler.current_user = None
                raise HTTPError(403, "A page of the app must be opened in a window or tab of its own.")
            if user is not None:
                handler.current_user = user
                _ = handler.xsrf_token  # a cookie, by which the page shows that it is ours when it says that it is left
            if user is not None and (better := _better_address(handler)):
                handler.redirect(better)
        return user


class TemplateFile(TemplateStaticFileHandler):  # type: ignore[misc]
    """Gives out a file of a template, by the name of the template, "static" and the path of the file; Voila's own fails
    where an address has anything else.
    """

    def parse_url_path(self, url_path: str) -> str:
        """The file of an address, of which the signs in disguise are read already."""
        template, *within = url_path.replace("\\", "/").split("/")
        if within[:1] != ["static"] or len(within) < 2 or {"", ".", ".."} & {template, *within} or "\0" in url_path:
            raise HTTPError(404)
        return str(super().parse_url_path(url_path))


class PocketPage(JupyterHandler):
    """Gives the pocket edition to the pages of the app, as text that no browser opens."""

    @authenticated
    async def get(self) -> None:
        """What is kept of it; else it is made, in a minute or two."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        try:
            self.finish(await IOLoop.current().run_in_executor(None, body))
        except RuleError as error:
            self.set_status(503)
            self.finish(str(error))


def _better_address(handler: RequestHandler) -> str:
    """The address of a page without the token, which stays out of the history and of what is copied, and with the house
    rules in force on the page that was left for it, unless it says its own; empty where it is right as it is.
    """
    query = parse_qsl(handler.request.query, keep_blank_values=True)
    values = [(name, value) for name, value in query if name != TOKEN]
    there = {name for name, _ in values}
    left = parse_qsl(unquote(handler.get_cookie(_LEFT, "") or ""))
    values += [(name, value) for name, value in left if name == IN_FORCE and name not in there]
    if values == query:
        return ""
    path = handler.request.path
    return f"{path}?{urlencode(values)}" if values else path


def _load_jupyter_server_extension(server: ServerApp) -> None:
    """Come before Voila, which is loaded after this: where it takes an address apart and fails, where it gives out
    files of the folder to whoever asks, and where a page is left.
    """
    kernel = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
    voila, api = f"{server.base_url}voila/", f"{server.base_url}api/"
    server.web_app.add_handlers(  # type: ignore[no-untyped-call]
        ".*$",
        [
            (rf"{voila}templates/(.*)", TemplateFile),
            (rf"{voila}files/.*", Template404),
            (rf"{voila}pocket", PocketPage),
            (rf"{voila}api/shutdown/{kernel}", EndedPage),
            (rf"{voila}execution/{kernel}", RunningPage),
            (rf"{api}kernels/{kernel}/channels", ConnectedPage),
        ],
    )
    IOLoop.current().add_callback(_say_where, server)  # when it is known which port was free


def _say_where(server: ServerApp) -> None:
    """What the console says: nothing else, but what goes wrong."""
    print(
        f"The app is open at http://{server.ip}:{server.port}{server.base_url}?token={server.identity_provider.token}"
    )
    print("To end it, press Ctrl-C here.", flush=True)
