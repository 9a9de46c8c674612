"""Who is activated when: by dice and counters, contest after contest without a common turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import lcm, prod
from typing import NamedTuple

from ....engine.dice.dist import Dist, d
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.errors import RuleError
from ...mechanics.modifiers import inputs, refuse
from ...mechanics.parameter import choice_by
from ...mechanics.processes.process import LATER, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset
from .ratings import BOOK

MAX_CONTESTS = 500  # beyond which a wait counts as later
MAX_STATES = 150  # of the long run, worked out by exact equations
FOLLOWED = ((10, 10), (12, 7), (10_000, 5))  # dice up to these faces, and how many units are followed with them
MAX_MET = 25_000  # states that are met on the way
FITTING = "fitting"
WAITS = graded((LATER,), numbers=True)

# One contest ----------------------------------------------------------------------------------------------------------


def winning(tallies: Iterable[int], die: int) -> dict[int, int]:
    """The weight with which a unit of each tally wins; all of those with the same tally together.

    Each face of each die counts the same, and a tie is shared out equally among the tied.
    """
    order = sorted(tallies)
    could = [tally for tally in order if tally + die > order[-1]]
    return {tally + could[0]: won for tally, won in _winning(tuple(tally - could[0] for tally in could), die).items()}


@cache
def _winning(tallies: tuple[int, ...], die: int) -> dict[int, int]:
    """The same for those who can win at all, the least tally being 0."""
    many = Counter(tallies)
    shares = lcm(*range(1, len(tallies) + 1))
    won = dict.fromkeys(many, 0)
    for highest in range(max(many) + 1, max(many) + die + 1):
        lower = {tally: max(0, min(die, highest - 1 - tally)) for tally in many}  # faces that stay below
        ties = [tally for tally in many if 1 <= highest - tally <= die]
        ways = [prod(lower[tally] ** n for tally, n in many.items() if tally not in ties)]
        for tally in ties:
            for _ in range(many[tally]):
                ways = with_one(ways, lower[tally])
        for tally in ties:
            others = without_one(ways, lower[tally])
            won[tally] += many[tally] * sum(weight * (shares // k) for k, weight in enumerate(others, 1))
    return {tally: weight for tally, weight in won.items() if weight}


def with_one(ways: list[int], lower: int) -> list[int]:
    """Ways for 0, 1, 2, ... dice to tie for the highest, after one more die of which so many faces stay below."""
    return [lower * a + b for a, b in zip([*ways, 0], [0, *ways], strict=True)]


def without_one(ways: list[int], lower: int) -> list[int]:
    """The same before that die."""
    before = [0] * (len(ways) - 1)
    carried = 0
    for k in range(len(ways) - 1, 0, -1):
        before[k - 1] = carried = ways[k] - lower * carried
    return before


# The long run ---------------------------------------------------------------------------------------------------------


@cache
def long_run(units: int, die: int, waits: int) -> dict[tuple[int, ...], int]:
    """How often each set of waits stands after a contest, as weights: contests since each unit's last activation.

    The one that has just won is at 0, and no two are alike. Which unit is which does not matter, because all throw the
    same die. Raises ``RuleError`` when there are too many sets.
    """
    start = tuple(range(units))
    number = {start: 0}
    states = [start]
    chances = []
    for state in states:
        won = winning([waits * age for age in state], die)
        everything = sum(won.values())
        to = {}
        for age in state:
            if weight := won.get(waits * age):
                after = (0, *[other + 1 for other in state if other != age])
                if after not in number:
                    number[after] = len(states)
                    states.append(after)
                to[number[after]] = Fraction(weight, everything)
        chances.append(to)
        if len(states) > MAX_STATES:
            raise RuleError(
                f"units and die must be smaller to work out the long run; got {units} with a d{die}; try fewer units, "
                "die fitting, or result first_wait"
            )
    shares = balance(chances)
    common = lcm(*[share.denominator for share in shares])
    return {state: int(share * common) for state, share in zip(states, shares, strict=True)}


def balance(chances: list[dict[int, Fraction]]) -> list[Fraction]:
    """The share of time in each state of a chain that comes back to all of them; ``chances`` as {to: chance}.

    States are taken out one by one, those with few neighbours first, and the ways through them become ways of the
    others.
    """
    ways = [dict(row) for row in chances]
    sources: list[set[int]] = [set() for _ in ways]
    for i, row in enumerate(ways):
        for j in row:
            sources[j].add(i)
    left, order = set(range(len(ways))), []
    while len(left) > 1:
        out = min(left, key=lambda i: len(ways[i]) * len(sources[i]))
        stays = ways[out].pop(out, Fraction(0))
        sources[out].discard(out)
        onward = {j: chance / (1 - stays) for j, chance in ways[out].items()}
        visits = {}
        for i in sources[out]:
            passes = ways[i].pop(out)
            visits[i] = passes / (1 - stays)
            for j, chance in onward.items():
                ways[i][j] = ways[i].get(j, Fraction(0)) + passes * chance
                sources[j].add(i)
        for j in onward:
            sources[j].discard(out)
        left.discard(out)
        order.append((out, visits))
    share = {left.pop(): Fraction(1)}
    for out, visits in reversed(order):
        share[out] = sum((share[i] * often for i, often in visits.items()), Fraction(0))
    everything = sum(share.values())
    return [share[i] / everything for i in range(len(ways))]


# What is asked --------------------------------------------------------------------------------------------------------


class Waiting(NamedTuple):
    """Unit 1 between its activations: its tally, and those of the others in order.

    won : has it been activated?
    """

    mine: int
    others: tuple[int, ...]
    won: bool = False

    def after(self, winner: str, waits: int, wins: int) -> Waiting:
        """The next contest, after a unit has won this one."""
        if winner == "unit 1":
            return Waiting(wins, (), True)
        rest = list(self.others)
        rest.remove(tally(winner))
        return Waiting(self.mine + waits, tuple(sorted([wins, *[other + waits for other in rest]])))


class Race(NamedTuple):
    """Unit 1 against unit 2, each from its tally, and those of the others.

    once : has unit 1 been activated?
    """

    one: int
    two: int
    others: tuple[int, ...]
    once: bool = False
    won: str = ""

    def after(self, winner: str, waits: int, wins: int) -> Race:
        """The next contest, after a unit has won this one."""
        others = [other + waits for other in self.others]
        if winner == "unit 2" or (winner == "unit 1" and self.once):
            return Race(wins, wins, (), True, "no" if winner == "unit 2" else "yes")
        if winner == "unit 1":
            return Race(wins, self.two + waits, tuple(others), True)
        others.remove(tally(winner) + waits)
        return Race(self.one + waits, self.two + waits, tuple(sorted([wins, *others])), self.once)


def fitting(r: Ruleset, units: int, die: int | str) -> int:
    """Faces of the die that all roll."""
    return r[f"activation_counters.die.{r.look_up('activation_counters.units', units)}"] if die == FITTING else int(die)


def begins(r: Ruleset, units: int, tallies: tuple[int, ...]) -> tuple[int, ...]:
    """The tallies of all units now; where none are given, all are as after an activation."""
    refuse(
        tallies and len(tallies) != units,
        f"tallies must list {units} numbers, one for each unit, or none; got {len(tallies)}",
    )
    return tallies or (r["activation_counters.wins"],) * units


def steps(r: Ruleset, result: str) -> tuple[int, int]:
    """What a contest adds to the tally of those who lose it, and the tally of the winner."""
    waits = r["activation_counters.waits"]
    least = 1 if result in ("wait", "share") else 0
    refuse(
        waits < least,
        f"activation_counters.waits must be {least} or more to work out {result}; got {waits}; "
        "no unit would ever catch up",
    )
    return waits, r["activation_counters.wins"]


def refuse_units(r: Ruleset, units: int, die: int, result: str) -> None:
    """More units than can be followed contest by contest."""
    most = next(many for faces, many in FOLLOWED if die <= faces)
    refuse(
        units > most and result not in ("next", "share"),
        f"units must be at most {most} for {result} with a d{die}; got {units}; try result next or share",
    )


class Contest(NamedTuple):
    """Units of so many tallies and their die; what a contest does to a tally (see ``steps``), and what is asked."""

    die: int
    tallies: tuple[int, ...]
    steps: tuple[int, int]
    result: str


def play(throw: Throw, r: Ruleset, contest: Contest) -> TurnModel:
    """Contest after contest; each is one turn.

    All units roll the same die, so only tallies tell them apart: in the long run each of n units has 1/n of all
    activations, whatever the tallies are now, and a wait in the long run begins with unit 1 at the winner's tally and
    the others at the sets of tallies that ``long_run`` finds.
    """
    games = {"next": play_one, "share": play_any, "first_wait": play_wait, "wait": play_wait, "twice": play_race}
    return games[contest.result](throw, contest)


def play_one(throw: Throw, contest: Contest) -> TurnModel:
    """Who wins the contest now."""

    def now(_: None) -> Consequence:
        chances = winning(contest.tallies, contest.die)
        alike = Counter(contest.tallies)
        common = prod(alike.values())
        winners = {i: chances.get(x, 0) * common // alike[x] for i, x in enumerate(contest.tallies, 1)}
        return throw("the unit that wins", Dist(winners), lambda unit: unit)

    return TurnModel(None, (now,), lambda unit: unit, 1)


def play_any(throw: Throw, contest: Contest) -> TurnModel:
    """Who wins a contest in the long run: each unit as often as any other."""
    every = d(len(contest.tallies))
    return TurnModel(None, (lambda _: throw("the unit that wins", every, lambda unit: unit),), lambda unit: unit, 1)


def tally(name: str) -> int:
    """The tally of a unit, from how a throw names it."""
    return int(name.rpartition(" ")[2])


def winners(chances: dict[int, int], others: tuple[int, ...], **named: int) -> Dist:
    """Who wins: a unit that is named, or another one by its tally."""
    many = Counter((*others, *named.values()))
    common = prod(many.values())
    weights = {name.replace("_", " "): chances.get(x, 0) * common // many[x] for name, x in named.items()}
    for x, alike in Counter(others).items():
        weights[f"another with tally {x}"] = chances.get(x, 0) * common // many[x] * alike
    return Dist(weights)


def play_wait(throw: Throw, contest: Contest) -> TurnModel:
    """Contests until unit 1 is activated, from the tallies now or in the long run."""
    waits, wins = contest.steps

    def next_one(state: Waiting) -> Dist | Waiting:
        chances = winning((state.mine, *state.others), contest.die)
        who = winners(chances, state.others, unit_1=state.mine)
        return throw("the unit that wins", who, lambda name: state.after(name, waits, wins))

    start: Dist | Waiting = Waiting(contest.tallies[0], tuple(sorted(contest.tallies[1:])))
    if contest.result == "wait":
        ages = long_run(len(contest.tallies), contest.die, waits)
        start = Dist({Waiting(wins, tuple(wins + waits * age for age in rest)): w for (_, *rest), w in ages.items()})
    return TurnModel(
        start,
        (next_one,),
        lambda state: "won" if state.won else None,
        MAX_CONTESTS,
        LATER,
        lambda state, how, contests: contests if how == "won" else LATER,
    )


def play_race(throw: Throw, contest: Contest) -> TurnModel:
    """Is unit 1 activated twice before unit 2 is once? From equal tallies, all as after an activation."""
    waits, wins = contest.steps

    def next_one(state: Race) -> Dist | Race:
        chances = winning((state.one, state.two, *state.others), contest.die)
        who = winners(chances, state.others, unit_1=state.one, unit_2=state.two)
        return throw("the unit that wins", who, lambda name: state.after(name, waits, wins))

    start = Race(wins, wins, (wins,) * (len(contest.tallies) - 2))
    return TurnModel(start, (next_one,), lambda state: state.won or None, MAX_CONTESTS, LATER)


def says(r: Ruleset, contest: Contest) -> list[str]:
    """A contest in words."""
    waits, wins = contest.steps
    lines = [
        f"Each of the {len(contest.tallies)} units rolls a d{contest.die} and adds its tally; the highest acts.",
        "Ties are broken at random.",
        f"The winner's tally becomes {wins}; every other unit's rises by {waits}.",
    ]
    if contest.result == "share":
        lines.append(
            "All roll the same die, so in the long run each unit gets the same share, whatever the tallies are now."
        )
    elif contest.result in ("wait", "twice"):
        lines.append("Present tallies make no difference here.")
    return lines


activation_counters = Process(
    "rencounter.activation_counters",
    "Who acts, with dice and counters?",
    turn="contest",
    source="Order of Units: Method Three, Dice and Counters",
    parameters=(
        "counters.units",
        choice_by(
            "die",
            lambda r: (FITTING, *(rule.value for rule in r.below("activation_counters.die"))),
            BOOK,
            FITTING,
            "Faces of the die; fitting: by the rules, the smallest with at least as many faces as there are units.",
        ),
        "tallies counters.result",
    ),
    targets={"die": fitting, "tallies": begins, "steps": steps, **inputs("result")},
    record=Contest,
    play=play,
    outcomes=By(
        "result", {"next": NUMBERS, "first_wait": WAITS, "wait": WAITS, "share": NUMBERS, "twice": ("no", "yes", LATER)}
    ),
    events={"unit 1 acts twice first": "yes"},
    refusals=(refuse_units,),
    says=says,
    max_states=MAX_MET,
)
