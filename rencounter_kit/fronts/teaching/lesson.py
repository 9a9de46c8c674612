"""A lesson as one writes it: questions, in steps or by themselves, in a text of TOML. It is read, and never run."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from ...engine.files.folders import project_folder
from ...engine.files.read_file import UnreadError, read_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, nearest, one_line
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.places import line_of
from ...workbook.rulebook.section import Section
from ...workbook.rulebook.text import Value
from ...workbook.rulebook.toml_text import TomlText
from .card import CardRow, CardText, StrokeText
from .interaction_kind import KINDS
from .question import ONE, OTHER, QuestionText, named, names_in

LESSON = "modifiers"  # the one where none is named
LONGEST_LESSON = 100_000  # letters of a text
_LONGEST, _MOST_FIGURES, _MOST_QUESTIONS = 1_000, 2_000, 100
_RANGE = re.compile(r"(-?\d{1,4})\.\.(-?\d{1,4})")
_NEEDED = ("kind", "check", "event", ONE, OTHER, "situation", "question")
_QUESTION = (*_NEEDED, "given", "say", "lesson", "title")
_STEP = ("title", "text", "die", "card", "course", "mixed", "question")
_TEXTS = ("situation", "question", "lesson", "title")
_CHANGE = ("parameter", "value", "words")


class DieText(NamedTuple):
    """Dice to be drawn: a check in a situation, what is asked, and the values through which parameters move.

    say : names for sliders.
    """

    check: str
    event: str
    given: Params
    move: Mapping[str, Sequence[Value]]
    words: str
    say: Mapping[str, str]


class CourseText(NamedTuple):
    """A fight of which one course is told.

    follow : parameters that are those of the dice beside it, by their name there.
    """

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
    """A lesson by the name of one in ``data/lessons``, or the path of one's own; ``RuleError`` where there is none, or
    it is wrong.

    >>> lesson_of("modifiers").title
    'How modifiers work together'
    """
    files = {file.stem: file for file in sorted((project_folder("data") / "lessons").glob("*.toml"))}
    file = files.get(str(name)) or Path(str(name)).expanduser()
    try:
        text = read_file(file, LONGEST_LESSON)
    except UnreadError as error:
        raise RuleError(
            f"a lesson must be a file that can be read, or one of {', '.join(files)}; got {as_text(str(name))}: "
            f"{error}; try {next(iter(files))}"
        ) from None
    return read_lesson(text)


def read_lesson(text: str) -> Lesson:
    """What the text of a lesson says; ``RuleError`` in a sentence with the line.

    >>> read_lesson("[[step]]\\nmixed = 200")
    Traceback (most recent call last):
    rencounter_kit.workbook.rulebook.places.LineError: line 2: mixed must be a whole number from 0 to 100; got 200
    """
    whole = TomlText("a lesson", text, LONGEST_LESSON)
    document = _Part(whole, "", whole.tree)
    document.only(("title", "step", "question"))
    steps = [_step(one) for one in document.each("step", _MOST_QUESTIONS)]
    if alone := document.questions():
        steps.append(LessonStep("", "", alone))
    if not any(step.questions for step in steps):
        raise RuleError(
            "a lesson must have a question; got none; add [[question]] with kind, check, event, one and other below it"
        )
    lesson = Lesson(document.words("title", "A lesson"), tuple(steps))
    return replace(
        lesson,
        steps=tuple(
            replace(step, questions=tuple(_with_card(one, lesson.cards) for one in step.questions)) for step in steps
        ),
    )


@dataclass(frozen=True)
class _Part(Section):
    """What stands below a heading of a lesson."""

    of: TomlText

    def words(self, key: str, usual: str | None = None, longest: int = _LONGEST) -> str:
        """A text in one line, which may be longer here."""
        return super().words(key, usual, longest)

    def one_of(self, key: str, value: object, choices: Collection[Value], what: str) -> None:
        """Refuse what is not among these."""
        if value not in choices:
            near = nearest(str(value), choices)
            raise self.fault(
                key, f"{what} must be one of {', '.join(map(str, choices))}; got {as_text(str(value))}{near}"
            )

    @contextmanager
    def refused_at(self, key: str) -> Iterator[None]:
        """What the rules refuse is wrong with this key."""
        try:
            yield
        except RuleError as error:
            raise self.right(key, error) from None

    def check(self) -> Check:
        """The check that it names."""
        with self.refused_at("check"):
            return checks[self.words("check")]

    def event(self, of: Check, key: str = "event", usual: str | None = None) -> str:
        """An event of a check."""
        event = self.words(key, usual)
        if event or usual is None:
            self.one_of(key, event, of.events, "event")
        return event

    def settings(self, key: str = "given") -> dict[str, Value]:
        """Parameters in braces."""
        value = self.entries.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, f"{key} must be parameters in braces; got {as_text(value)}; try {{ skill = 6 }}")
        return value

    def words_by_name(self, key: str) -> dict[str, str]:
        """Words by name, in braces."""
        table = self.table(key)
        return {name: table.words(name) for name in table.entries}

    def fits(self, check: Check, params: Params, key: str) -> None:
        """Refuse parameters that the check would refuse."""
        with self.refused_at(key):
            check.values(check.book, params)

    def choices(
        self, check: Check, name: str, value: Value, key: str, context: Mapping[str, Value] | None = None
    ) -> tuple[Value, ...]:
        """What a figure may be, each checked.

        context : the figures that it may be the same as.
        """
        if other := named(value):
            if other not in (context or {}) or named((context or {})[other]):
                there = next(iter(context or {}), "skill")
                raise self.fault(key, f"a figure in braces must be another one; got {{{other}}}; try {{{there}}}")
            return (value,)
        span = _RANGE.fullmatch(value) if isinstance(value, str) else None
        each: Sequence[Value] = (
            range(int(span[1]), int(span[2]) + 1) if span else value if isinstance(value, list) else [value]
        )
        if not each:
            raise self.fault(key, f"{name} must have something to choose from; got {as_text(value)}; try [5, 6, 7]")
        with self.refused_at(key):
            parameter = check.parameters[check.name_of(name)]
            return tuple(parameter.check(one) for one in each)

    def questions(self) -> tuple[QuestionText, ...]:
        """The questions below it."""
        return tuple(_question(one) for one in self.each("question", _MOST_QUESTIONS))


def _step(part: _Part) -> LessonStep:
    part.only(_STEP)
    return LessonStep(
        part.words("title", ""),
        part.words("text", ""),
        part.questions(),
        tuple(_die(one) for one in part.each("die", _MOST_QUESTIONS)),
        tuple(_card(one) for one in part.each("card", _MOST_QUESTIONS)),
        _course(part.table("course")) if "course" in part.entries else None,
        part.whole("mixed", 0, _MOST_QUESTIONS),
    )


def _die(part: _Part) -> DieText:
    part.only(DieText._fields)
    check, params, moved = part.check(), part.settings(), part.entries.get("move")
    event = part.words("event")
    if not isinstance(moved, dict) or not moved:
        raise part.fault(
            "move", f'move must be parameters with a range each; got {as_text(moved)}; try {{ skill = "1..12" }}'
        )
    move = {name: part.choices(check, name, value, "move") for name, value in moved.items()}
    _test_question(part, check, {**{name: some[0] for name, some in move.items()}, **params}, event)
    names = part.words_by_name("say")
    for name in names:
        part.one_of("say", name, move, "a name in say")
    return DieText(check.id, event, params, move, part.words("words", ""), names)


def _test_question(part: _Part, check: Check, params: Params, event: str) -> None:
    """Refuse what the check would refuse."""
    if isinstance(check, Process):  # its turns take a while; a wrong event is refused when it is drawn
        part.fits(check, params, "event")
    else:
        with part.refused_at("event"):
            check(**params).event(event)


def _card(part: _Part) -> CardText:
    part.only(CardText._fields)
    check, params = part.check(), part.settings()
    part.fits(check, params, "given")
    event, against = (part.event(check, key, "") for key in ("event", "against"))
    note = tuple(one_line(" ".join(one.split()), _LONGEST) for one in part.texts("note", longest=_LONGEST))
    if bool(event) != bool(against) or (isinstance(check, Process) and not event):
        raise part.fault(
            "event",
            f'a card of a fight must have event and against; got {as_text(event or None)}; try "A wins" and "B wins"',
        )
    rows = tuple(_row(check, params, one) for one in part.each("rows"))
    stroke = _stroke(part.table("stroke"), check) if "stroke" in part.entries else None
    card = CardText(check.id, rows, part.words("title", ""), params, event, against, stroke, note)
    for row in rows:
        if event and not row.event and not card.has_odds(row):
            raise part.fault(
                "rows",
                f"{event} and {against} must both be possible with and without a row that has no event of its own; "
                f"got {row.words}; try it with an event",
            )
    return card


def _row(check: Check, params: Params, part: _Part) -> CardRow:
    part.only((*_CHANGE, "with", "remark", "event"))
    parameter, beside = part.words("parameter"), part.settings("with")
    (value,) = part.choices(check, parameter, [part.entries.get("value")], "value")
    part.fits(check, {**params, **beside}, "with")
    part.fits(check, {**params, **beside, parameter: value}, "value")
    return CardRow(
        parameter, value, part.words("words"), beside, part.words("remark", ""), part.event(check, "event", "")
    )


def _stroke(part: _Part, fight: Check) -> StrokeText:
    part.only(StrokeText._fields)
    part.needs(StrokeText._fields)
    check = part.check()
    event = part.event(check)
    who = part.texts("who")
    if len(who) != 2:
        raise part.fault("who", f'who must be two names; got {len(who)}; try ["A", "B"]')
    mine, theirs = part.words_by_name("mine"), part.words_by_name("theirs")
    if alone := sorted(mine.keys() ^ theirs.keys()):
        raise part.fault(
            "mine", f"mine and theirs must name the same parameters; got {alone[0]} in one alone; try it in both"
        )
    for name, of in chain(mine.items(), theirs.items()):
        for one, there in ((name, check), (of, fight)):
            part.one_of("mine", one, there.parameters, f"a parameter of {there.id}")
    return StrokeText((who[0], who[1]), check.id, event, mine, theirs)


def _course(part: _Part) -> CourseText:
    part.only(CourseText._fields)
    check, params, follow = part.check(), part.settings(), part.words_by_name("follow")
    if not isinstance(check, Process):
        raise part.fault("check", f"a course must be of a fight; got {check.id}; try rencounter.duel")
    part.fits(check, params, "given")
    for name in follow:
        part.one_of("follow", name, check.parameters, f"a parameter of {check.id}")
    return CourseText(check.id, params, follow)


def _question(part: _Part) -> QuestionText:
    part.only(_QUESTION)
    part.needs(_NEEDED)
    kind, check, event = part.words("kind"), part.check(), part.words("event")
    part.one_of("kind", kind, KINDS, "kind")
    changes = {name: part.table(name) for name in (ONE, OTHER)}
    for change in changes.values():
        change.only(_CHANGE)
        change.needs(_CHANGE)
    params = part.settings()
    of = {name: name for name in params} | {name: change.words("parameter") for name, change in changes.items()}
    values = params | {name: change.entries["value"] for name, change in changes.items()}
    choices = {
        name: part.choices(check, of[name], value, name if name in changes else "given", values)
        for name, value in values.items()
    }
    if (many := prod(map(len, choices.values()))) > _MOST_FIGURES:
        raise part.fault(
            "given", f"the figures must make at most {_MOST_FIGURES:,} questions; got {many:,}; leave some out"
        )
    texts = {key: part.words(key, None if key in _NEEDED else "") for key in _TEXTS}
    words = {name: change.words("words") for name, change in changes.items()}
    for key, text in (texts | words).items():
        for name in names_in(text):
            part.one_of(key, name, choices, "words in braces")
    usual = {name: choices[named(choices[name][0]) or name][0] for name in params}
    _test_question(part, check, usual, event)
    one, other = ((of[name], words[name]) for name in (ONE, OTHER))
    line, value_words = line_of(part.of.text, part.path), _value_words(part, choices)
    situation, question, lesson, title = texts.values()
    return QuestionText(
        kind,
        check.id,
        event,
        choices,
        one,
        other,
        situation,
        question,
        lesson,
        title,
        line=line,
        value_words=value_words,
    )


def _value_words(part: _Part, choices: Mapping[str, Sequence[Value]]) -> dict[str, dict[Any, str]]:
    """Words for the values of figures, each in the order of its values."""
    table = part.table("say")
    for name in table.entries:
        part.one_of("say", name, choices, "a name in say")
        if len(table.texts(name)) != len(choices[name]):
            raise part.fault(
                "say",
                f"{name} must have as many words in say as it has values, {len(choices[name])}; got "
                f"{len(table.texts(name))}",
            )
    return {
        name: dict(zip(choices[name], (one_line(one, _LONGEST) for one in table.texts(name)), strict=True))
        for name in table.entries
    }


def _with_card(question: QuestionText, cards: Sequence[CardText]) -> QuestionText:
    """A question with the card that it can be worked from."""
    return replace(
        question,
        card=next((card for card in cards if card.check == question.check and card.event == question.event), None),
    )
