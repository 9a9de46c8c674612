"""Crew and command quality: who sails the ships, who leads them, and what that is worth."""

from dataclasses import replace

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, is_, refuse, total
from ...mechanics.space import By, graded
from ...rulebook.book import Rule, Ruleset, rules
from .conventions import highest_faces, share_out, shared_out

BOOK = rules("salamis")
CREW = BOOK.names("crew")[::-1]
COMMAND = BOOK.names("command")[::-1]
CLASSES = ("worst", "low", "average", "good", "best")
SOURCE = "Generating Crew and Command Quality; Training"

# What is rolled -------------------------------------------------------------------------------------------------------

FACES = tuple(f"faces_{one}" for one in CLASSES)
QUALITY_INPUTS = ("training", "row_source", *FACES)


def row_of(r: Ruleset, training: str, row_source: str, *faces: int) -> tuple[int, ...]:
    """How many faces give each quality, from the worst."""
    dice = r.dice("quality")
    if row_source == "user":
        error = (
            f"faces_worst to faces_best must sum to the {len(dice.faces)} faces of the {dice.written} with "
            f"row_source user"
        )
    else:
        faces = r[f"training.{training}"]
        error = f"training.{training} must share out the {len(dice.faces)} faces of the {dice.written}, none below 0"
    refuse(
        sum(faces) != len(dice.faces) or min(faces) < 0,
        f"{error}; got {', '.join(map(str, faces))}; try {shared_out(dice, BOOK[f'training.{training}'])}",
    )
    return faces


ROW = Node(row_of, QUALITY_INPUTS, "row")
QUALITIES = {"crew": CREW, "command": COMMAND}


def throw_quality(throw: Throw, r: Ruleset, track: str, row: tuple[int, ...]) -> Consequence:
    """The lowest faces give the worst, the next ones the second, and so on."""
    dice, names = r.dice("quality"), QUALITIES[track]
    parts = zip(highest_faces(dice, row), names, strict=True)
    return throw.split(f"{track} quality", dice, list(parts), names[-1])


def says_quality(r: Ruleset, track: str, row: tuple[int, ...]) -> list[str]:
    """The row in words."""
    return [share_out(r.dice("quality"), row, QUALITIES[track])]


quality = Check(
    "salamis.quality",
    "How good is a squadron or an admiral?",
    source=SOURCE,
    parameters=("track", *QUALITY_INPUTS),
    targets={"row": ROW},
    dice=throw_quality,
    outcomes=By("track", {track: graded(names) for track, names in QUALITIES.items()}),
    events={
        "is better than average": (*CREW[3:], *COMMAND[3:]),
        "is worse than average": (*CREW[:2], *COMMAND[:2]),
    },
    says=says_quality,
)

# What it is worth -----------------------------------------------------------------------------------------------------


def worth(r: Ruleset, quality: str) -> Rule:
    """The figure of the line in which the quality stands."""
    return replace(r.rule(f"command.{r.get(f'crew.{quality}', quality)}"), label=f"{quality} quality")


quality_modifier = Check(
    "salamis.quality_modifier",
    "What does a quality add to a die?",
    source="Crew and Command Quality",
    parameters="quality",
    targets={"modifier": total("on a die", worth)},
    says="The quality adds {modifier:+} to a die.",
)


def counters(r: Ruleset, command_quality: str) -> Rule | None:
    """Those of a quality that is known."""
    return None if command_quality == "roll" else r.rule(f"initiative.{command_quality}")


ROW_IF_ROLLED = Node(
    lambda r, rolled, *values: row_of(r, *values) if rolled else (), ("rolled", *QUALITY_INPUTS), "row"
)


def throw_counters(throw: Throw, r: Ruleset, rolled: bool, counters: int, row: tuple[int, ...]) -> Consequence:
    """The counters of whatever quality comes up."""
    if not rolled:
        return counters
    return throw.after(throw_quality(throw, r, "command", row), lambda name: r[f"initiative.{name}"])


def says_counters(r: Ruleset, rolled: bool, row: tuple[int, ...]) -> list[str]:
    """Who has them, and how often they count."""
    roll = says_quality(r, "command", row) if rolled else []
    return [*roll, "Only the fleet admiral has them, and each works once a game."]


def refuse_training(r: Ruleset, rolled: bool, training: str) -> None:
    """Training counts only where the quality is rolled."""
    usual = quality.parameters["training"].default
    refuse(
        not rolled and training != usual,
        f"training must be {usual} with a known command_quality; got {training}; try command_quality roll",
    )


initiative_counters = Check(
    "salamis.initiative_counters",
    "How many Tactical Initiative counters has the admiral?",
    source="Crew and Command Quality",
    parameters=("command_quality training initiative_counters.row_source", *FACES),
    targets={
        "rolled": is_("command_quality", "roll"),
        "counters": total("Tactical Initiative counters", counters),
        "row": ROW_IF_ROLLED,
    },
    dice=throw_counters,
    refusals=[refuse_training],
    says=says_counters,
)

# A fleet --------------------------------------------------------------------------------------------------------------


def throw_fleet(throw: Throw, r: Ruleset, squadrons: int, enough: int) -> Consequence:
    """A die for each squadron."""
    dice = r.dice("quality")
    return throw.times(squadrons, lambda: throw.split("crew quality", dice, ((dice.faces[-1] - enough, 0),), 1))


def says_fleet(r: Ruleset, enough: int) -> list[str]:
    """Which faces are good enough, in words."""
    dice, faces = r["dice.quality"], len(r.dice("quality").faces)
    if enough in (0, faces):
        return [f"{'Any' if enough else 'No'} face of the {dice} is good enough."]
    return [f"A {dice} for each squadron; {enough} of its {faces} faces {'is' if enough == 1 else 'are'} good enough."]


fleet_quality = Check(
    "salamis.fleet_quality",
    "How many squadrons are good enough?",
    source=SOURCE,
    parameters=("squadrons at_least", *QUALITY_INPUTS),
    targets={"enough": lambda r, at_least, row: sum(row[CLASSES.index(at_least) :])},
    dice=throw_fleet,
    events={
        "one or more are good enough": "1..",
        "none is good enough": "0",
    },
    derived=[ROW],
    says=says_fleet,
)
