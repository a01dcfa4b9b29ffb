"""Whatever happens on a board, a ruling and its undoing leave what would be without both; also what comes after."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.hall.results import RULED
from tests.drawn import drawn
from tests.hall.ruling import RuledBoard
from tests.hall.touching import PORT

SEEDS = [*range(41), 129, drawn()]
REST_S = 5.0
"""After that nothing is left to be confirmed or told as strange."""


class Step(NamedTuple):
    """Something that happens on the board, or is ruled; `undone`: and is undone at once."""

    kind: str
    fields: dict[str, Any]
    undone: bool = False


KINDS = ("result", "result", "resume", "round_closed", "seen", "unseen")


def rulings(rng: random.Random, *, clocks: bool) -> tuple[str, dict[str, Any]]:
    """One ruling of any kind that can be undone; the start of a round only where no clock begins the games."""
    kind = rng.choice(KINDS if clocks else (*KINDS, "round_started"))
    if kind == "result":
        fields = {"result": rng.choice(["", *RULED])}
        return kind, fields if rng.random() < 0.8 else {**fields, "game": rng.randint(1, 3)}
    if kind in ("seen", "unseen"):
        return kind, {"which": rng.randrange(5)}
    return kind, {"board": rng.choice(["", PORT])}


def happenings(rng: random.Random) -> Iterator[list[tuple[str, str]]]:
    """Touches, one deed of the players after the other: moves, pieces put back, a result shown, the pieces set up."""
    board = chess.Board()
    now = letters(board)
    while True:
        deed = rng.choice(["move"] * 6 + ["shuffle"] * 3 + ["back", "back", "kings", "array", "lift"])
        if deed == "move" and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        elif deed == "shuffle":
            shuffles = [m for m in board.legal_moves if board.piece_type_at(m.from_square) == chess.KNIGHT]
            if shuffles:
                board.push(rng.choice(shuffles))
        elif deed == "back" and board.move_stack:
            board.pop()
        elif deed == "array":
            board = chess.Board()
        wanted = letters(board)
        if deed == "kings":
            wanted[wanted.index("K")] = wanted[wanted.index("k")] = "."
            wanted[chess.E4], wanted[chess.D5] = "K", "k"
        elif deed == "lift":
            wanted[rng.choice([n for n in range(64) if wanted[n] != "."])] = "."
        changed = [n for n in range(64) if wanted[n] != now[n]]
        emptied = [n for n in changed if now[n] != "."]
        touches = [(chess.square_name(n), ".") for n in emptied]
        yield touches + [(chess.square_name(n), wanted[n]) for n in changed if wanted[n] != "."]
        now = wanted


def scene(rng: random.Random, steps: int = 25) -> list[Step]:
    """What happens, with rulings that stay and rulings that are undone at once."""
    deeds, out = happenings(rng), []
    clocks = rng.random() < 0.4
    for _ in range(steps):
        out.append(Step("touches", {"touches": next(deeds)}))
        if clocks and rng.random() < 0.3:
            out.append(Step("clock", {"running": rng.random() < 0.7, "to_move": rng.choice(["left", "right"])}))
        out += [Step(*rulings(rng, clocks=clocks), undone=rng.random() < 0.75) for _ in range(rng.choice([0, 0, 1, 2]))]
    return out


def performed(steps: list[Step], *, with_undone: bool, seed: int) -> list[object]:
    """What is held after each step, with the rulings that are undone or without them."""
    rng = random.Random(seed)
    game = RuledBoard(confirm_after_s=rng.choice([None, 7, 40]))
    t_s, held = 1.0, []
    moved = False
    """Something was moved since the game was over."""
    for kind, fields, undone in steps:
        if kind == "touches":
            moved = game.view.phase == "over"
            for square, piece in fields["touches"]:
                t_s += 0.3
                game.touch(f"{t_s} {square}{piece}")
            t_s += REST_S
        elif kind == "clock":
            game.clock(t_s, **fields)
        elif undone and moved and kind == "resume":
            continue  # play is followed then from what was moved meanwhile, and that is looked at anew
        elif with_undone or not undone:
            ruled(game, t_s, kind, fields)
            if undone:
                game.undo(t_s, game.last)
        t_s += REST_S  # a ruling that stays may have confirmed a move, or let play go on
        game.rest(t_s)
        held.append(game.held)
    return held


def ruled(game: RuledBoard, t_s: float, kind: str, fields: dict[str, Any]) -> None:
    if kind in ("seen", "unseen"):
        alerts = sorted(game.told.alerts.values(), key=lambda alert: alert.text)
        alert_id = alerts[fields["which"] % len(alerts)].id if alerts else "none"
        game.rule(t_s, {"seen": "acknowledge", "unseen": "unacknowledge"}[kind], board="", alert_id=alert_id)
    else:
        game.rule(t_s, kind, **fields)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_ruling_and_its_undoing_leave_what_would_be_without_both(seed: int) -> None:
    print(f"seed {seed}")
    steps = scene(random.Random(seed))
    with_undone = performed(steps, with_undone=True, seed=seed)
    without = performed(steps, with_undone=False, seed=seed)
    for number, (one, other) in enumerate(zip(with_undone, without, strict=True)):
        assert one == other, f"after step {number}: {steps[number]}"
