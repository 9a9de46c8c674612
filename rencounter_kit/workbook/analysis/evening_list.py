"""What was thrown on an evening, as people write it down: a line each, or one line with commas between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from ...engine.dice.dist import Dist
from ...engine.notation.answer import answered
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, number
from ...engine.words.wording import as_text
from ..mechanics.check import Check
from ..mechanics.registry import checks
from ..rulebook.text import Value
from .measure import measure

LONGEST, MOST_THROWS, MOST_TRIES = 50_000, 500, 10_000  # signs of a list, what it may name, and tries of each
LONGEST_LINE = 1_000  # signs: where a name may end takes long to see in longer ones
MOST_KINDS = 30  # of dice and checks, each of which has to be followed
HOW = "3 of 8 at 5/12, 2 of 5 at 2d6 >= 9, or 9 on 2d6"

LINE_ENDS = re.compile("\r\n?|[\n\x0b\x0c\x85\u2028\u2029]")
_BULLET = re.compile(r"^\s*(?:[-*\u2013\u2022]|\d+[.)])\s+")
_NAME = r"(?:[^:]*[^\W\d][^:]*:\s*|(?:[^\W\d][\w'-]*[,;\s]+)*?)"  # whose it was, or what it was for
_COUNTED = r"(?P<happened>\d+)\s*(?:of|out of|in|from|/)\s*(?P<tries>\d+)(?P<words>(?:\s+[^\W\d]\w*)*?)"
_AT = r"(?:\s+(?:at|on|with)\s+|\s*[@:;,]\s*|\s+(?=[\d.]))"
_TOTALS = r"(?P<totals>-?\d+(?:(?:\s*[,;]\s*|\s+(?:and\s+)?)-?\d+)*)"
_FORMS = [
    re.compile(_NAME + form, re.IGNORECASE)
    for form in (
        rf"{_COUNTED}{_AT}(?P<at>.+)",
        r"(?P<happened>\d+)[,;\s]\s*(?P<tries>\d+)[,;\s]\s*(?P<at>[\d.][\d.,/ ]*%?)",
        rf"{_TOTALS}(?:\s+(?:on|with)\s+|\s*@\s*|[,;\s]\s*(?=\d*d[\d%{{f]))(?P<at>.+)",
        r"(?P<yes>yes|no)\s+(?:on|at|with)\s+(?P<at>.+)",
    )
]
_BEGINS = re.compile(
    rf"[,;]\s*(?={_NAME}(?:\d+\s*(?:of|out\s+of|in|from|/)\s*\d+{_AT.replace('@:;,', '@:')}"
    rf"|(?:-?\d+(?:\s+(?:and\s+)?-?\d+)*|yes|no)\s+(?:on|at|with)\s))",
    re.IGNORECASE,
)
_SIDE = re.compile(r"[,;\s]+(low|bad|low is good|high|good|high is good)$", re.IGNORECASE)
_DICE, _CHECK = re.compile(r"(?<![^\W\d])d\s*[\d%{f]", re.IGNORECASE), re.compile(r"[a-z_]+\.[a-z_]\w*")
_GOAL = re.compile(  # "d6 4+", "a 4+", "2d6 9 or more"
    r"(?:an?\s+)?(?:(?P<dice>\d*d\d+)\s+(?:at\s+|on\s+)?(?:an?\s+)?)?(?P<least>\d+)\s*(?:\+|or\s+(?:more|better|higher|up|above))",
    re.IGNORECASE,
)
_USUAL_DIE, _USUAL_FACES = "d6", 6  # a goal without dice, "4+", is one of a d6
_NUMBERS = re.compile(r"[-\d,;\s]*")
_COMMA = re.compile(r"\d*,\d+ ?%?")


class ListError(RuleError):
    """One sentence about a list of throws, with the line that it speaks of, and the place in its dice if
    there is one.
    """

    def __init__(self, sentence: str, line: int, marked: str = "") -> None:
        super().__init__(sentence)
        self.line, self.marked = line, marked


@dataclass(frozen=True)
class EveningThrows:
    """Throws of one kind, as a line of the list has them.

    line : where they stand, from 1.
    text : as they were written.
    happened : how often, or the total.
    tries : how many throws.
    at : what was thrown, as written.
    one : what may come of one of them; 0 or 1 where successes are ``counted``.
    low : is less better?
    about : what dice that may go on for ever leave out.
    """

    line: int
    text: str
    happened: int
    tries: int
    at: str
    one: Dist
    counted: bool
    low: bool
    about: str = ""


def read(text: str) -> tuple[list[EveningThrows], list[ListError]]:
    """The throws of a list, and what is wrong with the lines that cannot be read; ``RuleError`` for what is too long.

    Between whole lines, what stands behind # is a remark.

    >>> throws, wrong = read("Tom: 3 of 8 at 5/12, 9 on 2d6 # at last\\n\\n2;5;0,35\\nsix sixes")
    >>> [(one.line, one.happened, one.tries, str(one.one.mean)) for one in throws]
    [(1, 3, 8, '5/12'), (1, 9, 1, '7'), (3, 2, 5, '7/20')]
    >>> [error.line for error in wrong]
    [4]
    """
    if not isinstance(text, str):
        raise RuleError(f"an evening must be a text, a line for each kind of throw; got {as_text(text)}; try {HOW}")
    if len(text) > LONGEST:
        raise RuleError(f"a list of throws must have at most {LONGEST:,} characters; got {len(text):,}; try part of it")
    lines = LINE_ENDS.split(text)
    if too_long := next((place for place, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), 0):
        got = f"{len(lines[too_long - 1]):,} in line {too_long}"
        raise RuleError(
            f"a line must have at most {LONGEST_LINE:,} characters; got {got}; begin a new line for each kind of throw"
        )
    pieces = [(place, piece) for place, line in enumerate(lines, 1) for piece in _pieces(line)]
    if not pieces:
        raise RuleError(f"an evening must have at least one throw; got none; try {HOW}")
    if len(pieces) > MOST_THROWS:
        raise RuleError(f"a list must name at most {MOST_THROWS} kinds of throws; got {len(pieces):,}; try part of it")
    throws, wrong, kinds = list[EveningThrows](), list[ListError](), dict[str, _Kind]()
    for line, piece in pieces:
        try:
            throws.append(_throws(line, piece, kinds))
        except RuleError as error:
            message = f"line {line}: {error}" if len(lines) > 1 else str(error)
            wrong.append(ListError(message, line, error.marked if isinstance(error, NotationError) else ""))
    return throws, wrong


def plain_lines(text: str) -> list[str]:
    """The throws of a list by themselves, each as it is written, without remarks."""
    return [piece for line in LINE_ENDS.split(text) for piece in _pieces(line)]


def _pieces(line: str) -> list[str]:
    """What stands in a line, without its remark: several throws where a comma is followed by another one."""
    plain = cleaned(_BULLET.sub("", line.partition("#")[0])).strip(" ,;")
    pieces, before = list[str](), ""
    for piece in _BEGINS.split(plain):
        before = f"{before} {piece}".strip()
        if not _NUMBERS.fullmatch(piece):  # or the first of several throws: "9, 7 on 2d6"
            pieces, before = [*pieces, before], ""
    return [*pieces, before] if before else pieces


@dataclass(frozen=True)
class _Kind:
    """What one throw may bring: numbers, or 0 and 1 where it is a yes or no."""

    one: Dist
    is_test: bool
    about: str = ""


def _throws(line: int, text: str, kinds: dict[str, _Kind]) -> EveningThrows:
    side = _SIDE.search(text)
    plain = text[: side.start()] if side else text
    low = side is not None and side[1].lower() in ("low", "bad", "low is good")
    match = next((form for one in _FORMS if (form := one.fullmatch(plain))), None)
    if match is None:
        raise RuleError(f"what happened must be written like {HOW}; got {as_text(text)}; a remark goes after #")
    parts = match.groupdict()
    at = _goal(parts["at"].strip())
    kind = _kind(at, kinds)
    if at.startswith(f"({_USUAL_DIE})") and not _DICE.search(parts["at"]):
        text = f"{text} ({_USUAL_DIE})"
    if (totals := parts.get("totals")) is not None:
        if kind.is_test:
            raise RuleError(
                f"a chance must say how often it came up; got {as_text(text)}; try 3 of 8 at {parts['at'].strip()}"
            )
        totals_list = [_whole(one) for one in re.findall(r"-?\d+", totals)]
        for one in totals_list:
            if one not in kind.one:
                few, most = kind.one.outcomes[0], kind.one.outcomes[-1]
                raise RuleError(f"a throw of {as_text(at)} must come to one of {few} to {most}; got {one}")
        return EveningThrows(line, text, sum(totals_list), len(totals_list), at, kind.one, False, low, kind.about)
    if not kind.is_test:
        raise RuleError(f"what you count must be a yes or no; got {as_text(at)}; try 2d6 >= 9")
    yes = parts.get("yes")
    happened, tries = (int(yes.lower() == "yes"), 1) if yes else (_whole(parts["happened"]), _whole(parts["tries"]))
    if not 1 <= tries <= MOST_TRIES:
        raise RuleError(f"tries must be from 1 to {MOST_TRIES:,}; got {tries:,}")
    if happened > tries:
        raise RuleError(f"successes must be at most as many as tries; got {happened:,} of {tries:,}")
    if (happened and not kind.one[1]) or (happened < tries and not kind.one[0]):
        raise RuleError(f"what happened must be possible; got {as_text(text)}, where the chance is {kind.one[1]}")
    return EveningThrows(line, text, happened, tries, at, kind.one, True, low, kind.about)


def _goal(at: str) -> str:
    """A goal as players write it, "d6 4+" or "a 4+", as a line of dice; all else as it is."""
    if (match := _GOAL.fullmatch(at)) is None:
        return at
    dice, least = match["dice"], _whole(match["least"])
    if not dice and least > _USUAL_FACES:
        raise RuleError(f"a goal above {_USUAL_FACES} must name its dice; got {as_text(at)}; try d20 {least}+")
    return f"({dice or _USUAL_DIE}) >= {least}"


def _whole(digits: str) -> int:
    return int(digits[:12])  # more digits than that are too many anyway, and so are these


def _kind(at: str, kinds: dict[str, _Kind]) -> _Kind:
    """What is thrown: a chance, dice, or a check."""
    if at in kinds:
        return kinds[at]
    if _is_chance(at):
        kinds[at] = _of_chance(at)
        return kinds[at]
    if sum(not _is_chance(kind) for kind in kinds) >= MOST_KINDS:
        raise RuleError(
            f"an evening must have at most {MOST_KINDS} kinds of dice and checks; got {as_text(at)} besides"
        )
    kinds[at] = _of_check(at) if _CHECK.match(at) else _of_dice(at)
    return kinds[at]


def is_dice(at: str) -> bool:
    """Are these dice in one line, and no chance or check?"""
    return not _CHECK.match(at) and _DICE.search(at) is not None


def _is_chance(at: str) -> bool:
    return not _CHECK.match(at) and not is_dice(at)


def _of_chance(at: str) -> _Kind:
    return _yes_no(number(at.replace(",", ".") if _COMMA.fullmatch(at) else at, "the chance of each try", chance=True))


def _yes_no(chance: Fraction, about: str = "") -> _Kind:
    return _Kind(Dist({0: chance.denominator - chance.numerator, 1: chance.numerator}), True, about)


def _of_dice(at: str) -> _Kind:
    answer = answered(at)
    return (
        _yes_no(answer["yes"], answer.left_out_text)
        if answer.is_test
        else _Kind(answer.dist, False, answer.left_out_text)
    )


def _of_check(at: str) -> _Kind:
    """A check with its parameters, and behind them what is counted if not the first event: "rencounter.fire skill=7
    miss".
    """
    name, _, rest = at.partition(" ")
    check = checks[name]
    rest, outcome = _outcome(check, rest)
    params: dict[str, Value] = {}
    for one in re.split(r"\s+(?=[^\s=]+\s*=)", rest) if rest else []:
        key, equals, value = one.partition("=")
        if not equals:
            hint = f"; try {check.id} {next(iter(check.parameters))}=..." if check.parameters else "; leave it out"
            raise RuleError(f"a parameter must be written NAME=VALUE; got {as_text(one)}{hint}")
        if (parameter := check.name_of(key.strip())) in params:
            raise RuleError(f"each parameter must be given once; got {parameter} twice; leave one out")
        params[parameter] = check.parameters[parameter].read(value.strip())
    result = check(**params)
    question = measure(result, outcome)
    return _Kind(result.dist, False) if question.outcome is None else _yes_no(question.of(result))


def _outcome(check: Check, rest: str) -> tuple[str, str | None]:
    """The parameters, and the event or outcome at the end, the longest that the check has."""
    words = rest.split(" ")
    for begins in range(len(words)):
        text = " ".join(words[begins:])
        if "=" not in text and text and check.named_event(text) in (*check.events, *(check.scale or ())):
            return " ".join(words[:begins]), check.named_event(text)
    return rest, None
