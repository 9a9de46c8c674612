"""What is taught: a lesson as a text, its questions drawn with new figures each time, and how two changes work
together.
"""
