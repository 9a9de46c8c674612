"""Salamis ad Actium: setting up a battle of galleys, reserves, and the draw for phases. Figures in
``data/salamis.toml``.
"""

from ...mechanics.chapters import checks_in

CHECKS = checks_in(__name__, "conventions quality terrain land table wind sea setting_up reserves turn phases")
