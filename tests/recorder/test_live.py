"""Live boards watched in simulated time: virtual boards, their lines, the conversation, the hall."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.replay import replay_events
from drivers.capture import CaptureFolder
from drivers.live import LiveLines, WrongLineError
from drivers.live.tape import Tap
from drivers.simulator.faults import Cut, Fault, PowerLoss, Silence
from drivers.simulator.hall import maker_of
from tests.stream_contract import BoardReader, StreamReader
from tests.virtual_lines import VirtualTable, WatchedHub, fixture_games

START_S = 5.0
AFTER_S = 30.0
SEED = 1
GAMES = fixture_games()[:4]
PORTS = [f"/dev/ttyUSB{n}" for n in range(len(GAMES))]
BOARDS = [maker_of(SEED, n).long_serial for n in range(len(GAMES))]


class Watched:
    """A watch of some tables until all games are over."""

    def __init__(self, faults: Mapping[str, Sequence[Fault]] | None = None, tap: Tap | None = None) -> None:
        self.tables = {
            port: VirtualTable(n, game, seed=SEED, start_s=START_S)
            for n, (port, game) in enumerate(zip(PORTS, GAMES, strict=True))
        }
        self.hub = WatchedHub(self.tables, faults)
        self.troubles: list[str] = []
        self.reader = StreamReader()
        self.stream: list[Event] = []
        lines = LiveLines(PORTS, self.troubles.append, tap, self.hub, self.hub.clock)
        self.session = LiveSession(lines, [self._told])

    def until(self, t_s: float | None = None) -> "Watched":
        """Until this time, or until a little after the last game."""
        self._look(t_s)
        self.session.run()
        return self

    def board(self, port: str) -> BoardReader:
        return self.reader.boards[maker_of(SEED, PORTS.index(port)).long_serial]

    def uci(self, port: str) -> tuple[str | None, ...]:
        (summary,) = self.board(port).summaries
        return summary.uci

    def _told(self, told: list[Event]) -> None:
        self.stream += told
        self.reader.read(told)

    def _look(self, t_s: float | None) -> None:
        over = all(table.over for table in self.tables.values()) if t_s is None else self.hub.t_s >= t_s
        if over:
            self.hub.plan(self.hub.t_s + AFTER_S, self.session.stop)
        else:
            self.hub.plan(self.hub.t_s + 1.0, lambda: self._look(t_s))


def test_every_move_of_every_game() -> None:
    watched = Watched().until()
    for port, table in watched.tables.items():
        assert watched.uci(port) == table.uci
        assert watched.board(port).summaries[0].sure
        assert set(watched.board(port).states) == {"identified"}
    assert watched.hub.closed
    assert watched.troubles == []
    assert watched.session.ended
    assert watched.session.error is None


def test_boards_are_asked_what_they_are_and_followed() -> None:
    hub = Watched().until(10.0).hub
    sent = b"".join(data for _, port, data in hub.sent if port == PORTS[0])
    assert b"\x4b" in sent, "followed"
    assert sent.count(b"\x42") >= 2, "what stands there is asked for"


@pytest.mark.parametrize("away_s", [0.4, 3.0, 20.0, 120.0])
def test_a_cut_disturbs_no_other_board_and_nothing_wrong_stands_as_sure(away_s: float) -> None:
    watched = Watched({PORTS[1]: [Cut(60.0, 60.0 + away_s)]}).until()
    for port in (PORTS[0], PORTS[2], PORTS[3]):
        assert watched.uci(port) == watched.tables[port].uci
        assert watched.board(port).summaries[0].sure
    cut = watched.board(PORTS[1])
    assert [state for state, _ in groupby(cut.states)] == ["identified", "lost", "connected", "identified"]
    assert len(watched.troubles) == 1
    assert watched.troubles[0].startswith(f"{PORTS[1]}: pulled")
    summary = cut.summaries[0]
    assert summary.uci == watched.tables[PORTS[1]].uci or not summary.sure


def test_a_board_that_was_plugged_in_late_tells_its_game_from_the_start() -> None:
    watched = Watched({PORTS[0]: [Cut(0.0, 40.0)]}).until()
    for port, table in watched.tables.items():
        assert watched.uci(port) == table.uci
        assert watched.board(port).summaries[0].sure


@pytest.mark.parametrize("away_s", [20.0, 120.0])
def test_what_was_played_while_a_cable_was_out_is_read_from_the_memory(away_s: float) -> None:
    watched = Watched({PORTS[1]: [Cut(60.0, 60.0 + away_s), Cut(64.0 + away_s, 66.0 + away_s)]}).until()
    assert watched.uci(PORTS[1]) == watched.tables[PORTS[1]].uci
    assert watched.board(PORTS[1]).summaries[0].sure
    states = [event.state for event in watched.stream if isinstance(event, events.Memory)]
    assert "laid_over" in states
    assert {event.board for event in watched.stream if isinstance(event, events.Memory)} == {BOARDS[1]}


def test_a_board_that_lived_on_the_cable_is_watched_on_and_not_sure() -> None:
    watched = Watched({PORTS[1]: [Cut(60.0, 90.0, carries_power=True)]}).until()
    summaries = watched.board(PORTS[1]).summaries
    assert not any(summary.sure for summary in summaries)
    view = next(board for board in watched.session.view().boards if board.board == BOARDS[1])
    assert view.differing == ()
    played, told = watched.tables[PORTS[1]].uci, summaries[-1].uci
    assert told == played or played[-len(told) :] == told


def test_noise_makes_the_board_be_asked_for_a_dump_and_costs_no_move() -> None:
    watched = Watched()
    watched.hub.plan(50.0, lambda: watched.hub.say(PORTS[0], b"\x8e\x00\x05\x01\xff\x00\x13\x88\x21"))
    watched.until()
    asked = [t_s for t_s, port, data in watched.hub.sent if port == PORTS[0] and data == b"\x42"]
    assert any(50.0 <= t_s < 53.0 for t_s in asked)
    assert watched.uci(PORTS[0]) == watched.tables[PORTS[0]].uci


def test_a_board_that_falls_back_to_telling_nothing_is_followed_again() -> None:
    watched = Watched()
    board = watched.tables[PORTS[0]].board
    watched.hub.plan(60.0, lambda: board.receive(60.0, b"\x40"))
    watched.until()
    last = watched.board(PORTS[0]).moves[-1]
    assert last.ply >= len(watched.tables[PORTS[0]].uci) - 1, "followed to the end"


def test_a_board_that_lost_its_power_is_followed_again_and_its_history_is_not_sure() -> None:
    watched = Watched({PORTS[0]: [PowerLoss(60.0, 62.0)]}).until()
    summary = watched.board(PORTS[0]).summaries[0]
    assert summary.uci == watched.tables[PORTS[0]].uci or not summary.sure
    last = watched.board(PORTS[0]).moves[-1]
    assert last.ply >= len(watched.tables[PORTS[0]].uci) - 1, "followed to the end"


def test_a_silent_board_is_told() -> None:
    watched = Watched({PORTS[0]: [Silence(20.0)]}).until(80.0)
    assert Rule.BOARD_SILENT in {alert.rule for alert in watched.reader.ever}


def test_what_the_arbiter_rules_is_heard_in_silence_too() -> None:
    watched = Watched({PORTS[0]: [Cut(20.0, 900.0)]})
    lost: list[str] = []

    def acknowledge() -> None:
        lost.extend(alert.id for alert in watched.reader.ever)
        watched.session.acknowledge(lost[0])

    watched.hub.plan(21.0, acknowledge)
    watched.until(30.0)
    view = next(board for board in watched.session.view().boards if board.board == maker_of(SEED, 0).long_serial)
    assert [alert.acknowledged_t_s for alert in view.alerts] == [pytest.approx(21.0, abs=0.3)]


def test_views_are_laid_out_for_somebody_who_looks() -> None:
    watched = Watched()
    times: list[float] = []
    looks = (20.0, 20.5, 21.0, 40.0, 40.5)
    for t_s in looks:
        watched.hub.plan(t_s, lambda: times.append(watched.session.view().t_s))
    watched.until(50.0)
    first, *fresh, late, again = times
    assert first < 1.0, "nobody had looked before"
    assert fresh == [pytest.approx(t_s, abs=0.25) for t_s in looks[1:3]]
    assert late < 25.0, "nobody had looked for a long while"
    assert again == pytest.approx(looks[-1], abs=0.25)


def recorded(tmp_path: Path, cut: Cut) -> tuple[list[Event], list[Event]]:
    """What was told live, and what the recording of it says when it is replayed; times aside."""
    folder = CaptureFolder(tmp_path, datetime(2026, 3, 1, 12, 30, tzinfo=UTC), print, rotate_bytes=20_000)
    watched = Watched({PORTS[1]: [cut]}, folder).until()
    folder.close()
    paths = sorted(tmp_path.iterdir(), key=lambda path: (len(path.name), path.name))
    assert len(paths) > 1
    told, replayed = ([event._replace(t=0.0) for event in stream] for stream in (watched.stream, replay_events(paths)))
    return told, replayed


def test_what_was_recorded_replays_as_it_was_told(tmp_path: Path) -> None:
    told, replayed = recorded(tmp_path, Cut(60.0, 60.6))  # nothing is moved meanwhile
    assert replayed == told


def test_what_was_recorded_replays_as_it_was_told_where_a_dump_contradicted(tmp_path: Path) -> None:
    """Such a dump counts when a second has said the same, live and in a replay."""
    told, replayed = recorded(tmp_path, Cut(60.0, 75.0))
    assert any(isinstance(event, events.Memory) for event in told)
    assert replayed == told


def test_events_leave_in_order_of_time() -> None:
    stream = Watched({PORTS[1]: [Cut(60.0, 75.0)]}).until(120.0).stream
    assert [event.t for event in stream] == sorted(event.t for event in stream)
    assert any(isinstance(event, events.Clock) for event in stream)


@pytest.mark.parametrize("stall_s", [2.5, 3.5, 5.0, 8.0])
def test_a_line_that_holds_everything_back_for_a_while_is_no_loss_of_power(stall_s: float) -> None:
    watched = Watched()
    hub, held = watched.hub, list[tuple[str, bytes]]()
    say = hub.say

    def let_go() -> None:
        hub.say = say  # type: ignore[method-assign]  # the line is itself again
        for port, data in held:
            say(port, data)
        held.clear()

    def hold() -> None:
        hub.say = lambda port, data: held.append((port, data))  # type: ignore[method-assign]  # a line that stalls

    for n in range(8):
        hub.plan(30.0 + 12 * n, hold)
        hub.plan(30.0 + 12 * n + stall_s, let_go)
    watched.until()
    texts = [alert.text for alert in watched.reader.ever if "no power" in alert.text]
    assert texts == []
    for port, table in watched.tables.items():
        assert watched.uci(port) == table.uci


def test_a_flood_of_noise_reads_steadily_live_and_in_a_replay(tmp_path: Path) -> None:
    folder = CaptureFolder(tmp_path, datetime(2026, 3, 1, 12, 30, tzinfo=UTC), print)
    watched = Watched({PORTS[0]: [Silence(20.0)]}, folder)
    noise = Random(5)

    def flood(n: int) -> None:
        data = noise.randbytes(2000)
        watched.hub.say(PORTS[0], data + b"\x8e\x00\x05\x20\x01" if n % 50 == 0 else data)  # what could be an update
        if n < 800:
            watched.hub.plan(watched.hub.t_s + 0.1, lambda: flood(n + 1))

    watched.hub.plan(25.0, lambda: flood(1))
    watched.until(110.0)
    folder.close()
    for stream in (watched.stream, replay_events(sorted(tmp_path.iterdir()))):
        reader = StreamReader().read(stream)
        states = [state for state, _ in groupby(reader.boards[BOARDS[0]].states)]
        assert states == ["identified", "noisy", "silent"]


@pytest.mark.parametrize(
    "urls",
    [
        ("bus+",), ("COM3", "BUS+COM3"), ("sim://",), ("bus+sim://",), ("COM3", "COM3"), ("/dev/ttyS0", "/dev/./ttyS0"),
        ("",), ("socket://host",), ("socket://host:port",), ("spy:///dev/ttyS0?file=x",), ("alt://x?class=os",),
        ("no://thing",),
    ],
)  # fmt: skip
def test_what_cannot_be_watched_is_refused_with_a_reason(urls: tuple[str, ...]) -> None:
    hub = WatchedHub({})
    with pytest.raises(WrongLineError) as error:
        LiveLines(urls, None, None, hub, hub.clock)
    assert error.value.port == (urls[-1] or "''")


def test_what_pyserial_can_open_is_taken() -> None:
    hub = WatchedHub({})
    LiveLines(["/dev/ttyUSB0", "COM3", "socket://[::1]:7001", "rfc2217://host:2217"], None, None, hub, hub.clock)
