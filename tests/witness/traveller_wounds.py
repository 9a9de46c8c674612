"""Traveller reference sheet, played with dice: hits, an attack, what a wound leaves, and waking up."""

from .params import chosen
from .traveller_turns import BODY, RULINGS, after_wound, body, throw, wound, zeros

MINUTES = {"minor": 0, "unconscious": 10, "serious": 180, "dead": "dead"}


def hits_of(roll, *, attacks, dm):
    """How many of several throws hit."""
    before = roll.part(hits_of, attacks=attacks - 1, dm=dm) if attacks > 1 else 0
    return before + roll.part(throw, dice="to_hit", needed=8, dm=dm)


def hits(roll, p):
    """How many of several equal throws hit."""
    return hits_of(roll, attacks=p.attacks, dm=p.dm)


def wounded_values(roll, p):
    """The three values after one wound."""
    values = body(p, "")
    if p.first_wound and zeros(values) or zeros(values) == len(BODY):
        raise ValueError("wounded before, or dead already")
    how = {"first_wound": p.first_wound, "wound_dice": p.wound_dice, **chosen(p, RULINGS)}
    return tuple(roll.part(after_wound, values=values, **how))


def attack(roll, p):
    """A throw to hit and the wound."""
    wounded = wound(roll, p)  # thrown in any case, so that values which contradict each other never pass
    return wounded if roll.part(throw, dice="to_hit", needed=8, dm=p.dm) else "miss"


def minutes_out(roll, p):
    """How long he is unconscious."""
    return MINUTES[wound(roll, p)]


def waking_value(roll, p):
    """One characteristic when he wakes up; no dice."""
    if p.wounded > p.full:
        raise ValueError("more than unwounded")
    if p.condition == "minor":
        if p.wounded == 0:
            raise ValueError("a minor wound takes nothing to 0")
        return p.wounded
    if p.condition == "serious":
        return max(1, p.wounded)
    return (p.full + p.wounded) // 2
