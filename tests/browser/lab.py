"""A JupyterLab (or Notebook) of its own on this machine, and a headless Chromium: for the browser tests and the live
benchmark.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from rencounter_kit.fronts.cli.pages import quiet_environment

ROOT = Path(__file__).resolve().parents[2]
ALONE, IN_LAB, IN_NOTEBOOK = "doc/tree", "lab/tree", "notebooks"  # where a page is shown
WAIT = 120_000  # milliseconds that anything on a page may take
TOKEN = "of-the-test"  # of the app
CONNECTED = """() => { const k = window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
  return !!k && k.connectionStatus === 'connected' && k.status === 'idle'; }"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
SHUT_DOWN = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.shutdown()"
PRINTED = """async code => { let said = '';
  const asked = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({code, store_history: false});
  asked.onIOPub = message => {
    if (message.header.msg_type === 'stream') said += message.content.text;
    if (message.header.msg_type === 'error') said += message.content.traceback.join('');
  };
  await asked.done;
  return said; }"""  # noqa: E501
PROCESS = "import os; print(os.getpid())"
# Pages speak to Python beside the cells: it may have run a cell, and still not have heard of a press before it.
ALL_HEARD = """() => { const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  return ![...kernel._futures.values()].some(one => one.msg.header.msg_type.startsWith('comm_')); }"""
RUNS = 0.005  # seconds that a slowed Python runs before it is stopped for a while
POLL_SECONDS = 0.25  # seconds between two looks for Pythons that have begun meanwhile
SEEN = """() => { const kernel = window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
  const menus = [...document.querySelectorAll('.rk-panel select')].filter(one => one.offsetParent);
  return [`Python: ${kernel?.status}, ${kernel?.connectionStatus}`, `focus: ${document.activeElement?.outerHTML.slice(0, 300)}`,
    ...[...document.querySelectorAll('.rk-panel')].map(panel => panel.innerText.slice(0, 3000)),
    ...menus.map(one => `${one.ariaLabel}: ${one.selectedOptions[0]?.textContent} of ${one.options.length}`)].join('\\n'); }"""  # noqa: E501
_PAGES = []  # that are open
_STANDING = set()  # processes that stand still, and are not to be continued by what slows them
_SIGNALS = threading.Lock()  # of those who stop and continue processes, one at a time
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",  # in a container that memory may be small, and the page would crash
    "--disable-sync",
    "--no-first-run",
]


def chromium():
    """The path of a Chromium on this machine, or ``None``."""
    named = [
        os.environ.get("CHROMIUM"),
        shutil.which("chromium"),
        shutil.which("chromium-browser"),
        shutil.which("google-chrome"),
    ]
    return next((path for path in named if path and Path(path).exists()), None)


def _free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def jupyterlab(work, slowed=1, module="jupyterlab", app="LabApp"):
    """A JupyterLab on ``work``/notebooks, or another front for pages made of its parts; yields its address."""
    command = [
        "-m",
        module,
        "--no-browser",
        "--ip=127.0.0.1",
        "--ServerApp.port_retries=0",
        "--allow-root",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--ServerApp.disable_check_xsrf=True",
        f"--{app}.expose_app_in_browser=True",
        f"--ServerApp.root_dir={work / 'notebooks'}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with served(command, quiet_environment(), work, slowed) as url:
        yield url


@contextmanager
def served(command, env, work, slowed=1):
    """A server that Python starts by these words, with settings of its own in the folder ``work``; yields its address.
    Every Python that it starts for a page is so many times slower.
    """
    port = _free_port()
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTER_DATA_DIR": "data",
        "IPYTHONDIR": "ipython",
    }
    env = {**env, **{name: str(work / folder) for name, folder in own.items()}}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), env.get("PYTHONPATH")]))
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # what was compiled once is kept, as it is for a person
    with (work / "server.log").open("w") as log:
        command = [sys.executable, *command, f"--port={port}"]
        server = subprocess.Popen(command, cwd=work, env=env, stdout=log, stderr=log)
        try:
            url = _when_up(f"http://127.0.0.1:{port}", server, work / "server.log")
            with slowed_children(server.pid, slowed):
                yield url
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


@contextmanager
def slowed_children(pid, times):
    """What this process has started, and what that starts, runs only one part of so many of the time."""
    if times == 1:
        yield
        return
    ended = threading.Event()
    slowing = threading.Thread(target=_slow, args=(psutil.Process(pid), times, ended), daemon=True)
    slowing.start()
    try:
        yield
    finally:
        ended.set()
        slowing.join()


def _slow(parent, times, ended):
    children, looked, began = [], 0.0, time.monotonic()
    while not ended.wait(RUNS):
        if time.monotonic() - looked > POLL_SECONDS:
            with suppress(psutil.NoSuchProcess):
                children = parent.children(recursive=True)
            looked = time.monotonic()
        try:
            _each(children, psutil.Process.suspend)
            ended.wait((time.monotonic() - began) * (times - 1))  # as long as they really ran, however late this came
        finally:
            began = time.monotonic()
            _each(children, psutil.Process.resume)


def _each(processes, do):
    """Stop or continue these, but those that are to stand still."""
    with _SIGNALS:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                if process.pid not in _STANDING:
                    do(process)


def _when_up(url, server, log):
    for _ in range(WAIT // 250):
        try:
            urllib.request.urlopen(url + "/api/status", timeout=1)
            return url
        except urllib.error.HTTPError:  # it asks for its token
            return url
        except OSError:
            if server.poll() is not None:
                raise RuntimeError(log.read_text()) from None
            time.sleep(0.25)
    raise RuntimeError(f"The server did not start: {log.read_text()}")


def open_page(page, url, name, place=ALONE):
    """Open a notebook and run all its cells; returns when they have run.
    place : where it is shown.
    """
    page.goto(f"{url}/{place}/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=WAIT)
    page.wait_for_function(CONNECTED, timeout=WAIT)  # earlier, the "Select Kernel" dialog would come in the way
    if place == IN_NOTEBOOK:
        page.errors.clear()  # Notebook 7.6.5 comes with one of its own
    page.evaluate(RUN_ALL)


@contextmanager
def in_lab(browser, url, name, slowed=1):
    """A notebook in the whole of JupyterLab, with its list of files, and all its cells run."""
    with watched_page(browser, slowed) as page:
        open_page(page, url, name, IN_LAB)
        yield page


def write_page(url, name, *cells):
    """Put a notebook with these cells into the folder of a JupyterLab, under ``url``."""
    import nbformat

    written = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    written.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    body = json.dumps({"type": "notebook", "content": written}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{url}/api/contents/{name}", body, method="PUT"), timeout=60).close()


def python_output(page, code):
    """What Python behind the page prints when it runs ``code``, once it has followed all that was done so far."""
    page.wait_for_function(ALL_HEARD, timeout=WAIT)
    return page.evaluate(PRINTED, code)


def leave_page(page):
    """End the Python behind the page, which would keep its memory."""
    page.evaluate(SHUT_DOWN)


@contextmanager
def watched_page(browser, slowed=1):
    """A page that notes script errors and requests that leave the machine; its processor is so many times slower."""
    context = browser.new_context(viewport={"width": 1280, "height": 1500}, accept_downloads=True)
    context.set_default_timeout(WAIT)
    new = context.new_page()
    new.errors, new.outside = [], []
    new.on("pageerror", lambda error: new.errors.append(str(error)))
    local = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "file:")
    new.on("request", lambda request: None if request.url.startswith(local) else new.outside.append(request.url))
    slow_down(new, slowed)
    _PAGES.append(new)
    try:
        yield new
    finally:
        _PAGES.remove(new)
    leave_page(new)
    context.close()
    assert (new.errors, new.outside) == ([], [])


def seen():
    """What can be seen on the pages that are open, and how the Python behind each is."""
    for page in _PAGES:
        with suppress(Exception):
            yield page.url, page.evaluate(SEEN)


def sheets(page):
    """On how many sheets of paper a browser prints the page."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def slow_down(page, times):
    """Give the page a processor that is so many times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def followed(page):
    """Wait until Python behind the page has followed all that was done on it so far."""
    python_output(page, "")  # what it answered has come before this


@contextmanager
def python_paused(page):
    """Python behind the page does nothing meanwhile, as on a machine that is busy with something else."""
    process = int(python_output(page, PROCESS))
    with _SIGNALS:
        _STANDING.add(process)
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        with _SIGNALS:
            _STANDING.remove(process)
            os.kill(process, signal.SIGCONT)
