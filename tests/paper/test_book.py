"""The book of odds: its figures are those of the checks, its texts are text, its links lead somewhere."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.engine.words.wording import percent_text, points_figure
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts import cli
from rencounter_kit.fronts.paper import pdf
from rencounter_kit.fronts.paper.book import book_page, by_chapter, odds_book
from rencounter_kit.fronts.paper.clock import Clock
from rencounter_kit.fronts.paper.section import section
from rencounter_kit.workbook.mechanics.catalogue import load_text
from rencounter_kit.workbook.mechanics.labels import title_of
from rencounter_kit.workbook.mechanics.registry import checks
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.book import systems

STARTER = Path(__file__).resolve().parents[2] / "data" / "starter" / "ford.toml"
FEW = ("river.shoot", "river.wade", "river.duel")


@pytest.fixture(scope="module", autouse=True)
def river():
    """A small game with a fight, with a name and a situation that would be markup if they were no text."""
    text = STARTER.read_text(encoding="utf-8").replace("The Ford", "River & <b>Ford</b>")
    load_text("river", text.replace("A boy, close by", "A <i>boy</i>").replace('"miss"', '"<u>miss"'))
    yield
    library.put(None, "river")


@pytest.fixture(scope="module")
def book():
    layers = rk.Layers.read("shooting.cover = -3", game="river")
    return odds_book(layers, FEW)


def cells(grid):
    return {(head, column): cell for head, row in grid.rows for column, cell in zip(grid.columns, row, strict=True)}


def test_each_figure_of_a_grid_is_that_of_the_check(book):
    shoot = book.sections[0]
    assert shoot.check.id == "river.shoot" and (shoot.odds[0].down, shoot.odds[0].across) == ("skill (points)", "range")
    known, rules = dict(shoot.about.params), rk.rules("river").with_house_rules("shooting.cover = -3")
    for (skill, band), cell in cells(shoot.odds[0]).items():
        params = known | {"skill": int(skill), "range": band}
        by_the_book, ours = (rk.check("river.shoot", rules=one, **params).event("hits") for one in (None, rules))
        assert cell.each == [percent_text(by_the_book), percent_text(ours)] and cell.share == float(ours)


def test_each_event_by_one_parameter_is_that_of_the_check():
    hit = section(checks["traveller.attack"], 1, rk.rules("traveller"), 10)
    alone = next(grid for grid in hit.odds if not grid.across)
    name = next(p.name for p in hit.check.parameters.values() if alone.down.startswith(title_of(p.words, p.spelling)))
    outcomes = {hit.check.words(one): one for one in (*hit.check.events, *(hit.check.scale or ()))}
    for (values, outcome), cell in cells(alone).items():
        for value in values.split(" to "):
            params = dict(hit.about.params) | {name: int(value) if value.lstrip("-").isdigit() else value}
            assert cell.each == [percent_text(rk.check(hit.check.id, **params).event(outcomes[outcome]))]


def test_numbers_that_say_the_same_share_a_row():
    """By distance a shot changes at the ends of the range bands only; each value in a row says the same."""
    shot = section(checks["rencounter.fire"], 1, rk.rules("rencounter"), 10)
    distance = next(ask for _, asks in shot.asks for ask in asks if ask.title == "distance")
    spans = [row for row in distance.rows if " to " in row.text]
    assert len(spans) > 3
    usual = rk.check("rencounter.fire").event("hits")
    for row in spans:
        low, high = map(int, row.text.split(" to "))
        changes = {rk.check("rencounter.fire", distance=far).event("hits") - usual for far in range(low, high + 1)}
        assert {points_figure(change) for change in changes} == set(row.changes)


def test_of_a_long_range_round_values_are_told():
    volley = section(checks["rencounter.volley"], 1, rk.rules("rencounter"), 10)
    grid = next(one for one in volley.odds if one.down == "men")
    assert [head for head, _ in grid.rows] == ["1", *map(str, range(2, 41, 2))] and grid.is_part


def test_values_go_as_far_as_the_answer_changes():
    """Values run to 500, and chances from 1 % to 99 % within a hundred points."""
    task = section(checks["realms_of_myth.task"], 1, rk.rules("realms_of_myth"), 10)
    grid = next(one for one in task.odds if one.across)
    assert grid.columns == list(map(str, range(0, 101, 10))) and grid.is_part
    assert [head for head, _ in grid.rows] == [*map(str, range(0, 141, 10)), "149 to 500"]
    assert {cell.each[0] for cell in grid.rows[-1][1]} == {"99 %"}


def test_what_is_given_instead_of_another_is_not_crossed_with_it():
    """Where the chance itself is said it does not matter what it would come from."""
    death = section(checks["realms_of_myth.death_check"], 1, rk.rules("realms_of_myth"), 10)
    assert [(one.down, one.across) for one in death.odds] == [("P-RES (points)", "")]


def test_an_event_that_is_as_likely_whatever_is_said_has_no_column():
    """No blow of an elemental that hits kills so hardy a target: only its hits are told, and those the grid has
    already.
    """
    elemental = section(checks["odd_encounters.elemental_attack"], 1, rk.rules("odd_encounters"), 10)
    assert "kills" in elemental.about.check.events and all(one.across for one in elemental.odds)
    run = section(checks["salamis.phases_until"], 1, rk.rules("salamis"), 10)
    for grid in (one for one in run.odds if not one.across):
        assert all(
            len({cell.each[0] for cell in column}) > 1 for column in zip(*[row for _, row in grid.rows], strict=True)
        )


def test_rows_that_read_alike_share_one():
    attempts = section(checks["salamis.table_attempts"], 1, rk.rules("salamis"), 10)
    for grid in attempts.odds:
        rows = [[cell.each for cell in row] for _, row in grid.rows]
        assert all(one != other for one, other in pairwise(rows))


def test_numbers_by_halves_that_say_the_same_share_a_row():
    """A grenade does nothing from some distance on."""
    grenade = section(checks["rencounter.grenade"], 1, rk.rules("rencounter"), 10)
    (last, cells) = next(grid for grid in grenade.odds if grid.across).rows[-1]
    first, end = map(float, last.split(" to "))
    assert end == 12 and {text for cell in cells for text in cell.each} == {"0 %"}
    wounds = [rk.check("rencounter.grenade", distance=far).event("wounds") for far in (first - 0.5, first)]
    assert wounds[0] > wounds[1] == 0


def test_columns_are_as_many_as_there_is_room_for():
    """A figure such as "over 99.99 %" takes more of it, and wider than the paper all would be printed smaller."""
    hits = section(checks["traveller.hits"], 1, rk.rules("traveller"), 10)
    crossed = next(grid for grid in hits.odds if grid.across)
    assert any("99.99" in cell.each[0] for _, row in crossed.rows for cell in row) and 3 < len(crossed.columns) < 12


def test_what_each_thing_is_worth_is_told_with_its_modifier_and_section(book):
    shoot = book.sections[0]
    asks = {ask.title: ask for _, group in shoot.asks for ask in group}
    rules = rk.rules("river").with_house_rules("shooting.cover = -3")
    (long,) = [row for row in asks["range"].rows if row.text == "long"]
    assert [(one.number, one.label, one.source) for one in long.counts] == [("-2", "long range", "Ranges")]
    for change, by in zip(long.changes, (None, rules), strict=True):
        with_it, there = (
            rk.check("river.shoot", rules=by, **{**shoot.about.params, **more}).event("hits")
            for more in ({}, {"range": "long"})
        )
        assert change == points_figure(there - with_it)


def test_house_rules_stand_beside_the_book_where_they_change_something(book):
    changes = {one.check.id: one.changes for one in book.sections}
    assert changes == {"river.shoot": True, "river.wade": False, "river.duel": False}
    assert [answer.whose for answer in book.sections[0].answers] == ["book", "your rule"]
    assert [(one.label, one.before, one.now) for one in book.changed] == [("cover", "-2", "-3")]
    assert "the book's figure is printed small" in book_page(book)


def test_a_house_rule_tells_also_where_no_named_situation_asks_for_it():
    layers = rk.Layers.read("shooting.cover = -3", game="river")
    (down,) = odds_book(layers, ["river.shoot_down"]).sections
    assert down.changes and down.about.params["cover"] is True and len(set(map(str, down.answers))) == 2


def test_what_is_unclear_says_what_the_other_reading_gives():
    shot = section(checks["rencounter.fire"], 1, rk.rules("rencounter"), 10)
    (ruling,) = [one for one in shot.unclear if one.path == "rulings.skill_roll"]
    (other,) = ruling.readings
    assert ruling.note and ruling.citation and ruling.holds == "at most" and other.sentence == "less than"
    assert other.where == "the usual case" and other.what == "hits"
    readings = [
        percent_text(rk.check("rencounter.fire", skill_roll=one).event("hits")) for one in ("at_most", "less_than")
    ]
    assert readings == [other.before, other.after]
    marked = {one.path: one.mark for one in shot.unclear if one.mark}
    assert marked == {rule.path: rule.mark for rule in rk.rules("rencounter").marked if rule.path in marked} and marked


def test_user_texts_are_text(book):
    page = book_page(book)
    assert "River &amp; &lt;b&gt;Ford&lt;/b&gt;" in page and "<b>Ford" not in page
    assert "&lt;u&gt;miss" in page and "<u>" not in page  # in table, words and picture


def test_all_links_lead_to_a_place_of_their_own(book):
    page = book_page(book)
    places = re.findall(r'<(?:section|h2)[^>]* id="([^"]+)"', page)
    links = set(re.findall(r'<a href="#([^"]+)"', page))
    assert len(set(places)) == len(places) and links <= set(places)
    assert {one.anchor for one in book.sections} <= links
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)", page), "the page asks nobody for anything"


def test_chapters_keep_every_check_once_in_the_order_of_the_game():
    for stem in systems():
        chapters = by_chapter(checks.of(stem))
        assert sorted(one.id for each in chapters.values() for one in each) == sorted(one.id for one in checks.of(stem))


def test_every_picture_is_told_in_words(book):
    page = book_page(book)
    assert page.count("<svg") == len(re.findall(r'<figure role="img" aria-label="Bar chart, [^"]+">', page)) == 3


def test_work_that_takes_too_long_is_left_out_and_said_to_be():
    clock = Clock(0.05)

    def without_end():
        while True:
            tell(1, None)

    assert clock.within("all of it", 0.5, without_end) is None
    assert clock.within("what is quick", 1.0, lambda: Fraction(1, 2)) == Fraction(1, 2)
    assert clock.late == ["all of it"]


def test_a_section_says_in_words_what_it_leaves_out(monkeypatch):
    within = Clock.within

    def without_time(clock, what, share, work):
        return within(clock, what, 0.0 if what.startswith("the odds") else share, work)

    monkeypatch.setattr(Clock, "within", without_time)
    page = book_page(odds_book(rk.Layers("rencounter"), ["rencounter.fire"]))
    (left_out,) = re.findall("Left out, as it takes long: ([^.]*)[.]", page)
    assert left_out.endswith("the odds by two things together, the odds by one thing alone")
    assert "Anything that takes long to work out is left out" in page


def test_a_check_without_time_is_named_all_the_same():
    book = odds_book(rk.Layers("river"), ["river.shoot"], seconds=0)
    assert book.sections[0].about is None
    page = book_page(book)
    assert "takes too long" in page and "Does the arrow hit?" in page and "How well he shoots" in page


def test_the_command_writes_a_page(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("rencounter_kit.fronts.paper.book.section", lambda *arguments: section(*arguments[:3], 0.0))
    assert cli.main(["book", "traveller", "-o", str(tmp_path / "odds.html"), "--paper", "letter"]) == 0
    page = (tmp_path / "odds.html").read_text(encoding="utf-8")
    assert "<h1>Traveller</h1>" in page and "size: Letter" in page and "MB" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["traveler", "-o", "a.html"], "did you mean traveller?"),
        (["traveller", "-o", "a.txt"], "ends with .html or .pdf; got a.txt"),
        (["traveller", "-o", "a.html", "--paper", "A9"], "one of A4, Letter; got A9"),
        (["traveller", "-o", "a.html", "--rules", "fire.range = 2"], "fire.range"),
        (["traveller", "-o", "no/a.html"], "got no/a.html, whose folder is not there"),
        (["traveller", "-o", "a.pdf"], "a PDF needs Chromium, Chrome or Edge, and this machine has none"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(arguments, why, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pdf, "browser", lambda: None)
    monkeypatch.delattr("rencounter_kit.fronts.paper.book.section")  # before any work
    assert cli.main(["book", *arguments]) == 2
    assert why in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_browser_that_does_not_print_is_told(tmp_path, monkeypatch):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho out of order >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv(pdf.VARIABLE, str(broken))
    with pytest.raises(RuleError, match="printed no PDF: out of order"):
        pdf.pdf_of("<p>words</p>")


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("stem", systems())
def test_the_book_of_each_game_is_whole(stem):
    book = odds_book(rk.Layers(stem))
    assert [one.number for one in book.sections] == list(range(1, len(checks.of(stem)) + 1))
    assert all(one.about for one in book.sections)
    assert len(book_page(book)) < 5_000_000


def test_the_index_has_what_is_looked_up_and_no_sum_that_is_only_reckoned():
    terms = section(checks["realms_of_myth.task"], 1, rk.rules("realms_of_myth"), 10).terms
    assert {"AV modifier", "AV and DV equal"} <= set(terms) and not [
        term for term in terms if any(map(str.isdigit, term))
    ]


def test_the_last_chapter_has_the_men_of_a_roster_meet():
    men = rk.roster("traveller").only("Clerk", "Scout")
    layers = rk.Layers("traveller")
    page = book_page(odds_book(layers, only=["traveller.legal"], men=men))
    assert 'id="men"' in page and "Who wins the duel: A wins, in percent." in page and "<td>Scout</td>" in page
    assert 'id="men"' not in book_page(odds_book(layers, only=["traveller.legal"]))
