"""Verify a game: what must be true of every check is tried on each of its own, in many situations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from ...engine.dice.dist import Outcome
from ...engine.words.errors import NoRowError, RuleError
from ...engine.words.wording import as_text, nearest, percent_text, plain
from ...engine.work.progress import ProgressBar
from ...engine.work.work import bar
from ..analysis.situations import Params, few_values, in_words, tried
from ..mechanics.catalogue import load_game
from ..mechanics.check import Check, Result
from ..mechanics.mentions import ask_texts, mentions
from ..mechanics.processes.process import Process, ProcessResult
from ..mechanics.registry import checks
from ..rulebook import library
from ..rulebook.book import Rule, Ruleset, rules as book_of
from ..rulebook.layers import ready_rules
from ..rulebook.presets import presets
from ..rulebook.stamp import stamp
from ..rulebook.text import Value
from . import house_rules
from .examples import differs, slips
from .findings import Finding, Verification, command
from .reasons import sums_of, twice_named, wrong_sums
from .throws import Frequency, frequencies, unlikely
from .trial import Trial, ask
from .wrong_values import wrong_values

UNDECIDED = "undecided"  # how a fight in a game's own file ends where its turns are over
_THROWS, _THROWN = 2_000, 4  # throws in a situation, and situations of a check that are thrown
_EXPLAINED = 200  # answers whose reasons are added up
_READERS = 3  # situations in which a figure is changed
_MOST_FINDINGS = 3  # of findings of one kind about one check, how many are told

T = TypeVar("T")


def verify(
    game: str | Path, seed: int = 0, *, python: str | Path | None = None, progress: ProgressBar = None
) -> Verification:
    """Try all that must hold of a game: of its checks, figures, situations, worked examples and house rules.

    game : its stem, such as "traveller", or the file or folder of your own.
    seed : of the dice that are thrown, 0 or more.
    python : as in ``load_game``.
    progress : true for a bar, or a function of (done, all).

    Returns what was done and found: ``.faults`` are wrong, ``.remarks`` worth a look. Raises ``RuleError`` for a game
    that there is not.

    >>> verify("salamy")
    Traceback (most recent call last):
        ...
    rencounter_kit.engine.words.errors.RuleError: a game must be one of odd_encounters, realms_of_myth, rencounter, salamis, traveller; got salamy; did you mean salamis?
    """  # noqa: E501
    book, seed = _book(game, python), plain(seed)
    if type(seed) is not int or not 0 <= seed < 2**63:
        raise RuleError(f"seed must be a whole number from 0 to {2**63:,}; got {as_text(seed)}")
    findings: list[Finding] = []
    rolls: list[Frequency] = []
    situations, examples = 0, examples_of(book.stem)
    readers: dict[str, list[tuple[Check, Params]]] = defaultdict(list)
    every, layers = checks.of(book.stem), ready_rules(book.stem)
    parts = len(every) + len(layers) + 1
    with bar(progress, parts) as tell:
        for number, check in enumerate(every):
            tell(number, parts)
            trial = Trial(check)
            situations += len(trial.situations)
            findings += of_check(trial)
            for result in trial.thrown(_THROWN):
                findings += _throw(result, seed, rolls)
            for path, several in trial.read.items():
                readers[path] += [(check, params) for params in several[:1]]
        findings += _unlikely(rolls)
        for number, (name, layer) in enumerate(layers.items(), len(every)):
            tell(number, parts)
            findings += house_rules.ready(layer, book, name)
        tell(parts - 1, parts)
        findings += of_figures(book, every, readers)
        findings += of_presets(book.stem)
        findings += of_examples(book.stem, examples)
    throws = sum(one.throws for one in {id(one.result): one for one in rolls}.values())
    verification = Verification(book.title, len(every), situations, throws, len(examples), tuple(findings))
    stamp(book.stem, holds=not verification.faults)
    return verification


def _book(game: str | Path, python: str | Path | None) -> Ruleset:
    """The rules of a game by its stem, or from its file."""
    is_stem = isinstance(game, str) and python is None and not Path(game).exists()
    return book_of(str(game)) if is_stem or library.has(game) else load_game(game, python)


def examples_of(stem: str) -> Sequence[Mapping[str, Value]]:
    """The worked examples of a game: those of its file, or those beside it; of the games of this project with its
    tests.
    """
    game = library.game(stem)
    if not game.shared:
        return game.section("example") or []
    beside = (game.beside(f"{folder}/{stem}.toml") for folder in ("examples", "../tests/examples"))
    by_check = next(filter(None, beside), {})
    return [{"check": check, "name": name, **one} for check, each in by_check.items() for name, one in each.items()]


# A check --------------------------------------------------------------------------------------------------------------


def of_check(trial: Trial) -> Iterator[Finding]:
    """What is wrong with a check in its situations."""
    check = trial.check
    for params, error in trial.broken[:_MOST_FINDINGS]:
        yield Finding(check.id, f"it fails: {house_rules.error_text(error)}", command(check.id, params))
    for heading in twice_named(check):
        yield Finding(check.id, f'two of its sums are called "{heading}"; give one another name')
    for kind in (_chances, _outcomes, _sums):
        yield from _few(kind(trial))
    yield from _never(trial)
    yield from _gaps(trial)
    yield from _few(_unanswered(check))
    yield from _endless(trial)
    yield from _few(_taken(check))
    for name in trial.silent():
        yield _remark(check.id, f"{name} changed no answer, in {len(trial.situations):,} situations")
    if trial.slow:
        yield _remark(check.id, f"{trial.slow} fights took too long and were left out")
    for name, params, refusal in trial.refused:
        yield Finding(check.id, f'its situation "{name}" is refused: {refusal}', command(check.id, params))
    ready = presets(check.stem).get(check.id, {})
    for number, (name, params) in enumerate(ready.items()):
        for other, same in islice(ready.items(), number):
            if params == same:
                yield _remark(check.id, f'its situations "{other}" and "{name}" are the same')


def _remark(about: str, text: str, see: str = "") -> Finding:
    return Finding(about, text, see, is_fault=False)


def _few(findings: Iterable[T]) -> Iterator[T]:
    """Of many alike the first."""
    return islice(findings, _MOST_FINDINGS)


def _see(result: Result) -> str:
    return command(result.check.id, _otherwise(result))


def _otherwise(result: Result) -> Params:
    """What was said of it that is not as usual."""
    usual = {name: p.default for name, p in result.check.parameters.items()}
    return {name: value for name, value in result.params.items() if value != usual[name]}


def _chances(trial: Trial) -> Iterator[Finding]:
    for result in trial.answers.values():
        chances = [p for _, p in result.dist.items()]
        if sum(chances) != 1 or not all(type(p) is Fraction and 0 < p <= 1 for p in chances):
            yield Finding(
                trial.check.id, f"its chances must be above 0 and add up to 1; got {sum(chances)}", _see(result)
            )


def _outcomes(trial: Trial) -> Iterator[Finding]:
    """Outcomes that the dice give and the check does not declare."""
    check = trial.check
    for result in trial.answers.values():
        for outcome in result.dist:
            if outcome not in result.space:
                names = ", ".join(result.space.names) or "whole numbers"
                yield Finding(
                    check.id, f"it gives {as_text(outcome)}, which is none of its outcomes, {names}", _see(result)
                )


def _never(trial: Trial) -> Iterator[Finding]:
    """Outcomes that the check declares and that never come, where it was asked for such."""
    answers = list(trial.answers.values())
    names = dict.fromkeys(name for space in {answer.space for answer in answers} for name in space.scale or ())
    missing = set(names)
    for answer in chain(answers, trial.further()):
        missing -= {part for outcome in answer.dist for part in _parts(outcome)}
        if not missing:
            return
    for name in names:
        if name in missing:
            if trial.is_fight and name == UNDECIDED and not any(_limit(answer) for answer in answers):
                continue  # to the end nothing stays undecided
            ended = trial.check.spelling.outcome(name)
            yield _remark(trial.check.id, f"it never ended {ended}" if trial.is_fight else f"{ended} never came")


def _gaps(trial: Trial) -> Iterator[Finding]:
    """Numbers without a row, told where the fewest things are said."""
    for params, gap in sorted(trial.gaps.values(), key=lambda one: (len(one[0]), in_words(trial.check, one[0])))[:1]:
        settings = {name: params[name] for name in trial.check.parameters if name in params}
        more = f" (and in {len(trial.gaps) - 1} more)" if len(trial.gaps) > 1 else ""
        yield Finding(
            trial.check.id,
            f"it has no answer in {in_words(trial.check, settings)}{more}: {gap}",
            command(trial.check.id, settings),
        )


def _limit(answer: Result) -> int:
    """Turns at most; 0 for to the end."""
    return answer.limit if isinstance(answer, ProcessResult) else 0


def _unanswered(check: Check) -> Iterator[Finding]:
    """Settings of a check in a game's own file that cannot be answered, one parameter at a time."""
    if library.game(check.stem).shared:
        return
    for p in check.parameters.values():
        for value in () if p.only_with[0] else few_values(p):
            settings = {p.name: value}
            try:
                values, _ = check.worked_out(check.book, check.values(check.book, settings))
                answer = None if isinstance(check, Process) or _is_refused(check, values) else ask(check, settings)
            except RuleError as error:
                answer = error
            if isinstance(answer, RuleError) and not isinstance(answer, NoRowError):
                yield Finding(
                    check.id, f"{in_words(check, settings)} has no answer: {answer}", command(check.id, settings)
                )
                break


def _is_refused(check: Check, values: Params) -> bool:
    """Does the check say that these values do not go together?"""
    try:
        for refusal in check.refusals:
            refusal(check.book, values)
    except RuleError:
        return True
    return False


def _endless(trial: Trial) -> Iterator[Finding]:
    """Fights to the end that need not end, the surest first."""
    for result in sorted(trial.endless, key=lambda one: (-one.endless, len(one.params)))[:1]:
        sure = "it never ends" if result.endless == 1 else f"it need not end ({percent_text(result.endless)})"
        more = f" (and need not in {len(trial.endless) - 1} more)" if trial.endless[1:] else ""
        yield _remark(trial.check.id, f"{sure} in {in_words(trial.check, _otherwise(result))}{more}", _see(result))


def _parts(outcome: Outcome) -> tuple[Outcome, ...]:
    return outcome if isinstance(outcome, tuple) else (outcome,)


def _sums(trial: Trial) -> Iterator[Finding]:
    """Reasons that do not add up."""
    sums, every = sums_of(trial.check), list(trial.answers.values())
    for result in every[:: max(1, len(every) // _EXPLAINED)]:
        try:
            wrong = list(wrong_sums(result, sums)) if all(outcome in result.space for outcome in result.dist) else []
        except Exception as error:
            wrong = [f"its reasons fail: {house_rules.error_text(error)}"]
        yield from (Finding(trial.check.id, text, _see(result)) for text in wrong)


def _taken(check: Check) -> Iterator[Finding]:
    """Wrong values that are no error, or fail without a sentence."""
    for name, p in check.parameters.items():
        for value in wrong_values(p):
            answer = ask(check, {name: value})
            if isinstance(answer, Result):
                yield Finding(check.id, f"{name} must be {p.wanted}; it takes {as_text(value)}")
            elif not isinstance(answer, RuleError):
                yield Finding(
                    check.id, f"{name} {as_text(value)} is not refused in a sentence: {house_rules.error_text(answer)}"
                )


def _throw(result: Result, seed: int, rolls: list[Frequency]) -> Iterator[Finding]:
    """Throw the dice of an answer; only where that fails there is something to tell."""
    try:
        rolls += frequencies(result, _THROWS, seed, len(rolls))
    except Exception as error:
        yield Finding(result.check.id, f"a throw at random fails: {house_rules.error_text(error)}", _see(result))


def _unlikely(rolls: Sequence[Frequency]) -> Iterator[Finding]:
    by_check: dict[int, Finding] = {}
    for frequency in unlikely(rolls):
        by_check.setdefault(
            id(frequency.result),
            Finding(frequency.result.check.id, f"thrown at random, {frequency}", _see(frequency.result)),
        )
    yield from by_check.values()


# The rest of the game -------------------------------------------------------------------------------------------------


def of_figures(book: Ruleset, every: Sequence[Check], readers: house_rules.Readers) -> Iterator[Finding]:
    """What is wrong with figures: nothing reads them, or a check fails where one is a little otherwise."""
    paths = ask_texts(book.stem)
    for rule in map(book.rule, book):
        read = readers.get(rule.path, ())
        if rule.looked_up and read:
            yield _remark(rule.path, f"it is marked as looked up by players, but {read[0][0].id} uses it")
        if not (rule.looked_up or read or rule.path in paths or _is_read(rule, every)):
            yield _remark(rule.path, "not used by any check; if players look it up themselves, write looked_up = true")
        yield from house_rules.figure(rule, book, read[:_READERS])


def _is_read(rule: Rule, every: Sequence[Check]) -> bool:
    """Is a figure read in situations that are looked for where a check names it?"""
    for check in every:
        if mentions(check, rule.path) and any(tried(check).reading(rule.path)) and rule.path in tried(check).paths:
            return True
    return False


def of_presets(stem: str) -> Iterator[Finding]:
    """Situations of checks that there are not."""
    ids = [check.id for check in checks.of(stem)]
    for check_id in presets(stem):
        if check_id not in ids:
            yield Finding(check_id, f"its situations belong to no check of the game{nearest(check_id, ids)}")


def of_examples(stem: str, examples: Sequence[Mapping[str, Value]]) -> Iterator[Finding]:
    """Worked examples that do not come out, or prove nothing."""
    by_id = {check.id: check for check in checks.of(stem)}
    if not examples and not library.game(stem).shared:
        yield _remark(stem, "it has no worked examples; an answer worked out by hand would show a mistake")
    for example in examples:
        check_name = str(example.get("check", ""))
        check_id = check_name if "." in check_name else f"{stem}.{check_name}"
        name = f'worked example "{as_text(example.get("name", ""))}"'
        if check_id not in by_id:
            yield Finding(
                stem, f"{name} must be of one of its checks; got {as_text(check_name)}{nearest(check_id, by_id)}"
            )
            continue
        wrong = list(slips(example, by_id[check_id]))
        yield from (Finding(check_id, f"{name}: {slip}") for slip in wrong)
        if not wrong and (check_name := differs(example, by_id[check_id])):
            yield Finding(check_id, f"{name}: {check_name}", command(check_id, example.get("params", {})))
