"""Every driver of ours under the contract: serial lines, captures, the simulator, LiveChess and PGN."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import chess
import pytest

from drivers.capture import CaptureWriter, Header
from drivers.live import LiveLines
from drivers.readings import BoardDump, Clock, Complaint, FieldUpdate, LineDown, LineUp, Score
from drivers.registry import open_source
from drivers.serial_line import LineHub, LineSettings
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions, port_name
from drivers.simulator.pace import Pace
from drivers.simulator.pgn import read_games
from drivers.simulator.seating import seat, wire
from drivers.simulator.serve import Door, HallServer, open_ptys, open_tcp
from drivers.simulator.source import SETTLE_S, HallPlan, SimulatedHall
from drivers.simulator.table import Game, Table
from drivers.source import Stamped
from tests.driver_contract import AFTER_S, Played, check_readings, check_scores, played
from tests.drivers.livechess.stand_in import Serving, StandIn
from tests.drivers.pgn.writing import MOVES, round_text

PTYS = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals on this system")
PATIENCE_S = 40.0
"""Real seconds that a test waits for something that must come, before it fails."""
STEP_S = 0.02
"""Seconds of the hall that pass in one turn of a test over real lines."""
CONDITIONS = Conditions(11, think=0.2, stagger_s=1.0)


def game(moves: str, *, rotated: bool = False, clock: bool = True) -> Game:
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    control = TimeControl(300, 3) if clock else None
    return Game(chess.Board(), list(board.move_stack), control=control, rotated=rotated)


GAMES = (
    game("e4 d5 exd5 Nf6 Bb5+ c6 dxc6 Nxc6 Nf3 Bg4 O-O"),
    game("d4 e5 dxe5 f5 exf6 Bb4+ c3 Bxc3+ bxc3 Nxf6", rotated=True),
    game("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", clock=False),
)


PLAN = HallPlan(GAMES, len(GAMES), CONDITIONS)


def tables() -> list[Table]:
    return seat(GAMES, len(GAMES), CONDITIONS, SETTLE_S["single"])


class Served:
    """A hall behind real lines and a watch of it, both in a time of their own that passes turn by turn."""

    def __init__(self, doors: list[Door], hub: Callable[[Callable[[], float]], LineHub]) -> None:
        self.now_s = 0.0
        self.tables = tables()
        self.server = HallServer(wire(self.tables, "single", CONDITIONS.seed), doors, clock=self.clock)
        self.lines = LiveLines(self.server.urls, hub=hub(self.clock), clock=self.clock)

    def clock(self) -> float:
        return self.now_s

    def __iter__(self) -> Iterator[Stamped]:
        """All that is read until a little after the last game, with the ports named as in a simulated hall."""
        names = {url: port_name(number) for number, url in enumerate(self.server.urls)}
        deadline_s = time.monotonic() + PATIENCE_S
        up, over_s = set[str](), None
        while over_s is None or self.now_s < over_s + AFTER_S:
            assert time.monotonic() < deadline_s, f"at {self.now_s} s of the hall, up: {up}"
            self.server.step(0.0)
            for stamp in self.lines.poll(0.001):
                up.add(stamp.port)
                yield stamp._replace(port=names[stamp.port])
            if len(up) == len(names):
                self.now_s += STEP_S
            if over_s is None and all(table.over for table in self.tables):
                over_s = self.now_s

    def close(self) -> None:
        self.lines.close()
        self.server.close()


class ThreadsOnly(LineHub):
    """Every line by threads, as on a system without descriptors for ports."""

    def add(self, settings: LineSettings) -> None:
        super().add(settings._replace(force_threads=True))


@pytest.mark.parametrize("hub", [LineHub, ThreadsOnly], ids=["loop", "threads"])
@pytest.mark.parametrize("opening", [pytest.param(open_ptys, marks=PTYS, id="pty"), pytest.param(open_tcp, id="tcp")])
def test_boards_on_serial_lines(
    opening: Callable[[int], list[Door]], hub: Callable[[Callable[[], float]], LineHub]
) -> None:
    served = Served(opening(len(GAMES)), hub)
    try:
        check_readings(served, expected())
    finally:
        served.close()


def test_boards_of_the_simulator() -> None:
    check_readings(SimulatedHall(PLAN, Pace(None)), expected())


def test_boards_of_a_simulated_hall_by_its_url(tmp_path: Path) -> None:
    path = tmp_path / "games of a round.pgn"
    path.write_text("".join(f"{chess.Board().variation_san(one.moves)} 1/2-1/2\n\n" for one in GAMES))
    url = f"sim://?games={str(path).replace(' ', '%20')}&speed=max&seed=3&think=0.1&stagger=0"
    seated = seat(read_games(str(path), 9), len(GAMES), Conditions(3, think=0.1, stagger_s=0.0), SETTLE_S["single"])
    check_readings(open_source(url), by_port(seated))


def test_boards_of_a_capture(tmp_path: Path) -> None:
    path = tmp_path / "hall.dgt"
    with path.open("w", encoding="utf-8") as out:
        hall = SimulatedHall(PLAN, Pace(None), tap=CaptureWriter(out, Header()))
        told = list(hall)
    replayed = list(open_source(str(path)))
    check_readings(replayed, expected())
    assert [stamp[1:] for stamp in replayed] == [stamp[1:] for stamp in told], "as it was told live"


class Watched:
    """A source of what another program claims, read until these are the last moves of each port."""

    def __init__(self, url: str) -> None:
        self.source = open_source(url)
        self.stamps: list[Stamped] = []

    def until(self, wanted: dict[str, tuple[str, ...]]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        readings = iter(self.source)
        while self.sans != wanted:
            assert time.monotonic() < deadline_s, f"{self.sans}, not {wanted}"
            self.stamps.append(next(readings))

    @property
    def sans(self) -> dict[str, tuple[str, ...]]:
        return {stamp.port: stamp.reading.sans for stamp in self.stamps if isinstance(stamp.reading, Score)}


def test_a_folder_of_pgn(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(round_text([MOVES[:2], []]))
    watched = Watched(f"pgn:{tmp_path}")
    watched.until({"1": MOVES[:2], "2": ()})
    path.write_text(round_text([MOVES[:3], MOVES[:1]]))
    watched.until({"1": MOVES[:3], "2": MOVES[:1]})
    watched.source.close()
    check_scores(watched.stamps, {"1": MOVES[:3], "2": MOVES[:1]})


def test_a_livechess_that_is_started_again() -> None:
    program = StandIn(["30001", "30002"])
    served = Serving(program)
    name, watched = f"127.0.0.1:{served.port}", Watched(f"livechess://127.0.0.1:{served.port}")
    ports = f"{name}/30001", f"{name}/30002"
    try:
        watched.until({ports[0]: (), ports[1]: ()})
        for number in range(4):
            served.do(lambda it, san=MOVES[number]: it.play("30001", san))  # type: ignore[misc]
        watched.until({ports[0]: MOVES[:4], ports[1]: ()})
        served.close()
        program.play("30002", "d4")
        served = Serving(program, served.port)
        watched.until({ports[0]: MOVES[:4], ports[1]: ("d4",)})
    finally:
        watched.source.close()
        served.close()
    check_scores(watched.stamps, {ports[0]: MOVES[:4], ports[1]: ("d4",)})
    downs = [stamp.port for stamp in watched.stamps if isinstance(stamp.reading, LineDown)]
    assert sorted(downs) == sorted(ports)


def by_port(seated: Sequence[Table]) -> dict[str, Played]:
    return {port_name(number): one for number, one in enumerate(played(seated))}


def expected() -> dict[str, Played]:
    return by_port(tables())


class TestTheContractItself:
    """What breaks it is found."""

    @pytest.fixture(scope="class")
    def stamps(self) -> list[Stamped]:
        return list(SimulatedHall(PLAN, Pace(None)))

    def position(self, stamps: list[Stamped], kind: type, port: str = "P02", skip: int = 3) -> int:
        return [n for n, stamp in enumerate(stamps) if isinstance(stamp.reading, kind) and stamp.port == port][skip]

    @pytest.mark.parametrize("kind", [FieldUpdate, Clock])
    def test_one_left_out(self, stamps: list[Stamped], kind: type) -> None:
        at = self.position(stamps, kind)
        with pytest.raises(AssertionError, match="P02: "):
            check_readings([*stamps[:at], *stamps[at + 1 :]], expected())

    def test_one_twice(self, stamps: list[Stamped]) -> None:
        at = self.position(stamps, FieldUpdate)
        with pytest.raises(AssertionError, match="P02: change"):
            check_readings([*stamps[: at + 1], *stamps[at:]], expected())

    def test_the_last_left_out(self, stamps: list[Stamped]) -> None:
        at = self.position(stamps, FieldUpdate, skip=-1)
        with pytest.raises(AssertionError, match="P02: "):
            check_readings([*stamps[:at], *stamps[at + 1 :]], expected())

    def test_two_in_the_wrong_order(self, stamps: list[Stamped]) -> None:
        at, then = self.position(stamps, FieldUpdate), self.position(stamps, FieldUpdate, skip=4)
        swapped = stamps.copy()
        swapped[at] = stamps[at]._replace(reading=stamps[then].reading)
        swapped[then] = stamps[then]._replace(reading=stamps[at].reading)
        with pytest.raises(AssertionError, match="P02: change"):
            check_readings(swapped, expected())

    def test_a_dump_that_does_not_fit(self, stamps: list[Stamped]) -> None:
        at = self.position(stamps, BoardDump, skip=-1)
        wrong = stamps[at]._replace(reading=BoardDump("." * 64))
        with pytest.raises(AssertionError, match="P02: dump"):
            check_readings([*stamps[:at], wrong, *stamps[at + 1 :]], expected())

    @pytest.mark.parametrize("reading", [LineDown("x"), LineUp(), Complaint("noise", 1, "x")])
    def test_what_must_not_come(self, stamps: list[Stamped], reading: LineDown | LineUp | Complaint) -> None:
        at = self.position(stamps, FieldUpdate)
        extra = stamps[at]._replace(reading=reading)
        with pytest.raises(AssertionError, match="P02: "):
            check_readings([*stamps[:at], extra, *stamps[at:]], expected())

    def test_time_that_goes_back(self, stamps: list[Stamped]) -> None:
        with pytest.raises(AssertionError, match="time went back"):
            check_readings([*stamps, stamps[0]], expected())

    def test_a_board_that_was_not_told_of(self, stamps: list[Stamped]) -> None:
        with pytest.raises(AssertionError, match="ports"):
            check_readings([stamp for stamp in stamps if stamp.port != "P03"], expected())
