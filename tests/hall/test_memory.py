"""A board's memory in the hall: when it is asked for, what is told of it, and what the clock says of an outage."""

from collections.abc import Iterator

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule, to_dict
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.recalling import (
    FIRST_WAIT_S,
    LONGEST_LOST_WAIT_S,
    LOST_WAIT_S,
    MOST_LOST,
    MOST_RECALLS,
    QUIET_S,
    Recalling,
)
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import (
    MEMORY_ASKED,
    Asked,
    BoardDump,
    Clock,
    FieldUpdate,
    HaltedClock,
    LineDown,
    LineUp,
    LogChange,
    LogRecord,
    LogRestart,
    LogStanding,
    Memory,
    Request,
)
from tests.game.logs import carried, log_of
from tests.hall.hall_driver import START, DrivenHall

SANS = ["e4", "e5", "Nf3", "Nc6"]


def after(sans: list[str]) -> str:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return "".join(letters(board))


def clock(left_s: int, right_s: int, *, left: bool, running: bool = True) -> Clock:
    return Clock(left_s, right_s, running=running, to_move="left" if left else "right")


def cut(hall: DrivenHall, sans: list[str], away_s: float = 20.0, now: Clock | None = None) -> list[Request]:
    """The cable of P1 is out; these moves stand on the board when it is back, and this the clock shows."""
    hall.down("P1", hall.t_s)
    hall.read(hall.t_s + away_s, "P1", LineUp())
    if now is not None:
        hall.read(hall.t_s, "P1", now)
    hall.read(hall.t_s, "P1", BoardDump(after(sans)))
    return requests(hall)


def requests(hall: DrivenHall) -> list[Request]:
    return [asking.request for asking in hall.hall.requests()]


def states(hall: DrivenHall) -> Iterator[str]:
    return (event.state for event in hall.stream if isinstance(event, events.Memory))


@pytest.fixture
def hall() -> DrivenHall:
    driven = DrivenHall()
    driven.up("P1", serial="20001")
    driven.read(1.0, "P1", clock(300, 300, left=True))
    driven.moves("P1", "e4 e5")
    driven.read(driven.t_s + 1.5, "P1", clock(290, 290, left=True))
    return driven


def test_the_memory_is_asked_for_read_and_laid_over(hall: DrivenHall) -> None:
    assert cut(hall, SANS) == [Request.MEMORY]
    assert hall.board("20001").rules == {Rule.HISTORY_UNCERTAIN}
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    view = hall.hall.view().boards[0]
    assert view.link == "recalling"
    log = log_of(SANS)
    records = [LogStanding(START), *log[:6], HaltedClock("left", 281), *log[6:], HaltedClock("right", 274)]
    hall.read(hall.t_s + 8.3, "P1", Memory(tuple(records)))
    hall.read(hall.t_s, "P1", clock(281, 274, left=True))
    assert list(states(hall)) == ["reading", "laid_over"]
    board = hall.board("20001")
    assert [move.san for move in board.moves] == SANS
    assert [move.provenance for move in board.moves] == ["seen", "seen", "memory", "memory"]
    assert board.moves[-1].clock == events.Times(281, 274)
    assert board.rules == set()


def test_what_is_told_of_it_is_in_the_stream() -> None:
    assert to_dict(events.Memory(1.5, "20001", "laid_over", 2)) == {
        "v": 1, "t": 1.5, "board": "20001", "kind": "memory", "state": "laid_over", "game": 2,
    }  # fmt: skip


def test_it_is_not_asked_for_where_the_clock_shows_that_nobody_has_moved(hall: DrivenHall) -> None:
    assert cut(hall, SANS[:2], 20.0, clock(270, 290, left=True)) == []
    assert hall.board("20001").rules == set()


@pytest.mark.parametrize(
    "now",
    [
        clock(270, 290, left=False),  # pressed
        clock(280, 281, left=True),  # both have thought
        clock(289, 290, left=True),  # an increment was added
        Clock(None, None, running=False, to_move=None, connected=False),
        None,
    ],
)
def test_it_is_asked_for_where_somebody_may_have_moved_to_and_fro(hall: DrivenHall, now: Clock | None) -> None:
    assert cut(hall, SANS[:2], 20.0, now) == [Request.MEMORY]
    assert Rule.HISTORY_UNCERTAIN in hall.board("20001").rules


def test_what_was_moved_while_the_clock_stood_belongs_to_no_game(hall: DrivenHall) -> None:
    hall.read(hall.t_s + 1.0, "P1", clock(288, 290, left=True, running=False))
    assert cut(hall, ["d4", "d5"], 20.0, clock(288, 290, left=True, running=False)) == []
    assert Rule.HISTORY_UNCERTAIN not in hall.board("20001").rules


def test_a_memory_that_does_not_fit_is_told_and_not_asked_for_again(hall: DrivenHall) -> None:
    cut(hall, SANS)
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    hall.read(hall.t_s + 8.3, "P1", Memory((LogStanding(START), *log_of(["d4", "d5", "c4", "c6", "Nc3", "e6"]))))
    hall.read(hall.t_s + 0.1, "P1", BoardDump(after(SANS)))
    hall.until(hall.t_s + 600.0)
    assert list(states(hall)) == ["reading", "does_not_fit"]
    assert requests(hall) == []
    assert Rule.HISTORY_UNCERTAIN in hall.board("20001").rules


def test_a_memory_that_did_not_come_is_asked_for_again_in_a_quiet_moment(hall: DrivenHall) -> None:
    cut(hall, SANS)
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    hall.read(hall.t_s + 3.0, "P1", BoardDump(after(SANS)))
    assert list(states(hall)) == ["reading", "not_read"]
    assert requests(hall) == []
    hall.until(hall.t_s + FIRST_WAIT_S)
    assert requests(hall) == [Request.MEMORY]


def test_a_board_without_power_is_not_sure_for_good(hall: DrivenHall) -> None:
    cut(hall, SANS)
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    records = (LogStanding(START), *log_of(SANS[:2]), LogRestart(after(SANS)))
    hall.read(hall.t_s + 8.3, "P1", Memory(records))
    hall.read(hall.t_s, "P1", clock(270, 280, left=True))
    hall.read(hall.t_s, "P1", BoardDump(after(SANS)))
    hall.until(hall.t_s + 60.0)
    board = hall.board("20001")
    assert [move.san for move in board.moves] == SANS
    assert not board.moves[-1].sure
    hall.finish(hall.t_s)
    assert not board.summaries[0].sure


def test_a_memory_nobody_asked_for_is_passed_over(hall: DrivenHall) -> None:
    before = len(hall.stream)
    hall.read(hall.t_s + 1.0, "P1", Memory((LogStanding(START), *log_of(["d4"]))))
    assert hall.stream[before:] == []


def test_on_a_bus_it_is_told_only_where_something_is_not_known() -> None:
    hall = DrivenHall()
    hall.read(0.0, "B1", LineUp(), 7)
    hall.read(0.0, "B1", BoardDump(START), 7)
    hall.read(1.0, "B1", BoardDump(after(SANS[:1])), 7)
    hall.read(2.0, "B1", Asked(MEMORY_ASKED), 7)
    hall.read(2.2, "B1", Memory((LogStanding(START), *log_of(SANS[:1]))), 7)
    assert list(states(hall)) == []
    hall.read(3.0, "B1", LineDown("pulled"))
    hall.read(33.0, "B1", LineUp())
    hall.read(34.0, "B1", BoardDump(after(SANS)), 7)
    assert requests(hall) == [Request.MEMORY]
    hall.read(34.5, "B1", Asked(MEMORY_ASKED), 7)
    hall.read(35.0, "B1", Memory((LogStanding(START), *log_of(SANS))), 7)
    assert [move.san for move in hall.board("00007").moves] == SANS
    assert all(move.sure for move in hall.board("00007").moves)


def test_a_doubt_after_a_ply_that_the_same_dump_withdraws_names_its_move(hall: DrivenHall) -> None:
    cut(hall, ["e4"])
    doubts = (e for e in hall.stream if isinstance(e, events.Alert) and e.rule is Rule.HISTORY_UNCERTAIN)
    (doubt,) = doubts
    assert doubt.text.startswith("Bd 20001. The moves after Black's move 1 are not certain: the line was away")


class TestRecalling:
    def test_the_first_time_at_once_then_ever_more_seldom_and_only_in_quiet(self) -> None:
        recalling = Recalling()
        recalling.want(10.0)
        assert recalling.tick(10.0, quiet=False, over=False)
        recalling.want(10.5)
        assert not recalling.tick(10.5, quiet=True, over=False)
        due_s = recalling.due_s
        assert due_s == 10.0 + FIRST_WAIT_S
        assert not recalling.tick(due_s, quiet=False, over=False)
        assert recalling.tick(due_s + QUIET_S, quiet=True, over=False)
        assert recalling.due_s > due_s + QUIET_S + FIRST_WAIT_S

    def test_at_once_when_the_game_stands_still(self) -> None:
        recalling = Recalling()
        recalling.want(0.0)
        recalling.tick(0.0, quiet=True, over=False)
        recalling.hurry(5.0)
        assert recalling.tick(5.0, quiet=False, over=True)

    def test_not_for_ever(self) -> None:
        recalling, asked, t_s = Recalling(), 0, 0.0
        recalling.want(t_s)
        while recalling.due_s < float("inf"):
            t_s = recalling.due_s
            asked += recalling.tick(t_s, quiet=True, over=False)
        assert asked == MOST_RECALLS

    def test_a_board_that_is_lost_from_sight_is_asked_soon_without_a_quiet_moment(self) -> None:
        recalling = Recalling()
        recalling.want(0.0, lost=True)
        assert recalling.tick(0.0, quiet=False, over=False, lost=True)
        waits_s, t_s = [], 8.3
        for _ in range(3):
            recalling.want(t_s, lost=True)
            began_s = t_s
            while not recalling.tick(t_s, quiet=False, over=False, lost=True):
                t_s = recalling.due_s
            waits_s.append(t_s - began_s)
            t_s += 8.3
        assert waits_s == pytest.approx([LOST_WAIT_S, 2 * LOST_WAIT_S, 4 * LOST_WAIT_S])

    def test_one_that_stays_lost_is_not_read_for_ever(self) -> None:
        recalling, t_s, asked = Recalling(), 0.0, 0
        for _ in range(1000):
            recalling.want(t_s, lost=True)
            asked += recalling.tick(t_s, quiet=False, over=False, lost=True)
            t_s += 1.0
        assert asked == 1 + MOST_LOST
        assert LONGEST_LOST_WAIT_S * MOST_LOST < 1000.0

    def test_one_that_is_followed_again_waits_for_a_quiet_moment(self) -> None:
        recalling = Recalling()
        recalling.want(0.0, lost=True)
        assert recalling.tick(0.0, quiet=False, over=False, lost=True)
        recalling.want(8.3, lost=True)
        assert not recalling.tick(8.3 + LOST_WAIT_S, quiet=False, over=False, lost=False)
        assert recalling.due_s == FIRST_WAIT_S


class TestAfterADoubt:
    """What was missed is not known; the game goes on."""

    def test_an_illegal_move_later_is_told_as_such_and_the_game_is_not_joined_anew(self, hall: DrivenHall) -> None:
        cut(hall, SANS)
        hall.games["P1"] = chess.Board()
        for san in SANS:
            hall.games["P1"].push_san(san)
        hall.moves("P1", "Bb5 a6")
        hall.read(hall.t_s + 1.0, "P1", FieldUpdate(chess.D1, "."))
        hall.read(hall.t_s + 0.5, "P1", FieldUpdate(chess.D6, "Q"))
        hall.until(hall.t_s + 300.0)
        board = hall.board("20001")
        assert Rule.ILLEGAL_MOVE in board.rules
        assert board.summaries == []
        assert [move.san for move in board.moves] == [*SANS, "Bb5", "a6"]

    def test_one_that_is_lost_from_sight_is_read_again_while_its_players_move_on(self, hall: DrivenHall) -> None:
        cut(hall, SANS)
        hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
        hall.read(hall.t_s + 8.3, "P1", Memory((LogStanding(START), *log_of(SANS))))
        far = [*SANS, "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O", "h3", "Nb8"]
        hall.read(hall.t_s + 0.2, "P1", BoardDump(after(far)))
        assert [move.san for move in hall.board("20001").moves] == SANS
        back_s = hall.t_s
        for n in range(4):  # rooks that nobody can place go to and fro
            squares = (chess.F8, chess.E8) if n % 2 == 0 else (chess.E8, chess.F8)
            hall.read(hall.t_s + 1.0, "P1", FieldUpdate(squares[0], "."))
            hall.read(hall.t_s + 0.5, "P1", FieldUpdate(squares[1], "r"))
        assert requests(hall) == [Request.MEMORY]
        assert hall.t_s - back_s < 10.0

    def test_a_piece_in_a_hand_when_the_board_is_seen_again_lands_and_tells_what_was_played(
        self, hall: DrivenHall
    ) -> None:
        lifted = list(after([*SANS, "Bb5", "a6"]))
        lifted[chess.B5] = "."
        hall.down("P1", hall.t_s)
        hall.read(hall.t_s + 9.0, "P1", LineUp())
        hall.read(hall.t_s, "P1", BoardDump("".join(lifted)))
        hall.read(hall.t_s + 0.7, "P1", FieldUpdate(chess.A4, "B"))
        moves = hall.board("20001").moves
        assert len(moves) == 7
        assert {move.san for move in moves[2:] if not move.sure} == {"Nf3", "Nc6", "Bb5", "a6", "Ba4"}

    def test_a_position_that_nothing_explains_is_watched_on_from(self, hall: DrivenHall) -> None:
        far = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "Bg4"]
        assert cut(hall, far, 60.0, clock(200, 210, left=True)) == [Request.MEMORY]
        hall.until(hall.t_s + 60.0)
        board = hall.board("20001")
        assert len(board.summaries) == 1
        assert not board.summaries[0].sure
        assert hall.hall.view().boards[0].differing == ()

    def test_a_hole_stays_one_though_the_ply_before_it_was_taken_back(self, hall: DrivenHall) -> None:
        far = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "Bg4"]
        there, then = after(far), after([*far, "Be3", "Qd6", "Bc1"])
        lifted = LogChange(chess.G1, ".")
        log: list[LogRecord] = [LogStanding(START), *log_of(SANS[:2]), lifted, LogRestart(there)]
        log += [*log_of(["Be3"], after=far), LogRestart(then)]
        assert cut(hall, far, 60.0, clock(200, 210, left=False)) == [Request.MEMORY]
        since: list[str] = [*far, "Be3", "Qd6", "Bc1"]
        for sans in (["g6", "h3"], ["Bd7", "c4", "h5", "b3"]):
            hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
            hall.read(hall.t_s + 8.3, "P1", Memory(tuple(log)))
            log += log_of(sans, after=since)
            since += sans
            hall.read(hall.t_s, "P1", BoardDump(after(since)))
        hall.until(hall.t_s + 300.0)
        assert hall.hall.view().boards[0].differing == ()
        assert not any(move.sure for move in hall.board("20001").moves)

    def test_an_illegal_move_is_no_call_to_act_while_the_memory_may_tell_other_moves(self, hall: DrivenHall) -> None:
        cut(hall, SANS, 20.0, clock(290, 290, left=True))
        for square, piece in ((chess.D1, "."), (chess.D6, "Q")):
            hall.read(hall.t_s + 0.5, "P1", FieldUpdate(square, piece))
        hall.read(hall.t_s + 1.0, "P1", clock(280, 290, left=False))
        hall.until(hall.t_s + 3.0)
        (alert,) = (each for each in hall.board("20001").alerts.values() if each.rule is Rule.ILLEGAL_MOVE)
        assert (alert.level, alert.sure) == ("check", False)
        assert "Not certain: moves before it are in doubt." in alert.text


def test_a_fivefold_that_nobody_saw_is_told_when_the_memory_tells_of_it(hall: DrivenHall) -> None:
    sans = ["e4", "e5", *["Nf3", "Nf6", "Ng1", "Ng8"] * 4, "d4"]
    hall.moves("P1", " ".join(sans[2:17]))
    assert Rule.FIVEFOLD not in hall.board("20001").rules
    cut(hall, sans)
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    assert not any(alert.level == "act" for alert in hall.reader.ever)
    hall.read(hall.t_s + 8.3, "P1", Memory((LogStanding(START), *log_of(sans))))
    (alert,) = (alert for alert in hall.board("20001").alerts.values() if alert.rule is Rule.FIVEFOLD)
    assert (alert.ply, alert.level, alert.sure) == (18, "act", True)
    assert alert.since is not None
    assert (alert.since.ply, hall.board("20001").moves[-1].san) == (18, "d4")
    assert "; 1 ply played since. Stop the clocks" in alert.text


def test_a_game_that_the_memory_tells_of_is_told_by_the_name_that_its_board_has_from_then_on() -> None:
    hall = DrivenHall(Known(tournament=TournamentFile(labels={"20001": "7"})))
    hall.up("P1", serial="20001")
    hall.moves("P1", " ".join(SANS))
    relabelled = hall.hall.learn(hall.t_s, Known(tournament=TournamentFile(labels={"20001": "12"})))
    assert [event.kind for event in relabelled] == ["notice"]
    assert cut(hall, ["d4", "d5"]) == [Request.MEMORY]
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    set_up = carried("e4e2P f3g1N e5e7p c6b8n")
    records = (LogStanding(START), *log_of(SANS), *set_up, *log_of(["d4", "d5"]), HaltedClock("left", 281))
    hall.read(hall.t_s + 8.0, "P1", Memory(records))
    assert hall.board("12").sans == ["d4", "d5"]
    assert [event.board for event in hall.stream if isinstance(event, events.Memory)] == ["7", "12"]
