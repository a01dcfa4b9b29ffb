"""Anything from a desk, anything from a recorder: understood or refused by name, and never another exception."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dgt_monitor.dashboard.board_page import Sight, board_page
from dgt_monitor.dashboard.cell_lines import cell_lines
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.ruling_forms import RULINGS
from dgt_monitor.laws.claim import Route
from dgt_monitor.viewing.changes import BoardNow, HallNow, Replica, board_changes, changes
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.frames import FROM_RECORDER_BYTES, Frames
from dgt_monitor.viewing.guest import GoneError, Guest, House
from dgt_monitor.viewing.words import FROM_RECORDER, Rule, heard, hello, told
from tests.dashboard.fake_hall import FakeFeed, make_hall
from tests.recorder.journalling import Watch
from tests.viewing.rooms import stage

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
TOKEN = "0" * 32
FEW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def framed(*values: Any) -> bytes:
    body = json.dumps(values).encode("ascii")
    return len(body).to_bytes(4, "big") + body


GREETING = told(hello(TOKEN, "Anna", looks_only=False))
SAID = st.one_of(
    st.binary(max_size=60),
    st.builds(framed, st.sampled_from(["hello", "rule", "view"]), JSON, JSON, JSON),
    st.builds(lambda n, form, body: framed("rule", n, form, body), JSON, st.sampled_from(["Ruling", "x"]), st.text()),
    st.builds(lambda body: framed("rule", 1, "Ruling", json.dumps(body)), st.lists(JSON, min_size=9, max_size=9)),
)


class Line:
    """A socket that brings what it is given, and takes all."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def recv(self, most: int) -> bytes:
        data, self._data = self._data[:most], self._data[most:]
        return data

    def send(self, data: memoryview) -> int:
        return len(data)


def guest_on(line: Any, ruled: list[Ruling]) -> Guest:
    """A screen at the other end of this line; what it rules is added there."""
    return Guest(line, House(TOKEN, "1", ruled.append, lambda _: "nothing", may_rule=True), 0.0)


@FEW
@given(st.lists(SAID, max_size=5), st.booleans())
def test_whatever_a_desk_says_it_is_answered_or_let_go(said: list[bytes], greets: bool) -> None:
    ruled: list[Ruling] = []
    guest = guest_on(Line((GREETING if greets else b"") + b"".join(said)), ruled)
    with suppress(GoneError):
        for now_s in range(20):
            guest.read()
            guest.hear(now_s)
            guest.write(now_s)
    assert greets or not ruled
    assert all(ruling.author == "Anna" and ruling.t_s == 0.0 for ruling in ruled)


@FEW
@given(said=st.lists(SAID, max_size=4))
def test_over_a_socket_whatever_one_says_the_next_is_served(said: list[bytes], host: Host) -> None:
    place = host.place
    with place.connect() as bad:
        bad.sendall(b"".join(said) or b"?")
        for _ in range(6):
            host.step(0.0)
    with place.connect() as good:
        good.sendall(told(hello(place.about.token, "Anna", looks_only=True)))
        good.setblocking(False)
        frames, names = Frames(FROM_RECORDER_BYTES), list[str]()
        for _ in range(200):
            host.step(0.0)
            with suppress(BlockingIOError):
                names += [message.name for message in frames.feed(good.recv(1 << 16))]
            if "hall" in names:
                break
        assert names[0] == "welcome"
        assert "hall" in names
    for _ in range(6):
        host.step(0.0)


@pytest.fixture
def host() -> Iterator[Host]:
    with stage(FakeFeed(make_hall(2)), threaded=False) as at:
        yield at.host


NAMES = ["", "1", "3000023330", "3000023735", "nobody"]
ALERTS = ["", "none/0", "3000023330/1", "3000023735/2"]
FIELDS: dict[str, Any] = {
    "alert_id": st.sampled_from(ALERTS),
    "board": st.sampled_from(NAMES),
    "route": st.sampled_from(["", "9.9", *Route]),
    "move": st.sampled_from(["", "Nf3", "e4", "e2e4", "0-0", "Z9", "--", "a8=K"]),
}


def rulings() -> st.SearchStrategy[Ruling]:
    """Every ruling that its types allow, with texts that mean something more often than not."""
    hints = Ruling.__annotations__
    fields = {name: FIELDS.get(name, _of(hints[name])) for name in Ruling._fields}
    return st.builds(Ruling, **{**fields, "t_s": st.just(0.0)})


def _of(kind: Any) -> st.SearchStrategy[Any]:
    flat = [each for part in (get_args(kind) or (kind,)) for each in (get_args(part) or (part,))]
    if kind is int:
        return st.integers(-3, 400)
    if kind is str:
        return st.text(max_size=8)
    if flat and flat[0] is str:  # a tuple of texts
        return st.lists(st.sampled_from(["e4", "Nf3", "Z9", ""]), max_size=4).map(tuple)
    return st.sampled_from(flat)


@settings(max_examples=60, deadline=None)
@given(st.lists(rulings(), max_size=12))
def test_whatever_a_desk_rules_the_hall_goes_on(ruled: list[Ruling]) -> None:
    watch = Watch("sim://?boards=2&speed=max&think=0.2&seed=1").until(40.0)
    taken: list[Ruling] = []
    said = GREETING + b"".join(told(Rule(number, *RULINGS.encode(each))) for number, each in enumerate(ruled))
    guest = guest_on(Line(said), taken)
    for now_s in range(1, 5):
        if guest.hears:
            with suppress(GoneError):
                guest.read()
        guest.hear(now_s)
    for number, ruling in enumerate(taken):
        watch.recorder.rule(ruling)
        watch.until(45.0 + 5 * number)
        watch.hall.view()


@FEW
@given(st.binary(max_size=200), st.integers(1, 64))
def test_any_bytes_of_a_recorder_are_messages_or_none(data: bytes, piece: int) -> None:
    frames = Frames(FROM_RECORDER_BYTES)
    with suppress(UnreadableError):
        for at in range(0, len(data), piece):
            for message in frames.feed(data[at : at + piece]):
                heard(FROM_RECORDER, message)


WHOLE = make_hall(28)


def told_hall() -> list[list[Any]]:
    """A hall as it is told, as JSON."""
    frames = Frames(FROM_RECORDER_BYTES)
    parts = [told(each if isinstance(each, HallNow) else board_changes(*each)) for each in changes(None, WHOLE)]
    return [[message.name, *message.told] for part in parts for message in frames.feed(part)]


TOLD: list[Any] = told_hall()


def spots(value: Any, at: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every place within nested lists."""
    yield at
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from spots(each, (*at, number))


def found(value: Any, at: tuple[int, ...]) -> Any:
    return value if not at else found(value[at[0]], at[1:])


def like(value: Any) -> st.SearchStrategy[Any]:
    """Another value of the same kind."""
    if isinstance(value, str):
        return st.text(max_size=8) | st.just(value * 2) | st.text("PNBRQKpnbrqk.", min_size=64, max_size=64)
    if isinstance(value, bool) or value is None:
        return st.booleans()
    return st.integers() | st.floats(allow_nan=False, allow_infinity=False)


def changed(value: Any, at: tuple[int, ...], by: Any) -> Any:
    if not at:
        return by
    return [changed(each, at[1:], by) if number == at[0] else each for number, each in enumerate(value)]


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_whatever_a_recorder_changes_in_a_view_is_drawn_or_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(TOLD) - 1))
    at = data.draw(st.sampled_from(list(spots(TOLD[number]))))
    messages = list(TOLD)
    messages[number] = changed(TOLD[number], at, data.draw(JSON | like(found(TOLD[number], at))))
    replica, view = Replica(), None
    with suppress(UnreadableError):
        frames = Frames(FROM_RECORDER_BYTES)
        for each in (each for each in messages if isinstance(each, list)):
            for message in frames.feed(framed(*each)):
                said = heard(FROM_RECORDER, message)
                if isinstance(said, BoardNow):
                    replica.take_board(said)
                elif isinstance(said, HallNow):
                    view = replica.take_hall(said)
    if view is not None:
        draw(view)


def draw(view: HallView) -> None:
    """What a screen draws of it."""
    for board in view.boards:
        cell_lines(board, 4, 20, roomy=True)
        board_page(board, view.t_s, Sight(80, 24))
