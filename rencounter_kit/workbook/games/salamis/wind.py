"""The wind: where it comes from, how strong it is, and where land keeps it off."""

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, refuse
from ...mechanics.ready_dice import read_off
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules
from .conventions import calmer, highest_faces, share_out, shared_out

STRENGTHS = rules("salamis").names("sea")
FACES = tuple(f"faces_{one}" for one in STRENGTHS)

# Direction ------------------------------------------------------------------------------------------------------------

wind_direction = Check(
    "salamis.wind_direction",
    "Where does the wind come from?",
    source="The Wind: Wind Direction",
    parameters="wind_die",
    targets={"sides": lambda r, wind_die: int(wind_die.removeprefix("d"))},
    dice=read_off("wind", "d{sides}", "wind", on="the wind table; north is a long edge that the players name"),
    events={"blows along the table": ("west", "east"), "comes from a northern corner": ("northwest", "northeast")},
)

# Strength -------------------------------------------------------------------------------------------------------------


def table(r: Ruleset, wind_setup: str, region: str, wind_table: str) -> str:
    """Where the strength is read off; "normal" means that no die is thrown."""
    if wind_setup == "normal":
        return wind_setup
    return region if wind_table == "reconstructed" else wind_table


def own_faces(r: Ruleset, table: str, *shared: int) -> tuple[int, ...]:
    """The faces that the players read in their own copy."""
    if table != "user":
        return ()
    dice = r.dice("wind_strength")
    refuse(
        sum(shared) != len(dice.faces),
        f"faces_still to faces_gale must sum to the {len(dice.faces)} faces of the {dice.written} with "
        f"wind_table user; "
        f"got {', '.join(map(str, shared))}; try {shared_out(dice, (1,) * len(shared))}",
    )
    return shared


def refuse_region(r: Ruleset, region: str, wind_table: str) -> None:
    """Faces of the players' own hold for the waters that they sail."""
    usual = wind_strength.parameters["region"].default
    refuse(
        wind_table == "user" and region != usual,
        f"region must be {usual} with wind_table user; got {region}; try wind_table reconstructed",
    )


def lower(r: Ruleset, sheltered: bool) -> int:
    """Levels that it is calmer."""
    return r["sheltered.levels"] if sheltered else 0


def throw_wind(throw: Throw, r: Ruleset, table: str, faces: tuple[int, ...], lower: int) -> Consequence:
    """A die on the table, if there is one."""

    def blows(name: str) -> str:
        return calmer(name, STRENGTHS, lower)

    if table == "normal":
        return blows(r["wind_setup.normal"])
    dice = r.dice("wind_strength")
    if table == "user":
        parts = list(zip(highest_faces(dice, faces), map(blows, STRENGTHS), strict=True))
        return throw.split("wind strength", dice, parts, parts[-1][1])
    return throw("wind strength", dice, lambda face: blows(r.look_up(f"wind_strength.{table}", face)))


def says_wind(r: Ruleset, table: str, faces: tuple[int, ...], lower: int) -> list[str]:
    """The throw in words."""
    if table == "normal":
        line = "In a normal battle there is no roll."
    elif table == "user":
        line = share_out(r.dice("wind_strength"), faces, STRENGTHS)
    else:
        line = f"A {r['dice.wind_strength']} on the wind table for the {table.replace('_', ' ').title()}."
    return [line, "Sheltered water is calmer."] if lower else [line]


wind_strength = Check(
    "salamis.wind_strength",
    "How strong is the wind?",
    source="The Wind: Wind Strength; Sheltered Waters",
    parameters=("wind_setup region wind_table", *FACES, "sheltered"),
    targets={"table": table, "faces": Node(own_faces, ("table", *FACES), "faces"), "lower": lower},
    dice=throw_wind,
    outcomes=graded(STRENGTHS),
    refusals=[refuse_region],
    events={"blows a breeze or more": STRENGTHS[STRENGTHS.index("breeze") :], "hardly blows": STRENGTHS[:2]},
    says=says_wind,
)

sheltered_extent = Check(
    "salamis.sheltered_extent",
    "How far does land shelter the water behind it?",
    source="Sheltered Waters",
    parameters="width_cm",
    targets={"reach": lambda r, width_cm: min(width_cm, r["sheltered.reach"])},
    says="The water is sheltered for {reach} cm downwind.",
)
