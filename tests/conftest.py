"""How hypothesis searches in all tests: the same examples in every run, and no clock."""

from hypothesis import settings

settings.register_profile("steady", max_examples=100, deadline=None, derandomize=True)
settings.load_profile("steady")
