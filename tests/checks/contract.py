"""How the contract for a check is told: each part yields what must hold, and in words what is wrong where it does not.

The words follow the check's name. A part is a function of a check, or of a check and a situation (`in_each`).
"""

import traceback
from functools import wraps
from pathlib import Path

MOST_SENTENCES = 3  # sentences of one part; the others are counted


def call_text(check, params):
    """The line of Python that asks for a situation."""
    return f"rk.check({', '.join([repr(check.id), *(f'{name}={value!r}' for name, value in params.items())])})"


def wrong(part, *of):
    """What does not hold of a part, an error that ends it among that."""
    try:
        yield from (sentence for holds, sentence in part(*of) if not holds)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        yield f"ends in {type(error).__name__}, {Path(place.filename).name} line {place.lineno}: {error}"


def in_each(situations):
    """A part that looks at each of some situations; what is wrong is told with the line that asks for it."""

    def of(part):
        @wraps(part)
        def whole(check):
            for params in situations(check):
                yield from ((False, f"{one}; ask {call_text(check, params)}") for one in wrong(part, check, params))

        return whole

    return of


def lacks(check, parts):
    """All that is wrong with a check, a sentence each with the name of its part."""
    for part in parts:
        faults = list(wrong(part, check))
        yield from (f"{check.id} {sentence} [{part.__name__}]" for sentence in faults[:MOST_SENTENCES])
        if len(faults) > MOST_SENTENCES:
            yield f"{check.id} has {len(faults) - MOST_SENTENCES} more such faults [{part.__name__}]"


def unlike(answer, right, within=0):
    """In words how the chances of an answer differ from what they should be; empty where they do not."""
    for one in {**right, **answer}:
        got, wanted = answer.get(one, 0), right.get(one, 0)
        far = abs(float(got) - float(wanted)) > within if within else got != wanted
        if far or (one in answer) != (one in right):
            return f"{one} comes with {got}, and not {wanted}"
    return ""


def named(names):
    """Names in one line."""
    return ", ".join(map(str, names))
