"""Rencounter, played with dice: orders to a unit, shots out of turn, being seen, and what comes after the fight."""

from fractions import Fraction
from math import comb

from sympy import Integer, Rational, sqrt

from .notation import other
from .params import Params, changed
from .rencounter import PLAIN_ACTION, PLAIN_SHOT, action, action_die, fire, morale

# --------------------------------------------------------------------------------------------------------- orders


def instant_check(roll, p, *, experience, wounds, others=0):
    """Whether an action check is made, such as a man needs outside his own activation."""
    does = action_die(
        roll,
        experience,
        wounds,
        others,
        p.master_acts,
        False,
        p.natural_one_acts_max_wounds if p.natural_one_in_checks else -1,
    )
    return does == "act"


def group_order(roll, p):
    """One die for the whole unit, or for one wounded man of it, whose own points then come on top."""
    worst = p.order == "formed_charge" or p.order == "follow_him" and p.toward_enemy
    experience = p.worst_experience if worst else p.leader_experience
    if not p.man_wounds:
        return action(roll, changed(p, experience=experience))
    # his own points say whether a 1 is enough and whether he is overcome; but he never acts without the unit
    limit, others = p.natural_one_acts_max_wounds, p.wounds + p.extra_modifier + morale(p)
    goes = p.wounds <= limit or 1 + others <= experience  # the unit, on a 1
    return action_die(
        roll,
        experience,
        p.man_wounds,
        others,
        p.master_acts,
        p.overcome_shifts_with_quality,
        limit if goes else -1,
    )


def buttkick(roll, p):
    """The leader acts first, then the man whom he orders."""
    if action(roll, changed(p, overcome_shifts_with_quality=False)) != "act":
        return "leader_failed"
    return "act" if not p.man_wounds or roll(6, "driven_on") < 7 - p.man_wounds else "no_effect"


def inspiration(roll, p):
    """The first morale roll, and another against the rating as it is."""
    return "inspired" if roll(6, "action") <= p.inspire_at and roll(6, "action") <= p.experience else "ordinary"


# -------------------------------------------------------------------------------------------------- shots out of turn


def shot(p, **settings):
    """The same shot, with what a shot out of turn never has."""
    return Params(**{**PLAIN_SHOT, **vars(p), **settings})


def opportunity_fire(roll, p):
    """An action roll when the target enters, then a shot as with half a turn's aim."""
    settings = {**PLAIN_ACTION, **vars(p), "extra_modifier": p.action_modifier, "overcome_shifts_with_quality": False}
    act = Params(**settings)
    struck = fire(roll, shot(p, aim_turns=0.5, snap="none"))  # first, since it tells contradictions
    return struck if roll.part(action, p=act) == "act" else "no_shot"


def last_shot(roll, p):
    """An instant action check, then a shot at a charger in contact."""
    if p.off_hand and "pistol" not in p.weapon and "revolver" not in p.weapon:
        raise ValueError("this takes both hands")
    if not instant_check(roll, p, experience=p.experience, wounds=p.wounds, others=p.action_modifier):
        return "no_shot"
    return fire(
        roll,
        shot(
            p,
            range_band="too_close",
            aim_turns=0.5 if p.already_aiming else 0,
            snap="none" if p.already_aiming else "walking",
            extra_modifier=p.extra_modifier - (2 if p.off_hand else 0),
        ),
    )


def spot(roll, p):
    """Whether a hidden unit is seen."""
    if p.only_observing and p.moving_fast or p.notable_scouts and p.unobservant:
        raise ValueError("these two contradict each other")
    inches = Fraction(p.range)
    if p.bright_colours:
        inches /= 2
    if p.shiny_armour:
        inches /= 3
    if p.only_observing:
        inches /= 2
    if p.moving_fast:
        inches *= 2
    if p.notable_scouts:
        inches /= 2
    if p.unobservant:
        inches *= 2
    if p.careful_movers:
        inches /= 2
    bonus = (2 if p.master else 0) + p.veterans + p.greens_hiding
    return "spotted" if roll(12, "spotting") < 12 - inches + bonus else "hidden"


# ------------------------------------------------------------------------------------------------- after the fight


def improvement(roll, p):
    """One point more when the die shows more than he has."""
    if p.trait == "experience" and p.value > 6:
        raise ValueError("nobody is above a master")
    sides = {"experience": 6, "riding": 6, "fire": 12, "melee": 12}[p.trait]
    return "improves" if roll(sides) > p.value else "same"


def recovery(roll, p):
    """All wound points of one man, die by die; once he is dead nothing can change it."""
    if p.hazard and p.prompt_care:
        raise ValueError("prompt care is no hazard")
    first, extra, permanent = p.wound_points, 0, 0
    while first + extra and permanent <= 5:
        hazard = p.hazard if first or p.sepsis_modifier_repeats else 0
        first, extra = (first - 1, extra) if first else (0, extra - 1)
        face = roll(6, "recovery") - hazard
        if p.prompt_care and face <= 2:
            face = roll(6, "recovery") - hazard
        if face == 2:
            permanent += 1
        elif face < 2:
            extra += 2
    return "dead" if permanent > 5 else permanent


def recovery_chances(p):
    """The exact chances of `recovery`, which dice followed one by one never come to the end of.

    Let f be the series whose coefficients are the chances of 0, 1, 2... permanent points from one die. A die is a
    sepsis with chance s, permanent with m, healed with h: f(x) = s f(x)^2 + m x + h, of which the smaller root is
    meant.
    """

    def faces(hazard):
        """Chances of sepsis, of a permanent point and of healing."""
        ways = other("recovery", "d6")
        every = sum(many for _, many in ways)
        sepsis = Rational(sum(many for face, many in ways if face - hazard < 2), every)
        permanent = Rational(sum(many for face, many in ways if face - hazard == 2), every)
        bad = sepsis + permanent
        if p.prompt_care:
            sepsis, permanent = bad * sepsis, bad * permanent
        return sepsis, permanent, 1 - sepsis - permanent

    def times(left, right):
        """The product of two series, as far as it matters."""
        return [sum(left[at] * right[power - at] for at in range(power + 1)) for power in range(6)]

    sepsis, permanent, healed = faces(p.hazard if p.sepsis_modifier_repeats else 0)
    if sepsis:  # 1 - 4 s (m x + h) = root^2 (1 - slope x), and the binomial series of its square root
        square = 1 - 4 * sepsis * healed
        slope = 4 * sepsis * permanent / square
        series = [Integer(1), *(-2 * Rational(comb(2 * n - 2, n - 1), n) * (slope / 4) ** n for n in range(1, 6))]
        again = [-sqrt(square) * term / (2 * sepsis) for term in series]
        again[0] += 1 / (2 * sepsis)
    else:
        again = [healed, permanent, *[Integer(0)] * 4]

    sepsis, permanent, healed = faces(p.hazard)
    die = [sepsis * term for term in times(again, again)]
    die[0] += healed
    die[1] += permanent
    everything = [Integer(1), *[Integer(0)] * 5]
    for _ in range(p.wound_points):
        everything = times(everything, die)
    chances = {points: chance.expand() for points, chance in enumerate(everything)}
    chances["dead"] = (1 - sum(chances.values())).expand()
    return chances


def squad(roll, p):
    """A number for a unit made by dice."""
    if p.which == "group_size":
        return roll(6) + 4
    face = roll(6, "recruits")
    if p.which.startswith("leader"):
        experience = 3 if face == 1 else 4 if face <= 3 else 5 if face <= 5 else 6
    else:
        experience = 3 if face <= 2 else 4 if face <= 4 else 5
    if p.which in ("leader", "man"):
        return experience
    return 2 * experience + ((-2, -1, 0, 0, 1, 2)[roll(6, "variety") - 1] if p.variety else 0)


def wound_location(roll, p):
    """Where it struck."""
    return ("left_leg", "right_leg", "left_arm", "right_arm", "body", "head")[roll(6, "wound_location") - 1]


def victory(roll, p):
    """Whether a side gives way: by its men, or by its units (at first, and still fit)."""
    men, fit = p.unit_men, p.unit_fit
    if len(men) != len(fit) or any(still > first for first, still in zip(men, fit, strict=True)):
        raise ValueError("no more fit men than there were")
    share = {"usual": Fraction(1, 2), "less_elan": Fraction(1, 3), "least_elan": Fraction(1, 4)}[p.elan]
    if sum(men) - sum(fit) > share * sum(men):
        return "gives_way"
    spent = sum(2 * still <= first for first, still in zip(men, fit, strict=True))
    if p.units_rule == "half_of_units":
        gives_way = 2 * spent >= len(men)
    elif p.units_rule == "all_but_one":
        gives_way = spent >= max(1, len(men) - 1)  # with none of them spent they are all fit
    else:
        gives_way = spent == len(men)
    return "gives_way" if gives_way else "holds"
