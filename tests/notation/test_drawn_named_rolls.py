"""Lines with named rolls, drawn at random, each with its meaning in plain Python: all faces say what comes of them."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.notation.reading import read
from tests.notation.test_named_rolls import face, largest, left, pairs, run, sets
from tests.notation.test_roll import UNLIKELY, probability
from tests.situations import tries

LINES = tries(40, 20_000)
THROWN = tries(4, 300)
MOST_WAYS = 1_500


def faces_of(rng):
    """Faces that are counted: as they are written, and which they are."""
    one, other = rng.randint(1, 4), rng.randint(1, 6)
    return rng.choice(
        [
            (f"{one}s", lambda faces: faces == one),
            (f"{one}+", lambda faces: faces >= one),
            (f"{one} or less", lambda faces: faces <= one),
            (f"{min(one, other)} or {max(one, other)}", lambda faces: faces in (one, other)),
            (f"!= {one}", lambda faces: faces != one),
        ]
    )


def some_of(rng, dice):
    """Dice that are kept: as it is written, and which they are."""
    number = rng.randint(1, dice)
    return rng.choice(
        [
            ("", sorted),
            (f"keep highest {number}", lambda faces: sorted(faces)[dice - number :]),
            (f"keep lowest {number}", lambda faces: sorted(faces)[:number]),
            ("highest", lambda faces: sorted(faces)[-1:]),
            ("lowest", lambda faces: sorted(faces)[:1]),
            *([("drop lowest", lambda faces: sorted(faces)[1:])] if dice > 1 else []),
            *([("2nd highest", lambda faces: sorted(faces)[-2:-1])] if dice > 1 else []),
            *([("drop lowest drop highest", lambda faces: sorted(faces)[1:-1])] if dice > 2 else []),
        ]
    )


def reading(rng, rolls):
    """What is read off one of the rolls, as it is written and as a function of them; a yes or no is a bool."""
    name = rng.choice(sorted(rolls))
    others = [one for one in rolls if one != name]
    if others and rng.random() < 0.3:
        other = rng.choice(others)
        counted, is_one = faces_of(rng)
        return rng.choice(
            [
                (f"({name} matches {other})", lambda at: len(at[name]) - len(left(at[name], at[other]))),
                (f"({name} without {other})", lambda at: sum(left(at[name], at[other]))),
                (f"({name} without {other} highest)", lambda at: max(left(at[name], at[other]), default=0)),
                (f"({name} without {other} lowest)", lambda at: min(left(at[name], at[other]), default=0)),
                (f"({name} without {other} pairs)", lambda at: pairs(left(at[name], at[other]))),
                (f"({name} without {other} count {counted})", lambda at: sum(map(is_one, left(at[name], at[other])))),
            ]
        )
    kept, of = some_of(rng, rolls[name])
    counted, is_one = faces_of(rng)
    least = rng.randint(1, 3)
    condition, by = rng.choice(
        [
            ("", sum), ("", sum), (f"count {counted}", lambda dice: sum(map(is_one, dice))),
            (f"count {counted}", lambda dice: sum(map(is_one, dice))), ("pairs", pairs),
            (f"sets of {least}", lambda dice: sets(dice, least)), ("largest set", largest),
            ("face of the largest set", face), ("different faces", lambda dice: len(set(dice))), ("longest run", run),
            ("all different", lambda dice: len(set(dice)) == len(dice)),
            ("any pair", lambda dice: len(set(dice)) < len(dice)),
        ]
    )  # fmt: skip
    return f"({name} {kept} {condition})", lambda at: by(of(at[name]))


def number(rng, rolls, deep=2):
    """A number that hangs on the rolls."""
    if deep == 0 or rng.random() < 0.3:
        while (condition := reading(rng, rolls))[0].split()[-1] in ("different)", "pair)"):
            pass
        return condition
    (one, f), (other, g) = number(rng, rolls, deep - 1), number(rng, rolls, deep - 1)
    yes, h = held(rng, rolls, deep - 1)
    return rng.choice(
        [
            (f"{one} + {other}", lambda at: f(at) + g(at)),
            (f"{one} - ({other})", lambda at: f(at) - g(at)),
            (f"({one}) * ({other})", lambda at: f(at) * g(at)),
            (f"max({one}, {other})", lambda at: max(f(at), g(at))),
            (f"({one}) / 2 round down", lambda at: f(at) // 2),
            (f"(if {yes} then {one} else {other})", lambda at: f(at) if h(at) else g(at)),
            (f"({yes}) + {other}", lambda at: h(at) + g(at)),
        ]
    )


def held(rng, rolls, deep=2):
    """A yes or no that hangs on the rolls."""
    if rng.random() < 0.2:
        while (condition := reading(rng, rolls))[0].split()[-1] not in ("different)", "pair)"):
            pass
        return condition
    (one, f), (other, g) = number(rng, rolls, max(0, deep - 1)), number(rng, rolls, max(0, deep - 1))
    figure = rng.randint(0, 8)
    drawn = [
        (f"{one} >= {figure}", lambda at: f(at) >= figure),
        (f"{one} > {other}", lambda at: f(at) > g(at)),
        (f"({one}) = ({other})", lambda at: f(at) == g(at)),
    ]
    if deep:
        (first, h), (second, k) = held(rng, rolls, deep - 1), held(rng, rolls, deep - 1)
        drawn += [
            (f"({first}) and ({second})", lambda at: h(at) and k(at)),
            (f"({first}) or ({second})", lambda at: h(at) or k(at)),
            (f"not ({first})", lambda at: not h(at)),
        ]
    return rng.choice(drawn)


def line(rng):
    """A line, the sides of all its dice, and what all faces mean: ``None`` where what is given does not hold."""
    shapes, ways = {}, 1
    for name in ("a", "b", "c")[: rng.choice((1, 1, 2, 3))]:
        dice = [rng.choice((2, 3, 4, 6)) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.6:
            dice = dice[:1] * len(dice)
        while ways * (now := _ways(dice)) > MOST_WAYS:
            dice.pop()
        ways *= now
        shapes[name] = sorted(dice) or [2]
    rolls = {name: len(dice) for name, dice in shapes.items()}
    parts = [
        f"{name} = {' + '.join(f'{times}d{sides}' for sides, times in Counter(dice).items())}: "
        for name, dice in shapes.items()
    ]
    sides = [one for dice in shapes.values() for one in dice]
    answers = [rng.choice((number, number, held))(rng, rolls) for _ in range(rng.choice((1, 1, 1, 2)))]
    more = ways * 4 <= MOST_WAYS and len(answers) == 1 and rng.random() < 0.3
    condition = held(rng, rolls, 1) if rng.random() < 0.3 else ("", lambda at: True)
    if more:
        (question, f), *_ = answers
        answers = [(f"({question}) + d4" if not _is_test(question, parts) else f"({question}) and d4 > 2", f)]
        sides.append(4)
        by_die = "+" if answers[0][0].endswith("d4") else "and"

    def means(*faces):
        at, place = {}, 0
        for name, dice in shapes.items():
            at[name] = list(faces[place : place + len(dice)])
            place += len(dice)
        if not condition[1](at):
            return None
        values = tuple(f(at) for _, f in answers)
        if more:
            values = (values[0] + faces[-1],) if by_die == "+" else (values[0] and faces[-1] > 2,)
        outcomes = tuple(("no", "yes")[one] if isinstance(one, bool) else one for one in values)
        return outcomes if len(outcomes) > 1 else outcomes[0]

    text = (
        "".join(parts)
        + ", ".join(question for question, _ in answers)
        + (f" given {condition[0]}" if condition[0] else "")
    )
    return text, sides, means


def _ways(dice):
    ways = 1
    for sides in dice:
        ways *= sides
    return ways


def _is_test(text, rolls):
    return rk.dice("".join(rolls) + text).is_test


def drawn(seed, count):
    """Lines that are not too long, with what comes of them by all faces; nothing where what is given never holds."""
    rng = random.Random(seed)
    for _ in range(count):
        text, sides, means = line(rng)
        if len(text) <= 400:
            weights = Counter(means(*faces) for faces in product(*(range(1, one + 1) for one in sides)))
            weights.pop(None, None)
            whole = sum(weights.values())
            yield text, {value: Fraction(ways, whole) for value, ways in weights.items()}


def test_any_line_with_named_rolls_is_what_all_faces_say():
    for text, expected in drawn(1, LINES):
        if not expected:
            with pytest.raises(
                rk.RuleError, match="the condition after given must hold in some roll; got one that never does"
            ):
                rk.dice(text)
            continue
        answer = rk.dice(text)
        assert dict(answer.dist.items()) == expected, text
        assert read(answer.written, None, True).tree == answer.tree, text
        assert answer.says.isprintable() and str(answer)
        for place, part in enumerate(answer.parts if len(answer.parts) > 1 else ()):
            assert part.dist == answer.dist.map(lambda faces, place=place: faces[place]), text


def test_named_rolls_thrown_at_random_say_the_same():
    """Each die by itself; the reading of the thrower shares nothing with that of the chances."""
    for text, expected in drawn(2, THROWN):
        if expected:
            answer = rk.dice(text)
            assert probability(answer.throw_many(1_000, seed=7), answer.dist) > UNLIKELY, text
