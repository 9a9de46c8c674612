"""What other dice notations write, and how it is written here."""

from __future__ import annotations

FOREIGN = (
    (r"!p", "exploding dice must go on without a penalty; got !p; try {0,1,2,3,4,5} faces of your own, or d6!"),
    (r"\bloop\b|\bfunction\s*:|\bresult\s*:", "a line must be one formula; got a program; try a = d20: if a = 20 then 2d6 else 0"),
    (r"\baccumulate\b|\bforeach\b|\bwhile\b", "rolls must be repeated by number; got a loop; try repeat 3 times 2d6, or d6 explode"),
    (r">\s*\d+\s*f\s*\d|\bcf\b|\bdf\b", "failures must be taken off by faces of their own; got f; try 5d{-1,0,0,0,0,0,0,1,1,1}"),
    (r"\dx[<>=o]|\d\s*x\s*$", 'dice explode with "!" or the word; got x; try 3d6! or 3d6 explode on 5 or more'),
    (r"\drr", "rerolls must be for ever, by r,or once, by ro; got rr; try 2d6r1 or 2d6 reroll 1s"),
    (r"[@#?$\\]|\{\s*\{", "a line must hold numbers, dice and words for dice; got a sign that means nothing here; try 4d6 keep highest 3"),
    (r"(?<![a-z])d\s*\(", "the sides of dice must be written out; got a formula behind d; try d6 or d{1,1,2,3}"),
    (r"\)\s*d\s*\d|d\d+d\d", "the number of dice must be written out; got a formula before d; try n = d4: if n = 1 then d6 else 2d6"),
    (r"\d\.\d", "numbers must be whole; got a point; try 7/2 round down"),
)  # fmt: skip
