"""Back and forward through what was set in a panel."""
