"""A running DGT LiveChess beside us: what it claims of its boards, and what stands on them."""
