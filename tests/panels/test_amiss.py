"""A page about a game of one's own, whose file its owner changes beside the page: what is gone is told in a sentence in
its place.
"""

import pytest
from IPython.core.interactiveshell import InteractiveShell

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.panels import curves, item, placeholder
from rencounter_kit.fronts.panels.shelf import Shelf
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.book import systems

STARTER = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")


@pytest.fixture
def ford(tmp_path, monkeypatch):
    """The file of a game that was loaded, for a page."""
    monkeypatch.setattr(placeholder, "is_on_page", lambda: True)
    file = tmp_path / "ford.toml"
    file.write_text(STARTER, encoding="utf-8")
    rk.load_game(file)
    yield file
    library.put(None, "ford")


def test_a_panel_of_a_check_that_is_gone_says_so_in_its_place(ford):
    html_text = rk.panel("ford.shot").value
    assert "did you mean ford.shoot?" in html_text and html_text.count('<p class="rk-error') == 1
    assert "skil" in rk.panel("ford.shoot", skil=3).value
    assert "frod" in rk.panel("frod.shoot").value


def test_a_shelf_shows_what_is_there_and_says_what_is_not(ford):
    page = rk.shelf(
        "ford.wade", "ford.shot", item("ford.gone"), item("ford.shoot", curves("hits", "skil", "range")), "ford: Wounds"
    )
    assert list(page.items) == ["ford.wade", "ford.wound", "ford.shoot_down"]
    assert page._head.value.count('<p class="rk-error') == 3 and "skil" in page._head.value
    assert rk.shelf("ford.shot", "ford.gone").value.count('<p class="rk-error') == 2


def test_a_shelf_of_a_file_follows_the_file(ford):
    assert len(rk.shelf(str(ford)).items) == len(rk.checks.of("ford"))
    ford.write_text(
        STARTER.replace("[check.shoot]", "[check.loose]").replace("[situations.shoot]", "[situations.loose]")
    )
    assert "ford.loose" in rk.shelf(ford).items
    ford.write_text(STARTER.replace("needed = 12", "needed = "))
    assert "ford.loose" in rk.shelf("ford").items  # as before, until the file is read again
    ford.write_text(STARTER.replace('dice = "{dice.wade} <= {highest}"', 'dice = "{dice.wade} <= {higest}"'))
    html_text = rk.shelf(ford).value
    assert "ford.toml, line " in html_text and "highest" in html_text


def test_a_file_that_names_python_keeps_it_when_a_page_reads_it_anew(ford):
    (ford.parent / "more.py").write_text("CHECKS = ()\n")
    rk.load_game(ford, python=ford.parent / "more.py")
    rk.shelf(ford)
    assert library.game("ford").python == (ford.parent / "more.py").resolve()


def test_scripts_and_pages_of_other_games_hear_the_error(ford, monkeypatch):
    for wrong in ("rencounter.fire_at", "rencounter: Knitting"):
        with pytest.raises(RuleError, match="must be one"):
            rk.shelf(wrong)
    monkeypatch.setattr(placeholder, "is_on_page", lambda: False)
    with pytest.raises(RuleError, match=r"did you mean ford\.shoot"):
        rk.panel("ford.shot")


def test_a_file_that_cannot_be_read_any_more_leaves_all_other_games_in_peace(ford):
    broken = ford.parent / "hill.toml"
    broken.write_text("[check.climb]\n")
    library.put(library.game_in(broken), "hill")  # as a process knows it that was told of it when it began
    try:
        assert "hill" not in systems() and "ford" in systems() and "hill" in library.games()
        assert "ford.shoot" in rk.checks and isinstance(rk.shelf("rencounter: Order of Units"), Shelf)
        assert "hill.toml, line 1" in rk.shelf("hill").value
    finally:
        library.put(None, "hill")


def test_a_cell_that_ends_in_an_error_of_ours_shows_the_sentence_alone(capsys):
    shell = InteractiveShell()
    shell.run_cell("import rencounter_kit as rk\nrk.load_game('nowhere.toml')")
    printed = capsys.readouterr().out.strip()
    assert printed == "RuleError: a game must be a .toml file or its folder; got nowhere.toml, which is not there"
