"""Artillery: canister and grape, and what quick loading can lead to."""

from fractions import Fraction

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import is_, is_not, pick, total, value
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset
from .fire import HIT, Shot, fire, says_to_hit
from .ratings import BOOK
from .wound import DOWN, WOUND_WORDS, WOUNDS, on_severity

# Canister and grape ---------------------------------------------------------------------------------------------------

BEYOND = "beyond"  # past extreme range
COUNTED = {"hits": HIT, "down": DOWN, "kills": ("dead",)}


def blast(
    throw: Throw,
    r: Ruleset,
    needed: int,
    damage: int,
    in_reach: bool,
    strict: bool,
    confirmed_margin: bool,
    figures: int,
    result: str,
) -> Consequence:
    """One figure's wound, or how many of them are struck: each by a shot as at any man on foot."""

    def one() -> Consequence:
        return throw.dice_of(fire, Shot(needed, damage, in_reach, strict, confirmed_margin), r)

    if result == "wound":
        return one()
    return throw.times(figures, lambda: throw.after(one(), lambda struck: int(struck in COUNTED[result])))


def says_blast(r: Ruleset, needed: int, damage: int, in_reach: bool, strict: bool, width: str) -> list[str]:
    """The shot in words."""
    if not in_reach:
        return ["The target is beyond the range of the gun."]
    return [
        f"Each figure in the cone, friend or foe, is rolled for; it is {width} inches wide there.",
        *says_to_hit(r, Shot(needed, damage, in_reach, strict, False)),
        f"Severity: {on_severity(r, damage)}; low is worse for the target.",
    ]


canister = Check(
    "rencounter.canister",
    "What does a gun do with canister or grape?",
    source="Artillery; Cannister and Grape fire",
    parameters=(
        "artillery.skill load gun artillery.distance ground figures artillery.extra_modifier artillery.result",
        "skill_roll confirmed_hit_margin",
    ),
    targets={
        "grape": is_("load", "grape"),
        "band": lambda r, distance: str(r.look_up("canister.inches", distance)),
        "needed": total(
            "to hit ({dice.fire})",
            "skill",
            pick("canister.to_hit", "band"),
            pick("canister.grape", "band", "grape"),
            pick("canister.ground", "ground"),
            pick("canister.gun", "gun"),
            value("extra_modifier"),
        ),
        "damage": total("severity ({dice.severity})", pick("canister.damage", "band")),
        "in_reach": is_not("band", BEYOND),
        "strict": is_("skill_roll", "less_than"),
        "confirmed_margin": is_("confirmed_hit_margin", "confirmation_die"),
        "width": lambda r, load, distance: (
            f"{float(Fraction(distance * r[f'canister.spread.{load}'], r['canister.spread.step'])):g}"
        ),
    },
    dice=blast,
    outcomes=By("result", {"wound": graded(("miss", *WOUNDS)), **dict.fromkeys(COUNTED, NUMBERS)}),
    events={"hits": WOUNDS, "puts down": DOWN, "kills": "dead"},
    wording={**WOUND_WORDS, "none": "hit, no wound"},
    says=says_blast,
)

# Accidents ------------------------------------------------------------------------------------------------------------

PREMATURE = ("premature_2_crew", "premature_1_crew", "premature_0_crew")
AIMS = BOOK.names("misfire.aim")
ACTIONS = BOOK.dice("clearing").faces
CLEARING = tuple(f"clear_{actions}" for actions in ACTIONS)
EARLY = tuple(f"{row}_{aim}" for row in PREMATURE for aim in AIMS)

STRUCK = ("nobody struck", "one of the crew struck", "two of the crew struck")


def accident(throw: Throw, r: Ruleset, failed: bool) -> Consequence:
    """Does something go wrong, and what?"""

    def clear() -> Consequence:
        return throw("actions to clear", r.dice("clearing"), lambda actions: f"clear_{actions}")

    def early(row: str) -> Consequence:
        return throw("high or low", r.dice("premature"), lambda face: f"{row}_{r.look_up('misfire.aim', face)}")

    def row(face: int) -> Consequence:
        name = r.look_up("misfire.table", face)
        return clear() if name == "clear" else early(name) if name in PREMATURE else name

    def goes_wrong() -> Consequence:
        return throw("accident", r.dice("accident"), row)

    if failed:
        at = r["misfire.failed"]
        return throw(
            "last roll failed", r.dice("hasty_loading"), lambda face: goes_wrong() if face == at else "no_accident"
        )
    at = r["misfire.natural"]
    return throw("first roll to hit", r.dice("fire"), lambda face: goes_wrong() if face == at else "no_accident")


misfire = Check(
    "rencounter.misfire",
    "Does quick loading end in an accident?",
    source="Quick loading; Missfires & accidents",
    parameters="last_roll",
    targets={"failed": is_("last_roll", "failed")},
    dice=accident,
    outcomes=("no_accident", *CLEARING, "crew_hurt", *EARLY[::-1], "explodes"),
    events={
        "has an accident": (*CLEARING, "crew_hurt", *EARLY, "explodes"),
        "explodes": "explodes",
        "goes off too soon": EARLY,
        "must be cleared": CLEARING,
    },
    wording={
        "crew_hurt": "one of the crew may be hurt",
        **{f"clear_{n}": f"{so_many(n, 'action')} to clear it" for n in ACTIONS},
        **{
            f"{row}_{aim}": f"too soon, {aim}, {STRUCK[BOOK[f'misfire.crew.{row}']]}"
            for row in PREMATURE
            for aim in AIMS
        },
    },
    says=(
        (
            "If the last roll succeeded, a natural {misfire.natural} on the first roll to hit is an accident; "
            "if it failed, a {dice.hasty_loading} of {misfire.failed}."
        ),
        (
            "If the gun explodes, all within {misfire.explosion.inches} inches roll for a wound, "
            "{misfire.explosion.inch:+} for each inch."
        ),
        (
            "A shot too soon is at {misfire.premature.to_hit} to hit: a high one within "
            "{misfire.premature.high_inches} inches, a low one within {misfire.premature.low_inches} "
            "({misfire.premature.low_inches_hard} on hard ground)."
        ),
        "Crew who are struck roll for a wound. Clearing the gun takes that many actions, loading included.",
    ),
)
