"""The tournament file: which rules, which round, who plays where. Pure."""
