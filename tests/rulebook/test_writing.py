"""Rules line by line: what stands beside each line, that it agrees with what the book takes as a whole, and how a line
goes on.
"""

import re

import pytest
from hypothesis import given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.book import figure_text, systems
from rencounter_kit.workbook.rulebook.text import LONGEST_TEXT
from rencounter_kit.workbook.rulebook.writing import Line, by_line, completions, offers, written_rules
from tests.rulebook.test_wishes import lines_for
from tests.situations import every_nth, tries

BOOK = rk.rules("rencounter")
BOOKS = [rk.rules(stem) for stem in systems()]


def only(text, book=BOOK):
    """What is said to a single line."""
    (line,) = by_line(book, text)
    return line


# One line -------------------------------------------------------------------------------------------------------------

FINE = [
    ("fire.range.long = -3", "fire.range.long", "long range: -4 becomes -3"),
    ("  fire.range.long=-3  # better eyes", "fire.range.long", "long range: -4 becomes -3"),
    ("\tfire . range . long = -3", "fire.range.long", "long range: -4 becomes -3"),
    ("\"fire\".range.'long' = 0", "fire.range.long", "long range: -4 becomes 0"),
    ('rulings.skill_roll = "less_than"', "rulings.skill_roll", '"at_most" becomes "less_than"'),
    ("rulings.armor_lessens_fire_damage = false", "rulings.armor_lessens_fire_damage", "true becomes false"),
    ('severity.dead = "..1"', "severity.dead", '"..2" becomes "..1"'),
    (
        "fire.range = { long = -3, medium = -1 }",
        "fire.range.long",
        "long range: -4 becomes -3; medium range: -2 becomes -1",
    ),
]


@pytest.mark.parametrize(("text", "path", "sentence"), FINE)
def test_a_line_says_what_becomes_of_the_figure(text, path, sentence):
    line = only(text)
    assert (line.number, line.path, line.wrong, line.begun) == (0, path, False, False)
    assert line.message.endswith(sentence)


@pytest.mark.parametrize("text", ["", "   ", "\t", "# fire.range.long = -3", "   # = = ="])
def test_empty_lines_and_remarks_say_nothing(text):
    assert only(text) == Line(0)


WRONG = [
    ("fire.rnge.long = -3", "did you mean fire.range.long?"),
    ("fire.range = -3", "must be named by its path"),
    ("fire.range.long.x = -3", "must be named by its path"),
    ("fire.range = { long = -3, medum = -1 }", "got fire.range.medum; did you mean fire.range.medium?"),
    ('fire.range.long = "-3"', "must be a whole number"),
    ("fire.range.long = far", "fire.range.long must be a figure such as -4; got far"),
    ("rulings.skill_roll = less_than", 'try rulings.skill_roll = "less_than"'),
    ("rulings.skill_roll = less than", 'try rulings.skill_roll = "less_than"'),
    ("rulings.skill_roll = never", 'rulings.skill_roll must be "at_most" or "less_than"; got never'),
    ("rulings.armor_lessens_fire_damage = False", "try rulings.armor_lessens_fire_damage = false"),
    ("rulings.armor_lessens_fire_damage = TRUE", "try rulings.armor_lessens_fire_damage = true"),
    ("xyzzy 5 quux", 'I don\'t know "xyzzy". Try words of the rules, such as "large shield -3"'),
    ("= -3", "a name must come before =; got = -3"),
    (
        "fire.range.long == -3",
        "one name, one = and one value; got fire.range.long == -3; give each a line of its own",
    ),
    ("fire.range.long = -3 -2", "one number, true, false or words in quotes must come after =; got -3 -2"),
    ("fire.range.long = 0x", "must come after =; got 0x"),
    (
        "fire.range.long = # later",
        "a value must come after =; got none after fire.range.long; try fire.range.long = 1",
    ),
    ("fire.range.long = -3\x00", "must come after ="),
    ('severity.dead = "1\u20132"', 'got "1\u20132"; try 1..2'),
    ('severity.dead = "..1', 'words must be between two quotes; got severity.dead = "..1; the closing " is missing'),
    ('"', 'No rule fits that. Try words of the rules, such as "large shield -3"'),
    (
        "What should count = more",
        "a name before = must be one word, or words joined by dots or _; got What should count",
    ),
    ("fire.range = {}", "must give a value"),
    ("[fire range]", "a heading must be a name in brackets"),
    ("[]", "a heading must be a name in brackets"),
    ("[[layer]]", "lines here must be without [[layer]]; got one; leave it out, or load the text as layers"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_line_that_cannot_be_taken_says_why(text, message):
    line = only(text)
    assert line.wrong and not line.begun and not line.path
    assert message in line.message and len(line.message) <= 400 and len(line.message.splitlines()) == 1
    with pytest.raises(rk.RuleError):
        BOOK.with_house_rules(text)


CHOOSE = "Tap what you mean:"
BEGUN = [
    ("fire.range.long", "long range: -4 by the book; write a figure after ="),
    ("fire.range.long =", "long range: -4 by the book; write a figure after ="),
    ("fire.range.long = -", "long range: -4 by the book; write a figure after ="),
    ('rulings.skill_roll = "', '"at_most" by the book; write a figure after ='),
    ("fire.range.long = -4", "long range is -4 already; write another figure"),
    ('severity.dead = " .. 2 "', "already; write another figure"),
    ("fire.ra", CHOOSE),
    ("large sh", CHOOSE),
    ("shield", CHOOSE),
    ("armour", CHOOSE),
    ("armour 3", CHOOSE),
    ("double the armour", CHOOSE),
    ("Large shields should stop more arrows.", CHOOSE),
    ("large sheilds -3", 'I don\'t know "sheilds". Did you mean: shield?'),
    ("large shield = -3", CHOOSE),
    ("fire.range.long: -3", CHOOSE),
    ("fire.range.long -3", CHOOSE),
    ("fire..long = 3", CHOOSE),
    ("__class__ = 1", CHOOSE),
    ("[fire.range]", "write a line below this heading"),
    ("[fire.rnge]", "write a line below this heading"),
]
BELOW_A_HEADING = [
    ("long", True, "long range: -4 by the book; write a figure after ="),
    ("long =", True, "long range: -4 by the book; write a figure after ="),
    ("lo", True, CHOOSE),
    ("medium ra", True, CHOOSE),
    ("long = -4", True, "long range is -4 already; write another figure"),
    (
        "fire.range.long =",
        True,
        ("a name below a heading must go on from it; got fire.range.long below [fire.range]; write long"),
    ),
    ("fire.range.long = -3", False, "got fire.range.long below [fire.range]; write long"),
    ("fire.cover.loophole = -9", False, "got fire.cover.loophole below [fire.range]; move it above the headings"),
    ("long = far", False, "long must be a figure such as -4; got far"),
    ("large shield", False, 'I don\'t know "large". Try words of the rules, such as "too close range -3"'),
]


@pytest.mark.parametrize(("text", "begun", "message"), BELOW_A_HEADING)
def test_a_line_below_a_heading_goes_on_from_it(text, begun, message):
    heading, line = by_line(BOOK, f"[fire.range]\n{text}")
    assert heading.begun and line.wrong and line.begun is begun and not line.path and message in line.message
    with pytest.raises(rk.RuleError):
        BOOK.with_house_rules(f"[fire.range]\n{text}")


def test_below_a_heading_that_names_nothing_no_line_is_begun():
    line = by_line(BOOK, "[fire.rnge]\nlong")[1]
    assert line.wrong and not line.begun
    assert line.message.endswith("got fire.rnge.long; did you mean fire.range.long?")
    assert by_line(BOOK, "[severity]\nxyzzy")[1].message.endswith('such as "severity roll that is dead "..2""')


def test_a_line_knows_what_its_heading_puts_before_it():
    lines = by_line(
        BOOK, "long\n[fire]\nrange.long\n# eyes\n[fire.range]\n\n[fire range]\nlong\n['fire'.range]\nlong = 3"
    )
    below = ["", "fire.", "fire.", "fire.", "fire.range.", "fire.range.", None, None, "fire.range.", "fire.range."]
    assert all(line.prefix == prefix for line, prefix in zip(lines, below, strict=True) if prefix is not None)
    assert not any(path.startswith(lines[7].prefix) for path in BOOK)  # below a wrong one nothing stands


@pytest.mark.parametrize(("text", "message"), BEGUN)
def test_a_line_that_is_begun_is_not_blamed(text, message):
    line = only(text)
    assert line.wrong and line.begun and not line.path and message in line.message
    with pytest.raises(rk.RuleError):
        BOOK.with_house_rules(text)


# Several lines --------------------------------------------------------------------------------------------------------


def test_a_wrong_line_does_not_silence_the_others():
    lines = by_line(BOOK, "fire.range.long = -3\nfire.range.medum = 0\n\n# eyes\nfire.range.medium = -1")
    assert [line.number for line in lines] == [0, 1, 2, 3, 4]
    assert [line.wrong for line in lines] == [False, True, False, False, False]
    assert [line.path for line in lines] == ["fire.range.long", "", "", "", "fire.range.medium"]


def test_a_rule_that_comes_twice_says_where_it_stands():
    lines = by_line(BOOK, "# eyes\nfire.range.long = -3\n\nfire.range.long = -2\n[fire.range]\nlong = -1\nmedium = -1")
    assert [line.number for line in lines if line.wrong] == [3, 5]
    assert all(
        line.message.startswith("each rule must be given once; line 2 says it too") for line in lines if line.wrong
    )
    assert only("fire.range = {long = -3, long = -2}").wrong


def test_lines_stand_below_headings():
    lines = by_line(
        BOOK, 'fire.cover.loophole = -9\n[fire.range]  # eyes\nlong = -3\n\n[rulings]\nskill_roll = "less_than"'
    )
    assert [line.path for line in lines] == ["fire.cover.loophole", "", "fire.range.long", "", "", "rulings.skill_roll"]
    assert not any(line.wrong for line in lines)


def test_a_heading_waits_for_a_line_that_counts():
    lines = by_line(BOOK, "[fire.range]\n# nothing yet\nlong =\n[fire.cover]\nloophole = -9")
    assert [(line.wrong, line.begun) for line in lines] == [
        (True, True),
        (False, False),
        (True, True),
        (False, False),
        (False, False),
    ]


def test_below_a_wrong_heading_nothing_counts():
    lines = by_line(BOOK, "[fire range]\nlong = -3\n[fire.range]\nlong = -3")
    assert [line.wrong for line in lines] == [True, True, False, False]
    assert lines[1].message.startswith("a line must be below a correct heading")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[fire.range]\nlong = -3\n[fire.range]\nmedium = -1", 2),
        ("fire.range.long = -3\n[fire.range]\nmedium = -1", 1),
        ("[fire.range]\nlong = -3\n[fire]\nrange.medium = -1", 3),
    ],
)
def test_what_only_shows_together_is_said_beside_the_line(text, wrong):
    """TOML does not let a heading come again; each line by itself is right."""
    assert [line.number for line in by_line(BOOK, text) if line.wrong] == [wrong]
    with pytest.raises(rk.RuleError):
        BOOK.with_house_rules(text)


def test_lines_may_end_as_on_windows():
    text = "[fire.range]\r\nlong = -3\r\n# eyes\r\nmedium = -1\r\n"
    assert not any(line.wrong for line in by_line(BOOK, text))
    assert [line.path for line in by_line(BOOK, text)] == ["", "fire.range.long", "", "fire.range.medium", ""]
    assert BOOK.with_house_rules(text)["fire.range.medium"] == -1


def test_what_is_said_is_about_the_rules_below():
    """Not about the book, where a layer below has changed the figure."""
    below = BOOK.with_house_rules("fire.range.long = -3")
    assert only("fire.range.long = -2", below).message == "long range: -3 becomes -2"
    assert only("fire.range.long = -4", below).message == "long range: -3 becomes -4"
    assert only("fire.range.long = -3", below).begun


@pytest.mark.parametrize(
    "text", ["\n" * 400, "x" * (LONGEST_TEXT + 1), "# " + "x" * LONGEST_TEXT, "fire.range.long = -3\n" * 401]
)
def test_a_text_that_is_too_long_is_not_looked_at(text):
    line = only(text)
    assert line.wrong and line.message.startswith("house rules must be at most 400 lines of 100,000 characters")


def test_the_longest_text_is_looked_at():
    assert by_line(BOOK, "\n" * 399) == [Line(i) for i in range(400)]
    assert only("#" * LONGEST_TEXT) == Line(0)


# As a whole -----------------------------------------------------------------------------------------------------------


def another(book, path):
    """Other figures for a rule, such as fit."""
    rule = book.rule(path)
    if rule.options:
        return [one for one in rule.options if one != rule.value]
    if type(rule.value) is int:
        return [value for value in (rule.value + 1, rule.value - 1) if rule.low <= value <= rule.high]
    if rule.rows:
        return [[[0, 45], [5, 80]]]
    return [[number + 1 for number in rule.value]] if isinstance(rule.value, tuple) else []


@st.composite
def statements(draw, book):
    """A line as somebody may write it, most of them right; a heading comes with lines below it."""
    path = draw(st.sampled_from([p for p in book if another(book, p)]))
    group, _, leaf = path.rpartition(".")
    value = figure_text(draw(st.sampled_from(another(book, path))))
    row = draw(st.sampled_from([p for p in book if isinstance(book[p], str) and p.startswith("severity.")] or [path]))
    band = draw(st.sampled_from(["..2", "3..3", "4..4", "5..6", "..1", "2..3"]))
    return draw(
        st.sampled_from(
            [
                f"{path} = {value}",
                f"{path} = {value}",
                f"{path} = {value}  # ours",
                f"  {path}={value}",
                f"[{group}]\n{leaf} = {value}",
                f"[{group}]",
                f"{leaf} = {value}",
                f"{group} = {{ {leaf} = {value} }}",
                f"{path} = {figure_text(book[path])}",
                f"{path}",
                f"{path} =",
                f"{path} = far",
                f"{path[:-1]} = {value}",
                f"{path} = 1.5",
                f'{row} = "{band}"',
                "",
                "# a remark",
                f"{path} = {value}\r",
                "[",
                (f"[{group}]\n\n# {leaf}"),
                f"{group}.{leaf}.x = 1",
                (f"{path} = {value} {value}"),
                "xyzzy",
                f"[{group}]\n{leaf} =",
                f"[{group}]\n{path} = {value}",
                f"[{group}x]\n{leaf}",
                f"[{group}]\n{leaf} = {value}\n{leaf}",
                '[""]',
            ]
        )
    )


@st.composite
def texts(draw):
    """A book, perhaps with a house rule already, and a few lines for it."""
    book = draw(st.sampled_from(BOOKS))
    if draw(st.booleans()):
        path = draw(st.sampled_from([p for p in book if another(book, p)]))
        book = book.changed({path: another(book, path)[0]})
    return book, "\n".join(draw(st.lists(statements(book), max_size=6)))


def lines_of(text):
    """Lines end as they do on any computer: a lone carriage return ends one too."""
    return re.split("\r\n|\r|\n", text)


def refusal(book, text):
    """Why a text is refused as a whole; nothing when it is taken."""
    try:
        book.with_house_rules(text)
    except rk.RuleError as error:
        return str(error)
    return ""


def is_gap(message):
    """Tables must be whole: that is asked of all lines together, and said below them."""
    return re.match(r"every number must have (a|one) row", message) is not None


@settings(max_examples=tries(80, 200))
@given(texts())
def test_a_text_is_taken_as_a_whole_just_where_no_line_is_wrong(drawn):
    """But for tables with gaps, which no single line makes; and a text without any figure changes nothing."""
    book, text = drawn
    lines, why = by_line(book, text), refusal(book, text)
    assert [line.number for line in lines] == list(range(len(lines_of(text))))
    if any(line.wrong for line in lines):
        assert why
    elif any(line.path for line in lines):
        assert not why or is_gap(why)
    else:
        assert "must change something" in why


@settings(max_examples=tries(60, 200))
@given(texts())
def test_without_what_is_only_begun_a_text_is_taken_where_no_line_is_wrong(drawn):
    """So a box can follow what is written while a line is not yet at its end."""
    book, text = drawn
    lines = by_line(book, text)
    if any(line.wrong and not line.begun for line in lines) or not any(line.path for line in lines):
        return
    done = "\n".join("" if line.begun else one for one, line in zip(lines_of(text), lines, strict=True))
    why = refusal(book, done)
    assert not why or is_gap(why)
    if not why:
        ours = book.with_house_rules(done)
        assert {path for path in book if ours[path] != book[path]} == {line.path for line in lines if line.path}
        for line in (line for line in lines if line.path):
            assert line.message.endswith(f"{figure_text(book[line.path])} becomes {figure_text(ours[line.path])}")


def test_the_laws_above_see_texts_of_every_kind():
    """Taken, refused for a line, refused for a gap, and empty."""
    assert not refusal(BOOK, "fire.range.long = -3") and is_gap(refusal(BOOK, 'severity.dead = "..1"'))
    assert not is_gap(refusal(BOOK, "fire.range.long = far")) and not is_gap(refusal(BOOK, ""))


# How a line goes on ---------------------------------------------------------------------------------------------------


def offer_text(book, line):
    """Does a line wait for a figure, and say which the book has?"""
    return line.endswith("= ") and " by the book; write " in only(line, book).message


def taken(book, line):
    return not refusal(book, line)


@settings(max_examples=tries(60, 200))
@given(st.sampled_from(BOOKS), st.data(), st.integers(0, 60))
def test_what_is_offered_is_taken_or_says_what_stands_there(book, data, cut):
    """The beginning of any path, of any label, or of a whole line."""
    path = data.draw(st.sampled_from(list(book)))
    rule = book.rule(path)
    written = data.draw(
        st.sampled_from([path, rule.label, f"{path} = ", f"{path} = {figure_text(rule.value)}", path.upper()])
    )
    for line in completions(book, written[: max(1, cut)]):
        assert taken(book, line) or offer_text(book, line), line


@pytest.mark.parametrize("stem", systems())
def test_every_rule_is_found_by_its_path_and_shows_its_figure(stem):
    book = rk.rules(stem)
    for path in every_nth([path for path in book if path[:-1] not in book], tries(5, 1)):
        offers = completions(book, path[:-1], limit=len(book))
        line = f"{path} = "
        assert line in offers and offer_text(book, line)


def test_the_beginning_of_a_path_comes_before_words_and_what_stands_within():
    offers = completions(BOOK, "fire.range", limit=100)
    starts = [line.startswith("fire.range") for line in offers]
    assert starts[0] and starts == sorted(starts, reverse=True)
    assert len(completions(BOOK, "fire", limit=3)) == 3 and len(completions(BOOK, "e")) == 8
    assert completions(BOOK, "fire", limit=0) == []


def test_a_rule_is_found_by_words_of_its_path_and_label():
    for path in ("fire.range.long", "fire.cover.half_solid"):
        words = BOOK.rule(path).label.replace(":", "").split()
        assert any(
            line.startswith(f"{path} = ") for line in completions(BOOK, " ".join(w[:4] for w in words), limit=50)
        )
        assert any(line.startswith(f"{path} = ") for line in completions(BOOK, " ".join(words).upper(), limit=50))


def test_figures_that_nothing_reads_come_last():
    unread = [BOOK.rule(line.partition(" = ")[0]).looked_up for line in completions(BOOK, "a", limit=len(BOOK))]
    assert unread == sorted(unread) and any(unread)


GO_ON = [
    *(
        (line, [f"fire.range.long = {figure}" for figure in (-5, -3, -6, -2)])
        for line in ("fire.range.long", "fire.range.long =", "fire.range.long = -4")
    ),
    ("fire.range.long = -3", []),
    ("rulings.skill_roll", ['rulings.skill_roll = "less_than"']),
    ("rulings.skill_roll = less", ['rulings.skill_roll = "less_than"']),
    ('rulings.skill_roll = "l', ['rulings.skill_roll = "less_than"']),
    ('rulings.skill_roll = "x', []),
    ("rulings.skill_roll = less than", ['rulings.skill_roll = "less_than"']),
    ("rulings.armor_lessens_fire_damage = no", ["rulings.armor_lessens_fire_damage = false"]),
    ('rulings.skill_roll = "less_than"', []),
    ("rulings.armor_lessens_fire_damage =", ["rulings.armor_lessens_fire_damage = false"]),
    ("severity.dead =", []),
    ("severity.dead", ["severity.dead = "]),
    ("large shield = -3", ["fire.shield.large = -3", "melee.shield.large = -3"]),
    ("Large shield: -3", ["fire.shield.large = -3", "melee.shield.large = -3"]),
    ("large shields 4", ["fire.shield.large = 4", "melee.shield.large = 4"]),
    ("double the large shield", ["fire.shield.large = -4", "melee.shield.large = -4"]),
    ("halve the large shield!", ["fire.shield.large = -1", "melee.shield.large = -1"]),
    ("without large shields", ["fire.shield.large = 0", "melee.shield.large = 0"]),
    ("large shield = far", []),
]


@pytest.mark.parametrize("stem", systems())
def test_armour_is_found_in_both_spellings_and_may_be_doubled_in_words(stem):
    book = rk.rules(stem)
    for wish in ("{}", "double the {}", "{} halved", "{} = 7", "heavy {}", "no {}"):
        offers, british = (completions(book, wish.format(word)) for word in ("armor", "Armour"))
        assert offers == british or all("{" in one for one in (*offers, *british)), (
            wish
        )  # a rule of one's own is called as one says
    if "{" not in str(completions(book, "armour")):
        assert all(by_line(book, offer)[0].path for offer in completions(book, "armour twice as good"))


@pytest.mark.parametrize("stem", systems())
@pytest.mark.parametrize("wish", ["double {}", "{} halved", "no {}", "triple the {}"])
def test_no_wish_scales_a_threshold(stem, wish):
    """Twice the armour from which on it is heavy would be less heavy armour."""
    book = rk.rules(stem)
    thresholds = [path for path in book if book.rule(path).threshold]
    assert thresholds
    for path in thresholds:
        for line in completions(book, wish.format(re.sub(r"\d", "", book.rule(path).label)), limit=len(book)):
            name, _, figure = line.partition(" = ")
            if figure[:1] == "{":  # no figure of the book
                continue
            is_to_go = wish.startswith("no ") and book.rule(name).face_of  # as no lucky hits
            assert not book.rule(name).threshold or is_to_go or not figure, line


WISHES = [
    ("doubled", ["Doubled armour"]),
    ("armour", ["Doubled armour", "fire.armor.heavy = ", "fire.armor.point = "]),
    ("no ripostes", ["No riposte"]),
    ("less than", ["Less than the skill"]),
    ("masters that can fail", ["Masters that can fail"]),
    ("large shields", ["fire.shield.large = ", "melee.shield.large = "]),
    ("+1 for large shields", ["fire.shield.large = -1", "melee.shield.large = -1"]),
    ("large shields +1", ["fire.shield.large = -1", "fire.shield.large = 1"]),
    ("-1 for large shields", ["fire.shield.large = -3", "melee.shield.large = -3"]),
    ("large shields -3", ["fire.shield.large = -3", "fire.shield.large = -5"]),
    ("large shields \u22123", ["fire.shield.large = -3", "fire.shield.large = -5"]),
    ("large shields \u2013\u00a03", ["fire.shield.large = -3"]),
    ("raise large shields by 1", ["fire.shield.large = -1", "melee.shield.large = -1"]),
    ("lower large shields by 1", ["fire.shield.large = -3", "melee.shield.large = -3"]),
    ("large shields = +1", ["fire.shield.large = 1", "melee.shield.large = 1"]),
    ("lowest armour that counts as heavy +1", ["fire.armor.heavy = 4", "fire.armor.heavy = 1"]),
    ("double the lowest armour that counts", ["Doubled armour", "fire.armor.point = -2"]),
    ("armour doubled and large shields halved", ["Doubled armour", "fire.shield.large = ", "melee.shield.large = "]),
    ("shield 3 armour", []),
]


@pytest.mark.parametrize(("wish", "first"), WISHES)
def test_a_wish_in_words_is_offered_what_it_means(wish, first):
    offers_there = lines_for(BOOK, wish)
    assert offers_there[: len(first)] == first and bool(offers_there) is bool(first)


@pytest.mark.parametrize("stem", systems())
@pytest.mark.parametrize(
    "wish", ["{} counts double", "double {}", "{} +1", "{} -1", "{} 3", "no {}", "{}", "{} is worth one more"]
)
def test_no_wish_is_offered_a_figure_that_no_roll_reads(stem, wish):
    """*Full armour counts double* was offered ``armor.full = 8``, which changes nothing."""
    book = rk.rules(stem)
    unread = {path for path in book if book.rule(path).looked_up}
    for path in unread:
        name = re.sub(r"[^a-z ]", " ", book.rule(path).label.lower())
        lines = [line for offer in offers(book, wish.format(name)) for line in offer.lines.split("\n")]
        meant = {line.partition(" = ")[0] for line in lines} & unread
        assert not meant, (wish.format(name), meant)


def test_a_figure_that_no_roll_reads_says_so_when_it_is_changed():
    assert only("armor.full = 8").message == "armour rating: full: 4 becomes 8; no roll uses it"
    assert not only("fire.armor.point = -2").message.endswith("uses it")


def test_a_line_about_armour_says_against_what():
    """Two figures of Rencounter count each point of armour."""
    messages = [only(f"{path} = -2").message for path in ("fire.armor.point", "melee.situation.armor")]
    assert messages == [
        f"armour point against {what}: -1 becomes -2" for what in ("thrown weapons, bows and crossbows", "blows")
    ]


def test_two_offers_for_one_wish_say_how_they_differ():
    ready, line = offers(BOOK, "full armour counts double")[:2]
    assert ready.text.startswith(
        "Armour point against thrown weapons, bows and crossbows (fire): -1 \u2192 -2; Armour point "
        "against blows (melee, situation): -1 \u2192 -2. "
    )
    assert line == (
        "Armour point against thrown weapons, bows and crossbows (fire): -1 \u2192 -2",
        *["fire.armor.point = -2"] * 2,
    )
    for stem in systems():
        for wish in ("double the armour", "shield", "no riposte", "large shields -3", "range 3", "wounds halved"):
            pairs = [(offer.name, offer.text) for offer in offers(rk.rules(stem), wish)]
            assert len({*pairs}) == len(pairs) == len({offer.lines for offer in offers(rk.rules(stem), wish)})


@pytest.mark.parametrize("stem", systems())
def test_the_words_that_are_told_to_who_says_something_else_work(stem):
    """What can be said here stands beside what cannot be understood, with an example of this game."""
    book = rk.rules(stem)
    message = only("the 5+ quux", book)
    assert message.wrong and not message.begun and not completions(book, "the 5+ quux")
    assert completions(book, message.message.rpartition('such as "')[2].removesuffix('"'))[0] == book.example


def test_what_is_offered_by_the_name_of_ready_rules_writes_their_lines():
    ready = rk.ready_rules("rencounter")["doubled_armour"]
    offer = offers(BOOK, "double armour")[0]
    assert (offer.name, offer.lines) == (ready.name, ready.lines) and offer.text.endswith(ready.note)
    assert offers(BOOK, "fire.range.long = -3") == []
    assert all(offer.text == offer.lines for offer in offers(BOOK, "double armour", prefix="fire."))
    assert all(offer.name != ready.name for offer in offers(BOOK.with_house_rules(ready.lines), "double armour"))


@pytest.mark.parametrize("stem", systems())
def test_every_ready_rule_is_offered_by_its_name(stem):
    for layer in rk.ready_rules(stem).values():
        assert layer.name in [offer.name for offer in offers(rk.rules(stem), layer.name.lower())]


@given(st.sampled_from(BOOKS), st.sampled_from(["double {}", "{} halved", "no {}", "{} 4", "{} = -2"]), st.data())
def test_what_a_wish_in_words_offers_is_taken_or_says_what_stands_there(book, wish, data):
    rule = book.rule(data.draw(st.sampled_from(list(book))))
    for line in completions(book, wish.format(rule.label)):
        assert taken(book, line) or offer_text(book, line)


@pytest.mark.parametrize(("line", "offers"), GO_ON)
def test_behind_a_path_figures_are_offered(line, offers):
    assert completions(BOOK, line) == offers


@st.composite
def below_headings(draw):
    """A book, the heading of a group at any depth, and how a line below it may begin: its path from there, words, the
    whole path.
    """
    book = draw(st.sampled_from(BOOKS))
    path = draw(st.sampled_from([path for path in book if "." in path]))
    dots = [i for i, letter in enumerate(path) if letter == "."]
    cut = draw(st.sampled_from(dots))
    rest, rule = path[cut + 1 :], book.rule(path)
    written = draw(
        st.sampled_from([rest, rule.label, f"{rest} = ", f"{rest} = {figure_text(rule.value)}", path, f"{path} ="])
    )
    return book, path[:cut], written[: max(1, draw(st.integers(0, 60)))]


@settings(max_examples=tries(60, 200))
@given(below_headings())
def test_what_is_offered_below_a_heading_may_stand_there(drawn):
    book, heading, written = drawn
    line_there = by_line(book, f"[{heading}]\n{written}")[1]
    for offer in completions(book, written, prefix=line_there.prefix):
        line = by_line(book, f"[{heading}]\n{offer}")[1]
        taken_there = line.path.startswith(f"{heading}.") and taken(book, f"[{heading}]\n{offer}")
        assert taken_there or (offer.endswith("= ") and line.begun)
        assert line.prefix + offer.partition(" = ")[0] in book


@pytest.mark.parametrize("stem", systems())
def test_below_a_heading_every_rule_is_found_by_what_goes_on_from_it(stem):
    """By the rest of its path, as far as it is written, and by the whole path too."""
    book = rk.rules(stem)
    for path in (path for path in book if path[:-1] not in book and "." in path[:-2]):
        group, _, leaf = path.rpartition(".")
        for written in (leaf[:-1], path[:-1]) if leaf[:-1] else ():
            offers = completions(book, written, len(book), f"{group}.")
            assert f"{leaf} = " in offers
            assert all(f"{group}.{offer.partition(' = ')[0]}" in book for offer in offers)


BELOW = [
    ("fire.range.", "lo", ["long = "]),
    ("fire.range.", "long", ["long = -5", "long = -3", "long = -6", "long = -2"]),
    ("fire.range.", "long =", ["long = -5", "long = -3", "long = -6", "long = -2"]),
    ("fire.range.", "long = -3", []),
    ("fire.range.", "fire.range.lo", ["long = "]),
    ("fire.range.", "fire.range.long =", ["long = -5", "long = -3", "long = -6", "long = -2"]),
    ("fire.", "range.lo", ["range.long = "]),
    ("fire.shield.", "large sh", ["large = "]),
    ("rulings.", "skill_roll =", ['skill_roll = "less_than"']),
    ("severity.", "dead", ["dead = "]),
    ("fire.range.", "fire.shield.large", []),
    ("fire.range.", "shield", []),
    ("fire.range.long.", "long", []),
    ("fire.rnge.", "lo", []),
    (".", "fire.range.lo", []),
    ("[", "fire.range.lo", []),
]


@pytest.mark.parametrize(("prefix", "line", "offers"), BELOW)
def test_below_a_heading_only_what_may_stand_there_is_offered(prefix, line, offers):
    assert completions(BOOK, line, prefix=prefix)[: max(1, len(offers))] == offers


def test_below_a_heading_the_beginning_of_a_path_comes_first():
    offers = completions(BOOK, "range", 100, "fire.")
    starts = [line.startswith("range.") for line in offers]
    assert starts[0] and not starts[-1] and starts == sorted(starts, reverse=True)


@pytest.mark.parametrize("stem", systems())
def test_a_heading_goes_on_to_those_below_which_rules_stand(stem):
    book = rk.rules(stem)
    groups = {path.rpartition(".")[0] for path in book}
    for group in groups:
        assert by_line(book, f"[{group}]")[0].begun
        offers = completions(book, f"[{group}", limit=len(book))
        assert offers[0] == f"[{group}]" and {offer[1:-1] for offer in offers} <= groups


HEADINGS = [
    ("[fire.ra", ["[fire.range]"]),
    ("  [ FIRE ra", ["[fire.range]"]),
    ("[sev", ["[severity]"]),
    ("[fire.range]", []),
    ("[fire.range.long", []),
    ("[xyzzy", []),
]


@pytest.mark.parametrize(("line", "offers"), HEADINGS)
def test_a_heading_that_is_begun_is_offered_whole(line, offers):
    assert completions(BOOK, line) == offers
    assert completions(BOOK, line, prefix="melee.") == offers


HOSTILE = [
    "",
    " ",
    "\t",
    "#",
    "# fire",
    "[",
    "[[fire",
    "[[layer]]",
    "=",
    "= 3",
    ".",
    "...",
    "_",
    ". _ .",
    "qz",
    "\x00",
    "\u202e",
    "{}",
    "%s",
    "fire.range.long = -3 # x",
    "é",
    "\ud800",
    "(a+)+$",
    ".*",
    "[a-z]*",
    "\\",
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_is_offered_for_what_is_no_beginning(line):
    assert completions(BOOK, line) == []


def test_no_more_of_a_line_is_looked_at_than_a_path_is_long():
    assert completions(BOOK, "fire.range.long" + " " * 10**6) == completions(BOOK, "fire.range.long")
    assert completions(BOOK, "fire " * 10**5) == completions(BOOK, "fire " * 40)
    assert completions(BOOK, "x" * 10**6) == []


@given(st.text(max_size=60))
def test_anything_may_be_begun(text):
    for line in completions(BOOK, text):
        assert line.startswith("[") or taken(BOOK, line) or offer_text(BOOK, line)


def test_a_text_changes_nothing_while_a_line_of_it_is_wrong():
    right = written_rules(BOOK, "fire.range.long = -3")
    assert right.changes == {"fire.range.long": -3} and not right.is_wrong
    wrong = written_rules(BOOK, "fire.range.long = -3\nfire.rnge.medium = 0")
    assert wrong.is_wrong and wrong.changes == {} and wrong.fault is None
