"""The kernel that starts ahead: a page gets it loaded, in the page's folder and environment; nobody sees it before, and
it ends with the server.
"""

import asyncio
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum

import psutil
import pytest
import zmq.asyncio

from rencounter_kit.fronts.cli import one_ahead
from rencounter_kit.fronts.cli.one_ahead import OneAhead
from rencounter_kit.workbook.rulebook.library import VARIABLE

PROGRAM = """import json, os, sys
loaded = "rencounter_kit.fronts.panels" in sys.modules and "scipy.sparse" in sys.modules
mine = [name for name in globals() if name not in ("In", "Out", "json", "os", "sys", "loaded", "exit", "quit", "open", "get_ipython") and name[0] != "_"]
from rencounter_kit.workbook.rulebook.library import games
print(json.dumps([os.getpid(), loaded, os.getcwd(), os.environ.get("OF_THE_PAGE"), "ford" in games(), mine]))"""  # noqa: E501
PATIENCE = 60


class Name(StrEnum):
    """Voila names its variables so."""

    SERVER = "SERVER_SOFTWARE"


def until(true):
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


async def told(kernels, kernel_id, code=PROGRAM):
    """What a kernel prints."""
    client, messages = kernels.get_kernel(kernel_id).client(), []
    client.start_channels()
    await client.wait_for_ready()
    await client.execute_interactive(code, output_hook=lambda one: messages.append(one["content"].get("text", "")))
    client.stop_channels()
    return json.loads("".join(messages))


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Do something with the kernels of a server, whose folder has one for pages and a game; they end with it."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "ford.toml").write_text("")
    monkeypatch.setattr(one_ahead, "_CALM", 600)

    def run(act):
        async def whole():
            kernels = OneAhead(
                root_dir=str(tmp_path), context=zmq.asyncio.Context.instance()
            )  # which ends with the tests
            await asyncio.sleep(0)  # until the loop has come to it
            while not kernels._kernel_connections.get(kernels._ahead):
                await asyncio.sleep(0.02)
            pids = [kernels.get_kernel(kernels._ahead).provisioner.pid]
            try:
                pids += await act(kernels)
            finally:
                await kernels.shutdown_all(now=True)
            return pids

        with ThreadPoolExecutor(1) as beside:  # the browser's tests may have a loop in this thread
            pids = beside.submit(asyncio.run, whole()).result()
        for pid in pids:
            until(lambda pid=pid: not psutil.pid_exists(pid))

    named = {"OF_THE_PAGE": "yes", VARIABLE: json.dumps([[str(tmp_path / "ford.toml"), None]])}
    run.page = {"path": "pages", "env": {**os.environ, **named, Name.SERVER: "voila"}}
    run.folder = str(tmp_path / "pages")
    return run


def test_a_page_gets_the_kernel_that_has_loaded_everything_and_another_starts_for_the_next(served, monkeypatch):
    """And only that of a page is ended for want of use."""
    monkeypatch.setattr(one_ahead, "_CALM", 0.01)

    async def pages(kernels):
        ahead = kernels._ahead
        assert kernels.list_kernel_ids() == kernels.list_kernels() == [] and len(kernels) == 0
        first = await kernels.start_kernel(**served.page)
        assert first == ahead and [one["id"] for one in kernels.list_kernels()] == kernels.list_kernel_ids() == [first]
        pid, *settings = await told(kernels, first)
        assert settings == [True, served.folder, "yes", True, []]
        while kernels._ahead in ("", first) or kernels._ahead not in kernels:
            await asyncio.sleep(0.02)
        await kernels.restart_kernel(first, now=True)
        again, _, *settings = await told(kernels, first)
        await kernels._loading
        assert again != pid and settings == [served.folder, "yes", True, []]
        kernels.cull_idle_timeout = 1
        await asyncio.sleep(1.5)
        await kernels.cull_kernels()
        assert first not in kernels and kernels._ahead in kernels
        return [pid, again, kernels.get_kernel(kernels._ahead).provisioner.pid]

    served(pages)


def test_where_it_does_not_fit_the_page_starts_its_own(served):
    async def page(kernels):
        ahead = kernels._ahead
        pid = kernels.get_kernel(ahead).provisioner.pid
        await kernels._loading
        kernels._files -= 1  # a file of the package was written
        opened = await kernels.start_kernel(**served.page)
        assert opened != ahead and kernels.list_kernel_ids() == [opened] and kernels.one_ahead
        own, _, *settings = await told(kernels, opened)
        assert own != pid and settings == [served.folder, "yes", True, []]
        return [own]

    served(page)


def test_another_kind_of_kernel_one_that_is_known_and_what_came_to_nothing_are_left_to_jupyter(served, monkeypatch):
    async def others(kernels):
        started = []

        async def start(self, **how):
            started.append(how)
            return "one"

        monkeypatch.setattr(OneAhead.__mro__[1], "_async_start_kernel", start)
        for options in ({"kernel_name": "julia"}, {"kernel_id": "one"}):
            assert await kernels.start_kernel(**options) == "one"
        assert started == [{"kernel_name": "julia"}, {"kernel_id": "one"}] and kernels._ahead in kernels
        await kernels._loading
        kernels._loading = asyncio.Future()
        kernels._loading.set_result(False)  # it is the kernel of a Python without this package
        ahead = kernels._ahead
        assert await kernels.start_kernel(**served.page) == "one" and started[2:] == [served.page]
        assert ahead not in kernels and not kernels.one_ahead
        kernels._ahead, kernels._loading = ahead, asyncio.Future()
        kernels._loading.set_result(True)  # it had loaded everything and has ended
        assert await kernels.start_kernel(**served.page) == "one" and started[3:] == [served.page]
        assert kernels.one_ahead
        return []

    served(others)


def test_a_package_has_changed_when_any_file_of_it_has_but_not_what_python_keeps_of_it(tmp_path, monkeypatch):
    package, data = tmp_path / "package", tmp_path / "data"
    monkeypatch.setattr(one_ahead, "_PACKAGE", package)
    monkeypatch.setattr(one_ahead, "project_folder", lambda name: data)
    (package / "static").mkdir(parents=True)
    (package / "__pycache__").mkdir()
    (data / "house").mkdir(parents=True)
    for number, file in enumerate(("a.py", "static/b.css"), 1):
        (package / file).touch()
        os.utime(package / file, (number, number))
        assert one_ahead._newest() == number
    for number, file in enumerate(("c.toml", "house/d.toml"), 3):
        (data / file).touch()
        os.utime(data / file, (number, number))
        assert one_ahead._newest() == number
    (package / "__pycache__" / "a.pyc").touch()
    assert one_ahead._newest() == 4
