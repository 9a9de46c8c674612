"""What can be asked of many answers: grids, comparisons, goals, shares, luck, formulas, simulated fights."""
