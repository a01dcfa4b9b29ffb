"""Plies as a scoresheet names them."""

from typing import Final

START_LABEL: Final = "start"


def move_label(ply: int, first_fullmove: int, white_first: bool, san: str) -> str:
    """`30.Kg1` or `30...Kg8` for a ply counted from 1; ply 0 is `start`.

    `first_fullmove` and `white_first` belong to the start position, as its FEN gives them.
    """
    if ply == 0:
        return START_LABEL
    index = ply - 1 if white_first else ply
    dots = "..." if index % 2 else "."
    return f"{first_fullmove + index // 2}{dots}{san}"
