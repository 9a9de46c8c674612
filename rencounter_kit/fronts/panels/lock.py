"""One at a time: a page may handle what a person does in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

TURN = threading.RLock()
Given = ParamSpec("Given")
Result = TypeVar("Result")


def in_turn(act: Callable[Given, Result]) -> Callable[Given, Result]:
    """``act``, begun only when whatever else a person has set going is done. What a ``Job`` shows must not wait."""

    @wraps(act)
    def alone(*arguments: Given.args, **keywords: Given.kwargs) -> Result:
        with TURN:
            return act(*arguments, **keywords)

    return alone
