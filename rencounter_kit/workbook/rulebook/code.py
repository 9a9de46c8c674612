"""Rules as a code to send: their text, packed; and a code found again, whatever a chat or a mail program did to it."""

from __future__ import annotations

import base64
import re
import zlib

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned
from ...engine.words.wording import as_text
from .text import LONGEST_TEXT, tree_of

MARK = "rk1:"
_LIMIT = 4 * LONGEST_TEXT  # bytes of a text
_BODY = re.compile(r"[\w\s>|=-]*", re.ASCII)  # a code broken over lines, perhaps quoted with > or |
_ASIDE = re.compile(r"[\s>|=]+")
_LINE = re.compile(r"^[\s>|]*(\w+(?:\.\w+)+\s*=.*)$", re.ASCII | re.MULTILINE)  # that names a figure
_WIDE_DASH = re.compile("[\u2013\u2014]")  # as some programs write two hyphens


def packed(text: str) -> str:
    """A text as one word of letters, digits, - and _."""
    return MARK + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> list[str]:
    """The texts of the codes in a text, in order; the text itself where it holds none, or is rules already.

    Words may stand before a code and behind it. Bounded, however much a hostile code would unfold to. Raises
    ``RuleError`` for a code that is not whole, and where other lines of rules than its own stand beside it.

    >>> unpacked("Here are our rules: " + packed("fire.range.long = -3") + ". See you!")
    ['fire.range.long = -3']
    """
    if not isinstance(text, str) or MARK not in text or _is_rules(text):
        return [text]
    plain = cleaned(_WIDE_DASH.sub("--", text))
    bodies = [_BODY.match(plain, mark.end(), mark.end() + 2 * _LIMIT) for mark in re.finditer(MARK, plain)]
    texts = [_unfolded(_ASIDE.sub("", body[0])) for body in bodies if body]
    within = {line.strip() for text in texts for line in text.splitlines()}
    if line := next((line for line in _LINE.findall(plain) if line.strip() not in within), ""):
        raise RuleError(f"a code must be by itself or among words; got {as_text(line)} beside it; paste one at a time")
    return texts


def _is_rules(text: str) -> bool:
    """Is the mark only a word in lines that can be read as they are, a note or a name?"""
    try:
        return bool(tree_of(text))
    except RuleError:
        return False


def _unfolded(letters: str) -> str:
    """The text that the letters of a code begin with; what is packed says itself where it ends."""
    try:
        whole = letters[: len(letters) - (len(letters) % 4 == 1)]
        content = base64.b64decode(whole + "=" * (-len(whole) % 4), altchars=b"-_", validate=True)
        unfolding = zlib.decompressobj()
        text = unfolding.decompress(content, _LIMIT).decode()
        if unfolding.eof:
            return text
    except (zlib.error, ValueError):
        pass
    raise RuleError("This code is incomplete. Copy all of it.")
