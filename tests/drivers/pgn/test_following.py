"""Texts as they are found become scores: written anew, half written, with another past, with games exchanged."""

from collections.abc import Sequence
from random import Random

import pytest

from drivers.pgn.boards import place_of
from drivers.pgn.following import TORN, Following
from drivers.pgn.reading import MOST_GAMES
from drivers.readings import Complaint, LineDown, LineUp, Reading, Score
from tests.drawn import drawn
from tests.drivers.pgn.writing import MOVES, game_text, instants, round_text

DRAWN = drawn()


def scores(told: Sequence[tuple[str, Reading]]) -> dict[str, tuple[str, ...]]:
    return {port: reading.sans for port, reading in told if isinstance(reading, Score)}


@pytest.mark.parametrize(
    ("tags", "name", "number", "games", "place"),
    [
        ({"Round": "3.7"}, "games.pgn", 1, 9, ("", "7", 3)),
        ({"Round": "3.2.4"}, "games.pgn", 1, 9, ("", "2.4", 3)),
        ({"Round": "3", "Board": "12"}, "games.pgn", 1, 9, ("", "12", 3)),
        ({"Round": "3"}, "games.pgn", 5, 9, ("", "5", 3)),
        ({}, "Open/round-4/game-12.pgn", 1, 1, ("Open", "12", 4)),
        ({"Round": "?"}, "round-2/games.pgn", 2, 3, ("", "2", 2)),
        ({}, "top game.pgn", 1, 1, ("", "top_game", 0)),
        ({"Round": "3.7", "Board": "../../etc"}, "../x/\x1b[2Jg.pgn", 1, 1, ("_/x", "7", 3)),
        ({"Round": "9" * 400}, "games.pgn", 1, 1, ("", "1", 0)),
    ],
)
def test_places(tags: dict[str, str], name: str, number: int, games: int, place: tuple[str, str, int]) -> None:
    assert tuple(place_of(tags, name, number, games)) == place


def test_a_board_is_met_once_and_told_what_is_new() -> None:
    following = Following()
    assert [type(reading) for _, reading in following.take("games.pgn", round_text([MOVES[:2], []]))] == [
        LineUp, Score, LineUp, Score,
    ]  # fmt: skip
    assert following.take("games.pgn", round_text([MOVES[:2], []])) == []
    assert scores(following.take("games.pgn", round_text([MOVES[:2], MOVES[:1]]))) == {"2": ("e4",)}


def test_the_next_round_in_the_same_file_or_in_another_folder() -> None:
    for names in (("games.pgn", "games.pgn"), ("round-1/games.pgn", "round-2/games.pgn")):
        following = Following()
        following.take(names[0], round_text([MOVES[:4]]))
        assert scores(following.take(names[1], round_text([[]], 2))) == {"1": ()}
        assert following.take(names[0], round_text([MOVES[:4]])) == [] or names[0] == names[1]


def test_a_file_of_all_rounds_tells_of_the_last() -> None:
    told = Following().take("all.pgn", round_text([MOVES], 1) + round_text([MOVES[:3]], 2))
    assert scores(told) == {"1": MOVES[:3]}


def test_a_game_of_its_own_file_goes_before_the_file_of_all() -> None:
    following = Following()
    following.take("game-1.pgn", game_text(MOVES[:6]))
    assert following.take("games.pgn", round_text([MOVES[:5], MOVES[:1]])) != []
    assert scores(following.take("games.pgn", round_text([MOVES[:4], MOVES[:2]]))) == {"2": MOVES[:2]}


def test_two_games_of_one_board_are_two_boards() -> None:
    told = Following().take("games.pgn", game_text(MOVES[:1]) + game_text(MOVES[:2], white="C"))
    assert scores(told) == {"1": MOVES[:1], "1-2": MOVES[:2]}


def test_another_tournament_beside_it_has_boards_of_its_own() -> None:
    following = Following()
    following.take("A/games.pgn", round_text([MOVES[:1]]))
    assert scores(following.take("B/games.pgn", round_text([MOVES[:2]]))) == {"B/1": MOVES[:2]}


def test_games_that_never_ended_are_complained_of_once() -> None:
    following = Following()
    text = game_text(MOVES[:3])
    torn = text + game_text(MOVES[:2], round_board="1.2").replace("*\n\n", "\n\n") + game_text([], round_board="1.3")
    complaints = [
        r for _, r in following.take("games.pgn", text) + following.take("games.pgn", torn) if type(r) is Complaint
    ]
    assert [(each.kind, each.dropped) for each in complaints] == [(TORN, 1)]
    assert not [r for _, r in following.take("games.pgn", torn + "\n") if type(r) is Complaint]


def test_an_outage_is_told_of_every_board() -> None:
    following = Following()
    following.take("games.pgn", round_text([MOVES, MOVES]))
    assert following.lost("gone") == [("1", LineDown("gone")), ("2", LineDown("gone"))]
    assert following.lost("gone") == []
    assert [(port, type(reading)) for port, reading in following.back()] == [
        ("1", LineUp), ("1", Score), ("2", LineUp), ("2", Score),
    ]  # fmt: skip
    assert following.back() == []


@pytest.mark.parametrize("seed", [1, 2, DRAWN])
def test_whatever_is_found_while_it_is_written_only_what_was_written_is_said(seed: int) -> None:
    """Games grow, are corrected and exchanged; the file is looked at at random moments, half a line at a time."""
    print(f"seed {seed}")
    rng, following = Random(seed), Following()
    games, text = [tuple[str, ...]() for _ in range(4)], ""
    for _ in range(60):
        for board in rng.sample(range(4), 2):
            moves = games[board]
            games[board] = rng.choice([MOVES[: len(moves) + 1], MOVES[: len(moves) + 2], moves[:-1], ("d4", "e5")])
        before, text = text, round_text(games)
        ever = {f"{n}": both for n, both in enumerate(zip(_read(before), games, strict=True), 1)}
        for found in instants(before, text, rng):
            if rng.random() < 0.3:
                for port, sans in scores(following.take("games.pgn", found)).items():
                    assert sans in ever[port]
        for port, sans in scores(following.take("games.pgn", text)).items():
            assert sans == games[int(port) - 1]
    assert {port: score.sans for port, score in following.said.items()} == {
        f"{number}": sans for number, sans in enumerate(games, 1)
    }


def _read(text: str) -> list[tuple[str, ...]]:
    told = scores(Following().take("games.pgn", text))
    return [told.get(f"{number}", ()) for number in range(1, 5)]


@pytest.mark.parametrize(
    "tag", ['FEN "8/8/8/8"', f'FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 {"9" * 22}"', 'Variant "Crazyhouse"']
)
def test_a_game_that_cannot_be_read_is_told(tag: str) -> None:
    following = Following()
    told = following.take("games.pgn", f"[{tag}]\n{game_text(MOVES[:2])}{game_text(MOVES[:1], round_board='1.2')}")
    assert scores(told) == {"2": MOVES[:1]}
    assert "1 games" in following.left_out["games.pgn"]
    following.take("games.pgn", f'[Variant "Chess960"]\n{game_text(MOVES[:2])}')
    assert not following.left_out


def test_of_too_many_games_the_last_are_followed_and_it_is_told() -> None:
    following = Following()
    text = "".join(game_text([], round_board=f"1.{board}", clocks=False) for board in range(1, MOST_GAMES + 1))
    told = scores(following.take("games.pgn", text + game_text(MOVES[:1], round_board="2.1")))
    assert told["1"] == MOVES[:1]
    assert "first 1 games" in following.left_out["games.pgn"]
