"""What dice are thrown with at random."""

from __future__ import annotations

import random

from ..words.errors import RuleError
from ..words.wording import as_text, plain


def generator(seed: int | random.Random | None) -> random.Random:
    """Random numbers: the same ones for the same seed, others each time for ``None``. ``RuleError`` for what is no
    seed.

    >>> generator(7).random() == generator(7).random()
    True
    """
    if isinstance(seed, random.Random):
        return seed
    if seed is not None and type(seed := plain(seed)) is not int:
        raise RuleError(f"seed must be a whole number; got {as_text(seed)}; try 7")
    return random.Random(seed)
