"""The answer of a check: the same when it is asked again, a mapping of chances, and as it is handed on."""

import json
import pickle
from fractions import Fraction

from rencounter_kit.engine.words.wording import so_many

from .contract import in_each
from .ready import situations, some, usual


def alike(one, other):
    """Two answers to one question."""
    return dict(one.items()) == dict(other.items()) and one.params == other.params and one.targets == other.targets


@in_each(usual)
def repeated(check, params):
    first = check(**params)
    for again in (check(**params), check(rules=check.book, **dict(reversed(params.items())))):
        same = alike(again, first) and str(again.explain()) == str(first.explain())
        yield same, "answers otherwise when it is asked again"
    yield alike(check(**first.params), first), "answers otherwise when all parameters are spelt out"


def defaults(check):
    """What is said at its default changes nothing."""
    for name, value in check().params.items():
        same = dict(check(**{name: value}).items()) == dict(check().items())
        yield same, f"answers otherwise where {name} is said to be {value!r}, its default"


@in_each(some)
def mapping(check, params):
    answer = check(**params)
    whole = len(answer) == len(list(answer)) == len(answer.keys()) == len(answer.dist) > 0
    yield whole and sum(answer.values()) == answer.event(list(answer)) == 1, "must have chances that add up to 1"
    for outcome, p in answer.items():
        text = check.text(outcome)
        answer_forms = (answer[outcome], answer[text], answer.get(outcome), answer.dist.probability(outcome))
        events = map(answer.event, (outcome, [outcome], {outcome}, text))
        one = {*answer_forms, *events} == {p} and outcome in answer and text in answer
        yield one, f"must give {text!r} one chance however it is asked for"
    nothing = "no such outcome" not in answer and answer.get("no such outcome") is None
    yield nothing, "must give what is no outcome no chance"
    yield (
        repr(answer).startswith(f"<{check.id}: "),
        f"must have an answer that says of what it is; it is {answer!r:.80}",
    )


@in_each(some)
def json_text(check, settings):
    answer = check(**settings)
    params, texts = json.loads(json.dumps(answer.params)), {check.text(o): str(p) for o, p in answer.items()}
    yield alike(check(**params), answer), "answers otherwise when its parameters went through JSON"
    chances = [*map(Fraction, json.loads(json.dumps(texts)).values())]
    yield chances == [*answer.values()], "has outcomes that are not told apart in JSON"


@in_each(usual)
def forms(check, params):
    """As a series, a pickle and a table: numbers as numbers, and all else in words."""
    answer = check(**params)
    series, chances = answer.to_series(), [*answer.values()]
    yield [*series] == chances and [*series.index] == [*answer], "has another series than its chances"
    yield pickle.loads(pickle.dumps(answer.dist)) == answer.dist, "has chances that change in a pickle"
    cells, column = zip(*answer.as_table().lines, strict=True)
    kinds = [int if type(outcome) is int else str for outcome in answer]
    named = [*map(type, cells)] == kinds and [*map(str, cells)] == [*map(check.text, answer)]
    yield named and [*column] == chances, f"has another table than its chances: {cells}, {column}"


@in_each(situations)
def headline(check, params):
    """What is certain is said to be; else no event that never happens is told while another may happen."""
    answer = check(**params)
    line = answer.headline
    lines = [name for name in check.events if line.startswith(f"{check.words(name)} ")]
    if len(answer) > 1 and any(answer.events.values()):
        yield (
            lines and answer.event(lines[0]) > 0,
            f"must have an event that may happen in its headline; it is {line!r}",
        )
    if len(answer) == 1:
        (outcome,) = answer
        words = str(outcome) if check.unit and type(outcome) is int else check.words(outcome)
        counted = so_many(outcome, check.unit) if check.unit and type(outcome) is int else words
        certain = line in (f"always {words}", f"always: {words}", f"always {counted}") or words == line == "never"
        yield certain, f"must say that {words} is certain; it says {line!r}"


@in_each(some)
def reasons(check, params):
    yield str(check(**params).explain()), "has no reasons"


@in_each(usual)
def reasons_of_house_rules(check, params):
    """Each figure that counts here: one more, and the reasons say whose it is, what it was, and where that stands."""
    for path in (entry.rule.path for entry in check(**params).modifiers if entry.rule):
        value, rule = check.book[path], check.book.rule(path)
        if type(value) is int and not rule.choices:
            rules = check.book.with_house_rules(f"{path} = {value + 1}", name="Our table")
            why = str(check(rules=rules, **params).explain())
            has_words = f"Our table (was {value}, {rule.citation})" in why and f"house rule: {rules.rule(path)}" in why
            yield has_words, f"must tell of the house rule {path} = {value + 1} in its reasons"
