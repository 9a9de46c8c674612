"""Large whole numbers as rows of an array (NumPy), 32 bits in each column, the least first; and their sums. Exact.

A column may hold up to a bit more than its 32, so that carrying need go no further than the next one. No sum passes 63
bits: what is multiplied is cut into pieces that are small enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Limbs = NDArray[np.int64]  # one row for each number
Ints = NDArray[np.int64]
_BITS = 32
_ROOM = 29  # bits that the weights into one row may sum up to: 33 of a limb and these are 62
_SAFE = 2**40  # weights below this are summed up in 64 bits for any array that fits in memory


def small(largest: int) -> type:
    """The type of an array for whole numbers up to this one."""
    return np.int64 if largest < 2**62 else object


def columns(largest: int) -> int:
    """Columns that a number takes."""
    return largest.bit_length() // _BITS + 1


def limbs(numbers: Sequence[int], width: int) -> Limbs:
    """Numbers as rows of so many columns.

    >>> limbs([5, 2**32 + 7], 2).tolist()
    [[5, 0], [7, 1]]
    """
    data = b"".join([number.to_bytes(4 * width, "little") for number in numbers])
    return np.frombuffer(data, dtype="<u4").astype(np.int64).reshape(len(numbers), width)


def numbers(rows: Limbs) -> list[int]:
    """The numbers again.

    >>> numbers(limbs([5, 2**32 + 7], 2))
    [5, 4294967303]
    """
    low, over = ((rows & (2**_BITS - 1)).astype("<u4"), (rows >> _BITS).astype("<u4"))
    return [
        int.from_bytes(a.tobytes(), "little") + (int.from_bytes(b.tobytes(), "little") << _BITS)
        for a, b in zip(low, over, strict=True)
    ]


def total(rows: Limbs) -> int:
    """The sum of all numbers."""
    return sum(column << (_BITS * i) for i, column in enumerate(rows.sum(axis=0).tolist()))


def _carried(rows: Limbs) -> Limbs:
    """Each column below 2**33 again, from below 2**63: what is over goes to the next one. The last has none over."""
    over = rows >> _BITS
    rows &= 2**_BITS - 1
    rows[:, 1:] += over[:, :-1]
    return rows


class Weights:
    """Where amounts go, and how often each is counted: a sparse matrix of whole numbers of any size.

    to, source : for each way, the row that it leads to and the one from which. which : its place in ``weights``.
    """

    def __init__(self, to: Ints, source: Ints, which: Ints, weights: NDArray[Any], shape: tuple[int, int]) -> None:
        def matrix(values: NDArray[Any]) -> sparse.csr_array:
            return sparse.csr_array((values.astype(np.int64)[which], (to, source)), shape=shape)

        largest, self.shift = int(weights.max()), 0
        if largest < _SAFE:
            whole = matrix(weights)
            if int((whole @ np.ones(shape[1], dtype=np.int64)).max()) < 2**_ROOM:
                self.pieces = [whole]
                return
        ways = int(np.bincount(to).max())
        self.shift = bits = max(1, _ROOM - ways.bit_length())
        cuts = range(0, largest.bit_length(), bits)
        self.pieces = [matrix(weights >> cut & (2**bits - 1)) for cut in cuts]

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return sum(part.nbytes for piece in self.pieces for part in (piece.data, piece.indices, piece.indptr))

    def times(self, rows: Limbs, width: int) -> Limbs:
        """What comes to each row, in so many columns."""
        wider = np.zeros((len(rows), width), dtype=np.int64)
        wider[:, : rows.shape[1]] = rows
        highest, *lower = reversed(self.pieces)
        sums = _carried(highest @ wider)
        for piece in lower:
            sums = _carried((sums << self.shift) + piece @ wider)
        return sums
