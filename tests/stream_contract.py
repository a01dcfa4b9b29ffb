"""The event stream's contract, checked event by event: what any reader of the stream may rely on."""

from collections.abc import Iterable

from dgt_monitor import events
from dgt_monitor.events import Event, Rule

LAPSING = {Rule.THREEFOLD, Rule.FIFTY}


class BoardReader:
    """The present opinion about one board, as a reader holds it who applies the events in order."""

    def __init__(self) -> None:
        self.game = 0
        self.gone = False
        self.moves: list[events.Move] = []
        self.alerts: dict[str, events.Alert] = {}
        self.result: str | None = None
        self.results: dict[int, events.Result] = {}
        """Of every game that has one."""
        self.summaries: list[events.Summary] = []
        self.over: dict[int, BoardReader] = {}
        """The games before, by their numbers."""
        self.states: list[str] = []
        self.bad_squares: set[tuple[str, str]] = set()

    def ended(self) -> "BoardReader":
        """The present game for itself, as it is when the next one begins."""
        over = BoardReader()
        over.game, over.moves, over.result = self.game, self.moves, self.result
        return over

    @property
    def sans(self) -> list[str | None]:
        return [move.san for move in self.moves]

    @property
    def rules(self) -> set[Rule]:
        return {alert.rule for alert in self.alerts.values()}


class StreamReader:
    """Applies a stream and asserts what the format promises."""

    def __init__(self) -> None:
        self.boards: dict[str, BoardReader] = {}
        self.t = 0.0
        self.ids: set[str] = set()
        self.ever: list[events.Alert] = []

    def read(self, stream: Iterable[Event]) -> "StreamReader":
        for event in stream:
            self.apply(event)
        return self

    def board(self, name: str) -> BoardReader:
        return self.boards.setdefault(name, BoardReader())

    def apply(self, event: Event) -> None:
        assert event.t >= self.t, "time went back"
        self.t = event.t
        assert events.to_json(event)
        board = self.board(event.board)
        if isinstance(event, events.Move | events.Retract | events.Summary) and event.game < board.game:
            board = board.over[event.game]  # a game before is corrected
        if isinstance(event, events.Move):
            self._move(board, event)
        elif isinstance(event, events.Retract):
            assert event.game == board.game
            assert 1 <= event.ply <= len(board.moves), "a retract of plies that do not stand"
            del board.moves[event.ply - 1 :]
        elif isinstance(event, events.GameStart) and event.game == board.game and not board.gone:
            assert not board.moves, "the game's first position is told anew while moves stand"
        elif isinstance(event, events.Gone):
            assert event.game == board.game
            board.gone, board.moves, board.result = True, [], None
        elif isinstance(event, events.GameStart):
            board.gone = False
            board.over[board.game] = board.ended()
            assert event.game == board.game + 1
            assert len(board.summaries) == board.game, "a new game without a summary of the last"
            board.game, board.moves, board.result = event.game, [], None
        elif isinstance(event, events.Alert):
            self._alert(board, event)
        else:
            self._others(board, event)

    def _move(self, board: BoardReader, move: events.Move) -> None:
        assert move.game == board.game
        assert 1 <= move.ply <= len(board.moves) + 1, "a ply is missing before this one"
        assert move.count >= 1
        assert move.count_max is None or move.count_max >= move.count
        if move.sure:
            assert move.count_max == move.count
        if move.ply == len(board.moves) + 1:
            board.moves.append(move)
            return
        before = board.moves[move.ply - 1]
        assert before.uci == move.uci, "a ply that stands changed without a retract"
        assert not (before.status == "confirmed" and move.status == "provisional"), "a status went back"
        board.moves[move.ply - 1] = move

    def _alert(self, board: BoardReader, alert: events.Alert) -> None:
        assert alert.id not in self.ids, "an alert's id came twice"
        self.ids.add(alert.id)
        self.ever.append(alert)
        board.alerts[alert.id] = alert
        assert alert.text
        if alert.level == "act":
            assert alert.sure
            assert alert.ply is not None
            assert alert.ply == 0 or board.moves[alert.ply - 1].status == "confirmed"
        if alert.rule in {Rule.THREEFOLD, Rule.FIVEFOLD} and alert.sure:
            assert alert.plies[-1] == alert.ply

    def _others(self, board: BoardReader, event: Event) -> None:
        if isinstance(event, events.AlertCleared):
            alert = board.alerts.pop(event.id)
            assert (alert.rule, alert.ply, alert.game) == (event.rule, event.ply, event.game)
            assert event.reason != "lapsed" or event.rule in LAPSING
        elif isinstance(event, events.Result):
            assert 1 <= event.game <= board.game
            (board.results.__setitem__(event.game, event) if event.stands else board.results.pop(event.game, None))
            present = board.over.get(event.game, board)
            if event.game == present.game:
                present.result = event.result if event.stands else None
        elif isinstance(event, events.Summary):
            assert event.game == board.game
            assert list(event.moves) == board.sans
            assert event.result == (board.result or "*")
            board.summaries.append(event)
        elif isinstance(event, events.Square):
            told = (event.square, event.fault)
            assert (told in board.bad_squares) == event.over, "told twice, or over before it was told"
            board.bad_squares ^= {told}
        elif isinstance(event, events.Board):
            board.states.append(event.state)
