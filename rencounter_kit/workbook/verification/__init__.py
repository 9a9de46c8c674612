"""Does a game hold together? Every check in many situations, its throws, its worked examples and its house rules."""
