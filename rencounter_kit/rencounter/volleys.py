"""Several shots in one turn: by one man with a repeating weapon, or by many men at once."""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..modifiers import Node, part, refuse, total
from ..parameter import Parameter, choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..scale import Scale
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .acting import STEM, action
from .fire import HIT, counted, fire
from .wound import DOWN, WOUNDS, points_after

SEVERITY = Scale(WOUNDS)
EXPERIENCE = whole("experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group="figure")
ACTION_MODIFIER = whole("action_modifier", -20, 20, 0, "What the referee adds to the action die.")
ACTING = tuple(ruling(STEM, name) for name in ("master_acts", "natural_one_acts_max_wounds"))


def of_fire(*without: str) -> tuple[Parameter, ...]:
    """The parameters of one shot but for some."""
    return tuple(p for name, p in fire.parameters.items() if name not in without)


# One man ------------------------------------------------------------------------------------------------------------------


def automatic(r: Ruleset, weapon: str) -> bool:
    """Does the weapon fire faster than a plain fast repeater?"""
    repeat = r[f"fire.weapon.{weapon}.repeat"]
    return bool(r[f"fire.multiple.most.{repeat}"] > r[f"fire.multiple.most.{r['fire_turn.burst_class']}"])


def bursts(r: Ruleset, automatic: bool, selective: bool, burst_mode: str) -> bool:
    """Is each of its shots a burst? Old automatics have no such setting."""
    return automatic and selective and burst_mode == "burst"


def magazine(r: Ruleset, weapon: str, rounds: int | None) -> int:
    """Rounds in the weapon before the first shot."""
    row = f"fire.weapon.{weapon}"
    usual = int(r[f"{row}.shots"])
    most = r.get(f"{row}.shots_most", usual)
    refuse(
        rounds is not None and rounds > most,
        f"rounds must be at most {most} with {weapon}; got {rounds}; leave it open for a full weapon",
    )
    return usual if rounds is None else rounds


def per_shot(r: Ruleset, bursts: bool) -> int:
    """Rounds that one shot takes."""
    return int(r["fire_turn.burst_rounds"]) if bursts else 1


def fired(r: Ruleset, weapon: str, shots: int, bursts: bool, magazine: int, per_shot: int) -> int:
    """Shots (or bursts) of this turn."""
    repeat = r["fire_turn.burst_class"] if bursts else r[f"fire.weapon.{weapon}.repeat"]
    fastest, loaded = int(r[f"fire.multiple.most.{repeat}"]), -(-magazine // per_shot)
    what = f"with {weapon}{' in bursts' if bursts else ''}"
    refuse(
        shots > fastest,
        f"shots must be at most {fastest} {what}; got {shots}; it can fire no faster",
    )
    refuse(
        shots > loaded,
        f"shots must be at most {loaded} {what} and {magazine} rounds; got {shots}; it holds no more",
    )
    return shots


def later_aim(r: Ruleset, aim_turns: float, later_shots_keep_aim: bool) -> float:
    """Turns of aim that the shots after the first still have."""
    return aim_turns if later_shots_keep_aim else 0


def later_shot(r: Ruleset, fired: int) -> Rule | None:
    """What each shot after the first loses once more."""
    return r.rule("fire.multiple.later_shot") if fired > 1 else None


def half_a_turn(r: Ruleset, weapon: str, fired: int, bursts: bool) -> bool:
    """Is that done in half a turn?"""
    fast = bursts or r[f"fire.weapon.{weapon}.repeat"].startswith("F")
    return fired <= (r["fire_turn.half_turn_shots"] if fast else 1)


def stop_rolls(r: Ruleset, selective: bool) -> int:
    """Action rolls that it takes to stop firing."""
    return 0 if selective else int(r["fire_turn.stop_rolls"])


def refuse_selective(r: Ruleset, selective: bool, automatic: bool, weapon: str) -> None:
    """Only an automatic weapon runs on by itself."""
    refuse(
        not selective and not automatic,
        f"selective must be true with {weapon}; got false; only automatic weapons run on by themselves",
    )


def later() -> Node:
    """The target numbers of a shot after the first, before what it loses for those before it."""
    made = part("", fire, FIRE_TURN, {"aim_turns": "later_aim"}, shot_number=1, targets=1)
    return Node(made.function, made.names, "later shots")


def dice_of_turn(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Shot after shot at one target, each round of a burst thrown for itself; or, where the rounds are asked for, can he stop?

    The rolls to stop change nothing but the rounds that are left: those shots that run on are fired at nothing.
    """
    if t.result == "rounds_left":
        return stopped(t, throw, r, t.stop_rolls)

    @throw.cached
    def shots(rounds: int, kept: Any) -> Any:
        if rounds == min(t.fired * t.per_shot, t.magazine):
            return kept[0] if t.result == "worst" else kept
        number = rounds // t.per_shot + 1
        shot = t.first if number == 1 else t.later._replace(needed=t.later.needed + t.later_shot * (number - 1))
        return throw.after(throw.asked(fire, shot, r), lambda got: shots(rounds + 1, remember(got, kept)))

    def remember(got: str, kept: Any) -> Any:
        if t.result == "hits":
            return kept + (got in HIT)
        wound = got if got in WOUNDS else "none"
        if t.result == "points":
            return points_after(r, kept, wound, t.death_at)
        points = points_after(r, kept[1], wound, t.death_at)
        return "dead" if points >= t.death_at else max(kept[0], wound, key=SEVERITY.index), points

    return shots(0, ("none", 0) if t.result == "worst" else 0)


def stopped(t: Any, throw: Throw, r: Ruleset, rolls: int) -> Any:
    """Rounds left in the weapon after the turn; none when a roll to stop fails."""
    left = max(0, t.magazine - t.fired * t.per_shot)
    if not rolls or not left:
        return left
    acted = throw.asked(action, t.stops, r)
    return throw.after(acted, lambda got: stopped(t, throw, r, rolls - 1) if got == "act" else 0)


def says_turn(t: Any, r: Ruleset) -> list[str]:
    """The turn in words."""
    what = "burst" if t.bursts else "shot"
    told = [f"{t.fired} {what}{'s' if t.fired > 1 else ''} in {'half a turn' if t.half_a_turn else 'the turn'}."]
    if not t.first.in_reach:
        return [*told, "The target is beyond extreme range: no shot can hit."]
    told.append(f"The first needs {counted(t.first)} on a d12.")
    if t.fired > 1:
        second, last = (counted(t.later) + t.later_shot * more for more in (1, t.fired - 1))
        told.append(f"The second needs {second}{f', the last {last}' if t.fired > 2 else ''}.")
    if t.stop_rolls:
        told.append(
            f"To stop then he must act, on a {adjusted('d6', t.stops.modifier)} of {t.stops.experience} or less; else the rest "
            "of the magazine is wasted."
        )
    return told


FIRE_TURN = (
    *of_fire("shot_number", "targets", "shotgun_one_roll"),
    whole("shots", 1, 12, 1, "Shots (or bursts) at the target in this turn; the weapon says how many it allows.", group="weapon"),
    whole("rounds", 1, 40, None, "Rounds in the weapon; left open: it is full.", group="weapon"),
    yes_no("selective", True, "False for an old automatic, which must be stopped by an action roll.", group="weapon"),
    EXPERIENCE,
    ACTION_MODIFIER,
    choice("result", ("hits", "worst", "points", "rounds_left"), "hits",
           "Shots that hit; the worst wound; wound points in all; rounds left in the weapon."),
    *(ruling(STEM, name) for name in ("later_shots_keep_aim", "burst_mode", "death_at")),
    *ACTING,
)  # fmt: skip

fire_turn = Check(
    "rencounter.fire_turn",
    "Several shots in one turn",
    "Fire Combat: Multiple Shots; Automatic weapons",
    FIRE_TURN,
    {
        "bursts": bursts,
        "magazine": magazine,
        "per_shot": per_shot,
        "fired": fired,
        "first": part("the first shot", fire, FIRE_TURN, shot_number=1, targets=1),
        "later": later(),
        "later_shot": total("on each later shot (d12)", later_shot),
        "half_a_turn": half_a_turn,
        "stop_rolls": stop_rolls,
        "stops": part("to stop", action, FIRE_TURN, {"extra_modifier": "action_modifier"}),
        "death_at": lambda r, death_at: death_at,
        "result": lambda r, result: result,
    },
    dice_of_turn,
    By("result", {"hits": NUMBERS, "worst": WOUNDS, "points": NUMBERS, "rounds_left": NUMBERS}),
    {"puts him down": DOWN, "kills": ("dead",)},
    derived=(automatic, later_aim),
    refusals=(refuse_selective,),
    says=says_turn,
)

# Many men -----------------------------------------------------------------------------------------------------------------


def rolling(r: Ruleset, order: str, experience: int, leader_experience: int) -> int:
    """The experience that the action roll is made against."""
    return leader_experience if order == "volley" else experience


def refuse_aim(r: Ruleset, order: str, aim_turns: float, experience: int) -> None:
    """On the word of command only good men aim; the others level their guns and fire."""
    refuse(
        order == "volley" and aim_turns >= 1 and experience < r["volley.aims"],
        f"aim_turns must be 0.5 or less in a volley of men below experience {r['volley.aims']}; got {aim_turns}; "
        "try order none",
    )


def dice_of_volley(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Who acts; then a shot by each of them, every man at a target of his own."""
    counted = {"hits": HIT, "down": DOWN, "kills": ("dead",)}[t.result]

    def shot() -> Any:
        def count(got: Any) -> int:
            return sum(one in counted for one in (got if isinstance(got, tuple) else (got,)))

        return throw.after(throw.asked(fire, t.shot, r), count)

    def if_acting(then: Any) -> Any:
        return throw.after(throw.asked(action, t.acts, r), lambda got: then() if got == "act" else 0)

    if t.together:
        return if_acting(lambda: throw.times(t.men, shot))
    return throw.times(t.men, lambda: if_acting(shot))


def says_volley(t: Any, r: Ruleset) -> list[str]:
    """The volley in words."""
    die = f"a {adjusted('d6', t.acts.modifier)} of {t.acts.experience} or less"
    many = "one man fires" if t.men == 1 else f"all {t.men} men fire"
    who = f"On {die} for the leader {many}" if t.together else f"Each of the {t.men} fires on {die}"
    if not t.shot.in_reach:
        return [f"{who}, but the target is beyond extreme range."]
    return [f"{who}, and each shot needs {counted(t.shot)} on a d12."]


VOLLEY = (
    whole("men", 1, 40, 4, "Men who fire once; in a volley without the leader, who gives the word.", group="figure", unit="men"),
    choice("order", ("none", "volley"), "none", "Each man rolls for himself, or the leader for all.", group="figure"),
    EXPERIENCE,
    whole("leader_experience", 1, 6, 5, "Experience of the leader, in a volley.", group="figure"),
    *of_fire("shot_number"),
    ACTION_MODIFIER,
    choice("result", ("hits", "kills", "down"), "hits", "Count hits; shots that kill; wounds that are serious or worse."),
    *ACTING,
)  # fmt: skip

volley = Check(
    "rencounter.volley",
    "Many men fire",
    "Volley Fire; Fire Combat",
    VOLLEY,
    {
        "men": lambda r, men: men,
        "together": lambda r, order: order == "volley",
        "acts": part("to act", action, VOLLEY, {"experience": "rolling", "extra_modifier": "action_modifier"}),
        "shot": part("each shot", fire, VOLLEY, shot_number=1),
        "result": lambda r, result: result,
    },
    dice_of_volley,
    derived=(rolling,),
    refusals=(refuse_aim,),
    says=says_volley,
)
