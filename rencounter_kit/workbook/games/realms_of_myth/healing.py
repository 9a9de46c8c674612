"""Healing: how long wounds take to heal, how slowly END comes back, and what a dying man risks who crawls."""

from collections.abc import Sequence

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import refuse, total
from ...rulebook.book import Rule, Ruleset
from .levels import LEVELS, level
from .tasks import worth

CARE = "healer_sl heal"


def of_weeks(r: Ruleset, weeks: int) -> int:
    """So many weeks in days; from one week down each further week less takes a day off that week."""
    week = r["healing.week"]
    return week * weeks if weeks > 0 else max(r["healing.least"], week + r["healing.day_off"] * (weeks - 1))


def heals(r: Ruleset, wounds: int, healer_sl: int) -> bool:
    """Do so many wounds heal at all?"""
    unaided = r.group("healing.unaided").get(level(r, wounds))
    return bool(healer_sl or (unaided and unaided.value))


def days_for_each(r: Ruleset, wounds: int, healer_sl: int, healing_acceleration: str) -> Sequence[int]:
    """Days that each wound takes, the first to heal first."""
    refuse(
        not heals(r, wounds, healer_sl),
        f"healer_sl must be 1 or more with wounds {wounds}; got 0; try healer_sl 1, as such wounds do not heal by "
        "themselves",
    )
    saved = healer_sl // r["healing.sl"]
    if healing_acceleration == "recount":
        return [of_weeks(r, number - saved) for number in range(wounds, 0, -1)]
    first = of_weeks(r, wounds - saved)
    return [max(r["healing.least"], first - r["healing.day_off"] * number) for number in range(wounds)]


def healing(r: Ruleset, wounds: int, healer_sl: int, heal: str, healing_acceleration: str) -> list[Rule]:
    """The days of each wound that is asked for."""
    days = days_for_each(r, wounds, healer_sl, healing_acceleration)
    rule = r.rule("healing.week")
    days_in_view = days[:1] if heal == "next" else days
    return [worth(rule, each, f"wound {wounds - number} of {wounds}") for number, each in enumerate(days_in_view)]


healing_days = Check(
    "realms_of_myth.healing_days",
    "How many days do the wounds take to heal?",
    source="The Healing Process",
    parameters=("healing.wounds", CARE, "healing_acceleration"),
    targets={"days": total("days", healing)},
    says=lambda r, days: [
        f"It takes {so_many(days, 'day')}; if he exerts himself, the wound now healing starts again."
    ],
)


def healing_points(r: Ruleset, damage: int, cnd_mod: int, healer_sl: int, heal: str) -> list[Rule]:
    """A day for each point that is left, less by care and constitution, but never too few."""
    saved, least, point = cnd_mod + healer_sl // r["healing.sl"], r["healing.least"], r.rule("healing.point")
    if heal == "next":
        return [worth(point, max(least, point.value * damage - saved), f"point {damage} of {damage}")]
    quick = min(damage, max(0, (least + saved) // point.value))  # the last points, which take no longer than the least
    slow = point.value * (damage * (damage + 1) - quick * (quick + 1)) // 2 - saved * (damage - quick)
    return [
        *([worth(point, slow, f"points {quick + 1} to {damage}")] if slow else []),
        *([worth(r.rule("healing.least"), least * quick, f"{quick} of the points, at {least} each")] if quick else []),
    ]


healing_days_bp = Check(
    "realms_of_myth.healing_days_bp",
    "How many days do the lost Body Points take to heal?",
    source="The Healing Process (optional Body Points)",
    parameters=("healing.damage cnd_mod", CARE),
    targets={"days": total("days", healing_points)},
    says=lambda r, days: [
        f"It takes {so_many(days, 'day')}; if he exerts himself, the point now healing starts again."
    ],
)

end_recovery_factor = Check(
    "realms_of_myth.end_recovery_factor",
    "How much longer does END take to come back?",
    source="The Healing Process",
    parameters="end_recovery_factor.wounds",
    targets={"factor": lambda r, wounds: int(r["healing.end"]) ** LEVELS.index(level(r, wounds))},
    says="Every Level of Wounding makes it {healing.end} times as long.",
)


def dragged(r: Ruleset, feet: int, str_mod: int, cnd_mod: int) -> Rule:
    """A wound for each full stretch that STR and CND together carry him."""
    rule = r.rule("dragging.least")
    stretch = max(rule.value, str_mod + cnd_mod)
    return worth(rule, feet // stretch, f"one for every full {stretch} of {feet} feet")


dragging_wounds = Check(
    "realms_of_myth.dragging_wounds",
    "What does it cost a dying man to crawl?",
    source="The Healing Process",
    parameters="healing.feet healing.str_mod healing.cnd_mod",
    targets={"wounds": total("further wounds", dragged)},
    says=lambda r, wounds: [f"Crawling costs him {so_many(wounds, 'further wound')}."],
)
