"""The panel for any dice in one line: what is typed, what comes of it, and what can be asked about it."""
