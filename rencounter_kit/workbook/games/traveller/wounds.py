"""Wounds: dice of a weapon take points of strength, dexterity and endurance, until none is left."""

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from ....engine.dice.dist import Dice, Dist, d
from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Exact, Targets, Throw
from ....engine.words.wording import several_dice
from ...mechanics.check import Check
from ...mechanics.events import every
from ...mechanics.modifiers import Node, node, part, refuse
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import turn_unless
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...mechanics.space import NUMBERS, graded
from ...rulebook.book import Ruleset, rules

# Of the three characteristics: lowest first, since hardly anything depends on which of them is which. Where that is
# asked (``apart``) they stand as the man has them.
Values = tuple[int, ...]
BODY = ("strength", "dexterity", "endurance")
STAGES = rules("traveller").names("wounds.stage")
EVENT_WORDS = {"puts him down": "puts him out of action (unconscious or worse)"}  # an event in words
DEAD = STAGES[-1]
MORE = "more"
MOST_FACES = 6_000  # sets of faces that somebody who deals them out looks at


class Wounding(NamedTuple):
    """What makes a wound: dice of the weapon, and the rulings that deal them out; are the values told apart?"""

    dice: int
    first_blood_overflow: str
    later_groups: str
    group_overflow: str
    apart: bool = False


class Target(NamedTuple):
    """A man who is hit."""

    values: Values
    unhurt: bool = True


RULINGS = "first_blood_overflow later_groups group_overflow"


def how(prefix: str = "", apart: bool = False) -> Node:
    """The wounds of a weapon, from its dice and the rulings."""

    def wounding(
        r: Ruleset, wound_dice: int, first_blood_overflow: str, later_groups: str, group_overflow: str
    ) -> Wounding:
        return Wounding(wound_dice, first_blood_overflow, later_groups, group_overflow, apart)

    return node(wounding, wound_dice=f"{prefix}wound_dice")


def target(prefix: str = "") -> Node:
    """The man before his first wound."""

    def unhurt(r: Ruleset, strength: int, dexterity: int, endurance: int) -> Target:
        return Target(tuple(sorted((strength, dexterity, endurance))))

    return node(unhurt, **{name: prefix + name for name in BODY})


# Where the points go --------------------------------------------------------------------------------------------------


@cache
def added_up(number: int, die: str) -> Dice:
    """The sum of some dice."""
    return number @ dice_of(die)


@cache
def sorted_dice(number: int, die: str) -> Dist:
    """The faces of some dice, lowest first."""
    one = dice_of(die).weights
    most = max(many for many in range(1, number + 1) if comb(len(one) + many - 1, many) <= MOST_FACES)
    refuse(
        number > most,
        f"wound_dice must be at most {most} where somebody deals out {several_dice(number, die)}; got {number}; "
        f"try wound_dice = {most}, or dice.wound with fewer faces",
    )

    def ways(faces: tuple[int, ...]) -> int:
        alike = prod(map(factorial, Counter(faces).values()))
        return factorial(number) // alike * prod(one[face] for face in faces)

    return Dist({faces: ways(faces) for faces in combinations_with_replacement(one, number)})


def lessened(values: Values, place: int, points: int, apart: bool) -> tuple[Values, int]:
    """The values after points on one of them, none where dice show less than 1, and those that it could not take."""
    left = values[place] - max(points, 0)
    after = (*values[:place], max(left, 0), *values[place + 1 :])
    return after if apart else tuple(sorted(after)), max(-left, 0)


@lru_cache(maxsize=1 << 16)
def landings(values: Values, points: int, carry_on: bool, apart: bool) -> tuple[Values, ...]:
    """All that one group of points can do when somebody chooses where it goes."""
    ends: list[Values] = []
    for place, value in enumerate(values):
        if value:
            after, over = lessened(values, place, points, apart)
            ends += landings(after, over, carry_on, apart) if over and carry_on and any(after) else [after]
    return tuple(dict.fromkeys(ends))


@lru_cache(maxsize=1 << 18)
def dealt(values: Values, faces: tuple[int, ...], attacker: bool, carry_on: bool, apart: bool) -> Values:
    """The values after dice, lowest first, that the wounded side deals out, or the attacker.

    For either side the lowest value counts most, then the next; between equals, strength, then dexterity. That the
    lowest die goes first takes nothing away: all orders come to the same.
    """
    if not faces or not any(values):
        return values
    best, rest = min if attacker else max, (faces[1:], attacker, carry_on)
    ways = landings(values, faces[0], carry_on, apart)
    if apart and len(ways) > 1:  # only those that come to the best values count, whichever of them is which
        ends = [dealt(tuple(sorted(after)), *rest, False) for after in ways]
        aim = best(ends)
        ways = tuple(after for after, end in zip(ways, ends, strict=True) if end == aim)
    return best(dealt(after, *rest, apart) for after in ways)


def first_blood(values: Values, how: Wounding, die: str, throw: Throw) -> Consequence:
    """All dice on one characteristic, drawn by chance."""

    def lands(place: int, points: int) -> Consequence:
        after, over = lessened(values, place, points, how.apart)
        if not over or how.first_blood_overflow == "lost":
            return after

        def spills(face: int) -> Values:
            then, rest = lessened(after, still_positive(after)[face - 1], over, how.apart)
            return lessened(then, still_positive(then)[0], rest, how.apart)[0] if rest else then

        return throw("overflow", d(2), spills)

    def dice(points: int) -> Consequence:
        drawn = d(2 * len(values))  # two faces for each
        return throw("characteristic", drawn, lambda face: lands((face - 1) // 2, points))

    return throw("wound dice", added_up(how.dice, die), dice)


def still_positive(values: Values) -> list[int]:
    """Which of them have points left."""
    return [place for place, points in enumerate(values) if points]


def scatter(how: Wounding, die: str, throw: Throw) -> Callable[[Values, int], Consequence]:
    """Each die on a characteristic drawn by chance: from values and dice to new values."""

    def drawn(values: Values, then: Callable[[int], Consequence]) -> Consequence:
        places = list(range(len(values))) if how.later_groups == "random_any" else still_positive(values)
        return throw("characteristic", d(len(places)), lambda face: then(places[face - 1]))

    def lands(values: Values, place: int, points: int) -> Consequence:
        after, over = lessened(values, place, points, how.apart)
        if over and values[place] and how.group_overflow == "carry_on" and any(after):
            return drawn(after, lambda further: lands(after, further, over))
        return after

    @throw.cached
    def one(values: Values) -> Consequence:
        def points_on(place: int) -> Consequence:
            return throw("wound die", dice_of(die), lambda points: lands(values, place, points))

        return drawn(values, points_on) if any(values) else values

    def dice(values: Values, left: int) -> Consequence:
        consequence: Consequence = values
        for _ in range(left):
            consequence = throw.after(consequence, one)
        return consequence

    return dice


def wounds(how: Wounding, die: str, throw: Throw) -> Callable[[Values, bool], Consequence]:
    """What one wound does: from the values, and whether it is the first, to new values."""
    scattered = scatter(how, die, throw)

    @throw.cached
    def wound(values: Values, first: bool) -> Consequence:
        if first:
            return first_blood(values, how, die, throw)
        if how.later_groups in ("random", "random_any"):
            return scattered(values, how.dice)
        who = how.later_groups == "attacker", how.group_overflow == "carry_on"
        return throw("wound dice", sorted_dice(how.dice, die), lambda faces: dealt(values, faces, *who, how.apart))

    return wound


def hurts(how: Wounding, throw: Throw, r: Ruleset) -> Callable[[Target], Consequence]:
    """What one hit does to a man."""
    die = r["dice.wound"]
    return exactly(how, die) if isinstance(throw, Exact) else hit_by(how, die, throw)


def hit_by(how: Wounding, die: str, throw: Throw) -> Callable[[Target], Consequence]:
    """The same, by whatever way of throwing."""
    wound = wounds(how, die, throw)

    @throw.cached
    def hit(man: Target) -> Consequence:
        return throw.after(wound(man.values, man.unhurt), lambda after: Target(after, False))

    return hit


@lru_cache(maxsize=8)
def exactly(how: Wounding, die: str) -> Callable[[Target], Consequence]:
    """The same, exactly, and kept from one fight to the next: of the rules only the dice have a part in it."""
    return hit_by(how, die, Exact())


def reached(values: Values, stage: str, r: Ruleset) -> bool:
    """Are enough characteristics at 0?"""
    return bool(values.count(0) >= r[f"wounds.stage.{stage}"])


# One wound ------------------------------------------------------------------------------------------------------------


def throw_wound(throw: Throw, r: Ruleset, values: Values, first_wound: bool, how: Wounding) -> Consequence:
    """One wound, and how many characteristics are at 0 after it."""

    def state(after: Values) -> str:
        return next((stage for stage in reversed(STAGES) if reached(after, stage, r)), "minor")

    return throw.after(wounds(how, r["dice.wound"], throw)(values, first_wound), state)


def refuse_values(r: Ruleset, strength: int, dexterity: int, endurance: int, first_wound: bool) -> None:
    """A man with nothing left is dead, and one with a value of 0 has a wound already."""
    values = dict(zip(BODY, (strength, dexterity, endurance), strict=True))
    refuse(
        not any(values.values()),
        "strength, dexterity and endurance must not all be 0; got 0, 0 and 0; try strength = 1",
    )
    low = next((name for name, points in values.items() if not points), "")
    refuse(first_wound and low, f"{low} must be 1 or more before a first wound; got 0; try first_wound = false")


DEALT = {
    "victim": "each die whole, as is best for the wounded man",
    "attacker": "each die whole, as is worst for the wounded man",
    "random": "each die whole on one drawn from those above 0",
    "random_any": "each die whole on one drawn from all three",
}


def says_wounds(how: Wounding, r: Ruleset, first: bool = True, later: bool = True) -> list[str]:
    """How wounds are dealt out, in words."""
    lines, dice = [], several_dice(how.dice, r["dice.wound"])
    if first:
        rest = "is lost" if how.first_blood_overflow == "lost" else "goes to the others"
        lines.append(f"A first wound: {dice} on one characteristic drawn at random; what it cannot take {rest}.")
    if later:
        rest = "" if how.group_overflow == "lost" else "; what one cannot take goes on to the next"
        lines.append(f"A later wound: {dice}, {DEALT[how.later_groups]}{rest}.")
    return lines


PARAMETERS = ("strength dexterity endurance wound_dice first_wound", RULINGS)


def says_wound(r: Ruleset, first_wound: bool, how: Wounding) -> list[str]:
    """One wound in words."""
    return says_wounds(how, r, first_wound, not first_wound)


wound = Check(
    "traveller.wound",
    "What does a wound do?",
    source="Wounding and Death",
    parameters=PARAMETERS,
    targets={
        "values": lambda r, strength, dexterity, endurance: tuple(sorted((strength, dexterity, endurance))),
        "how": how(),
    },
    dice=throw_wound,
    outcomes=graded(("minor", *STAGES)),
    events={"puts him down": STAGES, "wounds seriously or worse": STAGES[1:], "kills": STAGES[2:]},
    wording=EVENT_WORDS,
    refusals=[refuse_values],
    says=says_wound,
)

wounded_values = Check(
    "traveller.wounded_values",
    "What does a wound leave of each characteristic?",
    source="Wounding and Death",
    parameters=PARAMETERS,
    targets={
        "values": lambda r, strength, dexterity, endurance: (strength, dexterity, endurance),
        "how": how(apart=True),
    },
    dice=lambda throw, r, values, first_wound, how: wounds(how, r["dice.wound"], throw)(values, first_wound),
    outcomes=NUMBERS.times(len(BODY)),
    events={"leaves none at 0": every("1.."), "leaves one or more at 0": "0"},
    wording=Words(joined="/"),
    refusals=[refuse_values],
    says=lambda r, first_wound, how: [
        *says_wound(r, first_wound, how),
        "The answer is strength/dexterity/endurance after the wound.",
    ],
)


def throw_minutes(throw: Throw, r: Ruleset, injury: Targets) -> Consequence:
    """One wound, and how long the man is out."""
    asleep = r.group("wounds.minutes")

    def minutes(state: str) -> int | str:
        if state == DEAD:
            return state
        return int(asleep[state].value) if state in asleep else 0

    return throw.after(throw.dice_of(wound, injury, r), minutes)


minutes_out = Check(
    "traveller.minutes_out",
    "For how long does a wound knock him out?",
    source="Wounding and Death: Unconsciousness, Serious Wound, Death",
    parameters=PARAMETERS,
    targets={"injury": part("wound", wound, PARAMETERS)},
    dice=throw_minutes,
    outcomes=graded((DEAD,), numbers=True),
    events={"is put out": ("1..", DEAD), "dies": DEAD},
    says=lambda r, injury: [
        *wound.says(r, injury),
        f"Unconscious, he wakes after {r['wounds.minutes.unconscious']} minutes.",
        f"With a serious wound he wakes after {r['wounds.minutes.serious']} minutes.",
    ],
)

# Hit after hit --------------------------------------------------------------------------------------------------------


def play_hits(throw: Throw, r: Ruleset, target: Target, how: Wounding, stage: str, max_hits: int) -> TurnModel:
    """Hit after hit, each a wound."""

    def end(man: Target) -> str | None:
        return stage if reached(man.values, stage, r) else None

    return TurnModel(target, [hurts(how, throw, r)], end, max_hits, MORE, turn_unless(MORE))


def says_stage(stage: str, r: Ruleset) -> str:
    """When it is over, in words."""
    return f"A man falls with {r[f'wounds.stage.{stage}']} or more of his three characteristics at 0 ({stage})."


hits_to = Process(
    "traveller.hits_to",
    "How many hits can he take?",
    turn="hit",
    source="Wounding and Death",
    parameters=("wounds.* wound_dice stage max_hits", RULINGS),
    targets={"target": target(), "how": how()},
    play=play_hits,
    outcomes=graded((MORE,), numbers=True),
    events={"falls in time": "1..", "falls at the first hit": "1", "needs more hits": MORE},
    says=lambda r, how, stage: [*says_wounds(how, r), says_stage(stage, r)],
)
