"""A Python that waits until a page is opened, with all that panels need already loaded; ``warm_kernels.py`` starts it.

It reads a line of JSON for each page: the command, the folder and the environment of the Python that the page is to have. Where
the system can (Linux), that is a copy of this one, so that each page finds one waiting; elsewhere it is this one itself. The
answer is the number of its process, once it listens to the page, or 0 where it could not begin.
"""

import json
import os
import select
import signal
import sys
import traceback
import warnings
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

_WARM = "rencounter_kit.panels.warm"
OF_PARENT = ("JPY_PARENT_PID", "JPY_INTERRUPT_EVENT", "IPY_INTERRUPT_EVENT")  # what ties a process to its server
_PATIENCE = 30  # seconds that a copy may take until it listens


class PagePython(NamedTuple):
    """What this process is to be. answer : the stream that is told when it is."""

    command: list[str]
    folder: str
    environment: dict[str, str]
    answer: int


def wait(copies: bool) -> PagePython | None:
    """What this process, or this copy of it, is to be; ``None`` when nobody is there who could ask."""
    for line in sys.stdin.buffer:
        answer = _copy() if copies else os.dup(1)
        if answer is not None:
            return PagePython(**json.loads(line), answer=answer)
    return None


def can_copy() -> bool:
    """Can a process be copied here, and the copy be watched by who is not its parent?"""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


def be(asked: PagePython, copies: bool) -> None:
    """Be the Python of a page; where that cannot begin, end at once."""
    try:
        kernel = _begin(asked, copies)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    kernel.start()


def _copy() -> int | None:
    """In a copy of this process, where it has to say that it has begun; here, pass on what it says."""
    heard, answer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # the other thread does nothing but wait for the server's end
        copied = os.fork()
    if copied:
        os.close(answer)
        said = os.read(heard, 99) if select.select([heard], [], [], _PATIENCE)[0] else b""
        os.close(heard)
        if not said:
            with suppress(ProcessLookupError):
                os.kill(copied, signal.SIGKILL)
        os.write(1, said or b"0\n")
        return None
    os.close(heard)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    end_with(os.dup(0))
    return answer


def end_with(stream: int) -> None:
    """End this process with the server, which holds the other end of the stream."""

    def end() -> None:
        watching = select.poll()
        watching.register(stream, 0)
        watching.poll()
        os._exit(1)

    Thread(target=end, daemon=True).start()


def _load() -> None:
    os.environ.setdefault(
        "MPLBACKEND", "module://matplotlib_inline.backend_inline"
    )  # as a kernel has it from its start
    for module in ("ipykernel.ipkernel", "ipykernel.kernelapp", "ipykernel.zmqshell"):
        import_module(module)
    with suppress(ImportError):  # whoever has no widgets has pages without panels
        import_module(_WARM).load()


def _begin(asked: PagePython, copies: bool) -> Any:
    sys.argv = asked.command
    os.chdir(asked.folder)
    tied = {name: os.environ[name] for name in OF_PARENT if name in os.environ and not copies}
    os.environ.clear()
    os.environ.update({name: value for name, value in asked.environment.items() if name not in OF_PARENT} | tied)
    if library := sys.modules.get("rencounter_kit.rulebook.library"):
        library.look_again()
    if chance := sys.modules.get("numpy.random"):
        chance.seed()  # no two pages throw the same
    os.dup2(2, 1)  # only the answer goes to the server
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    kernel = import_module("ipykernel.kernelapp").IPKernelApp.instance()
    if copies:
        kernel.parent_handle = 1  # somebody's, but not to end with the one that it was copied from
    write = kernel.write_connection_file  # done as soon as it listens

    def listens() -> None:
        write()
        os.write(asked.answer, b"%d\n" % os.getpid())
        os.close(asked.answer)

    kernel.write_connection_file = listens
    kernel.initialize()
    if panels := sys.modules.get(_WARM):
        panels.begin()
    return kernel


def main() -> None:
    """Load everything, then wait."""
    if not sys.flags.safe_path:
        del sys.path[0]  # it was only good for finding this
    if copies := can_copy():
        end_with(0)
    _load()
    if copies:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here asks how a page's Python has ended
        import_module("gc").freeze()
    if (asked := wait(copies)) is None:
        os._exit(0)
    be(asked, copies)


if __name__ == "__main__":
    main()
