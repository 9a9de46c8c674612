"""What is wrong with a line that TOML does not take, in words for who wrote it: what must be how, and what to write
instead.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ...engine.dice.notation import notation
from ...engine.words.wording import as_text

_TEXT = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_ROUND = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"'})
_PAIRS = {"[": "]", "{": "}", "(": ")"}
_NAME = r"[A-Za-z_][\w.-]*"
_WORDS = {"yes": "true", "no": "false", "on": "true", "off": "false", "true": "true", "false": "false"}
SEVERAL = ("layer", "example")  # what stands below headings in two brackets
_LETTERS = str.maketrans(
    {"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue", "\u00df": "ss", "\u00e6": "ae", "\u00f8": "oe", "\u00e5": "aa"}
)
_REMARK = re.compile(r"\s*(//|--|;|%)")


def slip(text: str, number: int, error: str) -> tuple[int, str]:
    """The line at fault, from 1, and the rest of the sentence.

    number : the line at which the reader of TOML stopped, with this error.

    >>> slip('[shooting]\\nneeded 8', 2, "Expected '=' after a key in a key/value pair")
    (2, 'a name and its value must have = between them; got needed 8; write needed = 8')
    """
    lines = text.splitlines() or [""]
    number = min(max(number, 1), len(lines))
    line = lines[number - 1].strip()
    if re.search(r"overwrite|twice|immutable|Duplicate|already", error):
        return number, _twice(lines, number)
    if "nterminated" in error or "nclosed" in error or "end of document" in error:
        number, line = _opened(lines, number)
    what = error.partition(" (at ")[0]
    message = _heading(line) if re.match(r"[\[(]|\{\s*\w", line) else _over_lines(lines, number) or _line(line)
    return number, message or (
        f"a line must be name = figure, or a heading such as [fire]; got {as_text(line)}: {what[:1].lower()}{what[1:]}"
    )


def _twice(lines: list[str], number: int) -> str:
    """What stands there already, and where."""
    line = lines[number - 1].strip()
    heading = line.startswith("[")
    name = re.sub(r"\s", "", line.partition("#")[0]) if heading else line.partition("=")[0].strip()
    for above in range(number - 1, 0, -1):
        one = lines[above - 1].strip()
        if (re.sub(r"\s", "", one.partition("#")[0]) if heading else one.partition("=")[0].strip()) == name:
            return (
                f"{'a heading' if heading else 'a name below a heading'} must be given once; got {as_text(name)} "
                f"again, which is in line {above} already; leave one out"
            )
        if one.startswith("[") and not heading:
            break
    if heading and (bare := name.strip("[]")) in SEVERAL:
        single = next((n for n, one in enumerate(lines, 1) if re.sub(r"\s", "", one) == f"[{bare}]"), number)
        return (
            f"each {bare} must be below a heading of its own in double brackets; got [{bare}] in line "
            f"{single}; write [[{bare}]]"
        )
    if heading:
        return f"a heading must be given once, and not be a name that has a value; got {as_text(name)}; leave one out"
    return f"a name must be given once; got one again in {as_text(line)}; leave one out"


def _opened(lines: list[str], number: int) -> tuple[int, str]:
    """The line in which something begins that has no end: the one at fault, or one above it."""
    triple = [n for n, line in enumerate(lines[:number], 1) if (line.count('"""') + line.count("'''")) % 2]
    if len(triple) % 2:
        return triple[-1], lines[triple[-1] - 1].strip()
    for above in range(number, 0, -1):
        line = lines[above - 1].strip()
        if _quotes(line) or _brackets(line):
            return above, line
        if line.startswith("[") and above < number:
            break
    return number, lines[number - 1].strip()


_ONLY_LETTERS = "a name may have only the letters a to z, digits and _"


def in_letters(name: str) -> str:
    """A name in the letters that names may have, at most 40; "" where that makes none.

    >>> in_letters("\u00fcberqueren"), in_letters("Gr\u00f6\u00dfe"), in_letters("se\u00f1al"), in_letters("\u4e2d\u6587")
    ('ueberqueren', 'groesse', 'senal', '')
    """  # noqa: E501
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    letters = re.sub(r"[^a-z0-9]+", "_", "".join(one for one in plain if not unicodedata.combining(one))).strip("_")[
        :40
    ]
    return letters if letters[:1].isalpha() else ""


def _in_letters(path: str) -> str:
    """What to write for names with dots between them; an example where that is not known."""
    plain = [in_letters(one) for one in path.split(".")]
    return f"{'write' if all(plain) else 'try'} {'.'.join(one or 'shoot' for one in plain)}"


def _over_lines(lines: list[str], number: int) -> str:
    """What is wrong with braces that are closed in a line further down."""
    line = lines[number - 1].strip()
    for further in lines[number:] if _brackets(line).endswith("} is missing for {") else []:
        if further.lstrip().startswith("["):
            break
        if further.count("}") > further.count("{"):
            return f"a table in braces must be on one line; got {as_text(line)}; write all of it on one line"
    return ""


def _heading(line: str) -> str:
    """What is wrong with a heading."""
    name = re.sub(r"\s*#.*", "", line).strip("[](){} ")
    if not name.isascii():
        start, plain = _in_letters(name).rsplit(" ", 1)
        return f"{_ONLY_LETTERS}; got {as_text(line)}; {start} {line.replace(name, plain)}"
    if not re.fullmatch(rf"{_NAME}(?:\s*\.\s*[\w-]+)*", name):
        return (
            f"a heading must be a name in brackets, words joined by dots and _; got {as_text(line)}; try [fire.range]"
        )
    several = line.startswith("[[") or name in SEVERAL
    right = f"[[{name}]]" if several else f"[{name}]"
    return f"a heading must have closed brackets; got {as_text(line)}; write {right}"


def _line(line: str) -> str:
    """What is wrong with a line that is no heading; "" for what is not known."""
    bare = _without_texts(line)
    name, equals, value = (part.strip() for part in line.partition("="))
    if remark := _REMARK.match(line):
        return f"a remark must begin with #; got {as_text(line)}; write # in place of {remark[1]}"
    if (plain := bare.translate(_ROUND)) != bare:
        mark = next(sign for sign, other in zip(bare, plain, strict=True) if sign != other)
        return f'words must be in straight quotes; got {mark} in {as_text(line)}; write "..."'
    if '"""' in bare or "'''" in bare:
        return (
            f"a text that begins with three quotes must end with three; got no others below {as_text(line)}; add "
            f'""" at its end'
        )
    if message := _quotes(line):
        return message
    if not equals or ("=" not in bare.partition("{")[0].partition("[")[0] and re.match(rf"{_NAME}\s*[:{{\[(]", line)):
        return _no_equals(line)
    if not name:
        return f"a name must come before =; got {as_text(line)}"
    if not name.isascii() and '"' not in name:
        return f"{_ONLY_LETTERS}; got {as_text(name)}; {_in_letters(name)} = {value}"
    if not re.fullmatch(r"""(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*""", name):
        return (
            f"a name before = must be one word, or words joined by dots or _; got {as_text(name)}; write "
            f"{as_text(_joined(name))} = ..."
        )
    if not value or value[0] == "#":
        return f"a value must come after =; got none after {as_text(name)}; try {as_text(name)} = 1"
    return _brackets(line) or _value(line, value)


def _quotes(line: str) -> str:
    """What is wrong where a quote is missing."""
    bare = _without_texts(line).partition("#")[0]
    if bare.count('"') + bare.count("'") == 0 or '"""' in bare or "'''" in bare:
        return ""
    value = line.partition("=")[2].strip()
    quote = '"' if '"' in bare else "'"
    if value.count(quote) == 1:
        which = f"the closing {quote} is missing" if value[:1] == quote else f"a {quote} is missing"
        return f"words must be between two quotes; got {as_text(line)}; {which}"
    return f"words must be between two quotes; got an odd number of {quote} in {as_text(line)}; one is missing"


def _no_equals(line: str) -> str:
    parts = re.match(rf"({_NAME})\s*:?\s*(.*)", line)
    if parts is None or not re.match(r"""[-+\d"'\[{]|true|false""", parts[2]):
        return f"a line must be a name, = and its value; got {as_text(line)}; try name = 1"
    return (
        "a name and its value must have = between them; "
        f"got {as_text(line)}; write {as_text(f'{parts[1]} = {parts[2]}')}"
    )


def _joined(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).strip("_")


def _brackets(line: str) -> str:
    """What is wrong where brackets do not pair."""
    value = _without_texts(line.partition("=")[2]).partition("#")[0]
    open_ = list[str]()
    for sign in value:
        if sign in _PAIRS:
            open_.append(sign)
        elif sign in _PAIRS.values():
            if not open_ or _PAIRS[open_[-1]] != sign:
                instead = (
                    f"{open_[-1]} is closed by {_PAIRS[open_[-1]]}" if open_ else "it closes nothing; leave it out"
                )
                return f"each bracket must be closed by one of its kind; got {sign} in {as_text(line)}; {instead}"
            open_.pop()
    if open_:
        return (
            f"each bracket must be closed by one of its kind; got {as_text(line)}; {_PAIRS[open_[-1]]} is "
            f"missing for {open_[-1]}"
        )
    return ""


def _value(line: str, value: str) -> str:
    """What is wrong with a value whose quotes and brackets pair."""
    bare = _without_texts(value)
    if "(" in bare:
        return f"a table must be in braces, a list in brackets; got ( in {as_text(line)}; write {{ ... }} or [ ... ]"
    if re.match(rf"\[\s*{_NAME}\s*=", bare):
        return f"names with values must be in braces; got [ in {as_text(line)}; write {{ ... }}"
    if re.search(r",\s*\}", bare):
        return f"there must be no comma before the closing brace; got {as_text(line)}; leave it out"
    if match := re.search(rf"(\w|TEXT|[\]}}])\s+({_NAME})\s*=", bare):
        return f"pairs in braces must have commas between them; got {as_text(line)}; add a comma before {match[2]}"
    if match := re.search(r"TEXT\s+TEXT", bare):
        return f"texts in a list must have commas between them; got {as_text(line)}; add one"
    if "TEXT" in bare and ("\\" in value or not value.isprintable()):
        return f"words in quotes must be plain characters, without a backslash \\; got {as_text(line)}; leave it out"
    if "=" in re.sub("[<>!]=", "", bare.partition("#")[0].partition("{")[0]):
        return f"a line must be one name, one = and one value; got {as_text(line)}; give each a line of its own"
    for one in _values(bare):
        if (instead := _WORDS.get(one.lower())) and one != instead:
            return f"true and false must be written so, in small letters without quotes; got {one}; write {instead}"
        if match := re.fullmatch(r"([-+])\s+(\d+)", one):
            return f"a number must follow its sign without a space; got {one}; write {match[1].strip('+')}{match[2]}"
        if match := re.fullmatch(r"([-+]?)0+(\d+)", one):
            return f"a number must begin without a 0; got {one}; write {match[1]}{match[2]}"
        if dice := notation(one):
            return f'dice must be in quotes; got {one}; write "{dice}"'
        if match := re.fullmatch(
            r"(-?\d*)(?:\s*\.\.\s*|(?<=\d)(?:[-\u2010-\u2015]| [-\u2010-\u2015] )(?=\d))(-?\d*)", one
        ):
            return f'a range must be in quotes; got {one}; write "{match[1]}..{match[2]}"'
        if match := re.fullmatch(r"(-?\d+)\s*(?:\+|or more|or less)", one):
            return f"a figure must be a number alone; got {one}; write {match[1]}, and >= or <= in the dice"
        if match := re.fullmatch(r"(-?\d+)\s+[A-Za-z%].*", one):
            return f"a number must be by itself; got {as_text(one)}; write {match[1]}"
        if re.match(r"[^\W\d_]", one) and one not in ("true", "false", "inf", "nan", "TEXT"):
            return f'words must be in quotes; got {as_text(one)}; write "{as_text(one)}"'
    return f"one number, true, false or words in quotes must come after =; got {as_text(value)}"


def _values(bare: str) -> Iterator[str]:
    """What stands between the signs of tables and lists."""
    for one in re.split(r"[,{}\[\]]", bare.partition("#")[0]):
        value = one.partition("=")[2] if "=" in one else one
        if value.strip():
            yield value.strip()


def _without_texts(line: str) -> str:
    """A line with the word TEXT in the place of each text in quotes, and of names in quotes."""
    return _TEXT.sub(lambda match: match[0] if match[0] in ('"""', "'''") else "TEXT", line)
