"""Figures that name a face of dice, and what becomes of them where the dice in force never show it: a
natural 1 of 2d6.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.dice.notation import dice_of
from .book import Rule, Ruleset


class UnseenFace(NamedTuple):
    """A figure that can never come true.

    rule : the figure.
    dice : those that do not show it.
    instead : the face of these that is to them what the figure was to the dice of the book, ``None`` where house rules
        have made the figure so by itself.
    """

    rule: Rule
    dice: Rule
    instead: int | None

    @property
    def line(self) -> str:
        """The line of house rules that mends it; "" where nothing is to be mended."""
        return "" if self.instead is None else f"{self.rule.path} = {self.instead}"

    def __str__(self) -> str:
        mend = f": add {self.line} to keep it" if self.line else ""
        return f"{self.dice.value} cannot roll {_span(self)}, the {self.rule.label}{mend}"


def _span(one: UnseenFace) -> str:
    """The faces that count, as one says them."""
    value, spec = one.rule.value, dict(_dice_in(one.rule))[one.dice.path]
    return f"{value}{' or less' if spec < 0 else ' or more' if spec > 0 else ''}"


def unseen(rules: Ruleset) -> list[UnseenFace]:
    """The figures of some rules whose face never falls, though by the book it may, each with the dice at fault.

    >>> from rencounter_kit import rules
    >>> for one in unseen(rules("rencounter").with_house_rules('dice.fire = "2d6"')):
    ...     print(one)
    2d6 cannot roll 1, the natural roll that may be a lucky hit: add fire.lucky = 2 to keep it
    """
    if not rules.house_rules:
        return []
    faces = []
    for rule in map(rules.rule, rules):
        if rule.face_of and type(rule.value) is int:
            faces += [one for path, side in _dice_in(rule) if (one := _unseen(rule, rules.rule(path), side))]
    return faces


def _unseen(rule: Rule, dice: Rule, side: int) -> UnseenFace | None:
    before = dice.was or dice
    figure = (rule.was or rule).value
    if not _is_dead(rule.value, dice, side) or _is_dead(figure, before, side):
        return None
    if dice is before:
        return UnseenFace(rule, dice, None)
    faces, book = dice_of(dice.value).faces, dice_of(before.value).faces
    ends = {book[0]: faces[0], book[-1]: faces[-1]}
    return UnseenFace(rule, dice, ends.get(figure, min(max(figure, faces[0]), faces[-1])))


def _is_dead(figure: int, dice: Rule, side: int) -> bool:
    """Does no face of dice count for a figure?"""
    faces = dice_of(dice.value).faces
    return figure < faces[0] if side < 0 else figure > faces[-1] if side > 0 else figure not in faces


def _dice_in(rule: Rule) -> list[tuple[str, int]]:
    """The dice whose face a figure is; -1 where all faces below count with it, 1 where all above do."""
    each = rule.face_of.split()
    return [(one.strip("."), one.endswith("..") - one.startswith("..")) for one in each]


def never(rule: Rule, rules: Ruleset) -> int | None:
    """The figure with which what it says never comes true, for one that names a face; ``None`` for any other."""
    if not rule.face_of:
        return None
    path, side = _dice_in(rule)[0]
    faces = dice_of(rules[path]).faces
    return faces[-1] + 1 if side > 0 else faces[0] - 1
