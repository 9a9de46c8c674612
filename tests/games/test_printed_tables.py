"""Tables that the rules print out in full, and that the checks work out: cell by cell, with their misprints."""

import csv
from fractions import Fraction
from pathlib import Path

import rencounter_kit as rk

PULSE_MOVES = Path(__file__).parents[1] / "examples" / "pulse_moves.csv"
MISPRINTS = {("0.25", "5"), ("0.5", "10"), ("0.75", "25"), ("4", "25"), ("13", "25")}


def half_up(number):
    return int(number + Fraction(1, 2))


def rounded_twice(number):
    """To a tenth and then to a whole, as the printed feet are."""
    return half_up(Fraction(half_up(10 * number), 10))


def test_the_feet_of_a_pulse_are_those_printed_for_every_speed():
    rows = list(csv.DictReader(PULSE_MOVES.open(encoding="utf-8")))
    whole = [row for row in rows if row["mph"].isdigit()]
    assert [int(row["mph"]) for row in whole] == list(range(1, 150))
    for row in whole:
        assert rk.check(
            "realms_of_myth.pulse_move", speed=int(row["mph"]), pulses=1, standing_start=False
        ).dist.mean == int(row["feet"]), row


def test_the_lengths_on_the_table_are_those_of_the_scales_but_for_the_misprints():
    """The smallest scale is a millimetre to the foot, and rounded as the feet are."""
    book = rk.rules("realms_of_myth")
    a_pulse = Fraction(book["pulse_move.feet"], book["pulse_move.mph"])
    wrong = set()
    for row in csv.DictReader(PULSE_MOVES.open(encoding="utf-8")):
        for scale, rounded in (("25", half_up), ("10", half_up), ("5", rounded_twice)):
            length = rounded(Fraction(row["mph"]) * a_pulse * book[f"pulse_move.scale.{scale}"])
            wrong |= {(row["mph"], scale)} if row[f"at {scale} mm"] != str(length) else set()
    assert wrong == MISPRINTS


def test_the_ranges_on_the_table_are_five_millimetres_to_the_foot():
    book = rk.rules("realms_of_myth")
    foot, yard = book["pulse_move.scale.25"], 3
    for name, feet in (("bow", yard), ("short_bow", yard), ("hilted", 1), ("hafted", 1)):
        far = dict(book.group(f"range.limit.{name}").items())
        assert book[f"range.scale.{name}.point_blank"] == half_up(Fraction(far["short"].value, 4)) * feet * foot
        for band, rule in far.items():
            assert book[f"range.scale.{name}.{band}"] == rule.value * feet * foot
