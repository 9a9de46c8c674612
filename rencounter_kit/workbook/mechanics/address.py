"""Lines that are sent: a link, a command or a call of Python. All say the same: a kind of page, what it is of, values
by name, and house rules.

Every address is written and read here, those of the app, of the lab and of the pocket edition; each kind of page reads
its own values.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from ...engine.words.errors import RuleError
from ...engine.words.typed import command_line, meant
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text
from ..rulebook.text import Value

CHECK, FLOW, DICE, EVENING, SEED, MEETING = KINDS = ("check", "flow", "dice", "evening", "seed", "meeting")
RULES = "rules"  # brings house rules
OUTCOME, ROSTER = "outcome", "roster"  # of a meeting: what is asked, and the code of the men
IN_FORCE = "inforce"  # house rules that hold on every page of the app, a code for each game
TOKEN = "token"  # noqa: S105, the name of what only lets one in
LONGEST = 20_000  # letters of a line
FORMS = "a link, a command or Python"  # of a line
_NUMBER_OF_DICE = re.compile(r"([A-Za-z][\w.]*)=([\w.,\- ]+)")
_ELSEWHERE = ("--game", "--python")  # options of a command: what they name is here already
_LINK = re.compile(
    r"[a-z]+://[^\s<>]+|(?:\A[\s(<]*|(?<![^\s(<])[#?](?:[^\s<>]*&)?)(?:check|dice|flow|meeting)(?:=|%3D)[^\s<>]+",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"""rencounter\s+[a-z]+\s|[\w.]+\(\s*[\["']""")
_CLOSES = {")": "(", "]": "[", "}": "{", '"': '"', "'": "'", "\u201d": "\u201c", "\u2019": "\u2018"}


class SentLine(NamedTuple):
    """What a line says.

    kind : of page, one of ``KINDS``.
    of : the id of a check (of a meeting too) or flow, lines of dice, the list of an evening, a seed.
    values : by name, as a link or command has them or as Python's own.
    rules : house rules in order.
    text : the line itself.
    """

    kind: str
    of: list[Any]
    values: dict[str, Value]
    rules: list[str]
    text: str
    is_link: bool = False

    @property
    def id(self) -> str:
        """The one thing that it is of; empty where there is none, or several."""
        return str(self.of[0]) if len(self.of) == 1 else ""

    def without_foreign(self, names: Collection[str], spelling: Spelling = AS_WRITTEN) -> tuple[dict[str, Value], str]:
        """The values without what other sites put into a link, and a sentence that says so.

        names : the names that mean something here.
        """
        ours = [*names, RULES]
        foreign = [
            n
            for n in self.values
            if self.is_link and meant(n, names, spelling=spelling) is None and _is_foreign(n, ours)
        ]
        return {name: value for name, value in self.values.items() if name not in foreign}, left_out(foreign)


def left_out(names: Sequence[str]) -> str:
    """A sentence about what a link says that means nothing; empty for nothing."""
    return f"Left out of the link, as this panel does not use it: {as_text(', '.join(names))}." if names else ""


def _is_foreign(name: str, ours: Iterable[str]) -> bool:
    """Does a name in a link come from a site that it went through? It does not where it could be a slip of ours."""
    return name.startswith("utm_") or not get_close_matches(name, ours, n=1, cutoff=0.75)


# Written --------------------------------------------------------------------------------------------------------------


def text_of(value: Value) -> str:
    """A value as one writes it in a command or an address."""
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(text_of, value))}]"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def quoted(pairs: Sequence[tuple[str, str]]) -> str:
    """Names and values as they stand in an address."""
    return urlencode(pairs, safe="[],")


def written(kind: str, of: str | Sequence[str], values: Mapping[str, Value] | None = None, lines: str = "") -> str:
    """What stands in an address behind its ? or #.

    lines : house rules.

    >>> written("check", "rencounter.fire", {"skill": 9, "layers": ["padded", "mail"]}, "fire.range.long = -3")
    'check=rencounter.fire&skill=9&layers=[padded,mail]&rules=fire.range.long+%3D+-3'
    >>> written("dice", ["2d6 + 1", "d6!"])
    'dice=2d6+%2B+1&dice=d6%21'
    """
    pairs = [(kind, one) for one in ([of] if isinstance(of, str) else of)]
    pairs += [(name, text_of(value)) for name, value in (values or {}).items()]
    return quoted([*pairs, *([(RULES, lines)] if lines else [])])


# Read -----------------------------------------------------------------------------------------------------------------


def read(line: str, example: str = "", form: str = FORMS) -> SentLine:
    """What a line says; ``RuleError`` where it is none, or gives a value twice.

    form, example : how one looks.

    >>> read("rencounter check rencounter.fire skill=9").values, read("rk.dice('3d6', 'd20')").of
    ({'skill': '9'}, ['3d6', 'd20'])
    >>> read("hello, see http://localhost/page?fbclid=x&check=rencounter.fire&skill=9.").id
    'rencounter.fire'
    """
    try:
        if len(line) > LONGEST:
            raise ValueError
        return _form(line)(line)
    except RuleError:
        raise
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise no_line(line, example, form) from None


def read_of(line: str | SentLine, id: str, example: str, form: str = FORMS) -> SentLine:
    """The same of a line that must be of one check or flow."""
    line_read = read(line, example, form) if isinstance(line, str) else line
    if len(line_read.text) > LONGEST or (len(line_read.of) > 1 and line_read.kind != DICE):
        raise no_line(line_read.text, example, form)
    if line_read.id != id:
        raise RuleError(
            f"a line to paste here must be for {id}; got one for {as_text(', '.join(map(str, line_read.of)))}; "
            f"every_check finds its panel"
        )
    return line_read


def no_line(line: str, example: str, form: str = FORMS) -> RuleError:
    """What is said of a line that is none of the right form."""
    return RuleError(f"a line to paste must be {form}; got {as_text(line)}; try such as {example}")


def id_in(line: str) -> str:
    """The id of the check or flow that a line is of, empty where it is none."""
    try:
        line_read = read(line)
    except RuleError:
        return ""
    return line_read.id if line_read.kind in (CHECK, FLOW) else ""


def _link_in(text: str) -> str:
    """The first link in a text, "" where there is none; whatever stands in a command or a call is part of that."""
    match = None if _COMMAND.match(command_line(text)) else _LINK.search(text)
    return match[0] if match else ""


def _form(line: str) -> Callable[[str], SentLine]:
    """What reads such a line."""
    if _link_in(line):
        return of_link
    return _of_python if "(" in command_line(line).partition("=")[0] else _of_command


def of_link(line: str) -> SentLine:
    """What a link says."""
    values_of = link_settings(line)
    values_of.pop(TOKEN, None)
    rules, kind = values_of.pop(RULES, []), next((kind for kind in KINDS if kind in values_of), "")
    of = values_of.pop(kind, [])
    return SentLine(
        kind, of, {name: values if values[1:] else values[0] for name, values in values_of.items()}, rules, line, True
    )


def link_settings(link: str) -> dict[str, list[str]]:
    """What a link, or the part of it from ? or # on, asks for: the different values of each name, however a chat or a
    mail has dressed it, with words around it, ``&amp;`` for &, = written as %3D, or a bracket or full stop behind it.
    What stands behind # counts alone where that and what stands before it name a kind of page.

    >>> link_settings("(see http://localhost/fire?check=rencounter.fire&amp;skill=9).")
    {'check': ['rencounter.fire'], 'skill': ['9']}
    >>> link_settings("hits 1 time in 2: #check%3Drencounter.fire%26skill%3D9")
    {'check': ['rencounter.fire'], 'skill': ['9']}
    """
    plain = re.sub(r"!+(?=\W*$)", "", re.sub("&(?:(?:amp|#38|#x26);)+", "&", _link_in(link)))
    parts = urlsplit(plain if "://" in plain else "?" + re.sub(r"^[?#(<\s]+", "", plain))
    query, behind = (_pairs(part) for part in (parts.query, parts.fragment))
    texts_of: dict[str, list[str]] = {}
    for name, value in behind if _names_kind(query) and _names_kind(behind) else query + behind:
        values = texts_of.setdefault(name, [])
        if (bare := _undressed(value)) not in values or name == DICE:
            values.append(bare)
    return texts_of


def _pairs(part: str) -> list[tuple[str, str]]:
    plain = part if "=" in part else unquote(part)
    return parse_qsl(plain, keep_blank_values=True) if "=" in plain else []


def _names_kind(pairs: Iterable[tuple[str, str]]) -> bool:
    return any(name in KINDS for name, _ in pairs)


def _undressed(value: str) -> str:
    """Without what a sentence puts behind a link."""
    while value and (value[-1] in ".\u2026,;:?>*~|`" or (value[-1] in _CLOSES and _is_open(value))):
        value = value[:-1]
    return value


def _is_open(value: str) -> bool:
    """Does a text end with a bracket or quote that nothing in it opens?"""
    opens, closes = _CLOSES[value[-1]], value[-1]
    return bool(value.count(closes) % 2) if opens == closes else value.count(closes) > value.count(opens)


def _of_command(line: str) -> SentLine:
    """Words such as ``rencounter check rencounter.fire skill=9`` or ``rencounter dice 3d6``."""
    words, rules, option = list[str](), list[str](), f"--{RULES}"
    following = iter(shlex.split(command_line(line)))
    for word in following:
        name, equals, value = word.partition("=")
        if name in _ELSEWHERE:
            value or next(following, "")
        elif name != option:
            words.append(word)
        elif equals or (value := next(following, "")):
            rules.append(value)
        else:
            raise ValueError
    if words[:2] == ["rencounter", DICE]:
        numbers: dict[str, tuple[str, Value]] = {
            word: (match[1], match[2]) for word in words[2:] if (match := _NUMBER_OF_DICE.fullmatch(word))
        }
        lines = [word for word in words[2:] if word not in numbers]
        return SentLine(DICE, lines, dict(numbers.values()), rules, line)
    (of,) = [word for word in words if "." in word.partition("=")[0]]
    return SentLine(CHECK, [of], _each_once(word.split("=", 1) for word in words[words.index(of) + 1 :]), rules, line)


def _of_python(line: str) -> SentLine:
    """A call such as ``rk.check("rencounter.fire", skill=9)``, of which nothing is executed."""
    call = ast.parse(command_line(line), mode="eval").body
    if not isinstance(call, ast.Call):
        raise ValueError
    of, keywords = list(map(ast.literal_eval, call.args)), _each_once((one.arg, one.value) for one in call.keywords)
    if re.search(r"\b(your_)?dice$", ast.unparse(call.func)):
        more = ast.literal_eval(keywords.pop(None, ast.Dict([], [])))
        return SentLine(DICE, of, {name: ast.literal_eval(value) for name, value in keywords.items()} | more, [], line)
    if None in keywords or len(of) != 1:  # **values
        raise ValueError
    rules = list[str]()
    if ours := keywords.pop(RULES, None):
        if not isinstance(ours, ast.Call):
            raise ValueError
        (lines,) = map(ast.literal_eval, ours.args)
        rules.append(str(lines))
    return SentLine(CHECK, of, {name: ast.literal_eval(value) for name, value in keywords.items()}, rules, line)


def _each_once(pairs: Iterable[Sequence[Any]]) -> dict[Any, Any]:
    """Values by name; ``RuleError`` for a name that comes again."""
    by_name: dict[Any, Any] = {}
    for name, value in pairs:
        if name in by_name:
            raise RuleError(f"each parameter must be given once; got {as_text(name)} twice; leave one out")
        by_name[name] = value
    return by_name
