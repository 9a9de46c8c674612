"""A PDF taken apart: the pages of its places, and the same file packed."""

import re
import zlib

import pytest

from rencounter_kit.paper import pdf
from rencounter_kit.paper.pdf_file import read_pdf

PICTURE = b"<</Length 22>>\nstream\n7 0 obj endobj stream \x00\nendstream"
OBJECTS = {
    1: b"<</Title (A \\(small\\) book)>>",
    2: PICTURE,
    3: b"<</Type /Page\n/Parent 6 0 R\n/Contents 2 0 R>>",
    4: b"<</Type /Page\n/Parent 7 0 R>>",
    5: b"<</Type /Page\n/Parent 7 0 R>>",
    6: b"<</Type /Pages\n/Kids [3 0 R 7 0 R]\n/Count 3>>",
    7: b"<</Type /Pages\n/Kids [4 0 R 5 0 R]\n/Count 2>>",
    8: b"<</duel [5 0 R /XYZ 0 800 0]\n/caf#C3#A9 [3 0 R /XYZ 0 1 0]\n/gone [9 0 R /XYZ 0 1 0]>>",
    9: b"<</Type /Catalog\n/Pages 6 0 R\n/Dests 8 0 R>>",
}


def written(objects):
    """A PDF as Chromium writes it."""
    file, places = b"%PDF-1.4\n%\xd3\xeb\xe9\xe1\n", []
    for number, text in objects.items():
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, text)
    begins = len(file)
    lines = b"".join(b"%010d 00000 n \n" % at for at in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<</Size %d\n/Root 9 0 R\n/Info 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, begins)
    return file + head + lines + tail


def unpacked(file):
    """All objects of a packed file, by its own table."""
    begins = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", file)[1])

    def streamed(at):
        head, _, rest = file[at:].partition(b"\nstream\n")
        long = int(re.search(rb"/Length (\d+)", head)[1])
        assert rest[long:].startswith(b"\nendstream")
        return head, rest[:long]

    head, rows = streamed(begins)
    rows = zlib.decompress(rows)
    size = int(re.search(rb"/Size (\d+)", head)[1])
    assert b"/W [1 4 2]" in head and b"/Root 9 0 R" in head and b"/Info 1 0 R" in head and len(rows) == 7 * size
    found = {}
    for number in range(size):
        kind, at, place = rows[7 * number], *(int.from_bytes(rows[7 * number + a :][:b]) for a, b in ((1, 4), (5, 2)))
        if kind == 1:
            assert file[at:].startswith(b"%d 0 obj\n" % number)
            found[number] = file[at:].removeprefix(b"%d 0 obj\n" % number)
        elif kind == 2:
            about, content = streamed(int.from_bytes(rows[7 * at + 1 :][:4]))
            content = zlib.decompress(content)
            first = int(re.search(rb"/First (\d+)", about)[1])
            numbers = list(map(int, content[:first].split()))
            assert numbers[2 * place] == number
            ends = [*numbers[3::2], len(content) - first]
            found[number] = content[first:][numbers[2 * place + 1] : ends[place]].strip()
    return found


def test_a_place_lies_on_the_page_that_comes_so_far_in_the_tree_of_pages():
    assert read_pdf(written(OBJECTS)).pages == {"duel": 3, "café": 1}


def test_nothing_is_lost_when_it_is_packed():
    many = {**OBJECTS, **{n: b"<</Type /StructElem\n/K %d>>" % n for n in range(10, 700)}}
    file = written(many)
    packed = read_pdf(file).packed()
    found = unpacked(packed)
    assert {n: found[n].removesuffix(b"\nendobj") for n in many if n != 2} == {n: many[n] for n in many if n != 2}
    assert found[2].startswith(PICTURE + b"\nendobj\n")
    assert len(packed) < len(file) / 4


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"<html>",
        written(OBJECTS)[:-30],
        written(OBJECTS) + b"more",
        written(OBJECTS).replace(b"9 0 obj", b"8 0 obj"),
        written(OBJECTS).replace(b"00000 n", b"00001 n", 1),
        read_pdf(written(OBJECTS)).packed(),
    ],
)
def test_what_is_written_in_another_way_is_left_as_it_is(file, monkeypatch):
    assert read_pdf(file) is None
    monkeypatch.setattr(pdf, "_printed", lambda page, seconds: file)
    assert pdf.pdf_of('<span class="page" data-of="duel"></span>') == file


def test_what_names_pages_is_printed_again_with_their_numbers(monkeypatch):
    asked = []
    monkeypatch.setattr(pdf, "_printed", lambda page, seconds: asked.append(page) or written(OBJECTS))
    pdf.pdf_of("<p>no number</p>")
    assert len(asked) == 1
    named = '<span class="page" data-of="{}">{}</span>'
    pdf.pdf_of(named.format("duel", "") + named.format("nowhere", ""))
    assert asked[1:] == [
        named.format("duel", "") + named.format("nowhere", ""),
        named.format("duel", 3) + named.format("nowhere", ""),
    ]
