"""What players type into the box of rules, and what is offered for it first; or that nothing is, and what is said
instead.
"""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.book import figure_text, systems
from rencounter_kit.workbook.rulebook.writing import by_line, offers

TAP = "Tap what you mean:"
R, O, M, S, T = "rencounter", "odd_encounters", "realms_of_myth", "salamis", "traveller"  # noqa: E741
SMOKE = 'to = "to hit", value = -2, ask = "There is smoke."'
NOTHING = 'No rule fits that. Try words of the rules, such as "large shield -3"'
NIGHT = 'to = "to hit", value = -1, ask = "Night."'


def new(word):
    return f'I don\'t know "{word}". Add it as a new rule?'


SAVE = 'armor_save = { before = "dice.severity", roll = "d6 >= 5", then = "none"'
ASKED = f'{SAVE}, foe = true, ask = "Armour saves him." }}'
SOME = "when = { armor = [1, 2, 3, 4] }"
WORN, BOWS = f"{SAVE}, foe = true, {SOME} }}", 'foe = true, ask = "Armour saves him against bows."'
ROLLS_PUT_IN = [
    *((R, wish, [WORN, ASKED]) for wish in ("armour saves on 5+", "armour saves on 5", "5+ armour save")),
    (R, "armour saves on 5+ against bows", [f"{SAVE}, {BOWS}, {SOME} }}", f"{SAVE}, {BOWS} }}"]),
    (R, "plate saves on 5 or more", [f"plate{SAVE[5:]}, foe = true, when = {{ armor = 4 }} }}"]),
    (R, "a talisman saves on 5+", [f'talisman{SAVE[5:]}, foe = true, ask = "Talisman saves him." }}']),
    (O, "armour saves on 5+", [ASKED.replace("severity", "attack").replace("none", "miss")]),
    *((R, wish, [f"{SAVE[6:]} }}"]) for wish in ("5+ save", "save", "saving throw", "saves on a roll of 5 or better")),
    (R, "a save of 4 or less on d8", ['save = { before = "dice.severity", roll = "d8 <= 4", then = "none" }']),
    (
        R,
        "reroll misses",
        ['again = { again = "dice.fire", of = "miss" }', 'again = { again = "dice.melee", of = "miss" }'],
    ),
    (R, "reroll ones to hit with a shot", ['again = { again = "dice.fire", of = 1 }']),
    (
        R,
        "best of two dice when braced",
        ['best = { dice = "dice.fire", roll = "2d12 lowest", when = { braced = true } }'],
    ),
    (R, "no confirmation roll", ['no_confirmation = { without = "dice.confirmation", as = "hit" }']),
    (
        R,
        "armour as a saving throw",
        ['armor_save = { before = "dice.severity", roll = "d6 >= {7 - armor}", then = "none", foe = true }'],
    ),
    (T, "reroll misses", ['again = { again = "dice.to_hit", of = "miss" }']),
    (O, "reroll failed saving throws", ['again = { again = "dice.saving", of = "fails" }']),
    (M, "reroll failures", ['again = { again = "dice.task", of = "failure" }']),
]

WISHES = [  # game, wish, the first lines that are offered (ready rules by their names), and what stands beside the line
    (R, "plate counts double", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "double plate", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "full armour counts double", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "Full plate should count twice!", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "mail counts double", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "smoke", ['fire.smoke = { to = "to hit", value = -1, ask = "Smoke.", both = true }'], new("smoke")),
    (
        R,
        "there is smoke: -2",
        [f"fire.smoke = {{ {SMOKE}, both = true }}", f"fire.smoke = {{ {SMOKE} }}"],
        new("smoke"),
    ),
    (R, "if there is smoke -2", [f"fire.smoke = {{ {SMOKE}, both = true }}"], new("smoke")),
    (R, "-1 to hit at night", [f"fire.night = {{ {NIGHT}, both = true }}", f"fire.night = {{ {NIGHT} }}"], TAP),
    (R, "he is tired: -1", ['fire.tired = { to = "to hit", value = -1, ask = "He is tired." }'], new("tired")),
    (
        R,
        "+1 to hit with bows",
        [('fire.bows = { to = "to hit", value = 1, when = { weapon = ["weak_bow", "short_bow", "long_bow"] } }')],
        TAP,
    ),
    (
        R,
        "+1 to hit with short bows, javelins and long bows",
        [
            (
                'fire.short_bows_javelins = { to = "to hit", value = '
                '1, when = { weapon = ["javelin", "short_bow", "long_bow"] } }'
            )
        ],
        TAP,
    ),
    (
        R,
        "+1 to hit with bows and javelins",
        [
            (
                'fire.bows_javelins = { to = "to hit", value = 1, when = { weapon = '
                '["javelin", "weak_bow", "short_bow", "long_bow"] } }'
            )
        ],
        TAP,
    ),
    (
        R,
        "+1 to hit with bows and smoke",
        [('fire.bows_smoke = { to = "to hit", value = 1, ask = "Bows and smoke.", both = true }')],
        TAP,
    ),
    (
        R,
        "-1 to hit, in rain or fog",
        [('fire.rain_fog = { to = "to hit", value = -1, ask = "Rain or fog.", both = true }')],
        TAP,
    ),
    (R, "-1 to hit", ['fire.always = { to = "to hit", value = -1 }'], TAP),
    (R, "-1 to parry in mud", ['melee.mud = { to = "parry", value = -1, ask = "Mud.", both = true }'], TAP),
    (R, "no lucky hits", ["fire.lucky = 0"], TAP),
    (
        R,
        "shields are worth one more",
        ["fire.shield.large = -3", "fire.shield.medium = -2", "melee.shield.large = -3"],
        TAP,
    ),
    (R, "large shields are worth 2 more", ["fire.shield.large = -4", "melee.shield.large = -4"], TAP),
    (R, "cover counts 1 less", ["fire.cover.leafy = -1"], TAP),
    (R, "large shield -3", ["fire.shield.large = -3"], TAP),
    (R, "large sheilds -3", ["fire.shield.large = -3"], 'I don\'t know "sheilds". Did you mean: shield?'),
    (
        R,
        "Dice.fire",
        ['dice.fire = "2d6"'],
        ('dice to hit with a shot: "d12" by the book; write dice after = such as "2d6"'),
    ),
    (R, "d20 to hit", ['dice.fire = "d20"'], TAP),
    (R, "2d6 instead of the d12 to hit", ['dice.fire = "2d6"'], TAP),
    (R, "no riposte", ["No riposte"], TAP),
    (R, "a 12 always hits", [], NOTHING),
    (R, "armour saves on 9+", [], NOTHING),
    (R, "half armour saves on 6, full armour saves on 4+", [], NOTHING),
    (
        R,
        "armour saving throw: light 6, full 3",
        [],
        'I don\'t know "saving". Try words of the rules, such as "large shield -3"',
    ),
    (O, "saving throws +1", ["save.percent = 51"], TAP),
    (R, "plate +1 and +2", [], NOTHING),
    (R, "wizards fly over castles", [], 'I don\'t know "wizards". Try words of the rules, such as "large shield -3"'),
    (R, "double armour", ["Doubled armour", "fire.armor.point = -2"], TAP),
    (R, "double the range", ["fire.range.long = -8", "fire.range.medium = -4"], TAP),
    (M, "halve the armour", ["armor.padded.dr = 5", "armor.jazeraint.dr = 14"], TAP),
    (O, "plate counts double", ["movement.plate = 4", "price.armor.plate = 120"], TAP),
    (O, "shields are worth one more", ["shield.ac = -2"], TAP),
    (
        O,
        "+1 to hit with bows",
        [('melee_attack.bows = { to = "to hit", value = 1, when = { missile = ["short_bow", "long_bow"] } }')],
        TAP,
    ),
    (O, "no lucky hits", [], 'I don\'t know "lucky". Try words of the rules, such as "shield -2"'),
    (M, "double plate", ["Heroic blows", "armor.field_plate.dr = 80"], TAP),
    (M, "shields are worth one more", ["One parry an Action", "armor.wood_shield.dr = 26"], TAP),
    (
        M,
        "there is smoke: -20",
        ['task_chance.smoke = { to = "AV", value = -20, ask = "There is smoke." }'],
        new("smoke"),
    ),
    (T, "fog -1", ['to_hit.fog = { to = "to hit", value = -1, ask = "Fog.", both = true }'], new("fog")),
    (T, "d20 to hit", ['dice.to_hit = "d20"'], TAP),
    (T, "double plate", [], 'I don\'t know "plate". Try words of the rules, such as "evading at long range -3"'),
    (T, "no lucky hits", [], 'I don\'t know "lucky". Try words of the rules, such as "evading at long range -3"'),
    (S, "fog: -1", ['entry_modifier.fog = { to = "on the entry die", value = -1, ask = "Fog." }'], new("fog")),
    (
        S,
        "shields are worth one more",
        [],
        ('I don\'t know "shields". Try words of the rules, such as "enemy ship or squadron within 15 cm -2"'),
    ),
    (
        S,
        "armour saves on 5+",
        [],
        ('I don\'t know "armour". Try words of the rules, such as "enemy ship or squadron within 15 cm -2"'),
    ),
]


def lines_for(book, wish):
    """What is offered: ready rules by their names, lines as they are written."""
    ready = {layer.lines: layer.name for layer in rk.ready_rules(book.stem).values()}
    return [ready.get(offer.lines, offer.lines) for offer in offers(book, wish)]


@pytest.mark.parametrize(("stem", "wish", "first", "sentence"), WISHES)
def test_a_wish_as_players_type_it_is_offered_what_it_means_or_told_what_can_be_said(stem, wish, first, sentence):
    book = rk.rules(stem)
    offers_there, (line,) = lines_for(book, wish), by_line(book, wish)
    assert (offers_there[: len(first)], bool(offers_there), line.message) == (first, bool(first), sentence)
    assert line.wrong and line.begun is bool(first)


@pytest.mark.parametrize(("stem", "wish"), [one[:2] for one in WISHES])
def test_each_offer_changes_something_or_waits_for_a_figure(stem, wish):
    """*Shields are worth one more* was offered "-1 (-1 now)"."""
    book = rk.rules(stem)
    for offer in offers(book, wish):
        if offer.lines.endswith(" = "):
            (line,) = by_line(book, offer.lines)
            assert line.begun and "write " in line.message
        else:
            assert book.with_house_rules(offer.lines).house_rules, offer


@pytest.mark.parametrize("stem", systems())
def test_a_new_rule_counts_where_it_is_offered(stem):
    """It is taken, and some check asks what it asks; what lies between both sides is asked once."""
    book = rk.rules(stem)
    for offer in offers(book, "there is gunsmoke: -2"):
        ours = book.with_house_rules(offer.lines)
        (rule,) = ours.house_rules
        asking = [check.under(ours) for check in rk.checks.values() if check.stem == stem and check.under(ours).added]
        names = {name for check in asking for name in check.parameters if "gunsmoke" in name}
        assert asking and names and (not rule.adds.both or names == {"gunsmoke"})


def test_what_is_asked_of_both_sides_or_of_each_and_what_still_counts_is_said_of_offers():
    once, each = offers(rk.rules(R), "there is smoke: -2")[:2]
    assert once.text == "a new rule: one box for both sides" and each.text == "a new rule: a box for each side"
    assert once.name == each.name == '-2 to hit, if you tick "There is smoke."'
    for wish, still in (("armour as a saving throw", 5), ("armour saves on 5+", 5), ("a talisman saves on 5+", 0)):
        note = offers(rk.rules(R), wish)[0].text.partition("; the modifiers of the book still count unless")[2]
        assert note.count("armor") == still and "heavy" not in note


CAPITALS = [
    ('Dice.fire = "d20"', {"dice.fire": "d20"}),
    ("FIRE.Range.Long = -3", {"fire.range.long": -3}),
    ("[Fire.Range]\nLong = -3", {"fire.range.long": -3}),
    ("Fire.shield = { Large = -3 }", {"fire.shield.large": -3}),
]


@pytest.mark.parametrize(("text", "changes"), CAPITALS)
def test_capitals_in_a_path_are_taken(text, changes):
    book = rk.rules(R)
    assert {path for line in by_line(book, text) if (path := line.path)} == set(changes)
    ours = book.with_house_rules(text)
    assert {rule.path: rule.value for rule in ours.house_rules} == changes
    (layer,) = rk.Layers.read(text, game=R).layers
    assert dict(layer.changes) == changes


def test_one_figure_in_two_spellings_is_given_twice():
    with pytest.raises(rk.RuleError, match="each rule must be given once; got fire"):
        rk.rules(R).with_house_rules("fire.range.long = -3\nFire.range.long = -2")
    assert by_line(rk.rules(R), "fire.range.long = -3\nFire.range.long = -2")[1].message.startswith(
        "each rule must be given once; line 1"
    )


def test_paths_with_capitals_of_their_own_stay():
    book = rk.rules(R)
    for path in book:
        if path != path.lower() and type(book[path]) is int:
            assert book.with_house_rules(f"{path} = {figure_text(book[path] + 1)}").house_rules[0].path == path


@pytest.mark.parametrize(("game", "wish", "lines"), ROLLS_PUT_IN)
def test_a_roll_put_in_is_offered_for_words_that_ask_for_it(game, wish, lines):
    book = rk.rules(game)
    offered = [offer.lines for offer in offers(book, wish)]
    assert offered[: len(lines)] == lines
    assert [line.message for line in by_line(book, wish)] == [TAP]
    for line in offered:
        assert book.with_house_rules(line).lines
