"""The record of an event on disk: what boards said, what was ruled, and what was shown of it. One SQLite file."""
