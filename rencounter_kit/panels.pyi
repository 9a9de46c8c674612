# The same, for who reads types.
from .fronts.panels import *  # noqa: F403
