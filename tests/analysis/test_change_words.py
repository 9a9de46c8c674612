"""What a change is called: by the modifier that it is, by its plain name where it is none, and never as the
other one.
"""

import random
from itertools import chain

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.change_words import in_player_words
from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.situations import every_nth, tries

PLAIN = [one for one, check in rk.checks.items() if len(check.parameters) > 2 and not isinstance(check, Process)]


def pair_words(check_id, one, other, outcome=None, **params):
    answer = rk.check(check_id, **params)
    question = rk.interaction(check_id, one, other, outcome=outcome or next(iter([*answer.events, *answer])), **params)
    named = in_player_words(question)
    return named.one.words, named.other.words


@pytest.mark.parametrize("check_id", every_nth(PLAIN, tries(3, 1)))
def test_two_changes_never_have_one_name(check_id):
    """Of the two sides the same thing, and what is drawn; some at least of it can be asked together."""
    count = 0
    rng, check = random.Random(check_id), rk.checks[check_id]
    now = check().params
    sides = [
        (one, other)
        for one in check.parameters
        for other in check.parameters
        if one < other and one.partition("_")[2] == other.partition("_")[2] != ""
    ]
    many = tries(4, 30)
    drawn = (rng.sample(list(check.parameters), 2) for _ in range(20 * many) if count < many)
    for pair in chain(rng.sample(sides, min(len(sides), many)), drawn):
        values = [[value for value in check.parameters[name].values() if value != now[name]] for name in pair]
        if "result" in pair or not all(values):
            continue
        same = [value for value in values[0] if value in values[1]]
        chosen = [rng.choice(same)] * 2 if same else map(rng.choice, values)
        try:
            names = pair_words(check_id, *zip(pair, chosen, strict=True))
        except rk.RuleError:  # the two contradict each other, or it must be said which outcome is meant
            continue
        assert names[0] != names[1]
        count += 1
    assert count


@pytest.mark.parametrize(
    ("check_id", "one", "other", "names"),
    [
        ("rencounter.melee", ("attacker_shield", "large"), ("defender_shield", "large"),
         ("attacker shield: large", "defender shield: large")),
        ("traveller.surprise", ("party_leader", True), ("other_leader", True), ("party leader", "other leader")),
        ("salamis.setup_roll", ("own_command", "skilled"), ("enemy_command", "skilled"),
         ("own command: skilled", "enemy command: skilled")),
        ("odd_encounters.missile_attack", ("missile", "short_bow"), ("woods", "over_2"),
         ("missile: short bow", "woods: over 2")),
        ("realms_of_myth.string_bow", ("resolution_model", "linear_5"), ("progressive", "linear"),
         ("resolution model: linear 5", "progressive: linear")),
        ("odd_encounters.movement_allowance", ("armor", "plate"), ("hasted", True), ("armour: plate", "hasted")),
        ("odd_encounters.hit_points", ("char_class", "cleric"), ("level", 3), ("character class: cleric", "level 3")),
        ("rencounter.fire", ("braced", True), ("aim_turns", 2), ("bracing", "two turns of aim")),
        ("rencounter.fire", ("unfamiliar", True), ("range_band", "extreme"), ("unfamiliar weapon", "extreme range")),
    ],
)  # fmt: skip
def test_a_change_is_called_by_a_modifier_only_where_it_is_that_modifier(check_id, one, other, names):
    assert pair_words(check_id, one, other) == names


def test_a_switch_that_is_turned_off_says_so():
    params = {"blessed": True, "bless_missiles": True}
    assert pair_words("odd_encounters.missile_attack", ("bless_missiles", False), ("woods", "over_2"), **params) == (
        "bless missiles: no",
        "woods: over 2",
    )
