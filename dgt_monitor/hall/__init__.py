"""All boards of a hall: entries in; events, requests and the next due time out. Pure."""
