"""A game of one's own, from one text file: its checks and fights, in the words that the games here have."""
