"""Exact dice: distributions, chains of turns, dice in a line. It knows no game and no Jupyter."""
