"""Two drivers for the witnesses: every way the dice can fall, or one random throw.

A play is a function `play(roll, **params) -> outcome`; a check's has `p` alone, which holds all parameters of the
check. The object `roll` offers

* `roll(sides, name)`: a face from 1 to sides, each equally likely, or what "2d6" show; where a house rule has other dice of
  that name, what those show;
* `roll.draw(bag)`: a kind out of a bag given as {kind: how many}, without taking it out;
* `roll.part(play, **params)`: the outcome of another play as a part of this one. Thrown at random it is simply played;
  when every way is followed, the part is worked out once and only its different outcomes are branched into.
"""  # noqa: E501

from fractions import Fraction
from math import gcd, lcm

from .notation import in_force, other
from .params import frozen

_parts = {}


def _part(play, params):
    """The outcomes of a part with whole weights, and the sum of these."""
    key = (play, in_force(), *params, *map(frozen, params.values()))
    if key not in _parts:
        weights, whole = _weights(play, params)
        common = gcd(whole, *weights.values())
        _parts[key] = ([(outcome, weight // common) for outcome, weight in weights.items()], whole // common)
    return _parts[key]


class Replay:
    """Dice which repeat a recorded beginning and then always show their first face."""

    def __init__(self):
        # each: [index, choices, total, weight before, total before]; choices a number of faces or a list
        self.steps = []
        self.place = 0

    def __call__(self, sides, name=""):
        if (type(sides) is str or in_force()) and (others := other(name, sides)):
            return self._among(others, sum(many for _, many in others))
        place = self.place
        self.place = place + 1
        if place < len(self.steps):
            return self.steps[place][0] + 1
        self.steps.append([0, sides, sides, *self.so_far()])
        return 1

    def draw(self, bag):
        """A kind out of the bag."""
        return self._among([(kind, many) for kind, many in bag.items() if many > 0], sum(bag.values()))

    def part(self, play, **params):
        """The outcome of another play."""
        return self._among(*_part(play, params))

    def _among(self, choices, total):
        place = self.place
        self.place = place + 1
        if place == len(self.steps):
            self.steps.append([0, choices, total, *self.so_far()])
        step = self.steps[place]
        return step[1][step[0]][0]

    def so_far(self):
        """Weight and total of the whole path (the chance of the path is their quotient)."""
        if not self.steps:
            return 1, 1
        index, choices, total, weight, whole = self.steps[-1]
        return (weight if isinstance(choices, int) else weight * choices[index][1]), whole * total

    def forward(self):
        """Go to the next way the dice can fall; False when there is none left."""
        steps = self.steps
        while steps:
            step = steps[-1]
            count = step[1] if isinstance(step[1], int) else len(step[1])
            if step[0] + 1 < count:
                step[0] += 1
                return True
            steps.pop()
        return False


def _weights(play, params):
    """The outcomes with whole weights, and the sum of these: each way the dice can fall is played once."""
    dice = Replay()
    weights_of_one = {}  # whole: {outcome: weight}
    while True:
        dice.place = 0
        outcome = play(dice, **params)
        weight, whole = dice.so_far()
        weights = weights_of_one.setdefault(whole, {})
        weights[outcome] = weights.get(outcome, 0) + weight
        if not dice.forward():
            break
    common, every = lcm(*weights_of_one), {}
    for whole, weights in weights_of_one.items():
        for outcome, weight in weights.items():
            every[outcome] = every.get(outcome, 0) + weight * (common // whole)
    if sum(every.values()) != common:
        raise AssertionError("the chances do not add up to one")
    return every, common


def enumerate_all(play, **params):
    """The exact distribution."""
    weights, whole = _weights(play, params)
    return {outcome: Fraction(weight, whole) for outcome, weight in weights.items()}


class Throw:
    """Dice thrown at random."""

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, sides, name=""):
        if others := other(name, sides):
            faces, many = zip(*others, strict=True)
            return self.rng.choices(faces, weights=many)[0]
        return self.rng.randint(1, sides)

    def draw(self, bag):
        """A kind out of the bag."""
        return self.rng.choices(list(bag), weights=list(bag.values()))[0]

    def part(self, play, **params):
        """The outcome of another play, played with the same dice."""
        return play(self, **params)


def throw_once(play, rng, **params):
    """One random play."""
    return play(Throw(rng), **params)
