"""Collisions: a horse that is ridden into a man, or into another horse."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.events import in_place
from ...mechanics.modifiers import inputs, number, total
from ...mechanics.question import Words
from ...mechanics.space import Space
from ...rulebook.book import Rule, Ruleset
from .acting import Nerve, action_die, acts_on, throw_action
from .riding import RIDER, SEAT, Seat, keeps_seat, says_seat
from .wound import WOUNDS, on_severity, points_after, throw_wound


def speed_together(r: Ruleset, kind: str, speed: int, other_speed: int, approach: str) -> int:
    """How fast they come together: speeds add up head on, and one takes from the other from behind."""
    if kind == "foot" or approach == "across":
        return speed
    return speed + other_speed if approach == "head_on" else abs(speed - other_speed)


def impact(r: Ruleset, pace: str, horse_size: str) -> list[Rule]:
    """What speed and size of the horse do to the severity."""
    if pace == "stops":
        return []
    return [r.rule(f"collision.damage.{pace}"), r.rule(f"collision.size.{horse_size}")]


class Collision(NamedTuple):
    """A horse that is ridden into somebody: the check of a man in the way, and the impact.

    other_rides, other_riding : the rolls of the other rider, on the same die.
    per_point : on the roll to keep one's seat, for each wound point of the horse.
    """

    kind: str
    pace: str
    may_dodge: bool
    check: Nerve
    other_rides: int
    other_riding: int
    severity: int
    per_point: int
    horse_wounds: int
    struck_wounds: int
    death_at: int


def throw_collision(throw: Throw, r: Ruleset, collision: Collision, seat: Seat) -> Consequence:
    """Into it, and still in the saddle; then the man may dodge; then the impact, and who keeps his seat after it."""
    if collision.pace == "stops":
        return "stops"

    @throw.cached
    def suffers(before: int) -> Consequence:
        """The wound of one who is hit."""
        return throw_wound(throw, r, collision.severity, before, collision.death_at)

    @throw.cached
    def horse_and_rider(seat: Seat, before: int) -> Consequence:
        """A horse's wound; the rider of one that is hurt must keep his seat once more."""

        def rider(wound: str) -> Consequence:
            if wound == "none":
                return wound, "stays"
            hurt = collision.per_point * (points_after(r, before, wound, collision.death_at) - before)
            on = keeps_seat(throw, seat, "after the impact", hurt)
            return throw.after(on, lambda on: (wound, "stays" if on else "falls"))

        return throw.after(suffers(before), rider)

    def hits() -> Consequence:
        if collision.kind == "foot":
            return suffers(collision.struck_wounds)
        other = horse_and_rider(Seat(collision.other_rides, collision.other_riding, seat.die), 0)
        own = horse_and_rider(seat, collision.horse_wounds)
        return throw.after(own, lambda own: throw.after(other, lambda his: (*own, *his)))

    def contact(stays: bool) -> Consequence:
        if not stays:
            return "falls"
        if collision.may_dodge:
            return throw_action(throw, r, collision.check, lambda action: "dodges" if action == "act" else hits())
        return hits()

    def goes_in(goes: bool) -> Consequence:
        return throw.after(keeps_seat(throw, seat, "to stay on"), contact) if goes else "shies"

    return throw.after(keeps_seat(throw, seat, "to make it go in"), goes_in)


def in_words(both: tuple[str, str, str, str]) -> str:
    """What befalls two horses and their riders, in words."""
    horses = []
    for whose, wound, seat in (("own", *both[:2]), ("other", *both[2:])):
        hurt = "unhurt" if wound == "none" else wound
        horses.append(f"{whose} horse {hurt}{', rider falls' if seat == 'falls' else ''}")
    return "; ".join(horses)


def says(r: Ruleset, collision: Collision, seat: Seat) -> list[str]:
    """The collision in words."""
    if collision.pace == "stops":
        return ["At that speed the horse just stops."]
    lines = [
        says_seat(seat, "makes the horse go in"),
        "The same roll again keeps him in the saddle; only then does it hit.",
    ]
    if collision.may_dodge:
        lines.append(f"The man in the way {acts_on(r, collision.check, 'dodges')}.")
    lines.append(f"The wound: {on_severity(r, collision.severity)}.")
    if collision.kind == "foot":
        return [*lines, "Anyone who is hit is knocked down."]
    return [*lines, "This is rolled for each horse; the rider of a wounded one must keep his seat again."]


collision = Check(
    "rencounter.collision",
    "What happens when a horse runs into somebody?",
    source="Effects of enemy figures on movement",
    parameters=(
        RIDER,
        "collision.speed horse_size collision.kind struck_experience struck_wounds struck_engaged struck_dodges",
        "other_speed approach horsemanship_die master_acts natural_one_acts_max_wounds natural_one_in_checks",
        "death_at",
    ),
    targets={
        **inputs("kind"),
        "pace": lambda r, speed_together: str(r.look_up("collision.speed", speed_together)),
        **SEAT,
        "may_dodge": lambda r, kind, struck_engaged, struck_dodges: (
            kind == "foot" and not struck_engaged and struck_dodges
        ),
        "check": action_die(side="struck_", who="the man in the way"),
        "other_rides": lambda r, struck_experience: int(struck_experience + r["horsemanship.experience"]),
        "other_riding": lambda r, struck_wounds: int(struck_wounds * r["horsemanship.wound.rider"]),
        "severity": total("severity ({dice.severity})", impact),
        "per_point": number("horsemanship.wound.horse"),
        **inputs("horse_wounds", "struck_wounds", "death_at"),
    },
    record={"collision": Collision, "seat": Seat},
    dice=throw_collision,
    outcomes=Space((*WOUNDS, "stays", "falls"), parts=4, alone=("stops", "shies", "falls", "dodges", *WOUNDS)),
    events={
        "hits": "none..dead",
        "wounds the man or horse in the way": in_place(2, "minor..dead"),
        "wounds his own horse": in_place(0, "minor..dead", alone=()),
        "unhorses himself": in_place(1, "falls"),
        "unhorses the other rider": in_place(3, "falls", alone=()),
    },
    derived=(speed_together,),
    says=says,
    wording=Words(
        {
            "none": "hit, no wound",
            "stops": "the horse stops",
            "shies": "the horse shies",
            "falls": "the rider falls",
            "dodges": "the man dodges",
        },
        named=in_words,
    ),
)
