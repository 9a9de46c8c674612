"""A game is verified: nothing is wrong with those of this package, and what is broken on purpose is found."""

from collections import Counter
from dataclasses import replace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.throw import Random
from rencounter_kit.workbook.analysis.situations import tried
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import always, each, total
from rencounter_kit.workbook.mechanics.parameter import Whole, whole
from rencounter_kit.workbook.rulebook.layers import Layer, ready_rules
from rencounter_kit.workbook.verification import house_rules, verify
from rencounter_kit.workbook.verification.examples import differs, slips
from rencounter_kit.workbook.verification.findings import Finding, Verification
from rencounter_kit.workbook.verification.throws import Frequency, frequencies, unlikely
from rencounter_kit.workbook.verification.trial import Trial

BOOK = rk.rules("traveller")
TERMS = whole("terms", 0, 4, 0, "Terms of service.")
NEEDED = total("to leap", always("morale.needed"), each("morale.dm.leader", "terms"))


def leap(throw, r, needed):
    """Falls on less than the sum."""
    return throw("leap", r.dice("attack"), lambda face: "clears" if face >= needed else "falls")


def made(kind=Check, **changed):
    """A check that holds together, but for what is changed."""
    usual = {
        "source": "Obstacles",
        "parameters": [TERMS],
        "targets": {"needed": NEEDED},
        "dice": leap,
        "outcomes": ("falls", "clears"),
    }
    return kind("traveller.leap", "Does he clear the ditch?", **{**usual, **changed})


def finding(check):
    """What is found of a check, throws too, as texts."""
    trial, thrown = Trial(check), []
    findings = list(verify.of_check(trial))
    for result in trial.thrown(4):
        findings += verify._throw(result, 0, thrown)
    return [str(one) for one in (*findings, *verify._unlikely(thrown))]


def test_what_holds_together_is_not_told():
    assert finding(made()) == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["salamis"])
def test_no_fault_is_found_in_the_games_of_this_package(game):
    verification = rk.verify(game)
    assert verification.faults == ()
    assert verification.checks == len([one for one in rk.checks if one.startswith(game)])
    assert verification.situations > 1_000 and verification.throws > 100_000 and verification.examples > 50


# A check broken on purpose --------------------------------------------------------------------------------------------


class Miscounts(Check):
    """The dice see one more than the reasons add up to."""

    def numbers(self, book, values):
        targets, rows = super().numbers(book, values)
        return targets._replace(needed=targets.needed + 1), rows


class TakesAll(Whole):
    """It takes whatever is said."""

    def _checked(self, value):
        return value if type(value) is int and self.low <= value <= self.high else 1


class Chokes(Whole):
    """It fails on words."""

    def _checked(self, value):
        return super()._checked(value + 0)


def gives(outcome):
    """Dice that give another outcome on a 2."""
    return lambda throw, r, needed: throw(
        "leap", r.dice("attack"), lambda face: outcome if face == 2 else "clears" if face > needed else "falls"
    )


def at_random(otherwise):
    """Dice that do otherwise where they are thrown."""

    def dice(throw, r, needed):
        if isinstance(throw, Random):
            return throw("leap", r.dice("attack"), lambda face: otherwise(face, needed))
        return leap(throw, r, needed)

    return dice


def fails(throw, r, needed):
    """A row that is missing from a table in Python."""
    return {7: "falls", 8: "falls", 9: "falls"}[needed]


BROKEN = {
    "an outcome that is not declared": (
        made(dice=gives("drowns")),
        "it gives drowns, which is none of its outcomes, falls, clears",
    ),
    "a number that is not declared": (made(dice=gives(3)), "it gives 3, which is none of its outcomes"),
    "an outcome that never comes": (made(outcomes=("falls", "hangs", "clears")), "hangs never came"),
    "a parameter that nothing asks for": (
        made(parameters=[TERMS, replace(TERMS, name="wounds")]),
        "wounds changed no answer",
    ),
    "a parameter that is asked for and changes nothing": (
        made(parameters=[TERMS, replace(TERMS, name="wounds")], derived=[lambda r, wounds: 0]),
        "wounds changed no answer",
    ),
    "two sums of one name": (
        made(
            targets={"needed": NEEDED, "other": NEEDED},
            dice=lambda throw, r, needed, other: leap(throw, r, needed + other),
        ),
        'two of its sums are called "to leap"',
    ),
    "a sum that does not add up": (made(Miscounts), 'the reasons for "to leap" add up to 7, and the dice see 8'),
    "a sentence that fails": (made(says=lambda r, needed: [{}[needed]]), "its reasons fail: KeyError: 7"),
    "a gap in Python": (made(dice=fails), "it fails: KeyError: 10\n    rencounter check traveller.leap terms=3"),
    "an error that is no sentence": (
        made(refusals=[lambda r, terms: 1 // (terms - 4)]),
        "it fails: ZeroDivisionError",
    ),
    "throws that favour one side": (
        made(dice=at_random(lambda face, needed: "clears" if face >= needed - 1 else "falls")),
        "thrown at random, ",
    ),
    "throws that give what cannot come": (
        made(dice=at_random(lambda face, needed: "drowns")),
        "drowns, which the exact answer has not",
    ),
    "throws that fail": (made(dice=at_random(lambda face, needed: {}[face])), "a throw at random fails: KeyError"),
    "a wrong value that is taken": (
        made(parameters=[TakesAll("terms", 0, "Terms.", low=0, high=4)]),
        ("terms must be a whole number from 0 to 4; it takes"),
    ),
    "a wrong value that is refused without a sentence": (
        made(parameters=[Chokes("terms", 0, "Terms.", low=0, high=4)]),
        "is not refused in a sentence: TypeError",
    ),
}


@pytest.mark.parametrize(("check", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_in_a_check_is_found(check, message):
    assert any(message in one for one in finding(check)), finding(check)


# Figures, house rules and examples ------------------------------------------------------------------------------------


def test_a_figure_changed_by_a_step_that_a_check_cannot_take_is_found():
    check = made(dice=lambda throw, r, needed: "falls" if r["morale.needed"] == 7 else None + needed)
    (one,) = house_rules.figure(BOOK.rule("morale.needed"), BOOK, [(check, {})])
    assert one.sentence.startswith("by the house rule morale.needed = 8 it fails: TypeError")
    assert one.see == "rencounter check traveller.leap --rules 'morale.needed = 8'"


def test_an_outcome_that_only_a_house_rule_brings_is_found():
    check = made(dice=lambda throw, r, needed: "falls" if r["dice.attack"] == "2d6" else "drowns")
    (one,) = house_rules.figure(BOOK.rule("dice.attack"), BOOK, [(check, {})])
    assert "it gives drowns, no outcome of it" in one.sentence


def test_a_figure_changed_and_changed_back_gives_the_book_back():
    assert [one for path in BOOK for one in house_rules.figure(BOOK.rule(path), BOOK, [])] == []


def test_a_figure_that_nothing_reads_is_found_and_one_that_is_only_looked_up_is_not():
    names = {one.about for one in verify.of_figures(BOOK, [], {})}
    paths = {path for path in BOOK if f"'{path}'" in repr(BOOK.asks)}
    assert paths and names == {path for path in BOOK if not BOOK.rule(path).looked_up} - paths


def test_a_ready_house_rule_that_does_not_fit_the_book_is_found():
    for name, layer in ready_rules("traveller").items():
        assert list(house_rules.ready(layer, BOOK, name)) == []
    same = Layer("traveller", {"morale.needed": 7}, "As printed")
    (one,) = house_rules.ready(same, BOOK, "same")
    assert one.is_fault and "it does not fit the book: a house rule must change something" in one.sentence


EXAMPLE = {"check": "salamis.drift", "name": "usual", "params": {}, "mean": str(rk.check("salamis.drift").dist.mean)}
CHANCES = {rk.checks["salamis.drift"].text(o): str(p) for o, p in rk.check("salamis.drift").items()}
ENTRY = {"check": "salamis.entry", "mean": None}
WRONG_EXAMPLES = {
    "mean": ({"mean": "99"}, "the mean is "),
    "chance": ({"mean": None, "expect": {**dict.fromkeys(CHANCES, "0"), next(iter(CHANCES)): "1"}}, "has the chance "),
    "outcome": ({"mean": None, "expect": {"drowns": "1"}}, "has the chance "),
    "sum": ({"mean": None, "expect": {"drowns": "1/2"}}, "must add up to 1; they add up to 1/2"),
    "no fraction": ({"mean": "half"}, "must be fractions"),
    "refused": ({"params": {next(iter(rk.checks["salamis.drift"].parameters)): "nowhere"}}, "it is refused: "),
    "answered": ({"mean": None, "error": True}, "it should be refused; the answer is "),
    "key": ({"means": "1"}, "did you mean mean?"),
    "nothing to prove": ({"mean": None}, "one of expect, mean, error, or events, also beside the first two; got none"),
    "parameter": ({"params": {"wind": 1}}, "params must be parameters of salamis.drift"),
    "check": ({"check": "salamis.drifts"}, "did you mean salamis.drift?"),
    "within": ({"mean": None, "expect": CHANCES, "within": "1/10"}, "within 0 of the true one"),
    "event": ({**ENTRY, "events": {"enter": "4/5"}}, "got enter; did you mean enters?"),
    "chance of an event": ({**ENTRY, "events": {"enters": "1/2"}}, "enters has the chance 4/5, not 1/2"),
    "no chance of an event": ({**ENTRY, "events": {"enters": "often"}}, "must be fractions"),
    "no events": ({**ENTRY, "events": "enters"}, "events must be chances such as"),
    "event of a refusal": ({**ENTRY, "error": True, "events": {"enters": "4/5"}}, "got error, events"),
    "event of another kind": (
        {"check": "rencounter.melee", "mean": None, "events": {"hits": "1/2"}},
        "hits cannot be asked here; it can answer wounds the defender",
    ),
}


@pytest.mark.parametrize(("changed", "message"), WRONG_EXAMPLES.values(), ids=WRONG_EXAMPLES)
def test_a_wrong_example_is_found(changed, message):
    example = {key: value for key, value in {**EXAMPLE, **changed}.items() if value is not None}
    findings = [str(one) for one in verify.of_examples(example["check"].partition(".")[0], [example])]
    assert any(message in one for one in findings), findings


def test_right_examples_are_not_told():
    right = [EXAMPLE, {**EXAMPLE, "check": "drift"}]
    assert list(verify.of_examples("salamis", right)) == []
    check = rk.checks["salamis.drift"]
    assert [*slips(EXAMPLE, check), differs(EXAMPLE, check)] == [""]


# Throws ---------------------------------------------------------------------------------------------------------------


def test_throws_of_right_dice_are_not_told_and_of_slightly_loaded_ones_are():
    result = rk.check("traveller.reaction")
    assert unlikely(frequencies(result, 20_000, seed=5, number=0)) == []
    assert [bool(unlikely([Frequency(result, "a six", came, 6_000, 1 / 6)])) for came in (1_000, 1_100, 1_300)] == [
        False,
        False,
        True,
    ]
    assert [bool(unlikely([Frequency(result, "a six", came, 6_000, 1 / 6)])) for came in (900, 700)] == [False, True]
    assert unlikely([Frequency(result, "what cannot come", 1, 2_000, 0.0)])
    assert unlikely([Frequency(result, "what must come", 1_999, 2_000, 1.0)])
    assert unlikely([]) == []


def test_the_same_seed_throws_the_same():
    result = rk.check("traveller.reaction")
    first, again, other = (list(frequencies(result, 500, seed, 3)) for seed in (1, 1, 2))
    assert first == again != other
    outcomes = Counter({one.text: one.came for one in first[::2]})
    assert outcomes.total() == 500


# Report ---------------------------------------------------------------------------------------------------------------


def test_a_report_says_what_was_done_and_found_in_words():
    verification = Verification(
        "Ford",
        1,
        412,
        40_000,
        0,
        (Finding("ford.leap", "it fails", "rencounter check ford.leap"), Finding("x", "y", is_fault=False)),
    )
    assert str(verification) == (
        "Ford: 1 check, 412 situations, 40,000 throws, 0 worked examples.\n\n"
        "1 fault:\n  ford.leap: it fails\n    rencounter check ford.leap\n\n1 remark:\n  x: y"
    )
    assert str(replace(verification, findings=())).endswith("examples.\n\nNo faults.\n\nNo remarks.")


def test_a_game_that_there_is_not_and_a_wrong_seed_are_refused():
    with pytest.raises(rk.RuleError, match="did you mean traveller"):
        rk.verify("travellers")
    with pytest.raises(rk.RuleError, match="seed must be a whole number from 0"):
        rk.verify("salamis", -1)


def test_situations_are_tried_in_one_order_the_usual_one_first():
    """So whoever verifies a game again is told the same."""
    usual, *one_otherwise = tried(rk.checks["rencounter.fire"]).situations()
    assert usual == {} and list(one_otherwise[0]) == ["skill"] == list(one_otherwise[1])
