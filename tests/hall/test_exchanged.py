"""Another board answers at a place whose line never went down: what becomes of what was told under the old number."""

import gc
import random
import tracemalloc
from collections.abc import Iterator

import chess
import pytest

from dgt_monitor.events import Retract, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.hall import Hall
from drivers.readings import (
    MEMORY_ASKED,
    Asked,
    BoardDump,
    Clock,
    FieldUpdate,
    Identity,
    LineDown,
    LineUp,
    LogStanding,
    Memory,
    Reading,
    Request,
)
from tests.game.logs import log_of
from tests.hall.hall_driver import START, DrivenHall

A, B = Identity(serial="01111"), Identity(serial="02222")


def followed(sans: str = "e4 e5") -> DrivenHall:
    """A board that has told its number since its last move, as it does with every check."""
    hall = DrivenHall()
    hall.up("P1", serial="01111")
    hall.moves("P1", sans)
    hall.until(hall.t_s + 0.6)
    hall.read(hall.t_s, "P1", A)
    return hall


def exchanged(hall: DrivenHall, said: list[FieldUpdate], after_s: float = 2.0) -> None:
    """Another board that tells its changes is plugged in, says this, and then its number."""
    for update in said:
        hall.read(hall.t_s + 0.3, "P1", update)
    hall.read(hall.t_s + after_s, "P1", B)
    hall.read(hall.t_s, "P1", BoardDump(START))


def made(*squares: tuple[int, str]) -> list[FieldUpdate]:
    return [FieldUpdate(square, piece) for square, piece in squares]


PLAYED = ["e4", "e5", "Nf3", "Nc6", "Bb5"]
NF3 = made((chess.G1, "."), (chess.F3, "N"))
"""Legal on either board."""


@pytest.mark.parametrize("said", [NF3, NF3[:1], made((chess.A8, "."), (chess.A8, "Q")), []])
def test_what_another_board_said_is_taken_back(said: list[FieldUpdate]) -> None:
    hall = followed()
    before = len(hall.stream)
    exchanged(hall, said)
    assert hall.board("01111").sans == ["e4", "e5"]
    assert all(move.sure for move in hall.board("01111").moves)
    assert any(isinstance(event, Retract) for event in hall.stream[before:]) == (said == NF3)
    assert hall.board("02222").game == 1
    hall.finish(hall.t_s + 10)
    assert Rule.BOARD_LOST in hall.board("01111").rules
    assert hall.board("01111").rules == {Rule.BOARD_LOST}


def test_an_alarm_over_the_pieces_of_another_board_ends() -> None:
    hall = followed()
    exchanged(hall, made((chess.A8, "."), (chess.A8, "Q")), 10.0)
    assert {alert.rule for alert in hall.reader.ever} > {Rule.BOARD_LOST}
    hall.until(hall.t_s + 10)
    assert hall.board("01111").rules == {Rule.BOARD_LOST}


@pytest.mark.parametrize("port", ["P1", "P2"])
@pytest.mark.parametrize("remembered", [True, False])
def test_a_board_that_comes_back_goes_on_where_it_was_itself(port: str, remembered: bool) -> None:
    hall = followed(" ".join(PLAYED))
    own = hall.games["P1"]
    exchanged(hall, made((chess.A7, "."), (chess.A6, "p")))
    assert hall.board("01111").sans == PLAYED
    own.push_san("Nf6")  # while nobody saw it
    if port != "P1":
        hall.read(hall.t_s + 30, port, LineUp())
    hall.read(hall.t_s + 30, port, A)
    hall.read(hall.t_s, port, BoardDump("".join(letters(own))))
    assert hall.board("01111").sans[5:] == ["Nf6"]
    assert not hall.board("01111").moves[5].sure
    if remembered:
        assert [asking.request for asking in hall.hall.requests()] == [Request.MEMORY]
        hall.read(hall.t_s, port, Asked(MEMORY_ASKED))
        hall.read(hall.t_s + 8, port, Memory((LogStanding(START), *log_of([*PLAYED, "Nf6"]))))
        hall.read(hall.t_s, port, BoardDump("".join(letters(own))))
        assert all(move.sure for move in hall.board("01111").moves)
    hall.games[port] = own
    hall.move(port, "O-O", hall.t_s + 5)
    assert hall.board("01111").sans[5:] == ["Nf6", "O-O"]


def test_a_mate_that_another_board_gave_is_no_result() -> None:
    hall = followed("e4 e5 Bc4 Nc6 Qh5 Nf6")
    exchanged(hall, made((chess.H5, "."), (chess.F7, "."), (chess.F7, "Q")), 5.0)
    assert hall.board("01111").result is None
    assert Rule.CHECKMATE not in hall.board("01111").rules
    assert len(hall.board("01111").moves) == 6


def test_a_fivefold_of_another_board_calls_nobody() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 "
    hall = DrivenHall()
    hall.up("P1", serial="01111")
    hall.moves("P1", shuffle * 3 + "Nf3 Nf6 Ng1", every_s=1.0)
    hall.until(hall.t_s + 2)
    hall.read(hall.t_s, "P1", A)
    hall.move("P1", "Ng8", hall.t_s + 1)
    hall.until(hall.t_s + 3)
    assert Rule.FIVEFOLD in hall.board("01111").rules
    hall.read(hall.t_s, "P1", B)
    assert Rule.FIVEFOLD not in hall.board("01111").rules
    assert hall.board("01111").result is None


def test_where_nobody_asked_for_the_number_everything_since_stands_and_is_not_sure() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 "
    hall = followed("e4 e5")
    hall.moves("P1", shuffle * 5, every_s=10.0)
    hall.until(hall.t_s + 5)
    assert Rule.FIVEFOLD in hall.board("01111").rules
    hall.read(hall.t_s, "P1", B)
    board = hall.board("01111")
    assert len(board.moves) == 22
    assert [move.sure for move in board.moves] == [True] * 2 + [False] * 20
    assert {alert.sure for alert in board.alerts.values() if alert.rule is Rule.FIVEFOLD} == {False}
    assert Rule.HISTORY_UNCERTAIN in board.rules
    (view,) = [view for view in hall.hall.view().boards if view.board == "01111"]
    assert [move.sure for move in view.moves] == [True] * 2 + [False] * 20
    hall.finish(hall.t_s + 1)
    assert not board.summaries[-1].sure


def test_what_was_told_before_the_line_went_down_is_its_own() -> None:
    hall = followed()
    hall.move("P1", "Nf3", hall.t_s + 3)
    hall.down("P1", hall.t_s + 1)
    hall.read(hall.t_s + 20, "P1", LineUp())
    hall.read(hall.t_s, "P1", B)
    assert hall.board("01111").sans == ["e4", "e5", "Nf3"]
    assert all(move.sure for move in hall.board("01111").moves)


def test_plugs_that_are_swapped_under_open_ports_swap_no_moves() -> None:
    hall = DrivenHall()
    for port, serial, first in (("P1", "01111", "e4"), ("P2", "02222", "d4")):
        hall.up(port, hall.t_s, serial)
        hall.move(port, first, hall.t_s + 1)
        hall.until(hall.t_s + 1)
        hall.read(hall.t_s, port, Identity(serial=serial))
    hall.games["P1"], hall.games["P2"] = hall.games["P2"], hall.games["P1"]
    hall.move("P1", "Nf6", hall.t_s + 1)  # of board 02222
    hall.move("P2", "Nc6", hall.t_s + 1)  # of board 01111
    for port, told in (("P1", B), ("P2", A)):
        hall.read(hall.t_s + 1, port, told)
        hall.read(hall.t_s, port, BoardDump("".join(letters(hall.games[port]))))
    hall.move("P1", "Nf3", hall.t_s + 2)
    hall.move("P2", "Nf3", hall.t_s + 2)
    assert hall.board("01111").sans == ["e4", "Nc6", "Nf3"]
    assert hall.board("02222").sans == ["d4", "Nf6", "Nf3"]
    assert not hall.board("01111").moves[1].sure
    assert not hall.board("02222").moves[1].sure


def test_a_game_that_began_under_the_old_number_is_not_sure() -> None:
    hall = followed("e4 e5 Nf3 Nc6 Bb5 a6")
    hall.read(hall.t_s + 1, "P1", BoardDump(START))
    hall.games["P1"] = chess.Board()
    hall.moves("P1", "d4 d5")
    hall.read(hall.t_s + 1, "P1", B)
    board = hall.board("01111")
    assert board.game == 2
    assert not any(move.sure for move in board.moves)
    hall.finish(hall.t_s + 1)
    assert [summary.sure for summary in board.summaries] == [True, False]


def test_numbers_one_after_another_leave_nothing_behind() -> None:
    hall = Hall()
    hall.read(0.0, "P0", None, Identity(serial="99999"))
    hall.read(0.0, "P0", None, BoardDump(START))
    _flood(hall, 0, 500)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        _flood(hall, 500, 2500)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 20_000  # less than one board takes
    assert len(list(hall._boards)) == 2
    assert len(hall.view().boards) == 2
    _, events = hall.advance(3000.0), hall.finish(3001.0)
    assert {event.board for event in events} == {"99999"}


def test_boards_that_come_and_go_are_found_without_looking_through_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    for n in range(300):
        hall.read(0.0, f"P{n}", None, Identity(serial=f"{n:05d}"))
        hall.read(0.0, f"P{n}", None, BoardDump(START))
    looked: list[int] = []

    def look(self: Directory) -> Iterator[HallBoard]:
        looked.append(1)
        return iter(list(self._boards.values()))

    monkeypatch.setattr(Directory, "__iter__", look)
    _flood(hall, 1000, 1100)
    assert not looked


@pytest.mark.parametrize("seed", range(40))
def test_any_readings_with_boards_that_are_exchanged_keep_the_stream_in_order(seed: int) -> None:
    rng = random.Random(seed)
    hall = DrivenHall()
    boards = [chess.Board() for _ in range(3)]
    plugged = {"P1": 0, "P2": 1}
    for _ in range(300):
        port = rng.choice(["P1", "P2"])
        now = boards[plugged[port]]
        hall.t_s += rng.choice([0.05, 0.3, 1.2, 20.0])
        match rng.randrange(8):
            case 0:
                plugged[port] = rng.randrange(3)
            case 1:
                hall.read(hall.t_s, port, Identity(serial=f"0000{plugged[port]}"))
            case 2:
                hall.read(hall.t_s, port, BoardDump("".join(letters(now))))
            case 3:
                hall.read(hall.t_s, port, rng.choice(_OF_LINES))
            case _ if not now.is_game_over():
                hall.games[port] = now
                hall.move(port, now.san(rng.choice(list(now.legal_moves))), hall.t_s)
        for board in hall.hall._boards:
            story, seen = board.tracker.story, board.tracker.seen
            if story is not None:
                assert set(story.debts) == {square for square in range(64) if seen[square] != story.expected[square]}
    hall.finish(hall.t_s + 100)


_OF_LINES: list[Reading] = [
    LineUp(),
    LineDown("pulled"),
    Clock(100, 100, running=True, to_move="left"),
    Clock(100, 99, running=False, to_move="right"),
]


def _flood(hall: Hall, first: int, last: int) -> None:
    for n in range(first, last):
        hall.read(1.0 + n, "P1", None, Identity(serial=f"{n:05d}"))
