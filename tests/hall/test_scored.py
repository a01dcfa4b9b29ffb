"""Boards that another program tells of: its moves, what it gets wrong, what stands, what is ruled."""

from random import Random

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from drivers.readings import Clock, LineDown, LineUp, Score
from tests.drawn import drawn
from tests.hall.correcting import KNIGHTS
from tests.hall.scoring import PLAYERS, ScoredHall, placement, score

DRAWN = drawn()


@pytest.fixture
def hall() -> ScoredHall:
    return ScoredHall()


class TestMoves:
    def test_they_are_claimed_and_count(self, hall: ScoredHall) -> None:
        moves = " ".join([KNIGHTS] * 4).split()
        for number in range(len(moves) + 1):
            hall.claim(score(moves[:number]))
        hall.rest()
        told = hall.board("P1").moves
        assert {(move.provenance, move.sure, move.status) for move in told} == {("claimed", True, "confirmed")}
        assert [move.count for move in told][3::4] == [2, 3, 4, 5]
        assert Rule.FIVEFOLD in hall.board("P1").rules

    def test_many_at_once(self, hall: ScoredHall) -> None:
        hall.claim(score(" ".join([KNIGHTS] * 4)))
        hall.rest()
        assert Rule.FIVEFOLD in hall.board("P1").rules

    def test_times_are_those_of_each_move(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3", clocks="0:15:00+0:00:03,14:58,899.5+31"))
        assert [move.clock for move in hall.board("P1").moves] == [None, (900, 898), (899, 898)]

    def test_a_time_that_comes_later_is_told(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5", clocks="900,898"))
        hall.claim(score("e4 e5 Nf3", clocks="900,898"))
        assert not hall.sure()[-1]
        hall.claim(score("e4 e5 Nf3", clocks="900,898,890"))
        assert hall.board("P1").moves[-1].clock == (890, 898)
        assert all(hall.sure())

    def test_a_move_of_the_past_that_is_another_one(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6 Bb5"))
        told = hall.read(hall.t_s + 2, "P1", score("e4 e5 Nc3 Nc6 Bb5"))
        (retract,) = (event for event in told if isinstance(event, events.Retract))
        assert (retract.ply, retract.reason) == (3, "revised")
        assert hall.sans() == "e4 e5 Nc3 Nc6 Bb5"

    def test_moves_that_are_gone(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6"))
        told = hall.read(hall.t_s + 2, "P1", score("e4 e5"))
        assert [(e.ply, e.reason) for e in told if isinstance(e, events.Retract)] == [(3, "taken_back")]

    def test_chess960(self, hall: ScoredHall) -> None:
        fen = chess.Board.from_chess960_pos(0).fen()
        hall.claim(score("b3 b6 Bb2", FEN=fen, Variant="Chess960", White="A", Black="B"))
        assert hall.sans() == "b3 b6 Bb2"
        hall.claim(score("g3 g6", Chess960="518", White="A", Black="C"))
        castling = "e3 e6 Ke2 Ke7"
        hall.claim(score(castling, Chess960="518", White="A", Black="C"))
        assert hall.sans() == castling

    def test_chess960_castling_stands_as_more_is_claimed(self, hall: ScoredHall) -> None:
        fen = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1"
        sans = ["Ng3", "Ng6", "e3", "e6", "Be2", "Be7", "O-O", "O-O", "Nb3"]
        for number in range(4, len(sans) + 1):
            hall.claim(score(sans[:number], FEN=fen, Variant="Chess960"))
        assert hall.sans().split() == sans
        assert not [event for event in hall.stream if isinstance(event, events.Retract)]


class TestGames:
    def test_the_next_round(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5", "1-0"))
        hall.claim(score("", Round="2.7", White="Clark", Black="Adams"))
        assert hall.board("P1").game == 2
        assert hall.board("P1").summaries[0].result == "1-0"

    def test_an_exchanged_game(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3"))
        hall.claim(score("d4 d5", Round="1.7", White="Clark", Black="Davis"))
        assert (hall.board("P1").game, hall.sans()) == (2, "d4 d5")

    def test_a_name_put_right_is_the_same_game(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3"))
        hall.claim(Score(("e4", "e5", "Nf3"), None, {**PLAYERS, "White": "Adàms"}))
        assert hall.board("P1").game == 1

    def test_names_that_come_later_are_of_the_same_game(self, hall: ScoredHall) -> None:
        hall.claim(Score(("e4", "e5")))
        hall.claim(score("e4 e5 Nf3"))
        assert (hall.board("P1").game, hall.sans()) == (1, "e4 e5 Nf3")

    def test_without_names_an_empty_score_is_the_next_game(self, hall: ScoredHall) -> None:
        hall.claim(Score(("e4", "e5", "Nf3")))
        hall.claim(Score(()))
        assert hall.board("P1").game == 2

    def test_a_program_that_begins_again_in_the_middle(self, hall: ScoredHall) -> None:
        hall.claim(Score(("e4", "e5", "Nf3", "Nc6")))
        board = chess.Board()
        for san in ("e4", "e5", "Nf3"):
            board.push_san(san)
        hall.claim(Score((), None, {"FEN": f"{board.board_fen()} b KQkq - 0 1"}))
        hall.claim(Score(("Nf6", "d4"), None, {"FEN": f"{board.board_fen()} b KQkq - 0 1"}))
        assert (hall.board("P1").game, hall.sans()) == (1, "e4 e5 Nf3 Nf6 d4")


class TestWhatItGetsWrong:
    def test_kings_in_the_centre_are_no_moves(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6"))
        hall.claim(score("e4 e5 Nf3 Nc6 Ke4 Kd5", "1-0"))
        hall.rest()
        assert hall.sans() == "e4 e5 Nf3 Nc6"
        assert hall.board("P1").result == "1-0"
        assert Rule.HISTORY_UNCERTAIN not in hall.board("P1").rules

    def test_a_king_that_may_have_gone_there_is_not_sure(self, hall: ScoredHall) -> None:
        fen = "8/8/8/2k5/8/4K3/4P3/8 w - - 0 1"
        hall.claim(score("Ke4", "1/2-1/2", FEN=fen, White="A"))
        assert (hall.sans(), hall.sure()) == ("Ke4", [False])

    def test_behind_a_move_that_is_not_legal_there_is_only_a_result(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf6 d5 exd5"))
        assert hall.sans() == "e4 e5"
        assert Rule.HISTORY_UNCERTAIN in hall.board("P1").rules
        hall.claim(score("e4 e5 Nf6 d5 exd5", "0-1"))
        assert hall.board("P1").result == "0-1"
        hall.claim(score("e4 e5 Nf3 d5 exd5", "0-1"))
        assert hall.sans() == "e4 e5 Nf3 d5 exd5"
        assert Rule.HISTORY_UNCERTAIN not in hall.board("P1").rules

    def test_its_result_is_told_as_its_own(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5", "1-0"))
        (alert,) = (a for a in hall.board("P1").alerts.values() if a.rule is Rule.RESULT_SIGNALLED)
        assert "The other program gives 1-0." in alert.text

    def test_a_guess_has_no_time_and_is_not_sure(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6 Bb5", clocks="900,900,,880,870"))
        assert hall.sure() == [True, True, False, True, True]

    def test_a_clock_that_is_not_heard_makes_no_guesses(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6 Bb5 a6 Ba4", clocks="900,900"))
        assert all(hall.sure())

    def test_time_spent_alone_is_a_time(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3", clocks="900,900,+4"))
        assert all(hall.sure())
        assert hall.board("P1").moves[2].clock is None

    def test_a_result_shown_too_early(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5", "1-0"))
        hall.claim(score("e4 e5 Nf3"))
        assert hall.board("P1").result in (None, "*")
        assert hall.sans() == "e4 e5 Nf3"

    @pytest.mark.parametrize("bad", ["--", "Z0", "", "e9", "\x1b[2J", "[red]", "O-O-O-O", "Nf3" * 500])
    def test_what_is_no_move_ends_the_record(self, hall: ScoredHall, bad: str) -> None:
        hall.claim(score(["e4", bad, "d4"]))
        assert hall.sans() == "e4"

    @pytest.mark.parametrize("fen", ["x", "8/8/8/8/8/8/8/8 w - - 0 1", "9" * 5000, "kkkkkkkk/8/8/8/8/8/8/8 w - - 0 1"])
    def test_no_position_no_game(self, hall: ScoredHall, fen: str) -> None:
        hall.claim(score("e4", FEN=fen))
        assert hall.board("P1").game == 0


class TestWhatStands:
    def test_a_guess_is_borne_out_by_what_stood(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5", clocks="900,900"))
        hall.claim(score("e4 e5 Nf3", clocks="900,900"))
        assert not hall.sure()[2]
        hall.stand(placement("e4 e5 Nf3"))
        hall.rest()
        assert hall.sure()[2]

    def test_another_position_is_told_and_ends(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.stand(placement("e4 e5"))
        hall.claim(score("e4 e5 Nf3"))
        hall.stand(placement("e4 e5 Nc3"))
        hall.rest(2.0)
        assert Rule.POSITION_UNEXPLAINED not in hall.board("P1").rules
        hall.rest()
        (alert,) = (a for a in hall.board("P1").alerts.values() if a.rule is Rule.POSITION_UNEXPLAINED)
        assert alert.squares == ("b1", "g1", "c3", "f3")
        hall.claim(score("e4 e5 Nc3"))
        hall.rest(2.0)
        assert Rule.POSITION_UNEXPLAINED not in hall.board("P1").rules

    def test_a_piece_in_a_hand_is_no_alarm(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        squares = placement("e4 e5").squares
        hall.stand(placement("e4 e5")._replace(squares=squares[:6] + "." + squares[7:]))
        hall.rest(10.0)
        assert not hall.board("P1").rules

    def test_a_board_that_lies_the_other_way_round(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.stand(placement("e4 e5", turned=True))
        hall.rest()
        assert not hall.board("P1").rules
        assert hall.view().rotated

    def test_what_stands_may_be_told_before_anything_is_claimed(self, hall: ScoredHall) -> None:
        hall.stand(placement("e4 e5", turned=True)._replace(squares="." * 64))
        hall.claim(score(""))
        hall.stand(placement("", turned=True))
        hall.claim(score("e4"))
        hall.stand(placement("e4", turned=True))
        hall.claim(Score((), None, {**PLAYERS, "Round": "2.7"}))
        hall.stand(placement(""))
        hall.rest()
        assert not hall.board("P1").rules
        assert not hall.view().rotated

    def test_it_comes_before_the_move_is_claimed(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.stand(placement("e4 e5 Nf3"))
        hall.claim(score("e4 e5 Nf3"), 1.0)
        hall.rest()
        assert not hall.board("P1").rules

    def test_pieces_put_away_after_the_game_are_no_alarm(self, hall: ScoredHall) -> None:
        hall.claim(score("f3 e5 g4 Qh4#"))
        hall.stand(placement("f3 e5 g4 Qh4#"))
        hall.stand(placement(""))
        hall.rest(60.0)
        assert hall.board("P1").rules <= {Rule.CHECKMATE, Rule.RESULT_SIGNALLED}

    def test_a_clock(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.read(hall.t_s + 1, "P1", Clock(900, 850, running=True, to_move="left"))
        hall.claim(score("e4 e5 Nf3"))
        assert hall.board("P1").moves[-1].clock == (900, 850)
        hall.read(hall.t_s + 1, "P1", Clock(890, 850, running=False, to_move="left"))
        hall.rest()
        told = [event for event in hall.stream if isinstance(event, events.Clock)][-1]
        assert (told.white, told.black, told.running) == (890, 850, None)

    def test_an_outage(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.read(hall.t_s + 1, "P1", LineDown("LiveChess does not answer"))
        hall.rest(60.0)
        assert Rule.BOARD_LOST in hall.board("P1").rules
        hall.read(hall.t_s + 1, "P1", LineUp())
        assert Rule.BOARD_LOST in hall.board("P1").rules, "an open line may lead nowhere"
        hall.claim(score("e4 e5"))
        assert not hall.board("P1").rules
        hall.claim(score("e4 e5 Nf3 Nc6"))
        hall.rest()
        assert all(hall.sure())


class TestRulings:
    def test_what_is_corrected_stands_when_more_is_claimed(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nh3 Nc6"))
        hall.rule("replace", ply=3, moves=("Nf3",))
        assert hall.sans() == "e4 e5 Nf3 Nc6"
        hall.claim(score("e4 e5 Nh3 Nc6 Bb5"))
        assert hall.sans() == "e4 e5 Nf3 Nc6 Bb5"
        assert hall.board("P1").moves[2].provenance == "corrected"
        hall.claim(score("e4 e5 Nf3 Nc6 Bb5 a6"))
        assert hall.sans() == "e4 e5 Nf3 Nc6 Bb5 a6"

    def test_what_does_not_follow_from_a_correction_waits_and_is_told_once(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3 Nc6"))
        hall.rule("replace", ply=3, moves=("Nc3",))
        for sans in ("Ng5", "Ng5 d6", "Ng5 d6 Nxf7"):
            hall.claim(score(f"e4 e5 Nf3 Nc6 {sans}"))
            assert hall.sans() == "e4 e5 Nc3 Nc6"
        told = [event for event in hall.stream if isinstance(event, events.Alert)]
        assert [alert.rule for alert in told] == [Rule.HISTORY_UNCERTAIN]
        hall.rule("replace", ply=3, moves=("Nf3",))
        hall.claim(score("e4 e5 Nf3 Nc6 Ng5 d6 Nxf7 Kxf7"))
        assert hall.sans() == "e4 e5 Nf3 Nc6 Ng5 d6 Nxf7 Kxf7"
        assert Rule.HISTORY_UNCERTAIN not in hall.board("P1").rules

    def test_undone_it_leaves_nothing(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nh3 Nc6"))
        hall.rest()
        hall.rule("replace", ply=3, moves=("Nf3",))
        hall.claim(score("e4 e5 Nh3 Nc6 Bb5"))
        hall.rest()
        hall.undo(1)
        assert hall.sans() == "e4 e5 Nh3 Nc6 Bb5"

    def test_what_is_claimed_while_a_claim_is_examined_waits(self, hall: ScoredHall) -> None:
        hall.claim(score(KNIGHTS))
        hall.rule("claim", route="9.2.2", claimant="white")
        hall.claim(score(f"{KNIGHTS} e4"))
        assert hall.sans() == KNIGHTS
        hall.rule("close", outcome="rejected")
        hall.rest()
        assert hall.sans() == f"{KNIGHTS} e4"

    def test_a_game_that_was_set_aside_does_not_come_back_by_itself(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.rule("set_aside")
        hall.claim(score("e4 e5 Nf3"))
        assert hall.board("P1").gone
        hall.undo()
        assert hall.sans() == "e4 e5 Nf3"
        hall.rule("set_aside")
        hall.claim(score("d4", Round="2.7", White="Clark"))
        assert hall.sans() == "d4"

    def test_a_game_that_ended_by_a_ruling_goes_on_with_what_was_claimed_since(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.rule("result", result="1-0")
        hall.claim(score("e4 e5 Nf3"))
        assert hall.sans() == "e4 e5"
        hall.undo()
        assert hall.sans() == "e4 e5 Nf3"

    def test_a_result_that_is_ruled_stands(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5"))
        hall.rule("result", result="1/2-1/2")
        hall.claim(score("e4 e5 Nf3", "1-0"))
        assert hall.board("P1").result == "1/2-1/2"


@pytest.mark.parametrize("seed", [1, 2, 3, DRAWN])
def test_whatever_is_claimed_the_last_word_stands_with_the_counts_of_a_game_told_at_once(seed: int) -> None:
    print(f"seed {seed}")
    rng = Random(seed)
    hall, sans = ScoredHall(), list[str]()
    for _ in range(60):
        kept = sans[: rng.choice([len(sans), len(sans), len(sans), rng.randrange(len(sans) + 1)])]
        board = chess.Board()
        for san in kept:
            board.push_san(san)
        for _ in range(rng.choice([0, 1, 1, 1, 2, 5])):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if moves:
                quiet = [m for m in moves if board.piece_type_at(m.from_square) == chess.KNIGHT] or moves
                move = rng.choice(quiet)
                kept.append(board.san(move))
                board.push(move)
        sans = kept
        torn = [rng.choice(["Ke9", "Qxh7", "--"])] if rng.random() < 0.1 else []
        hall.claim(score([*sans, *torn], rng.choice([None, None, None, "1-0"])), rng.choice([0.1, 0.7, 3.0]))
    hall.claim(score(sans))
    hall.rest()
    at_once = ScoredHall()
    at_once.claim(score(sans))
    at_once.rest()
    assert hall.sans().split() == sans
    counted, wanted = ([move.count for move in each.board("P1").moves] for each in (hall, at_once))
    assert counted == wanted
    draws = {Rule.THREEFOLD, Rule.FIVEFOLD, Rule.FIFTY, Rule.CHECKMATE}
    assert hall.board("P1").rules & (draws - {Rule.THREEFOLD}) == at_once.board("P1").rules & (draws - {Rule.THREEFOLD})


class TestAStartThatCannotBe:
    FEN = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNP w KQkq - 0 1"

    def test_it_is_told_and_ends_with_one_that_can(self, hall: ScoredHall) -> None:
        hall.claim(score("e4", **PLAYERS, FEN=self.FEN))
        (alert,) = hall.board("P1").alerts.values()
        assert alert.rule is Rule.SETUP
        assert "cannot be" in str(alert.text)
        hall.claim(score("e4 e5", **PLAYERS, FEN=self.FEN))
        hall.stand(placement("e4"))
        hall.rest()
        assert list(hall.board("P1").alerts) == [alert.id]
        assert hall.board("P1").moves == []
        hall.claim(score("e4 e5"))
        assert not hall.board("P1").rules
        assert hall.sans() == "e4 e5"

    def test_a_game_that_goes_on_keeps_what_was_said_of_it(self, hall: ScoredHall) -> None:
        hall.claim(score("e4 e5 Nf3"))
        hall.claim(score("e4 e5", **PLAYERS, FEN="8/8/8/8/8/8/kK6/8 w - - 0 1"))
        assert Rule.SETUP in hall.board("P1").rules
        assert hall.sans() == "e4 e5 Nf3"
        hall.claim(score("e4 e5 Nf3 Nc6"))
        assert Rule.SETUP not in hall.board("P1").rules
        assert hall.sans() == "e4 e5 Nf3 Nc6"
