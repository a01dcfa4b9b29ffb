"""The ways of other programs do what their sources say, no less."""

import chess
import pytest

from tests.bench.peers import PEERS
from tests.bench.peers.placements import key_after, key_of, successors

Updates = list[tuple[float, str]]
"""Seconds, and `e4 P` or `e2 .`."""


def followed(name: str, updates: Updates, fen: str = chess.STARTING_FEN) -> str:
    peer = PEERS[name](chess.Board(fen))
    for t_s, text in updates:
        square, piece = text.split()
        peer.update(t_s, chess.parse_square(square), piece)
    peer.finish(60.0)
    return " ".join(peer.uci)


@pytest.mark.parametrize("name", PEERS)
def test_plain_play_is_followed(name: str) -> None:
    assert followed(name, [(1, "e2 ."), (1.2, "e4 P"), (3, "e7 ."), (3.2, "e5 p")]) == "e2e4 e7e5"


SLIDE: Updates = [(1, "e3 P"), (1.1, "e2 ."), (1.2, "e4 P"), (1.25, "e3 ."), (3, "e7 ."), (3.2, "e5 p")]


def test_a_slide() -> None:
    assert followed("one ply per update", SLIDE) == "e2e3"
    assert followed("snapshot after 250 ms", SLIDE) == "e2e4 e7e5"
    assert followed("reachable placements", SLIDE) == "e2e4 e7e5"


def test_a_stop_over_that_rests_is_a_sibling_of_the_last_move() -> None:
    slow = [(t_s + 0.5 if t_s > 1.1 else t_s, text) for t_s, text in SLIDE]
    assert followed("snapshot after 250 ms", slow) == "e2e4 e7e5"


def test_two_plies_never_seen_apart() -> None:
    together: Updates = [(1, "e2 ."), (1.1, "e7 ."), (1.15, "e5 p"), (1.2, "e4 P"), (3, "g1 ."), (3.2, "f3 N")]
    assert [followed(name, together) for name in PEERS] == ["", "", ""]


BACK: Updates = [(1, "e2 ."), (1.2, "e4 P"), (3, "e4 ."), (3.2, "e2 P"), (5, "d2 ."), (5.2, "d4 P")]


def test_a_takeback() -> None:
    assert followed("one ply per update", BACK) == "e2e4"
    assert followed("snapshot after 250 ms", BACK) == "d2d4"
    assert followed("reachable placements", BACK) == "d2d4"


def test_placement_only_reads_a_hasty_repetition_as_a_takeback() -> None:
    out: Updates = [(1, "g1 ."), (1.2, "f3 N"), (2, "g8 ."), (2.2, "f6 n")]
    home: Updates = [(4, "f3 ."), (4.1, "g1 N"), (4.2, "f6 ."), (4.3, "g8 n")]
    assert followed("snapshot after 250 ms", out + home) == ""
    assert followed("reachable placements", out + home) == "g1f3 g8f6 f3g1 f6g8"


@pytest.mark.parametrize(
    "fen", ["r3k2r/Pp6/8/2pP4/8/8/6p1/R3K2R w KQkq c6 0 1", "r3k2r/Pp6/8/8/2pP4/8/6p1/R3K2R b KQkq d3 0 1"]
)
def test_the_number_of_a_placement_follows_every_kind_of_move(fen: str) -> None:
    board = chess.Board(fen)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        assert key_after(board, key_of(board), move) == key_of(after), board.san(move)
    assert len(successors(board, key_of(board))) == board.legal_moves.count()
