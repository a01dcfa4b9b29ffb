"""The contract of a desk: it shows what the dashboard beside the recorder shows, of every hall at every moment."""

from collections.abc import Iterator
from random import Random

import pytest

from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import ENGLISH, say, use
from dgt_monitor.viewing.changes import HallNow, Replica, board_changes, changes
from dgt_monitor.viewing.frames import FROM_RECORDER_BYTES, Frames
from dgt_monitor.viewing.words import FROM_RECORDER, heard, told
from tests.dashboard.fake_hall import FakeFeed, make_hall
from tests.drawn import drawn
from tests.recorder.journalling import Watch
from tests.viewing.rooms import GUARD_S, differences, stage

HALL = "sim://?boards=6&speed=max&think=0.3&takebacks=0.1&noise=3000&cuts=2&seed={seed}"
LOOK_S = 3.0
LONGEST_S = 120.0
SEEDS = [1, drawn()]


def halls(seed: int) -> Iterator[HallView]:
    """A hall from its beginning, with everything an arbiter may do there."""
    print(f"seed {seed}")
    rng, watch = Random(seed), Watch(HALL.format(seed=seed))
    at_s = 0.0
    while at_s < LONGEST_S and not watch.source.over:
        at_s += LOOK_S
        view = watch.until(at_s).hall.view()
        yield view
        for ruling in rulings(view, rng):
            watch.recorder.rule(ruling)


def rulings(view: HallView, rng: Random) -> Iterator[Ruling]:
    for alert in view.alerts:
        if rng.random() < 0.2:
            yield Ruling(0.0, "arbiter", "acknowledge", alert.id)
    for board in view.boards:
        chance = rng.random()
        if board.claim is not None and board.claim.state == "open":
            outcome = rng.choice(("drawn", "rejected", "over", "as_it_stands"))
            yield Ruling(0.0, "arbiter", "close", board=board.board, outcome=outcome)  # type: ignore[arg-type]
        elif chance < 0.05:
            yield Ruling(0.0, "arbiter", "intervene", board=board.board)
        elif chance < 0.1:
            route, move = rng.choice((("9.2.2", ""), ("9.2.1", "Nf3"), ("9.3.2", ""), ("9.3.1", "h2h4")))
            yield Ruling(0.0, "arbiter", "claim", board=board.board, route=route, move=move)


def travelled(replica: Replica, old: HallView | None, new: HallView) -> HallView:
    """A view as it comes out at the other end of the wire."""
    frames = Frames(FROM_RECORDER_BYTES)
    for each in changes(old, new):
        for message in frames.feed(told(each if isinstance(each, HallNow) else board_changes(*each))):
            said = heard(FROM_RECORDER, message)
            if isinstance(said, HallNow):
                return replica.take_hall(said)
            replica.take_board(said)
    raise AssertionError("no view was told")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_of_a_hall_comes_out_as_it_went_in(seed: int) -> None:
    replica, old, claims = Replica(), None, 0
    for view in halls(seed):
        before = replica.view
        now = travelled(replica, old, view)
        assert list(differences(now, view)) == []
        claims += sum(board.claim is not None and board.claim.evidence is not None for board in view.boards)
        if old is not None and before is not None:
            kept = {id(board) for board in old.boards}
            same = {id(board) for board in before.boards}
            assert sum(id(b) in same for b in now.boards) == sum(id(b) in kept for b in view.boards)
        old = view
    assert claims, "claims and their evidence were among them"


def test_views_may_be_left_out_on_the_way() -> None:
    replica, old = Replica(), None
    for number, view in enumerate(halls(1)):
        if number % 7 == 0:
            assert list(differences(travelled(replica, old, view), view)) == []
            old = view


def test_a_desk_tells_it_in_its_own_language() -> None:
    use("pl")
    try:
        polish = 0
        for view in halls(1):
            now = travelled(Replica(), None, view)
            for alert, its in zip(view.alerts, now.alerts, strict=True):
                assert say(alert.text) == say(its.text)
                polish += say(its.text) != its.text
        assert polish
    finally:
        use(ENGLISH)


def test_over_a_socket_view_and_status_are_those_of_the_feed() -> None:
    feed = FakeFeed(make_hall(40), troubles=2, warning="The journal cannot be written", speed=2.0)
    with stage(feed) as at:
        desk = at.attach()
        assert list(differences(desk.view(), feed.view())) == []
        assert desk.status() == feed.status()
        feed.now_view = make_hall(60)
        feed.now_status = FeedStatus("ended", None, None, 0, "watching stopped")
        assert desk.wait_for(lambda: desk.view() == feed.now_view, GUARD_S)
        assert list(differences(desk.view(), feed.view())) == []
        assert desk.wait_for(lambda: desk.status() == feed.now_status, GUARD_S)
        desk.stop()
