"""Claims and interventions on a board: what is moved from their opening to their closing is no play."""

import random
from typing import Any

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.cli.plain import plain_line
from dgt_monitor.events import Event, Level, Rule, to_dict
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.evidence import Titles
from dgt_monitor.tournament.event import Players, TournamentFile
from drivers.readings import BoardDump, Clock, FieldUpdate, LineDown, LineUp
from tests.drawn import drawn
from tests.hall.correcting import CorrectedHall
from tests.hall.touching import PORT, Touched, knights, placed

QUIET = (events.Clock, events.Board, events.Claim, events.Square)
"""Events that may come while a board is held: the clock's times, the line, and the claim itself."""


class Held(Touched):
    """A board on which claims are made."""

    def rule(self, t_s: float, kind: Any, **fields: Any) -> list[Event]:
        self.t_s = t_s
        return self._told(self.hall.apply(Ruling(t_s, "arbiter", kind, board=PORT, **fields)))

    def opened(self, t_s: float, route: str, move: str = "") -> events.Claim:
        told = self.rule(t_s, "claim", route=route, move=move)
        (claim,) = [event for event in told if isinstance(event, events.Claim)]
        return claim

    def closed(self, t_s: float, outcome: Any = "over") -> events.Claim:
        claims = [e for e in self.rule(t_s, "close", outcome=outcome) if isinstance(e, events.Claim)]
        return claims[-1]

    def replay(self, t_s: float, boards: list[chess.Board], rng: random.Random | None = None) -> float:
        """Hands that set these positions up one after the other, pieces lifted first or, at random, later."""
        now = self.hall.view().boards[0].physical
        for board in boards:
            t_s += 0.5
            wanted = "".join(letters(board))
            changed = [square for square in range(64) if now[square] != wanted[square]]
            lifts = [square for square in changed if now[square] != "."]
            if rng is not None:
                rng.shuffle(lifts)
            for square in lifts:
                t_s += 0.1
                self.read(t_s, PORT, FieldUpdate(square, "."))
            for square in changed:
                if wanted[square] != ".":
                    t_s += 0.1
                    self.read(t_s, PORT, FieldUpdate(square, wanted[square]))
            now = wanted
        return t_s

    @property
    def claim_state(self) -> str | None:
        claim = self.hall.view().boards[0].claim
        return None if claim is None else claim.state

    def since(self, count: int) -> list[Event]:
        """What was told since, but for what says nothing of play."""
        return [event for event in self.stream[count:] if not isinstance(event, QUIET)]


def shuffled(times: int, *, clock: bool = True) -> Held:
    """A game of knights going out and home."""
    game = Held()
    if clock:
        game.clock(0.5, running=True)
    for n in range(times):
        game.touch(knights(1 + 8 * n))
    game.rest(1 + 8 * times + 2)
    return game


def positions(sans: str, fen: str = chess.STARTING_FEN) -> list[chess.Board]:
    """All positions of a line of play, the start's first."""
    board = chess.Board(fen)
    out = [board.copy()]
    for san in sans.split():
        board.push_san(san)
        out.append(board.copy())
    return out


KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


class TestWhatIsTold:
    def test_a_claim_is_recorded_with_verdict_and_clocks(self) -> None:
        game = shuffled(2)
        game.clock(20, running=False, left_s=301, right_s=299)
        claim = game.opened(21, "9.2.2")
        assert (claim.what, claim.state, claim.claimant, claim.supported) == ("claim", "opened", "white", True)
        assert (claim.rule, claim.plies, claim.ply) == (Rule.THREEFOLD, (0, 4, 8), 8)
        assert claim.clock == (301, 299)
        told = to_dict(claim)
        assert (told["kind"], told["clock"]) == ("claim", {"white": 301, "black": 299})
        assert "Supported by the record: the same position has stood 3 times" in claim.text
        closed = game.closed(30, "rejected")
        assert (closed.state, closed.outcome, closed.squares, closed.text) == ("closed", "rejected", (), "")

    def test_on_plain_lines(self) -> None:
        game = shuffled(2)
        opened = plain_line(game.opened(20, "9.2.2")) or ""
        assert "claim opened: Supported by the record" in opened
        game.touch("21 g1. 21.3 f3N 22 g8. 22.3 f6n")
        assert "claim closed, differing: g1, f3, f6, g8" in (plain_line(game.closed(30)) or "")

    def test_a_piece_in_the_claimants_hand_is_a_hint(self) -> None:
        game = shuffled(2)
        game.touch("20 g1.")
        claim = game.opened(25, "9.2.2")
        assert claim.supported is True
        assert claim.text.endswith(
            "Off the board before the claim: g1. Ask whether it was touched to be moved: then there is no claim on "
            "this move, 9.4."
        )
        game.touch("26 g1N")
        assert game.closed(30).squares == ()
        other = shuffled(2)
        other.touch("20 g8.")
        assert "Off the board" not in other.opened(25, "9.2.2").text

    def test_an_intervention_has_no_verdict(self) -> None:
        game = shuffled(1)
        (told,) = game.rule(20, "intervene")
        assert isinstance(told, events.Claim)
        assert (told.what, told.supported, told.text, told.claimant) == ("intervention", None, "", None)

    def test_where_moves_went_unseen_the_record_cannot_tell(self) -> None:
        game = shuffled(1)
        game.read(12, PORT, LineDown("pulled"))
        game.read(60, PORT, LineUp())
        game.stand(60.1, placed(chess.STARTING_FEN))
        claim = game.opened(70, "9.2.2")
        assert claim.supported is None
        assert "Moves may have been played while nobody watched" in claim.text

    def test_what_is_shown_and_what_a_sheet_would_tell(self) -> None:
        game = shuffled(2)
        game.opened(21, "9.2.2")
        (view,) = game.hall.view().boards
        assert view.claim is not None
        assert (view.claim.what, view.claim.state) == ("claim", "open")
        evidence = view.claim.evidence
        assert evidence is not None
        assert [stood.ply for stood in evidence.stood] == [0, 4, 8]
        assert [move.san for move in evidence.moves] == (KNIGHTS * 2).split()
        game.closed(30)
        (view,) = game.hall.view().boards
        assert view.claim is not None
        assert (view.claim.state, view.claim.evidence) == ("closed", evidence)

    def test_where_there_is_no_game_nothing_is_opened(self) -> None:
        game = Held(fen="8/8/8/8/8/8/8/8")
        assert not [e for e in game.rule(1, "claim", route="9.2.2") if isinstance(e, events.Claim)]
        (told,) = game.rule(2, "close")
        assert isinstance(told, events.Ruled)
        assert (told.state, told.text) == ("refused", "there is no game on this board")


class TestNothingComesOfIt:
    @pytest.mark.parametrize("seed", [1921, drawn()])
    def test_a_claim_replayed_on_the_board_half_of_it_backwards_with_minutes_added(self, seed: int) -> None:
        print(f"seed {seed}")
        rng = random.Random(seed)
        game = shuffled(2)
        before = game.told.sans, game.hall.view().boards[0].count
        game.opened(20, "9.2.2")
        told = len(game.stream)
        line = positions(KNIGHTS * 2)
        t_s = 21.0
        game.read(t_s, PORT, Clock(300, 300, False, "left"))
        for _ in range(3):
            back = rng.randrange(1, len(line))
            t_s = game.replay(t_s, line[::-1][:back], rng)
            t_s = game.replay(t_s + rng.uniform(0, 5), line[rng.randrange(len(line)) :], rng)
            side = rng.choice(("left", "right"))
            game.read(t_s, PORT, Clock(300, 420, rng.random() < 0.5, side))  # type: ignore[arg-type]
            game.rest(t_s + rng.uniform(0, 8))
            t_s = game.t_s
        t_s = game.replay(t_s, [line[0], line[-1]], rng)
        game.read(t_s + 0.1, PORT, Clock(300, 420, True, "left"))
        closed = game.closed(t_s + 0.2, "rejected")
        game.rest(t_s + 6)
        assert closed.squares == ()
        assert game.since(told) == []
        assert (game.told.sans, game.hall.view().boards[0].count) == before
        game.touch(f"{t_s + 10} g1. {t_s + 10.3} f3N").rest(t_s + 20)
        assert (len(game.told.moves), game.told.moves[-1].san, game.told.moves[-1].count) == (9, "Nf3", 3)
        assert game.told.moves[-1].sure

    def test_the_game_replayed_from_its_first_move_begins_no_other(self) -> None:
        game = Held()
        game.clock(0.5, running=True)
        line = positions("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
        t_s = game.replay(1, line[1:])
        game.rule(t_s + 2, "intervene")
        told = len(game.stream)
        t_s = game.replay(t_s + 3, [line[0]])
        game.rest(t_s + 10)
        t_s = game.replay(t_s + 11, line[1:])
        game.closed(t_s + 1)
        game.rest(t_s + 10)
        assert game.since(told) == []
        assert game.told.game == 1

    def test_an_alarm_that_was_coming_does_not_come(self) -> None:
        game = shuffled(1)
        game.touch("20 e2. 20.3 e5P")
        game.rule(21, "intervene")
        told = len(game.stream)
        game.rest(60)
        assert game.since(told) == []
        game.touch("61 e5. 61.3 e2P")
        game.closed(62)
        game.rest(80)
        assert game.since(told) == []

    def test_a_line_that_goes_meanwhile_leaves_the_history_sure(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.touch("21 g1. 21.3 f3N")
        game.read(22, PORT, LineDown("pulled"))
        game.read(90, PORT, LineUp())
        game.stand(90.1, placed(chess.STARTING_FEN))
        assert game.closed(95).squares == ()
        game.touch("100 g1. 100.3 f3N").rest(110)
        assert game.told.moves[-1].count == 3
        assert game.told.moves[-1].sure
        assert Rule.HISTORY_UNCERTAIN not in game.told.rules

    def test_what_stands_is_asked_for_where_nobody_knows_it(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.read(22, PORT, LineDown("pulled"))
        game.closed(95)
        assert [asking.request for asking in game.hall.requests()] == ["dump"]
        game.read(96, PORT, LineUp())
        game.stand(96.1, placed(chess.STARTING_FEN))
        game.touch("100 g1. 100.3 f3N").rest(110)
        assert (len(game.told.moves), game.told.moves[-1].sure) == (9, True)


class TestTheClock:
    def test_stopped_before_the_opening_and_started_after_the_closing(self) -> None:
        game = shuffled(2)
        game.clock(19, running=False)
        game.touch("20.5 g8. 20.8 f6n")
        game.opened(22, "9.2.2")
        told = len(game.stream)
        game.touch("23 g1. 23.3 f3N 24 f6. 24.3 g8n 25 f3. 25.3 g1N")
        assert game.closed(30, "rejected").squares == ()
        game.clock(31, running=True, left_s=300, right_s=420)
        game.rest(40)
        assert game.since(told) == []
        game.touch("41 g1. 41.3 f3N").rest(50)
        assert (len(game.told.moves), game.told.moves[-1].sure) == (9, True)

    def test_a_move_made_and_pressed_before_the_closing_is_one_from_then_on(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.clock(21, running=False)
        game.touch("22 e2. 22.3 e4P")
        game.clock(23, "right", running=True)
        assert len(game.told.moves) == 8
        game.closed(30, "rejected")
        assert (game.told.sans[-1], game.told.moves[-1].status) == ("e4", "confirmed")
        game.touch("31 e7. 31.3 e5p").rest(40)
        assert game.told.sans[-2:] == ["e4", "e5"]


class TestClosing:
    def test_the_squares_that_differ_are_named_and_play_goes_on_once_they_are_right(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.touch("21 g1. 21.3 f3N 22 g8. 22.3 f6n 23 e2. 23.3 e4P")
        told = len(game.stream)
        closed = game.closed(30, "rejected")
        assert closed.squares == ("g1", "e2", "f3", "e4", "f6", "g8")
        (alert,) = [a for a in game.since(told) if isinstance(a, events.Alert)]
        assert (alert.rule, alert.level, alert.squares) == (Rule.POSITION_UNEXPLAINED, Level.CHECK, closed.squares)
        assert "Have it set up" in alert.text
        game.rest(60)
        game.touch("61 e4. 61.3 e2P 62 f6. 62.3 g8n 63 f3. 63.3 g1N")
        assert [e.reason for e in game.since(told) if isinstance(e, events.AlertCleared)] == ["resolved"]
        game.touch("70 g1. 70.3 f3N").rest(80)
        assert (len(game.told.moves), game.told.moves[-1].count) == (9, 3)
        assert not [e for e in game.since(told) if isinstance(e, events.Retract)]

    def test_a_claim_left_at_an_earlier_position_takes_nothing_back(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.touch("21 g8. 21.3 f6n")
        game.closed(30)
        game.rest(50)
        assert len(game.told.moves) == 8
        game.touch("51 f6. 51.3 g8n").rest(60)
        assert len(game.told.moves) == 8
        assert Rule.POSITION_UNEXPLAINED not in game.told.rules

    def test_an_earlier_position_is_reinstated_and_is_no_new_occurrence(self) -> None:
        game = shuffled(2)
        game.touch("20 e2. 20.3 e4P 22 e7. 22.3 e5p 24 g1. 24.3 f3N").rest(28)
        game.rule(30, "intervene")
        game.touch("31 f3. 31.3 g1N 32 e5. 32.3 e7p 33 e4. 33.3 e2P")
        told = len(game.stream)
        game.closed(40, "reinstated")
        (back,) = [e for e in game.since(told) if isinstance(e, events.Retract)]
        assert (back.ply, back.reason) == (9, "arbiter")
        assert (len(game.told.moves), game.told.moves[-1].count) == (8, 3)
        assert Rule.THREEFOLD in game.told.rules
        game.touch("50 g1. 50.3 f3N").rest(60)
        assert (game.told.moves[-1].ply, game.told.moves[-1].count, game.told.moves[-1].sure) == (9, 3, True)

    def test_where_it_is_none_of_the_game_it_is_not(self) -> None:
        game = shuffled(2)
        game.rule(30, "intervene")
        game.touch("31 a2. 31.3 a5P")
        assert game.closed(40, "reinstated").squares == ("a2", "a5")
        assert Rule.POSITION_UNEXPLAINED in game.told.rules
        assert len(game.told.moves) == 8

    def test_what_stands_can_be_taken_for_the_game_and_is_not_sure(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.touch("21 b1. 21.3 c3N 22 b8. 22.3 c6n")
        game.closed(30, "rejected")
        game.closed(31, "as_it_stands")
        game.rest(40)
        assert game.told.sans[8:] == ["Nc3", "Nc6"]
        assert not any(move.sure for move in game.told.moves[8:])
        assert Rule.POSITION_UNEXPLAINED not in game.told.rules

    def test_drawn_is_the_result_and_the_next_array_the_next_game(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        told = len(game.stream)
        game.closed(30, "drawn")
        (result,) = [e for e in game.since(told) if isinstance(e, events.Result)]
        assert (result.result, result.by, result.confirmed) == ("1/2-1/2", "arbiter", True)
        game.touch("31 d1. 31.3 h5Q 35 e1. 35.3 e4K 36 e8. 36.3 e5k").rest(50)
        assert len(game.told.moves) == 8
        game.touch("60 e5. 60.3 e8k 61 e4. 61.3 e1K 62 h5. 62.3 d1Q").rest(70)
        assert game.told.game == 2
        assert game.told.summaries[0].result == "1/2-1/2"
        assert Rule.POSITION_UNEXPLAINED not in game.told.rules
        game.touch("80 e2. 80.3 e4P").rest(90)
        assert game.told.sans == ["e4"]

    def test_a_draw_can_be_taken_back(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.closed(30, "drawn")
        assert game.told.result == "1/2-1/2"
        game.closed(31, "rejected")
        assert game.told.result is None
        game.touch("40 g1. 40.3 f3N").rest(50)
        assert (game.told.game, len(game.told.moves)) == (1, 9)

    def test_a_claim_opened_again_takes_the_place_of_one_not_put_back(self) -> None:
        game = shuffled(2)
        game.opened(20, "9.2.2")
        game.touch("21 g1. 21.3 f3N 22 g8. 22.3 f6n")
        game.closed(30)
        assert Rule.POSITION_UNEXPLAINED in game.told.rules
        game.rule(31, "intervene")
        assert Rule.POSITION_UNEXPLAINED not in game.told.rules
        game.touch("32 f6. 32.3 g8n 33 f3. 33.3 g1N")
        assert game.closed(40).squares == ()


class TestAGameThatIsOver:
    def mated(self) -> Held:
        game = Held()
        game.clock(0.5, running=True)
        game.touch("1 f2. 1.3 f3P 3 e7. 3.3 e5p 5 g2. 5.3 g4P 7 d8. 7.3 h4q")
        game.clock(9, running=False)
        game.rest(12)
        assert game.told.sans[-1] == "Qh4#"
        return game

    @pytest.mark.parametrize("outcome", ["as_it_stands", "over"])
    def test_nothing_moved_is_nothing_to_doubt(self, outcome: str) -> None:
        game = self.mated()
        game.rule(20, "intervene")
        told = len(game.stream)
        game.closed(30, outcome)
        game.rest(40)
        assert not [e for e in game.since(told) if isinstance(e, events.Alert)]
        assert game.claim_state == "closed"

    @pytest.mark.parametrize("outcome", ["as_it_stands", "over", "rejected"])
    def test_need_not_be_set_up_again_and_the_next_array_is_the_next_game(self, outcome: str) -> None:
        for game in (shuffled(4), self.mated()):
            over = len(game.told.moves)
            game.opened(50, "9.2.2")
            told = len(game.stream)
            game.touch("51 d2. 51.3 d4P 52 b1. 52.3 c3N 53 b8. 53.3 c6n 54 a2. 54.3 a4P")
            game.closed(60, outcome)
            game.rest(70)
            assert not [e for e in game.since(told) if isinstance(e, events.Alert)]
            assert game.claim_state == "over"
            assert len(game.told.moves) == over
            game.replay(80, [chess.Board()])
            game.rest(90)
        assert game.told.game == 2

    def test_a_game_that_goes_on_after_all_is_set_up_or_taken_as_it_stands(self) -> None:
        game = shuffled(4)
        game.opened(50, "9.2.2")
        game.touch("51 d2. 51.3 d4P 52 b1. 52.3 c3N")
        game.closed(60)
        game.rule(61, "resume")
        assert game.claim_state == "restoring"
        game.touch("62 c3. 62.3 b1N 63 d4. 63.3 d2P").rest(70)
        game.touch("71 g1. 71.3 f3N").rest(80)
        assert (len(game.told.moves), game.told.moves[-1].san) == (17, "Nf3")


class TestTheAnnouncedMove:
    def failed(self) -> Held:
        game = shuffled(1)
        game.touch("11 g1. 11.3 f3N 13 g8. 13.3 f6n 15 f3. 15.3 g1N").rest(18)
        claim = game.opened(20, "9.2.1", "d6")
        assert (claim.supported, claim.move, claim.claimant) == (False, "d6", "black")
        return game

    def test_played_after_the_closing(self) -> None:
        game = self.failed()
        game.closed(30, "rejected")
        game.touch("31 d7. 31.3 d6p").rest(40)
        assert game.told.sans[-1] == "d6"
        assert Rule.ANNOUNCED_MOVE not in game.told.rules

    def test_played_before_the_closing_it_is_a_move_once_it_is_closed(self) -> None:
        game = self.failed()
        game.touch("25 d7. 25.3 d6p").rest(28)
        assert len(game.told.moves) == 7
        game.closed(30, "rejected")
        game.rest(40)
        assert (game.told.sans[-1], game.told.moves[-1].sure) == ("d6", True)
        assert not game.told.rules & {Rule.ANNOUNCED_MOVE, Rule.POSITION_UNEXPLAINED}

    def test_an_earlier_position_left_standing_is_no_move(self) -> None:
        game = self.failed()  # Black, to move; his knight home again is where the game stood three plies before
        told = len(game.stream)
        game.touch("22 f6. 22.3 g8n").rest(28)
        game.closed(30, "over")
        game.rest(60)
        assert len(game.told.moves) == 7
        assert Rule.POSITION_UNEXPLAINED in game.told.rules
        assert not any(isinstance(event, events.Move) for event in game.since(told))
        game.touch("61 g8. 61.3 f6n").rest(70)
        assert Rule.POSITION_UNEXPLAINED not in game.told.rules

    def test_another_one_is_looked_at_until_it_is_taken_back(self) -> None:
        game = self.failed()
        game.closed(30, "rejected")
        game.touch("31 f6. 31.3 g8n").rest(40)
        (alert,) = [a for a in game.told.alerts.values() if a.rule is Rule.ANNOUNCED_MOVE]
        assert (alert.level, alert.article, alert.ply) == (Level.CHECK, "9.5.3", 8)
        assert "4...Ng8 was played, and 4...d6 was announced" in alert.text
        game.touch("50 g8. 50.3 f6n 52 d7. 52.3 d6p").rest(60)
        assert Rule.ANNOUNCED_MOVE not in game.told.rules
        assert game.told.sans[-1] == "d6"

    def test_is_not_asked_for_where_the_claim_was_good(self) -> None:
        game = self.failed()
        game.closed(30, "over")
        game.touch("31 f6. 31.3 g8n").rest(40)
        assert Rule.ANNOUNCED_MOVE not in game.told.rules


def test_a_board_lying_the_other_way_round_names_squares_as_white_sees_them() -> None:
    game = Held(turned=True)
    game.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p").rest(6)
    game.rule(7, "intervene")
    game.touch("8 g1. 8.3 f3N 9 b8. 9.3 c6n")
    assert game.closed(10).squares == ("g1", "f3", "c6", "b8")
    game.touch("11 c6. 11.3 b8n 12 f3. 12.3 g1N 13 g1. 13.3 f3N").rest(20)
    assert game.told.sans == ["e4", "e5", "Nf3"]


def test_a_dump_while_it_is_open_is_only_kept() -> None:
    game = shuffled(1)
    game.rule(20, "intervene")
    told = len(game.stream)
    game.read(21, PORT, BoardDump(placed("8/8/8/8/8/8/8/8")))
    game.rest(40)
    assert game.since(told) == []
    assert game.hall.view().boards[0].physical == "." * 64


def test_the_sheet_names_players_event_and_round_as_the_tournament_file_does() -> None:
    event = TournamentFile(event="City Open", round=5, players={PORT: Players("Petrov, Ivan", "Silva, Ana")})
    held = Held(known=Known(tournament=event))
    held.clock(0.5, running=True)
    held.touch("1 e2. 1.3 e4P").rest(8)
    held.opened(9, "9.2.2")
    (view,) = held.hall.view().boards
    assert view.claim is not None
    assert view.claim.evidence is not None
    assert view.claim.evidence.titles == Titles(PORT, "Petrov, Ivan", "Silva, Ana", "City Open", "5")


class TestTheMovesAreCorrectedSince:
    """A claim that was answered by the moves as they stood is answered anew, in the open."""

    @staticmethod
    def claimed() -> CorrectedHall:
        hall = CorrectedHall("P1")
        hall.moves("P1", f"e4 e5 {KNIGHTS} {KNIGHTS}")
        hall.until(hall.t_s + 3)
        hall.rule("claim", route="9.2.2", claimant="white")
        return hall

    @staticmethod
    def claims(told: list[events.Event]) -> list[events.Claim]:
        return [event for event in told if isinstance(event, events.Claim)]

    @pytest.mark.parametrize("closed", [False, True])
    def test_another_answer_is_told_of_the_same_claim_and_the_first_when_that_is_undone(self, closed: bool) -> None:
        hall = self.claimed()
        if closed:
            hall.rule("close", outcome="drawn")
        first = self.claims(hall.stream)[-1]
        (second,) = self.claims(hall.rule("replace", ply=4, moves=("Nc6",)))
        assert (first.supported, second.supported) == (True, False)
        assert second.state == first.state
        assert (second.claimant, second.route, second.author, second.outcome) == (
            "white",
            "9.2.2",
            "Ada",
            first.outcome,
        )
        view = hall.view().claim
        assert view is not None
        assert view.text.startswith("Not supported by the record")
        assert closed or second.text == view.text
        (third,) = self.claims(hall.undo())
        assert third._replace(t=first.t) == first

    def test_the_same_answer_is_not_told_again(self) -> None:
        hall = self.claimed()
        assert not self.claims(hall.rule("replace", ply=3, moves=("Nh3", "Nf6", "Ng1", "Ng8")))

    def test_a_claim_of_a_game_before_is_let_be(self) -> None:
        hall = self.claimed()
        hall.rule("close", outcome="rejected")
        hall.until(hall.t_s + 5)
        hall.moves("P1", "d4")
        hall.until(hall.t_s + 3)
        hall.set_up("P1", chess.Board(), "".join(letters(hall.games["P1"])))
        hall.games["P1"] = chess.Board()
        hall.moves("P1", "c4 c5")
        assert hall.view().game == 2
        assert not self.claims(hall.rule("replace", ply=1, moves=("d4",)))
