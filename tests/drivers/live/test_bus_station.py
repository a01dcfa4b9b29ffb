"""The interpreter of a bus line and the conversation on it, together."""

import itertools
from random import Random

from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import BusReply, Ping
from drivers.live.bus_station import BusStation
from drivers.readings import Complaint, Identity, LineDown, LineUp, Reading, Request

PING = bytes.fromhex("87 00 00 07")


def met(*, named: bool = False) -> tuple[BusStation, float]:
    """A station that has met the board 01025."""
    station = BusStation(named=named)
    assert station.up(0.0).send == PING
    station.tx(PING)
    t_s = 0.0
    answer = encode_reply(BusReply(1025, Ping()))
    station.rx(0.5, answer)
    while station.due_s < 3.0:
        t_s = station.due_s
        step = station.tick(t_s)
        station.tx(step.send)
        if step.send[1:3] == b"\x08\x01":
            station.rx(t_s + 0.01, answer)
            break
    return station, t_s + 0.01


def test_a_line_is_a_bus_once_a_board_has_answered_there_and_until_it_goes_down() -> None:
    station = BusStation()
    station.up(0.0)
    assert (station.kind, station.nobody) == ("unknown", False)
    station.rx(0.5, encode_reply(BusReply(1025, Ping())))
    kinds = [station.kind]
    station.down(1.0, "pulled")
    station.up(2.0)
    kinds.append(station.kind)
    assert kinds == ["bus", "unknown"]


def test_nobody_is_there_after_two_pings_without_an_answer() -> None:
    station = BusStation()
    sent = [station.up(0.0).send]
    while not station.nobody:
        sent.append(station.tick(station.due_s).send)
    assert [data for data in sent if data][:2] == [PING, PING]


def test_a_board_that_is_met_is_told_and_so_is_the_loss_of_its_line() -> None:
    station, t_s = met()
    told = station.rx(t_s + 0.01, encode_reply(BusReply(1025, Ping()))).readings
    assert told == [(1025, Identity(address=1025))]
    assert station.down(t_s + 1.0, "pulled").readings == [(None, LineDown("pulled"))]
    assert list(station.up(t_s + 2.0).readings) == [(None, LineUp())]


def test_what_is_dropped_is_told_once_a_second() -> None:
    station, t_s = met()
    complaints: list[float] = []
    rng = Random(3)
    for n in range(100):
        now_s = t_s + n / 20
        for _, reading in [*station.rx(now_s, rng.randbytes(5)).readings, *station.tick(now_s).readings]:
            if isinstance(reading, Complaint):
                complaints.append(now_s)
    assert complaints
    assert all(later - earlier > 0.9 or later == earlier for earlier, later in itertools.pairwise(complaints))


def test_a_request_to_nobody_harms_nothing() -> None:
    station = BusStation()
    station.up(0.0)
    for request in Request:
        assert station.request(0.1, 99, request).readings == []
        assert station.request(0.1, None, request).send == b""


def left_alone(
    station: BusStation, until_s: float, first: bytes = b"", always: bytes = b""
) -> tuple[list[Reading], list[str]]:
    """What is told of a line until then; this comes in answer to the first ping, and to whatever is sent, in time."""
    steps = [station.up(0.0), station.rx(0.5, first)]
    while station.due_s < until_s:
        steps += [station.rx(station.due_s - 0.001, always), station.tick(station.due_s)]
    return [said for step in steps for _, said in step.readings], [text for step in steps for text in step.troubles]


def test_a_line_that_was_named_a_bus_and_on_which_nobody_answers_is_told_once_and_is_a_place_without_a_signal() -> None:
    readings, troubles = left_alone(BusStation(named=True), 70.0)
    (down,) = readings
    assert isinstance(down, LineDown)
    assert troubles == [down.reason]
    assert "no board answers" in down.reason


def test_what_answers_on_a_bus_and_is_no_board_is_told_as_that() -> None:
    _, (noise,) = left_alone(BusStation(named=True), 60.0, always=b"\x11\x22\x33")
    _, (ping,) = left_alone(BusStation(named=True), 60.0, encode_reply(BusReply(77, Ping())))
    assert "without bus+" in noise
    assert "none its own" in ping


def test_of_a_line_that_is_only_searched_nobody_is_told() -> None:
    assert left_alone(BusStation(), 70.0) == ([], [])
    readings, troubles = left_alone(BusStation(), 40.0, always=b"\x11")
    assert not any(isinstance(reading, LineDown) for reading in readings)
    assert troubles == []


def test_a_named_line_that_cannot_be_opened_is_told_until_a_board_was_heard_there() -> None:
    station = BusStation(named=True)
    assert station.down(0.0, "is not there").readings == [(None, LineDown("is not there"))]
    assert list(station.up(1.0).readings) == [(None, LineUp())]
    assert BusStation().down(0.0, "is not there").readings == []
    known, t_s = met(named=True)
    known.tick(t_s + 60.0)
    assert known.down(t_s + 60.0, "pulled").readings == [(None, LineDown("pulled"))], "as of any line, and once"
