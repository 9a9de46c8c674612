"""Libraries that are fetched when they are first imported, as on the site of pages; here from a table of wheels."""

import ctypes
import importlib
import io
import sys
import zipfile
from types import SimpleNamespace

import pytest

from rencounter_kit.engine.work import on_demand as module
from rencounter_kit.engine.work.on_demand import OnDemand, on_demand


def wheel(name, text):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(f"{name}/__init__.py", text)
    return written.getvalue()


WHEELS = {
    "far.whl": wheel("rk_far", "import rk_near\nword = rk_near.word"),
    "near.whl": wheel("rk_near", "word = 'near'"),
}
LISTED = {
    "rk-far": {
        "imports": ["rk_far"],
        "depends": ["rk-near", "rk-base"],
        "file_name": "far.whl",
        "package_type": "package",
    },
    "rk-near": {"imports": ["rk_near"], "depends": ["rk-base"], "file_name": "near.whl", "package_type": "package"},
    "rk-base": {"imports": [], "depends": [], "file_name": "base.whl", "package_type": "package"},
}


@pytest.fixture
def site(tmp_path, monkeypatch):
    """What was fetched so far, and what is there besides."""
    fetched, there = [], {"rk-base"}

    def fetch(name):
        fetched.append(name)
        return WHEELS[name]

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(
        sys, "meta_path", [OnDemand(LISTED, there.__contains__, there.add, fetch, str(tmp_path)), *sys.meta_path]
    )
    yield fetched, there
    for name in ("rk_far", "rk_near"):
        sys.modules.pop(name, None)


def test_what_is_imported_comes_with_what_it_depends_on_and_only_then(site):
    fetched, there = site
    with pytest.raises(ImportError):
        importlib.import_module("rk_farther")
    assert fetched == []
    assert importlib.import_module("rk_far").word == "near"
    assert sorted(fetched) == ["far.whl", "near.whl"] and there == {"rk-base", "rk-far", "rk-near"}


def test_what_is_there_already_is_not_fetched(site):
    fetched, there = site
    there |= {"rk-far", "rk-near"}
    with pytest.raises(ImportError):
        importlib.import_module("rk_far")
    assert fetched == []


def test_what_others_look_for_is_loaded_for_all(site, monkeypatch, tmp_path):
    """As the algebra that SciPy is made with."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("libbase.so", "compiled")
    monkeypatch.setitem(WHEELS, "base.zip", archive.getvalue())
    monkeypatch.setitem(
        LISTED, "rk-base", {"imports": [], "depends": [], "file_name": "base.zip", "package_type": "shared_library"}
    )
    loaded = []
    monkeypatch.setattr(ctypes, "CDLL", lambda *arguments: loaded.append(arguments))
    site[1].clear()
    assert importlib.import_module("rk_near").word == "near"
    assert loaded == [(str(tmp_path / "libbase.so"), ctypes.RTLD_GLOBAL)]


class Request:
    """A browser's, which is answered at once; ``status`` : how."""

    status = 200

    def open(self, how, address, later):
        assert (how, later) == ("GET", False)
        self.name = address.removeprefix("site/")

    def send(self):
        self.response = SimpleNamespace(to_bytes=lambda: WHEELS[self.name])


@pytest.fixture
def pyodide(monkeypatch, tmp_path):
    """Pyodide in a browser, with this package loaded by it; what the finders are is put back."""
    api = SimpleNamespace(
        repodata_packages=SimpleNamespace(to_py=lambda: LISTED), config=SimpleNamespace(indexURL="site/")
    )
    there = SimpleNamespace(**{"rencounter-kit": "loaded", "rk-base": "loaded"})
    pyodide = SimpleNamespace(_api=api, loadedPackages=there)
    monkeypatch.setattr(module, "has_threads", lambda: False)
    monkeypatch.setitem(sys.modules, "pyodide_js", pyodide)
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(XMLHttpRequest=SimpleNamespace(new=Request)))
    monkeypatch.setattr("site.getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.syspath_prepend(tmp_path)
    yield pyodide
    for name in ("rk_far", "rk_near"):
        sys.modules.pop(name, None)


def test_on_the_site_what_is_imported_comes_from_there_and_pyodide_knows(pyodide):
    on_demand()
    assert importlib.import_module("rk_far").word == "near"
    assert vars(pyodide.loadedPackages).keys() == {"rencounter-kit", "rk-base", "rk-near", "rk-far"}


def test_what_the_site_does_not_give_is_named(pyodide, monkeypatch):
    monkeypatch.setattr(Request, "status", 404)
    on_demand()
    with pytest.raises(ImportError, match=r"near\.whl must be on the site; got status 404"):
        importlib.import_module("rk_far")


def test_a_pyodide_without_libraries_is_left_alone(pyodide):
    """As in the pocket edition, whose Pyodide is another."""
    before = [*sys.meta_path]
    del pyodide._api
    delattr(pyodide.loadedPackages, "rencounter-kit")
    on_demand()
    assert sys.meta_path == before


def test_outside_a_browser_nothing_changes():
    before = [*sys.meta_path]
    on_demand()
    assert sys.meta_path == before
