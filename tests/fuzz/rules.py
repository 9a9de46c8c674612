"""The readers of house rules against texts that grow towards branches of the code not yet reached, with atheris.

Run ``python tests/fuzz/rules.py [OPTIONS]``, for ten minutes or as long as ``-max_total_time=SECONDS`` says; the
options are those of libFuzzer. What is found is kept in a folder of its own and taken up again by the next run. A text
that fails is told with the name of its file; ``python tests/fuzz/rules.py FILE`` reads it once more. It then belongs
into ``OUTCOMES`` in ``tests/rulebook/hostile.py``.
"""

import sys
import tempfile
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("fuzzing needs atheris; install it into this environment with: pip install atheris")

sys.path.insert(0, str(Path(__file__).parents[2]))
with atheris.instrument_imports(include=["rencounter_kit", "tomllib"]):
    from tests.rulebook import hostile

FOLDER = Path(tempfile.gettempdir()) / "rencounter_fuzz"
OPTIONS = {"max_total_time": 600, "timeout": 5, "rss_limit_mb": 1500, "max_len": 4096}
EVERY = (*hostile.READERS, "all")
BOOKS = tuple(hostile.BOOKS.values())
WATCH = hostile.Watch()


def one_text(data):
    """The first byte says who reads it, the second for which game and with how many digits."""
    if len(data) < 2:
        return
    read, book = EVERY[data[0] % len(EVERY)], BOOKS[data[1] % len(BOOKS)]
    text = data[2:].decode("utf-8", "surrogateescape")
    sys.set_int_max_str_digits(4300 if data[1] < 128 else 0)
    done = WATCH.during(
        lambda: hostile.looked_through(text, book) if read == "all" else hostile.reads(read, text, book)
    )
    assert not done, done


def seeds():
    """Texts to begin with, each for all readers, and for one game after the other."""
    texts = [*hostile.READY, *hostile.OUTCOMES.values(), *hostile.CODE, *hostile.HARM]
    texts += [make(400) for make in hostile.GROWING.values()]
    texts += [hostile.word(text.encode()) for text in hostile.READY]
    for number, text in enumerate(texts):
        for reader in range(len(EVERY)):
            yield bytes([reader, number % len(BOOKS)]) + text.encode("utf-8", "surrogatepass")


def dictionary():
    """What to put in: signs of TOML, paths and names, a line each as libFuzzer reads them."""
    parts = dict.fromkeys([*hostile.PIECES, *(path for book in BOOKS for path in book)])
    return "".join(
        '"' + "".join(f"\\x{byte:02x}" for byte in part.encode("utf-8", "replace")) + '"\n' for part in parts
    )


def main():
    """Prepare the folder and begin; libFuzzer ends the program."""
    arguments = sys.argv[1:]
    chosen = {word.lstrip("-").partition("=")[0] for word in arguments if word.startswith("-")}
    options = [f"-{name}={value}" for name, value in OPTIONS.items() if name not in chosen]
    corpus, names = FOLDER / "corpus", FOLDER / "dictionary.txt"
    if all(word.startswith("-") for word in arguments):
        corpus.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds()):
            (corpus / f"seed{number:04}").write_bytes(seed)
        names.write_text(dictionary(), encoding="ascii")
        options += [f"-dict={names}", f"-artifact_prefix={FOLDER}/", str(corpus)]
    atheris.Setup([sys.argv[0], *options, *arguments], one_text)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
