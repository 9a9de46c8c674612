"""How many situations a law draws, and the answer in one of them."""

from hypothesis import assume, settings

import rencounter_kit as rk
from tests.situations import tries

MANY = settings(max_examples=tries(10, 60))
FEW = settings(max_examples=tries(4, 15))
SOME = settings(max_examples=tries(2, 8))


def answer(check_id, params):
    """The answer, for a situation that does not contradict itself."""
    try:
        return rk.check(check_id, **params)
    except rk.RuleError:
        assume(False)
