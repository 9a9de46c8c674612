# What the package offers, and where each of it stands: it is loaded when it is first used.

from .engine.chains.chain import Chain as Chain
from .engine.dice.chances import Chances as Chances
from .engine.dice.dist import Dist as Dist, d as d
from .engine.dice.scale import Scale as Scale
from .engine.formats.writing import write as write, written as written
from .engine.notation.line import dice as dice
from .engine.words.errors import RuleError as RuleError
from .fronts.panels import (
    every_check as every_check,
    flow as flow,
    panel as panel,
    shelf as shelf,
    your_dice as your_dice,
    your_evening as your_evening,
    your_game as your_game,
    your_men as your_men,
)
from .fronts.paper.handout import handout as handout
from .fronts.paper.slide import slide as slide
from .fronts.paper.worksheet import worksheet as worksheet
from .fronts.seas.playing_area import playing_area as playing_area
from .workbook.analysis.attribution import shapley as shapley
from .workbook.analysis.comparison import compare as compare
from .workbook.analysis.evening import evening as evening
from .workbook.analysis.formula.formula import formula as formula
from .workbook.analysis.interactions import interaction as interaction
from .workbook.analysis.inverse import solve_for as solve_for
from .workbook.analysis.one_after_another import one_after_another as one_after_another
from .workbook.analysis.roster import roster as roster
from .workbook.analysis.sensitivity import tornado as tornado, worth as worth
from .workbook.analysis.simulation import simulate as simulate
from .workbook.analysis.sweeps import sweep as sweep
from .workbook.analysis.tables import table as table
from .workbook.analysis.tail_probability import luck as luck
from .workbook.analysis.who_beats_whom import who_beats_whom as who_beats_whom
from .workbook.asking.ask import ask as ask
from .workbook.mechanics.catalogue import load_game as load_game
from .workbook.mechanics.check import Check as Check, Result as Result
from .workbook.mechanics.registry import check as check, checks as checks
from .workbook.rulebook.book import Rule as Rule, Ruleset as Ruleset, rules as rules
from .workbook.rulebook.layers import Layer as Layer, Layers as Layers, ready_rules as ready_rules
from .workbook.verification.verify import verify as verify

__version__: str
