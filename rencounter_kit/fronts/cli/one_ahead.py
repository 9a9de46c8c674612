"""One ordinary kernel starts ahead, with the libraries loaded, and becomes that of the page that is opened next;
another follows.
"""

import asyncio
import json
import os
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from tornado.web import HTTPError
from traitlets import Bool

from ...engine.files.folders import project_folder
from ...workbook.rulebook.library import VARIABLE

_PACKAGE = Path(__file__).parents[2]
_FOLDER = str(_PACKAGE / "fronts" / "cli" / "app")  # until there is a page: a folder of ours, without modules
_PATIENCE = 60  # seconds until everything must be loaded
_CALM = 5  # seconds from one page to the start of the kernel for the next


class OneAhead(AsyncMappingKernelManager):
    """Starts one kernel ahead, which nobody sees until a page has it; a page that finds none, or one that does not fit,
    starts its own.
    """

    one_ahead = Bool(True, config=True, help="Does one kernel load everything before a page is opened?")

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)  # type: ignore[no-untyped-call]
        self._ahead, self._files = "", 0.0  # its id, and when the newest file was written that it may have loaded
        self._loading: asyncio.Future[bool] = asyncio.Future()
        IOLoop.current().add_callback(self._start)

    def list_kernel_ids(self) -> list[str]:
        """The kernels of pages."""
        return [each for each in super().list_kernel_ids() if each != self._ahead]

    def list_kernels(self) -> list[dict[str, Any]]:
        """What is told of each."""
        return [each for each in super().list_kernels() if each["id"] != self._ahead]  # type: ignore[no-untyped-call]

    async def _async_start_kernel(self, **how: Any) -> str:
        if self._ahead and how.get("kernel_name") in (None, self.default_kernel_name) and not how.get("kernel_id"):
            kernel_id, self._ahead = self._ahead, ""
            IOLoop.current().call_later(_CALM, self._start)
            with suppress(HTTPError, LookupError, OSError, RuntimeError):  # it has ended, or takes too long
                if await self._becomes(kernel_id, how.get("path"), how.get("env") or dict(os.environ)):
                    return kernel_id
            if kernel_id in self:
                await self.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]
        return str(await super()._async_start_kernel(**how))

    async def _async_shutdown_all(self, now: bool = False) -> None:
        self.one_ahead, self._ahead = False, ""
        await super()._async_shutdown_all(now)
        self._loading.cancel()

    start_kernel, shutdown_all = _async_start_kernel, _async_shutdown_all  # type: ignore[assignment]  # as Jupyter's own

    def _start(self) -> None:
        if self.one_ahead and not self._ahead:
            self._ahead, self._files = self.new_kernel_id(), _newest()
            self._loading = asyncio.ensure_future(self._load(self._ahead, {**os.environ, VARIABLE: "[]"}))

    async def _load(self, kernel_id: str, env: dict[str, str]) -> bool:
        await super()._async_start_kernel(kernel_id=kernel_id, cwd=_FOLDER, env=env)  # of the usual kind
        self._kernel_connections[kernel_id] = 1  # so it is not ended for want of use
        return await self._does(kernel_id, "load()")

    async def _becomes(self, kernel_id: str, path: Any, env: dict[str, str]) -> bool:
        self.one_ahead = await self._loading  # one that cannot load is not started again
        folder = str(Path.cwd()) if path is None else self.cwd_for_path(path)  # type: ignore[no-untyped-call]
        more = {name: value for name, value in env.items() if value != os.environ.get(name) or name == VARIABLE}
        kernel: Any = self.get_kernel(kernel_id)
        kernel._launch_args.update(cwd=folder, env=env)  # by which it restarts
        self._kernel_connections[kernel_id] = 0
        fits = self.one_ahead and self._files == _newest()
        return fits and await self._does(kernel_id, f"begin({folder!r}, {json.dumps(more)})")

    async def _does(self, kernel_id: str, call: str) -> bool:
        client = self.get_kernel(kernel_id).client()
        client.start_channels(iopub=False, stdin=False, hb=False)
        # no name of it stays on the page
        warm = f'__import__("rencounter_kit.fronts.panels.warm", fromlist=["warm"]).{call}'
        try:
            reply = await client.execute(warm, silent=True, store_history=False, reply=True, timeout=_PATIENCE)
        finally:
            client.stop_channels()
        return bool(reply["content"]["status"] == "ok")


def _newest() -> float:
    """When the newest file of the package and its games was written."""
    files = chain(_PACKAGE.rglob("*.*"), project_folder("data").rglob("*.toml"))
    return max(file.stat().st_mtime for file in files if file.suffix != ".pyc")
