"""The figures of the rules, each with its source, and house rules on them."""
