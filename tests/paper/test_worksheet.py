"""A worksheet: the same questions from the same seed, all kinds among them, and answers that are those of
the checks.
"""

import html

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.paper.worksheet import MANY
from rencounter_kit.fronts.teaching.interaction_kind import ADDS, KIND_WORDS, TURNS

MINE = """title = "<b>Shots</b> & so on"

[[question]]
kind = "adds"
check = "rencounter.fire"
event = "hits"
given = { skill = "5..7" }
one = { parameter = "cover", value = "half_solid", words = "a wall" }
other = { parameter = "aim_turns", value = [1, 2], words = "aim {other}" }
situation = "Skill {skill}."
question = "How <likely>?"
"""


@pytest.fixture(scope="module")
def sheet():
    return rk.worksheet(seed=7)


def test_the_same_seed_draws_the_same_questions_with_and_without_answers(sheet):
    solved, printed = rk.worksheet(seed=7, answers=True), sheet.html()
    assert solved.questions == sheet.questions
    printed, with_answers = map(html.unescape, (printed, solved.html()))
    for one in sheet.questions:
        assert html.escape(one.situation, quote=False) in printed.replace("&", "&amp;")
        assert all(line in with_answers for line in one.way) and one.way[-1] not in printed


def test_twelve_questions_of_all_kinds_and_plain_adding_among_them(sheet):
    kinds = [one.kind for one in sheet.questions]
    assert len(kinds) == MANY and set(kinds) == set(KIND_WORDS.values()) and kinds.count(KIND_WORDS[ADDS]) >= 1
    assert len({(one.situation, one.question) for one in sheet.questions}) == MANY
    assert all(1 <= len(one.way) <= 3 for one in sheet.questions)
    known = {one.kind: one.known for one in sheet.questions}
    assert len(known[KIND_WORDS[TURNS]]) == 1, "what a change adds to each roll of a fight helps nobody"
    assert len(known[KIND_WORDS[ADDS]]) == 3 and ": " in known[KIND_WORDS[ADDS]][1]


def test_a_duel_has_the_card_and_the_rule_of_thumb_to_reckon_from(sheet):
    printed = html.unescape(sheet.html())
    for words, worth, _ in (row for card in sheet.lesson.cards for _, rows in card.parts for row in rows):
        assert words in printed and worth in printed
    assert "Start with one stroke each" in printed and "multiply the odds by" in printed and "3 of 4" in printed
    way = next(one.way for one in sheet.questions if one.kind == KIND_WORDS[TURNS])
    assert ("One stroke each, for the skills alone" in way[0] or "Equal skills" in way[0]) and "rule of thumb" in way[
        -1
    ]


def test_a_lesson_of_ones_own_has_each_question_once_and_its_words_are_text(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    sheet = rk.worksheet(file, seed=1, answers=True)
    assert len(sheet.questions) == len({(one.situation, one.answer, *one.way) for one in sheet.questions}) == 6
    both = [
        rk.check("rencounter.fire", skill=skill, cover="half_solid", aim_turns=aim).event("hits")
        for skill in (5, 6, 7)
        for aim in (1, 2)
    ]
    assert sorted(one.answer.partition(" (")[0] for one in sheet.questions) == sorted(map(percent_text, both))
    assert "<likely>" not in sheet.html() and "<b>Shots" not in sheet.html()


def test_the_command_writes_it_and_tells_the_seed(tmp_path, capsys):
    lesson, file = tmp_path / "mine.toml", tmp_path / "sheet.html"
    lesson.write_text(MINE, encoding="utf-8")
    assert main(["worksheet", str(lesson), "--seed", "3", "--paper", "letter", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 6 questions, seed 3, Letter\n"
    assert file.read_text(encoding="utf-8") == rk.worksheet(lesson, seed=3, paper="Letter").html()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nowhere.toml", "-o", "a.html"), "a lesson must be a file that can be read"),
        (("-o", "a.docx"), "-o must be a file that ends with .html or .pdf; got a.docx; try sheet.html"),
        (("--paper", "A3", "-o", "a.html"), "paper must be one of A4, Letter; got A3"),
        (("--seed", "x", "-o", "a.html"), "must be a whole number; got x"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments, why, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["worksheet", *arguments]) == 2
    assert why in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_lesson_is_begun_read_and_refused_with_its_line(tmp_path, capsys):
    file = tmp_path / "mine.toml"
    assert main(["lesson", str(file), "--new"]) == 0
    assert "A lesson of our own: 3 questions" in capsys.readouterr().out
    assert main(["lesson", str(file), "--new"]) == 2 and "a new lesson must have a new file" in capsys.readouterr().err
    text = file.read_text(encoding="utf-8")
    for wrong, right in (
        ('kind = "add"', 'kind = "adds"'),
        ('"two rolls"', '"adds"'),
        ('skil = "4..8"', 'skill = "4..8"'),
    ):
        file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        assert main(["lesson", str(file)]) == 2
        assert "line " in capsys.readouterr().err, wrong


def test_a_lesson_may_be_of_a_game_of_ones_own(tmp_path, capsys):
    assert main(["new", str(tmp_path / "ford")]) == 0
    game, lesson = tmp_path / "ford" / "ford.toml", tmp_path / "mine.toml"
    lesson.write_text(
        'title = "Ours"\n[[question]]\nkind = "uneven steps"\ncheck = "ford.shoot"\nevent = "hits"\ngiven '
        '= { skill = "0..1" }\n'
        'one = { parameter = "skill", value = 2, words = "skill 2" }\n'
        'other = { parameter = "cover", value = true, words = "cover" }\n'
        'situation = "A man with skill {skill} shoots."\nquestion = "How likely is a hit with both?"\n',
        encoding="utf-8",
    )
    assert main(["worksheet", str(lesson), "--game", str(game), "--seed", "1", "-o", str(tmp_path / "a.html")]) == 0
    assert "2 questions, seed 1, A4" in capsys.readouterr().out
