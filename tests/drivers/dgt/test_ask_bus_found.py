"""The conversation on a bus line: boards found, followed, mended, and missed: found."""

import pytest

from drivers.dgt.ask_bus.findings import (
    Discovered,
    Found,
    Marked,
)
from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import BusReply, BusRequest, Ping
from drivers.dgt.commands import BusCommand
from drivers.readings import Identity
from tests.drivers.dgt.asking_bus import NEW, OLD, READY_S, TURNED, ready, stands, three
from tests.drivers.dgt.bus_talk import BusTalk, Peer
from tests.tools.bus_fixture import BusBoard


@pytest.mark.parametrize("number", [1, 2, 10, 20, 40])
def test_every_board_is_found_whatever_collides(number: int) -> None:
    for seed in range(3):
        talk = BusTalk([BusBoard(1 + 257 * n) for n in range(number)], seed=seed)
        talk.open()
        talk.advance(25.0)
        (discovered,) = talk.findings(Discovered)
        assert sorted(discovered.addresses) == [1 + 257 * n for n in range(number)]
        assert len(talk.findings(Found)) == number


def test_nothing_goes_to_a_new_board_but_pings_before_all_are_found() -> None:
    talk = three()
    talk.open()
    talk.advance(READY_S)
    (discovered_s,) = [t_s for t_s, finding in talk.found if isinstance(finding, Discovered)]
    early = {request.command for t_s, request in talk.sent if t_s < discovered_s}
    assert early == {BusCommand.PING, BusCommand.IGNORE_NEXT_BUS_PING}
    assert discovered_s < 6.0


def test_every_board_found_is_told_to_ignore_the_next_ping_to_all() -> None:
    talk = ready()
    pings = talk.commands(0, BusCommand.PING)
    for address in (OLD, NEW, TURNED):
        found_s = next(t_s for t_s, finding in talk.found if finding == Found(address))
        told = talk.commands(address, BusCommand.IGNORE_NEXT_BUS_PING)
        later = [ping_s for ping_s in pings if ping_s > found_s]
        assert len(told) == len(later)
        assert all(told_s < ping_s for told_s, ping_s in zip(told, later, strict=True))


def test_a_line_on_which_nobody_is_there_is_asked_again_and_again() -> None:
    talk = BusTalk([])
    talk.open()
    talk.advance(30.0)
    assert talk.findings(Discovered) == [Discovered(())]
    assert {request for _, request in talk.sent} == {BusRequest(BusCommand.PING, 0)}
    talk.peers.append(Peer(BusBoard(OLD)))
    talk.advance(45.0)
    assert talk.findings(Found) == [Found(OLD)]
    assert talk.placement(OLD) == stands(talk, OLD)


def test_a_board_that_comes_later_is_found_and_followed() -> None:
    talk = ready()
    talk.peers.append(Peer(BusBoard(777)))
    talk.advance(READY_S + 20.0)
    assert Found(777) in talk.findings(Found)
    assert talk.placement(777) == stands(talk, 777)
    assert Marked(777) in talk.findings(Marked)


def test_an_address_that_two_garbled_answers_look_like_is_no_board() -> None:
    talk = BusTalk([])
    talk.open()
    talk.advance(0.5)
    for _ in range(2):
        talk._obey(talk.talk.heard(talk.t_s, encode_reply(BusReply(99, Ping()))))
    talk.advance(20.0)
    assert len(talk.commands(99, BusCommand.PING)) == 2
    assert talk.findings(Found) == []


def test_versions_and_numbers_are_asked_once() -> None:
    talk = ready()
    talk.advance(60.0)
    for address in (OLD, NEW, TURNED):
        assert len(talk.commands(address, BusCommand.SEND_VERSION)) == 1
        assert len(talk.commands(address, BusCommand.SEND_SERIALNR)) == 1
    assert [told.serial for told in talk.readings(NEW, Identity) if told.serial] == ["47110"]
    assert [told.version for told in talk.readings(OLD, Identity) if told.version] == ["1.03"]
