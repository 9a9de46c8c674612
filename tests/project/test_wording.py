"""How numbers are said where it could mislead: next to never, next to always, beyond what can be read."""

import json
import re
import tomllib
from collections import Counter
from fractions import Fraction
from math import floor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.wording import (
    adjusted,
    chance_text,
    chance_words,
    decimal_text,
    fraction_text,
    in_words,
    number_text,
    odds_text,
    outcome_text,
    percent_text,
    points_figure,
    points_text,
    signed,
    times_text,
    words,
)
from rencounter_kit.fronts.charts.base import percent
from rencounter_kit.fronts.charts.changes import Changes
from rencounter_kit.fronts.charts.heat import Field, Heat
from rencounter_kit.fronts.panels.answer import AnswerView, Estimate
from rencounter_kit.fronts.teaching import card
from rencounter_kit.workbook.analysis.worked_solution import worked_solution
from rencounter_kit.workbook.mechanics.estimate import Simulation
from rencounter_kit.workbook.mechanics.parameter import QUESTION_LABEL
from rencounter_kit.workbook.rulebook.book import rules, systems
from rencounter_kit.workbook.rulebook.presets import presets
from tests.source import written

# Rarer chances than these may be said in a shorter way.
SHARES = st.fractions(0, 1, max_denominator=10**12 - 1) | st.builds(
    Fraction, st.just(1), st.integers(1, 10**12 - 1)
).flatmap(lambda p: st.sampled_from([p, 1 - p]))


HALFWAY = st.builds(Fraction, st.integers(-(10**6), 10**6), st.sampled_from([2**5, 2**9, 3**4, 20_000, 10**6]))
NUMBERS = st.fractions(-(10**14), 10**14) | st.floats(1e-6, 1e14) | st.integers(-(10**14), 10**14)


@given(NUMBERS, st.integers(2, 6), st.booleans())
def test_a_number_is_read_without_exponents_and_is_near(number, digits, sign):
    text = number_text(number, digits, sign)
    if not 0 < abs(number) < 1e-6:
        assert re.fullmatch(r"[-+]?\d{1,3}(,\d{3})*(\.\d*[1-9])?", text), text
        assert (text[0] == "+") == (sign and number > 0) and (text[0] == "-") == (number < 0)
        off = abs(Fraction(text.replace(",", "")) - Fraction(number))
        assert off <= max(Fraction(abs(number)) / 10 ** (digits - 1) / 2, Fraction(0)) or (
            abs(number) >= 10 ** (digits - 1) and off <= Fraction(1, 2) + Fraction(abs(number)) / 10**15
        )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(10) ** 400 * 9, "+9 x 10^400"),
        (-(Fraction(10) ** 400) / 3, "-3.333 x 10^399"),
        (Fraction(2, 10**400), "+2 x 10^-400"),
        (3e-310, "+3 x 10^-310"),
    ],
)
def test_a_number_beyond_all_floats_is_near_too(number, text):
    assert number_text(number, sign=True) == text


def test_numbers_that_are_read_are_written_in_one_place():
    """A format such as .4g has exponents in store. Only drawings, and what is rounded here, may have one."""
    places = {"engine/words/wording.py", "workbook/analysis/comparison.py", "workbook/analysis/die_picture.py"}
    package = Path(rk.__file__).parent
    names = {
        str(file.relative_to(package)) for file in package.rglob("*.py") if re.search(r"\.\dg[}\"]", file.read_text())
    }
    assert names == places


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10001), "under 0.01 %"),
        (Fraction(1, 10000), "0.01 %"),
        (Fraction(99, 1000), "9.9 %"),
        (Fraction(1, 10), "10 %"),
        (Fraction(9894, 10000), "98.9 %"),
        (Fraction(9999, 10000), "99.99 %"),
        (Fraction(99991, 100000), "over 99.99 %"),
        (1 - Fraction(1, 10**400), "over 99.99 %"),
        (Fraction(1, 10**400), "under 0.01 %"),
    ],
)
def test_percentages_at_the_edges(p, text):
    assert percent_text(p) == text


@given(SHARES)
def test_only_the_impossible_is_0_percent_and_only_the_certain_is_100(p):
    percent_read = percent_text(p)
    assert (percent_read == "0 %") == (p == 0)
    assert (percent_read == "100 %") == (p == 1)
    assert not re.fullmatch(r"0?\.?0+ %|100\.0+ %", percent_read.removesuffix(" %") + " %") or p in (0, 1)
    if number := re.fullmatch(r"(\d+\.\d+) %", percent_read):
        places = len(number[1].partition(".")[2])
        assert Fraction(number[1]) == Fraction(floor(100 * p * 10**places + Fraction(1, 2)), 10**places)


@given(HALFWAY, st.integers(0, 4), st.booleans())
def test_decimals_are_rounded_as_by_hand(figure, places, sign):
    """What lies halfway goes away from 0, exactly so for fractions."""
    text = decimal_text(figure, places, sign)
    number, by_hand = Fraction(text.replace(",", "")), floor(abs(figure) * 10**places + Fraction(1, 2))
    assert abs(number) == Fraction(by_hand, 10**places) and len(text.partition(".")[2]) == places
    assert (text[0] == "-") == (number < 0) and (text[0] == "+") == (sign and number > 0)


@given(HALFWAY.map(abs).filter(lambda p: Fraction(1, 10000) <= p <= Fraction(9999, 10000)))
def test_whatever_tells_a_chance_rounds_it_alike(p):
    """In a sentence, above a bar, and as a change from nothing."""
    places = 2 if p < Fraction(1, 10) or p > Fraction(99, 100) else 1
    assert Fraction(percent_text(p).removesuffix(" %")) == Fraction(decimal_text(100 * p, places))
    assert points_figure(p, 2) == f"+{decimal_text(100 * p, 2)}"
    assert percent(float(p)) == percent_text(p)


def test_halfway_is_rounded_up_wherever_a_chance_is_told():
    assert (percent_text(Fraction(5, 16)), percent(0.3125), points_text(Fraction(-5, 16))) == (
        "31.3 %",
        "31.3 %",
        "-31.3 points",
    )
    assert number_text(Fraction(25, 8), 3) == number_text(3.125, 3) == "3.13"
    assert percent(float(Fraction(1881, 2000))) == percent_text(Fraction(1881, 2000)) == "94.1 %"
    field = Field("", "", "", (), (), np.zeros((1, 1)))
    assert (
        Heat().cell(0.125, field) == "13"
        and Heat().cell(0.145, field) == "15"
        and Changes().cell(-12.5, field) == "-13"
    )


def test_halfway_is_rounded_up_wherever_odds_or_a_number_of_turns_is_told(monkeypatch):
    assert (card.odds_text(Fraction(9, 8)), card.odds_text(Fraction(21, 2))) == ("1.13", "11")
    changed = rk.interaction("salamis.phases_until", ("phases_needed", 1), ("turns", 2))
    assert changed.results[-1].expected_turns == Fraction(5, 4) and str(worked_solution(changed)[1]).endswith(
        "Both: 1.3"
    )
    reasons = rk.check("odd_encounters.duel_length")
    fought = Simulation(reasons.check, 200, 1, Counter({4: 199, 5: 1}), Counter({4: 199, 5: 1}), reasons.space)
    monkeypatch.setattr(Simulation, "events", {})  # as where none can be told
    assert "<b>4.01 " in Estimate(fought, reasons).words()


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 20), "1 in 20"),
        (Fraction(13, 20), "13 in 20"),
        (Fraction(3, 64), "1 in 21"),
        (Fraction(4, 21), "about 1 in 5"),
        (Fraction(4, 24), "1 in 6"),
        (Fraction(1, 1234567), "1 in 1,234,567"),
        (Fraction(8, 21), "a bit under 2 in 5"),
        (Fraction(4, 11), ""),
        (Fraction(2, 11), "a bit over 1 in 6"),
        (Fraction(3, 7), "a bit over 5 in 12"),
        (Fraction(437, 1000), ""),
        (Fraction(177, 200), "a bit under 9 in 10"),
        (Fraction(111, 200), ""),
        (Fraction(3, 8), "3 in 8"),
        (Fraction(7, 24), "about 3 in 10"),
        (Fraction(20, 21), "20 in 21"),
        (Fraction(143, 144), "143 in 144"),
        (1 - Fraction(1, 10**6), "999,999 in 1,000,000"),
    ],
)
def test_odds_at_the_edges(p, text):
    assert odds_text(p) == text


@given(SHARES)
def test_odds_are_near_what_they_stand_for(p):
    odds = odds_text(p)
    if not (match := re.fullmatch(r"(?:(all but|about|a bit over|a bit under) )?([\d.,]+) in ([\d.,]+)", odds)):
        assert odds == ("never" if p == 0 else "always" if p == 1 else "")
        return
    meant = Fraction(match[2].replace(",", "")) / Fraction(match[3].replace(",", ""))
    meant = 1 - meant if match[1] == "all but" else meant
    assert 0 < meant < 1 or p == 1
    off = Fraction(1, 100) if match[1] == "about" else Fraction(1, 50)
    assert abs(meant - p) <= (max(p / 10, Fraction(1, 300)) if p < Fraction(1, 10) or p > Fraction(11, 12) else off)


@given(SHARES)
def test_odds_are_told_in_parts_that_one_thinks_in_else_the_percentage_comes_first(p):
    text = chance_words(p)
    if match := re.fullmatch(r"(?:about|a bit over|a bit under) (\d+) in (\d+)", odds_text(p)):
        assert int(match[2]) in (2, 3, 4, 5, 6, 10, 12) or (match[1] == "1" and int(match[2]) in (7, 8, 9))
        assert text.startswith(percent_text(p)) == (not odds_text(p).startswith("about"))
    else:
        assert text.startswith(percent_text(p)) == (not odds_text(p))


def test_where_no_part_comes_within_two_points_the_percentage_stands_alone():
    p = Fraction(4, 11)
    assert (chance_words(p), chance_words(p, often=True)) == ("36.4 % (4/11)", "36.4 % of the time (4/11)")
    assert (chance_text(p), times_text(p)) == ("4/11 = 36.4 %", "36.4 % of the time")


@given(SHARES)
def test_a_chance_in_a_sentence_agrees_in_number(p):
    assert re.fullmatch(
        r"never|always|(about )?half the time|[\d.]+ % of the time|(all but )?1 time in [\d.,]+|"
        r"[\d,]+ times in [\d,]+|(about|a "
        r"bit (over|under)) (1 time|[2-9] times|11 times) in \d+",
        times_text(p),
    )


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(7, 144), "7/144"),
        (Fraction(3), "3"),
        (Fraction(1, 10**12 - 1), "1/999999999999"),
        (Fraction(1, 10**12), "about 1 x 10^-12"),
        (Fraction(10**20, 3**50), "about 0.0001393"),
    ],
)
def test_a_fraction_too_long_to_read_is_shown_as_a_figure(p, text):
    assert fraction_text(p) == text


@pytest.mark.parametrize("p", [Fraction(1, 12**400), 1 - Fraction(1, 12**400), Fraction(1, 6**10000)])
def test_the_rarest_chance_still_fits_on_a_line(p):
    """Python itself does not print whole numbers of more than 4300 digits."""
    assert len(chance_text(p)) < 120
    assert len(times_text(p)) < 60


@given(SHARES)
def test_a_chance_is_said_in_three_ways(p):
    exact, percent, *odds = chance_text(p).split(" = ")
    assert exact == fraction_text(p)
    assert percent == percent_text(p)
    assert odds == [text for text in [odds_text(p)] if text]


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        ("stopped_by_cover", "stopped by cover"),
        (7, "7"),
        (Fraction(1, 2), "1/2"),
        (True, "True"),
        (("none", "stopped_by_cover"), "none | stopped by cover"),
        ((3, ("c_b", 0)), "3 | c b | 0"),
        ("", ""),
    ],
)
def test_outcomes_in_words(outcome, text):
    assert outcome_text(outcome) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (2, "+2"), (-1, "-1"), (0.5, "+0.5"), (-1.5, "-1.5"), (0.0, "0")]
)
def test_a_modifier_bears_its_sign(value, text):
    assert signed(value) == text


NAMES = {
    "odd_encounters": {"armor_class": "armour class", "attacker_th": "attacker TH", "a_hp": "A HP", "dms": "dms"},
    "realms_of_myth": {
        "armor": "armour",
        "p_res": "P-RES",
        "dv_modifier": "DV modifier",
        "unarmed": "unarmed",
        "potent": "potent",
    },
    "traveller": {"dms": "DMs", "rumor": "rumour", "a_hp": "A hp", "p_res": "p res"},
}


@pytest.mark.parametrize("stem", NAMES)
def test_identifiers_are_read_as_the_players_of_their_game_say_them(stem):
    read = rules(stem).spelling
    assert {name: read.words(name) for name in NAMES[stem]} == NAMES[stem]


def test_what_belongs_to_no_game_is_read_as_it_is_written():
    names = {"armor": "armor", "rumor": "rumor", "pot": "pot", "sta": "sta", "char": "char", "c1": "c1", "a_hp": "A hp"}
    assert {name: words(name) for name in names} == names
    assert (
        outcome_text(("c1", "armor")) == "c1 | armor" and in_words("armor_class must be 1") == "armor class must be 1"
    )


@pytest.mark.parametrize(
    ("stem", "text", "expected"),
    [
        ("odd_encounters", "AC against AC", "AC (armour class) against AC"),
        ("realms_of_myth", "AV and DV", "AV (attack value) and DV (difficulty or defence value)"),
        ("odd_encounters", "AC (armour class), then AC", "AC (armour class), then AC"),
        ("realms_of_myth", "ACE, P-RES", "ACE, P-RES (physical resistance)"),
        ("realms_of_myth", "AC against AC", "AC against AC"),
        ("rencounter", "AC against AC", "AC against AC"),
        ("odd_encounters", "nothing short", "nothing short"),
    ],
)
def test_an_abbreviation_is_told_where_it_first_stands(stem, text, expected):
    assert rules(stem).spelling.spelt_out(text) == expected


def read_by_people():
    """Everything that is written for people: where it stands, and the words."""
    for check in rk.checks.values():
        yield check.id, check.title
        for p in check.parameters.values():
            yield f"{check.id} {p.name}", " ".join([p.help, p.hint, p.tick, p.words])
    for stem in systems():
        book = rules(stem)
        yield from ((path, f"{book.rule(path).label} {book.rule(path).note} {book.rule(path).ask}") for path in book)
        for check_id, ready in presets(stem).items():
            yield from ((f"{check_id}: {name}", name) for name in ready)


# What no player would say, and what says one thing in a second way: dice are rolled, save Traveller's throws and saving
# throws; who falls is knocked out; whose side it is, is yours.
UNUSED_WORDS = (
    r"for certain",
    r"give or take",
    r"to be expected",
    r"at most so many",
    r"less those of",
    r"short word",
    r"(you cannot|not to) come nearer",
    r"all but 1 (time|in \d)",
    r"nothing is thrown",
    (
        r"throw(s|n|ing)? (the|some|both) "
        r"dice"
    ),
    r"undecided",
    r"(how|not|too|in|of|the|are|as) so many",
    r"beside the (dice|range|attempts)",
    (
        r"(?<!your )(?<!his )\bown "
        r"(side|die|fleet|admiral|(base|front|rear) line)\b"
    ),
    (
        r"\b(dice|die|table|squares?|rolls?|only) (are|is|was|were|be) "
        r"thrown"
    ),
    r"thrown (for|anew)",
    r"\belse (he|it|they|a|the|not|days)\b",
    r"\banew\b",
    (
        r"(?:^|[.;:] )who (saves|fails|does|knows|sees|searches|is "
        r"(alike|still))\b[^?.;:]*\."
    ),
    r"puts? (him |the \w+ )?down",
    (
        r"\b(take it|keep as a layer|layers below$|forget the "
        r"start)\b"
    ),
    r"an outcome of \w+ must be",
    r"\btells on\b",
    r"at which try",
    r"as near as may be",
    r"most likely it ends so",
    r"as far as one has",
    r"by a click",
    r"stands? (under|among) (the|a) ",
    r"\bstands? what\b",
    r"below stand",
    r"behind the tab",
    r"press the way",
    r"afresh",
    r"(?<!saving )throw (for|evenly|a table|a whole)\b",
    r"goes? over (to|from|in)",
    r"comes? to between",
    r"\bput in the\b",
    r"the rules tell of",
    r"\btold in\b",
    r"of so many",
    r"in percent of",
    r"\bwhoever\b",
    r"\bmust stand\b",
    r"try one such\b",
    (
        r"\bone more stands "
        r"for\b"
    ),
    r"means nothing here",
    r"\bcomes? about\b",
    r"legible is only",
    r"that is to be\b",
    r"\b(these|the) rules in force\b",
    r"change them about",
    r"is said beside",
    r"most [\d,]+ (signs|letters); got",
    (
        r"what (stands|tells "
        r"most)\b"
    ),
)


def written_in_code():
    """Each string of the program that could be shown, without docstrings and the names of events, which have words."""
    names = {name for check in rk.checks.values() for name in check.events}
    for file in Path(rk.__file__).parent.rglob("*.py"):
        for line, text in written(file):
            if " " in text and text not in names:
                yield f"{file.name}:{line}", text


def written_in(data):
    """Keys and texts of a file of data, however deep."""
    if isinstance(data, dict):
        yield from data
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            yield from written_in(one)
    elif isinstance(data, str):
        yield data


def sentences_of(result):
    """What an answer says of its dice."""
    return result.check.says(result.rules, result.targets)


def all_texts():
    """Where it stands, and the words: the program, its checks as they are read, data, ready situations, pages."""
    events = {name for check in rk.checks.values() for name in check.events}  # have words of their own
    yield from written_in_code()
    yield from read_by_people()
    for check in rk.checks.values():
        named = [*check.events, *(name for space in check.spaces.values() for name in space.names)]
        yield from ((f"{check.id}: {name}", check.words(name)) for name in named)
        yield from ((f"{check.id} says", line) for line in sentences_of(check()))
    for file in project_folder("data").rglob("*.toml"):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        yield from ((file.name, text) for text in written_in(data) if text not in events)
    for file in project_folder("notebooks").glob("*.ipynb"):
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        yield from ((file.name, "".join(cell["source"])) for cell in cells if cell["cell_type"] == "markdown")


def test_nothing_is_said_as_no_player_would_say_it():
    texts = list(all_texts())
    assert len(texts) > 10_000
    unsaid = re.compile("|".join(UNUSED_WORDS), re.IGNORECASE)
    assert [(where, match[0]) for where, text in texts if (match := unsaid.search(" ".join(text.split())))] == []


def test_armour_is_spelt_one_way_where_people_read():
    texts = dict(read_by_people())
    assert len(texts) > 1000
    assert [where for where, text in texts.items() if "armor" in text.lower()] == []


def test_a_line_below_a_control_is_short_and_plain():
    hints = {p.hint for check in rk.checks.values() for p in check.parameters.values() if p.hint}
    assert len(hints) > 30
    assert [hint for hint in hints if len(hint) > 60 or hint.endswith(".") or "{" in hint or "_" in hint] == []


def test_a_menu_of_what_to_show_says_so():
    menus = [check.parameters["result"] for check in rk.checks.values() if "result" in check.parameters]
    assert len(menus) > 10 and all(p.hint for p in menus)
    assert rk.checks["rencounter.wound"].parameters["result"].hint == QUESTION_LABEL
    assert rk.checks["rencounter.scatter"].parameters["result"].hint != QUESTION_LABEL  # says more


def test_a_die_without_a_modifier_is_said_plainly():
    assert (adjusted("d6", 0), adjusted("d6", 3), adjusted("d6", -3)) == ("d6", "d6 +3", "d6 -3")


def test_an_answer_in_numbers_says_what_they_are():
    ahead = AnswerView(rk.check("odd_encounters.skirmish"), None, "")
    assert "survivors (A's minus B's): 0.5565 on average" in ahead.facts()
    assert ahead.bars().xlabel == "survivors (A's minus B's)"


@given(st.fractions(-1, 1), st.sampled_from([1, 2]))
def test_a_change_in_points_is_never_rounded_to_nothing(change, places):
    """Of those below 0.005 points it says so; whatever changes has a figure other than 0 and its sign."""
    for one in (change, change / 10**4, change / 10**9, change / 10**400):
        text = points_figure(one, places)
        assert points_text(one, places) in (f"{text} points", f"{text.rstrip('0').rstrip('.')} points")
        assert (text == "0") == (one == 0)
        if one:
            assert text[0] == ("+" if one > 0 else "-")
            assert ("under 0.01" in text) == (abs(one) < Fraction(5, 100_000))
            assert any(digit in text for digit in "123456789")


def test_the_winner_has_an_apostrophe():
    assert rules("rencounter").spelling.words("winners_wounds") == "winner's wounds"


def test_a_letter_that_tells_one_of_several_apart_is_a_capital():
    assert [words(name) for name in ("side_a", "level_c", "a_skill")] == ["side A", "level C", "A skill"]


def test_a_whole_average_is_not_told_twice():
    assert rk.check("salamis.d3").headline == "2 on average, from 1 to 3"


def test_what_helps_with_a_control_has_no_identifiers():
    """Below it and in its tip: in the words of its own menu."""
    help_text = rk.panel("odd_encounters.melee_attack").controls["natural_rolls"].widget.children[0].tooltip
    assert "With one misses a 1 also fails" in help_text
