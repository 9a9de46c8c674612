"""How far long work is: told to whoever listens, who may stop it by raising."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Progress = Callable[[int, int | None], None]
ProgressBar = Callable[[int, int], None] | bool | None  # a function of (done, all), true or false for a bar or none,
# or what is usual: a panel's own bar, elsewhere one once the work takes long
_LISTENER: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def telling(progress: Progress) -> Iterator[None]:
    """Inside, long work tells ``progress`` of (pieces done, all pieces or ``None``); what it raises stops the work.

    >>> from rencounter_kit import Chain
    >>> reports = []
    >>> with telling(lambda done, of: reports.append((done, of))):
    ...     course = Chain(3, lambda n: n - 1, ended=lambda n: n == 0).run(2)
    >>> [report for report in reports if report[1]]
    [(1, 2), (2, 2)]
    """
    before = _LISTENER.set(progress)
    try:
        yield
    finally:
        _LISTENER.reset(before)


@contextmanager
def steadily() -> Iterator[Progress]:
    """How far the whole is goes to the function that this gives. Whatever its pieces tell of themselves inside only
    says that again, so that they can be stopped too.

    >>> reports = []
    >>> with telling(lambda done, of: reports.append((done, of))), steadily() as report:
    ...     report(1, 2)
    ...     tell(70, 90)
    >>> reports
    [(1, 2), (1, 2)]
    """
    listener = _LISTENER.get()
    now: tuple[int, int | None] = 0, None

    def again(*_: int | None) -> None:
        if listener:
            listener(*now)

    def report(count: int, of: int | None) -> None:
        nonlocal now
        now = count, of
        again()

    with telling(again):
        yield report


def is_heard() -> bool:
    """Does somebody listen?"""
    return _LISTENER.get() is not None


def tell(count: int, of: int | None) -> None:
    """Say how far the work is."""
    progress = _LISTENER.get()
    if progress:
        progress(count, of)
