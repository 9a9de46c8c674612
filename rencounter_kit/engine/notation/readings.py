"""What is read off dice in a line: some of them are kept, counted, looked through for pairs, or go on."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from .context import RULES, Context, Parsed, is_token, number_of, token_of, trees_in
from .die import Explode, Reroll, Which
from .faces import compared, counted_faces, operator, which
from .formatting import written
from .limits import LARGEST
from .tree import Constant, Let, Name, Operation, Phrase, Pool, Read, Repeat, Several, as_read

_PLACES = ("first", "second", "third", "fourth", "fifth")
_KINDS = {"all": "largest set", "any": "largest set", "doubles": "largest set", "pairs": "pairs", "sets": "sets"}
_KINDS |= {"different": "different", "distinct": "different", "face": "face", "run": "run", "straight": "run"}
_KINDS |= {"set": "largest set"}  # of the first word that is there


def named_roll(context: Context, tree: Parsed) -> Read:
    """The roll of a name."""
    name = str(tree.children[0])
    RULES["name"](context, tree)
    if (read := context.rolls.get(name.lower())) is None:
        if isinstance(value := context.thrown.get(name.lower()), Repeat) and value.what.is_single_die:
            count = f"{written(value)} count 5 or more"
            context.wrong(
                tree, f"what is read must be a sure number of dice; got {name}, whose number is rolled; as in {count}"
            )
        context.wrong(
            tree, f"what is read must be dice alone; got {name}, a number; try {name} = 5d10: {name} count 7 or more"
        )
    return read


def looked(context: Context, look: Parsed, node: Phrase) -> Phrase:
    """Dice, or a roll that has a name, read once more."""
    read = as_read(node)
    if isinstance(node, Repeat) and node.place:
        context.wrong(look, "advantage must come last; got more after it; try 2d6 reroll 1s advantage")
    if read is None or read.kind != "sum" or look.data == "reading" and read.counted:
        context.wrong(look, "dice must be read once; got more after it; try p = 5d10: p pairs, p count 7 or more")
    match look.data:
        case "matches" | "without":
            return _matched(context, look, read)
        case "reading":
            return _reading(context, look, read)
        case "advantage_mod":
            return best(2, read.settled(), not look.children[0].lower().startswith("dis"))
        case "bound_each":
            return _bounded(context, look, read)
        case "explode" | "reroll" if isinstance(read.roll, Pool):
            return (explodes if look.data == "explode" else _rerolls)(context, look, read, read.roll)
        case "count":
            counts = replace(read, counted=counted_faces(context, trees_in(look)[-1]))
            if read.counted:
                name = read.roll if isinstance(read.roll, Name) else Name(context.free_name("p"))
                both = Several((replace(read, roll=name), replace(counts, roll=name)))
                line = written(both if name is read.roll else Let(name.name, read.roll, both))
                context.wrong(look, f"dice must be counted once; got it twice; to count one roll twice write {line}")
            return counts
    kept = _kept(context, look, read)
    if kept.other and not kept.is_whole and (kept.kept > 1 or kept.low and kept.high):
        context.wrong(look, "of dice without others one must be kept; got more; try highest or lowest")
    return kept


def best(times: int, node: Phrase, highest: bool, place: int = 1) -> Phrase:
    """The best or worst of several rolls, or the 2nd, 3rd; of single dice these are a pool."""
    if isinstance(node, Pool) and node.count == 1:
        low, high = (times - place, place - 1) if highest else (place - 1, times - place)
        return Read(replace(node, count=times), times, low, high).settled()
    return Repeat(Constant(times), node, place if highest else -place)


# Dice that are kept or dropped ----------------------------------------------------------------------------------------


def _kept(context: Context, look: Parsed, read: Read) -> Read:
    """keep highest 3, drop lowest, kh3, 2nd highest."""
    tokens = [token for token in look.children if isinstance(token, Token)]
    number_token, side_token = token_of(tokens, "NUMBER"), token_of(tokens, "HIGH", "LOW", "MIDDLE")
    number = context.figure(number_token) if number_token else 1
    side = side_token.type if side_token else ""
    match look.data:
        case "keep_short":
            return keep(context, look, read, "LOW" if tokens[0].lower() == "kl" else "HIGH", number or 1)
        case "drop_short":
            if number >= read.kept and tokens[0].lower() == "d":
                context.wrong(
                    look,
                    f"dice beside dice must have a sign between them; got d{number} after others; try + d{number}, or "
                    f"d6 + d8 for both; to choose, highest of d6, d{number}; to drop some, 4d6 drop lowest",
                )
            return _drop(context, look, read, "HIGH" if tokens[0].lower() == "dh" else "LOW", number or 1)
        case "ordinal":
            nth = place_of(tokens[0])
            return _drop(context, look, keep(context, look, read, side, nth), side, nth - 1)
        case "drop":
            return _drop(context, look, read, side or "LOW", number)
    return keep(context, look, read, side or "HIGH", number)


def place_of(token: str) -> int:
    """Which one "2nd" or "third" is."""
    return number_of(token) if token[0].isdigit() else _PLACES.index(token.lower()) + 1


def keep(context: Context, look: Parsed, read: Read, side: str, number: int) -> Read:
    """So many of the dice that there are, from one side."""
    if not 1 <= number <= read.kept or not read.is_whole and side == "MIDDLE":
        context.wrong(
            look,
            f"of {_so_many(read.kept)} some must be kept; got {number}"
            + (f"; try keep highest {max(1, read.kept - 1)}" if read.kept else ""),
        )
    left = read.kept - number
    if side != "MIDDLE":
        return _drop(context, look, read, "LOW" if side == "HIGH" else "HIGH", left)
    if left % 2:
        context.wrong(
            look,
            f"the middle of {read.kept} dice must leave as many on both sides; got {number}; try middle "
            f"{number - 1 or 2}",
        )
    return replace(read, low=left // 2, high=left // 2)


def _drop(context: Context, look: Parsed, read: Read, side: str, number: int) -> Read:
    if read.counted:
        context.wrong(
            look, "dice must be kept or dropped before they are counted; got it after; try 5d10 keep 3 count 8 or more"
        )
    if read.goes_on:
        context.wrong(
            look,
            "dice must be kept or dropped once before they explode or are rerolled; got it again after that; try "
            "4d6 keep 3 explode",
        )
    if side == "MIDDLE" or not 0 <= number < read.kept:
        context.wrong(
            look,
            f"of {_so_many(read.kept)} fewer must be dropped, lowest or highest; got {number}; try 4d6 drop lowest",
        )
    low, high = (number, 0) if side == "LOW" else (0, number)
    return replace(read, low=read.low + low, high=read.high + high)


def _so_many(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


# Dice as they lie there -----------------------------------------------------------------------------------------------


def _matched(context: Context, look: Parsed, read: Read) -> Read:
    """Dice that match those of another roll, or are left without them."""
    if not isinstance(read.roll, Name):
        context.wrong(
            look, "rolls that are matched must have names; got dice without; try a = 4d6: b = 2d6: a matches b"
        )
    other = named_roll(context, look.children[1])
    if read.other or read.counted or not (read.is_whole and other.is_whole):
        context.wrong(look, "two rolls must be matched as a whole; got some of the dice; leave out keep or drop")
    return replace(read, kind="matches" if look.data == "matches" else "sum", other=other.roll)


def _reading(context: Context, look: Parsed, read: Read) -> Phrase:
    """What a word asks of dice; some of these are a yes or no."""
    words = (token := look.children[0]).lower().split()
    if read.goes_on:
        context.wrong(
            look, f"dice that go on once they are kept must be added up or counted; got {token}; leave it out"
        )
    if read.other and not read.is_whole:
        line = f"{written(replace(read, low=0, high=0))} {token}"
        context.wrong(
            look, f"the die that is kept of dice without others must be added up or counted; got {token}; try {line}"
        )
    kind = next(kind for word, kind in _KINDS.items() if word in words)
    least = context.figure(token) if kind == "sets" and len(words) > 1 else 2
    if least < 1:
        context.wrong(look, f"a set must have at least 1 die; got {least}; try sets of 3")
    if words[0] in ("small", "large"):
        return Operation(">=", (replace(read, kind="run"), Constant(4 if words[0] == "small" else 5)))
    if words[0] == "doubles" and read.kept != 2:
        context.wrong(look, f"doubles must be of two dice; got {read.kept}; try any pair")
    read = replace(read, kind=kind, least=least)
    if words[0] not in ("all", "any", "doubles"):
        return read
    return read.all_different() if words[0] == "all" else read.any_pair()


# Dice that go on ------------------------------------------------------------------------------------------------------


def _limit(context: Context, look: Parsed) -> int | None:
    token = token_of(look.children, "LIMIT")
    return context.figure(token, 100, "the number of times") if token else None


def explodes(context: Context, look: Parsed, read: Read, pool: Pool) -> Read:
    """Its highest face, or those that are named, bring another die; only of dice that are kept before."""
    meant, word = next(iter(trees_in(look)), None), look.children[0].lower()
    if pool.explode or read.explode:
        context.wrong(look, "dice must explode in one way; got it twice; leave one out")
    if meant and meant.data == "glued" and is_token(sign := meant.children[0], "COMPARE") and operator(sign) == "=":
        face = meant.children[1]
        verb = context.line[look.meta.start_pos : meant.meta.start_pos].strip()
        total = f"({written(read.settled())} {verb}) {sign} {face}"
        context.notes.append(f"{sign} {face} says which faces {verb}; to compare the total write {total}.")
    faces = which(context, meant) if meant else Which("in", (max(pool.die.faces),))
    if word.endswith("again") and (number := number_of(word)) != max(pool.die.faces):
        faces = compared(">=", number)
    _must_have(context, look, pool, "explode", faces, "for what comes of them, 5d6!! count 8 or more")
    explode = Explode(
        faces, word.startswith(("!!", "comp")), _limit(context, look), int(word.startswith(("!p", "pen")))
    )
    dice = pool if read.is_whole else read
    dice = replace(dice, explode=explode, reroll=dice.reroll and replace(dice.reroll, first=True))
    return replace(read, roll=dice) if isinstance(dice, Pool) else dice


def _rerolls(context: Context, look: Parsed, read: Read, pool: Pool) -> Read:
    dice = pool if read.is_whole else read
    if pool.reroll or read.reroll:
        context.wrong(look, "dice must reroll in one way; got it twice; try reroll 1s and 2s")
    faces = which(context, trees_in(look)[0])
    if not read.is_whole and pool.explode:
        context.wrong(
            look,
            "dice that have exploded must be rerolled before some are kept; got it after; try 4d6 explode reroll "
            "1s keep 3",
        )
    _must_have(context, look, pool, "reroll", faces, "reroll 1s")
    first = dice.explode is not None and token_of(look.children, "FIRST_DICE") is not None
    dice = replace(dice, reroll=Reroll(faces, 1 if look.children[0].lower() == "ro" else _limit(context, look), first))
    return replace(read, roll=dice) if isinstance(dice, Pool) else dice


def _must_have(context: Context, look: Parsed, pool: Pool, verb: str, faces: Which, example: str) -> None:
    if not any(face in faces for face in pool.die.faces):
        context.wrong(look, f"dice must {verb} on a face that they have; got none of these; try {example}")


def _bounded(context: Context, look: Parsed, read: Read) -> Read:
    """Each face counts as so much at least, or at most."""
    word, number, pool = look.children[0].lower(), context.figure(look.children[1]), read.roll
    name, most, side = ("floor", "least", "lowest") if word == "min" else ("ceiling", "most", "highest")
    if not isinstance(pool, Pool):
        context.wrong(look, f"a {name} must come where dice are rolled; got it after them; try 4d6 min 2")
    if getattr(pool, name) is not None:
        context.wrong(look, f"dice must have one {name}; got two; leave one out")
    if number > LARGEST // 2 or read.counted:
        context.wrong(look, f"a {name} must come before a count; got it after; as in 5d10 min 2 count 2s")
    context.notes.append(f"{word} {number} is the {most} that each die counts as; to keep some write keep {side}.")
    return replace(read, roll=replace(pool, floor=number) if word == "min" else replace(pool, ceiling=number))
