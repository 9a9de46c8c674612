"""Lines that add a modifier which the book does not have: what they may say, what they are refused for, and that
nothing is lost.
"""

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.sums import places
from rencounter_kit.workbook.rulebook.added import CALLED, LARGEST, MOST, Modifier
from rencounter_kit.workbook.rulebook.layers import Layer, Layers
from rencounter_kit.workbook.rulebook.text import read, written_line
from rencounter_kit.workbook.rulebook.writing import by_line, offers

BOOK = rk.rules("rencounter")
SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'
FAR = 'fire.far = { to = "to hit", value = -1, when = { weapon = "long_bow", range_band = ["long", "extreme"] } }'
OURS = BOOK.with_house_rules(SMOKE, name="Our table")


def with_(**fields):
    """A line with something else in it, as one writes it."""
    texts = {"to": '"to hit"', "value": "-2", "ask": '"Smoke."', **fields}
    return f"fire.smoke = {{ {', '.join(f'{key} = {text}' for key, text in texts.items() if text)} }}"


# What is taken, and comes back as it was ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", [SMOKE, FAR, with_(ask=""), with_(ask="", each='"wounds"'), with_(ask='"He said \\"now\\"."')]
)
def test_a_line_is_written_as_it_was_read(line):
    ours = BOOK.with_house_rules(line)
    assert ours.lines == line
    layers = Layers.read(line, "rencounter")
    assert Layers.read(layers.code).layers == layers.layers and layers.rules.lines == line
    assert f"{layers.layers[0]}" and Layers.read(layers.text).rules == layers.rules


def test_names_and_values_are_taken_as_people_write_them():
    loose = (
        'fire.far = { to = "To  Hit", value = -1, when = { "Weapon" = "Long bow", "Range band" = ["Long '
        'range", "extreme"] } }'
    )
    assert BOOK.with_house_rules(loose).lines == FAR
    assert BOOK.with_house_rules(SMOKE.replace("-2", "\u2212 2")).lines == SMOKE


def test_it_is_a_rule_as_others_that_can_be_undone():
    rule = OURS.rule("fire.smoke")
    assert (OURS["fire.smoke"], str(rule)) == (-2, "-2 There is smoke between them  Our table (not in the book)")
    assert OURS.is_read("fire.smoke")
    assert OURS.house_rules == (rule,) and OURS != BOOK and OURS.changed({"fire.smoke": -3})["fire.smoke"] == -3
    assert OURS.changed({"fire.smoke": 0}) == BOOK and "fire.smoke" not in BOOK
    assert OURS.group("fire.range") == BOOK.group("fire.range") and OURS.names("fire") == BOOK.names("fire")


def test_it_stands_in_no_table_of_the_book():
    ours = rk.rules("salamis").with_house_rules('wind.fog = { to = "on the entry die", value = -1, ask = "Fog." }')
    assert ours.names("wind") == rk.rules("salamis").names("wind")


def test_layers_disagree_about_it_and_the_last_one_holds():
    two = Layers("rencounter", Layer("rencounter", {"fire.smoke": OURS.rule("fire.smoke").entry}, "One"), *Layers.read(
        SMOKE.replace("-2", "-4"), "rencounter", "Two"
    ).layers)  # fmt: skip
    assert two.rules["fire.smoke"] == -4 and list(two.conflicts) == ["fire.smoke"]
    first, second = two.changes
    assert first.book == first.below == first.rule.was and second.below == first.rule
    assert [line.hidden_by for line in two.changes] == ["Two", ""]
    assert "not in the book" in str(two)


def test_while_a_line_is_written_it_says_what_it_does():
    def message_of(line):
        (one,) = by_line(BOOK, line)
        return one.message, one.wrong and not one.begun

    assert message_of(SMOKE) == ('-2 to hit, if you tick "There is smoke between them."; not in the book', False)
    assert message_of(FAR) == ("-1 to hit, with weapon long bow and range band long or extreme; not in the book", False)
    for begun in ("fire.smoke = {", 'fire.smoke = { to = "to', 'fire.smoke = { to = "to hit", value ='):
        assert message_of(begun) == (message_of(begun)[0], False)
    lines = by_line(BOOK, "[fire]\n" + SMOKE.removeprefix("fire."))
    assert [(line.path, line.wrong) for line in lines] == [("", False), ("fire.smoke", False)]


def test_a_line_that_is_begun_is_offered_the_sums_that_there_are():
    assert offers(BOOK, "fire.smoke = {", 1)[0].lines == 'fire.smoke = { to = "to hit", value = -1, ask = "Smoke." }'
    lines_offered = [offer.lines for offer in offers(BOOK, 'fire.smoke = { to = "riposte')]
    assert lines_offered == ['fire.smoke = { to = "riposte", value = -1, ask = "Smoke." }']
    assert all(BOOK.with_house_rules(offer.lines) for offer in offers(BOOK, "our.smoke = { to"))


# What is refused ------------------------------------------------------------------------------------------------------

REFUSED = {
    with_(to='"to hti"'): 'fire.smoke must add to a sum that Rencounter has; got to hti; the nearest: "to hit",',
    with_(to="3"): "to of fire.smoke must be a text",
    with_(to=""): "got no to; try fire.smoke = {",
    with_(value=""): "got no value; try fire.smoke = {",
    with_(value="0"): "and not 0; got 0",
    with_(value="1.5"): "must be a whole number",
    with_(value="true"): "must be a whole number",
    with_(value='"-2"'): "must be a whole number",
    with_(value=str(LARGEST + 1)): "must be a whole number from -10000 to 10000",
    with_(valu="1"): "no keys but to, value, ask, when, each, both; got valu; did you mean value?",
    with_(ask='"{fire.range.long}"'): "without braces",
    with_(ask='"a\\nb"'): "in one line",
    with_(ask=f'"{"x" * 121}"'): "of 1 to 120 characters",
    with_(when='{ rnge_band = "long" }'): "got rnge_band; did you mean range_band?",
    with_(when='{ range_band = "lnog" }'): "range_band must be one of too_close, short, medium, long, extreme; got "
        "lnog",
    with_(when='{ fuel = "gas" }', ask=""): "must name parameters of a check that has",
    with_(when="{ range_band = 3.5 }"): "must be a value, or a list",
    with_(when="{ range_band = [] }"): "must be a value, or a list",
    with_(when="{ range_band = { long = 1 } }"): "must be a value, or a list",
    with_(when='"long"'): "when of fire.smoke must be 1 to 6 parameters",
    with_(when='{ range_band = "long", weapon = "long_bow" }'): "beside ask, must name at most one parameter",
    with_(each='"cover"'): "must be a parameter that is a number; got cover",
    with_(each='"colour"'): "must name parameters of a check",
    SMOKE.replace("fire.smoke", "fire.range.long"): "must be a figure, since the book has it (long range)",
    SMOKE.replace("fire.smoke", "fire.range"): "must have a path of its own",
    SMOKE.replace("fire.smoke", "fire.range.long.smoke"): "must not be below a figure",
    SMOKE.replace("fire.smoke", "fire.skill"): "got skill, and rencounter.fire has skill already",
    SMOKE.replace("fire.smoke", "fire.needed"): "got needed, and rencounter.fire has needed already",
    SMOKE.replace("fire.smoke", "fire.policy"): "got policy, and rencounter.gunfight has a_policy already",
    SMOKE.replace("fire.smoke", "smoke"): "must have a path of small letters",
    SMOKE.replace("fire.smoke", "fire.Smoke"): "must have a path of small letters",
    SMOKE.replace("fire.smoke", "dice.smoke"): "must not be below dice",
    SMOKE.replace("fire.smoke", "rulings.smoke"): "must not be below rulings",
    SMOKE.replace("fire.smoke", "fire.class"): "must end in a name of its own",
    f"{SMOKE}\n{SMOKE}": "must be given once",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(text):
    for take in (BOOK.with_house_rules, lambda text: Layers.read(text, "rencounter")):
        with pytest.raises(rk.RuleError) as error:
            take(text)
        assert REFUSED[text] in str(error.value) and len(str(error.value)) <= 400 and str(error.value).isprintable()
    assert any(line.wrong for line in by_line(BOOK, text))


@pytest.mark.parametrize("name", sorted(CALLED))
def test_a_name_that_means_something_in_calls_is_refused(name):
    with pytest.raises(rk.RuleError):
        BOOK.with_house_rules(SMOKE.replace("fire.smoke", f"fire.{name}"))


def test_what_no_check_has_together_is_refused():
    line = 'fire.odd = { to = "to hit", value = 1, when = { skill = 5, attacker_skill = 3 } }'
    with pytest.raises(rk.RuleError, match="must name parameters"):
        BOOK.with_house_rules(line)


def test_there_are_so_many_at_most():
    lines = [SMOKE.replace("smoke", f"smoke_{n}") for n in range(MOST + 1)]
    assert len(BOOK.with_house_rules("\n".join(lines[:-1])).added) == MOST
    with pytest.raises(rk.RuleError, match="40 modifiers at most"):
        BOOK.with_house_rules("\n".join(lines))


def test_what_an_error_proposes_is_one_and_keeps_what_was_written():
    for proposal, kept in {
        '{ value = -3, when = { posture = "prone" } }': 'value = -3, ask = "There is smoke between them."',
        '{ value = -2, ask = "Fog." }': '{ to = "to hit", value = -2, ask = "Fog." }',
        '{ to = "riposte", ask = "Fog." }': '{ to = "riposte", value = -1, ask = "Fog." }',
    }.items():
        with pytest.raises(RuleError) as error:
            BOOK.with_house_rules(f"fire.smoke = {proposal}")
        proposed = str(error.value).partition("; try ")[2]
        assert kept in proposed and BOOK.with_house_rules(proposed).house_rules


def test_what_is_offered_keeps_what_was_written():
    for begun, whole in {
        'fire.smoke = { to = "to hit", value = -2': 'fire.smoke = { to = "to hit", value = -2, ask = "Smoke." }',
        'fire.smoke = { value = -2, ask = "Fog", to = '
        '"ripo': 'fire.smoke = { to = "riposte", value = -2, ask = "Fog" }',
    }.items():
        offered = offers(BOOK, begun, 1)[0]
        assert (offered.lines, offered.text) == (whole, "a new rule")
    assert not offers(BOOK, 'fire.smoke = { to = "to hit", value = -2, both = tr')


def test_one_box_for_both_sides_is_written_as_it_was_read_and_needs_a_question():
    line = SMOKE.replace(" }", ", both = true }")
    assert written_line(*read(line).popitem()) == line
    assert "one box for both sides" in by_line(BOOK, line)[0].message
    for wrong in ('both = "yes"', "both = 1"):
        with pytest.raises(RuleError, match=r"both of fire\.smoke must be true"):
            read(SMOKE.replace(" }", f", {wrong} }}"))
    with pytest.raises(RuleError, match="must have ask"):
        read('fire.smoke = { to = "to hit", value = -2, both = true, each = "wounds" , when = { posture = "prone" } }')


def test_a_slip_in_the_braces_is_told():
    for wrong, message in (
        ('{ to = "to hit" value = -2 }', "add a comma before value"),
        ("{ to = to hit, value = -2 }", 'write "to hit"'),
    ):
        assert message in by_line(BOOK, f"fire.smoke = {wrong}")[0].message


# Whatever it is -------------------------------------------------------------------------------------------------------

SUMS = {
    stem: [sums_of[0].sum.name for sums_of in places(stem).values()] for stem in ("rencounter", "traveller", "salamis")
}


@given(
    st.sampled_from([(stem, name) for stem, names in SUMS.items() for name in names]),
    st.integers(-LARGEST, LARGEST).filter(bool),
    st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="{}"), min_size=1, max_size=60),
)
def test_any_line_comes_back_as_it_was(where, value, ask):
    stem, name = where
    book = rk.rules(stem)
    line = f"house.odd_thing = {Modifier(name, value, ask)}"
    try:
        ours = book.with_house_rules(line)
    except rk.RuleError:
        return  # nothing but spaces
    assert book.with_house_rules(ours.lines) == ours
    assert Layers.read(Layers.read(line, stem).code).rules.lines == ours.lines
    assert ours.changed({"house.odd_thing": 0}) == book
