"""What lies on the land of a square and in the water before it, and where in the square a feature goes."""

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, as_one, first_up, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, is_
from ...mechanics.ready_dice import a_throw, read_off
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules

DETAILS = "How to generate a playing area: Method, details"
PLACING = "How to generate a playing area: Method, placing"
PORT = "detail.port port_bonus_on"


def port_counts(*rolls: str) -> Node:
    """What a port adds to a roll: to these rolls by the ruling."""

    def bonus(r: Ruleset, port: bool, port_bonus_on: str) -> int:
        return r["detail.port"] if port and port_bonus_on in rolls else 0

    return Node(bonus, ("port", "port_bonus_on"), "a port in the square")


# Shores ---------------------------------------------------------------------------------------------------------------

shore_detail = Check(
    "salamis.shore_detail",
    "Is a shore sandy or rocky?",
    source=DETAILS,
    parameters=("sandy_up_to", PORT),
    targets={"bonus": port_counts("every")},
    dice=lambda throw, r, sandy_up_to, bonus: throw.split(
        "shore", r.dice("shore"), ((sandy_up_to - bonus, "sandy"),), "rocky"
    ),
    outcomes=("sandy", "rocky"),
    events={"is sandy": "sandy", "wrecks ships that touch it": "rocky"},
    says=lambda r, sandy_up_to, bonus: [
        (
            f"{first_up(a_throw(adjusted(r['dice.shore'], bonus)))}: up to {sandy_up_to} it is sandy, with "
            f"shallows before it."
        ),
        "Rocks wreck ships that touch them.",
    ],
)

# Land -----------------------------------------------------------------------------------------------------------------


def throw_land(
    throw: Throw, r: Ruleset, open_up_to: int, village_up_to: int, land_bonus: int, habitation_bonus: int
) -> Consequence:
    """Open or inhabited; where it is inhabited, how large the place is."""

    def habitation() -> Consequence:
        village = ((village_up_to - habitation_bonus, "village"),)
        return throw.split("habitation", r.dice("habitation"), village, "town_with_harbour")

    empty = open_up_to - land_bonus
    return throw("land", r.dice("land"), lambda face: "open" if face <= empty else habitation())


land_detail = Check(
    "salamis.land_detail",
    "Does anybody live on the land?",
    source=DETAILS,
    parameters=("open_up_to village_up_to", PORT),
    targets={
        "land_bonus": port_counts("land", "land_and_habitation", "every"),
        "habitation_bonus": port_counts("habitation", "land_and_habitation", "every"),
    },
    dice=throw_land,
    outcomes=graded(("open", "village", "town_with_harbour")),
    events={"is inhabited": ("village", "town_with_harbour"), "has a harbour": "town_with_harbour"},
    says=lambda r, open_up_to, village_up_to, land_bonus, habitation_bonus: [
        f"{first_up(a_throw(adjusted(r['dice.land'], land_bonus)))}: up to {open_up_to} the land is open.",
        (
            f"Otherwise a {'second ' if r['dice.habitation'] == r['dice.land'] else ''}"
            f"{adjusted(r['dice.habitation'], habitation_bonus)}: up to {village_up_to} it is a village, above "
            f"that a town."
        ),
    ],
)

settlements = Check(
    "salamis.settlements",
    "How many places lie on a piece of land?",
    source=DETAILS,
    parameters=("length_cm open_up_to", PORT),
    targets={
        "rolls": lambda r, length_cm: -(-length_cm // r["detail.stretch"]),
        "bonus": port_counts("land", "land_and_habitation", "every"),
    },
    dice=lambda throw, r, rolls, open_up_to, bonus: throw.times(
        rolls, lambda: throw.split("land", r.dice("land"), ((open_up_to - bonus, 0),), 1)
    ),
    events={"somebody lives there": "1..", "nobody lives there": "0"},
    says=lambda r, open_up_to, rolls, bonus: [
        (
            f"{so_many(rolls, 'roll')} of {a_throw(adjusted(r['dice.land'], bonus))}; above {open_up_to} the "
            f"stretch is inhabited."
        )
    ],
)

# Shallows -------------------------------------------------------------------------------------------------------------


def throw_shallows(throw: Throw, r: Ruleset, doubled: bool) -> Consequence:
    """Two dice, or twice one."""
    if doubled:
        return throw("shallows", r.dice("shallows"), lambda face: 2 * face)
    return throw.times(2, lambda: throw("shallows", r.dice("shallows"), lambda face: face))


shallows_extent = Check(
    "salamis.shallows_extent",
    "How far do shallows reach from a beach?",
    source=DETAILS,
    parameters="shallows_reading",
    targets={"doubled": is_("shallows_reading", "double_one_die")},
    dice=throw_shallows,
    says=lambda r, doubled: [
        f"A {r['dice.shallows']}, doubled, in cm."
        if doubled
        else f"The sum of two {as_one(r['dice.shallows'])}, in cm."
    ],
)

shallows_depth = Check(
    "salamis.shallows_depth",
    "How deep are the shallows?",
    source=DETAILS,
    dice=lambda throw, r: throw("depth", r.dice("depth"), lambda face: face),
    says="A {dice.depth}; the sample pages do not name the unit.",
)

# Placing --------------------------------------------------------------------------------------------------------------

shore_position = Check(
    "salamis.shore_position",
    "Where on its edge does a shore lie?",
    source=PLACING,
    dice=read_off("place", "dice.shore_position", "shore_position", on="the table for shores"),
    events={"lies in the middle": "middle", "lies at one end": ("left", "right")},
)

island_orientation = Check(
    "salamis.island_orientation",
    "Which way does a long island lie?",
    source=PLACING,
    dice=read_off("direction", "dice.island_orientation", "island_orientation", on="the table for long islands"),
    events={
        "lies along an edge": ("north_south", "west_east"),
        "lies aslant": ("northwest_southeast", "northeast_southwest"),
    },
    wording={name: name.replace("_", " to ") for name in rules("salamis").names("island_orientation")},
)

square_position = Check(
    "salamis.square_position",
    "Where in its square does a feature go?",
    source=PLACING,
    dice=read_off(
        "place",
        "dice.square_position",
        "square_position",
        on="the table for places; the players say which corner is which",
    ),
    events={"lies in the middle": "middle"},
)
