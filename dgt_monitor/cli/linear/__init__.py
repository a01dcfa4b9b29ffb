"""The monitor as lines that a screen reader can follow: what happens, and what can be chosen by number."""
