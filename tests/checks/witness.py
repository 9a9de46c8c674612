"""The library against its witnesses: the same checks played die by die, or turn by turn, from a second
transcription.
"""

from functools import lru_cache

from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.situations import tries
from tests.witness.explore import enumerate_all
from tests.witness.params_of import params_of
from tests.witness.spread import EXACT, WITNESS, WITNESS_TURNS, cases, events
from tests.witness.turns import exact

from .contract import in_each, named, unlike

THROWN, FOLLOWED = tries(10, 25), tries(3, 6)
SEED = 1998
NEAR = 1e-12  # for irrational chances

# The witness plays these in one go, or counts other turns.
IN_ONE_GO = {
    "rencounter.reload",
    "rencounter.activation_counters",
    "realms_of_myth.crossbow_ready",
    "realms_of_myth.archers_before_contact",
}


def is_known(check):
    """Is there a witness?"""
    return bool(WITNESS.get(check.id) or WITNESS_TURNS.get(check.id))


@lru_cache(maxsize=2)
def _cases(check_id):
    return cases(check_id, THROWN if check_id in WITNESS else FOLLOWED, SEED)


def cases_of(check):
    """The situations in which the two are compared."""
    return _cases(check.id) if is_known(check) else []


def chances(check_id, params):
    """The chances of the outcomes by the witness, and those of its turns or their mean where it counts turns."""
    p = params_of(check_id, params)
    if check_id in WITNESS_TURNS:
        return exact(WITNESS_TURNS[check_id], p)
    return (EXACT[check_id](p) if check_id in EXACT else enumerate_all(WITNESS[check_id], p=p)), None


def has_a_witness(check):
    yield is_known(check), f"has no witness: write one in tests/witness/{check.stem}.py"


def witness(check):
    """Chances, events and turns are those of the witness, who is not told the same in every case."""
    answers = []

    @in_each(cases_of)
    def compared(check, params):
        outcomes, turns = chances(check.id, params)
        answers.append(outcomes)
        answer, near = check(**params), NEAR if check.id in EXACT else 0
        unlikeness = {"": unlike(dict(answer.items()), outcomes, near)}
        unlikeness["an event, "] = unlike(answer.events, events(check.id, params, outcomes), near)
        if isinstance(check, Process) and turns is not None and check.id not in IN_ONE_GO:
            if answer.limit:
                unlikeness["a number of turns, "] = unlike(dict(answer.turns.items()), turns)
            elif not answer.endless:
                unlikeness["turns, "] = unlike({"the mean": answer.expected_turns}, {"the mean": turns})
        if check.id in WITNESS_TURNS and check.id in WITNESS:  # short enough to be thrown in one go as well
            unlikeness["in one go, "] = unlike(
                outcomes, enumerate_all(WITNESS[check.id], p=params_of(check.id, params))
            )
        yield from ((not how, f"does not agree with its witness: {what}{how}") for what, how in unlikeness.items())

    yield from compared(check)
    moved = len(answers) <= 2 or any(answer != answers[0] for answer in answers)
    yield moved, "has the same answer in all cases of its witness, which prove nothing"


def events_of_the_witness(check):
    """Each way to ask tells the events that the witness knows."""
    for way, space in check.spaces.items() if is_known(check) else ():
        text = {check._decides: way} if check._decides else {}
        names, known = {*check.events_of(space)}, {*events(check.id, text, {})}
        lacking, file = named(names - known), f"tests/witness/{check.stem}_events.py"
        yield (
            not lacking,
            f"tells events of which its witness knows nothing, {lacking} with {text}: write them in {file}",
        )
        yield known <= names, f"does not tell what its witness does with {text}: {named(known - names)}"
