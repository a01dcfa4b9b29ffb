"""Virtual boards and the hands that move their pieces, built on the real protocol messages."""
