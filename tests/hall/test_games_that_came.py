"""A game that came from another board is corrected by its number after the next one has begun there."""

from collections.abc import Callable

import chess
import pytest

from dgt_monitor import events
from tests.hall.correcting import CorrectedHall
from tests.hall.test_parting import carried
from tests.hall.test_spares import replaced

Came = Callable[[], tuple[CorrectedHall, str, str]]


def spared() -> tuple[CorrectedHall, str, str]:
    hall = replaced()
    hall.moves("S", "Nc6 Bb5")
    return hall, "S", "5"


def brought() -> tuple[CorrectedHall, str, str]:
    hall = carried(1)
    hall.until(hall.t_s + 3)
    hall.moves("P2", "Nc3 Nc6")
    return hall, "P2", "P2"


def next_begins(hall: CorrectedHall, port: str, name: str) -> None:
    hall.rule("result", board=name, result="1-0")
    hall.set_up(port, chess.Board(), "".join(hall.view(name).physical))
    hall.games[port] = chess.Board()
    hall.moves(port, "d4 d5")
    hall.until(hall.t_s + 3)


@pytest.mark.parametrize("came", [spared, brought])
def test_it_is_corrected_at_its_end_and_that_is_undone(came: Came) -> None:
    hall, port, name = came()
    hall.until(hall.t_s + 3)
    game, plies = hall.view(name).game, len(hall.view(name).moves)
    next_begins(hall, port, name)
    assert hall.view(name).game == game + 1
    before = hall.held
    ply, san = plies, "a3" if plies % 2 else "a6"
    told = hall.rule("replace", board=name, game=game, ply=ply, moves=(san,))
    assert not hall.hall.view().rulings[-1].why_not
    (summary,) = (each for each in told if isinstance(each, events.Summary))
    assert (summary.game, len(summary.moves)) == (game, plies)
    assert str(summary.moves[ply - 1]) == san
    hall.undo()
    assert hall.held == before


@pytest.mark.parametrize("came", [spared, brought])
def test_its_first_move_is_corrected_and_no_others_are_made_up(came: Came) -> None:
    hall, port, name = came()
    hall.until(hall.t_s + 3)
    game, sans = hall.view(name).game, [move.san for move in hall.view(name).moves]
    next_begins(hall, port, name)
    before = hall.held
    told = hall.rule("replace", board=name, game=game, ply=1, moves=("e3",))
    (summary,) = (each for each in told if isinstance(each, events.Summary))
    assert [str(move) for move in summary.moves] == ["e3", *sans[1:]]
    hall.undo()
    assert hall.held == before
