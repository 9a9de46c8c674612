"""Exact chances for the dice of five tabletop rule sets, with the rule that each number comes from.

>>> import rencounter_kit as rk
>>> rk.check("rencounter.fire", skill=7).event("hits")
Fraction(7, 12)
"""

from __future__ import annotations

from .engine.work.later import later as _later
from .engine.work.on_demand import on_demand as _on_demand

__version__ = "1.0.0"
__all__, __getattr__ = _later(__name__)
_on_demand()
