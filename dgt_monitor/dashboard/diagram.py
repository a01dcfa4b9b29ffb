"""A placement as a diagram of letters: upper case White, lower case Black. Pure."""

from collections.abc import Collection

from dgt_monitor.dashboard.lines import Line, Role, Span, line
from dgt_monitor.dashboard.safe import fit

CELLS = 26
"""Columns of a diagram: the rank's number and eight squares of three."""
LINES = 10
"""Lines of a diagram: title, eight ranks, the files' letters."""
_FILES = "abcdefgh"
_LETTERS = frozenset("PRNBQKprnbqk")
_FIGURINES = dict(zip("KQRBNPkqrbnp", map(chr, range(0x2654, 0x2660)), strict=True))
_FIGURINES["p"] += "\ufe0e"  # else many fonts draw an emoji of two cells


def square_name(square: int) -> str:
    """`e4`."""
    return f"{_FILES[square % 8]}{square // 8 + 1}"


def squares_of(uci: str) -> tuple[int, ...]:
    """Origin and destination of a move, none where it names none."""
    if len(uci) < 4:
        return ()
    found = [_FILES.find(uci[at]) + 8 * (ord(uci[at + 1]) - ord("1")) for at in (0, 2) if uci[at] in _FILES]
    return tuple(each for each in found if 0 <= each < 64) if len(found) == 2 else ()


def diagram(
    title: str,
    squares: str,
    *,
    flip: bool,
    moved: Collection[int] = (),
    differing: Collection[int] = (),
    figurines: bool = False,
) -> list[Line]:
    """`LINES` lines of `CELLS` columns; squares of the last move in `[ ]`, differing ones in `< >`.

    `squares`: 64 letters, a1 first; anything else is shown as a diagram without pieces. `figurines`: chess men in
    place of letters.
    """
    letters = squares if len(squares) == 64 else "." * 64
    ranks = range(8) if flip else range(7, -1, -1)
    files = range(7, -1, -1) if flip else range(8)
    out = [line(fit(f"  {title}", CELLS), "dim")]
    for rank in ranks:
        row = [Span(f"{rank + 1} ", "dim")]
        row += [_square(letters, rank * 8 + file, moved, differing, figurines) for file in files]
        out.append(tuple(row))
    out.append(line("  " + "".join(f" {_FILES[file]} " for file in files), "dim"))
    return out


def _square(letters: str, square: int, moved: Collection[int], differing: Collection[int], figurines: bool) -> Span:
    light = (square + square // 8) % 2 == 1
    letter = letters[square] if letters[square] in _LETTERS else ""
    shown = (_FIGURINES[letter] if figurines else letter) if letter else " " if light else "."
    if square in differing:
        return Span(f"<{shown}>", "differs")
    role: Role = "square_light" if light else "square_dark"
    if letter.isupper():
        role = "white_light" if light else "white_dark"
    elif letter:
        role = "black_light" if light else "black_dark"
    return Span(f"[{shown}]" if square in moved else f" {shown} ", role)
