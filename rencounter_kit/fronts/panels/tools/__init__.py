"""What one does with a situation: compare, ask what it takes, see what matters, every way, the formula, luck."""
