"""A game of one's own, from one text file."""
