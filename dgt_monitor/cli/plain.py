"""Events as plain lines: for pipes, slow terminals and screen readers. One line an event, nothing moves."""

from dgt_monitor import events
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Event, Level, Rule

_MARK = {Level.ACT: "!", Level.CHECK: "*", Level.INFO: " "}


def clock_text(t_s: float) -> str:
    """Seconds as h:mm:ss."""
    whole = int(t_s)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def plain_line(event: Event) -> str | None:
    """The line for an event; None for what would only be noise (clock ticks, moves not confirmed yet)."""
    body = _body(event)
    return None if body is None else _whole(event, body)


def withdrawn_line(event: events.Retract, label: str) -> str:
    """That a move that was told, by this label, is withdrawn with all after it."""
    return _whole(event, f"  withdrawn from {label} on ({_words(event.reason)})")


def _whole(event: Event, body: str) -> str:
    return safe(f"{clock_text(event.t)}  Bd {event.board:<6} {body}")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _body(event: Event) -> str | None:
    if isinstance(event, events.Move):
        return _move(event)
    if isinstance(event, events.Alert):
        mark = " " if event.rule in {Rule.THREEFOLD, Rule.FIFTY} else _MARK[event.level]
        return f"{mark} {event.text.removeprefix(f'Bd {event.board}. ')}"
    if isinstance(event, events.AlertCleared):
        return f"  {_words(event.rule)} {_words(event.ending or event.reason)}"
    if isinstance(event, events.Retract):
        return f"  withdrawn from half-move {event.ply} on ({_words(event.reason)})"
    if isinstance(event, events.Clock):
        return None
    return _rare(event)


_MEMORY = {
    "reading": "reading the board's memory; its changes wait until that is done, about 8 s",
    "laid_over": "memory read: what was played until it was asked for is known",
    "does_not_fit": "memory read; it does not fit what was seen, or is not there whole",
    "not_read": "the memory could not be read",
}


def _rare(
    event: events.Board
    | events.GameStart
    | events.Memory
    | events.Square
    | events.Result
    | events.Claim
    | events.Summary,
) -> str:
    if isinstance(event, events.Board):
        firmware = f", firmware {event.version}" if event.version else ""
        return f"  {event.state} on {event.port}{firmware}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, events.GameStart):
        turned = ", board turned round" if event.rotated else ""
        return f"  game {event.game} begins{turned}"
    if isinstance(event, events.Memory):
        return f"  {_MEMORY[event.state]}"
    if isinstance(event, events.Square):
        return f"{_MARK[event.level]} {event.text.removeprefix(f'Bd {event.board}. ')}"
    if isinstance(event, events.Result):
        return f"  result {event.result} by {event.by}" + ("" if event.confirmed else ", not confirmed")
    if isinstance(event, events.Claim):
        squares = f", differing: {', '.join(event.squares)}" if event.squares else ""
        return f"  {event.what} {event.state}{squares}{f': {event.text}' if event.text else ''}"
    sure = "" if event.sure else ", history not sure"
    plies = "1 half-move" if len(event.moves) == 1 else f"{len(event.moves)} half-moves"
    return f"  game {event.game}: {plies}, {event.result}, most occurrences {event.max_count}{sure}"


def labelled(event: events.Move) -> str:
    """The move as a scoresheet says it."""
    fen = event.fen.fen()
    number = fen.rsplit(" ", 1)[1]
    return f"{number}.{event.san}" if " b " in fen else f"{int(number) - 1}...{event.san}"


def _move(event: events.Move) -> str | None:
    if event.status == "provisional":
        return None
    stood = "" if event.count < 2 else f"  (stood {event.count} times)"
    if event.count_max != event.count:
        stood = f"  (stood {event.count} to {event.count_max or 'many'} times)"
    marks = "" if event.legal else "  ILLEGAL"
    marks += "" if event.provenance == "seen" else f"  [{event.provenance}{_from(event.inferred_from)}]"
    return f"  {labelled(event)}{stood}{marks}{'' if event.sure else '  not sure'}"


def _from(squares: int | None) -> str:
    return "" if squares is None else " from 1 square" if squares == 1 else f" from {squares or 'no'} squares"
