"""What one does with a situation: compare, ask backwards, see what matters, every way, the formula, luck."""
