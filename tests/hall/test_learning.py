"""What is known of a hall changes while it is watched: no move is touched, labels wait for the next game."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from dgt_monitor.laws.profile import profiles
from dgt_monitor.tournament.event import TournamentFile, read_tournament
from dgt_monitor.tournament.people import Players
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, LineUp
from tests.hall.correcting import CorrectedHall
from tests.hall.hall_driver import START, DrivenHall

SHUFFLE = "Nf3 Nf6 Ng1 Ng8"


def file(text: str) -> TournamentFile:
    return read_tournament(text, "e.toml")


def learn(driven: DrivenHall, known: Known, t_s: float | None = None) -> list[events.Event]:
    told = driven.hall.learn(driven.t_s if t_s is None else t_s, known)
    driven.reader.read(told)
    driven.stream += told
    return told


def notices(driven: DrivenHall) -> list[str]:
    return [event.text for event in driven.stream if isinstance(event, events.Notice)]


def next_game(driven: DrivenHall, port: str, t_s: float) -> None:
    driven.games[port] = chess.Board()
    driven.read(t_s, port, BoardDump(START))


class TestLabels:
    def test_before_the_first_game_a_label_holds_at_once(self) -> None:
        driven = DrivenHall()
        driven.read(0.0, "P1", LineUp())
        driven.read(0.0, "P1", Identity(serial="55816"))
        learn(driven, Known(tournament=file('labels = {55816 = "12"}')))
        driven.read(1.0, "P1", BoardDump(START))
        driven.games["P1"] = chess.Board()
        driven.moves("P1", "e4")
        assert {event.board for event in driven.stream if isinstance(event, events.Move)} == {"12"}
        assert not notices(driven)

    def test_once_a_game_has_begun_it_waits_for_the_next_one(self) -> None:
        driven = DrivenHall(Known(tournament=file('labels = {55816 = "7"}\nplayers = {12 = {white = "Petrov"}}')))
        driven.up("P1", serial="55816")
        driven.moves("P1", "e4 e5")
        learn(driven, Known(tournament=file('labels = {55816 = "12"}\nplayers = {12 = {white = "Petrov"}}')))
        driven.moves("P1", "Nf3")
        assert driven.hall.view().boards[0].board == "7"
        assert notices(driven) == ["Bd 7 is called 12 in the tournament file now: so it is from its next game on"]
        next_game(driven, "P1", 30.0)
        driven.moves("P1", "d4")
        told = [event for event in driven.stream if isinstance(event, events.GameStart | events.Summary | events.Move)]
        assert [(event.board, event.kind, event.game) for event in told][-3:] == [
            ("7", "summary", 1), ("12", "game_start", 1), ("12", "move", 1),
        ]  # fmt: skip
        (start,) = (event for event in told if isinstance(event, events.GameStart) and event.board == "12")
        assert start.white == "Petrov"
        (view,) = driven.hall.view().boards
        assert (view.board, view.players.white) == ("12", "Petrov")

    def test_a_label_taken_back_before_the_next_game_changes_nothing(self) -> None:
        first = Known(tournament=file('labels = {55816 = "7"}'))
        driven = DrivenHall(first)
        driven.up("P1", serial="55816")
        driven.moves("P1", "e4 e5 Nf3")
        learn(driven, Known(tournament=file('labels = {55816 = "12"}')))
        learn(driven, first)
        next_game(driven, "P1", 30.0)
        driven.moves("P1", "d4")
        assert driven.board("7").game == 2

    def test_games_are_numbered_by_the_name_under_which_they_are_told(self) -> None:
        driven = DrivenHall(Known(tournament=file('labels = {55816 = "1", 23735 = "2"}')))
        driven.up("P1", serial="55816")
        driven.up("P2", serial="23735")
        for port in ("P1", "P2"):
            driven.moves(port, "e4 e5 Nf3")
        learn(driven, Known(tournament=file('labels = {55816 = "2", 23735 = "9"}')))
        for port, t_s in (("P2", 30.0), ("P1", 40.0)):
            next_game(driven, port, t_s)
            driven.moves(port, "d4")
        starts = [(e.board, e.game) for e in driven.stream if isinstance(e, events.GameStart)]
        assert starts == [("1", 1), ("2", 1), ("9", 1), ("2", 2)]

    def test_of_two_that_change_places_the_first_waits_under_its_number(self) -> None:
        driven = DrivenHall(Known(tournament=file('labels = {55816 = "1", 23735 = "2"}')))
        driven.up("P1", serial="55816")
        driven.up("P2", serial="23735")
        for port in ("P1", "P2"):
            driven.moves(port, "e4 e5 Nf3")
        learn(driven, Known(tournament=file('labels = {55816 = "2", 23735 = "1"}')))
        for port, t_s in (("P1", 30.0), ("P2", 40.0), ("P1", 60.0)):
            next_game(driven, port, t_s)
            driven.moves(port, "d4 d5 Nf3")
        starts = [(e.board, e.game) for e in driven.stream if isinstance(e, events.GameStart)]
        assert starts == [("1", 1), ("2", 1), ("55816", 1), ("1", 2), ("2", 2)]
        assert "Bd 55816: 2 is the name of another board still; it is taken when it is free" in notices(driven)

    def test_a_number_learned_late_still_names_nothing_anew(self) -> None:
        known = Known(tournament=file('labels = {55816 = "12"}'))
        driven = DrivenHall(known)
        driven.up("P1")
        driven.moves("P1", "e4")
        driven.read(5.0, "P1", Identity(serial="55816"))
        learn(driven, known._replace(tournament=file('labels = {55816 = "12"}\nevent = "Open"')))
        assert driven.hall.view().boards[0].board == "P1"
        assert not notices(driven)


def test_players_sectors_and_title_are_seen_at_once_and_no_move_is_touched() -> None:
    driven = DrivenHall(Known(tournament=file('labels = {55816 = "7"}')))
    driven.up("P1", serial="55816")
    driven.moves("P1", "e4 e5")
    before = driven.hall.view().boards[0]
    board = '[[board]]\nlabel = "7"\nserial = "55816"\nsector = "B"'
    told = learn(driven, Known(tournament=file(f'event = "Open"\nplayers = {{7 = {{white = "Petrov"}}}}\n{board}')))
    view = driven.hall.view()
    assert not told
    assert (view.title, view.boards[0].players, view.boards[0].sector) == ("Open", Players("Petrov", ""), "B")
    assert view.boards[0].moves == before.moves


def test_what_is_known_already_is_no_news() -> None:
    driven = DrivenHall(Known(day_s=100.0))
    driven.up("P1")
    driven.moves("P1", "e4")
    driven.until(50.0)
    assert driven.hall.learn(50.0, Known(day_s=7.0)) == []
    assert driven.hall.known == Known(day_s=100.0)


def test_other_rules_hold_for_what_comes_and_leave_what_was_found() -> None:
    driven = DrivenHall()
    driven.up("P1")
    driven.moves("P1", f"{SHUFFLE} {SHUFFLE} Nf3 Nf6")
    driven.until(driven.t_s + 2)
    found = [event for event in driven.stream if isinstance(event, events.Alert)]
    assert {alert.rule for alert in found} == {Rule.THREEFOLD}
    learn(driven, Known(profile=profiles()["fide-rapid-a5"]._replace(repetition_claim=None)))
    driven.moves("P1", "Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
    driven.until(driven.t_s + 2)
    later = [event for event in driven.stream if isinstance(event, events.Alert)][len(found) :]
    assert {(alert.rule, alert.profile) for alert in later} == {(Rule.FIVEFOLD, "fide-rapid-a5")}


def test_the_side_of_whites_clock_turns_what_is_shown() -> None:
    driven = DrivenHall(Known(white_clock="left"))
    driven.up("P1")
    driven.read(1.0, "P1", Clock(100, 200, True, "left"))
    learn(driven, Known(white_clock="right"))
    view = driven.hall.view().boards[0]
    assert (view.white_s, view.black_s) == (200, 100)
    driven.read(2.0, "P1", Clock(99, 200, True, "left"))
    view = driven.hall.view().boards[0]
    assert (view.white_s, view.black_s) == (200, 99)


def test_moves_required_hold_for_the_flags_that_fall_from_then_on() -> None:
    driven = DrivenHall(Known(white_clock="left", moves_required=(40,)))
    driven.up("P1")
    driven.read(1.0, "P1", Clock(10, 100, True, "left"))
    driven.moves("P1", "e4 e5")
    learn(driven, Known(white_clock="left", moves_required=(1,)))
    driven.read(9.0, "P1", Clock(0, 100, True, "left", left_flag=True))
    (flag,) = (event for event in driven.stream if isinstance(event, events.Alert) and event.rule is Rule.FLAG)
    assert flag.level is Level.INFO


def test_chess960_holds_from_the_next_set_up_on() -> None:
    array = "BBQNNRKR"
    fen = f"{array.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{array} w - - 0 1"
    driven = DrivenHall()
    learn(driven, Known(chess960=True, tournament=file("chess960 = true")))
    driven.up("P1", fen=fen)
    assert driven.hall.view().boards[0].chess960
    untold = DrivenHall()
    untold.up("P1", fen=fen)
    assert untold.hall.view().boards[0].game == 0


class TestEarlyDraws:
    @pytest.mark.parametrize(("earliest", "told"), [(None, False), (3, False), (4, True), (30, True)])
    def test_a_draw_shown_by_the_kings_before_the_move_is_told(self, earliest: int | None, told: bool) -> None:
        driven = DrivenHall(Known(tournament=TournamentFile(no_draw_before_move=earliest)))
        driven.up("P1")
        driven.moves("P1", "e4 e5 Nf3 Nc6 Bc4 Bc5")
        self._show(driven, "d4", "e4")
        alerts = [event for event in driven.stream if isinstance(event, events.Alert) and event.rule is Rule.EARLY_DRAW]
        assert bool(alerts) is told
        for alert in alerts:
            assert (alert.level, alert.article, alert.game, alert.ply) == (Level.CHECK, "9.1.1", 1, 6)
            assert f"a draw after 3 moves; in this event none is agreed before move {earliest}." in alert.text

    def test_a_win_is_no_draw_and_what_is_withdrawn_ends(self) -> None:
        driven = DrivenHall(Known(tournament=TournamentFile(no_draw_before_move=30)))
        driven.up("P1")
        driven.moves("P1", "e4 e5 Nf3 Nc6")
        self._show(driven, "d5", "e4")
        rules = [event.rule for event in driven.stream if isinstance(event, events.Alert)]
        assert Rule.RESULT_SIGNALLED in rules
        assert Rule.EARLY_DRAW not in rules

    @staticmethod
    def _show(driven: DrivenHall, white: str, black: str) -> None:
        """Both kings are put on squares of the centre, whatever stands there being taken away."""
        placed = letters(driven.games["P1"])
        t_s = driven.t_s + 5
        for square in (chess.E1, chess.E8, *map(chess.parse_square, (white, black))):
            if placed[square] != ".":
                driven.read(t_s, "P1", FieldUpdate(square, "."))
                t_s += 0.5
        driven.read(t_s, "P1", FieldUpdate(chess.parse_square(white), "K"))
        driven.read(t_s + 1, "P1", FieldUpdate(chess.parse_square(black), "k"))
        driven.until(t_s + 20)


def test_a_first_game_by_another_name_is_another_game_for_rulings() -> None:
    """Both have the number 1: what is ruled of the second follows from its own slice."""

    def known(label: str) -> Known:
        return Known(tournament=file(f'labels = {{55816 = "{label}"}}'))

    hall = CorrectedHall(known=known("7"))
    hall.read(0.0, "P1", Identity(serial="55816"))
    hall.moves("P1", "e4 e5 Nf3")
    hall.until(hall.t_s + 3)
    learn(hall, known("8"), hall.t_s)
    hall.rule("result", board="7", result="1-0")
    hall.set_up("P1", chess.Board(), "".join(letters(hall.games["P1"])))
    hall.games["P1"] = chess.Board()
    hall.moves("P1", "d4 d5 c4 e6")
    hall.until(hall.t_s + 3)
    hall.rule("replace", board="8", ply=3, moves=("Nc3",))
    assert hall.sans("8") == "d4 d5 Nc3 e6"
    hall.rule("set_aside", board="8")
    assert not hall.view("8").moves
