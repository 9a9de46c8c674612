"""Lines of dice at random: the chances that all ways say, one by one, and no crash whatever is asked."""

import random
import re
from contextlib import nullcontext

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.notation.limits import LONGEST
from tests.notation.test_roll import UNLIKELY, probability
from tests.situations import LONG
from tests.steps import Steps
from tests.witness.dice_lines import Lines, chances

LISTED = 1_500  # ways of a line in each run; a long one follows a million


def compare(seed, number, most):
    """So many lines, each by all its ways; a few are thrown at random too."""
    lines, done = Lines(random.Random(seed), most), 0
    while done < number:
        line = lines.draw()
        if len(line.text) > LONGEST or (exact := chances(line.play, most, lines.courses)) is None:
            continue  # it has too many ways
        if not exact:
            with pytest.raises(
                rk.RuleError, match="the condition after given must hold in some roll; got one that never"
            ):
                rk.dice(line.text)
            continue
        answer = rk.dice(line.text)
        assert dict(answer.dist.items()) == exact and not answer.left_out, line.text
        assert len(answer.written) > LONGEST or rk.dice(answer.written) == answer, line.text
        assert answer.says.isprintable() and str(answer)
        for place, part in enumerate(answer.parts if len(answer.parts) > 1 else ()):
            assert part.dist == answer.dist.map(lambda faces, place=place: faces[place]), line.text
        if done % 30 == 0:
            assert probability(answer.throw_many(1_000, seed=7), answer.dist) > UNLIKELY, line.text
        done += 1


def test_generated_lines_are_what_all_their_ways_say():
    compare(0, 300, LISTED)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(1, 21))
def test_many_generated_lines_are_what_all_their_ways_say(seed):
    compare(seed, 1_000, 1_000_000)


# Words ----------------------------------------------------------------------------------------------------------------


def without_brackets(line):
    """The line without one pair of its brackets, for each of them."""
    opened = []
    for at, sign in enumerate(line):
        if sign == "(":
            opened.append(at)
        elif sign == ")":
            start = opened.pop()
            yield f"{line[:start]} {line[start + 1 : at]} {line[at + 1 :]}"


def test_lines_with_different_answers_never_have_the_same_words():
    """Pairs of lines that differ in a pair of brackets, and all lines against each other."""
    rng, answers = random.Random(2), {}
    drawn = (Lines(rng).draw().text for _ in range(LONG * 3_000 + 150))
    known = ["2*(d6/4 round up)", "not (d6 = 1 and d6 = 2)", "2*(3 - d6)", "(d8 - d6) mod 4", "max((2d6 + 1), d8) * 2"]
    known += [
        "max((d6), 2d6)",
        "abs((d6 - d8)) * 2",
        "(if d6 = 6 then 2 else 1) + 3",
        "(4d6 keep 3) explode",
        "abs(2 * d4) - 3",
    ]
    for line in [*known, *(text for text in drawn if len(text) < 200)]:
        for one in (line, *without_brackets(line)):
            try:
                answer = rk.dice(one)
            except rk.RuleError:
                continue
            other = answers.setdefault(answer.says, answer)
            assert (other.is_test, other.dist) == (answer.is_test, answer.dist), (answer.says, one, other.line)
    assert len(answers) > 150


# Any line -------------------------------------------------------------------------------------------------------------


def stretched(rng, line):
    """The line with other numbers, so that it may be large, or with a piece of another."""
    most = rng.choice([9, 9, 9, 30, 2_000])
    return re.sub(r"\d+", lambda number: rng.choice([number[0], number[0], str(rng.randrange(most))]), line)


def look_at(seed, number):
    """Lines of any size: each is answered or refused in a sentence; of some the work is counted."""
    rng, answers, refused = random.Random(seed), 0, 0
    lines = Lines(rng)
    for at in range(number):
        line = lines.draw().text
        for _ in range(rng.randrange(3)):
            line = stretched(rng, line) if rng.random() < 0.5 else cut(rng, line, lines.draw().text)
        with Steps() if at % 100 == 0 else nullcontext() as steps:
            try:
                answers += sum(share for _, share in rk.dice(line[:LONGEST] or "d6").dist.items()) == 1
            except rk.RuleError as error:
                message = str(error)
                refused += message.isprintable() and len(message) < 500 and "; got " in message
        assert steps is None or steps.number < 4_000_000, line
    assert answers + refused == number and answers > number / 5


def cut(rng, line, other):
    """The beginning of one and the end of another."""
    return line[: rng.randrange(len(line) + 1)] + other[rng.randrange(len(other) + 1) :]


def test_any_generated_line_is_answered_or_refused():
    look_at(0, 2_000)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(1, 101))
def test_a_million_generated_lines_are_answered_or_refused(seed):
    look_at(seed, 10_000)
