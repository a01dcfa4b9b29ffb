"""Events as plain lines: for pipes, slow terminals and screen readers. One line an event, nothing moves."""

from typing import Final

from dgt_monitor import events
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.hall.views import MoveView
from dgt_monitor.language import say, words
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence, joined, word

_WITHDRAWN: Final = Sentence("withdrawn from {label} on ({reason})")
_WITHDRAWN_PLY: Final = Sentence("withdrawn from half-move {ply} on ({reason})")
_TURNED: Final = Sentence("board turned round")
_BEGINS: Final = Sentence("game {game} begins")
_STATE: Final = Sentence("{state} on {port}")
_FIRMWARE: Final = Sentence("firmware {version}")
_RESULT: Final = Sentence("result {result} by {by}")
_NOT_CONFIRMED: Final = Sentence("not confirmed")
_CLAIM: Final = {
    ("claim", "opened"): Sentence("claim opened"),
    ("claim", "closed"): Sentence("claim closed"),
    ("intervention", "opened"): Sentence("intervention opened"),
    ("intervention", "closed"): Sentence("intervention closed"),
    ("drill", "opened"): Sentence("drill opened"),
    ("drill", "closed"): Sentence("drill closed: nothing of it counts"),
    ("drill", "undone"): Sentence("drill undone"),
    ("claim", "undone"): Sentence("claim undone"),
    ("intervention", "undone"): Sentence("intervention undone"),
}
_RULING: Final = Sentence("ruling {number} of {author}")
_REFUSED: Final = Sentence("ruling {number} of {author} was not carried out")
_DIFFERING: Final = Sentence("differing: {squares}")
_NOT_SURE: Final = Sentence("history not sure")
_SUMMARY: Final = Sentence("game {game}: {plies}, {result}, most occurrences {most}")
_PLIES: Final = Sentence("{n} half-move", "{n} half-moves")
_STOOD: Final = Sentence("stood {n} time", "stood {n} times")
_STOOD_TO: Final = Sentence("stood {least} to {most} times")
_MANY: Final = Sentence("many")
_ILLEGAL: Final = Sentence("ILLEGAL")
_UNSURE: Final = Sentence("not sure")
_FROM: Final = Sentence("from {n} square", "from {n} squares")
_FROM_NONE: Final = Sentence("from no squares")
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
    return _whole(event, "  " + words(_WITHDRAWN, label=label, reason=_reason(event)))


def unnamed(text: str, board: str) -> str:
    """A sentence without the board's name in front, which the line has already; the players stay."""
    prefix, told = words(BOARD, who=board).rstrip("."), say(text)
    return told[len(prefix) :].lstrip(". ") if told.startswith((f"{prefix}.", f"{prefix} ")) else told


def _whole(event: Event, body: str) -> str:
    return whole(event.t, event.board, body)


def whole(t_s: float, board: str, body: str) -> str:
    """A line: when, of which board (empty: of the hall), what."""
    of = f"{say('Bd')} {board:<6}" if board else " " * len("Bd ......")
    return safe(f"{clock_text(t_s)}  {of} {body}")


def _reason(event: events.Retract) -> Said:
    return word(_words(event.reason))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _body(event: Event) -> str | None:
    if isinstance(event, events.Move):
        return _move(event)
    if isinstance(event, events.Alert):
        mark = " " if event.rule in {Rule.THREEFOLD, Rule.FIFTY} else _MARK[event.level]
        return f"{mark} {unnamed(event.text, event.board)}"
    if isinstance(event, events.AlertCleared):
        return f"  {say(_words(event.rule))} {say(_words(event.ending or event.reason))}"
    if isinstance(event, events.Retract):
        return "  " + words(_WITHDRAWN_PLY, ply=event.ply, reason=_reason(event))
    if isinstance(event, events.Clock):
        return None
    if isinstance(event, events.Gone):
        return f"  {words(_GONE, game=event.game)}"
    if isinstance(event, events.Seated):
        return f"  {event.white or '?'} - {event.black or '?'}"
    return _rare(event)


_GONE = Sentence("game {game} is not on this board any more")
_MEMORY = {
    "reading": Sentence("reading the board's memory; its changes wait until that is done, about 8 s"),
    "laid_over": Sentence("memory read: what was played until it was asked for is known"),
    "does_not_fit": Sentence("memory read; it does not fit what was seen, or is not there whole"),
    "not_read": Sentence("the memory could not be read"),
}


def _rare(
    event: events.Board
    | events.GameStart
    | events.Memory
    | events.Square
    | events.Result
    | events.Claim
    | events.Ruled
    | events.Summary
    | events.Notice,
) -> str:
    if isinstance(event, events.Notice):
        return f"{_MARK[event.level]} {event.text}"
    if isinstance(event, events.Board):
        firmware = f", {words(_FIRMWARE, version=event.version)}" if event.version else ""
        there = words(_STATE, state=word(event.state), port=event.port)
        return f"  {there}{firmware}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, events.GameStart):
        turned = f", {words(_TURNED)}" if event.rotated else ""
        names = f": {event.white or '?'} - {event.black or '?'}" if event.white or event.black else ""
        return f"  {words(_BEGINS, game=event.game)}{turned}{names}"
    if isinstance(event, events.Memory):
        return f"  {words(_MEMORY[event.state])}"
    if isinstance(event, events.Square):
        return f"{_MARK[event.level]} {unnamed(event.text, event.board)}"
    if isinstance(event, events.Result):
        how = joined(("(", word(event.how), ")"), "") if event.how else ""
        told = words(_RESULT, result=joined((event.result, how)), by=word(_words(event.by)))
        return f"  {told}" + ("" if event.confirmed else f", {words(_NOT_CONFIRMED)}")
    if isinstance(event, events.Claim):
        return f"  {_claim(event)}"
    if isinstance(event, events.Ruled):
        return f"  {_ruled(event)}"
    sure = "" if event.sure else f", {words(_NOT_SURE)}"
    return (
        "  "
        + words(_SUMMARY, game=event.game, plies=_PLIES(n=len(event.moves)), result=event.result, most=event.max_count)
        + sure
    )


def _ruled(event: events.Ruled) -> str:
    """The words of the arbiter stand in quotation marks: they are his."""
    head = words(_RULING if event.state == "done" else _REFUSED, number=event.number, author=event.author)
    return f"{head}: {say(event.text)}" + (f' "{event.reason}"' if event.reason else "")


def _claim(event: events.Claim) -> str:
    differing = words(_DIFFERING, squares=", ".join(event.squares)) if event.squares else ""
    told = words(_CLAIM[event.what, "undone" if event.outcome == "undone" else event.state])
    return ", ".join(part for part in (told, differing) if part) + (f": {say(event.text)}" if event.text else "")


def labelled(event: events.Move) -> str:
    """The move as a scoresheet says it."""
    fen = event.fen.fen()
    number = fen.rsplit(" ", 1)[1]
    return f"{number}.{event.san}" if " b " in fen else f"{int(number) - 1}...{event.san}"


def _move(event: events.Move) -> str | None:
    if event.status == "provisional":
        return None
    return f"  {labelled(event)}{known_of(event)}"


def known_of(move: events.Move | MoveView) -> str:
    """What is told behind a move: how often its position stood, where the move comes from, what is not sure."""
    stood = "" if move.count < 2 else f"  ({words(_STOOD, n=move.count)})"
    if move.count_max != move.count:
        most = move.count_max or _MANY()
        stood = f"  ({words(_STOOD_TO, least=move.count, most=most)})"
    marks = "" if move.legal else f"  {words(_ILLEGAL)}"
    marks += "" if move.provenance == "seen" else f"  [{say(move.provenance)}{_from(move.inferred_from)}]"
    return f"{stood}{marks}{'' if move.sure else f'  {words(_UNSURE)}'}"


def _from(squares: int | None) -> str:
    return "" if squares is None else f" {words(_FROM, n=squares)}" if squares else f" {words(_FROM_NONE)}"
