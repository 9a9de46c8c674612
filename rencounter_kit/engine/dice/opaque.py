"""Values that nobody may look into: what does not look at them holds whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn


class OpaqueValueError(Exception):
    """Somebody looked into what is closed: ``value``."""

    def __init__(self, value: object = None) -> None:
        super().__init__()
        self.value = value


def _refuse(self: OpaqueValue, *_: object) -> NoReturn:
    self.refuse()


_look: Callable[..., Any] = _refuse  # so that a kind of it may allow some ways of looking, whatever types these have


class OpaqueValue:
    """What nobody may look into; it can be handed on, and asked whether it is ``None``.

    >>> one = OpaqueValue()
    >>> one + 1
    Traceback (most recent call last):
    rencounter_kit.engine.dice.opaque.OpaqueValueError
    """

    __slots__ = ()
    __bool__ = __hash__ = __iter__ = __len__ = __index__ = __getitem__ = __contains__ = __call__ = _look
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _look
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _look
    __divmod__ = __rdivmod__ = __matmul__ = __rmatmul__ = __pow__ = __rpow__ = _look
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __and__ = __rand__ = __or__ = __ror__ = _look
    __xor__ = __rxor__ = __invert__ = __pos__ = __abs__ = __round__ = __int__ = __float__ = _look
    __str__ = __repr__ = __format__ = _look

    def __getattr__(self, name: str) -> NoReturn:
        self.refuse()

    def refuse(self) -> NoReturn:
        """Say that somebody looks into it."""
        raise OpaqueValueError(self)
