"""Whether a text has the shape of a FEN, and whether a variant is ordinary chess. No rules of chess."""

import re
from typing import Final

_FEN: Final = re.compile(
    r"[1-8PRNBQKprnbqk]{1,8}(?:/[1-8PRNBQKprnbqk]{1,8}){7}"
    r"(?: [wb](?: (?:-|[A-Ha-hKQkq]{1,4})(?: (?:-|[a-h][36])(?: \d{1,4}(?: \d{1,4})?)?)?)?)?",
    re.ASCII,
)
_ORDINARY: Final = frozenset(
    {"", "?", "-", "chess", "classical", "normal", "orthodox", "regular", "standard", "standardchess", "fromposition"}
)
_FISCHER: Final = re.compile(r"960|fischer|freestyle", re.ASCII | re.IGNORECASE)
_PLAIN: Final = re.compile(r"[\s_-]+")


def is_fen(text: str) -> bool:
    """Whether it is one: eight ranks of eight, a king of each side, move numbers of at most four digits."""
    if not _FEN.fullmatch(text):
        return False
    placement = text.partition(" ")[0]
    ranks = (sum(int(each) if each.isdigit() else 1 for each in rank) for rank in placement.split("/"))
    return all(rank == 8 for rank in ranks) and placement.count("K") == placement.count("k") == 1


def is_chess(variant: str) -> bool:
    """Whether a variant, as the tag names it, is chess, from the ordinary or from a drawn first position."""
    return bool(_FISCHER.search(variant)) or _PLAIN.sub("", variant).lower() in _ORDINARY
