"""The conversation on a bus line: boards found, followed, mended, and missed: whatever."""

import math
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.ask_bus.conversation import BusConversation
from drivers.dgt.ask_bus.findings import (
    Nobody,
)
from drivers.dgt.bus_codec import decode_request, encode_reply
from drivers.dgt.bus_messages import BusReply, BusRequest, Changes, Ping
from drivers.dgt.commands import BusCommand
from drivers.readings import Request
from drivers.serial_line import gate
from tests.tools.bus_fixture import BusBoard

_BYTES = st.one_of(
    st.binary(max_size=80),
    st.builds(
        lambda address, cut: encode_reply(BusReply(address, Ping()))[:cut], st.integers(0, 300), st.integers(1, 6)
    ),
    st.builds(
        lambda address, command, cut: BusBoard(address, "12345").answer(0.0, command)[:cut],
        st.integers(1, 4),
        st.sampled_from([0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8A, 0x8B, 0x91]),
        st.sampled_from([5, 200]),
    ),
)
_INPUTS = st.lists(
    st.one_of(
        st.tuples(st.just("rx"), _BYTES),
        st.tuples(st.sampled_from(["up", "down", "tick", "due", "due", "due"]), st.just(b"")),
        st.tuples(st.sampled_from(list(Request)), st.integers(0, 5)),
    ),
    max_size=120,
)


@settings(deadline=None, max_examples=150)
@given(_INPUTS, st.lists(st.floats(-1.0, 3.0), min_size=5, max_size=20))
def test_nothing_that_comes_raises_and_all_that_goes_out_may(
    inputs: list[tuple[str | Request, bytes | int]], steps_s: list[float]
) -> None:
    talk = BusConversation()
    t_s = last_s = 0.0
    for number, (kind, value) in enumerate([("up", b""), *inputs]):
        t_s += steps_s[number % len(steps_s)]
        if isinstance(kind, Request):
            assert isinstance(value, int)
            turn = talk.requested(t_s, value or None, kind)
        elif kind == "rx":
            assert isinstance(value, bytes)
            turn = talk.heard(t_s, value)
        elif kind == "due":
            t_s = max(t_s, talk.due_s if talk.due_s < math.inf else t_s)
            turn = talk.tick(t_s)
        else:
            turn = {"up": talk.opened, "down": talk.lost, "tick": talk.tick}[kind](t_s)
        last_s = max(last_s, t_s)
        assert talk.is_open == (talk.due_s < math.inf)
        assert not turn.send or talk.is_open
        if turn.send:
            assert isinstance(decode_request(turn.send), BusRequest)
            gate.clear("port", "bus" if talk.is_bus else "unknown", turn.send)


def found_late(delay_s: float, until_s: float = 30.0) -> tuple[float, BusConversation]:
    """A bus of one board whose answers come so late, each to its own question, and when it was found."""
    talk = BusConversation()
    coming: deque[tuple[float, bytes]] = deque()
    turn, t_s = talk.opened(0.0), 0.0
    while t_s < until_s and not talk.addresses:
        if turn.send:
            answer = Changes(b"") if turn.send[0] in (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES) else Ping()
            coming.append((t_s + delay_s, encode_reply(BusReply(1025, answer))))
        t_s = min(talk.due_s, coming[0][0]) if coming else talk.due_s
        turn = talk.heard(t_s, coming.popleft()[1]) if coming and coming[0][0] <= t_s else talk.tick(t_s)
    return t_s, talk


@pytest.mark.parametrize("delay_s", [0.02, 0.1, 0.2, 0.3, 0.5, 0.9])
def test_a_board_is_found_however_late_its_answers_come(delay_s: float) -> None:
    found_s, talk = found_late(delay_s)
    assert talk.addresses == (1025,)
    assert found_s < 6.0


def test_two_answers_that_garble_each_other_into_a_third_are_no_board_by_their_own_echo() -> None:
    talk = BusConversation()
    talk.opened(0.0)
    for _ in range(2):  # in one round: nobody has been asked for itself yet
        talk.heard(0.5, encode_reply(BusReply(77, Ping())))
    while talk.discovering:
        talk.tick(talk.due_s)
    assert talk.addresses == ()


def test_who_is_on_a_line_without_a_board_is_told_by_what_was_heard() -> None:
    heard = []
    for noise in (b"", b"\x11\x22\x33", encode_reply(BusReply(77, Ping()))):
        talk = BusConversation()
        found = list(talk.opened(0.0).findings)
        found += talk.heard(0.5, noise).findings
        while talk.discovering:
            found += talk.heard(talk.due_s - 0.01, noise[:3]).findings
            found += talk.tick(talk.due_s).findings
        heard += [finding.heard for finding in found if isinstance(finding, Nobody)]
    assert heard == ["nothing", "noise", "answers"]
