"""What may leave the arbiter's table: the one gate to everything that is public (feeds, the hall's page, notices).

Moves, move numbers, FEN, clocks, players and confirmed results are public (6.12). How often a position stood, how long
nothing was taken, what a player could claim, and every alert are for the arbiter (9.2, 9.3, 12.6). A public output
takes the objects of this module and nothing else; they have no field in which the other could stand.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Colour, Event, How, RetractReason, Status, Times
from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.tournament.event import Players


class PublicGame(NamedTuple):
    """A game begins."""

    t: float
    board: str
    game: int
    start_fen: str
    chess960: bool
    white: str | None
    black: str | None
    kind: Literal["game_start"] = "game_start"


class PublicMove(NamedTuple):
    """One ply."""

    t: float
    board: str
    game: int
    ply: int
    uci: str | None
    san: str | None
    fen: str
    status: Status
    clock: Times | None
    legal: bool
    """False: it stands although the Laws do not allow it; the position tells that, too."""
    kind: Literal["move"] = "move"


class PublicRetract(NamedTuple):
    """The plies from this one on are withdrawn."""

    t: float
    board: str
    game: int
    ply: int
    reason: RetractReason
    kind: Literal["retract"] = "retract"


class PublicClock(NamedTuple):
    """Both clocks."""

    t: float
    board: str
    white: int | None
    black: int | None
    running: Colour | None
    kind: Literal["clock"] = "clock"


class PublicResult(NamedTuple):
    """A result that a person has confirmed, or `*` which withdraws it; not why, which may be a claim."""

    t: float
    board: str
    game: int
    result: str
    how: How | None
    """A forfeit; or `unplayed`, with `*`."""
    kind: Literal["result"] = "result"


class PublicGone(NamedTuple):
    """The game is not on this board any more: it goes on on another one, or later."""

    t: float
    board: str
    game: int
    kind: Literal["gone"] = "gone"


class PublicPlayers(NamedTuple):
    """Other players sit at the board than before, or with the other colours."""

    t: float
    board: str
    game: int
    white: str | None
    black: str | None
    kind: Literal["players"] = "players"


PublicEvent = PublicGame | PublicMove | PublicRetract | PublicClock | PublicResult | PublicGone | PublicPlayers
PublicSink = Callable[[list[PublicEvent]], None]
"""What a feed, a page or a notice is to the recorder; `Gate` stands before it."""


class PublicBoard(NamedTuple):
    """One board as a page shows it to everybody."""

    board: str
    game: int
    players: Players
    start_fen: str
    chess960: bool
    squares: str
    """64 letters after the moves, a1 first; empty before the first game."""
    moves: tuple[str, ...]
    """SAN of the moves that stand."""
    white_to_move: bool
    fullmove: int
    white_s: int | None
    black_s: int | None
    running: Colour | None


class PublicHall(NamedTuple):
    """The hall as a page shows it to everybody."""

    t_s: float
    title: str
    boards: tuple[PublicBoard, ...]


class Gate:
    """A sink of the recorder that lets only what is public through to a public one."""

    def __init__(self, sink: PublicSink) -> None:
        self._sink = sink
        self._confirmed: set[tuple[str, int]] = set()
        """Games whose result was told: only that can be withdrawn."""

    def __call__(self, news: Iterable[Event]) -> None:
        """Let these through, as far as they are public."""
        out = [public for event in news if (public := self._public(event)) is not None]
        if out:
            self._sink(out)

    def _public(self, event: Event) -> PublicEvent | None:
        # Field by field, so that a field added to an event is public only if somebody wrote it here.
        e = event
        if isinstance(e, events.Move):
            return PublicMove(e.t, e.board, e.game, e.ply, e.uci, e.san, e.fen.fen(), e.status, e.clock, e.legal)
        if isinstance(e, events.Clock):
            return PublicClock(e.t, e.board, e.white, e.black, e.running)
        if isinstance(e, events.GameStart):
            return PublicGame(e.t, e.board, e.game, e.start_fen, e.chess960, e.white, e.black)
        if isinstance(e, events.Retract):
            return PublicRetract(e.t, e.board, e.game, e.ply, e.reason)
        if isinstance(e, events.Seated):
            return PublicPlayers(e.t, e.board, e.game, e.white, e.black)
        if isinstance(e, events.Gone):
            self._confirmed.discard((e.board, e.game))  # where it goes on its result is told again
            return PublicGone(e.t, e.board, e.game)
        return self._result(e) if isinstance(e, events.Result) else None

    def _result(self, event: events.Result) -> PublicResult | None:
        game = event.board, event.game
        if not event.confirmed and (event.result != "*" or game not in self._confirmed):
            return None
        (self._confirmed.add if event.confirmed else self._confirmed.discard)(game)
        return PublicResult(event.t, event.board, event.game, event.result, event.how)


def public_json(event: PublicEvent) -> str:
    """One line of the public stream, without its newline: the keys of the event stream, as far as they are public."""
    out: dict[str, Any] = {"v": events.STREAM_VERSION, "t": round(event.t, 6), "board": event.board, "kind": event.kind}
    out.update(zip(event._fields[2:-1], event[2:-1], strict=True))
    if isinstance(event, PublicMove):
        out["clock"] = event.clock and event.clock._asdict()
        if event.legal:
            del out["legal"]  # as in the event stream
    elif isinstance(event, PublicResult) and event.how is None:
        del out["how"]
    return json.dumps(out, ensure_ascii=False, separators=(",", ":"))


def public_view(view: HallView) -> PublicHall:
    """What everybody may see of the hall."""
    return PublicHall(view.t_s, view.title, tuple(_board(board) for board in view.boards))


def _board(board: BoardView) -> PublicBoard:
    return PublicBoard(
        board.board, board.game, board.players, board.start_fen, board.chess960, board.understood,
        tuple(move.san for move in board.moves), board.white_to_move, board.fullmove, board.white_s, board.black_s,
        board.running,
    )  # fmt: skip
