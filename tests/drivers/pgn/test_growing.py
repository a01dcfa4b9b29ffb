"""A large file: parsed in bounded steps, from where it was where its head is the same, and nothing else waits."""

import os
from pathlib import Path
from random import Random

import pytest

from drivers.pgn import files, growing
from drivers.pgn.files import Files
from drivers.pgn.growing import Growing
from drivers.pgn.reading import Parsing, Text, read_text
from drivers.readings import Score
from tests.drawn import drawn
from tests.drivers.pgn.test_source import Looking
from tests.drivers.pgn.writing import MOVES, game_text

DRAWN = drawn()
STRANGE = (
    "{", "}", "[", '"', "(", ")", ";", "%", "\n%", "\n", " ", "*", "1-0", "1/2-1/2", '[FEN "x"]', '[White "A\\"b"]',
    "$12", "12.", "...", "e4", "{[%clk 0:01:02]}", "\u00e9", '[Event\n"Open"\n]', "[Event", "O-O",
)  # fmt: skip


def strange_text(random: Random) -> str:
    """Games, with damage between and inside of them."""
    text = "".join(game_text(MOVES[: random.randrange(9)], round_board=f"1.{number}") for number in range(1, 4))
    for _ in range(random.randrange(6)):
        at = random.randrange(len(text))
        text = text[:at] + random.choice(STRANGE) + text[at + random.randrange(3) :]
    return text


@pytest.mark.parametrize("seed", [5, DRAWN])
def test_in_whatever_pieces_a_text_comes_it_holds_the_same(seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        text, parsing, at = strange_text(random), Parsing(), 0
        while at < len(text):
            size = random.choice((1, 2, 7, 40, 500))
            parsing.feed(text[at : at + size])
            at += size
            if random.random() < 0.1:
                assert parsing.text() == read_text(text[:at])
        assert parsing.text() == read_text(text)


class Steps:
    """Takes a file to its end, step by step, and counts what is read."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(growing, "PARSED_BYTES", 512)
        monkeypatch.setattr(growing, "COMPARED_BYTES", 4096)
        self.path = path
        self.file = Growing()
        self.fed: list[int] = []
        self.longest = 0
        feed = Parsing.feed

        def counted(parsing: Parsing, piece: str) -> None:
            self.longest = max(self.longest, len(piece))
            self.fed.append(len(piece.encode()))
            feed(parsing, piece)

        monkeypatch.setattr(Parsing, "feed", counted)

    def read(self) -> tuple[Text | None, int]:
        """What it holds if that is new, and how many bytes were parsed for it."""
        self.fed.clear()
        self.longest = 0
        self.file.look_again()
        for _ in range(2000):
            found = self.file.step(self.path)
            if found is not None:
                assert self.longest < 512 + 4  # a letter may have been waiting
                return found[1], sum(self.fed)
        raise AssertionError("it never comes to an end")


@pytest.mark.parametrize("seed", [6, DRAWN])
def test_whatever_becomes_of_a_file_it_is_read_as_it_is(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, path = Random(seed), tmp_path / "games.pgn"
    steps, data = Steps(path, monkeypatch), b""
    for number in range(60):
        before, game = (
            data,
            game_text(MOVES[: random.randrange(20)], "1-0", round_board=f"1.{number}", white="\u00c1bel").encode(),
        )
        at = random.randrange(len(data) + 1)
        data = random.choice(
            (data + game, data + game, game + data, data[:at] + game, data[:at] + b"x" + data[at + 1 :])
        )
        path.write_bytes(data)
        read, _ = steps.read()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue  # cut within a letter
        assert read == (None if data == before else read_text(text))


def test_what_has_grown_is_parsed_from_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgn"
    steps = Steps(path, monkeypatch)
    games = [game_text(MOVES, "1-0", round_board=f"1.{number}") for number in range(1, 41)]
    path.write_text("".join(games[:39]))
    read, parsed = steps.read()
    assert read == read_text("".join(games[:39]))
    assert parsed == path.stat().st_size
    assert steps.read() == (None, 0)
    with path.open("a") as stream:
        stream.write(games[39])
    read, parsed = steps.read()
    assert read == read_text("".join(games))
    assert parsed == len(games[39].encode())
    stat = path.stat()
    path.write_text("".join(games).replace("Brown", "Green", 1))  # as large, and as old as before
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    read, parsed = steps.read()
    assert read is not None
    assert read.games[0].tags["Black"] == "Green"
    assert parsed == path.stat().st_size


def test_what_is_no_utf_8_is_latin_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgn"
    text = "".join(game_text(MOVES[:4], round_board=f"1.{number}") for number in range(1, 12))
    path.write_bytes(text.replace("Brown", "M\u00fcller").encode("latin-1"))
    read, _ = Steps(path, monkeypatch).read()
    assert read is not None
    assert {game.tags["Black"] for game in read.games} == {"M\u00fcller"}


def test_nothing_else_waits_for_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES_AT_ONCE", 3000)
    monkeypatch.setattr(growing, "PARSED_BYTES", 500)
    for letter in "ab":
        games = [game_text(MOVES, "1-0", round_board=f"1.{n + 100 * (letter == 'b')}") for n in range(10, 30)]
        (tmp_path / f"{letter}.pgn").write_text("".join(games))
    small = tmp_path / "game-7.pgn"
    small.write_text(game_text([], round_board="1.7"))
    looking = Looking(tmp_path)
    for plies in range(1, 6):
        small.write_text(game_text(MOVES[:plies], round_board="1.7"))
        told = looking.look(2)
        assert told["7"] == MOVES[:plies]
        assert len(told) == 1
    told = looking.look(400)
    assert len(told) == 41
    stamps = len(looking.stamps)
    looking.look(200)
    assert len(looking.stamps) == stamps
    with (tmp_path / "a.pgn").open("a") as stream:
        stream.write(game_text(MOVES[:3], round_board="1.99"))
    assert looking.look(40)["99"] == MOVES[:3]
    assert sum(isinstance(stamp.reading, Score) for stamp in looking.stamps[stamps:]) == 1


def test_a_look_at_large_files_takes_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES_AT_ONCE", 900)
    steps: list[Path] = []
    step = Growing.step

    def counted(file: Growing, path: Path) -> object:
        steps.append(path)
        return step(file, path)

    monkeypatch.setattr(Growing, "step", counted)
    for letter in "abc":
        (tmp_path / f"{letter}.pgn").write_text(game_text(MOVES, round_board=f"1.{ord(letter)}"))
    looked = Files(tmp_path)
    assert list(looked.changed()) == []
    for looks in range(1, 30):
        list(looked.changed())
        assert len(steps) == looks
    assert {path.stem for path in steps} == set("abc")


def test_a_file_that_was_large_and_small_meanwhile_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES_AT_ONCE", 400)
    path, looking = tmp_path / "game-1.pgn", Looking(tmp_path)
    for sans in (MOVES, (), MOVES, MOVES[:1], MOVES):
        path.write_text(game_text(sans))
        assert looking.look(60)["1"] == sans
