"""What a bus line carries: how often every board is asked, in simulated time on a line of 9600 baud."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivers.dgt.ask_bus.findings import ChangesLost, Discovered, Silent
from drivers.dgt.commands import BusCommand
from tests.drivers.dgt.bus_talk import BusTalk, play
from tests.tools.bus_fixture import BusBoard

REPEATS_S = 0.3
"""Where one byte in 1,000 is damaged, answers that have to be repeated come on top, about 0.1 s each."""
CHANGES = (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES)


def line_of(number: int, *, damage: float = 0.0, seed: int = 0) -> BusTalk:
    """Boards of both kinds, every second one with a serial number and alternating packets."""
    boards = [BusBoard(1025 + 7 * n, f"{20000 + n}" if n % 2 else None) for n in range(number)]
    return BusTalk(boards, damage=damage, seed=seed)


def gaps_s(talk: BusTalk, from_s: float) -> list[float]:
    """Longest time between two questions for the changes of each board, from the first one after `from_s`."""
    found = []
    for peer in talk.peers:
        times = [t_s for t_s in talk.commands(peer.board.address, *CHANGES) if t_s >= from_s]
        found.append(max(later - earlier for earlier, later in pairwise([*times, talk.t_s])))
    return found


@settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
@given(
    boards=st.integers(1, 20),
    playing=st.integers(0, 20),
    pace_s=st.sampled_from((0.5, 2.0, 8.0)),
    damage=st.sampled_from((0.0, 0.001)),
    seed=st.integers(0, 2**16),
)
def test_every_board_is_asked_every_two_seconds(
    boards: int, playing: int, pace_s: float, damage: float, seed: int
) -> None:
    talk = line_of(boards, damage=damage, seed=seed)
    for peer in talk.peers[:playing]:
        play(talk, peer.board.address, plies=40, begin_s=15.0, every_s=(pace_s, 2 * pace_s), seed=seed)
    talk.open()
    talk.advance(90.0)
    assert max(gaps_s(talk, 0.0)) <= 2.0 + (REPEATS_S if damage else 0.0)
    assert talk.findings(Silent) == []
    assert talk.findings(ChangesLost) == []


def test_a_round_of_twenty_goes_on_while_one_log_after_the_other_is_read() -> None:
    talk = line_of(20)
    for peer in talk.peers:
        play(talk, peer.board.address, plies=60, begin_s=15.0, every_s=(1.0, 2.0))
    talk.open()
    talk.cut(120.0, 5.0)
    talk.advance(180.0)
    assert max(gaps_s(talk, 126.0)) <= 2.0
    assert all(talk.memories(peer.board.address) for peer in talk.peers)


def test_boards_on_which_something_happens_are_asked_more_often() -> None:
    talk = line_of(20)
    lively = talk.peers[0].board.address
    play(talk, lively, plies=100, begin_s=20.0, every_s=(1.0, 2.0))
    talk.open()
    talk.advance(60.0)
    asked = [sum(t_s > 30.0 for t_s in talk.commands(peer.board.address, *CHANGES)) for peer in talk.peers]
    assert asked[0] > 1.8 * max(asked[1:])


@pytest.mark.parametrize(("boards", "most_s"), [(1, 0.8), (20, 1.2), (50, 1.9)])
def test_what_a_line_carries_at_rest(boards: int, most_s: float) -> None:
    """Between two looks for new boards; those cost 1.2 s each."""
    talk = line_of(boards)
    talk.open()
    talk.advance(60.0)
    (discovered_s,) = [t_s for t_s, finding in talk.found if isinstance(finding, Discovered)]
    assert len(talk.talk.addresses) == boards
    pings = [t_s for t_s in talk.commands(0, BusCommand.PING) if t_s > discovered_s]
    quiet = [
        later - earlier
        for peer in talk.peers
        for earlier, later in pairwise(talk.commands(peer.board.address, *CHANGES))
        if earlier > 40.0 and not any(earlier < ping_s < later for ping_s in pings)
    ]
    assert max(quiet) <= most_s
