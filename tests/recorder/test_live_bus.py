"""Bus lines watched in simulated time: the simulated bus, the conversation, the hall."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dgt_monitor.events import Alert, AlertCleared, Event, Rule
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.replay import replay_events
from drivers.capture import CaptureFolder
from drivers.live import LiveLines
from drivers.live.tape import Tap
from drivers.simulator.faults import Cut, Noise, Silence
from drivers.simulator.hub import Move
from drivers.simulator.wire import Wire
from tests.stream_contract import BoardReader, StreamReader
from tests.virtual_bus import BusHub, bus_of

AFTER_S = 12.0
START_S = 25.0
"""By then all boards are found and their games are marked."""


class WatchedBus:
    """A watch of bus lines until all games are over."""

    def __init__(
        self,
        wires: Mapping[str, Wire],
        tap: Tap | None = None,
        *,
        others: Sequence[str] = (),
        moves: Sequence[Move] = (),
    ) -> None:
        self.wires = wires
        self.hub = BusHub(wires)
        for move in moves:
            self.hub.plan_move(move)
        self.troubles: list[str] = []
        self.reader = StreamReader()
        self.stream: list[Event] = []
        lines = LiveLines(
            [f"bus+{port}" for port in (*wires, *others)], self.troubles.append, tap, self.hub, self.hub.clock
        )
        self.session = LiveSession(lines, [self._told])
        self._look()
        self.session.run()

    def _told(self, told: list[Event]) -> None:
        self.stream += told
        self.reader.read(told)

    def _look(self) -> None:
        over = all(table.over for wire in self.wires.values() for table in wire.tables)
        if over:
            self.hub.plan(self.hub.t_s + AFTER_S, self.session.stop)
        else:
            self.hub.plan(self.hub.t_s + 1.0, self._look)

    def boards(self) -> list[tuple[BoardReader, tuple[str, ...]]]:
        """What was told of each table, and what was played there."""
        return [
            (self.reader.boards[f"{table.board.maker.address:05d}"], table.uci)
            for wire in self.wires.values()
            for table in wire.tables
        ]


def test_three_lines_of_twenty_are_found_from_nothing_and_every_game_is_right() -> None:
    watched = WatchedBus({f"B{n}": bus_of(n, 20, plies=14, start_s=START_S) for n in range(3)})
    boards = watched.boards()
    assert len(boards) == 60
    for board, uci in boards:
        (summary,) = board.summaries
        assert summary.uci == uci
        assert summary.sure
    assert watched.troubles == []


def test_one_byte_in_a_thousand_costs_nothing() -> None:
    for seed in range(2):
        watched = WatchedBus({"B1": bus_of(1, 8, plies=40, start_s=START_S, seed=seed, faults=[Noise(1000)])})
        for board, uci in watched.boards():
            assert board.summaries[-1].uci == uci
            assert board.summaries[-1].sure


@pytest.mark.parametrize("away_s", [0.5, 4.0, 60.0])
def test_a_line_that_was_away_is_made_good_by_the_logs(away_s: float) -> None:
    for seed in range(2):
        from_s = 40.0 + 7.3 * seed
        faults = {1: [Cut(from_s, from_s + away_s)], 2: []}
        watched = WatchedBus(
            {f"B{n}": bus_of(n, 4, plies=40, start_s=START_S, seed=seed, faults=faults[n]) for n in (1, 2)}
        )
        for board, uci in watched.boards():
            assert board.summaries[-1].uci == uci
            assert board.summaries[-1].sure
        assert watched.troubles == ["B1: pulled; tried again until it is there"]


def test_modem_lines_of_a_bus_are_low_and_nothing_but_pings_goes_to_a_line_that_nobody_answered() -> None:
    watched = WatchedBus({"B1": bus_of(1, 2, plies=4, start_s=START_S, faults=[Cut(30.0, 33.0)])})
    settings = watched.hub.settings["B1"]
    assert (settings.kind, settings.dtr, settings.rts) == ("unknown", False, False)
    assert watched.hub.kinds["B1"] == "bus"
    after = next(data for t_s, _, data in watched.hub.sent if t_s >= 33.0)
    assert after == bytes.fromhex("87 00 00 07")


def test_what_was_recorded_of_a_bus_replays_as_it_was_told(tmp_path: Path) -> None:
    folder = CaptureFolder(
        tmp_path, datetime(2026, 3, 1, 12, 30, tzinfo=UTC), print, rotate_bytes=60_000, bus=frozenset({"B1"})
    )
    watched = WatchedBus({"B1": bus_of(1, 4, plies=30, start_s=START_S, faults=[Cut(50.0, 55.0)])}, folder)
    folder.close()
    paths = sorted(tmp_path.iterdir(), key=lambda path: (len(path.name), path.name))
    assert len(paths) > 1

    def kept(stream: list[Event]) -> list[Event]:
        """All but times rounded to microseconds."""
        return [event._replace(t=0.0) for event in stream]

    assert kept(list(replay_events(paths))) == kept(watched.stream)


def test_a_bus_that_comes_back_on_another_port_keeps_its_games() -> None:
    wire = bus_of(1, 4, plies=40, start_s=START_S)
    watched = WatchedBus({"B1": wire}, others=("B2",), moves=[Move(50.0, "B1", "B2", 4.0)])
    for board, uci in watched.boards():
        assert board.summaries[-1].uci == uci
        assert board.summaries[-1].sure
    assert {view.port for view in watched.session.view().boards} == {"B2"}


def test_a_bus_on_which_nobody_answers_is_a_place_without_a_signal_until_a_board_is_heard_there() -> None:
    late = bus_of(0, 1, plies=4, start_s=START_S + 40.0, faults=[Silence(0.0, 20.0)])
    watched = WatchedBus({"B1": bus_of(1, 2, plies=4, start_s=START_S + 40.0), "B2": late})
    lost = {
        event.board: event for event in watched.stream if isinstance(event, Alert) and event.rule == Rule.BOARD_LOST
    }
    assert set(lost) == {"B2"}
    cleared = [event for event in watched.stream if isinstance(event, AlertCleared) and event.board == "B2"]
    assert len(cleared) == 1
    assert cleared[0].t > 20.0 > lost["B2"].t
    (trouble,) = watched.troubles
    assert trouble.startswith("B2: no board answers on this bus line")
    assert {view.board for view in watched.session.view().boards} == {"00001", "00003", "00004"}
