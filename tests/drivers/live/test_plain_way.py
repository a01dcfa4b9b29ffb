"""The short way of a field update in the midst of play must lead to where the long way leads, whatever else happens."""

from collections import Counter
from random import Random

import chess

from drivers.dgt.codec import encode
from drivers.dgt.messages import BoardDump, ClockTimes, FieldUpdate, Serial, Version
from drivers.dgt.translate import codes_of
from drivers.live.station import Station
from drivers.readings import Request
from drivers.simulator.table import placement

START = encode(BoardDump(codes_of(placement(chess.Board()))))
UPDATES = [encode(FieldUpdate(square, code)) for square in (0, 12, 52) for code in (0, 1, 9, 0x11)]
CLOCK = ClockTimes(300, 299, running=True, lever_right_high=False, left_turn=True, right_turn=False)
ANSWERS = {0x42: START, 0x41: encode(CLOCK), 0x45: encode(Serial("12345")), 0x4D: encode(Version(1, 8))}
OTHERS = [*ANSWERS.values(), b"\x8e\x00", b"\x05\x0c\x01", b"\x21\xff", UPDATES[0] + UPDATES[3]]


class Both:
    """One station that takes the short way where it can, and one that never does, told the same."""

    def __init__(self, rng: Random) -> None:
        self.ways: Counter[str] = Counter()
        self._rng = rng
        self._short, self._long = Station(), Station()
        self._t_s = 0.0
        self._sent = b""

    def open(self) -> None:
        """The line comes up."""
        self._same("up", self._t_s)

    def go_on(self) -> None:
        """Something happens: mostly play, answers to what was asked, now and then anything else."""
        rng = self._rng
        self._t_s += rng.choice((0.0, 0.01, 0.1, 0.1, 0.4, 0.6, 3.5))
        if min(self._short.due_s, self._long.due_s) <= self._t_s:
            self._same("tick", self._t_s)
        what = rng.random()
        if what < 0.7 and self._sent:
            self._heard(ANSWERS.get(self._sent[0], b""))
        elif what < 0.97:
            self._heard(rng.choice(UPDATES))
        elif what < 0.985:
            self._heard(rng.choice(OTHERS))
        elif what < 0.99:
            self._same("request", self._t_s, rng.choice((Request.DUMP, Request.MEMORY)))
        elif what < 0.993:
            self._same("down", self._t_s, "pulled")
        else:
            self._same("up", self._t_s)

    def _heard(self, data: bytes) -> None:
        update = self._short.rx_plain(self._t_s, data)
        if update is None:
            self._same("rx", self._t_s, data)
            return
        step = self._long.rx(self._t_s, data)
        assert (step.send, step.readings) == (b"", [update])
        assert self._short.due_s == self._long.due_s
        self.ways["short"] += 1

    def _same(self, name: str, *arguments: object) -> None:
        one, other = (getattr(station, name)(*arguments) for station in (self._short, self._long))
        assert one == other
        assert self._short.due_s == self._long.due_s
        self._sent = one.send
        for station in (self._short, self._long):
            station.tx(one.send)
        self.ways[name] += 1


def test_the_short_way_and_the_long_one_lead_to_the_same() -> None:
    ways: Counter[str] = Counter()
    for seed in range(30):
        both = Both(Random(seed))
        both.open()
        for _ in range(600):
            both.go_on()
        ways += both.ways
    assert min(ways["short"], ways["rx"], ways["tick"], ways["up"], ways["down"]) > 20, "all of it was tried"
    assert ways["short"] > 1000
