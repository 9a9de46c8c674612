"""What a typed or pasted text means, whoever typed it where: signs, spaces and ends of lines first."""

from __future__ import annotations

import re

_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NOTHING = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")  # what has no width
_DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"  # as PDFs and word processors write a minus
_SIGN = re.compile(rf"((?:^|[=\[,(]|\.\.)[ ]*)([-+{_DASHES}])[ ]*(?=\d)", re.MULTILINE)
_SPAN = re.compile(r"(-?\d{1,6})\s*(?:-|to)\s*(-?\d{1,6})", re.ASCII)  # a range as people write it
_LITERAL = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#.*|[^"'#]+""")  # words in quotes, a remark, or neither
_UNUSUAL = re.compile(r"[^\n -~]|[-+] ")
_CURLY = re.compile('[\u201c-\u201e]([^"\u201c-\u201e\n]*)[\u201c\u201d]')


def cleaned(text: str) -> str:
    """What is typed into a field, in the signs of the keyboard: whatever looks like a minus is one, whatever looks like a
    space is one, and what cannot be seen is left out.

    >>> cleaned("\\u22123"), cleaned("\\u00a0- 3 "), cleaned("3\\u20137")
    ('-3', '-3', '3-7')
    """
    return _signed(re.sub(f"[{_DASHES}]", "-", _seen(text))).strip()


def cleaned_lines(text: str) -> str:
    """The same for lines of rules, however they end. What stands in quotes or behind # is left as it is, and so is a
    dash that is no sign; curly quotes are straight ones.

    >>> cleaned_lines('long\\u00a0= \\u2212 3\\rnote = "3\\u20134 men"')
    'long = -3\\nnote = "3\\u20134 men"'
    >>> cleaned_lines("skill_roll = \\u201cless_than\\u201d")
    'skill_roll = "less_than"'
    """
    if not _UNUSUAL.search(text):
        return text
    text = re.sub("\r\n?", "\n", text).removeprefix("\ufeff")
    return _LITERAL.sub(lambda part: part[0] if part[0][0] in "\"'#" else _plain(part[0]), text)


def span_hint(text: str) -> str:
    """What to write instead, where a range is meant and has a dash in it.

    >>> span_hint("5-7"), span_hint("5 \u2013 7"), span_hint("-5")
    ('; try 5..7', '; try 5..7', '')
    """
    span = _SPAN.fullmatch(cleaned(text))
    return f"; try {span[1]}..{span[2]}" if span else ""


def _plain(text: str) -> str:
    """A stretch of lines without quotes and remarks."""
    return _CURLY.sub(r'"\1"', _signed(_seen(text)))


def _seen(text: str) -> str:
    """With plain spaces, and without what cannot be seen."""
    return _NOTHING.sub("", _SPACES.sub(" ", _ENDS.sub("\n", text)))


def _signed(text: str) -> str:
    """Each sign as the keyboard has it, and next to its number."""
    return _SIGN.sub(lambda sign: sign[1] + ("+" if sign[2] == "+" else "-"), text)
