"""The conversation on a bus line: boards found, followed, mended, and missed: followed, requests."""

from itertools import pairwise

import chess
import pytest

from dgt_monitor.game.placement import letters
from drivers.dgt.ask_bus.findings import (
    ChangesLost,
    Corrected,
    Marked,
    MemoryEnded,
    NotForThis,
    Silent,
)
from drivers.dgt.bus_interpret import LOST_CHANGES
from drivers.dgt.commands import BusCommand
from drivers.readings import BoardDump, Clock, Request
from tests.drivers.dgt.asking_bus import CHANGES, NEW, OLD, READY_S, TURNED, ready, stands, three
from tests.drivers.dgt.bus_talk import play, set_up


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
