"""Lines of dice at random, each with how it is played die by die: written without the package.

A play takes ``throw``, which gives one of some faces, and the dice that have names; ``chances`` follows all ways.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, lcm, prod
from typing import NamedTuple

DICE = {
    "d2": (1, 2), "d3": (1, 2, 3), "d4": (1, 2, 3, 4), "d6": tuple(range(1, 7)), "d8": tuple(range(1, 9)),
    "dF": (-1, 0, 1), "d{1,1,2,3}": (1, 1, 2, 3), "d{-2,0,3}": (-2, 0, 3),
}  # fmt: skip
OPS = {
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b,
}  # fmt: skip
CHOICE, EITHER, BOTH, DENIED, COMPARED, ADDED, MULTIPLIED, ALONE = range(8)  # how firmly a line holds together


class Line(NamedTuple):
    """A line and how it is played.

    firm : parts that are looser than what stands round them need brackets.
    dice : can it be read as dice, one by one?
    """

    text: str
    play: Callable
    firm: int = ALONE
    is_test: bool = False
    dice: bool = False


class Ways(NamedTuple):
    """What may come, each with its weight out of ``of`` and in how many ways."""

    each: tuple
    of: int


class TooManyWaysError(Exception):
    """There are more than are followed."""


@cache
def alike(faces, count):
    """Faces of so many dice alike, in whatever order."""
    each = []
    for places in combinations_with_replacement(range(len(faces)), count):
        orders = factorial(count) // prod(map(factorial, Counter(places).values()))
        each.append((tuple(faces[place] for place in places), orders, orders))
    return Ways(tuple(each), len(faces) ** count)


def followed(play, most, courses):
    """All that a play may come to; what is thrown as a whole is one course for each outcome."""
    weights, ways, path, number = Counter(), Counter(), [], 0
    while number == 0 or path:
        at = 0

        def throw(faces):
            nonlocal at
            if at == len(path):
                path.append([0, faces if isinstance(faces, Ways) else alike(faces, 1)])
            at += 1
            place, several = path[at - 1]
            came = several.each[place][0]
            return came if isinstance(faces, Ways) else came[0]

        outcome = play(throw, {})
        here = [several.each[place] for place, several in path]
        weights[outcome, prod(several.of for _, several in path)] += prod(weight for _, weight, _ in here)
        ways[outcome] += prod(times for _, _, times in here)
        number += 1
        if number > courses or ways.total() > most:
            raise TooManyWaysError
        while path and path[-1][0] + 1 == len(path[-1][1].each):
            path.pop()
        if path:
            path[-1][0] += 1
    whole, shares = lcm(*(of for _, of in weights)), Counter()
    for (outcome, of), weight in weights.items():
        shares[outcome] += weight * (whole // of)
    return Ways(tuple((outcome, weight, ways[outcome]) for outcome, weight in shares.items()), whole)


def chances(play, most, courses=10**6):
    """Each outcome with its chance, from all ways; ``None`` where there are more than ``most``, or so many courses. A
    yes or no is a bool.

    Throws in which a play gives ``None`` do not count.
    """
    try:
        ways = followed(play, most, courses)
    except TooManyWaysError:
        return None
    each = {said(outcome): weight for outcome, weight, _ in ways.each if outcome is not None}
    return {outcome: Fraction(weight, sum(each.values())) for outcome, weight in each.items()}


def said(outcome):
    """An outcome as an answer has it."""
    if isinstance(outcome, tuple):
        return tuple(map(said, outcome))
    return ("no", "yes")[outcome] if isinstance(outcome, bool) else outcome


# Dice ----------------------------------------------------------------------------------------------------------------


def some_faces(rng, faces, all_of_them=False):
    """Words for some faces of a die, and which they are; never all of them, nor none."""
    kinds = sorted(set(faces))
    while True:
        face = rng.choice(kinds)
        text, those = rng.choice([
            (f"{face}" if face > 0 else f"{{{face}}}", {face}),
            (f"{face} or more" if face > 0 else f">= {face}", {one for one in kinds if one >= face}),
            (f"{face} or less" if face > 0 else f"<= {face}", {one for one in kinds if one <= face}),
            (f"!= {face}", {one for one in kinds if one != face}) if face >= 0 else (f"{{{face}}}", {face}),
        ])  # fmt: skip
        if all_of_them or len(those) < len(kinds):
            return text, those


class Throw:
    """Dice thrown together, and all that is done with them, in the order in which it is said."""

    def __init__(self, rng, most=4):
        self.count, self.name = rng.randrange(0 if rng.random() < 0.1 else 1, most + 1), rng.choice(list(DICE))
        self.faces = DICE[self.name]
        self.words, self.done, self.counts = [], [], None
        self.floor, self.ceiling = -99, 99
        if rng.random() < 0.1:
            self.floor = rng.randrange(1, 4)
            self.words.append(f"min {self.floor}")
        if rng.random() < 0.1:
            self.ceiling = rng.randrange(max(1, self.floor), 5)
            self.words.append(f"max {self.ceiling}")
        kinds = rng.sample(["reroll", "explode", "keep"], rng.choice([0, 0, 1, 1, 2, 3]))
        if kinds[:1] == ["explode"] and kinds[1:2] == ["keep"] and "reroll" in kinds:
            kinds.remove("reroll")  # the dice that are kept have come to their sum
        for kind in kinds:
            getattr(self, kind)(rng)
        if rng.random() < 0.3:
            self.count_them(rng)
        self.text = " ".join([f"{'' if self.count == 1 else self.count}{self.name}", *self.words])

    def reroll(self, rng):
        text, those = some_faces(rng, self.faces)
        most = rng.choice([None, 1, 2])
        self.words.append(f"reroll {text}{ {None: '', 1: ' once', 2: ' at most 2 times'}[most] }")
        self.done.append(("reroll", those, most))

    def explode(self, rng):
        text, those = some_faces(rng, self.faces)
        most, word, less = rng.choice([1, 1, 2]), "explode", 0
        if rng.random() < 0.4:
            word, less = rng.choice([("compound", 0), ("penetrate", 1)])
        self.words.append(f"{word} on {text} at most {most} times")
        self.done.append(("explode", those, most, less, word == "compound"))

    def keep(self, rng):
        if self.count < 2:
            return
        low = rng.randrange(self.count)
        high = rng.randrange(self.count - low)
        kept = self.count - low - high
        if not low + high:
            return
        if low and high:
            text = f"drop lowest {low} drop highest {high}"
        elif low:
            text = rng.choice([f"keep {kept}", f"kh{kept}", f"drop lowest {low}", f"dl{low}"])
        else:
            text = rng.choice([f"keep lowest {kept}", f"kl{kept}", f"dh{high}", f"drop highest {high}"])
        self.words.append(text)
        self.done.append(("keep", low, self.count - high))

    def count_them(self, rng):
        text, those = some_faces(rng, self.faces, all_of_them=True)
        worth, more = dict.fromkeys(those, 1), ""
        if rng.random() < 0.4:
            face = rng.choice(sorted(set(self.faces)))
            if face > 0:
                worth[face], more = (2, f", {face}s twice") if face in those else (-1, f", {face}s taken off")
        self.words.append(f"count {text}{more}")
        self.counts = text, worth

    def worth(self, number):
        """What a number counts, which an explosion may have made one that no face shows."""
        text, worth = self.counts
        if number in worth:
            return worth[number]
        bound = int(text.split()[-1].strip("{}")) if text.split()[-1].strip("{}").lstrip("-").isdigit() else None
        if text.endswith("or more") or text.startswith(">="):
            return int(number >= (int(text.split()[0]) if bound is None else bound))
        if text.endswith("or less") or text.startswith("<="):
            return int(number <= (int(text.split()[0]) if bound is None else bound))
        return int(text.startswith("!=") and number != bound)

    def again(self, throw, die, those, most):
        """A die is rolled again while it shows these."""
        if most is None and die[-1] in those:
            die[-1] = throw(tuple(face for face in self.faces if face not in those))
        for _ in range(most or 0):
            if die[-1] in those:
                die[-1] = throw(self.faces)

    def numbers(self, die, less):
        first, *others = (min(max(face, self.floor), self.ceiling) for face in die)
        return [first, *(face - less for face in others)]

    def dice(self, throw):
        """What each die has come to that counts, each with the numbers that are counted."""
        dice = [[face] for face in throw(alike(self.faces, self.count))]
        less, apart = 0, True
        for at, (kind, *how) in enumerate(self.done):
            after = self.done[at + 1] if at + 1 < len(self.done) else ("",)
            before = self.done[at - 1][0] if at else ""
            if kind == "reroll" and before != "explode":
                for die in dice:
                    self.again(throw, die, *how)
            elif kind == "explode":
                those, most, less, compound = how
                apart = not compound
                for die in dice:
                    if after[0] == "reroll":
                        self.again(throw, die, *after[1:])
                    for _ in range(most):
                        if die[-1] in those:
                            die.append(throw(self.faces))
                            if after[0] == "reroll":
                                self.again(throw, die, *after[1:])
                        else:
                            break
            elif kind == "keep":
                dice = sorted(dice, key=lambda die: (sum(self.numbers(die, less)), die[-1]))[how[0] : how[1]]
                if less or any(len(die) > 1 for die in dice) or any(one[0] == "explode" for one in self.done[:at]):
                    dice, apart = [self.numbers(die, less) for die in dice], False
                    return [(sum(die), [sum(die)]) for die in dice]
        each = [self.numbers(die, less) for die in dice]
        return [(sum(die), die if apart else [sum(die)]) for die in each]

    def play(self, throw, named):
        dice = self.dice(throw)
        if self.counts:
            return sum(self.worth(number) for _, each in dice for number in each)
        return sum(number for number, _ in dice)


# Lines ---------------------------------------------------------------------------------------------------------------


class Lines:
    """Draws lines.

    most, courses : ways of a line, and how many of them are followed one by one.
    """

    def __init__(self, rng, most=1_500, courses=1_500):
        self.rng, self.free, self.rolls = rng, iter("abcdefgh"), {}
        self.most, self.courses = most, courses

    def draw(self):
        """A whole line."""
        rng = self.rng
        self.free = iter("abcdefgh")
        kind = rng.random()
        if kind < 0.15:
            return self.named_roll()
        line = self.test(2, ()) if kind < 0.35 else self.number(2, ())
        if rng.random() < 0.1:
            return Line(line.text.replace("and", "AND").replace(" ", "  "), line.play, is_test=line.is_test)
        return line

    def within(self, line, firm):
        """It, in brackets where it would be torn apart."""
        if line.firm < firm or self.rng.random() < 0.1:
            return f"({line.text})"
        return line.text

    def closed(self, line, known=()):
        """A part of a line that hangs on no name is followed once, and thrown as a whole."""
        kept = []

        def play(throw, named):
            if not kept:
                kept.append(followed(line.play, self.most, self.courses))
            return throw(kept[0])

        return line if known or self.rolls else line._replace(play=play)

    def pool(self):
        one = Throw(self.rng, 3 if self.most < 10_000 else 6)
        return self.closed(Line(one.text, one.play, ALONE if not one.words else CHOICE, dice=not one.words))

    def constant(self):
        number = self.rng.randrange(0, 9)
        return Line(str(number), lambda throw, named: number)

    def number(self, depth, known):
        return self.closed(self.any_number(depth, known), known)

    def any_number(self, depth, known):
        rng = self.rng
        if self.rolls and (depth == 0 or rng.random() < 0.4):
            return self.asked()
        if known and rng.random() < 0.3:
            name = rng.choice(known)
            return Line(name, lambda throw, named: named[name])
        if depth == 0 or rng.random() < 0.15:
            return self.pool() if rng.random() < 0.8 else self.constant()
        made = rng.choice([
            self.added, self.added, self.product, self.quotient, self.rest, self.absolute, self.extreme, self.best,
            self.often, self.as_often, self.choice, self.choice, self.bound, self.unlike, self.times_a_test, self.pool,
        ])  # fmt: skip
        return made(depth - 1, known) if made != self.pool else made()

    def added(self, depth, known):
        one, other, sign = self.number(depth, known), self.number(depth, known), self.rng.choice([1, -1])
        text = f"{self.within(one, ADDED)} {'+' if sign > 0 else '-'} {self.within(other, MULTIPLIED)}"
        return Line(text, lambda throw, named: one.play(throw, named) + sign * other.play(throw, named), ADDED)

    def product(self, depth, known):
        one, other = self.number(depth, known), self.number(depth, known)
        text = f"{self.within(one, MULTIPLIED)} * {self.within(other, ALONE)}"
        return Line(text, lambda throw, named: one.play(throw, named) * other.play(throw, named), MULTIPLIED)

    def quotient(self, depth, known):
        one, by = self.number(depth, known), self.rng.randrange(1, 5)
        way = self.rng.choice(["up", "down", "half up"])
        text = f"{self.within(one, MULTIPLIED)} / {by} round {way}"
        rounds = {"up": lambda x: -(-x // by), "down": lambda x: x // by, "half up": lambda x: (2 * x + by) // (2 * by)}
        return Line(text, lambda throw, named: rounds[way](one.play(throw, named)), MULTIPLIED)

    def rest(self, depth, known):
        one, by = self.number(depth, known), self.rng.randrange(1, 5)
        return Line(
            f"{self.within(one, MULTIPLIED)} mod {by}", lambda throw, named: one.play(throw, named) % by, MULTIPLIED
        )

    def absolute(self, depth, known):
        one = self.number(depth, known)
        return Line(f"abs({one.text})", lambda throw, named: abs(one.play(throw, named)))

    def extreme(self, depth, known):
        several = [self.number(depth, known) for _ in range(self.rng.choice([2, 2, 3]))]
        word, choose = self.rng.choice([("max", max), ("min", min)])
        text = f"{word}({', '.join(self.within(one, EITHER) for one in several)})"
        return Line(text, lambda throw, named: choose([one.play(throw, named) for one in several]))

    def best(self, depth, known):
        one, times, word = self.number(depth, known), self.rng.choice([2, 3]), self.rng.choice(["best", "worst"])
        place = self.rng.randrange(1, times + 1)
        order = {1: "", 2: self.rng.choice(["2nd ", "second "]), 3: "3rd "}[place]

        def play(throw, named):
            return sorted([one.play(throw, named) for _ in range(times)], reverse=word == "best")[place - 1]

        return Line(f"{order}{word} of {times} ({one.text})", play)

    def often(self, depth, known):
        one, times = self.number(depth, known), self.rng.choice([1, 2, 3])
        text = f"repeat {times} times ({one.text})"
        return Line(text, lambda throw, named: sum(one.play(throw, named) for _ in range(times)), CHOICE)

    def as_often(self, depth, known):
        times, name = self.rng.choice(["d2", "d3"]), self.rng.choice(list(DICE))
        faces = DICE[name]
        return Line(
            f"({times}){name}", lambda throw, named: sum([throw(faces) for _ in range(throw(DICE[times]))]), MULTIPLIED
        )

    def choice(self, depth, known):
        condition, then, other = self.test(depth, known), self.number(depth, known), self.number(depth, known)
        text = f"if {self.within(condition, EITHER)} then {self.within(then, EITHER)}"
        if self.rng.random() < 0.3:
            return Line(
                text, lambda throw, named: then.play(throw, named) if condition.play(throw, named) else 0, CHOICE
            )

        def play(throw, named):
            return then.play(throw, named) if condition.play(throw, named) else other.play(throw, named)

        return Line(f"{text} else {self.within(other, EITHER)}", play, CHOICE)

    def bound(self, depth, known):
        name, value = next(self.free, None), self.number(depth, known)
        if name is None:
            return value
        body = self.number(depth, (*known, name))
        end = self.rng.choice([":", ";"])
        text = f"({name} = {self.within(value, EITHER)}{end} {body.text})"
        return Line(text, lambda throw, named: body.play(throw, {**named, name: value.play(throw, named)}))

    def unlike(self, depth, known):
        names = self.rng.sample(["d2", "d3", "d4", "d6"], self.rng.choice([2, 3]))
        if self.rng.random() < 0.4:
            number = self.rng.randrange(1, 5)
            return Line(
                f"({{{', '.join(names)}}} count {number} or more)",
                lambda throw, named: sum(throw(DICE[name]) >= number for name in names),
            )
        kept, (side, first) = self.rng.randrange(1, len(names)), self.rng.choice([("highest", True), ("lowest", False)])
        text = f"({{{', '.join(names)}}} keep {side} {kept})"
        return Line(text, lambda throw, named: sum(sorted([throw(DICE[name]) for name in names], reverse=first)[:kept]))

    def times_a_test(self, depth, known):
        one, times = self.test(depth, known), self.rng.choice([2, 3])
        return Line(
            f"{times} times ({one.text})",
            lambda throw, named: sum(bool(one.play(throw, named)) for _ in range(times)),
            ADDED,
        )

    # Yes or no

    def test(self, depth, known):
        return self.closed(self.any_test(depth, known), known)

    def any_test(self, depth, known):
        rng = self.rng
        if self.rolls and rng.random() < 0.2:
            return self.asked(test=True)
        kind = rng.random() if depth else 0.5
        if kind < 0.15:
            one = self.test(depth - 1, known)
            return Line(
                f"not {self.within(one, DENIED)}", lambda throw, named: not one.play(throw, named), DENIED, True
            )
        if kind < 0.35:
            one, other, word = self.test(depth - 1, known), self.test(depth - 1, known), rng.choice(["and", "or"])
            firm = BOTH if word == "and" else EITHER

            def play(throw, named):
                holds = [bool(one.play(throw, named)), bool(other.play(throw, named))]
                return all(holds) if word == "and" else any(holds)

            return Line(f"{self.within(one, firm + 1)} {word} {self.within(other, firm + 1)}", play, firm, True)
        if kind < 0.42:
            count, face, least = rng.randrange(1, 4), rng.randrange(1, 7), rng.randrange(1, 3)
            text = f"{count}d6 at least {least} {face}s"
            return Line(
                f"({text})", lambda throw, named: sum(throw(DICE["d6"]) == face for _ in range(count)) >= least,
                is_test=True,
            )  # fmt: skip
        if kind < 0.48:
            count, number, word = rng.randrange(1, 4), rng.randrange(1, 12), rng.choice(["or more", "or less"])

            def reached(throw, named):
                total = sum([throw(DICE["d4"]) for _ in range(count)])
                return total >= number if word == "or more" else total <= number

            return Line(f"({number} {word} on {count}d4)", reached, is_test=True)
        return self.compared(depth, known)

    def compared(self, depth, known):
        rng = self.rng
        one, other, op = self.number(max(depth - 1, 0), known), self.number(0, known), rng.choice(list(OPS))
        first = f"({one.text})" if one.dice else self.within(one, ADDED)
        if rng.random() < 0.15:
            low = rng.randrange(0, 8)
            high = low + rng.randrange(0, 6)

            def lies_between(throw, named):
                return low <= one.play(throw, named) <= high

            return Line(f"{first} between {low} and {high}", lies_between, COMPARED, True)

        def holds(throw, named):
            return OPS[op](one.play(throw, named), other.play(throw, named))

        return Line(f"{first} {op} {self.within(other, ADDED)}", holds, COMPARED, True)

    # Rolls with a name

    def named_roll(self):
        """What is asked of one roll, or of several, and often of those throws alone in which something holds."""
        rng = self.rng
        for name in "pqr"[: rng.choice([1, 1, 2, 3])]:
            dice = [
                rng.choice(["d2", "d3", "d4", "d6"]) for _ in range(rng.randrange(1, 5 if self.most < 10_000 else 8))
            ]
            dice = dice[:1] * len(dice) if rng.random() < 0.6 else sorted(dice)
            while (
                len(dice) > 1
                and prod(len(DICE[die]) for roll in (*self.rolls.values(), dice) for die in roll) > self.most
            ):
                dice.pop()
            self.rolls[name] = dice
        rolls = dict(self.rolls)
        if rng.random() < 0.3:
            answers = [self.asked(rng.random() < 0.3) for _ in range(2)]
        else:
            answers = [rng.choice([self.number, self.test])(2, ())]
        texts = [
            f"{name} = {' + '.join(f'{n}{die}' for die, n in Counter(dice).items())}: " for name, dice in rolls.items()
        ]
        condition = self.compared(1, ()) if rng.random() < 0.3 and len(answers) > 1 else None
        self.rolls = {}

        def play(throw, named):
            at = {
                name: sorted(face for die, n in Counter(dice).items() for face in throw(alike(DICE[die], n)))
                for name, dice in rolls.items()
            }
            values = tuple(answer.play(throw, at) for answer in answers)
            if condition and not condition.play(throw, at):
                return None
            return values if len(values) > 1 else values[0]

        text = "".join(texts) + ", ".join(answer.text for answer in answers)
        return Line(text + (f" given {condition.text}" if condition else ""), play, is_test=answers[0].is_test)

    def asked(self, test=False):
        """What is read off one of the rolls; of its dice in order."""
        rng = self.rng
        name = rng.choice(sorted(self.rolls))
        sides = max(len(DICE[die]) for die in self.rolls[name])
        text, those = some_faces(rng, range(1, sides + 1), all_of_them=True)
        others = [one for one in self.rolls if one != name]
        if others and rng.random() < 0.4:
            other, matched = rng.choice(others), not test and rng.random() < 0.3
            if matched:
                return Line(
                    f"({name} matches {other})",
                    lambda throw, named: len(named[name]) - len(left(named[name], named[other])),
                )
            kept, of = f"without {other}", lambda named: left(named[name], named[other])
            one = rng.choice([("", list), (" highest", lambda dice: dice[-1:]), (" lowest", lambda dice: dice[:1])])
            kept, some = kept + one[0] * (not test), one[1] if not test else list
        else:
            (kept, some), of = self.kept(len(self.rolls[name])), lambda named: named[name]
        sums = [
            *[("", sum)] * 2, *[(f"count {text}", lambda dice: sum(one in those for one in dice))] * 2,
            (f"count {text}, {sides + 1}s twice", lambda dice: sum(one in those for one in dice)),
        ]  # fmt: skip
        if test:
            sums = [
                ("all different", lambda dice: len(set(dice)) == len(dice)),
                ("any pair", lambda dice: len(set(dice)) < len(dice)),
            ]
        elif not kept.startswith("without") or kept.endswith(other):
            sums += [
                ("pairs", pairs), ("sets of 2", sets), ("largest set", largest), ("face of the largest set", face),
                ("longest run", run), ("different faces", lambda dice: len(set(dice))),
            ]  # fmt: skip
        ask, by = rng.choice(sums)
        return Line(f"({name} {kept} {ask})", lambda throw, named: by(some(of(named))), is_test=test)

    def kept(self, count):
        """Some of the dice."""
        number = self.rng.randrange(1, count + 1)
        return self.rng.choice(
            [
                ("", list), (f"keep highest {number}", lambda dice: dice[count - number :]),
                (f"keep lowest {number}", lambda dice: dice[:number]),
                *[("drop lowest", lambda dice: dice[1:]), ("2nd highest", lambda dice: dice[-2:-1])] * (count > 1),
                *[("drop lowest drop highest", lambda dice: dice[1:-1])] * (count > 2),
            ]
        )  # fmt: skip


# What is read off dice ------------------------------------------------------------------------------------------------


def pairs(dice):
    return sum(times // 2 for times in Counter(dice).values())


def sets(dice, least=2):
    return sum(times >= least for times in Counter(dice).values())


def largest(dice):
    return max(Counter(dice).values(), default=0)


def face(dice):
    """The highest face of those that most dice show."""
    return max(dice, key=lambda one: (dice.count(one), one), default=0)


def run(dice):
    """The most faces in a row."""
    return max((next(n for n in range(1, 99) if one + n not in dice) for one in dice), default=0)


def left(dice, others):
    """The dice that others do not cancel, one for one."""
    return sorted((Counter(dice) - Counter(others)).elements())
