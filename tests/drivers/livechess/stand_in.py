"""A DGT LiveChess for tests: synthetic, written from what is known of it from outside, not from the program.

Every shape of message that `facts/broadcast.md` names: the REST answers, the calls and the events of the WebSocket.
"""

import json
from collections.abc import Callable
from http import HTTPStatus
from threading import Lock, Thread
from typing import Any

import chess
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

ROOT = "/api/v1.0"
TOURNAMENT = "b0c3a7c8-6a4e-4d4e-9d2f-000000000001"


class Board:
    """One e-board and the game that is played on it."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self.state: str | None = "ACTIVE"
        self.game = chess.Board()
        self.standing: str | None = None
        """What stands there, where that is not the game."""
        self.start = chess.STARTING_FEN
        self.sans: list[str] = []
        self.moves: list[str] = []
        """As `/game` has them: `SAN clock+emt`."""
        self.result: str | None = None
        self.run: bool | None = None
        self.white, self.black = 900, 900
        self.flipped = False

    @property
    def placement(self) -> str:
        if self.standing is not None:
            return self.standing
        fen = self.game.board_fen()
        return "/".join(rank[::-1] for rank in reversed(fen.split("/"))) if self.flipped else fen

    @property
    def clock(self) -> dict[str, Any]:
        return {"white": self.white, "black": self.black, "run": self.run, "time": 1_700_000_000_000}

    def listed(self) -> dict[str, Any]:
        return {
            "serialnr": self.serial, "source": "ttyACM0", "state": self.state, "battery": "83.5%", "comment": None,
            "board": self.placement, "flipped": self.flipped, "clock": self.clock,
        }  # fmt: skip

    def event(self) -> dict[str, Any]:
        return {
            "serialnr": self.serial, "flipped": self.flipped, "board": self.placement, "clock": self.clock,
            "start": self.start, "san": self.sans, "match": self.standing is None,
        }  # fmt: skip


class StandIn:
    """The program: boards, a tournament with rounds, who listens."""

    def __init__(self, serials: list[str], rounds: int = 2) -> None:
        self.boards = {serial: Board(serial) for serial in serials}
        self.rounds = rounds
        self.round = 0
        self.paired = True
        self.finished: dict[str, dict[str, Any]] = {}
        self.listeners: list[tuple[int, str, Callable[[str], None]]] = []

    # --- what happens -----------------------------------------------------------------------------------------

    def play(self, serial: str, san: str, clock: str | None = "", *, legal: bool = True) -> None:
        board = self.boards[serial]
        if legal:
            board.game.push_san(san)
        white = len(board.sans) % 2 == 0
        if white:
            board.white -= 10
        else:
            board.black -= 10
        time = f" {board.white if white else board.black}+10" if clock == "" else f" {clock}" if clock else ""
        board.sans.append(san)
        board.moves.append(f"{san}{time}")
        board.run = not white
        self.tell(serial)

    def next_round(self) -> None:
        for number, board in enumerate(self.boards.values(), 1):
            self.finished[self.game_uuid(self.round, number)] = self._game(board)
            fresh = Board(board.serial)
            board.__dict__.update(fresh.__dict__)
        self.round += 1
        for serial in self.boards:
            self.tell(serial)

    def tell(self, serial: str) -> None:
        for feed, wanted, send in list(self.listeners):
            if wanted == serial:
                send(json.dumps({"response": "feed", "id": feed, "param": self.boards[serial].event(), "time": 1}))

    # --- what it answers --------------------------------------------------------------------------------------

    def call(self, text: str, send: Callable[[str], None]) -> None:
        asked = json.loads(text)
        param: Any = None
        if asked["call"] == "eboards":
            param = [board.listed() for board in self.boards.values()]
        send(json.dumps({"response": "call", "id": asked["id"], "param": param, "time": 1}))
        if asked["call"] == "subscribe":
            serial = asked["param"]["param"]["serialnr"]
            assert asked["param"]["feed"] == "eboardevent"
            self.listeners.append((asked["param"]["id"], serial, send))
            self.tell(serial)

    def get(self, path: str) -> Any:
        """What a path holds; None where there is nothing."""
        kind, *rest = path.removeprefix(ROOT).strip("/").split("/")
        if kind == "eboards":
            return [board.listed() for board in self.boards.values()]
        if kind == "tournaments":
            return [{"uuid": TOURNAMENT, "description": "Open 2026", "rounds": self.rounds}] if self.paired else []
        if kind == "tournament":
            return {**self.get("/tournaments")[0], "eboards": list(self.boards)}
        if kind == "round":
            return self._round(int(rest[1]))
        if kind == "game":
            return self._game_of(rest[0])
        return None

    @staticmethod
    def game_uuid(number: int, board: int) -> str:
        return f"game-{number}-{board}"

    def _round(self, number: int) -> Any:
        boards = [*self.boards.values()]
        pairings = [
            {
                "nr": at, "uuid": self.game_uuid(number, at), "live": number == self.round,
                "white": {
                    "fname": "Ána", "mname": None, "lname": f"W{number}{at}", "title": "WGM", "fideid": 1000 + at,
                },
                "black": {"fname": "Bob", "lname": f"B{number}{at}", "federation": "POL", "gender": "M"},
                "result": boards[at - 1].result if number == self.round else "DRAW" if number < self.round else None,
            }
            for at in range(1, len(boards) + 1)
        ]  # fmt: skip
        return {"date": "2026-11-30", "pairings": pairings if number <= self.round else []}

    @staticmethod
    def _game(board: Board) -> dict[str, Any]:
        return {"chess960": 518, "result": board.result, "comment": None, "clock": None, "moves": list(board.moves)}

    def _game_of(self, uuid: str) -> Any:
        for number, board in enumerate(self.boards.values(), 1):
            if uuid == self.game_uuid(self.round, number):
                return self._game(board)
        return self.finished.get(uuid)


class Serving:
    """The program behind a port of this machine; it can be ended and started again there."""

    def __init__(self, program: StandIn, port: int = 0) -> None:
        self.program = program
        self._lock = Lock()
        self._connections: list[ServerConnection] = []
        self._server: Server = serve(self._listen, "127.0.0.1", port, process_request=self._answer)
        self.port: int = self._server.socket.getsockname()[1]
        self._thread = Thread(target=self._server.serve_forever)
        self._thread.start()

    def _answer(self, _: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Upgrade"):
            return None
        with self._lock:
            found = self.program.get(request.path)
        body = json.dumps(found).encode()
        status = HTTPStatus.OK if found is not None else HTTPStatus.NOT_FOUND
        headers = Headers(
            [("Content-Type", "application/json"), ("Content-Length", str(len(body))), ("Connection", "close")]
        )
        return Response(status, status.phrase, headers, body)

    def _listen(self, connection: ServerConnection) -> None:
        self._connections.append(connection)
        try:
            for text in connection:
                with self._lock:
                    self.program.call(str(text), connection.send)
        except ConnectionClosed:
            pass

    def do(self, what: Callable[[StandIn], None]) -> None:
        """Have something happen in it."""
        with self._lock:
            what(self.program)

    def close(self) -> None:
        self.program.listeners.clear()
        self._server.shutdown()
        for connection in self._connections:
            connection.close()
        self._thread.join()
