"""Several throws to hit, and a throw to hit with the wound that it makes."""

from ....engine.dice.throw import Consequence, Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import part, total, value
from ...mechanics.ready_dice import or_more
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .to_hit import does_hit, throw_to_hit
from .wounds import EVENT_WORDS, STAGES, wound


def says_to_hit(who: str, dm: int, r: Ruleset) -> str:
    """A throw to hit in words."""
    return f"{who} {or_more('hits', r['dice.to_hit'], r['to_hit.needed'], dm)}."


DM = total("to hit ({dice.to_hit})", value("dm", "DM"))

hits = Check(
    "traveller.hits",
    "How many of several throws hit?",
    source="Basic Throw to Hit; To Hit Dice Modifiers",
    parameters="attacks dm",
    targets={"dm": DM},
    dice=lambda throw, r, attacks, dm: throw.times(
        attacks, lambda: throw.after(throw_to_hit(throw, r, "to hit", dm), lambda came: int(came == "hit"))
    ),
    events={"hits at least once": "1..", "hits twice or more": "2.."},
    says=lambda r, dm: [says_to_hit("Each throw", dm, r)],
)


def throw_attack(throw: Throw, r: Ruleset, dm: int, injury: Targets) -> Consequence:
    """The throw to hit, then the wound."""

    @throw.cached
    def hurt() -> Consequence:
        return throw.dice_of(wound, injury, r)

    return throw("to hit", r.dice("to_hit"), lambda face: hurt() if does_hit(face, dm, r) else "miss")


PARAMETERS = "dm strength dexterity endurance wound_dice first_wound first_blood_overflow later_groups group_overflow"

attack = Check(
    "traveller.attack",
    "What does an attack do?",
    source="Basic Throw to Hit; Wounding and Death",
    parameters=PARAMETERS,
    targets={"dm": DM, "injury": part("wound", wound, PARAMETERS)},
    dice=throw_attack,
    outcomes=graded(("miss", "minor", *STAGES)),
    events={
        "hits": ("minor", *STAGES),
        "puts him down": STAGES,
        "wounds seriously or worse": STAGES[1:],
        "kills": STAGES[2:],
    },
    wording=EVENT_WORDS,
    says=lambda r, dm, injury: [says_to_hit("The attack", dm, r), *wound.says(r, injury)],
)
