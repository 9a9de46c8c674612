"""Throwing beside the answer: each throw is told as the rule says it, and many come near the exact chances."""

import base64
import math
import re
from collections import Counter
from fractions import Fraction
from random import Random

import ipywidgets as w
import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import AT_LEAST, AT_MOST, EXACTLY, percent_text
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.panels import also, by_turn, shares
from rencounter_kit.fronts.panels.answer import AnswerView
from rencounter_kit.fronts.panels.throws import beside
from rencounter_kit.workbook.analysis.throwing import Tally
from rencounter_kit.workbook.mechanics.branches import thrown
from rencounter_kit.workbook.mechanics.processes.course import BRACKETS
from tests.situations import PLAIN_KINDS, base
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient")


def press(panel, name):
    """Press the button that says ``name``."""
    (button,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    button.click()
    panel.wait()


@pytest.mark.parametrize("check_id", PLAIN_KINDS)
def test_a_throw_that_is_told_goes_one_way_of_the_tree(check_id):
    check, result = rk.checks[check_id], rk.check(check_id)
    for seed in range(5):
        one = thrown(check.tree(result.rules, result.targets), Random(seed))
        assert result[one.outcome] > 0
        leaves = list(result.branches().leaves)
        if not any(fork.folded for leaf in leaves for fork, _ in leaf.steps):
            ways = {(tuple(branch.faces for _, branch in leaf.steps), leaf.outcome) for leaf in leaves}
            assert (one.way, one.outcome) in ways


def test_throws_that_are_told_come_as_often_as_the_exact_chances_say():
    result = rk.check("rencounter.fire")
    tree, rng = result.check.tree(result.rules, result.targets), Random(1)
    came = Counter(thrown(tree, rng).outcome for _ in range(4000))
    for outcome, p in result.items():
        assert abs(came[outcome] / 4000 - p) < 4 * (float(p) / 4000) ** 0.5


def test_a_throw_says_what_its_number_is_among():
    panel, ends = rk.panel("rencounter.fire"), {}
    for seed in range(40):
        panel.throws.seed.value = str(seed)
        press(panel, "Roll")
        match = re.search(r"to hit \(d12\): (\d+) \((\d+) or (less|more)\)", panel.throws.words.value)
        if match is not None:
            face, end, way = int(match[1]), int(match[2]), match[3]
            assert face <= end if way == "less" else face >= end
            ends.setdefault(way, set()).add(end)
    assert ends["more"] == {panel.result.targets.needed + 1} and len(ends["less"]) == 1


def test_a_throw_says_when_it_is_by_your_rules():
    panel = rk.panel("rencounter.fire")
    for lines, ours in (("", False), ("fire.range.short = 3", True)):
        panel.house.value = lines
        panel.wait()
        for name in ("Roll", "Roll 100"):
            press(panel, name)
            panel.wait()
            assert ("by your rules" in panel.throws.words.value) == ours


def test_every_step_of_a_throw_is_told():
    panel = rk.panel("rencounter.fire")
    panel.throws.seed.value = "1"
    press(panel, "Roll")
    html_text = panel.throws.words.value
    assert re.search(r"to hit \(d12\): \d+ \(\d+ or (less|more)\)", html_text) and "seed 1<" in html_text
    again = rk.panel("rencounter.fire")
    again.throws.seed.value = "1"
    press(again, "Roll")
    assert again.throws.words.value == html_text


def test_every_press_throws_anew():
    panel = rk.panel("rencounter.fire")
    results = set()
    for _ in range(5):
        press(panel, "Roll")
        results.add(re.search(r"seed (\d+)", panel.throws.words.value)[1])
    assert len(results) == 5


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "9" * 19, "\N{SUPERSCRIPT TWO}"])
def test_a_wrong_seed_is_said(seed):
    panel = rk.panel("rencounter.fire")
    panel.throws.seed.value = seed
    for name in ("Roll", "Roll 100"):
        press(panel, name)
        assert "a seed must be a whole number" in panel.throws.words.value and not panel.throws.tally.many


@pytest.mark.parametrize("check_id", ["rencounter.fire", "odd_encounters.melee_damage", "rencounter.duel"])
def test_many_throws_stand_beside_the_exact_chances(check_id):
    panel = rk.panel(check_id)
    panel.wait()
    press(panel, "Roll 100")
    press(panel, "Roll 100")
    assert panel.throws.tally.many == 200 == panel.throws.tally.counts.total()
    assert "rolled at random, as diamonds: " in panel.view.value and "200 rolls" in panel.throws.words.value
    press(panel, "Roll")  # the diamonds stay, and so does what they are
    assert "diamonds" in panel.view.value and "200 rolls" in panel.throws.words.value
    panel.throws.seed.value = "3"
    press(panel, "Roll 100")
    alone = panel.throws.tally
    assert alone.many == 100
    assert alone.counts == Counter(panel.result.simulate(100, 3).counts)
    press(panel, "Roll 100")
    assert panel.throws.tally == alone  # a seed of one's own throws the same
    press(panel, "Reset")
    assert panel.throws.tally == Tally() and "diamonds" not in panel.view.value and panel.throws.words.value == ""


def test_the_brackets_hold_nineteen_tallies_of_twenty():
    result = rk.check("rencounter.fire")
    bars = AnswerView(result).bars()
    rng, inside, tried = np.random.default_rng(1), 0, 0
    for _ in range(400):
        counts = rng.multinomial(100, [float(p) for p in result.values()])
        figures = beside(Tally(100, Counter()), bars, list(counts))
        for share, (low, high) in zip(figures.thrown, figures.expected, strict=True):
            inside, tried = inside + (low <= share <= high), tried + 1
    assert 0.94 < inside / tried < 0.99  # counts are whole: a little more than 95 of 100


# Exactly, at least, at most -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", ["rencounter.fire", "odd_encounters.melee_damage", "rencounter.fire_turn"])
def test_what_is_at_least_or_at_most_so_much_is_the_sum_of_all_beyond(check_id):
    panel = rk.panel(check_id)
    panel.wait()
    dist = panel.result.dist
    for reading in (AT_LEAST, AT_MOST, EXACTLY):
        panel.reading.value = reading
        for place, outcome in enumerate(dist.outcomes):
            beyond = {AT_LEAST: dist.outcomes[place:], AT_MOST: dist.outcomes[: place + 1], EXACTLY: [outcome]}[reading]
            p = sum((dist[one] for one in beyond), Fraction(0))
            assert f"<td>{panel.check.words(outcome)}</td><td>{p}</td>" in panel.why.table.value
            assert f"{panel.check.words(outcome)} {charts.percent(float(p))}" in panel.view.value


def test_only_outcomes_in_order_are_read_so():
    for check_id, has_reading in (
        ("rencounter.fire", True),
        ("rencounter.duel", False),
        ("salamis.wind_direction", False),
    ):
        panel = rk.panel(check_id)
        panel.wait()
        assert (panel.reading.layout.display != "none") is has_reading


def test_numbers_have_their_mean_their_spread_and_their_middle():
    panel = rk.panel("odd_encounters.melee_damage")
    dist = panel.result.dist
    assert f"standard deviation {dist.sd:.3g}" in panel.words.value
    low, high = dist.quantile(0.25), dist.quantile(0.75)
    share = sum(p for number, p in dist.items() if low <= number <= high)
    assert f"{low} to {high}: {percent_text(share)}" in plain(panel.words.value)  # its own share, not "half the time"


def test_of_few_numbers_no_range_is_told():
    panel = rk.panel("salamis.d3")
    assert "standard deviation" in panel.words.value and " to 3: " not in plain(panel.words.value)


def test_a_range_that_is_all_there_is_is_not_told():
    facts = AnswerView(rk.check("odd_encounters.melee_damage")).facts()
    assert "0 to 4: 81.7 %" in facts and not any(fact.endswith(": 100 %") for fact in facts)


def test_how_many_turns_it_takes_is_said_once_where_the_answer_counts_them():
    facts = AnswerView(rk.check("realms_of_myth.string_bow_attempts")).facts()
    assert [fact for fact in facts if fact.endswith("attempts on average")] == ["1.667 attempts on average"]


def test_how_many_are_usual_is_said_as_the_brackets_show_it():
    panel = rk.panel("rencounter.fire")
    press(panel, "Roll 100")
    low, high = map(int, re.search(r"expected, (\d+) to (\d+) in 95 of 100", panel.throws.words.value).groups())
    p = panel.result.event("hits")
    within = sum(math.comb(100, n) * p**n * (1 - p) ** (100 - n) for n in range(low, high + 1))
    assert Fraction(95, 100) <= within < Fraction(98, 100)


def test_what_is_certain_offers_nothing_to_roll_and_no_sum_beside_the_point():
    panel = rk.panel("rencounter.fire", distance=200)
    assert "always: miss" in panel.words.value
    assert panel.throws.row.layout.display == "none" and "Running sum" not in panel.view.value


def test_at_least_is_not_offered_where_nothing_is_in_order():
    panel = rk.panel("rencounter.duel", also("turns", "How long it lasts"))
    panel.wait()
    assert panel.reading.layout.display == "none"
    panel.tabs.turn_to("Charts")
    assert panel.reading.layout.display == ""  # the chart of turns is read so
    panel.tabs.turn_to("Why")
    assert panel.reading.layout.display == "none"


def test_a_process_says_how_long_it_takes():
    panel = rk.panel("rencounter.duel")
    panel.wait()
    course = rk.check("rencounter.duel")
    assert f"{float(course.expected_turns):.3g} turns on average; over by turn 4: " in plain(panel.words.value)
    assert f"over by turn 4: {percent_text(course.by(4))}" in plain(panel.words.value)


def test_a_turn_has_the_name_that_players_give_it():
    panel = rk.panel("traveller.duel")
    panel.wait()
    assert "1.65 rounds on average; over by round 2: " in plain(panel.words.value)
    assert "<h4>One round</h4>" in panel.why.turn.value
    first = rk.check("traveller.first_encounter")
    assert first.roll(3).steps[0].name == "throw 1" and first.check.part == "the first throw"


def test_what_is_certain_is_a_sentence_and_its_sum():
    panel = rk.panel("rencounter.knockdown")
    assert "always: down" in panel.words.value and "Running sum" in panel.view.value


def test_what_was_thrown_is_drawn():
    panel = rk.panel("rencounter.fire")
    before = base64.b64decode(re.search(r'base64,([^"]*)', panel.view.value)[1])
    press(panel, "Roll 10,000")
    assert base64.b64decode(re.search(r'base64,([^"]*)', panel.view.value)[1]) != before


def test_other_numbers_of_a_fight_are_read_so_too():
    panel = rk.panel("rencounter.duel", also("turns", "How long it lasts"))
    panel.tabs.turn_to("Charts")
    panel.wait()
    turns = rk.check("rencounter.duel", result="turns").dist
    assert panel.reading.layout.display != "none"
    panel.reading.value = AT_LEAST
    panel.wait()
    assert f"4 {charts.percent(float(turns.at_least(4)))}" in panel.studies[0].view.value
    assert "A dead 20" in panel.view.value  # who wins has no order


def test_a_fight_that_is_asked_for_its_turns_breaks_no_chart():
    studies = by_turn("A wins"), shares(["A wins", "B wins"], ["a_skill"], "neither"), also("turns", "How long")
    panel = rk.panel("rencounter.duel", *studies)
    panel.tabs.turn_to("Charts")
    for result in ("turns", "winners_wounds", "winner"):
        panel["result"] = result
        panel.wait()
        assert all("<img" in study.view.value for study in panel.studies)


def test_graded_outcomes_have_a_middle():
    panel = rk.panel("rencounter.wound")
    middle = panel.result.dist.quantile(Fraction(1, 2))
    assert panel.result.dist.at_least(middle) >= Fraction(1, 2)
    assert f"at least {panel.check.words(middle)}: " in panel.words.value


NAMES_AFTER_NUMBERS = [
    check.id for check in rk.checks.values() if any(one.numbers and one.names for one in check.spaces.values())
]


@pytest.mark.parametrize("check_id", NAMES_AFTER_NUMBERS)
def test_numbers_before_names_have_a_middle_too(check_id):
    """As 4 rounds, 5 rounds, never: the last is more than any number."""
    result = rk.check(check_id, **base(check_id))
    middle, outcomes = result.dist.quantile(Fraction(1, 2)), list(result)
    share = sum((p for outcome, p in result.items() if outcomes.index(outcome) >= outcomes.index(middle)), Fraction(0))
    sentence = f"at least {result.check.words(middle)}: {percent_text(share)}"
    has_middle = result.space.in_order and not result.space.has_mean and middle != outcomes[0]
    assert (sentence in AnswerView(result).facts()) is has_middle


def test_who_can_throw_nothing_is_offered_nothing_to_throw():
    panel = rk.panel("realms_of_myth.wounds")  # nothing is thrown for it
    assert panel.throws.row.layout.display == "none"
    assert rk.panel("rencounter.fire").throws.row.layout.display == ""


def test_what_is_certain_without_dice_is_told_in_a_sentence():
    assert "It takes 60 days" in rk.panel("realms_of_myth.healing_days").words.value


def test_what_brackets_are_is_said_where_there_are_any():
    single, sure = rk.panel("rencounter.fire"), rk.panel("odd_encounters.cure_light_wounds")
    single.throws.seed.value = sure.throws.seed.value = "1"
    for panel, has_any in ((single, True), (sure, False)):
        press(panel, "Roll")
        html_text = panel.throws.words.value
        assert (" or less)" in html_text or " or more)" in html_text) == has_any == (BRACKETS in html_text)
