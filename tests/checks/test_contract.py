"""The contract for a check: all that is known of each, in one test; what it says is what a new check lacks."""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.presets import presets as ready_situations
from tests.situations import BASE, SMALL, forget
from tests.witness import spread
from tests.witness.corners import CORNERS
from tests.witness.spread import EVENTS, EXACT

from . import (
    answers,
    changed_dice,
    described,
    events,
    examples,
    presets,
    sentences,
    shortcuts,
    shown,
    switches,
    thrown,
    values,
    witness,
)
from .contract import lacks

PARTS = (
    # what stands about it
    described.described,
    described.helped,
    described.unused_parameters,
    described.steps,
    described.on_a_page,
    # what it must answer
    examples.worked_examples,
    examples.events_worked_out,
    witness.has_a_witness,
    witness.witness,
    witness.events_of_the_witness,
    thrown.throws,
    thrown.courses,
    shortcuts.every_face,
    # by other rules
    changed_dice.other_dice_by_the_witness,
    thrown.dice_named_in_the_data,
    switches.switches_in_the_data,
    switches.switches_as_house_rules,
    switches.switches_that_tell,
    # what is asked, and how
    presets.situations_to_try,
    values.wrong_values,
    values.typed_values,
    values.names_as_written,
    values.lines_of_each,
    # what it says
    events.possible_events,
    events.events_without_meaning,
    events.events,
    sentences.sentences,
    answers.headline,
    answers.reasons,
    answers.reasons_of_house_rules,
    shown.controls,
    shown.answer_view,
    # how it is handed on
    answers.repeated,
    answers.defaults,
    answers.mapping,
    answers.json_text,
    answers.forms,
)


@pytest.fixture
def check(request):
    """One check after the other; what it has worked out is forgotten at its end."""
    check = rk.checks[request.param]
    yield check
    forget([check])


@pytest.mark.timeout(1200)  # all that other tests share out among many
@pytest.mark.parametrize("check", rk.checks, indirect=True)
def test_check(check):
    lacking = list(lacks(check, PARTS))
    if lacking:
        pytest.fail("\n".join(lacking), pytrace=False)


KEPT = {
    "tests/examples": examples.EXAMPLES,
    "tests/witness/corners.py": CORNERS,
    "tests/witness/*_events.py": {name.partition(" ")[0] for name in EVENTS},
    "tests/witness/spread.py": {
        *spread.UNKNOWN,
        *spread.SMALL,
        *spread.START,
        *spread.SLOW,
        *EXACT,
        *witness.IN_ONE_GO,
    },
    "data/presets": {name for stem in systems() for name in ready_situations(stem)},
    "tests/situations.py": {*SMALL, *BASE},
    "tests/checks": {
        *changed_dice.CORNERS,
        *sentences.UNNAMED,
        *shortcuts.KNOWN,
        *(one for one, _ in [*described.WITHOUT_EFFECT, *switches.SILENT]),
    },
}


@pytest.mark.parametrize("where", KEPT)
def test_what_is_kept_is_of_a_check_that_there_is(where):
    """An example of a misspelt check would prove nothing."""
    assert set(KEPT[where]) - set(rk.checks) == set()
