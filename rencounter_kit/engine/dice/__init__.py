"""Exact distributions, how they are thrown, and absorbing chains of throws."""
