"""What other dice notations write, and how it is written here: a pattern, and the sentence for it."""

from __future__ import annotations

FOREIGN = (
    (r"(?![0-9])\d", "numbers must be written in the digits 0 to 9; got others; as in 3d6"),
    (
        r"\bloop\b|\bfunction\s*:|\bresult\s*:",
        "a line must be one formula; got a program; as in a = d20: if a = 20 then 2d6 else 0",
    ),
    (
        r"\baccumulate\b|\bforeach\b|\bwhile\b|\bcall\b|\bchoose\b",
        "rolls must be repeated by number; got a program; as in repeat 3 times 2d6, or d6 explode",
    ),
    (
        r"d\d+\s*c?f\s*[<>=]?=?\s*\d|\bdf\b|\dsf",
        "failures must be taken off successes; got them alone; as in 5d10 >= 7 f1; to count them 6d6 count 1 or less",
    ),
    (
        r"\d\s*(?:x|xo|e|ex)(?=[<>=o]|\s*$)",
        "dice explode by ! or the word; got x; as in 3d6!, or 3d6 explode on 5 or more",
    ),
    (r"\drr", "rerolls must be for ever, by r, or once, by ro; got rr; as in 2d6r1, or 2d6 reroll 1s once"),
    (r"d\s*\[\s*explode", "dice explode by a word after them; got it in brackets; as in 10d10 explode keep highest 3"),
    (r"(?<![a-z])d\s*[(\[]", "the sides of dice must be written out; got a formula after d; as in d6 or d{1,1,2,3}"),
    (r"\]\s*d\s*\d|d\d+d\d", "the number of dice must be in round brackets; got none; as in (d4)d6"),
    (
        r"\b(?:highest|best|largest|lowest|worst|smallest)\s+(?:\d+\s+|two\s+)?of\s+(?:\d*d\d+!?\s+)+\d+d\d",
        "dice of which some are chosen must have commas between them; got none; as in highest 2 of 2d6, d8",
    ),
    (
        r"[<>=]=?\s*\d+\s*!",
        "explosions must come before a comparison; got them after it; as in 6d10!>=9 count 8 or more",
    ),
    (
        r"\brepeat\s*\(|\d\s*#\s*\d*d|\d\s*'",
        "rolls are repeated in words; got a sign; as in repeat 6 times (4d6 keep 3)",
    ),
    (r"\babs(?:olute)?\b", "abs must have brackets after it; got none; as in abs(d6 - d8)"),
    (r"\bcontains\b", "faces must be counted; got contains; as in 3d6 at least one 6"),
    (r"^[a-z]\w*\s*:(?!=)", "a roll must get its name by =; got :; as in x = d6: x + x"),
    (r"\{[^}]*:", "a face must be written as often as it is there; got :; as in d{1,1,2}"),
    (
        r"\bcount\s+\d+\s*[<>=]",
        "dice must be counted after them, or by faces; got a number before <; as in 10d10 count 8 or more",
    ),
    (r"\?", "a choice must be written in words; got ?; as in if d20 >= 15 then 2d6 else 0"),
    (
        r"[$\\@#~^&`]",
        "a line must hold numbers, dice and words; got an unknown sign; as in d20 + 3",
    ),
    (r"\d\.\d", "numbers must be whole; got a point; as in 7/2 round down"),
    (r"\b(?:plus|minus|times)\b", "sums must be written with signs; got a word; as in d20 + 4, d20 - 4 or 3 x d6"),
)
