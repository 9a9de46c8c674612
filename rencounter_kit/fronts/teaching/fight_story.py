"""A course of strokes and parries told in sentences: who strikes, what was needed, who strikes back, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...engine.words.wording import faces_text, first_up
from ...workbook.mechanics.branches import FacesThrown, ThrownStep
from ...workbook.mechanics.processes.course import Course, TurnPart

FIRST, ACTION, ATTACK, PARRY, SEVERITY = "who is first", "action", "attack", "parry", "severity"
_KNOWN = {FIRST, ACTION, ATTACK, PARRY, SEVERITY}
_SHOCK, _PRONE, _RUNS = "is in shock", "lies prone", "runs"
_LOST = {"dead": "is dead", "overcome": "gives up", "runs": "runs away"}  # how a man is out of it, and how that is said
_OUT = ("is dead", "is overcome by his wounds", _RUNS)
_MEANS = {  # said once, beside the words that it explains
    "wound points": "with each he needs lower rolls",
    "wound point": "with it he needs lower rolls",
    _SHOCK: "he is down and easier to strike, and must act once to recover and once to get up before he can "
    "strike again",
    _PRONE: "he has recovered, but must act once more to get up",
    "is overcome by his wounds": "he gives up",
}


def in_sentences(course: Course) -> Iterator[str]:
    """Each part of a duel in sentences; any other fight as the dice fell.

    >>> from rencounter_kit import check
    >>> list(in_sentences(check("rencounter.duel", order="random", a_skill=7, b_skill=5).course(seed=5)))[0]
    'Turn 1, B goes first: B does not act (rolled 6, needed 4 or less), so he cannot strike.'
    """
    names = _names(course)
    if len(names) != 2 or not all(_is_stroke(part.steps) for part in course.parts):
        yield from map(str, course.parts)
        return
    teller = _Teller(names, course.stood)
    yield from map(teller.part, course.parts)


def ended(course: Course) -> str:
    """What came of it, as a sentence without its full stop.

    >>> from rencounter_kit import check
    >>> ended(check("rencounter.duel", order="random").course(seed=1))
    'A runs away: B wins'
    """
    who, _, how = course.words.partition(" ")
    others = [name for name in _names(course) if name != who]
    return f"{who} {_LOST[how]}: {others[0]} wins" if how in _LOST and len(others) == 1 else first_up(course.words)


def _names(course: Course) -> list[str]:
    """The two who fight, as the check calls them."""
    return [stood.partition(" ")[0] for stood in course.stood]


def _is_stroke(steps: Sequence[ThrownStep]) -> bool:
    """Are these rolls those of a stroke, with nothing after the wound?"""
    names = [step.name for step in steps]
    return _KNOWN.issuperset(names) and SEVERITY not in names[:-1]


class _Teller:
    """Tells a duel part by part.

    names : of the two.
    stood : how they are at first.
    """

    def __init__(self, names: Sequence[str], stood: Sequence[str]) -> None:
        self._names, self._how, self._labels = names, dict(zip(names, stood, strict=True)), set[str]()
        self._side = names[0]

    def part(self, part: TurnPart) -> str:
        """What is rolled in a part of a turn, and how they are after it."""
        turn, _, who = part.name.partition(", ")
        begins = part.steps[0].face if part.steps and part.steps[0].name == FIRST else ""
        self._side = begins or who or self._side
        after = {name: how for how in part.came for name in self._names if how.startswith(f"{name} ")}
        acts = "; ".join(self._acts(self._side, [step for step in part.steps if step.name != FIRST], after))
        self._how |= after
        first = " goes first" if begins else ""
        return f"{first_up(turn)}, {self._side}{first}: {acts or 'nothing is rolled'}.{self._now(part.came)}"

    def _once(self, words: str) -> str:
        """Words that are said the first time only."""
        new = words not in self._labels
        self._labels.add(words)
        return words if new else ""

    def _now(self, came: Sequence[str]) -> str:
        """How they are, each word explained where it first comes."""
        text = ", ".join(came)
        for word, means in _MEANS.items():
            if re.search(rf"{word}\b", text) and self._once(word.rstrip("s")):
                text = text.replace(word, f"{word} ({means})", 1)
        return f" Now {text}." if text else ""

    def _acts(self, me: str, steps: Sequence[ThrownStep], after: Mapping[str, str]) -> Iterator[str]:
        """What I do, and what the other makes of it.

        after : how they are then, where that has changed.
        """
        if not steps:
            return
        action, *stroke = steps
        down = self._how[me].endswith((_SHOCK, _PRONE))
        if stroke:
            yield f"{me} acts ({_roll(action, _leading(action))})"
            yield from self._strikes(self._other(me), stroke, after)
        elif me in after and not after[me].endswith(_OUT):
            does = "recovers" if after[me].endswith(_PRONE) else "gets up"
            yield f"{me} acts, and {does} ({_roll(action, _same(action))})"
        elif me in after:
            does = "loses his nerve" if after[me].endswith(_RUNS) else "can fight no more"
            yield f"{me} {does} (rolled {action.face}; hurt as he is, {_or_more(action)} is too much)"
        else:
            lower = action.ways[:1] if down and _same(action) != list(action.ways[:1]) else _leading(action)
            so = ", so he stays down" if down else self._once(", so he cannot strike")
            yield f"{me} does not act ({_roll(action, lower)}){so}"

    def _other(self, who: str) -> str:
        return next(name for name in self._names if name != who)

    def _strikes(self, him: str, steps: Sequence[ThrownStep], after: Mapping[str, str]) -> Iterator[str]:
        """A stroke at him, his parry, and the wound; or what he makes of a stroke that fails."""
        attack, *answer = steps
        good = [way for way in attack.ways if way.after and ACTION not in way.after]
        if not _fell_in(attack, good):
            may = (
                self._once(", so the other may strike back at once if he parries well enough and then acts")
                if answer
                else ""
            )
            yield f"his stroke fails ({_roll(attack, good)}){may}"
            yield from self._answers(him, answer, after)
            return
        yield f"his stroke is good ({_roll(attack, good)})"
        for parry in answer[:1]:
            stops = [way for way in parry.ways if not way.after]
            yield f"{him} {'cannot parry' if answer[1:] else 'parries'} it ({_roll(parry, stops)})"
        for severity in answer[1:]:
            yield self._wounded(him, severity, _spare(attack, good), after)

    def _answers(self, him: str, steps: Sequence[ThrownStep], after: Mapping[str, str]) -> Iterator[str]:
        """His parry of a stroke that fails; if it is good, he may strike back."""
        for parry in steps[:1]:
            opens = [way for way in parry.ways if ACTION in way.after]
            if not steps[1:]:
                yield f"{him} does not parry well enough ({_roll(parry, opens)})"
                continue
            yield f"{him} parries ({_roll(parry, opens)})"
            action, *wound = steps[1:]
            acts = _leading(action)
            if not wound:
                yield f"but he does not act ({_roll(action, acts)})"
            for severity in wound:
                hits = self._once(", which hits without a further roll")
                yield f"he acts and strikes back ({_roll(action, acts)}){hits}"
                yield self._wounded(self._other(him), severity, _spare(parry, opens), after)

    def _wounded(self, who: str, severity: ThrownStep, spare: str, after: Mapping[str, str]) -> str:
        """A wound, and what made it worse.

        spare : by how much the blow was better than needed, where that tells.
        """
        does = "is wounded" if who in after else "is struck, but not hurt"
        low = self._once(": the lower, the worse")
        worse = f"; made worse by a blow with {spare} to spare" if spare else ""
        return f"{who} {does} (rolled {severity.face} for the wound{low}{worse})"


def _leading(step: ThrownStep) -> list[FacesThrown]:
    """The faces after which more is thrown."""
    return [way for way in step.ways if way.after]


def _same(step: ThrownStep) -> list[FacesThrown]:
    """The faces that lead where it fell."""
    return [way for way in step.ways if step.face in map(str, way.faces)]


def _fell_in(step: ThrownStep, ways: Sequence[FacesThrown]) -> bool:
    return any(way in ways for way in _same(step))


def _roll(step: ThrownStep, good: Sequence[FacesThrown]) -> str:
    """What was rolled, and what was needed."""
    every, faces = ([face for way in ways for face in way.faces] for ways in (step.ways, good))
    if not faces:
        return f"rolled {step.face}, and nothing would do"
    lowest = len(faces) > 1 and sorted(every)[: len(faces)] == sorted(faces)
    return f"rolled {step.face}, needed {f'{max(faces)} or less' if lowest else f'a {faces_text(faces)}'}"


def _or_more(step: ThrownStep) -> str:
    """From which face on it would have been the same, or worse."""
    (way,) = _same(step)
    return (
        f"{way.faces[0]} or more"
        if way.faces[0] != max(face for one in step.ways for face in one.faces)
        else f"a {way.faces[0]}"
    )


def _spare(step: ThrownStep, good: Sequence[FacesThrown]) -> str:
    """How much better than needed it had to be to make a wound worse; "" where it was not, or that is not how the wound
    is told.
    """
    if len(good) != 2 or not _fell_in(step, good[:1]):
        return ""
    needed, most = max(good[1].faces), max(face for way in step.ways for face in way.faces)
    return f"{needed - max(good[0].faces)} or more" if needed < most - 1 else "much"
