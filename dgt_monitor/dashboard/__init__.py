"""The screen. Sees what the hall shows, asks for rulings, knows nothing below."""
