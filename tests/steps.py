"""A measure of work that is the same on every machine: no test reads a clock."""

import sys


class Steps:
    """How many lines of Python run in this thread, those of libraries too.

    What C does between two lines, as with long numbers or large arrays, is one step: there, test what keeps them short.
    Lines that load a module count too: load it before.
    """

    def __init__(self):
        self.number = 0

    def _line(self, frame, event, arg):
        self.number += event == "line"
        return self._line

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(lambda frame, event, arg: self._line)
        return self

    def __exit__(self, *error):
        sys.settrace(self._before)
