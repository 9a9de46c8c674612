"""Does what changes leave nothing out? Each figure is changed, alone and beside two others; brute force says which
checks change.
"""

import random
from collections import Counter
from functools import cache

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.effects import effects
from rencounter_kit.workbook.analysis.situations import reads
from tests.situations import PROCESSES, drawn


def other_figures(book, path):
    """What may stand in the place of a figure: changes that the book takes, nearest first; of a table two
    rows at once.
    """
    rule = book.rule(path)
    if rule.options:
        tried = [{path: value} for value in rule.options if value != rule.value]
    elif type(rule.value) is int:
        tried = [{path: rule.value + step} for step in (1, -1, 2, -2, 5)]
    elif type(rule.value) is float:
        tried = [{path: rule.value + step} for step in (0.25, -0.25)]
    elif rule.rows:
        tried = [{path: [[-5, 10], [5, 80]]}]
    elif type(rule.value) is tuple:
        tried = [{path: [number + step for number in rule.value]} for step in (1, -1)]
    else:
        row = [p for p in book if p.rpartition(".")[0] == path.rpartition(".")[0] and p != path]
        tried = [{path: value} for value in dict.fromkeys(book[p] for p in row)]
        tried += [{path: book[other], other: rule.value} for other in row]
    return [changes for changes in tried if taken(book, changes)]


def taken(book, changes):
    try:
        return bool(book.changed(changes))
    except rk.RuleError:
        return False


def answered(check, rules, params):
    try:
        return dict(check(rules=rules, **params).items())
    except rk.RuleError:
        return None


@cache
def known(check_id, many):
    """Situations of a check drawn at random, with what each reads and answers by the book."""
    check = rk.checks[check_id]
    every = drawn(check_id, many, "every effect")
    return [(params, reads(check, check.book, params), answered(check, check.book, params)) for params in every]


def changed_by_force(stem, changes, many, of_a_process):
    """The checks of which some situation drawn at random answers otherwise."""
    rules = rk.rules(stem).changed(changes)
    for check in rk.checks.of(stem):
        for params, read, before in known(check.id, of_a_process if check.id in PROCESSES else many):
            if read & changes.keys() and answered(check, rules, params) != before:
                yield check
                break


def missing(stem, path, rng, count, many=40, of_a_process=3):
    """The checks that change by a figure, alone or beside two others, and are neither shown nor said to be left."""
    book, lost = rk.rules(stem), []
    figures = [p for p in book if p != path]
    if not (ways := other_figures(book, path)):
        count["figures that cannot be changed alone"] += 1
        return lost
    alone = rng.choice(ways[:2])
    beside = dict(alone)
    for other in rng.sample(figures, 12):
        more = next(iter(other_figures(book, other)), beside)
        if len(beside) < len(alone) + 2 and more.keys().isdisjoint(beside) and taken(book, beside | more):
            beside |= more
    forced = list(changed_by_force(stem, alone, many, of_a_process))
    for name, changes in (("alone", alone), ("beside two others", beside)):
        all_effects = effects(book.changed(changes))
        for check in rk.checks.of(stem):
            names = {p for effect in all_effects if effect.situation.check is check for p in effect.figures}
            count[f"pairs {name}"] += 1
            if check in forced:
                view = not names.isdisjoint(alone)
                count[f"changed by brute force, {name}"] += 1
                count[f"shown, {name}"] += view
                if not view:
                    count[f"only said to be left, {name}"] += check in all_effects.left
                    lost += [] if check in all_effects.left else [(check.id, changes)]
            elif not names.isdisjoint(alone):
                count[f"shown beyond brute force, {name}"] += 1
    return lost


def tried_of(stem, many, seed):
    """So many figures of a book, or all."""
    figures = list(rk.rules(stem))
    return random.Random(f"{stem} {seed}").sample(figures, min(many, len(figures)))


__all__ = ["Counter", "missing", "tried_of"]
