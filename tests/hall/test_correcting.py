"""Rulings on the moves of a game: what was recorded after them is laid over them, and undone they leave nothing."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.told_games import games_of
from drivers.readings import BoardDump, Clock, FieldUpdate, LineDown, LineUp
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.hall_driver import START


def misread() -> CorrectedHall:
    """The knight went to f3; h3 was read, and was put right by the players' next moves only."""
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5")
    hall.read(hall.t_s + 2, "P1", FieldUpdate(chess.G1, "."))
    hall.read(hall.t_s + 0.2, "P1", FieldUpdate(chess.H3, "N"))
    hall.games["P1"].push_san("Nh3")
    hall.moves("P1", "Nc6")
    hall.read(hall.t_s + 2, "P1", FieldUpdate(chess.H3, "."))
    hall.read(hall.t_s + 0.2, "P1", FieldUpdate(chess.F3, "N"))
    hall.until(hall.t_s + 4)
    return hall


class TestReplace:
    def test_what_was_recorded_since_is_laid_over_it(self) -> None:
        hall = misread()
        hall.rule("replace", ply=3, moves=("Nf3",))
        assert hall.sans().startswith("e4 e5 Nf3 Nc6")
        assert hall.view().differing == ()
        third = hall.board("P1").moves[2]
        assert (third.provenance, third.sure, third.status) == ("corrected", True, "confirmed")
        hall.games["P1"] = board = chess.Board()
        for san in ["e4", "e5", "Nf3", "Nc6"]:
            board.push_san(san)
        hall.moves("P1", "Bb5 a6")
        assert hall.sans() == "e4 e5 Nf3 Nc6 Bb5 a6"

    def test_only_what_is_different_is_told(self) -> None:
        hall = misread()
        told = hall.rule("replace", ply=3, moves=("Nf3",))
        retract = next(event for event in told if isinstance(event, events.Retract))
        assert (retract.ply, retract.reason) == (3, "arbiter")
        assert next(event.ply for event in told if isinstance(event, events.Move)) == 3

    def test_a_move_that_is_said_as_it_was_seen_only_is_surer(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5 Nf3")
        told = hall.rule("replace", ply=2, moves=("e5",))
        assert not any(isinstance(event, events.Retract) for event in told)
        assert [(e.ply, e.provenance) for e in told if isinstance(e, events.Move)] == [(2, "corrected")]

    def test_counts_and_alerts_follow(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", " ".join([KNIGHTS] * 4))
        hall.until(hall.t_s + 2)
        (fivefold,) = (a for a in hall.board("P1").alerts.values() if a.rule is Rule.FIVEFOLD)
        hall.acknowledge(hall.t_s, fivefold.id)
        before = hall.held
        hall.rule("replace", ply=1, moves=("Nc3", "Nf6", "Nb1", "Ng8"), after_s=0)
        assert [move.count for move in hall.view().moves][3::4] == [2, 3, 4, 5]
        hall.rule("replace", ply=16, moves=("Nd5",), after_s=0)
        assert Rule.FIVEFOLD not in hall.board("P1").rules
        assert hall.board("P1").result is None
        hall.undo(hall.last)
        hall.undo(hall.last - 2)
        assert hall.held == before
        assert not [alert for alert in hall.view().alerts if alert.rule is Rule.FIVEFOLD and not alert.acknowledged_t_s]

    def test_moves_nobody_saw(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5")
        hall.down("P1", hall.t_s + 1)
        board = hall.games["P1"]
        for san in ["Nf3", "Nc6", "Ng1", "Nb8", "d4", "exd4"]:
            board.push_san(san)
        hall.read(hall.t_s + 60, "P1", LineUp())
        hall.read(hall.t_s, "P1", BoardDump("".join(letters(board))))
        hall.until(hall.t_s + 5)
        assert not all(move.sure for move in hall.view().moves)
        hall.moves("P1", "c3")
        hall.rule("replace", ply=3, moves=("Nf3", "Nc6", "Ng1", "Nb8", "d4", "exd4"))
        assert hall.sans() == "e4 e5 Nf3 Nc6 Ng1 Nb8 d4 exd4 c3"
        assert all(move.sure for move in hall.view().moves)
        assert Rule.HISTORY_UNCERTAIN not in hall.board("P1").rules
        assert hall.view().moves[5].count == 2

    def test_a_takeback_after_the_replaced_ply(self) -> None:
        hall = misread()
        hall.rule("replace", ply=3, moves=("Nf3",))
        hall.read(hall.t_s + 2, "P1", FieldUpdate(chess.C6, "."))
        hall.read(hall.t_s + 0.3, "P1", FieldUpdate(chess.B8, "n"))
        hall.until(hall.t_s + 3)
        assert hall.sans() == "e4 e5 Nf3"
        hall.read(hall.t_s + 2, "P1", FieldUpdate(chess.F3, "."))
        hall.read(hall.t_s + 0.3, "P1", FieldUpdate(chess.G1, "N"))
        hall.until(hall.t_s + 3)
        assert hall.sans() == "e4 e5"

    def test_the_later_of_two_on_one_ply_holds(self) -> None:
        hall = misread()
        hall.rule("replace", ply=3, moves=("d3", "d6"))
        hall.rule("replace", ply=3, moves=("Nf3",))
        assert hall.sans().startswith("e4 e5 Nf3")
        hall.undo()
        assert hall.sans().startswith("e4 e5 d3 d6")

    def test_castling_in_chess960_on_two_boards(self) -> None:
        array = "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w KQkq - 0 1"
        hall = CorrectedHall("P0", known=Known(chess960=True))
        start = chess.Board(array, chess960=True)
        for port in ("P1", "P2"):
            hall.read(hall.t_s, port, LineUp())
            hall.read(hall.t_s, port, BoardDump("".join(letters(start))))
            hall.games[port] = start.copy()
            hall.moves(port, "f3 f6 Nc3 Nc6 e3 e6")
        before = hall.held
        hall.rule("replace", ply=5, moves=("O-O",), after_s=0)
        assert hall.sans().startswith("f3 f6 Nc3 Nc6 O-O e6")
        assert hall.view("P2") == before[0][2]  # type: ignore[index]
        hall.undo()
        assert hall.held == before

    def test_times_of_the_clock_stay_with_their_plies(self) -> None:
        hall = CorrectedHall()
        for n, san in enumerate(["e4", "e5", "Nf3", "Nc6"]):
            hall.read(hall.t_s + 0.5, "P1", Clock(600 - n, 600 - n, True, "right" if n % 2 else "left"))
            hall.read(hall.t_s + 1, "P1", Clock(599 - n, 599 - n, True, "right" if n % 2 else "left"))
            hall.moves("P1", san)
        clocks = [move.clock for move in hall.view().moves]
        hall.rule("replace", ply=1, moves=("e4", "e5"))
        assert [move.clock for move in hall.view().moves][:4] == clocks


class TestSettle:
    def test_an_order_that_was_left_open(self) -> None:
        hall = CorrectedHall()
        hall.down("P1", 1.0)
        board = chess.Board()
        for san in ["e4", "e5", "d4", "d5"]:
            board.push_san(san)
        hall.read(60.0, "P1", LineUp())
        hall.read(60.0, "P1", BoardDump("".join(letters(board))))
        hall.until(65.0)
        assert len(hall.view().moves) == 4
        assert not hall.view().moves[1].sure
        hall.rule("settle", ply=1, moves=("d4", "d5", "e4", "e5"))
        assert hall.sans() == "d4 d5 e4 e5"
        assert all(move.sure for move in hall.view().moves)

    def test_not_where_it_leads_elsewhere(self) -> None:
        hall = misread()
        assert "do not lead" in hall.refused("settle", ply=1, moves=("d4", "e5"))


class TestPosition:
    JOINED = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"

    def joined(self) -> CorrectedHall:
        hall = CorrectedHall("P0")
        hall.up("P1", hall.t_s, fen=self.JOINED)
        hall.until(10.0)
        hall.moves("P1", "a3 a6 b3 b6")
        return hall

    def test_rights_that_were_lost_before(self) -> None:
        hall = self.joined()
        before = hall.held
        hall.rule("position", turn="white", castling="q", after_s=0)
        assert hall.view().start_fen.split()[1:3] == ["w", "q"]
        assert hall.sans() == "a3 a6 b3 b6"
        hall.undo()
        assert hall.held == before

    def test_rights_that_cannot_be(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4")
        assert "en passant" in hall.refused("position", turn="white", castling="KQkq", en_passant="e3")
        assert "No game can begin" in hall.refused("position", turn="white", castling="xyz")

    def test_a_castling_that_is_none_any_more_is_not_read(self) -> None:
        hall = self.joined()
        hall.rule("position", turn="white", castling="-")
        assert "Q" not in hall.view().start_fen.split()[2]


class TestPositionFromAPlyOn:
    """The rights in the middle of a record: from there on the game goes on with them."""

    MOVES = "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2 Ke7 Ke1 Ke8 d3 d6"

    @staticmethod
    def rights(hall: CorrectedHall) -> list[str]:
        return [move.fen.fen().split()[2] for move in hall.board("P1").moves]

    def test_rights_are_others_from_there_on(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", self.MOVES)
        hall.until(hall.t_s + 5)
        before = hall.held
        told = hall.rule("position", ply=10, castling="KQ", after_s=0.0)
        assert [event.ply for event in told if isinstance(event, events.Retract)] == [10]
        assert hall.sans() == self.MOVES
        assert self.rights(hall)[8:] == ["-", "KQ", "KQ", "KQ"]
        assert hall.board("P1").moves[9].provenance == "corrected"
        hall.undo()
        assert hall.held == before
        hall.undo()
        hall.games["P1"].set_castling_fen("KQ")
        hall.moves("P1", "O-O Nf6")
        assert hall.sans() == f"{self.MOVES} O-O Nf6"

    def test_what_follows_is_laid_over_it(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6")
        hall.until(hall.t_s + 5)
        before = hall.held
        hall.rule("position", ply=6, turn="white", castling="kq", after_s=0.0)
        assert "O-O" not in hall.sans()
        hall.undo()
        assert hall.held == before

    def test_a_position_that_stood_with_other_rights_is_another_one(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", f"e4 e5 {KNIGHTS}")
        hall.until(hall.t_s + 5)
        assert hall.view().moves[-1].count == 2
        hall.rule("position", ply=4, castling="Kkq")
        assert [move.count for move in hall.view().moves] == [1] * 6

    def test_what_cannot_be_is_refused(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5 Ke2 Ke7")
        assert "no position after half-move 7" in hall.refused("position", ply=7, turn="white")
        why = hall.refused("position", ply=2, turn="black")
        assert why.startswith("The players move alternately (1.2)")
        assert "other side's turn after half-move 2" in why
        assert "king and rook do not stand" in hall.refused("position", ply=3, castling="K")
        assert "Neither the turn nor rights" in hall.refused("position", ply=3)

    def test_other_rulings_before_and_after_it(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", self.MOVES)
        hall.rule("position", ply=10, castling="KQkq")
        hall.rule("replace", ply=12, moves=("Nf6",))
        assert self.rights(hall)[9:] == ["KQkq"] * 3
        hall.rule("replace", ply=11, moves=("c3",))
        assert self.rights(hall)[10] == "KQkq"
        hall.undo(1)
        assert self.rights(hall)[10] == "-"


class TestIllegal:
    def answered(self) -> CorrectedHall:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5")
        for square, piece in ((chess.G1, "."), (chess.E3, "N"), (chess.D7, "."), (chess.D5, "p")):
            hall.read(hall.t_s + 1.5, "P1", FieldUpdate(square, piece))
        hall.until(hall.t_s + 3)
        assert [move.legal for move in hall.board("P1").moves] == [True, True, False, True]
        return hall

    def test_what_it_ended_as_and_which_position_was_restored(self) -> None:
        hall = self.answered()
        before = hall.held
        told = hall.rule("illegal", outcome="restored", after_s=0)
        endings = {e.ending for e in told if isinstance(e, events.AlertCleared) and e.rule is Rule.ILLEGAL_MOVE}
        assert endings == {"restored"}
        assert hall.sans() == "e4 e5"
        assert hall.view().illegal_moves == (1, 0)
        hall.undo()
        assert hall.held == before

    def test_an_earlier_position(self) -> None:
        hall = self.answered()
        hall.rule("illegal", outcome="restored_further_back", ply=1)
        assert hall.sans() == "e4"

    def test_it_was_legal_after_all(self) -> None:
        hall = self.answered()
        hall.rule("illegal", outcome="explained")
        assert hall.view().illegal_moves == (0, 0)

    def test_where_there_is_none(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5")
        assert "no such illegal move" in hall.refused("illegal", outcome="restored")


class TestRefused:
    @pytest.mark.parametrize(
        ("fields", "why"),
        [
            ({"ply": 3, "moves": ("Qh6",)}, "no legal move"),
            ({"ply": 3, "moves": ("nonsense",)}, "no legal move"),
            ({"ply": 3, "moves": ("--",)}, "no legal move"),
            ({"ply": 9, "moves": ("e4",)}, "no half-move 9"),
            ({"ply": 0, "moves": ("e4",)}, "no half-move 0"),
            ({"ply": 1, "moves": ()}, "No moves"),
            ({"ply": 1, "moves": ("e4",), "board": "P7"}, "no board P7"),
        ],
    )
    def test_it_says_why_and_changes_nothing(self, fields: dict[str, object], why: str) -> None:
        assert why in misread().refused("replace", **fields)

    def test_a_board_without_a_game(self) -> None:
        hall = CorrectedHall()
        hall.read(1.0, "P2", LineUp())
        assert "no game" in hall.refused("replace", board="P2", ply=1, moves=("e4",))

    def test_what_another_ruling_rests_on_is_not_undone(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        hall.rule("replace", ply=2, moves=("d5",))
        hall.rule("replace", ply=3, moves=("exd5",))
        assert "rests on it" in hall.refused("undo", board="", undoes=1)
        hall.undo(2)
        hall.undo(1)
        assert hall.sans() == "e4 e5 Nf3 Nc6"

    def test_an_undoing_is_undone(self) -> None:
        hall = misread()
        hall.rule("replace", ply=3, moves=("Nf3",))
        ruled = hall.held
        hall.undo(1)
        hall.undo(2)
        assert hall.held == ruled


def test_a_start_array_that_stands_again_after_it_begins_no_game_by_a_ruling() -> None:
    hall = CorrectedHall()
    hall.moves("P1", KNIGHTS)
    hall.rule("replace", ply=1, moves=("e4", "e5"))
    assert hall.board("P1").game == 1
    hall.read(hall.t_s + 1, "P1", BoardDump(START))


def test_a_line_that_was_away_meanwhile_is_fed_again_as_it_was() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3")
    hall.read(hall.t_s + 1, "P1", LineDown("pulled"))
    hall.read(hall.t_s + 30, "P1", LineUp())
    hall.games["P1"].push_san("Nc6")
    hall.read(hall.t_s + 0.5, "P1", BoardDump("".join(letters(hall.games["P1"]))))
    hall.moves("P1", "Bb5 a6")
    hall.until(hall.t_s + 5)
    before = hall.held
    hall.rule("replace", ply=1, moves=("e3",), after_s=0)
    hall.undo()
    assert hall.held == before


def test_neither_times_nor_squares_suffer_from_a_ruling_that_is_undone() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
    hall.until(hall.t_s + 5)
    (before,) = games_of(hall.stream)
    hall.rule("replace", ply=4, moves=("d6",))
    (ruled,) = games_of(hall.stream)
    assert ruled.first_told_s[:4] == before.first_told_s[:4]
    hall.until(hall.t_s + 60)
    hall.undo()
    hall.moves("P1", "O-O Be7")
    hall.until(hall.t_s + 60)
    (after,) = games_of(hall.stream)
    assert after.first_told_s[:8] == before.first_told_s
    assert not [event for event in hall.stream if isinstance(event, events.Square)]


class TestPreview:
    def test_it_tells_what_will_change_and_changes_nothing(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", " ".join([KNIGHTS] * 4))
        hall.until(hall.t_s + 2)
        before = hall.held
        text = hall.hall.preview(Ruling(0.0, "Ada", "replace", board="P1", ply=16, moves=("Nd5",)))
        assert text.startswith("1 half-move is another one, from 8...Nd5 on: Nd5.")
        assert "Ended: fivefold" in text
        assert hall.held == before
        told = hall.rule("replace", ply=16, moves=("Nd5",), after_s=0)
        assert {event.rule for event in told if isinstance(event, events.AlertCleared)} == {Rule.FIVEFOLD}

    def test_counts_that_change(self) -> None:
        hall = CorrectedHall()
        hall.moves("P1", " ".join([KNIGHTS] * 2))
        text = hall.hall.preview(Ruling(0.0, "Ada", "replace", board="P1", ply=1, moves=("Nc3", "Nf6", "Nb1", "Ng8")))
        assert "4 half-moves are other ones" not in text
        assert "half-moves are other ones, from 1.Nc3 on: Nc3" in text

    def test_or_why_it_cannot_be(self) -> None:
        assert "no legal move" in misread().hall.preview(
            Ruling(0.0, "Ada", "replace", board="P1", ply=3, moves=("Qh6",))
        )


@pytest.mark.parametrize(("refused", "undone"), [({}, True), ({2: "another game would begin"}, False)])
def test_what_was_undone_in_a_game_that_is_not_fed_again_stays_undone(refused: dict[int, str], undone: bool) -> None:
    """A hall made again from the last games only: a ruling on one before, and its undoing, as they were told."""
    hall = CorrectedHall("P1")
    hall.hall.rulings.resume(refused, until=2)
    hall.rule("replace", ply=7, moves=("d4",))
    hall.undo()
    assert [(view.undone, view.why_not) for view in hall.hall.view().rulings] == [
        (undone, ""),
        (False, refused.get(2, "")),
    ]
