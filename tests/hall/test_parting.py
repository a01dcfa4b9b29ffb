"""A game is not its board: it is carried, set aside, fetched, its players are exchanged; its history goes along."""

from typing import Any

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import FedBoard, Feeding
from dgt_monitor.hall.refusing import RefusedError, another_game
from dgt_monitor.hall.told_games import games_of
from dgt_monitor.hall.views import AsideView
from dgt_monitor.recorder.standing import standing
from dgt_monitor.tournament.event import Players, TournamentFile
from drivers.readings import BoardDump, LineUp
from tests.hall.correcting import KNIGHTS, CorrectedHall

PLAYERS = {"P1": Players("Petrov, A", "Silva, B"), "P2": Players("Okafor, C", "Lind, D")}


def carried(times: int = 3) -> CorrectedHall:
    """A game of knights that was carried from P1 to P2 and set up there."""
    known = Known(tournament=TournamentFile(players=PLAYERS))
    hall = CorrectedHall("P1", "P2", known=known)
    hall.moves("P1", "e4 e5 " + " ".join([KNIGHTS] * times))
    hall.rule("carry", to_board="P2")
    hall.set_up("P2", hall.games["P1"])
    hall.games["P2"] = hall.games["P1"].copy()
    return hall


class Refusing:
    """Boards whose games cannot be followed again: the nth time, and from then on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
        fed, self.left = KeptBoard.fed, nth

        def refuse(board: KeptBoard, t_s: float, newest: Ruling | None = None) -> FedBoard:
            self.left -= 1
            if self.left <= 0:
                raise RefusedError(another_game())
            return fed(board, t_s, newest)

        monkeypatch.setattr(KeptBoard, "fed", refuse)


class TestRefused:
    """Everything or nothing: neither a seat nor a slice knows of it afterwards."""

    @pytest.mark.parametrize(("kind", "to", "nth"), [("set_aside", "", 1), ("carry", "P2", 1), ("carry", "P2", 2)])
    def test_a_game_that_cannot_leave_or_come(
        self, kind: str, to: str, nth: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hall = CorrectedHall("P1", "P2", known=Known(tournament=TournamentFile(players=PLAYERS)))
        hall.moves("P1", "e4 e5")
        with monkeypatch.context() as patched:
            Refusing(patched, nth)
            assert "another game would begin" in hall.refused(kind, to_board=to)
        assert not any(hall.hall.correcting.goings.values())
        hall.rule(kind, to_board=to)
        hall.undo()
        assert (hall.sans(), hall.view().players) == ("e4 e5", PLAYERS["P1"])

    def test_a_game_that_cannot_be_fetched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hall = CorrectedHall("P1", known=Known(tournament=TournamentFile(players=PLAYERS)))
        hall.moves("P1", "e4 e5")
        hall.rule("set_aside")
        with monkeypatch.context() as patched:
            Refusing(patched, 1)
            assert "another game would begin" in hall.refused("fetch", game=1)
        hall.rule("fetch", game=1)
        assert (hall.sans(), hall.view().players) == ("e4 e5", PLAYERS["P1"])


class TestCarry:
    def test_the_game_goes_on_there_and_the_set_up_counts_nothing(self) -> None:
        hall = carried()
        assert hall.view("P2").count == 4
        hall.moves("P2", KNIGHTS)
        hall.until(hall.t_s + 3)
        assert hall.view("P2").count == 5
        (fivefold,) = (alert for alert in hall.view("P2").alerts if alert.rule is Rule.FIVEFOLD)
        assert fivefold.plies == (2, 6, 10, 14, 18)
        assert fivefold.sure

    def test_what_does_not_stand_there_is_named(self) -> None:
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4 e5")
        hall.rule("carry", to_board="P2")
        (alert,) = (alert for alert in hall.view("P2").alerts if alert.rule is Rule.POSITION_UNEXPLAINED)
        assert alert.squares == ("e2", "e4", "e5", "e7")
        assert "goes on on this board" in alert.text
        hall.set_up("P2", hall.games["P1"])
        hall.until(hall.t_s + 1)
        assert hall.view("P2").differing == ()
        assert Rule.POSITION_UNEXPLAINED not in hall.board("P2").rules

    def test_its_board_is_without_a_game_and_begins_the_next_with_an_array(self) -> None:
        hall = carried()
        view = hall.view("P1")
        assert (view.moves, view.phase, view.understood) == ((), "waiting", "")
        hall.set_up("P1", chess.Board(), "".join(letters(hall.games["P1"])))
        hall.games["P1"] = chess.Board()
        hall.moves("P1", "d4 d5")
        assert hall.sans("P1") == "d4 d5"
        assert hall.sans("P2").startswith("e4 e5")
        hall.finish(hall.t_s + 5)

    def test_what_is_moved_on_its_board_is_no_game_joined(self) -> None:
        hall = carried()
        hall.moves("P1", "d4 d5")
        hall.until(hall.t_s + 30)
        assert hall.view("P1").moves == ()

    def test_the_players_go_along(self) -> None:
        hall = carried()
        assert hall.view("P2").players == PLAYERS["P1"]
        assert not any(hall.view("P1").players)
        starts = [event for event in hall.stream if isinstance(event, events.GameStart)]
        assert (starts[-1].board, starts[-1].white) == ("P2", "Petrov, A")

    def test_a_board_that_lies_the_other_way(self) -> None:
        hall = CorrectedHall("P1")
        hall.read(0.5, "P2", LineUp())
        hall.read(0.5, "P2", BoardDump("." * 64))
        hall.moves("P1", "e4 e5 Nf3")
        hall.rule("carry", to_board="P2")
        stands = "".join(letters(hall.games["P1"]))
        hall.read(hall.t_s + 30, "P2", BoardDump(stands[::-1]))
        hall.until(hall.t_s + 3)
        assert hall.view("P2").differing == ()
        assert hall.view("P2").rotated

    def test_undone_it_is_where_it_was(self) -> None:
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4 e5 Nf3")
        hall.until(hall.t_s + 3)
        before = [view._replace(game=0, outcome=None) for view in hall.hall.view().boards]
        hall.rule("carry", to_board="P2", after_s=0)
        hall.undo()
        now = [view._replace(game=0, outcome=None) for view in hall.hall.view().boards]
        assert now == before
        hall.moves("P1", "Nc6")
        assert hall.sans("P1") == "e4 e5 Nf3 Nc6"

    def test_moves_from_before_can_be_replaced_there(self) -> None:
        hall = carried()
        hall.moves("P2", "Nf3 Nf6")
        before = hall.sans("P2")
        hall.rule("replace", board="P2", ply=3, moves=("Nc3", "Nf6", "Nb1", "Ng8"))
        assert hall.sans("P2") == before.replace("e4 e5 Nf3 Nf6 Ng1 Ng8", "e4 e5 Nc3 Nf6 Nb1 Ng8", 1)
        hall.rule("replace", board="P2", ply=15, moves=("Nf3", "Nf6"))
        hall.undo(2)
        assert hall.sans("P2") == before

    def test_what_cannot_be_carried(self) -> None:
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4")
        hall.moves("P2", "d4")
        assert "set it aside first" in hall.refused("carry", to_board="P2")
        assert "no board P9" in hall.refused("carry", to_board="P9")
        assert "set it aside first" in hall.refused("carry", to_board="P1")

    def test_who_begins_to_read_now_is_told_of_it_in_one_place(self) -> None:
        hall = carried()
        told = standing(hall.stream)
        assert [event.board for event in told if isinstance(event, events.GameStart)] == ["P2"]
        assert {event.board for event in told if isinstance(event, events.Move)} == {"P2"}


class TestSetAside:
    def test_a_new_game_and_the_old_one_another_day(self) -> None:
        hall = CorrectedHall("P1")
        hall.moves("P1", "e4 e5 Nf3")
        first = hall.games["P1"].copy()
        game = hall.view().game
        hall.rule("set_aside")
        hall.set_up("P1", chess.Board(), "".join(letters(first)))
        hall.games["P1"] = chess.Board()
        hall.moves("P1", "d4 d5")
        assert hall.sans() == "d4 d5"
        hall.rule("set_aside")
        hall.rule("fetch", game=game, after_s=80_000.0)
        hall.set_up("P1", first, "".join(letters(hall.games["P1"])))
        hall.games["P1"] = first
        hall.moves("P1", "Nc6")
        assert hall.sans() == "e4 e5 Nf3 Nc6"
        assert hall.view().moves[-1].sure

    def test_a_screen_sees_what_can_be_fetched(self) -> None:
        hall = CorrectedHall("P1", "P2", known=Known(tournament=TournamentFile(players=PLAYERS)))
        hall.moves("P1", "e4 e5 Nf3")
        hall.rule("set_aside")
        assert hall.hall.view().aside == (AsideView("P1", 1, PLAYERS["P1"], 3),)
        hall.rule("fetch", board="P2", to_board="P1", game=1)
        assert hall.hall.view().aside == ()
        hall.undo()
        assert [game.plies for game in hall.hall.view().aside] == [3]
        hall.undo(1)
        assert hall.hall.view().aside == ()

    def test_what_is_not_aside_is_not_fetched(self) -> None:
        hall = CorrectedHall("P1")
        hall.moves("P1", "e4")
        assert "a game with moves" in hall.refused("fetch", game=1).lower()
        hall.rule("set_aside")
        assert "set aside" in hall.refused("fetch", game=7)
        hall.rule("fetch", game=1)
        assert hall.sans() == "e4"
        assert "undo that first" in hall.refused("undo", board="", undoes=2)


class TestExchange:
    def test_colours_and_players(self) -> None:
        hall = CorrectedHall("P1", "P2", known=Known(tournament=TournamentFile(players=PLAYERS)))
        hall.moves("P1", "e4")
        before = hall.held
        hall.rule("exchange", after_s=0)
        assert hall.view("P1").players == Players("Silva, B", "Petrov, A")
        hall.rule("exchange", to_board="P2", after_s=0)
        assert hall.view("P2").players == Players("Silva, B", "Petrov, A")
        seated = [event for event in hall.stream if isinstance(event, events.Seated)]
        assert [(event.board, event.white) for event in seated][-2:] == [("P1", "Okafor, C"), ("P2", "Silva, B")]
        hall.undo(1)
        hall.undo(2)
        assert hall.held == before


NEXT = {"P1": Players("Roth, E", "Costa, F"), "P2": Players("Vega, G", "Holm, H")}


class TestSeatsOfTheNextRound:
    @staticmethod
    def ruled(kind: str, **fields: Any) -> CorrectedHall:
        """Two games of round 1; this is ruled at the first one's board."""
        hall = CorrectedHall("P1", "P2", "P3", known=Known(tournament=TournamentFile(round=1, players=PLAYERS)))
        for port, moves in (("P1", "e4 e5"), ("P2", "d4 d5")):
            hall.moves(port, moves)
            hall.until(hall.t_s + 2)
        hall.rule(kind, **fields)
        return hall

    @staticmethod
    def learn(hall: CorrectedHall, round_: int, players: dict[str, Players], site: str = "") -> list[events.Seated]:
        event = TournamentFile(round=round_, players=players, site=site)
        told = hall._told(hall.hall.learn(hall.t_s, Known(tournament=event)))
        return [each for each in told if isinstance(each, events.Seated)]

    @staticmethod
    def names(hall: CorrectedHall) -> dict[str, Players]:
        return {view.board: view.players for view in hall.hall.view().boards if any(view.players)}

    @pytest.mark.parametrize(
        ("kind", "fields"), [("exchange", {}), ("exchange", {"to_board": "P2"}), ("carry", {"to_board": "P3"}),
                             ("set_aside", {})]
    )  # fmt: skip
    @pytest.mark.parametrize("closed", [False, True])
    def test_another_round_seats_whom_it_pairs(self, kind: str, fields: dict[str, str], closed: bool) -> None:
        hall = self.ruled(kind, **fields)
        if closed:
            hall.rule("round_closed", board="")
        told = self.learn(hall, 2, NEXT)
        assert self.names(hall) == NEXT
        assert not (closed and told), "a game of round 1 is renamed"

    def test_what_else_changes_in_the_file_leaves_the_seats(self) -> None:
        hall = self.ruled("exchange")
        before = self.names(hall)
        self.learn(hall, 1, PLAYERS, site="Riga")
        assert self.names(hall) == before
        self.learn(hall, 1, {**PLAYERS, "P2": NEXT["P2"]})
        assert self.names(hall) == {**before, "P2": NEXT["P2"]}

    def test_others_at_a_board_end_what_was_ruled_there(self) -> None:
        hall = self.ruled("exchange", to_board="P2")
        hall.rule("exchange")
        now = {**PLAYERS, "P2": NEXT["P2"]}
        told = self.learn(hall, 1, now)
        assert self.names(hall) == now
        assert {(each.board, each.white) for each in told} == {(name, each.white) for name, each in now.items()}

    def test_a_round_that_starts_after_one_that_was_closed_is_seated_as_paired(self) -> None:
        hall = self.ruled("exchange")
        swapped = self.names(hall)
        hall.rule("round_started", board="")
        assert self.names(hall) == swapped
        hall.rule("round_closed", board="")
        assert self.names(hall) == swapped
        told = hall.rule("round_started", board="")
        assert self.names(hall) == PLAYERS
        assert not any(isinstance(each, events.Seated) for each in told), "the game of the closed round is renamed"
        hall.undo()
        assert self.names(hall) == swapped

    def test_a_new_game_of_the_same_two_has_players(self) -> None:
        hall = self.ruled("set_aside")
        hall.set_up("P1", chess.Board(), "".join(letters(hall.games["P1"])))
        hall.games["P1"] = chess.Board()
        hall.moves("P1", "c4 c5")
        start = [each for each in hall.stream if isinstance(each, events.GameStart)][-1]
        assert (start.board, start.white, start.black) == ("P1", *PLAYERS["P1"])

    def test_a_game_that_is_fetched_in_a_later_round_has_the_players_it_had(self) -> None:
        hall = self.ruled("exchange")
        game = hall.view("P1").game
        hall.rule("set_aside")
        self.learn(hall, 2, NEXT)
        hall.rule("fetch", board="P3", to_board="P1", game=game)
        assert self.names(hall) == {**NEXT, "P3": Players("Silva, B", "Petrov, A")}


def test_a_game_that_was_carried_is_one_game_afterwards() -> None:
    hall = carried(1)
    games = games_of(hall.stream)
    assert [(game.start.board, len(game.moves)) for game in games if game.moves] == [("P2", 6)]
    hall.rule("set_aside", board="P2")
    assert [(game.start.board, len(game.moves)) for game in games_of(hall.stream) if game.moves] == [("P2", 6)]


class TestAgainAndAgain:
    def test_each_time_takes_as_much_feeding_as_the_time_before(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fed, feeding = [0], Feeding.__init__

        def counted(self: Feeding, *args: object, **fields: object) -> None:
            fed[0] += 1
            feeding(self, *args, **fields)  # type: ignore[arg-type]

        monkeypatch.setattr(Feeding, "__init__", counted)
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        taken = []
        for number in range(12):
            before = fed[0]
            here, there = ("P1", "P2") if number % 2 == 0 else ("P2", "P1")
            hall.rule("carry", board=here, to_board=there)
            taken.append(fed[0] - before)
        assert hall.sans() == "e4 e5 Nf3 Nc6"
        assert max(taken[4:]) == taken[4]

    def test_what_it_rests_on_may_change(self) -> None:
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        hall.rule("replace", ply=1, moves=("d4",))
        hall.rule("carry", to_board="P2")
        hall.rule("carry", board="P2", to_board="P1")
        assert hall.sans() == "d4 e5 Nf3 Nc6"
        hall.undo(1)
        assert hall.sans() == "e4 e5 Nf3 Nc6"
        hall.rule("replace", ply=2, moves=("d6",))
        assert hall.sans() == "e4 d6 Nf3 Nc6"
        hall.undo()
        assert hall.sans() == "e4 e5 Nf3 Nc6"
