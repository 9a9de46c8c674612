"""A question in words: which check it means, what it sets there, and what it asks about the answer."""
