"""Magic-user spells that put models out of the fight: Sleep, Web, Confusion and Fear."""

from typing import Any, NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import several_dice, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, always, each, inputs, node, total
from ...mechanics.question import Words
from ...mechanics.ready_dice import read_off
from ...rulebook.book import Ruleset
from .attack import TargetNumbers, few
from .saving import SAVE, Save, saves, saves_from, saving, says_save, throw_save

KINDS = {"a": "first", "b": "second", "c": "third"}

Kind = tuple[int, int | None, int]  # level, lowest face that saves, number of models

# A group of models, by level -----------------------------------------------------------------------------------------


def is_open(level: int, immune_from: int) -> bool:
    """Does the spell work on that level?"""
    return not immune_from or level < immune_from


def tries(r: Ruleset, count: int, level: int, immune: int, save_allowed: bool) -> bool:
    """Is there anybody of that kind who throws to save?"""
    return bool(count) and is_open(level, immune) and save_allowed


def kinds(r: Ruleset, immune: int, *each: Any) -> tuple[Kind, ...]:
    """The models that the spell works on, the lowest level first."""
    rows = zip(each[::3], each[1::3], each[2::3], strict=True)
    return tuple(sorted(kind for kind in rows if kind[2] and is_open(kind[0], immune)))


class LevelSpell(NamedTuple):
    """The dice of levels, and the models on which they are spent, the lowest first."""

    dice: int
    savers_use_levels: bool
    immune_from: int
    saving_a: int
    saving_b: int
    saving_c: int
    saves_from_a: int | None
    saves_from_b: int | None
    saves_from_c: int | None
    kinds: tuple[Kind, ...]


def of_kinds(*names: str) -> list[str]:
    """These names for each kind."""
    return [f"{name}_{kind}" for kind in KINDS for name in names]


def of_group(spell: str) -> TargetNumbers:
    """What the dice of the spell see."""
    return {
        "dice": lambda r: few(r, f"{spell}.dice"),
        **inputs("savers_use_levels", immune_from="immune"),
        **{
            f"saving_{kind}": saving(f"saving throw of kind {kind}", f"level_{kind}", f"tries_{kind}") for kind in KINDS
        },
        **{
            f"saves_from_{kind}": node(saves_from, saving=f"saving_{kind}", save_allowed=f"tries_{kind}")
            for kind in KINDS
        },
        "kinds": Node(kinds, ("immune", *of_kinds("level", "saves_from", "count")), "kinds"),
    }


THROWS = [Node(tries, (f"count_{kind}", f"level_{kind}", "immune", "save_allowed"), f"tries_{kind}") for kind in KINDS]


def throw_levels(throw: Throw, r: Ruleset, level_spell: LevelSpell, spell: str) -> Consequence:
    """Kind after kind, each model for itself: those that the levels left are enough for throw to save."""

    @throw.cached
    def caught(kind: Kind, most: int, throws: int) -> Consequence:
        """How many of a kind fail; it has levels for so many, and so many throw until these are used up."""
        level, saves_from, _ = kind

        def save(failed: int) -> Consequence:
            return throw_save(throw, r, saves_from, failed + 1, failed, f"saving throw at level {level}")

        if throws <= most:
            return throw.times(throws, lambda: save(0))
        failed: Consequence = 0
        for _ in range(throws):
            failed = throw.after(failed, lambda n: save(n) if n < most else n)
        return failed

    @throw.cached
    def fall(place: int, left: int) -> Consequence:
        if place == len(level_spell.kinds):
            return 0
        level, _, many = level_spell.kinds[place]
        most = left // level
        throws = min(many, most) if level_spell.savers_use_levels else many

        def others(failed: int) -> Consequence:
            used = throws if level_spell.savers_use_levels else failed
            return throw.after(fall(place + 1, left - level * used), lambda n: failed + n)

        return throw.after(caught(level_spell.kinds[place], most, throws), others)

    return throw("levels", level_spell.dice @ r.dice(spell), lambda levels: fall(0, max(levels, 0)))


def says_levels(r: Ruleset, level_spell: LevelSpell, spell: str, does: str) -> list[str]:
    """The levels and the saving throws in words."""
    if not level_spell.kinds:
        return ["The spell works on nobody."]
    levels = several_dice(level_spell.dice, r[f"dice.{spell}"])
    sentences = [f"{levels} levels of models {does}, the lowest first; levels left over are lost."]
    for level, least, many in level_spell.kinds:
        sentences.append(f"{so_many(many, 'model')} of level {level}: {says_save(r, least, 'each')}")
    if level_spell.immune_from:
        sentences.append(f"Models of level {level_spell.immune_from} or more are immune.")
    return sentences


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
    record=LevelSpell,
    dice=lambda throw, r, level_spell: throw_levels(throw, r, level_spell, "sleep"),
    derived=[Node(immune_to_sleep, (), "immune"), *THROWS],
    events={"puts somebody to sleep": "1.."},
    says=lambda r, level_spell: says_levels(r, level_spell, "sleep", "fall asleep"),
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
    record=LevelSpell,
    dice=lambda throw, r, level_spell: throw_levels(throw, r, level_spell, "confusion"),
    derived=[Node(immune_to_confusion, ("confusion_immunity",), "immune"), *THROWS],
    events={"confuses somebody": "1.."},
    says=lambda r, level_spell: says_levels(r, level_spell, "confusion", "are confused"),
)

confusion_action = Check(
    "odd_encounters.confusion_action",
    "What does a confused model do?",
    source="Magic-User Spells, Fourth Level: Confusion",
    dice=read_off(
        "action", "dice.confusion_action", "confusion_action", on="the table of the spell, rolled again each turn"
    ),
    events={"attacks its own team": "attack_own_team"},
    wording={
        "attack_caster_team": "attacks the caster's team",
        "nothing": "does nothing",
        "attack_own_team": "attacks its own team",
    },
)

# One model -----------------------------------------------------------------------------------------------------------


web = Check(
    "odd_encounters.web",
    "How long does a Web hold a model?",
    source="Magic-User Spells, Second Level: Web; Spells",
    parameters=("target_level", SAVE),
    targets={**saves(), "turns": total("turns stuck", always("web.turns"), each("web.level", "target_level"))},
    record=Save,
    dice=lambda throw, r, save, turns: throw_save(throw, r, save.saves_from, max(turns, 0), 0),
    events={"is caught": "1.."},
    says=lambda r, save, turns: [
        says_save(r, save.saves_from),
        f"A model that does not save is stuck for {so_many(turns, 'turn')}."
        if turns > 0
        else "A model of this level is free at once.",
    ],
    wording=Words(measure="turns held"),
)

fear = Check(
    "odd_encounters.fear",
    "Does a Fear spell drive a model off?",
    source="Magic-User Spells, Fourth Level: Fear; Spells",
    parameters=("target_level", SAVE),
    targets=saves(),
    record=Save,
    dice=lambda throw, r, save: throw_save(throw, r, save.saves_from, "flees", "resists"),
    outcomes=("resists", "flees"),
    events={"flees": "flees"},
    says=lambda r, save: [
        says_save(r, save.saves_from),
        "A model that does not save moves away at full rate while the caster is in sight, without attacks or spells.",
    ],
)
