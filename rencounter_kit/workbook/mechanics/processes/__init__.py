"""Checks that go on over turns: what a turn is, the exact answer, what is kept of it, many at random."""
