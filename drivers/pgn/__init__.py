"""Games that another program writes as PGN, into a file, a folder or behind a URL: read again as they grow."""
