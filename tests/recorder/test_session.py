"""A replay beside a screen: views come out, rulings go in, and the end is said."""

import threading
from pathlib import Path

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.recorder.replay import ReplaySource, replay_events
from dgt_monitor.recorder.session import ReplaySession
from tests.cli.test_replay import game


def session(tmp_path: Path, speed: float | None) -> tuple[ReplaySession, list[Event]]:
    path = tmp_path / "a.dgt"
    path.write_text(game())
    told: list[Event] = []
    return ReplaySession(ReplaySource([path]), speed, (told.extend,)), told


def ended(replaying: ReplaySession) -> None:
    patience = threading.Event()
    while not replaying.ended:
        patience.wait(0.01)


def test_says_what_a_replay_without_a_screen_says(tmp_path: Path) -> None:
    for speed in (None, 500.0):
        replaying, told = session(tmp_path, speed)
        replaying.start()
        ended(replaying)
        replaying.stop()
        assert told == list(replay_events([tmp_path / "a.dgt"]))
        assert replaying.error is None


def test_the_last_view_shows_the_end_and_rulings_still_count(tmp_path: Path) -> None:
    replaying, _ = session(tmp_path, None)
    replaying.start()
    ended(replaying)
    view = replaying.view()
    assert [move.san for move in view.boards[0].moves] == ["e4"]
    (lost,) = view.alerts
    replaying.acknowledge(lost.id)
    patience = threading.Event()
    while replaying.view().alerts[0].acknowledged_t_s is None:
        patience.wait(0.01)
    replaying.stop()


def test_what_a_ruling_would_change_is_worked_out_by_the_loop(tmp_path: Path) -> None:
    replaying, _ = session(tmp_path, None)
    replaying.start()
    ended(replaying)
    board = replaying.view().boards[0].board
    ruling = Ruling(0.0, "arbiter", "replace", board=board, ply=1, moves=("e3",))
    patience = threading.Event()
    while (text := replaying.preview(ruling)) is None:
        patience.wait(0.01)
    assert text.startswith("1 half-move is another one, from 1.e3 on: e3.")
    assert [move.san for move in replaying.view().boards[0].moves] == ["e4"]
    replaying.stop()


def test_stops_in_the_middle(tmp_path: Path) -> None:
    replaying, told = session(tmp_path, 0.001)
    replaying.start()
    replaying.stop()
    assert replaying.ended
    assert not any(event.kind == "summary" for event in told)


def test_a_fault_of_ours_is_said_on_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt"
    path.write_text(game())

    def broken(_: list[Event]) -> None:
        raise RuntimeError("no paper")

    replaying = ReplaySession(ReplaySource([path]), None, (broken,))
    hook, threading.excepthook = threading.excepthook, lambda _: None
    try:
        replaying.start()
        ended(replaying)
        replaying.stop()
    finally:
        threading.excepthook = hook
    assert replaying.error is not None
    assert "no paper" in replaying.error
