"""A lesson as one writes it: questions, in steps or by themselves, in a text of TOML. It is read, and never run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ..errors import RuleError
from ..folders import project_folder
from ..mechanics.check import Check
from ..mechanics.links import Params
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..read_file import UnreadError, read_file
from ..typed import cleaned_lines
from ..wording import nearest, one_line, shown
from .card import CardRow, CardText, StrokeText
from .interaction_kind import KINDS
from .question import ONE, OTHER, QuestionText, named, names_in

LESSON = "modifiers"  # the one where none is named
LONGEST_LESSON = 100_000  # letters of a text
_LONGEST, _MOST_FIGURES, _MOST_QUESTIONS = 1_000, 2_000, 100
_RANGE = re.compile(r"(-?\d{1,4})\.\.(-?\d{1,4})")
_HEAD = re.compile(r"\s*\[\[?\s*(?:step\s*\.\s*)?(\w+)\s*\]")
_HEADS = ("step", "die", "card", "course", "question")
_NEEDED = ("kind", "check", "event", ONE, OTHER, "situation", "question")
_QUESTION = (*_NEEDED, "given", "say", "lesson", "title")
_STEP = ("title", "text", "die", "card", "course", "mixed", "question")


class DieText(NamedTuple):
    """Dice to be drawn: a check in a situation, what is asked, and the values through which parameters move. say : names for sliders."""

    check: str
    event: str
    given: Params
    move: Mapping[str, Sequence[Any]]
    words: str
    say: Mapping[str, str]


class CourseText(NamedTuple):
    """A fight of which one course is told. follow : parameters that are those of the dice beside it, by their name there."""

    check: str
    given: Params
    follow: Mapping[str, str]


@dataclass(frozen=True)
class LessonStep:
    """A part of a lesson: words, what it shows, questions, and how many are ``mixed`` from all of the lesson."""

    title: str
    text: str
    questions: tuple[QuestionText, ...]
    dice: tuple[DieText, ...] = ()
    cards: tuple[CardText, ...] = ()
    course: CourseText | None = None
    mixed: int = 0


@dataclass(frozen=True)
class Lesson:
    """A title, and steps; questions that stand in no step are the last one."""

    title: str
    steps: tuple[LessonStep, ...]

    @property
    def questions(self) -> tuple[QuestionText, ...]:
        """All questions."""
        return tuple(chain.from_iterable(step.questions for step in self.steps))

    @property
    def cards(self) -> tuple[CardText, ...]:
        """All cards."""
        return tuple(chain.from_iterable(step.cards for step in self.steps))


def lesson_of(name: str | Path) -> Lesson:
    """A lesson by the name of one in ``data/lessons``, or the path of one's own; ``RuleError`` where there is none, or it
    is wrong.

    >>> lesson_of("modifiers").title
    'How modifiers work together'
    """
    files = {file.stem: file for file in sorted((project_folder("data") / "lessons").glob("*.toml"))}
    file = files.get(str(name)) or Path(str(name)).expanduser()
    try:
        text = read_file(file, LONGEST_LESSON)
    except UnreadError as error:
        raise RuleError(
            f"a lesson must be a file that can be read, or one of {', '.join(files)}; got {shown(str(name))}: {error}; try {next(iter(files))}"
        ) from None
    return read_lesson(text)


def read_lesson(text: str) -> Lesson:
    """What the text of a lesson says; ``RuleError`` in a sentence with the line.

    >>> read_lesson('[[question]]\\nkind = "add"')
    Traceback (most recent call last):
    rencounter_kit.errors.RuleError: line 2: kind must be one of adds, is capped, is switched off, two rolls, rolls are compared, turn after turn, uneven steps; got add; did you mean adds?
    """
    return _Reader(text).lesson()


class _Reader:
    """Reads a text, and knows in which line each thing stands."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_LESSON:
            raise RuleError(
                f"a lesson must be text of at most {LONGEST_LESSON} characters; got {len(text)}; make two of it"
            )
        plain = text if "'''" in text or '"""' in text else cleaned_lines(text)
        try:
            self._said: dict[str, Any] = tomllib.loads(plain)
        except (ValueError, RecursionError) as error:
            raise RuleError(_not_toml(plain, error)) from None
        self._lines = plain.splitlines()
        heads = {number: found for number, line in enumerate(self._lines, 1) if (found := _HEAD.match(line))}
        self._ends = [*heads, len(self._lines) + 1]
        self._heads = {name: iter([n for n, found in heads.items() if found[1] == name]) for name in _HEADS}

    def _head(self, name: str) -> int:
        """The line where the next thing of a name begins."""
        return next(self._heads[name], 1)

    def lesson(self) -> Lesson:
        said = self._said
        self._known(said, ("title", "step", "question"), 1)
        steps = [self._step(one) for one in self._tables(said, "step", 1)]
        alone = tuple(self._question(one) for one in self._tables(said, "question", 1))
        if alone:
            steps.append(LessonStep("", "", alone))
        if not any(step.questions for step in steps):
            raise RuleError(
                "a lesson must have a question; got none; add [[question]] with kind, check, event, one and other below it"
            )
        made = Lesson(self._words(said, "title", 1, "A lesson"), tuple(steps))
        return replace(
            made,
            steps=tuple(
                replace(step, questions=tuple(_with_card(one, made.cards) for one in step.questions)) for step in steps
            ),
        )

    def _step(self, said: Mapping[str, Any]) -> LessonStep:
        line = self._head("step")
        self._known(said, _STEP, line)
        title, text = (self._words(said, name, line, "") for name in ("title", "text"))
        dice = tuple(self._die(one) for one in self._tables(said, "die", line))
        cards = tuple(self._card(one) for one in self._tables(_listed(said, "card"), "card", line))
        course = self._course(said["course"]) if "course" in said else None
        mixed = said.get("mixed", 0)
        if type(mixed) is not int or not 0 <= mixed <= _MOST_QUESTIONS:
            self._refuse(line, "mixed", f"mixed must be a whole number to {_MOST_QUESTIONS}; got {shown(mixed)}; try 6")
        questions = tuple(self._question(one) for one in self._tables(said, "question", line))
        return LessonStep(title, text, questions, dice, cards, course, mixed)

    def _die(self, said: Mapping[str, Any]) -> DieText:
        line = self._head("die")
        self._known(said, DieText._fields, line)
        check, event = self._check(self._words(said, "check", line), line), self._words(said, "event", line)
        given, moved = self._given(said, line), said.get("move")
        if not isinstance(moved, dict) or not moved:
            self._refuse(
                line,
                "move",
                f'move must be parameters with a range each; got {shown(moved)}; try {{ skill = "1..12" }}',
            )
        move = {name: self._choices(check, name, value, line, "move", {}) for name, value in moved.items()}
        self._told(check, {**{name: some[0] for name, some in move.items()}, **given}, event, line)
        told = self._given(said, line, "say")
        names = {name: self._words(told, name, line) for name in told}
        if unknown := next((name for name in names if name not in move), ""):
            self._refuse(
                line, "say", f"say must name what moves, {', '.join(move)}; got {unknown}{nearest(unknown, move)}"
            )
        return DieText(check.id, event, given, move, self._words(said, "words", line, ""), names)

    def _card(self, said: Mapping[str, Any]) -> CardText:
        line = self._head("card")
        self._known(said, CardText._fields, line)
        check, given = self._check(self._words(said, "check", line), line), self._given(said, line)
        self._fits(check, given, line, "given")
        title, event, against = (self._words(said, name, line, "") for name in ("title", "event", "against"))
        lines = said.get("note", [])
        note = [self._words({"note": one}, "note", line) for one in (lines if isinstance(lines, list) else [lines])]
        for one in filter(None, (event, against)):
            self._is_event(check, one, line)
        if bool(event) != bool(against) or (isinstance(check, Process) and not event):
            self._refuse(
                line,
                "event",
                f'a card of a fight must have event and against; got {shown(event or None)}; try "A wins" and "B wins"',
            )
        rows = tuple(self._row(check, given, one, line) for one in self._tables(said, "rows", line))
        stroke = self._stroke(said["stroke"], check, line) if "stroke" in said else None
        card = CardText(check.id, rows, title, given, event, against, stroke, tuple(note))
        for row in rows:
            if event and not row.event and not card.has_odds(row):
                self._refuse(
                    line,
                    "rows",
                    f"{event} and {against} must both be possible with and without a row that has no event of its own; "
                    f"got {row.words}; try it with an event",
                )
        return card

    def _row(self, check: Check[Any], given: Params, said: Mapping[str, Any], line: int) -> CardRow:
        self._known(said, ("parameter", "value", "words", "with", "remark", "event"), line)
        parameter, beside = self._words(said, "parameter", line), self._given(said, line, "with")
        (value,) = self._choices(check, parameter, [said.get("value")], line, "rows", {})
        self._fits(check, {**given, **beside}, line, "rows")
        self._fits(check, {**given, **beside, parameter: value}, line, "rows")
        words, remark, event = (
            self._words(said, name, line, otherwise)
            for name, otherwise in (("words", None), ("remark", ""), ("event", ""))
        )
        if event:
            self._is_event(check, event, line)
        return CardRow(parameter, value, words, beside, remark, event)

    def _stroke(self, said: Any, fight: Check[Any], line: int) -> StrokeText:
        if not isinstance(said, dict) or set(said) != set(StrokeText._fields):
            self._refuse(
                line, "stroke", f"stroke must have {', '.join(StrokeText._fields)}; got {shown(said)}; try without it"
            )
        check, event = self._check(self._words(said, "check", line), line), self._words(said, "event", line)
        self._is_event(check, event, line)
        who = said["who"]
        if not isinstance(who, list) or len(who) != 2 or not all(isinstance(one, str) for one in who):
            self._refuse(line, "stroke", f'who must be two names; got {shown(who)}; try ["A", "B"]')
        sides = [self._given(said, line, name) for name in ("mine", "theirs")]
        if sides[0].keys() != sides[1].keys():
            names = sorted(sides[0].keys() ^ sides[1].keys())
            self._refuse(
                line,
                "stroke",
                f"mine and theirs must name the same parameters; got {names[0]} in one alone; try it in both",
            )
        for name, of in chain.from_iterable(side.items() for side in sides):
            for one, there in ((name, check), (of, fight)):
                if one not in there.parameters:
                    self._refuse(
                        line,
                        "stroke",
                        f"stroke must name parameters of {there.id}; got {shown(one)}{nearest(str(one), there.parameters)}",
                    )
        return StrokeText((who[0], who[1]), check.id, event, *sides)

    def _is_event(self, check: Check[Any], event: str, line: int) -> None:
        if event not in check.events:
            self._refuse(
                line,
                "event",
                f"event must be one of {', '.join(map(str, check.events))}; got {shown(event)}{nearest(event, check.events)}",
            )

    def _course(self, said: Mapping[str, Any]) -> CourseText:
        line = self._head("course")
        self._known(said, CourseText._fields, line)
        check, given = self._check(self._words(said, "check", line), line), self._given(said, line)
        if not isinstance(check, Process):
            self._refuse(line, "course", f"a course must be of a fight; got {check.id}; try rencounter.duel")
        self._fits(check, given, line, "given")
        follow = self._given(said, line, "follow")
        for name in follow:
            if name not in check.parameters:
                self._refuse(
                    line,
                    "follow",
                    f"follow must name parameters of {check.id}; got {name}{nearest(name, check.parameters)}",
                )
        return CourseText(check.id, given, follow)

    def _given(self, said: Mapping[str, Any], line: int, name: str = "given") -> dict[str, Any]:
        given = said.get(name, {})
        if not isinstance(given, dict):
            self._refuse(line, name, f"{name} must be parameters in braces; got {shown(given)}; try {{ skill = 6 }}")
        return given

    def _fits(self, check: Check[Any], given: Params, line: int, where: str) -> None:
        """Refuse parameters that the check would refuse."""
        try:
            check.values(check.book, given)
        except RuleError as error:
            self._refuse(line, where, str(error))

    def _told(self, check: Check[Any], given: Params, event: str, line: int) -> None:
        """Refuse what the check would refuse."""
        try:
            if isinstance(check, Process):  # its turns take a while; a wrong event is refused when it is drawn
                check.values(check.book, given)
            else:
                check(**given).event(event)
        except RuleError as error:
            self._refuse(line, "event", str(error))

    def _question(self, said: Mapping[str, Any]) -> QuestionText:
        line = self._head("question")
        self._known(said, _QUESTION, line)
        kind = self._words(said, "kind", line)
        if kind not in KINDS:
            self._refuse(
                line, "kind", f"kind must be one of {', '.join(KINDS)}; got {shown(kind)}{nearest(kind, KINDS)}"
            )
        check = self._check(self._words(said, "check", line), line)
        event = self._words(said, "event", line)
        changes = {name: self._change(said, name, line) for name in (ONE, OTHER)}
        given = self._given(said, line)
        of = {**{name: name for name in given}, **{name: parameter for name, (parameter, _, _) in changes.items()}}
        values = {**given, **{name: value for name, (_, value, _) in changes.items()}}
        choices = {
            name: self._choices(check, of[name], value, line, name if name in changes else "given", values)
            for name, value in values.items()
        }
        if (many := prod(map(len, choices.values()))) > _MOST_FIGURES:
            self._refuse(
                line,
                "given",
                f"the figures must make at most {_MOST_FIGURES:,} questions; got {many:,}; leave some out",
            )
        one, other = ((parameter, text) for parameter, _, text in changes.values())
        texts = [self._words(said, name, line) for name in ("situation", "question")]
        texts += [self._words(said, name, line, "") for name in ("lesson", "title")]
        for where, text in zip(
            (*("situation", "question", "lesson", "title"), ONE, OTHER), (*texts, one[1], other[1]), strict=True
        ):
            for name in names_in(text):
                if name not in choices:
                    known = ", ".join(choices)
                    self._refuse(
                        line, where, f"words in braces must be one of {known}; got {{{name}}}{nearest(name, choices)}"
                    )
        usual = {name: choices[named(choices[name][0]) or name][0] for name in given}
        self._told(check, usual, event, line)
        told = self._say(said, choices, line)
        return QuestionText(
            kind, check.id, event, choices, one, other, texts[0], texts[1], texts[2], texts[3], line, said=told
        )

    def _say(
        self, said: Mapping[str, Any], choices: Mapping[str, Sequence[Any]], line: int
    ) -> dict[str, dict[Any, str]]:
        """Words for the values of figures, each in the order of its values."""
        told = self._given(said, line, "say")
        for name, each in told.items():
            if name not in choices:
                self._refuse(
                    line, "say", f"say must name one of {', '.join(choices)}; got {shown(name)}{nearest(name, choices)}"
                )
            many = len(choices[name])
            if not isinstance(each, list) or len(each) != many or not all(isinstance(one, str) for one in each):
                self._refuse(
                    line, "say", f"{name} must have as many words in say as it has values, {many}; got {shown(each)}"
                )
        return {
            name: dict(zip(choices[name], (one_line(one, _LONGEST) for one in each), strict=True))
            for name, each in told.items()
        }

    def _check(self, id: str, line: int) -> Check[Any]:
        try:
            return checks[id]
        except RuleError as error:
            self._refuse(line, "check", str(error))

    def _change(self, said: Mapping[str, Any], name: str, line: int) -> tuple[str, Any, str]:
        change = said.get(name)
        if not isinstance(change, dict) or set(change) != {"parameter", "value", "words"}:
            self._refuse(
                line,
                name,
                f'{name} must be {{ parameter = "skill", value = 8, words = "a better shot" }}; got {shown(change)}',
            )
        return self._words(change, "parameter", line), change["value"], self._words(change, "words", line)

    def _choices(
        self, check: Check[Any], name: str, value: Any, line: int, where: str, known: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """What a figure may be, each checked."""
        if other := named(value):
            if other not in known or named(known[other]):
                self._refuse(
                    line, where, f"a figure in braces must be another one; got {{{other}}}; try {{{next(iter(known))}}}"
                )
            return (value,)
        span = _RANGE.fullmatch(value) if isinstance(value, str) else None
        each: Sequence[Any] = (
            range(int(span[1]), int(span[2]) + 1) if span else value if isinstance(value, list) else [value]
        )
        if not each:
            self._refuse(line, where, f"{name} must have something to choose from; got {shown(value)}; try [5, 6, 7]")
        try:
            parameter = check.parameters[check.name_of(name)]
            return tuple(parameter.check(one) for one in each)
        except RuleError as error:
            self._refuse(line, where, str(error))

    # The lines

    def _tables(self, said: Mapping[str, Any], name: str, line: int) -> list[dict[str, Any]]:
        tables = said.get(name, [])
        if (
            not isinstance(tables, list)
            or not all(isinstance(one, dict) for one in tables)
            or len(tables) > _MOST_QUESTIONS
        ):
            self._refuse(
                line,
                name,
                f"{name} must be [[{name}]] above lines, {_MOST_QUESTIONS} times at most; got {shown(tables)}",
            )
        return tables

    def _known(self, said: Mapping[str, Any], known: Sequence[str], line: int) -> None:
        for name in said:
            if name not in known:
                self._refuse(line, name, f"here must stand only {', '.join(known)}; got {name}{nearest(name, known)}")

    def _words(self, said: Mapping[str, Any], name: str, line: int, otherwise: str | None = None) -> str:
        value = said.get(name, otherwise)
        if not isinstance(value, str) or len(value) > _LONGEST or (otherwise is None and not value.strip()):
            got = "none" if value is None else shown(value)
            self._refuse(line, name, f"{name} must be text in quotes, of {_LONGEST} characters at most; got {got}")
        return one_line(" ".join(value.split()), _LONGEST)

    def _refuse(self, head: int, name: str, sentence: str) -> NoReturn:
        """Refuse what stands below a head, with the line of its name."""
        end = min(number for number in self._ends if number > head) - 1
        line = next(
            (
                number
                for number in range(head, end + 1)
                if re.match(rf"\s*{re.escape(name)}\s*=", self._lines[number - 1])
            ),
            head,
        )
        raise RuleError(f"line {line}: {sentence}")


def _listed(said: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What may stand once, or several times."""
    return {name: [said[name]] if isinstance(said.get(name), dict) else said.get(name, [])}


def _with_card(question: QuestionText, cards: Sequence[CardText]) -> QuestionText:
    """A question with the card that it can be worked from."""
    return replace(
        question,
        card=next((card for card in cards if card.check == question.check and card.event == question.event), None),
    )


def _not_toml(text: str, error: Exception) -> str:
    at = re.search(r"at line (\d+)", str(error))
    lines = text.splitlines()
    line = lines[min(int(at[1]), len(lines)) - 1] if at and lines else ""
    got = f"line {at[1]}, {shown(line.strip())}" if at else "one that ends too soon"
    return f'a lesson must be lines such as check = "rencounter.fire" with [[question]] above each question; got {got}'
