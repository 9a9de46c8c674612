"""Fights round by round: one who is attacked until he falls, and two who attack each other."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.chains.phase import State
from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.modifiers import inputs, total, value
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import turn_unless
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .attack import says_to_hit
from .to_hit import throw_to_hit
from .wounds import (
    MORE,
    RULINGS,
    Target,
    Wounding,
    how,
    hurts,
    reached,
    says_stage,
    says_wounds,
    target,
)

DOWN = "down"
ENDS = ("a_wins", "both_down", "b_wins")
UNDECIDED = "undecided"


def attacking(who: str, how: Wounding, throw: Throw, r: Ruleset) -> Callable[[Target, int], Consequence]:
    """What one attack with a DM does to a man; ``who`` names the throw."""
    hit = hurts(how, throw, r)

    @throw.cached
    def attack(man: Target, dm: int) -> Consequence:
        return throw.after(throw_to_hit(throw, r, who, dm), lambda came: hit(man) if came == "hit" else man)

    return attack


# One who is attacked --------------------------------------------------------------------------------------------------


def blows(r: Ruleset, blow_limit: int, surprise_blows: int, rounds: int, attacks_per_round: int) -> int | None:
    """Attacks at full strength; ``None`` when all that are made can be."""
    full = surprise_blows + blow_limit
    return full if blow_limit and full < rounds * attacks_per_round else None


class Beset(NamedTuple):
    """A man, and those who attack him: their DM and attacks, how they wound, and their blows before they weaken."""

    dm: int
    attacks: int
    rounds: int
    stage: str
    target: Target
    how: Wounding
    blows: int | None
    weakened: int


def play_rounds(throw: Throw, r: Ruleset, beset: Beset) -> TurnModel:
    """Attack after attack; the state is the man who is attacked, and the blows at full strength that are left."""
    attack = attacking("to hit", beset.how, throw, r)

    def turn(state: tuple[Target, int | None]) -> Consequence:
        man, left = state
        thrown = attack(man, beset.dm + (beset.weakened if left == 0 else 0))
        return throw.after(thrown, lambda after: (after, left - 1 if left else left))

    def end(state: tuple[Target, int | None]) -> str | None:
        return beset.stage if reached(state[0].values, beset.stage, r) else None

    return TurnModel((beset.target, beset.blows), [turn] * beset.attacks, end, beset.rounds, MORE, turn_unless(MORE))


def says_rounds(r: Ruleset, beset: Beset) -> list[str]:
    """A round in words."""
    lines = [says_to_hit("An attack", beset.dm, r)]
    if beset.blows is not None:
        first = f"the first {beset.blows}" if beset.blows > 1 else "the first"
        lines.append(says_to_hit(f"An attack after {first} is weakened, and", beset.dm + beset.weakened, r))
    return [*lines, *says_wounds(beset.how, r), says_stage(beset.stage, r)]


rounds_to = Process(
    "traveller.rounds_to",
    "How many rounds does he stand?",
    turn="round",
    source="Basic Throw to Hit; Blows and Swings; Wounding and Death",
    parameters=("dm attacks_per_round rounds wounds.* wound_dice stage blow_limit surprise_blows weakened_dm", RULINGS),
    targets={
        "dm": total("to hit ({dice.to_hit})", value("dm", "DM")),
        "attacks": value("attacks_per_round"),
        **inputs("rounds", "stage"),
        "target": target(),
        "how": how(),
        "blows": blows,
        "weakened": lambda r, weakened_dm, blows: weakened_dm if blows is not None else 0,
    },
    record=Beset,
    play=play_rounds,
    outcomes=graded((MORE,), numbers=True),
    events={"falls in time": "1..", "falls in the first round": "1", "is still up": MORE},
    says=says_rounds,
)

# Two who attack each other --------------------------------------------------------------------------------------------


class Up(NamedTuple):
    """A fighter who is up: the man; in exact play a ``Dist`` of what he may be by now."""

    man: Target | Dist


def seen(hurt: Target | Dist, down: Callable[[Target], bool]) -> Consequence:
    """What a blow has come to, as far as it tells on the fight: ``DOWN``, or ``Up``.

    Nothing depends on a fighter's wounds before he is down. So exact play may leave open what they are, and has a state
    for each round, in place of one for each pair of wounded men.
    """
    if not isinstance(hurt, Dist):
        return DOWN if down(hurt) else Up(hurt)
    falls = hurt.map(down)
    return falls.map(lambda fallen: DOWN if fallen else Up(hurt.given(lambda man: not down(man))))


class Opponents(NamedTuple):
    """Both men, with their DM and how they wound; the stage at which one is down, and how long they fight."""

    a_dm: int
    b_dm: int
    a: Target
    b: Target
    a_how: Wounding
    b_how: Wounding
    stage: str
    rounds: int


def play_duel(throw: Throw, r: Ruleset, opponents: Opponents) -> TurnModel:
    """Round after round: both attack, and wounds count at its end. The state: A, B, rounds fought."""
    a_attacks, b_attacks = (
        attacking("A to hit", opponents.a_how, throw, r),
        attacking("B to hit", opponents.b_how, throw, r.of_side("b")),
    )

    @throw.cached
    def down(man: Target) -> bool:
        return reached(man.values, opponents.stage, r)

    def turn(state: tuple[State, State, int]) -> Consequence:
        a, b, fought = state
        if fought == opponents.rounds:
            return state
        b_after = seen(throw.after(b.man, lambda man: a_attacks(man, opponents.a_dm)), down)
        a_after = seen(throw.after(a.man, lambda man: b_attacks(man, opponents.b_dm)), down)
        return throw.after(a_after, lambda a: throw.after(b_after, lambda b: (a, b, fought + 1)))

    def end(state: tuple[State, State, int]) -> str | None:
        a, b, _ = state
        if DOWN not in (a, b):
            return None
        return "both_down" if a == b else "a_wins" if b == DOWN else "b_wins"

    return TurnModel((Up(opponents.a), Up(opponents.b), 0), [turn], end, opponents.rounds, UNDECIDED)


def says_duel(r: Ruleset, opponents: Opponents) -> list[str]:
    """A round in words."""
    lines = [says_to_hit(side, dm, r) for side, dm in (("A", opponents.a_dm), ("B", opponents.b_dm))]
    for side, weapon in (("A", opponents.a_how), ("B", opponents.b_how)):
        lines += (
            [f"{side}'s weapon. {line}" for line in says_wounds(weapon, r)]
            if opponents.a_how != opponents.b_how
            else []
        )
    lines += says_wounds(opponents.a_how, r) if opponents.a_how == opponents.b_how else []
    return [*lines, "Wounds count at the end of a round: both can fall together.", says_stage(opponents.stage, r)]


duel = Process(
    "traveller.duel",
    "Who wins the duel?",
    turn="round",
    source="Combat Procedure; Basic Throw to Hit; Wounding and Death",
    parameters=("side.* stage rounds", RULINGS),
    targets={
        "a_dm": total("A to hit ({dice.to_hit})", value("a_dm", "DM")),
        "b_dm": total("B to hit ({dice.to_hit})", value("b_dm", "DM")),
        "a": target("a_"),
        "b": target("b_"),
        "a_how": how("a_"),
        "b_how": how("b_"),
        **inputs("stage", "rounds"),
    },
    record=Opponents,
    play=play_duel,
    outcomes=(*ENDS, UNDECIDED),
    events={"A wins": "a_wins", "B wins": "b_wins", "both fall": "both_down", "nobody falls": UNDECIDED},
    wording={UNDECIDED: "nobody falls"},
    says=says_duel,
)
