"""Salamis ad Actium over tries and turns: what is thrown again, reserves, and phases of several turns."""

from .params import changed
from .salamis import COMMAND, terrain_square
from .salamis_phases import SIDES, counters, drawn, longest
from .salamis_tables import featured, table_attempt
from .turns import Process

ISLANDS = ("two_small_islands", "single_island")
SHORES = ("headland_or_peninsula", "shoreline", "mostly_shore")
KINDS = {"any_island": ISLANDS, "any_shore": SHORES}


def until(play):
    """A throw that is made again as long as it comes to None."""
    return Process(
        start=lambda p: ("before", None),
        turn=lambda roll, state, p: ("after", play(roll, p)),
        outcome=lambda state, turns_done, p: state[1],
        limit=lambda p: None,
        unfinished=lambda state, p: None,
    )


# the table


def features(roll, p, *, squares):
    """How many of so many squares are not open water."""
    before = roll.part(features, p=p, squares=squares - 1) if squares > 1 else 0
    return before + roll.part(featured, p=p)


def counted(roll, p):
    """The squares with a feature; None where the table is thrown again."""
    many = roll.part(features, p=p, squares=p.squares)
    return None if p.reroll_open_table and many == 0 else many


def sight(roll, p, *, squares):
    """Whether so many squares have the feature, else any other, else none."""
    before = roll.part(sight, p=p, squares=squares - 1) if squares > 1 else "none"
    terrain = roll.part(terrain_square, p=changed(p, corner=False))
    if before == "wanted" or terrain in KINDS.get(p.feature, (p.feature,)):
        return "wanted"
    return "other" if terrain != "open_water" else before


def looked_for(roll, p):
    """Whether the feature is there; None where the table is thrown again."""
    seen = roll.part(sight, p=p, squares=p.squares)
    if p.reroll_open_table and seen == "none":
        return None
    return "present" if seen == "wanted" else "absent"


TABLE_FEATURES = until(counted)
TABLE_HAS = until(looked_for)
TABLE_ATTEMPTS = Process(
    start=lambda p: "all_open",
    turn=lambda roll, state, p: roll.part(table_attempt, p=p),
    outcome=lambda state, turns_done, p: turns_done if state == "satisfactory" else None,
    limit=lambda p: p.max_attempts,
    unfinished=lambda state, p: "more",
)


# who chooses the side of the table


def roll_off(roll, p):
    """One roll of both sides; None where they roll again."""
    own = roll(10, "side") + COMMAND[p.own_command]
    enemy = roll(10, "side") + COMMAND[p.enemy_command]
    if own == enemy and p.tie == "report":
        return "tie"
    if own == enemy and p.tie == "better_command":
        own, enemy = COMMAND[p.own_command], COMMAND[p.enemy_command]
    if own == enemy:
        return None
    return "own_chooses" if own > enemy else "enemy_chooses"


SETUP_ROLL = until(roll_off)


# reserves


def knock(roll, *, modifier):
    """One try to come on."""
    total = roll(10, "entry") + modifier
    if total <= 0:
        return "lost"
    return "waiting" if total <= 4 else "entered"


def next_try(roll, state, p):
    """The first try, or a later one at another place."""
    modifier = p.modifier if state == "before" else p.modifier + p.later_modifier_change
    return knock(roll, modifier=modifier)


def own_phases(roll, p):
    """How many Action Phases the own side has in a turn."""
    return drawn(roll, p).count("own")


def turn_of_tries(roll, state, p):
    """A turn: a try in each own Action Phase, as long as they wait."""
    for _ in range(roll.part(own_phases, p=p)):
        if state == "waiting":
            state = roll.part(knock, modifier=p.modifier)
    return state


def arrival(state, turns_done, p):
    """The try or turn in which they come on, or that they are lost."""
    if state == "lost":
        return "lost"
    return turns_done if state == "entered" else None


def with_counters(state):
    """A start that needs a counter in the bag."""

    def start(p):
        counters(p)
        return state

    return start


RESERVE_ARRIVAL = Process(
    start=lambda p: "before",
    turn=next_try,
    outcome=arrival,
    limit=lambda p: p.tries,
    unfinished=lambda state, p: "waiting",
)
RESERVE_TURNS = Process(
    start=with_counters("waiting"),
    turn=turn_of_tries,
    outcome=arrival,
    limit=lambda p: p.turns,
    unfinished=lambda state, p: "waiting",
)


# Action Phases of several turns


def before_first_turn(p):
    """The counters that are played in the first turn are phases of it."""
    counters(p)
    return p.own_initiative


def lead_before(p):
    """What the counters of initiative come to in these turns."""
    counters(p)
    return p.own_initiative - p.enemy_initiative


def lead_of_turn(roll, p):
    """The lead of one turn alone."""
    sides = drawn(roll, p)
    return sides.count("own") - sides.count("enemy")


def has_run(roll, p):
    """Whether there is such a series in a turn."""
    sides = drawn(roll, p)
    return any(longest(side, sides) >= p.run for side in SIDES if p.whose in (side, "either"))


def series_after(roll, state, p):
    """The series that is going on, and the longest."""
    run, best = state
    for side in roll.part(drawn, p=p):
        run = run + 1 if side == p.whose else 0
        best = max(best, run)
    return (0 if p.intermediate_breaks else run), best


def over_turns(start, turn, unfinished=lambda state, p: state):
    """A process that goes through all its turns."""
    return Process(
        start=start,
        turn=turn,
        outcome=lambda state, turns_done, p: None,
        limit=lambda p: p.turns,
        unfinished=unfinished,
    )


PHASES_UNTIL = Process(
    start=before_first_turn,
    turn=lambda roll, state, p: state + roll.part(own_phases, p=p),
    outcome=lambda state, turns_done, p: turns_done if turns_done and state >= p.phases_needed else None,
    limit=lambda p: p.turns,
    unfinished=lambda state, p: "more",
)
PHASE_LEAD = over_turns(lead_before, lambda roll, state, p: state + roll.part(lead_of_turn, p=p))
DOUBLE_MOVES = over_turns(with_counters(0), lambda roll, state, p: state + roll.part(has_run, p=p))
GAME_LONGEST_RUN = over_turns(with_counters((0, 0)), series_after, lambda state, p: state[1])
