"""Movement: how far a model gets in a turn, and how many turns a way takes. No dice are thrown."""

from dataclasses import replace

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import pick, refuse, total, value
from ...mechanics.question import Words
from ...rulebook.book import Rule, Ruleset

HALVES = 2  # half inches in an inch, and so halves of a whole rate

# This turn ------------------------------------------------------------------------------------------------------------


def haste(r: Ruleset, so_far: int, hasted: bool, action: str, haste_run: str) -> Rule | None:
    """What Haste adds to the rate; by one reading a run is no faster for it."""
    if not hasted or (action == "run" and haste_run != "doubled"):
        return None
    rule = r.rule("haste.movement")
    return replace(rule, value=so_far * (rule.value - 1))


def allowance(r: Ruleset, action: str, rate: int) -> int:
    """Half inches of movement that the action leaves."""
    if action == "run":
        return int(rate * r["running.times"] * HALVES)
    return int(rate * r[f"movement_left.{action}"])


def refuse_run(r: Ruleset, action: str, in_melee: bool) -> None:
    """Nobody runs out of a melee."""
    refuse(action == "run" and in_melee, "action must not be run with in_melee true; got run; try move")


def says_allowance(r: Ruleset, allowance: int) -> list[str]:
    """The half inches in inches."""
    inches = f"{allowance // HALVES}{'.5' if allowance % HALVES else ''}"
    return [f"It may move {inches} inch{'' if inches == '1' else 'es'} this turn: {so_many(allowance, 'half inch')}."]


movement_allowance = Check(
    "odd_encounters.movement_allowance",
    "How many half inches may a model move?",
    source="Movement; Magic; Equipment Descriptions; Spells",
    parameters="movement.armor action movement.hasted in_melee haste_run",
    targets={"rate": total("rate (inches a turn)", pick("movement.{}", "armor"), haste), "allowance": allowance},
    wording=Words(unit="half inch"),
    refusals=[refuse_run],
    says=says_allowance,
)

# A longer way ---------------------------------------------------------------------------------------------------------

GAITS = {"walk": "move", "walk_and_fire": "fire_missile"}  # the action of each turn


def slow(r: Ruleset, slow_ground: int, gait: str) -> Rule | int | None:
    """Ground that costs more to whoever does not fly over it."""
    return slow_ground if gait == "fly" else r.rule("ground.slow").times(slow_ground) if slow_ground else None


def contours(r: Ruleset, contour_lines: int, gait: str) -> Rule | None:
    """Steps of a hill, which cost nothing to whoever flies."""
    return r.rule("ground.contour_line").times(contour_lines) if contour_lines and gait != "fly" else None


def half_inches(r: Ruleset, armor: str, gait: str) -> int:
    """The rate of the gait."""
    if gait == "fly":
        return int(r["fly.movement"] * HALVES)
    return allowance(r, GAITS.get(gait, gait), r[f"movement.{armor}"])


def turns(r: Ruleset, cost: int, half_inches: int) -> int:
    """A part of a turn is a turn."""
    refuse(half_inches < 1, f"the rate must be at least half an inch; got {half_inches} halves; give it more movement")
    return -(-cost * HALVES // half_inches)


turns_to_cover = Check(
    "odd_encounters.turns_to_cover",
    "How many turns does it take to cover the ground?",
    source="Movement; Terrain; Spells",
    parameters="movement.armor movement.gait open_ground slow_ground contour_lines",
    targets={
        "cost": total("movement that the way costs (inches)", value("open_ground"), slow, contours),
        "half_inches": half_inches,
        "turns": turns,
    },
    wording=Words(unit="turn"),
    says=lambda r, cost, half_inches: [
        f"The way costs {so_many(cost, 'inch')} of movement, at {so_many(half_inches, 'half inch')} a turn."
    ],
)
