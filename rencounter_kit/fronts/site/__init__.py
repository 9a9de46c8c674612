"""A folder for any web space: rules, odds, handouts and the pocket edition of some games."""
