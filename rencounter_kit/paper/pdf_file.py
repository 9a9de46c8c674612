"""A PDF as Chromium writes it: on which pages the places lie that links lead to, and the same file in a quarter of the room."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_TOGETHER = 200  # objects that are packed together
_FREE, _IN_FILE, _PACKED = range(3)  # kinds of lines in a table of objects
_TABLE = re.compile(rb"xref\s+0 \d+\s+(.*?)trailer\s*<<(.*)>>\s*startxref\s+(\d+)\s+%%EOF\s*\Z", re.DOTALL)


@dataclass(frozen=True)
class PdfFile:
    """What a PDF is made of. objects : the text of each by its number. trailer : what says where to begin."""

    objects: Mapping[int, bytes]
    trailer: bytes

    @property
    def pages(self) -> dict[str, int]:
        """On which page, from 1, each named place lies that a link leads to."""
        root = self._of(rb"/Root (\d+) 0 R", self.trailer)
        number = {page: at for at, page in enumerate(self._leaves(self._of(rb"/Pages (\d+) 0 R", root)), 1)}
        places = re.findall(rb"/([^\s\[]+) \[(\d+) 0 R /XYZ", self._of(rb"/Dests (\d+) 0 R", root))
        return {_name(name): number[int(page)] for name, page in places if int(page) in number}

    def _of(self, pattern: bytes, text: bytes) -> bytes:
        """The object to which a text refers; empty where it refers to none."""
        found = re.search(pattern, text)
        return self.objects.get(int(found[1]), b"") if found else b""

    def _leaves(self, node: bytes) -> Iterator[int]:
        """The numbers of the pages below a node of the tree of pages, in order."""
        kids = re.search(rb"/Kids \[([^\]]*)\]", node)
        for kid in map(int, re.findall(rb"(\d+) 0 R", kids[1] if kids else b"")):
            child = self.objects.get(kid, b"")
            if re.search(rb"/Type /Page\b", child):
                yield kid
            else:
                yield from self._leaves(child)

    def packed(self) -> bytes:
        """The file with all that is plain text packed: most of a long one says what is a heading, a row, a cell."""
        plain = [number for number, text in self.objects.items() if not text.endswith(b"endstream")]
        whole = {number: text for number, text in self.objects.items() if text.endswith(b"endstream")}
        size = max(self.objects) + 1  # the number of the next object
        table = {0: (_FREE, 0, 0)}
        for first in range(0, len(plain), _TOGETHER):
            several = plain[first : first + _TOGETHER]
            whole[size] = self._together(several)
            table |= {number: (_PACKED, size, place) for place, number in enumerate(several)}
            size += 1
        file = bytearray(b"%PDF-1.5\n%\xd3\xeb\xe9\xe1\n")
        for number, text in whole.items():
            table[number] = (_IN_FILE, len(file), 0)
            file += b"%d 0 obj\n%b\nendobj\n" % (number, text)
        begins = len(file)
        table[size] = (_IN_FILE, begins, 0)
        lines = (table.get(number, table[0]) for number in range(size + 1))
        rows = b"".join(b"%c%b%b" % (kind, at.to_bytes(4), place.to_bytes(2)) for kind, at, place in lines)
        rest = re.sub(rb"/Size \d+\s*", b"", self.trailer)
        about = b"/Type /XRef\n/Size %d\n/W [1 4 2]\n%b" % (size + 1, rest)
        file += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (size, _stream(about, rows), begins)
        return bytes(file)

    def _together(self, several: Sequence[int]) -> bytes:
        """Objects in one stream: their numbers and where each begins, then themselves."""
        heads, text = [], bytearray()
        for number in several:
            heads.append(b"%d %d" % (number, len(text)))
            text += self.objects[number] + b"\n"
        head = b" ".join(heads) + b"\n"
        return _stream(b"/Type /ObjStm\n/N %d\n/First %d" % (len(several), len(head)), head + text)


def read_pdf(file: bytes) -> PdfFile | None:
    """A PDF taken apart by its table of objects; ``None`` where it is written in another way than Chromium has so far."""
    begins = file.rfind(b"\nxref") + 1
    found = _TABLE.match(file, begins)
    if not begins or not found or int(found[3]) != begins:
        return None
    lines = [line.split() for line in found[1].splitlines()]
    places = {number: int(at) for number, (at, _, kind) in enumerate(lines) if kind == b"n"}
    if any(int(again) for _, again, kind in lines if kind == b"n"):  # changed afterwards
        return None
    ends = dict(zip(sorted(places.values()), [*sorted(places.values())[1:], begins], strict=True))
    objects = {}
    for number, at in places.items():
        text = file[at : ends[at]].strip()
        head = b"%d 0 obj" % number
        if not (text.startswith(head) and text.endswith(b"endobj")):
            return None
        objects[number] = text.removeprefix(head).removesuffix(b"endobj").strip()
    return PdfFile(objects, found[2].strip())


def _stream(about: bytes, content: bytes) -> bytes:
    small = zlib.compress(content, 9)
    return b"<<%b\n/Filter /FlateDecode\n/Length %d>>\nstream\n%b\nendstream" % (about, len(small), small)


def _name(written: bytes) -> str:
    """A name as it is meant: what may not stand in one is written in two digits."""
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), written).decode("utf-8", "replace")
