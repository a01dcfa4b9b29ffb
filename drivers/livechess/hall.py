"""All boards of one LiveChess: what is asked of it, when, and what follows from its answers. No lines and no clock."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from drivers.livechess import messages
from drivers.livechess.boards import EBoard
from drivers.readings import Reading

BOARDS_EVERY_S: Final = 2.0
"""Seconds between two questions which boards are there (chosen)."""
ROUNDS_EVERY_S: Final = 10.0
"""Seconds between two questions who plays where (chosen: nobody is paired in less)."""
GAMES_AT_ONCE: Final = 8
"""Games that are asked for in one turn (chosen: a hall of 200 is gone through in 25 turns beside what is played)."""
MOST_BOARDS: Final = 1_000
MOST_TOURNAMENTS: Final = 32
"""Of those listed the last (chosen: LiveChess is asked for no more than a weekend holds)."""
MOST_ROUNDS: Final = 64
"""Of a tournament (chosen: twice the longest)."""
MOST_AT_ONCE: Final = 64
"""Paths of tournaments and rounds that are asked for and not answered (chosen)."""
PATIENCE_S: Final = 30.0
"""Seconds after which a path that was asked for is asked for again (chosen)."""
FAILURES: Final = 3
"""So many questions of a kind in a row are answered by nothing before it is told (chosen: six seconds)."""
DEAF: Final = "LiveChess tells of moves, and answers no question"
ROOT: Final = "/api/v1.0"
AWAY: Final = "LiveChess does not answer"
GONE: Final = "LiveChess does not hear the board"

Told = list[tuple[str, Reading]]


class Get(NamedTuple):
    """A path that is to be asked for."""

    path: str


class Send(NamedTuple):
    """A text that is to be sent to the WebSocket."""

    text: str


Ask = Get | Send


class LiveChessHall:
    """What one LiveChess tells of its boards."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._boards: dict[str, EBoard] = {}
        self._connected = False
        self._feeds: dict[str, int] = {}
        self._number = 0
        self._asks: list[Ask] = []
        self._asked: dict[str, float] = {}
        """Paths that were asked for and not answered yet, and when."""
        self._wanted: dict[str, None] = {}
        """Paths of tournaments and rounds that are to be asked for, in turn."""
        self._failed: dict[str, int] = {}
        """Of each kind of path so many in a row were answered by nothing."""
        self._deaf = False
        self._now_s = float("-inf")
        self._too_many = ""
        self._boards_due_s = self._rounds_due_s = self._sweep_due_s = float("-inf")
        self._tournaments: dict[str, messages.Tournament] = {}
        self._rounds: dict[tuple[str, int], list[messages.Pairing]] = {}
        self._round: dict[str, int] = {}
        self._sweep = 0

    # --- what is asked ----------------------------------------------------------------------------------------

    def asks(self, t_s: float) -> list[Ask]:
        """What is to be asked now."""
        self._now_s = t_s
        if self._connected and t_s >= self._boards_due_s:
            self._boards_due_s = t_s + BOARDS_EVERY_S
            self._get("/eboards")
            self._sweep_games()
        if self._connected and t_s >= self._rounds_due_s:
            self._rounds_due_s = t_s + ROUNDS_EVERY_S
            self._get("/tournaments")
        for board in self._boards.values():
            if board.stale and board.game_uuid is not None and self._get(f"/game/{board.game_uuid}"):
                board.stale = False
        for path in list(self._wanted)[: max(0, MOST_AT_ONCE - len(self._asked))]:
            del self._wanted[path]
            self._get(path)
        out, self._asks = self._asks, []
        return out

    def overdue(self, t_s: float) -> Told:
        """What follows from what is not answered at all; it is asked for again."""
        told: Told = []
        for path in [path for path, since_s in self._asked.items() if t_s >= since_s + PATIENCE_S]:
            del self._asked[path]
            told += self._count(path, answered=False)
        return told

    def _get(self, path: str) -> bool:
        if path in self._asked or not self._connected:
            return False
        self._asked[path] = self._now_s
        self._asks.append(Get(f"{ROOT}{path}"))
        return True

    def _sweep_games(self) -> None:
        """What is corrected by hand shows in no event: all games are asked for in turn."""
        paired = [board for board in self._boards.values() if board.game_uuid is not None]
        for board in [*paired, *paired][self._sweep : self._sweep + min(GAMES_AT_ONCE, len(paired))]:
            board.stale = True
        self._sweep = (self._sweep + GAMES_AT_ONCE) % len(paired) if paired else 0

    def _subscribe(self, serial: str) -> None:
        if serial in self._feeds:
            return
        self._number += 2
        self._feeds[serial] = self._number
        call = {
            "call": "subscribe",
            "id": self._number - 1,
            "param": {"feed": "eboardevent", "id": self._number, "param": {"serialnr": serial}},
        }
        self._asks.append(Send(json.dumps(call)))

    # --- what is heard ----------------------------------------------------------------------------------------

    def connected(self) -> Told:
        """The WebSocket is open; nothing of before counts."""
        self._connected = True
        self._feeds.clear()
        self._asked.clear()
        self._asks.clear()
        self._wanted.clear()
        self._failed.clear()
        self._deaf = False
        self._boards_due_s = self._rounds_due_s = float("-inf")
        return []

    def lost(self) -> Told:
        """It is closed."""
        self._connected = False
        for board in self._boards.values():
            board.lose()
        return list(self._news(AWAY))

    def heard(self, text: str | bytes) -> Told:
        """A message has come by the WebSocket."""
        told = messages.event(messages.parsed(text))
        return self._hear([told]) if told is not None and self._connected else []

    def answered(self, path: str, text: bytes | None) -> Told:
        """What a path holds; None where it could not be had."""
        path = path.removeprefix(ROOT)
        self._asked.pop(path, None)
        value = None if text is None else messages.parsed(text)
        if not self._connected:
            return []
        lost = self._count(path, answered=value is not None)
        if value is None:
            return lost
        kind, *rest = path.strip("/").split("/")
        if kind == "eboards":
            return self._hear(messages.eboards(value), complete=isinstance(value, list))
        if kind == "game":
            return self._game(rest[0], messages.game(value))
        self._of_a_tournament(kind, rest, value)
        return list(self._news(GONE))

    def _count(self, path: str, *, answered: bool) -> Told:
        """What follows where boards are not answered for any more: what is heard of them alone may be long past."""
        kind = path.strip("/").partition("/")[0]
        self._failed[kind] = 0 if answered else self._failed.get(kind, 0) + 1
        deaf = self._failed.get("eboards", 0) >= FAILURES
        if deaf == self._deaf:
            return []
        self._deaf = deaf
        for board in self._boards.values():
            board.stale = board.game_uuid is not None
            if deaf:
                board.lose()
        return list(self._news(DEAF))

    @property
    def trouble(self) -> str | None:
        """What cannot be had, or is left out, while the WebSocket is open."""
        games = sum(board.game_uuid is not None for board in self._boards.values())
        most = {"eboards": FAILURES, "tournaments": FAILURES, "game": max(FAILURES, games)}  # a round may not be yet
        kinds = [kind for kind, times in most.items() if self._failed.get(kind, 0) >= times]
        if not self._connected or not (kinds or self._too_many):
            return None
        return f"{DEAF} ({', '.join(kinds)}); it is asked until it does" if kinds else self._too_many

    def _hear(self, told: list[messages.Told], *, complete: bool = False) -> Told:
        for each in told:
            if each.serial not in self._boards and len(self._boards) >= MOST_BOARDS:
                continue
            board = self._boards.setdefault(each.serial, EBoard(each.serial))
            board.hear(each, of_list=complete)
            if self._deaf:
                board.lose()
            self._subscribe(each.serial)
        heard = {each.serial: None for each in told}
        if complete:
            for serial in self._boards.keys() - heard.keys():
                self._boards[serial].lose()
        return list(self._news(GONE, None if complete else heard))

    def _game(self, uuid: str, game: messages.Game | None) -> Told:
        if game is None:
            return []
        of = [serial for serial, board in self._boards.items() if board.game_uuid == uuid]
        for serial in of:
            self._boards[serial].keep(game)
        return list(self._news(GONE, of))

    # --- who plays where --------------------------------------------------------------------------------------

    def _of_a_tournament(self, kind: str, rest: list[str], value: Any) -> None:
        if kind == "tournaments":
            listed = messages.tournaments(value)
            more = len(listed) - MOST_TOURNAMENTS
            self._too_many = f"of {len(listed)} tournaments the first {more} are left out" if more > 0 else ""
            for each in listed[-MOST_TOURNAMENTS:]:
                self._wanted[f"/tournament/{each.uuid}"] = None
            self._forget({each.uuid for each in listed[-MOST_TOURNAMENTS:]})
        elif kind == "tournament" and (told := messages.tournament(value)) is not None:
            self._tournaments[told.uuid] = told
            for number in range(self._round.get(told.uuid, 0), min(told.rounds, MOST_ROUNDS)):
                self._wanted[f"/round/{told.uuid}/{number}"] = None
            self._pair()
        elif kind == "round" and len(rest) == 2 and rest[0] in self._tournaments:
            self._rounds[rest[0], int(rest[1])] = messages.pairings(value)
            self._pair()

    def _forget(self, listed: set[str]) -> None:
        """Of tournaments that are listed no more only so many are kept as are followed."""
        old = [uuid for uuid in self._tournaments if uuid not in listed]
        for uuid in old[: max(0, len(self._tournaments) - MOST_TOURNAMENTS)]:
            del self._tournaments[uuid]
            self._round.pop(uuid, None)
            self._rounds = {key: pairs for key, pairs in self._rounds.items() if key[0] != uuid}

    def _pair(self) -> None:
        """The pairings of the round that is played, at the boards that have their numbers."""
        paired: set[str] = set()
        for uuid, tournament in self._tournaments.items():
            number = self._present_round(uuid)
            if number is None:
                continue
            self._round[uuid] = number
            for pairing in self._rounds[uuid, number]:
                at = pairing.number - 1
                board = self._boards.get(tournament.eboards[at]) if 0 <= at < len(tournament.eboards) else None
                if board is not None:
                    number_tags = {"Round": f"{number + 1}.{pairing.number}", "Board": str(pairing.number)}
                    board.pair(pairing, {"Event": tournament.title, **number_tags})
                    paired.add(board.serial)
        for serial in self._boards.keys() - paired:
            self._boards[serial].unpair()

    def _present_round(self, uuid: str) -> int | None:
        """The last round with a game that is live; else the first with one that is not over; else the last."""
        rounds = sorted((number, pairs) for (of, number), pairs in self._rounds.items() if of == uuid and pairs)
        live = [number for number, pairs in rounds if any(pairing.live for pairing in pairs)]
        undecided = [number for number, pairs in rounds if any(pairing.result is None for pairing in pairs)]
        last = [number for number, _ in rounds]
        return live[-1] if live else undecided[0] if undecided else last[-1] if last else None

    # --- what is said -----------------------------------------------------------------------------------------

    def port(self, serial: str) -> str:
        """By what name the place of a board is told."""
        return f"{self._name}/{serial}"

    def _news(self, why: str, serials: Iterable[str] | None = None) -> Iterator[tuple[str, Reading]]:
        """What is new of these boards, or of all."""
        for serial in self._boards if serials is None else serials:
            board = self._boards.get(serial)
            for reading in [] if board is None else board.news(why):
                yield self.port(serial), reading

    def dump(self, port: str) -> Told:
        """What stands on a board, once more."""
        board = self._boards.get(port.removeprefix(f"{self._name}/"))
        return [] if board is None else [(port, reading) for reading in board.say_again()]
