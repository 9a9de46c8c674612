"""Which tests try more in ``make test-long`` than in ``make test``: it runs these alone.

A test is one of them if it is marked as long, or draws by hypothesis, or anything that it names rests on how many are
tried (`tests.situations.tries`), be it named in its parameters, in a fixture or in another file of the tests.
"""

import ast
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).parent.parent
DRAWN = {("tests.situations", "LONG"), ("hypothesis", "given")}


def names_in(node):
    """All names that a piece of code mentions, those of its arguments among them: these may be fixtures."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield one.id
        elif isinstance(one, ast.arg):
            yield one.arg


def bound(node):
    """The names that a statement at the top of a file binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]


def file_of(module):
    """The file of a module of the tests, if it is one."""
    path = ROOT.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@cache
def module_names(module):
    """What each name at the top of a module rests on: names there, or (module, name) elsewhere."""
    names, file = {}, file_of(module)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            for one in node.names:
                whole = f"{source}.{one.name}"  # a module: all in it
                within = module_names(whole) if whole.startswith("tests.") and file_of(whole) else ()
                used = {(whole, name) for name in within} or {(source, one.name)}
                names.setdefault(one.asname or one.name, set()).update(used)
        else:
            used = {(module, name) for name in names_in(node)}
            for name in bound(node):
                names.setdefault(name, set()).update(used)
    return names


def rests_on(start):
    """All that a name of a module rests on, near and far."""
    met, waiting = set(), [start]
    while waiting:
        module, name = one = waiting.pop()
        if one not in met:
            met.add(one)
            if module.startswith("tests") and file_of(module):
                waiting += module_names(module).get(name, ())
    return met


@cache
def draws(module, name):
    """Does a test, or a class of tests, draw how many it tries?"""
    return not DRAWN.isdisjoint(rests_on((module, name)))


def differs(item):
    """Does a test try more in the long profile?"""
    if item.get_closest_marker("long"):
        return True
    path = item.path.resolve()
    if item.originalname is None or not path.is_relative_to(ROOT / "tests"):
        return False  # an example in a docstring
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return draws(module, item.cls.__name__ if item.cls else item.originalname)
