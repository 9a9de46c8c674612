"""Absorbing Markov chains, exactly: turn by turn, to the end, and for many cells at once."""
