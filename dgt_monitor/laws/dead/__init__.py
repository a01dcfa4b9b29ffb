"""Whether anybody can still mate: dead positions (5.2.2), and what a side can do by any series of legal moves (6.9)."""
