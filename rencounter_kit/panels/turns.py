"""One at a time: a page may handle what a person does in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

TURN = threading.RLock()


def in_turn(act: Callable[..., Any]) -> Callable[..., Any]:
    """``act``, begun only when whatever else a person has set going is done. What a ``Job`` shows must not wait for it."""

    @wraps(act)
    def alone(*given: Any, **named: Any) -> Any:
        with TURN:
            return act(*given, **named)

    return alone
