"""The extreme values of all parameters and figures: each question is answered or refused within bounds of time and
memory.
"""

import json
import random
import resource
import subprocess
import sys

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.chains.reachable import reachable
from rencounter_kit.engine.chains.transitions import TooLargeError
from rencounter_kit.engine.dice.throw import Exact
from rencounter_kit.workbook.games.odd_encounters import fights
from rencounter_kit.workbook.mechanics.parameter import Rows, SeveralChoices, Whole
from rencounter_kit.workbook.mechanics.processes import simulator
from tests.situations import counting, is_taken, tries
from tests.steps import Steps

SECONDS, BYTES = 40, 2 * 10**9  # of the processor, and of addresses: a gigabyte of numbers, and what Python loads

# The worst that were found: once a minute or more, or more than a gigabyte.
TOO_LARGE = [
    (
        "rencounter.charge",
        {
            "men": 20,
            "shooters": 20,
            "speed": 18,
            "distance": 60,
            "turn_limit": 60,
            "skill": 12,
            "weapon": "light_mg_braced",
            "first": "attackers",
            "experience": 6,
            "target_armor": 4,
            "aim_turns": 2,
        },
    ),
    (
        "rencounter.unit_under_fire",
        {
            "men": 20,
            "shooters": 40,
            "skill": 12,
            "weapon": "light_mg_braced",
            "turn_limit": 60,
            "leader": True,
            "aim_turns": 2,
        },
    ),
    ("rencounter.skirmish", {"a_men": 8, "b_men": 8, "turn_limit": 60, "a_leader": True, "b_leader": True}),
    (
        "odd_encounters.skirmish",
        {
            "a_count": 4,
            "a_hp": 24,
            "b_count": 4,
            "b_hp": 24,
            "targeting": "random",
            "b_weapon": "two_handed",
            "a_ac": -10,
            "b_th": 0,
        },
    ),
]

TOO_LARGE_FIGURES = [
    ("realms_of_myth", "surprise.least", 10_000),
    ("realms_of_myth", "surprise.brief", 10_000),
    ("realms_of_myth", "progressive.triangular", -1),
    ("rencounter", "activation_counters.die.d6", 10_000),
    ("rencounter", "morale.reach.lost_points", 0),
]

ASK = f"""
import json, resource, sys
import rencounter_kit as rk
resource.setrlimit(resource.RLIMIT_AS, ({BYTES}, {BYTES}))
for line in sys.stdin:
    check_id, said = json.loads(line)
    print("?", line.strip(), flush=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    resource.setrlimit(resource.RLIMIT_CPU, (int(before) + {SECONDS}, resource.RLIM_INFINITY))
    try:
        rk.check(check_id, **said).dist
    except rk.RuleError:
        pass
    print("!", flush=True)
"""


def ends(p):
    """The lowest and the highest value of a parameter; of words all of them."""
    if isinstance(p, Whole):
        return [p.low, p.high]
    if isinstance(p, SeveralChoices):
        return [[one] * many for one in (p.choices[0], p.choices[-1]) for many in dict.fromkeys((p.low, p.high))]
    return (
        [[[-60, 0]], [[least, 60 + least] for least in range(-60, 41, 10)]] if isinstance(p, Rows) else list(p.values())
    )


def all_of(check_id, choose, names=None):
    """A value chosen for each parameter, as far as they do not contradict each other."""
    text = {}
    for name in names or rk.checks[check_id].parameters:
        value = choose(ends(rk.checks[check_id].parameters[name]))
        more = {**text, **{other: x for other, x in counting(check_id, name).items() if other not in text}, name: value}
        text = more if is_taken(check_id, more) else text
    return text


def extremes(check_id, many):
    """Each parameter at its ends, alone; all at their lowest and highest; and so many draws of ends."""
    rng, parameters = random.Random(check_id), rk.checks[check_id].parameters
    cases = [{**counting(check_id, name), name: value} for name, p in parameters.items() for value in ends(p)]
    cases += [all_of(check_id, lambda values: values[0]), all_of(check_id, lambda values: values[-1])]
    return cases + [all_of(check_id, rng.choice, rng.sample(list(parameters), len(parameters))) for _ in range(many)]


def answers_to(questions):
    """Asked in a Python of its own, with limits; what it ended at, or nothing."""
    lines = "".join(json.dumps(question, default=str) + "\n" for question in questions)
    done = subprocess.run([sys.executable, "-c", ASK], input=lines, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout.splitlines()[-1:] + done.stderr.splitlines()[-1:]


@pytest.mark.parametrize(
    ("check_id", "params"),
    tries(TOO_LARGE[:2], TOO_LARGE),
    ids=[check_id for check_id, _ in tries(TOO_LARGE[:2], TOO_LARGE)],
)
def test_what_would_take_too_much_is_refused_soon_with_the_way_out(check_id, params):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    with pytest.raises(
        TooLargeError, match=r"got .* or more.* fewer men or turns.* rk\.simulate.* rencounter simulate"
    ):
        rk.check(check_id, **params)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < SECONDS


@pytest.mark.parametrize("targeting", ["random", "focus"])
@pytest.mark.parametrize(("first", "weapon"), [("a", "hand"), ("random", "two_handed")])
def test_the_states_of_a_large_fight_are_known_before_any_is_followed(targeting, first, weapon, monkeypatch):
    monkeypatch.setattr(fights, "SMALL", 0)
    params = {"a_count": 3, "a_hp": 4, "b_count": 2, "b_hp": 13, "targeting": targeting, "first": first}
    params |= {"a_th": 10, "b_th": 10, "a_ac": 0, "b_ac": 0, "a_weapon": weapon}
    check = rk.checks["odd_encounters.cost_effectiveness"]
    targets, _ = check.numbers(check.book, check.values(check.book, params))
    model, chain = check.chain(check.book, targets)
    going, over = reachable(chain.transitions)
    followed = sum(map(len, going)) + len(over)
    assert model.states == followed
    with pytest.raises(TooLargeError, match=f"at most 300 states .*; got {followed:,} or more"):
        model.chain(300)


FIGHTS = [
    {"a_count": 1, "b_count": 4, "b_hp": 3},
    {"a_count": 3, "b_count": 2, "first": "b", "b_weapon": "two_handed"},
    {"a_count": 2, "a_hp": 6, "b_count": 4, "first": "random", "a_weapon": "two_hand_weapons"},
    {"a_count": 3, "b_count": 3, "a_th": 20, "first": "random"},  # A cannot miss
    {"a_count": 2, "b_count": 2, "a_th": 0, "a_ac": -10, "b_th": 0, "b_ac": -10},  # nobody can hit
    {"a_count": 3, "b_count": 2, "b_hp": 5, "a_ac": 2, "b_ac": -3, "natural_rolls": "both"},
]


@pytest.mark.parametrize("targeting", ["random", "focus"])
@pytest.mark.parametrize("params", FIGHTS)
def test_a_large_fight_is_followed_attack_by_attack_with_the_chances_of_whole_rounds(params, targeting, monkeypatch):
    check = rk.checks["odd_encounters.skirmish"]
    params_there = check.values(check.book, {"a_hp": 2, "b_hp": 2, "targeting": targeting, **params})
    targets, _ = check.numbers(check.book, params_there)
    ends, phases = [], []
    for small in (fights.SMALL, 0):
        monkeypatch.setattr(fights, "SMALL", small)
        model = check.play(Exact(), check.book, targets)
        states, *others = model.chain().end()
        ends.append((states.map(lambda state: state[:3]), *others))
        phases.append(len(model.phases))
    a, b = map(len, targets.sides)
    assert phases == [1, 2 * a + b if targets.first == "random" else a + b]
    assert ends[0] == ends[1]


def test_a_fight_too_large_to_be_exact_is_thrown_side_by_side(monkeypatch):
    """Where the models of both sides stood together, there were soon too many of their ways."""
    monkeypatch.setattr(simulator, "_MAX_VALUES", 2_000)
    params = {"a_count": 4, "b_count": 4, "a_hp": 8, "b_hp": 8, "targeting": "random", "first": "random", "a_th": 5}
    assert sum(rk.simulate("odd_encounters.skirmish", 2_000, seed=1, **params).counts.values()) == 2_000


def test_the_turns_of_a_large_fight_are_not_put_together_before_they_are_followed():
    """That would take more than twice the lines."""
    params = {
        "b_th": 10,
        "a_ac": 0,
        "b_ac": 0,
        "a_weapon": "two_handed",
        "b_weapon": "two_handed",
        "targeting": "random",
    }
    assert len(rk.check("odd_encounters.skirmish", **params, a_th=9).dist) == 4  # loads what is needed
    with Steps() as steps:
        answer = rk.check("odd_encounters.skirmish", **params, a_th=10, a_count=3, b_count=3, a_hp=1, b_hp=14)
        assert len(answer.dist) == 6
    assert steps.number < 2_400_000


@pytest.mark.parametrize(("game", "path", "value"), TOO_LARGE_FIGURES, ids=[path for _, path, _ in TOO_LARGE_FIGURES])
def test_a_figure_that_no_dice_can_follow_is_refused_with_its_bounds(game, path, value):
    with pytest.raises(rk.RuleError, match=f"{path} must be a whole number from .*; got {value}"):
        rk.rules(game).changed({path: value})


@pytest.mark.long
@pytest.mark.parametrize("check_id", rk.checks)
def test_extreme_values_alone_and_together_are_answered_or_refused_within_bounds(check_id):
    assert not answers_to([(check_id, params) for params in extremes(check_id, 12)])
