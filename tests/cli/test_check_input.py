"""PGN of any origin: games told apart, moves read strictly, faults named, memory bounded."""

import io
import random
import tracemalloc

import chess
import pytest
from click.testing import CliRunner

from dgt_monitor.cli import pgn_text
from dgt_monitor.cli.check import check
from dgt_monitor.cli.pgn_input import PgnGame, read_games
from tests.cli.pgn_samples import pgn
from tests.drawn import drawn


def read(text: str | bytes) -> tuple[list[PgnGame], list[str]]:
    complaints: list[str] = []
    raw = text.encode() if isinstance(text, str) else text
    return list(read_games(io.BytesIO(raw), complaints.append)), complaints


def sans(game: PgnGame) -> str:
    return game.start.variation_san(game.moves) if game.moves else ""


def one(text: str | bytes) -> PgnGame:
    games, complaints = read(text)
    assert complaints == []
    (game,) = games
    return game


@pytest.mark.parametrize(
    "movetext",
    [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "e4 e5 Nf3 *",
        "1. e4! e5?! $1 $14 2. Nf3!? *",
        "1. e4 {a comment } e5 ; to the end of the line 2. d4\n2. Nf3 *",
        '1. e4 {over\n\n[Event "no game"] is not at the start of a line\n} 1... e5 2. Nf3 *',
        "% an escaped line 1. d4\n1. e4 e5 2. Nf3 *",
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 (1... c5 {)}) 2. Nf3 *",
        "1. e4\n\ne5\n\n2. Nf3 *",
        "1. e4 e5 2. ♘f3 *",
        "1. e2-e4 e7e5 2. Ng1-f3 *",
        "1. e4 += e5 e.p. 2. Nf3 +- N *",
    ],
)
def test_the_main_line_is_found(movetext: str) -> None:
    assert sans(one(pgn(movetext))) == "1. e4 e5 2. Nf3"


def test_tags_and_result() -> None:
    game = one(pgn("1. e4 1-0", White='O\\"Hara \\\\ x', Black="Müller", Result="*"))
    assert game.players == 'O"Hara \\ x-Müller'
    assert game.result == "1-0"
    assert one(pgn("1. e4", Result="0-1")).result == "0-1"
    assert one(pgn("1. e4", Result="won")).result == "*"
    assert one(pgn("1. e4 1/2")).result == "1/2-1/2"
    assert one(pgn("1. e4 *")).players == ""


def test_many_games_in_many_shapes() -> None:
    text = (
        pgn("1. e4 e5 1-0")
        + '[Event "no empty line between"]\n1. d4 d5\n[Event "x"]\n\n1. c4 *\n'
        + "\n1. Nf3 Nf6\n\n1. Nc3 *\n1. a3 0-1\n1. b3 *\n"
        + pgn("")
        + pgn("*")
        + "{ the end }\n"
    )
    games, complaints = read(text)
    assert complaints == []
    assert [sans(game) for game in games] == [
        "1. e4 e5", "1. d4 d5", "1. c4", "1. Nf3 Nf6", "1. Nc3", "1. a3", "1. b3", "", "",
    ]  # fmt: skip
    assert [game.number for game in games] == list(range(1, 10))


def test_line_ends_of_every_system_and_encodings() -> None:
    for text in (pgn("1. e4 e5 *", White="Jánošík").replace("\n", end) for end in ("\n", "\r\n", "\r")):
        assert sans(one(text)) == "1. e4 e5"
        assert one(b"\xef\xbb\xbf" + text.encode()).tags["White"] == "Jánošík"
    latin = pgn("1. e4 *", White="Müller\x85", Black="Nuñez").encode("latin-1")
    assert one(latin).tags["White"] == "Müller\x85"
    mixed = latin + pgn("1. d4 *", White="Łukasz").encode()
    assert [game.tags["White"] for game in read(mixed)[0]] == ["Müller\x85", "Łukasz"]


@pytest.mark.parametrize(
    ("movetext", "read_moves", "complaint"),
    [
        ("1. e4 e5 2. Ke3 Nc6 *", "1. e4 e5", "@2.Ke3 is not a legal move; the game is read up to 1...e5"),
        ("1. e4 e5 2. Sf3 Nc6 *", "1. e4 e5", "@2.Sf3 cannot be read as a move; the game is read up to 1...e5"),
        ("1. e4 e5 2. Qh9 *", "1. e4 e5", "@2.Qh9 cannot be read as a move; the game is read up to 1...e5"),
        ("1. e4 -- 2. d4 *", "1. e4", "@1...-- is not a legal move; the game is read up to 1.e4"),
        ("1. e4 0000 2. d4 *", "1. e4", "@1...0000 is not a legal move; the game is read up to 1.e4"),
        ("1. Zz *", "", "@1.Zz cannot be read as a move; the game is read up to the start position"),
        ("1. e4 (1. d4 d5 *", "1. e4", "@a variation is never closed; the game is read up to 1.e4"),
        ("1. e4 {no end", "1. e4", "line 3: a comment begins here that never ends"),
        ("1. e4 e5) 2. d4 *", "1. e4 e5 2. d4", "@a variation is closed that never began, after 1...e5"),
        ("1. e4 * 1... e5", "1. e4", "@text after the result is not read"),
    ],
)  # fmt: skip
def test_faults_are_named_and_what_is_good_is_read(movetext: str, read_moves: str, complaint: str) -> None:
    games, complaints = read(pgn(movetext) + pgn("1. c4 *"))
    assert complaints == [complaint.replace("@", "game 1 (line 1): ")]
    assert [sans(game) for game in games] == [read_moves, "1. c4"]
    broken = "the game is read up to" in complaint or "never ends" in complaint
    assert (games[0].broken is not None) == broken


def test_an_ambiguous_move_is_not_guessed() -> None:
    games, complaints = read(pgn("1. Nd2 *", FEN="4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    assert games[0].moves == ()
    assert "1.Nd2 could be more than one move" in complaints[0]


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ({"FEN": "rubbish"}, "tag FEN or Variant cannot be used"),
        ({"FEN": "8/8/8/8/8/8/8/8 w - - 0 1"}, "no pieces"),
        ({"FEN": "8/8/8/8/8/8/8/K7 w - - 0 1"}, "no black king"),
        ({"FEN": "kk6/8/8/8/8/8/8/K7 w - - 0 1"}, "more than two kings"),
        ({"FEN": "k6P/8/8/8/8/8/8/K7 w - - 0 1"}, "pawns on the first or last rank"),
        ({"FEN": "k7/8/8/8/8/8/8/K6r b - - 0 1"}, "the side not to move is in check"),
        ({"FEN": "4k3/8/8/8/8/8/8/4K3 w - - " + "9" * 5000}, "longer than 200 characters"),
        ({"Variant": "Atomic"}, "Atomic is not played by these Laws"),
        ({"Variant": "Nonsense \x1b[31m"}, "tag FEN or Variant cannot be used"),
    ],
)
def test_an_unusable_start_is_told_and_the_file_goes_on(tags: dict[str, str], why: str) -> None:
    games, complaints = read(pgn("1. Kb1 *", **tags) + pgn("1. c4 *"))
    assert [(game.number, sans(game)) for game in games] == [(2, "1. c4")]
    assert len(complaints) == 1
    assert why in complaints[0]
    assert complaints[0].startswith("game 1 (line 1): ")


@pytest.mark.parametrize(
    ("tags", "movetext", "last_uci", "fen"),
    [
        ({"FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, "1. O-O", "e1g1", "4k3/8/8/8/8/8/8/5RK1"),
        ({"FEN": "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1"}, "1. 0-0", "c1f1", "4k3/8/8/8/8/8/8/5RKR"),
        ({"Variant": "Chess960", "FEN": "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1"}, "1. O-O", "c1f1", "4k3/8/8/8/8/8/8/5RKR"),
        ({"Variant": "fischerandom", "FEN": "4k3/8/8/8/8/8/8/1RK4R w KQ -"}, "O-O-O", "c1b1", "4k3/8/8/8/8/8/8/2KR3R"),
        ({"Variant": "Standard"}, "1. e4", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
        ({"FEN": "4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1"}, "1. Kd2", "e1d2", "4k3/8/8/8/8/8/3K4/8"),
    ],
)  # fmt: skip
def test_set_up_positions_and_chess960(tags: dict[str, str], movetext: str, last_uci: str, fen: str) -> None:
    game = one(pgn(movetext, **tags))
    board = game.start.copy()
    for move in game.moves:
        board.push(move)
    assert (game.moves[-1].uci(), board.board_fen()) == (last_uci, fen)


def test_a_comment_that_never_ends_does_not_swallow_the_next_game() -> None:
    games, complaints = read(pgn("1. e4 e5 {oh\n\ndear") + pgn("1. d4 *"))
    assert [sans(game) for game in games] == ["1. e4 e5", "1. d4"]
    assert complaints == ["line 3: a comment begins here that never ends"]


@pytest.mark.parametrize("raw", [b"", b"\n\n  \n", b"{only a comment}", b"% escaped", b"\xef\xbb\xbf"])
def test_nothing_is_said_to_be_nothing(raw: bytes) -> None:
    assert read(raw) == ([], ["no game in it"])


def test_what_is_not_a_score_is_no_game() -> None:
    assert read("Dear arbiter,\nsee below\n") == ([], ["line 1: this is not a game, skipped", "no game in it"])
    games, complaints = read("Dear arbiter,\n\n" + pgn("1. e4 *"))
    assert ([sans(game) for game in games], len(complaints)) == (["1. e4"], 1)


@pytest.mark.parametrize("raw", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0", '[Event "x"]'.encode("utf-16"), b"\0" * 4096])
def test_binary_data_is_named(raw: bytes) -> None:
    games, complaints = read(raw)
    assert games == []
    assert "binary data" in complaints[0]
    assert complaints[1:] == ["no game in it"]


def test_a_game_before_binary_data_is_kept() -> None:
    games, complaints = read(pgn("1. e4 e5").encode() + b"\0\0")
    assert [sans(game) for game in games] == ["1. e4 e5"]
    assert len(complaints) == 1


class Endless(io.BytesIO):
    """A line of so many bytes, made as it is read, then one game."""

    def __init__(self, length: int) -> None:
        super().__init__(b"\n" + pgn("1. e4 e5 *").encode())
        self._left = length

    def readline(self, size: int | None = -1) -> bytes:
        if not self._left or size is None or size < 0:
            return super().readline(size)
        chunk = b"a" * min(size, self._left)
        self._left -= len(chunk)
        return chunk


def test_an_endless_line_is_skipped_in_bounded_memory() -> None:
    complaints: list[str] = []
    tracemalloc.start()
    games = list(read_games(Endless(100_000_000), complaints.append))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [sans(game) for game in games] == ["1. e4 e5"]
    assert complaints == [f"line 1: longer than {pgn_text.LINE_MAX_BYTES} bytes, skipped"]
    assert peak < 8 * pgn_text.LINE_MAX_BYTES


def test_a_game_without_end_is_cut_and_the_next_is_read() -> None:
    endless = "Nf3 Nf6 Ng1 Ng8\n" * (pgn_text.GAME_MAX_CHARS // 15)
    games, complaints = read(pgn(endless) + pgn("1. c4 *"))
    assert sans(games[1]) == "1. c4"
    assert len(games[0].moves) == 20_000
    assert games[0].broken is not None
    assert ["its rest is not read" in complaints[0], "more than 20000 plies" in complaints[1]] == [True, True]


def test_deep_nesting_and_endless_comments_cost_nothing() -> None:
    deep = "1. e4 " + "(" * 200_000 + ")" * 200_000 + " e5 " + "{" + "x\n" * 500_000 + "} *"
    assert sans(one(pgn(deep))) == "1. e4 e5"


@pytest.mark.parametrize("seed", [11, drawn()])
def test_mutated_files_give_games_or_complaints(seed: int) -> None:
    rng = random.Random(seed)
    good = (pgn("1. e4 e5 (1... c5) 2. Nf3 $3 {x} *", White="A") + pgn("1. d4 *", FEN=chess.STARTING_FEN)).encode()
    for _ in range(800):
        raw = bytearray(good)
        for _ in range(rng.randrange(1, 12)):
            at = rng.randrange(len(raw))
            kind = rng.random()
            if kind < 0.4:
                raw[at] = rng.choice(b'(){}[]";%$*.\n\r /0129abKNO-=+\xff\x00\x1b')
            elif kind < 0.7:
                del raw[at : at + rng.randrange(8)]
            else:
                raw[at:at] = good[at : at + rng.randrange(40)]
        for game in read(bytes(raw))[0]:
            board = game.start.copy()
            for move in game.moves:
                assert board.is_legal(move)
                board.push(move)


def test_a_game_of_which_a_line_was_skipped_is_not_whole() -> None:
    games, complaints = read('[Event "x"]\n\n1. e4 e5\n' + "{" + "a" * (2 << 20) + "}\n2. Nf3 *\n\n" + pgn("1. d4 *"))
    assert len(complaints) == 1
    assert [game.broken is None for game in games] == [False, True]


@pytest.mark.parametrize("mark", ["\u2028", "\u0085", "\u2029", "\x0b", "\x0c"])
def test_characters_at_which_python_breaks_lines_shift_no_line_numbers(mark: str) -> None:
    faulty = pgn(f"1. e4 {{ one{mark}two }} e5 *", White=f"An{mark}n") + pgn("1. e4 Ke5 *")
    told = CliRunner().invoke(check, ["-"], input=faulty).stderr
    assert "game 2 (line 6)" in told
