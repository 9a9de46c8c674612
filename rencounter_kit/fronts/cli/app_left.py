"""A page of the app that is left: its Python ends, and what goes wrong behind it meanwhile is not told."""

from __future__ import annotations

from asyncio import Future
from functools import cached_property
from logging import Logger
from typing import Any

from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import authenticated
from tornado.websocket import WebSocketClosedError, WebSocketHandler
from voila.tornado.execution_request_handler import ExecutionRequestHandler


class EndedPage(APIHandler):
    """Hears that a page is left, once or twice: from Voila's script, and from ours, which is there before it."""

    @authenticated
    async def post(self, kernel_id: str) -> None:
        """End its Python."""
        await self.settings["kernel_manager"].end(kernel_id)
        self.set_status(204)
        self.finish()


class _OfPage(WebSocketHandler, JupyterHandler):  # type: ignore[misc]  # as Jupyter's own
    """What goes wrong is told while somebody is there."""

    _closed = False

    @property
    def left(self) -> bool:
        """Is nobody there any more?"""
        return self._closed or self.path_kwargs["kernel_id"] in self.settings["kernel_manager"].left

    @cached_property
    def log(self) -> Logger:
        """Where it is told."""
        logger = Logger("page")
        logger.parent = super().log
        logger.addFilter(lambda _: not self.left)
        return logger

    def log_exception(self, kind: Any, error: Any, trace: Any) -> None:
        """Tell it, but for what a page does that is left while it is told something."""
        if not (self.left or isinstance(error, WebSocketClosedError)):
            super().log_exception(kind, error, trace)

    def on_close(self) -> None:
        """It is left."""
        self._closed = True
        super().on_close()


class RunningPage(_OfPage, ExecutionRequestHandler):  # type: ignore[misc]
    """Runs the cells of a page."""

    _runs: Any = None

    @classmethod
    def forget(cls, kernel_id: str) -> None:
        """A page that was left before its cells ran: Voila keeps them else."""
        cls._execution_data.pop(kernel_id, None)

    @property
    def _executor(self) -> Any:
        return self._runs

    @_executor.setter
    def _executor(self, runs: Any) -> None:
        self._runs = runs
        runs.log = self.log


class ConnectedPage(_OfPage, KernelWebsocketHandler):
    """Connects a page to its Python."""

    def write_message(self, *message: Any, **how: Any) -> Future[None]:
        """Nobody waits until it is there, so nobody is told where it does not come to."""
        try:
            future = super().write_message(*message, **how)
        except WebSocketClosedError:
            future = Future()
            future.set_result(None)
        future.add_done_callback(lambda one: one.cancelled() or one.exception())
        return future
