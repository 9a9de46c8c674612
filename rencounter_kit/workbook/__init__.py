"""Figures, checks and questions: the rules of the games, what a check is, and what can be asked of many answers."""
