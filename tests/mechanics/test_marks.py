"""Every figure that is not simply printed is marked in each answer that rests on it."""

from collections import Counter
from dataclasses import replace

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.situations import situations
from rencounter_kit.workbook.rulebook.book import MARKS, bands
from tests.situations import PROCESSES, base, tries

GAMES = ("odd_encounters", "realms_of_myth", "rencounter", "salamis", "traveller")
MARKED = [(game, rule.path) for game in GAMES for path in rk.rules(game) if (rule := rk.rules(game).rule(path)).mark]
FEW = 3
STEPS = (1, -1, 5)


def moved(book, path):
    """Changes that make a figure another one; a row of a table takes from the rows beside it."""
    rule = book.rule(path)
    if rule.options:
        values = [value for value in rule.options if value != rule.value]
    elif type(rule.value) in (int, float):
        values = [rule.value + step for step in STEPS]
    elif rule.rows:
        values = [((0, 45),), ((-5, 10), (5, 80))]
    elif isinstance(rule.value, tuple):
        values = [tuple(figure + step for figure in rule.value) for step in STEPS]
    else:
        values = []
    for value in values:
        if fits(book, {path: value}):
            yield {path: value}
    if isinstance(rule.value, str) and not rule.options:
        yield from widened(book, path)


def fits(book, changes):
    try:
        return book.changed(changes) is not None
    except rk.RuleError:
        return False


def widened(book, path):
    """Changes by which a row of a table of ranges becomes wider by one, and its neighbour narrower."""
    group = path.rpartition(".")[0]
    rows = {rule.path: bands(rule.value) for rule in book.group(group).values()}
    (low, high) = rows[path][0]
    for other, ((first, last), *more) in rows.items():
        if more or other == path:
            continue
        if first == high + 1 < last:
            changes = {path: text(low, high + 1), other: text(first + 1, last)}
        elif last == low - 1 > first:
            changes = {path: text(low - 1, high), other: text(first, last - 1)}
        else:
            continue
        yield changes


def text(low, high):
    """A range as one writes it."""
    ends = ["" if abs(end) == float("inf") else str(int(end)) for end in (low, high)]
    return ends[0] if low == high else "..".join(ends)


def differs(situation, changes):
    """Does another answer come with these changes, or none?"""
    book = situation.check.book
    after = situation.ask(book.changed(changes))
    return after is None or after.dist != situation.ask(book).dist


def situations_of(game):
    """The named situations; of a process a few small ones."""
    seen = Counter()
    for situation in situations(game):
        check_id = situation.check.id
        seen[check_id] += 1
        if check_id not in PROCESSES and seen[check_id] <= tries(2, 12):
            yield situation
        elif check_id in PROCESSES and seen[check_id] <= FEW:
            yield replace(situation, params={**situation.params, **base(check_id)})


def together(many):
    """Changes of figures that stand alone in one, and changes of several rows of a table one by one."""
    alone = [changes for changes in many if len(changes) == 1]
    return [{path: value for changes in alone for path, value in changes.items()}] * bool(alone) + [
        changes for changes in many if len(changes) > 1
    ]


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_changes_with_a_marked_figure_bears_its_mark(game):
    book = rk.rules(game)
    changes = {path: list(moved(book, path)) for marked, path in MARKED if marked == game}
    felt = set()
    for situation in situations_of(game):
        answer = situation.ask(book)
        marked = {rule.path for rule in answer.marked}
        for path in changes.keys() & marked:
            assert f"! {MARKS[book.rule(path).mark]}: {book.rule(path).label}" in str(answer.explain())
            assert book.rule(path).mark in answer.title
            if path not in felt and any(differs(situation, one) for one in changes[path]):
                felt.add(path)
        # the others change nothing, all at once
        for step in range(1 if situation.check.id in PROCESSES else len(STEPS)):
            others = [ways[step] for path, ways in changes.items() if path not in marked and len(ways) > step]
            for one in together(others):
                assert not differs(situation, one), (situation.check.id, situation.name, one)
    assert felt, "no marked figure was felt: the test would hold for anything"


AT_PLACES = [
    ("odd_encounters.saving_throw", {"natural_rolls": "one_misses", "level": 16}, "natural.fails"),
    ("odd_encounters.melee_attack", {"natural_rolls": "both"}, "natural.succeeds"),
    ("odd_encounters.melee_damage", {"natural_rolls": "one_misses"}, "natural.fails"),
    ("rencounter.fire_turn", {"weapon": "submachinegun", "shots": 2}, "fire_turn.burst_class"),
    ("rencounter.activation_cards", {"deck": "quick"}, "activation_cards.more_cards"),
    ("rencounter.heroism", {}, "inspiration.limits.least"),
]


@pytest.mark.parametrize(("check_id", "params", "path"), AT_PLACES)
def test_figures_that_the_dice_or_the_sums_read_are_marked(check_id, params, path):
    rule = rk.rules(check_id.split(".")[0]).rule(path)
    assert rule.mark, "the case must be of a marked figure"
    assert rule in rk.check(check_id, **params).marked


def test_what_is_not_read_is_not_marked():
    assert not rk.check("rencounter.reload", weapon="9lb").marked
    assert rk.check("rencounter.reload", weapon="9lb", men_missing=1).marked


def test_reads_are_what_the_answer_rests_on():
    fire = rk.check("rencounter.fire", skill=7, range_band="long")
    assert {"fire.range.long", "fire.never", "severity.dead", "rulings.skill_roll"} <= fire.reads
    assert "fire.range.medium" not in fire.reads and "melee.never" not in fire.reads
    assert "rulings.skill_roll" not in rk.check("rencounter.fire", skill_roll="at_most").reads


def read_from_the_table(check_id):
    """A check of Realms of Myth with every percentage given that it can be given."""
    check = rk.checks[f"realms_of_myth.{check_id}"]
    chances = [name for name, p in check.parameters.items() if name.endswith("chance") and p.optional]
    return check(**check.without_resting(check.book, dict.fromkeys(chances, 37)))


SETTINGS = (
    "string_bow",
    "string_bow_attempts",
    "draw_from_container",
    "knockback",
    "pain",
    "grievous_effort",
    "catch_falling",
)


@pytest.mark.parametrize("check_id", SETTINGS)
def test_nothing_is_assumed_of_a_dv_in_whose_place_a_chance_is_given(check_id):
    assert rk.check(f"realms_of_myth.{check_id}").marked
    params = read_from_the_table(check_id)
    assert not params.marked and "!" not in str(params.explain())
    assert not any("DV" in entry.roll for entry in params.modifiers)


def test_what_else_rests_on_it_is_marked_all_the_same():
    for check_id in ("stun_duration", "stray_fire"):
        assert "progressive.triangular" in {rule.path for rule in read_from_the_table(check_id).marked}
    half = rk.check("realms_of_myth.pain", p_res_chance=37)  # the HRT check goes by its DV
    assert "progressive.triangular" in {rule.path for rule in half.marked}
