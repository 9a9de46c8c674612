"""Witnesses: every check played with dice thrown one by one, written from the rules alone and sharing no code with the
library.
"""
