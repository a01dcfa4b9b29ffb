"""What is told of a view is made once for all screens that are as far, and each has all of it."""

import pytest

from dgt_monitor.viewing.batches import PIECE_BYTES, Batches
from dgt_monitor.viewing.changes import HallNow, Replica
from dgt_monitor.viewing.frames import FROM_RECORDER_BYTES, Frames
from dgt_monitor.viewing.words import FROM_RECORDER, heard
from tests.dashboard.fake_hall import make_hall


def seen(replica: Replica, pieces: list[bytes]) -> None:
    for message in Frames(FROM_RECORDER_BYTES).feed(b"".join(pieces)):
        value = heard(FROM_RECORDER, message)
        if isinstance(value, HallNow):
            replica.take_hall(value)
        else:
            replica.take_board(value)


def test_who_are_as_far_are_told_the_same_bytes_and_see_the_same() -> None:
    first, second = make_hall(40), make_hall(30)
    batches, replicas = Batches(), [Replica(), Replica()]
    batches.begin(first)
    for replica in replicas:
        seen(replica, list(batches.leading(None, first)))
    batches.begin(second)
    one, other = batches.leading(first, second), batches.leading(first, second)
    pieces = [(next(one), next(other))]
    pieces += zip(one, other, strict=True)
    assert all(mine is yours for mine, yours in pieces)
    seen(replicas[0], [mine for mine, _ in pieces])
    seen(replicas[1], [yours for _, yours in pieces])
    assert replicas[0].view == replicas[1].view == second


def test_one_who_reads_slowly_still_has_all_of_it_when_there_is_a_newer_view() -> None:
    first, second = make_hall(200), make_hall(120)
    batches, replica = Batches(), Replica()
    batches.begin(first)
    slow = batches.leading(None, first)
    pieces = [next(slow)]
    assert len(pieces[0]) >= PIECE_BYTES, "there is more than one piece"
    batches.begin(second)
    seen(replica, [*pieces, *slow])
    assert replica.view == first
    seen(replica, list(batches.leading(first, second)))
    assert replica.view == second


def test_where_one_cannot_be_made_nobody_takes_a_part_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = make_hall(4), make_hall(3)
    batches = Batches()
    batches.begin(second)

    def broken(*_: object) -> bytes:
        raise RuntimeError("broken")

    monkeypatch.setattr("dgt_monitor.viewing.batches.told", broken)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="broken"):
            list(batches.leading(first, second))
