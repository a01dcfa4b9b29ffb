"""The thread beside the loop: it holds nothing up, hears what is learnt meanwhile, and says its faults."""

import shutil
from pathlib import Path
from typing import NoReturn

import pytest

from dgt_monitor import events
from dgt_monitor.broadcast import output
from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.sending import Learnt, Now, Step, Told
from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.cli.publishing import NoPublishing, Publishing, session_of
from dgt_monitor.hall.entries import Known
from dgt_monitor.recorder.told import SureTimes
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from drivers.simulator.source import plan_hall
from tests.broadcast.reading import read_file
from tests.broadcast.telling import TellingHall, dates
from tests.cli.test_outlet import until


def test_past_and_present_become_files(tmp_path: Path) -> None:
    hall = TellingHall(Out(str(tmp_path)))
    hall.start()
    hall.moves("e4 e5")
    past = list(hall.told)
    station = Station(dates, pytest.fail, past)
    game = tmp_path / "round-5" / "game-12.pgn"
    until(game.exists)
    hall.moves("Nf3")
    station.put(hall.told[-1])
    station.put(Now(float("inf")))  # the end of a watch
    station.close()
    assert game.read_text() == hall.files[str(tmp_path)]["round-5/game-12.pgn"]


def test_the_end_of_a_watch_sends_nothing_early(tmp_path: Path) -> None:
    told: list[str] = []
    hall = TellingHall(Out(str(tmp_path), delay="15 min"))
    hall.start()
    hall.moves("e4 e5")
    station = Station(dates, told.append, hall.told)
    station.put(Now(float("inf")))
    station.close()
    (game,) = read_file((tmp_path / "round-5" / "games.pgn").read_text())
    assert game.moves == ()
    assert "of 1 games moves wait for their delay" in told[0]
    assert told[0].endswith("a watch that goes on with this journal sends them in their time")


def test_without_a_journal_it_is_told_that_what_waits_is_lost(tmp_path: Path) -> None:
    told: list[str] = []
    hall = TellingHall(Out(str(tmp_path), delay="15 min"))
    hall.start()
    hall.moves("e4 e5")
    Station(dates, told.append, hall.told, is_kept=False).close()
    assert told[0].endswith("are not out; they will not go out: there is no journal with which a watch could go on")


def test_a_fault_is_told_and_stops_no_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(output, "seen_at", fails)
    told: list[str] = []
    hall = TellingHall(Out(str(tmp_path)))
    station = Station(dates, told.append, hall.told)
    station.put(Told([events.GameStart(1.0, "12", 1, "", False, False)]))
    until(lambda: bool(told))
    for _ in range(1000):
        station.put(Now(2.0))
    station.close()
    assert told == ["live games are not written any more: RuntimeError: a fault of the program"]


class Heard(Station):
    """Keeps the steps, and has no thread."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def put(self, step: Step) -> None:
        self.steps.append(step)


def test_what_is_learnt_while_watched_is_heard_on_its_time() -> None:
    source = plan_hall("sim://?boards=1&speed=max&think=0.1&stagger=0").open()
    heard = Heard()
    first, then = (TournamentFile(round=5, out=(Out("live", delay=delay),)) for delay in ("", "15 min"))
    session = session_of(source, Known(tournament=first), None, Publishing(heard, SureTimes()), None)
    source.on_over = session.stop
    session.learn(Known(tournament=then))
    session.run()
    learnt = [step for step in heard.steps if isinstance(step, Learnt)]
    assert [step.tournament.out for step in learnt] == [then.out]
    moves = [event for step in heard.steps if isinstance(step, Told) for event in step.news if event.kind == "move"]
    assert moves
    assert learnt[0].t_s < moves[0].t
    times = [step.t_s for step in heard.steps if isinstance(step, Now)]
    assert times == sorted(times)


def test_a_way_out_that_comes_later_is_told_of() -> None:
    told: list[str] = []
    listener = NoPublishing(told.append)
    listener.learn(1.0, Known())
    assert not told
    listener.learn(2.0, Known(tournament=TournamentFile(out=(Out("live"),))))
    assert "when this watch is begun again" in told[0]


class Faulty:
    """A way out with a fault of the program."""

    def __init__(self) -> None:
        self.closed: list[float] = []

    def hear(self, step: Step) -> None:
        """Nothing of it is heard."""

    def put(self, *_: object) -> NoReturn:
        raise RuntimeError("a fault of the program")

    def close(self, patience_s: float) -> str:
        self.closed.append(patience_s)
        return f"{patience_s}"


def test_a_fault_of_one_way_out_ends_no_other(tmp_path: Path) -> None:
    told: list[str] = []
    faulty = Faulty()

    def way_of(out: Out, complain: Complain) -> Way:
        return FolderWay(out, complain) if out.kind == "pgn" else faulty

    hall = TellingHall(Out(kind="http", address="127.0.0.1:1"), Out(str(tmp_path)))
    hall.start()
    hall.moves("e4 e5")
    station = Station(dates, told.append, hall.told[:2], way_of)
    for step in hall.told[2:]:
        station.put(step)
    station.close()
    assert told == ["http://127.0.0.1:1: nothing goes out there any more: RuntimeError: a fault of the program"]
    assert faulty.closed == [0.0]
    (game,) = read_file((tmp_path / "round-5" / "games.pgn").read_text())
    assert game.moves == ("e2e4", "e7e5")


class Opened:
    """A way out that notes how it was opened, closed, and what it was given."""

    def __init__(self, out: Out, said: list[str]) -> None:
        self.out, self.said = out, said
        said.append(f"open {out.address}{out.dry_run}")

    def hear(self, step: Step) -> None:
        """Nothing of it is heard."""

    def put(self, output: Output, files: list[File], now_s: float) -> None:  # noqa: ARG002 - of the protocol
        for file in files:
            if "game-" in file.name:
                self.said.append(f"{file.name} has {'a' if 'e4' in (file.text or '') else 'no'} move")

    def close(self, _: float) -> str:
        self.said.append(f"close {self.out.address}{self.out.dry_run}")
        return ""


def test_the_same_port_for_other_hosts_is_opened_anew_and_keeps_its_delay() -> None:
    said: list[str] = []
    hall = TellingHall(Out(kind="http", address="127.0.0.1:8080", delay="15 min"))
    hall.start()
    hall.moves("e4 e5 Nf3")
    hall.at(60.0).learn(hall.tournament._replace(out=(Out(kind="http", address="0.0.0.0:8080"),)))
    station = Station(dates, said.append, hall.told[:-1], lambda out, _: Opened(out, said))
    until(lambda: len(said) == 2)
    station.put(hall.told[-1])
    until(lambda: len(said) == 5)
    station.put(Now(899.0))
    station.close()
    game = "round-5/game-12.pgn has no move"
    assert said[:2] == ["open 127.0.0.1:8080", game]
    assert said[2:6] == ["close 127.0.0.1:8080", "open 0.0.0.0:8080", game, "close 0.0.0.0:8080"]
    assert said[6].startswith("of 1 games moves wait for their delay")


def test_a_way_out_that_is_not_wanted_any_more_is_closed(tmp_path: Path) -> None:
    closed: list[str] = []

    class Kept(FolderWay):
        def close(self, patience_s: float) -> str:
            closed.append(str(patience_s))
            return super().close(patience_s)

    hall = TellingHall(Out(str(tmp_path)))
    hall.learn(hall.tournament._replace(out=()))
    station = Station(dates, pytest.fail, hall.told[:1], Kept)
    until(lambda: station._ways)
    station.put(hall.told[1])
    until(lambda: closed)
    station.close()
    assert closed == ["0.0"]


def test_a_way_out_that_comes_back_has_all_again(tmp_path: Path) -> None:
    """The complaint: taken out of the file and put back, it serves nothing but what changes from then on."""
    opened: list[list[str]] = []

    class Noted(FolderWay):
        def __init__(self, out: Out, complain: Complain) -> None:
            super().__init__(out, complain)
            opened.append([])
            self._showing = Showing()

        def put(self, output: Output, files: list[File], now_s: float) -> None:
            opened[-1] += [str(event.kind) for event in self._showing.follow(output).events]
            super().put(output, files, now_s)

    hall = TellingHall(Out(str(tmp_path)))
    hall.start()
    hall.moves("e4 e5")
    station = Station(dates, pytest.fail, list(hall.told), Noted)
    game = tmp_path / "round-5" / "game-12.pgn"
    until((tmp_path / "games.pgn").exists)  # the last one
    without = hall.tournament._replace(out=())
    station.put(Learnt(hall.t_s, without))
    until(lambda: not station._ways)
    shutil.rmtree(tmp_path / "round-5")
    station.put(Learnt(hall.t_s, hall.tournament))
    until(game.exists)
    station.close()
    assert game.read_text() == hall.text()
    assert opened == [["game_start", "move", "move"]] * 2
