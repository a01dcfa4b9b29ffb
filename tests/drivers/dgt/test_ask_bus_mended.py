"""The conversation on a bus line: boards found, followed, mended, and missed: mended, silent."""

from itertools import pairwise

import chess
import pytest

from dgt_monitor.game.placement import letters
from drivers.dgt.ask_bus.findings import (
    Back,
    ChangesLost,
    Corrected,
    Garbled,
    Restarted,
    Silent,
    TooMany,
)
from drivers.dgt.ask_bus.roster import MOST_BOARDS
from drivers.dgt.bus_messages import BusRequest
from drivers.dgt.commands import BusCommand
from drivers.dgt.memory import Tag
from drivers.readings import RESTARTED, HaltedClock, LogChange, LogStanding
from tests.drivers.dgt.asking_bus import CHANGES, NEW, OLD, READY_S, TURNED, ready, stands, three
from tests.drivers.dgt.bus_talk import BusTalk, play
from tests.tools.bus_fixture import BusBoard


def test_a_packet_that_can_never_be_had_is_made_good_by_the_log() -> None:
    talk = ready()
    play(talk, OLD, plies=0, begin_s=READY_S, moves=["e4", "e5"])

    def spoil(request: BusRequest, answer: bytes) -> bytes:
        if request.address == OLD and request.command in CHANGES and len(answer) > 6:
            return answer[:-1] + bytes((answer[-1] ^ 1,))
        return answer

    talk.spoil = spoil
    talk.plan(READY_S + 20.0, lambda: setattr(talk, "spoil", lambda _, answer: answer))
    talk.advance(READY_S + 40.0)
    assert ChangesLost(OLD) in talk.findings(ChangesLost)
    records = talk.memories(OLD)[-1].records
    assert records[0] == LogStanding("".join(letters(chess.Board())))
    assert sum(isinstance(record, HaltedClock) for record in records) == 2
    assert sum(isinstance(record, LogChange) for record in records) == 4
    log_s = talk.commands(OLD, BusCommand.SEND_FROM_START)[-1]
    assert any(t_s > log_s for t_s in talk.commands(OLD, BusCommand.SEND_BRD))
    assert talk.placement(OLD) == stands(talk, OLD) == talk.talk.squares(OLD)


def test_a_dump_that_contradicts_the_changes_counts_when_it_is_said_twice() -> None:
    talk = ready()
    talk.peer(OLD).board.squares[chess.E2] = "."  # and no record of it
    talk.advance(READY_S + 70.0)
    assert talk.findings(Corrected) == [Corrected(OLD, (chess.E2,))]
    assert talk.talk.squares(OLD) == stands(talk, OLD)
    assert talk.memories(OLD), "its log may know more"


def test_a_dump_that_only_one_change_contradicts_is_no_correction() -> None:
    talk = ready()
    board = talk.peer(OLD).board

    def spoil(request: BusRequest, answer: bytes) -> bytes:
        if request == (BusCommand.SEND_BRD, OLD) and board.squares[chess.A2] == "P":
            board.touch(chess.A2, ".")  # between the changes and the dump
            return board.answer(talk.t_s, BusCommand.SEND_BRD)
        return answer

    talk.spoil = spoil
    talk.advance(READY_S + 70.0)
    assert board.squares[chess.A2] == "."
    assert talk.findings(Corrected) == []
    assert talk.talk.squares(OLD) == stands(talk, OLD)


@pytest.mark.parametrize("away_s", [0.3, 2.0, 30.0])
def test_after_a_cut_nothing_is_lost_and_the_log_is_read(away_s: float) -> None:
    talk = three(seed=3)
    over_s = max(play(talk, address, plies=30, begin_s=READY_S) for address in (OLD, NEW, TURNED))
    talk.open()
    talk.cut(40.0, away_s)
    talk.advance(max(over_s, 80.0) + 15.0)
    for address in (OLD, NEW, TURNED):
        assert talk.placement(address) == stands(talk, address)
        assert [t_s > 40.0 for t_s in talk.commands(address, BusCommand.SEND_FROM_START)] == [True]
        assert len(talk.memories(address)) == 1
        first = next(request for t_s, request in talk.sent if t_s >= 40.0 + away_s and request.address == address)
        assert first.command in CHANGES
    assert talk.findings(ChangesLost) == []


def test_a_cut_in_the_middle_of_a_packet_costs_nothing() -> None:
    for n in range(40):
        talk = ready()
        board = talk.peer(OLD).board
        talk.advance(READY_S + 1.0)
        board.touch(chess.E2, ".")
        board.touch(chess.E4, "P")
        talk.cut(READY_S + 1.0 + 0.023 * n, 1.0)
        talk.advance(READY_S + 20.0)
        assert talk.placement(OLD) == stands(talk, OLD)
        assert talk.findings(Corrected) == []
        assert talk.findings(ChangesLost) == []


def test_a_board_joined_in_the_middle_of_a_game_is_asked_for_its_log() -> None:
    talk = three()
    board = talk.peer(OLD).board
    board.touch(chess.E2, ".")
    board.touch(chess.E4, "P")
    for _ in range(2):
        board.answer(0.0, BusCommand.SEND_CHANGES)  # another monitor had them
    talk.open()
    talk.advance(20.0)
    assert len(talk.memories(OLD)) == 1
    assert talk.memories(NEW) == []
    assert talk.commands(OLD, BusCommand.SET_START_GAME) == []


def test_a_board_that_goes_silent_is_pinged_and_comes_back_and_the_others_go_on() -> None:
    talk = ready()
    play(talk, NEW, plies=40, begin_s=READY_S)
    talk.peer(OLD).off = True
    talk.advance(READY_S + 40.0)
    (silent,) = talk.findings(Silent)
    assert silent.address == OLD
    assert READY_S - 1.0 <= silent.since_s <= READY_S
    asked = [request.command for t_s, request in talk.sent if t_s > READY_S + 15.0 and request.address == OLD]
    assert set(asked) == {BusCommand.PING}
    assert 10 <= len(asked) <= 30
    talk.peer(OLD).board.touch(chess.E2, ".")
    talk.peer(OLD).off = False
    talk.advance(READY_S + 60.0)
    assert talk.findings(Back) == [Back(OLD)]
    assert talk.placement(OLD) == stands(talk, OLD)
    times = [t_s for t_s in talk.commands(NEW, *CHANGES) if t_s > READY_S]
    assert max(later - earlier for earlier, later in pairwise(times)) < 2.0


def test_a_board_that_was_reset_is_told_and_asked_for_what_stands_there() -> None:
    talk = ready()
    board = talk.peer(OLD).board
    board.touch(chess.E2, ".")
    talk.advance(READY_S + 5.0)
    board.squares[chess.E4] = "P"  # while it had no power
    board.waiting = bytes((0x7F, 0x7F, 0x7F, Tag.POWER_UP)) + board._pieces()
    talk.advance(READY_S + 15.0)
    assert talk.findings(Restarted) == [Restarted(OLD)]
    assert [address for address, complaint in talk.complaints() if complaint.kind == RESTARTED] == [OLD]
    assert talk.placement(OLD) == stands(talk, OLD) == talk.talk.squares(OLD)


def test_two_boards_with_one_address_are_told_and_the_third_is_followed() -> None:
    talk = BusTalk([BusBoard(OLD), BusBoard(OLD), BusBoard(NEW, "47110")])
    for peer in talk.peers:
        peer.hear = lambda t_s, request, rng, hear=peer.hear: (  # type: ignore[method-assign,misc]  # they keep step
            hear(t_s, request, rng) if not request.address else (t_s + 0.005, hear(t_s, request, rng)[1])
        )
    talk.open()
    talk.advance(READY_S)
    for number, peer in enumerate(talk.peers[:2]):
        for n in range(60):
            talk.plan(
                READY_S + n + number / 3,
                lambda board=peer.board, n=n, number=number: board.touch(8 + 5 * number, "P" if n % 2 else "."),  # type: ignore[misc]
            )
    play(talk, NEW, plies=20, begin_s=READY_S)
    talk.advance(READY_S + 60.0)
    assert talk.findings(Garbled) == [Garbled(OLD)]
    assert talk.placement(NEW) == stands(talk, NEW)
    times = [t_s for t_s in talk.commands(NEW, *CHANGES) if t_s > READY_S]
    assert max(later - earlier for earlier, later in pairwise(times)) < 2.0


def test_a_line_whose_answers_come_late_is_followed_all_the_same() -> None:
    talk = three(lag_s=0.15)
    over_s = play(talk, OLD, plies=20, begin_s=READY_S + 10.0)
    talk.open()
    talk.advance(over_s + 20.0)
    assert sorted(talk.talk.addresses) == [OLD, NEW, TURNED]
    assert talk.placement(OLD) == stands(talk, OLD)
    asked = [request for t_s, request in talk.sent if t_s > over_s and request.command in CHANGES]
    again = [request for request in asked if request.command == BusCommand.REPEAT_CHANGES]
    assert len(again) < len(asked) / 10


def test_more_boards_than_can_be_followed_are_told() -> None:
    talk = BusTalk([BusBoard(n) for n in range(1, MOST_BOARDS + 4)], seed=1)
    talk.open()
    talk.advance(150.0)
    assert len(talk.talk.addresses) == MOST_BOARDS
    assert len(talk.findings(TooMany)) == 3
