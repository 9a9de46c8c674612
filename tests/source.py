"""What stands in files of Python, read once for all tests."""

import ast
from functools import cache


@cache
def nodes(file):
    """All that a file is made of."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@cache
def written(file):
    """The pieces of text in a module, but those that explain it: the line of each, and the text."""
    explained = {node.value for node in nodes(file) if isinstance(node, ast.Expr)}
    texts = (node for node in nodes(file) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [(node.lineno, node.value) for node in texts if node not in explained]
