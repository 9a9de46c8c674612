"""Realms of Myth over many actions: snipers, strong bows, crossbows, struggles, what follows a Surprise, archers."""

from string import ascii_uppercase

from .params import changed
from .realms_of_myth import belongs
from .realms_of_myth_missiles import cocks, range_band, ranged_attack_dv
from .realms_of_myth_positions import landed
from .realms_of_myth_surprise import hampered_segments, recovers, segments, springs
from .realms_of_myth_tasks import against, percentage, strings_it, succeeds
from .turns import Process

SPRINGING_ONLY = ("normal_encounter", "not_surprised")


def surprise_spell(roll, p):
    """CS's until nothing is left of a Surprise."""
    degree, margins = springs(roll, p)
    if degree in SPRINGING_ONLY:
        return 0
    if degree == "briefly_surprised":
        return 1
    lost = segments(margins)
    return lost if recovers(roll, p, p.recovery_chance) else lost + hampered_segments(p)


def surprise_free_blows(roll, p):
    """Blows that land before he may act."""
    degree, margins = springs(roll, p)
    if degree == "normal_encounter":
        return 0
    full, less = p.defence_dv, p.defence_dv - margins
    dvs = [] if p.springing_blow == "none" else [less if p.springing_blow == "penalised" else full]
    if degree == "briefly_surprised":
        dvs.append(full)
    elif degree == "overwhelmed":
        dvs += [less] * segments(margins)
    percents = [percentage(p.attack_av, dv, p, None) for dv in dvs for _ in range(p.blows_per_cs)]
    return roll.part(landed, percents=tuple(percents))


def in_one_go(process):
    """A process with a limit, played from its start to its end."""

    def play(roll, p):
        state, done = process.start(p), 0
        while True:
            outcomes = process.outcome(state, done, p)
            if outcomes is None and done == process.limit(p):
                outcomes = process.unfinished(state, p)
            if outcomes is not None:
                return outcomes
            state, done = roll.part(process.turn, state=state, p=p), done + 1

    return play


def until(attempt, most):
    """Attempts, one a turn, until one works; one more than the most where none has."""
    return Process(
        start=lambda p: "trying",
        turn=lambda roll, state, p: "done" if attempt(roll, p) else "trying",
        outcome=lambda state, turns_done, p: turns_done if state == "done" else None,
        limit=lambda p: p[most],
        unfinished=lambda state, p: p[most] + 1,
    )


LOCATE_SNIPER = until(lambda roll, p: against(roll, p.awa_av, p.sniper_dv, p, p.chance), "max_attacks")
STRING_BOW_ATTEMPTS = until(strings_it, "max_attempts")


def before_cocking(p):
    """Actions left before the crossbow can be cocked, or cocked by itself."""
    belongs(p.tool != "hand", p.tool_position, "in_reach")
    if p.tool == "hand":
        return 0
    if p.tool_position == "built_in":
        if p.tool == "belt_hook":
            raise ValueError("no belt-hook is built in")
        return 2 if p.tool == "windlass" else 0
    return (3 if p.tool == "windlass" else 1) + (p.tool_position == "elsewhere")


def crossbow_starts(p):
    """The actions before it can be cocked; a tool of the other kind of crossbow is refused."""
    wound = p.tool == "windlass"
    if wound != (p.crossbow == "heavy") and p.tool != "hand":
        raise ValueError("a tool of the other kind")
    percentage(p.strength, 0, p, p.chance)
    return "tool", before_cocking(p)


def crossbow_action(roll, state, p):
    """One action more."""
    doing, left = state
    if doing == "tool" and left > 0:
        if p.tool == "windlass" and left == 1:
            return "bolt", p.load_actions
        return "tool", left - 1
    if doing == "bolt":
        return "bolt", left - 1
    return ("bolt", p.load_actions) if cocks(roll, p) else state


CROSSBOW_READY = Process(
    start=crossbow_starts,
    turn=crossbow_action,
    outcome=lambda state, turns_done, p: turns_done if state == ("bolt", 0) else None,
    limit=lambda p: p.max_actions,
    unfinished=lambda state, p: p.max_actions + 1,
)


def hold_on(p):
    """Everybody's hands are on it."""
    if p.str_mods is not None and len(p.str_mods) != len(p.chances):
        raise ValueError("a STR modifier for each")
    return ascii_uppercase[: len(p.chances)]


def tug(roll, state, p):
    """One CS: it may break, and some let go."""
    of = ascii_uppercase.index
    strain = sum(p.str_mods[of(letter)] for letter in state) if p.str_mods else 0
    if strain >= p.object_stp and succeeds(roll, p.break_chance):
        return "breaks"
    return "".join(letter for letter in state if succeeds(roll, p.chances[of(letter)])) or "flies_off"


OBJECT_STRUGGLE = Process(
    start=hold_on,
    turn=tug,
    outcome=lambda state, turns_done, p: state if len(state) == 1 or state in ("breaks", "flies_off") else None,
    limit=lambda p: None,
    unfinished=lambda state, p: "endless",
)


def loose(roll, distance, p):
    """Hits of all archers in one CS at a distance."""
    shot = changed(p, distance=distance, target_elevation=0, object_range_factor="1", hurled_range_unit="yards")
    if range_band(roll, shot) == "out_of_range":
        return 0
    percent = percentage(p.av, ranged_attack_dv(roll, shot), p, None)
    return roll.part(landed, percents=(percent,) * (p.archers * p.shots_per_cs))


def archers_start(p):
    """So far off, and nobody hit; what does not count must not be said."""
    ranged_attack_dv(None, changed(p, weapon="bow", distance=2, target_elevation=0, object_range_factor="1"))
    percentage(p.av, 0, p, None)
    return p.start_distance, 0


def one_volley(roll, state, p):
    """The target comes on, and all who can shoot do so."""
    distance, hits = state
    after = distance - p.advance
    at = distance if p.shot_timing == "before_move" else after
    return after, hits + (loose(roll, at, p) if at >= 2 else 0)


ARCHERS_BEFORE_CONTACT = Process(
    start=archers_start,
    turn=one_volley,
    outcome=lambda state, turns_done, p: state[1] if state[0] < 2 else None,
    limit=lambda p: 500,
    unfinished=lambda state, p: None,
)
