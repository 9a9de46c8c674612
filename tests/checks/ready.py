"""The situations that several parts of the contract look at."""

from functools import lru_cache

from rencounter_kit.workbook.rulebook.presets import presets
from tests.situations import base, drawn, every_nth, few, tries

MANY, OF_A_PROCESS = tries(8, 40), tries(2, 3)


@lru_cache(maxsize=2)
def _drawn(check_id):
    return drawn(check_id, few(check_id, MANY, OF_A_PROCESS), "contract")


def situations(check):
    """Drawn ones, the base first."""
    return _drawn(check.id)


def some(check):
    """The first of them, where more of them would be slow."""
    return situations(check)[: few(check.id, tries(3, 8), OF_A_PROCESS)]


def usual(check):
    """All at its default, but for what is slow."""
    return [base(check.id)]


def ready(check):
    """The named situations of a check."""
    return presets(check.stem).get(check.id, {})


def tried(check):
    """Those of them that are tried."""
    return every_nth(ready(check).values(), tries(few(check.id, 1, 4), 1))
