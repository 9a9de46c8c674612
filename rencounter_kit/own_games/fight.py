"""A fight in the file of a game: its checks are repeated in turn until a side is down.

::

    [fight.duel]
    title = "Who wins the duel?"
    source = "Hand to hand"
    asks = "fighter.* rounds"           # what is asked; a_wounds and b_wounds are the sides' own
    lasts = "wounds"                    # what each man can take; a side is down at 0
    at_most = "rounds"                  # turns at most, 0 for to the end
    turn = "round"
    acts = [                            # what is done in each turn, in this order
        { by = "each", check = "strike", with = { armor = "foe.armor", hurt = "lost" }, takes = { hit = 1, grave = "wound.grave" } },
    ]

A name is what the side itself has, ``foe.armor`` what its foe has; else what both share, else a figure. ``lost``, ``left`` and
``men`` are what a side has lost, what it can still take, and how many of its men stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ..errors import RuleError
from ..mechanics import asks
from ..mechanics.check import Check
from ..mechanics.modifiers import Node, Part, Total, part, value
from ..mechanics.processes.process import Process
from ..rulebook.added import LARGEST
from ..rulebook.book import Ruleset
from ..rulebook.book import rules as book_of
from ..rulebook.library import Game
from ..typed import meant
from ..wording import nearest, shown, so_many, words
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
    Opening,
    Side,
    TurnStep,
    play,
)

Targets = dict[str, "Total | Node"]

KEYS = ("title", "source", "asks", "lasts", "men", "turn", "acts", "first", "at_most")
ACT = ("by", "check", "with", "takes", "loses", "times", "when")
OPENING = ("check", "with", *OTHER, TOGETHER, "once")
EACH = "each"
BY = (*OTHER, EACH, TOGETHER)
FIRST = (*OTHER, TOGETHER, RANDOM)
STATE = ("lost", "left", "men")  # of a side, as it is by then
WHAT = {"man": MAN, "all": ALL}
NUMBER = "number"  # the outcome itself
MOST_ACTS, MOST_BLOWS, MOST_NUMBERS = 20, 200, 10_000


def fights(of: Game, checks: Mapping[str, Check[Any]]) -> list[Process[Any]]:
    """The fights of a game's file. checks : those that they may repeat, by their names."""
    said = of.section("fight")
    if not isinstance(said, Mapping):
        raise of.fault("fight", f"a fight must have a heading of its own, such as [fight.duel]; got {shown(said)}")
    return [_Reader(of, name, one, checks).process() for name, one in said.items()]


class _Reader:
    """One fight as it is read."""

    def __init__(self, of: Game, name: str, said: Any, checks: Mapping[str, Check[Any]]) -> None:
        self.of, self.name, self.checks, self.book = of, name, checks, book_of(of.stem)
        self.said = self._group("", said, KEYS)
        self.used = set[str]()
        self.targets: Targets = {}
        self.may_be_together = False
        try:
            self.ours = asks.parameters(self.book, self._text("asks", self.said, ""), f"{of.stem}.{name}")
        except ValueError as error:
            raise self.fault("asks", str(error)) from None

    def fault(self, path: str, said: str) -> RuleError:
        """What is wrong at a path below the fight."""
        return self.of.fault(f"fight.{self.name}.{path}".rstrip("."), said)

    # The whole ---------------------------------------------------------------------------------------------------------

    def process(self) -> Process[Any]:
        """The fight as a check of the game."""
        turn = self._text("turn", self.said, "turn")
        self._sides()
        self.targets["fight_limit"] = self._amount("at_most", self.said.get("at_most", 0), "a")
        lines = [self._line(f"acts.{i}", said, i) for i, said in enumerate(self._acts())]
        opening = self._first(self.said.get("first", "a"))
        if idle := sorted(self.ours.keys() - self.used):
            raise self.fault(
                "asks", f"what a fight asks must count in it; got {idle[0]}, which nothing there names; leave it out"
            )
        fight = Fight(lines, opening)
        both = (
            any(line.together or any(act.hurts for act in line.acts.values()) for line in lines) or self.may_be_together
        )
        outcomes = (A_WINS, B_WINS, *([BOTH_DOWN] if both else []), UNDECIDED)
        return Process(
            f"{self.book.stem}.{self.name}",
            self._text("title", self.said),
            source=self._text("source", self.said),
            parameters=self._text("asks", self.said, ""),
            targets=self.targets,
            play=partial(play, fight),
            outcomes=outcomes,
            events={
                "A wins": A_WINS,
                "B wins": B_WINS,
                **({"both are down": BOTH_DOWN} if both else {}),
                "nobody wins": UNDECIDED,
            },
            said={UNDECIDED: "nobody wins", BOTH_DOWN: "both are down"},
            says=partial(_says, fight, turn),
            turn=turn,
        )

    def _sides(self) -> None:
        """How many men each side has, and what each can take."""
        if "lasts" not in self.said:
            raise self.fault("", 'a fight must say what each man can take, such as lasts = "wounds"; it has no lasts')
        both = [self._of_side(key, self.said.get(key, 1)) for key in ("lasts", "men")]
        nodes = [
            self._amount(key, each[side], side)
            for side in OTHER
            for key, each in zip(("lasts", "men"), both, strict=True)
        ]

        def sides(r: Ruleset, known: Mapping[str, Any]) -> tuple[Side, ...]:
            points_a, men_a, points_b, men_b = (node(r, known) for node in nodes)
            found = Side(points_a, men_a), Side(points_b, men_b)
            for name, side in zip("AB", found, strict=True):
                if not (side.points >= 1 and side.men >= 1 and side.whole <= LARGEST):
                    raise RuleError(
                        f"a side must have 1 man or more who can take 1 point or more, {LARGEST:,} in all; "
                        f"got {side.men} with {side.points} on side {name}; try another number"
                    )
            return found

        self.targets["fight_sides"] = _node("sides", sides, nodes)

    def _acts(self) -> list[Any]:
        acts = self.said.get("acts")
        if not isinstance(acts, list) or not 1 <= len(acts) <= MOST_ACTS:
            got = f"{len(acts)} of them" if isinstance(acts, list) else "none"
            raise self.fault(
                "acts",
                f'a fight must have 1 to {MOST_ACTS} acts, such as {{ by = "each", check = "strike", takes = {{ hit = 1 }} }}; got {got}',
            )
        return acts

    # Acts --------------------------------------------------------------------------------------------------------------

    def _line(self, path: str, said: Any, place: int) -> TurnStep:
        """An act, by one side or by both."""
        group = self._group(path, said, ACT)
        by = self._one_of(f"{path}.by", group.get("by"), BY)
        sides = OTHER if by in (EACH, TOGETHER) else (by,)
        if not {"takes", "loses"} & group.keys():
            raise self.fault(
                path, "an act must say what comes of it, such as takes = { hit = 1 }; it has no takes and no loses"
            )
        return TurnStep({side: self._act(path, group, side, f"{place + 1}_{side}") for side in sides}, by == TOGETHER)

    def _act(self, path: str, group: Mapping[str, Any], side: str, name: str) -> Act:
        """The act of a side."""
        check = self._check(path, group)
        foe = OTHER[side]
        asked, state = self._asked(path, check, group, side)
        harms = [self._harm(f"{path}.{key}", group.get(key, {}), check, side) for key in ("takes", "loses")]
        times = self._amount(f"{path}.times", group.get("times", 1), side)
        whens = [self._word(f"{path}.when", one, side) for one in self._listed(group.get("when", []))]
        counted = {(who, word) for who, word in (*state.values(), *(one for one in whens if isinstance(one, tuple)))}
        act = Act(
            side, asked.label, check, f"act_{name}", f"deed_{name}",
            own=any(who == side for who, _ in counted), foe=any(who == foe for who, _ in counted), hurts="loses" in group,
        )  # fmt: skip
        self.targets[act.asked] = asked
        nodes = [
            *(node for harm in harms if harm for node in harm.values()),
            times,
            *(one for one in whens if isinstance(one, Node)),
        ]

        def deed(r: Ruleset, known: Mapping[str, Any]) -> Deed:
            takes, loses = (
                None if harm is None else tuple((o, n(r, known)) for o, n in harm.items()) for harm in harms
            )
            often = times(r, known)
            if not 0 <= often * max(side.men for side in known["fight_sides"]) <= MOST_BLOWS:
                raise RuleError(
                    f"a side must do a thing 0 to {MOST_BLOWS} times a turn; got {often} times for each man; try fewer"
                )
            return Deed(_numbers(act, asked, state, whens, r, known), takes, loses, often)

        self.targets[act.deed] = _node("deed", deed, [*nodes, asked], "fight_sides")
        return act

    def _check(self, path: str, group: Mapping[str, Any]) -> Check[Any]:
        """The check that an act names."""
        name = group.get("check")
        if not isinstance(name, str) or name not in self.checks:
            hint = nearest(name, self.checks) if isinstance(name, str) else ""
            got = shown(name) if name is not None else "none"
            raise self.fault(f"{path}.check", f"check must be one of {', '.join(self.checks)}; got {got}{hint}")
        return self.checks[name]

    def _asked(
        self, path: str, check: Check[Any], group: Mapping[str, Any], side: str
    ) -> tuple[Part, dict[str, tuple[str, str]]]:
        """The check as it is when the fight begins, and which of its parameters go with the state: of whom, and what."""
        said = self._group(f"{path}.with", group.get("with", {}), tuple(check.parameters))
        renamed, fixed, state = dict[str, str](), dict[str, Any](), dict[str, tuple[str, str]]()
        for theirs, p in check.parameters.items():
            if theirs not in said:
                if f"{side}_{theirs}" in self.ours:
                    renamed[theirs] = f"{side}_{theirs}"
                continue
            one, where = said[theirs], f"{path}.with.{theirs}"
            if isinstance(one, str) and self._is_word(one, side):
                word = self._word(where, one, side)
                if isinstance(word, tuple):
                    state[theirs] = word
                    renamed[theirs] = self._at_first(*word)
                else:
                    renamed[theirs] = self._named(where, word)
                continue
            try:
                fixed[theirs] = p.right(one, self.book)
            except RuleError as error:
                hint = nearest(one, [*self.ours, *STATE]) if isinstance(one, str) else ""
                raise self.fault(
                    where, f"it must be a name of the fight, or what {theirs} may be: {error}{hint}"
                ) from None
        made = part(f"{side.upper()}: {words(check.name)}", check, self._text("asks", self.said, ""), renamed, **fixed)
        self.used.update(made.names)
        return made, state

    def _at_first(self, side: str, word: str) -> str:
        """The target number that says what a word of the state is when the fight begins."""
        place = list(OTHER).index(side)
        name = f"{side}_{word}_at_first"
        self.targets[name] = Node(
            lambda r, sides: _known(sides[place], sides[place].whole, word), ("fight_sides",), word
        )
        return name

    def _named(self, path: str, node: Node) -> str:
        """The parameter that a node is; or a target number that is made for it."""
        if len(node.names) == 1:
            return node.names[0]
        name = path.replace(".", "_")
        self.targets[name] = node
        return name

    def _harm(self, path: str, said: Any, check: Check[Any], side: str) -> dict[str, Node] | None:
        """What each outcome costs; ``None`` where the outcome itself says it."""
        outcomes = check.scale or ()
        if said == NUMBER and not outcomes:
            return None
        if not isinstance(said, Mapping) or (said and not outcomes):
            wanted = (
                f"be a group, such as {{ {outcomes[0]} = 1 }}"
                if outcomes
                else f'be "{NUMBER}", since {check.name} answers one'
            )
            raise self.fault(path, f"it must {wanted}; got {shown(said)}")
        found = {}
        for name, cost in said.items():
            outcome = meant(name, outcomes)
            if outcome is None:
                raise self.fault(
                    f"{path}.{name}",
                    f"it must be an outcome of {check.name}, {', '.join(outcomes)}; got {shown(name)}{nearest(name, outcomes)}",
                )
            known = WHAT.get(cost) if isinstance(cost, str) else None
            found[outcome] = _constant(known) if known else self._amount(f"{path}.{name}", cost, side)
        return found

    # Who is first ------------------------------------------------------------------------------------------------------

    def _first(self, said: Any) -> Opening | None:
        """Who is first: always one of them, as is asked, or by a check."""
        if isinstance(said, Mapping):
            return self._opening(self._group("first", said, OPENING))
        if isinstance(said, str) and said in self.ours and said not in FIRST:
            choices = getattr(self.ours[said], "choices", ())
            if not choices or not set(choices) <= set(FIRST):
                raise self.fault(
                    "first",
                    f"{said} must be asked with choices of {', '.join(FIRST)}; got {', '.join(map(str, choices)) or 'none'}",
                )
            self.may_be_together = TOGETHER in choices
            self.used.add(said)
            self.targets["fight_first"] = value(said)
        else:
            self.may_be_together = said == TOGETHER
            self.targets["fight_first"] = _constant(self._one_of("first", said, FIRST, self.ours))
        return None

    def _opening(self, group: Mapping[str, Any]) -> Opening:
        """A check that says it."""
        check = self._check("first", group)
        gives = dict[Any, str]()
        for first in (*OTHER, TOGETHER):
            for name in self._listed(group.get(first, [])):
                outcome = meant(name, check.scale or ()) if isinstance(name, str) else None
                if outcome is None or outcome in gives:
                    wrong = f"got {shown(name)}{' twice' if outcome else ''}"
                    raise self.fault(
                        f"first.{first}",
                        f"each outcome of {check.name} must stand once behind a, b or together; {wrong}",
                    )
                gives[outcome] = first
        if missing := [outcome for outcome in check.scale or ("a number",) if outcome not in gives]:
            raise self.fault(
                "first", f"each outcome of {check.name} must stand behind a, b or together; {missing[0]} does not"
            )
        self.may_be_together = TOGETHER in gives.values()
        act = self._act("first", {key: group[key] for key in ("check", "with") if key in group}, "a", "first")
        once = group.get("once", False)
        if not isinstance(once, bool):
            raise self.fault("first.once", f"it must be true or false; got {shown(once)}")
        if once and (act.own or act.foe):
            raise self.fault(
                "first.once",
                "what is thrown once must not depend on what is lost; leave out once, or the words lost, left and men",
            )
        return Opening(act, gives, once)

    # Words -------------------------------------------------------------------------------------------------------------

    def _word(self, path: str, said: Any, side: str) -> Node | tuple[str, str]:
        """What a word means: a number that stays, or of whom what changes."""
        if isinstance(said, str):
            whose, name = _whose(said, side)
            if name in STATE:
                return whose, name
        return self._amount(path, said, side)

    def _is_word(self, said: str, side: str) -> bool:
        whose, name = _whose(said, side)
        return (
            name in STATE
            or f"{whose}_{name}" in self.ours
            or (whose == side and (name in self.ours or name in self.book))
        )

    def _amount(self, path: str, said: Any, side: str) -> Node:
        """A number that stays: as written, of a side, shared, or a figure."""
        if type(said) is int and 0 <= said <= LARGEST:
            return _constant(said)
        if isinstance(said, str) and self._is_word(said, side):
            whose, name = _whose(said, side)
            own = f"{whose}_{name}"
            if own in self.ours or name in self.ours:
                self.used.add(own if own in self.ours else name)
                return value(own if own in self.ours else name)
            if name in self.book:
                return Node(lambda r: r[name], (), words(name))
        known = [*(name.removeprefix("a_") for name in self.ours), *self.ours, *self.book]
        hint = nearest(said.removeprefix("foe."), known) if isinstance(said, str) else ""
        raise self.fault(
            path, f"it must be a whole number, what is asked, or a figure of the rules; got {shown(said)}{hint}"
        )

    # What stands there -------------------------------------------------------------------------------------------------

    def _group(self, path: str, said: Any, keys: Iterable[str]) -> Mapping[str, Any]:
        """A group with no other keys than these."""
        keys = tuple(keys)
        if not isinstance(said, Mapping):
            raise self.fault(path, f"it must be a group of {', '.join(keys)}; got {shown(said)}")
        for key in said:
            if key not in keys:
                raise self.fault(
                    f"{path}.{key}".strip("."),
                    f"it must have {', '.join(keys) or 'nothing'}; got {shown(key)}{nearest(key, keys)}",
                )
        return said

    def _text(self, key: str, said: Mapping[str, Any], usual: str | None = None) -> str:
        text = said.get(key, usual)
        if not isinstance(text, str):
            raise self.fault(
                key, f"a fight must have {key}, a text in quotes; got {'none' if text is None else shown(text)}"
            )
        return text

    def _one_of(self, path: str, said: Any, names: Iterable[str], further: Iterable[str] = ()) -> str:
        if not isinstance(said, str) or said not in names:
            got = "none" if said is None else shown(said)
            hint = nearest(said, [*names, *further]) if isinstance(said, str) else ""
            raise self.fault(path, f"{path.rpartition('.')[2]} must be one of {', '.join(names)}; got {got}{hint}")
        return said

    def _of_side(self, key: str, said: Any) -> Mapping[str, Any]:
        """What is said of both sides at once, or of each."""
        if not isinstance(said, Mapping):
            return dict.fromkeys(OTHER, said)
        group = self._group(key, said, OTHER)
        if missing := OTHER.keys() - group.keys():
            raise self.fault(key, f"it must be said of a and b; got none of {min(missing)}")
        return group

    @staticmethod
    def _listed(said: Any) -> list[Any]:
        return said if isinstance(said, list) else [said]


# Numbers --------------------------------------------------------------------------------------------------------------


def _whose(said: str, side: str) -> tuple[str, str]:
    """Of which side a word is, and which word."""
    foe = said.startswith("foe.")
    return (OTHER[side], said.removeprefix("foe.")) if foe else (side, said)


def _constant(number: Any) -> Node:
    return Node(lambda r: number, (), str(number))


def _node(
    label: str, function: Callable[[Ruleset, Mapping[str, Any]], Any], nodes: Iterable[Node], *further: str
) -> Node:
    """A function of the rules and of all that some nodes are made of."""
    names = tuple(dict.fromkeys([*further, *(name for node in nodes for name in node.names)]))
    return Node(lambda r, *known: function(r, dict(zip(names, known, strict=True))), names, label)


def _known(side: Side, left: int, word: str) -> int:
    """What a word of the state is for a side that can still take so much."""
    return {"lost": side.whole - left, "left": left, "men": side.standing(left)}[word]


def _numbers(
    act: Act,
    asked: Part,
    state: Mapping[str, tuple[str, str]],
    whens: Iterable[Node | tuple[str, str]],
    r: Ruleset,
    known: Mapping[str, Any],
) -> tuple[tuple[Any, ...], ...]:
    """The target numbers of an act's check, for all that both sides may have lost, as far as that counts."""
    sides = dict(zip(OTHER, known["fight_sides"], strict=True))
    lost = {
        side: range(sides[side].whole if counts else 1)
        for side, counts in ((act.side, act.own), (OTHER[act.side], act.foe))
    }
    many = len(lost["a"]) * len(lost["b"])
    if many > MOST_NUMBERS:
        raise RuleError(
            f"a fight in which it counts what is lost must have at most {MOST_NUMBERS:,} ways to stand; got {many:,}; try fewer men or points"
        )
    given = {theirs: known[ours] for theirs, ours in zip(asked.asked, asked.names, strict=False)}
    given |= asked.fixed
    found = dict[tuple[int, ...], Any]()

    def numbers(own: int, foe: int) -> Any:
        left = {act.side: sides[act.side].whole - own, OTHER[act.side]: sides[OTHER[act.side]].whole - foe}

        def now(who: str, word: str) -> int:
            return _known(sides[who], left[who], word)

        if not all(now(*one) if isinstance(one, tuple) else one(r, known) for one in whens):
            return None
        changed = {theirs: now(*word) for theirs, word in state.items()}
        key = tuple(changed.values())
        if key not in found:
            try:
                found[key] = act.check.numbers(r, act.check.values(r, given | changed))[0]
            except RuleError as error:
                raise RuleError(
                    f"{asked.label}, with {left['a']} left on side A and {left['b']} on side B: {error}"
                ) from None
        return found[key]

    return tuple(tuple(numbers(own, foe) for foe in lost[OTHER[act.side]]) for own in lost[act.side])


# Sentences ------------------------------------------------------------------------------------------------------------


def _says(fight: Fight, turn: str, t: Any, r: Ruleset) -> list[str]:
    """A turn in words."""
    lines = [_says_act(act, t, r) for line in fight.lines for act in line.acts.values()]
    return [*lines, _says_first(fight, turn, t), _says_end(turn, t.fight_limit)]


def _says_act(act: Act, t: Any, r: Ruleset) -> str:
    side, foe = act.side.upper(), OTHER[act.side].upper()
    deed = getattr(t, act.deed)
    costs = [_says_harm(who, harm, act) for who, harm in ((foe, deed.takes), (side, deed.loses))]
    often = f" {so_many(deed.times, 'time')} a man" if deed.times != 1 else ""
    said = " ".join(act.check.says(getattr(t, act.asked), r))
    return " ".join(filter(None, [f"{act.label}{often}.", said, *costs]))


def _says_harm(who: str, harm: Iterable[tuple[Any, int]] | None, act: Act) -> str:
    if harm is None:
        return f"That is what {who} loses."
    what = {MAN: "a man", ALL: "all"}
    told = [f"{what.get(cost, cost)} on {act.check.words(outcome)}" for outcome, cost in harm]
    return f"{who} loses {', '.join(told)}." if told else ""


def _says_first(fight: Fight, turn: str, t: Any) -> str:
    if not any(len(line.acts) > 1 and not line.together for line in fight.lines):
        return f"Each {turn} goes in this order." if len(fight.lines) > 1 else ""
    if fight.opening:
        when = "once" if fight.opening.once else f"each {turn}"
        return f"Who is first is rolled {when}: {fight.opening.act.check.title}"
    return {
        RANDOM: "An even chance decides who is first.",
        TOGETHER: "Both act at once.",
    }.get(t.fight_first, f"{t.fight_first.upper()} is first.")


def _says_end(turn: str, limit: int) -> str:
    return (
        f"The fight is broken off after {so_many(limit, turn)}." if limit else "The fight goes on until a side is down."
    )


__all__ = ["fights"]
