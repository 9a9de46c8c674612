"""A change of a situation as a player would say it: by what the rules call the modifier that it brings."""

from __future__ import annotations

from ..mechanics.check import Result
from ..mechanics.parameter import Whole
from ..wording import value_text, words
from .interactions import Interaction, ParameterChange


def as_said(interaction: Interaction) -> Interaction:
    """The same with its two changes in a player's words.

    >>> from rencounter_kit import interaction
    >>> both = as_said(interaction("rencounter.fire", ("posture", "prone"), ("skill", 8)))
    >>> both.one.words, both.other.words
    ('prone target', 'skill 8')
    >>> as_said(interaction("rencounter.fire", ("braced", True), ("aim_turns", 1))).one.words
    'bracing'
    """
    neither, *alone, both = interaction.results
    told = [
        _label(change, neither, result)
        for change, result in zip((interaction.one, interaction.other), alone, strict=True)
    ]
    with_both = _labels(both) - _labels(neither).union(*map(_labels, alone))
    if len(with_both) == 1 and told.count("") == 1:  # what counts only with the other is known by what it then brings
        told = [label or next(iter(with_both))[1] for label in told]
    one, other = (
        label or _plain(change) for label, change in zip(told, (interaction.one, interaction.other), strict=True)
    )
    return interaction.named(one, other)


def _label(change: ParameterChange, before: Result, after: Result) -> str:
    """The one modifier that comes with a change; a number has its own name, "" where there is no such modifier."""
    if isinstance(before.check.parameters[change.parameter], Whole):
        return f"{words(change.parameter)} {value_text(change.after)}"
    new = _labels(after) - _labels(before)
    label = next(iter(new))[1] if len(new) == 1 else ""
    return "" if label.startswith(f"{value_text(change.after)}:") else label  # as a weapon's, which is what it does


def _labels(result: Result) -> set[tuple[str, str]]:
    """The modifiers of the rules that count, each with its roll."""
    return {(entry.roll, entry.label) for entry in result.modifiers if entry.rule is not None}


def _plain(change: ParameterChange) -> str:
    """The parameter, and what it becomes."""
    name = words(change.parameter)
    return change.words if not isinstance(change.after, bool) else name if change.after else f"not {name}"
