"""How boards talk: bytes to readings and back. Knows nothing of the monitor."""
