"""What `make bench` writes into the page of measured figures, and what it leaves alone."""

import pytest

from tests.benchmarks.measured import BEGIN, END, PAGE, between_marks, written_to

KEPT = f"# Measured\n\n{BEGIN}\n\nold figures\n\n{END}\n\n## By hand\n\na duel 0.05 s\n"


def test_only_what_stands_between_the_marks_is_replaced():
    page = between_marks(KEPT, "new figures\n")
    assert page == KEPT.replace("old figures", "new figures")
    assert between_marks(page, "old figures") == KEPT


@pytest.mark.parametrize(
    "page", [KEPT.replace(BEGIN, ""), KEPT.replace(END, ""), KEPT + BEGIN, KEPT + END, f"{END}\n{BEGIN}\n", ""]
)
def test_a_page_without_each_mark_once_is_not_written_over(page):
    with pytest.raises(ValueError, match="each once"):
        between_marks(page, "new figures")


def test_what_is_printed_goes_on_the_page_with_when_and_on_what_it_was_measured(tmp_path, capsys):
    file = tmp_path / "MEASURED.md"
    file.write_text(KEPT, encoding="utf-8")
    with written_to(file, rounds=3):
        print("| P1 | 0.5 |")
    assert capsys.readouterr().out == "| P1 | 0.5 |\n"
    page = file.read_text(encoding="utf-8")
    printed_part = page.partition(BEGIN)[2].partition(END)[0]
    assert (
        "| P1 | 0.5 |" in printed_part
        and "in 3 rounds" in printed_part
        and "Python 3." in printed_part
        and "numpy" in printed_part
    )
    assert "old figures" not in page and page.endswith("## By hand\n\na duel 0.05 s\n")


def test_a_run_that_is_broken_off_leaves_the_page_as_it_was(tmp_path):
    file = tmp_path / "MEASURED.md"
    file.write_text(KEPT, encoding="utf-8")

    def broken_off():
        with written_to(file, rounds=3):
            print("| P1 | 0.5 |")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert file.read_text(encoding="utf-8") == KEPT


def test_the_page_of_the_project_can_be_written():
    page = PAGE.read_text(encoding="utf-8")
    assert between_marks(between_marks(page, "x"), "y") == between_marks(page, "y")
