"""Reloading: how many activations until a weapon or a gun is loaded?"""

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import inputs, is_not, part, refuse, total
from ...mechanics.processes.process import LATER, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .acting import FIGURE, MORALE, RULINGS, Nerve, action, acts_on
from .half_turns import TURN, half_turns
from .ratings import BOOK

NEVER = "never"
GUNS = BOOK.names("reload.crew")

PARAMETERS = (
    "reloading.weapon socket_bayonet unfix_first plug_bayonet chambers single_round men_missing loading lay",
    "fire_gun",
    FIGURE,
    MORALE,
    "acting.extra_modifier limit",
    RULINGS,
)


def gun(r: Ruleset, weapon: str) -> bool:
    """Is it served by a crew?"""
    return weapon in GUNS


def by_chambers(r: Ruleset, weapon: str) -> bool:
    """Can some of its chambers be loaded alone?"""
    return bool(r.get(f"reload.revolver.{weapon}", False))


# Half turns -----------------------------------------------------------------------------------------------------------


def halves(rule: Rule, turns: float | Fraction | None = None) -> Rule:
    """A figure of turns as a figure of half turns, rounded up."""
    many = half_turns(rule.value if turns is None else turns)
    return replace(rule, value=many, label=f"{rule.label} ({rule.value:g})")


def as_it_is(r: Ruleset, weapon: str, gun: bool, by_chambers: bool, chambers: int | None, single_round: bool) -> Rule:
    """The weapon by the table, or some chambers of it, or one round of its magazine."""
    if gun:
        return halves(r.rule(f"reload.gun.{weapon}"))
    if chambers is not None and by_chambers:
        some, every = r.rule("reload.chambers"), r.rule("reload.full_revolver")
        part = Fraction(chambers, some.value)
        return halves(every) if part >= every.value else halves(some, part)
    return halves(r.rule("reload.single_round" if single_round else f"fire.weapon.{weapon}.reload"))


def bayonet(r: Ruleset, socket_bayonet: bool, unfix_first: bool, plug_bayonet: bool) -> list[Rule]:
    """A bayonet is in the way: load past it, or take it off."""
    paths = ["reload.pull_plug_bayonet", "reload.sheathe_plug_bayonet"] if plug_bayonet else []
    if socket_bayonet:
        paths.append("time.unfix_socket_bayonet" if unfix_first else "reload.socket_bayonet")
    return [halves(r.rule(path)) for path in paths]


def small_crew(r: Ruleset, men_missing: int) -> Rule | None:
    """Each man who is missing makes the others slower."""
    if not men_missing:
        return None
    rule = r.rule("reload.gun.man_missing")
    return halves(rule, men_missing * rule.value)


def ready(r: Ruleset, lay: str, fire_gun: bool) -> list[Rule]:
    """To lay and to fire a gun that is loaded."""
    paths = [f"time.gun.lay_{lay}"] if lay != "none" else []
    return [halves(r.rule(path)) for path in (*paths, *(["time.gun.fire_gun"] if fire_gun else []))]


def needed(r: Ruleset, load: int, after: int, loading: str) -> int:
    """Activations in which he must act. Half a turn that is left over at the end is his, to fire in."""
    if loading == "normal":
        return max(1, ceil(Fraction(load + after, TURN)))
    quick = ceil(Fraction(load, TURN * r["misfire.quick"]))
    again = r["misfire.recheck"] * quick if loading == "quick_rechecked" else 0
    return max(1, quick + again + ceil(Fraction(after, TURN)))


def walks(r: Ruleset, weapon: str, gun: bool) -> int:
    """Inches a turn that he may walk while he loads; 0 when he must stand."""
    easy = not gun and r[f"fire.weapon.{weapon}.reload"] <= r["time.least_reload"]
    return int(r["reload.walk"]) if easy else 0


# What contradicts itself ----------------------------------------------------------------------------------------------


def refuse_bayonet(r: Ruleset, weapon: str, gun: bool, socket_bayonet: bool, plug_bayonet: bool) -> None:
    """Bayonets that exclude each other, or that the weapon has not."""
    refuse(socket_bayonet and plug_bayonet, "socket_bayonet must be false with plug_bayonet; got both; leave one out")
    fits = not gun and r[f"reload.bayonet.{r[f'fire.weapon.{weapon}.class']}"]
    name = "socket_bayonet" if socket_bayonet else "plug_bayonet"
    refuse(
        (socket_bayonet or plug_bayonet) and not fits,
        f"{name} must be false with {weapon}; got true; no bayonet fits it",
    )


def refuse_chambers(r: Ruleset, chambers: int | None) -> None:
    """More chambers than a revolver has."""
    many = r["reload.full_revolver_chambers"]
    refuse(
        chambers is not None and chambers > many, f"chambers must be at most {many}; got {chambers}; use none for all"
    )


def refuse_crew(r: Ruleset, weapon: str, gun: bool, men_missing: int) -> None:
    """More men missing than there are."""
    crew = r[f"reload.crew.{weapon}"] if gun else 0
    refuse(men_missing > crew, f"men_missing must be at most {crew} with a {weapon} gun; got {men_missing}")


# Turn by turn ---------------------------------------------------------------------------------------------------------


class Loading(NamedTuple):
    """Half turns to load and to lay and fire, how often he must act for them, and his action roll."""

    load: int
    after: int
    needed: int
    half_left: bool
    quick: bool
    walks: int
    acts: Nerve
    limit: int


def play(throw: Throw, r: Ruleset, loading: Loading) -> TurnModel:
    """An activation counts when he acts; whatever else the action die says only delays him.

    So he is there again when he has run for a while, for good, or was overcome: it is asked how long the loading takes,
    not whether he stays.
    """

    def activation(actions: int) -> Consequence:
        return throw.after(throw.dice_of(action, loading.acts, r), lambda does: actions + (does == "act"))

    def end(actions: int) -> str | None:
        return "loaded" if actions >= loading.needed else None

    ever = "act" in action.dist_of(r, loading.acts)
    return TurnModel(
        0,
        (activation,),
        end,
        lambda: loading.limit,
        LATER if ever else NEVER,
        lambda actions, how, turns: turns if how == "loaded" else how,
    )


def says(r: Ruleset, loading: Loading) -> list[str]:
    """The loading in words."""
    lines = [
        f"He must act {so_many(loading.needed, 'time')}.",
        f"Each time he {acts_on(r, loading.acts)}.",
    ]
    if loading.half_left:
        lines.append("Half a turn of the last activation is left, in which he may fire.")
    if loading.walks:
        lines.append(f"He may walk {loading.walks} inches a turn while he loads.")
    if loading.quick:
        lines.append(
            f"With quick loading each success counts as {r['misfire.quick']}; what can go wrong is a check of its own."
        )
    return lines


reload = Process(
    "rencounter.reload",
    "How long does loading take?",
    turn="activation",
    source="Fire Combat: Loading; Actions",
    parameters=PARAMETERS,
    targets={
        "load": total("half turns to load", as_it_is, bayonet, small_crew),
        "after": total("half turns to lay and fire", ready),
        "needed": needed,
        "half_left": lambda r, load, after, loading: loading == "normal" and (load + after) % TURN == 1,
        "quick": is_not("loading", "normal"),
        "walks": walks,
        "acts": part("each activation", action, PARAMETERS),
        **inputs("limit"),
    },
    record=Loading,
    play=play,
    outcomes=graded((LATER, NEVER), numbers=True),
    derived=(gun, by_chambers),
    refusals=(refuse_bayonet, refuse_chambers, refuse_crew),
    says=says,
)
