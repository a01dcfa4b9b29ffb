"""Boards die at any moment of rest, their games go on on a spare: the moves are those of boards that live."""

import random

import chess
import pytest

from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import BoardView
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import BoardDump, Identity, LineDown, LineUp
from drivers.source import Stamped
from tests.drawn import drawn
from tests.hall.correcting import CorrectedHall
from tests.hall.test_correcting_at_random import recorded
from tests.hall.test_spares import EMPTY
from tests.hall.test_spares_in_turn import THREE
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


SERIALS = {"A": "10005", "B": "10006", "S": "10009", "T": "10010"}


class Exchanging:
    """A hall in which boards die, come back, and stand in each other's places again and again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.hall = CorrectedHall("P0", known=Known(tournament=THREE))
        self.dead: set[str] = set()
        for port in SERIALS:
            self.hall.games[port] = chess.Board() if port in "AB" else chess.Board(None)
            self.comes(port)

    def comes(self, port: str) -> None:
        hall = self.hall
        hall.read(hall.t_s + 0.1, port, LineUp())
        hall.read(hall.t_s, port, Identity(serial=SERIALS[port]))
        hall.read(hall.t_s, port, BoardDump("".join(letters(hall.games[port]))))
        self.dead.discard(port)

    def step(self) -> None:
        """Something at random."""
        port, kind = (
            self.rng.choice(list(SERIALS)),
            self.rng.choice(["move", "move", "line", "set up", "spare", "spare"]),
        )
        hall = self.hall
        hall.until(hall.t_s + self.rng.choice([0, 3]))
        game = hall.games[port]
        if kind == "spare":
            self.rule()
        elif kind == "line":
            if port in self.dead:
                self.comes(port)
            else:
                self.dead.add(port)
                hall.read(hall.t_s + 1, port, LineDown("torn"))
        elif port in self.dead:
            pass
        elif kind == "move" and game.kings and (moves := list(game.legal_moves)):
            hall.moves(port, game.san(self.rng.choice(moves)))
        elif kind == "set up" and not game.kings:
            stands = hall.games[self.rng.choice("AB")].copy()
            hall.set_up(port, stands, EMPTY)
            hall.games[port] = stands

    def rule(self) -> None:
        """A spare at random, which nobody loses by; undone, and undone again."""
        hall, rng = self.hall, self.rng
        names = [view.board for view in hall.hall.view().boards]
        one, other = rng.choice(names), rng.choice(names)
        before, sans, held = shown_by_name(hall), moves_of(hall), hall.held
        hall.rule("spare", board=one, to_board=other, after_s=0)
        number, why_not = hall.last, hall.hall.view().rulings[-1].why_not
        assert "itself failed" not in why_not
        if why_not:
            assert hall.held == held
            hall.undo(number)
            assert "There is no ruling" in hall.hall.view().rulings[-1].why_not
            return
        now = moves_of(hall)
        assert {name: now[name] for name in names if name not in (one, other) and sans[name]} == {
            name: sans[name] for name in names if name not in (one, other) and sans[name]
        }
        assert now[one].startswith(sans[one])
        ruled = shown_by_name(hall)
        for wanted in (before, ruled)[: rng.choice([0, 1, 2])]:
            hall.undo()
            assert not hall.hall.view().rulings[-1].why_not
            assert shown_by_name(hall) == wanted


def shown_by_name(hall: CorrectedHall) -> list[tuple[BoardView, list[Rule]]]:
    """What a screen shows, whatever the order, but for when boards were heard, and moves that are gone and not sure."""
    views = sorted(hall.hall.view().boards, key=lambda view: view.board)
    return [
        (
            view._replace(heard_t_s=None, spoken=0, game=0, outcome=None, alerts=()),
            sorted({a.rule for a in view.alerts if not a.ended} - {Rule.HISTORY_UNCERTAIN}),
        )
        for view in views
    ]


def moves_of(hall: CorrectedHall) -> dict[str, str]:
    return {view.board: " ".join(move.san for move in view.moves) for view in hall.hall.view().boards}


@pytest.mark.parametrize("seed", [1001, 2009, 2055, drawn()])  # the first three have found something
def test_they_stand_in_each_others_places(seed: int) -> None:
    print(f"seed {seed}")
    for number in range(8):
        rng = random.Random(f"{seed}/{number}")
        hall = Exchanging(rng)
        for _ in range(24):
            hall.step()
