"""One at a time: a page may handle what a person does in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

TURN = threading.RLock()
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def in_turn(act: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """``act``, begun only when whatever else a person has set going is done. What a ``Job`` shows must not wait."""

    @wraps(act)
    def alone(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
        with TURN:
            return act(*arguments, **keywords)

    return alone
