"""Odd Encounters, played with dice: the spells, and how long they last."""

from collections import Counter
from itertools import product

from .odd_encounters import fate, one_attack, reaches
from .odd_encounters_models import MEMORIZED
from .turns import Process

# class, spell level
SPELL = {
    "hold_portal": ("magic_user", 1),
    "sleep": ("magic_user", 1),
    "shield": ("magic_user", 1),
    "levitate": ("magic_user", 2),
    "fly": ("magic_user", 3),
    "haste": ("magic_user", 3),
    "confusion": ("magic_user", 4),
    "protection": ("cleric", 1),
    "bless": ("cleric", 2),
    "hold_person": ("cleric", 2),
    "protection_10_radius": ("cleric", 4),
}
TURNS = {"protection": 12, "protection_10_radius": 12, "bless": 6, "shield": 2, "confusion": 2, "haste": 3}


# Shared ---------------------------------------------------------------------------------------------------------------


def resists(roll, *, level, natural_rolls, modifier=0):
    """Whether one model saves."""
    return reaches(roll(20, "saving"), level + 4 + modifier, natural_rolls)


def resisted(roll, *, save_allowed, **saving):
    """The same, if there is a saving throw."""
    return save_allowed and roll.part(resists, **saving)


def saving(p):
    """How one saves."""
    return {"save_allowed": p.save_allowed, "natural_rolls": p.natural_rolls}


def half(points, rounding):
    """Half of the points."""
    return (points + 1) // 2 if rounding == "up" else points // 2


def sum_of(roll, *, dice, sides, name):
    """The sum of some dice."""
    return roll(sides, name) + (roll.part(sum_of, dice=dice - 1, sides=sides, name=name) if dice > 1 else 0)


def after_save(roll, p, damage):
    """The damage that is left after the saving throw."""
    damage = max(0, damage)
    return half(damage, p.half_rounding) if resisted(roll, level=p.target_level, **saving(p)) else damage


# Cures ----------------------------------------------------------------------------------------------------------------


def regained(healed, p):
    """What a cure gives back."""
    healed = max(0, healed)
    return healed if p.cure_limit == "unlimited" else min(healed, p.damage_taken)


def cure_light_wounds(roll, p):
    """Hit points healed by d6 + 1."""
    return regained(roll(6, "cure") + 1, p)


def cure_serious_wounds(roll, p):
    """Hit points healed by 2d6 + 2."""
    return regained(roll(6, "cure") + roll(6, "cure") + 2, p)


# Damage ---------------------------------------------------------------------------------------------------------------


def magic_missile(roll, p):
    """d6 + 1, half with a save."""
    return after_save(roll, p, roll(6, "spell_damage") + 1)


def blast(roll, p):
    """A d6 for each level of the caster, half of the sum with a save."""
    if p.caster_level < 5:
        raise ValueError("no magic-user has the spell below level 5")
    return after_save(roll, p, roll.part(sum_of, dice=p.caster_level, sides=6, name="spell_damage"))


fireball = blast
lightning_bolt = blast


def wall_of_fire(roll, p):
    """d6 for whoever is able to pass, half with a save."""
    if p.target_level < 4:
        raise ValueError("a model below level 4 does not pass")
    return after_save(roll, p, roll(6, "spell_damage"))


def web_fire(roll, p):
    """d6, and a second save only by house rule."""
    return after_save(roll, p, roll(6, "spell_damage"))


def spell_kill(roll, p):
    """What a damage spell does to one model."""
    if p.spell == "web_fire":
        damage = max(0, roll(6, "spell_damage"))
        if p.web_fire_save:
            damage = after_save(roll, p, damage)
    else:
        spells = {"magic_missile": magic_missile, "wall_of_fire": wall_of_fire}
        damage = spells.get(p.spell, blast)(roll, p)
    result = fate(damage, p.target_hp)
    return "unhurt" if result == "miss" else result


def blasted(roll, *, damage, dice, rounding, hp, **saving):
    """Whether one model of a group dies; its damage is rolled here unless it is known."""
    if damage is None:
        damage = roll.part(sum_of, dice=dice, sides=6, name="spell_damage")
    if resisted(roll, **saving):
        damage = half(damage, rounding)
    return damage >= hp


def dead_of(roll, *, models, **each):
    """How many of so many models die."""
    others = roll.part(dead_of, models=models - 1, **each) if models > 1 else 0
    return others + (1 if roll.part(blasted, **each) else 0)


def blast_group(roll, p):
    """Models killed by one blast, each with a save of its own."""
    shared = p.area_damage_roll == "shared"
    damage = roll.part(sum_of, dice=p.caster_level, sides=6, name="spell_damage") if shared else None
    return roll.part(
        dead_of,
        models=p.models,
        damage=damage,
        dice=p.caster_level,
        rounding=p.half_rounding,
        hp=p.model_hp,
        level=p.model_level,
        **saving(p),
    )


def elemental_attack(roll, p):
    """A conjured elemental strikes: 16 to hit, three dice of damage."""
    bonus = 16 + p.target_ac + (2 if p.target_fatigued else 0)
    lost = roll.part(one_attack, bonus=bonus, added=0, dice=3, natural_rolls=p.natural_rolls)
    return fate(lost or 0, p.target_hp)


# Spells without damage ------------------------------------------------------------------------------------------------


def hold_person(roll, p):
    """Models held."""
    targets, modifier = (1, -2) if p.mode == "single" else (min(roll(4, "hold_person"), p.group_size), 0)
    held = 0
    for _ in range(targets):
        held += 0 if resisted(roll, level=p.target_level, modifier=modifier, **saving(p)) else 1
    return held


def insect_plague_exit(roll, p):
    """Where a model leaves the swarm: the hour, or how far it is from twelve o'clock."""
    hour = roll(12, "clock")
    if p.measure == "hour":
        return hour
    return hour if hour <= 6 else 12 - hour


def spell_duration(roll, p):
    """Turns for which a spell is in force."""
    char_class, spell_level = SPELL[p.spell]
    if MEMORIZED[char_class][p.caster_level][spell_level - 1] == 0:
        raise ValueError("the caster has no spells of this level")
    if p.spell == "hold_portal":
        turns = roll(6) + roll(6)
    elif p.spell == "sleep":
        turns = roll(4) + roll(4) + roll(4) + roll(4)
    elif p.spell == "fly":
        turns = roll(6) + p.caster_level
    elif p.spell in ("levitate", "hold_person"):
        turns = 6 + p.caster_level
    else:
        turns = TURNS[p.spell]
    return turns - 1 if p.duration_counting == "ends_when_reached" else turns


def hold_portal(roll, p):
    """Turns a held door stays shut."""
    if p.knock and p.opening_turn == 0:
        raise ValueError("Knock is cast on some turn")
    lasts = roll(6) + roll(6)
    if p.opening_turn >= 1 and (p.knock or p.opener_level >= 3):
        return min(lasts, p.opening_turn)
    return lasts


def overcome(roll, *, levels, waiting, savers_use_levels, **saving):
    """How many succumb while there are levels left; `waiting` are the levels of the models, lowest first."""
    if not waiting or waiting[0] > levels:
        return 0
    saves = resisted(roll, level=waiting[0], **saving)
    if savers_use_levels or not saves:
        levels -= waiting[0]
    later = roll.part(overcome, levels=levels, waiting=waiting[1:], savers_use_levels=savers_use_levels, **saving)
    return later + (0 if saves else 1)


def overcome_in(roll, p, levels, immune_from):
    """How many of the whole group succumb; whoever is immune uses up nothing."""
    return roll.part(
        overcome,
        levels=levels,
        waiting=in_order(p, immune_from),
        savers_use_levels=p.savers_use_levels,
        **saving(p),
    )


def in_order(p, immune_from):
    """The levels of those who can be overcome, lowest first."""
    group = [p[f"level_{kind}"] for kind in "abc" for _ in range(p[f"count_{kind}"])]
    return tuple(sorted(level for level in group if immune_from is None or level < immune_from))


def sleep(roll, p):
    """Models asleep: 2d8 levels of them, none of level 5 or more."""
    return overcome_in(roll, p, roll.part(sum_of, dice=2, sides=8, name="sleep"), 5)


def confusion(roll, p):
    """Models confused: 3d6 levels of them."""
    immune_from = 5 if p.confusion_immunity == "level_5" else None
    return overcome_in(roll, p, roll.part(sum_of, dice=3, sides=6, name="confusion"), immune_from)


def confusion_action(roll, p):
    """What a confused model does."""
    total = roll("2d6", "confusion_action")
    if total <= 5:
        return "attack_caster_team"
    return "nothing" if total <= 8 else "attack_own_team"


def web(roll, p):
    """Turns in the web."""
    return 0 if resisted(roll, level=p.target_level, **saving(p)) else max(0, 11 - p.target_level)


def fear(roll, p):
    """Whether the model runs."""
    return "resists" if resisted(roll, level=p.target_level, **saving(p)) else "flees"


def cloudkill(roll, p):
    """What the cloud does to one model that it touches on some turns."""
    deadly = p.target_level <= 4
    saves = None  # not known yet
    lost = 0
    for _ in range(p.turns_in_cloud):
        if not deadly and not p.cloudkill_point_save:
            saves = False
        elif saves is None or p.cloudkill_resave == "each_turn":
            saves = resisted(roll, level=p.target_level, **saving(p))
        if deadly and not saves:
            return "killed"
        if not deadly:
            lost += half(1, p.half_rounding) if saves else 1
            if lost >= p.target_hp:
                return "killed"
    return "wounded" if lost else "unhurt"


def cloudkill_wind(roll, p):
    """Which way the cloud drifts."""
    if p.downhill:
        return "downhill"
    if p.outdoors and roll(6, "wind") >= 4:
        return "wind_" + str(roll(12, "clock"))
    return "away_from_caster"


# Killing sleepers -----------------------------------------------------------------------------------------------------
# state: the turn of the spell that has just ended, sleepers still asleep, sleepers killed

WAYS = Counter(map(sum, product((1, 2, 3, 4), repeat=4)))  # in how many ways 4d4 come to a total


def wakes(roll, *, turn):
    """Whether somebody who has slept through this turn wakes at its end, after a sleep of 4d4 turns."""
    over = WAYS[turn]
    longer = sum(ways for total, ways in WAYS.items() if total > turn)
    return roll.draw({True: over, False: longer})


def still_asleep(roll, *, sleepers, turn):
    """How many of so many sleep on, each for as long as his own dice say."""
    if sleepers == 0:
        return 0
    awake = roll.part(wakes, turn=turn)
    return (0 if awake else 1) + roll.part(still_asleep, sleepers=sleepers - 1, turn=turn)


def slaying_turn(roll, state, p):
    """A turn: the killers kill, then the sleep may end."""
    turn, asleep, killed = state
    turn += 1
    if turn >= p.first_turn:
        dead = min(p.killers, asleep)
        asleep, killed = asleep - dead, killed + dead
    if p.sleep_duration_roll == "per_model":
        asleep = roll.part(still_asleep, sleepers=asleep, turn=turn)
    elif roll.part(wakes, turn=turn):
        asleep = 0
    return turn, asleep, killed


SLEEP_AND_SLAY = Process(
    start=lambda p: (0, p.sleepers, 0),
    turn=slaying_turn,
    outcome=lambda state, turns_done, p: None if state[1] else state[2],
    limit=lambda p: 16,  # nobody sleeps longer
    unfinished=lambda state, p: None,  # so there is no such state
)
