"""A change of a situation as a player would say it: by what the rules call the modifier that it is, else by its plain
name.
"""

from __future__ import annotations

from ..mechanics.check import Result
from ..mechanics.parameter import Parameter, Whole, YesNo
from ..rulebook.book import Rule
from .interactions import Interaction, ParameterChange


def in_player_words(interaction: Interaction) -> Interaction:
    """The same with its two changes in a player's words.

    >>> from rencounter_kit import interaction
    >>> both = in_player_words(interaction("rencounter.fire", ("posture", "prone"), ("skill", 8)))
    >>> both.one.words, both.other.words
    ('prone target', 'skill 8')
    >>> in_player_words(interaction("rencounter.fire", ("braced", True), ("aim_turns", 1))).one.words
    'bracing'
    """
    _, one, other, both = interaction.results
    texts = [_label(interaction.one, one, both), _label(interaction.other, other, both)]
    if texts[0] == texts[1]:
        texts = [_plain(one, both.check.parameters[one.parameter]) for one in (interaction.one, interaction.other)]
    return interaction.named(*texts)


def _label(change: ParameterChange, *after: Result) -> str:
    """The label of the one modifier that the change is, alone or with the other; a number has its own name."""
    parameter = after[0].check.parameters[change.parameter]
    if isinstance(parameter, Whole):
        return f"{parameter.words} {parameter.spelling.value(change.after)}"
    is_it = _switches if isinstance(parameter, YesNo) else _chooses
    labels = {
        rule.label
        for result in after
        for _, _, _, rule in result.modifiers
        if rule and is_it(change, rule) and rule == result.rules.rule(rule.path)  # once, and not worked out further
    }
    label = labels.pop() if len(labels) == 1 else ""
    return _plain(change, parameter) if label in ("", parameter.spelling.value(change.after)) else label


def _switches(change: ParameterChange, rule: Rule) -> bool:
    """Is it the modifier whose question is the parameter, as ``fire.mounted.bonus`` is of ``mounted``?"""
    return change.after is True and bool(rule.ask) and change.parameter in rule.path.split(".")


def _chooses(change: ParameterChange, rule: Rule) -> bool:
    """Is it that of the choice, in a group that the parameter is called by, as ``fire.range.long`` of a ``range_band``
    that is long? A number stands there in words, as ``fire.aim.one_turn``.
    """
    group, _, name = rule.path.rpartition(".")
    is_choice = change.parameter.startswith(group.rpartition(".")[2])
    return is_choice and not rule.ask and (name == change.after or not isinstance(change.after, str))


def _plain(change: ParameterChange, parameter: Parameter) -> str:
    """The parameter, and what it becomes; a switch turned on needs no more than its name."""
    return parameter.words if change.after is True else change.words
