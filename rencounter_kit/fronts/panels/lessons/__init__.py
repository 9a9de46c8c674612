"""The lesson: guess what two modifiers do together, then see."""
