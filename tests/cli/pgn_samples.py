"""Scores for the tests of `check`."""

SHUFFLE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
FIVEFOLD = f"{SHUFFLE} 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 1/2-1/2"


def pgn(movetext: str, **tags: str) -> str:
    """One game with the tags given."""
    lines = [f'[{name} "{value}"]' for name, value in ({"Event": "Test"} | tags).items()]
    return "\n".join([*lines, "", movetext, "", ""])
