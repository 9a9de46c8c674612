"""Worked examples: what was worked out by hand, against what the check answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, fraction_text, nearest
from ..mechanics.check import Check
from ..rulebook.text import Value

KEYS = ("check", "name", "params", "within")
EXPECTED = ("expect", "mean", "error")  # one of these, or none where the chances of events are said
EVENTS = "events"


def slips(example: Mapping[str, Value], check: Check) -> Iterator[str]:
    """What is wrong with how an example is written, a sentence each: then it would prove nothing."""
    keys = (*KEYS, *EXPECTED, EVENTS)
    for key in example:
        if key not in keys:
            yield (
                f"an example must say {', '.join(KEYS[:3])} and one of {', '.join(EXPECTED)}; got "
                f"{as_text(key)}{nearest(key, keys)}"
            )
    expectations = [key for key in EXPECTED if key in example]
    if len(expectations) > 1 or not (expectations or EVENTS in example) or {"error", EVENTS} <= {*example}:
        got = [*expectations, EVENTS] if EVENTS in example else expectations
        yield (
            f"an example must say one of {', '.join(EXPECTED)}, or events, also beside the first two; got "
            f"{', '.join(got) or 'none'}"
        )
    if not isinstance(example.get("name"), str) or not isinstance(example.get("params", {}), Mapping):
        yield "an example must have a name, and params such as { skill = 2 }"
        return
    if not isinstance(example.get(EVENTS, {}), Mapping):
        yield 'events must be chances such as { hits = "5/12" }'
        return
    for name in example.get("params", {}):
        if name not in check.parameters:
            yield f"params must be parameters of {check.id}; got {as_text(name)}{nearest(name, check.parameters)}"
    for name in example.get(EVENTS, {}):
        if name not in check.events:
            yield f"events must be those of {check.id}; got {as_text(name)}{nearest(name, check.events)}"
    try:
        chances = [Fraction(p) for p in example.get("expect", {}).values()]
        for one in (*example.get(EVENTS, {}).values(), example.get("mean", 0), example.get("within", 0)):
            Fraction(one)
    except (ValueError, TypeError, AttributeError, ArithmeticError):
        yield 'chances and means must be fractions such as "5/12"'
        return
    if "expect" in example and sum(chances) != 1:
        yield (
            f"the chances that are expected must add up to 1; they add up to {fraction_text(sum(chances, Fraction(0)))}"
        )
    if example.get("error", True) is not True:
        yield f"error must be true; got {as_text(example['error'])}"


def differs(example: Mapping[str, Value], check: Check) -> str:
    """Where the answer is not what was worked out, in a sentence; empty where it is."""
    try:
        result = check(**example.get("params", {}))
    except RuleError as error:
        return "" if example.get("error") else f"it is refused: {error}"
    if example.get("error"):
        return f"it should be refused; the answer is {result.headline}"
    if "mean" in example:
        try:
            mean = result.dist.mean
        except ValueError:
            return "it has a mean only where the answer is a number; leave it out"
        if mean != Fraction(example["mean"]):
            return f"the mean is {mean}, not {example['mean']}"
    within = Fraction(example.get("within", 0))
    if result.within != within and not example.keys().isdisjoint(("expect", EVENTS)):
        return f"each chance is within {result.within} of the true one, not {within}"
    if "expect" in example:
        expected = {outcome: Fraction(p) for outcome, p in example["expect"].items()}
        chances = {check.text(outcome): p for outcome, p in result.items()}
        for outcome in {**expected, **chances}:
            got, expectation = chances.get(outcome, Fraction(0)), expected.get(outcome, Fraction(0))
            if abs(got - expectation) > within or (outcome in chances) != (outcome in expected):
                return f"{outcome} has the chance {fraction_text(got)}, not {fraction_text(expectation)}"
    events = result.events
    for name, text in example.get(EVENTS, {}).items():
        if name not in events:
            return f"{name} cannot be asked here; it can answer {', '.join(events) or 'no event'}"
        if abs(events[name] - Fraction(text)) > within:
            return f"{name} has the chance {fraction_text(events[name])}, not {fraction_text(Fraction(text))}"
    return ""
