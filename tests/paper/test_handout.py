"""A handout: what is printed in it is what the checks answer, its text is enough to send it, and it fits on
two pages.
"""

import html
import re
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.paper import pdf
from rencounter_kit.fronts.paper.figures import whole_percent
from rencounter_kit.fronts.paper.handout import BOOK, RULES, ready_handouts
from rencounter_kit.workbook.rulebook.book import systems

ARMOR = "fire.armor.point = -2"
HEAD = 'title = "Ours"\ngame = "rencounter"\n'
FIRE = '[[table]]\ncheck = "rencounter.fire"\nevent = "hits"\ndown = "skill=4..6"\nacross = "range_band=short,long"\n'
ARROWS = f'{FIRE}given = {{ weapon = "long_bow", target_armor = 2 }}\n'
DUEL = (
    '[[table]]\ncheck = "salamis.phases_until"\nevent = ["over by turn 2", "is done in time by turn '
    '1", "is done in time"]\ndown = "phases_needed=1..4"\n'
)
LIST = (
    '[[table]]\ncheck = "rencounter.wound"\nevent = ["minor", "dead", "serious or more"]\ndown = '
    '"damage_modifier=-1..1"\n'
)
DAMAGE = (
    '[[table]]\ncheck = "odd_encounters.fireball"\nevent = "mean"\ndown = "caster_level=5..6"\nacross '
    '= "target_level=1,4"\n'
)


def ours(*lines):
    return rk.Layers.load(*lines, game="rencounter")


def grids(handout):
    """Of each table what its grids say, by their names and the rows."""
    return [
        {grid.name: {name: [cell.text for cell in cells] for name, cells in grid.rows} for grid in table.grids}
        for table in handout.tables
    ]


def by_check(rules, **params):
    return {
        str(skill): [
            whole_percent(
                rk.check("rencounter.fire", rules=rules, skill=skill, range_band=band, **params).event("hits")
            )
            for band in ("short", "long")
        ]
        for skill in (4, 5, 6)
    }


def test_its_figures_are_those_of_the_check_by_the_book_and_by_the_house_rules():
    layers, arrow = ours(ARMOR), {"weapon": "long_bow", "target_armor": 2}
    shot, arrows = grids(rk.handout(HEAD + FIRE + ARROWS, rules=layers))
    assert shot == {"": by_check(None)}  # the house rules say the same, so it is there once
    assert arrows == {BOOK: by_check(None, **arrow), RULES: by_check(layers.rules, **arrow)}
    assert arrows[BOOK] != arrows[RULES]


def test_the_book_or_the_rules_may_stand_alone():
    layers, arrow = ours(ARMOR), {"weapon": "long_bow", "target_armor": 2}
    assert grids(rk.handout(HEAD + ARROWS, rules=layers, show="book")) == [{"": by_check(None, **arrow)}]
    alone = rk.handout(HEAD + ARROWS, rules=layers.rules, show="rules")
    assert grids(alone) == [{"": by_check(layers.rules, **arrow)}]
    assert "Armour point" in alone.html()
    assert "Armour point" not in rk.handout(HEAD + ARROWS, rules=layers, show="book").html()


def test_house_rules_that_its_text_has_already_are_not_there_twice():
    layers = ours(ARMOR)
    once = rk.handout(HEAD + ARROWS, rules=layers)
    again = rk.handout(once.text, rules=layers)
    assert again.text == once.text and again.html() == once.html()


def test_several_questions_stand_side_by_side():
    ((table,),) = (rk.handout(HEAD + LIST).tables,)
    wound = rk.check("rencounter.wound", damage_modifier=-1)
    chances = [wound["minor"], wound["dead"], wound.event("serious or more")]
    assert table.columns[:2] == ["Minor", "Dead"] and len(table.columns) == 3 and "erious" in table.columns[2]
    assert [cell.text for cell in dict(table.grids[0].rows)["-1"]] == [whole_percent(one) for one in chances]


def test_what_goes_on_over_turns_may_be_asked_by_a_turn():
    (grid,) = grids(rk.handout(HEAD.replace("rencounter", "salamis") + DUEL))
    fight = rk.check("salamis.phases_until", phases_needed=3)
    chances = [fight.by(2), fight.by(1, "is done in time"), fight.event("is done in time")]
    assert grid[""]["3"] == [whole_percent(one) for one in chances]


def test_a_mean_is_a_number_without_a_shade():
    ((table,),) = (rk.handout(HEAD.replace("rencounter", "odd_encounters") + DAMAGE).tables,)
    cell = dict(table.grids[0].rows)["5"][1]
    mean = rk.check("odd_encounters.fireball", caster_level=5, target_level=4).dist.mean
    assert (cell.text, cell.share) == (f"{float(mean):.1f}", 0)


@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 9999), Fraction(1, 2), Fraction(9998, 9999), Fraction(1)])
def test_only_what_cannot_be_otherwise_is_never_or_always(chance):
    text = whole_percent(chance)
    assert (text == "never", text == "always") == (chance == 0, chance == 1)


def test_a_cell_that_contradicts_itself_says_why():
    text = 'given = { snap = "walking" }\ndown = "aim_turns"\nacross = "skill=4,5"\n'
    snap = f'{HEAD}[[table]]\ncheck = "rencounter.fire"\nevent = "hits"\n{text}'
    (table,) = rk.handout(snap).tables
    assert [cell.text for cell in dict(table.grids[0].rows)["2"]] == ["\u2013", "\u2013"]
    assert any("aim turns" in note for note in table.notes)


# Its text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layers", [ours(ARMOR), ours("doubled_armour", "less_than", ARMOR)])
def test_its_text_is_enough_to_make_it_again_rules_and_all(layers, tmp_path):
    first = rk.handout(HEAD + ARROWS + LIST, rules=layers, paper="letter", show="rules")
    again = rk.handout(first.text)
    assert again.text == first.text and again.html() == first.html()
    first.save(tmp_path / "ours.toml")
    first.save(tmp_path / "ours.html")
    assert rk.handout(tmp_path / "ours.toml").html() == (tmp_path / "ours.html").read_text(encoding="utf-8")


def test_rules_in_force_lie_on_those_of_the_text():
    text = f'{HEAD}rules = ["doubled_armour"]\n{ARROWS}'
    assert [layer.name for layer in rk.handout(text, rules=ours("less_than")).layers.layers] == [
        "Doubled armour",
        "Less than the skill",
    ]


def test_what_people_write_is_text_and_never_markup():
    nasty = "<script>alert(1)</script> & \"so on\" 'x'"
    layers = rk.Layers("rencounter", rk.Layer("rencounter", {"fire.armor.point": -2}, nasty, nasty, nasty))
    text = rk.handout(HEAD + ARROWS, rules=layers).text.replace('"Ours"', "'''" + nasty.replace("'x'", "") + "'''")
    page = rk.handout(text.replace("[[table]]", f"[[table]]\ntitle = {nasty.split('&')[0]!r}", 1)).html()
    assert page.count("<script") == 1 and page.count("&lt;script&gt;") >= 4
    assert html.unescape(page).count("<script>alert(1)</script>") == page.count("&lt;script&gt;")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a handout must have a table; got none"),
        ("title = ", "line 1: a value must come after =; got none after title"),
        (HEAD, "a handout must have a table; got none"),
        (
            HEAD + "color = 1\n" + FIRE,
            (
                "a handout must have only the keys of a handout; got color; "
                "it may have title, game, paper, show, rules, table"
            ),
        ),
        (HEAD.replace('"Ours"', "7") + FIRE, "line 1: title must be words in quotes; got 7"),
        (HEAD.replace("rencounter", "chess") + FIRE, "chess"),
        (HEAD + 'paper = "A3"\n' + FIRE, "paper must be one of A4, Letter; got A3"),
        (HEAD + 'show = "all"\n' + FIRE, "show must be one of both, book, rules; got all"),
        (HEAD + 'rules = ["/etc/hostname"]\n' + FIRE, "house rules must be a line, a code or a ready one"),
        (HEAD + "[[table]]\ndown = 'skill'\nevent = 'hits'", "line 3: the table has no check; add check ="),
        (HEAD + FIRE.replace('"hits"', '["hits", "kills"]'), "table 1 must have one event, or nothing across"),
        (HEAD + FIRE.replace('"hits"', "[]"), "line 5: table 1 must have an event to ask about; got none"),
        (HEAD + FIRE.replace("hits", "hitz"), "table 1: rencounter.fire has no outcome hitz; did you mean hits?"),
        (HEAD + FIRE.replace("fire", "fier"), "table 1: a check must be one of rk.checks; got rencounter.fier"),
        (HEAD + FIRE.replace("skill=4..6", "skil"), "did you mean skill?"),
        (HEAD + FIRE.replace("skill=4..6", "skill=6..4"), "skill must run from low to high"),
        (HEAD + FIRE.replace("skill=4..6", "skill=4-6"), "must be written with two dots"),
        (HEAD + FIRE.replace("skill=4..6", "skill=4"), "down must be a parameter with several values"),
        (HEAD + FIRE.replace("skill=4..6", "distance"), "down must have at most 40 values; got 201 of distance"),
        (HEAD + FIRE.replace("skill=4..6", "range_band"), "got range_band twice"),
        (HEAD + FIRE + "given = { skill = 5 }", "got skill twice"),
        (HEAD + FIRE + "given = { weapon = 'spoon' }", "weapon must be one of"),
        (HEAD + FIRE + "given = 5", "given must be a table, as given = { ... }; got 5"),
        (HEAD + FIRE.replace("rencounter.fire", "salamis.entry"), "its check must be one of rencounter"),
        (HEAD + FIRE * 25, "a handout must have at most 24 [[table]]; got 25; leave some out"),
        ("x" * 200_001, "a handout must be text of at most"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_what_is_wrong_is_said_in_a_sentence(text, says):
    with pytest.raises(rk.RuleError, match=re.escape(says)) as raised:
        rk.handout(text if "\n" in text else f"{text}\n#=").html()
    assert len(str(raised.value).splitlines()) == 1


def test_rules_of_another_game_are_refused():
    with pytest.raises(rk.RuleError, match="must be of rencounter; got those of salamis"):
        rk.handout(HEAD + FIRE, rules=rk.Layers.load("short_turns", game="salamis"))


# On paper -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", systems())
def test_each_game_has_a_ready_handout_that_takes_the_rules_in_force(game):
    assert game in ready_handouts()
    book = rk.handout(game)
    assert book.source.game == game
    name, layer = next(iter(rk.ready_rules(game).items()))
    assert layer.name in html.unescape(book.under(rk.Layers(game, layer)).html()), name


# The command ----------------------------------------------------------------------------------------------------------


def test_the_command_prints_the_text_and_writes_text_or_page(run, tmp_path):
    status, text, _ = run("handout", "rencounter", "--rules", "doubled_armour", "--paper", "letter")
    assert status == 0 and 'paper = "Letter"' in text and "Doubled armour" in text
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + ARROWS, encoding="utf-8")
    status, output, _ = run("handout", str(file), "--rules", ARMOR, "-o", str(tmp_path / "ours.html"))
    assert status == 0 and "open it in a browser and print it" in output
    assert (tmp_path / "ours.html").read_text(encoding="utf-8") == rk.handout(file, rules=ours(ARMOR)).html()


def test_the_command_prints_into_a_pdf_or_says_what_that_needs(run, tmp_path, monkeypatch):
    file = tmp_path / "ours.pdf"
    monkeypatch.setattr(pdf, "browser", lambda: None)
    status, _, err = run("handout", "rencounter", "-o", str(file))
    assert status == 2 and "write a page, such as -o FILE.html" in err and not file.exists()
    monkeypatch.setattr("rencounter_kit.fronts.paper.handout.pdf_of", lambda page: b"%PDF of " + page.encode())
    status, output, _ = run("handout", "rencounter", "-o", str(file))
    assert status == 0 and output.endswith("A4, ready to print\n")
    assert file.read_bytes().removeprefix(b"%PDF of ").decode() == rk.handout("rencounter").html()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("salamiz",), "did you mean salamis?"),
        (("rencounter", "-o", "x.doc"), "must go into a file that ends in .html, .pdf or .toml; got x.doc; try x.html"),
        (("rencounter", "--rules", "nothing"), "house rules must be"),
        (("rencounter", "--show", "x"), "must be one of both, book, rules"),
    ],
)
def test_the_command_refuses_in_one_line(run, words, says):
    status, out, err = run("handout", *words)
    assert (status, out) == (2, "") and says in err and len(err.splitlines()) == 1


def test_a_table_says_what_of_it_changes_nothing_in_any_cell():
    settings_line = 'given = { target_armor = 2, aim_at = "man" }\n'
    text = 'event = "hits"\ndown = "shield=none,medium,large"\nacross = "weapon=flintlock_musket,blunderbuss"\n'
    (table,) = rk.handout(f'{HEAD}[[table]]\ncheck = "rencounter.fire"\n{settings_line}{text}').tables
    assert table.notes == [
        "Target armour half (2): no effect here",
        "Aim at man: no effect unless mounted",
        "Shield medium, shield large: no effect here",
    ]
    (bows,) = rk.handout(
        f'{HEAD}[[table]]\ncheck = "rencounter.fire"\n{text.replace("blunderbuss", "long_bow")}'
    ).tables
    assert bows.notes == []


@pytest.mark.parametrize("show", ["both", "rules", "book"])
def test_what_changes_nothing_by_house_rules_alone_is_said_of_them(show):
    """The note stood under the table of the book too, where leader experience counts."""
    rules = rk.rules("rencounter").with_house_rules('group_order.rolls.follow_me = "worst"')
    table_text = 'check = "rencounter.group_order"\ngiven = { order = "follow_me" }\nevent = "acts"\n'
    text = f'show = "{show}"\n{HEAD}[[table]]\n{table_text}down = "leader_experience=raw, green"'
    (table,) = rk.handout(text, rules=rules).tables
    sentence = "Leader experience raw (2), leader experience green (3): no effect by your rules"
    assert table.notes == ([] if show == "book" else [sentence])


def test_a_changed_figure_says_which_of_one_name_it_is():
    rules = rk.rules("rencounter").with_house_rules("melee.situation.armor = -2")
    assert (
        "<li>Armour point against blows (Melee: Situation): -1 &rarr; <b>-2</b></li>"
        in rk.handout(HEAD + ARROWS, rules=rules).html()
    )


MEN = (
    '[[table]]\ncheck = "rencounter.melee"\nevent = "kills"\nmen = """\n'
    + rk.roster("rencounter").only("Knight", "Recruit", "Pikeman").text
    + '"""\n'
)


def test_men_with_names_meet_each_other_on_it_by_the_book_and_by_the_house_rules():
    layers = ours("melee.situation.armor = -2")
    handout = rk.handout(HEAD + MEN, rules=layers)
    (both,) = grids(handout)
    for name, rules in {BOOK: None, RULES: layers.rules}.items():
        sides = rk.roster("rencounter").sides("rencounter.melee", "Recruit", "Pikeman")
        alone = whole_percent(rk.check("rencounter.melee", rules=rules, **sides).event("kills"))
        row = dict(zip(handout.tables[0].columns, both[name]["Recruit"], strict=True))
        assert row["Pikeman"] == alone and row["Recruit"] == "\N{EN DASH}"
    assert rk.handout(handout.text).source == handout.source, "its text is enough to send it"
    ready = rk.handout(HEAD + '[[table]]\ncheck = "rencounter.melee"\nevent = "kills"\nmen = "ready"\n')
    assert ready.tables[0].columns[0] == "Knight" and len(ready.tables[0].columns) == len(rk.roster("rencounter"))
    with pytest.raises(rk.RuleError, match="table 1 must have men, or something down; got both"):
        rk.handout(HEAD + MEN + 'down = "attacker_skill"\n')
