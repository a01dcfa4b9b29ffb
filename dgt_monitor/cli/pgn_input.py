"""PGN of any origin, game by game: start position, main line, result, and what is wrong with it.

The tags are judged by `chess.pgn`; the moves are not cut out by it, since it passes over what it cannot read and
takes `Sf3` for `f3`: a score with a move left out would be counted as if it were another game.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import BinaryIO, Final, NamedTuple

import chess
import chess.pgn

from dgt_monitor.cli.pgn_text import CLOCK_MARK, GameText, game_texts
from dgt_monitor.laws.labels import move_label

Complain = Callable[[str], None]

PLIES_MAX: Final = 20_000
"""Plies read of one game; 75 moves without progress end any game before 17,700."""
FEN_MAX_CHARS: Final = 200
"""No FEN is longer than 90 characters or so."""
NAME_MAX_CHARS: Final = 60
"""Shown of a player's name."""

_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
_NO_VARIANT: Final = frozenset({"", "-", "?"})
_UNUSABLE: Final = {
    chess.STATUS_EMPTY: "no pieces",
    chess.STATUS_NO_WHITE_KING: "no white king",
    chess.STATUS_NO_BLACK_KING: "no black king",
    chess.STATUS_TOO_MANY_KINGS: "more than two kings",
    chess.STATUS_PAWNS_ON_BACKRANK: "pawns on the first or last rank",
    chess.STATUS_OPPOSITE_CHECK: "the side not to move is in check",
}
_TOKEN = re.compile(
    r"(?P<clock>"
    + CLOCK_MARK
    + r"\d+)|(?P<open>\()|(?P<close>\))|(?P<nag>\$\d*|[!?]+)|(?P<result>1-0|0-1|1/2-1/2|1/2|½-½|\*)(?![^\s()])"
    r"|(?P<number>\d+\s*\.[.\s]*|(?!0000)\d+(?=[\s()]|$))|(?P<word>[^\s()$!?]+)"
)
_REMARKS: Final = frozenset({"e.p.", "ep", "ch", "dbl.ch.", "dblch", "mate", "N", "TN", "D", "RR"})
_NULL_MOVES: Final = frozenset({"--", "@@@@"})
_FIGURINES: Final = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟")


class PgnGame(NamedTuple):
    """One game as far as it can be read."""

    number: int
    """Its place in the file, from 1; games that cannot be used have a place too."""
    tags: dict[str, str]
    start: chess.Board
    moves: tuple[chess.Move, ...]
    result: str
    broken: str | None
    """Why the moves after these are not known; None if the game was read to its end."""
    clocks: Mapping[int, int] = MappingProxyType({})
    """By plies: what the clock of who made it showed after it, in seconds (`%clk`)."""

    @property
    def players(self) -> str:
        """`White-Black` as the tags name them, empty if they do not."""
        names = [self.tags.get(colour, "?")[:NAME_MAX_CHARS] for colour in ("White", "Black")]
        return "" if set(names) <= {"?", ""} else "-".join(names)


def read_games(stream: BinaryIO, complain: Complain) -> Iterator[PgnGame]:
    """The games of a PGN file, one at a time; what is wrong is told by `complain` and passed over."""
    number = 0
    for text in game_texts(stream, complain):
        if not text.tags and not _looks_like_moves(text):
            complain(f"line {text.line}: this is not a game, skipped")
            continue
        number += 1
        game = _game(number, text, complain)
        if game is not None:
            yield game
    if number == 0:
        complain("no game in it")


def _looks_like_moves(text: GameText) -> bool:
    """Whether a text without tags begins as a score does."""
    for match in _TOKEN.finditer(text.movetext):
        if match.lastgroup in ("number", "result"):
            return True
        if match.lastgroup == "word":
            return _is_first_move(match.group())
    return False


def _is_first_move(word: str) -> bool:
    try:
        _parse(chess.Board(), word)
    except ValueError:
        return False
    return True


def _game(number: int, text: GameText, complain: Complain) -> PgnGame | None:
    where = f"game {number} (line {text.line})"
    try:
        start = _start(text.tags)
    except ValueError as error:
        complain(f"{where}: {error}; the game is skipped")
        return None
    line = _MainLine(start.copy(stack=False))
    line.read(text.movetext)
    if line.broken is not None:
        complain(f"{where}: {line.broken}")
    elif line.odd is not None:
        complain(f"{where}: {line.odd}")
    result = line.result or _RESULTS.get(text.tags.get("Result", "*"), "*")
    broken = line.broken or ("some of it could not be read" if text.cut else None)
    return PgnGame(number, text.tags, start, tuple(line.moves), result, broken, line.clocks)


def _start(tags: dict[str, str]) -> chess.Board:
    """The first position, with rights and en-passant square only where they can be; ValueError says why not."""
    fen, variant = tags.get("FEN", "").strip(), tags.get("Variant", "").strip()
    headers = chess.pgn.Headers({})
    if len(fen) > FEN_MAX_CHARS:
        raise ValueError(f"the FEN tag is longer than {FEN_MAX_CHARS} characters")
    if fen:
        headers["FEN"] = fen
    if variant not in _NO_VARIANT:
        headers["Variant"] = variant
    try:
        board = headers.board()
    except ValueError as error:
        raise ValueError(f"tag FEN or Variant cannot be used: {error}") from error
    if type(board) is not chess.Board:
        raise ValueError(f"{variant} is not played by these Laws")
    _check_position(board)
    return board


def _check_position(board: chess.Board) -> None:
    status = board.status()
    faults = [words for fault, words in _UNUSABLE.items() if status & fault]
    if faults:
        raise ValueError(f"the FEN tag gives no position of a game: {', '.join(faults)}")
    board.castling_rights = board.clean_castling_rights()
    if status & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None


class _MainLine:
    """The moves of a movetext outside its variations, up to the result or the first that cannot be played."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self._first_fullmove, self._white_first = board.fullmove_number, board.turn
        self._last_label = "the start position"
        self.moves: list[chess.Move] = []
        self.clocks: dict[int, int] = {}
        self.result: str | None = None
        self.broken: str | None = None
        self.odd: str | None = None

    def read(self, movetext: str) -> None:
        """Take the whole movetext; variations may be nested to any depth and need not be closed."""
        depth = 0
        for match in _TOKEN.finditer(movetext):
            kind = match.lastgroup
            if self.result is not None:
                self.odd = "text after the result is not read"
                return
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth = self._close(depth)
            elif depth == 0 and kind == "clock":
                self.clocks[len(self.moves)] = int(match.group()[1:])
            elif depth == 0 and kind == "result":
                self.result = _RESULTS[match.group()]
            elif depth == 0 and kind == "word" and not self._word(match.group()):
                return
        if depth:
            self.broken = f"a variation is never closed; the game is read up to {self._last_label}"

    def _close(self, depth: int) -> int:
        if depth == 0:
            self.odd = f"a variation is closed that never began, after {self._last_label}"
        return max(0, depth - 1)

    def _word(self, word: str) -> bool:
        """Play a move or pass over a remark; False where the game cannot be followed further."""
        if word in _REMARKS or (word not in _NULL_MOVES and not any(letter.isalnum() for letter in word)):
            return True
        if len(self.moves) >= PLIES_MAX:
            self.broken = f"more than {PLIES_MAX} plies; the rest is not read"
            return False
        label = self._label(word[:20])
        try:
            move = _parse(self._board, word)
        except ValueError as error:
            self.broken = f"{label} {_why(error)}; the game is read up to {self._last_label}"
            return False
        self.moves.append(move)
        self._last_label = label
        self._board.push(move)
        return True

    def _label(self, word: str) -> str:
        return move_label(len(self.moves) + 1, self._first_fullmove, self._white_first, word)


def _parse(board: chess.Board, word: str) -> chess.Move:
    """The legal move a word of a score stands for; one of python-chess's ValueErrors if it is not one."""
    plain = word.translate(_FIGURINES).rstrip("+#=")
    plain = plain.removesuffix("e.p.").removesuffix("ep")
    move = board.parse_san(plain.replace("o", "O") if plain.lower().startswith("o-o") else plain)
    if not move:
        raise chess.IllegalMoveError("null move")
    return move


def _why(error: ValueError) -> str:
    if isinstance(error, chess.AmbiguousMoveError):
        return "could be more than one move"
    return "cannot be read as a move" if isinstance(error, chess.InvalidMoveError) else "is not a legal move"
