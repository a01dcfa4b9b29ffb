"""The sets of rules: what they say, what is nonsense, and what an event may change."""

import chess
import pytest

from dgt_monitor.events import Level, Rule
from dgt_monitor.fields import FieldError, FileError
from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile, overridden, profiles, read_profiles
from dgt_monitor.laws.texts import text
from dgt_monitor.laws.verdict import Finding

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
AWAY = ("b1c3", "b8c6", "c3b1", "c6b8")
QUIET = "4k3/8/8/8/8/8/R6P/4K3 w - - {} 90"


def told(name: str, fen: str, moves: tuple[str, ...], unsure: tuple[int, ...] = ()) -> list[tuple[int, Finding]]:
    board = chess.Board(fen)
    ledger = Ledger(board, profiles()[name])
    for ply, uci in enumerate(moves, 1):
        board.push_uci(uci)
        ledger.push(board, sure=ply not in unsure)
    return list(ledger.findings())


def rules(name: str, fen: str, moves: tuple[str, ...]) -> list[tuple[int, Rule, bool]]:
    """Ply, rule, and whether the game ends by it."""
    return [(ply, finding.rule, finding.ends) for ply, finding in told(name, fen, moves)]


def test_all_profiles_of_the_issue_are_there_and_tell_themselves_apart() -> None:
    known = profiles()
    assert list(known) == [
        "fide-otb", "fide-rapid-a4", "fide-rapid-a5", "fide-blitz-b2", "fide-blitz-b3", "us-chess", "fide-online",
        "lichess", "fide-2014",
    ]  # fmt: skip
    assert len({profile.authority for profile in known.values()}) == len(known)
    assert [name for name, profile in known.items() if not profile.over_the_board] == [
        "fide-online", "lichess", "fide-2014",
    ]  # fmt: skip


def test_minutes_for_a_wrong_claim() -> None:
    minutes = {name: profile.wrong_claim_penalty_minutes for name, profile in profiles().items()}
    assert {minutes[name] for name in ("fide-rapid-a4", "fide-rapid-a5", "fide-blitz-b2", "fide-blitz-b3")} == {1}
    assert minutes["fide-otb"] == minutes["us-chess"] == minutes["fide-2014"] == 2


def test_an_answered_illegal_move_stands_only_without_the_competition_rules() -> None:
    assert {name for name, profile in profiles().items() if profile.illegal_move_stands} == {
        "fide-rapid-a5", "fide-blitz-b3",
    }  # fmt: skip


def test_online_three_and_fifty_end_the_game() -> None:
    assert rules("fide-online", chess.STARTING_FEN, SHUFFLE * 2) == [(8, Rule.THREEFOLD, True)]
    assert rules("fide-online", QUIET.format(99), ("a2a3",)) == [(1, Rule.FIFTY, True)]
    ((_, finding),) = told("fide-online", chess.STARTING_FEN, SHUFFLE * 2)
    assert (finding.level, finding.side, finding.until, finding.article) == (Level.ACT, None, None, "5.4.1")


def test_lichess_claims_three_and_ends_at_five_and_fifty() -> None:
    found = rules("lichess", chess.STARTING_FEN, SHUFFLE * 4)
    assert found == [(ply, Rule.THREEFOLD, False) for ply in range(8, 16)] + [(16, Rule.FIVEFOLD, True)]
    assert rules("lichess", QUIET.format(99), ("a2a3",)) == [(1, Rule.FIFTY, True)]


@pytest.mark.parametrize("name", ["us-chess", "fide-2014"])
def test_five_in_a_row_where_the_rules_want_them_so(name: str) -> None:
    apart = SHUFFLE * 3 + AWAY[:2] + SHUFFLE[:2] + AWAY[2:] + SHUFFLE[2:]
    at_last = [(rule, ends) for ply, rule, ends in rules(name, chess.STARTING_FEN, apart) if ply == len(apart)]
    assert at_last == [(Rule.THREEFOLD, False)]
    assert (16, Rule.FIVEFOLD, name == "fide-2014") in rules(name, chess.STARTING_FEN, SHUFFLE * 4)
    assert (20, Rule.FIVEFOLD) in [found[:2] for found in rules("fide-otb", chess.STARTING_FEN, apart)]


def test_a_row_that_is_not_certain_is_told_as_possible() -> None:
    found = [f for _, f in told("fide-2014", chess.STARTING_FEN, SHUFFLE * 4, (8,)) if f.rule is Rule.FIVEFOLD]
    assert [(finding.sure, finding.level) for finding in found] == [(False, Level.CHECK)]


def test_us_chess_declares_and_does_not_end() -> None:
    assert not any(ends for _, _, ends in rules("us-chess", chess.STARTING_FEN, SHUFFLE * 5))
    found = [f for _, f in told("us-chess", chess.STARTING_FEN, SHUFFLE * 4) if f.rule is Rule.FIVEFOLD]
    assert [(finding.level, finding.sure) for finding in found] == [(Level.CHECK, True)]


@pytest.mark.parametrize("profile", profiles().values(), ids=list(profiles()))
def test_every_sentence_names_the_profile_and_no_article_that_is_not_there(profile: Profile) -> None:
    board = chess.Board()
    ledger = Ledger(board, profile)
    for uci in SHUFFLE * 4:
        board.push_uci(uci)
        ledger.push(board)
    for _, finding in ledger.findings():
        sentence = text(finding, ["1.X"] * len(finding.plies), "7", profile=profile)
        assert profile.authority in sentence
        assert "None" not in sentence
        assert profile.wording.silence in sentence or finding.is_claim is False


def test_what_an_event_changes_is_shown() -> None:
    assert overridden(FIDE_OVER_THE_BOARD, {}) is FIDE_OVER_THE_BOARD
    assert overridden(FIDE_OVER_THE_BOARD, {"moves_draw": 75}) is FIDE_OVER_THE_BOARD
    made = overridden(FIDE_OVER_THE_BOARD, {"moves_claim": False, "articles": {"wrong_claim": "Rules 4"}})
    assert (made.moves_claim, made.articles.wrong_claim, made.articles.silence) == (None, "Rules 4", "12.6")
    assert (made.name, made.overridden) == ("fide-otb+event", ("moves_claim", "articles"))
    assert made.authority != FIDE_OVER_THE_BOARD.authority
    assert made.title == f"{FIDE_OVER_THE_BOARD.title}, with the event's own rules"


@pytest.mark.parametrize(
    ("table", "path", "fault"),
    [
        ({"moves_draw": 40}, ("moves_claim",), "50 is not below moves_draw, 40"),
        ({"repetition_claim": 1}, ("repetition_claim",), "1 is not between 2 and 1000"),
        ({"wrong_claim_penalty_minutes": -2}, ("wrong_claim_penalty_minutes",), "-2 is not between 0 and 1000"),
        ({"claimant": "anybody"}, ("claimant",), "'anybody' is none of to_move, to_move_or_before_clock"),
        ({"name": "mine"}, ("name",), "cannot be changed"),
        ({"articles": {"mate": "5"}}, ("articles", "mate"), "there is no such key"),
        ({"moves_claim": "fifty"}, ("moves_claim",), "a whole number is wanted, not 'fifty'"),
    ],
)
def test_nonsense_in_what_an_event_changes(table: dict[str, object], path: tuple[str, ...], fault: str) -> None:
    with pytest.raises(FieldError) as told:
        overridden(FIDE_OVER_THE_BOARD, table, ("rules",))
    assert told.value.path == ("rules", *path)
    assert fault in told.value.fault


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ('[mine]\nbased_on = "fide-otb"', "p.toml, line 2: mine.based_on: 'fide-otb' is no profile that stands before"),
        ("mine = 3", "p.toml, line 1: mine: a table is wanted"),
        ('[mine]\ntitle = "Mine"\n', "p.toml, line 1: mine.authority: is missing"),
        ("[mine", "p.toml: not TOML: "),
    ],
)
def test_nonsense_in_a_file_of_profiles(toml: str, fault: str) -> None:
    with pytest.raises(FileError) as told:
        read_profiles(toml, "p.toml")
    assert str(told.value).startswith(fault)


def test_a_claim_of_two_occurrences_rests_on_positions_that_stood_once() -> None:
    board = chess.Board()
    ledger = Ledger(board, overridden(FIDE_OVER_THE_BOARD, {"repetition_claim": 2}))
    for uci in SHUFFLE[:3]:
        board.push_uci(uci)
        ledger.push(board)
    assert claimable(board, ledger).threefold == ("Ng8",)
