"""Rulings on the past of simulated games, in any order: undone they leave what would be without them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import BoardView
from drivers.source import Stamped
from tests.drawn import drawn
from tests.recorder.journalling import Watch
from tests.stream_contract import StreamReader

SEEDS = [*range(6), 311, drawn()]
"""In 311 a correction leaves a repetition as it is, and says otherwise how often the position stood."""
UNTIL_S = 120.0


@cache
def recorded(seed: int) -> tuple[Stamped, ...]:
    """What three boards say, with hands that err, take back, and a line that is cut."""
    out: list[Stamped] = []
    hands = ("rough", "casual", "blitz")[seed % 3]
    url = f"sim://?boards=3&speed=max&think=0.3&hands={hands}&takebacks=0.05&cuts={seed % 2}&seed={seed}"
    Watch(url, seen=out.append).until(UNTIL_S)
    return tuple(out)


class Ruled:
    """A hall fed a recording, with rulings between."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.reader = StreamReader()

    def read(self, stamp: Stamped) -> None:
        self.reader.read(self.hall.read(*stamp))
        for _ in self.hall.requests():
            pass  # what was asked then is in the recording

    def rule(self, kind: Any, **fields: Any) -> bool:
        """Whether it was carried out."""
        ruling = self.hall.rulings.numbered(Ruling(self.hall.t_s, "Ada", kind, **fields))
        before = self.held()
        self.reader.read(self.hall.apply(ruling))
        done = not self.hall.view().rulings[-1].why_not
        assert done or self.held() == before, "refused, and changed all the same"
        return done

    @property
    def last(self) -> int:
        return self.hall.view().rulings[-1].number

    def held(self, *, alerts: bool = True) -> object:
        """What a screen and a reader hold, but for numbers: a game that comes back does so under the next one."""
        views = [plain(view, alerts=alerts) for view in self.hall.view().boards]
        readers = {
            view.board: (
                [told(move) for move in reader.moves],
                sorted((a._replace(t=0.0, id="", game=None) for a in reader.alerts.values()), key=repr),
                reader.result,
            )
            for view in self.hall.view().boards
            if (reader := self.reader.board(view.board)).game
        }
        return views, readers


def told(move: events.Move) -> object:
    """A move as it was told; of one that is provisional the stream need not tell at once how sure it is."""
    move = move._replace(t=0.0, game=0, clock=None)
    if move.status == "provisional":
        move = move._replace(sure=False, count=0, count_max=None)
    return move._replace(fen=move.fen.fen())  # type: ignore[arg-type]


def plain(view: BoardView, *, alerts: bool) -> BoardView:
    shown = sorted((alert._replace(id="", game=None) for alert in view.alerts), key=repr) if alerts else []
    return view._replace(
        alerts=tuple(shown), game=0, outcome=None, before=None, bad_squares=(),
        moves=tuple(move._replace(clock=None) for move in view.moves),
    )  # fmt: skip


def rulings(rng: random.Random, hall: Hall) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rulings of all kinds that change the past, most of them possible."""
    while True:
        view = rng.choice(hall.view().boards)
        kind = rng.choice(["replace"] * 4 + ["settle", "position", "illegal", "carry", "set_aside", "exchange"])
        fields: dict[str, Any] = {"board": view.board}
        if kind in ("replace", "settle"):
            fields |= typed(rng, view)
        elif kind == "position":
            fields["ply"] = len(view.moves) // 2 if len(view.moves) % 3 else 0
            fields |= {"turn": rng.choice(["white", "black"]), "castling": rng.choice(["KQkq", "Kq", "-"])}
        elif kind == "illegal":
            fields |= {"outcome": rng.choice(["restored", "explained"])}
        elif kind in ("carry", "exchange"):
            fields |= {"to_board": rng.choice(hall.view().boards).board}
        yield kind, fields


def typed(rng: random.Random, view: BoardView) -> dict[str, Any]:
    """A legal line from some ply on."""
    board = chess.Board(view.start_fen) if view.start_fen else chess.Board()
    ply = rng.randint(1, max(1, len(view.moves)))
    for shown in view.moves[: ply - 1]:
        if not shown.legal:
            break
        board.push_uci(shown.uci)
    moves = []
    for _ in range(rng.choice([1, 1, 2, 4])):
        legal = list(board.legal_moves)
        if legal:
            moves.append(board.san(move := rng.choice(legal)))
            board.push(move)
    return {"ply": ply, "moves": tuple(moves)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_ruling_and_its_undoing_leave_what_was(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled = random.Random(seed), Ruled()
    stamps = recorded(seed)
    moments = sorted(rng.sample(range(len(stamps) // 4, len(stamps)), 8))
    for number, stamp in enumerate(stamps):
        ruled.read(stamp)
        if number in moments:
            kind, fields = next(rulings(rng, ruled.hall))
            before = ruled.held()
            if ruled.rule(kind, **fields) and ruled.rule("undo", undoes=ruled.last):
                assert ruled.held() == before, f"{kind} {fields} at {ruled.hall.t_s}"


@pytest.mark.parametrize("seed", SEEDS)
def test_rulings_that_are_all_undone_in_the_end_leave_what_would_be_without(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled, plain_hall = random.Random(seed), Ruled(), Ruled()
    stamps = recorded(seed)
    moments = sorted(rng.sample(range(len(stamps) // 4, len(stamps)), 6))
    done = []
    for number, stamp in enumerate(stamps):
        ruled.read(stamp)
        plain_hall.read(stamp)
        if number in moments:
            kind, fields = next(rulings(rng, ruled.hall))
            if kind not in ("carry", "set_aside") and ruled.rule(kind, **fields):
                done.append(ruled.last)
    for number in reversed(done):
        if not ruled.rule("undo", undoes=number):
            return  # another game has begun since
    assert ruled.held(alerts=False) == plain_hall.held(alerts=False)
