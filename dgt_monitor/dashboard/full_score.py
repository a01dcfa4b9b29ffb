"""The moves of a game, one to a line: when it was made, what the clock showed, how it is known. Pure."""

from collections.abc import Sequence
from math import isfinite
from typing import Final

from dgt_monitor.dashboard.lines import Line, Role, Span, line
from dgt_monitor.dashboard.safe import fit
from dgt_monitor.dashboard.score import ORIGIN, move_text
from dgt_monitor.dashboard.when import When
from dgt_monitor.dashboard.words import clock
from dgt_monitor.hall.views import MoveView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_MOVE_CELLS: Final = 12
_TIME_CELLS: Final = 9
_TITLE: Final = Sentence("MOVES WITH TIMES, {above} above, {below} below")


def full_score(moves: Sequence[MoveView], cells: int, height: int, back: int, named: When) -> list[Line]:
    """At most `height` lines, the last moves unless `back` lines further back."""
    room = max(1, height - 1)
    end = len(moves) - max(0, min(back, len(moves) - room))
    begin = max(0, end - room)
    title = words(_TITLE, above=begin, below=len(moves) - end)
    rows = [_row(move, named, cells) for move in moves[begin:end]] or [line(f" {say('none yet')}", "dim")]
    return [line(fit(f" {title}", cells).rstrip(), "dim"), *rows]


def _row(move: MoveView, named: When, cells: int) -> Line:
    number = f"{move.number}{'.' if move.colour == 'white' else '...'}"
    when = named(move.t_s) if isfinite(move.t_s) else "-"
    left = getattr(move.clock, move.colour) if move.clock else None
    role: Role = "dim" if move.status == "provisional" or move.provenance != "seen" else "plain"
    return (
        Span(f" {fit(number, 6, right=True)} ", "dim"),
        Span(fit(move_text(move), _MOVE_CELLS), role),
        Span(f" {fit(when, _TIME_CELLS, right=True)}  {fit(clock(left), _TIME_CELLS, right=True)}  ", "dim"),
        Span(fit(_known(move), max(1, cells - 8 - _MOVE_CELLS - 2 * _TIME_CELLS - 5)).rstrip(), "dim"),
    )


def _known(move: MoveView) -> str:
    """How it is known, in words."""
    told = [say(ORIGIN[move.provenance][1]) if move.provenance != "seen" else say("seen")]
    if move.status == "provisional":
        told.append(say("may still change"))
    if not move.sure:
        told.append(say("not sure"))
    if not move.legal:
        told.append(say("not legal, but answered"))
    return ", ".join(told)
