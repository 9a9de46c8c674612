"""A slide: what stands on it is the answer of the check, its squares are counted, and what it steps through is a slide
each.
"""

import re
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.paper.slide import MOST_LINES, MOST_ROWS

FIRE = "rencounter.fire"


def counted(slide):
    return {
        row.words: Fraction(*map(int, row.share.partition(" = ")[0].replace(",", "").split(" of ")))
        for row in slide.rows
    }


def test_its_squares_and_its_figure_are_the_answer():
    (slide,) = rk.slide(FIRE, skill=7, shield="large").slides
    answer = rk.check(FIRE, skill=7, shield="large")
    assert counted(slide) == {answer.check.words(one): p for one, p in answer.items()}
    assert (slide.figure, slide.beside, slide.what) == ("7/12", "= 58.3 %", "hits")
    assert slide.picture and "144 squares" in slide.picture.alt
    assert any("skill" in line and line.endswith("= 7") for line in slide.lines)


def test_the_large_figure_is_of_what_is_asked():
    (slide,) = rk.slide(FIRE, outcome="kills", skill=7).slides
    assert Fraction(slide.figure) == rk.check(FIRE, skill=7).event("kills")
    assert set(counted(slide)) == {"kills", "not"}


def test_one_steps_through_a_parameter_and_what_changed_is_ringed():
    slides = rk.slide(FIRE, by="skill=6..8")
    assert [slide.value for slide in slides.slides] == ["skill 6", "skill 7", "skill 8"]
    assert [Fraction(slide.figure) for slide in slides.slides] == [
        rk.check(FIRE, skill=skill).event("hits") for skill in (6, 7, 8)
    ]
    assert "ringed" not in slides.slides[0].picture.alt and "15 are ringed" in slides.slides[1].picture.alt
    assert slides.slides[1].lines[-1] == "Ringed, 15 of 144: what has changed since skill 6."
    page = slides.html()
    assert page.count('<section class="slide') == 3 and 'href="#slide-3"' in page
    assert not re.search(r"""(src|href)=["'](?!#)""", page), "a slide needs no network"


def test_by_house_rules_the_book_is_told_too():
    rules = rk.Layers.load("fire.armor.point = -2", game="rencounter")
    (slide,) = rk.slide(FIRE, rules=rules, weapon="long_bow", target_armor=2).slides
    answer = rk.check(FIRE, rules=rules, weapon="long_bow", target_armor=2)
    assert Fraction(slide.figure) == answer.event("hits")
    assert any(line.startswith("House rules: ") and line.endswith("-1 \u2192 -2.") for line in slide.lines)
    assert f"By the book: {rk.check(FIRE, weapon='long_bow', target_armor=2).headline}." in slide.lines


def test_what_the_book_says_is_of_what_is_asked():
    rules = rk.Layers.load("fire.range.long = -3", game="rencounter")
    (slide,) = rk.slide(FIRE, outcome="serious or more", rules=rules, range_band="long").slides
    book = rk.check(FIRE, range_band="long").test("serious or more")
    chance = sum(p for one, p in rk.check(FIRE, range_band="long").items() if book(one))
    assert (
        slide.figure != str(chance) and f"By the book: {slide.what} {chance} = {percent_text(chance)}." in slide.lines
    )


@pytest.mark.parametrize(
    "check",
    ["rencounter.duel", "odd_encounters.fireball", "realms_of_myth.task_chance", "rencounter.melee", "salamis.d3"],
)
def test_a_check_without_squares_has_bars_and_a_table(check):
    (slide,) = rk.slide(check).slides
    answer = rk.check(check)
    assert slide.figure and len(slide.lines) <= MOST_LINES and len(slide.rows) <= MOST_ROWS + 1
    assert (slide.picture is None) == (len(answer.dist) == 1)


def test_what_is_typed_is_text_and_never_markup():
    rules = rk.Layers(
        "rencounter", rk.Layer("rencounter", {"fire.armor.point": -2}, "<script>x</script>", "<b>", "<b>")
    )
    assert (
        "<script>x" not in rk.slide(FIRE, rules=rules).html()
        and "<b>" not in rk.slide(FIRE, rules=rules).slides[0].lines
    )


def test_the_command_writes_it(tmp_path, capsys):
    file = tmp_path / "fire.html"
    assert main(["slide", FIRE, "shield=large", "--by", "skill=6..8", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 3 slides\n"
    assert file.read_text(encoding="utf-8") == rk.slide(FIRE, by="skill=6..8", shield="large").html()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("-o", "fire.png"), "-o must be a file that ends with .html or .pdf; got fire.png; try slide.html"),
        (("--by", "skil", "-o", "a.html"), "skil"),
        (("--by", "order", "-o", "a.html"), "order"),
        (("--outcome", "hitz", "-o", "a.html"), "did you mean hits?"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments, why, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["slide", FIRE, *arguments]) == 2
    assert why in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_slide_for_what_changes_nothing_says_so():
    none, large = rk.slide("rencounter.fire", by="shield=none,large").slides
    sentence = "Shield large: no effect with weapon flintlock musket."
    assert none.figure == large.figure and sentence in large.lines and sentence not in none.lines
