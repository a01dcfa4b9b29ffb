"""Claims held against a record: what supports them, what looks alike and is not, and what nobody can tell."""

import re
from typing import Any, Final

import chess
import pytest

from dgt_monitor.events import Colour, Rule
from dgt_monitor.laws.alike import alike_text
from dgt_monitor.laws.claim import NO_DOUBTS, Answer, Claim, Doubts, Route, examine, examine_written
from dgt_monitor.laws.claim_texts import claim_text, over_text
from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, profiles
from tests.drawn import drawn
from tests.laws.slow import games, some_move
from tests.laws.vectors import load, start

SHUFFLE: Final = ("g1f3", "g8f6", "f3g1", "f6g8")
ROOK: Final = "4k3/8/8/8/8/8/R7/4K3 w - - {} 80"
FIDE: Final = FIDE_OVER_THE_BOARD


class Line:
    """A line of play with its record, and claims made after its last move."""

    def __init__(self, fen: str, *moves: str, unsure: tuple[int, ...] = (), joined: bool = False, c960: bool = False):
        self.board = chess.Board(fen, chess960=c960)
        self.ledger = Ledger(self.board, joined_late=joined)
        self.first = (self.board.fullmove_number, self.board.turn)
        self.labels = ["start"]
        for ply, uci in enumerate(moves, 1):
            move = self.board.parse_uci(uci)
            self.labels.append(self._label(ply, self.board.san(move)))
            self.board.push(move)
            self.ledger.push(self.board, sure=ply not in unsure)
        self.written = "?"

    def _label(self, ply: int, san: str) -> str:
        return move_label(ply, *self.first, san)

    def name(self, ply: int) -> str:
        return self.labels[ply] if ply < len(self.labels) else self._label(ply, self.written)

    def claim(
        self, route: str, uci: str | None = None, *, by: Colour | None = None, doubts: Doubts = NO_DOUBTS
    ) -> Answer:
        move = None if uci is None else chess.Move.from_uci(uci)
        legal = move is not None and self.board.is_legal(move)
        self.written = self.board.san(move) if move is not None and legal else str(uci)
        before = self.board.fen(), self.ledger.ply
        mover: Colour = "white" if self.board.turn else "black"
        claim = Claim(by or mover, Route(route), move, self.written if move is not None else "")
        answer = examine(self.board, self.ledger, claim, doubts)
        assert (self.board.fen(), self.ledger.ply) == before
        return answer

    def told(self, answer: Answer) -> str:
        return claim_text(answer, self.name, self.ledger.profile)


def test_a_written_move_that_is_the_third_time() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE[:3])
    answer = line.claim("9.2.1", "f6g8")
    assert (answer.supported, answer.rule, answer.plies, answer.times) == (True, Rule.THREEFOLD, (0, 4, 8), 3)
    assert line.told(answer) == (
        "Supported by the record: with 4...Ng8 the same position stands 3 times (start 2...Ng8 4...Ng8). Check it with "
        "both players. If it is found correct the game is drawn at once, FIDE 9.2.1, 9.5.2. A claim is also an offer "
        "of a draw, 9.1.2.3."
    )


def test_a_written_move_that_is_the_second_time_must_be_played() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE[:3])
    answer = line.claim("9.2.1", "f6g8")
    assert (answer.supported, answer.times, answer.times_max) == (False, 2, 2)
    assert line.told(answer) == (
        "Not supported by the record: with 2...Ng8 the position stands 2 of 3 times (start 2...Ng8). Check it with "
        "both players. If it is found incorrect 2 minutes are added to the opponent's time and 2...Ng8 must be played, "
        "FIDE 9.5.3. A claim is also an offer of a draw, 9.1.2.3."
    )


def test_what_has_just_appeared_is_claimed_without_a_move_and_by_who_has_it() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE)
    assert line.claim("9.2.2").supported is True
    answer = line.claim("9.2.2", by="black")
    assert (answer.supported, answer.defect, answer.times) == (False, "not_on_move", 3)
    assert line.told(answer) == (
        "Not possible as made: Black does not have the move, and only the player who has it may claim. Tell the player "
        "to make the claim legal. The record: the same position has stood 3 times (start 2...Ng8 4...Ng8). A claim is "
        "also an offer of a draw, 9.1.2.3."
    )


def test_a_written_move_is_counted_whoever_claims_and_where_the_rules_have_no_such_claim() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE[:3])
    answer = line.claim("9.2.1", "f6g8", by="white")
    assert (answer.supported, answer.defect, answer.plies, answer.times) == (False, "not_on_move", (0, 4, 8), 3)
    assert "The record: with 4...Ng8 the same position stands 3 times (start 2...Ng8 4...Ng8)." in line.told(answer)
    line.ledger = Ledger(chess.Board(), FIDE._replace(repetition_claim=None))
    answer = line.claim("9.2.1", "f6g8")
    assert answer.defect == "no_such_claim"
    assert answer.standing.key.turn
    assert not answer.is_of_board


def test_a_claim_without_the_move_it_needs_and_one_with_a_move_that_is_not_legal() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE)
    assert line.claim("9.2.1").defect == "no_move"
    answer = line.claim("9.2.1", "a1a5")
    assert (answer.defect, answer.supported) == ("illegal_move", False)
    assert "3.a1a5 is not a legal move after 2...Ng8" in line.told(answer)
    assert "another move with the same piece must be played" in line.told(answer)


def test_fifty_moves_about_to_be_and_complete() -> None:
    line = Line(ROOK.format(99))
    assert line.claim("9.3.1", "a2a3").rule is Rule.FIFTY
    assert line.claim("9.3.2").supported is False
    assert "99 of 100 half-moves" in line.told(line.claim("9.3.2"))
    line = Line(ROOK.format(99), "a2a3")
    assert line.claim("9.3.2").supported is True
    assert line.claim("9.3.2").article == "9.3.2"


def test_fifty_moves_by_a_mating_move() -> None:
    """The claim is made before the move is (9.3.1); after it there would be mate."""
    assert Line("7k/8/6K1/8/8/8/8/R7 w - - 99 80").claim("9.3.1", "a1a8").supported is True


def test_the_rook_that_changes_history() -> None:
    line = Line("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", *("a1a2", "g8f6", "a2a1", "f6g8") * 2)
    answer = line.claim("9.2.2")
    assert (answer.supported, answer.plies) == (False, (4, 8))
    assert [alike_text(alike, line.name) for alike in answer.alikes] == [
        "at the start White still had the right to castle long, lost by 1.Ra2"
    ]
    assert "Not the same: at the start White still had the right to castle long" in line.told(answer)


def test_a_right_that_the_written_move_itself_gives_up() -> None:
    line = Line("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2", "e8e7", "e2e1", "e7e8", "e1e2", "e8e7", "e2e1")
    answer = line.claim("9.2.1", "e7e8")
    assert [alike.ply for alike in answer.alikes] == [0]
    assert line.name(answer.alikes[0].differences[0].lost_ply or 0) == "1.Ke2"


def test_en_passant_that_was_possible_the_first_time() -> None:
    line = Line("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "e8e7", "e1e2", "e7e8", "e2e1")
    answer = line.claim("9.2.2")
    assert [alike_text(alike, line.name) for alike in answer.alikes] == ["after 1.d4 Black could take en passant on d3"]


def test_the_same_diagram_with_the_other_side_to_move() -> None:
    line = Line("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d2", "e8d8", "d2e2", "d8e8", "e2e1")
    answer = line.claim("9.2.2")
    assert [alike_text(alike, line.name) for alike in answer.alikes] == ["at the start it was White's move"]


def test_a_right_belongs_to_one_rook_in_chess960() -> None:
    fen = "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"
    line = Line(fen, "b1b2", "e8e7", "b2b1", "e7e8", c960=True)
    (alike,) = line.claim("9.2.2").alikes
    assert [(each.side, each.short) for each in alike.differences] == [("white", False), ("black", False)]


class TestTheRecordCannotTell:
    def test_where_a_ply_that_decides_is_not_sure(self) -> None:
        line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE[:3], unsure=(4,))
        answer = line.claim("9.2.1", "f6g8")
        assert (answer.supported, answer.times, answer.times_max, answer.doubt) == (None, 2, 3, "plies")
        assert line.told(answer).startswith(
            "The record cannot tell: with 4...Ng8 the position stands 2 of 3 times (start 2...Ng8? 4...Ng8), as far as "
            "it is certain. Some of the moves are not certain. Check it with both players, by the scoresheets."
        )

    def test_but_where_enough_are_sure_a_doubt_does_not_matter(self) -> None:
        line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE, *SHUFFLE[:3], unsure=(4,))
        assert line.claim("9.2.1", "f6g8").supported is True

    def test_where_the_position_claimed_is_not_sure_itself(self) -> None:
        line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE, unsure=(8,))
        assert line.claim("9.2.2").supported is None

    def test_where_a_board_was_joined_late_unless_something_was_moved_for_good_since(self) -> None:
        line = Line("4k3/8/8/8/8/8/R6P/4K3 w - - 0 1", "a2a3", "e8e7", "a3a2", joined=True)
        assert (line.claim("9.2.1", "e7e8").supported, line.claim("9.2.1", "e7e8").doubt) == (None, "joined")
        assert line.claim("9.3.2").supported is None
        moved = Line("4k3/8/8/8/8/8/R6P/4K3 w - - 0 1", "h2h3", "e8e7", "a2a3", joined=True)
        assert moved.claim("9.2.1", "e7e8").supported is False
        assert moved.claim("9.3.1", "e7e8").supported is False

    def test_where_moves_went_unseen_but_what_was_seen_since_counts(self) -> None:
        quiet = ("a2a3", "e8e7", "a3a2", "e7e8")
        unseen = Doubts(unseen_from=3, seen_from=2)
        line = Line(ROOK.format(10), *quiet)
        assert (line.claim("9.2.2", doubts=unseen).supported, line.claim("9.2.2").supported) == (None, False)
        assert Line(ROOK.format(10), *quiet, *quiet).claim("9.2.2", doubts=unseen).supported is True
        assert Line(ROOK.format(95), *quiet, "a2a3").claim("9.3.2", doubts=unseen).supported is True

    def test_where_a_right_may_have_been_lost_unseen(self) -> None:
        rights = "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1"
        quiet = ("h2h3", "e8e7", "a1b1", "e7e8", "b1a1", "e8e7")
        unseen = Doubts(unseen_from=2, seen_from=1)
        line = Line(rights, *quiet, "a1b1", "e7e8", "b1a1")
        assert line.claim("9.2.1", "e8e7").supported is False
        assert line.claim("9.2.1", "e8e7", doubts=unseen).supported is None

    def test_where_an_illegal_move_stands_unruled(self) -> None:
        line = Line(chess.STARTING_FEN, *SHUFFLE, *SHUFFLE)
        answer = line.claim("9.2.2", doubts=Doubts(illegal_from=3))
        assert (answer.supported, answer.doubt) == (None, "illegal")


def test_a_game_that_was_over_before_the_claim() -> None:
    line = Line(chess.STARTING_FEN, *SHUFFLE * 5)
    answer = line.claim("9.2.2")
    assert answer.over is not None
    assert answer.over[0] == 16
    assert line.told(answer).startswith(
        "The game was over before, since 8...Ng8: the same position 5 times, FIDE 9.6.1. Supported by "
    )
    assert "If it is found" not in line.told(answer)
    assert over_text(Rule.FIVEFOLD, "9.6.1", "8...Ng8", FIDE) == (
        "The game was over before, since 8...Ng8: the same position 5 times, FIDE 9.6.1."
    )
    doubted = Line(chess.STARTING_FEN, *SHUFFLE * 4, unsure=(4,))
    assert doubted.told(doubted.claim("9.2.2")).startswith("The game may have been over before, since 8...Ng8")


def test_rules_without_such_a_claim_and_rules_that_allow_it_before_the_clock() -> None:
    board = chess.Board()
    none = Ledger(board, FIDE._replace(repetition_claim=None))
    claim = Claim("white", Route.REPETITION)
    assert examine(board, none, claim).defect == "no_such_claim"
    other = Ledger(board, FIDE._replace(claimant="to_move_or_before_clock"))
    assert examine(board, other, Claim("black", Route.REPETITION)).defect is None
    assert examine(board, other, Claim("black", Route.REPETITION_INTENDED)).defect == "not_on_move"


@pytest.mark.parametrize("case", load("vectors"))
def test_worked_cases(case: dict[str, Any]) -> None:
    """At every ply the record supports just the claims that the cases say may be made."""
    wanted: dict[int, set[str]] = {}
    for event in case["expect"]["events"]:
        wanted.setdefault(event["ply"], set()).add(event["kind"])
    board = start(case)
    ledger = Ledger(board)
    for ply, uci in enumerate(case["moves"], 1):
        board.push(board.parse_uci(uci))
        ledger.push(board)
        mover: Colour = "white" if board.turn else "black"
        told = examine(board, ledger, Claim(mover, Route.REPETITION))
        assert (told.supported is True) == bool(wanted.get(ply, set()) & {"threefold", "fivefold"})


@pytest.mark.parametrize("seed", [1971, drawn()])
def test_a_written_move_is_supported_just_where_it_is_listed(seed: int) -> None:
    print(f"seed {seed}")
    for board, rng, plies in games(seed, 12, 60):
        ledger = Ledger(board)
        for _ in range(plies):
            listed = claimable(board, ledger)
            for move in board.legal_moves:
                san, answer = board.san(move), examine_written(board, ledger, move)
                supported = san in listed.threefold or (san in listed.fifty)
                if board.halfmove_clock < 100:
                    assert (answer.supported is True) == supported
            move_made = some_move(board, rng)
            if move_made is None:
                break
            board.push(move_made)
            ledger.push(board)


def test_no_text_ever_calls_a_claim_valid() -> None:
    for route in Route:
        for line in (Line(chess.STARTING_FEN), Line(chess.STARTING_FEN, *SHUFFLE * 3), Line(ROOK.format(120))):
            for uci in (None, "a1a8", str(next(iter(line.board.legal_moves)))):
                for doubts in (NO_DOUBTS, Doubts(1, 2), Doubts(illegal_from=1)):
                    assert "valid" not in line.told(line.claim(route, uci, doubts=doubts)).lower()


@pytest.mark.parametrize("name", list(profiles()))
@pytest.mark.parametrize("route", list(Route))
@pytest.mark.parametrize("times", [1, 2])
def test_every_set_of_rules_answers_by_its_own_articles(name: str, route: Route, times: int) -> None:
    profile, line = profiles()[name], Line(chess.STARTING_FEN, *SHUFFLE * times)
    ledger = Ledger(chess.Board(), profile)
    board = chess.Board()
    for move in line.board.move_stack:
        board.push(move)
        ledger.push(board)
    told = claim_text(examine(board, ledger, Claim("white", route, chess.Move.from_uci("g1f3"))), str, profile)
    assert "None" not in told
    if name in {"us-chess", "fide-online", "lichess"}:
        assert not re.search(r"\b9\.\d", told)
