"""Panels in plain Python: what they show is what ``rk.check`` says, whatever is moved, pressed or typed."""
