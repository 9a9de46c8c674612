"""What a check is: what it asks, its target numbers, its dice, its answer and the reasons."""
