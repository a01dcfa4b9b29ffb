"""Plugs that change places behind ports that stay open, and a port that gives one number after another; watched in
simulated time."""

import gc
import tracemalloc
from collections.abc import Sequence

import pytest

from dgt_monitor.events import Event, Rule
from dgt_monitor.recorder.live import LiveSession
from drivers.dgt.codec import encode
from drivers.dgt.messages import Serial
from drivers.live import LiveLines
from drivers.live.numbers import WITHIN_S
from drivers.readings import BoardDump, Identity, LineDown, LineUp
from drivers.simulator.hall import maker_of
from tests.stream_contract import StreamReader
from tests.virtual_lines import VirtualTable, WatchedHub, fixture_games

GAMES = fixture_games()
ONE, OTHER, THIRD = (maker_of(1, n).long_serial for n in range(3))
NEVER_S = 1e6


class Watch:
    """Tables in ports P0, P1, ..; of these some ports are watched."""

    def __init__(self, starts: Sequence[float], ports: Sequence[str], games: Sequence[int] = (0, 1, 2)) -> None:
        self.tables = [VirtualTable(n, GAMES[games[n]], start_s=start_s) for n, start_s in enumerate(starts)]
        self.hub = WatchedHub({f"P{n}": table for n, table in enumerate(self.tables)})
        self.reader = StreamReader()
        self.troubles: list[str] = []
        self.lines = LiveLines(ports, self.troubles.append, hub=self.hub, clock=self.hub.clock)
        self.session = LiveSession(self.lines, [self._told])

    def until(self, t_s: float) -> "Watch":
        self.hub.plan(t_s, self.session.stop)
        self.session.run()
        return self

    def until_over(self) -> "Watch":
        """Until half a minute after the last game."""
        over = all(table.over for table in self.tables)
        self.hub.plan(self.hub.t_s + (30.0 if over else 1.0), self.session.stop if over else self.until_over)
        if self.hub.t_s == 0.0:
            self.session.run()
        return self

    def told(self, name: str) -> tuple[tuple[str | None, ...], bool]:
        """The only game that was told of a board, and whether it is sure; no moves if no game was."""
        board = self.reader.boards.get(name)
        if board is None or not board.summaries:
            return (), True
        (summary,) = board.summaries
        return summary.uci, summary.sure

    def is_right_so_far(self, n: int, name: str) -> bool:
        """Whether what is told as sure was played; its order may not be known yet of what was played unseen."""
        sure = [move.uci for move in self.reader.boards[name].moves if move.sure]
        return len(sure) > 3 and tuple(sure) == self.tables[n].uci[: len(sure)]

    def _told(self, told: list[Event]) -> None:
        self.reader.read(told)


@pytest.mark.parametrize("after_s", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("swap_s", [20.0, 21.3, 22.6, 23.9])
def test_a_game_is_told_of_the_board_on_which_it_is_played(swap_s: float, after_s: float) -> None:
    watch = Watch([NEVER_S, swap_s + after_s], ["P0"])
    watch.hub.plan(swap_s, lambda: watch.hub.swap_plugs("P0", "P1"))
    watch.until(swap_s + 100.0)
    assert watch.told(ONE)[0] == ()
    told, _ = watch.told(OTHER)
    assert len(told) > 10
    assert watch.is_right_so_far(1, OTHER)


@pytest.mark.parametrize("swap_s", [30.0, 40.7, 51.9, 60.2])
def test_a_board_in_the_middle_of_its_game_takes_nothing_from_another(swap_s: float) -> None:
    watch = Watch([5.0, 8.0], ["P0"])
    watch.hub.plan(swap_s, lambda: watch.hub.swap_plugs("P0", "P1"))
    watch.until(swap_s + 120.0)
    assert len(watch.told(ONE)[0]) > 3
    assert len(watch.told(OTHER)[0]) > 10
    assert watch.is_right_so_far(0, ONE)
    assert watch.is_right_so_far(1, OTHER)


@pytest.mark.parametrize("swap_s", [6.1, 8.4, 30.0, 41.7, 55.3])
@pytest.mark.parametrize("games", [(0, 1), (2, 2)])
def test_two_boards_that_tell_their_changes_keep_their_games_when_their_plugs_are_swapped(
    swap_s: float, games: tuple[int, int]
) -> None:
    watch = Watch([5.0, 5.0], ["P0", "P1"], games)
    watch.hub.plan(swap_s, lambda: watch.hub.swap_plugs("P0", "P1"))
    watch.until_over()
    for n, name in enumerate((ONE, OTHER)):
        assert watch.told(name)[0] == watch.tables[n].uci
        assert Rule.BOARD_LOST not in watch.reader.boards[name].rules


def test_a_port_that_gives_one_number_after_another_is_told_once_and_disturbs_nobody() -> None:
    watch = Watch([5.0, 5.0], ["P0", "P1"])
    numbers = iter(range(100_000))

    def flood() -> None:
        for _ in range(20):
            watch.hub.say("P0", encode(Serial(f"{next(numbers):05d}")) * 2)
        if watch.hub.t_s < 70.0:
            watch.hub.plan(watch.hub.t_s + 0.1, flood)

    grown: list[int] = []

    def measure() -> None:
        gc.collect()
        grown.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()

    watch.hub.plan(20.0, flood)
    watch.hub.plan(30.0, tracemalloc.start)
    watch.hub.plan(69.0, measure)
    watch.until_over()
    assert next(numbers) > 9_000
    assert len([text for text in watch.troubles if "one serial number after another" in text]) == 1
    assert len(watch.reader.boards) < 15
    assert grown[0] < 2_000_000  # what a board takes that is kept, 8,000 times, is eighty times as much
    assert watch.told(OTHER) == (watch.tables[1].uci, True)
    assert watch.told(ONE)[0] == watch.tables[0].uci  # followed again, and its memory told the rest


def test_nothing_is_told_of_a_place_that_is_not_followed() -> None:
    watch = Watch([NEVER_S], ["P0"])
    flood = b"".join(encode(Serial(f"{n:05d}")) * 2 for n in range(10))
    watch.hub.plan(10.0, lambda: watch.hub.say("P0", flood))
    out = []
    while watch.hub.t_s < 10.0 + 3 * WITHIN_S:
        out += watch.lines.poll(1.0)
    down = next(n for n, stamped in enumerate(out) if isinstance(stamped.reading, LineDown))
    up, told = out[down + 1 : down + 3]
    assert isinstance(up.reading, LineUp)
    assert isinstance(told.reading, Identity)
    assert out[down].t_s + WITHIN_S <= up.t_s < out[down].t_s + WITHIN_S + 10.0
    assert any(isinstance(stamped.reading, BoardDump) and stamped.t_s < up.t_s + 2.0 for stamped in out[down + 3 :])
