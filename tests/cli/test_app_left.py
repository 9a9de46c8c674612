"""A page of the app that is left: nothing of it stays, and what goes wrong behind it is not told; what else goes wrong
is.
"""

import asyncio
from types import SimpleNamespace

import pytest
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClosedError
from voila.tornado.execution_request_handler import ExecutionRequestHandler

from rencounter_kit.fronts.cli.app_left import RunningPage
from rencounter_kit.fronts.cli.app_server import FewKernels


def test_what_voila_keeps_of_a_page_goes_with_its_python(monkeypatch):
    monkeypatch.setattr(ExecutionRequestHandler, "_execution_data", {"left": {}, "open": {}})
    ended = []

    class Kernels(set):
        def __init__(self, *ids):
            super().__init__(ids)
            self.left = set()

        async def shutdown_kernel(self, kernel_id, now):
            ended.append((kernel_id, now))

    kernels = Kernels("left", "open")
    for _ in range(2):  # as a page says it twice
        asyncio.run(FewKernels.end(kernels, "left"))
    assert ended == [("left", True)] and kernels.left == {"left"}
    assert ExecutionRequestHandler._execution_data == {"open": {}}


@pytest.fixture
def records(monkeypatch):
    """What a page has told of."""
    every = []
    monkeypatch.setattr(RequestHandler, "log_exception", lambda self, kind, error, trace: every.append(error))
    return every


@pytest.mark.parametrize(
    ("left", "error", "is_reported"),
    [
        (False, ValueError(), True),
        (True, ValueError(), False),
        (False, WebSocketClosedError(), False),  # it is being left
    ],
)
def test_what_goes_wrong_is_told_while_somebody_is_there(records, left, error, is_reported):
    page = object.__new__(RunningPage)
    page.path_kwargs = {"kernel_id": "one"}
    kernels = SimpleNamespace(left={"one"} if left else set())
    page.application = SimpleNamespace(settings={"kernel_manager": kernels})
    page.log_exception(type(error), error, None)
    assert records == ([error] if is_reported else [])
