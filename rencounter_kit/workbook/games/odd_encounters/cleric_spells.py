"""The cleric's spells that throw dice: cures, Hold Person, and the way out of an Insect Plague."""

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, several_dice, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import always, flag, inputs, is_, total
from ...mechanics.question import Words
from ...rulebook.book import Ruleset
from .attack import few
from .models import BOOK
from .saving import SAVE, Save, saves, says_save, throw_save

# Cures ----------------------------------------------------------------------------------------------------------------


def throw_cure(throw: Throw, r: Ruleset, dice: int, plus: int, most: int | None) -> Consequence:
    """The points that come back; ``most`` is ``None`` for as many as the dice show."""

    def healed(points: int) -> int:
        back = max(points + plus, 0)
        return back if most is None else min(back, most)

    return throw("cure", dice @ r.dice("cure"), healed)


def says_cure(r: Ruleset, dice: int, plus: int, most: int | None) -> list[str]:
    """The cure in words."""
    limit = "even beyond what was lost" if most is None else f"up to the {so_many(most, 'point')} lost"
    return [f"Heals {adjusted(several_dice(dice, r['dice.cure']), plus)} Hit Points, {limit}."]


def cure(name: str, title: str, damage: str, source: str) -> Check:
    """A cure; its figures stand under its name."""
    return Check(
        f"odd_encounters.{name}",
        title,
        source=source,
        parameters=(damage, "cure_limit"),
        targets={
            "dice": lambda r: few(r, f"{name}.dice"),
            "plus": total("added to the dice", always(f"{name}.plus")),
            "most": lambda r, damage_taken, cure_limit: None if cure_limit == "unlimited" else damage_taken,
        },
        dice=throw_cure,
        says=says_cure,
    )


cure_light_wounds = cure(
    "cure_light_wounds",
    "How much does Cure Light Wounds heal?",
    "damage_taken",
    "Cleric Spells, First Level: Cure Light Wounds",
)
cure_serious_wounds = cure(
    "cure_serious_wounds",
    "How much does Cure Serious Wounds heal?",
    "cure_serious_wounds.damage_taken",
    "Cleric Spells, Fourth Level: Cure Serious Wounds",
)

# Hold Person ----------------------------------------------------------------------------------------------------------


def throw_hold(throw: Throw, r: Ruleset, single: bool, group_size: int, save: Save) -> Consequence:
    """Some targets in a group; each may save."""

    def holds(targets: int) -> Consequence:
        return throw.times(max(targets, 0), lambda: throw_save(throw, r, save.saves_from, 1, 0))

    return holds(1) if single else throw("targets", r.dice("hold_person"), lambda face: holds(min(face, group_size)))


def says_hold(r: Ruleset, single: bool, group_size: int, save: Save) -> list[str]:
    """Targets and saving throw in words."""
    group = f"A {r['dice.hold_person']} gives the number of targets, up to the {so_many(group_size, 'model')} there."
    return ["One target only." if single else group, says_save(r, save.saves_from, "A target")]


hold_person = Check(
    "odd_encounters.hold_person",
    "How many does Hold Person hold?",
    source="Cleric Spells, Second Level: Hold Person; Spells",
    parameters=("mode group_size target_level", SAVE),
    targets={
        "single": is_("mode", "single"),
        **inputs("group_size"),
        **saves("target_level", "save_allowed", flag("hold_person.single", "single", "save_allowed")),
    },
    record=Save,
    dice=throw_hold,
    events={"holds somebody": "1.."},
    says=says_hold,
)

# Insect Plague --------------------------------------------------------------------------------------------------------

HOURS = BOOK.dice("clock").faces[-1]


insect_plague_exit = Check(
    "odd_encounters.insect_plague_exit",
    "Where does a model leave the Insect Plague?",
    source="Cleric Spells, Fifth Level: Insect Plague",
    parameters="measure",
    dice=lambda throw, r, measure: throw(
        "direction", r.dice("clock"), lambda hour: hour if measure == "hour" else min(hour, HOURS - hour)
    ),
    events={"leaves where it wants": ("0", str(HOURS))},
    says="Read a {dice.clock} as a clock; 12 is where the model wants to go.",
    wording=Words(measure="hours off the way it wants"),
)
