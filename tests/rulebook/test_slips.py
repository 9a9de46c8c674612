"""What somebody who writes the rules of his club gets wrong in a file: each is told in a sentence, with the line, and
what to write instead.
"""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.catalogue import load_text
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.slips import slip

STARTER = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
TITLE = 'title = "Does the arrow hit?"'
NEEDED = 'needed = { value = 8, threshold = true, label = "least total that hits" }'
ELSEWHERE = ("[layer]", "[fights", "[check.shoot] again")  # told where they come first, or a second time
SLIPS = [  # what stands in the file, what somebody writes in its place, what is said
    (
        TITLE,
        TITLE[:-1],
        'words must be between two quotes; got title = "Does the arrow hit?; the closing " is missing',
    ),
    (TITLE, 'title = Does the arrow hit?"', 'a " is missing'),
    (
        TITLE,
        "title = Does the arrow hit?",
        'words must be in quotes; got Does the arrow hit?; write "Does the arrow hit?"',
    ),
    (TITLE, "title = \u201cDoes the arrow hit?\u201d", "words must be in straight quotes; got \u201c in"),
    (TITLE, 'title = "Does the \\arrow hit?"', "without a backslash"),
    ('"each shooting.skill skill", "pick', '"each shooting.skill skill, "pick', "got an odd number of"),
    (NEEDED, NEEDED.replace("=", "", 1), "a name and its value must have = between them; got needed"),
    ("close = 1", "close 1", "write close = 1"),
    ("close = 1", "close: 1", "write close = 1"),
    (
        "close = 1",
        "very close = 1",
        "must be one word, or words joined by dots or _; got very close; write very_close = ...",
    ),
    ("close = 1", "close = + 1", "a number must follow its sign without a space; got + 1; write 1"),
    ("close = 1", "close = 01", "a number must begin without a 0; got 01; write 1"),
    ("close = 1", "close = 1 point", "a number must be by itself; got 1 point; write 1"),
    ("close = 1", 'close = "1"', 'a number must be without quotes; shooting.range.close has "1"; write 1'),
    ("close = 1\n", "close = 1\nclose = 2\n", "must be given once; got close again, which is in line 34 already"),
    ("[check.wound]", "[check.shoot]", "must be given once; got [check.shoot] again, which is in line 85 already"),
    (NEEDED, NEEDED[:-2], "} is missing for {"),
    (NEEDED, NEEDED.replace("{", "(").replace("}", ")"), "a table must be in braces, a list in brackets; got ( in"),
    (NEEDED, NEEDED.replace("{", "[").replace("}", "]"), "names with values must be in braces; got [ in"),
    (NEEDED, NEEDED.replace("8,", "8"), "pairs in braces must have commas between them"),
    (NEEDED, NEEDED.replace("true", "True"), "got True; write true"),
    (NEEDED, NEEDED.replace("true", "yes"), "got yes; write true"),
    (NEEDED, NEEDED.replace(" }", ", }"), "there must be no comma before the closing brace"),
    ('"flag shooting.cover"] }', '"flag shooting.cover" }', "[ is closed by ]"),
    ("[check.shoot]", "[check.shoot", "write [check.shoot]"),
    ("[check.shoot]", "(check.shoot)", "write [check.shoot]"),
    ("# Checks ---", "// Checks ---", "a remark must begin with #; got // Checks"),
    ('"""{dice.clash}', '"{dice.clash}', 'the closing " is missing'),
    ('value = "d20"', "value = d20", 'dice must be in quotes; got d20; write "d20"'),
    ('value = "d20"', 'value = "d8 + 1 5+"', "write d8 + 1, leave out 5+"),
    ('scratch = "..2"', "scratch = ..2", 'a range must be in quotes; got ..2; write "..2"'),
    (
        "[fight.duel]",
        "[fights.duel]",
        "a fight must be below a heading [fight.NAME]; got [fights.duel]; write [fight.duel]",
    ),
    ("[check.shoot]", "[checks.shoot]", "write [check.shoot]"),
    ("[fight.duel]", "[[fight.duel]]", "in one pair of brackets; got [[fight.duel]]; write [fight.duel]"),
    ("[asks]\n", "[ask]\n", "what is asked must be below a heading [asks]; got [ask]; write [asks]"),
    ("[situations.shoot]", "[situation.shoot]", "add the s"),
    ('\n[[layer]]\nname = "Thick', '\n[layer]\nname = "Thick', "got [layer] in line 173; write [[layer]]"),
    ('\n[[example]]\ncheck = "shoot"', '\n[[examples]]\ncheck = "shoot"', "got [[examples]]; write [[example]]"),
    (
        'check = "strike", with',
        'check = "strke", with',
        "must name a check of this game; got strke; did you mean strike?",
    ),
    ("always river.needed", "always river.neded", "did you mean river.needed?"),
    ("from = 0, to = 4, group", 'from = "0", to = 4, group', 'got "0"; write from = 0'),
    ("from = 0, to = 4, group", 'from = 0, to = "four", group', 'got "four"; try to = 4'),
]


@pytest.mark.parametrize(("right", "wrong", "message"), SLIPS, ids=range(len(SLIPS)))
def test_a_slip_is_told_with_its_line_and_what_to_write(right, wrong, message):
    assert right in STARTER
    text = STARTER.replace(right, wrong, 1)
    both = enumerate(zip(text.splitlines(), STARTER.splitlines(), strict=False), 1)
    changed = next(number for number, (new, old) in both if new != old)
    with pytest.raises(RuleError) as error:
        load_text("ford", text)
    full_text = str(error.value)
    line = re.match(r"ford\.toml, line (\d+): ", full_text)
    assert line and message in full_text and "\n" not in full_text
    assert int(line[1]) == changed or any(one in message for one in ELSEWHERE)
    assert "ford" not in library.games()


def test_a_text_in_three_quotes_that_has_no_end_is_told_where_it_begins():
    wrong = STARTER.replace('else 0)"""', "else 0)")
    begins = next(n for n, line in enumerate(wrong.splitlines(), 1) if '"""' in line)
    with pytest.raises(RuleError, match=f"line {begins}: a text that begins with three quotes must end with three"):
        load_text("ford", wrong)


def test_spaces_and_tabs_before_a_name_are_no_slip():
    load_text("ford", STARTER.replace("close = 1", "\tclose = 1").replace("medium = 0", "    medium = 0"))
    assert rk.rules("ford")["shooting.range.close"] == 1
    library.put(None, "ford")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "=",
        "[",
        "]",
        '"',
        "'''",
        "a",
        "a = [",
        "a = {",
        "= 1",
        "a.b..c = 1",
        "\0 = 1",
        "a = 1 = 2",
        "(",
        "a = \\",
    ],
)
def test_whatever_is_written_is_told_in_one_line(text):
    for error in ("Invalid value", "Unclosed array", "Cannot overwrite a value", "Unterminated string"):
        line, message = slip(text, 7, error)
        assert line == 1 and message and "\n" not in message
