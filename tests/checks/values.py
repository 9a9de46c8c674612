"""Values of parameters: the right ones are read as they are typed, a wrong one is refused in a sentence."""

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import first_up
from rencounter_kit.workbook.mechanics.address import id_in
from rencounter_kit.workbook.mechanics.links import SentSituation, command, others, python, taken_in
from rencounter_kit.workbook.mechanics.parameter import Choice, as_typed
from rencounter_kit.workbook.verification.wrong_values import nearly_right

LONGEST = 400  # characters of a sentence that can still be read


def refusal(check, params):
    """The sentence that refuses a situation; empty where it is answered."""
    try:
        check(**params)
    except rk.RuleError as error:
        return str(error)
    return ""


def wrong_values(check):
    """One that looks like a value is refused, parameter by parameter, and so is a slip in its name."""
    for name, p in check.parameters.items():
        value = next(iter(nearly_right(p)))
        sentence = refusal(check, {name: value})
        proper = all(one in sentence for one in (name, " must ", "got ")) and "\n" not in sentence
        short = proper and len(sentence) <= LONGEST
        yield (
            short,
            f"must refuse {name} = {value!r} in one short line, what must be how; got what; it says {sentence!r}",
        )
        slip = refusal(check, {f"{name}x": value})
        yield "did you mean" in slip, f"must say that {name}x is no parameter, and what was meant; it says {slip!r}"


def typed_values(check):
    """Each value is read from what one types."""
    for name, p in check.parameters.items():
        for value in p.values():
            read = p.read(as_typed(value))
            yield (read, type(read)) == (value, type(value)), f"reads {name} as {read!r} where {value!r} is typed"


def names_as_written(check):
    """Names and words mean themselves as the pages write them: in capitals, with spaces, and in either spelling."""
    for name, p in check.parameters.items():
        for form in {p.words, first_up(p.words), p.words.upper(), name.replace("_", "-")}:
            yield check.name_of(form) == name, f"does not know {name} as {form!r}"
        for word in p.choices if isinstance(p, Choice) else ():
            known = not isinstance(word, str) or p.check(p.text(word)) == p.check(word.upper()) == word
            yield known, f"does not know the {name} {word!r} by its words or in capitals"


def lines_of_each(check):
    """Each parameter by itself is taken in again as a command and as Python, whatever it is called."""
    for name, p in check.parameters.items():
        other = next((one for one in p.by(check.book).values() if one != p.default), p.default)
        params = others(check, {name: other})
        for line in (command(check, params), python(check, params)):
            same = taken_in(check, line) == SentSituation(params) and id_in(line) == check.id
            yield same, f"does not take in again what it writes: {line}"
