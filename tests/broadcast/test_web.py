"""The server: what it answers, what it never tells, and who is cut off."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from dgt_monitor import events
from dgt_monitor.broadcast.web import door, pages, streams
from dgt_monitor.broadcast.web.contents import Update
from dgt_monitor.broadcast.web.server import WebServer
from dgt_monitor.broadcast.web.way import WebWay
from dgt_monitor.events import Times
from dgt_monitor.recorder.replay import replay_events
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Players
from tests.broadcast.reading import read_file
from tests.broadcast.web_reading import ARBITER, ServedHall, reading
from tests.cli.test_outlet import until
from tests.hall.test_public import WORDS, assert_silent

FIXTURES = Path(__file__).resolve().parents[2] / "hw_fixtures"


@pytest.fixture
def hall() -> Iterator[ServedHall]:
    made = ServedHall()
    yield made
    made.way.close(5.0)
    assert made.complaints == []


def test_games_are_served_under_the_names_of_their_files(hall: ServedHall) -> None:
    hall.start()
    hall.moves("e4 e5 Nf3")
    hall.start("2")
    hall.at(hall.t_s + 11)  # the file of the event is made every ten seconds
    names = hall.get("/pgn/").json()
    assert set(names) == {"games.pgn", "round-5/games.pgn", "round-5/game-2.pgn", "round-5/game-12.pgn"}
    for name in names:
        answer = hall.get(f"/pgn/{name}")
        assert answer.headers["Content-Type"] == "application/x-chess-pgn; charset=utf-8"
        assert read_file(answer.text)
    assert read_file(hall.get("/pgn/round-5/game-12.pgn").text)[0].moves == ("e2e4", "e7e5", "g1f3")
    assert hall.get("/games.pgn").text == hall.get("/pgn/games.pgn").text
    tag = hall.get("/games.pgn").headers["ETag"]
    assert hall.get("/games.pgn", **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    "path",
    ["/pgn/../pyproject.toml", "/pgn/%2e%2e/%2e%2e/etc/passwd", "/pgn//etc/passwd", "/pgn/a\x00b", "/arbiter/events"],
)
def test_nothing_else_is_there(hall: ServedHall, path: str) -> None:
    hall.start()
    with socket.create_connection(("127.0.0.1", hall.way.server.port), timeout=20) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = line.makefile("rb").readline().split()[1]
    assert status in (b"404", b"400")


def test_every_answer_has_its_guards(hall: ServedHall) -> None:
    for path in ("/", "/page.js", "/page.css", "/boards.json", "/nowhere"):
        headers = hall.get(path).headers
        policy = dict(each.strip().partition(" ")[::2] for each in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert set(policy.values()) <= {"'none'", "'self'"}
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Server"] == "dgt-monitor"


def test_the_page_needs_nothing_from_elsewhere_and_is_light(hall: ServedHall) -> None:
    page, script, style = (hall.get(path).text for path in ("/", "/page.js", "/page.css"))
    assert not re.search(r"https?:|//[a-z]", page + style)
    assert not re.search(r"https?:|innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", script)
    assert "<script>" not in page
    assert "style=" not in page
    assert not re.search(r"\son[a-z]+=", page)
    assert 'lang="en"' in page
    assert 'aria-live="polite"' in page
    assert 'name="viewport"' in page
    assert len(page + script + style) < 30_000
    assert not WORDS.search(page)


def test_names_are_data_and_never_markup() -> None:
    evil = '</script><img src=x onerror="alert(1)">'
    hall = ServedHall(tournament=TournamentFile(event=evil, round=5, players={"12": Players(evil, "Ćma\u2028, Žana")}))
    hall.start()
    hall.move("e4")
    with reading(hall, "/boards/events") as told:
        assert next(told).kind == "begin"
        hall.move("e5")
        assert next(told).data["white"] == evil
    (board,) = hall.page()
    assert (board["white"], board["black"]) == (evil, "Ćma\u2028, Žana")
    assert hall.get("/boards.json").headers["Content-Type"].startswith("application/json")
    assert evil not in hall.get("/").text
    hall.way.close(5.0)


def test_a_stream_goes_on_where_it_was_left(hall: ServedHall) -> None:
    hall.start()
    with reading(hall, "/events") as told:
        assert next(told).kind == "begin"
        hall.moves("e4 e5")
        first = next(told)
        assert first.data["san"] == "e4"
    hall.moves("Nf3 Nc6")
    with reading(hall, "/events", Last_Event_ID=first.id) as told:
        assert [each.data["san"] for each in islice(told, 3)] == ["e5", "Nf3", "Nc6"]
    with reading(hall, f"/events?after={first.id}") as told:
        assert next(told).data["san"] == "e5"
    for strange in ("e0-1", "x", f"{first.id}9", "e" * 5000):
        with reading(hall, "/events", Last_Event_ID=strange) as told:
            assert next(told).kind == "gap"


def test_what_a_page_is_told_makes_what_it_would_load(hall: ServedHall) -> None:
    start = hall.get("/boards.json").json()["id"]
    hall.start()
    hall.moves("e4 e5 Nf3")
    hall.retract(2, "taken_back")
    hall.moves("c5 d4")
    hall.clock(3000, 2990)
    hall.start("2")
    hall.move("d4", "2", clock=Times(10, 20))
    hall.result("1-0", "2")
    whole = hall.get("/boards.json").json()
    boards: dict[str, dict[str, object]] = {}
    with reading(hall, f"/boards/events?after={start}") as told:
        for each in told:
            news = each.data
            if "board" in news:
                moves = boards.get(news["board"], {"moves": []})["moves"]
                assert isinstance(moves, list)
                boards[news["board"]] = {**news, "from": 0, "moves": [*moves[: news["from"]], *news["moves"]]}
            if each.id == whole["id"]:
                break
    assert [boards[each["board"]] for each in whole["boards"]] == whole["boards"]
    two, twelve = whole["boards"]
    assert (two["board"], two["result"], two["clock"]) == ("2", "1-0", [10, 20])
    assert twelve["moves"] == ["e4", "c5", "d4"]
    assert twelve["clock"] == [3000, 2990]
    assert twelve["squares"] == "rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR"


def test_nothing_is_served_before_its_delay() -> None:
    hall = ServedHall(delay="15 min")
    hall.start()
    hall.moves("e4 e5", every_s=10.0)
    hall.clock(3000, 2990)
    with reading(hall, "/events") as told:
        assert next(told).kind == "begin"
        hall.at(900)
        assert hall.page()[0]["moves"] == []
        assert hall.page()[0]["clock"] is None
        assert "e4" not in hall.get("/pgn/round-5/games.pgn").text
        hall.at(911)
        assert hall.page()[0]["moves"] == ["e4"]
        assert next(told).data["san"] == "e4"
        hall.at(921)
        assert {next(told).data["kind"], next(told).data["kind"]} == {"move", "clock"}
        assert hall.page()[0]["clock"] == [3000, 2990]
    hall.way.close(5.0)


@pytest.mark.parametrize("capture", ["seventyfive.dgt.gz", "hall-of-eight.dgt.gz"])
def test_nothing_of_the_arbiters_view_is_served_without_the_token(capture: str) -> None:
    hall = ServedHall(token=ARBITER)
    for path in ("/arbiter/events", "/arbiter/events?token=x"):
        for header in ("", "Bearer", "Bearer wrong", f"Basic {ARBITER}", f"Bearer {ARBITER}x", ARBITER):
            answer = hall.get(path, Authorization=header)
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    start = hall.get("/boards.json").json()
    news = list(replay_events([FIXTURES / capture]))
    with reading(hall, "/arbiter/events", Authorization=f"Bearer {ARBITER}") as told:
        assert next(told).kind == "begin"
        hall.tell(*news)
        arbiter = [each.data for each in islice(told, len(news))]
    assert [each["kind"] for each in arbiter] == [event.kind for event in news]
    page = hall.get("/boards.json").json()
    for path, last in (
        (f"/events?after={start['events']}", page["events"]),
        (f"/boards/events?after={start['id']}", page["id"]),
    ):
        with reading(hall, path) as told:
            lines = []
            for each in told:
                lines.append(each.data)
                if each.id == last:
                    break
        assert lines
        for line in lines:
            assert not WORDS.search(str({name: value for name, value in line.items() if name != "fen"})), line
    assert any(isinstance(event, events.Alert) for event in news)
    hall.way.close(5.0)


def test_public_lines_are_those_of_the_stream(hall: ServedHall) -> None:
    start = hall.get("/boards.json").json()["events"]
    hall.tell(*replay_events([FIXTURES / "hall-of-eight.dgt.gz"]))
    last = hall.get("/boards.json").json()["events"]
    with reading(hall, f"/events?after={start}") as told:
        lines = []
        for each in told:
            lines.append(json.dumps(each.data))
            if each.id == last:
                break
    assert len(lines) > 100
    assert_silent(lines)


def test_who_does_not_read_is_cut_off(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE_S", 0.2)
    hall.start()
    until(lambda: hall.way.server.door)
    keeper = hall.way.server.door
    assert keeper is not None
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", hall.way.server.port))
    line.sendall(b"GET /boards/events HTTP/1.1\r\nHost: x\r\n\r\n")
    line.recv(10)
    guest = next(iter(keeper._guests))
    for number in range(2000):
        hall.way.server.take(Update(f"{number} {'x' * 4000}", (), (), ()))
    until(lambda: guest.transport is None)  # type: ignore[attr-defined]
    line.close()
    assert hall.page()[0]["board"] == "12"


def test_too_many_connections_are_turned_away(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_CONNECTIONS", 5)
    lines = [socket.create_connection(("127.0.0.1", hall.way.server.port), timeout=20) for _ in range(5)]
    one_more = socket.create_connection(("127.0.0.1", hall.way.server.port), timeout=20)
    with one_more, suppress(ConnectionResetError):
        assert one_more.recv(1) == b""
    for line in lines:
        line.close()


class Time:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_who_says_nothing_is_cut_off(hall: ServedHall) -> None:
    until(lambda: hall.way.server.door)
    keeper = hall.way.server.door
    assert keeper is not None
    with socket.create_connection(("127.0.0.1", hall.way.server.port), timeout=20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        until(lambda: keeper.count == 1)
        time = Time()
        time.now_s = 1e9
        keeper._clock = time
        hall.way.server._loop.call_soon_threadsafe(keeper.sweep)
        with suppress(ConnectionResetError):
            assert line.recv(1) == b""


def test_more_readers_than_there_is_room_for(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_READERS", 1)
    with reading(hall, "/events") as told:
        next(told)
        answer = hall.get("/boards/events")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")


def test_an_address_that_is_taken_is_told() -> None:
    server = WebServer("127.0.0.1", 0, "m", "", pytest.fail)
    with pytest.raises(ValueError, match="nobody can be let in there"):
        WebWay(Out(kind="http", address=f"127.0.0.1:{server.port}"), pytest.fail)
    server.close(5.0)


def test_a_token_on_an_open_network_is_warned_of() -> None:
    told: list[str] = []
    way = WebWay(Out(kind="http", address="0.0.0.0:0"), told.append, ARBITER)
    way.close(5.0)
    assert len(told) == 1
    assert "can read the token" in told[0]
    assert ARBITER not in told[0]
