"""What a line of dice means: the tree of it, made of what the grammar has found."""

from __future__ import annotations

from ..words.errors import RuleError
from . import conditions, operations, pools
from .context import Context, Parsed
from .face_words import FaceWords, refused
from .faces import worded
from .names import let
from .tree import Node

RULES_OF = (conditions, operations, pools)  # which say what the rules of the grammar mean


def meaning(context: Context, tree: Parsed) -> Node:
    """The tree of a whole line."""
    dice = sorted(tree.find_data("worded"), key=lambda die: die.meta.start_pos)
    context.faces = FaceWords(map(worded, dice))
    node = let(context, tree, whole=True)
    if context.faces.numbers and (wrong := refused(node, {})):
        raise RuleError(wrong)
    return node
