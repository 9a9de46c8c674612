"""What is said when somebody asks for what cannot be."""

from __future__ import annotations

from .wording import one_line

_LONGEST_SENTENCE = 400


class RuleError(ValueError):
    """Wrong input, said in one sentence on one line: what must be how; got what; try this."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence, _LONGEST_SENTENCE))

    def _render_traceback_(self) -> list[str]:
        """What IPython shows below a cell that ends with it: the sentence, without the lines of code that it came
        through.
        """
        return [f"{RuleError.__name__}: {self}"]


class NoRowError(RuleError):
    """A number for which a table, or what numbers mean, has no row: the figures have a gap there, whatever
    was asked.
    """


def bare(error: RuleError) -> RuleError:
    """An error to be kept: without the frames that it came through, and all that they hold."""
    error.__context__ = error.__traceback__ = None
    return error
