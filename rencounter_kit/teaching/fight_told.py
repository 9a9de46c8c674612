"""A course of strokes and parries told in sentences: who strikes, what becomes of it, who strikes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..mechanics.branches import ThrownStep
from ..mechanics.processes.course import Course, TurnPart
from ..wording import first_up

FIRST, ACTION, ATTACK, PARRY, SEVERITY = "who is first", "action", "attack", "parry", "severity"
_NUMBER = re.compile(r"\d+")
_KNOWN = {FIRST, ACTION, ATTACK, PARRY, SEVERITY}
_MEANS = {  # said once, where the words first come
    "sees an opening": "he may strike back if he now acts",
    "in shock": "until he recovers he cannot strike",
    "A runs": "he leaves the fight",
    "B runs": "he leaves the fight",
    "overcome": "he gives up",
}


def in_sentences(course: Course) -> Iterator[str]:
    """Each part of a duel in sentences; of any other fight as the dice fell.

    >>> from rencounter_kit import check
    >>> list(in_sentences(check("rencounter.duel", order="random", a_skill=7, b_skill=5).course(seed=5)))[0]
    'Turn 1, B goes first: B does not act (rolled 6; 5 or more fails).'
    """
    whose, strange = "", dict(_MEANS)
    for part in course.parts:
        steps = list(part.steps)
        if not {step.name for step in steps} <= _KNOWN:
            yield str(part)
            continue
        turn, _, who = part.name.partition(", ")
        begins = steps[0].face if steps and steps[0].name == FIRST else ""
        whose = begins or who or whose
        if not whose:
            yield str(part)
            continue
        told = "; ".join(_acts(whose, _other(whose), [step for step in steps if step.name != FIRST]))
        sentence = f"{first_up(turn)}, {whose}{_first(begins)}: {told or 'nothing is rolled'}.{_now(part)}"
        for word in [word for word in strange if word in sentence]:
            means = f"{word} ({strange.pop(word)}"
            opened = f"{word} ("
            sentence = sentence.replace(*((opened, f"{means}; ") if opened in sentence else (word, f"{means})")), 1)
        yield sentence


def ended(course: Course) -> str:
    """What came of it, as a sentence without its full stop.

    >>> from rencounter_kit import check
    >>> ended(check("rencounter.duel", order="random").course(seed=1))
    'A runs'
    """
    who, _, how = course.words.partition(" ")
    return f"{who} is {how}" if how in ("dead", "overcome") else first_up(course.words)


def _first(begins: str) -> str:
    return " goes first" if begins else ""


def _now(part: TurnPart) -> str:
    return f" Now {', '.join(part.came)}." if part.came else ""


def _other(who: str) -> str:
    return "B" if who == "A" else "A"


def _acts(me: str, him: str, steps: Sequence[ThrownStep]) -> Iterator[str]:
    """What I do, and what the other makes of it."""
    struck = sure = False
    for place, step in enumerate(steps):
        after = steps[place + 1].name if place + 1 < len(steps) else ""
        if step.name == ACTION and not struck:
            fails = "acts, but only to recover" if _is_low(step) else "does not act"
            yield f"{me} {'acts' if after else fails} ({_roll(step)})"
        elif step.name == ACTION:
            yield f"he {'strikes back' if after else 'is not quick enough to strike back'} ({_roll(step)})"
        elif step.name == ATTACK:
            struck, sure = True, _is_low(step)
            yield f"his stroke {'is good' if sure else 'fails'} ({_roll(step)})"
        elif step.name == PARRY and sure:
            yield f"{him} {'cannot parry it' if after else 'parries it'} ({_roll(step)})"
        elif step.name == PARRY:
            yield f"{him} {'sees an opening' if after else 'finds no opening to strike back'} ({_roll(step)})"
        else:
            yield f"{him if sure else me} is wounded ({_roll(step)})"


def _is_low(step: ThrownStep) -> bool:
    """Did it come off? Low faces do; where it did not, the highest is among the faces that lead to the same."""
    return not step.among.endswith("or more") and _numbers(step)[-1:] != _NUMBER.findall(step.die)[-1:]


def _roll(step: ThrownStep) -> str:
    """What was rolled, and what was needed, or too much; of how bad a wound is, what would have been as bad."""
    told = f"rolled {step.face}"
    if step.among in ("", step.face):
        return told
    if step.name == SEVERITY:
        return f"{told}; any {step.among} is as bad"
    return f"{told}; {f'{_numbers(step)[-1]} or less will do' if _is_low(step) else f'{step.among} fails'}"


def _numbers(step: ThrownStep) -> list[str]:
    """The faces that lead where it led."""
    return _NUMBER.findall(step.among or step.face)
