"""Salamis ad Actium, played with dice: crews and admirals, the land on the table, wind, sea and drift."""

from .notation import other
from .params import changed
from .salamis import COMMAND, d3, terrain_square

# the classes from the worst to the best, and how many faces of a d10 give each
CREW = ("green", "raw", "average", "veteran", "elite")
ADMIRAL = ("inept", "poor", "average", "skilled", "exceptional")
TRAINING = {
    "very_good": (0, 1, 3, 3, 3),
    "good": (1, 1, 3, 3, 2),
    "average": (1, 2, 4, 2, 1),
    "mediocre": (2, 3, 3, 1, 1),
    "poor": (3, 3, 3, 1, 0),
}
FACES = ("faces_worst", "faces_low", "faces_average", "faces_good", "faces_best")
MODIFIER = dict(zip(CREW, range(-2, 3), strict=True)) | COMMAND
COUNTERS = {"exceptional": 5, "skilled": 4, "average": 3, "poor": 2, "inept": 1}
AT_LEAST = {"low": 1, "average": 2, "good": 3, "best": 4}

ORIENTATION = {
    1: "north_south",
    2: "north_south",
    3: "northwest_southeast",
    4: "northeast_southwest",
    5: "west_east",
    6: "west_east",
}

# the winds from the weakest to the strongest, what each face of the d6 gives, and the seas of each
WINDS = ("still", "light_airs", "breeze", "strong_breeze", "storm", "gale")
WIND_ROWS = {
    "mediterranean": ("still", "light_airs", "light_airs", "breeze", "breeze", "breeze"),
    "northern_waters": ("still", "light_airs", "breeze", "breeze", "breeze", "strong_breeze"),
}
WIND_FACES = tuple(f"faces_{wind}" for wind in WINDS)
SEAS = ("flat", "choppy", "rough", "very_rough")
SEA_ROWS = {
    "still": ("flat", "flat", "flat", "flat", "flat", "flat"),
    "light_airs": ("flat", "flat", "flat", "choppy", "choppy", "choppy"),
    "breeze": ("flat", "flat", "choppy", "choppy", "rough", "rough"),
    "strong_breeze": ("flat", "flat", "choppy", "choppy", "rough", "rough"),
    "storm": ("flat", "choppy", "choppy", "rough", "rough", "very_rough"),
    "gale": ("choppy", "choppy", "rough", "rough", "very_rough", "very_rough"),
}
LIMITS = ("flat_up_to", "choppy_up_to", "rough_up_to")


def faces_of(sides, name):
    """What a die shows, or other dice of that name."""
    return [face for face, _ in other(name, f"d{sides}")]


def lower(scale, name):
    """One step down, and not below the lowest."""
    return scale[max(scale.index(name) - 1, 0)]


def training_row(p):
    """How many faces of the d10 give each of the five classes."""
    faces = tuple(p[name] for name in FACES)
    if p.row_source == "placeholder":
        if any(faces):
            raise ValueError("faces of one's own, but the row of the training")
        if len(faces_of(10, "quality")) != 10:
            raise ValueError("the rows are for ten faces")
        return TRAINING[p.training]
    if sum(faces) != len(faces_of(10, "quality")):
        raise ValueError("as many faces as the dice have")
    if p.training != "average":
        raise ValueError("a training, but a row of one's own")
    return faces


def quality_class(roll, p):
    """0 for the worst of the five classes to 4 for the best."""
    row = training_row(p)
    face = roll(10, "quality") - min(faces_of(10, "quality")) + 1
    reached = 0
    while face > sum(row[: reached + 1]):
        reached += 1
    return reached


def quality(roll, p):
    """Quality of one squadron or admiral."""
    return (CREW if p.track == "crew" else ADMIRAL)[quality_class(roll, p)]


def quality_modifier(roll, p):
    """What a quality adds to a die; no dice."""
    return MODIFIER[p.quality]


def initiative_counters(roll, p):
    """Tactical Initiative counters of a fleet admiral."""
    if p.command_quality != "roll":
        if (p.training, p.row_source) != ("average", "placeholder") or any(p[name] for name in FACES):
            raise ValueError("how to roll, but nothing is rolled")
        return COUNTERS[p.command_quality]
    return COUNTERS[ADMIRAL[quality_class(roll, p)]]


def reaching(roll, p, *, squadrons):
    """How many of so many squadrons reach the quality."""
    before = roll.part(reaching, p=p, squadrons=squadrons - 1) if squadrons > 1 else 0
    return before + (roll.part(quality_class, p=p) >= AT_LEAST[p.at_least])


def fleet_quality(roll, p):
    """How many squadrons of the fleet reach the quality."""
    return reaching(roll, p, squadrons=p.squadrons)


def port_bonus(p, *rolls):
    """What a port adds to one of these rolls."""
    return 2 if p.port and p.port_bonus_on in (*rolls, "every") else 0


def shore_detail(roll, p):
    """Beach or rocks."""
    return "sandy" if roll(6, "shore") + port_bonus(p) <= p.sandy_up_to else "rocky"


def inhabited(roll, p):
    """Whether anybody lives on one stretch of land."""
    return roll(6, "land") + port_bonus(p, "land", "land_and_habitation") > p.open_up_to


def land_detail(roll, p):
    """Open land, a village or a town."""
    if not inhabited(roll, p):
        return "open"
    score = roll(6, "habitation") + port_bonus(p, "habitation", "land_and_habitation")
    return "village" if score <= p.village_up_to else "town_with_harbour"


def stretches(roll, p, *, length):
    """How many stretches of so much land have people on them."""
    squares = int(roll.part(inhabited, p=p))
    return squares + (roll.part(stretches, p=p, length=length - 30) if length > 30 else 0)


def settlements(roll, p):
    """Inhabited stretches on one land feature."""
    return stretches(roll, p, length=p.length_cm)


def shallows_extent(roll, p):
    """How far out the water is shallow."""
    if p.shallows_reading == "double_one_die":
        return 2 * roll(6, "shallows")
    return roll(6, "shallows") + roll(6, "shallows")


def shallows_depth(roll, p):
    """How deep it is there."""
    return roll(6, "depth")


def shore_position(roll, p):
    """Where a shore lies on its edge."""
    return ("left", "middle", "right")[(roll(6, "shore_position") - 1) // 2]


def island_orientation(roll, p):
    """How a long island lies."""
    return ORIENTATION[roll(6, "island_orientation")]


def square_position(roll, p):
    """Where in its square a feature lies."""
    face = roll(6, "square_position")
    return f"corner_{face}" if face <= 4 else "middle"


def featured(roll, p):
    """Whether there is anything in one square."""
    return terrain_square(roll, changed(p, corner=False)) != "open_water"


def all_open(roll, p, *, squares):
    """Whether so many squares are open water, all of them."""
    before = squares == 1 or roll.part(all_open, p=p, squares=squares - 1)
    return before and not roll.part(featured, p=p)


def table_attempt(roll, p):
    """One pass over all squares of the table."""
    return "all_open" if all_open(roll, p, squares=p.squares) else "satisfactory"


def open_wind(roll, p):
    """The wind of the open sea."""
    faces = tuple(p[name] for name in WIND_FACES)
    if p.wind_table == "reconstructed" and any(faces):
        raise ValueError("faces of one's own, but the table as it is read")
    if p.wind_table == "user" and p.wind_setup == "normal":
        raise ValueError("a table of one's own, but no roll on it")
    if p.wind_table == "user" and p.region != "mediterranean":
        raise ValueError("a region, but a table of one's own")
    if p.wind_table == "user" and sum(faces) != len(faces_of(6, "wind_strength")):
        raise ValueError("as many faces as the dice have")
    if p.wind_setup == "normal":
        return "breeze"
    if p.wind_table == "reconstructed":
        return WIND_ROWS[p.region][roll(6, "wind_strength") - 1]
    row = [wind for wind, many in zip(WINDS, faces, strict=True) for _ in range(many)]
    return row[roll(6, "wind_strength") - min(faces_of(6, "wind_strength"))]


def wind_strength(roll, p):
    """How strong the wind blows."""
    wind = open_wind(roll, p)
    return lower(WINDS, wind) if p.sheltered else wind


def users_sea(p, score):
    """What the limits say of a score."""
    return next((sea for sea, name in zip(SEAS, LIMITS, strict=False) if score <= p[name]), "very_rough")


def sea_state(roll, p):
    """How rough the sea is."""
    limits = [p[name] for name in LIMITS]
    if p.region != "mediterranean" and p.wind != "random":
        raise ValueError("a region, but the wind is known")
    if p.cut_source == "placeholder":
        if any(limits):
            raise ValueError("limits of one's own, but the row as it is")
    elif p.wind == "random":
        raise ValueError("limits of one's own need one wind")
    elif limits != sorted(limits):
        raise ValueError("limits that fall")
    elif any(users_sea(p, face + p.perilous_routes) not in SEA_ROWS[p.wind] for face in faces_of(6, "sea")):
        raise ValueError("a sea that this wind never makes")
    wind = WIND_ROWS[p.region][roll(6, "wind_strength") - 1] if p.wind == "random" else p.wind
    score = roll(6, "sea") + p.perilous_routes
    sea = users_sea(p, score) if p.cut_source == "user" else SEA_ROWS[wind][min(score, 6) - 1]
    return lower(SEAS, sea) if p.sheltered else sea


def sheltered_extent(roll, p):
    """How far the lee of an island reaches; no dice."""
    return min(p.width_cm, 20)


def drift(roll, p):
    """How far ships are carried in one Intermediate Phase."""
    return d3(roll, p) if p.flow == "weak" else roll(6)


def drifted(roll, p, *, phases):
    """How far they are carried in so many."""
    before = roll.part(drifted, p=p, phases=phases - 1) if phases > 1 else 0
    return before + roll.part(drift, p=p)


def drift_total(roll, p):
    """How far they are carried in all."""
    return drifted(roll, p, phases=p.turns)
