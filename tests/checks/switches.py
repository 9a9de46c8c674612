"""Switches: rulings and figures that are parameters too, and may as well be set by a house rule."""

import random

import rencounter_kit as rk
from tests.situations import drawn, every_nth, few, situation, tries
from tests.witness.corners import CORNERS

from .contract import call_text, named

SPELLS = (
    "magic_missile",
    "fireball",
    "lightning_bolt",
    "wall_of_fire",
    "web_fire",
    "spell_kill",
    "blast_group",
    "web",
    "confusion",
    "fear",
    "cloudkill",
)
# Values of a switch that change nothing anywhere, and why.
SILENT = {
    ("salamis.shore_detail", "port_bonus_on"): ("habitation", "land_and_habitation"),  # no roll for a shore is either
    # who lives there is settled on the roll for land
    ("salamis.settlements", "port_bonus_on"): ("land_and_habitation", "every"),
    ("rencounter.melee", "checks_can_overcome"): (False, True),  # tells in a duel, not in one stroke: its note says so
    ("odd_encounters.approach_under_fire", "natural_rolls"): ("twenty_hits",),  # nobody there is so hard to hit
    ("odd_encounters.hold_person", "natural_rolls"): ("twenty_hits",),
    ("odd_encounters.elemental_attack", "natural_rolls"): ("twenty_hits",),
    ("odd_encounters.model_cost", "short_race_pole_arm"): ("no_reach",),  # these allow what is refused otherwise
    ("odd_encounters.model_cost", "cleric_thrown_weapons"): (True,),
    ("odd_encounters.model_cost", "magic_user_shield"): (True,),
    # whoever throws a 20 saves anyhow
    **{(f"odd_encounters.{spell}", "natural_rolls"): ("twenty_hits",) for spell in SPELLS},
    ("odd_encounters.sleep", "natural_rolls"): ("one_misses", "twenty_hits", "both"),  # and nobody there with a 1
    ("rencounter.charge", "natural_one_acts_max_wounds"): (0, 1, 3, 4, 5),  # a charge is rolled without wounds
    ("rencounter.charge", "overcome_shifts_with_quality"): (True,),  # and wounds alone overcome a man
    # a man of a unit who has 3 wound points is lost
    ("rencounter.unit_under_fire", "natural_one_acts_max_wounds"): (3, 4, 5),
    ("rencounter.skirmish", "natural_one_acts_max_wounds"): (3, 4, 5),
}
SITUATIONS, OF_A_PROCESS = tries(3, 8), tries(2, 3)
TRIES = 3000


def switches(check):
    names = [name for name, p in check.parameters.items() if p.path]
    return every_nth(names, tries(few(check.id, 3, 5), 1))


def answered(check, params, rules=None):
    """The distribution and what was said about it, or the refusal."""
    try:
        answer = check(rules=rules, **params)
    except rk.RuleError as error:
        return str(error)
    return dict(answer.items()), answer.targets


def toml(value):
    """A value as a line of house rules writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def switches_as_house_rules(check):
    """Whether it is said like a parameter or stands in a line of house rules, it is the same."""
    for name in switches(check):
        p = check.parameters[name]
        usual = check.book[p.path]
        others = [value for value in p.values() if value != usual]
        yield others, f"must have two values of the switch {name}"
        many = few(check.id, tries(2, 4), tries(1, 2))
        for value in random.Random(name).sample(others, min(many, len(others))):
            line = f"{p.path} = {toml(value)}"
            rules = check.book.with_house_rules(line, name="Our table")
            for params in drawn(check.id, few(check.id, SITUATIONS, OF_A_PROCESS), name, {name}):
                more = {**params, name: value}
                alike = answered(check, params, rules) == answered(check, more)
                yield (
                    alike,
                    f"answers otherwise by the house rule {line} than if it is set; ask {call_text(check, more)}",
                )
            back = check(rules=rules, **{name: usual}).params[name]
            yield back == usual, f"does not take {name} = {usual} where a house rule says {line}"


def switches_that_tell(check):
    """Each choice of a switch makes a difference in some situation."""
    for name in switches(check):
        p = check.parameters[name]
        silent = {check.book[p.path], *SILENT.get((check.id, name), ())}
        dead = [value for value in p.values() if value not in silent][:8]
        rng = random.Random(f"{check.id} {name}")
        corners = [corner for corner in CORNERS.get(check.id, []) if name in corner]
        for attempt in range(TRIES):
            corner = rng.choice(corners) if corners and attempt % 2 else {}
            params = situation(
                check.id, rng, {name}, preset={other: corner[other] for other in corner if other != name}
            )
            usual = answered(check, params)
            dead = [value for value in dead if answered(check, {**params, name: value}) == usual]
            if not dead:
                break
        yield not dead, f"answers the same whatever {name} is, of {named(dead)}"


def switches_in_the_data(check):
    """A switch has its source, a label and a help, and is by default as the book has it."""
    for name in switches(check):
        p = check.parameters[name]
        rule = check.book.rule(p.path)
        is_complete = rule.source and rule.label and p.help
        yield is_complete, f"must have a source, a label and a help of the switch {p.path} in data/{check.stem}.toml"
        yield check.values(check.book, {})[name] == rule.value, f"must have {name} as the book has it, {rule.value}"
