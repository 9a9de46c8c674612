"""How numbers are said: "7/144 = 4.86 % = 1 in 21"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from math import floor, isfinite, isnan, log10
from sys import float_info
from typing import Any

EXACTLY, AT_LEAST, AT_MOST = READINGS = ("exactly", "at least", "at most")  # how the chances of numbers are read


def as_text(value: object, longest: int = 60) -> str:
    """Any value, whatever it is, in one short line.

    >>> as_text("long"), as_text("two\\nlines"), as_text(2.5), as_text("x" * 100, 8)
    ('long', 'two\\\\nlines', '2.5', 'xxxxx...')
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists in lists in lists
        text = "something too long to print"
    return one_line(text[: longest + 1], longest) or "an empty text"


def one_line(text: str, longest: int) -> str:
    """A text without line breaks and other characters that steer a screen, cut to ``longest``."""
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return plain if len(plain) <= longest else plain[: longest - 3] + "..."


def name_text(text: str) -> str:
    """A name that somebody gives himself, in one short line.

    >>> name_text(" Tom\\n  Hill "), name_text("")
    ('Tom Hill', '')
    """
    return one_line(" ".join(text.split()), _LONGEST_NAME)


_LONGEST_NAME = 40
_FLOATED = 10**9  # a fraction with a denominator up to it can be told from a float, a few roundings on too


def percent_text(p: Fraction | float) -> str:
    """A chance as a percentage that never rounds a possible thing to 0 nor an uncertain one to 100; exact ones end
    without zeros.

    >>> percent_text(Fraction(1, 6)), percent_text(Fraction(1, 4)), percent_text(Fraction(2001, 8000))
    ('16.7 %', '25 %', '25.0 %')
    >>> percent_text(Fraction(1, 10**6)), percent_text(1 - Fraction(1, 10**6))
    ('under 0.01 %', 'over 99.99 %')
    """
    if isinstance(p, float):
        p = Fraction(p).limit_denominator(_FLOATED)
    if p in (0, 1):
        return f"{100 * int(p)} %"
    if p < Fraction(1, 10000):
        return "under 0.01 %"
    if p > Fraction(9999, 10000):
        return "over 99.99 %"
    places = 2 if p < Fraction(1, 10) or p > Fraction(99, 100) else 1
    text = decimal_text(100 * p, places)
    return f"{_shortened(text) if Fraction(text) == 100 * p else text} %"


def decimal_text(figure: Fraction | float, places: int, sign: bool = False) -> str:
    """A number with so many decimals, as one rounds by hand: what lies halfway goes away from 0.

    sign : with a plus too?

    A float counts as the fraction that it stands for, and what comes to 0 has no sign.

    >>> decimal_text(Fraction(125, 4), 1), decimal_text(Fraction(-1, 8), 2), decimal_text(2.5, 0, True), decimal_text(1234, 1)
    ('31.3', '-0.13', '+3', '1,234.0')
    >>> decimal_text(100 * 0.9405, 1), decimal_text(Fraction(-1, 1000), 1)
    ('94.1', '0.0')
    """  # noqa: E501
    exact = Fraction(figure).limit_denominator(_FLOATED) if isinstance(figure, float) else figure
    over, under = exact.as_integer_ratio()
    rounded = (2 * 10**places * abs(over) + under) // (2 * under)
    whole, decimals = divmod(rounded, 10**places)
    before = "" if not rounded else "-" if over < 0 else "+" if sign else ""
    return f"{before}{whole:,}" + (f".{decimals:0{places}}" if places else "")


def unbroken(text: str) -> str:
    """HTML in which no line ends between a figure and its percent sign."""
    return text.replace(" %", "&nbsp;%")


_LONG, _SHORT_OF = 1e15, 1e-6  # from here on numbers are told by powers of ten


def number_text(figure: Fraction | float, digits: int = 4, sign: bool = False) -> str:
    """A number as it is read, rounded to so many digits, all of its whole part shown; of what is none nothing.

    sign : with a plus too?

    >>> number_text(Fraction(4, 3)), number_text(2000, 3), number_text(1234567.8), number_text(Fraction(1, 48048)), number_text(0.5, 3, True)
    ('1.333', '2,000', '1,234,568', '0.00002081', '+0.5')
    >>> number_text(Fraction(9) * 10**400), number_text(Fraction(1, 3**1000)), number_text(Fraction(3, 10**8)), number_text(0)
    ('9 x 10^400', '7.564 x 10^-478', '3 x 10^-8', '0')
    >>> number_text(float("nan")), number_text(float("-inf")), number_text(Fraction(25, 8), 3)
    ('', '-inf', '3.13')
    """  # noqa: E501
    if not figure:
        return "0"
    if isinstance(figure, float) and not isfinite(figure):
        return "" if isnan(figure) else f"{figure:{'+' if sign else ''}}"
    number, beyond = _as_float(figure)
    plus = "+" if sign else ""
    if beyond or not _SHORT_OF <= abs(number) < _LONG:
        mantissa, _, exponent = f"{number:{plus}.{digits - 1}e}".partition("e")
        return f"{_shortened(mantissa)} x 10^{int(exponent) + beyond}"
    exact = figure if isinstance(figure, Fraction) else number
    return _shortened(decimal_text(exact, max(0, digits - 1 - floor(log10(abs(number)))), sign))


def _as_float(figure: Fraction | float) -> tuple[float, int]:
    """A number that is not 0 as a float, times a power of ten where no float is so large or so small."""
    try:
        if abs(number := float(figure)) >= float_info.min:
            return number, 0
    except OverflowError:
        pass
    exact = Fraction(figure)
    beyond = _digits(abs(exact.numerator)) - _digits(exact.denominator)
    return float(exact / Fraction(10) ** beyond), beyond


def _shortened(number: str) -> str:
    """A number without zeros at its end that say nothing."""
    return number.rstrip("0").rstrip(".") if "." in number else number


def sum_text(chances: Iterable[Fraction]) -> str:
    """Why percentages that stand below each other do not add up to 100; nothing where they do.

    >>> sum_text([Fraction(1, 3)] * 3), sum_text([Fraction(1, 2)] * 2)
    ('Rounding: adds up to 99.9 %.', '')
    """
    percents = [percent_text(p).removesuffix(" %") for p in chances]
    total = sum(Fraction(one) for one in percents if one[0].isdigit())
    over = any(one.startswith("over") for one in percents)  # all but nothing: there is no sum to be made
    return "" if total == 100 or over else f"Rounding: adds up to {float(total):.6g} %."


_OF_DICE = (2, 3, 4, 5, 6, 8, 10, 12, 20)  # denominators of which one can think
_PARTS = {Fraction(n, of) for of in (2, 3, 4, 5, 6, 10, 12) for n in range(1, of)} | {
    Fraction(1, of) for of in (7, 8, 9)
}
_ABOUT, _A_BIT = Fraction(1, 100), Fraction(1, 50)  # what lies further off is told as a percentage first, and alone


def odds_text(p: Fraction) -> str:
    """A chance as "1 in n", in parts that one thinks in: those of the usual dice, and near others halves, thirds,
    quarters, fifths, sixths, tenths and twelfths; nothing where none of these comes near.

    >>> odds_text(Fraction(1, 6)), odds_text(Fraction(3, 4)), odds_text(Fraction(7, 144))
    ('1 in 6', '3 in 4', '1 in 21')
    >>> odds_text(Fraction(7, 48)), odds_text(Fraction(91, 96)), odds_text(Fraction(2, 11)), odds_text(Fraction(4, 11))
    ('about 1 in 7', '18 in 19', 'a bit over 1 in 6', '')
    """
    if p == 0:
        return "never"
    if p == 1:
        return "always"
    if p.denominator in _OF_DICE or (p.numerator == 1 and p.denominator <= 20):
        return f"{p.numerator} in {p.denominator}"
    if p < Fraction(1, 10):
        return f"1 in {_grouped(1 / p)}"
    if p > Fraction(11, 12):
        left = 1 / (1 - p)  # one of so many is left over
        return f"{round(left) - 1:,} in {round(left):,}" if left < 10**30 else f"all but 1 in {_grouped(left)}"
    how, near = "about", _nearest(p, _PARTS)
    if abs(near - p) > _A_BIT:
        return ""
    if abs(near - p) > _ABOUT:
        how = "a bit over" if near < p else "a bit under"
    return f"{how} {near.numerator} in {near.denominator}"


def _nearest(p: Fraction, parts: Iterable[Fraction]) -> Fraction:
    return min(parts, key=lambda part: (abs(part - p), part.denominator))


def times_text(p: Fraction) -> str:
    """A chance as a sentence goes on: "hits 1 time in 6".

    >>> times_text(Fraction(1, 6)), times_text(Fraction(3, 4)), times_text(Fraction(7, 48)), times_text(Fraction(4, 11))
    ('1 time in 6', '3 times in 4', 'about 1 time in 7', '36.4 % of the time')
    >>> times_text(Fraction(1, 2)), times_text(Fraction(50, 101))
    ('half the time', 'about half the time')
    """
    if not (odds := odds_text(p)):
        return f"{percent_text(p)} of the time"
    if odds.endswith("1 in 2"):
        return odds.replace("1 in 2", "half the time")
    number, _, of = odds.partition(" in ")
    return f"{number} time{'' if number.split()[-1] == '1' else 's'} in {of}" if of else number


def is_simple(p: Fraction) -> bool:
    """Do odds that one thinks in say a chance, so that its percentage need not come first?"""
    odds = odds_text(p)
    return bool(odds) and not odds.startswith("a bit")


def chance_words(p: Fraction, often: bool = False, exact: bool = True) -> str:
    """A chance within a sentence: its odds and what is exact, or the percentage first where no simple odds come near.

    often : does it say how often something happens, as in "hits 1 time in 6"?
    exact : is the fraction told too?

    >>> chance_words(Fraction(5, 12)), chance_words(Fraction(2, 11), often=True), chance_words(Fraction(4, 11))
    ('5 in 12 (41.7 %, 5/12)', '18.2 % of the time, a bit over 1 in 6 (2/11)', '36.4 % (4/11)')
    """
    odds = odds_text(p)
    if is_simple(p):
        return f"{times_text(p) if often else odds} ({share_text(p) if exact else percent_text(p)})"
    fraction = f" ({p})" if exact and is_short(p) else ""
    return f"{percent_text(p)}{' of the time' if often else ''}{f', {odds}' if odds else ''}{fraction}"


def always_text(text: str) -> str:
    """What is certain.

    >>> always_text("20 Hit Points"), always_text("miss"), always_text("never")
    ('always 20 Hit Points', 'always: miss', 'never')
    """
    if text == "never":
        return text
    return f"always {text}" if re.match(r"[+-]?\d", text) else f"always: {text}"


def _grouped(n: Fraction) -> str:
    if n >= 10**30:
        return f"10^{_digits(int(n)) - 1}"
    return f"{round(n):,}"


def _digits(n: int) -> int:
    """How many digits a whole number has, however long it is."""
    guess = max(1, int(n.bit_length() * 0.30103))
    return guess + 1 if n >= 10**guess else guess


_READABLE = 10**12  # denominators below it are shown


def share_text(p: Fraction) -> str:
    """A chance within a sentence: percent, and the exact fraction where it is short enough to be read.

    >>> share_text(Fraction(7, 12)), share_text(Fraction(1, 3) ** 40)
    ('58.3 %, 7/12', 'under 0.01 %')
    """
    return f"{percent_text(p)}, {p}" if p.denominator < _READABLE else percent_text(p)


def exact_text(p: Fraction) -> str:
    """The exact fraction as a file holds it; of one that Python does not print, how long it is."""
    try:
        return str(p)
    except ValueError:
        return fraction_text(p)


def is_short(p: Fraction) -> bool:
    """Is a fraction short enough to be read?"""
    return p.denominator < _READABLE


def fraction_text(p: Fraction) -> str:
    """The exact fraction; of one too long to read, about how much it is.

    >>> fraction_text(Fraction(7, 12)), fraction_text(Fraction(7, 12) ** 20)
    ('7/12', 'about 0.000020813')
    """
    if is_short(p):
        return str(p)
    return f"about {number_text(p, 5)}" if float(p) else f"about 1 in {_grouped(1 / p)}"


def chance_text(p: Fraction) -> str:
    """A chance in three ways at once, or two where no odds that one thinks in come near.

    >>> chance_text(Fraction(77, 1728)), chance_text(Fraction(4, 11))
    ('77/1728 = 4.46 % = 1 in 22', '4/11 = 36.4 %')
    """
    exact = str(p) if is_short(p) else ""
    return " = ".join(filter(None, [exact, percent_text(p), odds_text(p)]))


def rounded_text(within: Fraction) -> str:
    """What is said of chances that are rounded: how near they are at least to the true ones; nothing of exact ones.

    >>> rounded_text(Fraction(1, 1000)), rounded_text(Fraction(0))
    ('These chances cannot be written as fractions: each is rounded, and right to 1 in 1,000.', '')
    """
    if not within:
        return ""
    return f"These chances cannot be written as fractions: each is rounded, and right to 1 in {round(1 / within):,}."


def so_many(number: int, what: str) -> str:
    """A number of things.

    >>> so_many(1, "turn"), so_many(0, "turn"), so_many(2, "inch")
    ('1 turn', '0 turns', '2 inches')
    """
    return f"{number} {what if number == 1 else plural(what)}"


_LISTED = 6  # faces, and runs of faces, that are named one by one


def faces_text(faces: Sequence[object]) -> str:
    """Faces of a throw in words; of many that are no run the first few.

    >>> faces_text([1, 2, 3, 4]), faces_text([12]), faces_text([1, 3, 5, 6]), faces_text(["the_leader"])
    ('1 to 4', '12', '1, 3, 5 and 6', 'the leader')
    """
    runs: list[list[Any]] = []
    for face in faces:
        if runs and type(face) is int and face - 1 == runs[-1][-1]:
            runs[-1].append(face)
        else:
            runs.append([face])
    texts: list[str] = []
    for run in runs:
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(outcome_text, run)
    if len(texts) > _LISTED:
        texts = [*texts[: _LISTED - 1], "others"]
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


_IRREGULAR = {"foot": "feet", "man": "men", "men": "men"}
_IN_MANS = ("german", "human", "roman", "shaman", "talisman")  # the others that end in "man" are men


def plural(what: str) -> str:
    """More than one of it.

    >>> plural("round"), plural("inch"), plural("swordsman"), plural("shaman"), plural("enemy"), plural("foot"), plural("shot")
    ('rounds', 'inches', 'swordsmen', 'shamans', 'enemies', 'feet', 'shots')
    """  # noqa: E501
    word = re.findall(r"\w*$", what)[0]
    if word in _IRREGULAR:
        return what.removesuffix(word) + _IRREGULAR[word]
    if word.endswith("man") and not word.lower().endswith(_IN_MANS):
        return what.removesuffix("man") + "men"
    if re.search("[^aeiou]y$", word):
        return what.removesuffix("y") + "ies"
    if word.endswith(("ch", "sh", "ss", "x")):
        return what + "es"
    return what if word.endswith("s") else what + "s"


_NOWHERE = r"(?!)"
_LETTER = re.compile(r"(?<=\w\w )[abc]$")  # that tells one of several apart
_IDENTIFIER = re.compile(
    r"(?<![\w.])[a-z]+(_[a-z0-9]+)+(?![\w(]|\.\w| *=)"
)  # of a parameter or a value, not of a figure


class Spelling:
    """How the names of a game are read; what one game writes short or as in America, another means otherwise.

    spelt : parts of names that are not read as they are written, with how they are read.
    short : abbreviations, with what they stand for; a name has them in small letters, and "_" for "-".

    >>> ours = Spelling({"armor": "armour"}, {"P-RES": "physical resistance"})
    >>> ours.words("target_armor"), ours.words("p_res"), words("target_armor")
    ('target armour', 'P-RES', 'target armor')
    """

    def __init__(self, spelt: Mapping[str, str], short: Mapping[str, str]) -> None:
        self._spelt, self._short = dict(spelt), dict(short)
        self._read = {one.lower().replace("-", "_"): one for one in short} | self._spelt
        self._parts = re.compile("|".join(rf"(?<![^_]){part}(?![^_])" for part in self._read) or _NOWHERE)
        self._abbreviations = re.compile("|".join(rf"\b{one}\b" for one in short) or _NOWHERE)
        self.words = lru_cache(maxsize=8192)(self._words)

    def __reduce__(self) -> tuple[type[Spelling], tuple[Mapping[str, str], Mapping[str, str]]]:
        return Spelling, (self._spelt, self._short)

    def _words(self, name: str) -> str:
        """An identifier in plain words; the two sides of a fight are A and B."""
        plain = self._parts.sub(lambda part: self._read[part[0]], name).replace("_", " ")
        if not name.isidentifier():
            return plain
        plain = _LETTER.sub(lambda letter: letter[0].upper(), plain)
        return plain[0].upper() + plain[1:] if plain[:2] in ("a", "b", "a ", "b ") else plain

    def value(self, value: object) -> str:
        """What is set, in plain words.

        >>> value_text(True), value_text("half_solid"), value_text(7)
        ('yes', 'half solid', '7')
        >>> value_text((50, 45)), value_text(()), value_text(((1, 20), (21, 40)))
        ('50, 45', 'none', '1, 20; 21, 40')
        """
        if isinstance(value, tuple):
            between = "; " if any(isinstance(one, tuple) for one in value) else ", "
            return between.join(map(self.value, value)) or "none"
        if value is None or isinstance(value, bool):
            return "not given" if value is None else "yes" if value else "no"
        return self.words(value) if isinstance(value, str) else str(value)

    def outcome(self, outcome: object) -> str:
        """An outcome in plain words: ``stopped_by_cover`` as "stopped by cover", a pair as "none | minor"."""
        if isinstance(outcome, tuple):
            return " | ".join(map(self.outcome, outcome))
        if isinstance(outcome, str):
            return self.words(outcome)
        return as_text(outcome) if type(outcome) is int else str(outcome)  # a number may be too long to print

    def in_sentence(self, text: str) -> str:
        """A sentence with the names of parameters and values as one reads them.

        >>> in_words("shot_number must be at most 1 with long_bow; see fire.cover.half_solid")
        'shot number must be at most 1 with long bow; see fire.cover.half_solid'
        """
        return _IDENTIFIER.sub(lambda name: self.words(name[0]), text)

    def settings(self, values: Mapping[str, Any]) -> str:
        """Names with their values: B armour 4, braced."""
        return ", ".join(f"{self.words(n)} {'' if v is True else self.value(v)}".strip() for n, v in values.items())

    def spelt_out(self, text: str) -> str:
        """A heading or label in which each abbreviation is told where it first stands.

        >>> Spelling({}, {"AC": "armour class"}).spelt_out("target AC")
        'target AC (armour class)'
        """
        for short, meaning in self.abbreviations_in(text).items():
            text = re.sub(rf"\b{short}\b", f"{short} ({meaning})", text, count=1)
        return text

    def abbreviations_in(self, text: str) -> dict[str, str]:
        """The abbreviations that a text uses without telling them, each with what it stands for.

        >>> ours = Spelling({}, {"AC": "armour class"})
        >>> ours.abbreviations_in("target AC"), ours.abbreviations_in("AC (armour class)")
        ({'AC': 'armour class'}, {})
        """
        return {one: self._short[one] for one in self._abbreviations.findall(text) if f"{one} (" not in text}


AS_WRITTEN = Spelling({}, {})  # what belongs to no game, and the games of one's own


def words(name: str) -> str:
    """An identifier of no game in plain words, letter by letter as it is written; the two sides of a fight are A and B.

    >>> words("stopped_by_cover"), words("a_wins"), words("side_b"), words("level_c")
    ('stopped by cover', 'A wins', 'side B', 'level C')
    """
    return AS_WRITTEN.words(name)


value_text, outcome_text, in_words = AS_WRITTEN.value, AS_WRITTEN.outcome, AS_WRITTEN.in_sentence


_MARKS = re.compile(r"([\\`*_#~|<>\[\]$]|&(?=#?\w))")


def in_markdown(text: str) -> str:
    """A text in one line, of which Markdown, and what pages make of that, shows each sign as it is.

    >>> print(in_markdown("Walls & *men*"))
    Walls & \\*men\\*
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def first_up(text: str) -> str:
    """A text with its first letter large and all others as they are.

    >>> first_up("kills at AC 5")
    'Kills at AC 5'
    """
    return text[:1].upper() + text[1:]


def signed(value: int | Fraction | float) -> str:
    """A modifier with its sign: +2, -1, 0 (a plain minus, so that it can be searched and copied)."""
    return f"{value:+}" if value else "0"


_FIGURE = re.compile(r"\{([\w.]+)(?: @ ([\w.]+))?(:\+)?\}")


def filled(text: str, figures: Mapping[str, Any]) -> str:
    """A sentence with the figures that it names; ":+" gives one its sign, " @ " so many of some dice.

    >>> filled("Wound points, {wounds.fire:+} each; {needed} or more.", {"wounds.fire": 2, "needed": 8})
    'Wound points, +2 each; 8 or more.'
    >>> filled("Does {many @ dice.damage}.", {"many": 3, "dice.damage": "d6"})
    'Does 3d6.'
    """

    def one(name: re.Match[str]) -> str:
        figure = figures[name[1]]
        return several_dice(figure, figures[name[2]]) if name[2] else (signed if name[3] else str)(figure)

    return _FIGURE.sub(one, text)


def figures_in(text: str) -> list[str]:
    """The figures that a sentence names, as ``filled`` takes them."""
    return [name for match in _FIGURE.finditer(text) for name in match.group(1, 2) if name]


def nearest(name: str, names: Iterable[str]) -> str:
    """The end of an error for a wrong name: the nearest that there is.

    >>> nearest("marinse", ["marines", "ram"])
    '; did you mean marines?'
    """
    near = get_close_matches(name, list(names), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def points_text(change: Fraction, places: int = 1) -> str:
    """A change of a chance in points of a hundred, which never rounds a change to nothing.

    >>> points_text(Fraction(1, 6)), points_text(Fraction(-1, 800)), points_text(Fraction(1, 2))
    ('+16.7 points', '-0.13 points', '+50 points')
    >>> points_text(Fraction(-1, 10**6))
    '-under 0.01 points'
    """
    figure = points_figure(change, places)
    is_exact = "under" not in figure and Fraction(figure.replace(",", "")) == 100 * change
    return f"{_shortened(figure) if is_exact else figure} points"


def points_figure(change: Fraction, places: int = 1) -> str:
    """The same for a column of points; ``places`` after the point where there is room.

    >>> points_figure(Fraction(1, 6)), points_figure(Fraction(1, 10**6)), points_figure(Fraction(0))
    ('+16.7', '+under 0.01', '0')
    """
    points = 100 * change
    if not change:
        return "0"
    if 200 * abs(points) < 1:
        return "+under 0.01" if change > 0 else "-under 0.01"
    return decimal_text(points, places, True) if places > 1 or 20 * abs(points) >= 19 else number_text(points, 2, True)


def adjusted(die: str, modifier: int) -> str:
    """Dice with what is added to them: "d12", "d12 -1", "(d10 + 1) -1"."""
    return f"{as_one(die)} {modifier:+}" if modifier else die


def as_one(die: str) -> str:
    """Dice before or after further words: "d12", "(d10 + 1)"."""
    return f"({die})" if " " in die else die


def several_dice(number: int, dice: str) -> str:
    """So many of some dice in their notation.

    >>> several_dice(3, "d6"), several_dice(3, "2d6"), several_dice(3, "d10 + 1"), several_dice(1, "2d12 lowest")
    ('3d6', '6d6', '3 x (d10 + 1)', '2d12 lowest')
    """
    if same := re.fullmatch(r"(\d*)(d\d+)", dice):
        return f"{number * int(same[1] or 1)}{same[2]}"
    return dice if number == 1 else f"{number} x {as_one(dice)}"


_PLAIN = {str, int, float, bool, tuple, list, type(None)}


def plain(value: Any) -> Any:
    """Python's own number for a NumPy scalar, which would wrap around silently; anything else as it is."""
    if type(value) in _PLAIN or not hasattr(value, "dtype") or getattr(value, "ndim", False):
        return value
    return value.item()
