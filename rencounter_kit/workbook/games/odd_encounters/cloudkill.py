"""Cloudkill: what the cloud does to a model, and where it drifts."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs
from ...mechanics.ready_dice import or_more
from ...rulebook.book import Ruleset
from .attack import HARM, HURTS, fate, says_death
from .models import BOOK
from .saving import half, saves, says_save, throw_save

SOURCE = "Magic-User Spells, Fifth Level: Cloudkill"
WINDS = tuple(f"wind_{hour}" for hour in BOOK.dice("clock").faces)

# What it does --------------------------------------------------------------------------------------------------------


def deadly(r: Ruleset, target_level: int) -> bool:
    """Low levels die at once."""
    return bool(target_level <= r["cloudkill.kills_to"])


class Cloud(NamedTuple):
    """The saving throw against the cloud, what it does to one who fails and to one who saves, and for how long."""

    saving: int
    saves_from: int | None
    kills: bool
    harm: int
    harm_saved: int
    hp: int
    turns: int
    once: bool


def throw_cloud(throw: Throw, r: Ruleset, cloud: Cloud) -> Consequence:
    """Turn after turn, until the model is dead."""

    def turn(lost: int, times: int = 1) -> Consequence:
        def after(points: int) -> int:
            return min(lost + times * points, cloud.hp)

        return (
            lost
            if lost == cloud.hp
            else throw_save(throw, r, cloud.saves_from, after(cloud.harm), after(cloud.harm_saved))
        )

    lost = turn(0, cloud.turns) if cloud.once else 0
    for _ in range(0 if cloud.once else cloud.turns):
        lost = throw.after(lost, turn)
    return throw.after(lost, lambda points: fate(points, cloud.hp))


def says_cloud(r: Ruleset, cloud: Cloud) -> list[str]:
    """The cloud in words."""
    often = ", once for all turns" if cloud.once else ", again on each turn"
    save = f"{says_save(r, cloud.saves_from)[:-1]}{often if cloud.turns > 1 and cloud.saves_from is not None else ''}."
    touched = f"The cloud touches it on {so_many(cloud.turns, 'turn')}."
    if cloud.kills:
        dies = "A model that fails a saving throw dies" if cloud.saves_from is not None else "The model dies"
        return [save, f"{dies}.", touched]
    saved = f", {cloud.harm_saved} after a saving throw" if cloud.saves_from is not None else ""
    each = "on each turn" if cloud.turns > 1 else "on the turn"
    sentences = [f"A model of this level loses {so_many(cloud.harm, 'Hit Point')} {each} in the cloud{saved}.", touched]
    return [*sentences, save, says_death(cloud.hp)]


cloudkill = Check(
    "odd_encounters.cloudkill",
    "What does a Cloudkill do to a model?",
    source=f"{SOURCE}; Spells",
    parameters=(
        "target_level target_hp turns_in_cloud save_allowed cloudkill_resave cloudkill_point_save half_rounding",
        "natural_rolls",
    ),
    targets={
        "may_save": lambda r, deadly, save_allowed, cloudkill_point_save: (
            save_allowed and (deadly or cloudkill_point_save)
        ),
        **saves(allowed="may_save"),
        **inputs(kills="deadly"),
        # all Hit Points, or the single point
        "harm": lambda r, deadly, target_hp: target_hp if deadly else r["cloudkill.damage"],
        "harm_saved": lambda r, deadly, half_rounding: 0 if deadly else half(r, r["cloudkill.damage"], half_rounding),
        **inputs(hp="target_hp", turns="turns_in_cloud"),
        "once": lambda r, may_save, cloudkill_resave: may_save and cloudkill_resave == "once",
    },
    record=Cloud,
    dice=throw_cloud,
    outcomes=HARM,
    events=HURTS,
    derived=(deadly,),
    says=says_cloud,
)

# Where it drifts -----------------------------------------------------------------------------------------------------


def drift(throw: Throw, r: Ruleset, downhill: bool, outdoors: bool) -> Consequence:
    """Downhill without a throw; else the wind, if there is any."""
    if downhill:
        return "downhill"

    def direction() -> Consequence:
        return throw("direction", r.dice("clock"), lambda hour: f"wind_{hour}")

    def wind(face: int) -> Consequence:
        return direction() if face >= r["cloudkill.wind_from"] else "away_from_caster"

    return throw("wind", r.dice("wind"), wind) if outdoors else "away_from_caster"


def says_drift(r: Ruleset, downhill: bool, outdoors: bool) -> list[str]:
    """The drift in words."""
    if downhill:
        return ["The cloud goes downhill."]
    if not outdoors:
        return ["Without wind the cloud goes away from the caster."]
    blows = or_more("blows", r["dice.wind"], r["cloudkill.wind_from"])
    return [
        f"Wind {blows}; a {r['dice.clock']}, read as a clock, says which way.",
        "Without wind the cloud goes away from the caster.",
    ]


cloudkill_wind = Check(
    "odd_encounters.cloudkill_wind",
    "Which way does a Cloudkill drift?",
    source=SOURCE,
    parameters="outdoors downhill",
    dice=drift,
    outcomes=("downhill", "away_from_caster", *WINDS),
    events={"drifts with the wind": WINDS},
    says=says_drift,
    wording={wind: f"with the wind, {hour} o'clock" for hour, wind in enumerate(WINDS, 1)},
)
