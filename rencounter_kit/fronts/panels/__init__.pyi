# What the pages of the workbook show, and where each of it stands: it is loaded when it is first used.

from .dice.panel import DicePanel as DicePanel, your_dice as your_dice
from .evening import EveningPanel as EveningPanel, your_evening as your_evening
from .fight_studies import also as also, by_turn as by_turn, shares as shares, starts as starts
from .finder import EveryCheck as EveryCheck, ask_box as ask_box, every_check as every_check
from .flow import FlowPanel as FlowPanel, flow as flow
from .game_box import GameBox as GameBox, your_game as your_game
from .house_rules.workshop import Workshop as Workshop, workshop as workshop
from .lessons.explore import (
    ExplorePage as ExplorePage,
    WhatMattersPage as WhatMattersPage,
    explore as explore,
    what_matters as what_matters,
)
from .lessons.lesson import LessonPage as LessonPage, lesson as lesson
from .opening import panel as panel
from .panel import Panel as Panel
from .shelf import Shelf as Shelf, item as item, shelf as shelf
from .studies import curves as curves, heat as heat, stack as stack
from .who_beats_whom import WhoBeatsWhomPanel as WhoBeatsWhomPanel, your_men as your_men
