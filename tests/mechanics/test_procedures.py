"""Rolls that house rules put in: the engine, the witnesses and throws at random agree on what comes of them; the book
is as it was without them.

A witness knows nothing of amendments. Where a line speaks of faces, it throws dice whose faces come as often as the
line has them come, counted here; where a line speaks of outcomes, it plays the insertion at its place.
"""

import pickle
import random
import re
from fractions import Fraction
from math import lcm

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.amendment import AmendmentError
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.paper.rule_changes import changed
from rencounter_kit.workbook.analysis.die_squares import die_squares
from rencounter_kit.workbook.analysis.die_text import die_html
from rencounter_kit.workbook.mechanics.labels import label_of
from rencounter_kit.workbook.verification.throws import frequencies, unlikely
from tests.checks.contract import unlike
from tests.checks.witness import NEAR, cases_of, chances, is_known
from tests.situations import LONG, PROCESSES, drawn, tries
from tests.witness import rencounter, rencounter_turns, rencounter_turns_units
from tests.witness.explore import enumerate_all
from tests.witness.notation import _ways, other_dice
from tests.witness.params_of import params_of
from tests.witness.spread import EXACT, WITNESS

# Dice that are counted or drawn from without being thrown: there a line is refused by which some faces never come.
COUNTED_AT_ONCE = {("traveller", "dice.wound"), ("traveller", "dice.range"), ("realms_of_myth", "dice.initiative")}
BOOK = rk.rules("rencounter")
SAVE = 'save = { before = "dice.severity", roll = "d6 >= 5", then = "none" }'
SHARED_OUT = "salamis.quality"  # its witness shares out all faces alike
STEMS = sorted({check.stem for check in rk.checks.values()})
DRAWN, PARTS, THROWS = 6, tries(1, 17), tries(300, 1_000)

# By brute force over faces --------------------------------------------------------------------------------------------


def of_dice(written):
    """The chance of each face."""
    ways = dict(_ways(written))
    return {face: Fraction(many, sum(ways.values())) for face, many in ways.items()}


def rolled_again(dice, faces, times):
    chances_so_far, left = dict.fromkeys(dice, Fraction(0)), Fraction(1)
    for turn in range(times + 1):
        for face, chance in dice.items():
            if face not in faces or turn == times:
                chances_so_far[face] += left * chance
        left *= sum(chance for face, chance in dice.items() if face in faces)
    return chances_so_far


def put_before(dice, holds, face):
    """A face that comes with a chance before anything is rolled."""
    return {
        one: (1 - holds) * chance + holds * (one == face) for one, chance in (dict.fromkeys([face], 0) | dice).items()
    }


def weights(dice):
    """As the witness throws them."""
    common = lcm(*[Fraction(chance).denominator for chance in dice.values()])
    return tuple((face, int(chance * common)) for face, chance in dice.items())


def a_line(rng, path, written):
    """A line on some dice, and the chances of their faces by it."""
    dice = of_dice(written)
    faces = sorted(dice)
    kind, face = rng.choice(["again", "before", "without"]), rng.choice(faces)
    if kind == "without":
        return f'x = {{ without = "{path}", as = {face} }}', {one: Fraction(one == face) for one in faces}
    if kind == "again":
        some, times = rng.sample(faces, min(len(faces) - 1, rng.randint(1, 3))), rng.randint(1, 2)
        line = f'x = {{ again = "{path}", of = {some}, times = {times} }}'
        return line, rolled_again(dice, some, times)
    other, least = rng.choice(["d6", "2d6", "d8 + 1"]), rng.randint(3, 6)
    holds = sum(chance for one, chance in of_dice(other).items() if one >= least)
    return f'x = {{ before = "{path}", roll = "{other} >= {least}", then = {face} }}', put_before(dice, holds, face)


def rolled(check, settings):
    """The dice on which an answer rests."""
    return sorted(path for path in check(**settings).reads if path.startswith("dice."))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("stem", STEMS)
def test_drawn_lines_give_what_the_witness_and_throws_at_random_give(stem, part):
    """Single checks and fights, each with a line on one of its dice."""
    rng, tried, refused = random.Random(f"{stem} lines {part}"), 0, set()
    checks = [check for check in rk.checks.of(stem) if is_known(check) and check.id != SHARED_OUT]
    while tried < DRAWN:
        check = rng.choice(checks)
        settings = rng.choice(cases_of(check))
        if not (dice := rolled(check, settings)):
            continue
        path = rng.choice(dice)
        line, faces = a_line(rng, path, check.book[path])
        try:
            ours = check.book.with_house_rules(line)
            answer = check(rules=ours, **settings)
        except rk.RuleError as error:
            refused.add((stem, path, str(error).partition(" got ")[0]))
            continue
        with other_dice(**{path.removeprefix("dice."): weights(faces)}):
            right = {outcome: chance for outcome, chance in chances(check.id, settings)[0].items() if chance}
        how = unlike(dict(answer.items()), right, NEAR if check.id in EXACT else 0)
        assert not how, (check.id, settings, line, how)
        throws = THROWS if check.id not in PROCESSES else THROWS // 10
        assert not unlikely(frequencies(answer, throws, 812, tried)), (check.id, settings, line)
        tried += 1
    endless = "house rules must leave dice that can be rolled;"  # an equal roll, or an open table, again and again
    allowed = {(*one, "x must ride on dice that are thrown;") for one in COUNTED_AT_ONCE}
    allowed |= {("rencounter", "dice.recovery", "recovery.table must let wounds heal or stay;")}  # always septic
    assert refused <= {*allowed, *(("salamis", f"dice.{dice}", endless) for dice in ("side", "terrain"))}


@pytest.mark.parametrize(
    ("check_id", "dice", "said"),
    [
        ("rencounter.fire", "fire", {"skill": 1, "range_band": "long"}),
        ("traveller.attack", "to_hit", {"dm": -1}),
        ("realms_of_myth.initiative_order", "initiative", {"awa_mods": [0, 2, 2]}),
        ("odd_encounters.duel", "attack", {"rounds": 3}),
    ],
)
def test_a_roll_before_dice_comes_before_they_are_rolled_again(check_id, dice, said):
    check, path = rk.checks[check_id], f"dice.{dice}"
    faces = of_dice(check.book[path])
    low, high = min(faces), max(faces)
    lines = f'a = {{ again = "{path}", of = {low} }}\nb = {{ before = "{path}", roll = "d6 = 6", then = {high} }}'
    with other_dice(**{dice: weights(put_before(rolled_again(faces, [low], 1), Fraction(1, 6), high))}):
        right = {outcome: chance for outcome, chance in chances(check_id, said)[0].items() if chance}
    assert not unlike(dict(check(rules=check.book.with_house_rules(lines), **said).items()), right, 0)


# With outcomes --------------------------------------------------------------------------------------------------------

FAR = 1_000  # a face from which no wound comes


def expected(check_id, settings, play):
    """What comes of a play in the place of the check."""
    return {outcome: p for outcome, p in enumerate_all(play, p=params_of(check_id, settings)).items() if p}


def once_more(check_id, what):
    """The check as the witness plays it, and once more with an outcome."""

    def play(roll, p):
        came = WITNESS[check_id](roll, p=p)
        return WITNESS[check_id](roll, p=p) if came == what else came

    return play


def one_worse(roll, p):
    came = WITNESS["rencounter.wound"](roll, p=p)
    order = ("none", "minor", "serious", "crippling", "dead")
    return order[min(order.index(came) + 1, 4)] if came in order[2:4] and roll(6) == 6 else came


@pytest.mark.parametrize(
    ("check_id", "line", "play", "settings"),
    [
        ("rencounter.fire", 'x = { again = "dice.fire", of = "miss" }', "miss", {"skill": 4}),
        ("rencounter.fire", 'x = { again = "dice.fire", of = "miss" }', "miss", {"skill": 1, "range_band": "medium"}),
        ("traveller.attack", 'x = { again = "dice.to_hit", of = "miss" }', "miss", {"dm": -1}),
        ("traveller.to_hit", 'x = { again = "dice.to_hit", of = "hit" }', "hit", {}),
        ("odd_encounters.saving_throw", 'x = { again = "dice.saving", of = "fails" }', "fails", {}),
        ("realms_of_myth.simple_roll", 'x = { again = "dice.task", of = "failure" }', "failure", {"chance": 30}),
        (
            "rencounter.wound",
            'x = { after = "dice.severity", of = ["serious", "crippling"], roll = "d6 = 6", worse = 1 }',
            one_worse,
            {"damage_modifier": 1},
        ),
    ],
)
def test_outcomes_lead_on_as_the_witness_plays_it(check_id, line, play, settings):
    ours = rk.rules(check_id.partition(".")[0]).with_house_rules(line)
    answer = rk.check(check_id, rules=ours, **settings)
    right = expected(check_id, settings, once_more(check_id, play) if isinstance(play, str) else play)
    assert dict(answer.items()) == right
    assert answer.branches().chances == right
    assert not unlikely(frequencies(answer, 2_000, 812, 0))


@pytest.mark.parametrize("check_id", ["rencounter.fire", "rencounter.duel", "rencounter.gunfight", "rencounter.volley"])
def test_a_save_is_a_face_without_a_wound_as_often_as_it_holds(check_id):
    """The witness throws a severity that wounds nobody in two throws of six."""
    with other_dice(severity=weights(put_before(of_dice("d12"), Fraction(1, 3), FAR))):
        for settings in cases_of(rk.checks[check_id])[: tries(2, 8)]:
            answer = rk.check(check_id, rules=BOOK.with_house_rules(SAVE), **settings)
            assert not unlike(dict(answer.items()), {o: p for o, p in chances(check_id, settings)[0].items() if p}, 0)


def test_a_roll_left_out_is_what_a_word_of_the_check_says():
    """Without confirmation a lucky shot is a hit, as if its second die had just been low enough."""
    said = {"skill": 1, "range_band": "long"}
    with other_dice(confirmation=((1, 1),)):
        right = {outcome: p for outcome, p in chances("rencounter.fire", said)[0].items() if p}
    for word in ("hit", "hits"):
        ours = BOOK.with_house_rules(f'x = {{ without = "dice.confirmation", as = "{word}" }}')
        answer = rk.check("rencounter.fire", rules=ours, **said)
        assert dict(answer.items()) == right != dict(rk.check("rencounter.fire", **said).items())
        assert not unlikely(frequencies(answer, 2_000, 812, 0))
    ours = BOOK.with_house_rules('x = { again = "dice.fire", of = "hit" }')
    assert rk.check("rencounter.fire", rules=ours).event("hits") == Fraction(1, 4)


def test_dice_that_are_replaced_by_more_dice_follow():
    """A septic point is thrown again as two dice: that no mark is left is a root of h + s x^2 = x."""
    ours = BOOK.with_house_rules('x = { after = "dice.recovery", of = "sepsis", roll = "d6 >= 4", then = "permanent" }')
    boxed = BOOK.with_house_rules('x = { again = "dice.recovery", of = [1, 2], ask = "He has herbs." }')
    rows = [BOOK.look_up("recovery.table", face) for face in BOOK.dice("recovery").faces]
    healed, septic = (Fraction(rows.count(row), len(rows)) for row in ("healed", "sepsis"))
    unmarked = rk.check("rencounter.recovery", rules=ours, wound_points=1)[0]
    assert abs(healed + septic / 2 * unmarked**2 - unmarked) < Fraction(1, 10**18)
    herbs = rk.check("rencounter.recovery", rules=boxed, wound_points=1, x=True)
    assert abs(herbs.algebraic[0].evalf(30) - float(herbs[0])) < 1e-12 and herbs[0] > unmarked


# Of him who rolls, and of him who is struck -------------------------------------------------------------------------

BY_RATING = 'save = { before = "dice.severity", roll = "d6 >= {7 - armor}", then = "none", foe = true }'


def saved(play, *ratings):
    """A play after whose wounds each man who is struck throws against his armour."""

    def with_saves(roll, p, **more):
        came = play(roll, p, **more)
        wounds = came if isinstance(came, tuple) else (came,)
        left = [
            "none" if wound in ("minor", "serious", "crippling", "dead") and roll(6) >= 7 - p[rating] else wound
            for wound, rating in zip(wounds, ratings, strict=True)
        ]
        return tuple(left) if isinstance(came, tuple) else left[0]

    return with_saves


@pytest.mark.parametrize(
    ("check_id", "said", "target"),
    [
        ("rencounter.fire", {"target_armor": 3}, "target_armor"),
        ("rencounter.melee", {"defender_armor": 3, "attacker_armor": 2}, "defender_armor"),
        ("rencounter.duel", {"a_armor": 3, "b_armor": 1, "turn_limit": 2}, "b_armor"),
        ("rencounter.gunfight", {"a_armor": 2, "b_armor": 4, "turn_limit": 2}, "b_armor"),
        ("rencounter.skirmish", {"a_armor": 3, "b_armor": 1, "turn_limit": 2, "a_men": 2, "b_men": 2}, "b_armor"),
    ],
)
def test_armour_saves_him_who_wears_it_in_shots_and_blows_alike(check_id, said, target, monkeypatch):
    """However the line names the armour of him who is struck: also against a blow struck back."""
    with monkeypatch.context() as patch:
        patch.setattr(rencounter_turns, "melee", saved(rencounter.melee, "defender_armor", "attacker_armor"))
        for fights in (rencounter_turns, rencounter_turns_units):
            patch.setattr(fights, "fire", saved(rencounter.fire, "target_armor"))
        plays = {"rencounter.melee": rencounter_turns.melee, "rencounter.fire": rencounter_turns.fire}
        play = plays.get(check_id)
        right = expected(check_id, said, play) if play else chances(check_id, said)[0]
    assert dict(rk.check(check_id, **said).items()) != right
    plain = BY_RATING.replace(", foe = true", "")
    for line in (BY_RATING, *(plain.replace("armor}", f"{name}}}") for name in (target, "target_armor"))):
        answer = rk.check(check_id, rules=BOOK.with_house_rules(line), **said)
        assert not unlike(dict(answer.items()), {o: p for o, p in right.items() if p}, 0), line
    assert not unlikely(frequencies(answer, 1_000, 812, 0))


def test_cases_go_by_him_who_rolls_or_is_struck_and_not_by_letters():
    """Each line against one with a box, which is ticked for him who wears the armour."""
    worn = BOOK.with_house_rules(SAVE[:-2] + ', ask = "He wears it.", foe = true }')
    for check_id, name, him, other in (
        ("rencounter.melee", "b_armor", "defender", "attacker"),
        ("rencounter.duel", "defender_armor", "b", "a"),
        ("rencounter.skirmish", "target_armor", "b", "a"),
    ):
        check, ours = rk.checks[check_id], BOOK.with_house_rules(f"{SAVE[:-2]}, when = {{ {name} = 3 }} }}")
        for sides in ((him,), (other,), (him, other)):
            armed = {f"{one}_armor": 3 for one in sides}
            boxes = {f"{one}_save": True for one in sides}
            assert check(rules=ours, **armed).dist == check(rules=worn, **armed, **boxes).dist != check(**armed).dist


def test_a_box_is_called_by_what_it_asks():
    worn = BOOK.with_house_rules(SAVE[:-2] + ', ask = "He wears a talisman.", foe = true }')
    for check_id, name, title in (
        ("fire", "save", "He wears a talisman"),
        ("duel", "b_save", "B: He wears a talisman"),
    ):
        box = rk.checks[f"rencounter.{check_id}"].under(worn).parameters[name]
        assert label_of(box, name, set()) == (title, "")


def test_in_any_fight_a_box_is_of_one_side():
    """Mirrored, a box of A does for A what that of B does for B."""
    for check_id, line in (
        ("traveller.duel", 'x = { again = "dice.to_hit", of = "miss", ask = "He may roll again." }'),
        ("odd_encounters.duel", 'x = { again = "dice.attack", of = 1, ask = "He may roll again." }'),
        ("realms_of_myth.duel", 'x = { dice = "dice.task", roll = "2d100 lowest", ask = "He is lucky." }'),
        ("rencounter.duel", 'x = { dice = "dice.melee", roll = "2d12 lowest", ask = "He is a master." }'),
    ):
        check = rk.checks[check_id]
        ours = check.book.with_house_rules(line)
        chosen = {
            name: value
            for name, value in {"order": "random", "first": "random"}.items()
            if name in check.parameters and value in check.parameters[name].choices
        }
        a, b = (check(rules=ours, **chosen, **{f"{side}_x": True}) for side in "ab")
        assert a.event("A wins") == b.event("B wins") != b.event("A wins"), check_id


def test_a_line_that_does_nothing_in_a_check_says_why(capsys):
    steady = 'steady = { dice = "dice.fire", roll = "2d12 lowest", when = { braced = true } }'
    for check_id, line, said in (
        (
            "rencounter.canister",
            BY_RATING,
            'Save changes nothing here: the check does not ask for "armour" of him who is',
        ),
        ("rencounter.fire", steady, "Steady changes nothing here: it counts with braced yes."),
        ("rencounter.gunfight", steady, 'Steady changes nothing here: the check does not ask for "braced".'),
        ("rencounter.duel", BY_RATING, "Save changes nothing here: its roll can never hold."),
        ("rencounter.volley", SAVE, "These house rules change nothing here."),
    ):
        assert main(["check", check_id, "--rules", line]) == 0
        assert said in capsys.readouterr().err


# Boxes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "check_id", (PROCESSES if LONG else PROCESSES[::5]) + ("rencounter.fire", "rencounter.melee", "traveller.attack")
)
def test_boxes_ticked_are_the_line_and_none_is_the_book(check_id):
    check, rng = rk.checks[check_id], random.Random(check_id)
    for settings in drawn(check_id, 1, "boxes"):
        try:
            dice = rolled(check, settings)
        except rk.RuleError:
            continue
        path = rng.choice(dice) if dice else ""
        line, _ = a_line(rng, path, check.book[path]) if dice else ("", {})
        if not dice or check_id.startswith("traveller.") and path == "dice.wound":
            continue
        ours, boxed = (check.book.with_house_rules(one) for one in (line, line[:-1] + ', ask = "It is so." }'))
        boxes = dict.fromkeys([one for one in check.under(boxed).parameters if one not in check.parameters], True)
        if not boxes:
            continue
        before = check(**settings)
        assert check(rules=boxed, **settings).dist == before.dist, (settings, line)
        assert check(rules=boxed, **settings, **boxes).dist == check(rules=ours, **settings).dist, (settings, line)
        assert check(**settings).dist == before.dist


def test_in_a_fight_each_side_has_its_own():
    """A reroll helps him who has it; a talisman him who wears it, also against a blow struck back."""
    second = 'x = { again = "dice.%s", of = "miss", ask = "He may roll again." }'
    worn = SAVE[:-1] + ', ask = "He wears a talisman.", foe = true }'
    for check_id, dice in (
        ("rencounter.gunfight", "fire"),
        ("rencounter.duel", "melee"),
        ("rencounter.skirmish", "fire"),
    ):
        for line, name in ((second % dice, "x"), (worn, "save")):
            ours = BOOK.with_house_rules(line)
            wins = [
                float(rk.check(check_id, rules=ours, **boxes).event("A wins"))
                for boxes in ({f"b_{name}": True}, {}, {f"a_{name}": True})
            ]
            assert wins == sorted(wins) and len(set(wins)) == 3, (check_id, line)


def test_dice_of_each_mans_own_roll_are_his():
    """By hand: his stroke, his parry, the roll by which a man stays on his feet. A man who always acts is one of the
    book who happens to act; he whose gun is empty shoots no more than one who does not.
    """
    master = BOOK.with_house_rules('x = { dice = "dice.melee", roll = "2d12 lowest", ask = "He is a master." }')
    for box, share in (("attacker_x", Fraction(17, 12)), ("defender_x", Fraction(5, 12))):  # to hit 7, to parry 7 of 12
        book, ours = (rk.check("rencounter.melee", rules=master, **{box: ticked}) for ticked in (False, True))
        assert ours.event("wounds the defender") == book.event("wounds the defender") * share
    alert = BOOK.with_house_rules('x = { without = "dice.action", as = 1, ask = "He is alert." }')
    said = {"rules": alert, "turn_limit": 1, "variable_knockdown": True}
    for other in (False, True):
        book, empty, ours = (
            rk.check("rencounter.gunfight", **said, **chosen, b_x=other)["a_dead"]
            for chosen in ({}, {"a_loaded": False}, {"a_x": True})
        )
        assert book == ours * Fraction(4, 6) + empty * Fraction(2, 6)
    men = {"rules": alert, "turn_limit": 2, "a_men": 2, "b_men": 2}
    wins = [rk.check("rencounter.skirmish", **men, **{box: True}).event("A wins") for box in ("b_x", "a_x")]
    assert wins[0] < rk.check("rencounter.skirmish", **men).event("A wins") < wins[1]


def test_cases_say_when_it_counts():
    steady = BOOK.with_house_rules('x = { dice = "dice.fire", roll = "2d12 lowest", when = { braced = true } }')
    lowest = BOOK.with_house_rules('dice.fire = "2d12 lowest"')
    for braced in (True, False):
        other = rk.check("rencounter.fire", rules=lowest if braced else BOOK, braced=braced, aim_turns=1)
        assert rk.check("rencounter.fire", rules=steady, braced=braced, aim_turns=1).dist == other.dist


# By the book again ----------------------------------------------------------------------------------------------------


def test_undone_the_book_is_back_and_a_line_that_is_sent_is_the_same():
    before = {check_id: rk.check(check_id).dist.weights for check_id in ("rencounter.fire", "rencounter.gunfight")}
    ours = BOOK.with_house_rules(SAVE)
    for check_id, weights_before in before.items():
        assert rk.check(check_id, rules=ours).dist.weights != weights_before
        assert rk.check(check_id).dist.weights == weights_before
        assert rk.check(check_id, rules=ours.changed({"save": False})).dist.weights == weights_before
    assert ours.changed({"save": False}) == BOOK and pickle.loads(pickle.dumps(ours)) == ours
    assert (
        rk.Layers.read(rk.Layers("rencounter", rk.Layer("rencounter", {"save": ours.rule("save").adds})).code).rules
        == ours
    )
    assert BOOK.with_house_rules(ours.lines) == ours


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('x = { before = "dice.sevrity", roll = "d6 >= 5", then = "none" }', "did you mean dice.severity?"),
        (
            'x = { before = "dice.severity", roll = "d6 >= 5", then = "nothing" }',
            "an outcome to which dice.severity leads",
        ),
        (
            'x = { without = "dice.action", as = "standing" }',
            "which rencounter.knockdown makes of these; there are act",
        ),
        ('x = { again = "dice.fire", of = 12, then = "add" }', "or write dice that explode, such as dice.fire ="),
        ('X = { before = "dice.severity", roll = "d6 >= 5", then = "none" }', "a rule of your own must"),
        ('x = { before = "dice.severity", roll = "d6 >= 7", then = "none" }', "d6 >= 7 never comes"),
        ('x = { before = "dice.severity", roll = "d6 >= 1", then = "none" }', "d6 >= 1 always holds"),
        ('x = { before = "dice.severity", roll = "{dice.severity} >= 7", then = "none" }', "a circle"),
        ('x = { before = "dice.severity", roll = "d6 >= {armour}", then = "none" }', "did you mean"),
        ('x = { before = "dice.severity", roll = "d6 >= {5 + ().a}", then = "none" }', "braces"),
        ('x = { before = "dice.severity", roll = "d6 >= 5" }', "got no then"),
        ('x = { after = "dice.severity", of = "dead", worse = 1 }', "can be worse"),
        ('x = { after = "dice.severity", worse = 0 }', "from -5 to 5, and not 0; got 0"),
        ('x = { after = "dice.severity", of = "dead", then = "dead" }', "lead to a new outcome; got dead again"),
        ('x = { again = "dice.fire", of = "miss", times = 0 }', "from 1 to 5"),
        ('x = { again = "dice.fire", of = 13 }', "1 to 12"),
        ('x = { without = "dice.fire", as = "miss", again = "dice.fire" }', "a line for each"),
        ('x = { without = "dice.fire", as = "miss", roll = "d6 = 1" }', "got roll"),
        ('x = { dice = "dice.fire", roll = "d12", ask = "It is so." }', "already"),
        ('x = { dice = "dice.fire", roll = "2d6" }', 'dice.fire = "2d6"'),
        ('x = { again = "dice.fire", of = "miss", ask = "Yes.", foe = 2 }', "foe of x must be true, or left out"),
        ('x = { again = "dice.fire", of = "miss", foe = true }', "depend on the man who is struck"),
        ('x = { again = "dice.fire", of = "miss", both = true }', "must have ask"),
        ('x = { again = "dice.fire", of = "miss", when = { braced = true }, foe = true }', "leave foe out"),
        ('fire = { again = "dice.fire", of = "miss" }', "try fire_too"),
    ],
)
def test_what_cannot_be_said_so_is_refused_in_a_sentence(line, sentence):
    with pytest.raises(rk.RuleError, match=re.escape(sentence)) as error:
        BOOK.with_house_rules(line)
    assert re.search(r" must .*; ", str(error.value))


def test_an_outcome_of_dice_that_are_counted_at_once_is_refused_where_it_is_asked():
    ours = rk.rules("traveller").with_house_rules('x = { again = "dice.range", of = "short" }')
    assert rk.check("traveller.encounter_range", rules=ours)["short"] == Fraction(1, 36) ** 2
    with pytest.raises(AmendmentError, match=r"x must ride on dice that are thrown.*; name faces in place of outcomes"):
        rk.check("traveller.encounter_range", rules=ours, range_out_of_table="reroll")


def test_on_paper_a_line_is_told_in_words_alone():
    change = next(iter(changed(BOOK.with_house_rules(BY_RATING))))
    assert change.text == "save: before the severity dice, roll d6; on 7 - armour or more: none (not in the book)"
    assert not change.now


def test_a_roll_may_be_written_as_players_say_it():
    for said in ("5+ on d6", "5 or more on a d6", "d6: 5+", "D6 5 or better"):
        assert BOOK.with_house_rules(SAVE.replace("d6 >= 5", said)) == BOOK.with_house_rules(SAVE)
    pool = BOOK.with_house_rules(SAVE.replace("d6 >= 5", "5d6 count 5+ >= 2"))  # 131 of 243
    assert rk.check("rencounter.fire", rules=pool)["none"] == Fraction(131, 486)
    for said, kept in (("2 or less on d6", "d6 <= 2"), ("d6 < 3", "d6 <= 2"), ("d6 > 4", "d6 >= 5")):
        assert BOOK.with_house_rules(SAVE.replace("d6 >= 5", said)).rule("save").adds.roll == kept


def test_words_are_rules_on_the_command_line(capsys):
    assert main(["check", "rencounter.fire", "--rules", "5+ save"]) == 0
    told = capsys.readouterr()
    assert 'note: 5+ save: save = { before = "dice.severity", roll = "d6 >= 5"' in told.err
    assert main(["check", "rencounter.fire", "--rules", SAVE]) == 0
    assert capsys.readouterr().out == told.out


def test_why_and_each_throw_tell_it():
    answer = rk.check("rencounter.fire", rules=BOOK.with_house_rules(SAVE))
    assert "Before the severity dice, roll d6; on 5 or more: hit, no wound (save)." in answer.explain().steps
    saves = rk.check("rencounter.duel", rules=BOOK.with_house_rules(BY_RATING), a_armor=3, b_armor=1).explain().steps
    for side, comes in (("A", "4 or more"), ("B", "6")):  # told of him who wears it
        assert f"{side}: Before the severity dice, roll d6; on {comes}: none (save)." in saves
    assert any(step.name == "save" for step in answer.roll(3).steps)
    again = rk.check("rencounter.fire", rules=BOOK.with_house_rules('x = { again = "dice.fire", of = "miss" }'))
    assert "Down: the next roll (severity or to hit again)." in die_html(die_squares(again), None, None)


@pytest.mark.usefixtures("no_game_stays")
def test_a_game_of_ones_own_has_the_same_lines():
    """By outcomes, since a line of dice is rolled as a whole there; each side of a fight has its own box."""
    book = rk.load_game(project_folder("data") / "starter" / "ford.toml")
    miss = rk.check("ford.shoot")["miss"]
    assert (
        rk.check("ford.shoot", rules=book.with_house_rules('x = { again = "dice.shoot", of = "miss" }'))["miss"]
        == miss**2
    )
    worse = book.with_house_rules('x = { after = "dice.wade", of = "across", roll = "d6 = 1", then = "swept away" }')
    assert rk.check("ford.wade", rules=worse)["across"] == rk.check("ford.wade")["across"] * Fraction(5, 6)
    with pytest.raises(AmendmentError, match="x must name outcomes"):
        rk.check("ford.shoot", rules=book.with_house_rules('x = { again = "dice.shoot", of = 2 }'))
    second = book.with_house_rules('x = { again = "dice.strike", of = "miss", ask = "He may roll again." }')
    wins = [rk.check("ford.duel", rules=second, **{box: True}).event("A wins") for box in ("a_x", "b_x")]
    assert wins[0] > rk.check("ford.duel").event("A wins") > wins[1]


def test_many_lines_on_the_same_dice_are_bounded():
    """Each may make those below it again: worked out once for all faces and outcomes that lead there."""
    of = 'of = ["miss", "none", "minor", "serious", "crippling", "dead"], times = 5'
    lines = [f'x{n} = {{ again = "dice.fire", {of} }}' for n in range(5)]
    answer = rk.check("rencounter.fire", rules=BOOK.with_house_rules("\n".join(lines)))
    assert answer.dist == rk.check("rencounter.fire").dist  # whatever comes is rolled again
    with pytest.raises(rk.RuleError, match=r"5 rolls at dice\.fire at most"):
        BOOK.with_house_rules("\n".join([*lines, lines[0].replace("x0", "x5")]))
