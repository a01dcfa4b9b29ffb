"""The lines of a board's history: what it said, what was ruled, what stood."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import chess

from dgt_monitor.cli.plain import clock_text
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.ruling_texts import ruling_text
from dgt_monitor.hall.views import AlertView, BoardView
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.note_forms import Anew, Delivered, Note, Noticed, Notified, Screen, Session, Written
from dgt_monitor.journal.reading import value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.rebuilding import Entry
from drivers import readings

LETTERS_A_LINE = 8


def entry_line(entry: Entry) -> str | None:
    """What was read or ruled, in words; None for what tells a reader nothing."""
    value = entry.value
    if isinstance(value, Ruling):
        return _ruling(value)
    if isinstance(value, readings.FieldUpdate):
        what = "empty" if value.piece == readings.EMPTY else value.piece
        return f"{chess.square_name(value.square)} {what}"
    if isinstance(value, readings.Clock):
        return _clock(value)
    if isinstance(value, readings.BoardDump):
        return f"all squares: {_ranks(value.squares)}"
    return _rare(value)


def _ruling(ruling: Ruling) -> str:
    """Who ruled what; his own words in quotation marks."""
    number = f" {ruling.number}" if ruling.number else ""
    where = f", Bd {ruling.board}" if ruling.board else ""
    reason = f' "{ruling.reason}"' if ruling.reason else ""
    return f"ruling{number} of {ruling.author}{where}: {ruling_text(ruling)}{reason}"


def concerns(board: str, earlier: Iterable[Ruling], ruling: Ruling) -> bool:
    """Whether a ruling is on this board, on the whole hall, or undoes one that is."""
    if ruling.alert_id:
        return ruling.alert_id.rpartition("/")[0] == board
    if ruling.kind == "undo":
        undone = next((each for each in earlier if each.number == ruling.undoes), None)
        return undone is None or concerns(board, earlier, undone)
    return board in (ruling.board, ruling.to_board) or not ruling.board


def _rare(value: object) -> str | None:
    if isinstance(value, readings.Identity):
        told = [f"{key} {each}" for key, each in value._asdict().items() if each is not None]
        return f"it says who it is: {', '.join(told)}"
    if isinstance(value, readings.Memory):
        return f"its memory: {len(value.records)} records"
    if isinstance(value, readings.LineUp):
        return "line open"
    if isinstance(value, readings.LineDown):
        return f"line lost{f': {value.reason}' if value.reason else ''}"
    if isinstance(value, readings.Asked):
        return f"asked: {value.what}"
    if isinstance(value, Known):
        title = value.tournament.title or "no event"
        return f"known from here on: {title}, rules {value.profile.name}, {len(value.tournament.players)} pairings"
    if isinstance(value, readings.Complaint):
        return f"dropped: {value.text}"
    return None


def _clock(clock: readings.Clock) -> str:
    if not clock.connected:
        return "no clock"
    left, right = ("-" if each is None else clock_text(each) for each in (clock.left_s, clock.right_s))
    state = "runs" if clock.running else "stands"
    return f"clock {state}: left {left}, right {right}, to move {clock.to_move or 'nobody knows'}"


def _ranks(squares: str) -> str:
    """Rank 8 first, as a FEN has it."""
    return "/".join(squares[rank : rank + LETTERS_A_LINE] for rank in range(56, -1, -LETTERS_A_LINE))


def note_lines(rows: Sequence[Row], names: Collection[str]) -> Callable[[int | None], Iterator[tuple[Row, str]]]:
    """A function that tells the notes up to a row, each once with its row; None: all that are left."""
    waiting = [row for row in rows if row.kind == "note" and (row.board is None or row.board in names)]
    waiting.reverse()

    def told(until_seq: int | None) -> Iterator[tuple[Row, str]]:
        while waiting and (until_seq is None or waiting[-1].seq < until_seq):
            row = waiting.pop()
            line = _note(row)
            if line is not None:
                yield row, line

    return told


def _note(row: Row) -> str | None:
    try:
        value = value_of(row)
    except UnreadableError:
        return None
    if isinstance(value, Session):
        return f"a watch begins: version {value.version}, {value.process}"
    if isinstance(value, Anew):
        return f"told anew from here on: {value.differences} differences"
    if isinstance(value, Screen):
        only = ", which only looks," if value.looks_only else ""
        return f"the screen of {value.author}{only} is {'attached' if value.state == 'attached' else 'there no more'}"
    if isinstance(value, Notified):
        who = ", ".join(value.screens)
        return f"alert {value.alert} is shown first to {who}" if who else f"alert {value.alert}: no screen is attached"
    if isinstance(value, Written):
        return f"{value.what} is written to standard output" if value.what != "plain lines" else _PLAIN
    if isinstance(value, Delivered):
        return f"alert {value.alert} has come to the screen of {value.author}"
    if isinstance(value, Noticed):
        why = f", {value.why}" if value.why else ""
        tries = "at once" if value.tries == 1 else f"at attempt {value.tries}"
        return f"alert {value.alert}: notice by {value.way} {value.state.replace('_', ' ')}, {tries}{why}"
    return value.text if isinstance(value, Note) else None


_PLAIN = "plain lines are written to standard output"


def board_lines(view: BoardView) -> list[str]:
    """What a screen shows of a board, as text."""
    out = [f"Bd {view.board}: game {view.game}, {view.phase}, link {view.link}, result {_result(view)}"]
    out += [f"  {view.physical[rank : rank + LETTERS_A_LINE]}" for rank in range(56, -1, -LETTERS_A_LINE)]
    moves = " ".join(f"{_number(move.number, move.colour)}{move.san}" for move in view.moves)
    out.append(f"moves: {moves or 'none'}")
    most = "many" if view.count_max is None else str(view.count_max)
    stood = str(view.count) if most == str(view.count) else f"{view.count} to {most}"
    out.append(
        f"this position has stood: {stood} times; half-moves without capture or pawn move: {view.halfmove_clock}"
    )
    if view.white_s is not None and view.black_s is not None:
        running = f", {view.running} runs" if view.running else ""
        out.append(f"clocks: white {clock_text(view.white_s)}, black {clock_text(view.black_s)}{running}")
    return [*out, *alert_lines(view.alerts)]


def alert_lines(alerts: Iterable[AlertView]) -> list[str]:
    """Alerts with whether somebody has seen them."""
    return [f"alert {alert.id}{_seen(alert.acknowledged_t_s)}: {alert.text}" for alert in alerts]


def _result(view: BoardView) -> str:
    outcome = view.outcome
    if outcome is None or not outcome.by:
        return "*"
    how = f" ({outcome.how})" if outcome.how else ""
    return f"{outcome.result}{how} by {outcome.by}{'' if outcome.confirmed else ', not confirmed'}"


def _number(number: int, colour: str) -> str:
    return f"{number}." if colour == "white" else ""


def _seen(acknowledged_t_s: float | None) -> str:
    return "" if acknowledged_t_s is None else " (acknowledged)"
