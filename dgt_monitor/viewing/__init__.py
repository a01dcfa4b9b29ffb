"""Screens apart from the recorder: what it tells them over a socket, and what they ask of it."""
