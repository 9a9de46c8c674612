"""Any dice in one line, as players write them: read, followed exactly, and told in words."""
