"""Exact chances for the dice of five tabletop rule sets, with the rule that each number comes from.

>>> import rencounter_kit as rk
>>> rk.check("rencounter.fire", skill=7).event("hits")
Fraction(7, 12)
"""

from __future__ import annotations

from .chain import Chain
from .check import Check, Result
from .dist import Dist, d
from .later import later
from .registry import check, checks
from .rules import Rule, RuleError, Ruleset, rules
from .scale import Scale

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
    "formula",
    "interaction",
    "luck",
    "panel",
    "ready_rules",
    "rules",
    "shapley",
    "simulate",
    "solve_for",
    "sweep",
    "tornado",
    "worth",
]

_LATER = {
    "sweep": "sweeps",
    "simulate": "simulation",
    "panel": "panels",
    "Chances": "chances",
    "Layer": "layers",
    "Layers": "layers",
    "ready_rules": "layers",
    "compare": "comparison",
    "solve_for": "inverse",
    "worth": "matters",
    "tornado": "matters",
    "interaction": "interactions",
    "shapley": "attribution",
    "luck": "tails",
    "formula": "formulas",
}  # what needs pandas, ipywidgets or NumPy

__getattr__ = later(__name__, _LATER)
