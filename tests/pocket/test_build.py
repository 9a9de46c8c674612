"""The one file: what is in it, what it may do, and where Python for the browser comes from. Pyodide itself is not
needed here.
"""

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.pocket import build, compiling, runtime
from rencounter_kit.fronts.pocket.bridge import open_line
from rencounter_kit.fronts.pocket.bundle import bundled, library
from rencounter_kit.fronts.pocket.one_file import static_file
from rencounter_kit.fronts.pocket.page_contents import page_contents, texts_to_send
from rencounter_kit.workbook.analysis.mine import Mine
from rencounter_kit.workbook.rulebook.layers import Layer, Layers

STATIC = Path(build.__file__).parent / "static"
MINE = """
[[layer]]
game = "rencounter"
name = "Slow arrows"
fire.range.long = -3
[[men]]
game = "rencounter"
figure = [{ name = "Tom", armor = 2 }]
[handout]
rencounter = '''
title = "Fire"
game = "rencounter"
[[table]]
check = "rencounter.fire"
event = "hits"
down = "skill=4..5"
'''
"""
FIRST = {"version": "0", "games": [], "checks": {}}


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """A folder that looks like an unpacked Pyodide."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in runtime.FILES:
        (folder / name).write_bytes(f"{name} </script> <!-- ".encode())
    (folder / "package.json").write_text('{"version": "1.2.3"}')
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}')
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as library:
        library.writestr("json/decoder.py", "")
        library.writestr("tkinter/dialog.py", "")
    return folder


@pytest.fixture
def quick(monkeypatch):
    """Nothing is worked out beforehand, and nothing compiled."""
    monkeypatch.setattr(build, "at_first", lambda: FIRST)
    monkeypatch.setattr(build, "bytecode", lambda _, sources: sources)


@pytest.fixture
def page(pyodide, quick):
    return build.made(pyodide)


def parts(page):
    return dict(re.findall(r'<script type="text/plain" id="(\w+)">(.*?)</script>', page, re.S))


def unpacked(page, name):
    return gzip.decompress(base64.b64decode(parts(page)[name]))


def test_it_is_one_file_that_names_no_address(page, pyodide):
    outside = re.findall(
        r"https?:|//[a-z]|\bsrc=|\bhref=(?!.data:)|@import|url\(", re.sub(r"<!-- .*? -->|//.*", "", page)
    )
    assert outside == []
    assert unpacked(page, "wasm") == (pyodide / "pyodide.asm.wasm").read_bytes()
    assert json.loads(unpacked(page, "lock")) == {"info": {"python": "3.14.2"}, "packages": {}}
    assert json.loads(unpacked(page, "first")) == FIRST | {"pyodide": "1.2.3"}
    assert parts(page)["given"] == "" and build.made(pyodide) == page, "the same contents must make the same file"


def test_python_begins_without_what_of_its_own_library_is_left_out():
    program_text = f"""import sys
sys.modules |= dict.fromkeys({sorted(name.removesuffix(".py") for name in build._UNUSED.split())})
import rencounter_kit.fronts.pocket.bridge as bridge
print(bridge.ask('["answer", "rencounter.fire", {{}}, "", "exactly", ""]'))"""
    run = subprocess.run([sys.executable, "-c", program_text], capture_output=True, text=True, check=False)
    assert "error" not in json.loads(run.stdout), run.stderr


def test_its_script_and_style_are_the_only_ones_that_it_runs(page):
    (directive,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    policy = dict(part.strip().split(" ", 1) for part in directive.split(";"))
    (script,) = re.findall(r'<script type="module" async>(.*?)</script>', page, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
    for name, text, more in (("script-src", script, "blob: 'wasm-unsafe-eval'"), ("style-src", style, "")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert policy.pop(name).strip() == f"'sha256-{digest}' {more}".strip()
    assert policy.pop("default-src") == "'none'" and policy.pop("worker-src") == "blob:"
    assert set(policy) == {"img-src", "base-uri", "form-action"} and "connect-src" not in policy
    assert len(re.findall("<script", page)) == len(parts(page)) + 1 and not re.search(
        r"\son\w+=|style=", page.split("<div id")[0]
    )


def test_python_finds_the_package_its_data_and_lark_and_nothing_else(page):
    names = zipfile.ZipFile(io.BytesIO(unpacked(page, "core"))).namelist()
    rooms = {
        name.split("/")[2]
        for name in names
        if name.startswith("rencounter_kit/") and name.count("/") > 2 and "/data/" not in name
    }
    assert rooms == {
        "words",
        "work",
        "files",
        "formats",
        "dice",
        "chains",
        "notation",
        "rulebook",
        "mechanics",
        "games",
        "own_games",
        "analysis",
        "asking",
        "pocket",
    }
    wanted = {
        "data/rencounter.toml",
        "data/house/doubled_armour.toml",
        "engine/notation/grammar.lark",
        "fronts/pocket/bridge.py",
    }
    assert {f"rencounter_kit/{name}" for name in wanted} | {"lark/lark.py", "lark/grammars/common.lark"} <= set(names)
    assert not [name for name in names if Path(name).name in build._ONLY_BUILDS]
    assert zipfile.ZipFile(io.BytesIO(unpacked(page, "library"))).namelist() == ["json/decoder.py"]


def test_the_bridge_asks_for_nothing_that_a_browser_lacks(page, tmp_path):
    """It answers where nothing is but Python and what is packed."""
    core = tmp_path / "core"
    zipfile.ZipFile(io.BytesIO(unpacked(page, "core"))).extractall(core)
    program = (
        "import sys; from rencounter_kit.fronts.pocket.bridge import ask; import json\n"
        "for what in json.loads(sys.argv[1]): print(ask(json.dumps(what))[:4000])\n"
        "print([name for name in ('numpy', 'scipy', 'pandas', 'sympy', 'ipywidgets', 'matplotlib') if name "
        "in sys.modules])\n"
    )
    asks = [
        ["answer", "rencounter.fire", {"skill": 7}, "", "exactly", ""],
        ["answer", "rencounter.duel", {"turn_limit": 3}, "", "exactly", ""],
        ["lines", ["4d6 drop lowest"]],
        ["search", "large shield", 3],
        ["question", "musket at 80 yards", ""],
        ["how_lucky", "rencounter.fire", {}, "", 0, ["3", "4", "1"], ""],
    ]
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, json.dumps(asks)], capture_output=True, text=True, check=True, cwd=core
    )
    fire, duel, dice, finds, reply, luck, large = done.stdout.splitlines()
    assert "hits" in fire and "7/12" in fire and "A wins" in duel and "12.24" in dice
    assert "distance 20 inches" in reply and "large shield" in finds and "5/16" in luck and large == "[]"


def test_a_game_of_ones_own_is_packed_with_it(pyodide, quick, tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text(
        (Path(build.project_folder("data")) / "starter" / "ford.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    rk.load_game(file)
    text = file.read_text(encoding="utf-8")
    things = page_contents(Mine(), "check=ford.shoot", "Tom </script><!--")
    page = build.pocket(things, pyodide)
    assert "</script><!--" not in page.replace("</script>\n<!-- ", "")
    read = json.loads(parts(page)["given"])
    assert (read["start"], read["whose"]) == ("check=ford.shoot", "Tom </script><!--")
    assert list(read["checks"]) == ["ford.shoot"] and read["things"] == [["games", "ford", text, "the game The Ford"]]


def test_where_node_fails_or_is_not_there_that_is_said(pyodide, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, "", "wrong")
    monkeypatch.setattr(runtime.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(runtime.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(rk.RuleError, match="could not compile Python for a browser: wrong; try a newer"):
        runtime.bytecode(pyodide, {"core/": {"a.py": b"1"}})
    monkeypatch.setattr(runtime.shutil, "which", lambda name: None)
    with pytest.raises(rk.RuleError, match=r"must be compiled by Node\.js, which is not here"):
        runtime.bytecode(pyodide, {"core/": {"a.py": b"1"}})


# What is kept ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """A cache of its own, and neither Node.js nor npm."""
    for module in (build, runtime):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(build, "_SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(runtime.shutil, "which", lambda name: None)
    return tmp_path


@pytest.mark.parametrize("folder", ["shipped", "kept"])
def test_what_was_made_once_serves_without_npm_whatever_is_given_with_it(kept, page, run, folder):
    build.keep(kept / folder, page)
    (kept / "mine.toml").write_text(MINE, encoding="utf-8")
    words = ("--mine", kept / "mine.toml", "--from", "Tom", "-o", kept / "x.html")
    assert run("pocket", "rencounter.fire", "skill=9", *words)[::2] == (0, "")
    read = json.loads(parts((kept / "x.html").read_text(encoding="utf-8"))["given"])
    assert read["start"] == "check=rencounter.fire&skill=9&rules=fire.range.long+%3D+-3" and read["whose"] == "Tom"
    assert [one[0] for one in read["things"]] == ["rules", "men", "handouts"]
    assert read["things"][0][3] == "Slow arrows (1 line)" and "Slow arrows" in read["pages"][0][1]


def test_it_is_made_once_for_each_version_and_what_is_old_goes(kept, page, monkeypatch):
    calls = []
    monkeypatch.setattr(build, "fetched", lambda: kept)
    monkeypatch.setattr(build, "made", lambda pyodide: calls.append(pyodide) or page)
    assert build.body() == build.body() == page and len(calls) == 1
    for version in "abcd":
        monkeypatch.setattr(build, "_digest", lambda version=version: version)
        build.body()
    assert len(calls) == 5 and len(list((kept / "kept").iterdir())) == 3


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[:999], lambda whole: whole.replace(b"'none'", b"*"), lambda _: b"\xff"]
)
def test_what_is_kept_serves_only_whole_and_as_it_was_made(kept, page, monkeypatch, damage):
    monkeypatch.setattr(build, "fetched", lambda: kept)
    monkeypatch.setattr(build, "made", lambda _: page)
    build.body()
    (file,) = (kept / "kept").iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert build.body() == page and file.read_bytes() == page.encode()


def test_two_that_keep_it_at_once_do_not_disturb_each_other_nor_one_that_cannot(kept, page, monkeypatch):
    replace, others = Path.replace, [page]

    def replaced(part, file):
        if others:
            build.keep(kept / "kept", others.pop())
        return replace(part, file)

    monkeypatch.setattr(Path, "replace", replaced)
    build.keep(kept / "kept", page)
    assert build.body() == page and len(list((kept / "kept").iterdir())) == 1
    (kept / "file").touch()
    monkeypatch.setattr(build, "cache_folder", lambda: kept / "file")
    monkeypatch.setattr(build, "fetched", lambda: kept)
    monkeypatch.setattr(build, "made", lambda _: "made")
    assert build.body() == "made"


def test_a_text_to_send_tells_the_answer_and_the_rules_and_opens_both_wherever_it_is_pasted():
    layers = Layers("rencounter", Layer("rencounter", {"fire.range.long": -3}, "Slow arrows", "Tom"))
    lines = layers.rules.lines
    text = texts_to_send("rencounter.fire", {"skill": 9, "range_band": "long"}, lines, layers.code, "Ann")["text"]
    assert "hits half the time" in text and "Rules of Ann: Slow arrows, by Tom\nfire.range.long = -3\n" in text
    for pasted in (text, text.replace("\n", " ")):
        taken = open_line(pasted)
        assert (taken["said"], taken["lines"]) == ({"skill": 9, "range_band": "long"}, lines)
    assert Layers.read(text).layers == layers.layers, "its lines beside the code are those of the code"
    with pytest.raises(rk.RuleError, match=r"got fire\.range\.long = -4 beside it"):
        Layers.read(text.replace("long = -3", "long = -4"))


# Where Pyodide comes from ---------------------------------------------------------------------------------------------


def test_without_npm_it_says_what_to_do(run, kept, tmp_path):
    status, out, err = run("pocket", "-o", tmp_path / "x.html")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
    assert "install Node.js, which brings npm, or name the folder of an unpacked Pyodide with --pyodide" in err


def test_npm_fetches_it_once(monkeypatch, tmp_path, pyodide):
    calls = []

    def npm(command, cwd, **more):
        calls.append(command)
        runtime.shutil.copytree(pyodide, Path(cwd) / "node_modules" / "pyodide")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(runtime, "cache_folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(runtime.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(runtime.subprocess, "run", npm)
    assert runtime.fetched() == runtime.fetched()
    assert len(calls) == 1 and calls[0][-1] == f"pyodide@{runtime.VERSION}" and "--ignore-scripts" in calls[0]


def test_where_npm_fails_it_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(runtime, "cache_folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(runtime.shutil, "which", lambda name: f"/bin/{name}")
    failed = subprocess.CompletedProcess([], 1, "", "npm error network\nmore\n")
    monkeypatch.setattr(runtime.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(rk.RuleError, match=f"npm could not fetch Pyodide {runtime.VERSION}: npm error network; try"):
        runtime.fetched()
    assert list((tmp_path / "kept").iterdir()) == []
    (tmp_path / "file").touch()
    monkeypatch.setattr(runtime, "cache_folder", lambda: tmp_path / "file")
    with pytest.raises(rk.RuleError, match="npm could not fetch Pyodide"):
        runtime.fetched()


def test_the_file_must_be_one_that_can_be_written(run, quick, pyodide, tmp_path):
    for file in (tmp_path, tmp_path / "none" / "x.html"):
        status, out, err = run("pocket", "-o", file, "--pyodide", pyodide)
        assert (status, out) == (2, "") and "--output must be a file" in err
    status, out, err = run("pocket", "-o", tmp_path / "x.html", "--pyodide", pyodide)
    assert (status, err) == (0, "") and "open it in a browser" in out and (tmp_path / "x.html").stat().st_size > 10**5


# The front ------------------------------------------------------------------------------------------------------------


def test_modules_become_one(tmp_path):
    modules = {"one": "import { two } from './two.js';\n\nexport const one = two;\n", "two": "export const two = 2;\n"}
    assert bundled(modules) == "export const two = 2;\n\n\nconst one = two;\n".replace("export ", "")
    with pytest.raises(ValueError, match=r"got two in two.js and one.js|got two in one.js and two.js"):
        bundled({"one": "const two = 1;\n", "two": "export const two = 2;\n"})
    with pytest.raises(ValueError, match="must import and export as the others; got export default two"):
        bundled({"two": "export default two;\n"})
    assert "return { html: b };" in library("const b=1;export{b as html,c as svg};\n//# sourceMappingURL=x.map", "html")


def test_the_front_has_no_markup_of_strangers_and_no_style_of_its_own():
    for file in STATIC.glob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML\s*\W?=|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), file.name
        assert " style=" not in text, file.name


def test_the_front_asks_only_what_the_bridge_answers():
    from rencounter_kit.fronts.pocket.bridge import ACTS

    acts = {
        act
        for file in STATIC.glob("*.js")
        for act in re.findall(r"\b(?:ask|askAnew|waits|lastOf)\('(\w+)'", file.read_text(encoding="utf-8"))
    }
    assert len(acts) > 10 and acts <= set(ACTS)
    assert {act for act, *_ in compiling._WARM_UP_CALLS} <= set(ACTS), "as does what is loaded while it is made"


def test_lit_html_stands_in_the_notice():
    text = (Path(build.__file__).parent / "vendor" / "lit-html.license.txt").read_text(encoding="utf-8")
    assert "Google LLC" in text and "BSD 3-Clause" in text
    assert "lit-html" in (Path(build.__file__).parents[3] / "NOTICE").read_text(encoding="utf-8")


def test_without_scripts_the_page_says_what_it_needs():
    """As that is told by the page itself, so is what an old browser lacks, after a while and by its style alone."""
    page = static_file("page.html")
    assert re.search(r'<div id="page">.*<noscript><p>This page needs scripts', page, re.S)
    assert '<p class="late">' in page and ".late {\n  animation: come 0s 10s both" in static_file("pocket.css")


# What it opens at -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (["rencounter.fire", "skill=9"], "check=rencounter.fire&skill=9"),
        (["rencounter.duel"], "check=rencounter.duel"),
        (["rencounter.fire", "--rules", "fire.range.long = -3"], "check=rencounter.fire&rules=fire.range.long+%3D+-3"),
        (["--rules", "fire.range.long = -3"], "check=rencounter.fire&rules=fire.range.long+%3D+-3"),
        (
            [
                "--rules",
                'mud.horse = { to = "attack of the horse", value = -2 }',
            ],  # which the first of its checks has not
            "check=rencounter.horse_attack&rules=mud.horse+%3D+%7B+to+%3D+%22attack+of+the+horse%22,+value+%3D+-2+%7D",
        ),
    ],
)
def test_the_command_opens_it_at_a_check_as_it_is_set(run, quick, pyodide, tmp_path, words, start):
    file = tmp_path / "x.html"
    assert run("pocket", *words, "-o", file, "--pyodide", pyodide)[::2] == (0, "")
    assert json.loads(parts(file.read_text(encoding="utf-8"))["given"])["start"] == start


@pytest.mark.parametrize("words", [[], ["rencounter.fire"]])
def test_a_note_on_house_rules_is_told_once(run, quick, pyodide, tmp_path, words):
    words = [*words, "--rules", 'dice.fire = "2d6"', "-o", tmp_path / "x.html", "--pyodide", pyodide]
    status, _, err = run("pocket", *words)
    assert (status, err.count("note: 2d6 cannot roll 1"), len(err.splitlines())) == (0, 1, 1)


def test_a_slip_in_a_file_of_house_rules_is_told_whatever_the_game(run, tmp_path):
    (file := tmp_path / "ours.toml").write_text("fire.range.long = = 3\n")
    assert "got fire.range.long = = 3; give each a line of its own" in run("pocket", "--rules", file)[2]
    message = run("pocket", "--rules", "no/file.toml")[2]
    assert "got no/file.toml: No such file or directory" in message and "ready ones" not in message


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rencounter.nothing"], "did you mean"),
        (["rencounter.fire", "weapn=x"], "did you mean weapon"),
        (["rencounter.fire", "target_armor=77"], "target_armor must be a whole number"),
        (
            ["--rules", "fire.range.shrt = 1"],
            "--rules without a check must fit one game; got fire.range.shrt = 1, which fits none",
        ),
        (["rencounter.fire", "--dice", "2d6"], "the file opens with a check or with dice"),
        (["--dice", "d6"] * 7, "at most 6 lines of dice; got 7"),
        (["--dice", "2d6", "--rules", "fire.range.long = -3"], "--rules go with a check; got --dice"),
        (["--pyodide", "."], "--pyodide must be the folder of an unpacked Pyodide"),
    ],
)
def test_what_it_cannot_open_at_is_refused_in_one_sentence(run, tmp_path, words, says):
    status, out, err = run("pocket", *words, "-o", tmp_path / "x.html")
    assert (status, out, len(err.splitlines())) == (2, "", 1) and says in err and not (tmp_path / "x.html").exists()
