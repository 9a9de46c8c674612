"""What is built runs where there is no checkout: ``python tests/project/installed.py dist``, which ``make package``
calls.

The wheel is installed into an empty environment, with the libraries that it names itself, and its commands are tried in
a folder of their own; then the source archive takes its place. The commands of each run side by side: the slowest takes
as long as all.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

PATIENCE = 240  # seconds
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


class Installed:
    """An environment, and a folder away from the checkout in which its commands are tried."""

    def __init__(self, place: Path, work: Path) -> None:
        programs = place / ("Scripts" if os.name == "nt" else "bin")
        self.python, self.command, self.work = programs / "python", programs / "rencounter", work
        work.mkdir()
        ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
        self.env = {name: value for name, value in os.environ.items() if name not in ours}
        self.env |= {"JUPYTER_CONFIG_DIR": str(work / "config"), "JUPYTER_DATA_DIR": str(work / "data")}
        self.env |= {"JUPYTER_RUNTIME_DIR": str(work / "runtime"), "IPYTHONDIR": str(work / "ipython")}

    def said(self, *words: str | Path, env: dict[str, str] | None = None) -> str:
        """What a program prints; it must end well."""
        command, options = list(map(str, words)), {"cwd": self.work, "env": env or self.env}
        done = subprocess.run(command, **options, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
        return done.stdout

    def asks(self, wanted: str, *words: str) -> None:
        """A command of ours prints what is wanted."""
        printed = self.said(self.command, *words)
        assert wanted in printed, f"rencounter {' '.join(words)} must print {wanted!r}; it prints\n{printed}"

    def verifies(self) -> None:
        """A new game holds together."""
        self.said(self.command, "new", "ford")
        self.asks("No faults.", "verify", "ford")

    def packs(self) -> None:
        """The whole workbook is one file, made without Node.js."""
        alone = {**self.env, "PATH": str(self.python.parent)}
        self.said(self.command, "pocket", "-o", "rencounter.html", env=alone)
        assert (self.work / "rencounter.html").stat().st_size > 5_000_000

    def serves(self, *words: str) -> None:
        """A server starts, and answers."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        log = self.work / f"{words[0]}.log"
        with log.open("w") as written:
            command = [str(self.command), *words, "--no-browser", f"--port={port}"]
            server = subprocess.Popen(command, cwd=self.work, env=self.env, stdout=written, stderr=written)
            try:
                answer = self._answer(server, f"http://127.0.0.1:{port}/")
            finally:
                server.terminate()
                server.wait(30)
        assert answer in (200, 403), f"rencounter {words[0]} must answer; it says\n{log.read_text()}"

    def _answer(self, server: subprocess.Popen[bytes], address: str) -> int:
        """The status with which a server answers, once it does; 403 from one that asks for its token."""
        for _ in range(4 * PATIENCE):
            try:
                return int(urllib.request.urlopen(address, timeout=30).status)
            except urllib.error.HTTPError as refused:
                return refused.code
            except OSError:
                if server.poll() is not None:
                    break
                time.sleep(0.25)
        return 0

    def works(self) -> None:
        """All commands, side by side."""
        place = self.said(self.python, "-c", "import rencounter_kit as rk; print(rk.__file__)")
        assert str(self.python.parent.parent) in place, f"the package must be that of the environment; it is {place}"
        tried = (
            self.packs,
            partial(self.serves, "app"),
            partial(self.serves, "lab", "pages"),
            self.verifies,
            partial(self.asks, "4d6", "dice", "4d6 drop lowest"),
        )
        with ThreadPoolExecutor(len(tried)) as side_by_side:
            for done in [side_by_side.submit(one) for one in tried]:
                done.result()


def main(folder: Path) -> None:
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary) / "environment"
        venv.create(place)
        for built, how in ((f"{wheel}[app]", ("--no-compile",)), (str(archive), ("--no-deps", "--force-reinstall"))):
            installed = Installed(place, Path(temporary) / Path(built).suffix.strip(".[ap]"))
            installed.said(sys.executable, *PIP, "--python", installed.python, "install", *how, built)
            installed.works()
            print(f"{Path(built).name}: installed, and its commands run away from the checkout")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
