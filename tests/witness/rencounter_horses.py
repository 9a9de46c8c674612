"""Rencounter, played with dice: riding, falling, running into somebody, and horses in melee."""

from math import ceil

from .rencounter import MELEE, POINTS, WORST_LAST, action_die, severity, shield_figure, strike, worse
from .rencounter_orders import instant_check

# ---------------------------------------------------------------------------------------------------------- riding


def roll_of_rider(roll, p, *, experience, rating=None, modifiers=0):
    """By how much a horsemanship roll fails; nothing or less when it is made. A 1 has no special force here."""
    needed = experience + 2 if rating is None else rating
    return roll(int(p.horsemanship_die.removeprefix("d"))) + modifiers - needed


def rides(roll, *, p, rider_wounds, horse_wounds):
    """Whether the rider makes a plain horsemanship roll."""
    modifiers = rider_wounds + horse_wounds + p.morale
    return roll_of_rider(roll, p, experience=p.experience, rating=p.rating, modifiers=modifiers) <= 0


def horsemanship(roll, p):
    """Staying in the saddle."""
    if p.over_12_inches:
        if p.task != "plain":
            raise ValueError("a jump and woods are rolled for whatever his action roll")
        does = action_die(
            roll, p.experience, p.rider_wounds, p.morale, p.master_acts, False, p.natural_one_acts_max_wounds
        )
        if does == "act":
            return "ok"
    modifiers = p.rider_wounds + p.horse_wounds + p.morale
    if p.task == "jump":
        modifiers += max(0, p.fence_inches - 30) // 6
    elif p.task == "woods":
        modifiers += p.inches_over // p.woods_step
    short = roll_of_rider(roll, p, experience=p.experience, rating=p.rating, modifiers=modifiers)
    if short <= 0:
        return "ok"
    return "balk" if p.task == "jump" and short % 2 else "fall"


def points_after(label, before, death_at):
    """The points of a man or horse after a wound."""
    return death_at if label == "dead" else before + POINTS[label]


# --------------------------------------------------------------------------------------------------------- falling


def fall_modifier(speed):
    """The faster, the worse."""
    if speed <= 6:
        return 6
    if speed <= 12:
        return 4
    if speed <= 18:
        return 2
    return -ceil((speed - 24) / 6) if speed > 24 else 0


def fall(roll, p):
    """Falling, or getting free of the horse."""
    if p.kind == "pinned":
        others = 2 - 2 * p.helpers
        freed = instant_check(roll, p, experience=p.experience, wounds=p.rider_wounds, others=others)
        return "freed" if freed else "pinned"
    if p.kind == "height":
        return severity(roll(12, "severity") + 2)
    if p.kind == "moving":
        return severity(roll(12, "severity") + fall_modifier(p.speed))
    if p.horse_wounds < 3:
        raise ValueError("the horse is not crippled")
    if p.rider_wounds >= p.death_at:
        raise ValueError("the man is dead already")
    if rides(roll, p=p, rider_wounds=p.rider_wounds, horse_wounds=p.horse_wounds):
        return "ok"
    label = worse(severity(roll(12, "severity") + max(2, fall_modifier(p.speed))), p.rider_wounds, p.death_at)
    after = points_after(label, p.rider_wounds, p.death_at)
    free = rides(roll, p=p, rider_wounds=after, horse_wounds=p.horse_wounds)
    return label, "free" if free else "pinned"


def trip(roll, p):
    """Going backwards."""
    if p.speed <= 1 or p.smooth or instant_check(roll, p, experience=p.experience, wounds=p.wounds):
        return "ok"
    return "trip"


# ---------------------------------------------------------------------------------------------- running into somebody


def impact(roll, *, damage, before, death_at):
    """The wound of a horse's impact."""
    return worse(severity(roll(12, "severity") + damage), before, death_at)


def stays_on(roll, *, p, other, rider_wounds, horse_wounds):
    """Whether one of the two riders stays on his wounded horse."""
    if other:
        modifiers = rider_wounds + horse_wounds
        short = roll_of_rider(roll, p, experience=p.struck_experience, modifiers=modifiers)
        return "stays" if short <= 0 else "falls"
    return "stays" if rides(roll, p=p, rider_wounds=rider_wounds, horse_wounds=horse_wounds) else "falls"


def collision(roll, p):
    """A horse at a man on foot or at another horse.

    At a man, one word: how far it came, or his wound. At a horse, besides these: the horse's wound, what becomes of its
    rider, then the other horse's wound and what becomes of its rider.
    """
    if max(p.horse_wounds, p.rider_wounds, p.struck_wounds) >= p.death_at:
        raise ValueError("a dead man or horse goes nowhere")
    speed = p.speed
    if p.kind == "horse" and p.approach == "head_on":
        speed += p.other_speed
    elif p.kind == "horse" and p.approach == "from_behind":
        speed = abs(speed - p.other_speed)
    if speed < 6:
        return "stops"
    wounds = {"rider_wounds": p.rider_wounds, "horse_wounds": p.horse_wounds}
    if not roll.part(rides, p=p, **wounds):
        return "shies"
    if not roll.part(rides, p=p, **wounds):
        return "falls"
    damage = 4 if speed <= 12 else 2 if speed <= 18 or p.kind == "foot" else 0
    damage += {"small": 1, "big": -1}.get(p.horse_size, 0)
    if p.kind == "foot":
        if not p.struck_engaged and instant_check(roll, p, experience=p.struck_experience, wounds=p.struck_wounds):
            return "dodges"
        return impact(roll, damage=damage, before=p.struck_wounds, death_at=p.death_at)
    parts = []
    for other, man, horse in ((False, p.rider_wounds, p.horse_wounds), (True, p.struck_wounds, 0)):
        label = roll.part(impact, damage=damage, before=horse, death_at=p.death_at)
        after = points_after(label, horse, p.death_at)
        hurt = label != "none"
        seat = roll.part(stays_on, p=p, other=other, rider_wounds=man, horse_wounds=after) if hurt else "stays"
        parts += [label, seat]
    return tuple(parts)


# -------------------------------------------------------------------------------------------------- horses in melee


def stroke_wound(roll, p, *, attack, parry, damage, armor):
    """The wound of one stroke without a riposte, none also when it misses or is parried."""
    came = strike(
        roll,
        attack=attack - armor,
        parry=parry,
        damage=damage + (1 if armor >= 3 else 0),
        less=1 if p.skill_roll == "less_than" else 0,
        melee_margin=p.melee_margin,
        natural_one_hits_through_parry=p.natural_one_hits_through_parry,
    )
    return came if came in WORST_LAST else "none"


def hurt(p, points):
    """What a parry loses by wounds."""
    return points if p.wounded_modifies_parry else 0


def guard_of(p, side):
    """The parry of a man, and what his shield takes off the attack."""
    weapon = p[f"{side}_weapon"]
    parry = p[f"{side}_skill"] - hurt(p, p[f"{side}_wounds"])
    if p.parry_uses_weapon_to_hit:
        parry += MELEE[weapon][0]
    shield = shield_figure(weapon, p[f"{side}_shield"], p[f"{side}_second_weapon"])
    if p.shield_helps in ("parry", "both"):
        parry += shield
    return parry, shield if p.shield_helps in ("attack", "both") else 0


def attack_horse(roll, p):
    """A man's stroke at a horse, which dodges as if unarmed, or whose rider parries."""
    to_hit, damage = MELEE[p.attacker_weapon][:2]
    attack = p.attacker_skill + to_hit - p.attacker_wounds + p.attacker_extra_modifier
    if p.parry_by == "rider":
        parry, shield = guard_of(p, "rider")
        attack -= shield
    else:
        parry = p.horse_skill - hurt(p, p.horse_wounds)
        if p.parry_uses_weapon_to_hit:
            parry += MELEE["unarmed"][0]
    return stroke_wound(roll, p, attack=attack, parry=parry, damage=damage, armor=p.horse_armor)


def horse_attack(roll, p):
    """A trained horse attacks when its rider coaxes it, and he may lose his seat."""
    wounds = {"rider_wounds": p.rider_wounds, "horse_wounds": p.horse_wounds}
    parry, shield = guard_of(p, "defender")
    if not rides(roll, p=p, **wounds):
        return "no_attack"
    attack = p.horse_skill - p.horse_wounds - shield
    seat = "stays" if roll.part(rides, p=p, **wounds) else "falls"
    return stroke_wound(roll, p, attack=attack, parry=parry, damage=1, armor=p.defender_armor), seat


def horse_kick(roll, p):
    """A startled horse may kick a man behind it, who can only dodge: his weapon does not count."""
    if roll(6, "horse_kick") > 1:
        return "no_kick"
    damage = {"small": 5, "big": 3}.get(p.horse_size, 4)
    attack = p.horse_skill - p.horse_wounds
    parry = p.defender_skill - hurt(p, p.defender_wounds)
    return stroke_wound(roll, p, attack=attack, parry=parry, damage=damage, armor=p.defender_armor)
