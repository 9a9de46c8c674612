"""Worked examples: the library gives exactly what was worked out by hand, and each event has one."""

from collections import defaultdict
from fractions import Fraction

from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.verification.examples import differs, slips
from rencounter_kit.workbook.verification.verify import examples_of
from tests.situations import drawn

from .contract import call_text

SITUATIONS = 20  # of a check with an event that is impossible or certain
EXAMPLES = defaultdict(list)  # by their check
for one in (one for stem in systems() for one in examples_of(stem)):
    EXAMPLES[one["check"]].append(one)


def worked_examples(check):
    """Each says what comes out, and it does."""
    examples = EXAMPLES[check.id]
    yield examples, f"has no worked example: write one in tests/examples/{check.stem}.toml"
    for one in examples:
        where, slipped = f"is wrong in the worked example {one['name']!r}:", [*slips(one, check)]
        yield "within" not in one or "expect" in one, f"{where} within must stand beside what to expect"
        yield not slipped, f"{where} {'; '.join(slipped)}"
        differing = "" if slipped else differs(one, check)
        yield not differing, f"{where} {differing}; ask {call_text(check, one.get('params', {}))}"


def between(chances):
    """Is one neither impossible nor certain?"""
    return any(0 < chance < 1 for chance in chances)


def events_worked_out(check):
    """In each way to ask: with a chance between 0 and 1, or with both of these where no situation that is drawn has
    another.
    """
    by_check = defaultdict(set)
    for one in (one for one in EXAMPLES[check.id] if "events" in one):
        space = check(**one.get("params", {})).space
        for event, chance in one["events"].items():
            by_check[space, event].add(Fraction(chance))
    for space, event in [(one, event) for one in check.spaces.values() for event in check.events_of(one)]:
        if not between(chances := by_check[space, event]):
            lacking = f"has no worked example of {event!r} with a chance between 0 and 1: say it in the events of one"
            drawn_too = (check(**params).events.get(event, 0) for params in drawn(check.id, SITUATIONS, "events"))
            yield chances == {0, 1} and not between(drawn_too), lacking
