"""Events of a check: told by some answer, the sum of their outcomes, and refused where they mean nothing."""

import re
from fractions import Fraction

import rencounter_kit as rk
from tests.situations import base

from .contract import in_each, named
from .ready import some, usual

MEANINGLESS = [[], None, {}, "", "no such outcome", ["no such outcome"], ("a", "b"), b"hits", object()]


def refused(answer, what):
    """The sentence that refuses an event, or what came of it instead."""
    try:
        return f"! {answer.event(what)}"
    except rk.RuleError as error:
        return str(error)


def possible_events(check):
    """An event that no answer can tell would be a name for nothing."""
    results = check.parameters["result"].choices if "result" in check.parameters else ()
    answers = [check(**base(check.id), **params) for params in ([{"result": one} for one in results] or [{}])]
    idle = set(check.events).difference(*[answer.events for answer in answers])
    yield not idle, f"has events that no answer tells: {named(idle)}"
    for name in check.events:
        sentence = refused(check(), f"{name}x")
        has_hint = f"did you mean {name}?" in sentence
        yield has_hint, f"must say that {name}x is no event, and which was meant; it says {sentence!r}"


@in_each(usual)
def events_without_meaning(check, params):
    """A slip must not look like a chance of 0."""
    answer, numbers = check(**params), any(space.numbers for space in check.spaces.values())
    for what in [*MEANINGLESS, *([] if numbers else [-7])]:
        sentence = refused(answer, what)
        proper = re.search(" must be | has no outcome ", sentence) and "\n" not in sentence
        yield proper, f"must refuse the event {what!r} in a sentence; it says {sentence!r}"
    for outcome in check.scale or ():
        if answer.space.read(outcome, check.joined) in answer.space:
            right = outcome in answer or (answer.event(outcome) == 0 and answer.get(outcome) is None)
        else:  # one man's wound is no outcome of a stroke: a silent 0 would be wrong
            right = re.search("has no outcome|must be asked with", refused(answer, outcome))
        yield right, f"must give {outcome} the chance 0 where it cannot happen, and none where it means nothing"


@in_each(some)
def events(check, params):
    answer = check(**params)
    for name in answer.events:
        test = answer.test(name)
        chance = sum((p for outcome, p in answer.items() if test(outcome)), Fraction(0))
        yield answer.event(name) == chance, f"gives {name!r} another chance than its outcomes together, {chance}"
