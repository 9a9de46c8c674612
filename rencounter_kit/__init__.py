"""Exact chances for the dice of five tabletop rule sets, with the rule that each number comes from.

>>> import rencounter_kit as rk
>>> rk.check("rencounter.fire", skill=7).event("hits")
Fraction(7, 12)
"""

from __future__ import annotations

from .engine.chains.chain import Chain
from .engine.dice.dist import Dist, d
from .engine.dice.scale import Scale
from .engine.notation.line import dice
from .engine.words.errors import RuleError
from .engine.work.later import later
from .engine.work.on_demand import on_demand as _on_demand
from .workbook.mechanics.catalogue import load_game
from .workbook.mechanics.catalogue import make_rooms as _make_rooms
from .workbook.mechanics.check import Check, Result
from .workbook.mechanics.registry import check, checks
from .workbook.rulebook.book import Rule, Ruleset, rules
from .workbook.rulebook.library import Game as _Game

__version__ = "0.1.0"

__all__ = [
    "Chain",
    "Chances",
    "Check",
    "Dist",
    "Layer",
    "Layers",
    "Result",
    "Rule",
    "RuleError",
    "Ruleset",
    "Scale",
    "check",
    "checks",
    "compare",
    "d",
    "dice",
    "evening",
    "every_check",
    "flow",
    "formula",
    "handout",
    "interaction",
    "load_game",
    "luck",
    "panel",
    "playing_area",
    "ready_rules",
    "rules",
    "shapley",
    "shelf",
    "simulate",
    "slide",
    "solve_for",
    "sweep",
    "table",
    "tornado",
    "verify",
    "worksheet",
    "worth",
    "write",
    "written",
    "your_dice",
    "your_evening",
    "your_game",
]

_LATER = {
    "sweep": "workbook.analysis.sweeps",
    "table": "workbook.analysis.tables",
    "handout": "fronts.paper.handout",
    "slide": "fronts.paper.slide",
    "worksheet": "fronts.paper.worksheet",
    "simulate": "workbook.analysis.simulation",
    "every_check": "fronts.panels",
    "flow": "fronts.panels",
    "panel": "fronts.panels",
    "shelf": "fronts.panels",
    "your_dice": "fronts.panels",
    "your_evening": "fronts.panels",
    "your_game": "fronts.panels",
    "Chances": "engine.dice.chances",
    "Layer": "workbook.rulebook.layers",
    "Layers": "workbook.rulebook.layers",
    "ready_rules": "workbook.rulebook.layers",
    "compare": "workbook.analysis.comparison",
    "solve_for": "workbook.analysis.inverse",
    "worth": "workbook.analysis.sensitivity",
    "tornado": "workbook.analysis.sensitivity",
    "interaction": "workbook.analysis.interactions",
    "shapley": "workbook.analysis.attribution",
    "evening": "workbook.analysis.evening",
    "luck": "workbook.analysis.tail_probability",
    "formula": "workbook.analysis.formula.formula",
    "playing_area": "fronts.seas.playing_area",
    "write": "engine.formats.writing",
    "written": "engine.formats.writing",
    "verify": "workbook.verification.verify",
}  # what needs pandas, ipywidgets or NumPy


def _room(of: _Game) -> object:
    """The room of a game that has all in its file."""
    from .workbook.own_games.room import Room

    return Room(of)


__getattr__ = later(__name__, _LATER)
_make_rooms(_room)
_on_demand()
