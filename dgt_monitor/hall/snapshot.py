"""Views of boards, made only for boards that changed since they were last looked at."""

import re
from collections.abc import Iterable

from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entry_of_alerts import Stands, urgency
from dgt_monitor.hall.linked_board import serial_name
from dgt_monitor.hall.move_views import move_view
from dgt_monitor.hall.results import Standing
from dgt_monitor.hall.rulings import Rulings
from dgt_monitor.hall.square_texts import square_text
from dgt_monitor.hall.squares import Bad
from dgt_monitor.hall.views import (
    AlertView,
    AsideView,
    BoardView,
    HallView,
    MoveView,
    OccurrenceView,
    Phase,
    ResultView,
    SquareView,
)
from dgt_monitor.tournament.control import starting_times_s
from dgt_monitor.tournament.event import NOBODY, TournamentFile


def name_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorting key that puts 2 before 10, as people count."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


class Snapshots:
    """The last view of every board, kept until the board changes."""

    def __init__(self, tournament: TournamentFile) -> None:
        self.learn(tournament)
        self._views: dict[int, BoardView] = {}
        self._moves: dict[int, tuple[int, list[MoveView]]] = {}

    def learn(self, tournament: TournamentFile) -> None:
        """What the tournament file says now."""
        self._title = tournament.title
        self._sectors = {place.label: place.sector for place in tournament.board}
        labels = {label: None for _, label in tournament.all_labels()}
        self._labels = tuple(sorted(labels, key=name_order))
        self._starts_s = starting_times_s(tournament.period)

    def view(
        self,
        t_s: float,
        boards: Iterable[HallBoard],
        rulings: Rulings,
        aside: tuple[AsideView, ...] = (),
        of_lines: Iterable[AlertView] = (),
    ) -> HallView:
        """The hall now."""
        views = sorted((self._board(b) for b in boards if not b.gone), key=lambda v: name_order(v.board))
        alerts: list[AlertView] = sorted((*of_lines, *(a for v in views for a in v.alerts)), key=urgency)
        return HallView(
            t_s, tuple(views), tuple(alerts), self._title, rulings.views(), aside, self._labels, self._starts_s
        )  # fmt: skip

    def forget(self, number: int) -> None:
        """A board of which there is nothing to show any more."""
        self._views.pop(number, None)
        self._moves.pop(number, None)

    def _board(self, board: HallBoard) -> BoardView:
        kept = self._views.get(board.number)
        if kept is not None and not board.changed:
            return kept
        view = self._views[board.number] = self._make(board)
        board.changed = False
        return view

    def _make(self, board: HallBoard) -> BoardView:
        play, tracker, story, held = board.play, board.tracker, board.tracker.story, board.held
        verdict = play.ledger.verdict if play.start_fen else None
        phase: Phase = "waiting" if story is None else "over" if play.is_over else "playing"
        times, profile = board.clock.times, play.ledger.profile
        return BoardView(
            board=board.name,
            port=board.port,
            address=board.address,
            serial=serial_name(board.identity),
            version=board.identity.version,
            link="recalling" if board.memory.recalling.reading and not board.link.lost else board.link.view,
            phase=phase,
            game=play.game,
            start_fen=play.start_fen,
            rotated=tracker.rotated,
            chess960=play.chess960,
            physical=_physical(board),
            understood="" if story is None else "".join(story.expected),
            differing=tuple(held.differing if held is not None else () if story is None else sorted(story.debts)),
            moves=tuple(self._move_views(board)),
            white_to_move=True if story is None else story.board.turn,
            fullmove=1 if story is None else story.board.fullmove_number,
            halfmove_clock=0 if story is None else story.board.halfmove_clock,
            count=0 if verdict is None else verdict.count,
            count_max=0 if verdict is None else verdict.count_max,
            occurrences=tuple(_occurrences(board)),
            white_s=times and times.white,
            black_s=times and times.black,
            running=board.clock.running,
            result=play.result,
            alerts=listed(board),
            heard_t_s=board.link.heard_s,
            link_reason=None if board.link.out_of_use else board.link.reason,
            players=board.tournament.players.get(board.name, NOBODY),
            bad_squares=tuple(_bad_square(bad) for bad in board.squares.bad.values()),
            claim=board.claim_view,
            illegal_moves=(play.illegal.count("white"), play.illegal.count("black")),
            claim_ply=(profile.moves_claim or 0) * 2 or None,
            sector=self._sectors.get(board.name, ""),
            draw_ply=(profile.moves_draw or 0) * 2 or None,
            claim_count=profile.repetition_claim,
            draw_count=profile.repetition_draw,
            outcome=_outcome(play.game, play.results.standing) if play.game else None,
            before=play.last_ended and _outcome(*play.last_ended),
            spoken=board.link.spoken,
        )

    def _move_views(self, board: HallBoard) -> list[MoveView]:
        play, story = board.play, board.tracker.story
        game, views = self._moves.get(board.number, (0, []))
        if game != play.game:
            views = []
        plies = [] if story is None else story.plies
        del views[play.valid_views :]
        for number in range(len(views) + 1, len(plies) + 1):
            views.append(move_view(play, plies[number - 1], number))
        play.valid_views = len(views)
        self._moves[board.number] = (play.game, views)
        return views


def _physical(board: HallBoard) -> str:
    """What stands on it; of one out of use without a game that is nobody's concern."""
    if board.link.out_of_use and board.tracker.story is None:
        return ""
    return "".join(board.tracker.seen) if board.held is None else board.held.seen


def listed(board: HallBoard) -> tuple[AlertView, ...]:
    """What still wants somebody on this board."""
    return board.alerts.open(_stands(board))


def _stands(board: HallBoard) -> Stands:
    """How far its game is, in half-moves that are confirmed."""
    plies = board.play.plies
    return Stands(board.play.game, len(plies) - bool(plies and plies[-1].status == "provisional"))


def _outcome(game: int, standing: Standing | None) -> ResultView:
    if standing is None:
        return ResultView(game, "*", "", confirmed=False, how=None)
    return ResultView(game, standing.result, standing.by, standing.confirmed, standing.how)


def _bad_square(bad: Bad) -> SquareView:
    level, text = square_text(bad.square, bad.fault, bad.times, bad.for_s)
    return SquareView(bad.square, bad.fault, level, text)


def _occurrences(board: HallBoard) -> Iterable[OccurrenceView]:
    play = board.play
    if not play.game:
        return
    now = play.ledger.verdict.standing.key
    for repeated in play.ledger.repeated():
        labels = tuple(play.label(ply) for ply in repeated.plies)
        yield OccurrenceView(repeated.count, repeated.count_max, repeated.plies, labels, repeated.key == now)
