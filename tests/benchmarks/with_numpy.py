"""The reference problems counted by hand with NumPy's floats: not exact, and each its own program; the floor of the
times.
"""

from __future__ import annotations

import numpy as np
import problems as p

FACES = np.arange(1, 13)
WORST = np.array([2, 4, 7, 12])  # highest points of dead, crippling, serious, minor
SUMS = np.convolve(np.ones(6), np.ones(6)) / 36


def p1():
    needed = np.array(p.NEEDED)
    return np.where(needed >= 1, np.minimum(needed, 11), np.clip(9 + 2 * needed, 0, 12) / 12) / 12


def succeed(skill):
    return ((skill >= FACES) | (FACES == 1)) & (FACES != 12)


def p2(attack, parry, modifier):
    hits = succeed(attack)
    hard = np.count_nonzero(hits & (attack - FACES >= 3)) / 12
    soft = np.count_nonzero(hits) / 12 - hard
    parried = np.count_nonzero(succeed(parry)) / 12
    by_wound = [np.bincount(WORST.searchsorted(FACES + m), minlength=5) / 12 for m in (modifier, modifier - 2)]
    wounds = (soft * by_wound[0] + hard * by_wound[1]) * (1 - parried)
    return np.array([1 - soft - hard, (soft + hard) * parried, *wounds])


def p2sweep():
    skill, modifier = np.array(p.SKILLS), np.array(p.MODIFIERS)
    hits = succeed(skill[:, None])
    hard = (hits & (skill[:, None] - FACES >= 3)).mean(axis=1)
    soft = hits.mean(axis=1) - hard
    by_soft, by_hard = ((FACES + modifier[:, None] - less <= 2).mean(axis=1) for less in (0, 2))
    through = 1 - hits.mean(axis=1)
    return (np.outer(soft, by_soft) + np.outer(hard, by_hard))[:, None, :] * through[None, :, None]


def duels(to_hit, armor, most_a, most_b):
    hit = np.mean([p.strikes(face, to_hit, armor) for face in p.D20])
    blow, b = np.array([1 - hit, *[hit / 6] * 6]), np.arange(1, most_b + 1)
    lost = b[:, None] - b
    struck = np.where((lost >= 0) & (lost < 7), blow[lost.clip(0, 6)], 0)
    kills = (blow * (np.arange(7) >= b[:, None])).sum(axis=1)
    again = np.linalg.inv(np.eye(most_b) - blow[0] * struck)
    wins = np.zeros((6 + most_a, most_b))  # six rows for a dead A
    for a in range(6, 6 + most_a):
        wins[a] = again @ (struck @ (hit / 6 * wins[a - 6 : a].sum(axis=0)) + kills)
    return wins[6:]


def p3(*how):
    return duels(*how)[-1, -1]


def p3sweep():
    return duels(*p.SWORDS, p.POINTS[-1], p.POINTS[-1])


def p4():
    thrown, modifier = np.arange(2, 13), np.array(p.REACTIONS)[:, None]
    to = np.where((thrown == 2) | (thrown == 12), thrown, np.clip(thrown + modifier, 3, 12))
    return np.array([np.bincount(row, weights=SUMS, minlength=13)[2:] for row in to])


def p5():
    return np.convolve(np.ones(6) / 6, np.ones(6) / 6)[5:].sum()


def p6():
    face, fire = np.ones(6) / 6, np.ones(1)
    for _ in range(10):
        fire = np.convolve(fire, face)
    saved = (5 + np.array(p.LEVELS)) / 20
    return saved * fire[2 * p.HIT_POINTS - 10 :].sum() + (1 - saved) * fire[p.HIT_POINTS - 10 :].sum()


def p7():
    hits = np.ones(1)
    for one, of in p.SHOOTERS:
        hits = np.convolve(hits, (1 - one / of, one / of))
    return hits


def p8():
    return np.convolve(np.full(100, 0.01), np.full(100, 0.01))


def p8sweep():
    margin, chance = np.convolve(np.full(100, 0.01), np.full(100, 0.01)), np.array(p.PERCENTS)
    tail = np.append(margin[::-1].cumsum()[::-1], 0)
    return tail[chance[None, :] - chance[:, None] + 100]


def named(name, answer):
    """An array of floats with the names that the reference has."""
    if name == "P4":
        return {m: dict(zip(range(2, 13), row, strict=True)) for m, row in zip(p.REACTIONS, answer, strict=True)}
    least = p.CHANCES[0] - p.CHANCES[1] - 99
    names = {"P1": p.NEEDED, "P2": p.OUTCOMES, "P6": p.LEVELS, "P7": range(41), "P8": range(least, least + 199)}
    return dict(zip(names[name], answer, strict=True)) if name in names else answer
