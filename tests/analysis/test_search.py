"""Search: any check, figure or situation is found, however its words are spelt; and what rests on which figure."""
