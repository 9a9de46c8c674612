"""Fights played die by die, from a description of Python's own: the witness of those that a game's file tells."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod

FOE = {"a": "b", "b": "a"}
CHECKS = """
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import each, total
from rencounter_kit.workbook.mechanics.ready_dice import reach

NEEDED = total("to hit ({dice.strike})", each("strike.skill", "skill"), each("strike.armor", "armor"), each("strike.hurt", "hurt"))


def strike_dice(throw, r, dm):
    def on(face):
        over = face + dm - r["strike.needed"]
        return "grave" if over >= 2 else "hit" if over >= 0 else "miss"
    return throw("to hit", r.dice("strike"), on)


def who(throw, r, quick, other_quick):
    return throw("A", r.dice("first"), lambda a: throw("B", r.dice("first"), lambda b: (
        "own" if a + quick > b + other_quick else "foe" if a + quick < b + other_quick else "tie")))


WORDS = dict(source="Fights")
CHECKS = (
    Check("ford.strike", "Does it hit?", parameters="skill armor hurt", targets={"dm": NEEDED}, dice=strike_dice,
          outcomes=("miss", "hit", "grave"), **WORDS),
    Check("ford.harm", "How much does it do?", parameters="armor",
          dice=lambda throw, r, armor: throw("harm", r.dice("harm"), lambda face: face - 1 - armor), **WORDS),
    Check("ford.first", "Who is first?", parameters="quick other_quick", dice=who, outcomes=("own", "foe", "tie"), **WORDS),
)
"""  # noqa: E501
FILE = """
[book]
title = "The Ford"

[strike]
source = "Fights"
needed = { value = 4, threshold = true }
skill = { value = 1, label = "skill" }
armor = { value = -1, label = "armour" }
hurt = { value = -1, label = "wound" }
grave = 2

[dice]
source = "Fights"
strike = "d6"
harm = "d3"
first = "d2"

[asks]
skill = { help = "Skill.", from = 0, to = 3 }
armor = { help = "Armour.", from = 0, to = 3 }
hurt = { help = "Wounds.", from = 0, to = 40 }
quick = { help = "How quick.", from = 0, to = 40 }
other_quick = { help = "How quick the other is.", from = 0, to = 40 }
fog = { help = "There is fog." }
begins = { help = "Who begins.", choices = ["a", "b", "random", "together"] }
rounds = { help = "Rounds at most.", from = 0, to = 200 }

[asks.man]
sides = { a = "figure", b = "target" }
skill = { help = "Skill of {side}.", from = 0, to = 3 }
armor = { help = "Armour of {side}.", from = 0, to = 3 }
wounds = { help = "What {side} can take.", from = 1, to = 12, default = 3 }
men = { help = "Men of {side}.", from = 1, to = 4 }
"""
ASKS = "man.* fog begins rounds"


def toml(value) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def written(fight: dict, name: str = "duel") -> str:
    """A fight as it stands in the file."""
    lines = {"title": "Who wins?", "source": "Fights", **fight}
    return f"\n[fight.{name}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in lines.items())


class Witness:
    """One fight with what was said, followed with fractions."""

    def __init__(self, fight: dict, params: dict, needed: int = 4) -> None:
        self.fight, self.p, self.needed = fight, params, needed
        self.each = {side: self.meant(fight["lasts"], side, None) for side in FOE}
        self.men = {side: self.meant(fight.get("men", 1), side, None) for side in FOE}

    def whole(self, side):
        return self.each[side] * self.men[side]

    def standing(self, side, left):
        return (left + self.each[side] - 1) // self.each[side]

    def meant(self, word, side, left):
        """What a word of the file means for a side."""
        if not isinstance(word, str) or word in ("man", "all"):
            return word
        if word.startswith("foe."):
            return self.meant(word[4:], FOE[side], left)
        if word == "lost":
            return self.whole(side) - left[side]
        if word == "left":
            return left[side]
        if word == "men" and left is not None:
            return self.standing(side, left[side])
        if word == "strike.grave":
            return 2
        return self.p.get(f"{side}_{word}", self.p.get(word))

    def dice(self, act, side, left):
        """What the check of an act comes to, each way with its chance."""
        own = {"skill": "skill", "armor": "armor"}
        values = {"skill": 0, "armor": 0, "hurt": 0, "quick": 0, "other_quick": 0}
        values |= {name: self.meant(word, side, left) for name, word in own.items()}
        values |= {name: self.meant(word, side, left) for name, word in act.get("with", {}).items()}
        if act["check"] == "strike":
            for face in range(1, 7):
                over = face + values["skill"] - values["armor"] - values["hurt"] - self.needed
                yield "grave" if over >= 2 else "hit" if over >= 0 else "miss", Fraction(1, 6)
        elif act["check"] == "harm":
            for face in (1, 2, 3):
                yield face - 1 - values["armor"], Fraction(1, 3)
        else:
            for a, b in product((1, 2), repeat=2):
                ahead = a + values["quick"] - b - values["other_quick"]
                yield "own" if ahead > 0 else "foe" if ahead < 0 else "tie", Fraction(1, 4)

    def cost(self, act, key, outcome, side):
        harm = act.get(key, {})
        return outcome if harm == "number" else self.meant(harm.get(outcome, 0), side, None)

    def less(self, side, left, cost):
        if cost == "all":
            return 0
        hurt = left - (self.standing(side, left) - 1) * self.each[side]  # what he who is hurt can still take
        return left - hurt if cost == "man" else left - max(0, min(cost, hurt))

    def acted(self, act, side, start):
        """All that a side's men do, from what both have left."""
        foe = FOE[side]
        ways = {(start["a"], start["b"]): Fraction(1)}
        for _ in range(
            self.meant(act.get("times", 1), side, None) * (1 if act.get("once") else self.standing(side, start[side]))
        ):
            after = defaultdict(Fraction)
            for state, p in ways.items():
                left = dict(zip("ab", state, strict=True))
                when = act.get("when", [])
                if not all(state) or not all(
                    self.meant(w, side, left) for w in ([when] if isinstance(when, str) else when)
                ):
                    after[state] += p
                    continue
                for outcome, chance in self.dice(act, side, left):
                    now = {
                        foe: self.less(foe, left[foe], self.cost(act, "takes", outcome, side)),
                        side: self.less(side, left[side], self.cost(act, "loses", outcome, side)),
                    }
                    after[now["a"], now["b"]] += p * chance
            ways = after
        return ways

    def men_left(self, side, left):
        """What each man can still take, the last one first."""
        return [min(max(left - place * self.each[side], 0), self.each[side]) for place in range(self.men[side])]

    def from_all(self, side, start, after):
        """What is left of a side to which several things are done at once: of each man what all of them
        leave together.
        """
        stood, every = self.men_left(side, start), [self.men_left(side, left) for left in after]
        return sum(max(0, had - sum(had - one[man] for one in every)) for man, had in enumerate(stood))

    def turn(self, ways, first):
        """One turn of all acts."""
        for act in self.fight["acts"]:
            sides = {"a": "a", "b": "b"}.get(act["by"], "ba" if first == "b" else "ab")
            both = act["by"] == "together" or (first == "together" and len(sides) == 2)
            for some in [sides] if both else sides:
                after = defaultdict(Fraction)
                for state, p in ways.items():
                    left = dict(zip("ab", state, strict=True))
                    if not all(state):
                        after[state] += p
                        continue
                    for all_of in product(*[self.acted(act, side, left).items() for side in some]):
                        came, chances = zip(*all_of, strict=True)
                        now = [
                            self.from_all(side, left[side], each)
                            for side, each in zip("ab", zip(*came, strict=True), strict=True)
                        ]
                        after[tuple(now)] += p * prod(chances)
                ways = after
        return ways

    def after(self, turns: int) -> dict:
        """How it stands after so many turns: the chance of each way to end, and of none."""
        first = self.fight.get("first", "a")
        once = isinstance(first, dict) and first.get("once")
        begin = {side: self.whole(side) for side in FOE}
        orders = self.orders(first, begin)
        ends = defaultdict(Fraction)
        for order, chance in (orders if once or not isinstance(first, dict) else {None: Fraction(1)}).items():
            ways = {(begin["a"], begin["b"]): chance}
            for _ in range(turns):
                after = defaultdict(Fraction)
                for state, p in ways.items():
                    left = dict(zip("ab", state, strict=True))
                    now = (
                        {order: Fraction(1)}
                        if order
                        else self.orders(first, left)
                        if all(state)
                        else {"a": Fraction(1)}
                    )
                    for who, part in now.items():
                        for later, share in self.turn({state: p * part}, who).items():
                            after[later] += share
                ways = after
            for (a, b), p in ways.items():
                ends["undecided" if a and b else "a_wins" if a else "b_wins" if b else "both_down"] += p
        return {end: p for end, p in ends.items() if p}

    def orders(self, first, left):
        """Who is first, with the chances."""
        if isinstance(first, dict):
            orders_by_chance = defaultdict(Fraction)
            for outcome, p in self.dice(first, "a", left):
                orders_by_chance[next(who for who in ("a", "b", "together") if outcome in first.get(who, []))] += p
            return orders_by_chance
        first = self.p.get(first, first)
        return {"a": Fraction(1, 2), "b": Fraction(1, 2)} if first == "random" else {first: Fraction(1)}
