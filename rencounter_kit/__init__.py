"""Exact chances for the dice of five tabletop rule sets, with the rule that each number comes from.

>>> import rencounter_kit as rk
>>> rk.check("rencounter.fire", skill=7).event("hits")
Fraction(7, 12)
"""

from __future__ import annotations

from .chains.chain import Chain
from .dice.dist import Dist, d
from .dice.scale import Scale
from .errors import RuleError
from .later import later
from .mechanics.catalogue import load_game
from .mechanics.catalogue import make_rooms as _make_rooms
from .mechanics.check import Check, Result
from .mechanics.registry import check, checks
from .notation.line import dice
from .on_demand import on_demand as _on_demand
from .rulebook.book import Rule, Ruleset, rules
from .rulebook.library import Game as _Game

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
    "sweep": "analysis.sweeps",
    "table": "analysis.tables",
    "handout": "paper.handout",
    "slide": "paper.slide",
    "worksheet": "paper.worksheet",
    "simulate": "analysis.simulation",
    "every_check": "panels",
    "flow": "panels",
    "panel": "panels",
    "shelf": "panels",
    "your_dice": "panels",
    "your_evening": "panels",
    "your_game": "panels",
    "Chances": "dice.chances",
    "Layer": "rulebook.layers",
    "Layers": "rulebook.layers",
    "ready_rules": "rulebook.layers",
    "compare": "analysis.comparison",
    "solve_for": "analysis.inverse",
    "worth": "analysis.sensitivity",
    "tornado": "analysis.sensitivity",
    "interaction": "analysis.interactions",
    "shapley": "analysis.attribution",
    "evening": "analysis.evening",
    "luck": "analysis.tail_probability",
    "formula": "analysis.formula.formula",
    "playing_area": "seas.playing_area",
    "write": "formats.writing",
    "written": "formats.writing",
    "verify": "verification.verify",
}  # what needs pandas, ipywidgets or NumPy


def _room(of: _Game) -> object:
    """The room of a game that has all in its file."""
    from .own_games.room import Room

    return Room(of)


__getattr__ = later(__name__, _LATER)
_make_rooms(_room)
_on_demand()
