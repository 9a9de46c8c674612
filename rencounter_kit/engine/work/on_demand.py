"""On the site of pages, where Python runs in the browser, a large library is fetched when it is first imported: what is
shown first needs few.
"""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from .later import has_threads

_OURS = "rencounter-kit"


class OnDemand(MetaPathFinder):
    """Puts a package, and those that it depends on, where Python looks for it, as soon as it is imported.

    listed : the packages, as the lock file has them.
    there : is this one here?
    came : is told of each that was not.
    fetch : what stands in a file of the site, at once and not later.
    folder : where Python looks.
    """

    def __init__(
        self,
        listed: Mapping[str, Any],
        there: Callable[[str], bool],
        came: Callable[[str], object],
        fetch: Callable[[str], bytes],
        folder: str,
    ) -> None:
        self._listed, self._there, self._came, self._fetch, self._folder = listed, there, came, fetch, folder
        self._provider = {name: package for package, entry in listed.items() for name in entry["imports"]}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Nothing: Python's own finders, which come next, find the package where it has been put."""
        if path is None and name in self._provider:
            self._bring(self._provider.pop(name))
        return None

    def _bring(self, package: str) -> None:
        if self._there(package):
            return
        self._came(package)
        for other in self._listed[package]["depends"]:
            self._bring(other)
        listed = self._listed[package]
        with zipfile.ZipFile(io.BytesIO(self._fetch(listed["file_name"]))) as archive:
            archive.extractall(self._folder)
            names = archive.namelist()
        if listed["package_type"] == "shared_library":
            import ctypes  # which the pocket edition does without

            for name in names:
                ctypes.CDLL(
                    str(Path(self._folder) / name), ctypes.RTLD_GLOBAL
                )  # what comes next looks for what is in it
        importlib.invalidate_caches()


def on_demand() -> None:
    """From now on libraries that the site has are fetched when they are imported; elsewhere nothing changes."""
    if has_threads():
        return
    try:
        pyodide: Any = importlib.import_module("pyodide_js")
    except ImportError:
        return
    loaded = pyodide.loadedPackages
    if not hasattr(loaded, _OURS):  # as in the pocket edition, which has no libraries
        return
    listed, address = pyodide._api.repodata_packages.to_py(), pyodide._api.config.indexURL
    from site import getsitepackages

    js: Any = importlib.import_module("js")

    def fetch(file_name: str) -> bytes:
        request = js.XMLHttpRequest.new()
        request.open("GET", address + file_name, False)
        request.responseType = "arraybuffer"
        request.send()
        if request.status >= 400:
            raise ImportError(f"{file_name} must be on the site; got status {request.status}; try again later")
        return bytes(request.response.to_bytes())

    def there(package: str) -> bool:
        return hasattr(loaded, package)

    def came(package: str) -> None:
        setattr(loaded, package, "default channel")  # so that Pyodide does not fetch it again

    sys.meta_path.insert(0, OnDemand(listed, there, came, fetch, getsitepackages()[0]))
