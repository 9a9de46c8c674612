"""What a check asks as a person reads it: in groups with their headings, with labels, choices in words, and
what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from ...engine.words.errors import RuleError
from ...engine.words.wording import AS_WRITTEN, Spelling, first_up
from ..rulebook.added import name_in
from ..rulebook.text import Value
from .check import Check
from .parameter import Parameter, Whole

_ROOM = 24  # letters of a name with its abbreviations told
_SENTENCE = 40  # letters of a sentence beside a box
_HEADINGS = {"figure": "Who acts"}  # a figure is a number of the rules elsewhere
FOLDS: Mapping[str, Callable[[Parameter], bool]] = {
    "Rarely used": lambda p: p.rare and p.group != "ruling",
    "Where the rules are unclear": lambda p: p.group == "ruling",
}


def is_folded(p: Parameter) -> bool:
    """Is it seldom set, or a ruling, so that a page folds its control away?"""
    return any(belongs(p) for belongs in FOLDS.values())


def shared_beginning(names: Sequence[str]) -> str:
    """The beginning that all these names share, such as "attacker_"; empty when they share none."""
    first = names[0].partition("_")[0] + "_" if names else ""
    return first if len(names) > 1 and all(name.startswith(first) for name in names) else ""


def heading_of(group: str, owner: str = "", spelling: Spelling = AS_WRITTEN) -> str:
    """What stands above a group of controls.

    owner : the beginning that their names share.

    >>> heading_of("figure"), heading_of("target", "target_")
    ('Who acts', 'Target')
    """
    return first_up(spelling.spelt_out(spelling.words(owner.removesuffix("_")) or _HEADINGS.get(group, group)))


def label_of(p: Parameter, name: str, hints: set[str]) -> tuple[str, str]:
    """The label of a control, and what helps where its name does not tell.

    name : in words.
    hints : abbreviations that other controls have told; one is told in the label where there is room, else below it.
    """
    if p.hint == p.tick and len(p.tick) <= _SENTENCE:
        return p.tick, ""
    title = name if f"{name}: " in p.hint else title_of(name, p.spelling)
    hints.update(
        short for short in p.spelling.abbreviations_in(name) if f"{short}: " in p.hint
    )  # it may stand for something else here
    untold = {short: b for short, b in p.spelling.abbreviations_in(title).items() if short not in hints}
    hints.update(p.spelling.abbreviations_in(name))
    return title, "; ".join(
        [*(f"{short}: {b}" for short, b in untold.items()), *filter(None, [p.spelling.in_sentence(p.hint)])]
    )


def asked_by_rules(check: Check) -> dict[str, str]:
    """What house rules ask for besides the book, by parameter, in their words."""
    further = [name for name in check.parameters if name not in check.by_the_book.parameters]
    return {
        name: line.label(path, check.spelling)
        for name in further
        for path, line in check.added
        if f"_{name}".endswith(f"_{name_in(path)}")
    }


def title_of(name: str, spelling: Spelling) -> str:
    """A name with its abbreviations told, where that is short enough for a label."""
    words = spelling.spelt_out(name)
    return words if len(words) <= _ROOM else name


def options_of(p: Parameter) -> list[tuple[str, Value]]:
    """The choices, in words and as they are; of a number that has words, both."""
    if isinstance(p, Whole):
        grades = dict(p.grades)
        return [(f"{grades[n]} ({n})" if n in grades else str(n), n) for n in p.values()]
    return [(p.spelling.words(c) if isinstance(c, str) else str(c), c) for c in p.choices]


@lru_cache(maxsize=512)
def tooltips(check: Check) -> Mapping[str, str]:
    """For each parameter its meaning, its unit, and the rules that it brings in."""

    usual_values, usual_entries = check.worked_out(check.book, check.values(check.book, {}))
    usual = {entry.rule.path for entry in usual_entries if entry.rule}
    tips = {}
    for name, p in check.parameters.items():
        sources: dict[str, None] = {}
        if p.path:
            sources[check.book.rule(p.path).source] = None
        for value in p.values()[:40]:
            try:
                _, entries = check.numbers(check.book, check.values(check.book, {name: value}), usual_values)
            except RuleError:
                continue
            sources.update({e.rule.source: None for e in entries if e.rule and e.rule.path not in usual})
        unit = f" In {p.unit}." if p.unit else ""
        rule = "; ".join(list(sources)[:3]) or check.source
        tips[name] = f"{p.spelling.in_sentence(p.help)}{unit} Rule: {rule}"
    return tips
