# The page of playing areas: it is loaded when it is first used.

from .page import SeasPage as SeasPage, seas as seas
