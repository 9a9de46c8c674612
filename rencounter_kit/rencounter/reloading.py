"""Reloading: how many activations until a weapon or a gun is loaded?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from ..modifiers import node, part, refuse, total
from ..parameter import choice, whole, yes_no
from ..process import LATER, Play, Process
from ..rules import Rule, Ruleset
from ..space import Space
from ..throw import Throw
from ..wording import adjusted
from .acting import EXTRA, FIGURE, MORALE, RULINGS, action
from .fire import BOOK

NEVER = "never"
GUNS = BOOK.names("reload.crew")
LONG_ARMS = ("low_velocity", "firearm", "shot")  # classes that a bayonet fits on

PARAMETERS = (
    choice("weapon", (*BOOK.names("fire.weapon"), *GUNS), "flintlock_musket",
           "Missile weapons table, or a gun by the weight of its ball.", group="weapon"),
    yes_no("socket_bayonet", False, "A socket bayonet is on the muzzle.", group="weapon"),
    yes_no("unfix_first", False, "Take the socket bayonet off first, instead of loading past it.", group="weapon"),
    yes_no("plug_bayonet", False, "A plug bayonet is in the muzzle, to be pulled and put away first.", group="weapon"),
    whole("chambers", 1, 6, None, "Chambers of a cartridge revolver to load; left open: all. Other weapons have none.", group="weapon"),
    yes_no("single_round", False, "Load one round and save the magazine.", group="weapon"),
    whole("men_missing", 0, 8, 0, "Men who are missing from the crew of a gun.", group="weapon", unit="men"),
    choice("loading", ("normal", "quick", "quick_rechecked"), "normal",
           "A gun can be loaded quickly, at a risk, or made safe again after that."),
    choice("lay", ("none", "canister", "roundshot"), "none", "Lay the gun too, for that load."),
    yes_no("fire_gun", False, "Fire the gun too."),
    *FIGURE, *MORALE, EXTRA,
    whole("limit", 1, 200, 40, "Activations after which it counts as later.", unit="activations"),
    *RULINGS,
)  # fmt: skip


def gun(r: Ruleset, weapon: str) -> bool:
    """Is it served by a crew?"""
    return weapon in GUNS


def by_chambers(r: Ruleset, weapon: str) -> bool:
    """Can some of its chambers be loaded alone?"""
    return bool(r.get(f"reload.revolver.{weapon}", False))


# Half turns ---------------------------------------------------------------------------------------------------------------


def halves(rule: Rule, turns: Any = None) -> Rule:
    """A figure of turns as a figure of half turns, rounded up."""
    many = Fraction(str(rule.value if turns is None else turns))
    return replace(rule, value=ceil(2 * many), label=f"{rule.label} ({rule.value:g})")


def as_it_is(r: Ruleset, weapon: str, gun: bool, by_chambers: bool, chambers: int | None, single_round: bool) -> Rule:
    """The weapon by the table, or some chambers of it, or one round of its magazine."""
    if gun:
        return halves(r.rule(f"reload.gun.{weapon}"))
    if chambers is not None and by_chambers:
        some, every = r.rule("reload.chambers"), r.rule("reload.full_revolver")
        part = Fraction(chambers, some.value)
        return halves(every) if part >= Fraction(str(every.value)) else halves(some, part)
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
    return halves(rule, men_missing * Fraction(str(rule.value)))


def ready(r: Ruleset, lay: str, fire_gun: bool) -> list[Rule]:
    """To lay and to fire a gun that is loaded."""
    paths = [f"time.gun.lay_{lay}"] if lay != "none" else []
    return [halves(r.rule(path)) for path in (*paths, *(["time.gun.fire_gun"] if fire_gun else []))]


def needed(r: Ruleset, load: int, after: int, loading: str) -> int:
    """Activations in which he must act. Half a turn that is left over at the end is his, to fire in."""
    if loading == "normal":
        return max(1, ceil(Fraction(load + after, 2)))
    quick = ceil(Fraction(load, 2 * r["misfire.quick"]))
    again = r["misfire.recheck"] * quick if loading == "quick_rechecked" else 0
    return max(1, quick + again + ceil(Fraction(after, 2)))


def walks(r: Ruleset, weapon: str, gun: bool) -> int:
    """Inches a turn that he may walk while he loads; 0 when he must stand."""
    easy = not gun and r[f"fire.weapon.{weapon}.reload"] <= r["time.least_reload"]
    return int(r["reload.walk"]) if easy else 0


# What contradicts itself --------------------------------------------------------------------------------------------------


def refuse_bayonet(
    r: Ruleset, weapon: str, gun: bool, socket_bayonet: bool, unfix_first: bool, plug_bayonet: bool
) -> None:
    """Bayonets that exclude each other, or that the weapon has not."""
    refuse(socket_bayonet and plug_bayonet, "socket_bayonet must be false with plug_bayonet; got both; leave one out")
    refuse(
        unfix_first and not socket_bayonet,
        "socket_bayonet must be true to unfix_first; got false; nothing is on the muzzle",
    )
    fits = not gun and r[f"fire.weapon.{weapon}.class"] in LONG_ARMS
    name = "socket_bayonet" if socket_bayonet else "plug_bayonet"
    refuse(
        (socket_bayonet or plug_bayonet) and not fits,
        f"{name} must be false with {weapon}; got true; bayonets are for muskets, rifles and carbines",
    )


def refuse_chambers(r: Ruleset, weapon: str, chambers: int | None, single_round: bool) -> None:
    """More chambers than a revolver has, or one round of what has no magazine."""
    many = r["reload.full_revolver_chambers"]
    refuse(
        chambers is not None and chambers > many,
        f"chambers must be at most {many}; got {chambers}; leave it open for all",
    )
    refuse(
        single_round and f"fire.weapon.{weapon}.shots_most" not in r,
        f"single_round must be false with {weapon}; got true; it has no magazine to save",
    )


def refuse_gun(r: Ruleset, weapon: str, gun: bool, men_missing: int, loading: str, lay: str, fire_gun: bool) -> None:
    """What only guns have, and more men missing than there are."""
    for name, asked, usual in (
        ("men_missing", men_missing, 0), ("loading", loading, "normal"), ("lay", lay, "none"), ("fire_gun", fire_gun, False),
    ):  # fmt: skip
        refuse(
            asked != usual and not gun,
            f"{name} must be {str(usual).lower()} with {weapon}; got {str(asked).lower()}; it is for the guns {', '.join(GUNS)}",
        )
    crew = r[f"reload.crew.{weapon}"] if gun else 0
    refuse(gun and men_missing > crew, f"men_missing must be at most {crew} with a {weapon} gun; got {men_missing}")


# Turn by turn -------------------------------------------------------------------------------------------------------------


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """An activation counts when he acts; whatever else the action die says only delays him.

    So he is there again when he has run for a while, for good, or was overcome: it is asked how long the loading takes,
    not whether he stays.
    """

    def activation(done: int) -> Any:
        return throw.after(throw.asked(action, t.acts, r), lambda got: done + (got == "act"))

    def end(done: int) -> str | None:
        return "loaded" if done >= t.needed else None

    ever = "act" in action.dist_of(r, t.acts)
    return Play(
        0, (activation,), end, t.limit, LATER if ever else NEVER,
        lambda done, how, turns: turns if how == "loaded" else how,
    )  # fmt: skip


def says(t: Any, r: Ruleset) -> list[str]:
    """The loading in words."""
    roll = t.acts
    told = [
        f"He must act {t.needed} time{'s' if t.needed > 1 else ''}.",
        f"Each time he acts on a {adjusted('d6', roll.modifier)} of {roll.experience} or less.",
    ]
    if t.half_left:
        told.append("Half a turn of the last activation is left, in which he may fire.")
    if t.walks:
        told.append(f"He may walk {t.walks} inches a turn while he loads.")
    if t.quick:
        told.append("Each success of quick loading counts double; what can go wrong then is a check of its own.")
    return told


reload = Process(
    "rencounter.reload",
    "Until it is loaded",
    "Fire Combat: Loading; Actions",
    PARAMETERS,
    {
        "load": total("half turns to load", as_it_is, bayonet, small_crew),
        "after": total("half turns to lay and fire", ready),
        "needed": needed,
        "half_left": lambda r, load, after, loading: loading == "normal" and (load + after) % 2 == 1,
        "quick": lambda r, loading: loading != "normal",
        "walks": walks,
        "acts": part("each activation", action, PARAMETERS),
        "limit": node(lambda r, limit: limit),
    },
    play,
    Space((LATER, NEVER), numbers=True),
    derived=(gun, by_chambers),
    refusals=(refuse_bayonet, refuse_chambers, refuse_gun),
    says=says,
)
