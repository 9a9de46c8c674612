"""Magic-user spells that put models out of the fight: Sleep, Web, Confusion and Fear."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, always, each, given, total
from ...mechanics.ready_dice import read_off
from ...rulebook.book import Ruleset
from ...wording import several_dice, so_many
from .attack import TargetNumbers, few, several
from .saving import SAVE, saves, says_save, throw_save

KINDS = {"a": "first", "b": "second", "c": "third"}

Kind = tuple[int, int | None, int]  # level, lowest face that saves, number of models

# A group of models, by level -----------------------------------------------------------------------------------------


class Enchantment(NamedTuple):
    """Dice of levels, and the models that these are used up on, the lowest level first."""

    dice: int
    savers_use_levels: bool
    immune_from: int
    kinds: tuple[Kind, ...]
    saving_a: int
    saving_b: int
    saving_c: int
    saves_from_a: int | None
    saves_from_b: int | None
    saves_from_c: int | None


def is_open(level: int, immune_from: int) -> bool:
    """Does the spell work on that level?"""
    return not immune_from or level < immune_from


def tries(r: Ruleset, count: int, level: int, immune: int, save_allowed: bool) -> bool:
    """Is there anybody of that kind who throws to save?"""
    return bool(count) and is_open(level, immune) and save_allowed


def kinds(
    r: Ruleset,
    immune: int,
    count_a: int,
    level_a: int,
    saves_from_a: int | None,
    count_b: int,
    level_b: int,
    saves_from_b: int | None,
    count_c: int,
    level_c: int,
    saves_from_c: int | None,
) -> tuple[Kind, ...]:
    """The models that the spell works on, the lowest level first."""
    found = (level_a, saves_from_a, count_a), (level_b, saves_from_b, count_b), (level_c, saves_from_c, count_c)
    return tuple(sorted(kind for kind in found if kind[2] and is_open(kind[0], immune)))


def of_group(spell: str) -> TargetNumbers:
    """What the dice of the spell see."""
    targets: TargetNumbers = {
        "dice": lambda r: few(r, f"{spell}.dice"),
        **given("savers_use_levels", immune_from="immune"),
    }
    for kind in KINDS:
        targets |= saves(f"level_{kind}", f"tries_{kind}", kind)
    return {**targets, "kinds": kinds}


THROWS = [Node(tries, (f"count_{kind}", f"level_{kind}", "immune", "save_allowed"), f"tries_{kind}") for kind in KINDS]


def throw_levels(t: Enchantment, throw: Throw, r: Ruleset, spell: str) -> Lead:
    """Kind after kind, each model for itself: those that the levels left are enough for throw to save."""

    @throw.cached
    def caught(kind: Kind, most: int, throws: int) -> Lead:
        """How many of a kind fail; it has levels for so many, and so many throw until these are used up."""
        level, saves_from, _ = kind

        def save(failed: int) -> Lead:
            return throw_save(throw, r, saves_from, failed + 1, failed, f"saving throw at level {level}")

        if throws <= most:
            return throw.times(throws, lambda: save(0))
        failed: Lead = 0
        for _ in range(throws):
            failed = throw.after(failed, lambda n: save(n) if n < most else n)
        return failed

    @throw.cached
    def fall(place: int, left: int) -> Lead:
        if place == len(t.kinds):
            return 0
        level, _, many = t.kinds[place]
        most = left // level
        throws = min(many, most) if t.savers_use_levels else many

        def others(failed: int) -> Lead:
            used = throws if t.savers_use_levels else failed
            return throw.after(fall(place + 1, left - level * used), lambda n: failed + n)

        return throw.after(caught(t.kinds[place], most, throws), others)

    return throw("levels", several(t.dice, r.dice(spell)), lambda levels: fall(0, max(levels, 0)))


def says_levels(t: Enchantment, r: Ruleset, spell: str, does: str) -> list[str]:
    """The levels and the saving throws in words."""
    if not t.kinds:
        return ["There is nobody on whom the spell works."]
    levels = several_dice(t.dice, r[f"dice.{spell}"])
    sentences = [f"{levels} levels of models {does}, the lowest first; levels too few for the next model are lost."]
    for level, saves_from, many in t.kinds:
        sentences.append(f"{so_many(many, 'model')} of level {level}: {says_save(r, saves_from, 'Each')}")
    if t.immune_from:
        sentences.append(f"Models of level {t.immune_from} or more are immune.")
    return sentences


def throw_sleep(t: Enchantment, throw: Throw, r: Ruleset) -> Lead:
    """Levels of models asleep."""
    return throw_levels(t, throw, r, "sleep")


def throw_confusion(t: Enchantment, throw: Throw, r: Ruleset) -> Lead:
    """Levels of models confused."""
    return throw_levels(t, throw, r, "confusion")


def immune_to_sleep(r: Ruleset) -> int:
    """The level from which on a model is immune."""
    return int(r["sleep.immune_from"])


def immune_to_confusion(r: Ruleset, confusion_immunity: str) -> int:
    """The same, where the ruling says so; else 0 for none."""
    return immune_to_sleep(r) if confusion_immunity == "level_5" else 0


sleep = Check(
    "odd_encounters.sleep",
    "How many does a Sleep spell put to sleep?",
    source="Magic-User Spells, First Level: Sleep; Spells",
    parameters="count_a level_a count_b level_b count_c level_c save_allowed savers_use_levels natural_rolls",
    targets=of_group("sleep"),
    dice=throw_sleep,
    derived=[Node(immune_to_sleep, (), "immune"), *THROWS],
    events={"puts somebody to sleep": lambda asleep: asleep > 0},
    says=lambda t, r: says_levels(t, r, "sleep", "fall asleep"),
)

confusion = Check(
    "odd_encounters.confusion",
    "How many does a Confusion spell confuse?",
    source="Magic-User Spells, Fourth Level: Confusion; Spells",
    parameters=(
        "enchantments.count_a level_a enchantments.count_b level_b enchantments.count_c enchantments.level_c",
        "save_allowed savers_use_levels confusion_immunity natural_rolls",
    ),
    targets=of_group("confusion"),
    dice=throw_confusion,
    derived=[Node(immune_to_confusion, ("confusion_immunity",), "immune"), *THROWS],
    events={"confuses somebody": lambda confused: confused > 0},
    says=lambda t, r: says_levels(t, r, "confusion", "are confused"),
)

confusion_action = Check(
    "odd_encounters.confusion_action",
    "What does a confused model do?",
    source="Magic-User Spells, Fourth Level: Confusion",
    dice=read_off(
        "action", "dice.confusion_action", "confusion_action", on="the table of the spell, rolled again each turn"
    ),
    events={"attacks its own team": "attack_own_team"},
    said={
        "attack_caster_team": "attacks the caster's team",
        "nothing": "does nothing",
        "attack_own_team": "attacks its own team",
    },
)

# One model -----------------------------------------------------------------------------------------------------------


class Webbed(NamedTuple):
    """The saving throw, and the turns that one who fails is stuck."""

    saving: int
    saves_from: int | None
    turns: int


class Frightened(NamedTuple):
    """The saving throw."""

    saving: int
    saves_from: int | None


def throw_web(t: Webbed, throw: Throw, r: Ruleset) -> Lead:
    """Whoever saves is free at once, and so is whoever is strong enough."""
    return throw_save(throw, r, t.saves_from, max(t.turns, 0), 0)


def throw_fear(t: Frightened, throw: Throw, r: Ruleset) -> Lead:
    """One saving throw, when the spell is cast."""
    return throw_save(throw, r, t.saves_from, "flees", "resists")


web = Check(
    "odd_encounters.web",
    "How long does a Web hold a model?",
    source="Magic-User Spells, Second Level: Web; Spells",
    parameters=("target_level", SAVE),
    targets={**saves(), "turns": total("turns stuck", always("web.turns"), each("web.level", "target_level"))},
    dice=throw_web,
    events={"is caught": lambda turns: turns > 0},
    says=lambda t, r: [
        says_save(r, t.saves_from),
        f"Whoever does not save is stuck for {so_many(t.turns, 'turn')}."
        if t.turns > 0
        else "A model of this level is free at once.",
    ],
    measure="turns held",
)

fear = Check(
    "odd_encounters.fear",
    "Does a Fear spell drive a model off?",
    source="Magic-User Spells, Fourth Level: Fear; Spells",
    parameters=("target_level", SAVE),
    targets=saves(),
    dice=throw_fear,
    outcomes=("resists", "flees"),
    events={"flees": "flees"},
    says=lambda t, r: [
        says_save(r, t.saves_from),
        "Whoever does not save moves away at full rate while the caster is in sight, without attacks or spells.",
    ],
)

__all__ = ["confusion", "confusion_action", "fear", "sleep", "web"]
