"""What is asked may be a range of outcomes, several of them, or the mean, and means the same everywhere."""

from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.cli.as_typed import as_typed
from rencounter_kit.fronts.cli.main import main as rk_main

DAMAGE = "odd_encounters.melee_damage"
RANGES = [
    ("at least 3", lambda n: n >= 3),
    (">= 3", lambda n: n >= 3),
    ("\u22653".replace("\u2265", ">="), lambda n: n >= 3),
    ("3 or more", lambda n: n >= 3),
    ("3+", lambda n: n >= 3),
    ("3..", lambda n: n >= 3),
    ("at most 3", lambda n: n <= 3),
    ("<=3", lambda n: n <= 3),
    ("3 or less", lambda n: n <= 3),
    ("..3", lambda n: n <= 3),
    ("> 3", lambda n: n > 3),
    ("under 3", lambda n: n < 3),
    ("2..4", lambda n: 2 <= n <= 4),
    ("2 to 4", lambda n: 2 <= n <= 4),
    ("-5..900", lambda n: True),
    ("2 or 4", lambda n: n in (2, 4)),
    ("2..3 or 5 to 6", lambda n: n in (2, 3, 5, 6)),
    ("7 or 2 to 4", lambda n: n in (2, 3, 4, 7)),
]


@pytest.mark.parametrize(("text", "inside"), RANGES, ids=[text for text, _ in RANGES])
def test_a_range_of_numbers_is_the_sum_of_its_outcomes(text, inside):
    answer = rk.check(DAMAGE, attacker_th=2)
    expected = sum((p for number, p in answer.items() if inside(number)), Fraction(0))
    assert answer.event(text) == answer.event([text]) == expected
    assert list(rk.sweep(DAMAGE, attacker_th=[2], outcome=text)["probability"]) == [expected]


def test_words_in_order_have_ranges_too():
    answer = rk.check("rencounter.wound")
    worse = sum(answer.event(name) for name in ("serious", "crippling", "dead"))
    assert answer.event("at least serious") == answer.event("serious or more") == answer.event("serious..dead") == worse
    assert answer.event("serious..") == worse and answer.event("..minor") == 1 - worse
    assert answer.event("Serious or crippling") == answer.event(["serious", "crippling"])


def test_words_without_order_have_none():
    with pytest.raises(rk.RuleError, match="must be in order for at least nothing; they are not; try one of"):
        rk.check("odd_encounters.confusion_action").event("at least nothing")


@pytest.mark.parametrize("text", ["4..2", "at least", "at least nothing", "..", "2 or nothing", "mean"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(rk.RuleError):
        rk.check(DAMAGE).event(text)


def test_a_refusal_of_a_range_says_it_as_one_would():
    with pytest.raises(rk.RuleError, match="has no outcome at least 3; it has hits, "):
        rk.check("rencounter.fire").event("at least 3")
    with pytest.raises(rk.RuleError, match=r"has no outcome 20-60; try 20\.\.60"):
        rk.check(DAMAGE).event("20-60")
    with pytest.raises(rk.RuleError, match="to have a mean; got A dead"):
        rk.sweep("rencounter.duel", outcome="mean")


def test_the_mean_is_asked_by_its_name():
    means = [rk.check(DAMAGE, attacker_th=skill).dist.mean for skill in (1, 2)]
    table = rk.sweep(DAMAGE, attacker_th=[1, 2], outcome="mean")
    assert list(table["mean"]) == means and list(table["decimal"]) == [float(mean) for mean in means]
    assert rk.worth(DAMAGE, attacker_th=1, outcome="mean").now == means[0]
    with pytest.raises(rk.RuleError, match="must be numbers to have a mean"):
        rk.sweep("rencounter.fire", outcome="mean")


def test_a_comparison_of_numbers_says_how_the_mean_moves():
    book = rk.rules("odd_encounters")
    ours = book.with_house_rules('dice.damage = "2d6"', name="Heavy")
    comparison = rk.compare(book, ours, DAMAGE, attacker_th=[1, 2])
    changed = comparison.changed("mean")
    assert list(changed["change"]) == [2.1, 1.93] and list(changed["Heavy"]) == [Fraction(21, 5), Fraction(77, 20)]
    assert comparison.moved() == "mean: the book 2.013, Heavy 4.025 (+2.01)"
    totals = comparison.totals(events=comparison.groups())
    assert len(totals) <= 8 and totals["the book, mean %"].sum() == pytest.approx(100)
    with pytest.raises(rk.RuleError, match="the mean must be asked by itself"):
        comparison.totals(events=["mean", "at least 3"])
    assert (
        rk.compare(book, ours, "odd_encounters.saving_throw").groups()
        == rk.compare(book, ours, "odd_encounters.saving_throw").outcomes
    )


def test_a_misspelt_end_is_told_the_right_name():
    with pytest.raises(rk.RuleError, match=r"did you mean at least one hits\?"):
        rk.check("realms_of_myth.combination_attack").event("at least one hitsx")
    with pytest.raises(rk.RuleError, match="has no outcome at least sevrious; it has "):
        rk.check("rencounter.fire").event("at least sevrious")


# The command line -----------------------------------------------------------------------------------------------------


def test_the_command_line_asks_ranges(run):
    for command in (("sweep", DAMAGE, "attacker_th=1,2"), ("worth", DAMAGE), ("luck", DAMAGE, "2", "3")):
        assert "at least 3" in run(*command, "--outcome", ">= 3")[1]
    out = run("sweep", DAMAGE, "attacker_th=1,2", "--outcome", "mean", "--outcome", "2..4")[1]
    assert "77/40" in out and "2 to 4" in out and "nan" not in out.lower()


def test_under_numbers_stand_mean_spread_and_the_middle_half(run):
    sentence = "mean 1.925, spread 2.15, middle half 0 to 4 (81.7 %)"
    assert sentence in run("check", DAMAGE)[1] and sentence in run("explain", DAMAGE)[1]
    assert sentence in run("check", DAMAGE, "--format", "markdown")[1].replace("\\", "")
    assert "middle half 8 to 13 (67.6 %)" in run("dice", "3d6")[1]
    assert "middle half" not in run("check", "rencounter.fire")[1]


def test_a_comparison_on_the_command_line_is_short(run):
    out = run("compare", DAMAGE, "attacker_th=1..3", "--rules", 'dice.damage = "2d6"')[1]
    assert "mean: the book 2.1, " in out and "12  " in out and "12 to 12" not in out


def test_the_checks_of_a_game_are_listed(run):
    for game in ("traveller", "Traveller"):
        lines = run("list", game)[1].splitlines()
        assert [line.split()[0] for line in lines] == [name for name in rk.checks if name.startswith("traveller.")]


def test_words_that_nothing_has_are_told_as_words(run):
    status, out, err = run("list", "zeppelin")
    assert (status, out) == (2, "") and "no check, figure or situation has zeppelin; try" in err


def test_what_need_not_be_there_is_not_asked_for(run):
    assert "are required: UNKNOWN; try" in run("solve", "rencounter.fire")[2]
    assert "are required: tries; try" in run("luck", "rencounter.fire", "3")[2]


TOO_LARGE = "simulate it: rk.simulate(...), rencounter simulate"
FIGHT = ("rencounter.skirmish", "a_men=8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("check", *FIGHT, "--format", "csv", "--rules", "fire.range.long = -3"),
            "rencounter.skirmish a_men=8 --rules 'fire.range.long = -3'",
        ),
        (("worth", "--outcome", ">= 3", *FIGHT), "rencounter.skirmish a_men=8"),
        (("interaction", *FIGHT, "--change", "a_skill=7", "b_skill"), "rencounter.skirmish a_men=8"),
        (
            ("shapley", *FIGHT, "--against", "a_men=2", "--rules", "wounds.minor = 2"),
            "rencounter.skirmish a_men=8 --rules 'wounds.minor = 2'",
        ),
        (("check", "--game", "ford.toml", "ford.duel", "rounds=0"), "ford.duel rounds=0 --game ford.toml"),
        (("sweep", "rencounter.skirmish", "a_men=7..8"), "rencounter.skirmish ..."),
        ((), "..."),
    ],
)
def test_what_is_too_large_names_the_command_that_simulates_it(words, message):
    assert as_typed(TOO_LARGE, words) == f"simulate it: rencounter simulate {message}"


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        rk_main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"rencounter {rk.__version__}\n"


def test_a_refusal_names_the_command(run):
    words = ("check", "rencounter.skirmish", "a_men=8", "b_men=8", "turn_limit=60", "a_leader=yes")
    status, _, err = run(*words, "--json")
    assert status == 2 and "rk." not in err
    assert err.endswith("rencounter simulate rencounter.skirmish a_men=8 b_men=8 turn_limit=60 a_leader=yes\n")
