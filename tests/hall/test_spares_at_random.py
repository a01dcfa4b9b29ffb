"""Boards die at any moment of rest, their games go on on a spare: the moves are those of boards that live."""

import random

import pytest

from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import BoardView
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import BoardDump, Identity, LineDown, LineUp
from drivers.source import Stamped
from tests.drawn import drawn
from tests.hall.test_correcting_at_random import recorded
from tests.stream_contract import StreamReader

SEEDS = [6, 8, 2 * drawn()]
"""Even ones: their lines are not cut, after which a board is asked for a log that is not that of a spare."""
SPARE = "70707"


class TwoHalls:
    """The same boards twice: in one hall all live, in the other one dies and a spare has its readings from then on."""

    def __init__(self, stamps: tuple[Stamped, ...]) -> None:
        serials = {stamp.port: str(stamp.reading.serial) for stamp in stamps if isinstance(stamp.reading, Identity)}
        self.ports = sorted(serials)
        labels = {serials[port]: str(number) for number, port in enumerate(self.ports, 1)}
        known = Known(tournament=TournamentFile(labels=labels))
        self.plain, self.ruled = Hall(known), Hall(known)
        self.reader = StreamReader()
        self.dead = ""

    def take(self, stamp: Stamped) -> None:
        self.plain.read(*stamp)
        here = stamp._replace(port="S") if stamp.port == self.dead else stamp
        if here.port == "S" and isinstance(here.reading, Identity):
            here = here._replace(reading=Identity(serial=SPARE))
        self.reader.read(self.ruled.read(*here))

    def dies(self, port: str) -> bool:
        """At rest; else it does not."""
        board = self.ruled.board_at(port, None)
        story = None if board is None else board.tracker.story
        if board is None or story is None or not story.plies or story.debts or board.play.is_over:
            return False
        t_s, self.dead = self.ruled.t_s, port
        for place, reading in ((port, LineDown("torn")), ("S", LineUp()), ("S", Identity(serial=SPARE))):
            self.reader.read(self.ruled.read(t_s, place, None, reading))
        self.reader.read(self.ruled.read(t_s, "S", None, BoardDump(board.tracker.raw)))
        return True

    def rule(self, kind: str, **fields: object) -> bool:
        ruling = Ruling(self.ruled.t_s, "Ada", kind, **fields)  # type: ignore[arg-type]
        self.reader.read(self.ruled.apply(self.ruled.rulings.numbered(ruling)))
        return not self.ruled.view().rulings[-1].why_not


def view(hall: Hall, label: str) -> BoardView:
    return next(each for each in hall.view().boards if each.board == label)


def told(hall: Hall, label: str) -> tuple[object, ...]:
    """The game: its moves, counts and whose turn it is; of the alerts those on the game."""
    board = view(hall, label)
    moves = [(move.san, move.count, move.sure) for move in board.moves]
    return board.game, moves, board.count, board.white_to_move, board.understood


@pytest.mark.parametrize("seed", SEEDS)
def test_the_moves_are_those_of_a_board_that_lives(seed: int) -> None:
    print(f"seed {seed}")
    rng, stamps = random.Random(seed), recorded(seed)
    halls = TwoHalls(stamps)
    number, ruled_at, label = rng.randrange(len(stamps) // 4, len(stamps) // 2), len(stamps), ""
    for at, stamp in enumerate(stamps):
        halls.take(stamp)
        if at >= number and not halls.dead and halls.dies(port := rng.choice(halls.ports)):
            ruled_at, label = at + rng.choice([0, 3, 40, 200]), str(halls.ports.index(port) + 1)
        if at == ruled_at:
            assert halls.rule("spare", board=label, to_board=SPARE), halls.ruled.view().rulings[-1].why_not
            assert told(halls.ruled, label) == told(halls.plain, label)
            before = halls.ruled.view().boards
            if halls.rule("undo", undoes=1):
                assert halls.rule("undo", undoes=2)
                assert told(halls.ruled, label) == told(halls.plain, label)
                assert [each.link for each in halls.ruled.view().boards] == [each.link for each in before]
    assert label, "no board was ever at rest"
    one, other = (view(hall, label) for hall in (halls.ruled, halls.plain))
    # Not how sure each is: what hands did before the board died is no part of what they do on the spare.
    assert [move.san for move in one.moves] == [move.san for move in other.moves]
    assert (one.game, one.white_to_move, one.understood) == (other.game, other.white_to_move, other.understood)
