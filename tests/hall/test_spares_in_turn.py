"""One spare after another, and back: no game is lost on the way, and each ruling undone leaves what was before it."""

import chess
import pytest

from dgt_monitor.events import GameStart, Gone, Retract, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from dgt_monitor.tournament.event import Players
from drivers.readings import BoardDump, Identity, LineUp
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.hall_driver import START
from tests.hall.test_spares import EMPTY, EVENT, PLAYERS, dies, hall_with_spare, of, replaced, shown

THREE = EVENT._replace(labels={**EVENT.labels, "10009": "9"}, players={**PLAYERS, "9": Players("X", "Y")})


def three_boards() -> CorrectedHall:
    """Boards 5, 6 and 9, each with the array."""
    hall = CorrectedHall("P0", known=Known(tournament=THREE))
    for port, serial in (("5", "10005"), ("6", "10006"), ("S", "10009")):
        hall.read(hall.t_s + 0.1, port, LineUp())
        hall.read(hall.t_s, port, Identity(serial=serial))
        hall.read(hall.t_s, port, BoardDump(START))
        hall.games[port] = chess.Board()
    return hall


def not_set_up(sans: str = "") -> CorrectedHall:
    """Nothing stands on the spare at board 5; board 6 has the array."""
    hall = hall_with_spare()
    hall.moves("5", sans)
    for reading in (LineUp(), Identity(serial="10006"), BoardDump(START)):
        hall.read(hall.t_s + 0.1, "6", reading)
    hall.rule("spare", board="5", to_board="10009")
    return hall


def places(hall: CorrectedHall) -> dict[str, tuple[str | None, str]]:
    """Who stands where, and whether it is heard."""
    return {view.board: (view.serial, view.link) for view in hall.hall.view().boards}


class TestBack:
    """The spare is set up nowhere yet when its ruling is followed by one that names the board that stood there."""

    @pytest.mark.parametrize("repaired", [False, True])
    @pytest.mark.parametrize("after_s", [0, 2])
    @pytest.mark.parametrize("sans", ["", f"e4 e5 {KNIGHTS} {KNIGHTS} {KNIGHTS}"])
    def test_the_game_is_back_with_all_its_moves(self, sans: str, after_s: float, repaired: bool) -> None:
        hall = hall_with_spare()
        hall.moves("5", sans)
        hall.until(hall.t_s + 3)
        dies(hall)
        hall.rule("spare", board="5", to_board="10009", after_s=after_s)
        if repaired:
            hall.read(hall.t_s + after_s, "5", LineUp())
            hall.read(hall.t_s, "5", Identity(serial="10005"))
            hall.read(hall.t_s, "5", BoardDump("".join(letters(hall.games["5"]))))
        hall.rule("spare", board="5", to_board="10005", after_s=after_s)
        view = hall.view("5")
        assert (view.serial, view.link, hall.sans("5")) == ("10005", "up" if repaired else "lost", sans)
        assert (view.phase, view.count) == ("playing", 4 if sans else 1)
        assert not of(hall, Gone, "5")
        assert not of(hall, Retract, "5")
        hall.read(hall.t_s + 5, "5", LineUp())
        hall.read(hall.t_s, "5", BoardDump("".join(letters(hall.games["5"]))))
        hall.moves("5", "Nf3")
        assert hall.sans("5") == f"{sans} Nf3".strip()

    def test_undone_the_game_is_on_the_spare(self) -> None:
        hall = hall_with_spare()
        hall.moves("5", "e4 e5")
        hall.until(hall.t_s + 3)
        dies(hall)
        hall.rule("spare", board="5", to_board="10009")
        before = shown(hall)
        hall.rule("spare", board="5", to_board="10005", after_s=0)
        hall.undo(hall.last)
        assert shown(hall) == before

    def test_a_spare_from_which_a_game_was_set_aside(self) -> None:
        """Its array stood there before that, too."""
        hall = three_boards()
        hall.rule("set_aside", board="P0")
        hall.rule("spare", board="5", to_board="P0")
        hall.moves("P0", "e4")
        assert (hall.view("5").port, hall.sans("5")) == ("P0", "e4")
        assert hall.view("5").game == 1


class TestNames:
    def test_a_board_in_use_again_counts_on_and_speaks_for_itself(self) -> None:
        """It stood in the place of another one; now the tournament file gives it the label it once had."""
        hall = three_boards()
        hall.rule("spare", board="6", to_board="5")
        hall.rule("set_aside", board="9")
        hall.rule("spare", board="6", to_board="9")
        more = THREE._replace(labels={"10005": "5", "10009": "6"})
        hall._told(hall.hall.learn(hall.t_s, hall.hall.known._replace(tournament=more)))
        hall.read(hall.t_s + 1, "5", BoardDump(EMPTY))
        hall.rule("carry", board="6", to_board="5")
        view = hall.view("5")
        assert (view.serial, view.game, view.players) == ("10005", 2, PLAYERS["6"])
        assert [start.game for start in of(hall, GameStart, "5")] == [1, 2]
        (alert,) = (alert for alert in view.alerts if not alert.ended)
        assert alert.rule is Rule.POSITION_UNEXPLAINED
        assert "Bd 5" in alert.text


class TestUndone:
    def test_what_was_out_of_use_is_so_again(self) -> None:
        hall = replaced()
        before = places(hall)
        hall.rule("spare", board="5", to_board="10005")
        assert places(hall)["10009"] == ("10009", "unused")
        hall.undo()
        assert places(hall) == before
        assert before["10005"] == ("10005", "unused")
        hall.until(hall.t_s + 100)
        assert not [alert for alert in hall.hall.view().alerts if alert.rule is Rule.BOARD_LOST and not alert.ended]
        hall.undo()
        assert places(hall)["5"] == ("10005", "lost")

    def test_a_board_that_has_given_its_own_label_for_another(self) -> None:
        hall = three_boards()
        hall.rule("spare", board="5", to_board="6")
        before = places(hall)
        assert before["5"] == ("10006", "up")
        hall.rule("spare", board="9", to_board="5")
        assert places(hall)["9"] == ("10006", "up")
        hall.undo()
        assert places(hall) == before
        hall.moves("6", "e4")
        assert hall.sans("5") == "e4"

    def test_one_that_was_refused(self) -> None:
        hall = hall_with_spare()
        hall.refused("spare", board="10009", to_board="5")
        assert "There is no ruling 1" in hall.refused("undo", board="", undoes=1)


class TestRefused:
    @pytest.mark.parametrize(("kind", "board"), [("spare", "6"), ("carry", "6")])
    def test_a_board_whose_own_game_is_not_set_up_yet(self, kind: str, board: str) -> None:
        hall = not_set_up()
        assert hall.view("5").claim is not None
        assert "does not stand on board 5 yet" in hall.refused(kind, board=board, to_board="5")

    def test_a_board_whose_own_game_with_moves_is_not_set_up_yet(self) -> None:
        hall = not_set_up("e4")
        assert "A game with moves is on board 5" in hall.refused("spare", board="6", to_board="5")
