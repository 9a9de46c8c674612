"""Worked examples: what was worked out by hand, against what the check answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..errors import RuleError
from ..mechanics.check import Check
from ..wording import fraction_text, nearest, shown

SAID = ("check", "name", "params", "within")
EXPECTED = ("expect", "mean", "error")  # one of these


def slips(example: Mapping[str, Any], check: Check) -> Iterator[str]:
    """What is wrong with how an example is written, a sentence each: then it would prove nothing."""
    for key in example:
        if key not in (*SAID, *EXPECTED):
            yield f"an example must say {', '.join(SAID[:3])} and one of {', '.join(EXPECTED)}; got {shown(key)}{nearest(key, (*SAID, *EXPECTED))}"
    if len([key for key in EXPECTED if key in example]) != 1:
        yield f"an example must say one of {', '.join(EXPECTED)}; got {', '.join(k for k in EXPECTED if k in example) or 'none'}"
    if not isinstance(example.get("name"), str) or not isinstance(example.get("params", {}), Mapping):
        yield "an example must have a name, and params such as { skill = 2 }"
        return
    for name in example.get("params", {}):
        if name not in check.parameters:
            yield f"params must be parameters of {check.id}; got {shown(name)}{nearest(name, check.parameters)}"
    try:
        chances = [Fraction(p) for p in example.get("expect", {}).values()]
        Fraction(example.get("mean", 0))
        Fraction(example.get("within", 0))
    except (ValueError, TypeError, AttributeError, ArithmeticError):
        yield 'chances and means must be fractions such as "5/12"'
        return
    if "expect" in example and sum(chances) != 1:
        yield f"the chances that are expected must add up to 1; they add up to {fraction_text(sum(chances, Fraction(0)))}"
    if example.get("error", True) is not True:
        yield f"error must be true; got {shown(example['error'])}"


def differs(example: Mapping[str, Any], check: Check) -> str:
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
            return f"the mean is {mean}, and not {example['mean']}"
    if "expect" not in example:
        return ""
    expected = {outcome: Fraction(p) for outcome, p in example["expect"].items()}
    found = {check.text(outcome): p for outcome, p in result.items()}
    within = Fraction(example.get("within", 0))
    if result.within != within:
        return f"each chance is within {result.within} of the true one, and not {within}"
    for outcome in {**expected, **found}:
        got, wanted = found.get(outcome, Fraction(0)), expected.get(outcome, Fraction(0))
        if abs(got - wanted) > within or (outcome in found) != (outcome in expected):
            return f"{outcome} comes with {fraction_text(got)}, and not {fraction_text(wanted)}"
    return ""
