"""What somebody reads line by line: nothing twice, and nothing taken back that was never told."""

from math import inf
from typing import Any

import chess

from dgt_monitor.cli.plain_lines import HOLD_S, PlainLines
from dgt_monitor.events import (
    Alert,
    AlertCleared,
    Board,
    Event,
    GameStart,
    Level,
    LinkState,
    Memory,
    Move,
    Retract,
    Rule,
    Square,
)

PORT = "/dev/pts/5"


def link(t_s: float, board: str, state: LinkState, **more: Any) -> Board:
    return Board(t_s, board, state, PORT, None, None, more.get("version"), more.get("reason"))


def moves(*sans: str, t_s: float = 1.0, first: int = 1, **changes: Any) -> list[Move]:
    """Confirmed plies of a game, the first of them being the so many-th."""
    board, out = chess.Board(), []
    for number, san in enumerate(sans, 1):
        move = board.push_san(san)
        if number >= first:
            fen = board.copy(stack=False)
            out.append(
                Move(t_s, "7", 1, number, move.uci(), san, fen, 1, 1, "confirmed", True, "seen", None)._replace(
                    **changes
                )
            )
    return out


def written(*batches: list[Event]) -> list[str]:
    lines = PlainLines()
    out = [line for batch in batches for line in lines(batch)]
    return [line.partition("  Bd ")[2] for line in [*out, *lines.due()]]


def test_who_a_board_is_is_told_once_with_all_it_says() -> None:
    assert written(
        [link(0.0, PORT, "connected")],
        [link(0.1, "49335", "identified")],
        [link(0.2, "49335", "identified", version="1.08")],
        [link(0.3, "3000049335", "identified", version="1.08")],
    ) == ["/dev/pts/5   connected on /dev/pts/5", "3000049335   identified on /dev/pts/5, firmware 1.08"]


def test_what_a_move_rests_on_and_squares_that_sense_badly_are_told() -> None:
    told = moves("e4", provenance="inferred", inferred_from=1)
    told += moves("e4", "e5", first=2, provenance="inferred", inferred_from=2, sure=False)
    told += moves("e4", "e5", "Nf3", first=3, provenance="memory")
    text = "Bd 7. Square e4 flickers (10 times in 48 s)."
    bad = Square(1.0, "7", "e4", "flickers", False, 10, Level.INFO, text)
    assert written([*told], [bad, bad._replace(level=Level.CHECK, over=True)]) == [
        "7        1.e4  [inferred from 1 square]",
        "7        1...e5  [inferred from 2 squares]  not sure",
        "7        2.Nf3  [memory]",
        "7        Square e4 flickers (10 times in 48 s).",
        "7      * Square e4 flickers (10 times in 48 s).",
    ]


def test_what_is_held_goes_out_in_time_and_before_what_its_board_does_next() -> None:
    lines = PlainLines()
    assert lines([link(0.0, "7", "identified")]) == []
    assert lines.due(HOLD_S / 2) == []
    assert len(lines.due(HOLD_S)) == 1
    assert lines.due(inf) == []
    assert written([link(0.0, "7", "identified")], [GameStart(0.1, "7", 1, chess.STARTING_FEN, False, False)]) == [
        "7        identified on /dev/pts/5",
        "7        game 1 begins",
    ]


def test_a_line_that_is_tried_again_in_vain_is_told_once_and_again_for_another_reason() -> None:
    closed = "the other side closed the connection"
    again: list[list[Event]] = [
        [link(2.0 * n, "7", "connected"), link(2.0 * n + 0.001, "7", "lost", reason=closed)] for n in range(1, 5)
    ]
    other: list[Event] = [link(20.0, "7", "connected"), link(20.001, "7", "lost", reason="nobody listens there")]
    back: list[Event] = [link(22.0, "7", "connected"), link(22.1, "7", "identified")]
    assert written([link(1.0, "7", "lost", reason=closed)], *again, other, back) == [
        f"7        lost on /dev/pts/5: {closed}",
        "7        connected on /dev/pts/5",
        "7        lost on /dev/pts/5: nobody listens there",
        "7        identified on /dev/pts/5",
    ]


def test_only_moves_that_were_told_are_withdrawn_and_by_their_names() -> None:
    told = moves("e4", "e5", "Nf3", "Nc6")
    assert written(
        [Retract(0.5, "7", 1, 1, "revised")],
        [each._replace(status="provisional") for each in told],
        [Retract(1.0, "7", 1, 2, "revised")],
        list(told[:3]),
        [Retract(2.0, "7", 1, 2, "revised"), Retract(2.0, "7", 1, 2, "revised"), Retract(2.0, "7", 1, 1, "taken_back")],
    ) == [
        "7        1.e4",
        "7        1...e5",
        "7        2.Nf3",
        "7        withdrawn from 1...e5 on (revised)",
        "7        withdrawn from 1.e4 on (taken back)",
    ]


def test_a_move_is_told_again_only_where_something_is_new_about_it() -> None:
    (move,) = moves("e4")
    assert written([move], [move], [move._replace(sure=False)], [move._replace(sure=False, t=9.0)]) == [
        "7        1.e4",
        "7        1.e4  not sure",
    ]


def claim(number: int, rule: Rule = Rule.THREEFOLD, level: Level = Level.CHECK) -> Alert:
    return Alert(1.0, "7", f"7/{number}", 1, 20, rule, "9.2.2", level, True, (), f"Bd 7. Claim {number}.")


def cleared(number: int, t_s: float = 1.0, rule: Rule = Rule.THREEFOLD) -> AlertCleared:
    return AlertCleared(t_s, "7", f"7/{number}", 1, rule, 20, "lapsed")


def test_claims_that_are_past_when_they_are_told_are_not_told() -> None:
    chain: list[Event] = []
    for number in range(1, 5):
        chain += [claim(number), cleared(number)]
    assert written([*chain, claim(5), Memory(1.0, "7", "laid_over", 1)], [cleared(5, 2.0)]) == [
        "7        Claim 5.",
        "7        memory read: what was played until it was asked for is known",
        "7        threefold lapsed",
    ]


def test_what_is_to_be_acted_on_is_told_though_it_is_past() -> None:
    five = claim(1, Rule.FIVEFOLD, Level.ACT)
    assert written([five, cleared(1, rule=Rule.FIVEFOLD)]) == ["7      ! Claim 1.", "7        fivefold lapsed"]
