"""Levels of Wounding: how bad the wounds are together, what they take from a man's STR, and the tenth."""

from functools import partial

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import always, total, value
from ...mechanics.parameter import whole, yes_no
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .tasks import ATTEMPT, BOOK, against, attempt, half_up, on_task, progressive_for, roll, worth

LEVELS = BOOK.names("wound_level")
MOST = 10  # wounds of a man who still lives
GRIEVOUS = tuple(number for number in range(MOST + 1) if BOOK.look_up("wound_level", number) == "grievous")


def level(r: Ruleset, wounds: int) -> str:
    """The Level of Wounding."""
    return r.look_up("wound_level", wounds)


def level_of_bp(r: Ruleset, damage: int, body_points: int, bp_boundary: str) -> str:
    """The Level by the share of the Body Points that is lost."""
    if not damage:
        return LEVELS[0]
    marks, divisor = r.group("wound_level_bp.parts"), r["wound_level_bp.divisor"]
    most = damage * divisor - (bp_boundary == "lower")  # what is exactly at a mark
    return next((name for name, mark in marks.items() if most < mark.value * body_points), LEVELS[len(marks) + 1])


wound_level = Check(
    "realms_of_myth.wound_level",
    "How badly wounded is he?",
    source="Levels of Wounding",
    parameters="wounds",
    targets={"level": level},
    outcomes=graded(LEVELS),
)

wound_level_bp = Check(
    "realms_of_myth.wound_level_bp",
    "How badly wounded is he, by Body Points?",
    source="Levels of Wounding (optional Body Points)",
    parameters="damage body_points bp_boundary",
    targets={"level": level_of_bp},
    outcomes=graded(LEVELS[:-1]),
    says="Each Level covers one part in {wound_level_bp.divisor} of his Body Points.",
)

# What is left of his strength -----------------------------------------------------------------------------------------


def taken(r: Ruleset, so_far: int, wounds: int, phase: str, hrt_effort: bool, battle_strength_loss: str) -> Rule | None:
    """The STR that wounds take."""
    suffered, collapse = level(r, wounds), r.rule("strength_left.collapse")
    if phase == "battle":
        if battle_strength_loss == "adrenaline" or (hrt_effort and suffered == "grievous"):
            return None
        if wounds >= collapse.value:
            return worth(collapse, -so_far, f"{wounds} wounds: none left")
    rule = r.group(f"strength_left.{phase}").get(suffered)
    if rule is None:  # a Level that no table has
        return worth(collapse, -so_far, f"{suffered.replace('_', ' ')}: none left")
    lost = half_up(rule.value * so_far, 100) - so_far
    return worth(rule, lost, f"{rule.label}: {rule.value}") if lost else None


effective_strength = Check(
    "realms_of_myth.effective_strength",
    "How much STR has he left?",
    source="Levels of Wounding; The Healing Process",
    parameters=(
        "levels.strength levels.wounds phase",
        yes_no(
            "hrt_effort",
            False,
            "He has passed a HRT check for his full STR in one action; only for the Grievously wounded.",
            hint="full STR for one action",
            group="figure",
            only_with=("wounds", GRIEVOUS),
        ),
        "battle_strength_loss",
    ),
    targets={"left": total("STR left", value("strength", "full STR"), taken)},
    says="He acts with a STR of {left}.",
)

grievous_effort = Check(
    "realms_of_myth.grievous_effort",
    "Can he call up his full strength once more?",
    source="Levels of Wounding",
    parameters=(
        "levels.hrt",
        whole(
            "wounds", GRIEVOUS[0], GRIEVOUS[-1], GRIEVOUS[0], "Wounds taken (Grievous).", group="figure", unit="wounds"
        ),
        ATTEMPT,
        "progressive",
    ),
    targets=against([value("hrt", "HRT")], [progressive_for("wounds", "wounds:")]),
    dice=attempt("HRT", "full_strength", "half_strength", "acts with full STR"),
    events={"acts with full STR": "full_strength"},
)

# The tenth wound ------------------------------------------------------------------------------------------------------


def throw_death(throw: Throw, r: Ruleset, percent: int) -> Consequence:
    """Does he live, and if so, is he awake?"""
    awake = partial(roll, throw, r, "staying awake", percent, "lives_conscious", "lives_unconscious")
    return roll(throw, r, "staying alive", percent, awake, "dies")


death_check = Check(
    "realms_of_myth.death_check",
    "Does he survive the tenth wound?",
    source="Levels of Wounding",
    parameters=("levels.p_res", ATTEMPT),
    targets=against([value("p_res", "P-RES")], [always("death.dv")]),
    dice=throw_death,
    outcomes=graded(("dies", "lives_unconscious", "lives_conscious")),
    events={"dies": "dies", "stays awake": "lives_conscious"},
    says=lambda r, percent: [
        f"He {on_task(r, 'lives', percent)}.",
        f"If he lives, a second {r['dice.task']} against the same number says whether he stays awake.",
        "A survivor lives for CND minutes.",
    ],
)
