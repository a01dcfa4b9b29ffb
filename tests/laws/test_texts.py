"""The sentences and the names of plies, as fixed strings."""

import chess
import pytest

from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.texts import text


def sentences(fen: str, *moves: str, unsure: tuple[int, ...] = (), joined_late: bool = False) -> list[str]:
    """What is said after the last of these moves."""
    board = chess.Board(fen)
    ledger, labels = Ledger(board, joined_late=joined_late), ["start"]
    first, white = board.fullmove_number, board.turn
    for ply, uci in enumerate(moves, 1):
        move = board.parse_uci(uci)
        labels.append(move_label(ply, first, white, board.san(move)))
        board.push(move)
        ledger.push(board, sure=ply not in unsure)
    return [
        text(finding, [labels[ply] for ply in finding.plies], "12", players="Petrov-Silva")
        for finding in ledger.verdict.findings
    ]


SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
START = chess.STARTING_FEN
ROOK = "4k3/8/8/8/8/8/R6P/4K3 w - - {} 90"


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            sentences(START, *SHUFFLE * 2),
            (
                "For the arbiter only: position has stood 3 times (start 2...Ng8 4...Ng8). Certain. White, to "
                "move, may claim until he moves. Say nothing, do not approach. FIDE 9.2.2, 12.6."
            ),
        ),
        (
            sentences(START, *SHUFFLE * 4),
            (
                "DRAW: same position 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Certain. Drawn "
                "since 8...Ng8. Stop the clocks, declare the draw. Do not let the game go on. FIDE 9.6.1."
            ),
        ),
        (
            sentences(START, *SHUFFLE * 7),
            (
                "DRAW: same position 8 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8 (2 more) 14...Ng8. Certain. "
                "Drawn since 8...Ng8. Stop the clocks, declare the draw. Do not let the game go on. FIDE 9.6.1."
            ),
        ),
        (
            sentences(START, *SHUFFLE * 4, unsure=(4,))[:1],
            (
                "LOOK: same position 4 or 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Not certain that "
                "it stood each time. Compare the scoresheets. Do not stop the game on this alone. FIDE 9.6.1."
            ),
        ),
        (
            sentences(START, *SHUFFLE * 4, joined_late=True),
            (
                "DRAW: same position at least 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Certain. "
                "Drawn since 8...Ng8. Stop the clocks, declare the draw. Do not let the game go on. FIDE 9.6.1."
            ),
        ),
        (
            sentences(ROOK.format(99), "a2a3"),
            (
                "For the arbiter only: 50 moves by each player without pawn move or capture, complete after 90.Ra3. "
                "Certain. Black, to move, may claim, and either player on his turn until a pawn move or capture. Say "
                "nothing, do not approach. FIDE 9.3.2, 12.6."
            ),
        ),
        (
            sentences(ROOK.format(149), "a2a3"),
            (
                "DRAW: 75 moves by each player without pawn move or capture, complete after 90.Ra3. Certain. Stop the "
                "clocks, declare the draw. Do not let the game go on. FIDE 9.6.2."
            ),
        ),
        (
            sentences(ROOK.format(149), "a2a3", unsure=(1,)),
            (
                "LOOK: 75 moves by each player without pawn move or capture, complete after 90.Ra3. Not certain: moves "
                "that led to it are in doubt. Compare the scoresheets. Do not stop the game on this alone. FIDE 9.6.2."
            ),
        ),
        (
            sentences("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2"),
            (
                "DRAW: dead position after 1.Kxb2, neither side can mate by any legal moves. Certain. Stop the clocks, "
                "declare the draw. Do not let the game go on. FIDE 5.2.2."
            ),
        ),
        (
            sentences("7k/8/6K1/8/8/8/8/R7 w - - 0 90", "a1a8"),
            (
                "Checkmate after 90.Ra8#. Certain. White has won. Record the result. Do not step in unless play "
                "goes on. FIDE 5.1.1."
            ),
        ),
        (
            sentences("7k/8/5KQ1/8/8/8/8/8 b - - 0 90"),
            (
                "Stalemate: Black has no legal move after the start position. Certain. Drawn. Record the result. "
                "Do not step in unless play goes on. FIDE 5.2.1."
            ),
        ),
    ],
)
def test_sentence(told: list[str], sentence: str) -> None:
    assert told == [f"Bd 12 Petrov-Silva. {sentence}"]


def test_every_finding_can_be_told_without_players_and_in_doubt() -> None:
    for fen in ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"):
        board = chess.Board(fen)
        ledger = Ledger(board)
        board.push(next(move for move in board.legal_moves if move.uci() in ("a1b2", "a1a8", "g1g6")))
        (finding,) = ledger.push(board, sure=False).findings
        told = text(finding, ["1.X"], "7")
        assert told.startswith("Bd 7. ")
        assert "Not certain" in told
        assert "Certain." not in told


@pytest.mark.parametrize(
    ("ply", "first", "white", "label"),
    [
        (0, 31, False, "start"),
        (1, 1, True, "1.Kg8"),
        (2, 1, True, "1...Kg8"),
        (1, 31, False, "31...Kg8"),
        (2, 31, False, "32.Kg8"),
    ],
)
def test_label(ply: int, first: int, white: bool, label: str) -> None:
    assert move_label(ply, first, white, "Kg8") == label
