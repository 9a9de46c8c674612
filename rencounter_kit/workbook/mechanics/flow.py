"""Checks in a row, as they are played at the table: what comes of one says which is next, and what it begins with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, product
from math import lcm
from typing import Final, NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.scale import Scale
from ...engine.dice.throw import Consequence
from ...engine.dice.throw_tree import throw_tree
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import as_text
from ..rulebook.book import Ruleset, rules, systems
from ..rulebook.text import Value
from . import asks
from .answer import Answer, headed
from .branches import Branches, thrown
from .catalogue import flows_of
from .check import Check
from .parameter import Parameter
from .processes.process import ProcessResult
from .space import EventLike

Marks = tuple[str, ...]  # of figures that are not simply printed: assumed, reconstructed and so on
StepSettings = Mapping[str, Mapping[str, Value]]  # what is said of each step, by its name
RESULT: Final = "{}"  # in the place of a value that a way hands on, and in its words: what came of the check
JOIN: Final = ", "  # between what is told at an end
_LONGEST_THROW = 12  # lines of a fight that are told


class OneOf(NamedTuple):
    """A parameter that may have any of these values, all with the same chance."""

    values: tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class FlowWay:
    """One way in which a step can go.

    text : in a few words; with ``RESULT`` in them each outcome is a way of its own.
    when : the outcomes or the event of its check, or a test of an outcome.
    hands : values for later steps, such as ``{"escape.range": "long"}`` or ``{"armour.pot": RESULT}``; a function of
        the step's answer gives one, or ``OneOf`` several.
    tells : words that stay until the end.
    ends : how it all ends there, in words; when empty it goes on, to the next step or the later one that ``to`` names;
        after the last step it ends with what was told.
    result : the one outcome that goes it, where each is a way of its own.
    """

    text: str
    when: EventLike | Callable[[Outcome], object]
    hands: Mapping[str, Value] = field(default_factory=dict)
    tells: str = ""
    ends: str = ""
    to: str = ""
    result: Outcome | None = None

    def of(self, outcome: Outcome, words: str) -> FlowWay:
        """The way of one outcome, where each is a way of its own.

        outcome : the outcome in words.
        """
        return replace(
            self,
            text=self.text.replace(RESULT, words),
            when=lambda got: got == outcome,
            hands={name: outcome if value is RESULT else value for name, value in self.hands.items()},
            tells=self.tells.replace(RESULT, words),
            ends=self.ends.replace(RESULT, words),
            result=outcome,
        )


@dataclass(frozen=True, eq=False)
class FlowStep:
    """One step: a check, and its ways on.

    name : as an identifier.
    asks : its question.
    ways : each outcome belongs to one of them.
    controls : the parameters that one sets there.
    settings : others that are not at their default.
    plans : parameters that are plans of the flow.
    only : a plan, and the value with which the step is taken at all.
    needs : a test of the rules, and of what the step is asked, without which it is left out.
    shared : parameters that are as somebody said of an earlier step, such as ``{"b_strength": "wound.strength"}``, on
        whatever way one came.
    settled : a ruling of the rules, and the outcome that some of its values have where dice would be thrown.
    """

    name: str
    asks: str
    check: Check
    ways: Sequence[FlowWay]
    controls: Sequence[str] = ()
    settings: Mapping[str, Value] = field(default_factory=dict)
    plans: Mapping[str, str] = field(default_factory=dict)
    only: tuple[str, Value] | None = None
    needs: Callable[[Ruleset, Mapping[str, Value]], bool] | None = None
    shared: Mapping[str, str] = field(default_factory=dict)
    settled: tuple[str, Mapping[Value, Outcome]] | None = None


class FlowPlace(NamedTuple):
    """Where one has come to: a step by its number, what was handed on to it and to later ones, and what was told; or an
    end.

    rests : the marks of the figures that what was handed on rests on, by its name.
    """

    step: int
    facts: frozenset[tuple[str, Value]] = frozenset()
    sentences: tuple[str, ...] = ()
    end: str = ""
    rests: frozenset[tuple[str, str]] = frozenset()


class TakenStep(NamedTuple):
    """A step that has been taken: where, the way it went, and the chance of that."""

    place: FlowPlace
    way: FlowWay
    chance: Fraction


class CheckFlow:
    """Checks in a row. ``begun`` says what is set; the rest follows from that.

    id : of the game and its own.
    plans : parameters of the whole, which steps ask for, as a check names its own.
    heading : what these are.
    page : where one plays it. Raises ``ValueError`` for steps that do not fit together.
    """

    def __init__(
        self,
        id: str,
        title: str,
        source: str,
        steps: Sequence[FlowStep],
        plans: asks.ParameterNames,
        heading: str = "What each side plans to do",
        page: str = "",
    ) -> None:
        self.page = page
        self.id, self.title, self.source, self.steps, self.heading = id, title, source, tuple(steps), heading
        self.stem = id.partition(".")[0]
        self.plans = asks.parameters(rules(self.stem), plans, id)
        self.names = [step.name for step in steps]
        for place, step in enumerate(self.steps):
            self._test(step, self.names[:place], self.names[place + 1 :])

    def _test(self, step: FlowStep, earlier: Sequence[str], later: Sequence[str]) -> None:
        """A step names what there is, and something comes after it."""
        parameters = step.check.parameters
        names = [*step.controls, *step.settings, *step.plans]
        wrong = [f"no parameter {name}" for name in names if name not in parameters]
        for parameter, name in step.shared.items():
            of, _, leaf = name.partition(".")
            takes = parameter in parameters and parameter not in step.controls
            gives = of in earlier and leaf in self._of(of).check.parameters
            wrong += [] if takes and gives else [f"nothing earlier says {name} for {parameter}"]
        for way in step.ways:
            if RESULT not in way.text and RESULT in (*way.hands.values(), way.tells, way.ends):
                wrong.append(f"{way.text} has no {RESULT}")
            if not callable(way.when):
                step.check.test(way.when)
            for name in way.hands:
                to, _, parameter = name.partition(".")
                there = to in later and parameter in self._of(to).check.parameters
                wrong += [] if there and parameter not in self._of(to).controls else [f"nothing later takes {name}"]
        wrong += [f"nothing later is called {way.to}" for way in step.ways if way.to and way.to not in later]
        wrong += [f"no plan {name}" for name in step.plans.values() if name not in self.plans]
        wrong += ["no plan for it"] if step.only and step.only[0] not in self.plans else []
        if not later and (step.only or step.needs or not all(way.ends for way in step.ways)) and not self._tells:
            wrong.append("it is the last step, and has no end")
        if wrong or step.check.stem != self.stem:
            raise ValueError(f"{self.id}, {step.name}: {'; '.join(wrong) or 'a check of another game'}")

    @property
    def _tells(self) -> bool:
        """Is there something to say at the end of the last step?"""
        return any(way.tells for step in self.steps for way in step.ways)

    def _of(self, name: str) -> FlowStep:
        return self.steps[self.names.index(name)]

    def parameters(self, step: str, rules: Ruleset | None = None) -> Mapping[str, Parameter]:
        """What can be said of a step, or of the whole where it is empty; ``RuleError`` for one that is not there.

        rules : with what they ask for besides the book.
        """
        if step and step not in self.names:
            raise RuleError(f"a step must be one of {', '.join(self.names)}; got {as_text(step)}")
        return self.check_of(step, rules).parameters if step else self.plans

    def check_of(self, step: str, rules: Ruleset | None = None) -> Check:
        """The check of a step, by some rules."""
        check = self._of(step).check
        return check.under(rules) if rules is not None else check

    def parameter(self, step: str, name: str, rules: Ruleset | None = None) -> Parameter:
        """One of them; ``RuleError`` where there is none of that name."""
        parameters = self.parameters(step, rules)
        if step:
            return parameters[self.check_of(step, rules).name_of(name)]
        if plan := meant(name, parameters):
            return parameters[plan]
        raise RuleError(f"a plan must be one of {', '.join(self.plans)}; got {as_text(name)}")

    def tested_way(self, way: Mapping[str, Value]) -> dict[str, str]:
        """A way to go, by step; ``RuleError`` for a step that is not there, or what is no words."""
        for step, says in way.items():
            if step not in self.names or not isinstance(says, str):
                raise RuleError(
                    f"a way must be in words for one of {', '.join(self.names)}; "
                    f"got {as_text(says)} for {as_text(step)}"
                )
        return dict(way)

    def begun(
        self,
        rules: Ruleset | None = None,
        settings: StepSettings | None = None,
        plans: Mapping[str, Value] | None = None,
    ) -> FlowBegun:
        """The flow by some rules, with what is said of its steps and its plans; ``RuleError`` for what is not there."""
        by = self.steps[0].check.ruleset(rules)
        for step, values in {**(settings or {}), "": plans or {}}.items():
            self.parameters(step)
            for name, value in values.items():
                self.parameter(step, name, by).check(value)
        held = {name: plan.default for name, plan in self.plans.items()} | dict(plans or {})
        return FlowBegun(self, by, settings or {}, held)


class FlowBegun:
    """A flow with all that is said of it. ``start`` : its first place."""

    def __init__(self, flow: CheckFlow, rules: Ruleset, settings: StepSettings, plans: Mapping[str, Value]) -> None:
        self.flow, self.rules, self._settings, self._plans = flow, rules, settings, plans
        self._ways, self._trees = dict[FlowPlace, dict[FlowWay, Fraction]](), dict[FlowPlace, Consequence]()
        self._marks, self._ends_marks = dict[FlowPlace, Marks](), dict[FlowPlace, dict[str, Marks]]()
        self._from = dict[FlowPlace, dict[FlowPlace, Fraction]]()
        self.start = self._next(0, {}, frozenset(), ())

    def step(self, place: FlowPlace) -> FlowStep:
        """The step at a place that is no end."""
        return self.flow.steps[place.step]

    def _next(
        self, at: int, facts: Mapping[str, Value], rests: frozenset[tuple[str, str]], sentences: tuple[str, ...]
    ) -> FlowPlace:
        """The first step from there on that is taken, with what concerns it and later ones; or the end."""
        names = self.flow.names
        while at < len(names) and not self._takes(at, facts):
            at += 1
        if at == len(names):
            return FlowPlace(at, end=JOIN.join(sentences))
        later = names[at:]

        def concerns(name: str) -> bool:
            return name.partition(".")[0] in later

        return FlowPlace(
            at,
            frozenset(item for item in facts.items() if concerns(item[0])),
            sentences,
            rests=frozenset(one for one in rests if concerns(one[0])),
        )

    def _takes(self, at: int, facts: Mapping[str, Value]) -> bool:
        """Is that step taken at all?"""
        step = self.flow.steps[at]
        if step.only and self._plans[step.only[0]] != step.only[1]:
            return False
        return step.needs is None or step.needs(self.rules, self._settings_of(step, facts))

    def _settings_of(self, step: FlowStep, facts: Mapping[str, Value]) -> dict[str, Value]:
        """What is given, planned, said here or earlier, and handed on for a step."""
        handed = {name.partition(".")[2]: v for name, v in facts.items() if name.partition(".")[0] == step.name}
        planned = {p: self._plans[plan] for p, plan in step.plans.items()}
        split = {p: name.partition(".") for p, name in step.shared.items()}
        shared = {p: self._settings[of][n] for p, (of, _, n) in split.items() if n in self._settings.get(of, {})}
        return {**step.settings, **planned, **shared, **self._settings.get(step.name, {}), **handed}

    def after(self, place: FlowPlace, way: FlowWay) -> FlowPlace:
        """Where a way leads from there."""
        sentences = (*place.sentences, way.tells) if way.tells else place.sentences
        if way.ends:
            return FlowPlace(len(self.flow.steps), end=JOIN.join((*sentences, way.ends)))
        hands = {name: value(self.answers(place)[0]) if callable(value) else value for name, value in way.hands.items()}
        at = self.flow.names.index(way.to) if way.to else place.step + 1
        rests_left = (one for one in place.rests if one[0] not in hands)
        rests = frozenset([*rests_left, *product(hands, self.marks(place) if hands else ())])
        return self._next(at, {**dict(place.facts), **hands}, rests, sentences)

    # One step ---------------------------------------------------------------------------------------------------------

    def params(self, place: FlowPlace) -> list[dict[str, Value]]:
        """What the check of a step is asked; several where a parameter may have several values alike."""
        step = self.step(place)
        settings = self._settings_of(step, dict(place.facts))
        each = [value.values if isinstance(value, OneOf) else (value,) for value in settings.values()]
        sets = [dict(zip(settings, values, strict=True)) for values in product(*each)]
        return [step.check.under(self.rules).without_resting(self.rules, one) for one in sets]

    def answers(self, place: FlowPlace) -> list[Answer]:
        """The answers of a step."""
        return [self.step(place).check(rules=self.rules, **one) for one in self.params(place)]

    def _settles(self, place: FlowPlace, answer: Answer) -> Outcome | None:
        """The outcome that a ruling gives in place of the dice; ``None`` where they are thrown."""
        settled = self.step(place).settled
        return settled[1].get(self.rules[settled[0]]) if settled and len(answer.dist) > 1 else None

    def ways(self, place: FlowPlace) -> dict[FlowWay, Fraction]:
        """The ways on with their chances; those that cannot be are absent."""
        if place not in self._ways:
            step, answers = self.step(place), self.answers(place)
            ways = [one for way in step.ways for one in _each(way, answers)]
            chances = [Fraction(0)] * len(ways)
            for answer in answers:
                ruled = self._settles(place, answer)
                dist = answer.dist if ruled is None else Dist([ruled])
                for number, way in enumerate(ways):
                    chances[number] += dist.probability(_tests(way, answer)) / len(answers)
            if sum(chances) != 1:
                raise ValueError(f"{self.flow.id}, {step.name}: each outcome must belong to one way; got {chances}")
            self._ways[place] = {way: p for way, p in zip(ways, chances, strict=True) if p}
        return self._ways[place]

    def marks(self, place: FlowPlace) -> Marks:
        """How the figures are marked that the chances and numbers of a step rest on, those handed on to it included."""
        if place not in self._marks:
            name = self.step(place).name
            handed = (mark for to, mark in place.rests if to.partition(".")[0] == name)
            own = (rule.mark for answer in self.answers(place) for rule in answer.marked)
            self._marks[place] = tuple(sorted({*handed, *own}))
        return self._marks[place]

    def thrown(self, place: FlowPlace, seed: int) -> tuple[FlowWay, list[str]]:
        """One throw at a step: the way it went, and every step of the throw told."""
        answers = self.answers(place)
        rng = random.Random(f"{self.step(place).name} {seed}")  # one seed throws each step otherwise
        answer = rng.choice(answers)
        sentences = [
            f"{answer.check.spelling.words(n)} {v}"
            for n, v in answer.params.items()
            if len({a.params[n] for a in answers}) > 1
        ]
        outcome = self._settles(place, answer)
        if outcome is None:
            outcome, lines = _throw(answer, rng)
            sentences += lines
        way = next(way for way in self.ways(place) if _tests(way, answer)(outcome))
        return way, sentences

    # All of it --------------------------------------------------------------------------------------------------------

    def tree(self, place: FlowPlace) -> Consequence:
        """All that can come from there, as a tree of throws; the end where nothing is open any more."""
        if place.end:
            return place.end
        if place not in self._trees:
            ways = self.ways(place)
            labels = {way: marked_text(way.text, self.marks(place)) for way in ways}
            leads = {labels[way]: self.tree(self.after(place, way)) for way in ways}
            denominator = lcm(*(p.denominator for p in ways.values()))
            weights = {labels[way]: int(p * denominator) for way, p in ways.items()}
            name = self.rules.spelling.words(self.step(place).name)
            self._trees[place] = throw_tree(name, Dist(weights), leads.__getitem__) if len(ways) > 1 else _only(leads)
        return self._trees[place]

    def _reached(self, place: FlowPlace) -> dict[FlowPlace, Fraction]:
        """Every place that may be come to from there, with its chance, in the order of the steps; then the ends."""
        if place not in self._from:
            self._from[place] = self._followed(place)
        return self._from[place]

    def _followed(self, place: FlowPlace) -> dict[FlowPlace, Fraction]:
        places, open_ = dict[FlowPlace, Fraction](), {place: Fraction(1)}
        for at in range(place.step, len(self.flow.steps)):
            for one in [one for one in open_ if one.step == at]:
                places[one] = open_.pop(one)
                for way, p in self.ways(one).items():
                    to = self.after(one, way)
                    open_[to] = open_.get(to, Fraction(0)) + places[one] * p
        return places | open_

    def ends(self, place: FlowPlace | None = None) -> dict[str, Fraction]:
        """The chance of each end from there, or from the beginning, in the order of the flow."""
        return {one.end: p for one, p in self._reached(place or self.start).items() if one.end}

    def ends_marks(self, place: FlowPlace | None = None) -> dict[str, Marks]:
        """How the figures are marked that each end rests on: those of all steps on a way to it from there."""
        place = place or self.start
        if place not in self._ends_marks:
            self._ends_marks[place] = self._marks_on(place)
        return self._ends_marks[place]

    def _marks_on(self, place: FlowPlace) -> dict[str, Marks]:
        places = self._reached(place)
        on = {one: dict.fromkeys(() if one.end else self.marks(one)) for one in places}
        for one in places:
            for way in () if one.end else self.ways(one):
                on[self.after(one, way)].update(on[one])
        return {one.end: tuple(sorted(marks)) for one, marks in on.items() if one.end}

    def branches(
        self, place: FlowPlace | None = None, most: int = 400, name_of: Callable[[Outcome], str] = str
    ) -> Branches:
        """Every way from there, or the beginning; beyond so many the rarest are one.

        name_of : the words for an end.
        """
        title = self.flow.title if place in (None, self.start) else "What may still come"
        title = headed(title, chain.from_iterable(self.ends_marks(place).values()))
        return Branches(title, "", self.tree(place or self.start), name_of, Scale(list(self.ends())), most)

    def walked(self, chosen: Mapping[str, str]) -> tuple[list[TakenStep], FlowPlace]:
        """The way that goes as chosen, by the names of the steps; what is certain is gone through unasked. Where it
        leads, too: to an end, or to the first step at which nothing possible is chosen.
        """
        steps, place = list[TakenStep](), self.start
        while not place.end:
            ways = self.ways(place)
            choice = chosen.get(self.step(place).name)
            way = next((way for way in ways if way.text == choice or len(ways) == 1), None)
            if way is None:
                break
            steps.append(TakenStep(place, way, ways[way]))
            place = self.after(place, way)
        return steps, place

    def reached(self, name: str) -> Fraction:
        """The chance that a step is come to."""
        number = self.flow.names.index(name)
        return sum((p for one, p in self._reached(self.start).items() if one.step == number), Fraction(0))


def marked_text(text: str, marks: Iterable[str]) -> str:
    """Words of a flow with the marks of the figures that they rest on, such as "it hits [assumed]"."""
    each = ", ".join(marks)
    return f"{text} [{each}]" if each else text


def _each(way: FlowWay, answers: Sequence[Answer]) -> list[FlowWay]:
    """A way, or one for each outcome that goes it."""
    if RESULT not in way.text:
        return [way]
    return [
        way.of(one, answers[0].check.spelling.outcome(one))
        for one in dict.fromkeys(o for a in answers for o in a.dist if _tests(way, a)(o))
    ]


def _tests(way: FlowWay, answer: Answer) -> Callable[[Outcome], object]:
    """Does an outcome of an answer go this way?"""
    return way.when if callable(way.when) else answer.test(way.when)


def _throw(answer: Answer, rng: random.Random) -> tuple[Outcome, list[str]]:
    """One throw: what came of it, and every step told; of a fight the last ones."""
    if isinstance(answer, ProcessResult):
        roll = answer.roll(rng)
        return roll.outcome, str(roll).split("\n")[:-1][-_LONGEST_THROW:]
    fell = thrown(answer.check.tree(answer.rules, answer.targets), rng)
    return fell.outcome, list(map(str, fell.steps))


def flow_of(id: str | CheckFlow) -> CheckFlow:
    """A flow, or the one of that id."""
    if isinstance(id, CheckFlow):
        return id
    flows = {name: flow for stem in systems() for name, flow in flows_of(stem).items()}
    if id not in flows:
        raise RuleError(f"a flow must be one of {', '.join(flows)}; got {as_text(id)}")
    flow: CheckFlow = flows[id]
    return flow


def each_step(check: Check) -> list[str]:
    """The ids of the checks that answer a step of this one alone: that it names, whose answers it takes, or that are
    played in a row with it.
    """
    takers = [p.takes for p in check.parameters.values() if p.takes]
    rows = [[step.check.id for step in flow.steps] for flow in flows_of(check.stem).values()]
    in_a_row = [one for row in rows if check.id in row for one in row]
    return [one for one in dict.fromkeys([*check.steps, *takers, *in_a_row]) if one != check.id]


def _only(leads: Mapping[str, Consequence]) -> Consequence:
    """The only one of them."""
    (consequence,) = leads.values()
    return consequence
