"""The page of all boards as HTML, whole without any script; what comes from outside is text in it. Pure."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final

import chess

TEXT: Final = "\ufe0e"
"""After a chess man: it is a letter, and no coloured picture."""
GLYPHS: Final = {"k": "\u265a", "q": "\u265b", "r": "\u265c", "b": "\u265d", "n": "\u265e", "p": "\u265f"}
NAMES: Final = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
SIDES: Final = (("black", "B", "Black"), ("white", "W", "White"))
EVERY_S: Final = 30
"""So often a page without script is loaded anew where that is asked for (chosen: a phone's battery lasts)."""
UNTITLED: Final = "Live boards"
_PAGE: Final = Template(files(__package__).joinpath("page.html").read_text(encoding="utf-8"))
_ANEW: Final = f'<noscript><meta http-equiv="refresh" content="{EVERY_S}"></noscript>'
Man = tuple[str, int, int]
"""Its letter in a FEN, its file and row: from the left and from above, from 0."""


def page(title: str, stream_id: str, cards: Iterable[str], *, anew: bool) -> str:
    """The whole page; a script goes on behind this id. `anew`: without one it is loaded again and again."""
    shown = "".join(cards)
    return _PAGE.substitute(
        title=escape(title or UNTITLED),
        after=escape(stream_id),
        every=EVERY_S,
        anew=_ANEW if anew else "",
        boards=shown,
        none="hidden" if shown else "",
    )


def card(board: dict[str, Any]) -> str:
    """One board: who plays, clocks, position, moves."""
    name, result = escape(board["board"]), escape(board["result"].replace("1/2", "\u00bd"))
    running = board["running"] if board["running"] in ("white", "black") and board["clock"] else ""
    return (
        f'<li data-board="{name}" data-run="{running}">'
        f"<h2><span>Board {name}</span><span>{'' if result == '*' else result}</span></h2>\n"
        f"<dl>{''.join(_side(board, at) for at in range(2))}</dl>\n{_position(board)}\n"
        f'<p class="moves" tabindex="0" role="group" aria-label="Moves of board {name}">'
        f"{escape(moves_text(board['moves'], board['first'])) or 'no move yet'}</p></li>\n"
    )


def _side(board: dict[str, Any], at: int) -> str:
    colour, letter, word = SIDES[at]
    moves = board["result"] == "*" and board["turn"] == colour
    clock = board["clock"]
    time = "" if clock is None else time_text(clock[colour == "black"])
    before, after = ("\u25b8 ", '<span class="unseen">, to move</span>') if moves else ("", "")
    return (
        f'<div{" class=moving" if moves else ""}><dt><abbr title="{word}">{letter}</abbr></dt>'
        f'<dd>{before}<bdi>{escape(board[colour] or word)}</bdi>{after}</dd><dd class="time">{time}</dd></div>'
    )


def time_text(seconds: int) -> str:
    """What a clock shows: hours, minutes, seconds."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def moves_text(sans: Sequence[str | None], first: int) -> str:
    """Moves with their numbers; `first`: the half-move of the first one, 1 for White's of move 1."""
    out = []
    for half, san in enumerate(sans, first):
        number = f"{(half + 1) // 2}. " if half % 2 else f"{half // 2}... " if half == first else ""
        out.append(f"{number}{san or '?'}")
    return " ".join(out)


# --- the position ---------------------------------------------------------------------------------------------


def _position(board: dict[str, Any]) -> str:
    men = men_of(board["squares"])
    told = escape(f"Position of board {board['board']}. {described(men)}")
    return (
        f'<svg viewBox="0 0 8 8" role="img" aria-label="{told}"><path d="{_last(board["last"])}"/>'
        f"{_men(men, white=True)}{_men(men, white=False)}</svg>"
    )


def men_of(squares: str) -> list[Man]:
    """The men of the first field of a FEN, row by row from above."""
    men = []
    for row, rank in enumerate(squares.split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                men.append((letter, file, row))
                file += 1
    return men


def described(men: Sequence[Man]) -> str:
    """A position in words, kind by kind, as one reads it out."""
    return " ".join(f"{word}: {_listed(men, white=word == 'White')}." for word in ("White", "Black"))


def _listed(men: Sequence[Man], *, white: bool) -> str:
    kinds = []
    for letter, word in NAMES.items():
        own = letter if white else letter.lower()
        at = [chess.square_name(chess.square(file, 7 - row)) for man, file, row in men if man == own]
        if at:
            kinds.append(f"{word}{'s' if len(at) > 1 else ''} {' '.join(at)}")
    return ", ".join(kinds)


def _men(men: Sequence[Man], *, white: bool) -> str:
    """One text in which every man has its own place; the sign behind each takes one of the places, too."""
    own = [man for man in men if man[0].isupper() == white]
    x, y = (" ".join(f"{man[at]} {man[at]}" for man in own) for at in (1, 2))
    text = "".join(f"{GLYPHS[letter.lower()]}{TEXT}" for letter, _, _ in own)
    return f'<text class="{"w" if white else "b"}" x="{x}" y="{y}">{text}</text>'


def _last(uci: str | None) -> str:
    """The squares of the last move, as a path."""
    if uci is None:
        return ""
    return "".join(f"M{'abcdefgh'.index(square[0])} {8 - int(square[1])}h1v1h-1z" for square in (uci[:2], uci[2:4]))
