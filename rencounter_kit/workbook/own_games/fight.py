"""A fight in the file of a game: its checks are repeated in turn until a side is down.

::

    [fight.duel]
    title = "Who wins the duel?"
    source = "Hand to hand"
    asks = "fighter.* rounds"           # what is asked; a_wounds and b_wounds are the sides' own
    lasts = "wounds"                    # what each man can take; a side is down at 0
    at_most = "rounds"                  # turns at most, 0 for to the end
    turn = "round"

    [[fight.duel.acts]]                 # what is done in each turn, one after the other
    by = "each"
    check = "strike"
    with = { armor = "foe.armor", hurt = "lost" }
    takes = { hit = 1, grave = "wound.grave" }

A name is what the side itself has, ``foe.armor`` what its foe has; else what both share, else a figure. ``lost``, ``left`` and
``men`` are what a side has lost, what it can still take, and how many of its men stand. In ``with`` a number may be worked out
of names in braces: ``skill = "max({skill} - {lost}, 1)"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import first_up, nearest, shown, words
from ..mechanics import asks
from ..mechanics.check import Check
from ..mechanics.modifiers import Node, Part, composite, part, value
from ..mechanics.parameter import Choice, Parameter, Whole
from ..mechanics.processes.process import Process
from ..rulebook.added import LARGEST
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.library import Game
from ..rulebook.places import FileError, together
from ..rulebook.text import figure_text
from .fight_words import says
from .rounds import (
    A_WINS,
    ALL,
    B_WINS,
    BOTH_DOWN,
    MAN,
    OTHER,
    RANDOM,
    TOGETHER,
    UNDECIDED,
    Act,
    Deed,
    Fight,
    Harm,
    Opening,
    Side,
    TurnStep,
    play,
)
from .section import GameSection, sections
from .template import Template

KEYS = ("title", "source", "asks", "lasts", "men", "at_most", "turn", "first", "acts")
ACT_KEYS = ("by", "check", "with", "takes", "loses", "times", "once", "when")
FIRST_KEYS = ("check", "with", *OTHER, TOGETHER, "once")
EACH = "each"
FIRST = (*OTHER, TOGETHER, RANDOM)
STATE = ("lost", "left", "men")  # of a side, as it is by then
WHOLE = {"man": MAN, "all": ALL}
NUMBER = "number"  # what a number that a check answers costs
MOST_ACTS, MOST_BLOWS, MOST_NUMBERS = 20, 200, 10_000
MOST_STATES = 60_000  # beyond it an exact answer takes more than a quarter of a minute

Known = Mapping[str, Any]  # what is asked and worked out, by name


class Standing(NamedTuple):
    """What changes in a fight: of which side, and what of ``STATE``."""

    side: str
    what: str

    def now(self, side: Side, left: int) -> int:
        """How much it is for a side that can still take so much."""
        return {"lost": side.whole - left, "left": left, "men": side.standing(left)}[self.what]


class Reckoning(NamedTuple):
    """A number worked out of names in braces, of which some may change. words : what each name means. gives : what it is a
    value of. text : as it was written. fault : what is wrong with it, with its line.
    """

    line: Template
    words: Mapping[str, Node | Standing]
    gives: Parameter
    text: str
    fault: Callable[[str], FileError]

    @property
    def nodes(self) -> list[Node]:
        """What does not change."""
        return [word for word in self.words.values() if isinstance(word, Node)]

    def now(self, r: Ruleset, known: Known, standing: Callable[[Standing], int]) -> int:
        """How much it is. standing : how much is what changes."""
        number = self.worked_out(self.values(r, known, standing), r)
        try:
            self.gives.right(number, r)
        except RuleError:
            raise self._refused(number, self.gives.by(r)) from None
        return number

    def values(self, r: Ruleset, known: Known, standing: Callable[[Standing], int]) -> dict[str, Any]:
        """What stands for each name."""
        words = self.words.items()
        return {name: standing(one) if isinstance(one, Standing) else one(r, known) for name, one in words}

    def worked_out(self, values: Known, r: Ruleset) -> int:
        """The number, whatever it may be; ``FileError`` where the line makes none."""
        try:
            made = self.line.filled(values, r)
        except NotationError as error:
            raise self.fault(f"in {shown(error.line)}: {error}") from None
        except RuleError as error:
            raise self.fault(str(error)) from None
        if made.number is None or made.is_test:
            raise self.fault(f"with must say numbers without dice; got {shown(self.text)}")
        return made.number

    def _refused(self, number: int, gives: Parameter) -> FileError:
        """The error for a number that it must not be, with what to write so that it stays within its range."""
        text, instead = shown(self.text, 100), ""
        if isinstance(gives, Whole):
            name, end = ("max", gives.low) if number < gives.low else ("min", gives.high)
            instead = f'; write {gives.name} = "{name}({text}, {end})"'
        return self.fault(f"{gives.name} must be {gives.wanted}; got {number} from {text}{instead}")


class Cost(NamedTuple):
    """What each outcome costs, as the file has it. counts : does a number cost what it says?"""

    costs: Mapping[Outcome, Node]
    counts: bool

    def harm(self, r: Ruleset, known: Known) -> Harm:
        """The same as it is with what was said."""
        return Harm(tuple((outcome, node(r, known)) for outcome, node in self.costs.items()), self.counts)


def fights(of: Game, checks: Mapping[str, Check[Any]]) -> list[Process[Any]]:
    """The fights of a game's file; ``FileError`` with the line for what is wrong. checks : those that they may repeat, by
    their names.
    """
    made, faults = list[Process[Any]](), list[FileError]()
    for name, section in sections(of, "fight"):
        try:
            made.append(_Reader(section, name, checks).process())
        except FileError as fault:
            faults.append(fault)
    if faults:
        raise together(faults)
    return made


class _Reader:
    """One fight while it is read."""

    def __init__(self, section: GameSection, name: str, checks: Mapping[str, Check[Any]]) -> None:
        section.only(KEYS)
        section.needs(("title", "source", "lasts", "acts"))
        self.section, self.checks, self.book = section, checks, book_of(section.of.stem)
        self.id, self.asked = f"{self.book.stem}.{name}", section.names("asks")
        try:
            self.ours = asks.parameters(self.book, self.asked, self.id)
        except ValueError as error:
            raise section.fault("asks", str(error).partition(".toml: ")[2] or str(error)) from None
        self.used = set[str]()
        self.targets: dict[str, Node] = {}

    def process(self) -> Process[Any]:
        """The fight as a check of the game."""
        section, turn = self.section, self.section.text("turn", "turn")
        self.targets["fight_sides"] = self._sides()
        self.targets["fight_limit"] = self._amount(section, "at_most", section.said.get("at_most", 0), "a")
        steps = [self._step(one, place) for place, one in enumerate(self._acts(), 1)]
        opening, firsts = self._first()
        if idle := sorted(self.ours.keys() - self.used):
            are, them = ("is", "it") if len(idle) == 1 else ("are", "them")
            raise section.fault("asks", f"{' and '.join(idle)} {are}n't used in this fight; leave {them} out")
        both = TOGETHER in firsts or any(step.together or any(a.hurts for a in step.acts.values()) for step in steps)
        fight = Fight(steps, opening)
        return Process(
            self.id,
            section.text("title"),
            source=section.text("source"),
            parameters=self.asked,
            targets=self.targets,
            play=partial(play, fight),
            outcomes=(A_WINS, B_WINS, *([BOTH_DOWN] if both else []), UNDECIDED),
            events={
                "A wins": A_WINS,
                "B wins": B_WINS,
                **({"both are down": BOTH_DOWN} if both else {}),
                "nobody wins": [BOTH_DOWN, UNDECIDED] if both else UNDECIDED,
            },
            said={} if both else {UNDECIDED: "nobody wins"},
            says=partial(says, fight, turn),
            turn=turn,
            max_states=MOST_STATES,
        )

    # The two sides -----------------------------------------------------------------------------------------------------

    def _sides(self) -> Node:
        """How many men each side has, and what each can take."""
        nodes = [
            self._amount(section, key, said, side)
            for side in OTHER
            for section, key, said in (self._of_side("lasts", side), self._of_side("men", side))
        ]

        def sides(r: Ruleset, known: Known) -> tuple[Side, ...]:
            points_a, men_a, points_b, men_b = (node(r, known) for node in nodes)
            found = Side(points_a, men_a), Side(points_b, men_b)
            for name, side in zip("AB", found, strict=True):
                if not (side.points >= 1 and side.men >= 1 and side.whole <= LARGEST):
                    raise RuleError(
                        f"a side must have 1 man or more who can take 1 point or more, {LARGEST:,} in all; "
                        f"got {side.men} with {side.points} on side {name}; try another number"
                    )
            return found

        return _node("sides", sides, nodes)

    def _of_side(self, key: str, side: str) -> tuple[GameSection, str, Any]:
        """What is said of a side: of both at once, or of each."""
        said = self.section.said.get(key, 1)
        if not isinstance(said, dict):
            return self.section, key, said
        each = self.section.table(key)
        each.only(OTHER)
        if side not in said:
            raise self.section.fault(key, f"{key} must be said of a and of b; got none of {side}; add it")
        return each, side, said[side]

    # What is done ------------------------------------------------------------------------------------------------------

    def _acts(self) -> list[GameSection]:
        acts = self.section.each("acts", MOST_ACTS)
        if not acts:
            path = f"{self.section.path}.acts"
            raise self.section.fault("acts", f"a fight must have 1 to {MOST_ACTS} headings [[{path}]]; got none")
        return acts

    def _step(self, section: GameSection, place: int) -> TurnStep:
        """An act, by one side or by both."""
        section.only(ACT_KEYS)
        by = section.found("by", section.text("by"), (*OTHER, EACH, TOGETHER), "who acts")
        if section.said.keys().isdisjoint(("takes", "loses")):
            raise section.fault(
                "", f"an act must say what comes of it; it does not; add takes = {{ {self._outcome(section)} = 1 }}"
            )
        sides = [by] if by in OTHER else [*OTHER]
        return TurnStep({side: self._act(section, side, f"{place}_{side}") for side in sides}, by == TOGETHER)

    def _outcome(self, section: GameSection) -> str:
        """The last outcome of the check of an act, as a name before =."""
        check = self.checks.get(str(section.said.get("check")))
        name = str(check.scale[-1]) if check and check.scale else NUMBER
        return name if name.isidentifier() else f'"{name}"'

    def _act(self, section: GameSection, side: str, name: str) -> Act:
        """The act of a side."""
        check = self.checks[section.found("check", section.text("check"), self.checks, "a check of this game")]
        asked, changing = self._check(section, check, side)
        takes, loses = (self._cost(section, key, check, side) for key in ("takes", "loses"))
        times = self._amount(section, "times", section.said.get("times", 1), side)
        when = [self._condition(section, one, side) for one in section.texts("when")]
        changes = [
            word for one in changing.values() for word in (one.words.values() if isinstance(one, Reckoning) else [one])
        ]
        counts = {one.side for one in (*changes, *when) if isinstance(one, Standing)}
        act = Act(
            side, asked.label, check, f"act_{name}", f"deed_{name}", side in counts, OTHER[side] in counts,
            hurts="loses" in section.said, once=section.flag("once", False), by_then=self._by_then(section, changing, side),
        )  # fmt: skip

        def deed(asked: Part, r: Ruleset, known: Known) -> Deed:
            often = times(r, known)
            men = 1 if act.once else max(side.men for side in known["fight_sides"])
            if not 0 <= often * men <= MOST_BLOWS:
                raise RuleError(
                    f"a side must act 0 to {MOST_BLOWS} times a turn; got {often} for each man; try fewer men or times"
                )
            numbers = _numbers(act, asked, changing, when, r, known)
            return Deed(numbers, takes.harm(r, known), loses.harm(r, known), often)

        reckoned = [node for one in changing.values() if isinstance(one, Reckoning) for node in one.nodes]
        nodes = [
            times,
            *reckoned,
            *takes.costs.values(),
            *loses.costs.values(),
            *(n for n in when if isinstance(n, Node)),
        ]

        def of_check(asked: Part) -> Node:
            """The deed, by what house rules let its check ask besides."""
            return _node("deed", partial(deed, asked), [asked, *nodes], "fight_sides")

        self.targets |= {act.asked: asked, act.deed: composite(of_check, asked)}
        return act

    def _check(
        self, section: GameSection, check: Check[Any], side: str
    ) -> tuple[Part, dict[str, Standing | Reckoning]]:
        """The check of an act as the fight begins, and which of its parameters change then."""
        said = section.table("with")
        said.only(check.parameters)
        renamed, fixed, changing = dict[str, str](), dict[str, Any](), dict[str, Standing | Reckoning]()
        for theirs, p in check.parameters.items():
            one = said.said.get(theirs)
            if one is None:
                if f"{side}_{theirs}" in self.ours:
                    renamed[theirs] = f"{side}_{theirs}"
            elif isinstance(one, str) and "{" in one:
                changing[theirs] = reckoning = self._reckoning(said, p, one, side)
                first = self._reckoned_first(reckoning, words(theirs))
                self._try(reckoning, first)
                renamed[theirs] = self._new(f"{side}_{theirs}_at_the_start", first)
            elif isinstance(one, str) and (word := self._named(one, side)):
                if isinstance(word, Standing):
                    changing[theirs] = word
                    renamed[theirs] = self._at_first(word)
                else:
                    renamed[theirs] = self._target(side, theirs, word)
            else:
                try:
                    fixed[theirs] = p.right(one, self.book)
                except RuleError as error:
                    raise said.fault(theirs, self._not_with(one, theirs, side) or str(error)) from None
        made = part(f"{side.upper()}: {words(check.name)}", check, self.asked, renamed, **fixed)
        self.used.update(made.names)
        return made, changing

    def _usual(self) -> Known:
        """What is asked as it is usually, and the sides then."""
        usual = {name: p.default for name, p in self.ours.items()}
        try:
            return {**usual, "fight_sides": self.targets["fight_sides"](self.book, usual)}
        except RuleError as error:
            raise self.section.right("lasts", error) from None

    def _try(self, one: Reckoning, first: Node) -> None:
        """Refuse what makes no number as the fight begins, or with another value of one of its names."""
        usual = self._usual()
        first(self.book, usual)
        values = one.values(self.book, usual, lambda word: 1)
        for name, word in one.words.items():
            asked = self.ours[word.names[0]].values() if isinstance(word, Node) and word.names else ()
            for number in (1, 2) if isinstance(word, Standing) else (*asked[:3], *asked[-1:]):
                one.worked_out({**values, name: number}, self.book)

    def _reckoning(self, section: GameSection, gives: Parameter, text: str, side: str) -> Reckoning:
        """A line of names in braces; ``foe.`` is what the foe has."""
        key, foe = gives.name, "foe_"
        while foe in text.lower():  # no name in it begins so
            foe += "_"

        def fault(said: str) -> FileError:
            return section.fault(key, said.replace(foe, "foe."))

        try:
            line = Template(re.sub(r"\{\s*foe\.", f"{{{foe}", text))
        except RuleError as error:
            raise fault(str(error)) from None
        named = dict[str, Node | Standing]()
        for name in line.names:
            whole = f"foe.{name.removeprefix(foe)}" if name.startswith(foe) else name
            if (word := self._named(whole, side)) is None:
                section.found(key, whole, self._names(), "what the fight asks, or lost, left or men")
            else:
                named[name] = word
        for path in line.figures:
            section.found(key, path, self.book, "a figure")
        return Reckoning(line, named, gives, text, fault)

    def _reckoned_first(self, one: Reckoning, label: str) -> Node:
        """What it is as the fight begins."""

        def first(r: Ruleset, known: Known) -> int:
            sides = dict(zip(OTHER, known["fight_sides"], strict=True))
            return one.now(r, known, lambda word: word.now(sides[word.side], sides[word.side].whole))

        return _node(label, first, one.nodes, "fight_sides")

    def _not_with(self, said: Any, theirs: str, side: str) -> str:
        """What is likely meant by something that is no name and no value; "" where that is not known."""
        if not isinstance(said, str):
            return ""
        names = re.findall(r"[a-z][\w.]*", said)
        if len(said.split()) > 1 and names and all(self._named(name, side) for name in names):
            in_braces = re.sub(r"[a-z][\w.]*", lambda name: f"{{{name[0]}}}", said)
            return f'names that are worked with must stand in braces; got {shown(said)}; write {theirs} = "{in_braces}"'
        near = nearest(said.removeprefix("foe."), self._names())
        return f"{theirs} must be a value of {theirs}, what the fight asks, lost, left, men or a figure; got {shown(said)}{near}"

    def _at_first(self, word: Standing) -> str:
        """The target number that says what changes, as the fight begins."""
        name, place = f"{word.side}_{word.what}_at_the_start", [*OTHER].index(word.side)
        self.targets[name] = Node(
            lambda r, sides: word.now(sides[place], sides[place].whole), ("fight_sides",), word.what
        )
        return name

    def _new(self, name: str, node: Node) -> str:
        """A target number of its own; of several that are called so, the later ones are counted."""
        alike = sum(re.fullmatch(rf"{name}(_\d+)?", one) is not None for one in self.targets)
        name = f"{name}_{alike + 1}" if alike else name
        self.targets[name] = node
        return name

    def _by_then(
        self, section: GameSection, changing: Mapping[str, Standing | Reckoning], side: str
    ) -> tuple[str, ...]:
        """Sentences on what of a check goes by how the fight stands, or does not where one might think so."""
        told = list[str]()
        for theirs, one in section.table("with").said.items():
            if isinstance(word := changing.get(theirs), Standing):
                what = {"lost": "has lost", "left": "can still take", "men": "has standing"}[word.what]
                told.append(f"{first_up(words(theirs))}: what {word.side.upper()} {what} by then.")
            elif word is not None:
                told.append(f"{first_up(words(theirs))}: {re.sub(r'[{}]', '', one)}, as it is by then.")
            elif isinstance(one, str) and one.removeprefix("foe.") == self.section.said["lasts"]:
                whose = (OTHER[side] if one.startswith("foe.") else side).upper()
                told.append(
                    f"{first_up(words(theirs))}: {whose}'s {words(one.removeprefix('foe.'))} at the start; "
                    "what is left of them by then is called left."
                )
        return tuple(told)

    def _target(self, side: str, key: str, node: Node) -> str:
        """What is asked, or a target number for a figure."""
        if node.names:
            return node.names[0]
        return self._new(f"{side}_{key}", node)

    def _cost(self, section: GameSection, key: str, check: Check[Any], side: str) -> Cost:
        """What each outcome costs."""
        outcomes, numbers = check.scale or (), any(space.numbers for space in check.spaces.values())
        said = section.said.get(key, {})
        table = GameSection(section.of, section.path, {key: {NUMBER: said} if said == NUMBER else said}).table(key)
        costs, counts = dict[Outcome, Node](), False
        for name, cost in table.said.items():
            if name == NUMBER and numbers:
                if cost != NUMBER:
                    raise table.fault(
                        name, f'a number must cost what it says, {NUMBER} = "{NUMBER}"; got {shown(cost)}'
                    )
                counts = True
                continue
            outcome = meant(name, outcomes)
            if outcome is None:
                if name in check.events:
                    raise table.fault(
                        name,
                        f"{name} is an event; {key} must name outcomes of {check.name}: {', '.join(map(str, outcomes)) or NUMBER}",
                    )
                section.found(key, name, [*outcomes, *([NUMBER] if numbers else [])], f"outcomes of {check.name}")
            whole = WHOLE.get(cost) if isinstance(cost, str) else None
            costs[outcome] = _constant(whole) if whole else self._amount(table, name, cost, side)
        return Cost(costs, counts)

    # Who is first ------------------------------------------------------------------------------------------------------

    def _first(self) -> tuple[Opening | None, Iterable[Any]]:
        """A check that says who is first, where there is one; and who may be."""
        said = self.section.said.get("first", "a")
        if isinstance(said, dict):
            opening = self._opening(self.section.table("first"))
            return opening, opening.gives.values()
        name = self.section.text("first", "a")
        asked = self.ours.get(name)
        if name in FIRST or asked is None:
            self.section.found("first", name, (*FIRST, *self.ours), "who is first, or what is asked")
            self.targets["fight_first"] = _constant(name)
            return None, [name]
        if not isinstance(asked, Choice) or not set(asked.choices) <= set(FIRST):
            raise self.section.fault(
                "first", f'{name} must be asked with choices = ["a", "b"], and "random" and "together" if you like'
            )
        self.used.add(name)
        self.targets["fight_first"] = value(name)
        return None, asked.choices

    def _opening(self, section: GameSection) -> Opening:
        """A check that says who is first."""
        section.only(FIRST_KEYS)
        act, once = self._act(section, "a", "first"), section.flag("once", False)
        outcomes, gives = act.check.scale or (), dict[Outcome, str]()
        for first in (*OTHER, TOGETHER):
            for name in section.texts(first):
                outcome = meant(name, outcomes) or section.found(first, name, outcomes, "outcomes of the check")
                if outcome in gives:
                    raise section.fault(first, f"each outcome must stand once; got {name} twice; take one out")
                gives[outcome] = first
        if missing := [outcome for outcome in outcomes or ["a number"] if outcome not in gives]:
            raise section.fault("", f"each outcome must say who is first, a, b or together; {missing[0]} does not")
        if once and (act.own or act.foe):
            raise section.fault("once", "what is rolled once must not go by what is lost by then; leave once out")
        return Opening(act, gives, once)

    # Names -------------------------------------------------------------------------------------------------------------

    def _named(self, said: str, side: str, stays: bool = False) -> Node | Standing | None:
        """What a name means; ``None`` where it is none. stays : may it not change in the fight?"""
        whose, name = (OTHER[side], said.removeprefix("foe.")) if said.startswith("foe.") else (side, said)
        found = next((one for one in (f"{whose}_{name}", said) if one in self.ours), None)
        if name in STATE and not (stays and found):
            return Standing(whose, name)
        if found:
            self.used.add(found)
            return value(found)
        return Node(lambda r: r[said], (), words(said)) if said in self.book else None

    def _word(self, section: GameSection, key: str, said: Any, side: str, stays: bool = False) -> Node | Standing:
        """A name, of what stays or of what changes."""
        found = self._named(said, side, stays) if isinstance(said, str) else None
        if found is None:
            hint = nearest(said.removeprefix("foe."), self._names()) if isinstance(said, str) else ""
            raise section.fault(
                key, f"{key} must be a whole number, what is asked, or a figure; got {shown(figure_text(said))}{hint}"
            )
        return found

    def _condition(self, section: GameSection, said: str, side: str) -> Node | Standing:
        """What must be true, or more than 0."""
        found = self._word(section, "when", said, side)
        if isinstance(found, Node) and not found.names and not isinstance(figure := self.book[said], int):
            raise section.fault(
                "when",
                f"when must be true or false, or a whole number; got {said}, which is {shown(figure_text(figure))}",
            )
        return found

    def _amount(self, section: GameSection, key: str, said: Any, side: str) -> Node:
        """A number that stays."""
        if type(said) is int and 0 <= said <= LARGEST:
            return _constant(said)
        found = self._word(section, key, said, side, stays=True)
        if isinstance(found, Standing):
            raise section.fault(key, f"{key} must not change in the fight; got {said}; take what is asked, or a figure")
        if not found.names and (type(number := self.book[said]) is not int or number < 0):
            raise section.fault(
                key, f"{key} must be a whole number from 0 on; got {said}, which is {shown(figure_text(number))}"
            )
        return found

    def _names(self) -> list[str]:
        """All that may be named."""
        return [*(name.removeprefix("a_") for name in self.ours), *self.ours, *STATE, *self.book]


# Numbers --------------------------------------------------------------------------------------------------------------


def _constant(number: Any) -> Node:
    return Node(lambda r: number, (), str(number))


def _node(label: str, function: Callable[[Ruleset, Known], Any], nodes: Iterable[Node], *further: str) -> Node:
    """A function of the rules and of all that some nodes are made of."""
    names = tuple(dict.fromkeys([*further, *(name for node in nodes for name in node.names)]))
    return Node(lambda r, *known: function(r, dict(zip(names, known, strict=True))), names, label)


def _numbers(
    act: Act,
    asked: Part,
    changing: Mapping[str, Standing | Reckoning],
    when: Iterable[Node | Standing],
    r: Ruleset,
    known: Known,
) -> tuple[tuple[Any, ...], ...]:
    """The target numbers of an act's check, for all that both sides may have lost, as far as that counts."""
    sides = dict(zip(OTHER, known["fight_sides"], strict=True))
    foe = OTHER[act.side]
    mine, his = range(sides[act.side].whole if act.own else 1), range(sides[foe].whole if act.foe else 1)
    if len(mine) * len(his) > MOST_NUMBERS:
        raise RuleError(
            f"a fight that goes by what is lost must stand in at most {MOST_NUMBERS:,} ways; "
            f"got {len(mine) * len(his):,}; try fewer men or points"
        )
    given = {theirs: known[ours] for theirs, ours in zip(asked.asked, asked.names, strict=False)}
    given |= asked.fixed
    found = dict[tuple[int, ...], Any]()

    def numbers(left: Mapping[str, int]) -> Any:
        def now(word: Standing) -> int:
            return word.now(sides[word.side], left[word.side])

        if not all(now(one) if isinstance(one, Standing) else one(r, known) for one in when):
            return None
        try:
            values = {
                theirs: word.now(r, known, now) if isinstance(word, Reckoning) else now(word)
                for theirs, word in changing.items()
            }
            key = tuple(values.values())
            if key not in found:
                found[key] = asked.check.numbers(r, asked.check.values(r, {**given, **values}))[0]
        except RuleError as error:
            told = " and ".join(f"{points} left on side {side.upper()}" for side, points in sorted(left.items()))
            raise RuleError(f"{asked.label}, with {told}: {error}") from None
        return found[key]

    whole = {side: of.whole for side, of in sides.items()}
    return tuple(
        tuple(numbers({act.side: whole[act.side] - lost, foe: whole[foe] - taken}) for taken in his) for lost in mine
    )
