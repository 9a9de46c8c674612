"""Collisions: a horse that is ridden into a man, or into another horse."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.dist import Dist, Outcome
from ...dice.throw import Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given, node, refuse, total
from ...mechanics.parameter import choice, rulings, whole, yes_no
from ...mechanics.space import By
from ...rulebook.book import Rule, Ruleset
from ...wording import adjusted
from .acting import Nerve, acts_on, checks_can_overcome, nerve, throw_action
from .falls import CHECKS_OF_NERVE
from .horses import HORSE_SIZE
from .ratings import experience, wound_points
from .riding import DIE, RIDER, SEAT, keeps_seat, says_seat
from .wound import WOUNDS, points_after, throw_severity

FOOT, HORSE = ("kind", ("foot",)), ("kind", ("horse",))


def speed_together(r: Ruleset, kind: str, speed: int, other_speed: int, approach: str) -> int:
    """How fast they come together: speeds add up head on, and one takes from the other from behind."""
    if kind == "foot" or approach == "across":
        return speed
    return speed + other_speed if approach == "head_on" else abs(speed - other_speed)


def pace(r: Ruleset, speed_together: int) -> str:
    """The row of the table for it."""
    return str(r.look_up("collision.speed", speed_together))


def impact(r: Ruleset, pace: str, horse_size: str) -> list[Rule]:
    """What speed and size of the horse do to the severity."""
    if pace == "stops":
        return []
    return [r.rule(f"collision.damage.{pace}"), r.rule(f"collision.size.{horse_size}")]


def may_dodge(r: Ruleset, kind: str, struck_engaged: bool, struck_dodges: bool) -> bool:
    """Has he hands and room to get out of the way?"""
    return kind == "foot" and not struck_engaged and struck_dodges


def other_rides(r: Ruleset, struck_experience: int) -> int:
    """The other rider's horsemanship."""
    return int(struck_experience + r["horsemanship.experience"])


def other_riding(r: Ruleset, struck_wounds: int) -> int:
    """What his wounds add to his horsemanship roll."""
    return int(struck_wounds * r["horsemanship.wound.rider"])


def refuse_foot(r: Ruleset, kind: str, result: str) -> None:
    """Only two horses come to harm both."""
    refuse(
        kind == "foot" and result in ("own_horse", "other_rider"),
        f"result must be struck or rider with kind foot; got {result}; try kind horse",
    )


class Collision(NamedTuple):
    """A collision: the charging rider's seat, the struck man or the other rider, and the impact."""

    kind: str
    pace: str
    rides: int
    riding: int
    die: str
    may_dodge: bool
    check: Nerve
    other_rides: int
    other_riding: int
    severity: int
    per_point: int
    struck_wounds: int
    death_at: int
    result: str


class OtherSeat(NamedTuple):
    """The other rider's horsemanship."""

    rides: int
    riding: int
    die: str


def dice(t: Collision, throw: Throw, r: Ruleset) -> Dist | Outcome:
    """Into it, and still in the saddle; then the man may dodge; then the impact, and who keeps his seat after it."""

    def ended(how: str) -> str:
        return how if t.result != "other_rider" else "stays"

    if t.pace == "stops":
        return ended("stops")

    def go_in(goes: bool) -> Dist | Outcome:
        return throw.after(keeps_seat(t, throw, "to stay on"), stay_on) if goes else ended("shies")

    def stay_on(stays: bool) -> Dist | Outcome:
        return hits() if stays else ended("falls")

    @throw.cached
    def hits() -> Dist | Outcome:
        if t.result == "rider" and t.kind == "foot":
            return "stays"
        if t.result == "struck" and t.may_dodge:
            return throw_action(t.check, throw, r, lambda action: "dodges" if action == "act" else knocked())
        return knocked()

    @throw.cached
    def knocked() -> Dist | Outcome:
        return throw.after(throw_severity(throw, r, t.severity), suffered)

    def suffered(wound: str) -> Dist | Outcome:
        if t.result == "own_horse" or (t.result == "struck" and t.kind == "horse"):
            return wound
        if t.result == "struck":
            return "dead" if points_after(r, t.struck_wounds, wound, t.death_at) >= t.death_at else wound
        return seat_after(wound)

    def seat_after(wound: str) -> Dist | Outcome:
        """A rider whose horse is hurt must keep his seat once more."""
        if wound == "none":
            return "stays"
        seat = t if t.result == "rider" else OtherSeat(t.other_rides, t.other_riding, t.die)
        hurt = t.per_point * points_after(r, 0, wound, t.death_at)
        return throw.after(keeps_seat(seat, throw, "after the impact", hurt), lambda on: "stays" if on else "falls")

    return throw.after(keeps_seat(t, throw, "to make it go in"), go_in)


def says(t: Collision, r: Ruleset) -> list[str]:
    """The collision in words."""
    if t.pace == "stops":
        return ["At that speed the horse just stops."]
    lines = [
        says_seat(t, "makes the horse go in"),
        "The same roll again keeps him in the saddle; only then does it hit.",
    ]
    if t.may_dodge:
        lines.append(f"The man in the way {acts_on(t.check, r, 'dodges')}.")
    lines.append(f"The wound: {adjusted('d12', t.severity)} on the severity table.")
    if t.kind == "foot":
        return [*lines, "Whoever is hit is knocked down."]
    return [*lines, "It is thrown for each horse; the rider of a wounded one must keep his seat again."]


collision = Check(
    "rencounter.collision",
    "A horse runs into somebody",
    source="Effects of enemy figures on movement",
    parameters=(
        *RIDER,
        whole("speed", 0, 18, 12, "How fast he rides.", group="figure", unit="inches a turn"),
        HORSE_SIZE,
        choice(
            "kind", ("foot", "horse"), "foot", "What it runs into: a man on foot, or another horse.", group="target"
        ),
        experience("struck_experience", "Experience of the man struck, or of the other rider.", group="target"),
        wound_points("struck_wounds", "Wound points of the man struck, or of the other rider.", group="target"),
        yes_no(
            "struck_engaged",
            False,
            "The man is in melee with this rider or another of his unit, and cannot dodge.",
            group="target",
            only_with=FOOT,
        ),
        yes_no(
            "struck_dodges",
            True,
            "He uses his action to dodge; no where there is no room, or where he strikes instead.",
            hint="untick: no room, or he strikes instead",
            group="target",
            only_with=FOOT,
        ),
        whole(
            "other_speed",
            0,
            18,
            0,
            "How fast the other horse moves.",
            group="target",
            unit="inches a turn",
            only_with=HORSE,
        ),
        choice(
            "approach",
            ("head_on", "from_behind", "across"),
            "head_on",
            "How the horses meet; within {collision.angle.degrees} degrees of head on or of from behind, speeds count "
            "together.",
            group="target",
            only_with=HORSE,
        ),
        choice(
            "result",
            ("struck", "rider", "own_horse", "other_rider"),
            "struck",
            "struck: the man or horse that is hit; rider: does he stay on; own_horse and other_rider: with another horse.",
        ),
        DIE,
        *rulings(*CHECKS_OF_NERVE, "death_at"),
    ),
    targets={
        **given("kind"),
        "pace": pace,
        **SEAT,
        "may_dodge": may_dodge,
        "check": node(nerve, experience="struck_experience", wounds="struck_wounds"),
        "other_rides": other_rides,
        "other_riding": other_riding,
        "severity": total("severity (d12)", impact),
        "per_point": lambda r: r["horsemanship.wound.horse"],
        **given("struck_wounds", "death_at", "result"),
    },
    dice=dice,
    outcomes=By(
        "result",
        {
            "struck": ("stops", "shies", "falls", "dodges", *WOUNDS),
            "rider": ("stops", "shies", "stays", "falls"),
            "own_horse": ("stops", "shies", "falls", *WOUNDS),
            "other_rider": ("stays", "falls"),
        },
    ),
    events={"hits": WOUNDS, "wounds": WOUNDS[1:], "unhorses": "falls"},
    derived=(checks_can_overcome, speed_together),
    refusals=(refuse_foot,),
    says=says,
    said={
        "none": "hit, no wound",
        "stops": "the horse stops",
        "shies": "the horse shies",
        "falls": "the rider falls",
        "dodges": "the man dodges",
        "stays": "stays in the saddle",
    },
)
