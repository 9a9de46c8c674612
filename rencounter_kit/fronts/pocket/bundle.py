"""Several modules of script as one: a file imports names from files beside it, and no two files use one name for two
things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from graphlib import TopologicalSorter

_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w-]+)\.js';\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.M)
_TOP = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.M)
_LIBRARY = re.compile(r"export\{([^}]*)\};?\s*(?://# sourceMappingURL=\S*\s*)?$")


def library(text: str, *names: str) -> str:
    """A module of somebody else, as constants of these names; its own names stay inside."""
    match = _LIBRARY.search(text)
    if match is None:
        raise ValueError("a library must end with what it exports")
    exported = dict(pair.split(" as ")[::-1] for pair in match[1].split(","))
    inside = text[: match.start()]
    exports = ", ".join(f"{name}: {exported[name]}" for name in names)
    return f"const {{ {', '.join(names)} }} = (() => {{\n{inside}\nreturn {{ {exports} }};\n}})();\n"


def bundled(modules: Mapping[str, str], library_name: str = "", library_text: str = "") -> str:
    """The modules as one text, each after those that it imports.

    library_text : one that stands before them.

    >>> print(bundled({"b": "import { one } from './a.js';\\nalert(one);\\n", "a": "export const one = 1;\\n"}))
    const one = 1;
    <BLANKLINE>
    alert(one);
    <BLANKLINE>
    """
    graph = {name: {one for one in _IMPORT.findall(text) if one != library_name} for name, text in modules.items()}
    order = list(TopologicalSorter(graph).static_order())
    parts = {name: _EXPORT.sub("", _IMPORT.sub("", modules[name])) for name in order}
    homes: dict[str, str] = {}
    for name, text in parts.items():
        for top in _TOP.findall(text):
            if homes.setdefault(top, name) != name:
                raise ValueError(f"a name must be in one file only; got {top} in {homes[top]}.js and {name}.js")
        if left := re.search(r"^(?:import|export)\b.*", text, re.M):
            raise ValueError(f"{name}.js must import and export as the others; got {left[0]}")
    return "\n".join([*([library_text] if library_text else []), *parts.values()])


def reached(name: str, text_of: Callable[[str], str], library_name: str = "") -> dict[str, str]:
    r"""A module and all that it imports, by name.

    >>> modules = {"a": "import { b } from './b.js';\nb();\n", "b": "export const b = 1;\n", "c": ""}
    >>> list(reached("a", modules.__getitem__))
    ['a', 'b']
    """
    modules: dict[str, str] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in modules and one != library_name:
            modules[one] = text_of(one)
            waiting += _IMPORT.findall(modules[one])
    return modules


def of_window(name: str, module: str) -> str:
    r"""A module that imports nothing, for a page of which the script is no module: what it exports, below a name.

    >>> print(of_window("ours", "const one = 1;\nexport const two = one + 1;\n"))
    window.ours = (() => {
    const one = 1;
    const two = one + 1;
    return { two };
    })();
    """
    exported = [line for line in module.splitlines() if _EXPORT.match(line)]
    names = [match[1] for line in exported if (match := _TOP.match(_EXPORT.sub("", line)))]
    return f"window.{name} = (() => {{\n{_EXPORT.sub('', module).strip()}\nreturn {{ {', '.join(names)} }};\n}})();"
