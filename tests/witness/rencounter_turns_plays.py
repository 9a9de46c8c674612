"""Rencounter: a turn's fire of one man, volleys, loading, and who is activated: each settled in one play."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, lcm

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from .explore import enumerate_all
from .params import Params, changed, chosen
from .rencounter import (
    MISSILES,
    PLAIN_ACTION,
    PLAIN_SHOT,
    POINTS,
    SHOTS_A_TURN,
    WORST_LAST,
    action,
    fire,
    worse,
)
from .turns import one_pass

# turns to reload, rounds in the weapon; where the table has a span of rounds, the least
LOADING = {
    "javelin": (1, 1),
    "weak_bow": (1, 1),
    "short_bow": (1, 1),
    "long_bow": (1, 1),
    "light_crossbow": (3, 1),
    "heavy_crossbow": (6, 1),
    "matchlock_musket": (4, 1),
    "flintlock_musket": (2, 1),
    "flintlock_rifle": (4, 1),
    "cap_and_ball_rifle": (3, 1),
    "breechloader": (0.5, 1),
    "single_shot_breechloader_carbine": (0.5, 1),
    "magazine_rifle": (1, 5),
    "magazine_carbine": (1, 5),
    "flintlock_pistol": (2, 1),
    "cap_and_ball_pistol": (2, 1),
    "cap_and_ball_revolver": (6, 6),
    "small_double_action_revolver": (2, 6),
    "large_double_action_revolver": (2, 6),
    "small_single_action_revolver": (2, 6),
    "large_single_action_revolver": (2, 6),
    "blunderbuss": (2.5, 1),
    "double_barrel_shotgun": (1.5, 2),
    "machine_pistol": (1, 20),
    "submachinegun": (1, 20),
    "light_mg_unbraced": (2, 30),
    "light_mg_braced": (2, 30),
}
REVOLVERS = tuple(f"{size}_{kind}_action_revolver" for size in ("small", "large") for kind in ("double", "single"))
LONG_ARMS = tuple(name for name in LOADING if name.endswith(("musket", "rifle", "breechloader", "carbine")))

# Rulings --------------------------------------------------------------------------------------------------------------

ACTION_RULINGS = ("master_acts", "overcome_shifts_with_quality", "natural_one_acts_max_wounds")
SHOT_RULINGS = ("skill_roll", "armor_lessens_fire_damage", "confirmed_hit_margin", "pistols_are_low_velocity")


def an_action(p, **settings):
    """An action roll by the rulings, of which no more is said than this."""
    return Params(**{**PLAIN_ACTION, **chosen(p, ACTION_RULINGS), **settings})


def a_shot(p, **settings):
    """A shot by the rulings, of which no more is said than this."""
    return Params(**{**PLAIN_SHOT, **chosen(p, SHOT_RULINGS), **settings})


# One turn's fire of one man, and a volley -----------------------------------------------------------------------------

AUTOMATIC = ("Fx2", "Fx3")
BURST = 3


def shots_so_far(roll, *, rounds, a_burst, p):
    """Hits, the target's points and the worst wound after some rounds, of which each burst counts as one shot."""
    hits, points, worst = 0, 0, "none"
    if rounds > 1:
        hits, points, worst = roll.part(shots_so_far, rounds=rounds - 1, a_burst=a_burst, p=p)
    number = (rounds - 1) // a_burst + 1
    aim_turns = 0 if number > 1 and not p.later_shots_keep_aim else p.aim_turns
    label = roll.part(fire, p=changed(p, aim_turns=aim_turns, shot_number=number, targets=1))
    if label not in WORST_LAST:
        return hits + (label == "hit_horse"), points, worst
    label = worse(label, points, p.death_at)
    points = p.death_at if label == "dead" else points + POINTS[label]
    return hits + 1, points, max(worst, label, key=WORST_LAST.index)


def fire_turn(roll, p):
    """All shots of one man in one turn. Rounds wasted for want of a selector, whatever his experience, hit nobody."""
    repeat = MISSILES[p.weapon][5]
    bursts = p.burst_mode == "burst" and p.selective and repeat in AUTOMATIC
    a_burst = BURST if bursts else 1
    if p.shots > SHOTS_A_TURN["F" if bursts else repeat] or p.shots * a_burst > LOADING[p.weapon][1]:
        raise ValueError("the weapon does not fire so many shots")
    after = roll.part(shots_so_far, rounds=p.shots * a_burst, a_burst=a_burst, p=p)
    return after[("hits", "points", "worst").index(p.result)]


FIRE_TURN = one_pass(fire_turn)

COUNTED = {
    "hits": ("hit_horse", *WORST_LAST),
    "down": ("serious", "crippling", "dead"),
    "kills": ("dead",),
}


def shooter(roll, *, nerve, shot, counted):
    """Whether one man (who must act first when his nerve is given) makes a shot that counts, 1 or 0."""
    if nerve is not None and roll.part(action, p=nerve) != "act":
        return 0
    return 1 if roll.part(fire, p=shot) in counted else 0


def shooters(roll, *, men, **how):
    """How many shots of some men count."""
    before = roll.part(shooters, men=men - 1, **how) if men > 1 else 0
    return before + roll.part(shooter, **how)


def volley(roll, p):
    """Men who fire once, each by himself or all at the leader's word; their wounds count on this roll too."""
    if p.targets > 1:
        raise ValueError("blasts at several are not played here")
    if p.snap != "none" and p.aim_turns >= 1:  # also where nobody comes to fire
        raise ValueError("no snap shot after aiming")
    nerve = an_action(
        changed(p, overcome_shifts_with_quality=False),  # how else he does not act makes no difference
        experience=p.leader_experience if p.order == "volley" else p.experience,
        wounds=p.wounds,
        extra_modifier=p.action_modifier,
    )
    how = {"nerve": nerve, "shot": changed(p, shot_number=1), "counted": COUNTED[p.result]}
    if p.order == "volley":
        if p.aim_turns >= 1 and p.experience < 5:
            raise ValueError("only veterans and masters aim in a volley")
        if roll.part(action, p=nerve) != "act":
            return 0
        how["nerve"] = None
    return roll.part(shooters, men=p.men, **how)


VOLLEY = one_pass(volley)

# Loading --------------------------------------------------------------------------------------------------------------


def attempts(roll, *, needed, spent, p):
    """The activations until enough of them have succeeded, when some are spent already; later than the limit: later."""
    if spent == p.limit:
        return "later"
    left = needed - (roll.part(action, p=p) == "act")
    if left == 0:
        return spent + 1
    return roll.part(attempts, needed=left, spent=spent + 1, p=p)


def reload(roll, p):
    """The activations until a weapon is loaded."""
    turns = LOADING[p.weapon][0]
    if p.socket_bayonet and p.plug_bayonet:
        raise ValueError("a gun has one bayonet")
    if p.weapon in REVOLVERS and p.chambers is not None:
        turns = min(turns, p.chambers / 2)
    turns += 1 if p.socket_bayonet else 3 if p.plug_bayonet else 0
    if "act" not in enumerate_all(action, p=p):
        return "never"
    return roll.part(attempts, needed=ceil(turns), spent=0, p=p)


RELOAD = one_pass(reload)

# Whose turn it is: cards ----------------------------------------------------------------------------------------------


def cards_until_joker(roll, *, left):
    """How many cards of each kind come before the joker."""
    drawn = roll.draw({**dict(enumerate(left)), "joker": 1})
    if drawn == "joker":
        return (0,) * len(left)
    fewer = tuple(many - (kind == drawn) for kind, many in enumerate(left))
    after = roll.part(cards_until_joker, left=fewer)
    return tuple(many + (kind == drawn) for kind, many in enumerate(after))


def activation_cards(roll, p):
    """How often the units of one side are activated in a turn; the cards of the others do not matter."""
    if p.side_units > p.units:
        raise ValueError("a side has no more units than there are")
    if p.hold != "never":
        raise ValueError("held cards are not played here")
    own = p.side_units if p.result in ("counts", "side") else 1
    counts = roll.part(cards_until_joker, left=(p.cards_each,) * own) if p.joker else (p.cards_each,) * own
    if p.result == "counts":
        return counts
    if p.result == "side":
        return sum(counts)
    if p.result == "unit":
        return counts[0]
    return "yes" if counts[0] else "no"


ACTIVATION_CARDS = one_pass(activation_cards)

# Whose turn it is: dice and markers -----------------------------------------------------------------------------------


@cache
def tied_for_highest(a, b):
    """{(how many of a and b show the highest face): ways} for so many dice of both sides."""
    ways = {}
    for faces in product(range(1, 7), repeat=a + b):
        highest = (faces[:a].count(max(faces)), faces[a:].count(max(faces)))
        ways[highest] = ways.get(highest, 0) + 1
    return ways


def roll_off(roll, *, a, b):
    """Who goes after a tie across the sides: the tied dice alone are rolled again and again."""
    # when all are tied once more, nothing has changed
    high = roll.draw({which: ways for which, ways in tied_for_highest(a, b).items() if which != (a, b)})
    return roll.part(roll_off, a=high[0], b=high[1]) if all(high) else high


def steps_left(roll, *, a, b, all_tied_ends):
    """The steps which so many units of both sides still make."""
    if a + b == 0:
        return ()
    if all_tied_ends and a + b == 1:
        # the enemy's die ties the last one, and nobody goes any more
        if roll(6) == roll(6):
            return ()
        high = (a, b)
    else:
        high = roll.draw(tied_for_highest(a, b))
        if all_tied_ends and high == (a, b):
            return ()
        if all(high):
            high = roll.part(roll_off, a=high[0], b=high[1])
    step = f"A{high[0]}" if high[0] else f"B{high[1]}"
    return (step, *roll.part(steps_left, a=a - high[0], b=b - high[1], all_tied_ends=all_tied_ends))


def activation_dice(roll, p):
    """The steps of a turn, each the side and how many of its units go together."""
    steps = roll.part(steps_left, a=p.side_a, b=p.side_b, all_tied_ends=p.all_tied_ends)
    if p.result == "length":
        return len(steps)
    if not steps:
        return "none"
    return steps if p.result == "order" else steps[0]


ACTIVATION_DICE = one_pass(activation_dice)

# Whose turn it is: dice and counters ----------------------------------------------------------------------------------


def contest(roll, *, tallies, die):
    """The place of the unit that is activated; a tie is broken by lot."""
    totals = [roll(die) + tally for tally in tallies]
    tied = [place for place, total in enumerate(totals) if total == max(totals)]
    return tied[roll(len(tied)) - 1] if len(tied) > 1 else tied[0]


def after_contest(tallies, winner):
    """The tallies after a contest."""
    return tuple(0 if place == winner else tally + 1 for place, tally in enumerate(tallies))


def until_first(roll, *, tallies, die):
    """The contests until the first unit is activated, and the tallies then; the others are alike."""
    tallies = (tallies[0], *sorted(tallies[1:]))
    winner = roll.part(contest, tallies=tallies, die=die)
    after = after_contest(tallies, winner)
    if winner == 0:
        return 1, (0, *sorted(after[1:]))
    waited, then = roll.part(until_first, tallies=after, die=die)
    return waited + 1, then


def first_twice(roll, *, tallies, die, had):
    """Whether the first unit is activated so many times more before the second is."""
    tallies = (*tallies[:2], *sorted(tallies[2:]))
    winner = roll.part(contest, tallies=tallies, die=die)
    if winner == 1:
        return "no"
    had += winner == 0
    return "yes" if had == 2 else roll.part(first_twice, tallies=after_contest(tallies, winner), die=die, had=had)


def balanced(onward):
    """{state: chance} which a step along {state: {state after: chance}} leaves as it is."""
    states = list(onward)
    rows = [[onward[state].get(row, 0) - (state == row) for state in states] for row in states]
    rows[-1] = [1] * len(states)
    solved = rational(rows).lu_solve(rational([[int(row is rows[-1])] for row in rows]))
    entries = [entry for [entry] in solved.to_list()]
    return {state: Fraction(int(x.numerator), int(x.denominator)) for state, x in zip(states, entries, strict=True)}


def rational(rows):
    """The rows as an exact matrix of sympy."""
    entries = [[QQ(Fraction(x).numerator, Fraction(x).denominator) for x in row] for row in rows]
    return DomainMatrix(entries, (len(rows), len(rows[0])), QQ)


@cache
def in_the_long_run(units, die):
    """{tallies just after the first unit's activation: whole weight} when the fight has gone on for long."""
    onward = {}
    waiting = [(0,) * units]
    while waiting:
        tallies = waiting.pop()
        if tallies not in onward:
            onward[tallies] = {}
            for (_, then), chance in enumerate_all(until_first, tallies=tallies, die=die).items():
                onward[tallies][then] = onward[tallies].get(then, 0) + chance
            waiting.extend(onward[tallies])
    chances = balanced(onward)
    common = lcm(*(chance.denominator for chance in chances.values()))
    return {tallies: int(chance * common) for tallies, chance in chances.items()}


def activation_counters(roll, p):
    """The unit activated next, or how long the first unit waits, or how evenly they come."""
    die = p.die
    if die == "fitting":
        die = next(size for size in (2, 3, 4, 6, 8, 10, 12, 20) if size >= p.units)
    tallies = p.tallies or (0,) * p.units
    if len(tallies) != p.units:
        raise ValueError("every unit has a tally")
    if p.result == "next":
        return contest(roll, tallies=tallies, die=die) + 1
    if p.result == "first_wait":
        return roll.part(until_first, tallies=tallies, die=die)[0]
    if p.result == "twice":
        return roll.part(first_twice, tallies=(0,) * p.units, die=die, had=0)
    if p.result == "share":
        # in the long run nothing tells the units apart
        return roll(p.units)
    return roll.part(until_first, tallies=roll.draw(in_the_long_run(p.units, die)), die=die)[0]


ACTIVATION_COUNTERS = one_pass(activation_counters)
