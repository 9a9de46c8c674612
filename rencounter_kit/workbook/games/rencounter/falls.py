"""Falls: from a horse, from a height, with a horse that goes down; and stumbling backwards."""

from math import ceil
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import always, each, inputs, node, number, refuse, total
from ...mechanics.question import Words
from ...mechanics.space import By, Space, graded
from ...rulebook.book import Rule, Ruleset, bands
from .acting import Nerve, action_die, acts_on, acts_or, nerve
from .riding import SEAT, Seat, keeps_seat, says_seat
from .wound import WOUNDS, on_severity, points_after, throw_wound


def impact(r: Ruleset, kind: str, speed: int) -> list[Rule]:
    """What the speed or the height does to the severity."""
    if kind == "height":
        return [r.rule("fall.height.damage")]
    if kind == "crippled_horse":
        return [r.rule(f"fall.horse_damage.{r.look_up('fall.horse_speed', speed)}")]
    if kind == "pinned":
        return []
    at = r.look_up("fall.speed", speed)
    if at != "beyond":
        return [r.rule(f"fall.damage.{at}")]
    ((first, _), *_) = bands(r["fall.speed.beyond"])
    steps = ceil((speed - first + 1) / r["fall.damage.step"])
    return [r.rule("fall.damage.faster"), r.rule("fall.damage.beyond").times(steps)]


class Fall(NamedTuple):
    """A fall: its severity, and the check to get free.

    per_point : on the second horsemanship roll of a rider whose horse goes down, for each wound point of the fall.
    freeing : on the die of the check.
    """

    kind: str
    severity: int
    per_point: int
    rider_wounds: int
    death_at: int
    freeing: int
    check: Nerve


def frees(fall: Fall) -> Nerve:
    """The action check to get free."""
    return fall.check._replace(modifier=fall.freeing)


def throw_fall(throw: Throw, r: Ruleset, fall: Fall, seat: Seat) -> Consequence:
    """Severity alone; a horsemanship roll, severity and a second roll; or an action check."""
    if fall.kind == "pinned":
        return acts_or(throw, r, frees(fall), "freed", "pinned")

    def fallen() -> Consequence:
        return throw_wound(throw, r, fall.severity, fall.rider_wounds, fall.death_at)

    def under_it(wound: str) -> Consequence:
        hurt = fall.per_point * (points_after(r, fall.rider_wounds, wound, fall.death_at) - fall.rider_wounds)
        clear = keeps_seat(throw, seat, "to fall clear", hurt)
        return throw.after(clear, lambda free: (wound, "free" if free else "pinned"))

    if fall.kind != "crippled_horse":
        return fallen()
    lands = throw.cached(lambda: throw.after(fallen(), under_it))
    return throw.after(keeps_seat(throw, seat, "to dismount in time"), lambda ok: "ok" if ok else lands())


def says(r: Ruleset, fall: Fall, seat: Seat) -> list[str]:
    """The fall in words."""
    if fall.kind == "pinned":
        return [f"He {acts_on(r, frees(fall), 'gets free')}."]
    wound = f"The wound: {on_severity(r, fall.severity)}."
    if fall.kind != "crippled_horse":
        return [wound]
    return [
        says_seat(seat, "comes off unhurt"),
        wound,
        "A second roll, made worse by a new wound, keeps him from under it.",
    ]


def in_words(pair: tuple[str, str]) -> str:
    """The pair in words."""
    wound, how = pair
    return f"{'no wound' if wound == 'none' else wound}, {'lies free' if how == 'free' else 'pinned by the horse'}"


def refuse_sound_horse(r: Ruleset, kind: str, horse_wounds: int) -> None:
    """A horse goes down with a crippling wound."""
    least = r["wounds.crippling"]
    refuse(
        kind == "crippled_horse" and horse_wounds < least,
        f"horse_wounds must be at least {least} with kind crippled_horse; got {horse_wounds}; "
        "a horse goes down with a crippling wound",
    )


fall = Check(
    "rencounter.fall",
    "What does the fall do?",
    source="Falling Injuries; Wounds: Wounded horses",
    parameters=(
        "kind falls.speed falls.experience falls.rating rider_wounds falls.horse_wounds falls.morale helpers",
        "horsemanship_die master_acts natural_one_acts_max_wounds natural_one_in_checks death_at",
    ),
    targets={
        **inputs("kind"),
        "severity": total("severity ({dice.severity})", impact),
        **SEAT,
        "per_point": number("horsemanship.wound.rider"),
        **inputs("rider_wounds", "death_at"),
        "freeing": total(
            "to get free ({dice.action})",
            each("wounds.point.action", "rider_wounds"),
            always("fall.pinned.pinned"),
            each("fall.pinned.helper", "helpers"),
        ),
        "check": node(nerve, wounds="rider_wounds"),
    },
    record={"fall": Fall, "seat": Seat},
    dice=throw_fall,
    outcomes=By(
        "kind",
        {
            "moving": graded(WOUNDS),
            "height": graded(WOUNDS),
            "crippled_horse": Space((*WOUNDS, "free", "pinned"), parts=2, alone=("ok",)),
            "pinned": ("freed", "pinned"),
        },
    ),
    events={
        "wounds him": "minor..dead",
        "knocks him down": "serious..dead",
        "kills": "dead",
    },
    refusals=(refuse_sound_horse,),
    says=says,
    wording=Words(
        {"none": "no wound", "ok": "comes off unhurt", "pinned": "lies under the horse", "freed": "gets free"},
        named=in_words,
    ),
)

# Backwards ------------------------------------------------------------------------------------------------------------


def risky(r: Ruleset, speed: int, smooth: bool) -> bool:
    """Is he going too fast for this ground?"""
    return speed > r["trip.inches"] and not smooth


trip = Check(
    "rencounter.trip",
    "Does he trip going backwards?",
    source="Moving backwards",
    parameters=(
        "riding.experience falls.wounds trip.speed smooth master_acts natural_one_acts_max_wounds",
        "natural_one_in_checks",
    ),
    targets={"risky": risky, "check": action_die()},
    dice=lambda throw, r, risky, check: acts_or(throw, r, check, "ok", "trip") if risky else "ok",
    outcomes=("ok", "trip"),
    events={"trips": "trip"},
    says=lambda r, risky, check: [
        f"He {acts_on(r, check, 'keeps his feet')}."
        if risky
        else f"Up to {r['trip.inches']} inch a turn, or on smooth ground, nobody trips."
    ],
    wording={"ok": "keeps his feet", "trip": "trips"},
)
