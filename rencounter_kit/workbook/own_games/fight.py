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

A name is what the side itself has, ``foe.armor`` what its foe has; else what both share, else a figure. ``lost``,
``left`` and ``men`` are what a side has lost, what it can still take, and how many of its men stand. In ``with`` a
number may be worked out of names in braces: ``skill = "max({skill} - {lost}, 1)"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...engine.dice.dist import Outcome
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import as_text, nearest, words
from ..mechanics import asks
from ..mechanics.check import Check
from ..mechanics.modifiers import Node, Part, composite, part, value
from ..mechanics.parameter import Choice
from ..mechanics.processes.process import Process
from ..rulebook.added import LARGEST
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.library import Game
from ..rulebook.places import FileError, together
from .fight_names import FightNames
from .fight_words import by_then_sentences, fight_sentences
from .reckoning import Cost, FightState, Known, Reckoning, constant, node_of, numbers_by_then
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
    BoundAct,
    Fight,
    Opening,
    Side,
    TurnStep,
    play,
)
from .section import GameSection, sections

KEYS = ("title", "source", "asks", "lasts", "men", "at_most", "turn", "first", "acts")
ACT_KEYS = ("by", "check", "with", "takes", "loses", "times", "once", "when")
FIRST_KEYS = ("check", "with", *OTHER, TOGETHER, "once")
EACH = "each"
FIRST = (*OTHER, TOGETHER, RANDOM)
WHOLE = {"man": MAN, "all": ALL}
NUMBER = "number"  # what a number that a check answers costs
MOST_ACTS, MOST_BLOWS = 20, 200
MOST_STATES = 60_000  # beyond it an exact answer takes more than a quarter of a minute


def fights(of: Game, checks: Mapping[str, Check]) -> list[Process]:
    """The fights of a game's file; ``FileError`` with the line for what is wrong.

    checks : those that they may repeat, by their names.
    """
    processes, faults = list[Process](), list[FileError]()
    for name, section in sections(of, "fight"):
        try:
            processes.append(_Reader(section, name, checks).process())
        except FileError as fault:
            faults.append(fault)
    if faults:
        raise together(faults)
    return processes


class _Reader:
    """One fight while it is read."""

    def __init__(self, section: GameSection, name: str, checks: Mapping[str, Check]) -> None:
        section.only(KEYS)
        section.needs(("title", "source", "lasts", "acts"))
        book = book_of(section.of.stem)
        self.section, self.checks = section, checks
        self.id, self.inputs = f"{book.stem}.{name}", section.names("asks")
        try:
            self.names = FightNames(section, book, asks.parameters(book, self.inputs, self.id))
        except ValueError as error:
            raise section.fault("asks", str(error).partition(".toml: ")[2] or str(error)) from None

    def process(self) -> Process:
        """The fight as a check of the game."""
        section, turn = self.section, self.section.text("turn", "turn")
        self.names.targets["fight_sides"] = self._sides()
        self.names.targets["turn_limit"] = self.names.amount(section, "at_most", section.entries.get("at_most", 0), "a")
        steps = [self._step(one, place) for place, one in enumerate(self._acts(), 1)]
        opening, firsts = self._first()
        if idle := sorted(self.names.ours.keys() - self.names.used):
            are, them = ("is", "it") if len(idle) == 1 else ("are", "them")
            raise section.fault("asks", f"{' and '.join(idle)} {are}n't used in this fight; leave {them} out")
        both = TOGETHER in firsts or any(step.together or any(a.hurts for a in step.acts.values()) for step in steps)
        fight = Fight(steps, opening)
        return Process(
            self.id,
            section.text("title"),
            source=section.text("source"),
            parameters=self.inputs,
            targets=self.names.targets,
            play=partial(play, fight),
            outcomes=(A_WINS, B_WINS, *([BOTH_DOWN] if both else []), UNDECIDED),
            events={
                "A wins": A_WINS,
                "B wins": B_WINS,
                **({"both are down": BOTH_DOWN} if both else {}),
                "nobody wins": [BOTH_DOWN, UNDECIDED] if both else UNDECIDED,
            },
            wording={} if both else {UNDECIDED: "nobody wins"},
            says=partial(fight_sentences, fight, turn),
            turn=turn,
            max_states=MOST_STATES,
        )

    # The two sides ----------------------------------------------------------------------------------------------------

    def _sides(self) -> Node:
        """How many men each side has, and what each can take."""
        nodes = [
            self.names.amount(section, key, limit, side)
            for side in OTHER
            for section, key, limit in (self._of_side("lasts", side), self._of_side("men", side))
        ]

        def sides(r: Ruleset, targets: Known) -> tuple[Side, ...]:
            points_a, men_a, points_b, men_b = (node(r, targets) for node in nodes)
            both = Side(points_a, men_a), Side(points_b, men_b)
            for name, side in zip("AB", both, strict=True):
                if not (side.points >= 1 and side.men >= 1 and side.whole <= LARGEST):
                    raise RuleError(
                        f"a side must have 1 man or more who can take 1 point or more, {LARGEST:,} in all; "
                        f"got {side.men} with {side.points} on side {name}; try another number"
                    )
            return both

        return node_of("sides", sides, nodes)

    def _of_side(self, key: str, side: str) -> tuple[GameSection, str, Any]:
        """What is said of a side: of both at once, or of each."""
        setting = self.section.entries.get(key, 1)
        if not isinstance(setting, dict):
            return self.section, key, setting
        each = self.section.table(key)
        each.only(OTHER)
        if side not in setting:
            raise self.section.fault(key, f"{key} must be given for a and for b; got none for {side}; add it")
        return each, side, setting[side]

    # What is done -----------------------------------------------------------------------------------------------------

    def _acts(self) -> list[GameSection]:
        acts = self.section.each("acts", MOST_ACTS)
        if not acts:
            path = f"{self.section.path}.acts"
            raise self.section.fault("acts", f"a fight must have 1 to {MOST_ACTS} headings [[{path}]]; got none")
        return acts

    def _step(self, section: GameSection, place: int) -> TurnStep:
        """An act, by one side or by both."""
        section.only(ACT_KEYS)
        by = section.known_name("by", section.text("by"), (*OTHER, EACH, TOGETHER), "who acts")
        if section.entries.keys().isdisjoint(("takes", "loses")):
            raise section.fault(
                "", f"an act must say what it does; it does not; add takes = {{ {self._outcome(section)} = 1 }}"
            )
        sides = [by] if by in OTHER else [*OTHER]
        return TurnStep({side: self._act(section, side, f"{place}_{side}") for side in sides}, by == TOGETHER)

    def _outcome(self, section: GameSection) -> str:
        """The last outcome of the check of an act, as a name before =."""
        check = self.checks.get(str(section.entries.get("check")))
        name = str(check.scale[-1]) if check and check.scale else NUMBER
        return name if name.isidentifier() else f'"{name}"'

    def _act(self, section: GameSection, side: str, name: str) -> Act:
        """The act of a side."""
        check = self.checks[section.known_name("check", section.text("check"), self.checks, "a check of this game")]
        act_part, changing = self._check(section, check, side)
        takes, loses = (self._cost(section, key, check, side) for key in ("takes", "loses"))
        times = self.names.amount(section, "times", section.entries.get("times", 1), side)
        when = [self.names.condition(section, one, side) for one in section.texts("when")]
        changes = [
            word for one in changing.values() for word in (one.words.values() if isinstance(one, Reckoning) else [one])
        ]
        counts = {one.side for one in (*changes, *when) if isinstance(one, FightState)}
        act = Act(
            side, act_part.label, check, f"act_{name}", f"deed_{name}", side in counts, OTHER[side] in counts,
            hurts="loses" in section.entries, once=section.flag("once", False),
            by_then=by_then_sentences(section.table("with").entries, changing, side, self.section.entries["lasts"]),
        )  # fmt: skip

        def deed(act_part: Part, r: Ruleset, targets: Known) -> BoundAct:
            often = times(r, targets)
            men = 1 if act.once else max(side.men for side in targets["fight_sides"])
            if not 0 <= often * men <= MOST_BLOWS:
                raise RuleError(
                    f"a side must act 0 to {MOST_BLOWS} times a turn; got {often} for each man; try fewer men or times"
                )
            numbers = numbers_by_then(act, act_part, changing, when, r, targets)
            return BoundAct(numbers, takes.harm(r, targets), loses.harm(r, targets), often)

        reckoned = [node for one in changing.values() if isinstance(one, Reckoning) for node in one.nodes]
        nodes = [
            times,
            *reckoned,
            *takes.costs.values(),
            *loses.costs.values(),
            *(n for n in when if isinstance(n, Node)),
        ]

        def of_check(act_part: Part) -> Node:
            """The deed, by what house rules let its check ask besides."""
            return node_of("deed", partial(deed, act_part), [act_part, *nodes], "fight_sides")

        self.names.targets |= {act.numbers: act_part, act.deed: composite(of_check, act_part)}
        return act

    def _check(self, section: GameSection, check: Check, side: str) -> tuple[Part, dict[str, FightState | Reckoning]]:
        """The check of an act as the fight begins, and which of its parameters change then."""
        settings = section.table("with")
        settings.only(check.parameters)
        renamed, fixed, changing = dict[str, str](), dict[str, Any](), dict[str, FightState | Reckoning]()
        for theirs, p in check.parameters.items():
            one = settings.entries.get(theirs)
            if one is None:
                if f"{side}_{theirs}" in self.names.ours:
                    renamed[theirs] = f"{side}_{theirs}"
            elif isinstance(one, str) and "{" in one:
                changing[theirs] = reckoning = self.names.reckoning(settings, p, one, side)
                first = self.names.reckoned_first(reckoning, words(theirs))
                self.names.try_out(reckoning, first)
                renamed[theirs] = self.names.new(f"{side}_{theirs}_at_the_start", first)
            elif isinstance(one, str) and (word := self.names.named(one, side)):
                if isinstance(word, FightState):
                    changing[theirs] = word
                    renamed[theirs] = self.names.at_first(word)
                else:
                    renamed[theirs] = self.names.target(side, theirs, word)
            else:
                try:
                    fixed[theirs] = p.right(one, self.names.book)
                except RuleError as error:
                    raise settings.fault(theirs, self._not_with(one, theirs, side) or str(error)) from None
        check_part = part(f"{side.upper()}: {words(check.name)}", check, self.inputs, renamed, **fixed)
        self.names.used.update(check_part.names)
        return check_part, changing

    def _not_with(self, target: Any, theirs: str, side: str) -> str:
        """What is likely meant by something that is no name and no value; "" where that is not known."""
        if not isinstance(target, str):
            return ""
        names = re.findall(r"[a-z][\w.]*", target)
        if len(target.split()) > 1 and names and all(self.names.named(name, side) for name in names):
            in_braces = re.sub(r"[a-z][\w.]*", lambda name: f"{{{name[0]}}}", target)
            return f'names in a sum must be in braces; got {as_text(target)}; write {theirs} = "{in_braces}"'
        near = nearest(target.removeprefix("foe."), self.names.known())
        return (
            f"{theirs} must be a value of {theirs}, what the fight asks, lost, left, men or a figure; got "
            f"{as_text(target)}{near}"
        )

    def _cost(self, section: GameSection, key: str, check: Check, side: str) -> Cost:
        """What each outcome costs."""
        outcomes, numbers = check.scale or (), any(space.numbers for space in check.spaces.values())
        harm = section.entries.get(key, {})
        table = GameSection(section.of, section.path, {key: {NUMBER: harm} if harm == NUMBER else harm}).table(key)
        costs, counts = dict[Outcome, Node](), False
        for name, cost in table.entries.items():
            if name == NUMBER and numbers:
                if cost != NUMBER:
                    raise table.fault(
                        name, f'a number must cost what it says, {NUMBER} = "{NUMBER}"; got {as_text(cost)}'
                    )
                counts = True
                continue
            outcome = meant(name, outcomes)
            if outcome is None:
                if name in check.events:
                    raise table.fault(
                        name,
                        f"{name} is an event; {key} must name outcomes of {check.name}: "
                        f"{', '.join(map(str, outcomes)) or NUMBER}",
                    )
                section.known_name(key, name, [*outcomes, *([NUMBER] if numbers else [])], f"outcomes of {check.name}")
            whole = WHOLE.get(cost) if isinstance(cost, str) else None
            costs[outcome] = constant(whole) if whole else self.names.amount(table, name, cost, side)
        return Cost(costs, counts)

    # Who is first -----------------------------------------------------------------------------------------------------

    def _first(self) -> tuple[Opening | None, Iterable[Any]]:
        """A check that says who is first, where there is one; and who may be."""
        setting = self.section.entries.get("first", "a")
        if isinstance(setting, dict):
            opening = self._opening(self.section.table("first"))
            return opening, opening.gives.values()
        name = self.section.text("first", "a")
        parameter = self.names.ours.get(name)
        if name in FIRST or parameter is None:
            self.section.known_name("first", name, (*FIRST, *self.names.ours), "who is first, or what is asked")
            self.names.targets["fight_first"] = constant(name)
            return None, [name]
        if not isinstance(parameter, Choice) or not set(parameter.choices) <= set(FIRST):
            raise self.section.fault(
                "first", f'{name} must be asked with choices = ["a", "b"], and "random" and "together" if you like'
            )
        self.names.used.add(name)
        self.names.targets["fight_first"] = value(name)
        return None, parameter.choices

    def _opening(self, section: GameSection) -> Opening:
        """A check that says who is first."""
        section.only(FIRST_KEYS)
        act, once = self._act(section, "a", "first"), section.flag("once", False)
        outcomes, gives = act.check.scale or (), dict[Outcome, str]()
        for first in (*OTHER, TOGETHER):
            for name in section.texts(first):
                outcome = meant(name, outcomes) or section.known_name(first, name, outcomes, "outcomes of the check")
                if outcome in gives:
                    raise section.fault(first, f"each outcome must be there once; got {name} twice; take one out")
                gives[outcome] = first
        if missing := [outcome for outcome in outcomes or ["a number"] if outcome not in gives]:
            raise section.fault("", f"each outcome must say who is first, a, b or together; {missing[0]} does not")
        if once and (act.own or act.foe):
            raise section.fault("once", "a roll made once must not depend on what is lost later; leave once out")
        return Opening(act, gives, once)

    # Names ------------------------------------------------------------------------------------------------------------


# Numbers --------------------------------------------------------------------------------------------------------------
