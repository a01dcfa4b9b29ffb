"""PGN as text: what is a game, what is told of each move, and when a text is whole."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.pgn.reading import LONGEST_MOVE, MOST_GAMES, MOST_MOVES, decoded, read_text
from tests.drawn import drawn
from tests.drivers.pgn.writing import MOVES, game_text, round_text

DRAWN = drawn()


def test_a_game_as_livechess_writes_it() -> None:
    ((game,), whole, torn, _) = read_text(game_text(MOVES, "1/2-1/2"))
    assert (whole, torn) == (True, 0)
    assert game.sans == MOVES
    assert game.clocks[:3] == ("00:50:00+00:00:09", "00:50:00+00:00:09", "00:49:00+00:00:09")
    assert (game.result, game.tags["White"], game.tags["Round"]) == ("1/2-1/2", 'Ábel, "Jan"', "1.1")


@pytest.mark.parametrize(
    ("text", "sans"),
    [
        ("1.e4 e5 2.Nf3 *", "e4 e5 Nf3"),
        ("1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *", "e4 e5"),
        ("1. e4 $1 e5 $14 *", "e4 e5"),
        ("1. e4 ; a comment to the end * 1-0\n e5 *", "e4 e5"),
        ("% a line that is escaped *\n1. e4 *", "e4"),
        ("1. e4 {a comment, [%clk 1:00:00] * and ( more} e5 *", "e4 e5"),
        ("1. e4 e5 2. O-O 0-0-0 *", "e4 e5 O-O 0-0-0"),
        ("1. e4! e5?! *", "e4! e5?!"),
        ("1... e5 *", "e5"),
        ("1. e8=Q+ *", "e8=Q+"),
        ("1. \x1b[31me4 *", ""),
        ("*", ""),
    ],
)
def test_moves(text: str, sans: str) -> None:
    games = read_text(f'[White "A"]\n\n{text}\n').games
    assert " ".join(games[0].sans if games else ()) == sans


def test_a_time_counts_for_the_move_before_it_and_not_in_variations() -> None:
    (game,) = read_text(
        "1. e4 {[%clk 1:00:00]} (1. d4 {[%clk 0:01:00]}) e5 {[%emt 3]} 2. d4 {[%clk 9]} {[%clk 8]} *"
    ).games
    assert game.clocks == ("1:00:00", "+3", "9")


@pytest.mark.parametrize(
    ("result", "end", "told"),
    [("*", "1-0", "1-0"), ("0-1", "*", "0-1"), ("*", "*", None), ("1-0", "1/2-1/2", "1/2-1/2")],
)
def test_result(result: str, end: str, told: str | None) -> None:
    assert read_text(f'[Result "{result}"]\n\n1. e4 {end}\n').games[0].result == told


def test_no_part_of_a_game_is_whole() -> None:
    text = game_text(MOVES, "1-0")
    end = text.rindex("1-0") + 3
    assert [cut for cut in range(len(text) + 1) if read_text(text[:cut]).whole] == list(range(end, len(text) + 1))


def test_a_round_is_whole_only_where_a_game_ends() -> None:
    text = round_text([MOVES[:5], MOVES[:9], []])
    ends = [at + 1 for at in range(len(text)) if text[at] == "*" and text[at - 1] in " \n"]
    whole = [cut for cut in range(len(text)) if read_text(text[:cut]).whole]
    assert {cut for cut in whole if text[cut - 1] == "*"} == set(ends)
    for cut in whole:
        for game, sans in zip(read_text(text[:cut]).games, [MOVES[:5], MOVES[:9], ()], strict=False):
            assert game.sans == sans


def test_a_game_in_the_middle_that_never_ended_is_left_out() -> None:
    text = '[White "A"]\n\n1. e4 e5\n\n[White "B"]\n\n1. d4 *\n'
    games, whole, torn, _ = read_text(text)
    assert ([game.tags["White"] for game in games], whole, torn) == (["B"], True, 1)


def test_bounds() -> None:
    read = read_text("1. e4 *\n" * 9 + "*\n" * MOST_GAMES)
    assert (len(read.games), read.before, read.games[0].sans) == (MOST_GAMES, 9, ())
    (game,) = read_text(f"{'e4 ' * (MOST_MOVES + 9)} {'x' * 99} *").games
    assert len(game.sans) == MOST_MOVES
    assert len(read_text(f"{'x' * 99} *").games[0].sans[0]) == LONGEST_MOVE


def test_a_comment_that_is_never_closed_is_the_rest() -> None:
    read = read_text("1. e4 * 1. d4 {" + "{x * " * 200_000)
    assert (len(read.games), read.whole, read.games[0].sans) == (1, False, ("e4",))
    assert not read_text("1. e4 * {").whole


def test_encodings() -> None:
    assert decoded("\ufeffÁé".encode()) == "Áé"
    assert decoded("Ábel".encode("latin-1")) == "Ábel"


@given(st.text(alphabet='[]{}();"\\ \n*%$.1-0/2abeNfO=\x00é', max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read(text: str) -> None:
    read = read_text(text)
    assert not read.whole or read.games


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_read(data: bytes) -> None:
    read_text(decoded(data))


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_damaged_files_are_read(seed: int) -> None:
    print(f"seed {seed}")
    rng, text = Random(seed), round_text([MOVES, MOVES[:7], MOVES[:1]])
    for _ in range(200):
        damaged = list(text)
        for _ in range(rng.randrange(1, 6)):
            damaged[rng.randrange(len(damaged))] = rng.choice('[]{}()"*\n \\;%')
        read_text("".join(damaged))
