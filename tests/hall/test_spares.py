"""A spare board takes the place of a dead one: under the label everything goes on, and what was played counts once."""

from typing import TypeVar

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.told_games import games_of
from dgt_monitor.tournament.event import Players, TournamentFile
from drivers.readings import BoardDump, FieldUpdate, Identity, LineDown, LineUp
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.hall_driver import START

Of = TypeVar("Of", events.GameStart, events.Gone, events.Retract)
PLAYERS = {"5": Players("Petrov, A", "Silva, B"), "6": Players("Okafor, C", "Lind, D")}
EVENT = TournamentFile(players=PLAYERS, labels={"10005": "5", "10006": "6"})
EMPTY = "." * 64


def hall_with_spare(event: TournamentFile = EVENT, *, spare: str = "10009") -> CorrectedHall:
    """Boards 5 (on port 5, where the driver finds it by its name) and a spare."""
    hall = CorrectedHall("P0", known=Known(tournament=event))
    hall.read(0.2, "5", LineUp())
    hall.read(0.2, "5", Identity(serial="10005"))
    hall.read(0.3, "5", BoardDump("RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"))
    hall.games["5"] = chess.Board()
    hall.read(0.4, "S", LineUp())
    hall.read(0.4, "S", Identity(serial=spare))
    hall.read(0.5, "S", BoardDump(EMPTY))
    return hall


def dies(hall: CorrectedHall, port: str = "5") -> None:
    hall.read(hall.t_s + 5, port, LineDown("unplugged"))


def replaced(sans: str = "e4 e5 Nf3", since: str = "") -> CorrectedHall:
    """Board 5 dies, its position is set up on the spare, `since` is played there, and one ruling says what that is."""
    hall = hall_with_spare()
    hall.moves("5", sans)
    hall.until(hall.t_s + 3)
    dies(hall)
    hall.set_up("S", hall.games["5"], EMPTY)
    hall.games["S"] = hall.games["5"].copy()
    hall.until(hall.t_s + 5)
    hall.moves("S", since)
    hall.until(hall.t_s + 3)
    hall.rule("spare", board="5", to_board="10009")
    return hall


def shown(hall: CorrectedHall) -> list[object]:
    """What a screen shows, but for numbers of games and alerts, and alerts that are over."""
    return [
        (
            view._replace(game=0, outcome=None, alerts=()),
            sorted((a.rule, a.squares) for a in view.alerts if not a.ended),
        )
        for view in hall.hall.view().boards
    ]


def of(hall: CorrectedHall, kind: type[Of], board: str) -> list[Of]:
    return [event for event in hall.stream if isinstance(event, kind) and event.board == board]


def fails(*_: object) -> bool:
    raise RecursionError("too deep")


class TestTakesItsPlace:
    def test_the_game_goes_on_under_the_label(self) -> None:
        hall = replaced()
        view = hall.view("5")
        assert (view.serial, view.port, view.link, view.players) == ("10009", "S", "up", PLAYERS["5"])
        assert view.game == 1
        hall.moves("S", "Nc6 Bb5")
        assert hall.sans("5") == "e4 e5 Nf3 Nc6 Bb5"
        assert len(of(hall, events.GameStart, "5")) == 1
        assert not of(hall, events.Gone, "5")
        assert not of(hall, events.Retract, "5")
        assert all(move.sure for move in view.moves)
        hall.finish(hall.t_s + 5)

    def test_the_dead_board_is_out_of_use_and_alarms_nobody(self) -> None:
        hall = replaced()
        dead = hall.view("10005")
        assert (dead.link, dead.phase, dead.moves, dead.port, dead.game) == ("unused", "waiting", (), "5", 0)
        assert not [alert for alert in hall.hall.view().alerts if not alert.ended]
        hall.read(hall.t_s + 5, "5", LineUp())
        hall.read(hall.t_s + 5, "5", LineDown("unplugged again"))
        hall.until(hall.t_s + 60)
        assert Rule.BOARD_LOST not in hall.board("10005").rules
        assert hall.view("10005").link == "unused"

    def test_what_was_played_before_somebody_ruled_counts_once(self) -> None:
        hall = replaced(f"e4 e5 {KNIGHTS} {KNIGHTS} {KNIGHTS}", since=KNIGHTS)
        assert hall.sans("5") == " ".join(["e4 e5", *[KNIGHTS] * 4])
        view = hall.view("5")
        assert (view.count, view.count_max) == (5, 5)
        (fivefold,) = (alert for alert in view.alerts if alert.rule is Rule.FIVEFOLD)
        assert (fivefold.sure, fivefold.plies) == (True, (2, 6, 10, 14, 18))
        assert not any(view.board == "10009" for view in hall.hall.view().boards)

    def test_its_position_set_up_again_is_no_occurrence(self) -> None:
        hall = replaced(f"e4 e5 {KNIGHTS} {KNIGHTS} {KNIGHTS}")
        assert hall.view("5").count == 4
        assert Rule.FIVEFOLD not in hall.board("5").rules

    def test_open_alerts_and_those_that_were_seen_stay(self) -> None:
        hall = hall_with_spare()
        hall.moves("5", f"e4 e5 {KNIGHTS} {KNIGHTS}")
        hall.until(hall.t_s + 3)
        (threefold,) = (a for a in hall.view("5").alerts if a.rule is Rule.THREEFOLD)
        hall.rule("acknowledge", board="", alert_id=threefold.id)
        hall.moves("5", f"{KNIGHTS} {KNIGHTS}")
        hall.until(hall.t_s + 3)
        before = {(a.id, a.rule, a.acknowledged_t_s) for a in hall.view("5").alerts if a.rule is not Rule.BOARD_LOST}
        assert any(rule is Rule.FIVEFOLD for _, rule, _ in before)
        dies(hall)
        hall.set_up("S", hall.games["5"], EMPTY)
        told = hall.rule("spare", board="5", to_board="10009")
        assert before == {
            (a.id, a.rule, a.acknowledged_t_s) for a in hall.view("5").alerts if a.rule is not Rule.BOARD_LOST
        }
        assert not [event for event in told if isinstance(event, events.Alert)]

    def test_set_up_only_after_the_ruling(self) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4 e5")
        dies(hall)
        hall.rule("spare", board="5", to_board="10009")
        assert Rule.POSITION_UNEXPLAINED in hall.board("5").rules
        hall.set_up("S", hall.games["5"], EMPTY)
        hall.until(hall.t_s + 1)
        assert Rule.POSITION_UNEXPLAINED not in hall.board("5").rules
        hall.games["S"] = hall.games["5"]
        hall.moves("S", "Nf3")
        assert hall.sans("5") == "e4 e5 Nf3"

    def test_a_spare_that_lies_the_other_way(self) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4 e5 Nf3")
        dies(hall)
        stands = "".join(letters(hall.games["5"]))[::-1]
        hall.read(hall.t_s + 20, "S", BoardDump(stands))
        hall.until(hall.t_s + 20)
        hall.read(hall.t_s + 1, "S", FieldUpdate(63 - chess.B8, "."))
        hall.read(hall.t_s + 0.1, "S", FieldUpdate(63 - chess.C6, "n"))
        hall.until(hall.t_s + 3)
        hall.rule("spare", board="5", to_board="10009")
        assert hall.sans("5") == "e4 e5 Nf3 Nc6"
        assert hall.view("5").rotated

    def test_the_next_game_has_the_next_number(self) -> None:
        hall = replaced()
        hall.rule("result", board="5", result="1-0")
        before = "".join(letters(hall.games["S"]))
        hall.set_up("S", chess.Board(), before)
        hall.games["S"] = chess.Board()
        hall.moves("S", "d4 d5")
        hall.until(hall.t_s + 3)
        assert (hall.view("5").game, hall.sans("5")) == (2, "d4 d5")
        assert [(game.board, game.start.game, len(game.moves)) for game in games_of(hall.stream) if game.moves] == [
            ("5", 1, 3), ("5", 2, 2)
        ]  # fmt: skip
        assert hall.view("5").before is not None

    def test_a_spare_with_a_label_and_an_array(self) -> None:
        """A game has begun there, for all the hall knew: it is gone."""
        hall = hall_with_spare(spare="10006")
        hall.read(1, "S", BoardDump(START))
        hall.until(5)
        assert hall.view("6").game == 1
        hall.moves("5", "e4 e5")
        dies(hall)
        hall.set_up("S", hall.games["5"])
        hall.until(hall.t_s + 10)
        hall.rule("spare", board="5", to_board="6")
        assert hall.sans("5") == "e4 e5"
        assert of(hall, events.Gone, "6")
        assert [(game.board, len(game.moves)) for game in games_of(hall.stream) if game.moves] == [("5", 2)]
        assert hall.view("5").serial == "10006"

    def test_a_board_at_which_the_monitor_itself_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4 e5")
        hall.until(hall.t_s + 3)
        with monkeypatch.context() as patch:
            patch.setattr(HallBoard, "_square", fails)
            hall.read(hall.t_s + 1, "5", FieldUpdate(0, "."))
        assert hall.view("5").link == "lost"
        hall.set_up("S", hall.games["5"], EMPTY)
        hall.rule("spare", board="5", to_board="10009")
        hall.games["S"] = hall.games["5"]
        hall.moves("S", "Nf3")
        assert (hall.view("5").link, hall.sans("5")) == ("up", "e4 e5 Nf3")


class TestUndone:
    @pytest.mark.parametrize("since", ["", "Nc6 Bb5"])
    def test_it_is_as_before(self, since: str) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4 e5 Nf3")
        dies(hall)
        hall.set_up("S", hall.games["5"], EMPTY)
        hall.games["S"] = hall.games["5"].copy()
        hall.moves("S", since)
        hall.until(hall.t_s + 4)
        before = shown(hall)
        hall.rule("spare", board="5", to_board="10009", after_s=0)
        ruled = shown(hall)
        number = hall.last
        hall.undo(number)
        assert shown(hall) == before
        hall.undo()
        assert shown(hall) == ruled
        hall.moves("S", "Nc6" if not since else "a6")
        assert hall.sans("5").split()[3:] == ["Nc6"] if not since else ["Nc6", "Bb5", "a6"]

    def test_the_next_game_has_begun_since(self) -> None:
        hall = replaced()
        hall.rule("result", board="5", result="1-0")
        hall.set_up("S", chess.Board(), "".join(letters(hall.games["S"])))
        hall.games["S"] = chess.Board()
        hall.moves("S", "d4 d5")
        hall.until(hall.t_s + 3)
        assert "Another game has begun on board 5" in hall.refused("undo", board="", undoes=1)

    def test_something_rests_on_it(self) -> None:
        hall = replaced()
        hall.moves("S", "Nc6")
        hall.rule("replace", board="5", ply=3, moves=("Bc4",))
        assert hall.sans("5") == "e4 e5 Bc4"
        assert "Ruling 2 (replace) rests on it" in hall.refused("undo", board="", undoes=1)
        hall.undo(2)
        hall.undo(1)
        assert (hall.view("5").serial, hall.view("5").link) == ("10005", "lost")
        assert (hall.sans("5"), hall.sans("10009")) == ("e4 e5 Nf3", "Nc6")
        hall.moves("S", "Bb5")
        hall.undo()
        assert (hall.view("5").serial, hall.sans("5")) == ("10009", "e4 e5 Nf3 Nc6 Bb5")
        hall.moves("S", "a6")
        assert hall.sans("5") == "e4 e5 Nf3 Nc6 Bb5 a6"

    def test_one_spare_after_another(self) -> None:
        hall = replaced()
        hall.moves("S", "Nc6")
        hall.read(hall.t_s + 1, "T", LineUp())
        hall.read(hall.t_s + 1, "T", Identity(serial="10010"))
        hall.read(hall.t_s + 1, "T", BoardDump(EMPTY))
        dies(hall, "S")
        hall.set_up("T", hall.games["S"], EMPTY)
        hall.rule("spare", board="5", to_board="10010")
        assert [(v.board, v.link) for v in hall.hall.view().boards if v.link == "unused"] == [
            ("10005", "unused"),
            ("10009", "unused"),
        ]
        hall.games["T"] = hall.games["S"]
        hall.moves("T", "Bb5")
        assert hall.sans("5") == "e4 e5 Nf3 Nc6 Bb5"
        assert "Ruling 2 (spare) rests on it" in hall.refused("undo", board="", undoes=1)

    def test_repaired_it_takes_its_old_place_again(self) -> None:
        hall = replaced()
        hall.moves("S", "Nc6")
        hall.read(hall.t_s + 5, "5", LineUp())
        hall.read(hall.t_s + 5, "5", BoardDump("".join(letters(hall.games["S"]))))
        dies(hall, "S")
        hall.rule("spare", board="5", to_board="10005")
        hall.games["5"] = hall.games["S"]
        hall.moves("5", "Bb5")
        assert (hall.view("5").serial, hall.sans("5")) == ("10005", "e4 e5 Nf3 Nc6 Bb5")
        assert hall.view("10009").link == "unused"


class TestLabels:
    def test_the_tournament_file_is_written_anew(self) -> None:
        hall = replaced()
        more = EVENT._replace(labels={**EVENT.labels, "10007": "7"})
        hall._told(hall.hall.learn(hall.t_s, hall.hall.known._replace(tournament=more)))
        assert (hall.view("5").serial, hall.view("5").players) == ("10009", PLAYERS["5"])
        assert hall.hall.view().labels == ("5", "6", "7")
        hall.moves("S", "Nc6")
        assert hall.sans("5") == "e4 e5 Nf3 Nc6"

    def test_the_file_names_the_spare_itself(self) -> None:
        """`assign` was used in addition."""
        hall = replaced()
        more = EVENT._replace(labels={"10009": "5", "10006": "6"})
        hall._told(hall.hall.learn(hall.t_s, hall.hall.known._replace(tournament=more)))
        assert hall.view("5").serial == "10009"
        assert hall.view("10005").link == "unused"

    def test_the_ruling_comes_before_the_round(self) -> None:
        hall = hall_with_spare(EVENT)
        dies(hall)
        hall.until(10)
        hall.rule("spare", board="5", to_board="10009")
        hall.read(hall.t_s + 5, "S", BoardDump(START))
        hall.games["S"] = chess.Board()
        hall.moves("S", "e4")
        assert hall.sans("5") == "e4"
        (start,) = {(e.game, e.white) for e in of(hall, events.GameStart, "5")}
        assert start == (1, "Petrov, A")

    def test_a_game_that_was_played_on_the_spare_from_its_first_move(self) -> None:
        """Board 5 was dead already when the round began."""
        hall = CorrectedHall("P0", known=Known(tournament=EVENT))
        hall.read(0.2, "5", LineUp())
        hall.read(0.2, "5", Identity(serial="10005"))
        hall.read(0.3, "5", LineDown("no power"))
        hall.read(0.4, "S", LineUp())
        hall.read(0.4, "S", Identity(serial="10009"))
        hall.read(0.5, "S", BoardDump(START))
        hall.games["S"] = chess.Board()
        hall.moves("S", "e4 e5")
        hall.until(hall.t_s + 3)
        hall.rule("spare", board="5", to_board="10009")
        assert (hall.sans("5"), hall.view("5").players) == ("e4 e5", PLAYERS["5"])
        assert [(game.board, len(game.moves)) for game in games_of(hall.stream) if game.moves] == [("5", 2)]


class TestRefused:
    def test_what_is_no_spare(self) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4")
        assert "own place" in hall.refused("spare", board="5", to_board="5")
        assert "no board 17" in hall.refused("spare", board="5", to_board="17").lower()
        assert "no label" in hall.refused("spare", board="10009", to_board="5")
        hall.moves("P0", "d4 d5")
        assert "A game with moves is on board P0" in hall.refused("spare", board="5", to_board="P0")
        hall.rule("intervene", board="5")
        assert "close it first" in hall.refused("spare", board="5", to_board="10009")

    @pytest.mark.parametrize("dead", [False, True])
    @pytest.mark.parametrize("sans", ["e4 e5", "d4 d5 c4"])
    def test_a_table_that_plays_a_game_of_its_own(self, sans: str, *, dead: bool) -> None:
        """Also where the same position stands on both."""
        hall = hall_with_spare(spare="10006")
        hall.read(1, "S", BoardDump(START))
        hall.games["S"] = chess.Board()
        hall.until(5)
        hall.moves("S", sans)
        hall.moves("5", "e4 e5")
        hall.until(hall.t_s + 3)
        if dead:
            dies(hall)
        assert "A game with moves is on board 6" in hall.refused("spare", board="5", to_board="6")
        assert (hall.sans("5"), hall.sans("6")) == ("e4 e5", sans)
