"""What a page shows of a check: a control for each parameter, and its answer."""

from itertools import chain

from rencounter_kit.engine.words.wording import figures_in
from rencounter_kit.fronts.panels.answer import AnswerView
from rencounter_kit.fronts.panels.console import Console
from rencounter_kit.fronts.panels.controls import Control
from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.widgets import all_widgets


def controls(check):
    """One for each parameter; its help follows house rules, whatever widgets it is made of: a list has a label beside
    it.
    """
    console = Console(check, None)
    yield set(console.controls) == set(check.parameters), "must have a control for each parameter"
    made = [console]
    for name, p in check.parameters.items():
        control = Control(p, p.default, p.help, name, 120)
        made.append(control.widget)
        for path in figures_in(p.written):
            rule = check.book.rule(path)
            words = ["2d3"] if rule.is_dice else [word for word in rule.choices if word != rule.value]
            ours = check.book.changed({path: words[0] if words else rule.value + 1})
            control.follow(ours)
            follows = control.source.tooltip == p.by(ours).help != p.help
            yield follows, f"must tell of {path} in the help of {name} as house rules have it"
    for one in chain(*map(all_widgets, made)):
        one.close()


def answer_view(check):
    """Pages open few panels when they are run. Fights are left out where it takes long."""
    if not isinstance(check, Process):
        view = AnswerView(check())
        has_view = view.result.headline and view.bars().names and "<td>" in view.table() and view.why()
        yield has_view, "must have a headline, bars, a table and reasons for its page"
