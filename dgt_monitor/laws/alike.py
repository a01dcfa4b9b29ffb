"""Positions that look like a claimed one and are not the same by 9.2.3, with what tells them apart."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import chess

from dgt_monitor.events import Colour
from dgt_monitor.laws.identity import PositionKey
from dgt_monitor.wording import Said, Sentence, joined

_PLACED = 8
"""The first fields of a key say what stands where."""
_HOME = {"white": chess.BB_RANK_1, "black": chess.BB_RANK_8}
_SIDES: tuple[Colour, Colour] = ("white", "black")

_Lost = dict[chess.Square, int]
"""Of the rook of each right to castle that was lost, the first ply after which it is gone."""

Namer = Callable[[int], str]
"""From a ply to its name on a scoresheet."""


MORE: Final = Sentence("({n} more)", "({n} more)")
_AFTER: Final = Sentence("after {stood} {why}")
_AT_START: Final = Sentence("at the start {why}")
_AT_START_AND_AFTER: Final = Sentence("at the start and after {stood} {why}")
_AND: Final = Sentence("and")
# Each side has sentences of its own: in other languages its name changes with its place.
_TURN: Final[dict[Colour, Sentence]] = {
    "white": Sentence("it was White's move"),
    "black": Sentence("it was Black's move"),
}
_EN_PASSANT: Final[dict[Colour, Sentence]] = {
    "white": Sentence("White could take en passant on {square}"),
    "black": Sentence("Black could take en passant on {square}"),
}
_RIGHT: Final[dict[tuple[Colour, bool], Sentence]] = {
    ("white", True): Sentence("White still had the right to castle short"),
    ("white", False): Sentence("White still had the right to castle long"),
    ("black", True): Sentence("Black still had the right to castle short"),
    ("black", False): Sentence("Black still had the right to castle long"),
}
_LOST_RIGHT: Final[dict[tuple[Colour, bool], Sentence]] = {
    ("white", True): Sentence("White still had the right to castle short, lost by {lost}"),
    ("white", False): Sentence("White still had the right to castle long, lost by {lost}"),
    ("black", True): Sentence("Black still had the right to castle short, lost by {lost}"),
    ("black", False): Sentence("Black still had the right to castle long, lost by {lost}"),
}


class Difference(NamedTuple):
    """One thing that makes an earlier position another one than that claimed."""

    kind: Literal["turn", "castling", "en_passant"]
    side: Colour
    """Who was to move then; had the right to castle; could take en passant."""
    square: chess.Square | None = None
    """The rook castled with; the square taken on."""
    short: bool = False
    """Castling to the side of the h-file."""
    lost_ply: int | None = None
    """The ply by which the right to castle was lost."""


class LookAlike(NamedTuple):
    """The same pieces on the same squares after an earlier ply, and yet not the same position."""

    ply: int
    differences: tuple[Difference, ...]


class Positions(Protocol):
    """The positions of a line, as a ledger keeps them."""

    @property
    def ply(self) -> int:
        """Plies since the start position."""

    def key(self, ply: int) -> PositionKey:
        """The position after a ply; 0 is the start."""


def look_alikes(ledger: Positions, claimed: PositionKey) -> tuple[LookAlike, ...]:
    """Every position of the line that has the claimed one's placement and is not the same."""
    found = []
    placed, lost, rights_after = claimed[:_PLACED], _Lost(), claimed.castling_rights
    for ply in range(ledger.ply, -1, -1):
        key = ledger.key(ply)
        # One walk backwards knows at each ply by which later one every right was lost.
        for rook in chess.scan_forward(key.castling_rights & ~rights_after):
            lost[rook] = ply + 1
        rights_after = key.castling_rights
        # The claimed one differs in what was lost since, or in what was gained by its last move: en passant.
        if key[:_PLACED] == placed and key != claimed and (told := _differences(key, claimed, lost)):
            found.append(LookAlike(ply, told))
    found.reverse()
    return tuple(found)


def only_rights(alike: LookAlike) -> bool:
    """Whether nothing but rights to castle tells it apart."""
    return all(difference.kind == "castling" for difference in alike.differences)


def _differences(key: PositionKey, claimed: PositionKey, lost: _Lost) -> tuple[Difference, ...]:
    told = []
    if key.turn != claimed.turn:
        told.append(Difference("turn", _side(key.turn)))
    for rook in chess.scan_forward(key.castling_rights & ~claimed.castling_rights):
        side: Colour = "white" if chess.BB_SQUARES[rook] & _HOME["white"] else "black"
        king = key.kings & _HOME[side]
        told.append(Difference("castling", side, rook, chess.BB_SQUARES[rook] > king, lost.get(rook)))
    if key.ep_square != claimed.ep_square and key.ep_square is not None:
        told.append(Difference("en_passant", _side(key.turn), key.ep_square))
    return tuple(told)


def _side(turn: chess.Color) -> Colour:
    return _SIDES[0] if turn else _SIDES[1]


def difference_text(difference: Difference, name: Namer) -> Said:
    """What tells a look-alike apart, as in `White still had the right to castle long, lost by 21.Rb1`."""
    side = difference.side
    if difference.kind == "turn":
        return _TURN[side]()
    if difference.kind == "en_passant":
        return _EN_PASSANT[side](square=chess.square_name(difference.square or 0))
    if difference.lost_ply is None:
        return _RIGHT[side, difference.short]()
    return _LOST_RIGHT[side, difference.short](lost=name(difference.lost_ply))


def alike_text(alike: LookAlike, name: Namer) -> Said:
    """A look-alike with all that tells it apart."""
    return _alike([alike], _why(alike, name), name, 1)


def alikes_text(alikes: Sequence[LookAlike], name: Namer, most: int) -> list[Said]:
    """Look-alikes, those together that the same tells apart; of each lot at most so many by name."""
    lots: dict[tuple[Difference, ...], list[LookAlike]] = {}
    for alike in alikes:
        lots.setdefault(alike.differences, []).append(alike)
    return [_alike(lot, _why(lot[0], name), name, most) for lot in lots.values()]


def _why(alike: LookAlike, name: Namer) -> Said:
    told = [difference_text(difference, name) for difference in alike.differences]
    return joined((told[0], *(part for each in told[1:] for part in (_AND(), each))))


def _alike(lot: Sequence[LookAlike], why: Said, name: Namer, most: int) -> Said:
    later = [alike.ply for alike in lot if alike.ply]
    shown, more = [name(ply) for ply in later[:most]], len(later) - most
    if not shown:
        return _AT_START(why=why)
    stood = joined((", ".join(shown), MORE(n=more) if more > 0 else ""))
    return (_AFTER if lot[0].ply else _AT_START_AND_AFTER)(stood=stood, why=why)
