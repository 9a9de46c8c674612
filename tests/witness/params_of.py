"""What a check is asked, for its witness: its defaults are all that is taken from the library."""

import rencounter_kit as rk

from .params import Params


def params_of(check_id, params):
    """All parameters of a check as it takes them by the book: what is said, and the defaults of the others."""
    check = rk.checks[check_id]
    return Params(**check.values(check.book, params))
