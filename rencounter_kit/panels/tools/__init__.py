"""What one does with a scene: compare, ask backwards, see what matters, every way, the formula, luck."""
