"""Spreads for the witnesses of Salamis ad Actium that are followed in one go: fleets, the table, weather, a turn's phases."""

from . import salamis_phases as phases
from . import salamis_tables as tables

WITNESS = {
    f"salamis.{play.__name__}": play
    for play in (
        tables.quality,
        tables.quality_modifier,
        tables.initiative_counters,
        tables.fleet_quality,
        tables.shore_detail,
        tables.land_detail,
        tables.settlements,
        tables.shallows_extent,
        tables.shallows_depth,
        tables.shore_position,
        tables.island_orientation,
        tables.square_position,
        tables.table_attempt,
        tables.wind_strength,
        tables.sea_state,
        tables.sheltered_extent,
        tables.drift,
        tables.drift_total,
        phases.first_phase,
        phases.phase_count,
        phases.longest_run,
    )
}

YES = [True]
CLASSES = {"training": ["very_good", "good", "mediocre", "poor"]}
PORT = {"port": YES, "port_bonus_on": ["habitation", "land_and_habitation", "every"]}
BAG = {"own_counters": [0, 1, 2, 4, 6], "enemy_counters": [0, 1, 2, 5]}
TURN = {**BAG, "own_initiative": [1, 2, 5], "enemy_initiative": [1, 3]}


def faces(*many):
    """A row of one's own for a quality."""
    return {"row_source": "user", **dict(zip(tables.FACES, many, strict=True))}


def wind_faces(*many):
    """A wind table of one's own."""
    return {"wind_table": "user", **dict(zip(tables.WIND_FACES, many, strict=True))}


def limits(wind, *scores):
    """Limits of one's own for the seas of a wind."""
    return {"wind": wind, "cut_source": "user", **dict(zip(tables.LIMITS, scores, strict=True))}


# values away from the default for every parameter; faces and limits of one's own, which have to fit, are corners
SPACES = {
    "salamis.quality": {"track": ["command"], **CLASSES},
    "salamis.quality_modifier": {"quality": list(tables.MODIFIER)},
    "salamis.initiative_counters": {"command_quality": [*tables.COUNTERS, "roll", "roll", "roll"], **CLASSES},
    "salamis.fleet_quality": {
        "squadrons": [1, 2, 3, 7, 12],
        "at_least": ["low", "average", "best"],
        **CLASSES,
    },
    "salamis.shore_detail": {"sandy_up_to": [0, 1, 2, 4, 5, 6], **PORT},
    "salamis.land_detail": {"open_up_to": [0, 1, 2, 5, 7, 8], "village_up_to": [0, 2, 4, 6, 7, 8], **PORT},
    "salamis.settlements": {
        "length_cm": [1, 29, 30, 31, 59, 61, 90, 91, 180, 240],
        "open_up_to": [0, 1, 2, 5, 6, 7, 8],
        **PORT,
    },
    "salamis.shallows_extent": {"shallows_reading": ["double_one_die"]},
    "salamis.shallows_depth": {},
    "salamis.shore_position": {},
    "salamis.island_orientation": {},
    "salamis.square_position": {},
    "salamis.table_attempt": {"squares": [1, 2, 3, 5, 7, 12, 30]},
    "salamis.wind_strength": {"wind_setup": ["normal"], "region": ["northern_waters"], "sheltered": YES},
    "salamis.sea_state": {
        "wind": ["still", "light_airs", "strong_breeze", "storm", "gale", "random", "random"],
        "region": ["northern_waters"],
        "perilous_routes": [1, 2, 3, 6],
        "sheltered": YES,
    },
    "salamis.sheltered_extent": {"width_cm": [1, 12, 19, 20, 21, 500]},
    "salamis.drift": {"flow": ["strong"]},
    "salamis.drift_total": {"flow": ["strong"], "turns": [1, 2, 4, 7, 12]},
    "salamis.first_phase": BAG,
    "salamis.phase_count": {**TURN, "whose": ["enemy", "both"]},
    "salamis.longest_run": {**TURN, "whose": ["enemy", "either"]},
}
OFTEN = {
    "salamis.land_detail": ["port"],
    "salamis.shore_detail": ["port"],
    "salamis.settlements": ["port"],
    "salamis.phase_count": ["whose"],
    "salamis.longest_run": ["whose"],
}
# what a parameter needs to be felt
TOGETHER = {
    "salamis.initiative_counters": {"training": {"command_quality": "roll"}},
    "salamis.shore_detail": {"port_bonus_on": {"port": True}},
    "salamis.land_detail": {"port_bonus_on": {"port": True}},
    "salamis.settlements": {"port_bonus_on": {"port": True}},
    "salamis.sea_state": {"region": {"wind": "random"}},
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ONLY_WITH = {
    "salamis.initiative_counters": {"training": ("command_quality", "roll")},
    "salamis.wind_strength": {"region": ("wind_setup", None, "random")},
    "salamis.sea_state": {"region": ("wind", "random")},
}
# cases which no spread should miss
TWO_LINES = faces(0, 5, 0, 0, 5)
CORNERS = {
    "salamis.quality": [
        faces(2, 2, 3, 2, 1),
        {"track": "command", **faces(10, 0, 0, 0, 0)},
        faces(0, 0, 0, 0, 10),
        {"track": "command", **TWO_LINES},
        faces(1, 4, 2, 0, 3),
    ],
    "salamis.initiative_counters": [
        {"command_quality": "roll", **faces(3, 1, 2, 1, 3)},
        {"command_quality": "roll", **TWO_LINES},
        {"command_quality": "roll", **faces(0, 10, 0, 0, 0)},
    ],
    "salamis.fleet_quality": [
        {"squadrons": 3, "at_least": "low", **faces(3, 1, 2, 1, 3)},
        {"at_least": "average", **TWO_LINES},
        {"squadrons": 12, "at_least": "best", **faces(1, 4, 2, 0, 3)},
        faces(2, 2, 3, 2, 1),
        faces(0, 0, 0, 10, 0),
    ],
    "salamis.wind_strength": [
        wind_faces(1, 1, 1, 1, 1, 1),
        {**wind_faces(1, 1, 1, 1, 1, 1), "sheltered": True},
        wind_faces(0, 0, 2, 1, 0, 3),
        {**wind_faces(0, 0, 0, 0, 0, 6), "sheltered": True},
        {**wind_faces(3, 0, 0, 0, 3, 0), "sheltered": True},
        {"wind_setup": "normal", "sheltered": True},
    ],
    "salamis.sea_state": [
        limits("breeze", 3, 5, 12),
        {**limits("breeze", 3, 5, 12), "perilous_routes": 4},
        {**limits("strong_breeze", 1, 4, 12), "sheltered": True},
        {**limits("storm", 1, 2, 4), "sheltered": True},
        {**limits("storm", 2, 5, 8), "perilous_routes": 5},
        {**limits("gale", 0, 3, 8), "perilous_routes": 3},
        {**limits("gale", 0, 2, 4), "sheltered": True},
        limits("light_airs", 4, 12, 12),
        {**limits("still", 12, 12, 12), "perilous_routes": 6},
        {"wind": "random", "region": "northern_waters", "perilous_routes": 1, "sheltered": True},
        {"wind": "storm", "perilous_routes": 6},
    ],
    "salamis.land_detail": [
        {"port": True, "port_bonus_on": reading, "open_up_to": 4, "village_up_to": 5}
        for reading in PORT["port_bonus_on"]
    ],
}
