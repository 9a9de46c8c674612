"""A course of strokes and parries told in sentences: who strikes, what becomes of it, who strikes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..mechanics.branches import ThrownStep
from ..mechanics.processes.course import Course, TurnPart
from ..wording import first_up

FIRST, ACTION, ATTACK, PARRY, SEVERITY = "who is first", "action", "attack", "parry", "severity"
_KNOWN = {FIRST, ACTION, ATTACK, PARRY, SEVERITY}


def in_sentences(course: Course) -> Iterator[str]:
    """Each part of a duel in sentences; of any other fight as the dice fell.

    >>> from rencounter_kit import check
    >>> list(in_sentences(check("rencounter.duel", order="random", a_skill=7, b_skill=5).course(seed=5)))[0]
    'Turn 1, B goes first: B does not act (6, like any 5 or more).'
    """
    whose = ""
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
        yield f"{first_up(turn)}, {whose}{_first(begins)}: {told or 'nothing is rolled'}.{_now(part)}"


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
    """Did it come off? Low faces do; the faces that lead to the same begin or end with the highest where it did not."""
    return not step.among.endswith("or more")


def _roll(step: ThrownStep) -> str:
    """What was rolled, and what would have led to the same."""
    return f"{step.face}, like any {step.among}" if step.among not in ("", step.face) else step.face
