"""Pythons for pages that are warm before the page is opened: the server keeps one waiting (``waiting.py``) that has loaded everything."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any

from jupyter_client.connect import port_names
from jupyter_client.launcher import launch_kernel
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from traitlets import Bool, default

from ..folders import project_folder
from ..rulebook.library import VARIABLE

_PACKAGE = Path(__file__).parents[1]
_COMMAND = [sys.executable, "-m", "rencounter_kit.cli.waiting"]
_KERNEL = [sys.executable, "-m", "ipykernel_launcher"]
_PASSED_OVER = "-Xfrozen_modules=off"  # in the command of a kernel, for debuggers only
_BEGINS_WITH = "PYTHON"  # what variables are called that count when Python begins, and not later
_BUT = "PYTHONSTARTUP"  # which the page's Python reads itself
_PATIENCE = 60  # seconds that it may take until it has loaded everything
_CALM = 5  # seconds after which the next one begins, when the page that took the last is open


class Copied:
    """A process that is nobody's child here: as much of a ``Popen`` as Jupyter asks."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid, self._watched = pid, -1
        self._watched = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """0 when it has ended, else ``None``."""
        return 0 if select.select([self._watched], [], [], 0)[0] else None

    def wait(self) -> int:
        """Wait until it has ended."""
        select.select([self._watched], [], [])
        return 0

    def send_signal(self, number: int) -> None:
        """Send it a signal; nothing where it has ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._watched, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def __del__(self) -> None:
        if self._watched >= 0:
            os.close(self._watched)


class WaitingPython:
    """The one Python that waits. Another one begins when it was used up, and, as soon as a page is opened, when it has died or the package
    has changed.
    """

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None
        self._loaded = 0  # when the newest file was written that it has loaded
        self._asking = asyncio.Lock()
        self._over = False
        self._streams = list[IO[bytes]]()  # by which copies, also of those before it, know that the server is there

    @property
    def pid(self) -> int | None:
        """The number of its process; nothing where there is none."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def begin(self) -> Popen[bytes]:
        """Have one wait, unless it does already."""
        if self._process and self._process.poll() is None:
            return self._process
        self._stop()
        kept = {
            name: value for name, value in os.environ.items() if name != VARIABLE
        }  # files that may change till then
        self._loaded = _newest()
        self._process = launch_kernel(_COMMAND, stdin=PIPE, stdout=PIPE, env=kept, cwd=str(_PACKAGE.parent))
        if self._process.stdin:
            self._streams.append(self._process.stdin)
        return self._process

    def can_be(self, command: Sequence[str], environment: Mapping[str, str]) -> bool:
        """Can it be what this command would begin?"""
        at_its_begin = _at_its_begin(environment) == _at_its_begin(os.environ)
        return not self._over and _words(command)[:3] == _KERNEL and at_its_begin

    async def be(
        self, command: Sequence[str], folder: str, environment: Mapping[str, str]
    ) -> Popen[bytes] | Copied | None:
        """The process that is a page's Python now, and listens to it; ``None`` where that could not begin."""
        asked = {"command": _words(command)[2:], "folder": folder, "environment": dict(environment)}
        async with self._asking:
            if self._over:
                return None
            if self._loaded != _newest():
                self._stop()
            process = self.begin()
            try:
                pid = await asyncio.wait_for(asyncio.to_thread(_ask, process, asked), _PATIENCE)
                if pid != process.pid:
                    return Copied(pid) if pid else None
            except (TimeoutError, OSError, ValueError):
                self._stop()
                return None
            self._process = None
            asyncio.get_running_loop().call_later(_CALM, self._go_on)
            return process

    def end(self) -> None:
        """Have none wait any more."""
        self._over = True
        self._stop()

    def _go_on(self) -> None:
        if not self._over:
            self.begin()

    def _stop(self) -> None:
        """Its copies do not mind."""
        if self._process:
            self._process.kill()
            self._process.wait()
            if self._process.stdout:
                self._process.stdout.close()
        self._process = None


class WarmKernel(ServerKernelManager):
    """The Python of one page: the one that waits, where that can be."""

    async def _async_launch_kernel(self, kernel_cmd: list[str], **how: Any) -> None:
        waiting, local = getattr(self.parent, "waiting", None), self.provisioner
        environment = how.get("env") or os.environ
        if waiting is None or type(local) is not LocalProvisioner or not waiting.can_be(kernel_cmd, environment):
            await super()._async_launch_kernel(kernel_cmd, **how)
            return
        process = await waiting.be(kernel_cmd, str(how.get("cwd") or Path.cwd()), environment)
        if process is None:
            self._take_other_ports()
            local.connection_info = self.get_connection_info()
            await super()._async_launch_kernel(kernel_cmd, **how)
            return
        local.process, local.pid, local.cwd = process, process.pid, how.get("cwd")
        local.pgid = process.pid if hasattr(os, "getpgid") else None  # each is a group of its own
        self._reconcile_connection_info(local.connection_info)

    def _take_other_ports(self) -> None:
        """Somebody may have taken one of those that were free."""
        for name in port_names:
            setattr(self, name, 0)
        self.cleanup_connection_file()
        self.write_connection_file()


class WarmKernels(AsyncMappingKernelManager):
    """Has one Python wait for the page that is opened next."""

    keep_waiting = Bool(
        True, config=True, help="Does a Python wait that has loaded everything before a page is opened?"
    )

    @default("kernel_manager_class")
    def _kernels_are(self) -> str:
        return f"{__name__}.{WarmKernel.__name__}"

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)  # type: ignore[no-untyped-call]
        self.waiting = WaitingPython() if self.keep_waiting else None
        if self.waiting:
            self.waiting.begin()

    async def _async_shutdown_all(self, now: bool = False) -> None:
        if self.waiting:
            self.waiting.end()
        await super()._async_shutdown_all(now)

    shutdown_all = _async_shutdown_all  # type: ignore[assignment]  # as Jupyter's own does


def _ask(process: Popen[bytes], asked: object) -> int:
    if process.stdin is None or process.stdout is None:
        return 0
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def _words(command: Sequence[str]) -> list[str]:
    return [word for word in command if word != _PASSED_OVER]


def _at_its_begin(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_BEGINS_WITH) and name != _BUT}


def _newest() -> int:
    """When the newest file of the package and its games was written."""
    newest = 0
    for file in chain(_PACKAGE.rglob("*.*"), project_folder("data").rglob("*.toml")):
        if file.suffix != ".pyc":
            with suppress(FileNotFoundError):  # it may go meanwhile
                newest = max(newest, file.stat().st_mtime_ns)
    return newest
