"""The Laws: from the moves of one game to counts, claims and draws. Pure."""
