"""Doubtful moves: how long they are kept back, that they go out then, and that the operator is told of it."""

from math import inf

import pytest

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import read_tournament
from dgt_monitor.tournament.outs import Out
from tests.broadcast.reading import one
from tests.broadcast.telling import TellingHall


def in_doubt(out: Out) -> TellingHall:
    """Two sure plies, then two at 10 s and 11 s that are confirmed and not sure, and a sure one."""
    hall = TellingHall(out)
    hall.start()
    hall.moves("e4 e5")
    hall.at(10.0).move("Nf3", sure=False)
    hall.at(11.0).move("Nc6", sure=False)
    hall.at(12.0).move("Bb5")
    return hall


def plies(hall: TellingHall) -> int:
    return len(one(hall.text()).moves)


def news(hall: TellingHall) -> list[str]:
    (output,) = hall.sending.wanted
    return output.doubts.news()


def test_a_doubtful_move_goes_out_when_it_has_stood_for_two_minutes_and_that_is_told() -> None:
    hall = in_doubt(Out("live"))
    assert plies(hall) == 2
    (output,) = hall.sending.wanted
    assert output.due_s == 130.0
    hall.at(129.9)
    assert (plies(hall), news(hall)) == (2, [])
    hall.at(130.0)
    assert plies(hall) == 3
    assert news(hall) == ["board 12: out with doubt from 2.Nf3 on; rule what was played there, if it is known"]
    hall.at(131.0)
    assert plies(hall) == 5
    assert news(hall) == []


def test_it_goes_out_as_soon_as_it_is_sure() -> None:
    hall = in_doubt(Out("live"))
    hall.retract(3, "revised")
    hall.at(20.0).move("Nf3")
    hall.at(21.0).move("Nc6")
    assert (plies(hall), news(hall)) == (4, [])


def test_what_is_settled_after_it_is_out_is_told_as_certain_again() -> None:
    hall = in_doubt(Out("live"))
    hall.at(200.0)
    assert len(news(hall)) == 1
    hall.retract(3, "arbiter")
    hall.move("Nc3")
    assert one(hall.text()).moves[2:] == ("b1c3",)
    assert news(hall) == ["board 12: what is out is certain again"]


def test_each_reading_of_a_ply_waits_anew() -> None:
    hall = in_doubt(Out("live"))
    hall.at(100.0).retract(3, "revised")
    hall.move("Nc3", sure=False)
    hall.at(219.9)
    assert plies(hall) == 2
    hall.at(220.0)
    assert plies(hall) == 3


def test_a_move_that_is_not_confirmed_never_goes_out_by_waiting() -> None:
    hall = TellingHall()
    hall.start()
    hall.moves("e4")
    hall.move("e5", status="provisional", sure=False)
    hall.at(9999.0)
    assert plies(hall) == 1
    hall.again(sure=False)
    assert plies(hall) == 2


def test_what_is_out_stays_when_it_comes_into_doubt_and_its_answers_wait() -> None:
    hall = TellingHall()
    hall.start()
    hall.moves("e4 e5")
    hall.again(sure=False)
    assert plies(hall) == 2
    assert news(hall) == ["board 12: out with doubt from 1...e5 on; rule what was played there, if it is known"]
    hall.at(50.0).move("Nf3")
    assert plies(hall) == 2
    hall.at(122.0)
    assert plies(hall) == 3


@pytest.mark.parametrize(("out", "at_s"), [(Out("live", doubt="30 s"), 41.0), (Out("live", doubt="0"), 12.0)])
def test_it_can_be_another_time(out: Out, at_s: float) -> None:
    hall = in_doubt(out)
    hall.at(at_s)
    assert plies(hall) == 5


def test_it_can_be_never_and_be_changed() -> None:
    hall = in_doubt(Out("live", doubt="never"))
    hall.at(99_999.0)
    assert (plies(hall), news(hall)) == (2, [])
    hall.learn(hall.tournament._replace(out=(Out("live"),)))
    assert plies(hall) == 5


def test_unsure_is_all_at_once_and_tells_nothing() -> None:
    hall = in_doubt(Out("live", unsure=True))
    assert (plies(hall), news(hall)) == (5, [])


def test_a_longer_delay_is_made_no_longer_by_a_doubt() -> None:
    hall = in_doubt(Out("live", delay="15 min"))
    hall.at(909.9)
    assert plies(hall) == 2
    hall.at(912.0)
    assert plies(hall) == 5


def test_a_delay_in_moves_counts_what_is_not_out_for_doubt_when_it_is_good() -> None:
    hall = in_doubt(Out("live", delay="1 moves"))
    hall.at(129.9)
    assert plies(hall) == 0
    hall.at(131.0)
    assert plies(hall) == 3


def test_clocks_go_on_while_a_doubt_is_waited_for() -> None:
    hall = in_doubt(Out("live"))
    hall.at(60.0).clock(3000, 2900)
    assert one(hall.text()).tags["WhiteClock"] == "0:50:00"


@pytest.mark.parametrize(("text", "doubt_s"), [("never", inf), ("90 s", 90.0), ("", 120.0), ("0", 0.0), ("soon", inf)])
def test_how_it_is_written(text: str, doubt_s: float) -> None:
    assert Out("live", doubt=text).doubt_s == doubt_s


@pytest.mark.parametrize("text", ["soon", "3 moves", "2 days"])
def test_what_is_no_time_is_told(text: str) -> None:
    with pytest.raises(FileError, match="doubt"):
        read_tournament(f'[[out]]\nfolder = "live"\ndoubt = "{text}"\n', "e.toml")
