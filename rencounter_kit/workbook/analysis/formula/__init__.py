"""A chance in symbols: found, then proved at every point."""
