"""What is to be acted on comes to a desk, and onto its screen, without waiting for a turn."""

from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.events import Rule
from dgt_monitor.hall.calling import Calling, Wake
from tests.dashboard.fake_hall import FakeFeed, Hand, board, calm_hall
from tests.viewing.rooms import GUARD_S, stage


class CallingFeed(FakeFeed):
    """A feed that says when there is something to act on."""

    def __init__(self) -> None:
        super().__init__(calm_hall(5))
        self.calling = Calling()

    def on_call(self, wake: Wake) -> None:
        self.calling.on_call(wake)

    def happen(self) -> None:
        self.put(board("3", "fivefold", seed=3))
        self.calling.look(self.view())


def test_a_desk_is_told_in_the_step_after_the_call_although_its_turn_has_not_come() -> None:
    feed = CallingFeed()
    with stage(feed, threaded=False) as at:
        caller = at.call().greet()
        at.until(lambda: any(guest.sent is not None for guest in at.host.guests.values()))
        feed.put(board("2", seed=2, plies=10))
        at.host.step(0.0)
        (guest,) = at.host.guests.values()
        assert guest.sent is not feed.view(), "no time has passed: it is not its turn"
        feed.happen()
        at.host.step(GUARD_S)
        assert guest.sent is feed.view()
        caller.line.close()


def test_a_desk_wakes_its_own_screen() -> None:
    feed = CallingFeed()
    with stage(feed) as at:
        desk = at.attach()
        woken: list[Rule] = []
        desk.on_call(lambda: woken.extend(alert.rule for alert in desk.view().alerts))
        feed.happen()
        assert desk.wait_for(lambda: bool(desk.view().alerts), GUARD_S)
        desk.stop()  # whose thread has then done all that it had begun
        assert woken == [Rule.FIVEFOLD]


async def test_the_screen_rings_and_shows_it_before_its_next_tick() -> None:
    feed, rings = CallingFeed(), list[int]()
    app = Dashboard(feed, ring=lambda: rings.append(1), now=Hand(), tick_s=1e6, environ={})
    async with app.run_test(size=(80, 24)) as pilot:
        feed.happen()
        await pilot.pause()
        rows = [strip.text for strip in app.screen._compositor.render_strips()]
        assert "BOARD 3 FIVEFOLD" in rows[1]
        assert rings == [1]
