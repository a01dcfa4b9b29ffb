"""A spare board takes the place of a dead one: label, seats, game, alerts and results stay (7.2.2).

What is kept of a board of the hall is of two kinds: what goes by its label, and what is the board's own, that is where
it answers and what it has said. A ruling of kind `spare` exchanges the second between two boards (`taking_place`). The
game leaves the slice of one and comes to that of the other, at the moment at which its position was set up there: so
what was played on the spare before somebody ruled is play, once, and told as what follows now.
"""

from collections.abc import Callable, Iterator, Set
from typing import NamedTuple

from dgt_monitor.events import Event, Rule
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.differing_alerts import OF_THE_LINE
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.games_before import GameBefore
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.linked_board import serial_name
from dgt_monitor.hall.parted_game import PartedGame, SliceBefore
from dgt_monitor.hall.parting import is_closed
from dgt_monitor.hall.refeeding import FedBoard
from dgt_monitor.hall.refusing import BEGUN, NO_LABEL, SPARE_ITSELF, TAKEN, RefusedError, held, no_ruling, rests_on_it
from dgt_monitor.hall.slices import Arrived, Left, Slice
from dgt_monitor.hall.taking_place import (
    Stood,
    begin_anew,
    call_as,
    change_places,
    follow_from,
    go_back,
    last_ruled_s,
    line_of,
    ruled_since,
    said_by,
    stood_there,
    tell_device,
)
from dgt_monitor.tournament.event import NO_TOURNAMENT, NOBODY, TournamentFile
from dgt_monitor.tournament.places import relabelled
from dgt_monitor.wording import Said
from drivers.readings import BoardDump

_OF_THE_CLOCK = OF_THE_LINE & {Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}


Leaves = Callable[[KeptBoard, float, list[Event]], None]
"""Tells the line of a board that it is none of that line any more."""


class _Taken(NamedTuple):
    """One ruling by which a spare took a place."""

    ruling: Ruling
    label: str
    """That of the place."""
    seat: KeptBoard
    """The board of the hall that has the label, whichever board stands there."""
    other: KeptBoard
    """The one that has the board that does not."""
    of_seat: Slice
    """What the board had said that was replaced, and what the spare had."""
    of_spare: Slice
    known_as: tuple[str, str]
    """By which numbers the tournament file knows both: the one that was replaced, and the spare."""
    before: dict[int, GameBefore]
    """Games that the spare had played under its own name."""
    out_of_use: bool
    """Whether the spare was out of use: it had been replaced itself."""


class Spares:
    """Which boards stand in the places of others."""

    def __init__(self, boards: Directory, leaves: Leaves, undone: Set[int]) -> None:
        self._boards = boards
        self._leaves_its_line = leaves
        self._undone = undone
        self._taken: list[_Taken] = []
        self._left: dict[int, SliceBefore] = {}
        """What a spare had said until its ruling was undone, by that: a game of its own may have begun in it."""
        self._event = NO_TOURNAMENT

    def learn(self, event: TournamentFile) -> None:
        """The tournament file says this now."""
        self._event = event

    def laid_over(self, event: TournamentFile) -> TournamentFile:
        """The same with the labels that spares have taken; where the file gives it to others by now, as it says."""
        for each in self._counting():
            dead, spare = each.known_as
            if event.label(dead) == each.label:
                labels, board = relabelled(event.labels, event.board, each.label, spare)
                event = event._replace(labels=labels, board=board)
        return event

    def known_as(self, board: KeptBoard) -> Iterator[str]:
        """The numbers of all that ever stood in its place."""
        return (number for each in self._counting() if each.seat is board for number in each.known_as)

    def _counting(self) -> Iterator[_Taken]:
        return (each for each in self._taken if each.ruling.number not in self._undone)

    # --- the ruling -----------------------------------------------------------------------------------------

    def rule(self, ruling: Ruling, seat: KeptBoard, other: KeptBoard, out: list[Event]) -> None:
        """The second board stands in the place of the first from now on. RefusedError where that cannot be."""
        _check(seat, other)
        goes = seat.tracker.story is not None
        stood = _stood(seat, other) if goes else None
        known_as = _known_as(seat), _known_as(other)
        unused = other.link.out_of_use
        taken = _Taken(ruling, seat.name, seat, other, seat.kept, other.kept, known_as, other.before, unused)
        if goes:
            _move_game(taken, stood)
        self._taken.append(taken)
        stands = other.tracker.raw
        try:
            self._change(ruling.t_s, taken, out, spare=True, other_game=not goes)
        except Exception:
            self._taken.pop()
            if goes:
                _drop(taken)
            self._lay_over(taken)
            raise
        if seat.tracker.story is not None and is_closed(seat) and stands:
            seat.read(ruling.t_s, BoardDump(stands), out)

    def _change(self, t_s: float, taken: _Taken, out: list[Event], *, spare: bool, other_game: bool) -> None:
        """Both boards change places and follow anew; `spare`: the ruling counts, else it does not any more."""
        boards = taken.seat, taken.other
        before = [(board, board.link, board.link.out_of_use, board.name, board.tournament) for board in boards]
        change_places(*boards)
        try:
            self._changed(t_s, taken, out, spare=spare, other_game=other_game)
        except Exception:
            change_places(*boards)
            self._boards.change_places(*boards)
            for board, link, unused, name, tournament in before:
                link.out_of_use = unused
                board.sit_as(tournament)
                board.rename(name)
            raise

    def _changed(self, t_s: float, taken: _Taken, out: list[Event], *, spare: bool, other_game: bool) -> None:
        seat, other = taken.seat, taken.other
        clocks = [{a.rule for a in board.alerts.standing.values()} & _OF_THE_CLOCK for board in (seat, other)]
        feds = self._fed(t_s, taken, spare=spare)
        seat.link.out_of_use, other.link.out_of_use = False, spare or taken.out_of_use
        self._boards.change_places(seat, other)
        for board in (seat, other):
            self._leaves_its_line(board, t_s, out)
            out.extend(board.alerts.clear(t_s, lambda alert: alert.rule in OF_THE_LINE, "resolved"))
        self._take_over(t_s, taken, feds, out, spare=spare, other_game=other_game)
        for board, rules in zip((seat, other), reversed(clocks), strict=True):
            tell_device(board, t_s, rules, out)

    def _lay_over(self, taken: _Taken) -> None:
        """Both boards know the labels as they are now."""
        event = self.laid_over(self._event)
        for board in (taken.seat, taken.other):
            board.sit_as(board.tournament._replace(labels=event.labels, board=event.board))

    def _fed(self, t_s: float, taken: _Taken, *, spare: bool) -> tuple[FedBoard, FedBoard]:
        self._lay_over(taken)
        feds = taken.seat.fed(t_s), taken.other.fed(t_s, may_begin=not spare)
        if spare:
            feds[1].play.forget_results()  # those were told under the label
        return feds

    def _take_over(
        self,
        t_s: float,
        taken: _Taken,
        feds: tuple[FedBoard, FedBoard],
        out: list[Event],
        *,
        spare: bool,
        other_game: bool,
    ) -> None:
        seat, other = taken.seat, taken.other
        if spare:
            other.take_over(t_s, feds[1], out, other=True)
            _name(other)
            out.append(line_of(other, t_s))
            other.before = {}
        else:
            _name(other)
            out.append(line_of(other, t_s))
            other.take_over(t_s, feds[1], out, other=True)
            other.before = taken.before
            if feds[1].play.start_fen:
                self._left[taken.ruling.number] = begin_anew(other, t_s)
        out.append(line_of(seat, t_s))
        if other_game:
            call_as(feds[0], seat)
        seat.take_over(t_s, feds[0], out, other=other_game)

    # --- undone, or again -----------------------------------------------------------------------------------

    def again(self, t_s: float, turned: Ruling, out: list[Event]) -> dict[int, set[int]]:
        """The ruling counts no more, or again. RefusedError, and nothing is changed, where that cannot be.

        The boards on which nothing else follows from it, by number.
        """
        taken = next((each for each in self._taken if each.ruling.number == turned.number), None)
        if taken is None:
            raise RefusedError(no_ruling(turned.number))  # it was refused
        seat, other = taken.seat, taken.other
        counts = turned.number not in self._undone
        later = (each for each in self._counting() if each.ruling.number > turned.number)
        rests = next((each.ruling for each in later if {each.seat, each.other} & {seat, other}), None)
        if rests is not None:
            raise RefusedError(rests_on_it(rests))
        if counts and (left := self._left.get(turned.number)) is not None and other.kept is left.since:
            go_back(other, left)
            at = self._taken.index(taken)
            taken = self._taken[at] = taken._replace(of_spare=other.kept)
        slices = (taken.of_seat, taken.of_spare) if counts else (taken.of_spare, taken.of_seat)
        for board, kept in zip((seat, other), slices, strict=True):
            if board.kept is not kept:
                raise RefusedError(BEGUN(board=board.name))
        for kept in () if counts else slices:
            if (ruled := ruled_since(kept, turned.number)) is not None:
                raise RefusedError(rests_on_it(ruled))
        came = any(isinstance(what, Arrived) and what.ruling.number == turned.number for what in taken.of_spare.others)
        self._change(t_s, taken, out, spare=counts, other_game=not came)
        return {board.number: {turned.number} for board in (seat, other)}


def _name(board: KeptBoard) -> None:
    """It has the name that is its own now."""
    board.wanted = board.play.begins_as = None
    board.rename(board.label or serial_name(board.identity) or board.place_name)
    play = board.play
    if play.games_before is not None and not play.start_fen:
        play.game, play.games_before = play.games_before, None


def _check(seat: KeptBoard, other: KeptBoard) -> None:
    """RefusedError where the second board cannot stand in the place of the first."""
    if seat is other:
        raise RefusedError(SPARE_ITSELF(board=seat.name))
    if seat.label != seat.name or _known_as(seat) == seat.name:
        raise RefusedError(NO_LABEL(board=seat.name))
    for board in (seat, other):
        if board.held is not None and (board is other or board.held.state == "open"):
            raise RefusedError(_why_held(board))
    if _plays_its_own(seat, other):
        raise RefusedError(TAKEN(board=other.name))


def _plays_its_own(seat: KeptBoard, other: KeptBoard) -> bool:
    """Whether players sit at the second board, whose game had moves before the first was in need of a spare."""
    if not other.play.plies or not any(other.tournament.players.get(other.name, NOBODY)):
        return False
    if seat.tracker.story is None:
        return True
    heard_s = seat.link.heard_s or 0.0
    return any(ply.t_s <= heard_s for ply in plies_of(other.tracker.story))


def _why_held(board: KeptBoard) -> Said:
    is_open = board.held is not None and board.held.state == "open"
    return TAKEN(board=board.name) if board.play.plies and not is_open else held(board.name, is_open=is_open)


def _known_as(board: KeptBoard) -> str:
    """The number by which a tournament file names it."""
    return serial_name(board.identity) or board.place_name


def _stood(seat: KeptBoard, other: KeptBoard) -> Stood | None:
    """Where in what the spare has said the position of the game stood first; None: nowhere yet.

    If a game was taken to be joined there since, what was said before that belongs to it.
    """
    since_s = max(seat.link.heard_s or 0.0, last_ruled_s(seat.kept), seat.followed_s)
    joined, now = other.joined, other.slice_now
    if joined is not None and joined.since is other.kept:
        go_back(other, joined)
    stood = stood_there(other, seat, since_s)
    if stood is None and joined is not None:
        follow_from(other, now)
    if stood is None and other.play.plies:
        raise RefusedError(TAKEN(board=other.name))
    return stood


def _move_game(taken: _Taken, stood: Stood | None) -> None:
    """The game leaves one slice and comes to the other."""
    ruling, seat, t_s = taken.ruling, taken.seat, taken.ruling.t_s
    at, now_s = (len(taken.of_spare), t_s) if stood is None else stood
    until = len(taken.of_seat) if stood is None else said_by(taken.of_seat, now_s)
    game = PartedGame(now_s, seat, *seat.slice_now[:2], until)
    taken.of_seat.add(t_s, Left(ruling))
    taken.of_spare.insert(at, now_s, Arrived(ruling, game))


def _drop(taken: _Taken) -> None:
    """The game has not moved after all."""
    taken.of_seat.drop_last()
    said = enumerate(taken.of_spare)
    taken.of_spare.drop(next(n for n, (_, w) in said if isinstance(w, Arrived) and w.ruling is taken.ruling))
