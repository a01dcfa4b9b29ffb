"""One board as sentences, for who hears the screen: no diagram, no columns. Pure."""

from collections.abc import Iterable
from typing import Final

from dgt_monitor.dashboard.board_facts import LINKS
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.score import move_text
from dgt_monitor.dashboard.words import CLAIM_KINDS, clock, count_words, held
from dgt_monitor.hall.views import BoardView, MoveView
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence, word

LAST_MOVES: Final = 6
"""So many of the last plies are told with a board (chosen); all of them are a choice."""
PLIES_A_LINE: Final = 10
_HEAD: Final = Sentence("Board {board}, game {game}: {players}. {phase}.")
_WAITS: Final = Sentence("Board {board}: no game yet.")
_LINK: Final = Sentence("Line: {link}.")
_WHITE_TURN: Final = Sentence("Move {move}, White to move.")
_BLACK_TURN: Final = Sentence("Move {move}, Black to move.")
_LAST: Final = Sentence("Last moves: {moves}")
_CLOCKS: Final = Sentence("Clocks: White {white}, Black {black}.")
_STOOD: Final = Sentence("This position has stood {times}.")
_PROGRESS: Final = Sentence(
    "{n} half-move without capture or pawn move.", "{n} half-moves without capture or pawn move."
)
_HELD: Final = Sentence("{kind} open: moves on the board are no play.")
_RESULT: Final = Sentence("Result: {result} by {by}.")
_PROPOSED: Final = Sentence("Result: {result} by {by}, not confirmed.")
_DIFFERS: Final = Sentence("The board shows otherwise than the moves on: {squares}.")
_WHITE: Final = Sentence("White: {men}.")
_BLACK: Final = Sentence("Black: {men}.")
_ORDER: Final = "KQRBNP"


def board_lines(board: BoardView) -> list[str]:
    """Who plays, how it stands, and what is known of it."""
    if not board.game:
        return [words(_WAITS, board=clean(board.board)), words(_LINK, link=LINKS[board.link]())]
    return [line for line in _lines(board) if line]


def move_lines(board: BoardView) -> list[str]:
    """All moves, a few to a line."""
    said = _numbered(board.moves)
    return [" ".join(said[at : at + PLIES_A_LINE]) for at in range(0, len(said), PLIES_A_LINE)]


def _lines(board: BoardView) -> Iterable[str]:
    players = f"{clean(board.players.white) or '?'} - {clean(board.players.black) or '?'}"
    yield words(_HEAD, board=clean(board.board), game=board.game, players=players, phase=word(board.phase))
    yield words(_LINK, link=LINKS[board.link]())
    what = held(board)
    yield words(_HELD, kind=CLAIM_KINDS[what][1]()) if what is not None else ""
    yield words(_WHITE_TURN if board.white_to_move else _BLACK_TURN, move=board.fullmove)
    yield words(_LAST, moves=" ".join(_numbered(board.moves)[-LAST_MOVES:])) if board.moves else ""
    yield words(_CLOCKS, white=clock(board.white_s), black=clock(board.black_s))
    yield words(_STOOD, times=count_words(board.count, board.count_max)) if board.counts(board.count) else ""
    yield words(_PROGRESS, n=board.halfmove_clock)
    yield from _men(board)
    yield words(_DIFFERS, squares=", ".join(map(_square, board.differing))) if board.differing else ""
    yield _result(board)


def _result(board: BoardView) -> str:
    outcome = board.outcome
    if outcome is None or not outcome.by:
        return ""
    by = word(clean(outcome.by).replace("_", " "))
    return words(_RESULT if outcome.confirmed else _PROPOSED, result=clean(outcome.result), by=by)


def _men(board: BoardView) -> Iterable[str]:
    """Where every man stands, by the moves: king first."""
    for sentence, is_white in ((_WHITE, True), (_BLACK, False)):
        men = [
            (_ORDER.index(letter.upper()), f"{letter.upper() if letter.upper() != 'P' else ''}{_square(square)}")
            for square, letter in enumerate(board.understood)
            if letter.isalpha() and letter.isupper() is is_white
        ]
        yield words(sentence, men=" ".join(text for _, text in sorted(men))) if men else ""


def _square(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _numbered(moves: Iterable[MoveView]) -> list[str]:
    return [f"{move.number}{'.' if move.colour == 'white' else '...'}{move_text(move)}" for move in moves]
