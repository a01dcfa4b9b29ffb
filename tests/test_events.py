"""The lines of the event stream: those written out in haste are the ones that the JSON library makes."""

import json

from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.events import Board, Clock, Move, Times, to_dict, to_json

TIMES_S = st.floats(0, 1e9) | st.integers(0, 10**9).map(float)
NAMES = st.text(max_size=12)
SECONDS = st.integers(0, 36_000)


class Standing:
    """A position of which only the FEN is asked."""

    def __init__(self, fen: str) -> None:
        self._fen = fen

    def fen(self) -> str:
        return self._fen


def by_the_library(event: Move | Clock) -> str:
    return json.dumps(to_dict(event), ensure_ascii=False, separators=(",", ":"))


MOVES = st.builds(
    Move,
    TIMES_S, NAMES, st.integers(1, 99), st.integers(1, 9999), st.none() | st.text(max_size=5),
    st.none() | st.text(max_size=8),
    st.sampled_from(["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 3 9"]).map(Standing),
    st.integers(1, 9), st.none() | st.integers(1, 9), st.sampled_from(["provisional", "confirmed"]), st.booleans(),
    st.sampled_from(["seen", "inferred", "memory", "claimed", "corrected"]),
    st.none() | st.builds(Times, SECONDS, SECONDS), st.booleans(), st.none(), st.none() | st.integers(0, 4),
)  # fmt: skip


@given(MOVES)
def test_a_move(event: Move) -> None:
    assert to_json(event) == by_the_library(event)


@given(
    st.builds(
        Clock, TIMES_S, NAMES, st.none() | SECONDS, st.none() | SECONDS, st.sampled_from([None, "white", "black"])
    )
)
def test_a_clock(event: Clock) -> None:
    assert to_json(event) == by_the_library(event)


def test_from_how_many_squares_stands_only_with_an_inferred_move() -> None:
    move = Move(1.0, "7", 1, 1, "e2e4", "e4", Standing("x"), 1, 1, "confirmed", True, "inferred", None)
    assert "inferred_from" not in to_dict(move)
    assert to_dict(move._replace(inferred_from=2))["inferred_from"] == 2


def test_a_reason_stands_in_the_stream_only_where_there_is_one() -> None:
    lost = Board(1.0, "P1", "lost", "P1", None, None, None)
    assert "reason" not in to_dict(lost)
    assert to_dict(lost._replace(reason="is not there: plug it in"))["reason"] == "is not there: plug it in"
