"""Writing rules line by line: what each line says, and how one that is begun may go on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ...engine.dice.amendment import BEFORE
from ...engine.dice.notation import notation
from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, cleaned_lines
from ...engine.words.wording import as_text, first_up, signed
from .added import Addition, Modifier, name_in
from .book import Rule, Ruleset, Value, about_checks, figure_text
from .dice_wishes import all_dice, others
from .faces import unseen
from .layers import Layer
from .places import LineError
from .procedures import KINDS, Procedure
from .rule_words import named
from .text import LONGEST_TEXT, ROWS, SOME_ROWS, figure_words, one_spelling, plain_words, read
from .wishes import ready_for, rules_below, rules_having, wished
from .words import plain

_MAX_LINES = 400
_LONGEST = 400  # letters beside a line
_FEW = 8
_SIGNS = re.compile(r"[^\w\s.,:;!?'\"-]")  # no words
_BOTH = ", both = true"  # in a line that adds a modifier
_MOST_FIGURES = 3  # figures of ready rules that are told one by one
CHOOSE = "Tap what you mean:"
_GO_ON = (
    'a modifier of your own: { to = a sum, value = a number, ask = "a question" }, or a roll put in: '
    '{ before = "dice..."; choose one below, or go on'
)


class Line(NamedTuple):
    """One line of a rules text.

    number : from 0.
    path : of the figure it names, "" for none.
    message : beside it, in words.
    wrong : it cannot be taken.
    begun : it cannot be taken because something is still to be written.
    prefix : what the heading above, or the line as a heading, puts before a path, such as "fire.range."; "" without
        one.
    """

    number: int
    path: str = ""
    message: str = ""
    wrong: bool = False
    begun: bool = False
    prefix: str = ""


class WrittenRules(NamedTuple):
    """A text of house rules as it stands.

    lines : what each line says.
    changes : path to figure of the finished lines; empty while a line is wrong.
    fault : why the finished lines do not go together, ``None`` where they do.
    """

    lines: list[Line]
    changes: dict[str, Value]
    fault: RuleError | None = None

    @property
    def is_wrong(self) -> bool:
        """Is there a line that cannot be taken, and that is not merely unfinished?"""
        return any(line.wrong and not line.begun for line in self.lines)


class UnfinishedError(RuleError):
    """A line that is not wrong, but not written to its end."""


def by_line(book: Ruleset, text: str) -> list[Line]:
    """What each line of a text of house rules says to a book; a wrong line says why, the others still say theirs.

    book : the rules that the lines change.
    text : plain lines, comments and headings in brackets.

    >>> from rencounter_kit import rules
    >>> for line in by_line(rules("rencounter"), "fire.range.long = -3\\nfire.rnge.medium = 0"):
    ...     print(line.wrong, line.message)
    False long range: -4 becomes -3
    True a rule of Rencounter must be named by its path; got fire.rnge.medium; did you mean fire.range.medium?
    """
    return written_rules(book, text).lines


def written_rules(book: Ruleset, text: str) -> WrittenRules:
    """The same with the changes that the finished lines make, and whether they go together.

    >>> from rencounter_kit import rules
    >>> written_rules(rules("rencounter"), "fire.range.long = -3\\nfire.range.medium =").changes
    {'fire.range.long': -3}
    """
    lines = cleaned_lines(text).split("\n") if len(text) <= LONGEST_TEXT else []
    if not lines or len(lines) > _MAX_LINES:
        most = f"{_MAX_LINES} lines of {LONGEST_TEXT:,} characters in all"
        return WrittenRules([Line(0, "", f"house rules must be at most {most}; got more; leave some out", True)], {})
    reading = _Reading(book)
    for line in lines:
        reading.take(line)
    fault = reading.put_together()
    rules = WrittenRules(_together(lines, reading.lines), reading.changes, fault)
    return rules._replace(changes={}, fault=None) if rules.is_wrong else rules


class _Reading:
    """A text as far as it is read: what its lines say, under which heading, and where each rule is given."""

    def __init__(self, book: Ruleset) -> None:
        self.book, self.lines = book, list[Line]()
        self.prefix, self.above = "", Line(0)
        self.places, self.changes = dict[str, int](), dict[str, Value]()

    def take(self, line: str) -> None:
        """One line more."""
        plain, entry = line.strip(), Line(len(self.lines))
        if heading := plain.startswith("["):
            self.prefix = "["  # below a wrong one no path stands
        try:
            if heading:
                entry = self._heading(line)
            elif plain and not plain.startswith("#"):
                entry = self._figures(line)
        except RuleError as error:
            entry = entry._replace(message=str(error), wrong=True, begun=isinstance(error, UnfinishedError))
        self.lines.append(entry := entry._replace(prefix=self.prefix))
        if heading:
            self.above = entry

    def put_together(self) -> RuleError | None:
        """Say beside the line that changes the dice, or the figure, which face never comes by it; what keeps the lines
        from going together.
        """
        if not self.changes:
            return None
        try:
            rules = self.book.changed(self.changes)
        except RuleError as error:
            return error
        for one in unseen(rules):
            place = self.places.get(one.dice.path, self.places.get(one.rule.path, -1))
            if place >= 0:
                line = self.lines[place]
                self.lines[place] = line._replace(message=as_text(f"{line.message}; {one}", _LONGEST))
        return None

    def _heading(self, line: str) -> Line:
        try:
            ((path, value),) = read(f"{line}\nx = 1").items()
        except LineError as error:
            raise RuleError(error.message) from None
        if value != 1:
            raise RuleError(f"a heading must be a path in brackets; got {as_text(line.strip())}; leave it out")
        self.prefix = f"{self.book.path_of(path.removesuffix('.x'))}."
        return Line(len(self.lines), "", "write a line below this heading", True, True)

    def _figures(self, line: str) -> Line:
        """Usually one; a table in braces has several."""
        if self.above.wrong and not self.above.begun:
            raise RuleError("a line must be below a correct heading; got a wrong one; correct it first")
        _refuse_slips(self.book, line.strip(), self.prefix)
        values = _read_line(self.book, line, self.prefix)
        by_path = self.book.by_path({self.prefix + path: value for path, value in values.items()})
        changes = {path: self.book.fitting(path, value) for path, value in by_path.items()}
        messages = [_message_for(self.book, path, figure) for path, figure in changes.items()]
        if twice := next((path for path in changes if path in self.places), None):
            raise RuleError(f"each rule must be given once; line {self.places[twice] + 1} says it too; leave one out")
        self.places.update(dict.fromkeys(changes, len(self.lines)))
        self.changes |= changes
        if self.above.begun:
            self.above = self.above._replace(message="", wrong=False, begun=False)
            self.lines[self.above.number] = self.above
        return Line(len(self.lines), next(iter(changes)), as_text("; ".join(messages), _LONGEST))


def _together(texts: list[str], lines: list[Line]) -> list[Line]:
    """The same, with what only shows when all lines are read at once, such as a heading that comes again."""
    several = sum(bool(text.strip()) for text in texts) > 1
    if several and not any(entry.wrong and not entry.begun for entry in lines):
        try:
            read("\n".join("" if entry.begun else line for line, entry in zip(texts, lines, strict=True)))
        except LineError as error:
            lines[error.line - 1] = lines[error.line - 1]._replace(
                path="", message=error.message, wrong=True, begun=False
            )
        except RuleError as error:
            lines[-1] = lines[-1]._replace(path="", message=str(error), wrong=True, begun=False)
    return lines


def _read_line(book: Ruleset, line: str, prefix: str) -> dict[str, Value]:
    """A line as it is read; what is none is begun where the wish in it can be met."""
    try:
        return read(line + "\n")
    except LineError as error:
        start, _, value = (part.strip() for part in line.partition("="))
        if re.fullmatch(r"\{[^}]*", value) and not rules_below(book, f"{prefix}{start}."):
            raise UnfinishedError(_GO_ON) from None
        if start not in book and (way_on := _way_on(book, line, prefix)):
            raise way_on from None
        raise RuleError(error.message) from None


def _refuse_slips(book: Ruleset, line: str, prefix: str) -> None:
    """What people write who do not know TOML: no figure yet, a word without quotes, a whole path below a heading."""
    start, _, value = (part.strip() for part in line.partition("="))
    path, unfinished = book.path_of(prefix + start), value in ("", "-", '"')
    if value[:1] == "{":
        return  # no figure, and read as a whole
    if start in book and path not in book:
        rest = start.removeprefix(prefix)
        instead = "move it above the headings" if rest == start else f"write {rest}"
        problem = (
            f"a name below a heading must go on from it; got {start} below {as_text(f'[{prefix[:-1]}]')}; {instead}"
        )
        raise UnfinishedError(problem) if unfinished else RuleError(problem)
    if path in book:
        rule = book.rule(path)
        if unfinished or (rule.rows and value[0] == "[" and value.count("[") > value.count("]")):
            what = f"rows after = such as {SOME_ROWS}" if rule.rows else "a figure after ="
            what = 'dice after = such as "2d6"' if rule.is_dice else what
            raise UnfinishedError(f"{rule.label}: {figure_text(rule.value)} by the book; write {what}")
        if rule.is_dice and (dice := notation(value)):
            raise UnfinishedError(f"dice must be in quotes; got {as_text(value)}; try {start} = {figure_text(dice)}")
        if re.fullmatch(r"[A-Za-z_][\w ]*", value) and value not in ("true", "false", "inf", "nan"):
            choices = [figure_text(one) for one in rule.options]
            instead = next((one for one in choices if one == figure_text(_choice(value))), "")
            needed = " or ".join(choices) or (ROWS if rule.rows else f"a figure such as {figure_text(rule.value)}")
            hint = f"; try {start} = {instead}" if instead else ""
            raise RuleError(f"{start} must be {needed}; got {as_text(value)}{hint}")
    elif not rules_below(book, prefix):
        book.rule(path)  # says that there is none, and which may be meant
    elif unfinished or "." not in start:
        if way_on := _way_on(book, line, prefix):
            raise way_on
        if unfinished:
            raise _no_way_on(book, line, prefix)


def _way_on(book: Ruleset, line: str, prefix: str) -> UnfinishedError | None:
    """What is said beside a line that is no rule yet, where something may be meant by it; ``None`` where nothing is."""
    if not completions(book, line, 1, prefix):
        return None
    wish = wished(book, prefix, line)
    if not wish.unknown or (not wish.instead and not wish.new) or _beginning(book, prefix, line):
        return UnfinishedError(CHOOSE)
    ask = f"Did you mean: {wish.instead}?" if wish.instead else "Add it as a new rule?"
    return UnfinishedError(f"{_unknown(book, line, prefix)}{ask}")


def _no_way_on(book: Ruleset, line: str, prefix: str) -> RuleError:
    """What is said beside a line by which nothing is meant here: what can be said."""
    if "=" in line:
        return RuleError(
            f"a line must be name = number; got {as_text(line)}; try a line such as {_example(book, prefix)}"
        )
    path, _, figure = _example(book, prefix).partition(" = ")
    wish = f'"{book.rule(prefix + path).label} {figure}"'
    return RuleError(f"{_unknown(book, line, prefix) or 'No rule fits that. '}Try words of the rules, such as {wish}")


def _unknown(book: Ruleset, line: str, prefix: str) -> str:
    """That a word is not known."""
    unknown = wished(book, prefix, line).unknown
    return f'I don\'t know "{as_text(unknown)}". ' if unknown else ""


def _choice(word: str) -> Value:
    """The choice that a word without quotes stands for."""
    return {"yes": True, "true": True, "no": False, "false": False}.get(word.lower(), word.lower().replace(" ", "_"))


def _message_for(book: Ruleset, path: str, figure: Value) -> str:
    """What becomes of the figure; ``RuleError`` where it is so already."""
    if isinstance(figure, Addition):
        return _message_of(book, path, figure)
    rule = book.rule(path)
    if book.holds(path, figure):
        raise UnfinishedError(f"{rule.label} is {figure_text(figure)} already; write another figure")
    return f"{rule.label}: {figure_text(rule.value)} becomes {figure_text(figure)}{_unread(book, path)}"


def _unread(book: Ruleset, path: str) -> str:
    return "" if book.is_read(path) else "; no roll uses it"


def _message_of(book: Ruleset, path: str, added: Addition) -> str:
    """What is done by what the book does not have."""
    if book.holds(path, added):
        raise UnfinishedError(f"{added.label(path, book.spelling)} counts so already; write another figure")
    return f"{_does(book, added)}; not in the book"


def _does(book: Ruleset, added: Addition) -> str:
    """What is added, in words."""
    cases = added.cases(book.spelling)
    return f"{signed(added.value)} {cases}" if isinstance(added, Modifier) else cases


class Offer(NamedTuple):
    """A way on for a line that is begun.

    name : what it does, in words, or the name of ready rules.
    lines : what it writes in place of the line.
    text : what else is to be known of it, as what it writes.
    """

    name: str
    lines: str
    text: str = ""


def offers(book: Ruleset, line: str, limit: int = _FEW, prefix: str = "") -> list[Offer]:
    """How a line that is begun may go on: ready rules that are meant, then lines as ``completions`` has them.

    >>> from rencounter_kit import rules
    >>> for offer in offers(rules("rencounter"), "plate armour counts double", limit=2):
    ...     print(offer.name, "|", offer.lines.replace("\\n", "; "))
    Doubled armour | fire.armor.point = -2; melee.situation.armor = -2
    Armour point against thrown weapons, bows and crossbows (fire): -1 → -2 | fire.armor.point = -2
    """
    ready = ready_for(book, line) if not prefix else []
    whole = {layer.lines for layer in ready}
    lines = [one for one in completions(book, line, limit, prefix) if one not in whole]
    twice = {one.replace(_BOTH, "") for one in lines if _BOTH in one}
    ready_offers = [Offer(layer.name, layer.lines, _ready_text(book, layer)) for layer in ready]
    return [*ready_offers, *(_offer(book, prefix, one, one in twice) for one in lines)][:limit]


def _ready_text(book: Ruleset, layer: Layer) -> str:
    """What ready rules change, by which they differ from single lines, and why."""
    changes = layer.changes.items()
    text = "; ".join(_changed(book, path, value) for path, value in changes) if len(changes) <= _MOST_FIGURES else ""
    return f"{text or f'{len(changes)} figures'}. {layer.note}".strip()


def _changed(book: Ruleset, path: str, value: Value) -> str:
    """What becomes of a figure, in words."""
    if isinstance(value, Addition):
        return _does(book, book.fitting(path, value))
    return f"{named(book.rule(path))}: {book.rule(path).value_text} → {figure_words(value, book.spelling)}"


def _offer(book: Ruleset, prefix: str, line: str, sided: bool = False) -> Offer:
    """A whole line, by what it does; below it the line itself.

    sided : may what it asks be asked once for both sides instead?
    """
    if line[0] == "[":
        return Offer(line, line)
    path, _, figure = line.partition(" = ")
    if not figure:
        return Offer(
            f"{named(book.rule(prefix + path))}, now {book.rule(prefix + path).value_text}",
            line,
            path + _unread(book, prefix + path),
        )
    ((path, value),) = read(line).items()
    says = line
    if isinstance(value, Modifier):
        says = "a new rule" + (": one box for both sides" if value.both else ": a box for each side" if sided else "")
        value = replace(value, both=False)
    if isinstance(value, Procedure) and value.kind == BEFORE:
        alike = [one for one in book if {*value.named} & {*one.split(".")[1:]} and not book.rule(one).threshold]
        says += f"; the modifiers of the book still count unless you set them to 0: {', '.join(alike)}" if alike else ""
    return Offer(_changed(book, prefix + path, value), line, says)


def completions(book: Ruleset, line: str, limit: int = _FEW, prefix: str = "") -> list[str]:
    """How a line that is begun may go on, the likeliest first; none for an empty or finished one. A line goes to its
    end, or to the sign after which a figure is still to be written; none says what holds anyway.

    line : as far as it is written: the beginning of a path or of a heading, or words of what is looked for.
    prefix : what the heading above puts before it, as ``Line`` has it; only what may stand there is offered.

    >>> from rencounter_kit import rules
    >>> completions(rules("rencounter"), "large sh", limit=2)
    ['fire.shield.large = ', 'melee.shield.large = ']
    >>> completions(rules("rencounter"), "large shield = -3", limit=2)
    ['fire.shield.large = -3', 'melee.shield.large = -3']
    >>> completions(rules("rencounter"), "lar", prefix="fire.shield.")
    ['large = ']
    >>> completions(rules("rencounter"), "rulings.skill_roll =")
    ['rulings.skill_roll = "less_than"']
    """
    line = cleaned(line[:200])
    if not line or line[0] == "#":
        return []
    if line[0] == "[":
        return _headings(book, line[1:], limit)
    start, equals, value = (part.strip() for part in line.partition("="))
    start = book.path_of(prefix + start.removeprefix(prefix)).removeprefix(prefix)  # somebody wrote the whole path
    values = _values(book, prefix + start, value)
    if values or (equals and prefix + start in book):
        return [f"{start} = {text}" for text in values[:limit]]
    figures = [] if equals else _beginning(book, prefix, start)
    if len(figures) < limit:
        wish = wished(book, prefix, line)
        rolls = [one for one in wish.new if isinstance(one[1], Procedure)]
        figures = [*([] if rolls else figures), *wish.figures, *wish.new]
    lines = (f"{path} = {'' if figure is None else figure_text(figure)}" for path, figure in figures)
    return list(dict.fromkeys(lines))[:limit]


def _beginning(book: Ruleset, prefix: str, start: str) -> list[tuple[str, Value]]:
    """The rules whose path begins so, or whose path and label have all these words; what they become is not said. One
    that no roll reads is looked up by its path alone.
    """
    terms, spelt = set(() if _SIGNS.search(start) else plain(start)), tuple({start, one_spelling(start)})
    having = set.intersection(*(rules_having(book, prefix, f" {word}") for word in terms)) if terms else set[int]()
    matches = []
    for place, (path, rule, _) in enumerate(rules_below(book, prefix) if plain_words(start).split() else ()):
        if path.startswith(spelt):
            rank = 0
        elif place in having:
            rank = 1
        elif any(one in path for one in spelt):
            rank = 2
        else:
            continue
        is_read = book.is_read(rule.path)
        if is_read or not rank:
            matches.append((not is_read, rank, len(path), path))
    return [(path, None) for *_, path in sorted(matches)]


def _headings(book: Ruleset, start: str, limit: int) -> list[str]:
    """The headings below which rules stand, of those that a begun one may mean."""
    terms = plain_words(start).split()
    groups = {path.rpartition(".")[0] for path in book} if terms else ()
    matches = [group for group in groups if all(f" {word}" in plain_words(f" {group}") for word in terms)]
    return [f"[{group}]" for group in sorted(matches, key=lambda g: (not g.startswith(start), len(g), g))[:limit]]


def _values(book: Ruleset, path: str, start: str) -> list[str]:
    """What the figure at a path may become."""
    if start[:1] == "{" and (path not in book or book.rule(path).adds):
        return _modifiers(book, path, start)
    if path not in book:
        return []
    rule = book.rule(path)
    if rule.is_dice and (dice := notation(start)):
        return [figure_text(dice)]
    texts = [figure_text(value) for value in (others(book, path) if rule.is_dice else _near(rule))]
    if (figure := figure_text(_choice(start))) in texts and start not in texts:
        return [figure]
    if start != figure_text(book[path]):
        texts = [text for text in texts if text.lstrip('"').startswith(start.lstrip('"')) and text != start]
    return texts


def _modifiers(book: Ruleset, path: str, start: str) -> list[str]:
    """The modifiers that one may add at a path, with what is written of them; none once it is written to its end, or
    goes by more.
    """
    if "}" in start or re.search(r"\b(?:when|each|both)\s*=", start):
        return []
    if (kind := re.match(r'\{\s*(\w+)\s*=\s*"?([\w.]*)', start)) and kind[1] in KINDS:
        every = (
            about_checks().example(book, KINDS[kind[1]], dice.path)
            for dice in all_dice(book)
            if dice.path.startswith(kind[2])
        )
        return [str(one) for one in every if one]
    to, ask = (re.search(rf'\b{key}\s*=\s*"([^"]*)', start) for key in ("to", "ask"))
    number = re.search(r"\bvalue\s*=\s*([-+]?\d{1,4})\b", start)
    sum_words = plain_words(to[1].strip()) if to else ""
    names = [name for name in about_checks().sums_for(book.stem, path) if sum_words in plain_words(name)]
    question = ask[1].strip() if ask else ""
    usual = f"{first_up(book.spelling.words(name_in(path)))}."
    return [str(Modifier(name, (number and int(number[1])) or -1, question or usual)) for name in names]


def _example(book: Ruleset, prefix: str) -> str:
    """A line that may stand below a heading."""
    if not prefix:
        return book.example
    path, rule, _ = next((one for one in rules_below(book, prefix) if _near(one[1])), rules_below(book, prefix)[0])
    return f"{path} = {figure_text(next(iter(_near(rule)), rule.value))}"


def _near(rule: Rule) -> list[Value]:
    """The other choices of a switch, or the whole numbers next to a figure."""
    if rule.options:
        return [option for option in rule.options if option != rule.value]
    if type(rule.value) is int:
        near = (rule.value - 1, rule.value + 1, rule.value - 2, rule.value + 2)
        return [figure for figure in near if rule.low <= figure <= rule.high]
    return []
