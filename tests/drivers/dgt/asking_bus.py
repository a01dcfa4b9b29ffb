"""The conversation on a bus line: boards found, followed, mended, and missed.."""

from drivers.dgt.commands import BusCommand
from tests.drivers.dgt.bus_talk import BusTalk
from tests.tools.bus_fixture import BusBoard

CHANGES = (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES)
OLD, NEW, TURNED = 1025, 4711, 12000
READY_S = 12.0
"""By then three boards are found and their games are marked."""


def three(*, damage: float = 0.0, seed: int = 0, lag_s: float = 0.0) -> BusTalk:
    boards = (BusBoard(OLD), BusBoard(NEW, "47110"), BusBoard(TURNED, turned=True, end_mark=True))
    return BusTalk(boards, damage=damage, seed=seed, lag_s=lag_s)


def ready() -> BusTalk:
    talk = three()
    talk.open()
    talk.advance(READY_S)
    return talk


def stands(talk: BusTalk, address: int) -> str:
    """What stands on a board in its own numbering."""
    board = talk.peer(address).board
    return "".join(reversed(board.squares) if board.turned else board.squares)
