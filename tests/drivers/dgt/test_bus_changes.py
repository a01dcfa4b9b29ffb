"""Which packets are new: told cases, and a wire that loses anything, against the truth."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus_changes import PacketOrder, Verdict
from drivers.dgt.bus_messages import Changes

NEW = Verdict(new=True, lost=False)
LOST = Verdict(new=True, lost=True)
REPEATED = Verdict(new=False, lost=False)
CHANGES, REPEAT, ALL = 0x83, 0x84, 0x8D


def verdicts(*steps: int | Changes) -> list[Verdict]:
    """What is said of the packets among commands and packets."""
    order = PacketOrder()
    out = []
    for step in steps:
        if isinstance(step, Changes):
            out.append(order.take(step))
        else:
            order.asked(step)
    return out


A, B, C = (Changes(bytes((code, 1))) for code in (0x40, 0x41, 0x42))
EVEN_A, EVEN_B = A._replace(even=True), B._replace(even=True)
NONE, EVEN_NONE = Changes(b""), Changes(b"", even=True)

CASES: dict[str, tuple[list[int | Changes], list[Verdict]]] = {
    "asked and answered": ([CHANGES, A, CHANGES, B, ALL, C], [NEW, NEW, NEW]),
    "asked again without need": ([CHANGES, A, REPEAT, A], [NEW, REPEATED]),
    "damaged, then repeated": ([CHANGES, A, CHANGES, REPEAT, B], [NEW, NEW]),
    "damaged twice, then asked anew": ([CHANGES, A, CHANGES, REPEAT, CHANGES, C], [NEW, LOST]),
    "an unheard question, the last packet again": ([CHANGES, A, CHANGES, REPEAT, A, CHANGES, B], [NEW, REPEATED, NEW]),
    "an old board says the same twice": ([CHANGES, A, CHANGES, A], [NEW, NEW]),
    "asked again in vain, then anew": ([CHANGES, A, REPEAT, CHANGES, A], [NEW, NEW]),
    "repeated, but not what came before": ([CHANGES, A, REPEAT, B], [NEW, LOST]),
    "in turn, nothing asked that was seen": ([A, EVEN_B, B], [NEW, NEW, NEW]),
    "the same packet again, nothing asked that was seen": ([A, EVEN_B, EVEN_B], [NEW, NEW, REPEATED]),
    "out of turn, nothing asked that was seen": ([A, EVEN_B, EVEN_A], [NEW, NEW, LOST]),
    "an unheard question of a newer board": ([CHANGES, A, CHANGES, EVEN_B, CHANGES, CHANGES, C], [NEW, NEW, NEW]),
    "a lost packet of a newer board": ([CHANGES, A, CHANGES, EVEN_B, CHANGES, CHANGES, EVEN_A], [NEW, NEW, LOST]),
    "two lost packets of a newer board": ([A, EVEN_B, CHANGES, CHANGES, CHANGES, A], [NEW, NEW, LOST]),
    "nothing, a lost packet, nothing": (
        [CHANGES, NONE, CHANGES, EVEN_NONE, CHANGES, CHANGES, EVEN_NONE],
        [NEW, NEW, LOST],
    ),
}


@pytest.mark.parametrize(("steps", "expected"), CASES.values(), ids=CASES.keys())
def test_cases(steps: list[int | Changes], expected: list[Verdict]) -> None:
    assert verdicts(*steps) == expected


class Truth:
    """A board and what really became of its packets."""

    def __init__(self, *, newer: bool) -> None:
        self.order = PacketOrder()
        self.newer = newer
        self.packet: Changes | None = None
        self.number = 0
        self.delivered = True
        self.lost = False
        self.taken = False
        """A packet has come whole; what was lost before the first, nobody can know of."""
        self.applied: list[bytes] = []
        self.expected: list[bytes] = []

    def ask(self, command: int, changed: bool, heard: bool, whole: bool) -> None:
        self.order.asked(command)
        if not heard:
            return
        if command == CHANGES:
            self.lost = self.lost or (not self.delivered and bool(self.packet and self.packet.records))
            self.number += changed
            records = bytes((0x40, *divmod(self.number, 64))) if changed else b""
            even = self.newer and self.packet is not None and not self.packet.even
            self.packet, self.delivered = Changes(records, even), False
        if self.packet is not None and whole:
            self._deliver(self.packet)

    def _deliver(self, packet: Changes) -> None:
        if not self.delivered and packet.records:
            self.expected.append(packet.records)
        self.delivered = True
        new, lost = self.order.take(packet)
        if new and packet.records:
            self.applied.append(packet.records)
        assert lost or not self.lost or not self.taken, "lost in silence"
        self.lost, self.taken = False, True


@settings(max_examples=500)
@given(
    st.booleans(),
    st.lists(st.tuples(st.sampled_from([CHANGES, CHANGES, REPEAT]), *[st.booleans()] * 3), max_size=30),
)
def test_nothing_is_applied_twice_and_nothing_is_lost_in_silence(
    newer: bool, steps: list[tuple[int, bool, bool, bool]]
) -> None:
    truth = Truth(newer=newer)
    for step in steps:
        truth.ask(*step)
    assert truth.applied == truth.expected


@given(st.booleans(), st.lists(st.booleans(), max_size=20))
def test_a_clean_line_loses_nothing(newer: bool, changed: list[bool]) -> None:
    truth = Truth(newer=newer)
    for news in changed:
        truth.order.asked(CHANGES)
        truth.packet = Changes(b"\x40\x01" if news else b"", newer and not (truth.packet and truth.packet.even))
        assert not truth.order.take(truth.packet).lost
