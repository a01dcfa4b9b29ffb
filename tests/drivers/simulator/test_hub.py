"""Lines of virtual boards as a hub: in simulated time, each for itself."""

from collections.abc import Callable
from functools import partial
from math import inf
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.memory import parse_log
from drivers.dgt.messages import FieldUpdate, Serial
from drivers.readings import LogChange
from drivers.serial_line import ForbiddenWriteError, LineEvent, LineSettings
from drivers.simulator.board import POWER_UP_S
from drivers.simulator.faults import Cut, Silence
from drivers.simulator.hub import Move, VirtualHub
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.drivers.simulator.lines import end_of, table, until


def hub_of(boards: int, *, seed: int = 1, **wires: Wire) -> VirtualHub:
    lines = {f"P{n}": Wire([table(n, seed=seed)], seed=f"{seed}/{n}") for n in range(boards)}
    return VirtualHub(lines | wires)


def run(hub: VirtualHub, t_s: float, poll_s: float = 0.5) -> list[LineEvent]:
    out = []
    while hub.t_s < t_s:
        out += hub.poll(min(poll_s, t_s - hub.t_s))
    return out


def of(events: list[LineEvent], port: str, kind: str = "rx") -> list[LineEvent]:
    return [event for event in events if event.port == port and event.kind == kind]


def test_a_poll_takes_as_long_as_it_may_and_no_longer() -> None:
    hub = hub_of(1)
    hub.add(LineSettings("P0", "single"))
    assert hub.poll(1.0) == [LineEvent(0.0, "P0", "up")]
    assert hub.poll(1.0) == []
    assert hub.clock() == 1.0
    hub.write("P0", b"\x45")
    assert hub.poll(1.0) == [LineEvent(1.0, "P0", "tx", b"\x45")]
    (answer,) = hub.poll(1.0)
    assert 1.01 < answer.t_s == hub.clock() < 1.02
    assert message_framer().feed(answer.data) == [Serial(hub._wires["P0"].tables[0].board.maker.serial)]


@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_what_comes_over_one_line_depends_on_no_other_and_on_no_poll(seed: int) -> None:
    rng = Random(seed)

    def watched(boards: int, pause: Callable[[], float]) -> list[LineEvent]:
        hub = hub_of(boards, seed=seed)
        for port in range(boards):
            hub.add(LineSettings(f"P{port}", "single"))
            hub.plan(0.5, partial(hub.write, f"P{port}", b"\x4b"))
        events = []
        while hub.t_s < 25.0:
            events += hub.poll(pause())
        assert [event.t_s for event in events] == sorted(event.t_s for event in events)
        return [event for event in events if event.t_s < 25.0]

    alone = watched(1, lambda: 0.5)
    among = watched(4, lambda: rng.expovariate(3.0))
    assert [event for event in among if event.port == "P0"] == alone
    assert len(of(alone, "P0")) > 20
    assert len({event.port for event in among if event.kind == "rx"}) == 4


def test_a_cut_line_goes_down_and_comes_up_again() -> None:
    hub = hub_of(2)
    for port in ("P0", "P1"):
        hub.add(LineSettings(port, "unknown"))
        hub.poll(0.0)
        assert hub.set_kind(port, "single")
        hub.write(port, b"\x4b")
    hub.fault("P0", Cut(5.0, 8.0))
    events = run(hub, 6.0)
    assert [event[:2] for event in of(events, "P0", "down")] == [(5.0, "P0")]
    assert not hub.write("P0", b"")
    assert not hub.set_kind("P0", "single")
    events += run(hub, 60.0)
    (again,) = of(events, "P0", "up")
    assert (again.t_s, again.reason) == (8.0, "opened again, 1x")
    assert not [event for event in of(events, "P0") if 5.0 < event.t_s < 8.0]
    assert [event for event in of(events, "P0") if event.t_s > 8.0], "it kept its mode"
    assert of(events, "P1", "down") == []
    with pytest.raises(ForbiddenWriteError):
        hub.write("P0", b"\x42")  # what came back may be another board


def test_a_board_that_comes_back_on_another_port_has_all_in_its_log() -> None:
    hub = hub_of(2)
    for port in ("P0", "P1", "P9"):
        hub.add(LineSettings(port, "single"))
    hub.plan(0.1, lambda: hub.write("P0", b"\x44"))
    hub.plan_move(Move(6.0, "P0", "P9", away_s=4.0))
    played = hub._wires["P0"].tables[0]
    events = run(hub, 60.0)
    assert [event.t_s for event in of(events, "P0", "down")] == [6.0]
    assert [event.t_s for event in of(events, "P9", "up")] == [10.0]
    assert of(events, "P9", "down") == []
    assert max(event.t_s for event in of(events, "P0")) <= 6.0 < 10.0 <= min(event.t_s for event in of(events, "P9"))
    logged = [record for record in parse_log(played.board.log.ring.dump()) if isinstance(record, LogChange)][32:]
    framer = message_framer()
    told = [message for event in of(events, "P0") + of(events, "P9") for message in framer.feed(event.data)]
    assert len([one for one in told if isinstance(one, FieldUpdate)]) < len(logged)
    assert played.board.squares == end_of(played.game)


def test_a_plug_that_takes_another_ones_port_pulls_that_out() -> None:
    hub = hub_of(2)
    for port in ("P0", "P1"):
        hub.add(LineSettings(port, "single"))
    hub.plan_move(Move(1.0, "P0", "P1"))
    events = run(hub, 5.0)
    assert [(event.t_s, event.port, event.kind) for event in events] == [
        (0.0, "P0", "up"),
        (0.0, "P1", "up"),
        (1.0, "P0", "down"),
        (2.0, "P1", "down"),
        (2.0, "P1", "up"),
    ]
    hub.write("P1", b"\x45")
    (answer,) = of(run(hub, 6.0), "P1")
    assert message_framer().feed(answer.data) == [Serial(table(0).board.maker.serial)]


def test_a_plug_can_carry_the_power() -> None:
    hub = hub_of(1)
    hub.add(LineSettings("P0", "single"))
    hub.plan_move(Move(1.0, "P0", "P0", away_s=2.0, carries_power=True))
    run(hub, 3.0 + POWER_UP_S - 0.1)
    hub.write("P0", b"\x45")
    assert of(run(hub, 3.0 + POWER_UP_S), "P0") == []
    hub.write("P0", b"\x45")
    assert len(of(run(hub, 7.0), "P0")) == 1


def test_on_a_bus_line_no_command_of_a_single_board_goes_out() -> None:
    hub = VirtualHub({"B": Wire([table(0), table(1)], "bus")})
    hub.add(LineSettings("B", "bus"))
    with pytest.raises(ForbiddenWriteError):
        hub.write("B", b"\x42")
    assert hub.write("B", bytes.fromhex("87 00 01 08"))
    events = run(hub, 1.0)
    assert [event.data.hex() for event in of(events, "B")] == ["87000600010e"]


def test_a_port_in_which_nothing_is_plugged_does_not_come_up() -> None:
    hub = VirtualHub({})
    hub.add(LineSettings("P0", "single"))
    assert run(hub, 10.0) == []
    assert not hub.write("P0", b"\x45")
    assert hub.due_s == inf
    with pytest.raises(ValueError, match="P0"):
        hub.add(LineSettings("P0", "single"))


def test_closing_releases_every_line() -> None:
    hub = hub_of(2)
    for port in ("P0", "P1"):
        hub.add(LineSettings(port, "single"))
    hub.close()
    assert [(event.port, event.kind) for event in hub.poll(1.0)[2:]] == [("P0", "down"), ("P1", "down")]
    assert hub.closed
    with pytest.raises(ValueError, match="closed"):
        hub.add(LineSettings("P2", "single"))


def test_a_fault_planned_for_the_past_happens_at_once() -> None:
    hub = hub_of(1)
    hub.add(LineSettings("P0", "single"))
    hub.write("P0", b"\x4b")
    run(hub, 10.0)
    hub.fault("P0", Silence(1.0))
    hub.poll(0.0)
    assert of(run(hub, 30.0), "P0") == []


def test_a_wire_in_no_port_plays_on() -> None:
    wire = Wire([table()])
    hub = VirtualHub({"P0": wire})
    hub.plan(2.0, lambda: hub.unplug("P0"))
    run(hub, 100.0)
    hub.plug("P5", wire)
    until(wire, 100.0)
    assert wire.tables[0].over


def test_what_a_line_is_due_for_is_kept_once() -> None:
    def idle(n: int) -> Table:
        return Table(Game(chess.Board(), []), maker_of(1, n), Random(n), start_s=0.0)

    hub = VirtualHub({f"P{n}": Wire([idle(n)], faults=[Cut(10_000.0 - n)]) for n in range(2)})
    hub.add(LineSettings("P0", "single"))
    for n in range(200):
        hub.write("P0", b"\x45")
        run(hub, float(n))
    assert len(hub._due) < 10


class SlowHub(VirtualHub):
    """Its time goes on by itself, as real time does: never is it exactly when something was to happen."""

    rng = Random(1)

    def wait_until(self, t_s: float) -> None:
        self.t_s = max(self.t_s, t_s + self.rng.uniform(0.0, 0.05))


def test_a_hub_in_time_of_its_own_says_the_same() -> None:
    said = []
    for kind in (VirtualHub, SlowHub):
        hub = kind({"P0": Wire([table()])})
        hub.add(LineSettings("P0", "single"))
        hub.plan(0.0, partial(hub.write, "P0", b"\x44"))  # before the first move, and no clock in it
        said.append(b"".join(event.data for event in of(run(hub, 60.0), "P0")))
    assert said[0] == said[1]
    assert len(said[0]) > 200
