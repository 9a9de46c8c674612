"""The house-rule workshop."""
