"""The encounter checklist: whom a party meets, day by day and week by week."""

from collections.abc import Callable, Mapping
from typing import Any

from ....engine.dice.throw import Consequence, Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, inputs, is_, node, part, total, value
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import tries
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.ready_dice import ReadyDice, only_if, reach, roll_under
from ...mechanics.space import graded
from ...rulebook.book import Ruleset

NEVER = "none"


def several(name: str, number: str) -> Node:
    """So many dice of the rules as a parameter says."""
    return node(lambda r, many: many @ r.dice(name), many=number)


# A day ----------------------------------------------------------------------------------------------------------------


def of_law(or_more: bool) -> ReadyDice:
    """A throw against the law level, in the direction of the ruling."""
    way = reach if or_more else roll_under
    return way("law", "dice", "law_level", success="left_alone", failure="harassed", does="keeps out of trouble")


LAW = ReadyDice(
    lambda throw, r, law: of_law(law.or_more)(throw, r, law),
    lambda book: ("left_alone", "harassed"),
    lambda r, law: of_law(law.or_more).says(r, law),
    ("dice", "law_level", "or_more"),
)
RANDOM = reach(
    "random encounter",
    "dice.encounter",
    "encounter.random",
    failure="no_encounter",
    success="encounter",
    does="meets somebody",
)
ANIMAL = reach(
    "animal encounter",
    "dice",
    "needed",
    failure="no_encounter",
    success="encounter",
    plus="dm",
    does="meets animals",
)

legal = Check(
    "traveller.legal",
    "Does the law trouble the party today?",
    source="Encounter Checklist: Daily, Legal",
    parameters="law_level legal_direction legal_dice",
    targets={
        "dice": several("law", "legal_dice"),
        **inputs("law_level"),
        "or_more": is_("legal_direction", "or_more_avoids"),
    },
    dice=LAW,
    events={"is harassed": "harassed", "is left alone": "left_alone"},
)

random_encounter = Check(
    "traveller.random_encounter",
    "Does the party meet somebody today?",
    source="Encounter Checklist: Daily, Random",
    dice=RANDOM,
    events={"meets somebody": "encounter"},
)

animal_encounter = Check(
    "traveller.animal_encounter",
    "Does the party meet animals today?",
    source="Encounter Checklist: Daily, Animal",
    parameters="animal_dice animal_target animal_dm",
    targets={
        "dice": several("animals", "animal_dice"),
        **inputs(needed="animal_target"),
        "dm": total("on the animal dice", value("animal_dm", "DM of the animal table")),
    },
    dice=ANIMAL,
    events={"meets animals": "encounter"},
)

# A week ---------------------------------------------------------------------------------------------------------------

PATRON = reach(
    "patron", "dice.patron", "encounter.patron", failure="no_patron", success="patron", does="finds a patron"
)
RUMOR = reach("rumor", "dice.rumor", "encounter.rumor", failure="no_rumor", success="rumor", does="hears a rumour")

patron = Check(
    "traveller.patron",
    "Does the party find a patron this week?",
    source="Encounter Checklist: Weekly, Patron",
    parameters="searching",
    targets=inputs("searching"),
    dice=only_if("searching", PATRON, otherwise="no_patron", says="Without a search there is no throw."),
    events={"finds a patron": "patron"},
)

rumor = Check(
    "traveller.rumor",
    "Does the party hear a rumour this week?",
    source="Encounter Checklist: Weekly, Rumor",
    dice=RUMOR,
    events={"hears a rumour": "rumor"},
    wording={"rumor": "rumour", "no_rumor": "no rumour"},
)

# Many of them ---------------------------------------------------------------------------------------------------------

KINDS = {
    "random": (RANDOM, "encounter"),
    "animal": (ANIMAL, "encounter"),
    "patron": (PATRON, "patron"),
    "rumor": (RUMOR, "rumor"),
    "legal": (LAW, "harassed"),
}
BY_WEEK = ("patron", "rumor")
PARAMETERS = "kind intervals checklist.law_level checklist.legal_direction checklist.legal_dice checklist.animal_*"
TARGETS: Mapping[str, Any] = {
    "by_law": is_("kind", "legal"),
    "law": part("law", legal, PARAMETERS, when="by_law"),
    "by_animals": is_("kind", "animal"),
    "animals": part("animals", animal_encounter, PARAMETERS, when="by_animals"),
    "thrown": lambda r, kind, law, animals: (kind, law or animals),
}


def once(throw: Throw, r: Ruleset, thrown: tuple[str, Targets]) -> Callable[[], Consequence]:
    """The throw of one day or week, by its kind and numbers: 1 where something comes of it, else 0."""
    kind, numbers = thrown
    dice, wanted = KINDS[kind]

    @throw.cached
    def comes() -> Consequence:
        return throw.after(dice(throw, r, numbers), lambda got: int(got == wanted))

    return comes


def says(r: Ruleset, intervals: int, thrown: tuple[str, Targets]) -> list[str]:
    """The throws in words."""
    kind, numbers = thrown
    dice, _ = KINDS[kind]
    (line,) = dice.says(r, numbers)
    return [f"Each {'week' if kind in BY_WEEK else 'day'}, {intervals} in all: {line[0].lower()}{line[1:]}"]


encounter_count = Check(
    "traveller.encounter_count",
    "How many encounters over several days or weeks?",
    source="Encounter Checklist",
    parameters=PARAMETERS,
    targets=TARGETS,
    dice=lambda throw, r, intervals, thrown: throw.times(intervals, once(throw, r, thrown)),
    events={"has at least one": "1..", "has two or more": "2.."},
    says=says,
)


def play(throw: Throw, r: Ruleset, intervals: int, thrown: tuple[str, Targets]) -> TurnModel:
    """Day after day, or week after week; the state says whether it has come."""
    return tries(throw, once(throw, r, thrown), intervals, "comes", NEVER, NEVER)


first_encounter = Process(
    "traveller.first_encounter",
    "When does the first encounter come?",
    turn="throw",
    source="Encounter Checklist",
    parameters=PARAMETERS,
    targets=TARGETS,
    play=play,
    outcomes=graded((NEVER,), numbers=True),
    events={
        "comes in time": "1..",
        "comes at once": "1",
        "does not come": NEVER,
    },
    says=says,
)
