"""Texts of rules made to do harm, and what must be true of whatever is made of them."""

import base64
import json
import sys
import threading
import zlib

from rencounter_kit import Layers, RuleError, rules
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.typed import cleaned_lines
from rencounter_kit.workbook.rulebook.book import load, systems
from rencounter_kit.workbook.rulebook.text import figure_text
from rencounter_kit.workbook.rulebook.writing import by_line, completions

LONGEST_SENTENCE, MAX_LINES = 400, 400
BOOKS = {stem: rules(stem) for stem in systems()}
FRESH = {stem: load(project_folder("data") / f"{stem}.toml") for stem in BOOKS}  # what a book must still be afterwards
BOOK = BOOKS["rencounter"]
READERS = {
    "with_house_rules": lambda book, text: book.with_house_rules(text),
    "layers": lambda book, text: Layers.read(text, book.stem),
    "by_line": by_line,
    "completions": completions,
}


def reads(read, text, book=BOOK):
    """What one reader makes of a text, ``None`` for a refusal; anything but a proper sentence fails."""
    try:
        return READERS[read](book, text)
    except RuleError as error:
        message = str(error)
    assert is_sentence(message), message
    assert read in ("with_house_rules", "layers"), "what is written in a box is told of beside it"
    return None


def is_sentence(text):
    """One line that can be printed, and not too long to be read."""
    return bool(text) and text.isprintable() and len(text) <= LONGEST_SENTENCE


def looked_through(text, book=BOOK):
    """Every reader reads it, and what they say is right; whether somebody took it."""
    ours, layers, lines, offers = (reads(read, text, book) for read in READERS)
    if ours is not None:
        assert ours.house_rules or ours == book
    if layers is not None:
        again = Layers.read(layers.text, layers.book.stem)
        assert again.layers == layers.layers and Layers.read(again.code, book.stem).rules == layers.rules
    if ours is not None and layers is not None:
        assert dict(layers.rules) == dict(ours)
    assert len(lines) in (1, cleaned_lines(text).count("\n") + 1)
    assert all(not line.message or is_sentence(line.message) for line in lines)
    assert len(offers) <= 8 and all(offer.isprintable() and len(offer) < 200 for offer in offers)
    assert book == FRESH[book.stem] and dict(book) == dict(FRESH[book.stem])
    return ours is not None or layers is not None


# What they are made of ------------------------------------------------------------------------------------------------

ADDED = [
    'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }',
    'fire.far = { to = "to hit", value = -1, when = { weapon = "long_bow", range_band = ["long", "extreme"] } }',
    'fire.pain = { to = "severity", value = 3, each = "wounds" }\nmelee.odd = { to = "Parry", value = 1 }',
]
READY = [file.read_text(encoding="utf-8") for file in sorted((project_folder("data") / "house").glob("*.toml"))]
LINES = [f"{path} = {figure_text(value)}" for book in BOOKS.values() for path, value in book.items()]
DUNDERS = ["__class__", "__init__", "__dict__", "__globals__", "__builtins__", "__import__", "_rules", "items", "get"]
PIECES = [
    *".=[]{}\"'#,\n\r\t\\ -+_0189eExobTZ:",
    "[[",
    "]]",
    "[[layer]]\n",
    "[layer]",
    '"""',
    "'''",
    "\r\n",
    "\x00",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\U0001f3b2",
    "é",
    "e\u0301",
    "²",
    "٣",
    "\xa0",
    "true",
    "false",
    "inf",
    "-nan",
    "1979-05-27",
    "07:32:00",
    "1979-05-27T07:32:00.999999-07:00",
    "0x",
    "9" * 30,
    "1e400",
    "\\u0000",
    "\\U0010ffff",
    "\\x",
    "..",
    "..4",
    "3..4",
    "{}",
    "{0}",
    "%s",
    "rk1:",
    "{ to = ",
    "value = ",
    "when = { ",
    "ask = ",
    "each = ",
    "game = ",
    "name = ",
    "note = ",
    '"rencounter"',
    *DUNDERS,
    *BOOK,
    *LINES,
]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def word(content):
    """The code of some bytes, whatever they are."""
    return "rk1:" + base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def packed(mark, times):
    """The code of a mark that comes many times, itself packed ``times`` over."""
    packing = zlib.compressobj(9)
    content = b"".join(packing.compress(mark * (10**6 // len(mark))) for _ in range(20)) + packing.flush()
    for _ in range(times):
        content = zlib.compress(content, 9)
    return "rk1:" + base64.urlsafe_b64encode(content).decode().rstrip("=")


# What asks to be carried out ------------------------------------------------------------------------------------------

CODE = [
    "__import__('os').system('exit 1')",
    "eval('1')",
    "exec('x = 1')",
    "open('book.toml').read()",
    "{0.__class__}",
    "{self}",
    "{book._rules}",
    "%(path)s %s %n",
    "$(reboot)",
    "`reboot`",
    "${HOME}",
    "; reboot",
    "<script>alert(1)</script>",
    "!!python/object",
    "../../data/rencounter.toml",
    "lambda: 0",
    "sympy",
    "cos\nsystem\n(S'reboot'\ntR.",
    "\\u0000",
    "$\\input{x}$",
]
HARM = [
    *(f"{quoted(code)} = 1" for code in CODE),
    *(f"fire.{quoted(code)}.long = 1" for code in CODE),
    *(f"fire.range.long = {quoted(code)}" for code in CODE),
    *(f"fire.range.long = {code}" for code in CODE),
    *(f"severity.dead = {quoted(code)}" for code in CODE),
    *(f'[[layer]]\ngame = {quoted(code)}\nname = "x"\nfire.range.long = -3' for code in CODE),
    *CODE,
    *(f"{name} = 1" for name in DUNDERS),
    *(f"fire.range.long.{name} = 1" for name in DUNDERS),
    *(f"[{name}]\nlong = 1" for name in DUNDERS),
    *(f"[[layer]]\n{name} = 1" for name in DUNDERS),
    "__class__.__init__.__globals__.__builtins__.eval = 'x'",
    "a.__class__.__mro__ = []",
]


class Watch:
    """What the interpreter does in this thread while it is watched: compile, exec, import, open, start, connect..."""

    def __init__(self):
        self.thread, self.seen = None, []
        sys.addaudithook(self._told)

    def _told(self, event, arguments):
        if threading.get_ident() == self.thread:
            self.seen.append((event, repr(arguments)[:80]))

    def during(self, do):
        self.seen, self.thread = [], threading.get_ident()
        try:
            do()
        finally:
            self.thread = None
        return self.seen


# Long ones, of as many letters as one likes ---------------------------------------------------------------------------


def filled(line, length, head="", most=10**9):
    """As many lines as there is room for; ``line`` makes one from its number."""
    lines, room = [], length - len(head)
    while len(lines) < most and room > len(new_line := line(len(lines))):
        lines.append(new_line)
        room -= len(new_line) + 1
    return head + "\n".join(lines)


def deep(dots):
    return "a" + ".a" * dots


def boxed(line):
    """Not more lines than a box takes; ``line`` makes one from its number and the length of all."""
    return lambda n: filled(lambda i: line(i, n), n, most=min(MAX_LINES - 1, n // 80))


PATHS = list(BOOK)
WHOLE = [f"{p} = {v + 1}" for p, v in BOOK.items() if type(v) is int and not BOOK.rule(p).choices]
CLASSES = [(p, v) for p in BOOK if type(BOOK[p]) is str and ".weapon." in p for v in BOOK._family(p) if v != BOOK[p]]
GROWING = {
    # paths and headings
    "lines below a deep heading": lambda n: filled(lambda i: f"{i:x}=1", n, f"[{deep(8)}]\n"),
    "deep lines below a deep heading": lambda n: filled(lambda i: f"{i:x}.{deep(7)}=1", n, f"[{deep(8)}]\n"),
    "deep lines between deep headings": lambda n: filled(
        lambda i: f"[{deep(7)}.b{i:x}]" if i % 2 else f"{i:x}.{deep(7)}=1", n
    ),
    "deep lines, then a heading": lambda n: filled(lambda i: f"{i:x}.{deep(7)}=1", n - 5, f"[{deep(8)}]\n") + "\n[b]",
    "deep headings": lambda n: filled(lambda i: f"[{i:x}.{deep(7)}]", n),
    "deep lists": lambda n: filled(lambda i: f"[[{deep(7)}.{i:x}]]", n),
    "one deep list": lambda n: filled(lambda i: f"[[{deep(8)}]]", n),
    "a path of many names": lambda n: deep((n - 5) // 2) + " = 1",
    "paths of many names": lambda n: filled(lambda i: f"{i:x}.{deep(590)}=1", n, f"[{deep(590)}]\n"),
    "paths of many names in quotes": lambda n: filled(lambda i: f'"{i}"' + '.""' * 590 + "=1", n, f"[{deep(590)}]\n"),
    "many names in a table in braces": lambda n: filled(lambda i: f"a{i:x} = {{{deep(590)} = 1}}", n),
    "many names behind a text of lines": lambda n: (
        "a = [" + filled(lambda i: f'{{a = """ " \n""", {deep(590)} = 1}},', n - 10) + "]"
    ),
    "a long name": lambda n: "x" * (n - 10) + " = 1",
    "a long name in quotes": lambda n: '"' + "\\u0007" * ((n - 10) // 6) + '" = 1',
    "a path with a space": lambda n: "fire" + " " * (n - 40) + ".range.long = -3",
    "a heading with a space": boxed(lambda i, n: "[fire" + " " * (n * 7 // 8) + ".range]" if i == 0 else "long = -3"),
    "a heading with a remark": boxed(lambda i, n: "[fire.range] #" + "." * (n * 7 // 8) if i == 0 else "long = -3"),
    "a long heading": boxed(lambda i, n: "[fire." + "x" * (n * 7 // 8) + "]" if i == 0 else f"x{i} = -3"),
    "a heading of many names": boxed(lambda i, n: f"[{deep(n * 3 // 8)}]" if i == 0 else f"x{i} = 1"),
    "headings": lambda n: filled(lambda i: f"[{i:x}]", n),
    "lists of tables": lambda n: "[[a]]\n" * (n // 6),
    "layers": lambda n: filled(lambda i: f'[[layer]]\nname = "{i}"\nfire.range.long = {i - 9000}', n),
    # values
    "a whole number": lambda n: "fire.range.long = " + "9" * (n - 20),
    "a number in hexadecimal": lambda n: "fire.range.long = 0x" + "f" * (n - 20),
    "a number with lines": lambda n: "fire.range.long = 1" + "_1" * ((n - 20) // 2),
    "a number of many places": lambda n: "fire.weapon.javelin.reload = 1." + "9" * (n - 40),
    "a list": lambda n: "fire.range.long = [" + "1," * ((n - 30) // 2) + "]",
    "lists in a list": lambda n: "fire.range.long = [" + "[]," * ((n - 30) // 3) + "]",
    "lists in lists in lists": lambda n: "fire.range.long = " + "[" * ((n - 20) // 2) + "]" * ((n - 20) // 2),
    "tables in tables in tables": lambda n: "a = " + "{a = " * ((n - 20) // 6) + "}" * ((n - 20) // 6),
    "tables in a list": lambda n: "a = [" + "{}," * ((n - 30) // 3) + "]",
    "a table in braces": lambda n: "fire = {" + filled(lambda i: f"x{i} = 1,", n - 20).replace("\n", "") + "x = 1}",
    "a table of many names in lists": lambda n: "a = " + f"[\n{{{deep(8)} = " * (n // 30) + "1" + "}]" * (n // 30),
    "dates": lambda n: "fire.range.long = [" + "1979-05-27T07:32:00Z," * ((n - 30) // 21) + "]",
    "a range of many parts": lambda n: 'severity.dead = "' + "1," * ((n - 30) // 2) + '1"',
    "a range with a space": lambda n: 'severity.dead = "1' + " " * (n - 30) + 'x"',
    # texts
    "escapes": lambda n: 'fire.range.long = "' + "\\n" * ((n - 30) // 2) + '"',
    "escapes at the ends of lines": lambda n: 'fire.range.long = """' + "\\\n" * ((n - 30) // 2) + '"""',
    "a text that does not end": lambda n: 'fire.range.long = "' + "x" * (n - 30),
    "quotes": lambda n: '"' * n,
    "quotes that are escaped": lambda n: '"' + '\\"' * ((n - 1) // 2),
    "strokes": lambda n: "\\" * n,
    "brackets": lambda n: "[" * n,
    "dots": lambda n: "." * n,
    "signs": lambda n: "=" * n,
    "spaces": lambda n: " " * n,
    "lines": lambda n: "\n" * n,
    "a remark": lambda n: "#" * n,
    "remarks": lambda n: "#\n" * (n // 2),
    "ends of lines of long ago": lambda n: "fire.range.long = -3\r" * (n // 22),
    "zeros": lambda n: "\x00" * n,
    "halves of characters": lambda n: "\ud800" * n,
    "marks upon marks": lambda n: "e" + "\u0301" * (n - 1),
    # what is almost right, or right
    "a box of paths that are almost right": boxed(lambda i, n: f"{PATHS[i * 2]}.{PATHS[i]} = 1"[-79:]),
    "a box of begun lines": boxed(lambda i, n: "f fi fir fire r ra ran rang l lo lon s sh shi x" + f" {i:09}" * 3),
    "a box of right lines": boxed(lambda i, n: f"{WHOLE[i]}  # {'x' * 60}"[:79]),
    "every class of weapon in layers": lambda n: filled(
        lambda i: f'[[layer]]\nname = "{i}"\n' + "\n".join(f'{p} = "{v}"' for p, v in dict(CLASSES).items()), n, most=40
    ),
    "every number in layers": lambda n: filled(
        lambda i: f'[[layer]]\nname = "{i}"\n' + "\n".join(WHOLE[i::12]), n, most=40
    ),
}
SLOWEST = [
    "deep lines, then a heading",
    "a whole number",
    "a number in hexadecimal",
    "a heading with a space",
    "a box of paths that are almost right",
    "a box of begun lines",
    "every class of weapon in layers",
]


# What once went wrong -------------------------------------------------------------------------------------------------

OUTCOMES = {
    "lists and tables in one another, too deep to be shown": "fire.range.long = "
    + f"[\n{{{deep(8)} = " * 120
    + "1"
    + "}]" * 120,
    "a heading and lines, too deep to be shown": f"[[layer]]\n[layer.name.{deep(590)}]\n{deep(590)} = 1",
    "a range of many parts that is right": f'severity.none = "{", ".join(map(str, range(13, 99)))}, 99.."',
    "a list of layers that is empty": "layer = []",
    "a rule of no name before a layer": '"" = 1\n[[layer]]\nfire.range.long = -3',
    "a heading of a list": "[[fire.range]]\nlong = -3",
    "a number too long to print": "fire.range.long = 0x" + "f" * 9_000,
}
