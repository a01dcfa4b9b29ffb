"""Who is paired stands in the round from the beginning, as a game without moves, until there is a game."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import RULED
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Person, Players
from tests.broadcast.reading import one, read_file
from tests.broadcast.telling import TellingHall

PAIRED = {
    "1": Players("Müller, Jörg", "Đorđević, Žana"),
    "2": Players("Petrov, Ivan", "Silva, Ana"),
    "10": Players("Nowak, Ewa", "Ito, Ken"),
    "11": Players("Free, Bo", ""),
}


def hall_of(known: TournamentFile = TournamentFile()) -> TellingHall:  # noqa: B008 - immutable
    return TellingHall(tournament=known._replace(event="Open", round=5, players=PAIRED))


def boards_of(hall: TellingHall, name: str) -> list[tuple[str, int, str]]:
    games = read_file(hall.live[name])
    return [(game.tags["Board"], len(game.moves), game.tags["Result"]) for game in games]


def test_the_whole_round_is_there_before_a_board_is_and_keeps_its_order() -> None:
    hall = hall_of()
    assert boards_of(hall, "round-5/games.pgn") == [("1", 0, "*"), ("2", 0, "*"), ("10", 0, "*")]
    tags = one(hall.text("10")).tags
    assert (tags["White"], tags["Black"], tags["Round"], tags["Event"]) == ("Nowak, Ewa", "Ito, Ken", "5.10", "Open")
    hall.start("2")
    hall.moves("e4 e5", "2")
    assert boards_of(hall, "round-5/games.pgn") == [("1", 0, "*"), ("2", 2, "*"), ("10", 0, "*")]
    assert boards_of(hall, "games.pgn")[1][0] == "2"


def test_its_tags_are_those_of_the_game_that_comes() -> None:
    hall = hall_of(TournamentFile(player=(Person("Petrov, Ivan", "GM", 2600, "BUL", "123"),)))
    before = one(hall.text("2")).tags
    hall.start("2")
    hall.moves("e4", "2")
    after = one(hall.text("2")).tags
    assert {name: value for name, value in after.items() if before.get(name) != value}.keys() <= {"Date"}
    assert before["WhiteFideId"] == "123"


def test_a_pairing_that_changes_or_goes_is_followed() -> None:
    hall = hall_of()
    hall.learn(hall.tournament._replace(players={"1": Players("Ito, Ken", "Silva, Ana")}))
    assert boards_of(hall, "round-5/games.pgn") == [("1", 0, "*")]
    assert one(hall.text("1")).tags["White"] == "Ito, Ken"
    hall.learn(hall.tournament._replace(players={}))
    assert "round-5/games.pgn" not in hall.live
    assert "round-5/game-1.pgn" not in hall.live


def test_the_next_round_stands_beside_the_one_before() -> None:
    hall = hall_of()
    hall.start("1")
    hall.moves("e4", "1")
    hall.result("1-0", "1")
    hall.at(50.0).learn(hall.tournament._replace(round=6, players={"1": Players("Ito, Ken", "Silva, Ana")}))
    assert boards_of(hall, "round-6/games.pgn") == [("1", 0, "*")]
    assert boards_of(hall, "round-5/games.pgn")[0] == ("1", 1, "1-0")
    hall.at(70.0)
    assert boards_of(hall, "games.pgn")[-1] == ("1", 0, "*")


def test_a_wrong_number_of_the_round_leaves_nothing() -> None:
    hall = hall_of()
    hall.learn(hall.tournament._replace(round=6))
    assert not [name for name in hall.live if name.startswith("round-5")]


@pytest.mark.parametrize("how", ["-/+", "unplayed"])
def test_a_game_that_is_ruled_over_is_no_pairing_any_more(how: str) -> None:
    hall = hall_of()
    hall.start("2")
    result, told = RULED[how]
    hall.say(events.Result(hall.t_s, "2", 1, result, "arbiter", True, told))
    tags = one(hall.text("2")).tags
    assert (tags["Result"], tags["Termination"]) == (
        result,
        "rules infraction" if told == "forfeit" else "unterminated",
    )
    assert len(boards_of(hall, "round-5/games.pgn")) == 3


def test_where_chess960_is_played_nobody_knows_the_position_yet() -> None:
    assert hall_of(TournamentFile(chess960=True)).files == {}


def test_a_game_that_was_carried_leaves_no_second_one_of_its_players() -> None:
    hall = hall_of()
    hall.start("2")
    hall.moves("e4 e5", "2")
    ruling = Ruling(hall.t_s, "Ada", "carry", board="2", to_board="20", number=1)
    ruled = events.Ruled(hall.t_s, "2", 1, "carry", "Ada", "done", None, "", "carried")
    hall.say(ruled, events.Gone(hall.t_s, "2", 1, aside=False), rulings={1: ruling})
    hall.say(events.GameStart(hall.t_s, "20", 1, chess.STARTING_FEN, False, False, *PAIRED["2"]))
    hall.boards["20", 1] = chess.Board()
    for san in ("e4", "e5"):
        hall.move(san, "20")
    assert [each[:2] for each in boards_of(hall, "round-5/games.pgn")] == [("1", 0), ("10", 0), ("20", 2)]


def test_the_page_has_them_with_no_game_and_then_the_game() -> None:
    hall, showing = hall_of(), Showing()
    (output,) = hall.sending.wanted
    news = showing.follow(output)
    assert news.events == []
    assert [(each["board"], each["white"], each["moves"]) for each in news.boards] == [
        ("1", "Müller, Jörg", []),
        ("2", "Petrov, Ivan", []),
        ("10", "Nowak, Ewa", []),
    ]
    hall.start("2")
    hall.moves("e4", "2")
    (board,) = showing.follow(output).boards
    assert (board["board"], board["game"], board["from"], board["moves"]) == ("2", 1, 0, ["e4"])
    hall.learn(hall.tournament._replace(players={"2": PAIRED["2"]}))
    assert [each.get("gone", False) for each in showing.follow(output).boards] == [True, False, True]
