"""A stand-in for lichess, as its facts page (../shared/facts/broadcast.md, 2) describes a broadcast round. Synthetic.

What of it decides what a push does is here: how a body is split, what is dropped without a word, which game is which,
what an illegal move does, and that moves are never deleted.
"""

import io
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import chess
import chess.pgn

MOST_GAMES = 100
TOKEN = "lip_a5ecret"  # noqa: S105 - of the stand-in
CENTRE = {"d4", "d5", "e4", "e5"}
KEPT_TAGS = (
    "White", "Black", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam", "WhiteFideId",
    "BlackFideId", "TimeControl", "Variant", "Result", "Termination", "Site", "Event", "Round", "Board", "Annotator",
    "FEN", "GameId",
)  # fmt: skip


class Pushed:
    """One game of a body, as far as it could be read."""

    def __init__(self, text: str) -> None:
        game = chess.pgn.read_game(io.StringIO(text), Visitor=Reader)
        assert game is not None
        self.all_tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in game.headers.items()}
        self.tags = {
            name: value for name, value in self.all_tags.items() if name in KEPT_TAGS and value not in ("", "?")
        }
        nodes = list(game.mainline())
        self.moves = [node.move.uci() for node in nodes]
        self.clocks = [node.clock() for node in nodes]
        self.error = getattr(game, "trouble", "")


class Reader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps why a game could not be read; a king that is put into the centre is none of it."""

    trouble = ""

    def handle_error(self, error: Exception) -> None:
        san = str(error).partition("'")[2].partition("'")[0]
        if not (san.startswith("K") and san[-2:] in CENTRE):
            self.trouble = str(error)

    def result(self) -> chess.pgn.Game:
        game = super().result()
        game.trouble = self.trouble  # type: ignore[attr-defined]
        return game


class Chapter:
    """One board of the round."""

    def __init__(self, pushed: Pushed) -> None:
        self.tags = dict(pushed.tags)
        self.moves = list(pushed.moves)
        self.clocks = list(pushed.clocks)
        self.variations: list[list[str]] = []
        self.last_clocks: dict[str, str] = {}
        self.take_tags(pushed)

    @property
    def number(self) -> tuple[str, str]:
        """Round and board."""
        return place(self.tags)

    def is_same(self, pushed: Pushed) -> bool:
        if "GameId" in self.tags and self.tags["GameId"] == pushed.tags.get("GameId"):
            return True
        here, there = self.tags, pushed.tags
        if any(here.get(name) != there.get(name) for name in ("Event", "Site")) or self.number[0] != place(there)[0]:
            return False
        return self.number == place(there) and self.players(here) == self.players(there)

    def stands_as(self, pushed: Pushed) -> bool:
        """Whether it may be the same game under other names."""
        if any(self.tags.get(name) != pushed.tags.get(name) for name in ("Event", "Site")):
            return False
        shorter = min(len(self.moves), len(pushed.moves))
        same = self.moves[:shorter] == pushed.moves[:shorter] and shorter > 0
        return same and self.number[0] == place(pushed.tags)[0]

    @staticmethod
    def players(tags: dict[str, str]) -> tuple[str | None, ...]:
        ids = tags.get("WhiteFideId"), tags.get("BlackFideId")
        return ids if all(ids) else (tags.get("White"), tags.get("Black"))

    def take(self, pushed: Pushed) -> None:
        new = pushed.moves
        shorter = min(len(self.moves), len(new))
        if self.moves[:shorter] != new[:shorter]:
            self.variations.append(self.moves)
            self.moves, self.clocks = list(new), list(pushed.clocks)
        elif len(new) >= len(self.moves):
            self.moves, self.clocks = list(new), list(pushed.clocks)
        self.take_tags(pushed)

    def take_tags(self, pushed: Pushed) -> None:
        self.tags |= pushed.tags
        for name in ("WhiteClock", "BlackClock"):
            if name in pushed.all_tags:
                self.last_clocks[name] = pushed.all_tags[name]


def place(tags: dict[str, str]) -> tuple[str, str]:
    number, _, board = tags.get("Round", "").partition(".")
    return number, board or tags.get("Board", "")


def is_unknown(tags: dict[str, str]) -> bool:
    return any(
        f"{colour}FideId" not in tags and (len(tags.get(colour, "")) < 2 or tags[colour] == "unknown")
        for colour in ("White", "Black")
    )


class Round:
    """A round that is pushed to."""

    def __init__(self) -> None:
        self.chapters: list[Chapter] = []

    def push(self, body: str) -> list[dict[str, Any]]:
        texts = [text for text in re.split(r"\n\n(?=\[)", body.replace("\r", "")) if text.strip()][:MOST_GAMES]
        answers, games = [], list(map(Pushed, texts))
        plan = self.plan(games)
        for pushed in games:
            if is_unknown(pushed.tags):
                continue
            if pushed.error:
                answers.append({"tags": pushed.tags, "error": pushed.error})
                continue
            same = plan.get(id(pushed))
            if same is None:
                self.chapters.append(Chapter(pushed))
            else:
                same.take(pushed)
            answers.append({"tags": pushed.tags, "moves": len(pushed.moves)})
        return answers

    def plan(self, games: list[Pushed]) -> dict[int, Chapter]:
        """Which game is which board's: by tags first; by its moves only a board that is nobody else's by then."""
        found: dict[int, Chapter] = {}
        for test in (Chapter.is_same, Chapter.stands_as):
            for pushed in games:
                free = [chapter for chapter in self.chapters if chapter not in found.values()]
                same = next((chapter for chapter in free if test(chapter, pushed)), None)
                if same is not None and id(pushed) not in found:
                    found[id(pushed)] = same
        return found

    def board(self, name: str) -> Chapter:
        (found,) = [chapter for chapter in self.chapters if chapter.tags["Board"] == name]
        return found


class StandIn:
    """The server. `refuse`: statuses of the next answers, 0 for a line that is cut."""

    def __init__(self) -> None:
        self.rounds = {"AbCdEfGh": Round()}
        self.token = TOKEN
        self.refuse: list[int] = []
        self.bodies: list[str] = []
        self.agents: list[str] = []
        self.together = self.most_together = 0
        standin = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                standin.together += 1
                standin.most_together = max(standin.most_together, standin.together)
                try:
                    standin.answer(self)
                finally:
                    standin.together -= 1

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def round(self) -> Round:
        return self.rounds["AbCdEfGh"]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"])).decode("utf-8")
        found = re.fullmatch(r"/api/broadcast/round/(\w{8})/push", request.path)
        if self.refuse:
            status = self.refuse.pop(0)
            if status == 0:
                request.connection.close()
                return
            reply(request, status, {"error": f"status {status}"})
        elif request.headers["Authorization"] != f"Bearer {self.token}":
            reply(request, 401, {"error": "No such token"})
        elif found is None or found[1] not in self.rounds:
            reply(request, 404, {"error": "Not found"})
        else:
            self.bodies.append(body)
            self.agents.append(request.headers["User-Agent"])
            reply(request, 200, {"games": self.rounds[found[1]].push(body)})


def reply(request: BaseHTTPRequestHandler, status: int, value: Any) -> None:
    data = json.dumps(value).encode()
    request.send_response(status)
    request.send_header("Content-Length", str(len(data)))
    request.end_headers()
    request.wfile.write(data)
