"""What is known of a hall has changed while it is watched: what of it a board takes over, and when."""

from dgt_monitor.events import Event, Level, Notice
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.claimed import ClaimedTracker
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.linked_board import serial_name
from dgt_monitor.hall.scored import WHITE_LEFT


def learn(board: HallBoard, t_s: float, known: Known, out: list[Event]) -> None:
    """Take over what is known now. No move changes; another label waits for the next game, if one has begun."""
    before = board.label
    take(board, known)
    board.changed = True
    if board.label != before and not board.namesake:
        _named_otherwise(board, t_s, out)


def take(board: HallBoard, known: Known) -> None:
    """Have what is known now, but for the name."""
    board.tournament = known.tournament
    board.play.learn(known)
    board.sit_at_sheet()
    board.clock.learn(WHITE_LEFT if isinstance(board.tracker, ClaimedTracker) else known.white_clock)
    board.flags.learn(known.moves_required)
    board.tracker.learn(_setup(board, known))


def _setup(board: HallBoard, known: Known) -> Setup:
    place = board.port if board.address is None else f"{board.port}/{board.address:05d}"
    fen = known.positions.get(place)
    return Setup(chess960=known.chess960) if fen is None else Setup(fen, known.chess960)


def _named_otherwise(board: HallBoard, t_s: float, out: list[Event]) -> None:
    wanted = board.label or serial_name(board.identity) or board.place_name
    board.wanted = board.play.begins_as = None
    if wanted == board.name:
        return
    if board.play.game == 0 and _take_name(board, t_s, wanted, out):
        return
    board.wanted = wanted
    board.play.begins_as = lambda begun_s, told: _begin_as(board, begun_s, wanted, told)
    text = f"Bd {board.name} is called {wanted} in the tournament file now: so it is from its next game on"
    out.append(Notice(t_s, "", "label", "changed", Level.INFO, text))


def _begin_as(board: HallBoard, t_s: float, wanted: str, out: list[Event]) -> str:
    """A game begins: the board's name from now on."""
    if _take_name(board, t_s, wanted, out):
        board.wanted = board.play.begins_as = None
    return board.name


def _take_name(board: HallBoard, t_s: float, wanted: str, out: list[Event]) -> bool:
    """Give it the name that is wanted, or another one while that is not free; whether it has what is wanted."""
    before = board.name
    taken = board.rename(wanted)
    if board.name != before:
        out.append(board.board_event(t_s, "identified"))
    if not taken:
        text = f"Bd {board.name}: {wanted} is the name of another board still; it is taken when it is free"
        out.append(Notice(t_s, "", "label", "waits", Level.CHECK, text))
    return taken


def what_changed(before: Known, now: Known) -> str:
    """For people, what of the tournament file has changed."""
    was, told = before.tournament, now.tournament
    labels = dict(was.all_labels()).items() ^ dict(told.all_labels()).items()
    parts = [
        f"{told.title or 'no event'}" if told.title != was.title else "",
        _many(len({serial for serial, _ in labels}), "label"),
        _many(len({board for board, _ in was.players.items() ^ told.players.items()}), "pairing"),
        f"rules {now.profile.name}" if now.profile != before.profile else "",
        f"time control {told.time_control or 'not known'}" if told.period != was.period else "",
        f"White's clock {now.white_clock or 'not known'}" if now.white_clock != before.white_clock else "",
        f"Chess960 {'yes' if now.chess960 else 'no'}" if now.chess960 != before.chess960 else "",
    ]
    return f"the tournament file has changed: {', '.join(part for part in parts if part) or 'details'}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''}" if count else ""
