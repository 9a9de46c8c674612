"""What a typed or pasted text means, wherever it was typed: names, numbers, chances, and the signs that they are
written with.

Boxes, the command line, house rules, links and calls ask here, so that the same text means the same everywhere. Nothing
is guessed: a text means one thing, or a sentence says how to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache

from .errors import RuleError
from .wording import AS_WRITTEN, Spelling, as_text, chance_text, share_text

_LONGEST, _LARGEST = 60, 10**12  # letters of a number, and how large it may be
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"([-+]?[\d.]+(?: ?/ ?\d+)?(?:e[-+]?\d\d?)?) ?(%|percent|per cent)?", re.ASCII)
_MANY = r"\d+|\d{1,3}(?:,\d{3})+"
_ODDS = re.compile(
    rf"(?:(about|all but|a bit over|a bit under) )?({_MANY})(?: times?)? (?:in|out of|of) ({_MANY})", re.ASCII
)
_EXACT = re.compile(r"(\d+/\d+) ?=.*|.*%, (\d+/\d+)", re.ASCII)
_PLAIN_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)", re.ASCII)
_COMMA = re.compile(r"([-+]?\d+),(\d+(?: ?%)?)", re.ASCII)
_THOUSANDS = re.compile(r"\d{1,3}(?:[, ]\d{3})+", re.ASCII)
_SURE = {"always": Fraction(1), "never": Fraction(0)}
_SPELLINGS = (
    ("(?<=[a-z]{2})our", "or"),
    ("(?<=[a-z]{2})ou$", "o"),
    ("enc(e?s?)$", r"ens\1"),
    ("([btv])re(s?)$", r"\1er\2"),
    ("grey", "gray"),
)
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
    """What is typed into a field, in the signs of the keyboard: whatever looks like a minus is one, whatever looks like
    a space is one, and what cannot be seen is left out.

    >>> cleaned("\\u22123"), cleaned("\\u00a0- 3 "), cleaned("3\\u20137")
    ('-3', '-3', '3-7')
    """
    return _signed(re.sub(f"[{_DASHES}]", "-", _in_ascii(text))).strip()


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
    ends = sorted(map(int, span.groups())) if span else []
    return f"; try {ends[0]}..{ends[1]}" if ends else ""


_AT_LEAST = re.compile(r"(?:at least|>=) ?(.+)|(.+?) ?(?:or more|\.\.|(?<=\d)\+)", re.IGNORECASE)
_AT_MOST = re.compile(r"(?:at most|<=) ?(.+)|(.+?) ?or (?:less|fewer)|\.\. ?(.+)", re.IGNORECASE)
_BEYOND = re.compile(r"(more than|over|>|less than|under|<) ?(-?\d{1,9})", re.IGNORECASE | re.ASCII)
_FROM_TO = re.compile(r"(\S.*?)(?: ?\.\. ?| to )(.*\S)", re.IGNORECASE)


def ends(text: str) -> tuple[str | None, str | None] | None:
    """The ends of what a text asks for, both of them included, ``None`` for none; ``None`` alone where it is no such
    thing.

    >>> ends("at least 20"), ends("<= 5"), ends("20..60"), ends("2 to 4"), ends("> 3"), ends("serious or more"), ends("hits")
    (('20', None), (None, '5'), ('20', '60'), ('2', '4'), ('4', None), ('serious', None), None)
    """  # noqa: E501
    text = cleaned(text)
    if beyond := _BEYOND.fullmatch(text):
        more, number = beyond[1].lower() in ("more than", "over", ">"), int(beyond[2])
        return (str(number + 1), None) if more else (None, str(number - 1))
    if both := _FROM_TO.fullmatch(text):
        return both[1], both[2]
    for match, place in ((_AT_LEAST.fullmatch(text), 0), (_AT_MOST.fullmatch(text), 1)):
        if match:
            end = next(filter(None, match.groups()))
            return (end, None) if place == 0 else (None, end)
    return None


# Names and words -----------------------------------------------------------------------------------------------------


def meant(text: str, names: Iterable[str], about: str = "", *, spelling: Spelling = AS_WRITTEN) -> str | None:
    """The one of some names that a text means, by itself or as the pages write it, in capitals or not, spelt in Britain
    or in America; ``None`` where it is none of them, or could be several.

    about : what they are names of, which may be said too.
    spelling : how the pages write them.

    >>> meant("B skill", ["a_skill", "b_skill"]), meant("Target armour", ["target_armor"]), meant("skill", ["a_skill"])
    ('b_skill', 'target_armor', None)
    >>> meant("Extreme range", ["long", "extreme"], about="range_band")
    'extreme'
    """
    all_names = list(names)
    if text in all_names:
        return text
    words, beside = _plain_words(text), set(_plain_words(about))
    for without in (frozenset[str](), beside):
        content = [word for word in words if word not in without]
        matches = [name for name in all_names if content and content in _forms(name, frozenset(without), spelling)]
        if len(matches) == 1:
            return matches[0]
    return None


@lru_cache(maxsize=8192)
def _forms(name: str, without: frozenset[str], spelling: Spelling) -> list[list[str]]:
    """The words of a name as it is called and as the pages write it, but for some."""
    return [[word for word in _plain_words(form) if word not in without] for form in (name, spelling.words(name))]


@lru_cache(maxsize=8192)
def _plain_words(text: str) -> list[str]:
    """The words of a text in one spelling, and the signs of its numbers."""
    return [one_spelling(word) for word in re.findall(r"[^\W_]+|(?<!\w)[-+](?=\d)|[<>=/%]", cleaned(text).lower())]


@cache
def one_spelling(word: str) -> str:
    """A word in small letters as it is spelt in America.

    >>> one_spelling("armour"), one_spelling("defence"), one_spelling("metres")
    ('armor', 'defense', 'meters')
    """
    for british, american in _SPELLINGS:
        word = re.sub(british, american, word)
    return word


# Numbers -------------------------------------------------------------------------------------------------------------


def whole(text: str) -> int | None:
    """The whole number that a text is, ``None`` where it is none.

    >>> whole("7"), whole("\u2212 3"), whole("+2"), whole("8,5")
    (7, -3, 2, None)
    """
    plain = cleaned(text)
    return int(plain) if _WHOLE.fullmatch(plain) else None


def number(text: str, name: str, chance: bool = False) -> Fraction:
    """The exact number that a text is, as people and this package write chances; ``RuleError`` for what is none.

    name : what it is, for the sentence.
    chance : must it be one? Then a plain number above 1 is a percentage.

    >>> [str(number(text, "it")) for text in ("50 %", "1 in 2", "5 / 12", "0.5", "all but 1 in 19")]
    ['1/2', '1/2', '5/12', '1/2', '18/19']
    >>> number("50", "the goal", chance=True), number("50", "the goal")
    (Fraction(1, 2), Fraction(50, 1))
    """
    plain = cleaned(text).lower()
    if len(plain) <= _LONGEST and (figure := _figure(plain, chance)) is not None:
        if chance and not 0 <= figure <= 1:
            raise no_chance(name, text)
        return figure
    raise (
        no_chance(name, text)
        if chance
        else RuleError(f"{name} must be a number; got {as_text(text)}{comma_hint(plain) or '; try 2, 0.5 or 1/2'}")
    )


def percent(text: str, name: str) -> Fraction:
    """The chance that a text is where percent are asked for: a plain number is so many of them, however small, and a
    comma is a decimal point.

    >>> percent("2.5", "the guess"), percent("2,5", "the guess"), percent("0.5", "the guess"), percent("1/4", "the guess")
    (Fraction(1, 40), Fraction(1, 40), Fraction(1, 200), Fraction(1, 4))
    """  # noqa: E501
    plain = cleaned(text)
    plain = plain.replace(",", ".") if _COMMA.fullmatch(plain) else plain
    return number(f"{plain} %" if _PLAIN_NUMBER.fullmatch(plain) else plain, name, chance=True)


def no_chance(name: str, got: str) -> RuleError:
    """The error for a chance that is none; ``got`` was said."""
    hint = comma_hint(got) or "; type a chance such as 50 %, 1/2 or 1 in 2"
    return RuleError(f"{name} must be from 0 % to 100 %; got {as_text(got)}{hint}")


def _figure(text: str, chance: bool) -> Fraction | None:
    """The number that a text in small letters is, ``None`` for none."""
    if chance and text in _SURE:
        return _SURE[text]
    if chance and text.replace(" ", "") == "50/50":  # people mean one half, and it is a fraction that is 1
        return None
    if exact := _EXACT.fullmatch(text):  # as answers write it: "7/12 = 58.3 %", "58.3 %, 7/12"
        figure = _figure(exact[1] or exact[2], chance)
        return figure if figure is not None and _is_chance_text(figure, text) else None
    try:
        if odds := _ODDS.fullmatch(text):
            figure = Fraction(*(int(part.replace(",", "")) for part in odds.group(2, 3)))
            return 1 - figure if odds[1] == "all but" else figure
        if (match := _NUMBER.fullmatch(text)) is None:
            return None
        figure = Fraction(match[1].replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        return None
    plain = not match[2] and "/" not in match[1]
    figure = figure / 100 if match[2] or (chance and plain and 1 < figure <= 100) else figure
    return figure if abs(figure) <= _LARGEST else None


def _is_chance_text(figure: Fraction, text: str) -> bool:
    """Is a text how answers write a chance, or its beginning?"""
    plain = text.replace(" ", "")
    return any(form(figure).replace(" ", "").startswith(plain) for form in (chance_text, share_text))


def begins_as_number(text: str) -> bool:
    """Does a text begin as a number or a chance does, and not as a name?"""
    plain = cleaned(text).lower()
    return bool(re.match(r"[-+.\d]", plain)) or _figure(plain[:_LONGEST], True) is not None


def whole_hint(text: str) -> str:
    """What to write instead of a whole number with commas or spaces between its thousands.

    >>> whole_hint("100,000"), whole_hint("100.5")
    ('; write 100000', '')
    """
    match = _THOUSANDS.fullmatch(cleaned(text))
    return f"; write {re.sub('[, ]', '', match[0])}" if match else ""


def comma_hint(text: str) -> str:
    """What to write instead of a decimal comma.

    >>> comma_hint("41,7 %"), comma_hint("41.7 %")
    ('; write 41.7 %', '')
    """
    match = _COMMA.fullmatch(cleaned(text))
    return f"; write {match[1]}.{match[2]}" if match else ""


# Lines that were sent ------------------------------------------------------------------------------------------------


def command_line(text: str) -> str:
    """A command or a line of Python without the prompt before it, with the quotes and strokes of the keyboard.

    >>> command_line("$ rencounter check rencounter.fire \u2014rules \u201cfire.range.long = -3\u201d")
    'rencounter check rencounter.fire --rules "fire.range.long = -3"'
    """
    straight = re.sub("\u2018([^\u2018\u2019]*)\u2019", r"'\1'", _CURLY.sub(r'"\1"', text))
    return re.sub(r"(?<!\S)[\u2013\u2014](?=[a-z])", "--", re.sub(r"^\s*(?:\$|>>>|>|%)\s+", "", straight)).strip()


# Signs ---------------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """A stretch of lines without quotes and remarks."""
    return _CURLY.sub(r'"\1"', _signed(_in_ascii(text)))


def _in_ascii(text: str) -> str:
    """With plain spaces and two dots, and without what cannot be seen."""
    return _NOTHING.sub("", _SPACES.sub(" ", _ENDS.sub("\n", text))).replace("\u2026", "..")


def _signed(text: str) -> str:
    """Each sign as the keyboard has it, and next to its number."""
    return _SIGN.sub(lambda sign: sign[1] + ("+" if sign[2] == "+" else "-"), text)
