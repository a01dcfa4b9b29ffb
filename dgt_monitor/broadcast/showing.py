"""What is out of each game, told as public events and as a page shows it. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import chess

from dgt_monitor import events
from dgt_monitor.broadcast.live import Key, LiveGames
from dgt_monitor.broadcast.names import in_order
from dgt_monitor.broadcast.output import Output, Shown, of_the_round
from dgt_monitor.events import How, Times
from dgt_monitor.hall.public import (
    PublicClock,
    PublicEvent,
    PublicGame,
    PublicGone,
    PublicMove,
    PublicPlayers,
    PublicResult,
    PublicRetract,
)

Place = tuple[str, str]
"""Round and board."""


class News(NamedTuple):
    """What everybody is told at a moment."""

    events: list[PublicEvent]
    boards: list[dict[str, Any]]
    """Of every board of the page that changed what is another now; `from`: its moves from there on."""


class OpenGame:
    """A game as far as it is out; `board` stands after its last move."""

    def __init__(self, start: PublicGame, round_: str) -> None:
        self.start = start
        self.round = round_
        self.moves: list[PublicMove] = []
        self.result = "*"
        self.how: How | None = None
        self.clock: Times | None = None
        self.board = chess.Board(start.start_fen, chess960=start.chess960)
        self.first = 2 * self.board.fullmove_number - (1 if self.board.turn else 0)
        """The number of its first half-move: 1 for White's of move 1."""

    def follow(self, shown: Shown) -> list[PublicEvent]:
        """This much of it is out now: what is to be told for that."""
        told: list[PublicEvent] = []
        moves = shown.score.moves
        same = next(
            (
                n
                for n, (old, new) in enumerate(zip(self.moves, moves, strict=False))
                if (old.uci, old.clock) != (new.uci, new.clock)
            ),
            min(len(self.moves), len(moves)),
        )
        if same < len(self.moves):
            told.append(
                PublicRetract(self.moves[same - 1].t if same else self.start.t, *self._where, same + 1, "revised")
            )
            self._back_to(same)
        for number in range(same, len(moves)):
            public = self._push(moves[number], shown.score.first_told_s[number])
            if public is None:
                break
            told.append(public)
        result = shown.part.result
        now: tuple[str, How | None] = ("*", None) if result is None else (result.result, result.how)
        if now != (self.result, self.how):
            told.append(PublicResult(self.start.t if result is None else result.t, *self._where, *now))
            self.result, self.how = now
        self.clock = shown.part.clock
        return told

    def seats(self, start: PublicGame, round_: str) -> bool:
        """Whether it is now so that nothing but its players has changed; then they are these."""
        same = self.start._replace(white=start.white, black=start.black) == start and self.round == round_
        if same and self.start != start:
            self.start = start
            return True
        return False

    @property
    def _where(self) -> tuple[str, int]:
        return self.start.board, self.start.game

    def _back_to(self, plies: int) -> None:
        while len(self.moves) > plies:
            self.moves.pop()
            self.board.pop()

    def _push(self, move: events.Move, t_s: float) -> PublicMove | None:
        """None: it cannot be played, and nothing after it is told, as in PGN."""
        if not move.legal or move.uci is None or (made := chess.Move.from_uci(move.uci)) not in self.board.legal_moves:
            return None
        self.board.push(made)
        public = PublicMove(
            t_s,
            *self._where,
            len(self.moves) + 1,
            move.uci,
            move.san,
            fen_of(self.board),
            move.status,
            move.clock,
            True,
        )
        self.moves.append(public)
        return public


def fen_of(board: chess.Board) -> str:
    """The position as the stream writes it."""
    return board.shredder_fen() if board.chess960 else board.fen()


class Showing:
    """All games of one way out, as everybody was told of them."""

    def __init__(self) -> None:
        self._games: dict[Key, OpenGame] = {}
        self._keys: dict[str, set[Key]] = {}
        """The games of each board."""
        self._page: dict[str, tuple[OpenGame, int]] = {}
        """By boards the game the page shows, and how many moves of it were told."""
        self._running: dict[str, PublicClock] = {}
        """What the clocks of each board were last told as."""

    def follow(self, output: Output, clocks: Iterable[PublicClock] = ()) -> News:
        """What has changed since the last time."""
        changed, output.changed = output.changed, set()
        told: list[PublicEvent] = []
        boards: set[str] = set()
        plies_from: dict[Key, int] = {}
        for key in sorted(changed):
            boards.add(key[0])
            if not key[1]:
                continue
            news = self._followed(key, output.shown.get(key), output.games)
            told += news
            fell = [event.ply - 1 for event in news if isinstance(event, PublicRetract)]
            plies_from[key] = min(fell, default=-1)
        for clock in clocks:
            told.append(clock)
            self._running[clock.board] = clock
            boards.add(clock.board)
        return News(told, self._page_news(boards, output, plies_from))

    def page(self) -> list[dict[str, Any]]:
        """Every board of the page, whole."""
        return [self._board(game, 0) for _, (game, _) in sorted(self._page.items(), key=lambda each: in_order(each[0]))]

    # --- games ----------------------------------------------------------------------------------------------

    def _followed(self, key: Key, shown: Shown | None, games: LiveGames) -> list[PublicEvent]:
        before = self._games.get(key)
        if shown is None:
            gone = self._games.pop(key, None)
            self._keys.get(key[0], set()).discard(key)
            return [] if gone is None else [PublicGone(gone.start.t, *key)]
        told: list[PublicEvent] = []
        tournament = games.tournaments[shown.round][1]
        start = public_start(shown, tournament.names(key[0]))
        if before is not None and before.seats(start, shown.round):
            told.append(PublicPlayers(start.t, *key, start.white, start.black))
        elif before is None or before.start != start or before.round != shown.round:
            if before is not None and before.moves:
                told.append(PublicRetract(start.t, *key, 1, "revised"))
            before = self._games[key] = OpenGame(start, shown.round)
            self._keys.setdefault(key[0], set()).add(key)
            told.append(start)
        return told + before.follow(shown)

    # --- the page -------------------------------------------------------------------------------------------

    def _page_news(self, boards: set[str], output: Output, plies_from: Mapping[Key, int]) -> list[dict[str, Any]]:
        news = []
        for board in sorted(boards, key=in_order):
            game = self._of_the_page(board, output.shown) or _to_come(board, output)
            if game is None:
                if self._page.pop(board, None) is not None:
                    news.append({"board": board, "gone": True})
                continue
            before, told = self._page.get(board, (None, 0))
            fell = plies_from.get((board, game.start.game), -1)
            same = 0 if before is not game else min(told, fell) if fell >= 0 else told
            self._page[board] = game, len(game.moves)
            news.append(self._board(game, min(same, len(game.moves))))
        return news

    def _of_the_page(self, board: str, shown: Mapping[Key, Shown]) -> OpenGame | None:
        """The game of a board's latest round."""
        places: dict[str, list[Shown]] = {}
        keys: dict[int, Key] = {}
        for key in sorted(self._keys.get(board, ())):
            places.setdefault(shown[key].place[0], []).append(shown[key])
            keys[id(shown[key])] = key
        if not places:
            return None
        latest = places[max(places, key=in_order)]
        return self._games[keys[id(of_the_round(latest))]]

    def _board(self, game: OpenGame, plies: int) -> dict[str, Any]:
        start, last = game.start, game.moves[-1] if game.moves else None
        running = self._running.get(start.board)
        clock = game.clock
        since_s = last.t if last is not None and last.clock is not None else start.t
        if running is not None and running.t >= since_s and running.white is not None and running.black is not None:
            clock = Times(running.white, running.black)
        return {
            "board": start.board,
            "game": start.game,
            "round": game.round,
            "white": start.white or "",
            "black": start.black or "",
            "result": game.result,
            "squares": game.board.board_fen(promoted=False),
            "turn": "white" if game.board.turn else "black",
            "first": game.first,
            "last": None if last is None else last.uci,
            "clock": None if clock is None else list(clock),
            "running": None if running is None or game.result != "*" else running.running,
            "from": plies,
            "moves": [move.san for move in game.moves[plies:]],
        }


def _to_come(board: str, output: Output) -> OpenGame | None:
    """Who will play there."""
    number = max((number for number, paired in output.paired if paired == board), key=in_order, default=None)
    if number is None:
        return None
    white, black = output.paired[number, board]
    return OpenGame(PublicGame(0.0, board, 0, chess.STARTING_FEN, False, white, black), number)


def public_start(shown: Shown, names: tuple[str | None, str | None]) -> PublicGame:
    """How a game begins, and who plays: as the file seats them now, or as the game's own players were ruled."""
    start = shown.score.start
    white, black = (start.white, start.black) if shown.score.reseated else names
    return PublicGame(
        shown.first_s,
        start.board,
        start.game,
        start.start_fen,
        start.chess960,
        white or start.white,
        black or start.black,
    )
