"""The reconstruction: readings of one board become the moves played on it. Pure."""
