"""A restart goes through the last games only, and leads to the same hall."""

from contextlib import suppress
from pathlib import Path

import pytest

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.reading import Journal, read_journal, value_of
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import open_record
from dgt_monitor.recorder.shortening import NotShortenedError, shorten
from tests.recorder.journalling import Watch
from tests.recorder.ruling_much import rule_much

HALL = "sim://?boards=3&speed=max&think=0.2"
ROUNDS = 3


def claimed_and_closed(watch: Watch) -> None:
    """A claim on one of the boards, closed while the virtual players play on."""
    name = watch.until(30.0).hall.view().boards[0].board
    watch.recorder.rule(Ruling(0.0, "arbiter", "claim", board=name, route="9.2.2"))
    assert watch.until(32.0).hall.view().boards[0].claim is not None
    for _ in range(2):
        watch.recorder.rule(Ruling(0.0, "arbiter", "close", board=name, outcome="over"))
    watch.recorder.rule(Ruling(0.0, "arbiter", "penalise", board=name, claimant="white"))


def ruled(watch: Watch, last: bool) -> None:
    """Rulings of nearly every kind; a game is carried in the first rounds."""
    boards = watch.until(30.0).hall.view().boards
    rule_much(watch, 1 if last else 3)
    if not last:
        watch.recorder.rule(Ruling(0.0, "Ada", "carry", board=boards[0].board, to_board=boards[1].board))
        watch.recorder.rule(Ruling(0.0, "Ada", "position", board=boards[2].board, turn="black"))


@pytest.fixture(scope="module", params=["", "&hands=rough", "&lines=bus", "ruled"])
def journal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Journal:
    """Three rounds on the same boards, the last one broken off; of the alerts of the first, one is acknowledged."""
    path: Path = tmp_path_factory.mktemp("journal") / "event.dgtj"
    for number in range(ROUNDS):
        record = open_record(path)
        last = number == ROUNDS - 1
        options = request.param.removeprefix("ruled")
        watch = Watch(f"{HALL}{options}&stagger={number + 5}", record)
        if request.param == "ruled":
            ruled(watch, last)
        elif not last:
            claimed_and_closed(watch)
        watch.until(40.0 if last else 1e9)
        alerts = watch.hall.view().alerts
        if alerts and not last:
            watch.recorder.rule(Ruling(0.0, "arbiter", "acknowledge", alerts[0].id))
        if last:
            watch.flush()
        else:
            watch.finish()
        record.close()
    return read_journal(path)


def seen(view: HallView) -> list[object]:
    """What a screen shows of it, but for when boards were heard and what squares were bad in games before."""
    return [board._replace(heard_t_s=None, spoken=0, bad_squares=()) for board in view.boards]


def test_the_same_hall_follows_from_the_last_games(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rebuild(journal)
    fed: list[int] = []
    monkeypatch.setattr("dgt_monitor.recorder.rebuilding.rebuild", lambda *_: pytest.fail("the whole was gone through"))
    read = Hall.read

    def counted(hall: Hall, *reading: object) -> object:
        fed.append(1)
        return read(hall, *reading)  # type: ignore[arg-type]

    monkeypatch.setattr(Hall, "read", counted)
    short = rebuild_last_games(journal)
    assert not short.comparison.differences
    assert seen(short.hall.view()) == seen(whole.hall.view())
    assert short.hall.view()._replace(boards=()) == whole.hall.view()._replace(boards=())
    assert len(fed) < 0.6 * sum(row.kind == "reading" for row in journal.rows)


def test_where_the_short_way_leads_elsewhere_the_whole_is_gone_through(journal: Journal) -> None:
    short = shorten(journal.rows)
    seq = next(iter(short.cuts))
    rows = [
        row._replace(body=row.body.replace("RNBQKBNR", "RNBQKBN1").replace("KQkq", "Qkq")) if row.seq == seq else row
        for row in journal.rows
    ]
    rebuilt = rebuild_last_games(Journal(journal.epoch, rows, []))
    assert len(rebuilt.comparison.differences) == 1, "what was changed is told by the whole journal"
    assert rebuilt.hall.view().boards == rebuild(journal).hall.view().boards


def test_without_a_game_nothing_is_left_out() -> None:
    with pytest.raises(NotShortenedError):
        shorten([])


@pytest.mark.parametrize("kind", ["ruling", "reading", "shown", "note"])
@pytest.mark.parametrize("body", ["[", "null", '["of a version to come"]'])
def test_what_cannot_be_read_is_no_reason_to_stop(kind: str, body: str, journal: Journal) -> None:
    """One row of each form after the other."""
    forms = {row.form: row.seq for row in journal.rows if row.kind == kind}
    for seq in forms.values():
        rows = [row._replace(body=body) if row.seq == seq else row for row in journal.rows]
        with suppress(NotShortenedError):
            shorten(rows)


def test_a_ruling_of_a_version_to_come_is_passed_over_and_told(journal: Journal) -> None:
    ruling = next(row for row in journal.rows if row.kind == "ruling")
    newer = ruling._replace(body=ruling.body.replace(f'"{value_of(ruling).kind}"', '"adjourn"'))
    assert newer != ruling
    rebuilt = rebuild_last_games(Journal(journal.epoch, [newer if row is ruling else row for row in journal.rows], []))
    assert [damage.seq for damage in rebuilt.damage] == [ruling.seq]
    assert "'adjourn' is none of acknowledge" in rebuilt.damage[0].text
