"""Usual dice, to begin with."""

from __future__ import annotations

USUAL: dict[str, tuple[str, ...]] = {
    "3d6": ("3d6",),
    "4d6 drop lowest, or 3d6": ("4d6 drop lowest", "3d6"),
    "Roll under: 3d6, 11 or less": ("3d6 <= 11",),
    "Two dice or one: 2d6, d12": ("2d6", "d12"),
    "Advantage and disadvantage": ("d20 advantage", "d20", "d20 disadvantage"),
    "Attack: d20 + 5 against 15": ("d20 + 5 >= 15", "d20 advantage + 5 >= 15"),
    "Exploding dice: sixes roll again": ("3d6!", "3d6"),
    "Reroll: ones again": ("4d6 reroll 1s", "4d6"),
    "Pool: count 5 or more": ("6d6 count 5 or more", "8d6 count 5 or more"),
    "One pool, two answers: 5 or more, and ones": ("p = 8d6: p count 5+, p count 1s",),
    "Known already: sixes, if there is a success": ("p = 6d6: p count 6s given p count 5+ >= 1", "6d6 count 6s"),
    "Matching dice: pairs, largest set": ("5d6 pairs", "5d6 largest set"),
    "Dice with words: skulls": ("3d{skull x3, shield x2, lion} count skulls",),
    "Three sizes of pool: count 8 or more": ("5d10 count 8 or more", "7d10 count 8 or more", "9d10 count 8 or more"),
    "Opposed: d20 + 4 or d20 + 2": ("d20 + 4", "d20 + 2"),
    "Percentile: d100, or the better of two": ("d100", "d100 disadvantage"),
    "Fudge dice": ("4dF",),
    "Critical hit: 20 does 2d6 more": ("hit = d20: if hit = 20 then hit + 2d6 else hit", "d20"),
}
