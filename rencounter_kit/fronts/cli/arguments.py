"""Arguments of the command line: a check, its parameters, ranges of them, and files of house rules."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, meant, span_hint, whole, whole_hint
from ...engine.words.wording import as_text
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.parameter import Parameter, Rows, SeveralChoices, Whole
from ...workbook.mechanics.ranges import ranged
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.faces import unseen
from ...workbook.rulebook.layers import Layers, layers_in, with_own_names
from ...workbook.rulebook.procedures import Procedure
from ...workbook.rulebook.text import Value
from .mine_file import MineFile

if TYPE_CHECKING:
    import pandas as pd

Values = dict[str, Value]  # by parameter


def asks_outcome(command: argparse.ArgumentParser, otherwise: str = "the first event") -> None:
    """Let a command be asked about an outcome, or about several one after the other."""
    such = "hits, 'at least 3', 20..60, '>= 20' or mean"
    tip = f"an outcome or event, such as {such}; may be given again ({otherwise} if left out)"
    command.add_argument("--outcome", action="append", help=tip)


def in_one(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Tables of the same columns, one below the other."""
    import pandas as pd

    return tables[0] if len(tables) == 1 else pd.concat(tables, ignore_index=True)


def in_words(text: Callable[[Any], str], column: Iterable[Value]) -> list[str]:
    """A column in words; what stands in it many times is said once."""
    words_of = lru_cache(None, typed=True)(text)
    return [words_of(one) for one in column]


def question(args: argparse.Namespace) -> tuple[Check, Ruleset, Values]:
    """The check, the rules and the parameters that a command names."""
    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    return check, rules, parameters(check, rules, args.given)


def layers(files: Sequence[str], stem: str) -> Layers:
    """The house rules of files, lines, codes and ready ones, all for one game; what cannot be seen in them is noted."""
    together = together_in(files, stem)
    for layer in together.layers:
        if layer.name in files and any(isinstance(one, Procedure) for one in layer.changes.values()):
            print(f"note: {layer.name}: {layer.lines}", file=sys.stderr)
    for one in unseen(together.rules):
        print(f"note: {one}", file=sys.stderr)
    return together


def together_in(files: Sequence[str], stem: str) -> Layers:
    """The same without the notes; layers of one name are numbered."""
    each = [
        file.layers(stem) if isinstance(file, MineFile) else layers_in(file, stem, len(files) == 1) for file in files
    ]
    for file, results in zip(files, each, strict=True):
        if not results and not isinstance(file, MineFile):
            raise RuleError(f"a house rule must change something; got none in {as_text(file)}; leave the file out")
    return Layers(stem, *with_own_names(chain.from_iterable(each)))


def parameters(check: Check, rules: Ruleset, texts: Sequence[str]) -> Values:
    """The values that NAME=VALUE texts stand for, by some rules."""
    check = check.under(rules)
    parameters_by_name = check.parameters_by(rules)
    return {name: _value(parameters_by_name[name], text) for name, text in _pairs(check, texts).items()}


def _value(parameter: Parameter, text: str) -> Any:
    """One value; what names several is for a sweep."""
    value, span = parameter.read(text), span_hint(text)
    if isinstance(parameter, Whole) and isinstance(value, str) and (span or re.fullmatch(r"-?\d+ ?\.\. ?-?\d+", value)):
        several = f"{parameter.name}={span.rpartition(' ')[2] or value}"
        raise RuleError(
            f"{parameter.name} must be one number here; got {as_text(text)}; try rencounter sweep with {several}"
        )
    return value


def ranges(check: Check, rules: Sequence[Ruleset], texts: Sequence[str]) -> Values:
    """The same by any of several rules, where a parameter may also take several values: ``1..12`` or ``a,b``."""
    check = check.under(*rules)
    parameters_by_name = check.parameters_by(*rules)
    return {name: ranged(parameters_by_name[name], text) for name, text in _pairs(check, texts).items()}


def tried(check: Check, rules: Ruleset, unknown: str, text: str) -> Sequence[Value]:
    """The values of a parameter or a figure that a text names: ``1..12`` or ``a,b``."""
    check = check.under(rules)
    text, unknown = cleaned(text), check.name_or_path(rules, unknown)
    if unknown in check.parameters:
        values = ranged(check.parameters[unknown].by(rules), text)
        is_one = isinstance(check.parameters[unknown], (SeveralChoices, Rows)) or not isinstance(values, (list, range))
        return [values] if is_one else values
    if hint := span_hint(text):
        raise RuleError(f"a range must be written with two dots; got {text}{hint}")
    if ends := re.fullmatch(r"(-?\d{1,9}) ?\.\. ?(-?\d{1,9})", text):
        return range(int(ends[1]), int(ends[2]) + 1)
    parts = [part.strip() for part in text.split(",")]
    return [part if (number := whole(part)) is None else number for part in parts]


def whole_number(text: str) -> int:
    """The whole number that an option or argument is."""
    if (number := whole(text)) is None:
        raise argparse.ArgumentTypeError(f"it must be a whole number; got {as_text(text)}{whole_hint(text)}")
    return number


def _pairs(check: Check, texts: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            near = meant(text, check.parameters) or next(iter(check.parameters), "")
            tip = f"try {near}=..." if near else "leave it out"
            raise RuleError(
                f"a parameter must be written NAME=VALUE; got {as_text(text)}; {tip}, or --help for what else there is"
            )
        if (full_name := check.name_of(name)) in pairs:
            raise RuleError(f"each parameter must be given once; got {full_name} twice; leave one out")
        pairs[full_name] = value
    return pairs
