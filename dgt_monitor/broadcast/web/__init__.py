"""A local HTTP server: the page of all boards, games as PGN, the public stream; apart the arbiter's stream."""
