"""The commands; the only place where all is wired together."""
