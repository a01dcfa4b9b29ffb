"""A spare board in the place of another: which board is what changes sides, and how the game goes on there (7.2.2)."""

from bisect import bisect_right
from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from dgt_monitor.events import Event, Rule
from dgt_monitor.game.placement import turned
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.differing_alerts import renamed
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.link import OUT_OF_USE
from dgt_monitor.hall.parted_game import FOLLOWED, Followed, PartedGame, SliceBefore
from dgt_monitor.hall.refeeding import FedBoard
from dgt_monitor.hall.refusing import faults_refuse
from dgt_monitor.hall.slices import Left, Slice
from drivers.readings import BoardDump, FieldUpdate

_ITS_OWN: Final = (
    *FOLLOWED, "address", "clock", "identity", "joined", "link", "namesake", "place",
    "port", "serials", "squares",
)  # fmt: skip
"""What belongs to the board on the table rather than to its label: where it answers, and what it has said."""


def change_places(one: KeptBoard, other: KeptBoard) -> None:
    """Each has what was the other's own; names, games, alerts and results stay."""
    for name in _ITS_OWN:
        mine = getattr(one, name)
        setattr(one, name, getattr(other, name))
        setattr(other, name, mine)
    for board in (one, other):
        board.requests.clear()
        board.changed = True


def begin_anew(board: KeptBoard, t_s: float) -> SliceBefore:
    """What comes from now on follows from how the board is now; it can be gone back to what was before."""
    was = board.slice_now
    board.begin_slice(t_s)
    return SliceBefore(was, board.kept)


def go_back(board: KeptBoard, left: SliceBefore) -> None:
    """It follows from the slice before, and from what came since."""
    kept, begun, learnt, white_clock = left.was
    now = kept.with_later(left.since), begun, board.learnt or learnt, board.named_clock or white_clock
    follow_from(board, now)


def follow_from(board: KeptBoard, told: Followed) -> None:
    """This is what its game is fed again from."""
    for name, value in zip(FOLLOWED, told, strict=True):
        setattr(board, name, value)


class Stood(NamedTuple):
    """Where in what a spare has said the position of the game stood."""

    at: int
    """Before this entry."""
    t_s: float


def stood_there(spare: KeptBoard, game: KeptBoard, since_s: float) -> Stood | None:
    """When the position of a game stood on the spare first, not before this time; None: it never did."""
    story = game.tracker.story
    if story is None or spare.kept.placed:
        return None
    kept, expected = spare.kept, "".join(story.expected)
    wanted = (expected, turned(expected))
    ends_s = [*kept.times, float("inf")]
    first = _after_goings(kept)
    for at, stands in enumerate(_placements(kept, spare.slice_now[1].raw)):
        if at >= first and ends_s[at] >= since_s and stands in wanted:
            stood_s = max(since_s, kept.times[at - 1] if at else kept.began_s)
            return Stood(at, stood_s) if _was_whole(game, stood_s) else None
    return None


def _was_whole(board: KeptBoard, t_s: float) -> bool:
    """Whether the game had all its half-moves at this time; some are found by what has stood for a while alone."""
    with faults_refuse():
        game = PartedGame(t_s, board, *board.slice_now[:2], said_by(board.kept, t_s)).board()
    then, now = (plies_of(each.tracker.story) for each in (game, board))
    return [ply.uci for ply in then] == [ply.uci for ply in now]


def _after_goings(kept: Slice) -> int:
    """The first entry before which a game may come: what left the board would take it along, were it there before.

    Nor may it come before a game that left and is back: of that one so many entries are told.
    """
    goings = kept.all_goings
    number = (at for at, what in reversed(goings) if isinstance(what, Left) or what.ruling.number not in kept.undone)
    return next(number, -1) + 1


def _placements(kept: Slice, begun: str) -> Sequence[str]:
    """What stood when the slice began, and after each entry."""
    now, out = list(begun), [begun]
    for _, what in kept:
        if isinstance(what, FieldUpdate) and now:
            now[what.square] = what.piece
        elif isinstance(what, BoardDump):
            now = list(what.squares)
        out.append("".join(now))
    return out


def said_by(kept: Slice, t_s: float) -> int:
    """So many of the entries were there at this time."""
    return bisect_right(kept.times, t_s)


def last_ruled_s(kept: Slice) -> float:
    """When something was last ruled of the game; the beginning, if nothing was."""
    return max((ruling.t_s for ruling in kept.rulings() if ruling.number not in kept.undone), default=kept.began_s)


def ruled_since(kept: Slice, number: int) -> Ruling | None:
    """A ruling on the game that was made after the one of this number, and counts."""
    later = (each for each in kept.rulings() if each.number > number and each.number not in kept.undone)
    return next(later, None)


def line_of(board: KeptBoard, t_s: float) -> Event:
    """What is told of the line of the one that stands there now."""
    state, reason = ("lost", OUT_OF_USE) if board.link.out_of_use else (board.link.state, board.link.reason)
    return board.board_event(t_s, state, reason)


def tell_device(board: KeptBoard, t_s: float, rules: Set[Rule], out: list[Event]) -> None:
    """What is wrong with the board that stands there now."""
    if board.link.out_of_use:
        return
    wrong = board.link.wrong
    for rule in (*sorted(rules), *(() if wrong is None else (wrong,))):
        board.tell_away(t_s, rule, out, since_s=board.link.heard_s)


def call_as(fed: FedBoard, seat: KeptBoard) -> None:
    """What called somebody under the name of the spare calls under this one."""
    standing, now = fed.alerts.standing, seat.tournament.who(seat.name)
    for alert in list(standing.values()):
        text = renamed(alert.text, seat.tournament.who(alert.board), now)
        standing[alert.id] = alert._replace(board=seat.name, text=text)
