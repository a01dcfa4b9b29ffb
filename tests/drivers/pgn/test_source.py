"""Files, folders and pages followed as they change: by a second thread at random moments, and by a server."""

import base64
import gzip
import os
import socket
import threading
from pathlib import Path
from random import Random

import pytest

from drivers.live import WrongLineError
from drivers.pgn import files, source, web
from drivers.pgn.files import Files
from drivers.pgn.source import PgnSource, check_url, open_url
from drivers.pgn.web import Answer, Page
from drivers.readings import LineDown, LineUp, Request, Score
from drivers.source import Stamped
from tests.drawn import drawn
from tests.driver_contract import check_scores
from tests.drivers.pgn.serving import Server
from tests.drivers.pgn.writing import MOVES, game_text, round_text

DRAWN = drawn()


class Looking:
    """A source of files in a time of its own: every poll is a look."""

    def __init__(self, path: Path) -> None:
        self.now_s = 0.0
        self.troubles: list[str] = []
        self.source = PgnSource(Files(path), self.troubles.append, lambda: self.now_s)
        self.stamps: list[Stamped] = []

    def look(self, times: int = 1) -> dict[str, tuple[str, ...]]:
        for _ in range(times):
            self.now_s += source.EVERY_S
            self.stamps += self.source.poll(0.0)
        return {stamp.port: stamp.reading.sans for stamp in self.stamps if isinstance(stamp.reading, Score)}


def test_a_file_is_told_when_it_has_come_to_rest(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(round_text([MOVES[:2]]))
    looking = Looking(path)
    assert looking.look() == {}
    assert looking.look() == {"1": MOVES[:2]}
    path.write_text(round_text([MOVES[:3]]))
    assert looking.look(2) == {"1": MOVES[:3]}


def test_same_size_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(round_text([["e4"]]))
    stat = path.stat()
    looking = Looking(path)
    looking.look(3)
    path.write_text(round_text([["d4"]]))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert looking.look(2) == {"1": ("d4",)}


def test_a_folder_with_what_comes_into_it(tmp_path: Path) -> None:
    looking = Looking(tmp_path)
    assert looking.look(2) == {}
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "game-1.pgn").write_text(game_text(MOVES[:1], round_board="?"))
    (tmp_path / "round-1" / "game-2.PGN").write_text(game_text(MOVES[:2], round_board="?"))
    (tmp_path / "round-1" / "notes.txt").write_text("1. e4 *")
    assert looking.look(2) == {"1": MOVES[:1], "2": MOVES[:2]}
    (tmp_path / "round-2").mkdir()
    (tmp_path / "round-2" / "game-1.pgn").write_text(game_text([], round_board="?"))
    assert looking.look(2) == {"1": (), "2": MOVES[:2]}


def test_what_is_replaced_or_removed(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(round_text([MOVES[:2]]))
    looking = Looking(path)
    looking.look(2)
    (tmp_path / "new").write_text(round_text([MOVES[:4]]))
    (tmp_path / "new").replace(path)
    assert looking.look(2) == {"1": MOVES[:4]}
    path.unlink()
    looking.look(3)
    assert [type(stamp.reading) for stamp in looking.stamps].count(LineDown) == 1
    assert len(looking.troubles) == 1
    path.write_text(round_text([MOVES[:5]]))
    assert looking.look(3) == {"1": MOVES[:5]}
    assert [type(stamp.reading) for stamp in looking.stamps].count(LineUp) == 2


def test_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    looking = Looking(tmp_path / "games.pgn")
    assert looking.look(3) == {}
    assert len(looking.troubles) == 1
    assert looking.troubles[0].endswith("No such file or directory; it is tried again until it is there")


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_a_second_thread_writes_at_random_moments(seed: int, tmp_path: Path) -> None:
    """It truncates and writes in pieces, at its own pace; what is said was written, and the last word stands."""
    print(f"seed {seed}")
    rng, paths = Random(seed), [tmp_path / f"game-{number}.pgn" for number in (1, 2, 3)]
    ever: dict[str, list[tuple[str, ...]]] = {"1": [], "2": [], "3": []}
    for path in paths:
        ever[path.stem[5:]].append(())
        path.write_text(game_text([], round_board=f"1.{path.stem[5:]}"))
    turns = [(rng.choice(paths), rng.randrange(len(MOVES) + 1)) for _ in range(150)]
    for path, plies in turns:
        ever[path.stem[5:]].append(MOVES[:plies])

    def write() -> None:
        for path, plies in turns:
            text = game_text(MOVES[:plies], round_board=f"1.{path.stem[5:]}").encode()
            with path.open("wb", buffering=0) as stream:
                for at in range(0, len(text), 37):
                    stream.write(text[at : at + 37])

    looking, writer = Looking(tmp_path), threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        looking.look()
    writer.join()
    last = looking.look(3)
    assert last == {board: lines[-1] for board, lines in ever.items()}
    for stamp in looking.stamps:
        if isinstance(stamp.reading, Score):
            assert stamp.reading.sans in ever[stamp.port]
    check_scores(looking.stamps, {board: lines[-1] for board, lines in ever.items()})


class TestAPage:
    def test_it_is_asked_for_again_by_its_mark(self, server: Server) -> None:
        server.text, server.mark = round_text([MOVES]), '"1"'
        page = Page(server.url)
        assert page.fetch() == Answer(server.text)
        assert page.fetch() == Answer(None)
        server.text, server.mark = round_text([MOVES, []]), '"2"'
        assert page.fetch() == Answer(server.text)
        assert server.asked == [None, '"1"', '"1"']

    def test_half_an_answer_says_nothing(self, server: Server) -> None:
        server.text, server.cut = round_text([MOVES]), 30
        assert Page(server.url).fetch().text is None

    def test_what_goes_wrong_is_told(self, server: Server) -> None:
        server.status = 503
        assert Page(server.url).fetch() == Answer(None, "the server answers 503")
        assert Page("http://127.0.0.1:1/x").fetch().trouble

    def test_as_a_source(self, server: Server) -> None:
        server.text = round_text([MOVES[:3]])
        page = open_url(f"pgn+{server.url}")
        try:
            stamps = page.poll(20.0)
        finally:
            page.close()
        check_scores(stamps, {"1": MOVES[:3]})


@pytest.mark.parametrize(
    "url", ["pgn:", "pgn:a\0b", "pgn+http:", "pgn+https:///x", "pgn+http://[", "pgn+ftp://x/y", "pgn+http://x/a b"]
)
def test_what_is_no_such_url(url: str) -> None:
    with pytest.raises(WrongLineError):
        check_url(url)


def test_what_was_written_last_can_be_asked(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(round_text([MOVES[:2]]))
    looking = Looking(tmp_path)
    looking.look(2)
    (stamp,) = looking.source.request("1", Request.DUMP)
    assert stamp.reading == looking.stamps[-1].reading
    assert looking.source.request("1", Request.MEMORY) == []
    assert looking.source.request("2", Request.DUMP) == []


def test_a_file_that_has_grown_too_large_is_told_and_followed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_BYTES", 4000)
    for number in (1, 2):
        (tmp_path / f"game-{number}.pgn").write_text(game_text(MOVES[:2], round_board=f"1.{number}"))
    looking = Looking(tmp_path)
    looking.look(2)
    (tmp_path / "game-2.pgn").write_text(game_text(MOVES[:2], round_board="1.2") + " " * 4000)
    looking.look(3)
    assert [stamp.port for stamp in looking.stamps if isinstance(stamp.reading, LineDown)] == ["2"]
    assert len(looking.troubles) == 1
    (tmp_path / "game-2.pgn").write_text(game_text(MOVES[:3], round_board="1.2"))
    looking.look(2)
    assert [type(stamp.reading) for stamp in looking.stamps if stamp.port == "2"][-2:] == [LineUp, Score]


def test_of_too_many_files_the_newest_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 2)
    for number in (1, 2, 3):
        path = tmp_path / f"game-{number}.pgn"
        path.write_text(game_text(MOVES[:number], round_board=f"1.{number}"))
        os.utime(path, ns=(0, (5 - number) * 10**9))
    looking = Looking(tmp_path)
    assert looking.look(3) == {"1": MOVES[:1], "2": MOVES[:2]}
    assert len(looking.troubles) == 1


def test_one_look_reads_so_much_and_the_next_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES_AT_ONCE", 1)
    for number in (1, 2, 3):
        (tmp_path / f"game-{number}.pgn").write_text(game_text(MOVES[:number], round_board=f"1.{number}"))
    looking = Looking(tmp_path)
    assert [len(looking.look()) for _ in range(5)][-1] == 3
    assert len(looking.look(5)) == 3


class TestATrickle:
    def serve(self, answer: bytes, pause_s: float = 0.02) -> tuple[str, list[bytes]]:
        """Says this, then a byte again and again; what it was asked."""
        listening = socket.create_server(("127.0.0.1", 0))
        asked: list[bytes] = []

        def run() -> None:
            with listening, listening.accept()[0] as connection:
                asked.append(connection.recv(4096))
                try:
                    connection.sendall(answer)
                    while pause_s:
                        connection.sendall(b" ")
                        threading.Event().wait(pause_s)
                except OSError:
                    pass

        threading.Thread(target=run, daemon=True).start()
        return f"127.0.0.1:{listening.getsockname()[1]}/g.pgn?token=SECRET", asked

    @pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
    def test_it_is_let_go_of(self, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(web, "PATIENCE_S", 0.2)
        place, _ = self.serve(answer)
        assert Page(f"http://{place}").fetch() == Answer(None, "no whole answer in 0.2 s")

    @pytest.mark.parametrize(
        ("head", "data", "told"),
        [
            ("Content-Encoding: gzip", gzip.compress(b"1. e4 *"), Answer("1. e4 *")),
            ("Content-Encoding: gzip", b"1. e4 *", Answer(None, "packed")),
            ("Content-Encoding: br", b"1. e4 *", Answer(None, "packed")),
            ("Content-Length: 9", b"1. e4 *", Answer(None, "as long as")),
            ("X: y", b" " * (1 << 10), Answer(None, "larger than")),
        ],
    )
    def test_what_cannot_be_taken_is_told(
        self, head: str, data: bytes, told: Answer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(web, "LARGEST_BYTES", 1000)
        place, _ = self.serve(f"HTTP/1.1 200 OK\r\n{head}\r\n\r\n".encode() + data, 0.0)
        answer = Page(f"http://{place}").fetch()
        assert answer.text == told.text
        assert (told.trouble or "") in (answer.trouble or "")
        assert (told.trouble is None) == (answer.trouble is None)

    @pytest.mark.parametrize("to", ["ftp://127.0.0.1:1/x", "file:///etc/passwd"])
    def test_it_sends_nowhere_else(self, to: str) -> None:
        place, _ = self.serve(f"HTTP/1.1 302 F\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode(), 0.0)
        assert Page(f"http://{place}").fetch() == Answer(None, "the server answers 302")

    def test_a_user_with_a_port(self) -> None:
        place, asked = self.serve(b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n1. e4 *", 0.0)
        assert Page(f"http://us%40er:pass@{place}").fetch() == Answer("1. e4 *")
        assert b"Authorization: Basic " + base64.b64encode(b"us@er:pass") in asked[0]
        assert b"pass@" not in asked[0]


def test_no_secret_is_told() -> None:
    with pytest.raises(WrongLineError) as told:
        check_url("pgn+http://user:SECRET@host:x/g.pgn?token=SECRET")
    assert "SECRET" not in str(told.value)
