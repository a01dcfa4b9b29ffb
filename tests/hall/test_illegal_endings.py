"""What an illegal move ends as, how many there are of each player, and what the arbiter rules of them."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule, to_dict
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.illegal_moves import count_text
from dgt_monitor.hall.texts import penalised_text
from dgt_monitor.laws.profile import profiles
from tests.hall.test_illegal import KING_AND_ROOK, Table


def endings(table: Table) -> list[str | None]:
    cleared = (event for event in table.driven.stream if isinstance(event, events.AlertCleared))
    return [event.ending for event in cleared if event.rule is Rule.ILLEGAL_MOVE]


def counts(table: Table) -> tuple[int, int]:
    return table.driven.hall.view().boards[0].illegal_moves


def rule(table: Table, kind: str, **fields: str) -> None:
    ruling = Ruling(table.t_s, "arbiter", kind, board="P1", **fields)  # type: ignore[arg-type]
    table.driven._told(table.driven.hall.apply(ruling))


def complete(table: Table, touches: str, *, white: bool = True) -> Table:
    """An illegal move, and the clock pressed."""
    return table.clock(white_to_move=white).touch(touches).clock(white_to_move=not white).wait(5)


def test_restored() -> None:
    table = complete(Table(), "g1. e3N")
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert alarm.text.endswith("If so it is White's first completed illegal move by this record: 2 minutes more for "
                               "Black, FIDE 7.5.5.")  # fmt: skip
    assert counts(table) == (1, 0)
    table.touch("e3. g1N")
    assert endings(table) == ["restored"]
    assert counts(table) == (1, 0)


def test_one_that_was_never_completed_is_none() -> None:
    table = Table().clock(white_to_move=True).touch("g1. e3N").wait(5)
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert "by this record" not in alarm.text
    table.touch("e3. g1N")
    assert endings(table) == [None]
    assert counts(table) == (0, 0)
    (cleared,) = [e for e in table.driven.stream if isinstance(e, events.AlertCleared)]
    assert "ending" not in to_dict(cleared)


def test_restored_further_back() -> None:
    table = Table().clock(white_to_move=True)
    table.touch("e2. e4P").touch("e7. e5p")
    complete(table, "g1. e3N").clock(white_to_move=False, running=False)
    table.touch("e5. e7p e3. g1N").clock(white_to_move=False)
    assert len(table.board.moves) == 1
    assert endings(table) == ["restored_further_back"]


def test_restored_by_the_arbiter_after_it_was_answered() -> None:
    table = Table().touch("e2. e4P").touch("e7. e5p").touch("g1. e3N").touch("b8. c6n").wait(5)
    rule(table, "intervene")
    table.touch("e3. g1N").touch("c6. b8n")
    rule(table, "close", outcome="reinstated")
    assert table.wait(10).board.sans == ["e4", "e5"]
    assert endings(table) == ["restored"]
    assert (table.board.alerts, counts(table)) == ({}, (1, 0))
    table.touch("g1. f3N")
    assert table.board.moves[-1].sure


def test_queened() -> None:
    table = complete(Table("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7. e8P")
    table.touch("e8. e8Q")
    assert endings(table) == ["queened"]
    assert table.board.sans == ["e8=Q+"]


def test_the_second_of_a_player_loses_unless_the_other_can_never_mate() -> None:
    table = complete(Table(KING_AND_ROOK), "g1. e3K")
    table.touch("e3. g1K").clock(white_to_move=True)
    complete(table, "b1. c3R")
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert counts(table) == (2, 0)
    assert alarm.text.endswith(
        "If so it is White's second by this record: White loses not, for Black cannot mate by any series of legal "
        "moves: the game is drawn, FIDE 7.5.5."
    )


def test_it_stands_by_a_ruling_and_what_follows_is_sure_again() -> None:
    table = Table().touch("g1. e3N").touch("e7. e5p").touch("d2. d4P").wait(10)
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert not table.board.moves[-1].sure
    rule(table, "stands", alert_id=alarm.id)
    assert endings(table) == ["stands"]
    assert [move.sure for move in table.board.moves] == [True, True, True]
    assert not table.board.rules & {Rule.ILLEGAL_MOVE, Rule.HISTORY_UNCERTAIN}
    assert counts(table) == (1, 0)
    rule(table, "stands", alert_id=alarm.id)
    rule(table, "stands", alert_id="none")
    assert endings(table) == ["stands"]


def test_without_a_ruling_it_stays() -> None:
    table = Table().touch("g1. e3N").touch("e7. e5p").touch("d2. d4P").touch("d7. d5p").wait(3600)
    assert len(table.standing(Rule.ILLEGAL_MOVE)) == 1


def test_penalised_without_change() -> None:
    table = Table().clock(white_to_move=True).touch("e2. e4P")
    rule(table, "penalise", claimant="black")
    assert endings(table) == ["penalised"]
    (alert,) = [a for a in table.driven.stream if isinstance(a, events.Alert) and a.rule is Rule.ILLEGAL_MOVE]
    assert (alert.level, alert.side, alert.article) == (Level.INFO, "black", "7.5.3, 7.5.4")
    assert "Black's first completed illegal move" in alert.text
    assert (counts(table), table.board.sans) == ((0, 1), ["e4"])
    rule(table, "penalise", claimant="black")
    assert counts(table) == (0, 2)


def test_a_new_game_counts_anew() -> None:
    table = complete(Table(), "g1. e3N")
    assert counts(table) == (1, 0)
    table.touch("e3. g1N").clock(white_to_move=True)
    for touches in ("e2. e4P", "e7. e5p", "d2. d3P", "d7. d6p", "a2. a3P"):
        table.touch(touches)
    table.touch("e4. e2P e5. e7p d3. d2P d6. d7p a3. a2P").wait(10).touch("d2. d4P")
    assert table.board.game == 2
    assert counts(table) == (0, 0)


def test_both_kings_in_check() -> None:
    """White, in check, gives one himself instead of meeting it."""
    table = complete(Table("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1"), "h1. h8R")
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert "Both kings are in check. Where A.5 applies: if it is still so when the next move is completed" in alarm.text
    single = complete(Table("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1"), "h1. h7R")
    (alarm,) = single.standing(Rule.ILLEGAL_MOVE)
    assert "Both kings" not in alarm.text


def test_a_pawn_left_on_the_last_rank_where_nobody_looked() -> None:
    table = complete(Table("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7. e8P")
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    assert "if it is still so when the next move is completed, the game is drawn, FIDE A.5.4" in alarm.text


@pytest.mark.parametrize(
    ("count", "can", "words"),
    [
        (1, None, "White's first completed illegal move by this record: 1 minute more for Black"),
        (2, True, "White's second by this record: White loses, for Black can mate by legal moves, FIDE"),
        (3, None, "White's third by this record: White loses, unless Black cannot mate"),
        (7, None, "White's 7th by this record"),
    ],
)
def test_how_it_is_counted(count: int, can: bool | None, words: str) -> None:
    assert words in count_text(count, "white", profiles()["fide-rapid-a4"], can)


def test_a_claim_asks_for_the_illegal_move_to_be_ruled_on_first() -> None:
    table = Table().touch("g1. e3N").touch("e7. e5p").wait(10)
    rule(table, "claim", route="9.2.2")
    (claim,) = [event for event in table.driven.stream if isinstance(event, events.Claim)]
    assert claim.supported is None
    assert "rule on that first" in claim.text
    assert chess.Board(claim_fen := table.board.moves[-1].fen.fen()).fen() == claim_fen


@pytest.mark.parametrize("name", list(profiles()))
def test_every_set_of_rules_counts_by_its_own_articles(name: str) -> None:
    profile = profiles()[name]
    for count in (1, 2, 5):
        told = count_text(count, "black", profile, None)
        assert "None" not in told
        assert told.endswith(f"{profile.cited(profile.articles.illegal_move_penalty)}.")
    assert "None" not in penalised_text("7", "white", told, profile)


def test_the_events_own_rules_say_how_many_lose_and_what_the_penalty_is() -> None:
    profile = profiles()["fide-otb"]._replace(illegal_moves_to_lose=3, illegal_move_penalty_minutes=5)
    assert "second completed illegal move by this record: 5 minutes more for Black" in count_text(
        2, "white", profile, True
    )
    assert "White's third by this record: White loses" in count_text(3, "white", profile, True)


def test_where_no_number_of_them_loses_none_is_said_to() -> None:
    told = count_text(3, "white", profiles()["us-chess"], None)
    assert told == (
        "If so it is White's third completed illegal move by this record: 2 minutes more for Black, US Chess 11D."
    )
