"""The sentences and the names of plies, as fixed strings."""

import chess
import pytest

from dgt_monitor.events import Times
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile, profiles
from dgt_monitor.laws.texts import Doubt, Since, text
from dgt_monitor.laws.verdict import Finding


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


def last_finding(*moves: str, unsure: tuple[int, ...] = (), profile: Profile = FIDE_OVER_THE_BOARD) -> Finding:
    board = chess.Board()
    ledger = Ledger(board, profile)
    for ply, uci in enumerate(moves, 1):
        board.push_uci(uci)
        ledger.push(board, sure=ply not in unsure)
    return ledger.verdict.findings[0]


LABELS = ["start", "2...Ng8", "4...Ng8", "6...Ng8", "8...Ng8"]


@pytest.mark.parametrize(
    ("since", "told"),
    [
        (Since("8...Ng8"), "Drawn since 8...Ng8."),
        (Since("8...Ng8", "14:31:50"), "Drawn since 8...Ng8, 14:31:50."),
        (
            Since("8...Ng8", "14:31:50", Times(252, 3671), 2),
            "Drawn since 8...Ng8, 14:31:50 (W 4:12, B 1:01:11); 2 plies played since.",
        ),
        (Since("start", played=1), "Drawn since the start position; 1 ply played since."),
    ],
)
def test_the_moment_of_a_draw(since: Since, told: str) -> None:
    assert text(last_finding(*SHUFFLE * 4), LABELS, "12", players="Petrov-Silva", since=since) == (
        "Bd 12 Petrov-Silva. DRAW: same position 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Certain. "
        f"{told} Stop the clocks, declare the draw. Do not let the game go on. FIDE 9.6.1."
    )


def test_the_one_doubt_that_decides_a_fivefold() -> None:
    doubt = Doubt(("4...Ng8",), "14:22:10", "it was not seen", decides=True)
    assert text(last_finding(*SHUFFLE * 4, unsure=(8,)), LABELS, "12", doubt=doubt) == (
        "Bd 12. LOOK: same position 4 or 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Not certain. Doubt: did "
        "it stand after 4...Ng8 (14:22:10, it was not seen)? If yes, drawn since 8...Ng8. Compare the scoresheets; one "
        "more occurrence makes it certain. Do not stop the game on this alone. FIDE 9.6.1."
    )


def test_us_chess_lets_claim_before_the_clock_and_declares() -> None:
    us = profiles()["us-chess"]
    assert text(last_finding(*SHUFFLE * 2, profile=us), LABELS[:3], "12", profile=us) == (
        "Bd 12. For the arbiter only: position has stood 3 times (start 2...Ng8 4...Ng8). Certain. White, to move, may "
        "claim until he moves. Black, who moved, may claim until the clock is pressed. Say nothing, do not approach. "
        "US Chess 14C, 21D."
    )
    assert text(last_finding(*SHUFFLE * 4, profile=us), LABELS, "12", profile=us) == (
        "Bd 12. DRAW: same position 5 times, after start 2...Ng8 4...Ng8 6...Ng8 8...Ng8. Certain. Go and look: the "
        "director may declare the draw. The game is not over before that. US Chess 14K."
    )


def test_rules_that_end_a_game_at_three() -> None:
    online = profiles()["fide-online"]
    assert text(last_finding(*SHUFFLE * 2, profile=online), LABELS[:3], "pgn-1", profile=online) == (
        "Bd pgn-1. DRAW: same position 3 times, after start 2...Ng8 4...Ng8. Certain. Drawn since 4...Ng8. The game is "
        "over. What is played after it does not count. FIDE online 5.4.1."
    )


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
