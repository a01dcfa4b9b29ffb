"""What is learnt while a hall is watched stands in its journal, and a restart knows it."""

from pathlib import Path
from random import Random

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.told_games import games_of
from dgt_monitor.journal.reading import Journal, chain_faults, read_journal
from dgt_monitor.laws.profile import profiles
from dgt_monitor.recorder import rebuilding
from dgt_monitor.recorder.past import tournaments_of
from dgt_monitor.recorder.rebuilding import knowns, rebuild, rebuild_last_games
from dgt_monitor.recorder.record import open_record
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from tests.drawn import drawn
from tests.recorder.journalling import Watch
from tests.stream_contract import StreamReader

HALL = "sim://?boards=3&speed=max&think=0.3&hands=rough"
DRAWN = drawn()
KILLS = 8


def labelled(serials: list[str], round_number: int) -> Known:
    labels = {serial: str(number + round_number) for number, serial in enumerate(serials)}
    players = {label: Players(f"W{label}", f"B{label}") for label in labels.values()}
    tournament = TournamentFile(event="Open", round=round_number, labels=labels, players=players)
    return Known(tournament=tournament, profile=profiles()["fide-rapid-a5"] if round_number > 1 else Known().profile)


def watched(url: str, path: Path, *, at_s: float) -> tuple[list[Event], list[str]]:
    """A hall watched twice with one journal; in the middle of both watches something else is known."""
    told, serials = list[Event](), list[str]()
    for number in (1, 2):
        record = open_record(path)
        watch = Watch(url, record).until(at_s)
        serials = serials or [board.serial for board in watch.hall.view().boards if board.serial]
        watch.recorder.learn(watch.base_s + watch.source.now_s, labelled(serials, number))
        mine = watch.until(1e9).finish()
        StreamReader().read([event for event in [*record.opening, *mine] if not isinstance(event, events.Notice)])
        told += mine
        assert record.close() == 0
    return told, serials


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_what_follows_from_the_journal_is_what_was_told(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    path = tmp_path / "event.dgtj"
    told, serials = watched(f"{HALL}&seed={seed}", path, at_s=40.0)
    journal = read_journal(path)
    assert not list(chain_faults(journal))
    whole, short = rebuild(journal), rebuild_last_games(journal)
    assert not whole.comparison.differences
    assert not short.comparison.differences
    assert whole.hall.known == short.hall.known
    assert whole.hall.known.tournament == labelled(serials, 2).tournament
    changes = [event for event in told if isinstance(event, events.Notice) and event.about == "event"]
    assert len(changes) == 2
    rng = Random(seed)
    for _ in range(KILLS):
        rows = journal.rows[: rng.randrange(len(journal.rows))]
        assert not rebuild(Journal(journal.epoch, rows, [])).comparison.differences


def test_a_restart_in_a_later_round_goes_the_short_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, url = tmp_path / "event.dgtj", f"{HALL}&seed=5"
    for number in (1, 2, 3):
        record = open_record(path)
        watch = Watch(url, record)
        players = {name: Players(f"{number}") for name in ("3000031654", "3000055816")}
        watch.recorder.learn(record.base_s, Known(tournament=TournamentFile(round=number, players=players)))
        watch.until(1e9).finish()
        record.close()
    journal = read_journal(path)
    whole = rebuild(journal)
    monkeypatch.setattr(rebuilding, "rebuild", None)  # what would be the long way
    short = rebuild_last_games(journal)
    assert not short.comparison.differences
    assert short.hall.known == whole.hall.known
    one, other = ([board._replace(spoken=0) for board in each.hall.view().boards] for each in (short, whole))
    assert one == other


def test_a_label_learnt_in_mid_game_holds_from_the_next_one_after_a_restart_too(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    told, serials = watched(f"{HALL}&seed=5", path, at_s=40.0)
    starts = [event for event in told if isinstance(event, events.GameStart)]
    first, second = starts[: len(serials)], starts[len(serials) :]
    assert all(start.board.endswith(tuple(serials)) and start.white is None for start in first)
    assert {start.board for start in second} == {"1", "2", "3"}
    assert all(start.white == f"W{start.board}" for start in second)


def test_games_know_the_round_in_which_they_were_played(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    _, serials = watched(f"{HALL}&seed=5", path, at_s=40.0)
    journal = read_journal(path)
    games = games_of(rebuild(journal).events)
    events_of = tournaments_of(games, [(row.t_s, known.tournament) for row, known in knowns(journal.rows)])
    assert [event.round for event in events_of] == [1] * len(serials) + [2] * len(serials)


class TestTheRoundOfAGame:
    @staticmethod
    def rounds(*knowns_: tuple[float, object]) -> list[str | int]:
        """Of two games on one board, with moves at 10 and 20 s, and at 110 s."""
        told: list[Event] = []
        for game, moves in ((1, (10.0, 20.0)), (2, (110.0,))):
            told.append(events.GameStart(100.0 * (game - 1), "1", game, "", False, False))
            told += [
                events.Move(
                    t_s, "1", game, ply, "e2e4", "e4", None, 1, 1, "provisional", True, "seen", None, True, None, None  # type: ignore[arg-type]
                )
                for ply, t_s in enumerate(moves, 1)
            ]  # fmt: skip
        files = [(t_s, TournamentFile(round=number, site=str(t_s))) for t_s, number in knowns_]  # type: ignore[arg-type]
        return [f"{event.round}@{event.site}" for event in tournaments_of(games_of(told), files)]

    def test_what_changes_in_mid_game_is_of_it_and_what_changes_after_its_last_move_of_the_next(self) -> None:
        assert self.rounds((0.0, 1), (15.0, 2), (30.0, 3)) == ["2@15.0", "3@30.0"]

    def test_what_is_corrected_after_it_is_of_it_as_long_as_the_round_is_the_same(self) -> None:
        assert self.rounds((0.0, 1), (50.0, 1), (60.0, 2), (70.0, 1)) == ["1@50.0", "1@70.0"]
        assert self.rounds((0.0, 1), (120.0, 1)) == ["1@0.0", "1@120.0"]

    def test_nothing_known(self) -> None:
        assert self.rounds() == ["@", "@"]
