from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from math import inf
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.simulator.channel import BYTE_S, PIECE_BYTES, Channel

Sent = tuple[int, bytes]
"""Quarters of a slot after the beginning, and what is said."""

speeches = st.lists(st.tuples(st.integers(0, 200), st.binary(min_size=1, max_size=40)), max_size=6)


def seconds(quarters: float) -> float:
    return quarters * BYTE_S / 4


def heard(sent: Sequence[Sent]) -> list[tuple[int, bytes]]:
    """What is heard by the rules, slot by slot: when each busy time began, in quarters, and its bytes."""
    out: list[tuple[int, bytes]] = []
    rest = sorted(sent, key=lambda one: one[0])
    while rest:
        began = rest[0][0]
        voices = [rest.pop(0)]
        slots = len(voices[0][1])
        while rest and rest[0][0] < began + 4 * slots:
            start, data = rest.pop(0)
            voices.append((start, data))
            slots = max(slots, -(-(start + 4 * len(data) - began) // 4))
        read = [
            reduce(
                or_,
                [
                    byte
                    for start, data in voices
                    for at, byte in enumerate(data)
                    if start + 4 * at < began + 4 * slot + 4 and began + 4 * slot < start + 4 * at + 4
                ],
                0,
            )
            for slot in range(slots)
        ]
        out.append((began, bytes(read)))
    return out


def joined(pieces: Sequence[tuple[float, bytes]]) -> bytes:
    return b"".join(data for _, data in pieces)


@given(speeches)
def test_overlapping_bytes_are_read_as_the_bits_of_both(sent: list[Sent]) -> None:
    channel = Channel()
    for start, data in sent:
        assert channel.send(seconds(start), data) == pytest.approx(seconds(start + 4 * len(data)))
    expected = heard(sent)
    pieces = channel.advance(inf)
    assert joined(pieces) == b"".join(data for _, data in expected)
    times = [seconds(began + 4 * (at + 1)) for began, data in expected for at in range(len(data))]
    at = 0
    for came_s, data in pieces:
        at += len(data)
        assert 0 < len(data) <= PIECE_BYTES
        assert came_s == pytest.approx(times[at - 1])
    assert channel.due_s == inf


@given(speeches, st.lists(st.integers(0, 400)))
def test_how_often_it_is_asked_changes_no_piece(sent: list[Sent], asked: list[int]) -> None:
    whole, often = Channel(), Channel()
    for start, data in sent:
        whole.send(seconds(start), data)
    expected = whole.advance(inf)
    pieces = []
    for quarters, data in sorted([*sent, *((at, b"") for at in asked)], key=lambda one: one[0]):
        pieces += often.advance(seconds(quarters) - 1e-9)
        often.send(seconds(quarters), data)
    assert pieces + often.advance(inf) == expected


@given(speeches)
def test_it_says_when_the_next_piece_has_come(sent: list[Sent]) -> None:
    channel = Channel()
    for start, data in sent:
        channel.send(seconds(start), data)
    pieces = []
    while (due_s := channel.due_s) < inf:
        assert channel.advance(due_s - 1e-7) == []
        pieces += channel.advance(due_s)
    assert joined(pieces) == b"".join(data for _, data in heard(sent))
    assert all(before <= after for (before, _), (after, _) in pairwise(pieces))


@given(speeches, st.integers(0, 400))
def test_a_cable_pulled_in_the_middle_has_brought_the_whole_bytes_before(sent: list[Sent], cut: int) -> None:
    channel = Channel()
    for start, data in sent:
        channel.send(seconds(start), data)
    got = channel.advance(seconds(cut)) + channel.interrupt(seconds(cut))
    before = [byte for began, data in heard(sent) for at, byte in enumerate(data) if began + 4 * (at + 1) <= cut]
    assert joined(got) == bytes(before)
    assert joined(got) + joined(channel.advance(inf)) == b"".join(data for _, data in heard(sent))


def test_who_loses_power_is_cut_short_and_nobody_else() -> None:
    channel = Channel()
    channel.send(0.0, b"abcdefgh", owner=0)
    channel.send(4 * BYTE_S, b"\x01\x01\x01\x01\x01\x01", owner=1)
    channel.send(20 * BYTE_S, b"more", owner=0)
    at_s = 6.5 * BYTE_S
    got = channel.advance(at_s)
    channel.hush(at_s, 0)
    assert joined(got + channel.advance(inf)) == b"abcd" + b"eg" + b"\x01" * 4


def test_one_alone_who_loses_power_leaves_the_line_at_rest() -> None:
    channel = Channel()
    channel.send(0.0, bytes(range(40)))
    got = channel.advance(20 * BYTE_S)
    channel.hush(20.2 * BYTE_S, 0)
    assert joined(got + channel.advance(inf)) == bytes(range(20))
    channel.send(21 * BYTE_S, b"x")
    ((came_s, data),) = channel.advance(inf)
    assert data == b"x"
    assert came_s == pytest.approx(22 * BYTE_S)


def test_of_a_byte_that_lies_across_two_slots_nothing_is_heard_if_it_was_not_said_whole() -> None:
    channel = Channel()
    channel.send(0.0, b"\x01" * 10, owner=0)
    channel.send(4.5 * BYTE_S, b"\x02" * 4, owner=1)
    got = channel.advance(6.0 * BYTE_S)
    channel.hush(6.0 * BYTE_S, 1)
    assert joined(got + channel.advance(inf)) == b"\x01" * 4 + b"\x03" * 2 + b"\x01" * 4
