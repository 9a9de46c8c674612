"""What a change of rules touches: nothing that does not read it changes, and whatever changes is found, the greatest
first.
"""

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.effects import (  # fmt: skip
    Effect,
    Effects,
    change_words,
    distance,
    effects,
    first_effects,
    foremost,
    growing_effects,
    in_order,
    some_of_each,
)
from rencounter_kit.workbook.analysis.effects_table import effects_html
from rencounter_kit.workbook.analysis.situations import USUAL, named, reads, situations, tried, unnamed
from rencounter_kit.workbook.mechanics.mentions import mentions
from rencounter_kit.workbook.mechanics.texts import named_in
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.presets import presets
from rencounter_kit.workbook.rulebook.watching import WatchedRuleset
from tests.analysis.every_effect import missing, other_figures, tried_of
from tests.situations import PROCESSES, drawn, every_nth, tries, without_last_face

BOOK = rk.rules("rencounter")
PROBED = tries(5, 60)  # situations of each game whose other rules are changed


def at_once(stem):
    """The situations of a game that one throw settles."""
    return [s for s in situations(stem) if s.check.id not in PROCESSES]


def answered(situation, rules):
    """The answer as plain chances, ``None`` where there is none; nothing remembered is taken."""
    try:
        return dict(rk.check(situation.check.id, rules=rules, **situation.params).items())
    except rk.RuleError:
        return None


# What an answer reads -------------------------------------------------------------------------------------------------


def others(book, paths, rng):
    """All rules but these, each changed to something else that it may be; the rows of a table change places."""
    changes = {}
    for path in set(book) - paths:
        rule = book.rule(path)
        row = [p for p in book if p.rpartition(".")[0] == path.rpartition(".")[0]]
        kind = type(rule.value)
        if rule.options:
            changes[path] = rng.choice([one for one in rule.options if one != rule.value])
        elif kind is int:
            changes[path] = rng.choice(
                [x for step in (-7, -1, 1, 2, 40) if rule.low <= (x := rule.value + step) <= rule.high]
            )
        elif kind is float:
            changes[path] = rule.value + 0.25
        elif rule.is_dice:
            changes[path] = without_last_face(rule.value)
        elif rule.rows:
            changes[path] = [[-5, 10], [5, 80]]
        elif kind is tuple:
            changes[path] = [number + 1 for number in rule.value]
        elif kind is str and row[0] not in changes and not set(row) & paths:
            values = [book[p] for p in row]
            turned = dict(zip(row, values[1:] + values[:1], strict=True))
            if all(type(value) is str for value in values):
                changes |= {
                    p: value for p, value in turned.items() if not book.holds(p, value) and fits(book, p, value)
                }
    return changes


def fits(book, path, value):
    try:
        return book.fitting(path, value) is not None
    except rk.RuleError:
        return False


@pytest.mark.parametrize("stem", systems())
def test_no_rule_that_is_not_read_changes_the_answer(stem):
    """All of them are changed at once, to whatever they may be."""
    rng, book = random.Random(stem), rk.rules(stem)
    every = at_once(stem)
    changed, probed = 0, min(PROBED, len(every))
    for situation in rng.sample(every, probed):
        changes = others(book, situation.paths, rng)
        assert answered(situation, book.changed(changes)) == answered(situation, book), situation
        changed += len(changes)
    assert changed > 0.4 * probed * len(book)


@pytest.mark.parametrize(
    "check_id", ["odd_encounters.duel", "odd_encounters.approach_under_fire", "traveller.rounds_to"]
)
def test_no_rule_that_is_not_read_changes_a_fight(check_id):
    rng = random.Random(check_id)
    for situation in [s for s in situations(check_id.split(".")[0]) if s.check.id == check_id][:2]:
        changes = others(situation.check.book, situation.paths, rng)
        assert answered(situation, situation.check.book.changed(changes)) == answered(situation, situation.check.book)


def test_rules_that_are_read_do_change_the_answer():
    """The law above is not empty: not everything is said to be read, and most of what is said matters."""
    moved = question = 0
    for stem in systems():
        rng, book = random.Random(stem), rk.rules(stem)
        for situation in rng.sample(at_once(stem), 10):
            assert len(situation.paths) < len(book)
            whole = [p for p in situation.paths if is_figure(book, p)]
            for path in rng.sample(sorted(whole), min(3, len(whole))):
                question += 1
                fine = [book[path] + step for step in (-3, -1, 1, 3, 9) if fits(book, path, book[path] + step)]
                steps = (book.changed({path: value}) for value in fine)
                moved += any(answered(situation, rules) != answered(situation, book) for rules in steps)
    assert moved > question / 2 > 20


READINGS = [
    (lambda r: r["fire.range.long"], {"fire.range.long"}),
    (lambda r: r.get("fire.range.long"), {"fire.range.long"}),
    (lambda r: r.get("fire.range.lng"), set()),
    (lambda r: r.rule("fire.range.long"), {"fire.range.long"}),
    (lambda r: dict(r.group("fire.range")), {p for p in BOOK if p.startswith("fire.range.")}),
    (lambda r: r.group("fire.shot.targets")["long"], {"fire.shot.targets.long"}),
    (lambda r: list(r.group("fire.shot.targets")), set()),
    (lambda r: r.names("fire.shot"), set()),  # no house rule changes a name
    (lambda r: r.look_up("severity", 4), {p for p in BOOK if p.startswith("severity.")}),
    (lambda r: list(r.items()), set(BOOK)),
    (lambda r: (r.title, r.stem, len(r), "fire.range.long" in r, hash(r)), set()),
]


def paths(watched):
    """The paths of the rules that were read; of a table all."""
    return {rule.path for path in watched.paths_read for rule in BOOK.below(path)}


@pytest.mark.parametrize(("reading", "seen"), READINGS, ids=range(len(READINGS)))
def test_every_way_of_reading_is_remembered(reading, seen):
    watched = WatchedRuleset(BOOK)
    expected = reading(BOOK) if seen else None
    assert (reading(watched) == expected or not seen) and paths(watched) == seen


def test_a_watched_ruleset_is_like_no_other():
    """Else an answer that is remembered would be taken, and nothing read."""
    one, other = WatchedRuleset(BOOK), WatchedRuleset(BOOK)
    assert one == one and one != other and one != BOOK and one != BOOK
    rk.check("rencounter.fire")
    assert reads(rk.checks["rencounter.fire"], BOOK, {}) == reads(rk.checks["rencounter.fire"], BOOK, {}) != frozenset()


def test_what_is_read_can_be_asked_of_changed_rules_too():
    """Other rules may ask for other figures."""
    fire = rk.checks["rencounter.fire"]
    ours = BOOK.with_house_rules("rulings.armor_lessens_fire_damage = false")
    by_the_book, by_ours = (reads(fire, rules, {"target_armor": 4}) for rules in (BOOK, ours))
    assert by_ours < by_the_book
    assert reads(fire, BOOK, {"skill": 99}) == frozenset()


# Situations -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", systems())
def test_every_check_is_asked_with_its_defaults_and_in_its_named_situations(stem):
    by_name = {(s.check.id, s.name): dict(s.params) for s in situations(stem)}
    assert len(by_name) == len(situations(stem))
    for check in rk.checks.of(stem):
        own = {name: params for (check_id, name), params in by_name.items() if check_id == check.id}
        named = presets(stem).get(check.id, {})
        assert own == ({} if {} in named.values() else {USUAL: {}}) | named and {} in own.values()
    assert all(answered(s, rk.rules(stem)) for s in at_once(stem))


@pytest.mark.parametrize("stem", systems())
def test_other_situations_are_as_a_player_may_say(stem):
    """Each value is one that its parameter takes; where not all are tried, the named ones and each word are."""
    for check in every_nth(rk.checks.of(stem), tries(18, 6)):
        near = tried(check)
        list(near.reading(""))
        assert len(near) <= near.many
        for name, value in {(name, value) for params in near.situations() for name, value in params.items()}:
            assert check.parameters[name].check(value) == value


def test_numbers_are_tried_between_which_another_row_of_a_table_is_read():
    """5,001 heights of a fall, of which not all are tried; every row of the table is found."""
    near = tried(rk.checks["realms_of_myth.catch_falling"])
    for path in (path for path in rk.rules("realms_of_myth") if path.startswith("falling.pulses.")):
        assert any(near.reading(path)), path
    assert len(near) < 5_001


# Effects --------------------------------------------------------------------------------------------------------------


def is_figure(book, path):
    """A whole number that may be any; what counts cards and faces may not be less than one."""
    return type(book[path]) is int and not book.rule(path).options and not path.startswith("activation_")


def some_rules(stem, rng, many):
    """The book with a few figures or switches changed."""
    book, changes = rk.rules(stem), {}
    while len(changes) < many:
        rule = book.rule(rng.choice(list(book)))
        choices = [one for one in rule.options if one != rule.value]
        if choices or is_figure(book, rule.path):
            near = (
                [rule.value + step for step in (-1, 1, 3) if rule.low <= rule.value + step <= rule.high]
                if not choices
                else []
            )
            changes[rule.path] = rng.choice(choices or near)
    return book.changed(changes)


def moved(among, rules):
    """The situations whose answer is another, by asking all of them."""
    book = rk.rules(rules.stem)
    return {s for s in among if answered(s, book) != answered(s, rules)}


@pytest.mark.parametrize("stem", systems())
def test_every_situation_that_changes_is_found_and_no_other(stem):
    rng, touched = random.Random(stem), 0
    for many in tries((1, 1, 4), (1, 1, 1, 3, 6)):
        rules = some_rules(stem, rng, many)
        expected = moved(at_once(stem), rules)
        changes = first_effects(rules)
        assert {effect.situation for effect in changes} == expected and len(changes) == len(expected)
        touched += len(changes)
        for effect in changes:
            before, after = answered(effect.situation, rk.rules(stem)), answered(effect.situation, rules)
            assert (before, after) == tuple(
                None if r is None else dict(r.items()) for r in (effect.before, effect.after)
            )
            assert effect.size == (1 if None in (before, after) else moved_chance(before, after)) > 0
        assert_in_order(changes)
    assert touched


def moved_chance(one, other):
    """How much chance lies elsewhere: what falls, counted once; of numbers each by how far it must be moved."""
    if all(type(outcome) is int for outcome in {*one, *other}):
        low, high = min({*one, *other}), max({*one, *other})
        below = [abs(sum(d.get(o, 0) for o in range(low, n)) - sum(e.get(o, 0) for o in range(low, n)))
                 for d, e in [(one, other)] for n in range(low + 1, high + 1)]  # fmt: skip
        return Fraction(sum(below), high - low) if sum(below) else 0
    return sum(max(0, p - other.get(outcome, 0)) for outcome, p in one.items())


def assert_in_order(changes):
    """What needs dice before what does not, and the greatest first."""
    for one, other in itertools.pairwise(changes):
        assert (one.certain, -one.size) <= (other.certain, -other.size)
    for effect in changes:
        answers = [result for result in (effect.before, effect.after) if result is not None]
        assert effect.certain == all(max(result.values()) == 1 for result in answers)


def test_rules_that_change_nothing_have_no_effects():
    assert len(effects(BOOK)) == len(first_effects(BOOK)) == 0
    assert not effects(BOOK.with_house_rules("fire.range.long = -3").with_house_rules("fire.range.long = -4")).rows


def test_what_is_refused_by_one_of_the_two_is_an_effect():
    rules = rk.rules("odd_encounters").with_house_rules("striking.dice = 21")
    refused = [effect for effect in first_effects(rules) if effect.after is None]
    assert refused and all(effect.size == 1 and effect.before is not None for effect in refused)
    assert all(effect.situation.params.get("striking") for effect in refused)
    assert change_words(refused[0])[2] == "not possible" and refused[0].most == ("", 0, 0)


def test_it_grows_and_tells_how_far_it_is():
    """First what named situations say; nothing that was found is lost."""
    rules, reports = rk.rules("salamis").with_house_rules("entry.enemy_near = -2"), []
    with telling(lambda done, of: reports.append((done, of))):
        grown = list(growing_effects(rules))
    assert grown[0].rows == first_effects(rules).rows
    for one, other in itertools.pairwise(grown):
        assert set(map(id, one)) <= set(map(id, other))
    assert grown[-1].rows == effects(rules).rows and {done for done, _ in reports} == set(
        range(2 * len(rk.checks.of("salamis")))
    )


# How great, and in words ----------------------------------------------------------------------------------------------


DISTS = st.dictionaries(st.integers(0, 3), st.integers(1, 9), min_size=1).map(Dist)


class Answer:
    """As much of an answer as its distance asks."""

    def __init__(self, dist):
        self.dist = dist


NAMED = DISTS.map(lambda dist: dist.map("abcd".__getitem__))


@given(NAMED, NAMED)
def test_the_distance_is_the_most_that_any_event_changes(one, other):
    events = [set(e) for n in range(5) for e in itertools.combinations("abcd", n)]
    most = max(abs(one.probability(event) - other.probability(event)) for event in events)
    assert distance(Answer(one), Answer(other)) == distance(Answer(other), Answer(one)) == most
    assert (most == 0) == (one == other) and 0 <= most <= 1


@given(DISTS, DISTS)
def test_the_distance_of_numbers_counts_how_far(one, other):
    """A mean that moves changes as much of all that lies between; what stays has none."""
    far, span = distance(Answer(one), Answer(other)), max(*one, *other) - min(*one, *other)
    assert (
        far
        == distance(Answer(other), Answer(one))
        == moved_chance(*({n: d.probability(n.__eq__) for n in d} for d in (one, other)))
    )
    assert far * span >= abs(one.mean - other.mean) and (far == 0) == (one == other) and far <= 1


def test_the_event_that_changes_most_is_told():
    """An event where one changes; else the outcome."""
    events = 0
    for effect in first_effects(BOOK.with_house_rules("fire.range.long = -1\nwounds.point.melee = -2")):
        what, was, now = effect.most
        known = {name: (effect.before.events[name], effect.after.events[name]) for name in effect.before.events}
        if all(a == b for a, b in known.values()):
            known = {o: (effect.before.dist[o], effect.after.dist[o]) for o in {*effect.before, *effect.after}}
        events += what in effect.before.events
        assert (was, now) == known[what]
        assert abs(now - was) == max(abs(b - a) for a, b in known.values()) > 0
    assert events


def test_the_greatest_change_in_words():
    """The chance of an event; the mean where outcomes are numbers without one; both answers where no dice
    are thrown.
    """
    rules = BOOK.with_house_rules('rulings.skill_roll = "less_than"')
    words = {(e.situation.check.id, e.situation.name): change_words(e) for e in first_effects(rules)}
    assert words["rencounter.fire", USUAL] == ("hits", "50 %", "41.7 %")
    assert words["rencounter.volley", USUAL] == ("on average", "1.33 hits", "1.11 hits")
    armor = [e for e in first_effects(rk.rules("odd_encounters").with_house_rules("armor.plate = 2")) if e.certain]
    assert ("answer", "0", "-1") in [change_words(effect) for effect in armor]


def test_effects_are_put_in_order():
    changes = first_effects(BOOK.with_house_rules("fire.range.long = -1\nwounds.point.melee = -2"))
    shuffled = random.Random(1).sample(changes, len(changes))
    assert [(e.certain, e.size) for e in in_order(shuffled)] == [(e.certain, e.size) for e in changes]


# On the command line --------------------------------------------------------------------------------------------------


def test_what_was_not_looked_at_is_said_by_itself():
    one, two, three = (rk.checks[f"rencounter.{name}"] for name in ("fire", "duel", "volley"))
    left = {one: (10, 30), two: (5, 10**12)}
    end = "we found no change. No other check is affected."
    assert Effects(left={one: (10, 30)}).rest == f"1 check uses what was changed: in 10 of its 30 situations {end}"
    every = f"in 15 of their over 1,000,000,000 situations {end}"
    assert Effects(left=left).rest == f"2 checks use what was changed: {every}"
    in_another, in_one = (Effect(unnamed(check, {}), None, None, Fraction(1)) for check in (three, one))
    assert Effects((in_another,), left).rest == f"2 more checks use what was changed: {every}"
    assert Effects((in_one,), left).rest == (
        f"2 checks use what was changed (1 of them listed): {every.replace('no change', 'no other change')}"
    )


def test_effects_on_the_command_line(capsys, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text("entry.enemy_near = -2")
    assert main(["effects", "salamis", "--rules", str(file)]) == 0
    head, *lines, rest = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0] == "check" and head.endswith("ours")
    changes = effects(rk.rules("salamis").with_house_rules("entry.enemy_near = -2"))
    assert len(lines) == len(changes) > 1 and rest == changes.rest
    for line, effect in zip(lines, changes, strict=True):
        assert line.startswith(effect.situation.check.id) and effect.situation.name in line
        assert all(word in line for word in change_words(effect))


@pytest.mark.long
def test_plate_that_counts_double_changes_strokes_and_duels_on_the_command_line(capsys):
    assert main(["effects", "rencounter", "--rules", "doubled_armour"]) == 0
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert {"rencounter.melee", "rencounter.gang_up", "rencounter.duel"} <= {line[0] for line in rows}
    assert any(line[0] == "rencounter.duel" and {"20.1 %", "7.10 %"} <= set(map(str.strip, line)) for line in rows)
    ours, check = BOOK.with_house_rules("melee.situation.armor = -2"), rk.checks["rencounter.gang_up"]
    worn = check.parameters["defender_armor"].values()
    most = max(worn, key=lambda armor: distance(check(defender_armor=armor), check(rules=ours, defender_armor=armor)))
    assert any(line[:1] == [check.id] and f"defender armour {most}" in map(str.strip, line) for line in rows)  # not 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ((), "game"),
        (("rencontre", "--rules", "less_than"), "did you mean rencounter?"),
        (("rencounter",), "effects needs house rules to set beside the book; got none"),
        (("rencounter", "--rules", "less_then"), "did you mean less_than?"),
        (("rencounter", "less_than"), "less_than"),
        (("rencounter", "--rules", "less_than", "skill=5"), "skill=5"),
    ],
)
def test_effects_on_the_command_line_refuse_in_one_line(capsys, typed, message):
    assert main(["effects", *typed]) == 2
    output = capsys.readouterr()
    assert output.out == "" and message in output.err and len(output.err.splitlines()) == 1


def test_nothing_that_changes_is_said(capsys, tmp_path):
    file = tmp_path / "ours.toml"
    unread = next(p for p in BOOK if BOOK.rule(p).looked_up and type(BOOK[p]) is int)
    file.write_text(f"{unread} = {BOOK[unread] + 1}")
    assert main(["effects", "rencounter", "--rules", str(file)]) == 0
    assert capsys.readouterr().out == "No roll uses this number.\n"


# Nothing is left out --------------------------------------------------------------------------------------------------


@pytest.mark.timeout(900)  # all figures of a game in make test-long: four minutes where two tests run side by side
@pytest.mark.parametrize("stem", tries(["salamis", "traveller"], systems()))
def test_every_check_that_a_figure_can_change_is_shown_or_said_to_be_left(stem, record_property):
    """Alone and beside two others: brute force over situations drawn at random says which checks change."""
    count = Counter()
    for path in tried_of(stem, tries(1, 24), "law"):
        assert missing(stem, path, random.Random(path), count) == []
    record_property("tried", dict(count))
    for name in ("alone", "beside two others"):
        assert count[f"shown, {name}"] >= 0.9 * count[f"changed by brute force, {name}"]
    assert count["pairs alone"] >= len(rk.checks.of(stem))


@pytest.mark.long
def test_many_weapons_do_not_hide_what_armour_changes():
    """The usual weapon and an armoured target are all that it takes, beside a hundred situations that read the same
    figure.
    """
    changes = effects(rk.rules("rencounter").with_house_rules('fire.missile.low_velocity = "shaft"'))
    by_check = {effect.situation.check.id: effect.situation.params for effect in changes}
    assert list(by_check["rencounter.fire"]) == ["target_armor"]
    assert {f"rencounter.{name}" for name in ("fire_turn", "volley", "opportunity_fire")} <= by_check.keys()


@pytest.mark.parametrize(
    "line", ['{ before = "dice.severity", roll = "d6 >= 5", then = "none" }', '{ again = "dice.fire", of = "miss" }']
)
def test_a_roll_that_always_counts_changes_what_its_dice_do(line):
    """Though nothing by the book asks for it by its name."""
    rules = rk.rules("rencounter").with_house_rules(f"save = {line}")
    changes = {effect.situation.check.id: effect for effect in first_effects(rules)}
    assert {"rencounter.fire", "rencounter.volley"} <= changes.keys()
    assert all(effect.figures == {"save"} for effect in changes.values())


def test_what_only_the_changed_rules_allow_is_shown_too():
    """A fighter of level 11 has no Hit Points by the book, which ends at 10."""
    rules = rk.rules("odd_encounters").with_house_rules("max_level.human.fighter = 20")
    by_check = {effect.situation.check.id: effect for effect in effects(rules)}
    effect = by_check["odd_encounters.hit_points"]
    assert effect.before is None and effect.after == rk.check("odd_encounters.hit_points", rules=rules, level=11)
    assert effect.situation.name == "level 11" and "odd_encounters.to_hit_bonus" in by_check


@pytest.mark.parametrize("stem", systems())
def test_what_a_check_reads_is_named_by_its_text(stem):
    """Else it would be said that nothing can change where something might; and most of the rules are not named."""
    book = rk.rules(stem)
    for check in rk.checks.of(stem):
        if check.id not in PROCESSES:
            seen = {path for situation in named(check) for path in situation.paths}
            for params in drawn(check.id, tries(3, 200), "named"):
                seen |= reads(check, book, params)
            assert all(mentions(check, path) for path in seen), check.id
    every = [mentions(check, path) for check in rk.checks.of(stem) for path in book]
    assert sum(every) < 0.25 * len(every)


def test_a_figure_that_only_players_look_up_can_change_nothing():
    """Proven: no check names it."""
    for stem in systems():
        for path in (path for path in rk.rules(stem) if rk.rules(stem).rule(path).looked_up):
            changes = effects_by(stem, path)
            assert changes is None or (not changes.rows and changes.rest.startswith("No roll uses th")), path


def test_the_greatest_change_is_named_first_whatever_else_is_changed():
    """Doubled armour names how far fewer hold under fire before what it does to one shot."""
    rules = BOOK.with_house_rules("fire.armor.point = -2\nmelee.situation.armor = -2\nwounds.minor = 0")
    changes = [one for one in first_effects(rules) if not one.certain]
    last = max(changes, key=lambda one: checks_in_order().index(one.situation.check.id))
    larger = last._replace(size=Fraction(9, 10), situation=unnamed(last.situation.check, {}))
    for several in (changes, [*changes, larger]):
        assert foremost(several)[0].size == max(one.size for one in several)


def checks_in_order():
    return [check.id for check in rk.checks.values()]


def effects_by(stem, path):
    ways = other_figures(rk.rules(stem), path)
    return effects(rk.rules(stem).changed(ways[0])) if ways else None


def test_no_figure_crowds_out_another():
    """A long list of one figure's changes leaves room for the small one of another, and goes by size."""
    rules = BOOK.with_house_rules('rulings.skill_roll = "less_than"\nmelee.situation.armor = -2')
    changes, both = first_effects(rules), {rule.path for rule in rules.house_rules}
    first = {path for effect in changes[:2] for path in effect.figures}
    few = some_of_each(changes, 2)
    assert (
        first != both
        and few == in_order(few)
        and len(few) == 2
        and {path for effect in few for path in effect.figures} == both
    )
    assert {path for effect in foremost(changes, 2) for path in effect.figures} == both
    assert some_of_each(changes, len(changes)) == list(changes)


@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.gunfight"])
def test_what_a_check_names_is_known_whatever_was_asked_before(check_id):
    rk.worth(check_id, turn_limit=2)  # many cells at once: numbers that cannot be looked into are kept
    check = rk.checks[check_id]
    named_in.cache_clear()
    mentions.cache_clear()
    assert mentions(check, "wounds.minor") and not mentions(check, "canister.to_hit.long")


@pytest.mark.long
def test_of_numbers_beside_names_the_chance_that_changes_most_is_told():
    """Turns to reload, or never: they have no mean."""
    from rencounter_kit.workbook.analysis.effects import change_words

    (layer,) = [one for one in rk.ready_rules("rencounter").values() if one.name == "Masters that can fail"]
    sentences = {change_words(one) for one in effects(layer.alone()) if one.situation.check.id == "rencounter.reload"}
    assert ("2", "100 %", "84.0 %") in sentences


# What a row speaks of -------------------------------------------------------------------------------------------------


def test_each_row_says_the_weapon_and_the_range_that_it_speaks_of():
    changes = first_effects(BOOK.with_house_rules("fire.armor.point = -2\nfire.mounted.bonus = 5"))
    rows = dict(zip([one.situation.name for one in changes], effects_html(changes).split("<tr>")[2:], strict=True))
    (plate,) = (row for name, row in rows.items() if name == "Long bow at full plate")
    text = "skill 8, weapon long bow, aim turns 1, range band medium, target armour 4"
    assert f"<td>Long bow at full plate<br><small>{text}</small></td>" in plate
    assert all("weapon" in row and "range band" in row for row in rows.values() if "What does one shot do?" in row)
