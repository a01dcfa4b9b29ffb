"""Desks that come and go, crash, do not read, are of another version, rule: the others and the recorder go on."""

import errno
import queue
import socket
import subprocess
import sys
import threading
import tracemalloc
from contextlib import ExitStack, closing, suppress

import pytest

from dgt_monitor.dashboard.actions import ACTIONS, LOOKING
from dgt_monitor.dashboard.bars import status_line
from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.tall_bars import apart_lines
from dgt_monitor.events import Level
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.note_forms import Delivered, Screen
from dgt_monitor.journal.ruling_forms import RULINGS
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.door import DEAF_S, LOOK_S, MOST_GUESTS
from dgt_monitor.viewing.frames import FROM_VIEWER_BYTES
from dgt_monitor.viewing.guest import GREETING_S, UNREAD_S
from dgt_monitor.viewing.place import UNIX, Place, open_door
from dgt_monitor.viewing.words import AUTHOR_MAX_CHARS, No, Refused, Rule, Taken, Welcome, told
from tests.dashboard.fake_hall import FakeFeed, Hand, board, calm_hall, hall_of, make_hall
from tests.viewing.rooms import GUARD_S, Stage, short_folder, stage

INTERVENE = Ruling(0.0, "", "intervene", board="3")
WAYS = [pytest.param(True, marks=pytest.mark.skipif(not UNIX, reason="no Unix sockets here")), False]
"""Over a Unix socket, and over the loopback."""


class RuledFeed(FakeFeed):
    """A feed that tells a waiting test when something was ruled."""

    def __init__(self) -> None:
        super().__init__(make_hall(5))
        self.changed = threading.Condition()

    def rule(self, ruling: Ruling) -> None:
        with self.changed:
            self.ruled.append(ruling)
            self.changed.notify_all()

    def wait(self, rulings: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.ruled) >= rulings, GUARD_S)


@pytest.mark.parametrize("unix", WAYS)
def test_a_desk_sees_what_changes_and_only_that_is_another_object(unix: bool) -> None:
    feed = FakeFeed(make_hall(50))
    with stage(feed, unix=unix) as at:
        desk = at.attach()
        before = desk.view().boards
        feed.put(board("7", "fivefold", seed=3))
        assert desk.wait_for(lambda: desk.view() == feed.view(), GUARD_S)
        changed = [now.board for was, now in zip(before, desk.view().boards, strict=True) if was is not now]
        assert changed == ["7"]
        desk.stop()


def test_ten_desks_come_and_go_and_all_see_the_same() -> None:
    feed = FakeFeed(make_hall(20))
    with stage(feed) as at:
        desks = [at.attach(f"desk {number}") for number in range(10)]
        for leaver in desks[::2]:
            leaver.stop()
        feed.put(board("21", "playing", seed=21))
        for desk in desks[1::2]:
            assert desk.wait_for(lambda desk=desk: desk.view() == feed.view(), GUARD_S)  # type: ignore[misc]
        again = at.attach()
        assert again.view() == feed.view()
        for desk in (again, *desks):
            desk.stop()
        assert at.complaints.empty(), "who leaves is nobody's trouble"


def test_more_desks_than_there_is_room_for_are_told_so() -> None:
    with stage(FakeFeed(make_hall(1))) as at, ExitStack() as stack:
        for _ in range(MOST_GUESTS):
            caller = stack.enter_context(closing(at.call().greet()))
            assert isinstance(caller.hear(), Welcome)
        last = stack.enter_context(closing(at.call()))
        refused = last.hear()
        assert isinstance(refused, No)
        assert "end one of them" in refused.why


def test_rulings_carry_their_author_and_two_at_once_are_both_taken() -> None:
    feed = RuledFeed()
    with stage(feed) as at:
        anna, jan = at.attach("Anna"), at.attach("Jan")
        start = threading.Barrier(2)

        def rule(desk: AttachedFeed) -> None:
            start.wait(GUARD_S)
            desk.rule(INTERVENE)

        threads = [threading.Thread(target=rule, args=(desk,)) for desk in (anna, jan)]
        for thread in threads:
            thread.start()
        feed.wait(2)
        anna.acknowledge("alert/1")
        feed.wait(3)
        for thread in threads:
            thread.join()
        assert sorted(ruling.author for ruling in feed.ruled[:2]) == ["Anna", "Jan"]
        assert feed.ruled[2] == Ruling(0.0, "Anna", "acknowledge", "alert/1")
        for desk in (anna, jan):
            assert desk.wait_for(lambda desk=desk: not desk._waiting, GUARD_S), "answered"  # type: ignore[misc]
            assert desk.status().troubles == 0
            desk.stop()


@pytest.mark.parametrize("who", ["desk", "recorder"])
def test_where_nothing_may_be_ruled_nothing_is(who: str) -> None:
    feed = RuledFeed()
    with stage(feed, may_rule=who == "desk") as at:
        desk = at.attach(looks_only=who == "desk")
        assert desk.status().looks_only
        desk.rule(INTERVENE)
        assert [fault.text for fault in desk.status().faults] == [
            f"intervene (board 3) was not taken: {desk.status().looks_only}"
        ]
        desk.stop()
        with closing(at.call().greet(looks_only=who == "desk")) as caller:  # one that does not keep to it
            assert caller.hear().may_rule is False
            caller.line.sendall(told(Rule(1, *RULINGS.encode(INTERVENE))))
            while not isinstance(answer := caller.hear(), Refused):
                assert answer is not None
        assert feed.ruled == []


def test_on_a_screen_that_only_looks_no_key_rules() -> None:
    feed = FakeFeed(make_hall(30), looks_only="This desk only looks.")
    for action in ACTIONS:
        for place in action.places:
            desk = Desk(feed, Hand())
            desk.refresh()
            desk.do_next_alert()
            desk.claiming.begin()
            desk.go(place)
            desk.do(action.id, "1")
            if action.id not in LOOKING:
                assert desk.place == place
                desk.go("wall")
                assert desk.note == "This desk only looks."
    assert feed.ruled == []
    assert feed.acknowledged == []


@pytest.mark.parametrize(
    "changes", [{"version": "0.0.9"}, {"wire": 2}, {"mark": "another"}], ids=["version", "wire", "views"]
)
def test_a_desk_of_another_version_is_told_what_to_do(changes: dict[str, object]) -> None:
    with stage(FakeFeed(make_hall(3))) as at, closing(at.call().greet(**changes)) as caller:
        refused = caller.hear()
        assert isinstance(refused, No)
        assert "start the desk of the installation that records" in refused.why
        assert caller.hung_up()


@pytest.mark.parametrize("author", ["", "x" * (AUTHOR_MAX_CHARS + 1), "a\x1b[2Jb", "a\nb"])
def test_an_author_is_a_name(author: str) -> None:
    with stage(FakeFeed(make_hall(3))) as at, closing(at.call().greet(author=author)) as caller:
        assert isinstance(caller.hear(), No)
        assert caller.hung_up()


def test_who_does_not_know_the_token_is_not_let_in() -> None:
    with stage(FakeFeed(make_hall(3))) as at, closing(at.call().greet(token="0" * 32)) as caller:
        assert caller.hear() is None
        assert "token" in at.complaint()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "too long"),
        ((FROM_VIEWER_BYTES + 1).to_bytes(4, "big"), "too long"),
        (b"\x00\x00\x00\x02[]", "has no name"),
        (b"\x00\x00\x00\x05[NaN]", "cannot be read|no number"),
        (b"\x00\x00\x00\x07[\"rob\"]", "not understood"),
        (told(Rule(1, "Ruling", "[]")), "did not greet"),
    ],
)  # fmt: skip
def test_who_says_what_nobody_says_is_let_go_and_told(said: bytes, why: str) -> None:
    feed = FakeFeed(make_hall(3))
    with stage(feed) as at:
        desk = at.attach()
        with closing(at.call()) as caller:
            caller.line.sendall(said)
            assert caller.hung_up()
            assert any(each in at.complaint() for each in why.split("|"))
        feed.put(board("9", "playing", seed=9))
        assert desk.wait_for(lambda: desk.view() == feed.view(), GUARD_S), "others go on"
        desk.stop()


def test_a_ruling_that_cannot_be_read_is_refused_and_the_next_one_taken() -> None:
    feed = RuledFeed()
    with stage(feed) as at, closing(at.call().greet()) as caller:
        bad = INTERVENE._replace(board="a\x1b[2J")
        for number, (form, body) in enumerate([("Nonsense", "[]"), ("Ruling", "{"), RULINGS.encode(bad)]):
            caller.line.sendall(told(Rule(number, form, body)))
        caller.line.sendall(told(Rule(9, *RULINGS.encode(INTERVENE._replace(t_s=1e9, author="Somebody else")))))
        answers: list[object] = []
        while len(answers) < 4:
            answer = caller.hear()
            assert answer is not None
            answers += [answer] if isinstance(answer, Refused | Taken) else []
        assert [type(answer) for answer in answers] == [Refused, Refused, Refused, Taken]
        assert feed.ruled == [INTERVENE._replace(author="Anna")]


DYING = """
import json, socket, sys
place, token = sys.argv[1:]
from dgt_monitor.viewing.words import hello, told
line = socket.socket(socket.AF_UNIX)
line.connect(place)
line.sendall(told(hello(token, "Doomed", looks_only=False)) + (500).to_bytes(4, "big") + b'["rule",1,"Rul')
line.recv(100)
print("in", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not UNIX, reason="no Unix sockets here")
def test_a_desk_that_is_killed_in_the_middle_of_a_message_is_gone_and_nobody_notices() -> None:
    feed = RuledFeed()
    with stage(feed, threaded=False) as at:
        about = at.host.place.about
        command = [sys.executable, "-c", DYING, str(at.folder / about.socket), about.token]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as doomed:
            at.until(lambda: any(guest.greeted and guest.idle for guest in at.host.guests.values()))
            assert doomed.stdout is not None
            assert doomed.stdout.readline() == "in\n"
            doomed.kill()
        at.until(lambda: not at.host.guests)
        assert at.complaints.empty()
        assert feed.ruled == []


def test_a_desk_that_does_not_read_costs_one_message_and_is_let_go_after_a_while() -> None:
    feed = FakeFeed(make_hall(300))
    with stage(feed, threaded=False) as at, closing(at.call().greet()) as slow, closing(at.call().greet()) as quick:
        assert _reads(at, quick, feed)
        _new_view(at, feed, 0)
        tracemalloc.start()
        try:
            for number in range(1, 40):
                if number == 10:
                    before = tracemalloc.get_traced_memory()[0]
                _new_view(at, feed, number)
                assert _reads(at, quick, feed), "who reads is told everything meanwhile"
            grown = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        assert grown < 50_000, "a view of this hall has 20 times as much"
        assert at.complaints.empty()
        at.hand.time_s += UNREAD_S + 1
        at.until(lambda: len(at.host.guests) == 1)
        assert at.complaint() == "a desk of Anna is let go: it read nothing for 10 s"
        assert slow.hung_up()


def _new_view(at: Stage, feed: FakeFeed, number: int) -> None:
    at.hand.time_s += LOOK_S
    feed.now_view = hall_of([*feed.now_view.boards[:-1], board("300", "playing", seed=1 + number % 3)], float(number))
    for _ in range(20):
        at.host.step(0.0)


def _reads(at: Stage, caller: object, feed: FakeFeed) -> bool:
    """Let one read until it has all."""
    line, guest = caller.line, None  # type: ignore[attr-defined]
    line.setblocking(False)
    for _ in range(3000):
        at.host.step(0.0)
        with suppress(BlockingIOError):
            while line.recv(1 << 20):
                pass
        guest = next((g for g in at.host.guests.values() if g.idle and g.sent is feed.now_view), None)
        if guest is not None:
            return True
    return False


def test_who_comes_in_and_says_nothing_is_let_go() -> None:
    with stage(FakeFeed(make_hall(3)), threaded=False) as at, closing(at.call()) as caller:
        at.until(lambda: len(at.host.guests) == 1)
        at.hand.time_s += GREETING_S + 1
        at.until(lambda: not at.host.guests)
        assert caller.hung_up()


def test_where_no_more_files_can_be_open_it_is_tried_again_later_and_not_all_the_time() -> None:
    with stage(FakeFeed(make_hall(3)), threaded=False) as at:
        listener = at.host._door.listener
        at.host._door.listener = full = FullListener(listener)  # type: ignore[assignment]
        with closing(at.call().greet()) as caller:
            for _ in range(20):
                at.host.step(0.0)
            assert full.tries == 1
            at.host._door.listener = listener
            at.hand.time_s += DEAF_S
            at.until(lambda: len(at.host.guests) == 1)
            at.until(lambda: all(guest.greeted for guest in at.host.guests.values()))
            at.until(lambda: all(guest.idle for guest in at.host.guests.values()))
            assert isinstance(caller.hear(), Welcome)


class FullListener:
    """A listener of a process that can open no more files."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self.tries = 0

    def accept(self) -> object:
        self.tries += 1
        raise OSError(errno.EMFILE, "too many open files")

    def fileno(self) -> int:
        return self._listener.fileno()


def test_a_flood_of_rulings_is_taken_a_few_at_a_time() -> None:
    feed = RuledFeed()
    flood = told(Rule(1, *RULINGS.encode(INTERVENE))) * 2000
    with stage(feed, threaded=False) as at, closing(at.call().greet()) as caller:
        caller.line.setblocking(False)
        sent = 0
        for _ in range(200):
            with suppress(BlockingIOError):
                sent += caller.line.send(flood[sent:])
            at.host.step(0.0)
        assert 0 < len(feed.ruled) <= 8, "no time has passed"
        at.hand.time_s += 0.1
        for _ in range(50):
            at.host.step(0.0)
        assert len(feed.ruled) <= 16


@pytest.mark.parametrize("unix", WAYS)
def test_a_desk_that_loses_its_recorder_says_since_when_and_attaches_again(unix: bool) -> None:
    feed, tries, places = RuledFeed(), threading.Semaphore(0), list[Place]()
    with stage(feed, unix=unix) as first:
        places.append(first.host.place)
        desk = AttachedFeed(lambda: places[-1], "Anna", day_time=lambda: "14:31:50", pause=lambda _: tries.acquire())
        desk.start()
        assert desk.wait_for(lambda: desk.attached, GUARD_S)
        first.host.close()
        assert desk.wait_for(lambda: not desk.attached, GUARD_S)
        status = desk.status()
        assert status.apart_since == "14:31:50"
        assert status.faults[0].text == "the recorder was ended"
        assert desk.view() == feed.view(), "what was seen last stays"
        desk.rule(INTERVENE)
        assert "NOT CONNECTED" in desk.status().faults[1].text
        other = FakeFeed(make_hall(2))
        with stage(other, unix=unix) as second:
            places.append(second.host.place)
            tries.release()
            assert desk.wait_for(lambda: desk.attached and desk.view() == other.view(), GUARD_S)
            assert desk.status().apart_since is None
            tries.release()
            desk.stop()
        assert feed.ruled == []


def test_a_silent_recorder_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dgt_monitor.viewing.attached.SILENT_S", 0.05)
    with short_folder() as folder:
        door = open_door(None, None, among=[folder])
        desk = AttachedFeed(lambda: door.place, "Anna")
        desk.start()
        assert desk.wait_for(lambda: desk.why == "the recorder does not answer", GUARD_S)
        desk.stop()
        door.close()


def test_what_a_screen_shows_of_a_lost_recorder() -> None:
    feed, hand = FakeFeed(calm_hall(3)), Hand()
    desk = Desk(feed, hand)
    assert not desk.refresh()
    feed.now_status = feed.now_status._replace(apart_since="14:31:50")
    hand.time_s += 3
    assert desk.refresh(), "the bell rings"
    assert "NOT CONNECTED since 14:31:50" in text_of(status_line(desk.view, desk.status, desk.modes, 80))
    assert "LIVE" not in text_of(status_line(desk.view, desk.status, desk.modes, 80))
    assert "NOT CONNECTED to the recorder since 14:31:50" in text_of(apart_lines(desk.status, 80, 1)[0])
    feed.now_status = feed.now_status._replace(faults=(Fault("the recorder of this desk has ended", 1, None),))
    desk.refresh()
    assert "is old; the recorder of this desk has ended" in text_of(apart_lines(desk.status, 120, 1)[0])


def test_who_comes_and_goes_is_announced() -> None:
    announced: queue.SimpleQueue[Screen | Delivered] = queue.SimpleQueue()
    with stage(FakeFeed(make_hall(3)), announce=announced.put) as at:
        jan = at.attach("Jan", looks_only=True)
        assert announced.get(timeout=GUARD_S) == Screen("Jan", "attached", looks_only=True)
        jan.stop()
        assert announced.get(timeout=GUARD_S) == Screen("Jan", "left", looks_only=True)
        with closing(at.call()) as caller:
            caller.greet(token="wrong")  # noqa: S106 - it is none
            assert caller.hear() is None
        at.attach("Anna").stop()
        assert announced.get(timeout=GUARD_S).author == "Anna"


def test_it_is_told_when_an_alert_to_act_on_has_come_to_a_desk() -> None:
    announced: queue.SimpleQueue[Screen | Delivered] = queue.SimpleQueue()
    with stage(FakeFeed(make_hall(20)), announce=announced.put) as at:
        acts = {alert.id for alert in make_hall(20).alerts if alert.level is Level.ACT}
        assert acts
        desk = at.attach("Jan", looks_only=True)
        assert announced.get(timeout=GUARD_S) == Screen("Jan", "attached", looks_only=True)
        told = [announced.get(timeout=GUARD_S) for _ in acts]
        assert {each.alert for each in told if isinstance(each, Delivered)} == acts
        assert {each.author for each in told} == {"Jan"}
        desk.stop()
        assert announced.get(timeout=GUARD_S) == Screen("Jan", "left", looks_only=True), "each once"
