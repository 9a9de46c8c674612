"""Work where there are no threads, as in a browser alone: in place, in slices, between which the page is heard."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any, TypeAlias

_SLICE = 0.1  # seconds of work between two times that the page is heard

Hear: TypeAlias = Callable[
    [bool], None
]  # hears the page; true where work can go on later without beginning a step again
Work: TypeAlias = Callable[[Hear], bool]  # goes on, hearing the page again and again; true when it is over


class StoppedError(Exception):
    """The work is no longer wanted."""


class PutByError(StoppedError):
    """The page comes first; the work goes on after that."""


class InPlace:
    """One piece of work at a time goes on; the next ones wait, and so does what a person does meanwhile on the page.

    Where Python can stand still in the midst of a step (``pause``, which says whether it did), the page is heard there:
    the step is given up, what a person has done is followed, and unless that was *Stop* the step begins again.
    Elsewhere the page is heard between two steps, and between two pieces of what grows.
    """

    def __init__(self) -> None:
        self.pause: Callable[[], bool] | None = None
        self._waiting = deque[Work]()
        self._acts = list[Callable[[], object]]()  # by the page, while work stood still
        self._standing = self._is_due = self._listens = False
        self._cells = 0  # that run
        self._heard = 0.0  # when

    def begin(self, work: Work, patience: float) -> None:
        """Work for so many seconds; what takes longer goes on when whoever asked has been answered."""
        if self._standing:
            self._acts.append(partial(self.begin, work, patience))
            return
        loop, end = _loop(), monotonic() + patience

        def hear(between: bool) -> None:
            if loop and monotonic() > (end if between else end + patience):
                raise PutByError

        if not work(hear):
            self._waiting.append(work)
            self._call()

    def _call(self) -> None:
        loop = _loop()
        if loop and self._waiting and not self._is_due:
            self._listen()
            self._is_due = True
            loop.call_later(0, self._go_on)

    def _go_on(self) -> None:
        """A slice of what waits, and then what the page has said."""
        self._is_due = False
        if self._cells or not self._waiting:  # the end of a cell calls again
            return
        self._heard = monotonic()
        if self._waiting[0](self._hear):
            self._waiting.popleft()
        self._call()
        acts, self._acts = self._acts, []
        for act in acts:
            act()

    def _hear(self, between: bool) -> None:
        if monotonic() - self._heard < _SLICE:
            return
        stood = self._wait()
        self._heard = monotonic()
        if self._acts or (between and not stood):
            raise PutByError

    def _wait(self) -> bool:
        """Stand still for a moment, where that can be."""
        if self.pause is None:
            return False
        self._standing = True
        try:
            return self.pause()
        finally:
            self._standing = False

    def _listen(self) -> None:
        """From now on what the page says while work stands still waits for its end; where that cannot be, nothing
        stands.
        """
        if self._listens:
            return
        self._listens = True
        kernel = _kernel()
        manager, ran = getattr(kernel, "comm_manager", None), getattr(kernel, "run", None)
        if manager is None or ran is None:
            return
        handed = manager.comm_msg

        def comm_msg(*message: Any) -> None:
            self.once_free(partial(handed, *message))

        async def run(code: str) -> Any:
            if self._standing:
                free = asyncio.get_running_loop().create_future()
                self.once_free(partial(free.set_result, None))
                await free
            self._cells += 1
            try:
                return await ran(code)
            finally:
                self._cells -= 1
                self._call()

        manager.comm_msg, kernel.run = comm_msg, run
        self.pause = _pause()

    def once_free(self, act: Callable[[], object]) -> None:
        """Do that now, or when the work that stands still has made room."""
        if self._standing:
            self._acts.append(act)
        else:
            act()


IN_PLACE = InPlace()


def _loop() -> asyncio.AbstractEventLoop | None:
    """What calls later; where nothing does, work goes on to its end at once."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _kernel() -> Any:
    """The Python behind the page, as it was made for a browser."""
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None)


def _pause() -> Callable[[], bool] | None:
    """What lets Python stand still while the browser does what it has to, if it can at this place."""
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None

    def pause() -> bool:
        can = bool(ffi.can_run_sync())
        if can:
            ffi.run_sync(asyncio.sleep(0.001))
        return can

    return pause
