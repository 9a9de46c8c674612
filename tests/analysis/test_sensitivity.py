"""What matters here: one step more, all the way, and two changes together, against answers asked one by one."""

import random
import re
from fractions import Fraction
from importlib import import_module
from itertools import groupby, pairwise

import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import first_up
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.fronts import charts
from rencounter_kit.workbook.analysis.interactions import Reasons, _flat
from rencounter_kit.workbook.analysis.sensitivity import growing_tornado
from rencounter_kit.workbook.mechanics.check import Check
from tests.games.test_attempts import TWO_ROLLS
from tests.mechanics.test_cache import forget
from tests.pictures import within
from tests.situations import PLAIN_KINDS, drawn, every_nth, few, parameters, tries

SHOT = {"skill": 7, "range_band": "medium"}


def figure(check_id, outcome, rules=None, **params):
    """A chance or a mean, ``None`` where there is none."""
    try:
        result = rk.check(check_id, rules=rules, **params)
        return result.dist.mean if outcome is None else result.event(outcome)
    except rk.RuleError:
        return None


def first_of(check_id, params):
    """What is asked when nothing is said: the first event that can be told, or ``None`` for the mean."""
    result = rk.check(check_id, **params)
    names = list(result.events)
    return names[0] if names else None


def is_possible(check_id, params):
    """Can the check be asked without naming an outcome?"""
    result = rk.check(check_id, **params)
    return bool(result.events) or all(isinstance(o, (int, Fraction)) for o in result)


ALL = [check_id for check_id, check in rk.checks.items() if len(check.parameters) > 1]
QUICK = [check_id for check_id in ALL if not few(check_id, 0, 1)]


# One step more --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", every_nth(ALL, tries(6, 1)))
def test_a_step_is_worth_what_it_changes(check_id):
    for settings in drawn(check_id, few(check_id, tries(2, 8), 1)):
        if not is_possible(check_id, settings):
            continue
        outcome = first_of(check_id, settings)
        worths = rk.worth(check_id, **settings)
        now = figure(check_id, outcome, **settings)
        wanted = {}
        for name, p in rk.checks[check_id].parameters.items():
            params = rk.check(check_id, **settings).params
            values, value = list(p.values()), params[name]
            counts = name != "result" and not p.rests(params.get(p.only_with[0]))
            following = values[values.index(value) + 1 :] if value in values and counts else []
            if following and (after := figure(check_id, outcome, **{**settings, name: following[0]})) is not None:
                wanted[name] = (value, following[0], after - now)
        assert {row.parameter: (row.before, row.after, row.change) for row in worths.rows} == wanted
        assert worths.now == now
        sizes = [abs(row.change) for row in worths.rows]
        assert sizes == sorted(sizes, reverse=True)


def test_steps_in_words():
    steps = {row.parameter: row.step for row in rk.worth("rencounter.fire", **SHOT).rows}
    assert steps["skill"] == "skill +1"
    assert steps["range_band"] == "range band: long"
    assert steps["mounted"] == "mounted"
    assert steps["aim_turns"] == "aim turns: 1"


def test_what_contradicts_or_is_not_asked_has_no_step():
    assert "aim_turns" not in {row.parameter for row in rk.worth("rencounter.fire", snap="walking").rows}
    assert "shot_number" not in {row.parameter for row in rk.worth("rencounter.fire").rows}
    names = {row.parameter for row in rk.worth("rencounter.fire", distance=30).rows}
    assert "range_band" not in names and "distance" in names
    assert "distance" not in {row.parameter for row in rk.worth("rencounter.fire").rows}
    assert "skill" not in {row.parameter for row in rk.worth("rencounter.fire", skill=12).rows}


def test_house_rules_and_outcomes_are_asked_as_elsewhere():
    ours = rk.rules("rencounter").with_house_rules("fire.range.long = -9")
    worth = {row.parameter: row.change for row in rk.worth("rencounter.fire", rules=ours, **SHOT).rows}
    assert worth["range_band"] == figure("rencounter.fire", "hits", ours, skill=7, range_band="long") - Fraction(5, 12)
    some = rk.worth("rencounter.fire", outcome=["minor", "dead"], **SHOT)
    assert some.now == figure("rencounter.fire", ["minor", "dead"], **SHOT)
    assert some.measure.words == "minor or dead"
    assert rk.worth("odd_encounters.melee_damage").measure.words == "the mean"
    with pytest.raises(rk.RuleError, match="outcome must be named for realms_of_myth"):
        rk.worth("realms_of_myth.wound_level")
    with pytest.raises(rk.RuleError, match="did you mean hits"):
        rk.worth("rencounter.fire", outcome="hit")


def test_what_matters_in_a_check_of_ones_own():
    steps, swings = (
        {row.parameter: row for row in ask(TWO_ROLLS, outcome="struck").rows} for ask in (rk.worth, rk.tornado)
    )
    assert steps["av"].change == swings["av"].more == Fraction(1, 100)
    assert swings["dv"].highest == Fraction(99, 100)


def test_steps_are_asked_together(monkeypatch):
    """Those that differ in numbers alone are one batch; what remains is asked alone."""
    forget()
    expected = rk.worth("rencounter.duel", turn_limit=2)
    alone = []
    answer = Check.dist_of
    monkeypatch.setattr(Check, "dist_of", lambda check, *cell: alone.append(check.id) or answer(check, *cell))
    forget()
    assert rk.worth("rencounter.duel", turn_limit=2).rows == expected.rows
    assert 0 < alone.count("rencounter.duel") < len(expected.rows) / 2


# All the way ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", [check_id for check_id in PLAIN_KINDS if check_id in QUICK])
def test_a_tornado_is_the_lowest_and_highest_of_all_values(check_id):
    for params in drawn(check_id, 2):
        if not is_possible(check_id, params):
            continue
        outcome = first_of(check_id, params)
        tornado = rk.tornado(check_id, **params)
        settings = rk.check(check_id, **params).params
        names = [
            n for n, p in rk.checks[check_id].parameters.items() if len(p.values()) > 1 and settings[n] is not None
        ]
        assert {row.parameter for row in tornado.rows} <= set(names) - {"result"}
        refused = 0
        for row in tornado.rows:
            every = rk.checks[check_id].parameters[row.parameter].values()
            if len(every) > 60:
                continue
            each = {v: figure(check_id, outcome, **{**params, row.parameter: v}) for v in every}
            known = {v: p for v, p in each.items() if p is not None}
            refused += len(each) - len(known)
            assert (row.lowest, row.highest) == (min(known.values()), max(known.values())), row
            for value, p in ((row.lowest_at, row.lowest), (row.highest_at, row.highest)):
                alike = [v for v, q in known.items() if q == p]
                assert value == (row.present if row.present in alike else alike[0])
        widths = [row.highest - row.lowest for row in tornado.rows]
        assert widths == sorted(widths, reverse=True)
        assert all(row.lowest <= tornado.now <= row.highest for row in tornado.rows)
        assert len(tornado.left_out) >= refused


def test_a_tornado_says_from_where_on_a_number_does_no_more():
    """Armour 3 and 4 do the same against a musket, as do 0 to 2, whichever he wears, and skill counts up to 11 only."""
    rows = {row.parameter: row for row in rk.tornado("rencounter.fire", skill=7).rows}
    spans = {name: (row.lowest_where, row.highest_where) for name, row in rows.items()}
    assert spans["target_armor"] == ("3 or more", "2 or less") and spans["skill"] == ("1", "11 or more")
    assert spans["wounds"] == ("5", "0") and spans["range_band"] == ("extreme", "short")
    far = next(row for row in rk.tornado("odd_encounters.missile_attack").rows if row.parameter == "distance")
    assert (far.lowest_where, far.highest_where) == ("22 or more", "10 or less")
    for armour in range(5):
        local_rows = rk.tornado("rencounter.fire", outcome="kills", target_armor=armour).rows
        row = next(row for row in local_rows if row.parameter == "target_armor")
        assert (row.lowest_where, row.highest_where) == ("3 or more", "2 or less"), armour
    picture = charts.Spans.of(rk.tornado("rencounter.fire", skill=7), 20)
    assert "3 or more" in picture.low_at and "11 or more" in picture.high_at


def test_a_tornado_asks_neither_rulings_nor_what_the_referee_may_say():
    free = {p.name for check_id in QUICK for p in rk.checks[check_id].parameters.values() if p.free}
    assert {"extra_modifier", "attacker_extra_modifier", "other_dm"} <= free
    for check_id in ("rencounter.fire", "rencounter.melee", "traveller.reaction", "odd_encounters.melee_damage"):
        groups = {row.parameter: rk.checks[check_id].parameters[row.parameter] for row in rk.tornado(check_id).rows}
        assert groups and not any(p.free or p.group == "ruling" for p in groups.values())


def test_a_tornado_tells_what_one_less_and_one_more_change():
    rows = {row.parameter: row for row in rk.tornado("rencounter.fire", **SHOT).rows}
    skill, now = rows["skill"], rk.check("rencounter.fire", **SHOT).event("hits")
    for change, value in ((skill.less, skill.present - 1), (skill.more, skill.present + 1)):
        assert change == figure("rencounter.fire", "hits", **{**SHOT, "skill": value}) - now
    assert (rows["wounds"].less, rows["weapon"].less, rows["weapon"].more) == (None, None, None)


def test_a_tornado_grows_by_a_parameter_at_a_time_few_values_first():
    *begun, whole = growing_tornado("rencounter.fire", **SHOT)
    assert whole == rk.tornado("rencounter.fire", **SHOT)
    assert begun[0].rows == () and begun[0].now == whole.now
    known = [{row.parameter for row in one.rows} for one in (*begun, whole)]
    values = {name: len(p.values()) for name, p in parameters("rencounter.fire").items()}
    fresh = [more - fewer for fewer, more in pairwise(known)]
    assert all(fewer <= more for fewer, more in pairwise(known)) and max(map(len, fresh)) == 1
    came = [values[name] for one in fresh for name in one]
    assert came == sorted(came)
    assert all(row in whole.rows for one in begun for row in one.rows)


def test_a_tornado_of_a_process_tells_how_far_it_is():
    reports = []
    with telling(lambda done, of: reports.append((done, of))):
        tornado = rk.tornado("odd_encounters.volley", shots=3, targets=2, target_hp=3)
    assert tornado.rows and all(row.lowest <= tornado.now <= row.highest for row in tornado.rows)
    done, of = reports[-1]
    assert done == of >= 2 * len(tornado.rows), "all values of all parameters"
    reports = reports[reports.index((0, of)) :]  # before that, the situation itself was followed
    assert [every for _, every in reports] == [of] * len(reports) and reports == sorted(reports), (
        "always of the whole, and never back"
    )


def test_a_parameter_that_cannot_be_followed_is_named(monkeypatch):
    monkeypatch.setattr(rk.checks["odd_encounters.duel"], "max_states", 60)
    tornado = rk.tornado("odd_encounters.duel", a_hp=4, b_hp=4)
    left_out = [why for why in tornado.left_out if why.startswith("A HP ")]
    assert left_out and all("states" in why for why in left_out)
    row = next(row for row in tornado.rows if row.parameter == "a_hp")
    assert f"A HP {row.highest_at + 1}: " in "\n".join(left_out), "the last that can be followed wins most often"
    assert row.highest == rk.check("odd_encounters.duel", a_hp=row.highest_at, b_hp=4).event("A wins")
    assert (
        f"Left out: {len(tornado.left_out)}, such as {tornado.measure.check.spelling.in_sentence(tornado.left_out[0])}."
        in str(tornado)
    )


# Two changes ----------------------------------------------------------------------------------------------------------


def four(check_id, one, other, outcome, params):
    """The four chances, one by one."""
    made = ({}, dict([one]), dict([other]), dict([one, other]))
    return tuple(figure(check_id, outcome, **{**params, **changes}) for changes in made)


def pairs_of_changes(check_id, many):
    """Random pairs of changes from random situations, all four cases possible."""
    rng = random.Random(check_id)
    known = {n: p for n, p in parameters(check_id).items() if len(p.values()) > 1 and n != "result"}
    if len(known) < 2:
        return
    for params in drawn(check_id, many):
        if not is_possible(check_id, params):
            continue
        now = rk.check(check_id, **params).params
        for _ in range(4):
            one, other = rng.sample(list(known), 2)
            changes = [(n, rng.choice([v for v in known[n].values() if v != now[n]])) for n in (one, other)]
            if None not in four(check_id, *changes, first_of(check_id, params), params):
                yield params, *changes
                break


@pytest.mark.parametrize("check_id", every_nth(ALL, tries(6, 1)))
def test_an_interaction_is_the_four_answers_and_gives_a_reason_where_they_do_not_add_up(check_id):
    for text, one, other in pairs_of_changes(check_id, few(check_id, tries(4, 16), 1)):
        pair = rk.interaction(check_id, one, other, **text)
        neither, alone, beside, both = four(check_id, one, other, first_of(check_id, text), text)
        assert pair.figures == (neither, alone, beside, both)
        assert [row.change for row in pair.rows] == [0, alone - neither, beside - neither, both - neither]
        assert pair.apart == both - alone - beside + neither
        assert bool(pair.reasons) == bool(pair.apart)
        assert not any("at once." in reason and "The dice" in reason for reason in pair.reasons), "no reason was found"
        turned = rk.interaction(check_id, other, one, **text)
        assert (turned.apart, turned.figures) == (pair.apart, (neither, beside, alone, both))
        assert ("Exactly additive" in str(pair)) == (not pair.apart)


def test_on_the_straight_part_of_a_die_two_changes_add_up():
    pair = rk.interaction("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=7)
    assert pair.apart == 0 and pair.reasons == ()
    assert (
        "Exactly additive: alone they change it by -16.7 points and -33.3 points, which adds up to -50 points"
        in str(pair)
    )


def test_the_confirmation_table_bends_the_line_and_the_sentences_of_that_case_are_quoted():
    pair = rk.interaction("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=5)
    line = [figure("rencounter.fire", "hits", skill=5, extra_modifier=n - 5) for n in range(-1, 6)]  # needed -1 to 5
    steps = [b - a for a, b in pairwise(line)]
    runs = [(worth, len(list(group))) for worth, group in groupby(steps)]
    (reason,) = pair.reasons
    at = -1
    for worth, long in runs:
        assert (
            f"from {at} to {at + long} {'each' if long > 1 else 'a'} step is worth +{100 * float(worth):.1f} "
            f"points (+{worth})" in reason
        )
        at += long
    assert 'the same number, "to hit (d12)"' in reason
    assert any("only a natural 1 hits, if a second d12 then rolls 7 or less" in line for line in pair.sentences["both"])
    assert pair.sentences["neither"] == [
        "Hits on a d12 of 5 or less.",
        "Rolling 2 or less, a hit by 3 or more, makes the wound worse (-1 to severity).",
    ]
    assert pair.sentences["range band: long"] == ["Hits on a d12 of 1 or less."]
    assert not any("Severity" in line for lines in pair.sentences.values() for line in lines), "that holds in all four"


def test_a_natural_twelve_that_misses_bends_the_line():
    pair = rk.interaction("rencounter.fire", ("aim_turns", 2), ("mounted", True), skill=9)
    (reason,) = pair.reasons
    assert "from 9 to 11 each step is worth +8.3 points (+1/12), from 11 to 13 each step is worth nothing" in reason
    assert (
        "A natural 12 always misses." in pair.sentences["both"]
        and "A natural 12 always misses." not in pair.sentences["neither"]
    )


def test_a_modifier_that_the_other_change_suspends_is_named():
    pair = rk.interaction("rencounter.fire", ("posture", "prone"), ("range_band", "too_close"), skill=5, aim_turns=0)
    reasons = " ".join(pair.reasons)
    assert 'In "to hit (d12)" the two do not simply add up: it is 5 at first, 3 with posture: prone' in reasons
    assert "Prone target (to hit (d12)) counts -2 with posture: prone, but not with both" in reasons


def test_what_hinders_is_told_and_nothing_of_where_nothing_does():
    pair = rk.interaction("odd_encounters.missile_attack", ("missile", "thrown"), ("distance", 1), outcome="hits")
    assert pair.reasons[0] == "The target is more than 6 inches away with missile: thrown."
    (why,) = rk.interaction(
        "odd_encounters.shot_into_melee",
        ("woods", "exactly_2"),
        ("woods_exactly_two", "blocked"),
        outcome="hits an enemy",
    ).reasons
    assert why == "The woods are too deep with both."


def test_different_throws_multiply():
    pair = rk.interaction(
        "rencounter.fire", ("skill", 9), ("target_armor", 3), outcome="dead", skill=5, weapon="flintlock_rifle"
    )
    (reason,) = pair.reasons
    assert 'skill: 9 "to hit (d12)" changes; with target armour: 3 "severity (d12)" changes' in reason
    assert "more than one roll decides" in reason


MOVES = [
    ("rencounter.fire", ("skill", 9), ("target_armor", 3), {"weapon": "flintlock_rifle"}),  # two throws, one each
    ("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), {}),  # one throw, both
    # prone counts only before
    ("rencounter.fire", ("posture", "prone"), ("range_band", "too_close"), {"aim_turns": 0}),
    # only after
    ("rencounter.fire", ("posture", "prone"), ("range_band", "short"), {"aim_turns": 0, "range_band": "too_close"}),
]  # fmt: skip


def moved(numbers, first, second):
    """Which numbers a change moves: from one case to another, or with the other change made too."""
    return {name for name in numbers[0] for a, b in (first, second) if numbers[a].get(name) != numbers[b].get(name)}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("check_id", "one", "other", "params"), MOVES)
def test_which_numbers_each_change_moves(check_id, one, other, params, turned):
    one, other = (other, one) if turned else (one, other)
    numbers = [
        dict(_flat(rk.check(check_id, **{"skill": 5, **params, **dict(made)}).targets))
        for made in ([], [one], [other], [one, other])
    ]
    reasons = Reasons(rk.interaction(check_id, one, other, skill=5, **params))
    assert set(reasons.by_one) == moved(numbers, (0, 1), (2, 3)) != set()
    assert set(reasons.by_other) == moved(numbers, (0, 2), (1, 3)) != set()


def test_each_change_is_told_with_the_numbers_that_it_moves():
    """However they are named first or second: never with a number that only the other one moves."""
    skill, armor = ("skill", 9), ("target_armor", 3)
    hit, wound = 'with skill: 9 "to hit (d12)" changes', 'with target armour: 3 "severity (d12)" changes'
    why = "more than one roll decides, and what one is worth depends on the other."
    for changes, rolls in (((skill, armor), (hit, wound)), ((armor, skill), (wound, hit))):
        pair = rk.interaction("rencounter.fire", *changes, outcome="dead", skill=5, weapon="flintlock_rifle")
        assert pair.reasons == (f"{first_up('; '.join(rolls))}: {why}",)


def test_turn_after_turn_multiplies():
    pair = rk.interaction("odd_encounters.duel", ("a_hp", 6), ("b_hp", 6), a_hp=4, b_hp=4)
    assert any("turn after turn" in reason for reason in pair.reasons)


def test_a_name_alone_is_one_step_more():
    pair = rk.interaction("rencounter.fire", "skill", "mounted", skill=5)
    assert (pair.one.after, pair.other.after) == (6, True)


WRONG = [
    (("skill", "skill"), {}, "two parameters"),
    ((("skill", 8), ("skill", 9)), {}, "two parameters"),
    (("skil", "cover"), {}, "did you mean skill"),
    (("skill", "cover"), {"skill": 12}, "skill must have a next value; got 12"),
    ((("skill", 6), "cover"), {}, "must change something; got skill = 6"),
    ((("skill", 60), "cover"), {}, "skill must be a whole number from 1 to 12"),
    ((("skill", 6, 7), "cover"), {}, "a change must be a parameter"),
    ((5, "cover"), {}, "a change must be a parameter"),
    ((([], 5), "cover"), {}, "a change must be a parameter"),
    ((("snap", "walking"), ("aim_turns", 2)), {}, "snap: walking with aim turns: 2 must be possible here"),
    (("distance", "skill"), {}, "distance must have a next value; got None"),
    (("skill", "cover"), {"outcome": "hit"}, "did you mean hits"),
]


@pytest.mark.parametrize(("changes", "params", "message"), WRONG)
def test_wrong_changes_are_refused_in_one_sentence(changes, params, message):
    with pytest.raises(rk.RuleError) as refused:
        rk.interaction("rencounter.fire", *changes, **params)
    assert message in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [
        lambda: rk.interaction("rencounter.volley", ("result", "kills"), "men"),
        lambda: rk.interaction("rencounter.volley", "men", "result"),
        lambda: rk.solve_for("rencounter.volley", "result", 2),
        lambda: rk.formula("rencounter.volley", "result"),
        lambda: rk.formula("rencounter.duel", "result"),
        lambda: rk.shapley("rencounter.volley", against={"result": "kills"}),
    ],
)
def test_what_is_asked_is_no_cause(changes):
    with pytest.raises(rk.RuleError) as refused:
        changes()
    message = str(refused.value)
    assert "must be a parameter of the situation; got result, which says what is asked; try another one" in message
    assert "\n" not in message


def test_causes_are_shared_out_and_stepped_through_under_one_question():
    """What is asked stays the same on both sides, so that it has no share, no step and no span."""
    volley = {"result": "kills", "men": 6, "range_band": "medium"}
    shared = rk.shapley("rencounter.volley", against={}, **volley)
    assert {row.name for row in shared.rows} == {"men", "range band"}
    far = rk.check("rencounter.volley", result="kills").dist.mean
    near = rk.check("rencounter.volley", **volley).dist.mean
    assert (shared.base, shared.final) == (far, near)
    for worths in (rk.worth("rencounter.volley", **volley), rk.tornado("rencounter.volley", **volley)):
        assert "result" not in {row.parameter for row in worths.rows} and worths.rows


# How it is told -------------------------------------------------------------------------------------------------------


def answers():
    """One of each kind."""
    yield rk.worth("rencounter.fire", **SHOT)
    yield rk.tornado("rencounter.fire", **SHOT)
    yield rk.interaction("rencounter.fire", "skill", ("range_band", "extreme"), **SHOT)
    yield rk.worth("odd_encounters.melee_damage")
    yield rk.tornado("odd_encounters.melee_damage")
    yield rk.interaction("odd_encounters.melee_damage", "blessed", "striking")


@pytest.mark.parametrize("result", list(answers()), ids=lambda result: type(result).__name__)
def test_an_answer_is_text_and_table_and_frame(result):
    frame = result.table()
    assert list(frame.itertuples(index=False, name=None)) == [tuple(row) for row in result.rows]
    page = result._repr_html_()
    assert page.count("<tr>") == len(result.cells()) and page.count("<td>") == sum(map(len, result.cells()[1:]))
    for row in result.cells():
        assert all(cell in str(result) for cell in row)
    assert repr(result) == str(result)
    assert "\n\n" not in str(result) and not any(line.endswith(" ") for line in str(result).splitlines())


def test_a_frame_of_nothing_has_its_columns():
    assert list(rk.worth("salamis.d3").table().columns) == ["parameter", "step", "before", "after", "change"]
    assert "<table>" not in rk.worth("salamis.d3")._repr_html_()


def test_what_changes_nothing_is_said_in_one_line():
    lines = str(rk.worth("rencounter.fire", **SHOT)).splitlines()
    assert lines[0] == "What does one shot do: hits, now 5/12 = 41.7 % = 5 in 12"
    assert re.match(r"\d+ more have no effect here: ", lines[-2]) and "shield: small" in lines[-2]
    assert lines[-1].startswith("Left out: ") and "such as shot number +1: shot number must be at most 1" in lines[-1]


def test_on_a_page_what_changes_nothing_and_what_is_left_out_unfolds_in_words():
    tornado = rk.tornado("rencounter.fire", **SHOT)
    idle = [tornado.measure.check.parameters[row.parameter].words for row in tornado.rows if row.lowest == row.highest]
    folds = re.findall(r"<details><summary[^>]*>(.*?)</summary><ul>(.*?)</ul></details>", tornado._repr_html_())
    (nothing, names), (impossible, reasons) = folds
    assert nothing == f"{len(idle)} more have no effect here (show)" and re.findall("<li>(.*?)</li>", names) == idle
    assert impossible.startswith(f"{len(tornado.left_out)} do not apply")
    assert reasons.count("<li>") == len(tornado.left_out) > 1
    assert "shot number 2: shot number must be at most 1 with " in reasons
    assert not re.search(r"[a-z]_[a-z]", tornado._repr_html_())
    assert "Left out" not in tornado._repr_html_()


# Pictures -------------------------------------------------------------------------------------------------------------

TORNADOES = [
    ("rencounter.fire", SHOT),
    ("rencounter.melee", {}),
    ("odd_encounters.melee_damage", {}),
    ("odd_encounters.missile_attack", {}),
    ("realms_of_myth.task", {"av": 60, "dv": 30}),
    ("traveller.reaction", {}),
    ("traveller.to_hit", {"other_dm": 12}),
    ("salamis.entry", {}),
]


@pytest.mark.parametrize(("check_id", "params"), TORNADOES)
def test_a_tornado_shows_its_spans(check_id, params):
    tornado = rk.tornado(check_id, **params)
    data = charts.Spans.of(tornado)
    wide = [row for row in tornado.rows if row.lowest != row.highest][:12]
    assert np.allclose(data.low, [float(row.lowest) for row in wide])
    assert np.allclose(data.high, [float(row.highest) for row in wide])
    chart = charts.TornadoChart()
    assert within(chart, data)
    assert all(name in chart.alt(data) for name in (*data.names, data.now_text))


@pytest.mark.parametrize("now", [0.0, 1.0])
def test_a_long_label_of_the_present_chance_stays_on_the_page(now):
    assert within(charts.TornadoChart(), charts.Spans("A", ["b"], [0.0], [1.0], ["1"], ["2"], now, "over 99.99 %"))


# The command line -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["worth", "tornado"])
def test_what_matters_on_the_command_line(run, command):
    status, out, _ = run(command, "rencounter.fire", "skill=7", "range_band=medium", "--outcome", "kills")
    wanted = getattr(rk, command)("rencounter.fire", outcome="kills", **SHOT)
    assert (status, out) == (0, f"{wanted}\n")


def test_interaction_on_the_command_line(run):
    words = (
        "interaction",
        "rencounter.fire",
        "--change",
        "cover=half_solid",
        "range_band",
        "--outcome=kills",
        "skill=5",
    )
    pair = rk.interaction("rencounter.fire", ("cover", "half_solid"), "range_band", outcome="kills", skill=5)
    assert run(*words)[:2] == (0, f"{pair}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("interaction", "rencounter.fire"), "--change"),
        (("interaction", "rencounter.fire", "--change", "skill"), "expected 2 arguments"),
        (("interaction", "rencounter.fire", "--change", "skil=5", "cover"), "did you mean skill?"),
        (("interaction", "rencounter.fire", "--change", "skill=x", "cover"), "skill must be a whole number"),
        (("interaction", "rencounter.fire", "--change", "=", "cover"), "rencounter.fire has no parameter"),
        (("worth", "rencounter.fire", "--outcome", "hit"), "did you mean hits?"),
        (("worth", "rencounter.fir"), "did you mean rencounter.fire?"),
    ],
)
def test_wrong_words_are_refused_in_one_line(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (2, "") and message in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("name", ["worth", "tornado", "interaction", "shapley", "luck"])
def test_a_function_is_found_by_its_name_even_when_its_module_came_first(name):
    function = getattr(rk, name)
    assert getattr(import_module(function.__module__), name) is function and name in rk.__all__
