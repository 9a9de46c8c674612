"""The games, each a room of its own: a chapter of its rules is a file."""
