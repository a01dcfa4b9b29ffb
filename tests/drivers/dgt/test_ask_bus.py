"""The conversation on a bus line: boards found, followed, mended, and missed."""

import math
from collections import deque
from itertools import pairwise

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dgt_monitor.game.placement import letters
from drivers.dgt.ask_bus.conversation import BusConversation
from drivers.dgt.ask_bus.findings import (
    Back,
    ChangesLost,
    Corrected,
    Discovered,
    Found,
    Garbled,
    Marked,
    MemoryEnded,
    Nobody,
    NotForThis,
    Restarted,
    Silent,
    TooMany,
)
from drivers.dgt.ask_bus.roster import MOST_BOARDS
from drivers.dgt.bus_codec import decode_request, encode_reply
from drivers.dgt.bus_interpret import LOST_CHANGES
from drivers.dgt.bus_messages import BusReply, BusRequest, Changes, Ping
from drivers.dgt.commands import BusCommand
from drivers.dgt.memory import Tag
from drivers.readings import RESTARTED, BoardDump, Clock, HaltedClock, Identity, LogChange, LogStanding, Request
from drivers.serial_line import gate
from tests.drivers.dgt.bus_talk import BusTalk, Peer, play, set_up
from tests.tools.bus_fixture import BusBoard

CHANGES = (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES)
OLD, NEW, TURNED = 1025, 4711, 12000
READY_S = 12.0
"""By then three boards are found and their games are marked."""


def three(*, damage: float = 0.0, seed: int = 0, lag_s: float = 0.0) -> BusTalk:
    boards = (BusBoard(OLD), BusBoard(NEW, "47110"), BusBoard(TURNED, turned=True, end_mark=True))
    return BusTalk(boards, damage=damage, seed=seed, lag_s=lag_s)


def ready() -> BusTalk:
    talk = three()
    talk.open()
    talk.advance(READY_S)
    return talk


def stands(talk: BusTalk, address: int) -> str:
    """What stands on a board in its own numbering."""
    board = talk.peer(address).board
    return "".join(reversed(board.squares) if board.turned else board.squares)


# --- found ------------------------------------------------------------------------------------------------------


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


# --- followed ---------------------------------------------------------------------------------------------------


def test_a_start_is_marked_once_its_changes_are_drained_and_the_clock_is_read_then() -> None:
    talk = ready()
    for address in (OLD, NEW, TURNED):
        (marked_s,) = talk.commands(address, BusCommand.SET_START_GAME)
        assert talk.commands(address, *CHANGES)[0] < marked_s
        assert any(clock_s > marked_s for clock_s in talk.commands(address, BusCommand.SEND_CLK))
        assert talk.readings(address, Clock)
        assert talk.placement(address) == stands(talk, address)
    assert len(talk.findings(Marked)) == 3


def test_a_game_that_comes_back_to_the_array_is_not_marked_again_and_the_next_one_is() -> None:
    talk = ready()
    over_s = play(talk, OLD, plies=0, begin_s=READY_S, moves=["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"])
    talk.advance(over_s + 5.0)
    assert stands(talk, OLD) == "".join(letters(chess.Board()))
    assert len(talk.commands(OLD, BusCommand.SET_START_GAME)) == 1
    over_s = play(talk, OLD, plies=0, begin_s=talk.t_s, moves=["e4", "e5"])
    set_up(talk, OLD, over_s + 1.0)
    talk.advance(over_s + 20.0)
    assert len(talk.commands(OLD, BusCommand.SET_START_GAME)) == 2


def test_dumps_follow_a_move_at_rest_and_otherwise_come_now_and_then() -> None:
    talk = ready()
    over_s = play(talk, OLD, plies=0, begin_s=READY_S, moves=["e4"])
    talk.advance(over_s + 50.0)
    later = [t_s for t_s in talk.commands(OLD, BusCommand.SEND_BRD) if t_s > READY_S]
    assert len(later) == 1
    assert over_s + 0.4 < later[0] < over_s + 6.0
    talk.advance(over_s + 100.0)
    assert len([t_s for t_s in talk.commands(OLD, BusCommand.SEND_BRD) if t_s > READY_S]) == 2


def test_a_clock_that_runs_is_read_every_few_seconds() -> None:
    talk = ready()
    play(talk, OLD, plies=4, begin_s=READY_S, every_s=(20.0, 21.0))
    talk.advance(READY_S + 60.0)
    times = [t_s for t_s in talk.commands(OLD, BusCommand.SEND_CLK) if t_s > READY_S + 25.0]
    assert max(later - earlier for earlier, later in pairwise(times)) < 7.0
    assert len([t_s for t_s in talk.commands(NEW, BusCommand.SEND_CLK) if t_s > READY_S]) <= 3


@pytest.mark.parametrize("damage", [0.0, 0.001, 0.01])
def test_bus_lines_lose_nothing(damage: float) -> None:
    for seed in range(2):
        talk = three(damage=damage, seed=seed)
        over_s = max(play(talk, address, plies=40, begin_s=READY_S + 5.0, seed=seed) for address in (OLD, NEW, TURNED))
        talk.open()
        talk.advance(over_s + 15.0)
        for address in (OLD, NEW, TURNED):
            assert talk.placement(address) == stands(talk, address) == talk.talk.squares(address)
        assert talk.findings(ChangesLost) == []
        assert talk.findings(Corrected) == []
        assert LOST_CHANGES not in {complaint.kind for _, complaint in talk.complaints()}
        if damage:
            assert any(request.command == BusCommand.REPEAT_CHANGES for _, request in talk.sent)


# --- mended -----------------------------------------------------------------------------------------------------


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


# --- silent, reset, garbled -------------------------------------------------------------------------------------


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


# --- requests ---------------------------------------------------------------------------------------------------


def test_what_somebody_wants_is_asked() -> None:
    talk = ready()
    before = {command: len(talk.commands(OLD, command)) for command in BusCommand}
    for request in Request:
        talk._obey(talk.talk.requested(talk.t_s, OLD, request))
        talk.advance(talk.t_s + 3.0)
    for command in (BusCommand.SEND_BRD, BusCommand.SEND_FROM_START, BusCommand.SET_START_GAME):
        assert len(talk.commands(OLD, command)) > before[command]
    assert MemoryEnded(OLD, got=True) in talk.findings(MemoryEnded)
    assert talk.readings(OLD, BoardDump)
    talk._obey(talk.talk.requested(talk.t_s, 99, Request.DUMP))
    talk._obey(talk.talk.requested(talk.t_s, None, Request.MEMORY))
    assert talk.findings(NotForThis) == [NotForThis(99, Request.DUMP), NotForThis(None, Request.MEMORY)]


def test_a_log_that_cannot_be_had_is_told_to_whoever_wants_it() -> None:
    talk = ready()
    talk.peer(OLD).deaf.add(BusCommand.SEND_FROM_START)
    talk._obey(talk.talk.requested(talk.t_s, OLD, Request.MEMORY))
    talk.advance(READY_S + 20.0)
    assert talk.findings(MemoryEnded) == [MemoryEnded(OLD, got=False)]
    assert talk.findings(Silent) == [], "it answers all else"
    assert len(talk.commands(OLD, BusCommand.SEND_FROM_START)) <= 9


# --- whatever comes ---------------------------------------------------------------------------------------------

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
