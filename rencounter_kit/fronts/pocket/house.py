"""House rules in the page: what each line says, how one goes on, what they change, and the code to send."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned_lines
from ...workbook.analysis.effects import EffectsSearch
from ...workbook.analysis.effects_table import effects_html
from ...workbook.analysis.mine import kept_rules, kept_set, mine, mine_of, things_of
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.layers import Layer, Layers, ready_rules
from ...workbook.rulebook.writing import offers, written_rules
from .setting import PageData, ruled

_NEXT = 6


def _book(stem: str) -> Ruleset:
    return checks.of(stem)[0].book


def read_rules(stem: str, text: str, at: int) -> PageData:
    """What the lines say, the offers for the one at a number, and the lines that are in force.

    A code that somebody has sent becomes its lines.
    """
    book = _book(stem)
    view: PageData = {"text": text, "lines": [], "offers": [], "force": None, "error": ""}
    try:
        unpacked = Layers.read(text, game=stem) if _is_code(text) else None
        if unpacked is not None:
            if unpacked.book.stem != stem:
                raise RuleError(
                    f"a code here must be for {book.title}; got one for {unpacked.book.title}; open its checks"
                )
            text = view["text"] = unpacked.rules.lines
        rules = written_rules(book, text)
        lines = rules.lines
        view["lines"] = [
            {"says": line.message, "kind": "begun" if line.begun else "wrong" if line.wrong else "fine"}
            for line in lines
        ]
        texts = cleaned_lines(text).split("\n")
        if 0 <= at < len(lines):
            view["offers"] = [list(one) for one in offers(book, texts[at], _NEXT, lines[at].prefix)]
        if rules.fault:
            raise rules.fault
        if not rules.is_wrong:
            view["force"] = book.changed(rules.changes).lines if rules.changes else ""
    except RuleError as error:
        view["error"] = book.spelling.in_sentence(str(error))
    return view


def _is_code(text: str) -> bool:
    from ...workbook.rulebook.code import unpacked

    return unpacked(text) != [text]


def ready_sets(stem: str) -> list[list[str]]:
    """Ready rules of a game: name, why, lines."""
    return [[layer.name, layer.note, layer.lines] for layer in ready_rules(stem).values()]


def rules_to_keep(stem: str, lines: str, name: str = "", sets: Sequence[str] = ()) -> PageData:
    """The lines as a browser keeps them: in force, or with a name as a saved set.

    sets : the codes of those that are saved.
    """
    layers = Layers.read(lines, game=stem) if lines.strip() else Layers(stem)
    if name.strip() and layers.layers:
        return kept_set(Layer(stem, layers.layers[0].changes, name))._asdict()
    return kept_rules(layers, sets)._asdict()


def mine_file(kept: object) -> PageData:
    """All that a browser keeps, as a file."""
    return {"text": mine_of(things_of(kept)).text}


def things_in_file(text: str) -> PageData:
    """What the text of such a file says, thing by thing."""
    return {"things": mine(text).things}


class RuleEffects:
    """What house rules change, as it is found."""

    def __init__(self, stem: str, lines: str) -> None:
        self._search = EffectsSearch(ruled(stem, lines))

    def more(self) -> PageData:
        """What is known after one more piece, how far that is, and of all the rest only when it is over."""
        if not self._search.is_over:
            self._search.look_on()
        effects, over = self._search.effects, self._search.is_over
        far = {"at": self._search.done, "of": self._search.of}
        return {
            "table": effects_html(effects) if effects else "",
            "rest": effects.rest if over else "",
            "done": over,
            **far,
        }
