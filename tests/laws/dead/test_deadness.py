"""Dead positions: what is told as certain is proved, what only smells so is told as probable, play goes on untold."""

import random

import chess
import pytest

from dgt_monitor.events import Level, Rule
from dgt_monitor.laws.dead.deadness import Deadness, dead_at_a_glance, deadness
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.texts import text
from tests.drawn import drawn
from tests.laws.dead.slow import all_lines, few_men, from_games, locked

OPENED_BY_EN_PASSANT = "4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KB2 b - a3 0 50"
PROBABLY = "3k4/1b6/8/1p1p1p1p/1P1P1P1P/4B3/b4B2/3K4 b - - 0 50"
"""Only Black can mate, and that is far to see: pieces of the wrong colours behind a closed wall."""


@pytest.mark.parametrize(
    ("fen", "known"),
    [
        ("7k/8/8/8/8/8/8/KBB5 w - - 0 1", Deadness.NOT),
        ("7k/8/8/8/8/8/8/KB1B4 w - - 0 1", Deadness.DEAD),  # bishops of one colour, however many
        ("7k/7b/8/8/8/8/8/KB1B1B2 w - - 0 1", Deadness.DEAD),
        ("7k/6b1/8/8/8/8/8/KB1B1B2 w - - 0 1", Deadness.NOT),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", Deadness.DEAD),
        ("8/8/8/8/8/1k6/1n6/K7 w - - 0 1", Deadness.DEAD),  # stalemate but for a capture that leaves bare kings
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Deadness.DEAD),
        ("4k1b1/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", Deadness.DEAD),
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/1B2K3 w - - 0 1", Deadness.NOT),
        ("8/4k1p1/8/6p1/p2p1pP1/P2P1P2/8/2K5 b - - 0 1", Deadness.DEAD),
        ("8/4k1p1/8/6p1/p2p1pP1/P2P1P2/8/2K3B1 b - - 0 1", Deadness.NOT),
        ("2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - - 0 1", Deadness.DEAD),  # the rook never comes out
        (OPENED_BY_EN_PASSANT, Deadness.NOT),
        (OPENED_BY_EN_PASSANT.replace("a3", "-"), Deadness.DEAD),
        (chess.STARTING_FEN, Deadness.NOT),
    ],
)
def test_what_is_known(fen: str, known: Deadness) -> None:
    assert deadness(chess.Board(fen)) is known


def findings(board: chess.Board, ledger: Ledger) -> list[tuple[Level, bool, bool]]:
    ledger.push(board)
    return [(f.level, f.sure, f.proved) for f in ledger.verdict.findings if f.rule is Rule.DEAD_POSITION]


def test_a_wall_with_bishops_is_told_when_the_last_pawn_closes_it() -> None:
    board = chess.Board("4k1b1/7p/8/1p1p1p2/1P1P1P1P/8/8/2B1K3 b - - 0 1")
    ledger = Ledger(board)
    board.push_uci("h7h5")
    assert findings(board, ledger) == [(Level.ACT, True, True)]
    board.push_uci("c1d2")
    assert findings(board, ledger) == []


def test_the_right_to_open_it_lapses_with_the_next_move() -> None:
    board = chess.Board(OPENED_BY_EN_PASSANT)
    ledger = Ledger(board)
    assert ledger.verdict.findings == ()
    board.push_uci("e8e7")
    assert findings(board, ledger) == [(Level.ACT, True, True)]


def test_what_is_not_proved_is_told_to_look_at_and_ends_no_game() -> None:
    board = chess.Board(PROBABLY)
    ledger = Ledger(board)
    (found,) = ledger.verdict.findings
    assert (found.rule, found.level, found.sure, found.proved) == (Rule.DEAD_POSITION, Level.CHECK, False, False)
    assert ledger.end is None
    assert text(found, ["start"], "12", players="Petrov-Silva") == (
        "Bd 12 Petrov-Silva. LOOK: probably a dead position after the start position: the pawns are locked and no way "
        "to mate was found for either side. Not certain: not proved. Look whether any series of legal moves can mate. "
        "If one can, the game goes on; do not stop it on this alone. FIDE 5.2.2."
    )


@pytest.mark.parametrize("seed", [11, drawn()])
def test_nothing_is_called_dead_in_which_a_mate_is_found(seed: int) -> None:
    rng, dead = random.Random(seed), 0
    for board in [locked(rng) for _ in range(300)] + [few_men(rng) for _ in range(100)] + list(from_games(rng, 5)):
        if deadness(board) is Deadness.DEAD:
            dead += 1
            if dead <= 12:
                seen = all_lines(board, 3_000)
                assert not seen.white_mates, board.fen()
                assert not seen.black_mates, board.fen()
        else:
            assert dead_at_a_glance(board) is not Deadness.DEAD
    assert dead, "dead positions must be among the random ones, or this test shows nothing"


def test_positions_of_play_do_not_smell_dead() -> None:
    rng = random.Random(4)
    told = [board.fen() for board in from_games(rng, 40) if deadness(board) is Deadness.PROBABLY]
    assert told == []
