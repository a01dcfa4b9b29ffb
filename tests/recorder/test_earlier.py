"""After a restart by the last games, games before them are brought from their own rows when they are ruled on."""

from pathlib import Path

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.told_games import games_of
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.earlier import EarlierGames
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import open_record
from tests.recorder.journalling import Watch
from tests.recorder.test_rulings import HALL, seen


def rounds_before(path: Path, hall: str, *, corrected: bool = False) -> str:
    """Two rounds on the same boards; a game of the first was perhaps corrected while it was on. The board's name."""
    for number in range(2):
        record = open_record(path)
        watch = Watch(f"{hall}&stagger={5 + number}", record).until(30)
        board = watch.hall.view().boards[0].board
        if corrected and not number:
            watch.recorder.rule(Ruling(0.0, "Ada", "replace", board=board, ply=3, moves=("h4",)))
            for alert in watch.hall.view().alerts:  # one that still calls is reason enough to go through the whole
                watch.recorder.rule(Ruling(0.0, "Ada", "acknowledge", alert.id))
        watch.until(1e9).finish()
        record.close()
    return board


def restarted(path: Path, hall: str, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The third round, in which all games have begun; what was played before was not gone through."""
    with monkeypatch.context() as patch:
        patch.setattr("dgt_monitor.recorder.rebuilding.rebuild", lambda *_: pytest.fail("the whole was gone through"))
        record = open_record(path)
    return Watch(f"{hall}&stagger=7", record).until(30)


def ruled(watch: Watch, **fields: object) -> list[Event]:
    watch.flush()
    told = len(watch.told)
    watch.recorder.rule(Ruling(0.0, "Ada", **fields))  # type: ignore[arg-type]
    watch.flush()
    return watch.told[told:]


def moves(told: list[Event], game: int) -> list[str | None]:
    return [event.san for event in told if isinstance(event, events.Move) and event.game == game]


def as_summed_up(told: list[Event], game: int) -> list[str | None]:
    (summary,) = (event for event in told if isinstance(event, events.Summary) and event.game == game)
    return list(summary.moves)


def goes_through(path: Path, watch: Watch) -> None:
    """Whatever way the journal is gone through, the hall is as it was."""
    live = seen(watch.hall)
    journal = read_journal(path)
    for made in (rebuild(journal), rebuild_last_games(journal)):
        assert made.comparison.differences == []
        assert seen(made.hall) == live


@pytest.mark.parametrize(("game", "hands"), [(1, ""), (2, "&hands=rough"), (1, "&lines=bus")])
def test_a_game_of_a_round_before_is_corrected(
    hands: str, game: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, hall = tmp_path / "event.dgtj", HALL + hands
    board = rounds_before(path, hall)
    before = [each for each in games_of(rebuild(read_journal(path)).events) if each.board == board]
    first = [move.san for move in before[game - 1].moves]
    watch = restarted(path, hall, monkeypatch)
    done, *told = ruled(watch, kind="replace", board=board, game=game, ply=3, moves=("h4",))
    assert isinstance(done, events.Ruled)
    assert done.state == "done", done.text
    assert as_summed_up(told, game)[:3] == [*first[:2], "h4"]
    assert as_summed_up(ruled(watch, kind="undo", undoes=done.number), game) == first
    assert as_summed_up(ruled(watch, kind="undo", undoes=done.number + 1), game)[2] == "h4"
    goes_through(path, watch)


def test_a_correction_of_a_round_before_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.dgtj"
    board = rounds_before(path, HALL, corrected=True)
    watch = restarted(path, HALL, monkeypatch)
    done, *told = ruled(watch, kind="undo", undoes=1)
    assert isinstance(done, events.Ruled)
    assert [event.ply for event in told if isinstance(event, events.Retract) and event.board == board] == [3]
    assert moves(told, 1) == as_summed_up(told, 1)[2:]
    assert "h4" not in as_summed_up(told, 1)[:3]
    assert as_summed_up(ruled(watch, kind="undo", undoes=done.number), 1)[2] == "h4"
    goes_through(path, watch)


def test_what_is_not_over_or_not_there_is_not_brought(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    board = rounds_before(path, HALL)
    earlier = EarlierGames(path)
    assert earlier.game(board, 1) is not None
    assert earlier.game(board, 2) is None, "it is the last one"
    assert earlier.game("nobody", 1) is None
    assert (earlier.game_at(board, 0.0), earlier.game_at(board, 1e9)) == (0, 2)
    assert EarlierGames(tmp_path / "none.dgtj").game(board, 1) is None
