"""A table as other programs take it: in each format, and as a file."""
