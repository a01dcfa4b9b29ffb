"""Results: proposed by the board or the Laws, confirmed by a person or by time, ruled, cleared, and undone."""

import pytest

from dgt_monitor import events
from dgt_monitor.cli.plain import plain_line
from dgt_monitor.events import Event, Rule, to_dict
from dgt_monitor.hall.results import RULED
from drivers.readings import Clock
from tests.hall.ruling import RuledBoard
from tests.hall.touching import PORT, placed

FOOLS = "1 f2. 1.3 f3P 3 e7. 3.3 e5p 5 g2. 5.3 g4P 7 d8. 7.3 h4q"
"""Fool's mate."""


def played(touches: str = "1 e2. 1.3 e4P 3 e7. 3.3 e5p", rest_s: float = 8.0, after_s: int | None = None) -> RuledBoard:
    game = RuledBoard(confirm_after_s=after_s)
    game.touch(touches).rest(rest_s)
    return game


def results(told: list[Event]) -> list[tuple[int, str, str, bool]]:
    return [(e.game, e.result, e.by, e.confirmed) for e in told if isinstance(e, events.Result)]


def shown(t_s: float, game: RuledBoard) -> RuledBoard:
    """The players put both kings on white centre squares: White has won."""
    game.touch(f"{t_s} e1. {t_s + 0.3} e4K {t_s + 0.6} e8. {t_s + 0.9} d5k")
    return game


def centre(t_s: float) -> RuledBoard:
    """A game whose centre is free, at the end of which the players show a result."""
    return shown(t_s, played("1 g1. 1.3 f3N 3 g8. 3.3 f6n"))


class TestProposals:
    def test_what_the_players_show_is_a_proposal_until_a_person_confirms_it(self) -> None:
        game = centre(10)
        assert results(game.until(3600)) == [(1, "1-0", "kings", False)]
        assert game.view.outcome == (1, "1-0", "kings", False, None)
        assert results(game.rule(3601, "result", result="1-0")) == [(1, "1-0", "kings", True)]
        assert game.view.outcome == (1, "1-0", "kings", True, None)

    def test_mate_is_one_too(self) -> None:
        game = played(FOOLS, 12)
        assert results(game.stream) == [(1, "0-1", "checkmate", False)]
        assert results(game.rule(20, "result", result="0-1")) == [(1, "0-1", "checkmate", True)]

    def test_a_person_may_rule_otherwise(self) -> None:
        game = centre(10)
        game.until(30)
        assert results(game.rule(31, "result", result="1/2-1/2")) == [(1, "1/2-1/2", "arbiter", True)]
        assert results(game.rule(32, "result", result="")) == [(1, "*", "arbiter", True)]
        assert game.view.result is None

    def test_a_move_just_played_is_confirmed_by_the_result(self) -> None:
        game = played(FOOLS, 7.4)
        assert game.told.moves[-1].status == "provisional"
        told = game.rule(7.5, "result", result="0-1")
        assert results(told) == [(1, "0-1", "checkmate", False), (1, "0-1", "checkmate", True)]
        assert Rule.CHECKMATE in game.told.rules


class TestConfirmedByTime:
    def test_where_the_event_says_so(self) -> None:
        game = shown(10, played("1 g1. 1.3 f3N 3 g8. 3.3 f6n", after_s=60))
        assert results(game.until(71.8)) == [(1, "1-0", "kings", False)]
        (told,) = [event for event in game.until(3600) if isinstance(event, events.Result)]
        assert told[1:6] == (PORT, 1, "1-0", "kings", True)
        assert told.t == pytest.approx(71.9, abs=0.2)

    def test_mate_is_and_a_flag_or_a_dead_position_is_not(self) -> None:
        game = played(FOOLS, 12, after_s=5)
        assert results(game.until(100)) == [(1, "0-1", "checkmate", True)]
        flag = RuledBoard(confirm_after_s=5)
        flag.clock(0.5, running=True)
        flag.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p").rest(8)
        flag.read(10, PORT, Clock(0, 300, False, "left", True, False, True, False, True, False))
        assert results(flag.stream) == [(1, "0-1", "flag", False)]
        assert results(flag.until(3600)) == []

    def test_a_result_withdrawn_in_time_is_not(self) -> None:
        game = shown(10, played("1 g1. 1.3 f3N 3 g8. 3.3 f6n", after_s=8))
        game.rest(13)
        game.touch("14 e4. 14.2 e1K 14.5 d5. 14.8 e8k")
        assert results(game.until(3600)) == []
        assert results(game.stream) == [(1, "1-0", "kings", False), (1, "*", "kings", False)]

    def test_also_when_the_next_game_has_begun_before(self) -> None:
        game = shown(10, played("1 g1. 1.3 f3N 3 g8. 3.3 f6n", after_s=60))
        game.rest(15)
        game.stand(20, placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
        assert game.view.game == 2
        assert results(game.until(100)) == [(1, "1-0", "kings", True)]
        assert game.told.result is None
        assert game.view.before == (1, "1-0", "kings", True, None)

    def test_a_ruling_stands_above_it(self) -> None:
        game = shown(10, played("1 g1. 1.3 f3N 3 g8. 3.3 f6n", after_s=60))
        game.rest(20)
        game.rule(21, "result", result="0-1")
        assert results(game.until(3600)) == []
        assert results(game.undo(3601, 1)) == [(1, "1-0", "kings", True)]


class TestRuled:
    @pytest.mark.parametrize(("text", "ruled"), RULED.items())
    def test_every_result_stands_in_the_stream(self, text: str, ruled: tuple[str, str | None]) -> None:
        game = played()
        (told,) = [e for e in game.rule(10, "result", result=text) if isinstance(e, events.Result)]
        assert (told.result, told.how, told.confirmed, told.stands) == (*ruled, True, True)
        assert ("how" in to_dict(told)) == (ruled[1] is not None)
        assert (game.view.result, game.view.phase) == (ruled[0], "over")
        line = plain_line(told) or ""
        assert ruled[0] in line
        assert (ruled[1] or "") in line

    def test_what_is_moved_after_it_belongs_to_no_game(self) -> None:
        game = played()
        game.rule(10, "result", result="1-0")
        assert not [e for e in game.touch("12 d2. 12.3 d4P 14 d7. 14.3 d5p").until(60) if e.kind != "clock"]
        assert game.told.sans == ["e4", "e5"]

    def test_a_result_of_the_game_before(self) -> None:
        game = centre(10)
        game.stand(20, placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
        assert game.view.game == 2
        assert results(game.rule(30, "result", result="0-1", game=1)) == [(1, "0-1", "arbiter", True)]
        assert (game.view.result, game.view.phase) == (None, "playing")
        assert results(game.undo(31, 1)) == [(1, "*", "arbiter", True), (1, "1-0", "kings", False)]
        assert game.refused(32, "result", result="1-0", game=3) == "there is no game 3 on this board"

    def test_what_is_no_result(self) -> None:
        game = played()
        assert game.refused(10, "result", result="2-0").startswith("2-0 is no result: one of 1-0 0-1 1/2-1/2")
        assert game.refused(11, "result", board="nowhere", result="1-0") == "there is no board nowhere"
        assert game.refused(12, "resume") == "the game is not over"
        assert game.view.result is None

    def test_who_reads_hears_the_author_and_the_reason(self) -> None:
        game = played()
        told = game.rule(10, "result", result="+/-", reason="Black did not come")[0]
        assert isinstance(told, events.Ruled)
        assert (told.author, told.text, told.reason) == ("Ada", "result +/-", "Black did not come")
        assert plain_line(told) == (f'0:00:10  Bd {PORT}       ruling 1 of Ada: result +/- "Black did not come"')


class TestPlayGoesOn:
    def test_after_a_ruling(self) -> None:
        game = played()
        game.rule(10, "result", result="1-0")
        assert results(game.rule(20, "resume")) == [(1, "*", "arbiter", True)]
        game.touch("22 d2. 22.3 d4P").rest(30)
        assert game.told.sans == ["e4", "e5", "d4"]
        assert game.view.phase == "playing"

    def test_after_a_move_was_made_on_the_board_meanwhile(self) -> None:
        game = played()
        game.rule(10, "result", result="1-0")
        game.touch("12 d2. 12.3 d4P").rest(20)
        game.rule(21, "resume")
        game.rest(30)
        assert game.told.sans == ["e4", "e5", "d4"]

    def test_after_the_players_have_shown_one_that_still_stands_there(self) -> None:
        game = centre(10)
        game.rest(60)
        assert results(game.rule(61, "resume")) == [(1, "*", "arbiter", True)]
        assert results(game.until(80)) == []
        game.touch("82 e4. 82.3 e1K 82.6 d5. 82.9 e8k 85 b1. 85.3 c3N").rest(95)
        assert game.told.sans == ["Nf3", "Nf6", "Nc3"]
        assert not game.told.rules & {Rule.POSITION_UNEXPLAINED, Rule.ILLEGAL_MOVE}
        shown(100, game)
        assert results(game.until(110)) == [(1, "1-0", "kings", False)]

    def test_after_a_claim_that_ended_with_a_draw(self) -> None:
        game = played()
        game.rule(10, "claim", route="9.2.2")
        game.rule(11, "close", outcome="drawn")
        assert (game.view.result, game.view.phase) == ("1/2-1/2", "over")
        assert results(game.rule(20, "resume")) == [(1, "*", "arbiter", True)]
        game.touch("22 d2. 22.3 d4P").rest(30)
        assert game.told.sans == ["e4", "e5", "d4"]

    def test_an_array_left_standing_is_the_next_game_when_something_is_moved(self) -> None:
        game = RuledBoard()
        game.rule(10, "result", result="+/-")
        game.touch("1000 e2. 1000.3 e4P 1003 e7. 1003.3 e5p").rest(1010)
        assert (game.view.game, game.told.sans, game.told.result) == (2, ["e4", "e5"], None)
        assert game.told.results[1].how == "forfeit"
