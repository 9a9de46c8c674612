"""A stranger's folder with everything that a program of ours, or one that it starts, might load from there, watched for
what is opened.
"""

import ctypes
import os
import struct
from contextlib import contextmanager
from pathlib import Path

RUNS = "from pathlib import Path\nPath(r'{said}').touch()\n"
_OPENED, _FOLDER = 0x20, 0x40000000  # signs of inotify
_EVENT = struct.Struct("iIII")
_MODULES = (  # of Python's library, of the libraries that are here, of ones that are not, and of ours
    *(
        "random",
        "tempfile",
        "json",
        "types",
        "sitecustomize",
        "usercustomize",
        "conftest",
        "setup",
        "multiprocessing",
        "pip",
    ),
    *(
        "numpy",
        "pandas",
        "matplotlib",
        "tornado",
        "jinja2",
        "ipykernel",
        "IPython",
        "jedi",
        "voila",
        "rencounter_kit",
        "lark",
    ),
    *("bottleneck", "numexpr", "appnope", "gi", "openpyxl", "distributed", "cairo", "nbformat", "main", "ford"),
)
_SETTINGS = (
    *(
        "jupyter_config",
        "jupyter_server_config",
        "jupyter_notebook_config",
        "jupyter_nbconvert_config",
        "jupyter_lab_config",
    ),
    *("jupyterlab_config", "labapp_config", "ipython_config", "ipython_kernel_config", "voila", "voila_config"),
)
_JSON = """{"ServerApp": {"kernel_manager_class": "evil.Evil"}, "VoilaConfiguration": {"file_allowlist": [".*"], "template": "evil"},
"IPKernelApp": {"exec_lines": ["open('json', 'w')"]}, "LabApp": {"app_dir": "."}, "base_template": "evil"}"""  # noqa: E501
_OTHERS = {
    "matplotlibrc": "backend: module://random\nfigure.facecolor: red\n",
    ".pdbrc": "!open('pdbrc', 'w')",
    ".env": "JUPYTER_TOKEN=evil\nPYTHONPATH=.",
    ".npmrc": "registry=http://127.0.0.1:9/\n",
    "package.json": '{"scripts": {"preinstall": "touch npm"}}',
    "pip.conf": "[global]\nindex-url = http://127.0.0.1:9/\n",
    "pyproject.toml.bak": "",
    "pyvenv.cfg": "home = .",
    "evil.pth": "import random",
    "._pth": "import random",
    "setup.cfg": "[metadata]\nname = evil\n",
    "jupyter_lite_config.json": _JSON,
    "jupyter-lite.json": _JSON,
    "overrides.json": _JSON,
    "page_config.json": _JSON,
    "labconfig/page_config.json": _JSON,
    "labconfig/default_setting_overrides.json": _JSON,
    "custom/custom.css": "* { display: none }",
    "custom/custom.js": "alert(1)",
    ".jupyter/jupyter_server_config.py": RUNS,
    ".jupyter/jupyter_server_config.json": _JSON,
    ".ipython/profile_default/startup/00.py": RUNS,
    "profile_default/ipython_config.py": RUNS,
    "profile_default/startup/00.py": RUNS,
    "startup/00.py": RUNS,
    "jupyter_server_config.d/evil.json": _JSON,
    "jupyter_config.d/evil.json": _JSON,
    "etc/jupyter/jupyter_server_config.d/evil.json": _JSON,
    "share/jupyter/voila/templates/evil/conf.json": _JSON,
    "share/jupyter/voila/templates/rencounter/index.html.j2": "{{ 7 * 7 }}",
    "share/jupyter/kernels/python3/kernel.json": '{"argv": ["touch", "kernel"], "display_name": "Python 3", '
    '"language": "python"}',
    "kernels/python3/kernel.json": '{"argv": ["touch", "kernel"], "display_name": "Python 3", "language": "python"}',
    "voila/templates/rencounter/index.html.j2": "{{ 7 * 7 }}",
    "nbconvert/templates/lab/index.html.j2": "{{ 7 * 7 }}",
    "templates/lab/index.html.j2": "{{ 7 * 7 }}",
    "lab/index.html.j2": "{{ 7 * 7 }}",
    "lab/conf.json": _JSON,
    "labextensions/evil/package.json": _JSON,
    "node_modules/pyright/langserver.index.js": "require('fs').writeFileSync('node', '')",
    "node_modules/typescript-language-server/lib/cli.js": "require('fs').writeFileSync('node', '')",
    "presets/ford.toml": "[evil]\ncheck = 'shoot'\n",
    "examples/ford.toml": "[shoot.evil]\n",
    "data/ford.toml": "title = 'evil'",
    "handouts/ford.toml": "title = 'evil'",
    "evil.png": "a picture",
    "start_here.ipynb": "{}",
    "rencounter-pages/bottleneck.py": RUNS,
    "rencounter-pages/matplotlibrc": "backend: module://random\n",
    ".rencounter-pages.json": "{}",
}


def lay_traps(folder, values):
    """Lay into a folder whatever might be loaded from there; each Python among it leaves the file ``values`` when it is
    run.
    """
    for name in _MODULES:
        (folder / f"{name}.py").write_text(RUNS.format(said=values))
    for name in _SETTINGS:
        (folder / f"{name}.py").write_text(RUNS.format(said=values))
        (folder / f"{name}.json").write_text(_JSON)
    for name, text in _OTHERS.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("{said}", str(values)) if text is RUNS else text)


class Watched:
    """Which files of a folder, and of those in it, any process has opened."""

    def __init__(self, folder):
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._stream = self._libc.inotify_init1(os.O_NONBLOCK)
        self._places = {}
        for place in (folder, *(one for one in folder.rglob("*") if one.is_dir())):
            number = self._libc.inotify_add_watch(self._stream, os.fsencode(place), _OPENED)
            assert number > 0, os.strerror(ctypes.get_errno())
            self._places[number] = place.relative_to(folder)

    def opened(self):
        """Their names, and forget them."""
        paths = set()
        while content := self._read():
            while content:
                place, kind, _, length = _EVENT.unpack_from(content)
                name = content[_EVENT.size : _EVENT.size + length].rstrip(b"\0").decode()
                content = content[_EVENT.size + length :]
                if not kind & _FOLDER and name:
                    paths.add((self._places[place] / name).as_posix())
        return paths

    def _read(self):
        try:
            return os.read(self._stream, 1 << 16)
        except BlockingIOError:
            return b""

    def close(self):
        os.close(self._stream)


@contextmanager
def watched(folder):
    """What is opened in a folder meanwhile."""
    one = Watched(Path(folder))
    try:
        yield one
    finally:
        one.close()
