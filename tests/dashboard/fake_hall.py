"""Halls made by hand: snapshots of any number of boards in every state, and a feed that serves them.

The moves are those of a random legal game, so diagrams, counts and move lists hang together; the state of each
board is laid over it.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import chess

from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.events import Colour, Level, Rule, Times
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AlertView, BoardView, HallView, MoveView, OccurrenceView
from dgt_monitor.sheets.clock_sheet import clock_sheet
from dgt_monitor.tournament.notices import Notices

NOW_S = 3600.0
STATES = (
    "playing", "playing", "twofold", "playing", "threefold", "playing", "fivefold", "unexplained", "playing",
    "lost", "playing", "over", "uncertain", "playing", "fifty", "seventyfive", "silent", "playing", "waiting",
    "ready", "illegal", "playing", "acknowledged", "unfinished", "playing", "gone", "noisy", "playing", "joined late",
)  # fmt: skip

_TEXTS = {
    Rule.FIVEFOLD: ("9.6.1", "the same position for the fifth time: draw, stop the clocks"),
    Rule.SEVENTYFIVE: ("9.6.2", "75 moves without capture or pawn move: draw, stop the clocks"),
    Rule.THREEFOLD: ("9.2.1", "the same position for the third time: the player to move may claim"),
    Rule.FIFTY: ("9.3", "50 moves without capture or pawn move: the player to move may claim"),
    Rule.POSITION_UNEXPLAINED: (None, "no move explains d4, e5: go and look at the board"),
    Rule.ILLEGAL_MOVE: ("7.5.1", "Ng1-e3 is not a legal move"),
    Rule.HISTORY_UNCERTAIN: (None, "moves were played while the board was not watched"),
    Rule.BOARD_LOST: (None, "the cable or the power of this board is gone"),
    Rule.BOARD_SILENT: (None, "the board does not answer"),
    Rule.LINE_NOISY: (None, "damaged data on the line"),
}


def alert(board: str, rule: Rule, level: Level, **changes: Any) -> AlertView:
    """An alert raised 41 seconds ago; `changes` are fields."""
    article, text = _TEXTS.get(rule, (None, rule.value))
    made = AlertView(
        id=f"{board}:{rule.value}:1", board=board, game=1, ply=76, rule=rule, article=article, level=level, sure=True,
        text=text, plies=(), squares=(), raised_t_s=NOW_S - 41, cleared_t_s=None, acknowledged_t_s=None,
    )  # fmt: skip
    return made._replace(**changes)


@lru_cache(maxsize=512)
def _game(seed: int, plies: int) -> tuple[tuple[MoveView, ...], str, int]:
    rng = random.Random(seed)
    position = chess.Board()
    moves: list[MoveView] = []
    for ply in range(1, plies + 1):
        legal = list(position.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        colour: Colour = "white" if position.turn else "black"
        number, san = position.fullmove_number, position.san(move)
        position.push(move)
        times = Times(5400 - 37 * ply, 5400 - 41 * ply)
        moves.append(MoveView(ply, number, colour, san, move.uci(), "confirmed", True, "seen", 1, 1, 40.0 * ply, times))
    return tuple(moves), placement(position), position.halfmove_clock


def placement(position: chess.Board) -> str:
    """64 letters, a1 first."""
    pieces = (position.piece_at(square) for square in chess.SQUARES)
    return "".join(piece.symbol() if piece else "." for piece in pieces)


START = placement(chess.Board())


def board(name: str, state: str = "playing", *, seed: int = 1, plies: int = 40, **changes: Any) -> BoardView:
    """A board in one of `STATES`; `changes` are fields laid over it."""
    moves, squares, halfmoves = _game(seed, plies)
    view = BoardView(
        board=name, port=f"/dev/ttyUSB{seed}", address=None, serial=f"{20000 + seed:05}", version="1.8", link="up",
        phase="playing", game=1, start_fen=chess.STARTING_FEN, rotated=False, chess960=False, physical=squares,
        understood=squares, differing=(), moves=moves, white_to_move=len(moves) % 2 == 0,
        fullmove=1 + len(moves) // 2, halfmove_clock=halfmoves, count=1, count_max=1, occurrences=(),
        white_s=max(0, 5400 - 37 * plies), black_s=max(0, 5400 - 41 * plies),
        running="white" if len(moves) % 2 == 0 else "black", result=None, alerts=(), heard_t_s=NOW_S - 0.4 - seed % 30,
    )  # fmt: skip
    return _in_state(view, state)._replace(**changes)


def _in_state(view: BoardView, state: str) -> BoardView:
    maker = _MAKERS.get(state)
    return maker(view) if maker else view


def repeated(view: BoardView, count: int, *alerts: AlertView, count_max: int | None = -1) -> BoardView:
    """The position stands for the `count`-th time."""
    most = count if count_max == -1 else count_max
    plies = tuple(range(len(view.moves) - 4 * (count - 1), len(view.moves) + 1, 4))
    labels = tuple(f"{1 + ply // 2}{'.' if ply % 2 else '...'}Kg8" if ply else "start" for ply in plies)
    seen = OccurrenceView(count, most, plies, labels, now=True)
    before = OccurrenceView(2, 2, (10, 14), ("5...Nf6", "7...Nf6"), now=False)
    last = view.moves[-1]._replace(count=count, count_max=most)
    return view._replace(
        count=count, count_max=most, occurrences=(seen, before), alerts=alerts, moves=(*view.moves[:-1], last)
    )


def _unexplained(view: BoardView) -> BoardView:
    squares = list(view.physical)
    squares[27], squares[36] = "N" if squares[27] == "." else ".", "q" if squares[36] == "." else "."
    what = alert(view.board, Rule.POSITION_UNEXPLAINED, Level.ACT, squares=("d4", "e5"))
    return view._replace(physical="".join(squares), differing=(27, 36), alerts=(what,))


def _unfinished(view: BoardView) -> BoardView:
    last = view.moves[-1]._replace(status="provisional", provenance="inferred", sure=False)
    return view._replace(moves=(*view.moves[:-1], last))


def _waiting(view: BoardView) -> BoardView:
    return view._replace(
        understood="", moves=(), game=0, phase="waiting", count=0, count_max=0, white_s=None, black_s=None,
        running=None, physical="." * 64, fullmove=1, halfmove_clock=0,
    )  # fmt: skip


def _with(view: BoardView, rule: Rule, level: Level, **changes: Any) -> tuple[AlertView, ...]:
    return (alert(view.board, rule, level, **changes),)


_MAKERS: dict[str, Any] = {
    "twofold": lambda view: repeated(view, 2),
    "threefold": lambda view: repeated(view, 3, alert(view.board, Rule.THREEFOLD, Level.CHECK)),
    "fivefold": lambda view: repeated(view, 5, alert(view.board, Rule.FIVEFOLD, Level.ACT)),
    "unexplained": _unexplained,
    "unfinished": _unfinished,
    "lost": lambda view: view._replace(link="lost", alerts=_with(view, Rule.BOARD_LOST, Level.CHECK)),
    "silent": lambda view: view._replace(link="silent", alerts=_with(view, Rule.BOARD_SILENT, Level.CHECK)),
    "noisy": lambda view: view._replace(link="noisy", alerts=_with(view, Rule.LINE_NOISY, Level.CHECK)),
    "over": lambda view: view._replace(phase="over", result="1-0", running=None),
    "uncertain": lambda view: repeated(
        view, 3, alert(view.board, Rule.HISTORY_UNCERTAIN, Level.CHECK), count_max=5
    ),
    "fifty": lambda view: view._replace(halfmove_clock=104, alerts=_with(view, Rule.FIFTY, Level.CHECK)),
    "seventyfive": lambda view: view._replace(halfmove_clock=150, alerts=_with(view, Rule.SEVENTYFIVE, Level.ACT)),
    "waiting": _waiting,
    "ready": lambda view: _waiting(view)._replace(physical=START),
    "illegal": lambda view: view._replace(alerts=_with(view, Rule.ILLEGAL_MOVE, Level.ACT)),
    "acknowledged": lambda view: repeated(
        view, 5, alert(view.board, Rule.FIVEFOLD, Level.ACT, acknowledged_t_s=NOW_S - 10)
    ),
    "gone": lambda view: view._replace(
        alerts=_with(view, Rule.POSITION_UNEXPLAINED, Level.ACT, cleared_t_s=NOW_S - 5)
    ),
    "joined late": lambda view: repeated(view, 1, count_max=None),
}  # fmt: skip


def hall_of(boards: Sequence[BoardView], t_s: float = NOW_S) -> HallView:
    """A snapshot of these boards."""
    alerts = sorted(
        (each for view in boards for each in view.alerts), key=lambda each: (each.level != Level.ACT, each.raised_t_s)
    )
    return HallView(t_s, tuple(boards), tuple(alerts))


def make_hall(count: int, states: Sequence[str] = STATES) -> HallView:
    """A hall of boards named 1, 2, ..: every state in turn."""
    return hall_of([board(str(n), states[n % len(states)], seed=n, plies=24 + n * 7 % 60) for n in range(1, count + 1)])


def calm_hall(count: int) -> HallView:
    """A hall in which nothing is the matter."""
    return make_hall(count, ("playing",))


class FakeFeed:
    """A feed whose snapshot the test sets; acknowledging shows at once."""

    def __init__(self, view: HallView, **status: Any) -> None:
        self.now_view = view
        rings = Notices(act=("bell",))
        self.now_status = FeedStatus("live", None, "14:32:07", 0, None, notices=rings)._replace(**status)
        self.acknowledged: list[str] = []
        self.ruled: list[Ruling] = []
        self.asked: list[Ruling] = []
        self.answer: str | None = None
        """What is told of a ruling before it is made."""
        self.deaf = False
        """Acknowledgements are taken down but have no effect."""

    def view(self) -> HallView:
        return self.now_view

    def status(self) -> FeedStatus:
        return self.now_status

    def acknowledge(self, alert_id: str) -> None:
        self.acknowledged.append(alert_id)
        if not self.deaf:
            self.change_alert(alert_id, acknowledged_t_s=self.now_view.t_s)

    def rule(self, ruling: Ruling) -> None:
        self.ruled.append(ruling)

    def preview(self, ruling: Ruling) -> str | None:
        self.asked.append(ruling)
        return self.answer

    def sheet(self, board: str) -> str:
        return f"Written: the sheet of {board}"

    def clock_sheet(self) -> tuple[str, str]:
        return clock_sheet(self.now_view, "14:32:07"), "Written: clocks.txt"

    def change_alert(self, alert_id: str, **changes: Any) -> None:
        """Change fields of an alert, in the list and on its board."""

        def changed(alerts: Sequence[AlertView]) -> tuple[AlertView, ...]:
            return tuple(each._replace(**changes) if each.id == alert_id else each for each in alerts)

        view = self.now_view
        boards = tuple(
            each._replace(alerts=changed(each.alerts)) if any(a.id == alert_id for a in each.alerts) else each
            for each in view.boards
        )
        self.now_view = view._replace(boards=boards, alerts=changed(view.alerts))

    def put(self, changed: BoardView) -> None:
        """Replace or add one board; all others stay the same objects."""
        boards = [changed if each.board == changed.board else each for each in self.now_view.boards]
        if all(each is not changed for each in boards):
            boards.append(changed)
        self.now_view = hall_of(boards, self.now_view.t_s)


class Hand:
    """A clock that moves when the test says so."""

    def __init__(self) -> None:
        self.time_s = 1000.0

    def __call__(self) -> float:
        return self.time_s
