"""Several shots in one turn: by one man with a repeating weapon, or by many men at once."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.scale import Scale
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs, is_, part, refuse, total
from ...mechanics.parameter import Parameter
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset
from .acting import Nerve, action, acts_on
from .fire import HIT, Shot, fire, needs
from .half_turns import AIM, TURN
from .wound import DOWN, WOUND_WORDS, WOUNDS, points_after

SEVERITY = Scale(WOUNDS)
ACTING = "master_acts natural_one_acts_max_wounds"


def of_fire(*without: str) -> tuple[Parameter, ...]:
    """The parameters of one shot but for some."""
    return tuple(p for name, p in fire.parameters.items() if name not in without)


# One man --------------------------------------------------------------------------------------------------------------


def automatic(r: Ruleset, weapon: str) -> bool:
    """Does the weapon fire faster than a plain fast repeater?"""
    repeat = r[f"fire.weapon.{weapon}.repeat"]
    return bool(r[f"fire.multiple.most.{repeat}"] > r[f"fire.multiple.most.{r['fire_turn.burst_class']}"])


def magazine(r: Ruleset, weapon: str, rounds: int | None) -> int:
    """Rounds in the weapon before the first shot."""
    row = f"fire.weapon.{weapon}"
    usual = r[f"{row}.shots"]
    most = r.get(f"{row}.shots_most", usual)
    refuse(
        rounds is not None and rounds > most,
        f"rounds must be at most {most} with {weapon}; got {rounds}; use none for a full weapon",
    )
    return usual if rounds is None else rounds


def fired(r: Ruleset, weapon: str, shots: int, bursts: bool, magazine: int, per_shot: int) -> int:
    """Shots (or bursts) of this turn."""
    repeat = r["fire_turn.burst_class"] if bursts else r[f"fire.weapon.{weapon}.repeat"]
    fastest, loaded = r[f"fire.multiple.most.{repeat}"], -(-magazine // per_shot)
    what = f"with {weapon}{' in bursts' if bursts else ''}"
    refuse(shots > fastest, f"shots must be at most {fastest} {what}; got {shots}; it can fire no faster")
    refuse(
        shots > loaded, f"shots must be at most {loaded} {what} and {magazine} rounds; got {shots}; it holds no more"
    )
    return shots


def half_a_turn(r: Ruleset, weapon: str, fired: int, bursts: bool) -> bool:
    """Is that done in half a turn?"""
    fast = bursts or r[f"fire.multiple.fast.{r[f'fire.weapon.{weapon}.repeat']}"]
    return fired <= (r["fire_turn.half_turn_shots"] if fast else 1)


def refuse_selective(r: Ruleset, selective: bool, automatic: bool, weapon: str) -> None:
    """Only an automatic weapon runs on by itself."""
    refuse(
        not selective and not automatic,
        f"selective must be true with {weapon}; got false; only automatic weapons run on by themselves",
    )


class Salvo(NamedTuple):
    """The shots of one turn: how many, what the first and the others need, and what it takes to stop.

    later_shot : what each shot after the first loses once more.
    stop_rolls : how often ``stops`` must succeed.
    """

    bursts: bool
    magazine: int
    per_shot: int
    fired: int
    first: Shot
    later: Shot
    later_shot: int
    half_a_turn: bool
    stop_rolls: int
    stops: Nerve
    death_at: int
    result: str

    def shot_after(self, many: int) -> Shot:
        """The shot that follows so many others."""
        return self.later._replace(needed=self.later.needed + self.later_shot * many) if many else self.first


def shoot(throw: Throw, r: Ruleset, salvo: Salvo) -> Consequence:
    """Shot after shot at one target, each round of a burst by itself; or, where the rounds are asked for, can he stop?

    The rolls to stop change nothing but the rounds that are left: those shots that run on are fired at nothing.
    """
    if salvo.result == "rounds_left":
        return rounds_left(throw, r, salvo, salvo.stop_rolls)

    @throw.cached
    def shots(rounds: int, worst: str, many: int) -> Consequence:
        """The shots after so many rounds.

        many : hits so far, or wound points.
        """
        if rounds == min(salvo.fired * salvo.per_shot, salvo.magazine):
            return worst if salvo.result == "worst" else many
        shot = salvo.shot_after(rounds // salvo.per_shot)
        return throw.after(throw.dice_of(fire, shot, r), lambda struck: shots(rounds + 1, *after(struck, worst, many)))

    def after(struck: str, worst: str, many: int) -> tuple[str, int]:
        if salvo.result == "hits":
            return worst, many + (struck in HIT)
        wound = struck if struck in WOUNDS else "none"
        points = points_after(r, many, wound, salvo.death_at)
        if salvo.result == "points":
            return worst, points
        return "dead" if points >= salvo.death_at else max(worst, wound, key=SEVERITY.index), points

    return shots(0, "none", 0)


def rounds_left(throw: Throw, r: Ruleset, salvo: Salvo, rolls: int) -> Consequence:
    """Rounds left in the weapon after the turn; none when a roll to stop fails."""
    left = max(0, salvo.magazine - salvo.fired * salvo.per_shot)
    if not rolls or not left:
        return left
    acts = throw.dice_of(action, salvo.stops, r)
    return throw.after(acts, lambda does: rounds_left(throw, r, salvo, rolls - 1) if does == "act" else 0)


def says_turn(r: Ruleset, salvo: Salvo) -> list[str]:
    """The turn in words."""
    what = "burst" if salvo.bursts else "shot"
    lines = [f"{so_many(salvo.fired, what)} in {'half a turn' if salvo.half_a_turn else 'the turn'}."]
    if not salvo.first.in_reach:
        return [*lines, "The target is beyond extreme range: no shot can hit."]
    lines.append(f"The first {what} needs {needs(r, salvo.first)} to hit.")
    if salvo.fired > 1:
        second, last = (needs(r, salvo.later, salvo.later_shot * more) for more in (1, salvo.fired - 1))
        lines.append(f"The second needs {second}{f', the last {last}' if salvo.fired > 2 else ''}.")
    if salvo.stop_rolls:
        lines.append(
            f"To stop he must act: he {acts_on(r, salvo.stops)}. Otherwise the rest of the magazine is wasted."
        )
    return lines


FIRE_TURN = (
    of_fire("shot_number", "targets", "shotgun_one_roll"),
    "shots rounds selective volleys.experience action_modifier volleys.result later_shots_keep_aim burst_mode",
    "death_at",
    ACTING,
)
LATER_SHOTS = part("later shots", fire, FIRE_TURN, {"aim_turns": "later_aim"}, shot_number=1, targets=1)

fire_turn = Check(
    "rencounter.fire_turn",
    "What do several shots in one turn do?",
    source="Fire Combat: Multiple Shots; Automatic weapons",
    parameters=FIRE_TURN,
    targets={
        "later_aim": lambda r, aim_turns, later_shots_keep_aim: aim_turns if later_shots_keep_aim else 0,
        # old automatics have no such setting
        "bursts": lambda r, automatic, selective, burst_mode: automatic and selective and burst_mode == "burst",
        "magazine": magazine,
        "per_shot": lambda r, bursts: r["fire_turn.burst_rounds"] if bursts else 1,
        "fired": fired,
        "first": part("the first shot", fire, FIRE_TURN, shot_number=1, targets=1),
        "later": LATER_SHOTS.without_reasons(),
        "later_shot": total(
            "on each later shot ({dice.fire})",
            lambda r, fired: r.rule("fire.multiple.later_shot") if fired > 1 else None,
        ),
        "half_a_turn": half_a_turn,
        "stop_rolls": lambda r, selective: 0 if selective else r["fire_turn.stop_rolls"],
        "stops": part("to stop", action, FIRE_TURN, {"extra_modifier": "action_modifier"}),
        **inputs("death_at", "result"),
    },
    record=Salvo,
    dice=shoot,
    outcomes=By("result", {"hits": NUMBERS, "worst": graded(WOUNDS), "points": NUMBERS, "rounds_left": NUMBERS}),
    events={"puts him down": DOWN, "kills": "dead"},
    wording=WOUND_WORDS,
    derived=(automatic,),
    refusals=(refuse_selective,),
    says=says_turn,
)

# Many men -------------------------------------------------------------------------------------------------------------


def refuse_aim(r: Ruleset, order: str, aim_turns: float, experience: int) -> None:
    """On the word of command only good men aim; the others level their guns and fire."""
    refuse(
        order == "volley" and AIM[aim_turns] >= TURN and experience < r["volley.aims"],
        f"aim_turns must be 0.5 or less in a volley of men below experience {r['volley.aims']}; got {aim_turns}; "
        "try order none",
    )


def fire_volley(
    throw: Throw, r: Ruleset, men: int, together: bool, acts: Nerve, shot: Shot, result: str
) -> Consequence:
    """Who acts; then a shot by each of them, every man at a target of his own."""
    outcomes = {"hits": HIT, "down": DOWN, "kills": ("dead",)}[result]

    def count(struck: str | tuple[str, ...]) -> int:
        return sum(one in outcomes for one in (struck if isinstance(struck, tuple) else (struck,)))

    def hits() -> Consequence:
        return throw.after(throw.dice_of(fire, shot, r), count)

    def if_acting(then: Callable[[], Consequence]) -> Consequence:
        return throw.after(throw.dice_of(action, acts, r), lambda does: then() if does == "act" else 0)

    if together:
        return if_acting(lambda: throw.times(men, hits))
    return throw.times(men, lambda: if_acting(hits))


def says_volley(r: Ruleset, men: int, together: bool, acts: Nerve, shot: Shot) -> list[str]:
    """The volley in words."""
    if together:
        who = f"The leader {acts_on(r, acts)}; if he does, {'one man fires' if men == 1 else f'all {men} men fire'}"
    else:
        who = f"{'The man' if men == 1 else f'Each of the {men} men'} {acts_on(r, acts)}; if he acts, he fires"
    if not shot.in_reach:
        return [f"{who}.", "The target is beyond extreme range: no shot can hit."]
    return [f"{who}.", f"Each shot needs {needs(r, shot)} to hit."]


VOLLEY = (
    "volleys.men volleys.order volleys.experience volleys.leader_experience",
    of_fire("shot_number"),
    "action_modifier volley.result",
    ACTING,
)

volley = Check(
    "rencounter.volley",
    "What does a volley do?",
    source="Volley Fire; Fire Combat",
    parameters=VOLLEY,
    targets={
        "rolling": lambda r, order, experience, leader_experience: (
            leader_experience if order == "volley" else experience
        ),
        "together": is_("order", "volley"),
        "acts": part("to act", action, VOLLEY, {"experience": "rolling", "extra_modifier": "action_modifier"}),
        "shot": part("each shot", fire, VOLLEY, shot_number=1),
    },
    dice=fire_volley,
    refusals=(refuse_aim,),
    says=says_volley,
)
