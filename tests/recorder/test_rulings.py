"""Rulings in a journal: a hall made again from it, in the whole and by its last games, has them all."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.results import RULED
from dgt_monitor.hall.told_games import games_of
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import open_record
from dgt_monitor.recorder.standing import standing
from tests.drawn import drawn
from tests.recorder.journalling import Watch

HALL = "sim://?boards=3&speed=max&think=0.2"
Rule = Callable[[Watch, random.Random], None]
SEEDS = [1, 2, 3, 1002, drawn()]


def ruled_at_random(watch: Watch, rng: random.Random) -> None:
    """A ruling of some kind on one of the boards, or on all; now and then one is undone, also of a round before."""
    view = watch.hall.view()
    board = rng.choice(view.boards)
    kind: Any = rng.choice(
        ["result", "result", "resume", "round_closed", "acknowledge", "unacknowledge", "undo", "undo"]
    )
    fields: dict[str, Any] = {"board": board.board}
    if kind == "result":
        fields |= {"result": rng.choice(["", *RULED]), "game": rng.choice([0, max(0, board.game - 1)])}
    elif kind == "round_closed":
        fields["board"] = rng.choice(["", board.board])
    elif kind == "undo":
        done = [each for each in view.rulings if not each.undone]
        fields = {"undoes": rng.choice(done).number if done else 1}
    elif kind != "resume":
        fields = {"alert_id": rng.choice([alert.id for alert in view.alerts] or ["none"])}
    watch.recorder.rule(Ruling(0.0, "Ada", kind, reason=rng.choice(["", "as both players say"]), **fields))


def seen(hall: Hall) -> object:
    """What a screen shows, but for clocks (so no sheet), when boards were heard and what was bad in games before."""
    view = hall.view()
    boards = [
        board._replace(
            heard_t_s=None, spoken=0, bad_squares=(), white_s=None, black_s=None,
            moves=tuple(move._replace(clock=None) for move in board.moves),
            claim=board.claim and board.claim._replace(evidence=None),
        )
        for board in view.boards
    ]  # fmt: skip
    return boards, view.alerts, view.rulings


def is_the_same_after_restarts(path: Path, halls: Sequence[str], rng: random.Random, rule: Rule, last_s: float) -> None:
    """Watch each of these halls on one journal and rule there six times; in the last one the games are not over.

    After every watch, and both ways a journal is gone through, the hall is as it was.
    """
    for hall in halls:
        record = open_record(path)
        assert record.differences == []
        watch = Watch(hall, record)
        for t_s in sorted(rng.uniform(8, last_s - 10) for _ in range(6)):
            watch.until(t_s)
            if watch.hall.view().boards:
                rule(watch, rng)
        watch.until(last_s if hall is halls[-1] else 1e9)
        watch.flush()
        if hall is not halls[-1]:
            watch.finish()
        live = seen(watch.hall)
        record.close()
    journal = read_journal(path)
    for made in (rebuild(journal), rebuild_last_games(journal)):
        assert made.comparison.differences == []
        assert seen(made.hall) == live


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_has_every_ruling_and_every_undoing(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    halls = [f"{HALL}&stagger={stagger}" for stagger in (5, 6, 7)]
    is_the_same_after_restarts(tmp_path / "event.dgtj", halls, random.Random(seed), ruled_at_random, 70.0)


def claimed_at_random(watch: Watch, rng: random.Random) -> None:
    """A claim, an intervention or the end of one; or one of the last rulings is undone."""
    view = watch.hall.view()
    board = rng.choice(view.boards)
    kind: Any = rng.choice(["claim", "intervene", "close", "close", "undo", "undo", "undo"])
    fields: dict[str, Any] = {"board": board.board}
    if kind == "claim":
        fields |= {"route": "9.2.2"}
    elif kind == "close":
        fields |= {"outcome": rng.choice(["drawn", "rejected", "over", "as_it_stands"])}
    elif kind == "undo":
        fields = {"undoes": rng.choice(view.rulings[-4:]).number if view.rulings else 1}
    watch.recorder.rule(Ruling(0.0, "Ada", kind, **fields))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_has_claims_that_were_undone(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    halls = [f"{HALL}&stagger={stagger}" for stagger in (5, 6)]
    is_the_same_after_restarts(tmp_path / "event.dgtj", halls, random.Random(seed), claimed_at_random, 70.0)


def corrected_before_at_random(watch: Watch, rng: random.Random) -> None:
    """The moves of a game that may be over are corrected, or that is undone."""
    view = watch.hall.view()
    board = rng.choice(view.boards)
    if view.rulings and rng.random() < 0.4:
        ruling = Ruling(0.0, "Ada", "undo", undoes=rng.choice(view.rulings[-3:]).number)
    else:
        moves = (rng.choice(["e4", "d4", "Nf3", "c4"]),)
        game = rng.choice([0, max(1, board.game - 1), max(1, board.game - 1)])
        ruling = Ruling(0.0, "Ada", "replace", board=board.board, game=game, ply=1, moves=moves)
    watch.recorder.rule(ruling)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_has_games_that_were_corrected_when_they_were_over(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    halls = [f"{HALL}&stagger={stagger}" for stagger in (5, 6, 7)]
    is_the_same_after_restarts(tmp_path / "event.dgtj", halls, random.Random(seed), corrected_before_at_random, 70.0)


def test_results_of_rounds_before_come_the_short_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.dgtj"
    for number in range(2):
        record = open_record(path)
        watch = Watch(f"{HALL}&stagger=5", record)
        watch.until(40)
        board = watch.hall.view().boards[0]
        watch.recorder.rule(Ruling(0.0, "Ada", "result", board=board.board, result="1-0"))
        if number:
            watch.recorder.rule(Ruling(0.0, "Ada", "result", board=board.board, result="0-1", game=board.game - 1))
            watch.recorder.rule(Ruling(0.0, "Ada", "undo", undoes=1))
            watch.recorder.rule(Ruling(0.0, "Ada", "undo", undoes=4))
        else:
            watch.finish()
        watch.flush()
        live = seen(watch.hall)
        record.close()
    monkeypatch.setattr("dgt_monitor.recorder.rebuilding.rebuild", lambda *_: pytest.fail("the whole was gone through"))
    made = rebuild_last_games(read_journal(path))
    assert made.comparison.differences == []
    assert seen(made.hall) == live
    (first, *_) = made.hall.view().boards
    assert first.before is not None
    assert (first.before.result, first.outcome and first.outcome.result) == ("0-1", "1-0")


def test_a_late_result_is_not_that_of_the_game_that_stands() -> None:
    starts = [events.GameStart(float(game), "7", game, "", False, False) for game in (1, 2)]
    late = events.Result(3.0, "7", 1, "1-0", "arbiter", confirmed=True)
    unplayed = events.Result(4.0, "7", 2, "*", "arbiter", confirmed=True, how="unplayed")
    assert standing([*starts, late]) == starts[1:]
    assert standing([*starts, late, unplayed]) == [starts[1], unplayed]
    assert [game.result for game in games_of([*starts, late, unplayed])] == [late, unplayed]


def test_a_recorder_numbers_what_it_takes_in_and_does_not_believe_others() -> None:
    hall = Hall()
    recorder = Recorder(hall, [])
    for _ in range(2):
        recorder.rule(Ruling(0.0, "Ada", "round_started", number=77))
    assert [ruling.number for ruling in hall.view().rulings] == [1, 2]
